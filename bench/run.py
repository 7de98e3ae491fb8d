#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures: glsort-bench, and cub-bench in turn with it where there is one, count by
count and round by round, so that both find the machine in the same state. Rows of all
rounds are joined. Programs are looked for beside this file and in the build folders.

Example, all of 2^8 to 2^28 on a GPU:
    bench/run.py --count 2^8..2^28,6131954 --only auto,radix,abisort --out rows.json
"""
import argparse
import json
import os
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "report"), str(HERE)]

import rows as row_files  # noqa: E402

AXES = ("key", "values", "distribution", "order", "budget", "samples")
FILES = ("--out", "--csv", "--glsort-bench", "--cub-bench")
PLACES = [HERE, *(HERE.parent / "build" / preset / "bin"
                  for preset in ("release", "dev", "test"))]


def find_program(name, given):
    if given:
        return pathlib.Path(given)
    return next((place / name for place in PLACES if (place / name).is_file()), None)


def expand(text):
    """The counts of "1000,2^20,2^8..2^28,2^20+-5%", as glsort-bench reads them."""
    counts = []
    for item in text.split(","):
        item, _, percent = item.partition("+-")
        first, _, last = item.partition("..")
        count, last = number(first), number(last or first)
        part = float(percent.rstrip("%")) / 100 if percent else 0
        while count <= last:
            counts += [int(count * (1 - part)), count, int(count * (1 + part))] if part \
                else [count]
            count *= 2
    return counts


def number(text):
    base, _, power = text.partition("^")
    return int(base) ** int(power) if power else int(base)


def call(program, options):
    folder = program.parent / "lib"
    environment = dict(os.environ)
    if folder.is_dir():
        paths = [str(folder), environment.get("LD_LIBRARY_PATH", "")]
        environment["LD_LIBRARY_PATH"] = ":".join(filter(None, paths))
    result = subprocess.run([str(program), *options, "--json", "-"], env=environment,
                            stdout=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        print(f"run.py: {program.name} {shlex.join(options)} failed", file=sys.stderr)
    try:
        return json.loads(result.stdout), result.returncode == 0
    except json.JSONDecodeError:
        return [], False


def command():
    """The command line without options that name files."""
    words = iter(sys.argv[1:])
    kept = {}
    for word in words:
        if word != "--quiet":
            kept[word] = next(words, "")  # the last occurrence counts
    return shlex.join(["bench/run.py", *(part for word, value in kept.items()
                                         if word not in FILES for part in (word, value))])


def save(args, found, before):
    rows = row_files.join_rounds(found)
    for row in rows:
        row["command"] = command()
    new = {row_files.identity(row) for row in rows}
    rows = [row for row in before if row_files.identity(row) not in new] + rows
    if rows:
        row_files.save_json(rows, args.out)
    if rows and args.csv:
        row_files.save_csv(rows, args.csv)


def measure(args, glsort, cub, axes):
    """All rows, saved after every count, so that an interrupted run loses only one."""
    found, good = [], True
    before = row_files.load(args.out) if os.path.exists(args.out) else []
    # Without cub-bench one call has all counts, and learns which forms are too slow.
    counts = expand(args.count) if cub else [args.count]
    gl_options = [*axes, *shlex.split(args.gl_options)]
    for name in ("only", "api", "platform", "device"):
        if getattr(args, name):
            gl_options += [f"--{name}", getattr(args, name)]
    for round_number in range(args.rounds):
        for count in counts:
            if not args.quiet:
                print(f"round {round_number + 1} of {args.rounds}, n = {count}",
                      file=sys.stderr)
            rows, ended = call(glsort, ["--count", str(count), *gl_options])
            found, good = found + rows, good and ended
            if cub and rows:
                rows, ended = call(cub, ["--count", str(count), *axes, "--commit",
                                         rows[0]["commit"]])
                found, good = found + rows, good and ended
            save(args, found, before)
    return found, good


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", default="2^10,2^14,2^17,2^20,2^22")
    for axis in AXES:
        parser.add_argument(f"--{axis}", help="as of glsort-bench")
    for name in ("only", "api", "platform", "device"):
        parser.add_argument(f"--{name}", help="as of glsort-bench, for it alone")
    parser.add_argument("--gl-options", default="", help="more options of glsort-bench")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--out", required=True, help="JSON, joined with what is there")
    parser.add_argument("--csv", help="all rows of --out as CSV too")
    parser.add_argument("--glsort-bench", help="the program")
    parser.add_argument("--cub-bench", help="the program; none if it is not there")
    parser.add_argument("--quiet", action="store_true")
    return parser.parse_args()


def make_room(out):
    """Fails at once if --out cannot be written, not after minutes of measuring."""
    folder = os.path.dirname(os.path.abspath(out))
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        sys.exit(f"run.py: the folder of --out cannot be made: {error}")
    if not os.access(folder, os.W_OK):
        sys.exit(f"run.py: --out {out}: its folder cannot be written to")


def main():
    args = parse()
    make_room(args.out)
    glsort = find_program("glsort-bench", args.glsort_bench)
    cub = find_program("cub-bench", args.cub_bench)
    if not glsort:
        sys.exit("run.py: there is no glsort-bench; build it, or name it")
    if cub and not call(cub, ["--count", "1"])[1]:
        print("run.py: cub-bench does not run here; going on without it", file=sys.stderr)
        cub = None
    axes = [word for axis in AXES
            if getattr(args, axis) for word in (f"--{axis}", getattr(args, axis))]
    found, good = measure(args, glsort, cub, axes)
    sys.exit(0 if good and found else 1)


if __name__ == "__main__":
    main()
