#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every test of a build has a limit, and none is so short that it can mean "slow" instead of
"hangs": such tests fail beside other load.

usage: check_limits.py CTEST BUILD SECONDS SLOW_SECONDS
       SECONDS and SLOW_SECONDS: the least of tests, and of those with the label slow
"""
import json
import subprocess
import sys


def main():
    ctest, build, least, slow_least = *sys.argv[1:3], *map(float, sys.argv[3:])
    tests = json.loads(subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"],
                                      check=True, capture_output=True).stdout)["tests"]
    short = []
    for test in tests:
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        limit = properties.get("TIMEOUT", 0)
        if limit < (slow_least if "slow" in properties.get("LABELS", []) else least):
            short.append(f"{test['name']}: {limit:g} s" if limit else f"{test['name']}: none")
    if short or not tests:
        sys.exit(f"{len(short)} of {len(tests)} tests have a limit that slow machines hit:\n  "
                 + "\n  ".join(short[:20]))
    print(f"{len(tests)} tests have {least:g} s or more, slow ones {slow_least:g} s")


if __name__ == "__main__":
    main()
