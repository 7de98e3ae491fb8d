# SPDX-License-Identifier: MIT
"""What a still picture of each view shows without further options, and what a run says."""
import os
import unittest

import demo

SIZE = ("--size", "640x360")  # half of what the layout is for


def shot(folder, *options):
    out = folder / "a.png"
    done = demo.run(*SIZE, *options, "--out", out)
    assert done.returncode == 0, done.stderr
    return done.stdout, demo.read_png(out)


def pixel(picture, x, y):
    width, _, rgb = picture
    at = 3 * (y * width + x)
    return rgb[at:at + 3]


def same(a, b, left, top, right, bottom):
    """True if the rectangles of two pictures are alike."""
    return all(pixel(a, x, y) == pixel(b, x, y)
               for y in range(top, bottom) for x in range(left, right))


class Stills(unittest.TestCase):
    def test_a_picture_of_the_time_line_shows_times(self):
        with demo.folder() as folder:
            words, picture = shot(folder, "--view", "timeline", "--count", 4096)
        self.assertIn("llvmpipe", words)
        orange = sum(r > 200 and 150 < g < 220 and b < 120 for r, g, b in
                     (pixel(picture, x, y) for y in range(240, 296) for x in range(10, 630)))
        self.assertGreater(orange, 300, "bars of times stand on the line")

    def test_a_picture_of_a_sort_shows_it_under_way_and_pass_0_on_demand(self):
        for view, options, others in (("progress", (), (0, 100000)),
                                      ("progress", ("--algorithm", "bitonic"), (0,)),
                                      ("tree", (), (0,))):
            with self.subTest(view=view, options=options), demo.folder() as folder:
                common = ("--view", view, "--count", 8192, *options)
                chosen = shot(folder, *common)[1]
                for at in others:
                    end = shot(folder, *common, "--pass", at)[1]
                    self.assertFalse(same(chosen, end, 500, 0, 630, 26), "pass N of M")
                    self.assertFalse(same(chosen, end, 370, 40, 630, 130), "its array")


class Words(unittest.TestCase):

    def test_the_scene_without_a_file_is_not_called_damaged(self):
        pond = os.path.exists("/usr/share/assimp/models/PLY/pond.0.ply")
        with demo.folder() as folder:
            for scene in ("cloud", "splats"):
                words = shot(folder, "--scene", scene, "--count", 20000, "--check")[0]
                self.assertNotIn("damaged", words)
                self.assertIn("pond.0.ply, 20000" if pond else "a generated knot, 20000",
                              words.replace("dandelions on ", ""))

    def test_a_terminal_is_told_what_takes_long_and_left_clean(self):
        with demo.folder() as folder:
            status, words = demo.run_on_terminal(
                *SIZE, "--view", "progress", "--count", 8192, "--timing", "--frames", 2,
                "--out", folder / "a.png")
        self.assertEqual(status, 0, words)
        for part in ("opening a GL context ...", "recording pass 2 of ",
                     "drawing frame 2 of 2 ...", "timing frames 2 of 2 ..."):
            self.assertIn(part, words)
        self.assertTrue(words.endswith("\r\x1b[K"), words[-40:])
        self.assertNotIn("\n", words)


if __name__ == "__main__":
    demo.main()
