#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs programs in a browser, one page after the other, and shows what they print.

usage: run.py --browser BROWSER [--folder FOLDER] [--timeout SECONDS] PROGRAM[:ARGUMENT...]...

BROWSER is chromium (ANGLE on the system's GL), swiftshader (Chromium with that renderer) or
firefox; the programs are those of tests/apps/web/CMakeLists.txt. A program fails if it returns
something else than 0, throws, does not end in time, or if the browser's console has a warning
or an error that is not among its lines "expect console: REGULAR EXPRESSION".
"""

import argparse
import json
import re
import sys
import tempfile
import time
from pathlib import Path

import browsers

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


def run(browser, url, program, timeout):
    """Runs a program at this address, and shows it; returns its code and what it has printed."""
    start = time.monotonic()
    browser.open(url)
    ended = f"location.href === {json.dumps(url)} && window.result"
    result = pages.wait_for(lambda: browser.run(ended), f"the end of {program}", timeout)
    code, lines = result["code"], result["lines"]
    for line in lines:
        print("    " + line)
    outcome = f"FAILED ({code})" if code else "passed"
    print(f"{outcome} {program}, {time.monotonic() - start:.1f} s", flush=True)
    return code, lines


def run_all(browser, folder, programs, timeout):
    """Returns how many have failed, and what is on the console that none of them expects."""
    failed, expected = 0, []
    with tempfile.TemporaryDirectory() as work:
        address = pages.serve({"/": folder, "/run/": work})
        for i, program in enumerate(programs):
            name, *arguments = program.split(":")
            page = PAGE % {"name": name, "arguments": json.dumps(arguments)}
            Path(work, f"{i}.html").write_text(page)
            code, lines = run(browser, f"{address}/run/{i}.html", program, timeout)
            failed += code != 0
            expected += [line.split(": ", 1)[1] for line in lines
                         if line.startswith("expect console: ")]
    return failed, [message for message in browsers.faults(browser.console())
                    if not any(re.search(pattern, message) for pattern in expected)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", choices=browsers.BROWSERS, required=True)
    parser.add_argument("--folder", type=Path, default="build/web-test/bin")
    parser.add_argument("--timeout", type=float, default=300, help="of a program")
    parser.add_argument("programs", nargs="+")
    args = parser.parse_args()
    for program in args.programs:
        if not (args.folder / (program.split(":")[0] + ".js")).exists():
            sys.exit(f"run.py: no {program.split(':')[0]}.js in {args.folder}")
    browser = browsers.browser(args.browser)
    try:
        failed, messages = run_all(browser, args.folder, args.programs, args.timeout)
    finally:
        browser.close()
    for message in messages:
        print(f"FAILED: on the console: {message}")
    sys.exit(min(failed + len(messages), 100))


if __name__ == "__main__":
    main()
