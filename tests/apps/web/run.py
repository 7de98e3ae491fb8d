#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs programs in a browser, one page after the other, and shows what they print.

usage: run.py FOLDER (chromium | swiftshader | firefox) PROGRAM[:ARGUMENT...]...

The programs are those of tests/apps/web/CMakeLists.txt. A program fails if it returns something
else than 0, throws, does not end in time, or if the browser's console has a warning or an error.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "web_page"))
import pages  # noqa: E402

PAGE = """<!doctype html><meta charset="utf-8"><title>%(name)s</title>
<link rel="icon" href="data:,"><canvas id="canvas" width="64" height="48"></canvas>
<script>
var lines = [], result;
function done(code) { result = result || {code: code, lines: lines}; }
window.onerror = function (text) { lines.push("thrown: " + text); done(99); };
window.onunhandledrejection = function (event) { window.onerror("" + event.reason); };
var Module = {
    arguments: %(arguments)s, canvas: document.getElementById("canvas"),
    print: function (line) { lines.push(line); },
    printErr: function (line) { lines.push(line); },
    onExit: done, onAbort: function (what) { window.onerror("abort: " + what); },
};
</script>
<script src="/%(name)s.js"></script>
"""


def run(browser, url, program):
    """Runs a program at this address, and shows it; returns its code."""
    start = time.monotonic()
    browser.open(url)
    ended = f"location.href === {json.dumps(url)} && window.result"
    result = pages.wait_for(lambda: browser.run(ended), f"the end of {program}")
    for line in result["lines"]:
        print("    " + line)
    outcome = f"FAILED ({result['code']})" if result["code"] else "passed"
    print(f"{outcome} {program}, {time.monotonic() - start:.1f} s", flush=True)
    return result["code"]


def main():
    folder, browser_name = pages.arguments()
    failed = 0
    browser = pages.browser(browser_name)
    try:
        with tempfile.TemporaryDirectory() as work:
            address = pages.serve({"/": folder, "/run/": work})
            for i, program in enumerate(sys.argv[1:]):
                name, *arguments = program.split(":")
                page = PAGE % {"name": name, "arguments": json.dumps(arguments)}
                Path(work, f"{i}.html").write_text(page)
                failed += run(browser, f"{address}/run/{i}.html", program) != 0
        messages = pages.faults(browser.console())
    finally:
        browser.close()
    for message in messages:
        print(f"FAILED: on the console: {message}")
    sys.exit(min(failed + len(messages), 100))


if __name__ == "__main__":
    main()
