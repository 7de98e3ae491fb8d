#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes text files as a JavaScript module: name.ext becomes `export const nameExt`.

usage: text_module.py MODULE FILE...
"""
import json
import sys
from pathlib import Path


def constant(path):
    first, *others = path.name.replace("-", ".").replace("_", ".").split(".")
    return first + "".join(word.capitalize() for word in others)


def main():
    lines = ["// Made by text_module.py."]
    for path in sorted(map(Path, sys.argv[2:])):
        lines.append(f"export const {constant(path)} = {json.dumps(path.read_text())};")
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
