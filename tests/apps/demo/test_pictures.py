# SPDX-License-Identifier: MIT
"""Frames of every view against pictures that people have looked at; see blessed.py. The times of
the time line are others every time: test_stills.py looks for them."""
import pathlib
import unittest

import blessed

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
    "waterfall": ("--view", "waterfall", "--count", 2048, "--algorithm", "bitonic"),
}


class Pictures(unittest.TestCase):
    def test_every_view_looks_as_it_did(self):
        blessed.check(self, PICTURES, FRAMES)


if __name__ == "__main__":
    blessed.main(PICTURES, FRAMES)
