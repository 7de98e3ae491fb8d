#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes text files as C strings: name.ext becomes `const char name_ext[]`.

usage: embed_texts.py HEADER SOURCE FILE...
"""
import sys
from pathlib import Path


def main():
    header, source, files = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    declared = ["// Made by embed_texts.py."]
    defined = ["// Made by embed_texts.py.", f'#include "{header.name}"']
    for path in map(Path, sorted(files)):
        name = path.name.replace(".", "_").replace("-", "_")
        declared.append(f"extern const char {name}[];")
        # As numbers: C promises strings of 4095 characters only.
        defined.append(f"const char {name}[] = {{")
        for line in path.read_text(encoding="ascii").splitlines(keepends=True):
            defined.append("    " + "".join(f"{ord(c)}," for c in line))
        defined.append("    0};")
    header.write_text("\n".join(declared) + "\n", encoding="ascii")
    source.write_text("\n".join(defined) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
