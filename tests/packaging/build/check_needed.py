#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shared library depends on the C library alone: GL comes from the caller's get_proc, or
from a library of EGL or GLX that the program has loaded.

usage: check_needed.py --readelf READELF libglsort.so
"""

import re
import subprocess
import sys

ALLOWED = re.compile(
    r"^(libc|libm|libdl|libgcc_s|libasan|libubsan|libclang_rt\.\w+|ld-linux.*)\.so")


def main():
    _, flag, readelf, path = sys.argv
    if flag != "--readelf":
        sys.exit(__doc__)
    output = subprocess.run([readelf, "-d", path], check=True, capture_output=True,
                            text=True, env={"LC_ALL": "C"}).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*?)\]", output)
    soname = re.findall(r"\(SONAME\).*\[(.*?)\]", output)
    foreign = [name for name in needed if not ALLOWED.match(name)]
    if foreign:
        sys.exit(f"{path} needs {', '.join(foreign)}")
    if not soname or not re.match(r"libglsort\.so\.\d", soname[0]):
        sys.exit(f"{path} has no versioned soname: {soname}")
    print(f"{soname[0]} needs {', '.join(needed)}")


if __name__ == "__main__":
    main()
