# SPDX-License-Identifier: MIT
"""The table that opens docs/benchmarks.md: every cell of goals.json, from the records that
`bench/suite.py FOLDER --goals` leaves (see goals.py)."""
import json
import pathlib
import statistics
import sys

HERE = pathlib.Path(__file__).resolve().parent
LINES = HERE / "goals.json"
COMMANDS = {"cpu": "bench/suite.py FOLDER --goals", None: "bench/suite.py FOLDER --goals --gpu"}
STEPS = (("- 5 %", 0.95), ("+ 5 %", 1.05))


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
            sys.exit(f"goal_table.py: a result of {line} at {count} is wrong")
        return min(found, key=median, default=None)


def copy_time(row):
    """How long the bytes that all passes read and write take at the speed of a copy."""
    if not row or not row.get("bytes") or not row.get("copy_gb_s"):
        return None
    return row["bytes"] / row["copy_gb_s"] * 1e-6


def missing(wanted=""):
    return ["not measured", "", "", wanted, ""]


def short_by(share):
    if share >= 1:
        return f", missed: {1 + share:.1f} times that"
    return f", missed by {100 * share:.0f} %" if share > 0.005 else ""


def figure(goal):
    return f"{goal:.1f}" if round(goal, 1) == goal else f"{goal:g}"


def ratio_cells(line, records, count, goal):
    """CUB's time, or on a CPU renderer that of std::sort, over ours."""
    ours = records.best(line["line"], count, "ours")
    cub = records.best(line["line"], count, "cub")
    wanted = figure(goal)
    if not ours:
        return missing(wanted)
    ratio = median(cub) / median(ours) if cub else None
    return [time(median(ours)), time(median(cub)) if cub else "not measured",
            f"{ratio:.2f}" if cub else "",
            wanted + (f", missed by {100 * (1 - ratio / goal):.0f} %"
                      if cub and ratio < 0.995 * goal else ""), time(copy_time(ours))]


def graph_submit(records, count):
    """The CPU's time for the launch of CUB's graph of pairs."""
    found = [row["submit_ms"] for row in records.of("pairs", count, "cub")
             if "/graph/" in row["form"] and "submit_ms" in row]
    return min(found, default=None)


def time_cells(line, records, count, goal):
    """Our time, and what it should be."""
    ours = records.best(line["line"], count, "ours")
    cub = records.best(line["line"], count, "cub")
    other = median(cub) if cub else None
    if line["by"] == "submit":
        other = graph_submit(records, count)
    wanted = f"at most {time(goal)}"
    if not ours:
        return missing(wanted)
    ratio = f"{other / median(ours):.2f}" if other else "-"
    return [time(median(ours)), time(other), ratio,
            wanted + short_by(median(ours) / goal - 1), "-"]


def form_cells(records, line, count):
    """A row for each form that was measured, without a goal."""
    found = [row for row in records.of(line["line"], count, "ours")]
    if not found:
        yield line["title"], missing()
    for row in found:
        yield f"{line['title']}: {row['form']}", [time(median(row)), "-", "-", "-", "-"]


def step_of(records, count):
    """Of 5 % fewer and 5 % more: name, count, milliseconds and the change in time."""
    base = records.best("steps", count, "ours")
    for name, factor in STEPS:
        at = int(count * factor)
        row = records.best("steps", at, "ours")
        yield name, at, row, median(row) / median(base) - 1 if row and base else None


def step_cells(line, records, count):
    base = records.best("steps", count, "ours")
    yield power(count), [time(median(base)), "-", "-", "-", time(copy_time(base))] if base \
        else missing()
    for name, at, row, change in step_of(records, count):
        most = line["most"] if "+" in name else 0
        wanted = f"at most {most:+} %" if most else "at most 0 %"
        if change is None:
            yield f"{power(count)} {name}", missing(wanted)
            continue
        over = 100 * change - most
        yield f"{power(count)} {name}", [
            time(median(row)), "-", f"{100 * change:+.0f} % of time",
            wanted + (f", missed by {over:.0f} points" if over > 0.5 else ""),
            time(copy_time(row))]


def power(count):
    return f"2^{count.bit_length() - 1}"


def rows_of(line, records):
    """Of a line: what, n, and the other cells."""
    for text, goal in line["goals"].items():
        count = number(text)
        if line["by"] == "step":
            for name, cells in step_cells(line, records, count):
                yield line["title"], name, cells
        elif goal is None:
            for title, cells in form_cells(records, line, count):
                yield title, text, cells
        elif line["by"] in ("submit", "creation", "host"):
            yield line["title"], text, time_cells(line, records, count, goal)
        else:
            yield line["title"], text, ratio_cells(line, records, count, goal)


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
            sys.exit(f"goal_table.py: the rows of {command} are of the commits "
                     + ", ".join(sorted(commits)))


def goals(rows):
    records = Records(rows)
    one_commit(records)
    text = origin(records.rows)
    lacking = []
    body = ""
    for line in lines():
        last = None
        for what, n, cells in rows_of(line, records):
            if cells[0] == "not measured":
                lacking.append(COMMANDS.get(line["by"], COMMANDS[None]))
            shown = what if what != last else ""
            last = what
            body += "| " + " | ".join([shown, n, *cells]) + " |\n"
    if lacking:
        text += ("Cells that are not measured come from "
                 + " and ".join(f"`{command}`" for command in dict.fromkeys(lacking)) + ".\n\n")
    return (text + "| what | n | ours | CUB | CUB / ours | goal | bytes at copy speed |\n"
            "|---|---|--:|--:|--:|--:|--:|\n" + body)


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
