#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the wheel of a copy of the source tree with pip and installs it to WORK/installed.

usage: install_package.py SOURCE WORK [LIBRARY]

Without LIBRARY, a shared library, the wheel builds its own."""
import os
import shutil
import subprocess
import sys
from pathlib import Path


def main():
    source, work = Path(sys.argv[1]), Path(sys.argv[2])
    parts = ["python", "include", "LICENSE"]
    environment = dict(os.environ)
    if len(sys.argv) > 3:
        environment["GLSORT_LIBRARY"] = sys.argv[3]
    else:
        parts += ["src", "shaders", "cmake", "CMakeLists.txt"]
    shutil.rmtree(work, ignore_errors=True)
    (work / "tree").mkdir(parents=True)
    for part in parts:
        copy = shutil.copytree if (source / part).is_dir() else shutil.copy
        copy(source / part, work / "tree" / part)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    alone = ["--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run([*pip, "wheel", *alone, "--wheel-dir", work, work / "tree" / "python"],
                   env=environment, check=True)
    wheel = next(work.glob("*.whl"))
    assert "-py3-none-" in wheel.name, wheel
    subprocess.run([*pip, "install", *alone, "--target", work / "installed", wheel],
                   check=True)


if __name__ == "__main__":
    main()
