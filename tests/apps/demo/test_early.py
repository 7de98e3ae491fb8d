# SPDX-License-Identifier: MIT
"""What fails before there is a context or a first frame, of glsort-particles and of
glsort-layers: a sentence and exit status 1, with and without a window."""
import os
import pathlib
import shutil
import subprocess
import unittest

import demo
import window

SMALL = ("--size", "320x180", "--frames", "1")
OLD_GL = {"MESA_GL_VERSION_OVERRIDE": "3.2", "MESA_GLSL_VERSION_OVERRIDE": "150"}
NO_EGL = {"__EGL_VENDOR_LIBRARY_DIRS": "/nonexistent"}


class EarlyFailures(unittest.TestCase):
    def expect_sentence(self, done, word):
        name = pathlib.Path(demo.PROGRAM).name
        self.assertEqual(done.returncode, 1, (done.stdout, done.stderr))
        self.assertRegex(done.stderr, rf"\A{name}: [^\n]*{word}[^\n]*\n\Z")

    def run_with(self, options, environment=()):
        return subprocess.run([demo.PROGRAM, *SMALL, *options], text=True, check=False,
                              capture_output=True, timeout=demo.SECONDS,
                              env={**os.environ, **dict(environment)})

    def test_a_run_without_a_window_that_fails_early_ends_with_a_sentence(self):
        with demo.folder() as folder:
            for out, options, environment, word in (
                    ("no/such/folder/x.png", (), {}, "cannot be written"),
                    ("x.bmp", (), {}, "none of .png"),
                    ("x.gif", (), {"PATH": "/nonexistent"}, "needs ffmpeg"),
                    ("x.png", ("--device", "scene"), {}, 'no device is "scene"'),
                    ("x.png", ("--device", "99"), {}, "no device"),
                    ("x.png", ("--device", "cpu"), OLD_GL, "install libegl1"),
                    ("x.png", (), NO_EGL, "install libegl1")):
                with self.subTest(out=out, options=options, environment=environment):
                    done = self.run_with(("--headless", "--out", folder / out, *options),
                                         environment)
                    self.expect_sentence(done, word)
                    self.assertEqual(list(folder.iterdir()), [])

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_a_full_device_is_a_sentence(self):
        self.expect_sentence(self.run_with(("--out", "/dev/full")), "/dev/full ends in none")
        with open("/dev/full", "wb") as full, demo.folder() as folder:
            done = subprocess.run([demo.PROGRAM, *SMALL, "--device", "cpu", "--out",
                                   folder / "x.png"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=demo.SECONDS, check=False)
        self.expect_sentence(done, "standard output cannot be written")

    def test_a_window_that_cannot_open_is_a_sentence(self):
        done = self.run_with(("--window",), {"DISPLAY": "", "WAYLAND_DISPLAY": ""})
        self.expect_sentence(done, "no display to open a window on")
        self.assertIsNotNone(shutil.which("Xvfb"), "Xvfb is needed: scripts/setup")
        with window.Display() as display:
            done = self.run_with(("--window",), {**OLD_GL, **window.on(display)})
            self.expect_sentence(done, "cannot open a window with OpenGL 3.3")


if __name__ == "__main__":
    demo.main()
