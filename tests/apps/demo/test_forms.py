# SPDX-License-Identifier: MIT
"""Every view runs with every algorithm and backend without a message of the driver."""
import unittest

import demo

SORTS = (("compute", "abisort"), ("compute", "abisort-tree"), ("compute", "bitonic"),
         ("compute", "radix"), ("fragment", "abisort"), ("fragment", "abisort-tree"),
         ("fragment", "bitonic"))


class Forms(unittest.TestCase):
    def expect_silence(self, *options):
        with demo.folder() as folder:
            done = demo.run("--debug", "--panel", "--scene", "beads", "--size", "320x180",
                            "--count", 1024, *options, "--out", folder / "a.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((folder / "a.png").exists())

    def test_the_views_run_with_every_sort(self):
        for view in ("scene", "progress", "timeline", "waterfall"):
            for backend, algorithm in SORTS:
                with self.subTest(f"{view}, {algorithm} on {backend}"):
                    self.expect_silence("--view", view, "--backend", backend,
                                        "--algorithm", algorithm)

    def test_the_trees_are_shown_of_a_phase_and_of_a_stage_a_pass(self):
        for form in ("tree", "tree-fragment", "tree-stages-copy-fragment"):
            for done in (5, 6, 20):  # some passes copy
                with self.subTest(f"{form}, {done}"):
                    self.expect_silence("--view", "tree", "--algorithm", form, "--pass", done)

    def test_any_two_forms_race(self):
        forms = demo.forms()
        self.assertGreater(len(forms), 20)
        for a, b in zip(forms, forms[1:]):
            with self.subTest(f"{a},{b}"):
                self.expect_silence("--view", "race", "--race", f"{a},{b}")

    def test_a_race_shows_the_forms_that_were_asked_for(self):
        pictures = set()
        with demo.folder() as folder:
            for race in ("radix,radix-chain", "radix-items,radix-chain",
                         "radix-chain,radix-tiles", "abisort-partition,radix,radix-chain"):
                done = demo.run("--view", "race", "--size", "320x180", "--count", 1024,
                                "--race", race, "--out", folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures.add((folder / "a.png").read_bytes())
        self.assertEqual(len(pictures), 4)


if __name__ == "__main__":
    demo.main()
