#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the wheel of a copy of the source tree with pip and installs it to WORK/installed.

usage: install_package.py SOURCE WORK LIBRARY

LIBRARY, a shared library, is packed."""
import os
import shutil
import subprocess
import sys
from pathlib import Path


def main():
    source, work, library = map(Path, sys.argv[1:])
    shutil.rmtree(work, ignore_errors=True)
    (work / "tree").mkdir(parents=True)
    for part in ("python", "include", "LICENSE"):
        copy = shutil.copytree if (source / part).is_dir() else shutil.copy
        copy(source / part, work / "tree" / part)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    alone = ["--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run([*pip, "wheel", *alone, "--wheel-dir", work, work / "tree" / "python"],
                   env={**os.environ, "GLSORT_LIBRARY": str(library)}, check=True)
    wheel = next(work.glob("*.whl"))
    assert "-py3-none-" in wheel.name, wheel
    subprocess.run([*pip, "install", *alone, "--target", work / "installed", wheel],
                   check=True)


if __name__ == "__main__":
    main()
