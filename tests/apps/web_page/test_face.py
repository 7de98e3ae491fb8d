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
            "textures can not be used with multiple targets")


def main():
    site, name = pages.arguments()
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    url = pages.serve({"/": site, "/tests/": Path(__file__).parent})
    browser = pages.browser(name)
    try:
        browser.open(f"{url}/tests/face.html")
        pages.wait_for(lambda: browser.run("typeof runTests === 'function'"), "the page")
        results = browser.run(f"runTests({json.dumps(only)})")
        faults = [fault for fault in pages.faults(browser.console())
                  if not any(part in fault for part in EXPECTED)]
    finally:
        browser.close()
    for result in results:
        print("FAIL" if result["error"] else "ok  ", result["name"])
        if result["error"]:
            print("    " + result["error"].replace("\n", "\n    "))
    for fault in faults:
        print("console:", fault)
    failed = sum(1 for result in results if result["error"])
    print(f"{name}: {len(results) - failed} of {len(results)} tests passed")
    return 1 if failed or faults or not results else 0


if __name__ == "__main__":
    sys.exit(main())
