#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a program on an X server without a screen, and ends as it does; skipped (77) where
Xvfb is not installed.

usage: run_with_display.py PROGRAM [ARGUMENT ...]
"""

import os
import shutil
import subprocess
import sys

SKIPPED = 77


def main():
    if not shutil.which("Xvfb"):
        print("skipped: Xvfb is not installed")
        sys.exit(SKIPPED)
    read, write = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"],
                          pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as pipe:
                display = ":" + pipe.readline().strip()
            # GLX drivers keep names and unload; a leak check then blames the program.
            options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
            done = subprocess.run(sys.argv[1:], check=False, timeout=1500,
                                  env=dict(os.environ, DISPLAY=display,
                                           ASAN_OPTIONS=options))
        finally:
            server.terminate()
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
