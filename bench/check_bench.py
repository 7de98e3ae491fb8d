#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs glsort-bench briefly and reads what it wrote.

check_bench.py GLSORT_BENCH
"""
import json
import subprocess
import sys
import unittest

PROGRAM = None
TEXTS = ("algorithm", "variant", "backend", "key", "values", "order", "distribution",
         "device", "driver", "api", "commit", "command", "date")
TIMES = ("gpu_ms", "gpu_ms_min", "gpu_ms_spread", "cpu_ms", "submit_ms", "end_to_end_ms",
         "create_ms", "create_again_ms")


def run(*options):
    return subprocess.run([PROGRAM, *map(str, options)], capture_output=True, text=True,
                          check=False)


def rows_of(*options):
    result = run("--json", "-", "--budget", 2, "--samples", 3, *options)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def name_of(row):
    return f"{row['algorithm']}/{row['variant']}/{row['backend']}"


class EveryForm(unittest.TestCase):
    rows = None

    @classmethod
    def setUpClass(cls):
        cls.rows = rows_of("--count", "1000,2^12")

    def test_all_forms_and_peers_are_there_at_both_counts(self):
        lines = [line.split() for line in run("--list").stdout.split("forms\n")[1]
                 .splitlines()]
        listed = [words[-1] for words in lines
                  if not words[-1].startswith("bitonic-local/")]
        self.assertEqual(len(set(listed)), len(listed))
        for count in (1000, 4096):
            found = [name_of(row) for row in self.rows if row["count"] == count]
            self.assertEqual(len(found), len(listed))
            self.assertEqual(found[1:], listed[1:])  # the first is auto, which has chosen
        forms = [words[0] for words in lines
                 if len(words) == 2 and not words[1].startswith("bitonic-local/")]
        self.assertEqual([row["form"] for row in self.rows
                          if row["form"] and row["count"] == 1000], forms)

    def test_a_form_is_measured_by_its_name(self):
        rows = rows_of("--count", 600, "--only", "radix-chain,bitonic-packed-fragment")
        self.assertEqual([name_of(row) for row in rows],
                         ["bitonic/packed/fragment", "radix/chain/compute"])

    def test_rows_have_all_fields_and_a_right_result(self):
        for row in self.rows:
            with self.subTest(name_of(row)):
                self.assertIsNone(row["refusal"])
                self.assertIs(row["right"], True)
                self.assertGreater(row["cpu_ms"], 0)
                self.assertAlmostEqual(row["entropy"], 32, delta=0.1)
                for field in TEXTS:
                    self.assertIsInstance(row[field], str)
                if row["backend"] != "cpu":
                    for field in TIMES:
                        self.assertGreaterEqual(row[field], 0, field)
                    self.assertLessEqual(row["gpu_ms_min"], row["gpu_ms"])
                    self.assertLessEqual(row["submit_ms"], row["cpu_ms"])
                    self.assertGreater(row["copy_share"], 0)
                else:
                    self.assertIsNone(row["gpu_ms"])

    def test_passes_add_up_to_the_bytes_of_the_row(self):
        for row in self.rows:
            if row["backend"] == "cpu":
                self.assertEqual(row["passes"], [])
                continue
            self.assertEqual(len(row["passes"]), row["pass_count"])
            total = sum(one["bytes"] for one in row["passes"])
            self.assertAlmostEqual(total / row["bytes"], 1, delta=1e-3)
            for one in row["passes"]:
                self.assertTrue(one["label"])
                self.assertGreaterEqual(one["ms"], 0)


class Axes(unittest.TestCase):
    def test_types_values_and_orders_are_combined(self):
        rows = rows_of("--count", 700, "--key", "i32,f32", "--values", "none,indices",
                       "--order", "ascending,descending", "--only",
                       "radix/items,bitonic/blocks,std::stable_sort")
        self.assertEqual(len(rows), 3 * 8)
        for row in rows:
            self.assertTrue(row["right"], name_of(row))

    def test_local_sorts_are_measured_where_they_are_asked_for(self):
        rows = rows_of("--count", 5000, "--only", "bitonic-local")
        self.assertEqual({row["variant"] for row in rows},
                         {f"{way}-{1 << log}" for way in ("read", "keep")
                          for log in range(11)})
        self.assertTrue(all(row["right"] for row in rows))

    def test_distributions_have_the_entropy_that_theory_gives(self):
        theory = {"uniform": 32, "constant": 0, "two-values": 1, "one-digit": 8,
                  "low-bits": 16, "and-2": 25.95, "and-3": 17.39}
        rows = rows_of("--count", "2^14", "--only", "radix/items", "--distribution",
                       ",".join(theory))
        for row in rows:
            self.assertAlmostEqual(row["entropy"], theory[row["distribution"]], delta=0.2)
            self.assertTrue(row["right"])

    def test_counts_are_numbers_powers_ranges_and_neighbours(self):
        rows = rows_of("--count", "10,2^5,2^6..2^8,1000+-5%", "--only", "std::sort")
        self.assertEqual([row["count"] for row in rows],
                         [10, 32, 64, 128, 256, 950, 1000, 1050])

    def test_a_lower_context_refuses_the_compute_forms_in_words(self):
        rows = rows_of("--api", "gl3.3", "--count", 500, "--only", "abisort")
        self.assertEqual(len(rows), 4)
        for row in rows:
            self.assertEqual(bool(row["refusal"]), row["backend"] == "compute")
            self.assertEqual(row["gpu_ms"] is None, row["backend"] == "compute")

    def test_what_makes_no_sense_gets_one_sentence(self):
        for options in (("--count", "0"), ("--count", "2^40"), ("--count", "5x"),
                        ("--count", "100..10"), ("--key", "u7"), ("--values", ""),
                        ("--distribution", "even"), ("--order", "up"), ("--api", "gl9"),
                        ("--samples", "0"), ("--budget", "no"), ("--what", "1"),
                        ("--json",), ("--only", "quicksort"), ("--device", "moon"),
                        ("--device", ""), ("--device", "4294967296"),
                        ("--\x1b[2J", "1"), ("--count", "10", "--json", "/no/\x1b[2J"),
                        ("--count", "10", "--json", "/nowhere/file")):
            with self.subTest(options):
                result = run(*options)
                self.assertEqual(result.returncode, 1)
                self.assertEqual(result.stderr.count("\n"), 1)
                self.assertTrue(result.stderr.startswith("glsort-bench: "), result.stderr)
                self.assertNotIn("\x1b", result.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    unittest.main(argv=sys.argv[:1])
