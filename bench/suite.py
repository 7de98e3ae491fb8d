#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The runs that docs/benchmarks.md shows: each leaves FOLDER/NAME.json.

usage: suite.py FOLDER [--gpu] [--bin FOLDER] [NAME ...] [-- OPTIONS OF run.py]
       suite.py FOLDER --cells [--gpu] [--bin FOLDER] [--seconds S] [--lines FILE]
--gpu: the counts for a GPU; --bin: where the programs are.
--cells: the cells of the table that opens docs/benchmarks.md, into FOLDER/cells.json, and
nothing else: with --gpu those of a GPU, in S seconds (480), else those of a CPU renderer.
Names, all if none is given:
"""
import argparse
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import cells  # noqa: E402
from run import PLACES  # noqa: E402

CHAPTER = ("std::sort,bitonic/columns/fragment,abisort-tree/overlapped-8-16/fragment,"
           "abisort-tree/stages/fragment,abisort-tree/stages-copy/fragment,"
           "abisort/partition/fragment,auto")
FAST = "auto,radix,abisort/ranks/compute,abisort/partition/compute,bitonic/blocks"

# name: options on a software renderer, options on a GPU; None: not run there.
RUNS = {
    # Every form and peer.
    "all": ({"count": "2^10,2^14,2^17,2^20,2^22", "budget": 20, "rounds": 1},
            {"count": "2^10,2^14,2^17,2^20,2^22,2^24", "budget": 12, "rounds": 1}),
    # A little below and above powers of two.
    "cliffs": ({"count": "2^12+-5%,2^16+-5%,2^20+-5%", "only": FAST, "budget": 10,
                "rounds": 1},
               {"count": "2^12+-5%,2^16+-5%,2^20+-5%,2^24+-5%", "only": FAST,
                "budget": 4, "rounds": 1}),
    # Counterparts of published tables.
    "chapter": ({"count": "2^15..2^20", "only": CHAPTER, "budget": 20, "rounds": 1},
                {"count": "2^15..2^20", "only": CHAPTER, "budget": 4, "rounds": 1}),
    "tutorial": ({"count": "2^18", "only": "bitonic-local", "budget": 30, "rounds": 1},
                 {"count": "2^18,2^24", "only": "bitonic-local", "budget": 8,
                  "rounds": 1}),
    "sample": ({"count": "8192,2^16,2^20", "only": "auto,radix", "values": "none",
                "budget": 4, "rounds": 1},) * 2,
}


def run(name, options, args):
    words = [word for option, value in options.items() if value is not None
             for word in (f"--{option}", str(value))]
    if args.bin:
        words += ["--glsort-bench", f"{args.bin}/glsort-bench"]
    out = pathlib.Path(args.folder, f"{name}.json")
    start = time.monotonic()
    command = [sys.executable, str(HERE / "run.py"), *words, "--out", str(out)]
    result = subprocess.run([*command, *args.options], check=False)
    print(f"suite.py: {name} took {time.monotonic() - start:.0f} s", file=sys.stderr)
    return result.returncode == 0


def measure_cells(args):
    folders = [pathlib.Path(args.bin).resolve()] if args.bin else PLACES
    return cells.measure(pathlib.Path(args.folder, "cells.json"), folders, args.gpu,
                         args.seconds, args.lines)


def parse():
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__ + ", ".join(RUNS),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--bin")
    parser.add_argument("--cells", action="store_true")
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--lines", help="other lines, as report/cells.json")
    args = parser.parse_intermixed_args(words[:cut])
    args.options = words[cut + 1:]
    unknown = [name for name in args.names if name not in RUNS]
    if unknown:
        parser.error(f"there is no {unknown[0]}; there are " + ", ".join(RUNS))
    return args


def main():
    args = parse()
    pathlib.Path(args.folder).mkdir(parents=True, exist_ok=True)
    if args.cells:
        sys.exit(0 if measure_cells(args) else 1)
    good = True
    for name in args.names or RUNS:
        options = RUNS[name][1 if args.gpu else 0]
        if options:
            good = run(name, options, args) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
