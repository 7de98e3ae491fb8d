#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the rows of face.c: structs of the public headers with their fields, and enumerants and
flags.

usage: face_rows.py ROWS HEADERS STRUCT...
"""
import re
import sys
from pathlib import Path

STRUCT = re.compile(r"typedef struct (glsort_\w+) \{(.*?)\n\} \1;", re.DOTALL)
FIELDS = re.compile(r"^ +(?:const )?(?:struct )?(\w+\*?) (\w+(?:, \w+)*)(?:\[(\w+)\])?;",
                    re.MULTILINE)
ENUM = re.compile(r"typedef enum \w+ \{(.*?)\}", re.DOTALL)
FLAG = re.compile(r"#define (GLSORT_\w+) \(\d+u << \d+\)")
WHOLE = ("glsort_resource", "glsort_order_view", "glsort_sort_desc", "glsort_pass_use")


def read(*headers):
    """Their text without comments."""
    text = "".join(header.read_text() for header in headers)
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def paths(structs, text, name):
    """The fields of a struct, and those of the structs in it that are not taken as a whole."""
    for kind, names, size in FIELDS.findall(structs[name]):
        for field in names.split(", "):
            yield field
            if kind not in structs or kind in WHOLE:
                continue
            places = [field] if not size else [
                f"{field}[{i}]" for i in range(int(re.search(rf"#define {size} (\d+)", text)[1]))]
            for place in places:
                yield from (f"{place}.{inner}" for inner in paths(structs, text, kind))


def main():
    folder = Path(sys.argv[2])
    calls = read(*(folder / f"glsort{part}.h" for part in ("", "_arrays", "_draw")))
    text = calls + read(folder / "glsort_inspect.h")
    structs = dict(STRUCT.findall(text))
    rows = []
    for name in sys.argv[3:]:
        rows.append(f"SIZE({name})")
        rows += [f"FIELD({name}, {path})" for path in paths(structs, text, name)]
    enumerants = re.findall(r"\bGLSORT_\w+", "".join(ENUM.findall(calls)))
    rows += [f"NUMBER({number})" for number in enumerants + FLAG.findall(calls)]
    Path(sys.argv[1]).write_text("".join(f"{row},\n" for row in rows))


if __name__ == "__main__":
    main()
