# SPDX-License-Identifier: MIT
"""Frames of a demo against pictures that people have looked at.

The pictures are llvmpipe's; another renderer is refused, since it rounds otherwise.
    test_NAME.py PROGRAM --bless    writes them anew; look at them before you commit
"""
import sys

import demo

BAD_PIXELS = 0.005  # part of the pixels that may differ by more


def draw(options, out):
    done = demo.run("--size", "480x270", *options, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "llvmpipe" in done.stdout, ("the pictures are llvmpipe's, and cannot be compared "
                                       f"with those of another renderer: {done.stdout}")


def check(test, pictures, frames):
    """Draws each of the frames, names with options, and compares it with its picture."""
    for name, options in frames.items():
        with test.subTest(name), demo.folder() as folder:
            draw(options, folder / "a.png")
            *size, now = demo.read_png(folder / "a.png")
            *blessed_size, blessed = demo.read_png(pictures / f"{name}.png")
            test.assertEqual(size, blessed_size)
            test.assertLessEqual(demo.bad_part(now, blessed), BAD_PIXELS)


def main(pictures, frames):
    if "--bless" in sys.argv:
        demo.PROGRAM = sys.argv[1]
        for name, options in frames.items():
            draw(options, pictures / f"{name}.png")
    else:
        demo.main()
