"""Tests our own API with generated requests, both valid and invalid according to its OpenAPI document."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

from harness import TestServer

HERE = pathlib.Path(__file__).resolve().parent
# The seed makes the requests the same every time; run schemathesis by hand with `--max-examples` for more.
SEED = "20261116"
EXAMPLES = "15"


class Schemathesis(unittest.TestCase):
    def test_no_response_is_a_server_error_or_differs_from_the_document(self):
        server = TestServer()
        self.addCleanup(server.close)
        with tempfile.TemporaryDirectory(prefix="tidings-schemathesis-") as folder:
            command = [
                pathlib.Path(sys.executable).parent / "schemathesis",
                "--config-file",
                HERE / "schemathesis.toml",
                "run",
                f"{server.url}/api/v1/openapi.json",
                "--header",
                f"Authorization: Bearer {server.password}",
                "--checks",
                "all",
                # Wrong passwords lead to 429 after a few attempts. Rust tests check that no operation works without one.
                "--exclude-checks",
                "ignored_auth",
                "--max-examples",
                EXAMPLES,
                "--seed",
                SEED,
                "--request-timeout",
                "180",
                "--continue-on-failure",
                "--no-color",
            ]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=5400)
        self.assertEqual(done.returncode, 0, f"{done.stdout[-20000:]}\n{done.stderr[-4000:]}")


if __name__ == "__main__":
    unittest.main()
