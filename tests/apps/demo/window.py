# SPDX-License-Identifier: MIT
"""A demo's window on a display without a screen, and a person who is not there."""
import os
import shutil
import signal
import subprocess
import time
import unittest

import demo

SIZE = (720, 400)

PNG_END = b"IEND\xaeB`\x82"  # the last chunk, and its check sum


class Display:
    """An X server of its own, on a number that it finds itself."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1100x700x24", "-nolisten",
             "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ":" + pipe.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.send_signal(signal.SIGTERM)
        self.server.wait()


def on(display):
    """The environment of a window there. GLX drivers keep names and unload; a leak check
    then blames the program."""
    return {"DISPLAY": display.name,
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}


class WindowTest(unittest.TestCase):
    """What tests of windows derive from."""
    PROGRAM_NAME = "glsort-particles"  # saves pictures under it
    OPTIONS = ("--count", "1024")

    def setUp(self):
        for program in ("Xvfb", "xdotool"):
            self.assertIsNotNone(shutil.which(program), f"{program} is needed: scripts/setup")

    def act(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=self.env, text=True,
                              capture_output=True, timeout=demo.SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        time.sleep(0.1)
        return done.stdout

    def open(self, display, folder, *options):
        self.env = {**os.environ, **on(display)}
        program = subprocess.Popen(
            [os.path.abspath(demo.PROGRAM), "--window", "--debug", *self.OPTIONS, "--size",
             "x".join(map(str, SIZE)), *options],
            env=self.env, cwd=folder, stderr=subprocess.PIPE, text=True)
        self.addCleanup(program.kill)
        self.id = self.act("search", "--sync", "--onlyvisible", "--name", "glsort").split()[0]
        self.act("windowfocus", self.id)
        time.sleep(0.5)
        return program

    def press(self, *keys):
        for key in keys:
            self.act("key", key)

    def drag(self, folder, button, *places):
        """The mouse is read once a frame, so each place waits for a picture of one."""
        self.act("mousemove", "--window", self.id, *places[0])
        self.act("mousedown", button)
        for place in places[1:]:
            self.picture(folder)
            self.act("mousemove", "--window", self.id, *place)
        self.picture(folder)
        self.act("mouseup", button)

    def drag_and_turn(self, folder, corner):
        """What both demos do: stand still, move the line, and turn from a corner; returns the
        last picture."""
        self.press("Tab", "space")  # no times are shown, and nothing moves by itself
        time.sleep(0.5)
        first = self.picture(folder)
        self.assertTrue(first == self.picture(folder), "paused, it stands still")
        middle = SIZE[0] // 2
        self.drag(folder, 1, (middle, 300), (middle - 30, 300), (middle - 100, 300))
        split = self.picture(folder)
        self.assertTrue(first != split, "the line was dragged")
        self.drag(folder, 1, (corner, 200), (corner + 40, 220), (corner + 80, 230))
        turned = self.picture(folder)
        self.assertTrue(split != turned, "the camera was turned")
        return turned

    def leave(self, program):
        self.act("windowsize", self.id, 900, 500)
        self.press("Escape")
        words = program.communicate(timeout=demo.SECONDS)[1]
        self.assertEqual(program.returncode, 0, words)

    def picture(self, folder):
        path = folder / f"{self.PROGRAM_NAME}.png"
        path.unlink(missing_ok=True)
        self.press("s")
        until = time.monotonic() + demo.SECONDS
        picture = b""
        while not picture.endswith(PNG_END) and time.monotonic() < until:
            time.sleep(0.05)
            picture = path.read_bytes() if path.exists() else b""
        self.assertEqual(demo.png_size(path), SIZE)
        return picture
