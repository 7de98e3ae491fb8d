# SPDX-License-Identifier: MIT
"""Frames of glsort-layers against pictures that people have looked at; see blessed.py."""
import pathlib
import unittest

import blessed
import demo

PICTURES = pathlib.Path(__file__).parent / "pictures"

FRAMES = {
    "picture": ("--split", 0.5),
    "heat": ("--view", "heat", "--panel"),
    "progress": ("--view", "progress"),
    "methods": ("--view", "methods", "--zoom", 1.7),
    "triangles": ("--gl", "3.3", "--split", 0.3),
}


class Pictures(unittest.TestCase):
    def test_every_view_looks_as_it_did(self):
        blessed.check(self, PICTURES, FRAMES)

    def test_triangles_in_order_are_not_yet_pixels_in_order(self):
        with demo.folder() as folder:
            pictures = []
            for version in ("3.3", "4.3"):
                blessed.draw(("--gl", version, "--split", 0, "--plain"), folder / "a.png")
                pictures.append(demo.read_png(folder / "a.png")[2])
            self.assertGreater(demo.bad_part(*pictures), 2 * blessed.BAD_PIXELS)


if __name__ == "__main__":
    blessed.main(PICTURES, FRAMES)
