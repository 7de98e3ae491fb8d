# SPDX-License-Identifier: MIT
"""sort and argsort of NumPy arrays.

They run on a thread of their own with an off-screen GL context of moderngl's, so the
contexts of the caller's threads stay as they are: EGL, GLX and WGL allow one current
context a thread, and none of them can release a context of another."""
from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from ._binding import Error
from ._objects import Context, Plan

_KEYS = {"uint32": "u32", "int32": "i32", "float32": "f32", "uint64": "u64",
         "int64": "i64", "float64": "f64", "uint16": "u16"}
_VALUES = {4: "4-bytes", 8: "8-bytes", 16: "16-bytes"}
_MOST_DEVICES = 8  # that are tried

_thread = ThreadPoolExecutor(1, "glsort")


class _Device(NamedTuple):
    gl: Any  # moderngl.Context
    context: Context
    process: int


_device: _Device | None = None


def sort(keys: NDArray[Any], values: NDArray[Any] | None = None, *,
         descending: bool = False) -> Any:
    """Returns a sorted copy of keys; with values, the pair of both in the order of keys.

    keys: shape (n,), dtype uint16, uint32, int32, float32, uint64, int64 or float64. Any
        stride and byte order; the result is contiguous and in the CPU's byte order.
    values: shape (n, ...) and any dtype whose rows have 4, 8 or 16 bytes.
    descending: the largest first. Equal keys keep the order of the input either way.

    Floats are in the total order of IEEE 754: -NaN, -inf, ..., -0, +0, ..., inf, NaN.

    Raises TypeError for another dtype; ValueError for other shapes; ImportError without
    moderngl; Error if there is no device or the keys are too many for it; RuntimeError in
    a process that was forked after the first call."""
    keys = _checked("sort", keys)
    if values is None:
        return _run(keys, None, "none", descending)[0]
    values = numpy.asarray(values)
    if values.ndim == 0 or len(values) != len(keys):
        raise ValueError(f"glsort.sort: values have shape {values.shape}; "
                         f"{len(keys)} rows are needed, one for each key")
    if values.dtype.hasobject:
        raise TypeError(f"glsort.sort: values of dtype {values.dtype} hold objects, which "
                        "cannot be copied as bytes")
    row = values.dtype.itemsize * int(numpy.prod(values.shape[1:]))
    if row not in _VALUES:
        raise TypeError(f"glsort.sort: rows of values have {row} bytes; 4, 8 and 16 are "
                        "possible. For others, take values[glsort.argsort(keys)]")
    return _run(keys, numpy.ascontiguousarray(values), _VALUES[row], descending)


def argsort(keys: NDArray[Any], *, descending: bool = False) -> NDArray[numpy.uint32]:
    """Returns the indices that sort keys: shape (n,), dtype uint32.

    The arguments, the order and the errors are those of sort()."""
    keys = _checked("argsort", keys)
    indices: NDArray[numpy.uint32] = numpy.empty(len(keys), numpy.uint32)
    indices = _run(keys, indices, "indices", descending)[1]
    return indices


def _checked(name: str, keys: Any) -> NDArray[Any]:
    keys = numpy.asarray(keys)
    if keys.dtype.name not in _KEYS:
        raise TypeError(f"glsort.{name}: keys of dtype {keys.dtype} cannot be sorted; "
                        f"convert them with astype() to one of {', '.join(_KEYS)}")
    if keys.ndim != 1:
        raise ValueError(f"glsort.{name}: keys have shape {keys.shape}; one dimension is "
                         "needed")
    return numpy.ascontiguousarray(keys, keys.dtype.newbyteorder("="))


def _run(keys: NDArray[Any], values: NDArray[Any] | None, kind: str,
         descending: bool) -> tuple[Any, Any]:
    if len(keys) == 0:
        return keys.copy(), None if values is None else values.copy()
    if _device and _device.process != os.getpid():
        raise RuntimeError("glsort: this process was forked from one that has sorted, "
                           "and cannot use its GL context; start it with \"spawn\"")
    # A key of 16 bits is the low half of a word.
    words = keys.astype(numpy.uint32) if keys.dtype.itemsize == 2 else keys
    shape = {"key": _KEYS[keys.dtype.name], "values": kind,
             "direction": "descending" if descending else "ascending"}
    words, values = _thread.submit(_sort, words, values, shape).result()
    return words.astype(keys.dtype, copy=False), values


def _sort(words: NDArray[Any], values: NDArray[Any] | None,
          shape: dict[str, Any]) -> tuple[Any, Any]:
    gl, context, _ = _open_device()
    makes_values = shape["values"] == "indices"
    with ExitStack() as stack:
        def upload(array: NDArray[Any]) -> Any:
            buffer = gl.buffer(array.reshape(-1).view(numpy.uint8))
            stack.callback(buffer.release)
            return buffer

        keys_at = upload(words)
        values_at = None if values is None else upload(values)
        plan = stack.enter_context(Plan(len(words), context=context, **shape))
        plan.run(len(words), keys_in=keys_at, keys_out=keys_at, values_out=values_at,
                 values_in=None if makes_values else values_at, consumers="copy")
        words = _read(gl, keys_at, words)
        values = None if values is None else _read(gl, values_at, values)
    return words, values


def _read(gl: Any, buffer: Any, like: NDArray[Any]) -> NDArray[Any]:
    """Reads through a second buffer: some drivers move one that is read to slow memory."""
    result = numpy.empty_like(like)
    staging = gl.buffer(reserve=buffer.size)
    try:
        gl.copy_buffer(staging, buffer)
        staging.read_into(result.reshape(-1).view(numpy.uint8))
    finally:
        staging.release()
    return result


def _open_device() -> _Device:
    global _device
    if _device is None:
        gl = _off_screen()
        _device = _Device(gl, Context(), os.getpid())
    return _device


def _off_screen() -> Any:
    """A context on the first device that has compute shaders, or else fragment shaders."""
    import moderngl  # only sort and argsort need it
    places: list[dict[str, Any]] = [{}]
    if sys.platform.startswith("linux"):
        places = [{"backend": "egl", "device_index": at} for at in range(_MOST_DEVICES)]
    reasons = []
    for version in (430, 330):
        for place in places:
            try:
                return moderngl.create_context(require=version, standalone=True, **place)
            except Exception as reason:  # moderngl has no narrower one
                reasons.append(str(reason))
    raise Error(f"glsort: no device gives an off-screen context of GL 3.3: {reasons[0]}",
                "GLSORT_ERROR_CONTEXT")
