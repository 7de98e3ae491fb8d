#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The demo and the page read every file of point_files.py as it is meant, and alike.

usage: test_point_files.py READ_POINTS SPLAT_FILES [NODE]

READ_POINTS is the demo's reader as a program; SPLAT_FILES the page's module, which NODE runs;
without it, only the demo is tested here, and scripts/test --web tests the page in browsers.
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import point_files

PROGRAM, MODULE = sys.argv.pop(1), Path(sys.argv.pop(1)).resolve()
NODE = sys.argv.pop(1) if len(sys.argv) > 1 else ""
TABLE = point_files.files()


def read_by_demo():
    with tempfile.TemporaryDirectory() as folder:
        arguments = []
        for i, file in enumerate(TABLE):
            path = Path(folder) / f"{i}{file.suffix}"
            path.write_bytes(file.data)
            arguments += [file.kind, path]
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def read_by_page():
    script = (f"import {{readSplatFile}} from {json.dumps(MODULE.as_uri())};"
              f"console.log(JSON.stringify(({point_files.PAGE})(readSplatFile, "
              f"{point_files.page_arguments(TABLE)})))")
    done = subprocess.run([NODE, "--input-type=module"], input=script, capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class PointFiles(unittest.TestCase):
    def expect_table(self, read):
        self.assertEqual(len(read), len(TABLE))
        for file, one in zip(TABLE, read):
            with self.subTest(file.name):
                self.assertEqual(point_files.faults(file, one), [])

    def test_the_demo_reads_every_file_as_it_is_meant(self):
        self.expect_table(read_by_demo())

    @unittest.skipUnless(NODE, "there is no node")
    def test_the_page_reads_every_file_as_it_is_meant(self):
        self.expect_table(read_by_page())

    @unittest.skipUnless(NODE, "there is no node")
    def test_the_demo_and_the_page_refuse_in_the_same_sentence(self):
        for file, demo, page in zip(TABLE, read_by_demo(), read_by_page()):
            if file.refused:
                with self.subTest(file.name):
                    self.assertEqual(page.get("error"),
                                     f"file{file.suffix}: {demo.get('error')}.")


if __name__ == "__main__":
    unittest.main()
