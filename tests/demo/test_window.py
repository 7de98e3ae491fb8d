# SPDX-License-Identifier: MIT
"""The window, on a display without a screen: keys and mouse of a person who is not
there."""
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


class Window(unittest.TestCase):
    def setUp(self):
        for program in ("Xvfb", "xdotool"):
            self.assertIsNotNone(shutil.which(program), f"{program} is needed: scripts/setup")

    def act(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=self.env, text=True,
                              capture_output=True, timeout=30, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        time.sleep(0.1)
        return done.stdout

    def open(self, folder, *options):
        program = subprocess.Popen(
            [os.path.abspath(demo.PROGRAM), "--window", "--debug", "--count", "1024",
             "--size", "x".join(map(str, SIZE)), *options],
            env=self.env, cwd=folder, stderr=subprocess.PIPE, text=True)
        self.addCleanup(program.kill)
        self.id = self.act("search", "--sync", "--onlyvisible", "--name", "glsort").split()[0]
        self.act("windowfocus", self.id)
        time.sleep(0.5)
        return program

    def press(self, *keys):
        for key in keys:
            self.act("key", key)

    def drag(self, button, *places):
        self.act("mousemove", "--window", self.id, *places[0])
        self.act("mousedown", button)
        for place in places[1:]:
            self.act("mousemove", "--window", self.id, *place)
        self.act("mouseup", button)

    def picture(self, folder):
        path = folder / "glsort-particles.png"
        path.unlink(missing_ok=True)
        self.press("s")
        until = time.monotonic() + 10
        picture = b""
        while not picture.endswith(PNG_END) and time.monotonic() < until:
            time.sleep(0.05)
            picture = path.read_bytes() if path.exists() else b""
        self.assertEqual(demo.png_size(path), SIZE)
        return picture

    def test_keys_and_mouse_do_what_they_should_and_it_ends_well(self):
        with Display() as display, demo.folder() as folder:
            # GLX drivers keep names and unload; a leak check then blames the program.
            self.env = {**os.environ, "DISPLAY": display.name,
                        "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")
                        + ":detect_leaks=0"}
            program = self.open(folder, "--scene", "beads")
            self.press("Tab", "space")  # no times are shown, and nothing moves by itself
            time.sleep(0.2)
            first = self.picture(folder)
            self.assertEqual(first, self.picture(folder), "paused, it stands still")
            middle = SIZE[0] // 2
            self.drag(1, (middle, 300), (middle - 30, 300), (middle - 100, 300))
            split = self.picture(folder)
            self.assertNotEqual(first, split, "the line was dragged")
            self.drag(1, (200, 200), (240, 220), (280, 230))
            turned = self.picture(folder)
            self.assertNotEqual(split, turned, "the camera was turned")
            self.act("click", 4)
            self.assertNotEqual(turned, self.picture(folder), "the wheel came nearer")
            self.press("space")
            self.drag(3, (200, 200), (220, 210), (230, 220))  # pulls
            self.press("Tab", "Tab", "2", "Right", "space", "3", "4", "5", "6", "1", "r")
            self.act("windowsize", self.id, 900, 500)
            self.press("Escape")
            words = program.communicate(timeout=20)[1]
            self.assertEqual(program.returncode, 0, words)

    def test_without_a_display_it_says_what_to_do(self):
        env = {k: v for k, v in os.environ.items()
               if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([demo.PROGRAM], env=env, capture_output=True, text=True,
                              timeout=30, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--out FILE.png needs none", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    demo.main()
