#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort bench: the rows that it prints."""
import json

import program
from program import Case

FIELDS = ("algorithm", "variant", "backend", "count", "key", "values", "gpu_ms",
          "gpu_ms_min", "cpu_ms", "device")


class Bench(Case):
    def rows(self, *options):
        return json.loads(self.good("bench", "--json", "--budget", "1", "-i", "2", "-x",
                                    "1000", *options))

    def test_json_is_an_array_of_rows_with_all_fields(self):
        rows = self.rows()
        self.assertGreater(len(rows), 5)
        for row in rows:
            self.assertEqual([field for field in FIELDS if field not in row], [])
            self.assertEqual((row["count"], row["key"], row["values"]),
                             (1000, "u32", "u32"))
            self.assertTrue(row["right"], row)
            self.assertTrue(row["device"] and row["driver"] and row["commit"])
            self.assertTrue(0 < row["gpu_ms_min"] <= row["gpu_ms"], row)
            self.assertGreater(row["cpu_ms"], 0)
        found = {(row["algorithm"], row["backend"]) for row in rows}
        self.assertLessEqual({("abisort", "fragment"), ("radix", "compute")}, found)

    def test_options_choose_algorithm_backend_types_and_order(self):
        rows = self.rows("--algorithm", "bitonic", "--backend", "fragment", "--type",
                         "f32", "--values", "indices", "--descending")
        self.assertEqual({row["variant"] for row in rows}, {"columns", "packed"})
        for row in rows:
            self.assertEqual((row["algorithm"], row["backend"], row["key"], row["values"],
                              row["order"]),
                             ("bitonic", "fragment", "f32", "indices", "descending"))
            self.assertTrue(row["right"])

    def test_without_a_format_a_table_is_printed(self):
        text = self.good("bench", "-x", "700", "--budget", ".5", "-i", "1",
                         "--algorithm", "radix").decode()
        self.assertRegex(text, r"(?m)^device +\S")
        self.assertRegex(text, r"(?m)^700 +u32\+u32 +radix/items/compute +[\d.]+ ")

    def orders(self, *options):
        return json.loads(self.good("bench", "--order", "--json", "--budget", "1", "-i", "2",
                                    *options))

    def test_orders_are_measured_against_the_cpu(self):
        rows = self.orders("-x", "3000", "--cull", "30", "--views", "2",
                           "--primitives", "3", "--bits", "24")
        self.assertEqual([(row["algorithm"], row["variant"], row["backend"]) for row in rows],
                         [("order", "one-call", "compute"), ("cpu", "radix", "cpu")])
        for row in rows:
            self.assertEqual((row["count"], row["max_count"], row["views"], row["vertices"],
                              row["key_bits"], row["cull"], row["cull_share"],
                              row["count_source"], row["right"]),
                             (3000, 3000, 2, 3, 24, "frustum", 30, "args", True))
            self.assertAlmostEqual(row["visible"], 2100, delta=150)
            self.assertGreater(row["cpu_ms"], 0)
            self.assertEqual(row["gpu_ms"] is None, row["algorithm"] == "cpu")
        labels = [one["label"] for one in rows[0]["passes"]]
        self.assertEqual(labels.count("keys of positions"), 2)

    def test_counts_on_the_gpu_are_measured_in_a_pool(self):
        rows = self.orders("-x", "5000", "--alive", "10,4000,6000")
        self.assertEqual([row["variant"] for row in rows],
                         2 * ["one-call", "radix"])
        self.assertEqual([row["count"] for row in rows], 2 * [10] + 2 * [4000])
        self.assertEqual({(row["max_count"], row["count_source"], row["right"])
                          for row in rows}, {(5000, "buffer", True)})

    def test_orders_in_fragment_passes_are_measured_and_refusals_told(self):
        rows = self.orders("-x", "900", "--api", "gl3.3", "--views", "2")
        self.assertEqual([(row["backend"], row["right"]) for row in rows],
                         [("fragment", True), ("cpu", True)])
        self.assertRegex(self.orders("-x", "900", "--primitives", "65")[0]["refusal"],
                         "primitive.vertices is 65")

    def test_orders_of_several_counts_make_a_table(self):
        options = ("bench", "--order", "--budget", "1", "-i", "1", "--cull", "frustum", "-x")
        text = self.good(*options, "2^4..2^5,9").decode()
        self.assertRegex(text, r"(?m)^order +points, 1 view, keys of 32 bits, 0 % outside")
        self.assertRegex(text, r"(?m)^9 +9 +order/one-call/compute +[\d.]+ ")
        for count in (16, 32):
            self.assertRegex(text, rf"(?m)^{count} +{count} +order/one-call/")


if __name__ == "__main__":
    program.main()
