#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All C of the repository is as .clang-format says.

usage: check_format.py CLANG_FORMAT ROOT [--fix]
"""

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
    mode = ["-i"] if "--fix" in sys.argv[3:] else ["--dry-run", "-Werror"]
    sys.exit(subprocess.run([program, *mode, *files], check=False).returncode)


if __name__ == "__main__":
    main()
