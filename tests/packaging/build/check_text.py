#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every source file names its licence and is plain text: no tabs, no trailing space, a line
feed at the end.

usage: check_text.py ROOT
"""

import sys
from pathlib import Path

FOLDERS = ("include", "src", "shaders", "tools", "demos", "examples", "bench", "tests", "cmake",
           "python", "scripts", "web", ".ci")
SOURCES = {".c", ".h", ".cpp", ".comp", ".frag", ".vert", ".glsl", ".py", ".cmake", ".sh",
           ".mjs", ".ts", ".html", ".css", ""}
LICENCE = "SPDX-License-Identifier" + ": MIT"  # in two parts: the line is no licence itself


def faults_of(path):
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    has_licence = any(LICENCE in line for line in lines[:3])
    if not has_licence:
        yield 1, "no SPDX line among the first three"
    if not text.endswith("\n"):
        yield len(lines), "no line feed at the end"
    for at, line in enumerate(lines, start=1):
        if "\t" in line:
            yield at, "a tab"
        if line != line.rstrip():
            yield at, "space at the end"


def main():
    root = Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
             if path.is_file() and (path.suffix in SOURCES or path.name == "CMakeLists.txt")
             and "__pycache__" not in path.parts]
    faults = [f"{path}:{at}: {words}" for path in files for at, words in faults_of(path)]
    print("\n".join(faults))
    if faults or not files:
        sys.exit(f"{len(faults)} faults in {len(files)} files")
    print(f"{len(files)} files are plain text with a licence")


if __name__ == "__main__":
    main()
