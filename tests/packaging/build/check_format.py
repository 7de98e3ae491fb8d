#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All C of the repository is as .clang-format says; lines of C, C++ and GLSL have at most 90
columns, also those of comments, which clang-format leaves alone, and those of Python and CMake
100.

usage: check_format.py CLANG_FORMAT ROOT [--fix]
--fix formats the code. "-" as CLANG_FORMAT only counts columns.
"""

import re
import subprocess
import sys
from pathlib import Path

FORMATTED = ("include", "src", "tools", "demos", "examples", "bench", "tests", "web")
COUNTED = (*FORMATTED, "shaders", "cmake", "python")
C_SUFFIXES = {".c", ".h", ".cpp"}
MOST = {suffix: 90 for suffix in C_SUFFIXES | {".comp", ".frag", ".vert", ".glsl"}}
MOST |= {".py": 100, ".cmake": 100}


def most_columns(path):
    return MOST[".cmake" if path.name == "CMakeLists.txt" else path.suffix]


def files_below(root, folders, suffixes):
    return [path for folder in folders for path in sorted((root / folder).rglob("*"))
            if path.suffix in suffixes]


def counted_files(root):
    lists = [root / "CMakeLists.txt"]
    lists += [path for folder in COUNTED for path in sorted((root / folder).rglob("*.txt"))]
    return [*files_below(root, COUNTED, MOST),
            *(path for path in lists if path.name == "CMakeLists.txt" and path.exists())]


def check_format(program, formatted):
    if program == "-":
        return True
    result = subprocess.run([program, "--dry-run", "-Werror", *formatted],
                            capture_output=True, text=True, check=False)
    places = re.findall(r"^(.*?):(\d+):\d+: ", result.stderr, flags=re.M)
    for name in dict.fromkeys(name for name, _ in places):
        lines = list(dict.fromkeys(line for other, line in places if other == name))
        print(f"{name}: format of line {', '.join(lines[:8])}{' ...' * (len(lines) > 8)}")
    return result.returncode == 0


def check_columns(files):
    faults = 0
    for path in files:
        most = most_columns(path)
        for at, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if len(line) > most:
                faults += 1
                print(f"{path}:{at}: {len(line)} columns, at most {most}")
    return faults == 0


def main():
    program, root = sys.argv[1], Path(sys.argv[2])
    formatted = [str(path) for path in files_below(root, FORMATTED, C_SUFFIXES)]
    if not formatted:
        sys.exit(f"{root}: no files")
    if "--fix" in sys.argv[3:] and program != "-":
        subprocess.run([program, "-i", *formatted], check=True)
    is_formatted = check_format(program, formatted)
    if not check_columns(counted_files(root)) or not is_formatted:
        sys.exit(f"to repair what clang-format can: {sys.argv[0]} {program} {root} --fix")


if __name__ == "__main__":
    main()
