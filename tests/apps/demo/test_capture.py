# SPDX-License-Identifier: MIT
"""What the demo writes: pictures, folders of frames, films."""
import ctypes
import os
import shutil
import signal
import subprocess
import time
import unittest

import demo

SMALL = ("--count", 1024, "--size", "320x180", "--scene", "beads")


def lose_power():
    """Makes root obey the permissions of files: takes CAP_DAC_OVERRIDE from what the
    program may have."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(24, 1, 0, 0, 0) != 0:
        os._exit(99)


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
            done = demo.run("--backend", "fragment", "--algorithm", "rank", "--out",
                            folder / "a.png")
            self.assertEqual(done.returncode, 1)
            self.assertEqual((folder / "a.png").read_text(), "older")

    def run_together(self, out, *options):
        """Runs with three seeds at once, which write to the same name."""
        together = [subprocess.Popen(
            [demo.PROGRAM, "--headless", "--device", "cpu", *map(str, (*SMALL, *options)),
             "--seed", str(seed), "--out", out], stdout=subprocess.DEVNULL)
            for seed in range(3)]
        self.assertEqual([one.wait(demo.SECONDS) for one in together], [0] * 3)

    def test_several_runs_at_once_leave_one_whole_picture(self):
        with demo.folder() as folder:
            alone = set()
            for seed in range(3):
                done = demo.run(*SMALL, "--seed", seed, "--out", folder / f"{seed}.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                alone.add((folder / f"{seed}.png").read_bytes())
                (folder / f"{seed}.png").unlink()
            self.assertEqual(len(alone), 3)
            self.run_together(f"{folder}/a.png")
            self.assertEqual([p.name for p in folder.iterdir()], ["a.png"])
            self.assertIn((folder / "a.png").read_bytes(), alone)
            self.run_together(f"{folder}/frames/", "--frames", 1)
            self.assertEqual([p.name for p in (folder / "frames").iterdir()],
                             ["frame00000.png"])
            self.assertIn((folder / "frames/frame00000.png").read_bytes(), alone)

    def test_files_of_others_beside_the_output_are_left_alone(self):
        with demo.folder() as folder:
            others = ("a.png.unfinished", "a.gif.unfinished", "a.unfinished.gif")
            for name in others:
                (folder / name).write_text("not ours")
            for name in ("a.png", "a.gif"):
                done = demo.run(*SMALL, "--frames", 2, "--out", folder / name)
                self.assertEqual(done.returncode, 0, done.stderr)
            for name in others:
                self.assertEqual((folder / name).read_text(), "not ours")

    def test_links_are_followed_and_read_only_files_refused(self):
        with demo.folder() as folder:
            longest = "n" * (os.pathconf(folder, "PC_NAME_MAX") - 4)
            for ending in (".png", ".gif"):
                (folder / f"link{ending}").symlink_to(f"new{ending}")
                kept = folder / f"kept{ending}"
                kept.write_text("precious")
                kept.chmod(0o444)
                done = demo.run(*SMALL, "--frames", 1, "--out", kept, preexec_fn=lose_power)
                self.assertEqual(done.returncode, 1)
                self.assertIn("cannot be written (Permission denied)", done.stderr)
                self.assertEqual(kept.read_text(), "precious")
                for name in (f"link{ending}", longest + ending, f"http:x{ending}"):
                    done = demo.run(*SMALL, "--frames", 1, "--out", name, cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue((folder / f"link{ending}").is_symlink())
                self.assertTrue((folder / f"new{ending}").stat().st_size > 100)

    def test_a_signal_leaves_no_film_behind(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGALRM):
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
