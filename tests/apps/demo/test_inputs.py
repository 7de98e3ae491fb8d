# SPDX-License-Identifier: MIT
"""What the demo says of its files and options; what it reads of files is tested with
tests/apps/demo_files."""
import math
import os
import random
import struct
import unittest

import demo

COUNT = 1500


def points(count=COUNT):
    rng = random.Random(7)
    return [tuple(rng.uniform(-1, 1) for _ in range(3))
            + tuple(rng.randrange(256) for _ in range(3)) for _ in range(count)]


def ply(cloud, count=None):
    """A PLY file of such points, which says that it holds `count`."""
    return (f"ply\nformat binary_little_endian 1.0\nelement vertex {count or len(cloud)}\n"
            "property float x\nproperty float y\nproperty float z\n"
            "property uchar red\nproperty uchar green\nproperty uchar blue\n"
            "end_header\n").encode() + b"".join(struct.pack("<3f3B", *p) for p in cloud)


class Inputs(unittest.TestCase):
    def draw(self, path, out):
        return demo.run("--ply", path, "--out", out, "--size", "320x180", "--check")

    def expect_refused(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertTrue(done.stderr.startswith("glsort-particles: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_points_without_a_position_are_left_out_and_counted(self):
        lost = [(math.nan,) * 3 + p[3:] if i % 4 == 0 else p for i, p in enumerate(points(3000))]
        with demo.folder() as folder:
            (folder / "a.ply").write_bytes(ply(lost))
            done = self.draw(folder / "a.ply", folder / "a.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("a.ply (750 of its 3000 points have no position and are left out), "
                          "2250 particles\n", done.stdout)
            self.assertIn("compared   2250 points; the file lists 3000, of which 750 are left "
                          "out\n", done.stdout)

    def test_a_broken_file_is_refused_in_a_sentence_and_nothing_is_left(self):
        files = {"cut.ply": ply(points())[:-9000], "huge.ply": ply([], 1 << 40),
                 "few.ply": ply(points(20))}
        with demo.folder() as folder:
            for name, data in files.items():
                (folder / name).write_bytes(data)
            os.mkfifo(folder / "pipe.ply")  # which nobody ever writes to
            names = [*files, "pipe.ply"]
            for name in (*names, "absent.ply", "."):
                with self.subTest(name):
                    self.expect_refused(self.draw(folder / name, folder / "never.png"))
            self.assertEqual(sorted(p.name for p in folder.iterdir()), sorted(names))

    def test_hostile_names_reach_the_terminal_masked(self):
        hostile, masked = "\x1b]0;title\x07\x1b[2J\n", r"\x1b]0;title\x07\x1b[2J\n"
        with demo.folder() as folder:
            (folder / hostile).write_bytes(ply(points()))
            done = self.draw(folder / hostile, folder / f"{hostile}.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"scene      {masked}, 1500 particles\n", done.stdout)
            self.assertIn(f"/{masked}.png\n", done.stdout)
            self.assertNotIn("\x1b", done.stdout)
            (folder / "a.ply").write_bytes(b"ply\nformat \x1b[2J\n")
            for options in (("--ply", folder / f"{hostile}2"), (hostile,),
                            ("--view", hostile), ("--out", folder / f"{hostile}/a.png"),
                            ("--device", hostile)):
                done = demo.run("--out", folder / "a.png", *options)
                self.expect_refused(done, masked)
                self.assertNotIn("\x1b", done.stderr)
            self.expect_refused(self.draw(folder / "a.ply", folder / "a.png"), r"\x1b[2J")

    def test_a_bad_option_is_refused_in_a_sentence(self):
        for options, word in (
                (("--count", "many"), "from 1024 to 16777216"),
                (("--count", "12"), "from 1024 to 16777216"),
                (("--count", "1048577"), "more than the 1048576 particles of smoke"),
                (("--split", "2"), "from 0 to 1"),
                (("--size", "12"), "from 320x180 to 8192x8192, not"),
                (("--size", "319x180"), "from 320x180 to 8192x8192, not"),
                (("--backend", "magic"), "--backend"),
                (("--race", "radix"), "--race"),
                (("--race", "radix,radix-of-none"), "--race"),
                (("--race", "radix,radix-chain,radix-items,bitonic,abisort"), "--race"),
                (("--view", "race", "--race", "radix-chain,abisort", "--gl", "3.3"),
                 "radix-chain cannot take part"),
                (("--view", "race", "--race", "rank,abisort", "--backend", "fragment"),
                 "rank cannot take part"),
                (("--view", "all"), "--view"),
                (("--nonsense",), "no option --nonsense"),
                (("--count",), "needs a value"),
                (("--scene", "smoke", "--ply", "a.ply"), "--scene smoke has no file; leave it out"),
                (("--backend", "fragment", "--algorithm", "rank"), "has no fragment passes"),
                (("--device", "moon"), 'no device is "moon"; there are gpu, cpu and')):
            with self.subTest(options), demo.folder() as folder:
                done = demo.run("--out", folder / "never.png", *options)
                self.expect_refused(done, word)
                self.assertEqual(list(folder.iterdir()), [])

    def test_help_names_every_option_and_view(self):
        done = demo.run("--help")
        self.assertEqual(done.returncode, 0)
        for word in ("--view", "--scene", "--out", "timeline", "from 320x180 to 8192x8192",
                     "Space", "Mouse", "waterfall  the whole sort as one image"):
            self.assertIn(word, done.stdout)
        self.assertTrue(all(len(line) <= 90 for line in done.stdout.splitlines()))


if __name__ == "__main__":
    demo.main()
