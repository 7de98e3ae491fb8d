#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What was taken out is gone: no file but the records of it has a name of taken_out.txt.

usage: check_taken_out.py ROOT
"""

import re
import sys
from pathlib import Path

FOLDERS = ("include", "src", "shaders", "tools", "demos", "examples", "bench", "tests", "cmake",
           "python", "scripts", "web", "docs", ".ci")
LIST = "tests/packaging/build/taken_out.txt"
RECORDS = (LIST, "CHANGELOG.md", "docs/tuning-notes.md", "docs/measured/")


def names_of(path):
    lines = (line.strip() for line in path.read_text(encoding="utf-8").split("\n"))
    return [line for line in lines if line and not line.startswith("#")]


def texts_of(root):
    found = [*root.glob("*"), *(path for folder in FOLDERS for path in (root / folder).rglob("*"))]
    for path in sorted(found):
        name = path.relative_to(root).as_posix()
        if not path.is_file() or name.startswith(RECORDS) or "__pycache__" in path.parts:
            continue
        try:
            yield name, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def main():
    root = Path(sys.argv[1])
    names = names_of(root / LIST)
    pattern = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, names)) + r")(?!\w)")
    faults = []
    count = 0
    for name, text in texts_of(root):
        count += 1
        lines = [f"{name} itself: {name}", *text.split("\n")]
        faults += [f"{name}:{at}: {found}" for at, line in enumerate(lines)
                   for found in pattern.findall(line)]
    print("\n".join(faults))
    if faults or count == 0:
        sys.exit(f"{len(faults)} names of {LIST} in {count} files")
    print(f"{count} files have none of {len(names)} names")


if __name__ == "__main__":
    main()
