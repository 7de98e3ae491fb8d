#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every file under include, src and shaders has a name of its own, so that includes can
be flat and a compiler's message names one file.

usage: check_names.py ROOT
"""

import sys
from pathlib import Path


def main():
    root, seen, faults = Path(sys.argv[1]), {}, []
    for top in ("include", "src", "shaders"):
        for path in sorted((root / top).rglob("*")):
            if not path.is_file():
                continue
            if path.name in seen:
                faults.append(f"{path} has the name of {seen[path.name]}")
            seen[path.name] = path
    if faults or not seen:
        sys.exit("\n".join(faults) or f"{root}: no files")
    print(f"{len(seen)} files, all names differ")


if __name__ == "__main__":
    main()
