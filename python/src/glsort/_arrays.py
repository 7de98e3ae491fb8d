# SPDX-License-Identifier: MIT
"""sort and argsort of NumPy arrays.

They run on a thread of their own with an off-screen GL context of moderngl's, so the
contexts of the caller's threads stay as they are: EGL, GLX and WGL allow one current
context a thread, and none of them can release a context of another."""
from __future__ import annotations

import sys
import threading
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from . import _worker
from ._binding import Error, check, ffi, lib, struct, whole
from ._objects import Context

_KEYS = {"uint32": "u32", "int32": "i32", "float32": "f32", "uint64": "u64",
         "int64": "i64", "float64": "f64", "uint16": "u16"}
_VALUES = {4: "4-bytes", 8: "8-bytes", 16: "16-bytes"}
_MOST_DEVICES = 8  # that are tried


class _Device(NamedTuple):
    gl: Any  # moderngl.Context
    context: Context


_devices: dict[int, _Device] = {}  # of each thread that sorts


def sort(keys: NDArray[Any], values: NDArray[Any] | None = None, *,
         descending: bool = False, memory: int = 0) -> Any:
    """Returns a sorted copy of keys; with values, the pair of both in the order of keys.

    keys: shape (n,), dtype uint16, uint32, int32, float32, uint64, int64 or float64. Any
        stride and byte order; the result is contiguous and in the CPU's byte order.
    values: shape (n, ...) and any dtype whose rows have 4, 8 or 16 bytes.
    descending: the largest first. Equal keys keep the order of the input either way.
    memory: the most bytes to allocate on the GPU and the CPU together, beside the arrays; 0:
        as many as the device allows. What does not fit is sorted in chunks, which are merged.

    Floats are in the total order of IEEE 754: -NaN, -inf, ..., -0, +0, ..., inf, NaN. The NaN
    that x86 CPUs make of 0/0 or inf - inf has its sign set, so it is first, and numpy.nan last.

    Ctrl-C ends a sort: KeyboardInterrupt comes at once, and the sort, which reads the arrays until
    then, stops at its next chunk, or on a renderer on the CPU after some passes.

    Raises TypeError for another dtype or a masked array; ValueError for other shapes or a memory
    that is no number of bytes; ImportError without moderngl; Error if there is no device or the
    memory is too small; RuntimeError in a process that was forked after the first call, and when
    the interpreter has ended, such as in finalizers of what modules hold."""
    keys = _checked("sort", keys)
    if values is None:
        return _run(keys, None, "none", descending, memory)[0]
    values = _unmasked("sort", "values", values)
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
    return _run(keys, _aligned(values), _VALUES[row], descending, memory)


def argsort(keys: NDArray[Any], *, descending: bool = False,
            memory: int = 0) -> NDArray[numpy.intp]:
    """Returns the indices that sort keys: shape (n,), dtype intp as of numpy.argsort().

    The arguments, the order and the errors are those of sort()."""
    keys = _checked("argsort", keys)
    indices: NDArray[numpy.int64] = _run(keys, None, "indices", descending, memory)[1]
    return indices.astype(numpy.intp, copy=False)


def device() -> str:
    """The device that sort and argsort take, by its name and version of GL, such as "llvmpipe
    (LLVM 15.0.6, 256 bits), 4.5 (Core Profile) Mesa 22.3.6".

    GLCONTEXT_DEVICE_INDEX in the environment names another one, before the first call. Raises
    ImportError, Error and RuntimeError as sort() does."""
    _worker.check()
    return str(_worker.run(lambda stop: _name_of_device()))


def _name_of_device() -> str:
    with _worker.busy("glsort.device"):
        info = _open_device().gl.info
        return f"{info['GL_RENDERER']}, {info['GL_VERSION']}"


def _aligned(array: NDArray[Any]) -> NDArray[Any]:
    """Contiguous, and at an address that the library takes."""
    array = numpy.ascontiguousarray(array)
    return array.copy() if array.ctypes.data % 8 else array


def _unmasked(name: str, what: str, array: Any) -> NDArray[Any]:
    if isinstance(array, numpy.ma.MaskedArray):
        raise TypeError(f"glsort.{name}: {what} are a masked array, and masks are not "
                        "sorted; take its compressed() or filled()")
    return numpy.asarray(array)


def _checked(name: str, keys: Any) -> NDArray[Any]:
    _worker.check()
    keys = _unmasked(name, "keys", keys)
    if keys.dtype.name not in _KEYS:
        raise TypeError(f"glsort.{name}: keys of dtype {keys.dtype} cannot be sorted; "
                        f"convert them with astype() to one of {', '.join(_KEYS)}")
    if keys.ndim != 1:
        raise ValueError(f"glsort.{name}: keys have shape {keys.shape}; one dimension is "
                         "needed")
    return _aligned(keys.astype(keys.dtype.newbyteorder("="), copy=False))


def _run(keys: NDArray[Any], values: NDArray[Any] | None, kind: str, descending: bool,
         memory: int) -> tuple[Any, Any]:
    """Only the indices, if these are made."""
    memory = whole("memory", memory, "an int")
    if not 0 <= memory < 1 << 64:
        raise ValueError(f"glsort: memory is {memory}; it must be from 0 to 2**64 - 1 bytes")
    # A key of 16 bits is the low half of a word.
    words = keys.astype(numpy.uint32) if keys.dtype.itemsize == 2 else keys
    fields = {"key": _KEYS[keys.dtype.name], "values": kind,
              "direction": "descending" if descending else "ascending"}
    if kind == "indices":
        sorted_words, sorted_values = None, numpy.empty(len(words), numpy.int64)
        fields["flags"] = "discard-keys"
    else:
        sorted_words = numpy.empty_like(words)
        sorted_values = None if values is None else numpy.empty_like(values)
    args = {"count": len(words), "memory": memory, "keys_in": _at(words),
            "keys_out": _at(sorted_words), "values_in": _at(values),
            "values_out": _at(sorted_values)}
    arrays = (words, values, sorted_words, sorted_values)
    if len(words) > 0:
        _worker.run(lambda stop: _sort(fields, {**args, "stop": stop}, arrays))
    if sorted_words is not None:
        sorted_words = sorted_words.astype(keys.dtype, copy=False)
    return sorted_words, sorted_values


def _sort(fields: dict[str, Any], args: dict[str, Any], _arrays: Any) -> None:
    """_arrays: live until it returns, also if the call of sort() has ended before."""
    with _worker.busy("glsort.sort"):
        handle = _open_device().context._open()
        check(lib.glsort_sort_host(handle, struct("glsort_sort_desc", fields),
                                   ffi.new("glsort_host_args*", args)),
              lib.glsort_last_error(handle))


def _at(array: NDArray[Any] | None) -> Any:
    return ffi.NULL if array is None else ffi.cast("void*", array.ctypes.data)


def _open_device() -> _Device:
    thread = threading.get_ident()
    if thread not in _devices:
        gl = _off_screen()
        _devices[thread] = _Device(gl, Context())
    return _devices[thread]


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
