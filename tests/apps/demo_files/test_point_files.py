#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The readers of the demo, which the page has too, read every file of point_files.py as it is
meant.

usage: test_point_files.py READ_POINTS
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import point_files

PROGRAM = sys.argv.pop(1)
TABLE = point_files.files()


def read_all():
    with tempfile.TemporaryDirectory() as folder:
        arguments = []
        for i, file in enumerate(TABLE):
            path = Path(folder) / f"{i}{file.suffix}"
            path.write_bytes(file.data)
            arguments += [file.kind, path]
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class PointFiles(unittest.TestCase):
    def test_every_file_is_read_as_it_is_meant(self):
        read = read_all()
        self.assertEqual(len(read), len(TABLE))
        for file, one in zip(TABLE, read):
            with self.subTest(file.name):
                self.assertEqual(point_files.faults(file, one), [])


if __name__ == "__main__":
    unittest.main()
