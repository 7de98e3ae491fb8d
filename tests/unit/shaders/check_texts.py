#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The library puts the same texts together that embed_shaders.py --expand writes, which are
those that the other tests of shaders read.

usage: check_texts.py WRITE_TEXTS EMBED_SHADERS SHADERS WORK
"""

import filecmp
import shutil
import subprocess
import sys
from pathlib import Path


def main():
    program, embed, root, work = sys.argv[1:]
    expanded, written = Path(work) / "expanded", Path(work) / "written"
    shutil.rmtree(work, ignore_errors=True)
    written.mkdir(parents=True)
    subprocess.run([sys.executable, "-B", embed, "--root", root, "--expand", expanded],
                   check=True)
    subprocess.run([program, written], check=True)
    (expanded / "files.json").unlink()
    names = {path.name for folder in (expanded, written) for path in folder.iterdir()}
    _, different, missing = filecmp.cmpfiles(expanded, written, names, shallow=False)
    if different or missing or not names:
        sys.exit(f"{len(different)} texts of {len(names)} differ: {different[:3]}; "
                 f"{len(missing)} are missing: {missing[:3]}")
    print(f"{len(names)} texts are the same")


if __name__ == "__main__":
    main()
