"""Tests with newsboat in a terminal of its own: it sees all feeds and articles, marks them read, and syncs stars."""

import os
import pathlib
import pty
import select
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

import google_reader

from harness import N_ARTICLES, NAMES, PATIENCE, TestServer

MODES = {
    "feedhq": lambda server: f'feedhq-url "{server.url}/"\nfeedhq-login "{server.name}"\n'
    f'feedhq-password "{server.password}"\nfeedhq-flag-star "s"\nfeedhq-show-special-feeds no\n',
    "miniflux": lambda server: f'miniflux-url "{server.url}/"\nminiflux-login "{server.name}"\n'
    f'miniflux-password "{server.password}"\n',
}
# Debian's newsboat sends flags as stars only in this mode.
WITH_STARS = ["feedhq"]


class Newsboat:
    """newsboat with a home folder of its own."""

    def __init__(self, server, mode):
        self.home = tempfile.TemporaryDirectory(prefix="newsboat-")
        folder = pathlib.Path(self.home.name) / ".newsboat"
        folder.mkdir()
        settings = f'urls-source "{mode}"\n{MODES[mode](server)}auto-reload no\nreload-threads 1\n'
        (folder / "config").write_text(settings + "show-read-feeds yes\nconfirm-exit no\n")
        self.cache = folder / "cache.db"
        self.environment = {**os.environ, "HOME": self.home.name, "TERM": "xterm", "LANG": "C.UTF-8"}

    def reload(self):
        done = subprocess.run(
            ["newsboat", "-x", "reload"], env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def items(self):
        with sqlite3.connect(f"file:{self.cache}?mode=ro", uri=True) as cache:
            return cache.execute("select guid, title, unread, flags from rss_item").fetchall()

    def press(self, *keys):
        """Runs it in a terminal and presses keys, each after the screen for the previous one is complete."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execvpe("newsboat", ["newsboat", "-q"], self.environment)
        os.set_blocking(terminal, False)

        def read(least, quiet):
            """Reads output until there has been some and then none for `quiet` seconds; for at least `least` seconds."""
            begun = last = time.monotonic()
            has_output = False
            while time.monotonic() < begun + PATIENCE:
                now = time.monotonic()
                if has_output and now - last > quiet and now - begun > least:
                    return
                if select.select([terminal], [], [], 0.1)[0]:
                    try:
                        has_output, last = bool(os.read(terminal, 65536)) or has_output, time.monotonic()
                    except OSError:
                        # The terminal is closed, but the process has not exited yet.
                        return

        read(3, 1.5)
        for key in keys:
            os.write(terminal, key.encode())
            read(1, 1.5)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if os.waitpid(pid, os.WNOHANG)[0]:
                break
            try:
                # Read the remaining output, so that it does not block.
                os.read(terminal, 65536)
            except OSError:
                pass
            time.sleep(0.1)
        else:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise AssertionError("newsboat did not exit")
        os.close(terminal)


@unittest.skipUnless(shutil.which("newsboat"), "newsboat is not installed")
class NewsboatTest(unittest.TestCase):
    def check(self, mode):
        server = TestServer()
        self.addCleanup(server.close)
        newsboat = Newsboat(server, mode)
        newsboat.reload()
        items = newsboat.items()
        self.assertEqual(len(items), N_ARTICLES * len(NAMES))
        self.assertTrue(all(unread for _, _, unread, _ in items))
        self.assertTrue(any("Tom & <Jerry>" in title for _, title, _, _ in items), items[0])

        client = google_reader.Client(server.url)
        auth = client.login(server.name, server.password)

        def ids(stream, **more):
            return {ref.id for ref in client.get_stream_items_ids(auth, stream, **more).item_refs}

        unread = lambda: ids(google_reader.STREAM_READING_LIST, exclude_target=google_reader.STREAM_READ)
        starred = lambda: ids(google_reader.STREAM_STARRED)
        # Open the first feed and its first article, go back, flag it with "s", and quit.
        newsboat.press("\r", "\r", "q", "\x05", "s\r", "Q")
        server.until("one article is read", lambda: len(unread()) == N_ARTICLES * len(NAMES) - 1)
        server.until("it is starred", lambda: len(starred()) == int(mode in WITH_STARS))
        # Articles read elsewhere are read here after the next reload.
        token = client.get_token(auth)
        client.mark_all_as_read(auth, token, google_reader.STREAM_READING_LIST)
        newsboat.reload()
        self.assertEqual([title for _, title, unread, _ in newsboat.items() if unread], [])
        # Remove the star again.
        newsboat.press("\r", "\x05", "\x7f\r", "Q")
        server.until("the star is removed", lambda: not starred())

    def test_as_feedhq(self):
        self.check("feedhq")

    def test_as_miniflux(self):
        self.check("miniflux")


if __name__ == "__main__":
    unittest.main()
