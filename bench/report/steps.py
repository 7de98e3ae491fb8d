#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The steps of the time of a sort by its count: 5 % more elements are to cost at most 8 % more
time, and fewer elements never more time than more.

usage: steps.py FILE ...    prints the steps of the rows of pairs by AUTO in each file
"""
import sys

import goal_table
import rows as row_files

MOST = 8.0       # percent of time for 5 % more elements
NOISE = 0.5      # percent: fewer elements within this are not slower
SLACK = 2.0      # points: a known miss within this is not worse
FACTORS = (("- 5 %", 0.95), ("+ 5 %", 1.05))

# The misses of measured rows, in percent of time. A run that has new ones, or worse ones,
# fails bench_goals_fill_one_table_and_steps_are_known; mend them, or write them here.
KNOWN = {
    "nvidia/cliffs.json": {"2^12 + 5 %": 24.0, "2^16 - 5 %": 14.0, "2^16 + 5 %": 28.0,
                           "2^20 + 5 %": 11.0},
    "nvidia/goals.json": {"2^12 + 5 %": 9.6, "2^16 - 5 %": 10.5, "2^16 + 5 %": 13.2},
}


def times_of(rows):
    """Milliseconds by count, of u32 pairs by AUTO on a GPU."""
    times = {}
    for row in rows:
        if row.get("line") == "steps":
            times[row["count"]] = goal_table.median(row)
        elif "line" not in row and row["algorithm"] == "auto" and row["gpu_clock"] == "gpu" \
                and (row["key"], row["values"], row["distribution"]) == ("u32", "u32", "uniform"):
            times[row["count"]] = row["gpu_ms"]
    return times


def all_steps(times):
    """The change in time, in percent, of each step away from a power of two."""
    found = {}
    for count in sorted(times):
        if count & (count - 1) == 0:
            for name, factor in FACTORS:
                at = int(count * factor)
                if at in times:
                    found[f"{goal_table.power(count)} {name}"] = \
                        100 * (times[at] / times[count] - 1)
    return found


def misses(times):
    return {name: round(change, 1) for name, change in all_steps(times).items()
            if change > (MOST if "+" in name else NOISE)}


def worse(times, known):
    """The misses that are not known, or worse than is known."""
    return {name: change for name, change in misses(times).items()
            if change > known.get(name, -SLACK) + SLACK}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for path in sys.argv[1:]:
        times = times_of(row_files.load(path))
        missed = misses(times)
        for name, change in all_steps(times).items():
            print(f"{path}: {name}: {change:+.1f} %{', missed' if name in missed else ''}")


if __name__ == "__main__":
    main()
