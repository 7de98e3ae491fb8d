#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every file under include, src and shaders has a name of its own, since includes are flat; and
what documents name is there: each name that begins with glsort_ or GLSORT_ is in the code, too.

usage: check_names.py ROOT
"""

import re
import sys
from collections import Counter
from pathlib import Path

SOURCES = ("include", "src", "shaders")
FOLDERS = (*SOURCES, "tools", "demos", "examples", "bench", "tests", "cmake",
           "python", "scripts", "web", "docs", ".ci")
RECORDS = ("CHANGELOG.md", "docs/tuning-notes.md", "docs/measured/")  # of what there was
TEXTS = {".md", ".1", ".html", ".json", ".yml"}  # that define no name
NAME = re.compile(r"(?<![\w./-])(?:glsort|GLSORT)_\w+[a-zA-Z0-9]\b(?![.*-])")


def texts_of(root):
    found = [*root.glob("*"), *(path for folder in FOLDERS for path in (root / folder).rglob("*"))]
    for path in sorted(filter(Path.is_file, found)):
        name = path.relative_to(root).as_posix()
        if name.startswith(RECORDS) or "__pycache__" in path.parts:
            continue
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def main():
    root = Path(sys.argv[1])
    known, used = set(), {}
    for path, text in texts_of(root):
        names = set(NAME.findall(text))
        known |= names if path.suffix not in TEXTS else set()
        used.update({name: path for name in names if path.suffix in TEXTS})
    faults = [f"{used[name]}: there is no {name}" for name in sorted(used.keys() - known)]
    files = [path for top in SOURCES for path in (root / top).rglob("*.*")]
    names = Counter(path.name for path in files)
    faults += [f"{path}: another file has this name" for path in files if names[path.name] > 1]
    if faults or not used:
        sys.exit("\n".join(faults) or f"{root}: no documents")
    print(f"{len(used)} names in documents are known")


if __name__ == "__main__":
    main()
