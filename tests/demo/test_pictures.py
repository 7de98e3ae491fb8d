# SPDX-License-Identifier: MIT
"""Frames of every view against pictures that people have looked at.

The pictures are llvmpipe's; another renderer is refused, since it rounds otherwise.
    test_pictures.py PROGRAM --bless    writes them anew; look at them before you commit
"""
import pathlib
import sys
import unittest

import demo

PICTURES = pathlib.Path(__file__).parent / "pictures"
BAD_PIXELS = 0.005  # part of the pixels that may differ by more

FRAMES = {
    "smoke": ("--scene", "smoke", "--count", 4096),
    "beads": ("--scene", "beads", "--panel"),
    "cloud": ("--scene", "cloud", "--count", 20000),
    "splats": ("--scene", "splats", "--count", 60000),
    "progress": ("--view", "progress", "--count", 4096, "--algorithm", "bitonic",
                 "--backend", "compute", "--pass", 9),
    "tree": ("--view", "tree", "--count", 1024, "--pass", 22),
    "race": ("--view", "race", "--count", 16384, "--race", "abisort,bitonic,radix"),
    "timeline": ("--view", "timeline", "--count", 16384, "--algorithm", "abisort"),
    "waterfall": ("--view", "waterfall", "--count", 2048, "--algorithm", "bitonic"),
}


def draw(name, out):
    done = demo.run("--size", "480x270", *FRAMES[name], "--out", out)
    assert done.returncode == 0, done.stderr
    assert "llvmpipe" in done.stdout, ("the pictures are llvmpipe's, and cannot be compared "
                                       f"with those of another renderer: {done.stdout}")


class Pictures(unittest.TestCase):
    def test_every_view_looks_as_it_did(self):
        for name in FRAMES:
            with self.subTest(name), demo.folder() as folder:
                draw(name, folder / "a.png")
                *size, now = demo.read_png(folder / "a.png")
                *blessed_size, blessed = demo.read_png(PICTURES / f"{name}.png")
                self.assertEqual(size, blessed_size)
                self.assertLessEqual(demo.bad_part(now, blessed), BAD_PIXELS)

    def test_a_picture_of_something_else_is_found_out(self):
        smoke = demo.read_png(PICTURES / "smoke.png")[2]
        beads = demo.read_png(PICTURES / "beads.png")[2]
        self.assertGreater(demo.bad_part(smoke, beads), 20 * BAD_PIXELS)


if __name__ == "__main__":
    if "--bless" in sys.argv:
        demo.PROGRAM = sys.argv[1]
        for each in FRAMES:
            draw(each, PICTURES / f"{each}.png")
    else:
        demo.main()
