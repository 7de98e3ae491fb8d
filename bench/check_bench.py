#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs glsort-bench briefly and reads what it wrote.

check_bench.py GLSORT_BENCH FOLDER
"""
import json
import pathlib
import subprocess
import sys

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print("FAILED:", text)


def run(program, *options):
    return subprocess.run([program, *map(str, options)], capture_output=True, text=True)


def check_rows(rows, text, markdown):
    expect({row["count"] for row in rows} == {1000, 4096}, "both sizes are there")
    forms = {row["form"] for row in rows}
    for kind in ("array compute", "array fragment", "tree compute", "tree fragment",
                 "CPU"):
        expect(any(form.startswith(kind) for form in forms), f"{kind} is there")
    for row in rows:
        name = f"{row['form']}, n = {row['count']}"
        expect("refusal" not in row, f"{name}: runs, not {row.get('refusal')!r}")
        expect(row.get("right") is True, f"{name}: gives the right result")
        expect(row.get("wall_ms_median", 0) > 0, f"{name}: has a time")
        expect(len(row.get("wall_ms", [])) >= 1, f"{name}: has samples")
        expect(row["device"] and row["driver"] and row["commit"], f"{name}: says where")
        if not row["form"].startswith("CPU"):
            expect(row.get("passes", 0) > 0 and row.get("bytes_moved", 0) > 0,
                   f"{name}: has passes and bytes")
        expect(row["form"] in text and row["form"] in markdown,
               f"{name}: is in the tables")


def check_refusal(program, folder):
    path = folder / "lower.json"
    result = run(program, "--api", "gl3.3", "--count", 500, "--form", "array",
                 "--budget", 1, "--samples", 2, "--json", path)
    expect(result.returncode == 0, f"GL 3.3 runs too ({result.stderr})")
    rows = {row["form"]: row for row in json.loads(path.read_text())}
    expect(len(rows) == 4, "--form chooses the array forms")
    expect(all(bool(row.get("refusal")) == ("compute" in form)
               for form, row in rows.items()), "only the compute forms are refused there")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    result = run(program, "--count", 1000, "--count", 4096, "--budget", 2, "--samples", 3,
                 "--json", folder / "rows.json", "--markdown", folder / "rows.md")
    expect(result.returncode == 0, f"it ends well ({result.stderr})")
    check_rows(json.loads((folder / "rows.json").read_text()), result.stdout,
               (folder / "rows.md").read_text())
    check_refusal(program, folder)
    for options in (("--count", "0"), ("--api", "gl9"), ("--what",), ("--json",)):
        result = run(program, *options)
        expect(result.returncode == 1 and result.stderr.count("\n") == 1,
               f"{options}: fails with one sentence, not {result.stderr!r}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
