#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns what glsort-bench --json wrote into the tables of docs/benchmarks.md.

bench_table.py FILE.json...    one device and commit; several files are joined
"""
import json
import sys


def power(count):
    log = count.bit_length() - 1
    return f"2^{log}" if count == 1 << log else str(count)


def milliseconds(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def cell(row, notes):
    if row is None:
        return ""
    if "refusal" in row:
        if row["refusal"] not in notes:
            notes.append(row["refusal"])
        return f"({notes.index(row['refusal']) + 1})"
    if not row["right"]:
        return "WRONG"
    gpu, wall = row["gpu_ms_median"], row["wall_ms_median"]
    return milliseconds(wall if gpu is None else gpu)


def work(row):
    if row is None or "passes" not in row:
        return ""
    mebibytes = row["bytes_moved"] / (1 << 20)
    return f"{row['passes']}: {mebibytes:.3g}" if mebibytes < 1000 else (
        f"{row['passes']}: {mebibytes:.0f}")


def print_work(rows):
    """Passes, and MiB that they move, which are the same on every device."""
    forms = list(dict.fromkeys(row["form"] for row in rows if "passes" in row))
    counts = sorted({row["count"] for row in rows})
    found = {(row["form"], row["count"]): row for row in rows}
    print("| passes: MiB moved | " + " | ".join(power(count) for count in counts) + " |")
    print("|---|" + "--:|" * len(counts))
    for form in forms:
        cells = [work(found.get((form, count))) for count in counts]
        print(f"| {form} | " + " | ".join(cells) + " |")
    print()


def print_times(rows):
    forms = list(dict.fromkeys(row["form"] for row in rows))
    counts = sorted({row["count"] for row in rows})
    found = {(row["form"], row["count"]): row for row in rows}
    notes = []
    print("| ms | " + " | ".join(power(count) for count in counts) + " |")
    print("|---|" + "--:|" * len(counts))
    for form in forms:
        cells = [cell(found.get((form, count)), notes) for count in counts]
        print(f"| {form} | " + " | ".join(cells) + " |")
    print()
    for at, note in enumerate(notes, start=1):
        print(f"{at}. {note}")
    if notes:
        print()


def print_details(rows, count):
    print(f"At n = {power(count)}:\n")
    print("| form | passes | bytes an element | GB/s | scratch bytes an element | GPU ms "
          "| wall ms |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        if row["count"] != count or "refusal" in row or "passes" not in row:
            continue
        print(f"| {row['form']} | {row['passes']} | {row['bytes_per_element']:.0f} "
              f"| {row['gigabytes_per_second']:.3g} | {row['scratch_bytes'] / count:.2f} "
              f"| {milliseconds(row['gpu_ms_median'])} "
              f"| {milliseconds(row['wall_ms_median'])} |")


def main():
    rows = [row for path in sys.argv[1:] for row in json.load(open(path, encoding="utf-8"))]
    if not rows:
        sys.exit(__doc__)
    first = rows[0]
    print(f"{first['device']}, driver {first['driver']}, commit {first['commit']}, "
          f"{first['date']}, `{first['command']}`.\n")
    print_times(rows)
    print_work(rows)
    counts = {row["count"] for row in rows}
    print_details(rows, 1 << 20 if 1 << 20 in counts else max(counts))


if __name__ == "__main__":
    main()
