# SPDX-License-Identifier: MIT
"""Chromium and Firefox, driven through their own protocols: DevTools over a pipe, and
Marionette. Both draw on the CPU."""
import base64
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

HANG_SECONDS = 1500  # of one call
SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1"}  # of Mesa's


class Failure(Exception):
    """What a browser or a page has refused."""


def browser(name, **options):
    """Starts one by its name: chromium, swiftshader or firefox."""
    if name == "firefox":
        return Firefox(**options)
    return Chromium(gpu={"chromium": "mesa"}.get(name, name), **options)


def program(name):
    path = shutil.which(name)
    if path is None:
        raise Failure(f"{name} is not installed; scripts/setup --web installs it")
    return path


ADVICE = re.compile(r"\(OpenGL, Performance,|can incur extra overhead|causes pipeline stalls")


def faults(messages):
    """Warnings and errors of a console, without advice on speed."""
    return [f"{kind}: {text}" for kind, text in messages
            if kind in ("error", "warning") and not ADVICE.search(text)]


def high_descriptor(descriptor):
    """Moves a descriptor above those that a browser is given."""
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return high


class Window:
    """A browser's process, with a profile of its own."""

    def start(self, command, **options):
        self.process = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, **options)

    def end(self):
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)  # the group is this window's
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Chromium(Window):
    """`gpu` is "mesa" (ANGLE on the system's GL), "swiftshader" or "none"."""

    def __init__(self, width=1280, height=720, gpu="mesa"):
        self.profile = tempfile.mkdtemp(prefix="glsort-chromium-")
        angle = {"mesa": ["--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist"],
                 "swiftshader": ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
                 "none": ["--disable-gpu", "--disable-software-rasterizer",
                          "--disable-3d-apis"]}[gpu]
        from_browser, to_us = os.pipe()
        from_us, to_browser = os.pipe()
        # The browser has its ends at 3 and 4, where dup2 must not overwrite the other one.
        from_us, to_us = (high_descriptor(each) for each in (from_us, to_us))
        command = [program("chromium"), "--headless=new", "--no-sandbox",
                   "--remote-debugging-pipe", "--no-first-run", "--disable-dev-shm-usage",
                   "--hide-scrollbars", "--disable-hang-monitor",
                   f"--user-data-dir={self.profile}", f"--window-size={width},{height}",
                   *angle, "about:blank"]

        def descriptors():
            os.dup2(from_us, 3)
            os.dup2(to_us, 4)

        self.start(command, preexec_fn=descriptors, close_fds=False,
                   env={**os.environ, **SOFTWARE})
        os.close(from_us)
        os.close(to_us)
        self.pipe_in, self.pipe_out = from_browser, to_browser
        self.rest = b""
        self.last = 0
        self.session = None
        self.messages = []  # of the console, and uncaught exceptions
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget",
                                 targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.pipe_in, 1 << 20)
            if not part:
                raise Failure("Chromium has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.pipe_out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            thrown = details.get("exception", {}).get("description", "")
            self.messages.append(("error", f"{details['text']} {thrown}"))
        elif event.get("method") == "Runtime.consoleAPICalled":
            texts = [str(a.get("value", a.get("description"))) for a in parameters["args"]]
            self.messages.append((parameters["type"], " ".join(texts)))
        elif event.get("method") == "Log.entryAdded":
            entry = parameters["entry"]
            self.messages.append((entry["level"], f"{entry['text']} {entry.get('url', '')}"))

    def console(self):
        """What pages have said so far, as (kind, text). Also keeps the pipe from filling up,
        and works while a page is busy."""
        session, self.session = self.session, None
        self.call("Browser.getVersion")
        self.session = session
        return self.messages

    def clear_console(self):
        self.console().clear()

    def resize(self, width, height, touch=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def open(self, url):
        self.call("Page.navigate", url=url)

    def run(self, script):
        """Returns what an expression, which may be a promise, has for a value."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def mouse(self, *points):
        """Presses at the first point, moves through the others and releases."""
        kinds = ["mousePressed"] + ["mouseMoved"] * (len(points) - 1) + ["mouseReleased"]
        for kind, (x, y) in zip(kinds, [*points, points[-1]]):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      buttons=1, clickCount=1)

    def press(self, key):
        """A key by the name that the page sees."""
        codes = {"Tab": 9, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
                 "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key,
                      windowsVirtualKeyCode=codes.get(key, 0),
                      **(text if kind == "keyDown" else {}))

    def prefer(self, feature, value):
        """What media queries see; an empty value is the browser's own."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": feature, "value": value}])

    def touch(self, *moments):
        """Each moment is a list of the points that fingers touch."""
        kinds = ["touchStart"] + ["touchMove"] * (len(moments) - 1)
        for kind, points in zip(kinds, moments):
            self.call("Input.dispatchTouchEvent", type=kind,
                      touchPoints=[{"x": x, "y": y, "id": i}
                                   for i, (x, y) in enumerate(points)])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (Failure, OSError):
            pass
        self.end()
        for descriptor in (self.pipe_in, self.pipe_out):
            os.close(descriptor)


PREFERENCES = """
user_pref("webgl.force-enabled", true);
user_pref("webgl.enable-debug-renderer-info", true);
user_pref("marionette.port", %d);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("dom.max_script_run_time", 0);
user_pref("dom.ipc.processHangMonitor", false);
"""

# Of pages, and of WebGL, whose messages name no source; the browser's own files complain, too.
CONSOLE = """return Services.console.getMessageArray()
    .filter((m) => m instanceof Ci.nsIScriptError && (
        /^(http|file|data)/.test(m.sourceName) || /^WebGL/.test(m.errorMessage)))
    .map((m) => [m.flags & Ci.nsIScriptError.warningFlag ? "warning" : "error",
                 m.errorMessage])"""


class Firefox(Window):
    """On a display of its own if the environment has none: Firefox has no WebGL without."""

    def __init__(self, width=1280, height=720):
        self.profile = tempfile.mkdtemp(prefix="glsort-firefox-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        Path(self.profile, "user.js").write_text(PREFERENCES % port, encoding="ascii")
        display = [] if "DISPLAY" in os.environ else ["xvfb-run", "-a"]
        command = [*display, program("firefox-esr"), "--marionette",
                   "--remote-allow-system-access", "--no-remote", "--profile", self.profile,
                    "--width", str(width), "--height", str(height), "about:blank"]
        environment = {**os.environ, "HOME": self.profile, "MOZ_DISABLE_CONTENT_SANDBOX": "1",
                       "MOZ_CRASHREPORTER_DISABLE": "1", **SOFTWARE}
        self.start(command, env=environment)
        self.last = 0
        self.rest = b""
        self.connect(port)
        self.call("WebDriver:NewSession", capabilities={})
        self.call("WebDriver:SetWindowRect", width=width, height=height)
        self.call("WebDriver:SetTimeouts", script=1000 * HANG_SECONDS,
                  pageLoad=1000 * HANG_SECONDS)

    def connect(self, port):
        end = time.monotonic() + HANG_SECONDS
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=HANG_SECONDS)
                self.receive()  # the greeting
                return
            except OSError as error:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise Failure("Firefox does not start") from error
                time.sleep(0.2)

    def receive(self):
        while b":" not in self.rest:
            self.more()
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self.more()
        message, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(message)

    def more(self):
        part = self.socket.recv(1 << 20)
        if not part:
            raise OSError("Firefox has closed the connection")
        self.rest += part

    def call(self, method, **parameters):
        self.last += 1
        message = json.dumps([0, self.last, method, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise Failure(f"{method}: {error['message']}")
        return result

    def open(self, url):
        self.call("WebDriver:Navigate", url=url)

    def run(self, script):
        wrapped = ("const done = arguments[arguments.length - 1];"
                   f"(async () => ({script}))().then((v) => done({{v}}), "
                   "(e) => done({e: String(e)}))")
        answer = self.call("WebDriver:ExecuteAsyncScript", script=wrapped, args=[])["value"]
        if "e" in answer:
            raise Failure(answer["e"])
        return answer.get("v")

    def console(self):
        """What pages have said, as (kind, text)."""
        self.call("Marionette:SetContext", value="chrome")
        said = self.call("WebDriver:ExecuteScript", script=CONSOLE, args=[])["value"]
        self.call("Marionette:SetContext", value="content")
        return said

    def clear_console(self):
        self.call("Marionette:SetContext", value="chrome")
        self.call("WebDriver:ExecuteScript", script="Services.console.reset()", args=[])
        self.call("Marionette:SetContext", value="content")

    def screenshot(self, path):
        data = self.call("WebDriver:TakeScreenshot", full=False)["value"]
        Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
            self.socket.close()
        except (Failure, OSError):
            pass
        self.end()
