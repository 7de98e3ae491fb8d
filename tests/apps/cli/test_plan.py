#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort plan prints schedules, and their pass counts are the published ones."""
import json
import os
import pathlib
import re

import program
from program import Case

NO_GPU = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null",
          "__EGL_VENDOR_LIBRARY_DIRS": "/dev/null"}
TREE = ("--algorithm", "abisort-tree")


class Plan(Case):
    def plan(self, *arguments):
        return json.loads(self.good("plan", "--json", *arguments, env=NO_GPU))

    def test_the_json_has_the_promised_keys(self):
        plan = self.plan("100000", "--values", "u32")
        for key, kind in (("pass_count", int), ("sort_pass_count", int), ("passes", list),
                          ("scratch_bytes", int), ("bytes_per_element", (int, float)),
                          ("algorithm", str), ("backend", str), ("reason", str),
                          ("count", int), ("max_count", int)):
            self.assertIsInstance(plan[key], kind, key)
        self.assertEqual(len(plan["passes"]), plan["pass_count"])
        for one in plan["passes"]:
            self.assertIsInstance(one["label"], str)
            self.assertIn(one["phase"], ("load", "sort", "store"))
            self.assertIn(one["kind"], ("dispatch", "draw", "upload", "download"))
            self.assertGreater(one["groups"], 0)
            self.assertLessEqual(set(one["barriers"]),
                                 {"storage", "uniform", "indirect", "fetch", "image"})
            self.assertTrue(one["slots"])
            for slot in one["slots"]:
                self.assertLessEqual({"slot", "usage", "access", "first_bytes",
                                      "range_bytes"}, set(slot))
                self.assertIn(slot["access"], ("read", "write", "read write"))
                self.assertGreater(slot["range_bytes"], 0)

    def test_a_count_on_the_gpu_sizes_all_passes_and_may_be_expected(self):
        plan = self.plan("2^20", "--alive", "2^20", "--values", "indices")
        self.assertEqual(plan["passes"][0]["purpose"], "prepare count")
        for one in plan["passes"][1:]:
            self.assertTrue(one["indirect"] or one["groups"] <= 16, one["label"])
        few = self.plan("2^20", "--alive", "1000", "--values", "indices")
        self.assertEqual((plan["algorithm"], few["algorithm"]), ("radix", "abisort"))
        self.assertEqual(few["max_count"], 1 << 20)
        # The last merge reads the elements from either of two places.
        fused = self.plan("2^20", "--alive", "2^20", "--algorithm", "abisort-fused")
        last = fused["passes"][-1]
        self.assertEqual({slot["slot"]: slot["access"] for slot in last["slots"]
                          if slot["usage"] == "storage"},
                         {"keys alternate": "read", "keys_out": "read write"})

    def test_a_form_says_algorithm_backend_and_options(self):
        for form, options in (("abisort-fused-fragment", ("abisort", "--backend", "fragment")),
                              ("tree", ("abisort-tree",))):
            named = self.plan("5000", "--algorithm", form)
            said = self.plan("5000", "--algorithm", *options)
            del named["reason"], said["reason"]
            self.assertEqual(named, said)
        down = self.plan("512", "--algorithm", "tree-wide", "--descending")
        self.assertLess(down["pass_count"],
                        self.plan("512", "--algorithm", "tree")["pass_count"])
        self.assertEqual(down["order"], "descending")

    def test_sort_pass_count_counts_the_sort_phase(self):
        for backend in ("compute", "fragment"):
            for algorithm in ("abisort", "abisort-tree"):
                plan = self.plan("5000", "--backend", backend, "--algorithm", algorithm)
                self.assertEqual((plan["backend"], plan["algorithm"]), (backend, algorithm))
                phases = [one["phase"] for one in plan["passes"]]
                self.assertEqual(plan["sort_pass_count"], phases.count("sort"))

    def test_the_optimised_tree_has_the_published_pass_count(self):
        plan = self.plan("2^20", "--algorithm", "tree")
        self.assertEqual(plan["sort_pass_count"], 338)
        same = self.plan("--count", "1048576", *TREE, "--backend", "compute")
        self.assertEqual(same["sort_pass_count"], 338)

    def test_wide_elements_are_sorted_by_words_and_gathered(self):
        for algorithm in ("abisort", "abisort-tree", "bitonic", "radix"):
            arguments = ("100000", "--algorithm", algorithm, "--backend", "compute")
            plan = self.plan(*arguments, "--type", "f64", "--values", "u128")
            labels = [one["purpose"] for one in plan["passes"]]
            self.assertEqual(labels.count("extract key words"), 2)
            self.assertEqual(labels[-2:], ["gather keys", "gather values"])
            part = self.plan(*arguments, "--type", "f64", "--values", "u128",
                             "--bits", "16..47")
            labels = [one["purpose"] for one in part["passes"]]
            self.assertEqual(labels.count("extract key words"), 1)

    def test_merges_by_ranks_take_whole_keys_of_64_bits(self):
        arguments = ("65536", "--algorithm", "rank", "--type", "f64", "--values", "u64")
        plan = self.plan(*arguments)
        self.assertEqual([one["purpose"] for one in plan["passes"]],
                         ["local sort by ranks", "merge by ranks", "merge by ranks",
                          "gather values"])
        part = self.plan(*arguments, "--bits", "16..55")
        labels = [one["purpose"] for one in part["passes"]]
        self.assertEqual(labels.count("extract key words"), 2)

    def test_the_text_tells_what_the_json_tells(self):
        arguments = ("50000", *TREE, "--backend", "fragment")
        plan = self.plan(*arguments)
        output = self.good("plan", *arguments, env=NO_GPU).decode()
        head, rest = output.split("\n\n", 1)
        self.assertIn("abisort-tree on fragment: 50000 u32 keys, ascending", head)
        self.assertIn(f"{plan['pass_count']}, of which {plan['sort_pass_count']} in the "
                      "sort phase", head)
        self.assertIn(f"{plan['scratch_bytes']} bytes", head)
        self.assertIn("a large device", head)
        labels = [one["label"] for one in plan["passes"]]
        for at in (0, len(labels) - 1):
            self.assertRegex(rest, rf"(?m)^ *{at}  .*{re.escape(labels[at])}")

    def order(self, *arguments):
        return self.plan("--order", *arguments)

    def purposes(self, *arguments):
        return [one["purpose"] for one in self.order(*arguments)["passes"]]

    def test_an_order_has_the_passes_around_the_sort_of_each_view(self):
        lines = self.purposes("5000", "--primitives", "2")
        self.assertEqual(lines[0], "keys of positions")
        self.assertNotIn("compact visible elements", lines)
        first = self.order("5000")["passes"][0]  # of the sort, which computes the keys
        self.assertIn("COMPUTED=2", first["label"])
        self.assertEqual(self.purposes("4000"), ["order all elements"])
        for views in (1, 2, 8):
            purposes = self.purposes("5000", "--cull", "frustum", "--views", str(views),
                                     "--primitives", "3")
            for purpose in ("keys of positions", "compact visible elements",
                            "write indices"):
                self.assertEqual(purposes.count(purpose), views)
        self.assertEqual(self.purposes("5000", "--alive", "5000")[0], "prepare count")

    def test_the_json_of_an_order_says_what_it_orders(self):
        plan = self.order("9000", "--views", "3", "--primitives", "2", "--bits", "24", "--cull",
                          "frustum", "--alive", "9000", "--algorithm", "radix-chain")
        self.assertEqual(plan["draw_order"],
                         {"vertices": 2, "views": 3, "cull": "frustum", "key_bits": 24,
                          "count_from_buffer": True})
        self.assertEqual((plan["method"], plan["count"]), ("radix-chain", 9000))
        self.assertEqual(len(plan["passes"]), plan["pass_count"])
        few = self.order("9000", "--algorithm", "radix-chain", "--bits", "16")
        self.assertLess(few["pass_count"],
                        self.order("9000", "--algorithm", "radix-chain")["pass_count"])

    def test_the_text_of_an_order_begins_with_what_it_orders(self):
        text = self.good("plan", "--order", "900", "--views", "2", "--primitives", "3",
                         "--alive", "900", env=NO_GPU).decode()
        self.assertRegex(text.splitlines()[0],
                         "on compute: up to 900 primitives of 3 vertices, 2 views, cull "
                         "none, keys of 32 bits$")
        text = self.good("plan", "--order", "2^10", "--cull", "frustum", env=NO_GPU).decode()
        self.assertIn(": 1024 points, 1 view, cull frustum,", text.splitlines()[0])

    def test_a_large_device_of_gl_has_texture_barriers(self):
        """So stages take one texture there, and two on any other."""
        def barriers(*more):
            form = ("plan", "5000", "--algorithm", "tree-stages-fragment", *more)
            return self.good(*form, env=NO_GPU).decode().count("barrier texture")
        self.assertGreater(barriers(), 10)
        self.assertEqual(barriers("--device", "minimum"), 0)
        self.assertEqual(barriers("--api", "gles3.0"), 0)
        copying = self.good("plan", "5000", "--algorithm", "tree-stages-copy-fragment",
                            env=NO_GPU).decode()
        self.assertEqual(copying.count("barrier texture"), 0)
        self.assertIn("copy nodes of stages", copying)

    def test_a_search_for_the_purpose_of_a_pass_finds_one_builder(self):
        source = pathlib.Path(__file__).parents[3] / "src"
        text = "".join(path.read_text(encoding="utf-8") for path in source.rglob("*.[ch]"))
        forms = json.loads(self.good("info", "--json"))["forms"]
        order = ("--order", "--primitives", "3", "--cull", "frustum")
        for arguments in (*(("--algorithm", form["name"]) for form in forms),
                          order, (*order, "--backend", "fragment"), ("--type", "f64"),
                          ("--segments", "9x5000"), ("--alive", "9", "--values", "u128")):
            count = () if "--segments" in arguments else ("1024",)
            for one in self.plan(*count, *arguments)["passes"]:
                self.assertEqual(text.count(f'"{one["purpose"]}"'), 1, one["purpose"])

    def test_limits_can_be_the_least_and_those_of_the_device(self):
        least = json.loads(self.good("plan", "--json", "1000", "--device", "minimum",
                                     env=NO_GPU))
        self.assertIn("a minimal device of GL 4.3", least["limits"])
        device = json.loads(self.good("plan", "--json", "1000", "--device", "this"))
        self.assertIn("this device", device["limits"])
        es = self.plan("1000", "--api", "gles3.0")
        self.assertEqual(es["backend"], "fragment")
        self.assertIn("GLES 3.0", es["limits"])


if __name__ == "__main__":
    program.main()
