# SPDX-License-Identifier: MIT
"""The table that opens docs/benchmarks.md: every cell of cells.json, from the records that
`bench/suite.py FOLDER --cells` leaves (see cells.py)."""
import json
import pathlib
import statistics
import sys

LINES = pathlib.Path(__file__).resolve().parent / "cells.json"
COMMANDS = {"cpu": "bench/suite.py FOLDER --cells", None: "bench/suite.py FOLDER --cells --gpu"}
STEPS = (("", 1), (" - 5 %", 0.95), (" + 5 %", 1.05))
NONE = "not measured"


def lines():
    return json.loads(LINES.read_text(encoding="utf-8"))


def number(text):
    base, _, power = text.partition("^")
    return int(base) ** int(power)


def median(record):
    return statistics.median(record["ms"])


def time(ms):
    """Three digits, in the unit in which they are read most easily."""
    if ms is None:
        return "-"
    value, unit = (ms * 1e3, "us") if ms < 1 else (ms, "ms")
    return f"{value:.3g} {unit}" if value < 1000 else f"{value:,.0f} {unit}"


class Records:
    def __init__(self, rows):
        self.rows = [row for row in rows if "line" in row]

    def of(self, line, count, side):
        return [row for row in self.rows
                if (row["line"], row["count"], row["side"]) == (line, count, side)]

    def best(self, line, count, side):
        """The fastest form of a side; CUB's may be a stream or a graph at every count."""
        found = self.of(line, count, side)
        if any(not row["right"] for row in found):
            sys.exit(f"cell_table.py: a result of {line} at {count} is wrong")
        return min(found, key=median, default=None)


def copy_time(row):
    """How long the bytes that all passes read and write take at the speed of a copy."""
    if not row.get("bytes") or not row.get("copy_gb_s"):
        return None
    return row["bytes"] / row["copy_gb_s"] * 1e-6


def graph_submit(records, count):
    """The CPU's time for the launch of CUB's graph of pairs."""
    found = [row["submit_ms"] for row in records.of("pairs", count, "cub")
             if "/graph/" in row["form"] and "submit_ms" in row]
    return min(found, default=None)


def cells(records, line, count):
    """Our time beside CUB's, or on a CPU renderer that of std::sort."""
    ours = records.best(line["line"], count, "ours")
    cub = records.best(line["line"], count, "cub")
    other = median(cub) if cub else None
    if line["by"] == "submit":
        other = graph_submit(records, count)
    if not ours:
        return [NONE, "", "", ""]
    return [time(median(ours)), time(other), f"{other / median(ours):.2f}" if other else "-",
            time(copy_time(ours))]


def step_cells(records, line, count, factor):
    """Of 5 % fewer and 5 % more elements also the change in time."""
    made = cells(records, line, int(count * factor))
    base = records.best(line["line"], count, "ours")
    here = records.best(line["line"], int(count * factor), "ours")
    if factor != 1 and base and here:
        made[2] = f"{100 * (median(here) / median(base) - 1):+.0f} % of time"
    return made


def rows_of(line, records):
    """Of a line: what, n, and the other cells."""
    for n in line["counts"]:
        count = number(n)
        forms = records.of(line["line"], count, "ours") if line["by"] == "order-keys" else []
        if line["by"] == "step":
            for name, factor in STEPS:
                yield line["title"], n + name, step_cells(records, line, count, factor)
        elif forms:
            for row in forms:
                yield f"{line['title']}: {row['form']}", n, [time(median(row)), "-", "-", "-"]
        else:
            yield line["title"], n, cells(records, line, count)


def origin(rows):
    """Where and at which commit the records were measured, once for each place."""
    text, seen = "", []
    for row in rows:
        here = (row["cpu"], row["commit"], row["command"])
        if here in seen:
            continue
        seen.append(here)
        same = [one for one in rows if (one["cpu"], one["commit"], one["command"]) == here]
        places = list(dict.fromkeys(f"{one['device']}, {one['driver']}" for one in same))
        text += (f"`{row['command']}`: commit {row['commit']}, {row['date']}; "
                 f"{'; '.join(places)}; CPU {row['cpu']}.\n\n")
    return text


def one_commit(records):
    """Rows of several commits are no table."""
    for command in {row["command"] for row in records.rows}:
        commits = {row["commit"] for row in records.rows if row["command"] == command}
        if len(commits) > 1:
            sys.exit(f"cell_table.py: the rows of {command} are of the commits "
                     + ", ".join(sorted(commits)))


def table(rows):
    records = Records(rows)
    one_commit(records)
    text = origin(records.rows)
    lacking, body, last = [], "", None
    for line in lines():
        for what, n, made in rows_of(line, records):
            if made[0] == NONE:
                lacking.append(COMMANDS.get(line["by"], COMMANDS[None]))
            body += "| " + " | ".join([what if what != last else "", n, *made]) + " |\n"
            last = what
    if lacking:
        text += ("Cells that are not measured come from "
                 + " and ".join(f"`{command}`" for command in dict.fromkeys(lacking)) + ".\n\n")
    return (text + "| what | n | ours | CUB | CUB / ours | bytes at copy speed |\n"
            "|---|---|--:|--:|--:|--:|\n" + body)


HEADLINE = ("2^10", "2^12", "2^14", "2^16", "2^18", "2^20")


def headline(rows):
    """Of pairs: some counts, for the README. None without rows: what was there stays."""
    records = Records(rows)
    ours = [records.best("pairs", number(n), "ours") for n in HEADLINE]
    cub = [records.best("pairs", number(n), "cub") for n in HEADLINE]
    if not all(ours) or not all(cub):
        return None

    def figures(found):
        return " | ".join(f"{1e3 * median(row):.3g}" if median(row) < 1
                          else f"{1e3 * median(row):,.0f}" for row in found)
    device = ours[0]["device"].partition("/")[0]
    return (f"| us, {device} | " + " | ".join(HEADLINE) + " |\n|---|"
            + "--:|" * len(HEADLINE)
            + f"\n| glsort | {figures(ours)} |\n| CUB | {figures(cub)} |\n")
