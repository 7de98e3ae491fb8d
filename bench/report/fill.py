#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fills the tables of documents from rows, so that no figure is typed by hand.

A table is between two comments; the first one names the table, its rows and its options:

    <!-- table: times llvmpipe.json values=none -->
    <!-- end -->

Rows may come from several files: a.json,b.json. A table that needs rows and has none stays
as it is.

usage: fill.py DOCUMENT ... FOLDER           writes the documents, from the rows in FOLDER
       fill.py --check DOCUMENT ... FOLDER   fails if one is not what would be written
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
        name, files, *options = match["words"].split()
        if name not in tables.NAMES:
            sys.exit(f"fill.py: there is no table {name}")
        paths = [folder / file for file in files.split(",")]
        rows = [row for path in paths if path.is_file() for row in row_files.load(path)]
        text = tables.make(name, rows, options)
        gap = "" if name == "headline" else "\n"  # the README has no line to spare
        return match[0] if text is None else f"{match[1]}{gap}{text}{gap}{match[3]}"
    return PLACE.sub(made, document)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) < 2:
        sys.exit(__doc__)
    *paths, folder = map(pathlib.Path, arguments)
    before = {path: path.read_text(encoding="utf-8") for path in paths}
    after = {path: fill(text, folder) for path, text in before.items()}
    differing = [path for path in paths if before[path] != after[path]]
    if "--check" not in sys.argv:
        for path in differing:
            path.write_text(after[path], encoding="utf-8")
    elif differing:
        names = ", ".join(map(str, differing))
        sys.exit(f"fill.py: {names}: not the tables of the rows; run it without --check")


if __name__ == "__main__":
    main()
