# SPDX-License-Identifier: MIT
"""What the tests of the page share: a local server for folders, browsers, the one that the
command line names, and waiting."""
import http.server
import sys
import threading
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "web"))
from browsers import HANG_SECONDS, browser, faults  # noqa: E402, F401  (for those that import this)

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}


def serve(folders, sent=None, headers=None):
    """Serves folders under prefixes, such as {"/": SITE}; returns the address. The lengths of
    what it has sent are appended to `sent`. `headers` are sent with everything."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}

        def translate_path(self, path):
            path = path.split("?")[0]
            prefix = max((p for p in folders if path.startswith(p)), key=len)
            return str(Path(folders[prefix]) / (path[len(prefix):] or "index.html"))

        def send_header(self, keyword, value):
            if sent is not None and keyword == "Content-Length":
                sent.append(int(value))
            super().send_header(keyword, value)

        def end_headers(self):
            for keyword, value in (headers or {}).items():
                super().send_header(keyword, value)
            super().end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # a browser that leaves a page cuts transfers off
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def wait_for(value, what, seconds=HANG_SECONDS):
    """Waits until value() is true, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = value()
        if found:
            return found
        time.sleep(0.2)
    raise AssertionError(f"{what} has not come in {seconds} seconds")


def arguments():
    """SITE and the browser's name, taken off the command line."""
    site = Path(sys.argv.pop(1)).resolve()
    name = sys.argv.pop(1) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else \
        "chromium"
    return site, name
