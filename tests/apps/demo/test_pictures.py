# SPDX-License-Identifier: MIT
"""Frames of every view against pictures that people have looked at; see blessed.py."""
import pathlib
import unittest

import blessed
import demo

PICTURES = pathlib.Path(__file__).parent / "pictures"

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


# The particles, and the bytes moved; the times between them are another every time.
COMPARED = {"timeline": ((0, 159), (224, 252))}


class Pictures(unittest.TestCase):
    def test_every_view_looks_as_it_did(self):
        blessed.check(self, PICTURES, FRAMES, COMPARED)

    def test_a_picture_of_something_else_is_found_out(self):
        smoke = demo.read_png(PICTURES / "smoke.png")[2]
        beads = demo.read_png(PICTURES / "beads.png")[2]
        self.assertGreater(demo.bad_part(smoke, beads), 20 * blessed.BAD_PIXELS)


if __name__ == "__main__":
    blessed.main(PICTURES, FRAMES)
