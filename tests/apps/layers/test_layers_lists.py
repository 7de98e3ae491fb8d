# SPDX-License-Identifier: MIT
"""The lists of glsort-layers: what is composed, and what is refused."""
import unittest

import demo

SMALL = ("--size", "320x180")
PIXELS = 320 * 180


class Lists(unittest.TestCase):
    def draw(self, folder, *options):
        out = folder / "a.png"
        done = demo.run(*SMALL, *options, "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, demo.read_png(out)[2]

    def refused(self, sentence, *options):
        with demo.folder() as folder:
            done = demo.run(*SMALL, *options, "--out", folder / "a.png")
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertRegex(done.stderr, rf"\Aglsort-layers: [^\n]*{sentence}[^\n]*\n\Z")
            self.assertEqual(list(folder.iterdir()), [])

    def test_every_pixel_is_that_of_a_composition_on_the_cpu(self):
        with demo.folder() as folder:
            for options in (("--sort", "segments"), ("--sort", "insertion"),
                            ("--time", 9, "--yaw", -70, "--zoom", 2, "--debug")):
                with self.subTest(options):
                    words, _ = self.draw(folder, "--check", *options)
                    self.assertIn(f"check      0 of {PIXELS} pixels differ", words)
                    self.assertIn("0 were lost", words)
                    self.assertGreater(demo.number(r"lists +(\d+) fragments", words), PIXELS)
                    self.assertEqual(words.count("fragments in"), 1, words)
                    self.assertNotIn("of the same", words)

    def test_both_ways_to_sort_draw_the_same_picture(self):
        with demo.folder() as folder:
            whole = ("--split", 0, "--plain")
            words, sorted_by_glsort = self.draw(folder, *whole)
            longest = demo.number(r"(\d+) in the longest", words)
            self.assertGreater(longest, 8, "the insertion sort takes several rounds")
            for registers in (8, 128):
                other = self.draw(folder, *whole, "--sort", "insertion", "--registers",
                                  registers)[1]
                self.assertTrue(sorted_by_glsort == other)
            unsorted = self.draw(folder, "--split", 1, "--plain")[1]
            wrong = sum(abs(a - b) > 16 for a, b in zip(sorted_by_glsort, unsorted))
            self.assertGreater(wrong, 0.02 * len(unsorted), "the order matters")

    def test_the_scene_has_as_many_layers_as_asked_for(self):
        with demo.folder() as folder:
            words, _ = self.draw(folder, "--layers", 6, "--split", 0)
            self.assertAlmostEqual(demo.number(r"([\d.]+) on average", words), 6, delta=0.3)

    def test_what_needs_lists_is_refused_without_compute_shaders(self):
        for what in ("--check", "--compare", "--layers 8", "--view heat", "--view progress",
                     "--view methods", "--sort insertion"):
            with self.subTest(what):
                self.refused("is about lists of fragments, which need GL 4.3", "--gl", "3.3",
                             *what.split())

    def test_bad_options_get_one_sentence(self):
        self.refused('--registers takes 8, 16, 32, 64 or 128, not "7"', "--registers", 7)
        self.refused('--sort does not take "triangles"', "--sort", "triangles")
        self.refused('--layers takes a number from 4 to 64, not "2"', "--layers", 2)
        self.refused("there is no option --nowhere", "--nowhere")


if __name__ == "__main__":
    demo.main()
