#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs programs in a browser, one page after the other, and shows what they print.

usage: run.py --browser BROWSER [--folder FOLDER] [--timeout SECONDS] PROGRAM[:ARGUMENT...]...

BROWSER is chromium (ANGLE on the system's GL), swiftshader (Chromium with that renderer) or
firefox; the programs are those of tests/apps/web/CMakeLists.txt. A program fails if it returns
something else than 0, throws, does not end in time, or if the browser's console has a warning
or an error that is not among its lines "expect console: REGULAR EXPRESSION".
"""

import argparse
import http.server
import json
import re
import sys
import threading
import time
from pathlib import Path

import browsers

PAGE = """<!doctype html><meta charset="utf-8"><title>%(name)s</title>
<canvas id="canvas" width="64" height="48"></canvas>
<script>
var lines = [], sent = false;
function done(code) {
    if (sent) return;
    sent = true;
    fetch("/done", {method: "POST", body: JSON.stringify({code: code, lines: lines})})
        .then(function (answer) { return answer.text(); })
        .then(function (next) { location.href = next; });
}
window.onerror = function (text) { lines.push("thrown: " + text); done(99); };
window.onunhandledrejection = function (event) { window.onerror("" + event.reason); };
var Module = {
    arguments: %(arguments)s, canvas: document.getElementById("canvas"),
    print: function (line) { lines.push(line); },
    printErr: function (line) { lines.push(line); },
    onExit: done, onAbort: function (what) { window.onerror("abort: " + what); },
};
</script>
<script src="/%(name)s.js"></script>
"""


class Run:
    """The programs still to run, and what those that have ended have printed."""

    def __init__(self, folder, programs):
        self.folder, self.waiting, self.results = Path(folder), list(programs), []
        self.started = time.monotonic()
        self.current = None
        self.ended = threading.Event()

    def next_address(self):
        self.started = time.monotonic()
        self.current = self.waiting.pop(0) if self.waiting else None
        if self.current is None:
            self.ended.set()
            return "about:blank"
        return "/run"

    def page(self):
        name, *arguments = self.current.split(":")
        return PAGE % {"name": name, "arguments": json.dumps(arguments)}

    def finish(self, code, lines):
        self.results.append((self.current, code, lines, time.monotonic() - self.started))


def handler_of(run):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=str(run.folder))

        def log_message(self, *_):
            pass

        def answer(self, text, kind):
            body = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path == "/run":
                self.answer(run.page(), "text/html")
            elif self.path == "/favicon.ico":
                self.answer("", "image/x-icon")
            else:
                super().do_GET()

        def do_POST(self):
            report = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            run.finish(report["code"], report["lines"])
            self.answer(run.next_address(), "text/plain")

    return Handler


def wait(run, browser, timeout):
    """Until all programs have ended, or one takes too long."""
    while not run.ended.wait(0.2):
        if browser.process.poll() is not None:
            run.finish(98, [f"the browser ended with status {browser.process.returncode}"])
            return
        browser.console()  # reads what has come, before the pipe is full
        if time.monotonic() - run.started > timeout:
            run.finish(97, [f"not ended after {timeout} s"])
            return


def is_expected(message, results):
    patterns = [line.split(": ", 1)[1] for _, _, lines, _ in results for line in lines
                if line.startswith("expect console: ")]
    return any(re.search(pattern, message) for pattern in patterns)


def report(run, messages):
    faults = 0
    for name, code, lines, seconds in run.results:
        faults += code != 0
        for line in lines:
            print("    " + line)
        print(f"{'passed' if code == 0 else f'FAILED ({code})'} {name}, {seconds:.1f} s")
    for name in run.waiting:
        print(f"FAILED {name}: not run")
        faults += 1
    for message in messages:
        if not is_expected(message, run.results):
            print(f"FAILED: on the console: {message}")
            faults += 1
    return faults


def run_all(name, address, run, timeout):
    """Runs the programs, and returns what the console has of warnings and errors."""
    browser = browsers.browser(name)
    try:
        browser.open(address)
        wait(run, browser, timeout)
        return browsers.faults(browser.console())
    except (browsers.Failure, OSError) as failure:
        return [str(failure)]
    finally:
        browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", choices=browsers.BROWSERS, required=True)
    parser.add_argument("--folder", default="build/web-test/bin")
    parser.add_argument("--timeout", type=float, default=300, help="of a program")
    parser.add_argument("programs", nargs="+")
    args = parser.parse_args()
    run = Run(args.folder, args.programs)
    for program in args.programs:
        if not (run.folder / (program.split(":")[0] + ".js")).exists():
            sys.exit(f"run.py: no {program.split(':')[0]}.js in {run.folder}")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler_of(run))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}" + run.next_address()
    messages = run_all(args.browser, address, run, args.timeout)
    sys.exit(min(report(run, messages), 100))


if __name__ == "__main__":
    main()
