#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A control of check_format.py: it finds a line of one column too many in every language."""

import subprocess
import sys
import tempfile
from pathlib import Path

CHECK = Path(__file__).with_name("check_format.py")

for name, most in (("src/a.c", 90), ("include/a.h", 90), ("tests/a.cpp", 90),
                   ("shaders/a.comp", 90), ("shaders/a.glsl", 90), ("tests/a.py", 100),
                   ("cmake/a.cmake", 100), ("src/CMakeLists.txt", 100)):
    for columns in (most, most + 1):
        with tempfile.TemporaryDirectory() as folder:
            for file, text in (("src/plain.c", "int plain;"), (name, "x" * columns)):
                (Path(folder) / file).parent.mkdir(exist_ok=True)
                (Path(folder) / file).write_text(text + "\n", encoding="utf-8")
            done = subprocess.run([sys.executable, "-B", CHECK, "-", folder], text=True,
                                  capture_output=True, check=False)
        wanted = f"{folder}/{name}:1: {columns} columns, at most {most}\n" if columns > most else ""
        if done.stdout != wanted or (done.returncode != 0) != (columns > most):
            sys.exit(f"{name} of {columns} columns: {done.stdout}{done.stderr}")
