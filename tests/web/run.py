#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs programs in a browser, one page after the other, and shows what they print.

usage: run.py --browser BROWSER [--folder FOLDER] [--timeout SECONDS] PROGRAM[:ARGUMENT...]...

BROWSER is chromium (ANGLE on the system's GL), chromium-swiftshader or firefox; the programs
are those of tests/web/CMakeLists.txt. A browser needs an X display; without one this starts
Xvfb. A program fails if it returns something else than 0, throws, does not end in time, or if
the browser's console has a warning or an error that is not among its lines
"expect console: REGULAR EXPRESSION".
"""

import argparse
import contextlib
import http.server
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

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

CHROMIUM = ["--no-sandbox", "--no-first-run", "--disable-extensions", "--disable-sync",
            "--disable-background-networking", "--disable-component-update",
            "--ignore-gpu-blocklist", "--enable-logging=stderr", "--use-gl=angle",
            "--password-store=basic", "--disable-hang-monitor"]
BROWSERS = {
    "chromium": ["chromium", *CHROMIUM, "--use-angle=gl-egl"],
    "chromium-swiftshader": ["chromium", *CHROMIUM, "--use-angle=swiftshader",
                             "--enable-unsafe-swiftshader"],
    "firefox": ["firefox-esr", "--marionette", "--remote-allow-system-access", "--no-remote"],
}
FIREFOX_PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False, "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False, "webgl.force-enabled": True,
    "dom.max_script_run_time": 0, "dom.ipc.processHangMonitor": False,
    "webgl.enable-debug-renderer-info": True, "marionette.port": 0,
}


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


# ---- consoles -------------------------------------------------------------------------------

def chromium_console(log):
    """The warnings and errors of pages: lines such as
    [1:1:1123/215959.1:INFO:CONSOLE:1] "WebGL: INVALID_OPERATION: ...", source: ... (1)"""
    text = log.read_text(errors="replace")
    return re.findall(r':CONSOLE[:(]\d+\)?\] "(.*?)", source:', text, flags=re.S)


class Marionette:
    """Firefox's console, through the remote control that it has built in."""

    def __init__(self, port):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.buffer, self.number = b"", 0
        self.receive()
        self.send("WebDriver:NewSession", {})
        self.send("Marionette:SetContext", {"value": "chrome"})

    def receive(self):
        while b":" not in self.buffer:
            self.buffer += self.connection.recv(65536)
        length, self.buffer = self.buffer.split(b":", 1)
        while len(self.buffer) < int(length):
            self.buffer += self.connection.recv(65536)
        text, self.buffer = self.buffer[:int(length)], self.buffer[int(length):]
        return json.loads(text)

    def send(self, command, parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.connection.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self.receive()
        if error:
            sys.exit(f"run.py: {command}: {error['message']}")
        return result

    def console(self):
        script = """return Services.console.getMessageArray()
            .filter(m => m instanceof Ci.nsIScriptError && m.sourceName.startsWith("http"))
            .map(m => m.errorMessage)"""
        return self.send("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]


def firefox_console(profile):
    port = int((profile / "MarionetteActivePort").read_text())
    return Marionette(port).console()


# ---- browsers -------------------------------------------------------------------------------

@contextlib.contextmanager
def display():
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0",
                               "1280x1024x24", "-nolisten", "tcp"], pass_fds=[writing],
                              stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as number:
        name = ":" + number.readline().strip()
    try:
        yield name
    finally:
        server.terminate()
        server.wait()


def make_profile(browser, profile):
    profile.mkdir()
    if browser == "firefox":
        lines = [f'user_pref("{name}", {json.dumps(value)});'
                 for name, value in FIREFOX_PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        return ["--profile", str(profile)]
    return [f"--user-data-dir={profile}"]


@contextlib.contextmanager
def started(browser, address, work):
    command = BROWSERS[browser] + make_profile(browser, work / "profile") + [address]
    if not shutil.which(command[0]):
        sys.exit(f"run.py: {command[0]} is not installed; scripts/setup --web installs it")
    with display() as name, open(work / "log", "wb") as log:
        environment = dict(os.environ, DISPLAY=name, LIBGL_ALWAYS_SOFTWARE="1",
                           MOZ_CRASHREPORTER_DISABLE="1")
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment,
                                   start_new_session=True)
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def wait(run, process, timeout):
    """Until all programs have ended, or one takes too long."""
    while not run.ended.wait(0.2):
        if process.poll() is not None:
            run.finish(98, [f"the browser ended with status {process.returncode}"])
            return
        if time.monotonic() - run.started > timeout:
            run.finish(97, [f"not ended after {timeout} s"])
            return


def is_expected(message, results):
    if "GL Driver Message (OpenGL, Performance" in message:
        return True # advice, not a fault
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


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", choices=BROWSERS, required=True)
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
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        with started(args.browser, address, work) as process:
            wait(run, process, args.timeout)
            if args.browser == "firefox":
                messages = firefox_console(work / "profile")
        if args.browser != "firefox":
            messages = chromium_console(work / "log")
    sys.exit(min(report(run, messages), 100))


if __name__ == "__main__":
    main()
