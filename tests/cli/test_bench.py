#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort bench: the rows that it prints, and what it refuses."""
import csv
import io
import json
import unittest

import program
from program import Case, run

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
        for expected in (("abisort", "compute"), ("abisort", "fragment"),
                         ("bitonic", "compute"), ("radix", "compute")):
            self.assertIn(expected, found)

    def test_options_choose_algorithm_backend_types_and_order(self):
        rows = self.rows("--algorithm", "bitonic", "--backend", "fragment", "--type",
                         "f32", "--values", "indices", "--descending", "--distribution",
                         "two-values")
        self.assertEqual({row["variant"] for row in rows}, {"columns", "packed"})
        for row in rows:
            self.assertEqual((row["algorithm"], row["backend"], row["key"], row["values"],
                              row["order"], row["distribution"]),
                             ("bitonic", "fragment", "f32", "indices", "descending",
                              "two-values"))
            self.assertAlmostEqual(row["entropy"], 1, delta=0.1)
            self.assertTrue(row["right"])

    def test_csv_has_a_head_and_a_line_for_each_row(self):
        text = self.good("bench", "--csv", "--budget", "1", "-i", "1", "-x", "500",
                         "--algorithm", "radix").decode()
        lines = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual({line["algorithm"] for line in lines}, {"radix"})
        for line in lines:
            self.assertEqual([field for field in FIELDS if not line[field]], [])

    def test_a_form_is_measured_alone(self):
        rows = json.loads(self.good("bench", "--json", "--budget", "1", "-i", "1", "-x",
                                    "500", "--form", "radix-chain"))
        self.assertEqual([(row["form"], row["variant"]) for row in rows],
                         [("radix-chain", "chain")])

    def test_without_a_format_a_table_is_printed(self):
        text = self.good("bench", "-x", "700", "--budget", "1", "-i", "1",
                         "--algorithm", "radix").decode()
        self.assertRegex(text, r"(?m)^device +\S")
        self.assertRegex(text, r"(?m)^700 +u32\+u32 +radix/items/compute +[\d.]+ ")

    def test_what_makes_no_sense_is_refused_in_one_sentence(self):
        for options in (["-x", "0"], ["-x", "2^31"], ["-x", "many"],
                        ["--distribution", "even"], ["--budget", "0"], ["-i", "65"],
                        ["--json", "--csv"], ["--algorithm", "quick"],
                        ["--values", "some"], ["--verify"], ["more"],
                        ["--algorithm", "radix", "--backend", "fragment"]):
            self.refused("bench", *options)

    def test_output_that_cannot_be_written_is_told(self):
        with open("/dev/full", "wb") as full:
            status, _, error = run("bench", "--json", "-x", "100", "-i", "1",
                                   "--algorithm", "radix", stdout=full)
        self.assertEqual(status, 1)
        self.assertIn("standard output", error)


if __name__ == "__main__":
    program.main()
