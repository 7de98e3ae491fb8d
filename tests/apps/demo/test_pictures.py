# SPDX-License-Identifier: MIT
"""Frames of glsort-particles and of glsort-layers against pictures that people have looked at.
The times of the time line are others every time: test_stills.py looks for them.

The pictures are llvmpipe's; another renderer is refused, since it rounds otherwise.
    test_pictures.py PROGRAM --bless    writes them anew; look at them before you commit
"""
import pathlib
import sys
import unittest

import demo

PROGRAM = pathlib.Path(sys.argv[1]).name
BAD_PIXELS = 0.005  # part of the pixels that may differ by more

# The folder of the pictures, beside this file's, and the options of each.
FOLDER, FRAMES = {
    "glsort-particles": ("demo", {
        "smoke": ("--scene", "smoke", "--count", 4096),
        "beads": ("--scene", "beads", "--panel"),
        "cloud": ("--scene", "cloud", "--count", 20000),
        "splats": ("--scene", "splats", "--count", 60000),
        "progress": ("--view", "progress", "--count", 4096, "--algorithm", "bitonic",
                     "--backend", "compute", "--pass", 9),
        "tree": ("--view", "tree", "--count", 1024, "--pass", 22),
        "race": ("--view", "race", "--count", 16384, "--race", "abisort,bitonic,radix"),
        "waterfall": ("--view", "waterfall", "--count", 2048, "--algorithm", "bitonic"),
    }),
    "glsort-layers": ("layers", {
        "picture": ("--split", 0.5),
        "heat": ("--view", "heat", "--panel"),
        "progress": ("--view", "progress"),
        "methods": ("--view", "methods", "--zoom", 1.7),
        "triangles": ("--gl", "3.3", "--split", 0.3),
    }),
}[PROGRAM]
PICTURES = pathlib.Path(__file__).parents[1] / FOLDER / "pictures"


def draw(options, out):
    done = demo.run("--size", "480x270", *options, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "llvmpipe" in done.stdout, ("the pictures are llvmpipe's, and cannot be compared "
                                       f"with those of another renderer: {done.stdout}")


class Pictures(unittest.TestCase):
    def test_every_view_looks_as_it_did(self):
        for name, options in FRAMES.items():
            with self.subTest(name), demo.folder() as folder:
                draw(options, folder / "a.png")
                *size, now = demo.read_png(folder / "a.png")
                *blessed_size, blessed = demo.read_png(PICTURES / f"{name}.png")
                self.assertEqual(size, blessed_size)
                self.assertLessEqual(demo.bad_part(now, blessed), BAD_PIXELS)


if __name__ == "__main__":
    if "--bless" in sys.argv:
        demo.PROGRAM = sys.argv[1]
        for each, its_options in FRAMES.items():
            draw(its_options, PICTURES / f"{each}.png")
    else:
        demo.main()
