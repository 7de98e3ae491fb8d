#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A run of the cells, of every kind of line, with few elements and programs in CUB's place.

check_suite.py FOLDER      FOLDER: the programs of bench
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "report"))

import cell_table  # noqa: E402

PROGRAMS = None
COUNTS = {"pairs": "2^8", "order": "2^8", "culled": "2^8", "segments": "2^10", "steps": "2^9",
          "submit": "2^8", "submit-clobbers": "2^8", "creation": "2^9", "host": "2^9",
          "order-keys": "2^8", "llvmpipe": "2^8"}
# Each prints what the program of its name does, for the counts above.
CUB = {
    "cub-bench": """
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
print(json.dumps([{"algorithm": "cub-radix", "variant": variant, "backend": "cuda",
                   "count": int(count), "gpu_ms": 0.002, "cpu_ms": 0.003, "right": True,
                   "submit_ms": 0.001, "end_to_end_ms": 0.5, "refusal": None, "device": "CUDA",
                   "commit": "not known"}
                  for count in words["--count"].split(",") for variant in ("stream", "graph")]))
""",
    "cub-order-bench": """
for share in 0, 50:
    print(json.dumps({"count": 1 << int(sys.argv[1]), "cull_share": share, "right": True,
                      "stream_ms": 0.2, "graph_ms": 0.1}))
""",
    "cub-segments-bench": """
segments, length = map(int, sys.argv[1].split("x"))
print(json.dumps({"elements": segments * length, "right": True, "segmented_sort_ms": 0.1,
                  "segmented_radix_sort_ms": 9.0}))
"""}


class Suite(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="glsort-cells-"))
        self.addCleanup(shutil.rmtree, self.folder)
        for program in (*PROGRAMS.glob("glsort*-bench"), PROGRAMS / "glsort"):
            (self.folder / program.name).symlink_to(program)
        for name, text in CUB.items():
            path = self.folder / name
            path.write_text(f"#!{sys.executable}\nimport json, sys\n{text}")
            path.chmod(0o755)
        self.lines = [{**line, "counts": [COUNTS[line["line"]]]}
                      for line in cell_table.lines() if line["line"] in COUNTS]
        (self.folder / "lines.json").write_text(json.dumps(self.lines))

    def run_suite(self, *words):
        result = subprocess.run(
            [sys.executable, str(HERE / "suite.py"), str(self.folder), "--cells", "--bin",
             str(self.folder), "--lines", str(self.folder / "lines.json"), *words],
            capture_output=True, text=True, check=False)
        rows = json.loads((self.folder / "cells.json").read_text())
        return result, rows

    def test_the_cells_of_a_gpu_are_not_those_of_another_device(self):
        program = self.folder / "glsort-bench"
        program.unlink()
        program.write_text(f"#!{sys.executable}\nimport sys\n"
                           "sys.exit('no GPU' if 'gpu' in sys.argv else 'called')\n")
        program.chmod(0o755)
        result = subprocess.run(
            [sys.executable, str(HERE / "suite.py"), str(self.folder), "--cells", "--gpu",
             "--bin", str(self.folder)], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("no GPU", result.stderr)
        self.assertNotIn("called", result.stderr)

    def test_a_run_fills_every_cell_and_what_is_cut_off_is_kept(self):
        rows = []
        for words in (("--gpu", "--seconds", "60"), ()):
            result, found = self.run_suite(*words)
            self.assertEqual(result.returncode, 0, result.stderr)
            rows += found
        self.assertTrue(all(row["device"] and row["cpu"] for row in rows))
        self.assertEqual(len({row["commit"] for row in rows}), 1)
        self.assertEqual({row["line"] for row in rows}, set(COUNTS))
        whole = cell_table.lines
        cell_table.lines = lambda: self.lines
        self.addCleanup(setattr, cell_table, "lines", whole)
        text = cell_table.table(rows)
        self.assertNotIn("not measured", text)
        result, few = self.run_suite("--gpu", "--seconds", "0.01")
        self.assertLess(len(few), 5)
        self.assertIn("no time is left", result.stderr)


if __name__ == "__main__":
    PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
    unittest.main(argv=sys.argv[:1])
