# SPDX-License-Identifier: MIT
"""Frames of glsort-layers against pictures that people have looked at; see blessed.py."""
import pathlib
import unittest

import blessed

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


if __name__ == "__main__":
    blessed.main(PICTURES, FRAMES)
