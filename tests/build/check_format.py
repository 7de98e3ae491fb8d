#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All C of the repository is as .clang-format says.

usage: check_format.py CLANG_FORMAT ROOT [--fix]
"""

import re
import subprocess
import sys
from pathlib import Path

FOLDERS = ("include", "src", "tools", "demos", "bench", "tests")
SUFFIXES = (".c", ".h", ".cpp")


def main():
    program, root = sys.argv[1], Path(sys.argv[2])
    files = sorted(str(path) for folder in FOLDERS for path in (root / folder).rglob("*")
                   if path.suffix in SUFFIXES)
    if not files:
        sys.exit(f"{root}: no files")
    if "--fix" in sys.argv[3:]:
        sys.exit(subprocess.run([program, "-i", *files], check=False).returncode)
    result = subprocess.run([program, "--dry-run", "-Werror", *files], capture_output=True,
                            text=True, check=False)
    places = re.findall(r"^(.*?):(\d+):\d+: ", result.stderr, flags=re.M)
    for name in dict.fromkeys(name for name, _ in places):
        lines = list(dict.fromkeys(line for other, line in places if other == name))
        print(f"{name}: format of line {', '.join(lines[:8])}{' ...' * (len(lines) > 8)}")
    if result.returncode:
        sys.exit(f"to repair: {sys.argv[0]} {program} {root} --fix")


if __name__ == "__main__":
    main()
