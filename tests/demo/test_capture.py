# SPDX-License-Identifier: MIT
"""What the demo writes: pictures, folders of frames, films."""
import os
import shutil
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

    def test_without_ffmpeg_a_film_is_refused_in_a_sentence(self):
        with demo.folder() as folder:
            done = demo.run(*SMALL, "--out", folder / "a.gif",
                            env={**os.environ, "PATH": "/nonexistent"})
            self.assertEqual(done.returncode, 1)
            self.assertIn("needs ffmpeg", done.stderr)
            self.assertEqual(list(folder.iterdir()), [])

    def test_what_cannot_be_written_is_refused_before_anything_is_drawn(self):
        with demo.folder() as folder:
            (folder / "file").write_text("not a folder")
            for out in ("absent/a.png", "absent/a.gif", "absent/deep/", "file/a.png"):
                with self.subTest(out):
                    done = demo.run(*SMALL, "--out", f"{folder}/{out}")
                    self.assertEqual(done.returncode, 1)
                    self.assertIn("cannot be written", done.stderr)
                    self.assertNotIn("device", done.stdout)
            self.assertEqual([p.name for p in folder.iterdir()], ["file"])

    def test_an_unknown_ending_is_refused(self):
        with demo.folder() as folder:
            done = demo.run(*SMALL, "--out", folder / "a.jpg")
            self.assertEqual(done.returncode, 1)
            self.assertIn("none of .png", done.stderr)
            self.assertEqual(list(folder.iterdir()), [])

    def test_a_picture_that_was_there_survives_a_run_that_fails(self):
        with demo.folder() as folder:
            (folder / "a.png").write_text("older")
            done = demo.run("--backend", "fragment", "--algorithm", "radix", "--out",
                            folder / "a.png")
            self.assertEqual(done.returncode, 1)
            self.assertEqual((folder / "a.png").read_text(), "older")


if __name__ == "__main__":
    demo.main()
