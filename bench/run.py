#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures: glsort-bench in rounds, whose rows are joined. The program is looked for beside
this file and in the build folders.

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
FILES = ("--out", "--glsort-bench")
PLACES = [HERE, *(HERE.parent / "build" / preset / "bin"
                  for preset in ("release", "dev", "test"))]


def find_program(name, given):
    if given:
        return pathlib.Path(given)
    return next((place / name for place in PLACES if (place / name).is_file()), None)


def number(text):
    base, _, power = text.partition("^")
    return int(base) ** int(power) if power else int(base)


def environment_of(program):
    """With the libraries that a bundle has beside the program."""
    environment = dict(os.environ)
    folder = pathlib.Path(program).parent / "lib"
    if folder.is_dir():
        paths = [str(folder), environment.get("LD_LIBRARY_PATH", "")]
        environment["LD_LIBRARY_PATH"] = ":".join(filter(None, paths))
    return environment


def call(program, options):
    result = subprocess.run([str(program), *options, "--json", "-"],
                            env=environment_of(program), stdout=subprocess.PIPE, text=True,
                            check=False)
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


def measure(args, program):
    """All rows, saved after every round, so that an interrupted run loses only one."""
    found, good = [], True
    before = row_files.load(args.out) if os.path.exists(args.out) else []
    options = ["--count", args.count, *shlex.split(args.gl_options)]
    for name in (*AXES, "only", "api", "platform", "device"):
        if getattr(args, name):
            options += [f"--{name}", getattr(args, name)]
    for round_number in range(args.rounds):
        if not args.quiet:
            print(f"round {round_number + 1} of {args.rounds}", file=sys.stderr)
        rows, ended = call(program, options)
        found, good = found + rows, good and ended
        save(args, found, before)
    return found, good


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", default="2^10,2^14,2^17,2^20,2^22")
    for name in (*AXES, "only", "api", "platform", "device"):
        parser.add_argument(f"--{name}", help="as of glsort-bench")
    parser.add_argument("--gl-options", default="", help="more options of glsort-bench")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--out", required=True, help="JSON, joined with what is there")
    parser.add_argument("--glsort-bench", help="the program")
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
    program = find_program("glsort-bench", args.glsort_bench)
    if not program:
        sys.exit("run.py: there is no glsort-bench; build it, or name it")
    found, good = measure(args, program)
    sys.exit(0 if good and found else 1)


if __name__ == "__main__":
    main()
