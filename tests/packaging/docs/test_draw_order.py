# SPDX-License-Identifier: MIT
"""glsort-draw-order: its picture shows two links of a chain, entwined only where sorted."""
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "apps/demo"))
import demo  # noqa: E402

ORANGE, BLUE = 0, 2  # the channel that leads


def run(*options):
    return subprocess.run([demo.PROGRAM, *map(str, options)], capture_output=True, text=True,
                          check=False, timeout=demo.SECONDS)


class DrawOrder(unittest.TestCase):
    def test_only_the_sorted_half_shows_which_link_is_in_front(self):
        with demo.folder() as folder:
            done = run(folder / "a.png")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            width, height, pixels = demo.read_png(folder / "a.png")
        self.assertEqual((width, height), (1280, 480))

        def color(x, y):
            at = 3 * (y * width + x)
            rgb = pixels[at:at + 3]
            return rgb.index(max(rgb)) if max(rgb) > 0 else None

        # Above, the orange link is in front of the blue one; below, behind it.
        for x, y, unsorted, by_depth in ((410, 130, BLUE, ORANGE), (310, 350, ORANGE, BLUE)):
            with self.subTest(x=x, y=y):
                self.assertEqual(color(x, y), unsorted)
                self.assertEqual(color(x + 640, y), by_depth)
        self.assertIsNone(color(5, 5))

    def test_a_picture_that_cannot_be_written_is_an_error(self):
        done = run("/nowhere/a.png")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "/nowhere/a.png cannot be written\n")


if __name__ == "__main__":
    demo.main()
