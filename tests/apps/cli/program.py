# SPDX-License-Identifier: MIT
"""What the tests of the command line share: how to run the program, the file formats, and
the order that its results must have. Needs the standard library only."""
import array
import os
import pty
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = None
BROKEN = None  # the program with shaders that sort wrongly
SECONDS = 1500  # of one run: it hangs

CODES = {"u32": "I", "i32": "i", "f32": "f", "u64": "Q", "i64": "q", "f64": "d", "u16": "H"}
DESCRIPTORS = {"u32": "<u4", "i32": "<i4", "f32": "<f4", "u64": "<u8", "i64": "<i8",
               "f64": "<f8", "u16": "<u2"}
UNSIGNED = {2: "H", 4: "I", 8: "Q"}


def run(*arguments, data=b"", broken=False, **options):
    """Runs the program; gives its exit status, standard output and standard error."""
    options.setdefault("stdout", subprocess.PIPE)
    environment = options.pop("env", os.environ)
    for leaks in ("", ":detect_leaks=0"):
        words = environment.get("ASAN_OPTIONS", "") + leaks
        done = subprocess.run([BROKEN if broken else PROGRAM, *arguments], input=data,
                              stderr=subprocess.PIPE, timeout=SECONDS, check=False,
                              env={**environment, "ASAN_OPTIONS": words}, **options)
        # Clang 14's search for leaks may itself crash where Mesa has threads.
        if b"LeakSanitizer has encountered a fatal error" not in done.stderr:
            break
    return done.returncode, done.stdout, done.stderr.decode()


def size_of(kind):
    """Bytes of a key in a file."""
    return int(kind[1:]) // 8


def bits_of(value, kind):
    code = UNSIGNED[size_of(kind)]
    return struct.unpack("<" + code, struct.pack("<" + CODES[kind], value))[0]


def value_of(bits, kind):
    code = UNSIGNED[size_of(kind)]
    return struct.unpack("<" + CODES[kind], struct.pack("<" + code, bits))[0]


def rank(bits, kind):
    """A number that orders keys as the library promises."""
    top = 1 << 8 * size_of(kind) - 1
    if kind[0] == "i":
        return bits ^ top
    if kind[0] == "f":
        return bits ^ (2 * top - 1) if bits & top else bits | top
    return bits


def argsorted(keys, kind, descending):
    """Python's sort is stable, also for negated ranks."""
    sign = -1 if descending else 1
    return sorted(range(len(keys)), key=lambda at: sign * rank(keys[at], kind))


def words(data, kind="u32"):
    """The bits of little-endian keys."""
    values = array.array(UNSIGNED[size_of(kind)])
    assert values.itemsize == size_of(kind)
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return list(values)


def raw(keys, kind="u32"):
    return struct.pack(f"<{len(keys)}{UNSIGNED[size_of(kind)]}", *keys)


def npy(keys, kind="u32", descr=None, fortran=False, shape=None, version=1):
    shape = f"({len(keys)},)" if shape is None else shape
    descr = f"'{DESCRIPTORS[kind]}'" if descr is None else descr
    header = f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}"
    length = {1: "<H", 2: "<I"}[version]
    before = 8 + struct.calcsize(length)
    header += " " * (-(before + len(header) + 1) % 64) + "\n"
    return (b"\x93NUMPY" + bytes([version, 0]) + struct.pack(length, len(header))
            + header.encode() + raw(keys, kind))


def npy_parts(data):
    """The type and the keys of an .npy file, read as NumPy's description says."""
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0
    header = eval(data[10:10 + length].decode(), {"__builtins__": {}})  # a literal
    kind = {descr: kind for kind, descr in DESCRIPTORS.items()}[header["descr"]]
    keys = words(data[10 + length:], kind)
    assert header["fortran_order"] is False and header["shape"] == (len(keys),)
    return header["descr"], keys


def text(keys, kind):
    return "".join(f"{value_of(bits, kind)!r}\n" for bits in keys).encode()


def text_keys(data, kind):
    number = float if kind[0] == "f" else int
    return [bits_of(number(line), kind) for line in data.decode().split()]


def random_keys(count, kind, seed=1, nans=False):
    """Random keys with repeats and, of floats, specials."""
    source = random.Random(seed)
    bits = 8 * size_of(kind)
    top = 1 << bits - 1
    pool = [source.getrandbits(bits) for _ in range(max(1, count // 3))]
    pool += [0, 1, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2]
    if kind == "f32":
        pool += [0x7F800000, 0xFF800000, 0x7F7FFFFF, 0x00000001, 0x80000001, 0x3DCCCCCD]
    if kind == "f64":
        pool += [0x7FF0000000000000, 0xFFF0000000000000, 0x3FB999999999999A]
    if kind[0] == "f" and not nans:
        infinity = 0x7F800000 if kind == "f32" else 0x7FF0000000000000
        pool = [key for key in pool if key & top - 1 <= infinity]
    return [source.choice(pool) for _ in range(count)]


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="glsort-cli-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def good(self, *arguments, data=b"", **options):
        """Runs what must succeed and say nothing on standard error; gives the output."""
        status, output, error = run(*arguments, data=data, **options)
        self.assertEqual((status, error), (0, ""), arguments)
        return output

    def on_a_terminal(self, arguments, data):
        """What the program shows on a terminal, of standard error."""
        ours, theirs = pty.openpty()
        shown = b""
        with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=theirs) as process:
            os.close(theirs)
            process.stdin.write(data)
            process.stdin.close()
            try:
                while part := os.read(ours, 4096):
                    shown += part
            except OSError:  # the other end is closed
                pass
            self.assertEqual(process.wait(), 0)
        os.close(ours)
        return shown

    def refused(self, *arguments, data=b"", says=(), **options):
        """Runs what must fail with one sentence and no output."""
        status, output, error = run(*arguments, data=data, **options)
        self.assertEqual(status, 1, (arguments, error))
        self.assertIn(output, (b"", None), arguments)
        self.assertRegex(error, r"\Aglsort: [^\n]+\n\Z", arguments)
        for part in says:
            self.assertIn(part, error, arguments)
        return error


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: " + sys.argv[0] + " PROGRAM BROKEN [unittest options]")
    # The tests import this file under its own name.
    sys.modules["program"].PROGRAM = os.path.abspath(sys.argv.pop(1))
    sys.modules["program"].BROKEN = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__")
