#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes a program out of a document: the code blocks after markers of its title, such as

    <!-- draw order, frame -->

take_programs.py DOCUMENT TITLE --to OUT     writes them to OUT in the document's order: C
                                             as it is, GLSL as a C string of the marker's name
take_programs.py DOCUMENT TITLE --frame-in FILE  fails if the comments of FILE, a C header, do
                                             not hold the block "frame"
A last argument --every fails if the document has code of these languages without the marker.
"""
import pathlib
import re
import sys

BLOCK = r"<!-- %s, (\w+)[^>]*-->\s*```(c|glsl)\n(.*?)```"
CODE = r"^```(?:c|glsl)$"


def read(path):
    return pathlib.Path(path).read_text(encoding="utf-8")


def blocks_of(document, title, every):
    """The blocks by name, each as (language, text)."""
    text = read(document)
    found = re.findall(BLOCK % title, text, re.DOTALL)
    blocks = {name: (language, code) for name, language, code in found}
    if not blocks or len(blocks) < len(found):
        sys.exit(f"{document}: no blocks of {title}, or two of one name")
    if every and len(re.findall(CODE, text, re.MULTILINE)) != len(found):
        sys.exit(f"{document}: a block of code without a marker of {title} above it")
    return blocks


def as_c(name, language, code):
    if language == "c":
        return code
    lines = "\n".join(f'    "{line}\\n"' for line in code.replace('"', '\\"').splitlines())
    return f"static const char {name}[] =\n{lines};\n"


def without_comment(header):
    """The lines of a header without what makes them a comment or a code block in one."""
    return "".join(re.sub(r"^ \*(?:     )?", "", line) for line in
                   read(header).splitlines(keepends=True))


def main():
    every = sys.argv[-1] == "--every"
    if len(sys.argv) - every != 5:
        sys.exit(__doc__)
    document, title, mode, path = sys.argv[1:5]
    blocks = blocks_of(document, title, every)
    if mode == "--to":
        parts = [as_c(name, *block) for name, block in blocks.items()]
        pathlib.Path(path).write_text("\n".join(parts), encoding="utf-8")
    elif mode == "--frame-in":
        if blocks["frame"][1] not in without_comment(path):
            sys.exit(f"{path} does not hold the frame of {document}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
