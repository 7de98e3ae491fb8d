# SPDX-License-Identifier: MIT
"""What the demo writes: pictures, folders of frames, films."""
import shutil
import signal
import subprocess
import time
import unittest

import demo

SMALL = ("--count", 1024, "--size", "320x180", "--scene", "beads")


class Capture(unittest.TestCase):
    def test_a_folder_gets_a_picture_a_frame(self):
        with demo.folder() as folder:
            done = demo.run(*SMALL, "--frames", 3, "--out", f"{folder}/frames/")
            self.assertEqual(done.returncode, 0, done.stderr)
            frames = sorted((folder / "frames").iterdir())
            self.assertEqual([f.name for f in frames],
                             [f"frame{i:05}.png" for i in range(3)])
            self.assertEqual(len({f.read_bytes() for f in frames}), 3)
            self.assertEqual(demo.read_png(frames[0])[:2], (320, 180))

    def test_films_are_made_by_ffmpeg(self):
        self.assertIsNotNone(shutil.which("ffmpeg"), "ffmpeg is needed: scripts/setup")
        for name, start in (("a.gif", b"GIF89a"), ("a.mp4", b"\0\0\0")):
            with self.subTest(name), demo.folder() as folder:
                done = demo.run(*SMALL, "--frames", 4, "--out", folder / name)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([p.name for p in folder.iterdir()], [name])
                data = (folder / name).read_bytes()
                self.assertTrue(data.startswith(start))
                self.assertTrue(name != "a.mp4" or data[4:8] == b"ftyp")

    def test_a_picture_that_was_there_survives_a_run_that_fails(self):
        with demo.folder() as folder:
            (folder / "a.png").write_text("older")
            done = demo.run("--backend", "fragment", "--algorithm", "rank", "--out",
                            folder / "a.png")
            self.assertEqual(done.returncode, 1)
            self.assertEqual((folder / "a.png").read_text(), "older")

    def test_a_signal_leaves_no_film_behind(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), demo.folder() as folder, subprocess.Popen(
                    [demo.PROGRAM, "--headless", "--device", "cpu",
                     *map(str, SMALL), "--frames", "99999", "--out", "a.mp4"],
                    cwd=folder, stdout=subprocess.DEVNULL) as film:
                until = time.monotonic() + demo.SECONDS
                while not list(folder.iterdir()) and time.monotonic() < until:
                    time.sleep(0.01)
                self.assertEqual(len(list(folder.iterdir())), 1)
                film.send_signal(number)
                self.assertEqual(film.wait(demo.SECONDS), -number)
                self.assertEqual([p.name for p in folder.iterdir()], [])
                time.sleep(0.3)  # ffmpeg ends by itself
                self.assertEqual([p.name for p in folder.iterdir()], [])


if __name__ == "__main__":
    demo.main()
