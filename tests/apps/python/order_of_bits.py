# SPDX-License-Identifier: MIT
"""The order that the library promises, by NumPy."""
import numpy as np


def ranks(keys):
    """Unsigned integers in the order of the keys: for floats IEEE 754 totalOrder."""
    bits = keys.view(f"u{keys.dtype.itemsize}")
    top = bits.dtype.type(1 << 8 * keys.dtype.itemsize - 1)
    if keys.dtype.kind == "i":
        return bits ^ top
    if keys.dtype.kind == "f":
        return np.where(bits & top, ~bits, bits | top)
    return bits


def argsorted(keys, descending=False):
    order = ranks(keys)
    return np.argsort(~order if descending else order, kind="stable")
