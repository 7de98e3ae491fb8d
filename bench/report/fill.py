#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fills the tables of a document from rows, so that no figure is typed by hand.

A table stands between two comments; the first says which one, of which rows, with what:

    <!-- table: times llvmpipe.json values=none -->
    <!-- end -->

usage: fill.py DOCUMENT FOLDER           writes the document, from the rows in FOLDER
       fill.py --check DOCUMENT FOLDER   fails if it is not what would be written
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import rows as row_files  # noqa: E402
import tables  # noqa: E402

PLACE = re.compile(r"(<!-- table: (?P<words>.*?) -->\n).*?(<!-- end -->)", re.S)

def fill(document, folder):
    def made(match):
        name, file, *options = match["words"].split()
        if name not in tables.NAMES:
            sys.exit(f"fill.py: there is no table {name}")
        path = folder / file
        text = tables.make(name, row_files.load(path), options) if path.is_file() \
            else "Not measured yet.\n"
        return f"{match[1]}\n{text}\n{match[3]}"
    return PLACE.sub(made, document)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    path, folder = map(pathlib.Path, arguments)
    before = path.read_text(encoding="utf-8")
    after = fill(before, folder)
    if "--check" not in sys.argv:
        path.write_text(after, encoding="utf-8")
    elif before != after:
        sys.exit(f"fill.py: {path} differs from its rows; run it without --check")


if __name__ == "__main__":
    main()
