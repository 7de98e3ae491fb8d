#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the benchmark for a machine with a GPU, where nothing can be installed: the
scripts, the programs, and the shared libraries that such a machine may lack.

usage: bundle.py BIN FOLDER      BIN: where glsort-bench and cub-bench were built
On that machine: FOLDER/suite.py ROWS --cells --gpu, or FOLDER/run.py --out rows.json ...;
FOLDER/large.py sorts a large file, FOLDER/gpus.py by several GPUs
"""
import pathlib
import re
import shutil
import subprocess
import sys

# Libraries that every machine with a driver has, or that must match the machine.
THERE = re.compile(r"lib(stdc\+\+|gcc_s|c|m|dl|rt|pthread|EGL|GL\w*|OpenGL|GLdispatch)\.so"
                   r"|ld-linux|vdso")


def libraries(program):
    listed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True)
    return [pathlib.Path(path)
            for name, path in re.findall(r"(\S+) => (/\S+)", listed.stdout)
            if not THERE.match(name)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    here = pathlib.Path(__file__).resolve().parent
    programs, folder = map(pathlib.Path, sys.argv[1:])
    (folder / "lib").mkdir(parents=True, exist_ok=True)
    for name in ("run.py", "suite.py", "cells.py", "large.py", "gpus.py", "report/rows.py",
                 "report/cells.json"):
        shutil.copy2(here / name, folder)
    for name in ("glsort-bench", "glsort-calls-bench", "glsort-host-bench",
                 "glsort-keys-bench", "cub-bench",
                 "cub-order-bench", "cub-segments-bench", "glsort"):
        program = programs / name
        if not program.is_file():
            print(f"bundle.py: there is no {name}")
            continue
        shutil.copy2(program, folder)
        for library in libraries(program):
            shutil.copy2(library, folder / "lib")


if __name__ == "__main__":
    main()
