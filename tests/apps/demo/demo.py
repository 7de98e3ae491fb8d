# SPDX-License-Identifier: MIT
"""What the tests of the demo share: how to run it, and how to read its pictures. Needs
the standard library only."""
import contextlib
import itertools
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import unittest
import zlib

PROGRAM = None
SECONDS = 1500  # of one run: it hangs
TOLERANCE = 12  # of 255: what another Mesa may round otherwise


def run(*options, **settings):
    """Runs the program off screen on the CPU renderer, unless told otherwise."""
    settings.setdefault("timeout", SECONDS)
    return subprocess.run([PROGRAM, "--headless", "--device", "cpu", *map(str, options)],
                          capture_output=True, text=True, check=False, **settings)


def run_on_terminal(*options):
    """Exit status, and what the program writes to a terminal as its standard error."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([PROGRAM, "--headless", "--device", "cpu", *map(str, options)],
                          stdout=subprocess.DEVNULL, stderr=theirs) as program:
        os.close(theirs)
        words = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while part := os.read(ours, 4096):
                words += part
        os.close(ours)
    return program.returncode, words.decode()


def forms():
    """The names of forms, as --help lists them."""
    text = run("--help").stdout.split("Forms, for --algorithm and --race\n")[1]
    return re.findall(r"(?m)^  ([\w-]+) ", text.split("\n\n")[0])


def number(pattern, text):
    """The number that the pattern's only group finds in the text."""
    found = re.search(pattern, text)
    if not found:
        raise AssertionError(f"nothing like {pattern!r} in {text!r}")
    return float(found.group(1))


def paeth(left, up, corner):
    p = left + up - corner
    by_left, by_up, by_corner = abs(p - left), abs(p - up), abs(p - corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner


def unfilter(kind, row, last):
    """One row of a PNG of RGB, in place."""
    if kind == 1:
        for c in range(3):
            row[c::3] = bytes(v & 255 for v in itertools.accumulate(row[c::3]))
    elif kind == 2:
        row[:] = bytes((a + b) & 255 for a, b in zip(row, last))
    elif kind in (3, 4):
        for i, value in enumerate(row):
            left, corner = (row[i - 3], last[i - 3]) if i >= 3 else (0, 0)
            guess = (left + last[i]) // 2 if kind == 3 else paeth(left, last[i], corner)
            row[i] = (value + guess) & 255


def png_size(path):
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND", f"{path}: no PNG"
    return tuple(int.from_bytes(data[i:i + 4], "big") for i in (16, 20))


def read_png(path):
    """Width, height and the bytes of RGB rows; for PNGs of 8 bits as the demo writes."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG"
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        name, body = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        if name == b"IHDR":
            width, height = (int.from_bytes(body[i:i + 4], "big") for i in (0, 4))
            assert body[8:10] == b"\x08\x02", f"{path} is not of 8-bit RGB"
        elif name == b"IDAT":
            packed += body
        at += 12 + size
    raw, rows, last = zlib.decompress(packed), bytearray(), bytearray(3 * width)
    for y in range(height):
        start = y * (3 * width + 1)
        row = bytearray(raw[start + 1:start + 1 + 3 * width])
        unfilter(raw[start], row, last)
        rows += row
        last = row
    return width, height, bytes(rows)


def bad_part(a, b):
    """The part of the pixels, in bytes of RGB, that differ by more than TOLERANCE."""
    bad = sum(any(abs(a[i + c] - b[i + c]) > TOLERANCE for c in range(3))
              for i in range(0, len(a), 3))
    return 3 * bad / len(a)


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(name)


def main():
    global PROGRAM
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
