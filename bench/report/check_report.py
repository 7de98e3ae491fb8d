#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rows become tables and the document; each script runs at a tiny size.

check_report.py ROOT GLSORT_BENCH
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import rows as row_files  # noqa: E402
import tables  # noqa: E402

ROOT, PROGRAM = None, None
QUICK = ("--budget", "1", "--samples", "3", "--rounds", "2", "--quiet")


def made_row(algorithm, variant, backend, count, ms, **more):
    row = {"algorithm": algorithm, "variant": variant, "backend": backend, "count": count,
           "device": "a GPU", "gpu_ms": ms, "gpu_ms_min": ms, "gpu_ms_spread": 0.0,
           "cpu_ms": 2 * ms, "submit_ms": ms / 2, "end_to_end_ms": 3 * ms,
           "create_ms": 1.0, "create_again_ms": 0.5, "bytes": 100 * count, "gb_s": 1.0,
           "copy_gb_s": 10.0, "copy_share": 0.1, "mega_keys_a_second": 1.0,
           "pass_count": 2, "scratch_bytes": 8 * count, "right": True, "refusal": None,
           "driver": "1", "commit": "c", "date": "2026-01-01", "command": "run",
           "entropy": 32.0, "samples": 3, "gpu_ms_samples": [ms, ms, ms],
           "passes": [{"label": "a", "ms": ms / 2, "bytes": 1},
                      {"label": "a", "ms": ms / 4, "bytes": 2},
                      {"label": "b", "ms": None, "bytes": 3}], **tables.PLAIN}
    return {**row, **more}


def script(path, *words, **environment):
    return subprocess.run([str(ROOT / path), *map(str, words)], capture_output=True,
                          text=True, check=False, env={**os.environ, **environment})


class Joining(unittest.TestCase):
    def test_samples_of_all_rounds_count(self):
        first = made_row("radix", "tiles", "compute", 1000, 9.0, gpu_ms_samples=[9, 1, 2])
        second = made_row("radix", "tiles", "compute", 1000, 9.0, gpu_ms_samples=[3, 4])
        other = made_row("radix", "items", "compute", 1000, 9.0)
        joined = row_files.join_rounds([first, other, second])
        self.assertEqual(len(joined), 2)
        self.assertEqual((joined[0]["gpu_ms"], joined[0]["gpu_ms_min"]), (3, 1))
        self.assertEqual(joined[0]["samples"], 5)
        self.assertAlmostEqual(joined[0]["mega_keys_a_second"], 1 / 3)
        self.assertAlmostEqual(joined[0]["copy_share"], 100 * 1000 / 3e6 / 10)

    def test_one_wrong_result_makes_the_row_wrong(self):
        rows = [made_row("radix", "tiles", "compute", 1000, 1.0, right=right)
                for right in (True, False, True)]
        self.assertIs(row_files.join_rounds(rows)[0]["right"], False)

    def test_passes_of_one_label_are_added_and_unknown_times_stay_unknown(self):
        row = row_files.join_rounds([made_row("radix", "tiles", "compute", 1000, 4.0)])[0]
        self.assertEqual([(one["label"], one["passes"], one["ms"], one["bytes"])
                          for one in row["passes"]],
                         [("a", 2, 3.0, 3), ("b", 1, None, 3)])


class Measured(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="glsort-report-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.rows = cls.folder / "rows.json"
        result = script("bench/run.py", *QUICK, "--count", "600,2^10+-5%", "--only",
                        "radix,bitonic/packed,std::sort,auto", "--out", cls.rows,
                        "--glsort-bench", PROGRAM)
        assert result.returncode == 0, result.stderr

    def test_every_round_and_count_is_there_once(self):
        rows = row_files.load(self.rows)
        self.assertEqual(tables.counts_of(rows), [600, 972, 1024, 1075])
        self.assertEqual(len({row_files.identity(row) for row in rows}), len(rows))
        self.assertTrue(all(2 <= row["samples"] <= 6 for row in rows if row["gpu_ms"]))
        self.assertTrue(all("--out" not in row["command"] for row in rows))

    def test_a_second_run_replaces_its_rows_alone(self):
        before = row_files.load(self.rows)
        copy = self.folder / "copy.json"
        shutil.copy(self.rows, copy)
        result = script("bench/run.py", *QUICK, "--count", "600", "--only", "radix/items",
                        "--out", copy, "--glsort-bench", PROGRAM)
        self.assertEqual(result.returncode, 0, result.stderr)
        after = row_files.load(copy)
        self.assertEqual(len(after), len(before))
        self.assertEqual(sum(row not in before for row in after), 1)

    def test_every_table_is_made(self):
        rows = row_files.load(self.rows)
        for name in ("times", "origin"):
            text = tables.make(name, rows, [])
            self.assertIn("llvmpipe" if name == "origin" else "radix/items", text, name)
            self.assertNotIn("None", text, name)
            cells = {line.count("|") for line in text.splitlines() if line[:1] == "|"}
            self.assertLessEqual(len(cells), 1, name)

    def test_a_document_is_filled_and_then_found_right(self):
        document = self.folder / "document.md"
        document.write_text("a\n<!-- table: times rows.json -->\n<!-- end -->\nb\n")
        check = ("--check", document, self.folder)
        self.assertEqual(script("bench/report/fill.py", *check).returncode, 1)
        self.assertEqual(script("bench/report/fill.py", *check[1:]).returncode, 0)
        self.assertEqual(script("bench/report/fill.py", *check).returncode, 0)
        text = document.read_text()
        self.assertTrue(text.startswith("a\n<!-- table: times rows.json -->\n\n| ms |"))
        self.assertTrue(text.endswith("<!-- end -->\nb\n"))
        document.write_text(text.replace("| radix", "| Radix", 1))
        self.assertEqual(script("bench/report/fill.py", *check).returncode, 1)

    def test_of_several_documents_a_wrong_one_is_named(self):
        right, wrong = (self.folder / name for name in ("right.md", "wrong.md"))
        for path in (right, wrong):
            path.write_text("<!-- table: origin rows.json -->\n<!-- end -->\n")
        self.assertEqual(script("bench/report/fill.py", right, self.folder).returncode, 0)
        result = script("bench/report/fill.py", "--check", right, wrong, self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("wrong.md", result.stderr)
        self.assertNotIn("right.md", result.stderr)

    def test_the_published_tables_are_printed_beside_ours(self):
        place = {"GLSORT_BENCH_BUILD": str(PROGRAM.parent.parent)}
        for table, count, parts in (
                ("chapter", "2^15", ("| 2^15 | 9-11 | 4 | 5 | ", "GPU-ABiSort")),
                ("tutorial", "2^10", ("| 64 | 496 | ", "keep, n = 2^10")),
                ("sample", "500", ("| radix/items/compute | 500 | ", "elements/s"))):
            result = script("scripts/bench-table", table, *QUICK, "--count", count,
                            **place)
            self.assertEqual(result.returncode, 0, result.stderr)
            for part in parts:
                self.assertIn(part, result.stdout)
        self.assertEqual(script("scripts/bench-table", "other").returncode, 2)


class Documents(unittest.TestCase):
    def test_the_tables_of_the_documents_are_those_of_their_rows(self):
        documents = [path for path in [*sorted((ROOT / "docs").glob("*.md")),
                                       ROOT / "README.md"]
                     if "<!-- table: " in path.read_text(encoding="utf-8")]
        self.assertEqual([path.name for path in documents],
                         ["benchmarks.md", "tuning-notes.md", "README.md"])
        result = script("bench/report/fill.py", "--check", *documents,
                        ROOT / "docs/measured")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_all_measured_rows_are_in_a_document(self):
        text = "".join(path.read_text(encoding="utf-8")
                       for path in (ROOT / "docs").glob("*.md"))
        for path in (ROOT / "docs/measured").rglob("*.json"):
            name = path.relative_to(ROOT / "docs/measured")
            self.assertRegex(text, f"<!-- table: [a-z]+ ([^ ]+,)?{name}[, ]", name)


if __name__ == "__main__":
    ROOT, PROGRAM = map(pathlib.Path, sys.argv[1:3])
    unittest.main(argv=sys.argv[:1])
