#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The gallery: every picture is made by scripts/pictures, by the command that stands under it.

usage: test_gallery.py SOURCE
"""
import re
import sys
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1))
GALLERY = (SOURCE / "docs/gallery.md").read_text(encoding="utf-8")
SCRIPT = (SOURCE / "scripts/pictures").read_text(encoding="utf-8")
TAKEN = (SOURCE / "tests/apps/web_page/take_pictures.py").read_text(encoding="utf-8")
MOST_BYTES = 900_000  # of a picture
COMMON = {"draw": "--headless --device cpu --size 1024x576", "draw_layers":
          "--headless --device cpu"}
PROGRAMS = {"draw": "glsort-particles", "draw_layers": "glsort-layers"}


def drawn():
    """Commands by picture, as scripts/pictures has them."""
    return {name: " ".join((PROGRAMS[function], COMMON[function], options, f"--out {name}.png"))
            for function, name, options in
            re.findall(r"(?m)^ *(draw|draw_layers) ([\w-]+) (--.*)$", SCRIPT)}


class Gallery(unittest.TestCase):
    def shown(self):
        names = re.findall(r"\]\(images/([\w-]+)\.png\)", GALLERY)
        self.assertGreater(len(names), 15)
        self.assertEqual(len(names), len(set(names)))
        return names

    def test_every_picture_is_there_and_of_modest_size(self):
        for name in self.shown():
            size = (SOURCE / f"docs/images/{name}.png").stat().st_size
            self.assertLess(size, MOST_BYTES, name)

    def test_every_picture_has_the_command_of_scripts_pictures(self):
        commands = drawn()
        lines = [line.strip() for line in GALLERY.splitlines() if line.startswith("    ")]
        for name in self.shown():
            if name in commands:
                self.assertIn(commands[name], lines)
                continue
            self.assertTrue(f"docs/images/{name}.png" in SCRIPT or f"draw_by {name} " in SCRIPT
                            or f'"{name}":' in TAKEN, name)

    def test_every_kind_of_view_and_scene_has_a_picture(self):
        text = " ".join(drawn()[name] for name in self.shown() if name in drawn())
        for words in ("--scene smoke", "--scene beads", "--scene cloud", "--scene splats",
                      "--view progress", "--view tree", "--view race", "--view timeline",
                      "--view waterfall", "--view heat", "--view methods"):
            self.assertIn(words, text)


if __name__ == "__main__":
    unittest.main()
