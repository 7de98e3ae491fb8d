#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table that opens docs/benchmarks.md, and the calls that measure it."""
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import fill  # noqa: E402
import cell_table  # noqa: E402
import cells  # noqa: E402


def record(line, count, side, ms, **more):
    return {"line": line, "count": count, "side": side, "ms": [ms], "right": True,
            "form": "cub-radix/graph/cuda" if side == "cub" else "auto", "device": "a GPU",
            "driver": "1", "commit": "abc", "date": "2026-01-01", "cpu": "a CPU",
            "command": "suite", **more}


def cells_of(text, what, n):
    """The cells of the row of a line and a count."""
    shown = ""
    for line in text.splitlines():
        words = [word.strip() for word in line.strip("|").split("|")]
        shown = words[0] or shown
        if len(words) == 6 and (shown, words[1]) == (what, n):
            return words[2:]
    return None


PAIRS = "u32 keys, u32 values"


class Table(unittest.TestCase):
    def test_every_cell_is_there_and_unmeasured_ones_name_their_command(self):
        text = cell_table.table([])
        for line in cell_table.lines():
            for n in line["counts"]:
                self.assertEqual(cells_of(text, line["title"], n)[0], "not measured")
        self.assertIn("`bench/suite.py FOLDER --cells --gpu`", text)
        self.assertIn("`bench/suite.py FOLDER --cells`", text)

    def test_the_faster_of_a_stream_and_a_graph_counts_at_every_count(self):
        rows = [record("pairs", 1 << 22, "ours", 0.2, bytes=2e8, copy_gb_s=2000),
                record("pairs", 1 << 22, "cub", 0.3, form="cub-radix/stream/cuda"),
                record("pairs", 1 << 22, "cub", 0.198),
                record("pairs", 1 << 10, "ours", 0.01), record("pairs", 1 << 10, "cub", 0.02)]
        text = cell_table.table(rows)
        self.assertEqual(cells_of(text, PAIRS, "2^22"), ["200 us", "198 us", "0.99", "100 us"])
        self.assertEqual(cells_of(text, PAIRS, "2^10"), ["10 us", "20 us", "2.00", "-"])

    def test_rounds_are_joined_by_their_median(self):
        rows = [{**record("host", 1 << 22, "ours", 9), "ms": [9.0, 5.0, 40.0]}]
        self.assertEqual(cells_of(cell_table.table(rows), "upload, sort, download of pairs",
                                  "2^22"), ["9 ms", "-", "-", "-"])

    def test_steps_say_how_the_time_changes_and_keys_have_a_row_each(self):
        rows = [record("steps", count, "ours", ms)
                for count, ms in ((3891, 9.0), (4096, 10.0), (4300, 12.0))]
        rows += [record("order-keys", 4096, "ours", 1.0, form=form) for form in ("u32", "f32")]
        text = cell_table.table(rows)
        for n, change in (("2^12 - 5 %", "-10 % of time"), ("2^12", "-"),
                          ("2^12 + 5 %", "+20 % of time")):
            self.assertEqual(cells_of(text, "u32 pairs, 5 % more or fewer", n)[2], change)
        for form in ("u32", "f32"):
            self.assertEqual(cells_of(text, f"draw order by its keys: {form}", "2^12")[0], "1 ms")

    def test_submits_stand_beside_the_launch_of_a_graph(self):
        rows = [record("submit", 1 << 10, "ours", 0.01),
                record("pairs", 1 << 10, "cub", 0.02, submit_ms=0.002),
                record("pairs", 1 << 10, "cub", 0.02, submit_ms=0.001,
                       form="cub-radix/stream/cuda")]
        self.assertEqual(cells_of(cell_table.table(rows), "CPU time of a run, state kept", "2^10"),
                         ["10 us", "2 us", "0.20", "-"])

    def test_rows_of_two_commits_and_wrong_results_are_no_table(self):
        one = record("pairs", 1 << 10, "ours", 1.0)
        with self.assertRaisesRegex(SystemExit, "of the commits abc, xyz"):
            cell_table.table([one, record("keys", 1 << 10, "ours", 1.0, commit="xyz")])
        with self.assertRaisesRegex(SystemExit, "is wrong"):
            cell_table.table([{**one, "right": False}])

    def test_the_headline_of_the_readme_stays_without_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            text = "<!-- table: headline none.json -->\nas it was\n<!-- end -->"
            self.assertEqual(fill.fill(text, pathlib.Path(folder)), text)
        rows = [record("pairs", cell_table.number(n), side, ms)
                for n in cell_table.HEADLINE for side, ms in (("ours", 0.5), ("cub", 2.0))]
        self.assertIn("| glsort | 500 | ", cell_table.headline(rows))
        self.assertIn("| CUB | 2,000 | ", cell_table.headline(rows))


class Plan(unittest.TestCase):
    """What the run calls, without calling it."""

    def called(self, rounds):
        return [(name, " ".join(map(str, words))) for calls in rounds for name, words, _ in calls]

    def test_the_first_round_has_every_cell_of_a_gpu_beside_cub(self):
        first = self.called(cells.gpu_rounds(cells.lines())[:1])
        for line in cells.lines():
            if line["by"] != "sort":
                continue
            axes = f"--key {line['key']} --values {line['values']} "
            for program in ("glsort-bench", "cub-bench"):
                counts = set()
                for name, words in first:
                    if name == program and axes in words:
                        counts |= set(words.split("--count ")[1].split()[0].split(","))
                self.assertEqual(counts, {str(cells.number(n)) for n in line["counts"]})
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
        found = cells.rows_in('[\n{"a": {"b": 1}},\n{"a": 2},\n{"a": ')
        self.assertEqual(found, [{"a": {"b": 1}}, {"a": 2}])


if __name__ == "__main__":
    unittest.main()
