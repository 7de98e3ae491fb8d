# SPDX-License-Identifier: MIT
"""The scene view: its sorted half is right, its unsorted half visibly wrong."""
import unittest

import demo

# Of 255 on average, and in percent of the pixels those that differ by more than 16.
LEAST_MEAN = 2.5
LEAST_SHARE = 7.0


class Scene(unittest.TestCase):
    def expect_right(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("check      0 places differ", done.stdout)
        self.assertIn("differs by at most 0 of 255", done.stdout)

    def test_each_scene_is_right_where_sorted_and_visibly_wrong_where_not(self):
        for scene, count in (("smoke", 6000), ("beads", 16384), ("cloud", 60000),
                             ("splats", 60000)):
            with self.subTest(scene), demo.folder() as folder:
                done = demo.run("--scene", scene, "--count", count, "--size", "320x180",
                                "--check", "--debug", "--out", folder / "a.png")
                self.expect_right(done)
                self.assertGreater(demo.number(r"by ([\d.]+) of 255 on", done.stdout),
                                   LEAST_MEAN)
                self.assertGreater(demo.number(r"average; ([\d.]+) %", done.stdout),
                                   LEAST_SHARE)

    def test_the_two_sides_of_the_line_are_the_two_whole_pictures(self):
        with demo.folder() as folder:
            pictures = {}
            for split in ("0", "0.5", "1"):
                path = folder / f"{split}.png"
                done = demo.run("--split", split, "--plain", "--size", "320x180", "--count",
                                4096, "--out", path)
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures[split] = demo.read_png(path)
        width, height, both = pictures["0.5"]
        half = width // 2 * 3
        for y in range(height):
            row = slice(y * width * 3, (y + 1) * width * 3)
            self.assertEqual(both[row][:half], pictures["1"][2][row][:half], f"row {y}")
            self.assertEqual(both[row][half:], pictures["0"][2][row][half:], f"row {y}")
        self.assertNotEqual(pictures["0"][2], pictures["1"][2])

    def test_particles_out_of_view_are_not_drawn_and_nobody_sees_it(self):
        for options, least, most in ((("--zoom", 4), 500, 2500),
                                     (("--zoom", 4, "--every", 2), 3000, 3000)):
            with self.subTest(options), demo.folder() as folder:
                done = demo.run("--scene", "cloud", *options, "--count", 3000, "--size",
                                "320x180", "--check", "--debug", "--out", folder / "a.png")
                self.expect_right(done)
                drawn = demo.number(r"view +(\d+) of 3000 particles drawn", done.stdout)
                self.assertGreaterEqual(drawn, least)
                self.assertLessEqual(drawn, most)

    def test_the_order_is_right_for_every_algorithm_and_on_gl_3_3(self):
        for options in (("--order", "near-first"), ("--algorithm", "radix"),
                        ("--backend", "compute", "--algorithm", "abisort", "--zoom", 3),
                        ("--algorithm", "bitonic"), ("--gl", "3.3")):
            with self.subTest(options), demo.folder() as folder:
                self.expect_right(demo.run(*options, "--count", 3000, "--size", "320x180",
                                           "--check", "--debug", "--out", folder / "a.png"))

    def test_the_seed_and_a_sort_every_few_frames_decide_the_picture(self):
        pictures = {}
        with demo.folder() as folder:
            for seed, every in ((1, 1), (1, 2), (1, 3), (2, 1)):
                done = demo.run("--count", 2000, "--size", "320x180", "--plain", "--seed", seed,
                                "--every", every, "--frames", 3, "--fps", 5,
                                "--out", folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures[seed, every] = (folder / "a.png").read_bytes()
        self.assertEqual(pictures[1, 1], pictures[1, 2])  # frame 2 is sorted anew
        self.assertEqual(len(set(pictures.values())), 3)

    def test_a_sort_in_slices_draws_the_order_of_earlier_frames(self):
        pictures = {}
        with demo.folder() as folder:
            for passes in (0, 5, 12):  # of 12: all, in three frames, all
                path = folder / f"{passes}.png"
                done = demo.run("--view", "timeline", "--plain", "--count", 2000, "--size",
                                "480x270", "--algorithm", "radix", "--passes", passes,
                                "--frames", 3, "--fps", 5, "--debug", "--out", path)
                self.assertEqual(done.returncode, 0, done.stderr)
                rgb = demo.read_png(path)[2]
                pictures[passes] = rgb[:3 * 480 * 150]  # above the bars of times
        self.assertEqual(pictures[0], pictures[12])
        self.assertNotEqual(pictures[0], pictures[5])


if __name__ == "__main__":
    demo.main()
