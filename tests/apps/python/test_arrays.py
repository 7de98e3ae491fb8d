#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsort.sort and glsort.argsort, compared with NumPy."""
import os
import subprocess
import sys
import threading
import unittest

import glsort
import numpy as np
from order_of_bits import argsorted

DTYPES = ("u2", "u4", "i4", "f4", "u8", "i8", "f8")
SIZES = (1, 2, 3, 1000, 70000)


def random_keys(dtype, count):
    """Random bits with many equal ones: floats have NaNs, infinities and both zeros."""
    bits = np.random.default_rng(count).integers(0, 256, (count, np.dtype(dtype).itemsize),
                                                 np.uint8)
    keys = np.ascontiguousarray(bits).view(dtype).reshape(-1)
    keys[::3] = keys[0]
    if np.dtype(dtype).kind == "f" and count > 50:
        keys[1:40:4], keys[2:40:4] = -0.0, 0.0
        keys[3:40:4] = np.array([np.nan, -np.nan, np.inf, -np.inf, 1.5] * 2, dtype)
    return keys


class Arrays(unittest.TestCase):
    def assertBytes(self, found, wanted):
        self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
        self.assertEqual(found.tobytes(), wanted.tobytes())

    def test_keys_of_every_dtype_are_sorted_in_both_directions(self):
        for dtype in DTYPES:
            for count in SIZES:
                keys = random_keys(dtype, count)
                before = keys.copy()
                for descending in (False, True):
                    with self.subTest(dtype=dtype, count=count, descending=descending):
                        order = argsorted(keys, descending)
                        self.assertBytes(glsort.sort(keys, descending=descending),
                                         keys[order])
                        self.assertBytes(glsort.argsort(keys, descending=descending),
                                         order.astype(np.intp))
                self.assertBytes(keys, before)

    def test_values_of_4_8_and_16_bytes_move_with_their_keys(self):
        keys = random_keys("f4", 3000)
        numbers = np.arange(12000, dtype="i4")
        for values in (numbers[:3000], numbers[:6000].reshape(-1, 2),
                       numbers.reshape(-1, 2, 2), numbers[:6000].view("M8[s]"),
                       numbers[:6000].view([("a", "f4"), ("b", "u4")])):
            with self.subTest(dtype=values.dtype, shape=values.shape):
                sorted_keys, moved = glsort.sort(keys, values)
                self.assertBytes(sorted_keys, keys[argsorted(keys)])
                self.assertBytes(moved, values[argsorted(keys)])

    def test_strides_and_byte_orders_are_read(self):
        keys = random_keys("i4", 2000)
        for other in (keys[::-2], keys.astype(">i4"), np.stack([keys, keys], 1)[:, 1]):
            plain = np.ascontiguousarray(other, "i4")
            self.assertBytes(glsort.sort(other), plain[argsorted(plain)])
        values = np.stack([keys, keys + 1], 1)[:, 1]
        self.assertBytes(glsort.sort(keys, values)[1], values[argsorted(keys)])

    def test_a_memory_is_kept_to_by_sorting_in_chunks(self):
        keys = random_keys("f4", 150000)
        values = np.arange(300000, dtype="u4").reshape(-1, 2)
        order = argsorted(keys)
        for memory in (1 << 20, 3 << 20):
            sorted_keys, moved = glsort.sort(keys, values, memory=memory)
            self.assertBytes(sorted_keys, keys[order])
            self.assertBytes(moved, values[order])
            self.assertBytes(glsort.argsort(keys, memory=memory), order.astype(np.intp))
        with self.assertRaises(glsort.Error) as raised:
            glsort.sort(keys, memory=1000)
        self.assertIn("memory 1000 is too small for 150000", str(raised.exception))

    def test_the_device_that_is_taken_has_a_name(self):
        self.assertRegex(glsort.device(), r"^.+, (OpenGL ES )?\d\.\d")

    def test_nothing_is_sorted_to_nothing(self):
        none = np.empty(0, "f4")
        self.assertBytes(glsort.sort(none), none)
        self.assertBytes(glsort.argsort(none), np.empty(0, np.intp))
        self.assertBytes(glsort.sort(none, np.empty((0, 2), "f4"))[1], np.empty((0, 2), "f4"))

    def test_what_cannot_be_sorted_is_refused_with_the_numbers(self):
        four = np.zeros(4, "f4")
        for error, words, call in (
                (TypeError, "glsort.sort: keys of dtype uint8 ", lambda: glsort.sort(
                    np.zeros(4, "u1"))),
                (ValueError, "keys have shape (2, 2); one dimension", lambda: glsort.sort(
                    np.zeros((2, 2)))),
                (ValueError, "values have shape (3,); 4 rows are needed", lambda: glsort.sort(
                    four, four[:3])),
                (TypeError, "rows of values have 12 bytes", lambda: glsort.sort(
                    four, np.zeros((4, 3), "f4"))),
                (TypeError, "values are a masked array", lambda: glsort.sort(
                    four, np.ma.array(four, mask=[0, 1, 0, 0]))),
                (ValueError, "memory is -1; it must be from 0", lambda: glsort.sort(
                    four, memory=-1)),
                (TypeError, "memory is of type str", lambda: glsort.sort(four, memory="1G")),
                (TypeError, "hold objects", lambda: glsort.sort(
                    four, np.array([None] * 4)))):
            with self.assertRaises(error) as raised:
                call()
            self.assertIn(words, str(raised.exception))

    def test_threads_sort_at_once(self):
        results = {}

        def work(at):
            keys = random_keys("u4", 5000 + at)
            results[at] = (glsort.sort(keys) == keys[argsorted(keys)]).all()

        threads = [threading.Thread(target=work, args=(at,)) for at in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, dict.fromkeys(range(4), True))

    def test_without_a_device_there_is_one_sentence_with_the_reason(self):
        done = subprocess.run(
            [sys.executable, "-c", "import glsort, numpy; glsort.sort(numpy.zeros(3))"],
            env={**os.environ, "GLCONTEXT_DEVICE_INDEX": "99"}, capture_output=True,
            text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.splitlines()[-1], "^glsort.Error: glsort: no device gives "
                         "an off-screen context of GL 3.3: requested device index 99, but")


if __name__ == "__main__":
    unittest.main()
