#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs face_tests.mjs in a browser.

usage: test_face.py SITE [chromium | swiftshader | firefox] [PART OF A NAME]
"""
import json
import sys
from pathlib import Path

import pages

# Tests lose their contexts, since browsers keep few; browsers warn of an extension, and of
# addresses that cannot be fetched, and of what is refused on purpose.
EXPECTED = ("context was lost", "WEBGL_polygon_mode", "nothing.wasm", "no-protocol",
            "activeTexture: texture unit", "pixelStorei: ",
            "textures can not be used with multiple targets",
            "linkProgram: Must have a compiled fragment shader attached", "bindBuffer: ",
            "ELEMENT_ARRAY")


def run(browser, name):
    """Whether a test passes; says so."""
    error = browser.run(f"runTest({json.dumps(name)})")
    print("FAIL" if error else "ok  ", name, flush=True)
    if error:
        print("    " + error.replace("\n", "\n    "))
    return error is None


def main():
    site, name = pages.arguments()
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    url = pages.serve({"/": site, "/tests/": Path(__file__).parent})
    browser = pages.browser(name)
    try:
        browser.open(f"{url}/tests/face.html")
        names = pages.wait_for(lambda: browser.run("window.testNames"), "the page")
        results = [run(browser, name) for name in names if only in name]
        faults = [fault for fault in pages.faults(browser.console())
                  if not any(part in fault for part in EXPECTED)]
    finally:
        browser.close()
    for fault in faults:
        print("console:", fault)
    print(f"{name}: {sum(results)} of {len(results)} tests passed")
    return 1 if not all(results) or faults or not results else 0


if __name__ == "__main__":
    sys.exit(main())
