#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the quick start out of README.md: the C block after the marker comment.

check_quickstart.py README.md OUT.c            writes it to OUT.c
check_quickstart.py README.md --same-as FILE   fails if it differs from FILE
"""
import pathlib
import re
import sys

BLOCK = re.compile(r"<!-- quick start[^>]*-->\s*```c\n(.*?)```", re.DOTALL)


def quick_start(readme):
    blocks = BLOCK.findall(pathlib.Path(readme).read_text(encoding="utf-8"))
    if len(blocks) != 1:
        sys.exit(f"{readme}: {len(blocks)} C blocks follow a quick start marker, not 1")
    return blocks[0]


def main():
    if len(sys.argv) == 3:
        pathlib.Path(sys.argv[2]).write_text(quick_start(sys.argv[1]), encoding="utf-8")
    elif len(sys.argv) == 4 and sys.argv[2] == "--same-as":
        other = pathlib.Path(sys.argv[3]).read_text(encoding="utf-8")
        if quick_start(sys.argv[1]) != other:
            sys.exit(f"the quick start of {sys.argv[1]} differs from {sys.argv[3]}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
