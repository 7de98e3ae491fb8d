#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables in Markdown, made from rows.

usage: tables.py NAME FILE [OPTION=VALUE ...]    prints the table NAME of a file's rows
"""
import sys

import cell_table
import rows as row_files


def power(count):
    log = count.bit_length() - 1
    return f"2^{log}" if count == 1 << log else f"{count:,}"


def figure(value, digits=3):
    """Three digits, without an exponent."""
    if value is None:
        return "-"
    return f"{value:.{digits}g}" if value < 10 ** digits else f"{value:,.0f}"


def table(head, lines, left=1):
    """left: how many columns are aligned left; the others have numbers."""
    rules = "|" + "---|" * left + "--:|" * (len(head) - left)
    return "\n".join("| " + " | ".join(map(str, line)) + " |"
                     for line in [head]) + "\n" + rules + "\n" + "".join(
        "| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def select(rows, **wanted):
    return [row for row in rows
            if all(row[field] == value for field, value in wanted.items())]


PLAIN = {"key": "u32", "values": "u32", "order": "ascending", "distribution": "uniform"}


def telling_ms(row):
    return row["cpu_ms"] if row["gpu_ms"] is None else row["gpu_ms"]


def counts_of(rows):
    return sorted({row["count"] for row in rows})


def forms_of(rows):
    return list(dict.fromkeys(row_files.form(row) for row in rows))


def origin(rows):
    """A line that says where the figures come from."""
    places = list(dict.fromkeys((row["device"], row["driver"]) for row in rows))
    commits = ", ".join(dict.fromkeys(row["commit"] for row in rows))
    dates = sorted({row["date"][:10] for row in rows})
    commands = list(dict.fromkeys(row["command"] for row in rows))
    text = "; ".join(f"{device}, {driver}" for device, driver in places)
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return (f"{text}; commit {commits}, {when}.\n\n"
            + "".join(f"    {command}\n" for command in commands))


# ---- every form -----------------------------------------------------------------------

def times_cell(row, notes):
    if row is None:
        return ""
    if row["refusal"]:
        if row["refusal"] not in notes:
            notes.append(row["refusal"])
        return f"({notes.index(row['refusal']) + 1})"
    return figure(telling_ms(row)) if row["right"] else "WRONG"


def times(rows, **task):
    """Milliseconds of every form at every count."""
    rows = select(rows, **{**PLAIN, **task})
    counts, notes = counts_of(rows), []
    found = {(row_files.form(row), row["count"]): row for row in rows}
    lines = [[name] + [times_cell(found.get((name, count)), notes) for count in counts]
             for name in forms_of(rows)]
    text = table(["ms", *map(power, counts)], lines)
    if notes:
        text += "\n" + "".join(f"{at}. {note}\n"
                               for at, note in enumerate(notes, start=1))
    return text


# ---- the published tables -------------------------------------------------------------

# A. Gress, G. Zachmann, and the chapter "Adaptive Bitonic Sorting": milliseconds on an
# Athlon-64 4200+ and a GeForce 7800 GTX.
CHAPTER = {
    1 << 15: ("9-11", 4, 5),
    1 << 16: ("19-24", 8, 8),
    1 << 17: ("46-52", 18, 16),
    1 << 18: ("98-109", 38, 31),
    1 << 19: ("203-226", 80, 65),
    1 << 20: ("418-477", 173, 135),
}
CHAPTER_FORMS = (("CPU", "std::sort/1-thread/cpu"),
                 ("network", "bitonic/columns/fragment"),
                 ("tree-fragment", "abisort-tree/overlapped-8-16/fragment"),
                 ("tree-stages", "abisort-tree/stages/fragment"),
                 ("tree-stages-copy", "abisort-tree/stages-copy/fragment"),
                 ("glsort, fragment", "abisort/partition/fragment"),
                 ("glsort, auto", "auto/auto/compute"))


def work_ms(row):
    """On the CPU the time of all threads, which other programs disturb less."""
    on_cpu = row["gpu_clock"] != "gpu"
    return row.get("process_ms") if on_cpu and row.get("process_ms") else telling_ms(row)


def ratios(found):
    """The chapter's claim: how many times as long as GPU-ABiSort the network takes."""
    trees = [(name, form) for name, form in CHAPTER_FORMS if "abisort-tree" in form]
    lines = []
    for count, (_, network, abisort) in CHAPTER.items():
        base = found.get((CHAPTER_FORMS[1][1], count))
        mine = [found.get((form, count)) for _, form in trees]
        if base and any(mine):
            lines.append([power(count), f"{network / abisort:.2f}"]
                         + [f"{work_ms(base) / work_ms(row):.2f}" if row else ""
                            for row in mine])
    return table(["network / GPU-ABiSort", "published"] + [name for name, _ in trees], lines)


def chapter(rows):
    """GPU-ABiSort's table: sorted data stays on the GPU, or comes from the CPU; then how many
    times as long the network takes."""
    found = {(row_files.form(row), row["count"]): row for row in select(rows, **PLAIN)}
    lines = []
    for count, published in CHAPTER.items():
        mine = [found.get((name, count)) for _, name in CHAPTER_FORMS]
        if any(mine):
            lines.append([power(count), *published]
                         + [figure(telling_ms(row)) if row else "" for row in mine]
                         + [figure(row["end_to_end_ms"]) if row else ""
                            for row in mine[1:]])
    head = (["ms", "published: CPU", "GPUSort", "GPU-ABiSort"]
            + [f"measured: {CHAPTER_FORMS[0][0]}"]
            + [name for name, _ in CHAPTER_FORMS[1:]]
            + [f"{name}, transferred" for name, _ in CHAPTER_FORMS[1:]])
    return table(head, lines) + "\n" + ratios(found)


# E. Bainville, "OpenCL Sorting", 2011, "Parallel bitonic, local": Mkey/s, key and value.
TUTORIAL = {1: 191, 2: 163, 4: 166, 8: 192, 16: 246, 32: 341, 64: 496, 128: 380, 256: 291}


def tutorial(rows):
    """The local bitonic sort's table: work group size against speed, both versions."""
    found = {(row["variant"], row["count"]): row for row in rows
             if row["algorithm"] == "bitonic-local"}
    counts = {count for _, count in found}
    lines = []
    for log in range(11):
        size = 1 << log
        cells = []
        for count in sorted(counts):
            for version in ("read", "keep"):
                row = found.get((f"{version}-{size}", count))
                cells.append("" if row is None or row["refusal"]
                             else figure(row["mega_keys_a_second"]))
        lines.append([size, TUTORIAL.get(size, ""), *cells])
    head = ["work group", "published, keep"]
    for count in sorted(counts):
        head += [f"read, n = {power(count)}", f"keep, n = {power(count)}"]
    return table(head, lines)


def sample(rows):
    """The radix sort sample's timing line: elements, setup, kernel time, rate."""
    rows = [row for row in select(rows, **{**PLAIN, "values": "none"})
            if row["algorithm"] in ("radix", "auto") and not row["refusal"]]
    lines = [[row_files.form(row), f"{row['count']:,}",
              figure(row["create_ms"] * 1e-3), figure(row["gpu_ms"] * 1e-3),
              figure(row["end_to_end_ms"] * 1e-3),
              figure(row["mega_keys_a_second"] * 1e6)]
             for row in sorted(rows, key=lambda row: (row_files.form(row), row["count"]))]
    return table(["form", "elements", "setup s", "kernels s", "with transfer s",
                  "elements/s"], lines)


NAMES = {"cells": cell_table.table, "headline": cell_table.headline,
         "origin": origin, "times": times, "chapter": chapter, "tutorial": tutorial,
         "sample": sample}


def option_of(word):
    name, _, value = word.partition("=")
    return name, int(value) if value.isdigit() else value


def make(name, rows, options):
    return NAMES[name](rows, **dict(map(option_of, options)))


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in NAMES:
        sys.exit(__doc__ + "\nNAME: " + ", ".join(NAMES))
    rows = row_files.load(sys.argv[2])
    print(make("origin", rows, []) + "\n" + make(sys.argv[1], rows, sys.argv[3:]))


if __name__ == "__main__":
    main()
