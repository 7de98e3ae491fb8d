#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table that opens docs/benchmarks.md, and the steps that measured rows show.

check_goals.py ROOT
"""
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import fill  # noqa: E402
import goal_table  # noqa: E402
import goals  # noqa: E402
import rows as row_files  # noqa: E402
import steps  # noqa: E402

ROOT = None


def record(line, count, side, ms, **more):
    return {"line": line, "count": count, "side": side, "ms": [ms], "right": True,
            "form": "cub-radix/graph/cuda" if side == "cub" else "auto", "device": "a GPU",
            "driver": "1", "commit": "abc", "date": "2026-01-01", "cpu": "a CPU",
            "command": "suite", **more}


def cells(text, what, n):
    """The cells of the row of a line and a count."""
    shown = ""
    for line in text.splitlines():
        words = [word.strip() for word in line.strip("|").split("|")]
        shown = words[0] or shown
        if len(words) == 7 and (shown, words[1]) == (what, n):
            return words[2:]
    return None


PAIRS = "u32 keys, u32 values"


class Table(unittest.TestCase):
    def test_every_cell_is_there_and_unmeasured_ones_name_their_command(self):
        text = goal_table.goals([])
        for line in goal_table.lines():
            for n in line["goals"]:
                self.assertEqual(cells(text, line["title"], n)[0], "not measured")
        self.assertIn("`bench/suite.py FOLDER --goals --gpu`", text)
        self.assertIn("`bench/suite.py FOLDER --goals`", text)

    def test_a_missed_goal_says_by_how_much_and_a_graph_counts_at_every_count(self):
        rows = [record("pairs", 1 << 22, "ours", 0.2, bytes=2e8, copy_gb_s=2000),
                record("pairs", 1 << 22, "cub", 0.3, form="cub-radix/stream/cuda"),
                record("pairs", 1 << 22, "cub", 0.198),
                record("pairs", 1 << 10, "ours", 0.01), record("pairs", 1 << 10, "cub", 0.02)]
        text = goal_table.goals(rows)
        self.assertEqual(cells(text, PAIRS, "2^22"),
                         ["200 us", "198 us", "0.99", "1.1, missed by 10 %", "100 us"])
        self.assertEqual(cells(text, PAIRS, "2^10")[:4], ["10 us", "20 us", "2.00", "1.7"])

    def test_rounds_are_joined_by_their_median(self):
        rows = [{**record("host", 1 << 22, "ours", 9), "ms": [9.0, 5.0, 40.0]}]
        self.assertEqual(cells(goal_table.goals(rows), "upload, sort, download of pairs",
                               "2^22")[::3], ["9 ms", "at most 7 ms, missed by 29 %"])

    def test_submits_stand_beside_the_launch_of_a_graph(self):
        rows = [record("submit", 1 << 10, "ours", 0.01),
                record("pairs", 1 << 10, "cub", 0.02, submit_ms=0.002),
                record("pairs", 1 << 10, "cub", 0.02, submit_ms=0.001,
                       form="cub-radix/stream/cuda")]
        self.assertEqual(cells(goal_table.goals(rows), "CPU time of a run, state kept",
                               "2^10")[:4],
                         ["10 us", "2 us", "0.20", "at most 4 us, missed: 2.5 times that"])

    def test_rows_of_two_commits_and_wrong_results_are_no_table(self):
        one = record("pairs", 1 << 10, "ours", 1.0)
        with self.assertRaisesRegex(SystemExit, "of the commits abc, xyz"):
            goal_table.goals([one, record("keys", 1 << 10, "ours", 1.0, commit="xyz")])
        with self.assertRaisesRegex(SystemExit, "is wrong"):
            goal_table.goals([{**one, "right": False}])

    def test_the_headline_of_the_readme_stays_without_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            text = "<!-- table: headline none.json -->\nas it was\n<!-- end -->"
            self.assertEqual(fill.fill(text, pathlib.Path(folder)), text)
        rows = [record("pairs", goal_table.number(n), side, ms)
                for n in goal_table.HEADLINE for side, ms in (("ours", 0.5), ("cub", 2.0))]
        self.assertIn("| glsort | 500 | ", goal_table.headline(rows))
        self.assertIn("| CUB | 2,000 | ", goal_table.headline(rows))


class Plan(unittest.TestCase):
    """What the run calls, without calling it."""

    def called(self, rounds):
        return [(name, " ".join(map(str, words))) for calls in rounds for name, words, _ in calls]

    def test_the_first_round_has_every_cell_of_a_gpu_beside_cub(self):
        first = self.called(goals.gpu_rounds(goals.lines())[:1])
        for line in goals.lines():
            if line["by"] != "sort":
                continue
            axes = f"--key {line['key']} --values {line['values']} "
            for program in ("glsort-bench", "cub-bench"):
                counts = set()
                for name, words in first:
                    if name == program and axes in words:
                        counts |= set(words.split("--count ")[1].split()[0].split(","))
                self.assertEqual(counts, {str(goals.number(n)) for n in line["goals"]})
        names = {name for name, _ in first}
        self.assertEqual(names, {"glsort-bench", "cub-bench", "cub-order-bench",
                                 "glsort-calls-bench", "glsort-host-bench",
                                 "glsort-keys-bench", "glsort",
                                 "cub-segments-bench"})
        self.assertIn(("glsort-calls-bench", "submit 10 16 20"), first)
        self.assertIn(("glsort-calls-bench", "create 25"), first)
        self.assertIn(("cub-order-bench", "10 24 15 4 2"), first)
        self.assertIn(("glsort", "bench --json --segments 262144x8"), first)

    def test_rows_of_a_program_that_was_stopped_are_read(self):
        found = goals.rows_in('[\n{"a": {"b": 1}},\n{"a": 2},\n{"a": ')
        self.assertEqual(found, [{"a": {"b": 1}}, {"a": 2}])


class Steps(unittest.TestCase):
    def test_a_step_that_costs_too_much_and_one_that_falls_are_found(self):
        rows = [record("steps", count, "ours", ms) for count, ms in
                ((3891, 10.0), (4096, 10.0), (4300, 10.7), (62259, 30.3), (65536, 30.0),
                 (68812, 33.0))]
        self.assertEqual(steps.misses(steps.times_of(rows)),
                         {"2^16 + 5 %": 10.0, "2^16 - 5 %": 1.0})

    def test_no_step_of_measured_rows_is_worse_than_is_known(self):
        looked = 0
        for path in sorted((ROOT / "docs/measured").rglob("*.json")):
            times = steps.times_of(row_files.load(path))
            name = str(path.relative_to(ROOT / "docs/measured"))
            looked += bool(steps.all_steps(times))
            self.assertEqual(steps.worse(times, steps.KNOWN.get(name, {})), {}, name)
        self.assertGreater(looked, 0)


if __name__ == "__main__":
    ROOT = pathlib.Path(sys.argv[1])
    unittest.main(argv=sys.argv[:1])
