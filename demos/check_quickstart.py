#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the quick start, or the program under another title, out of README.md: the C blocks
after the markers, in this order: init, frame, shutdown.

check_quickstart.py README.md OUT              writes them to OUT, one after the other
check_quickstart.py README.md --same-as FILE   fails if they differ from FILE
check_quickstart.py README.md --frame-in FILE  fails if the comments of FILE, a C header, do
                                               not hold the frame
A last argument --title "draw order" selects those blocks instead of the quick start.
"""
import pathlib
import re
import sys

PARTS = ["init", "frame", "shutdown"]
BLOCK = r"<!-- %s, (\w+)[^>]*-->\s*```c\n(.*?)```"


def read(path):
    return pathlib.Path(path).read_text(encoding="utf-8")


def blocks_of(readme, title):
    found = re.findall(BLOCK % title, read(readme), re.DOTALL)
    if [part for part, _ in found] != PARTS:
        sys.exit(f"{readme}: {title} markers before C blocks: "
                 f"{', '.join(part for part, _ in found)}; wanted: {', '.join(PARTS)}")
    return dict(found)


def without_comment(header):
    """The lines of a header without what makes them a comment or a code block in one."""
    return "".join(re.sub(r"^ \*(?:     )?", "", line) for line in
                   read(header).splitlines(keepends=True))


def main():
    title = "quick start"
    if len(sys.argv) > 2 and sys.argv[-2] == "--title":
        title = sys.argv[-1]
        del sys.argv[-2:]
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    blocks = blocks_of(sys.argv[1], title)
    text = "\n".join(blocks.values())
    if len(sys.argv) == 3:
        pathlib.Path(sys.argv[2]).write_text(text, encoding="utf-8")
    elif sys.argv[2] == "--same-as":
        if text != read(sys.argv[3]):
            sys.exit(f"the {title} of {sys.argv[1]} differs from {sys.argv[3]}")
    elif sys.argv[2] == "--frame-in":
        if blocks["frame"] not in without_comment(sys.argv[3]):
            sys.exit(f"{sys.argv[3]} does not hold the frame of {sys.argv[1]}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
