#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort plan prints schedules, and their pass counts are the published ones."""
import json
import os
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

    def test_a_form_says_algorithm_backend_and_options(self):
        for form, options in (("abisort-fused-fragment", ("abisort", "--backend", "fragment")),
                              ("tree", ("abisort-tree",))):
            named = self.plan("5000", "--algorithm", form)
            said = self.plan("5000", "--algorithm", *options)
            del named["reason"], said["reason"]
            self.assertEqual(named, said)

    def test_the_optimised_tree_has_the_published_pass_count(self):
        for arguments in (("2^20", "--algorithm", "tree"),
                          ("--count", "1048576", *TREE, "--backend", "compute")):
            plan = self.plan(*arguments)
            self.assertEqual(plan["sort_pass_count"], 338)
            phases = [one["phase"] for one in plan["passes"]]
            self.assertEqual(phases.count("sort"), 338)

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

    def test_the_json_of_an_order_says_what_it_orders(self):
        plan = self.plan("--order", "9000", "--views", "3", "--primitives", "2", "--bits", "24",
                         "--cull", "frustum", "--alive", "9000", "--algorithm", "radix-chain")
        self.assertEqual(plan["draw_order"],
                         {"vertices": 2, "views": 3, "cull": "frustum", "key_bits": 24,
                          "count_from_buffer": True})
        self.assertEqual((plan["method"], plan["count"]), ("radix-chain", 9000))
        self.assertEqual(len(plan["passes"]), plan["pass_count"])

    def test_the_text_of_an_order_begins_with_what_it_orders(self):
        text = self.good("plan", "--order", "900", "--views", "2", "--primitives", "3",
                         "--alive", "900", env=NO_GPU).decode()
        self.assertRegex(text.splitlines()[0],
                         "on compute: up to 900 primitives of 3 vertices, 2 views, cull "
                         "none, keys of 32 bits$")
        text = self.good("plan", "--order", "2^10", "--cull", "frustum", env=NO_GPU).decode()
        self.assertIn(": 1024 points, 1 view, cull frustum,", text.splitlines()[0])

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
