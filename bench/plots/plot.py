#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures of a file of rows, CSV or JSON, as SVG and PNG by gnuplot: speed,
ratio to CUB (to std::sort without CUB), share of a copy's bandwidth, and time by passes.

usage: plot.py ROWS FOLDER [FIELD=VALUE ...]     such as values=none; u32 pairs, uniform
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "report")]

import rows as row_files  # noqa: E402
import tables  # noqa: E402

MOST_LABELS = 15


def load(path, options):
    read = row_files.load_csv if path.suffix == ".csv" else row_files.load
    wanted = {**tables.PLAIN, **dict(map(tables.option_of, options))}
    return [row for row in tables.select(read(path), **wanted)
            if not row["refusal"] and row["right"]
            and row["algorithm"] not in ("auto", "bitonic-local")]


def series_of(row):
    if row["backend"] in ("cpu", "cuda"):
        return f"{row['algorithm']} ({row['variant']})"
    return f"{row['algorithm']} ({row['backend']})"


def group(rows):
    """Of each algorithm on each backend the fastest form at each count."""
    best = {}
    for row in rows:
        line = best.setdefault(series_of(row), {})
        if row["count"] not in line or (tables.telling_ms(row)
                                        < tables.telling_ms(line[row["count"]])):
            line[row["count"]] = row
    return best


def rival_ms(rows, count, has_cub):
    if has_cub:
        row = tables.cub_best(tables.select(rows, count=count), count)
    else:
        row = next(iter(tables.select(rows, count=count, algorithm="std::sort")), None)
    return tables.telling_ms(row) if row else None


def write_lines(path, lines):
    """lines: name -> [(x, y)]; at least one point, or gnuplot has nothing to draw."""
    blocks = [f'"{name}"\n' + "".join(f"{x} {y:.6g}\n" for x, y in points)
              for name, points in lines.items() if points]
    path.write_text("\n\n".join(blocks) or '"nothing"\n1 1\n', encoding="utf-8")


def write_passes(path, groups, count):
    shown = {name: line[count]["passes"] for name, line in groups.items()
             if count in line and line[count]["passes"]
             and not name.startswith("abisort-tree")}
    total = {}
    for passes in shown.values():
        for one in passes:
            total[one["label"]] = total.get(one["label"], 0) + (one["ms"] or 0)
    labels = sorted(total, key=total.get, reverse=True)[:MOST_LABELS]
    has_others = len(total) > len(labels)
    names = [*labels, "others"] if has_others else labels
    text = "form " + " ".join(f'"{label}"' for label in names) + "\n"
    for name, passes in shown.items():
        ms = {one["label"]: one["ms"] or 0 for one in passes}
        others = sum(value for label, value in ms.items() if label not in labels)
        text += f'"{name}" ' + " ".join(f"{ms.get(label, 0):.6g}" for label in labels)
        text += f" {others:.6g}\n" if has_others else "\n"
    path.write_text(text, encoding="utf-8")
    return len(names) + 1


def draw(rows, out):
    groups = group(rows)
    has_cub = any(row["backend"] == "cuda" for row in rows)
    rival = "CUB" if has_cub else "std::sort"
    counts = tables.counts_of(rows)
    count = 1 << 20 if 1 << 20 in counts else counts[-1]
    speed, ratio, share = {}, {}, {}
    for name, line in groups.items():
        points = [(at, line[at]) for at in sorted(line)]
        speed[name] = [(at, row["mega_keys_a_second"]) for at, row in points]
        share[name] = [(at, 100 * row["copy_share"]) for at, row in points
                       if row["copy_share"]]
        times = [(at, row, rival_ms(rows, at, has_cub)) for at, row in points]
        ratio[name] = [(at, other / tables.telling_ms(row)) for at, row, other in times
                       if other and (row["backend"] != "cuda" if has_cub else True)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_lines(folder / "speed.dat", speed)
        write_lines(folder / "ratio.dat", ratio)
        write_lines(folder / "share.dat", share)
        columns = write_passes(folder / "passes.dat", groups, count)
        device = next((row["device"] for row in rows if row["backend"] != "cuda"), "")
        settings = {"folder": folder, "out": out, "device": device.split("/")[0],
                    "rival": rival, "count": f"{count:,}"}
        text = "".join(f"{key}='{value}';" for key, value in settings.items())
        subprocess.run(["gnuplot", "-e", f"{text}columns={columns}", HERE / "plot.gp"],
                       check=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rows = load(pathlib.Path(sys.argv[1]), sys.argv[3:])
    if not rows:
        sys.exit("plot.py: no such rows")
    out = pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    draw(rows, out)


if __name__ == "__main__":
    main()
