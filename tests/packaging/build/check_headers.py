#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every header of the library's inside compiles by itself.

usage: check_headers.py ROOT GENERATED -- CC [FLAGS]
"""

import subprocess
import sys
from pathlib import Path


def main():
    root, generated, _, *compiler = sys.argv[1:]
    root, generated = Path(root), Path(generated)
    folders = [root / "include", root / "shaders", generated,
               *(path for path in sorted((root / "src").rglob("*")) if path.is_dir())]
    includes = [f"-I{folder}" for folder in folders] + ["-isystem", generated / "include"]
    headers = sorted((root / "src").rglob("*.h")) + sorted((root / "shaders").rglob("*.h"))
    faults = 0
    for header in headers:
        # Through a file of its own, since a header as the main file gets odd warnings.
        code = f'#include "{header}"\nextern int not_empty;\n'
        result = subprocess.run([*compiler, *includes, "-fsyntax-only", "-x", "c", "-"],
                                input=code, capture_output=True, text=True, check=False)
        if result.returncode:
            faults += 1
            print(f"{header} does not compile alone:\n{result.stderr}")
    if faults or not headers:
        sys.exit(f"{faults} faults in {len(headers)} headers")
    print(f"{len(headers)} headers compile alone")


if __name__ == "__main__":
    main()
