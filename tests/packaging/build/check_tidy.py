#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""clang-tidy finds nothing in src with the checks of .clang-tidy, and finds a planted fault.

usage: check_tidy.py CLANG-TIDY ROOT BUILD    BUILD has compile_commands.json
"""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FAULT = """int planted(int a, int b);
int planted(int a, int b)
{
    return b == 0 ? a / b : 0;
}
"""


def findings(tidy, *arguments):
    done = subprocess.run([tidy, "--quiet", *map(str, arguments)], check=False, text=True,
                          capture_output=True)
    return "" if done.returncode == 0 else done.stdout or done.stderr


def main():
    tidy, root, build = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        planted = Path(folder) / "planted.c"
        planted.write_text(FAULT, encoding="ascii")
        if "DivideZero" not in findings(tidy, f"--config-file={root}/.clang-tidy", planted,
                                             "--", "-std=c11"):
            sys.exit("the planted fault is not found")
    sources = sorted((root / "src").rglob("*.c"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda path: findings(tidy, "-p", build, path), sources)
                 if text]
    print("\n".join(found))
    sys.exit(1 if found or not sources else 0)


if __name__ == "__main__":
    main()
