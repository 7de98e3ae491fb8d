#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All C of the repository is as .clang-format says; lines of C, C++ and GLSL have at most 90
columns, also those of comments, which clang-format leaves alone, and those of Python and CMake
100; source files name their licence, and have no tabs, no trailing space, a line feed at the end.

usage: check_format.py CLANG_FORMAT ROOT [--fix]
--fix formats the code. "-" as CLANG_FORMAT only looks at the text.
"""

import re
import subprocess
import sys
from pathlib import Path

FORMATTED = ("include", "src", "tools", "demos", "examples", "bench", "tests", "web")
FOLDERS = (*FORMATTED, "shaders", "cmake", "python", "scripts", ".ci")
C_SUFFIXES = {".c", ".h", ".cpp"}
MOST = {suffix: 90 for suffix in C_SUFFIXES | {".comp", ".frag", ".vert", ".glsl"}}
MOST |= {".py": 100, ".cmake": 100, "CMakeLists.txt": 100}
PLAIN = {".sh", ".mjs", ".ts", ".html", ".css", ""}  # of any number of columns
LICENCE = "SPDX-License-Identifier" + ": MIT"  # in two parts: the line is no licence itself


def files_below(root, folders, suffixes):
    return [path for folder in folders for path in sorted((root / folder).rglob("*"))
            if path.is_file() and kind_of(path) in suffixes and "__pycache__" not in path.parts]


def kind_of(path):
    return path.name if path.name == "CMakeLists.txt" else path.suffix


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


def faults_of(path):
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    most = MOST.get(kind_of(path), len(text))
    if not any(LICENCE in line for line in lines[:3]):
        yield 1, "no SPDX line among the first three"
    if not text.endswith("\n"):
        yield len(lines), "no line feed at the end"
    for at, line in enumerate(lines, start=1):
        if len(line) > most:
            yield at, f"{len(line)} columns, at most {most}"
        if "\t" in line or line != line.rstrip():
            yield at, "a tab, or space at the end"


def check_text(files):
    faults = [f"{path}:{at}: {words}" for path in files for at, words in faults_of(path)]
    if faults:
        print(*faults, sep="\n")
    return not faults


def main():
    program, root = sys.argv[1], Path(sys.argv[2])
    formatted = [str(path) for path in files_below(root, FORMATTED, C_SUFFIXES)]
    if not formatted:
        sys.exit(f"{root}: no files")
    if "--fix" in sys.argv[3:] and program != "-":
        subprocess.run([program, "-i", *formatted], check=True)
    is_formatted = check_format(program, formatted)
    files = [root / "CMakeLists.txt", *files_below(root, FOLDERS, {*MOST, *PLAIN})]
    if not check_text(files) or not is_formatted:
        sys.exit(f"to repair what clang-format can: {sys.argv[0]} {program} {root} --fix")


if __name__ == "__main__":
    main()
