"""A Tidings server with three feeds on this machine, for testing client programs."""

import http.server
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
PROGRAM = os.environ.get("TIDINGS_PROGRAM", str(TARGET / "debug/tidings"))
NAMES = ["alpha", "beta", "gamma"]
N_ARTICLES = 4


def feed(name):
    """Returns a feed whose titles need escaping."""
    items = "".join(
        f"<item><title>{name} {n}: Tom &amp;amp; &amp;lt;Jerry&amp;gt;</title><guid>{name}-{n}</guid>"
        f"<link>http://{name}.example/{n}</link><description>&lt;p&gt;Text {n} of {name}&lt;/p&gt;</description>"
        f"<pubDate>Mon, 0{n} Nov 2026 10:00:00 GMT</pubDate></item>"
        for n in range(N_ARTICLES, 0, -1)
    )
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>The {name}</title>'
        f"<link>http://{name}.example/</link><description>d</description>{items}</channel></rss>"
    ).encode()


class Feeds(http.server.BaseHTTPRequestHandler):
    """Serves `/NAME.xml` for any name."""

    def do_GET(self):
        body = feed(self.path.strip("/").removesuffix(".xml"))
        self.send_response(200)
        self.send_header("Content-Type", "application/rss+xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


# Timeout in seconds for something that must happen: longer than it takes on a busy machine.
PATIENCE = 180


class TestServer:
    """A server with a data folder of its own; `close` deletes everything."""

    name = "ada"

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tidings-clients-")
        self.feeds = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feeds)
        threading.Thread(target=self.feeds.serve_forever, daemon=True).start()
        self.settings = ["--data", self.folder.name, "--fetch-allow", "127.0.0.1"]
        self.run("user", "add", self.name, "--operator", "--password-stdin", stdin="a long enough password\n")
        self.password = self.run("user", "app-password", self.name, "--label", "tests").strip()
        for name in NAMES:
            folder = ["--folder", "Comics"] if name == "alpha" else []
            self.run("add", self.feed_url(name), "--user", self.name, *folder)
        # The server picks a free port and prints it: a port chosen beforehand might be taken by then.
        command = [PROGRAM, "serve", *self.settings, "--listen", "127.0.0.1:0"]
        self.log = open(pathlib.Path(self.folder.name) / "log", "w")
        self.server = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        self.url = self.until("the server prints its address", self.printed_url)
        self.until("the server is ready", self.is_ready)

    def feed_url(self, name):
        return f"http://127.0.0.1:{self.feeds.server_port}/{name}.xml"

    def run(self, *arguments, stdin=""):
        command = [PROGRAM, *arguments, *self.settings]
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"{arguments}: {done.stderr}"
        return done.stdout

    def printed_url(self):
        found = re.search(r"Tidings is at (http://\S+?)/?\s", pathlib.Path(self.log.name).read_text())
        return found and found.group(1)

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=PATIENCE):
                return True
        except OSError:
            return False

    def until(self, what, claim):
        """Waits until `claim` returns something true, and returns that."""
        end = time.monotonic() + PATIENCE
        while not (found := claim()):
            assert self.server.poll() is None, "the server exited"
            assert time.monotonic() < end, f"timed out waiting until {what}"
            time.sleep(0.1)
        return found

    def close(self):
        self.server.terminate()
        self.server.wait(PATIENCE)
        self.log.close()
        self.feeds.shutdown()
        self.feeds.server_close()
        self.folder.cleanup()
