# SPDX-License-Identifier: MIT
"""Contexts, plans, segmented sorts and draw orders of the GL context that is current."""
from __future__ import annotations

import sys
import warnings
from typing import Any, Iterable, Mapping, Sequence, TypeVar

import numpy

from . import _types as types
from ._binding import Error, check, ffi, lib, listed, log, struct, text, word
from ._types import Buffer, Words

_Self = TypeVar("_Self", bound="_Owner")


def field(dtype: Any, name: str) -> types.Field:
    """Where a field of a structured dtype is: {"offset": bytes, "stride": bytes}."""
    dtype = numpy.dtype(dtype)
    return {"offset": dtype.fields[name][1], "stride": dtype.itemsize}


def view_from(view: Any, projection: Any = None, *, along_z: bool = False,
              rows: bool = False) -> types.View:
    """A view for Order.run() from NumPy matrices that multiply columns: the one from positions
    to view space (view * model) and, for culling, the projection. rows: they multiply rows
    (model * view), as those of pyrr do.

    Of matrices that multiply rows, as in vispy, pass the transposes (view.T, projection.T). A
    camera without a perspective looks against the z axis of view space, unless along_z is set.
    Raises ValueError for matrices of which no view can be made, such as singular ones.
    """
    floats = [None if m is None else numpy.ascontiguousarray(m, numpy.float32)
              for m in (view, projection)]
    for matrix in floats:
        if matrix is not None and matrix.shape != (4, 4):
            raise ValueError(f"glsort: a matrix has the shape {matrix.shape}, not (4, 4)")
    pointers = [ffi.NULL if m is None else ffi.from_buffer("float[16]", m) for m in floats]
    out = ffi.new("glsort_order_view*")
    flags = (0 if rows else lib.GLSORT_VIEW_BY_ROWS) | (lib.GLSORT_VIEW_ALONG_Z if along_z else 0)
    if lib.glsort_order_view_from(*pointers, flags, out) != lib.GLSORT_OK:
        raise ValueError("glsort: no view can be made of these matrices: one is singular, or "
                         "not finite")
    made: types.View = {"origin": list(out.origin)[:3], "axis": list(out.axis)[:3]}
    if projection is not None:
        made["clip"] = list(out.clip)
    return made


class _Owner:
    """Owns a C handle, closed by close() or at the end of a with block."""
    _destroy: Any = None
    _handle: Any = ffi.NULL
    _own: Context | None = None  # made for this object alone, and closed with it
    _textures: tuple[str, ...] = ()  # the words of the resources that are textures

    def _create(self, context: Context | None, create: Any, desc: Any, kind: str) -> None:
        if context is None:
            context = self._own = Context()
        out = ffi.new(kind)
        try:
            handle = context._open()
            check(create(handle, desc, out), lib.glsort_last_error(handle))
        except Error:
            if self._own:
                self._own.close()
            raise
        self._handle, self._context = out[0], context

    def _open(self) -> Any:
        if not self._handle:
            raise ValueError(f"glsort: this {type(self).__name__} is closed")
        return self._handle

    def close(self) -> None:
        """Frees the object and its GL objects. Its GL context must be current. Closing it
        again does nothing; using it afterwards raises ValueError."""
        handle, self._handle = self._handle, ffi.NULL
        if handle:
            self._destroy(handle)
            if self._own:
                self._own.close()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_exception: Any) -> None:
        self.close()

    def __del__(self) -> None:
        # GL may be gone, or another context current: nothing can be freed here. The end of
        # the process frees everything.
        if self._handle and not sys.is_finalizing():
            if self._own:
                self._own.abandon()
            warnings.warn(f"glsort: {type(self).__name__} was never closed",
                          ResourceWarning, source=self)


class Context(_Owner):
    """What plans and orders of one GL context share: its limits and compiled shaders. A
    plan or an order that is given none makes its own and closes it.

    programs: what programs() returned in an earlier process, for a faster start.
    table: what AUTO chooses, as printed by the program "glsort tune".
    flags: "debug" labels GL objects and passes by KHR_debug; "clobbers-state" does not
        restore GL state after calls, see gl-state.md.

    A GL context (GL 3.3 or GLES 3.0, or later) is current on this thread, then and in each
    later call, also of the plans and orders. Messages of the library go to the logger
    "glsort" of the module logging. Raises Error: CONTEXT, LOADER, ARGUMENT (the table).
    """
    _destroy = staticmethod(lib.glsort_context_destroy)

    def __init__(self, *, programs: bytes = b"", table: str = "",
                 flags: Words[types.ContextFlag] = ()) -> None:
        message = ffi.new("char[]", 512)
        kept = [ffi.from_buffer(programs), ffi.new("char[]", table.encode())]
        desc = struct("glsort_context_desc", {
            "log": log(), "message": message, "message_bytes": len(message),
            "programs": kept[0] if programs else None, "programs_bytes": len(programs),
            "table": kept[1] if table else None, "flags": flags})
        out = ffi.new("glsort_context**")
        check(lib.glsort_context_create(desc, out), message)
        self._handle = out[0]

    def abandon(self) -> None:
        """Frees host memory without a GL call: for a GL context that is lost or gone."""
        handle, self._handle = self._handle, ffi.NULL
        lib.glsort_context_abandon(handle)

    def programs(self) -> bytes:
        """The programs linked so far, for Context(programs=...). Raises Error: UNSUPPORTED
        if the driver has no binaries."""
        handle, data, size = self._open(), ffi.NULL, ffi.new("size_t*")
        for _ in range(2):  # the size, then the bytes
            result = lib.glsort_context_programs(handle, data, size)
            check(result, lib.glsort_last_error(handle))
            data = data or ffi.new("char[]", size[0])
        return bytes(ffi.buffer(data, size[0]))

    def limits(self) -> dict[str, int]:
        """The fields of glsort_limits (glsort_inspect.h), such as "has_compute"."""
        limits = ffi.new("glsort_limits*")
        lib.glsort_context_limits(self._open(), limits)
        return {name: getattr(limits, name) for name in dir(limits)}


class _AnyPlan(_Owner):
    _destroy = staticmethod(lib.glsort_plan_destroy)
    _about = ""

    def __repr__(self) -> str:
        """What the plan has chosen for max_count; never raises."""
        name = f"glsort.{type(self).__name__}"
        info = ffi.new("glsort_plan_info*")
        if not self._handle:
            return f"<{name}, closed>"
        if not self._about:
            for _ in range(2):  # the most elements, then what is chosen for so many
                lib.glsort_plan_describe(self._handle, info.max_count, 0, info)
            chosen = ((part, word(f"glsort_{part}", getattr(info, part)))
                      for part in ("backend", "algorithm", "method"))
            self._about = f" max_count={info.max_count}" + "".join(
                f" {part}={which}" for part, which in chosen if which != "auto")
        return f"<{name}{self._about}>"


class Plan(_AnyPlan):
    """Sorts up to max_count keys, with or without values: glsort_sort_create() in C.

    context: what it shares with others; None makes a new one and closes it with the plan.
    key: "u32", "i32", "f32", "u64", "i64", "f64", or "u16", the low half of a word.
    values: "none"; "indices", which the sort makes, so that values_out is the argsort; or
        "4-bytes", "8-bytes", "16-bytes" of yours for each key.
    expected_count: the typical count, for the choice of the algorithm where the GPU has
        the count; otherwise the least count that programs are made for.
    algorithm, backend, method: "auto", or an enumerant as a word, such as "fragment" for
        GLSORT_BACKEND_FRAGMENT.
    count_source: "args", or "buffer" for a count that only the GPU knows.
    textures: which resources are textures: "keys-in", "keys-out", "values-in",
        "values-out". Fragment backend only.
    key_stride, value_stride: bytes from one key or value of the input to the next.
    first_bit, bit_count: sorts by these bits of the key only.
    flags: "discard-keys" writes the values only.

    Raises Error: RANGE, LIMIT, UNSUPPORTED, SHADER, DEVICE_MEMORY and the others of
    glsort_sort_create(); ValueError for a word that is none of these.
    """
    def __init__(self, max_count: int, *, context: Context | None = None,
                 key: types.Key = "u32", direction: types.Direction = "ascending",
                 values: types.Values = "none",
                 expected_count: int = 0, algorithm: types.Algorithm = "auto",
                 backend: types.Backend = "auto", method: types.Method = "auto",
                 count_source: types.CountSource = "args",
                 textures: Words[types.Texture] = (), key_stride: int = 0, value_stride: int = 0,
                 first_bit: int = 0, bit_count: int = 0,
                 flags: Words[types.PlanFlag] = ()) -> None:
        textures = self._textures = listed(textures)
        tuning = struct("glsort_tuning", locals())
        desc = struct("glsort_sort_desc", locals())
        self._create(context, lib.glsort_sort_create, desc, "glsort_plan**")

    def run(self, count: int = 0, *, keys_in: Buffer = None, keys_out: Buffer = None,
            values_in: Buffer = None, values_out: Buffer = None, count_in: Buffer = None,
            consumers: Words[types.Consumer] = ()) -> None:
        """Sorts the first count keys of keys_in, on the GPU and without waiting for it.

        Each resource is a Resource, or the number or object of a whole buffer, or of a whole
        texture if the plan's textures name it; an output may be its input. Other objects
        raise TypeError: they may have numbers too, but of other things.
        count_in holds a uint, for count_source "buffer".
        consumers: what reads the results, such as "index" or "vertex"; none means all.
        layout: with the flag "layout-from-args", such as {"position_stride": 32,
            "vertices": 3, "index": "u16"}.
        If a shader wrote the inputs, issue its glMemoryBarrier() first, as glsort_sort_run()
        says. Raises Error: ARGUMENT, RANGE, LIMIT, STATE, CONTEXT.
        """
        args = struct("glsort_sort_args", locals(), self._textures)
        handle = self._open()
        check(lib.glsort_sort_run(handle, args), lib.glsort_plan_last_error(handle))


class Segments(_AnyPlan):
    """Sorts each segment of an array by itself: glsort_segments_create() in C.

    max_count: the most elements of a run, in all segments.
    max_segments: the most segments of a run; or
    equal_length: the elements of every segment but the last; then there are no offsets.
    max_length: the most elements of a segment. A low limit saves passes.
    nearest: writes only this many first elements of each segment, in order.
    segment_count_source: "args" or "buffer", as count_source, for the number of segments.
    flags: "discard-keys" writes the values only.

    The others, and the errors, are those of Plan. Segment s has the elements offsets[s] to
    offsets[s + 1] - 1.
    """
    def __init__(self, max_count: int, *, context: Context | None = None,
                 max_segments: int = 0, equal_length: int = 0, max_length: int = 0,
                 nearest: int = 0, key: types.Key = "u32",
                 direction: types.Direction = "ascending",
                 values: types.Values = "none", count_source: types.CountSource = "args",
                 segment_count_source: types.CountSource = "args", key_stride: int = 0,
                 value_stride: int = 0, first_bit: int = 0, bit_count: int = 0,
                 flags: Words[types.PlanFlag] = (), backend: types.Backend = "auto") -> None:
        desc = struct("glsort_segments_desc", locals())
        self._create(context, lib.glsort_segments_create, desc, "glsort_plan**")

    def run(self, count: int = 0, *, segment_count: int = 0, offsets_in: Buffer = None,
            keys_in: Buffer = None, keys_out: Buffer = None, values_in: Buffer = None,
            values_out: Buffer = None, count_in: Buffer = None,
            segment_count_in: Buffer = None, consumers: Words[types.Consumer] = ()) -> None:
        """Sorts the segments of the first count keys. offsets_in has segment_count + 1
        uints. The others, the barriers and the errors are those of Plan.run()."""
        args = struct("glsort_segments_args", locals())
        handle = self._open()
        check(lib.glsort_segments_run(handle, args), lib.glsort_plan_last_error(handle))


def _with_bases(sources: Iterable[Any]) -> list[Any]:
    """Sources that follow one another where they do not say where they begin."""
    made, end = [], 0
    for source in sources:
        if isinstance(source, Mapping):
            base = source.get("base")
            source = {**source, "base": end if base is None else base}
            end = source["base"] + (source.get("count") or 0)
        made.append(source)
    return made


class Order(_AnyPlan):
    """The draw order of up to max_count points or primitives: glsort_order_create() in C.

    context is that of Plan. The other keyword arguments are the fields of
    glsort_order_desc, which glsort_draw.h describes; None or nothing means the default.
    Enumerants are words, such as "frustum" for GLSORT_CULL_FRUSTUM; structs are dicts:

    position: {"format": "f32", "offset": bytes, "stride": bytes}; field() makes it.
    key_source: "positions", or "f32" or "u32" for depths of the caller's own, which depth
        describes: {"offset": bytes, "stride": bytes}.
    max_sources: positions are in up to so many buffers, which runs list as sources.
    transform: "per-element", "per-segment" or "per-source", by matrices that runs name;
        matrix_index: {"offset": bytes, "stride": bytes}, for "per-element".
    primitive: {"vertices": 3, "index": "u32", "key": "centroid"}.
    dead: {"test": "f32-at-most", "field": {"offset": bytes, "stride": bytes}, "f32": 0.0}.
    radius: {"offset": bytes, "stride": bytes}, with radius_source "per-element".
    flags: any of "writes-visible", "writes-depths", "writes-elements",
        "clip-zero-to-one", "fills-rest", "primitive-numbers", "layout-from-args".
    textures: which resources are textures, such as "positions" or "order".

    Raises Error: RANGE, LIMIT, UNSUPPORTED, SHADER, DEVICE_MEMORY and the others of
    glsort_order_create(); ValueError or TypeError for a word or field that there is not.
    """
    def __init__(self, max_count: int, *, context: Context | None = None,
                 expected_count: int = 0, max_views: int = 1, max_segments: int = 0,
                 key_source: types.KeySource = "positions",
                 position: types.Position | types.Field | Mapping[str, Any] | None = None,
                 depth: types.Field | Mapping[str, int] | None = None, max_sources: int = 0,
                 transform: types.Transform = "none",
                 matrix_index: types.Field | Mapping[str, int] | None = None,
                 primitive: types.Primitive | Mapping[str, Any] | None = None,
                 max_vertices: int = 0, dead: types.Dead | Mapping[str, Any] | None = None,
                 count_source: types.CountSource = "args",
                 direction: types.DrawDirection = "back-to-front", metric: types.Metric = "depth",
                 key_bits: int = 32, cull: types.Cull = "none",
                 radius_source: types.RadiusSource = "from-args",
                 radius: types.Field | Mapping[str, int] | None = None,
                 command: types.Command = "none", command_stride: int = 0,
                 instance_vertices: int = 0,
                 flags: Words[types.OrderFlag] = (), textures: Words[types.OrderTexture] = (),
                 algorithm: types.Algorithm = "auto", method: types.Method = "auto",
                 backend: types.Backend = "auto") -> None:
        textures = self._textures = listed(textures)
        tuning = struct("glsort_tuning", locals())
        desc = struct("glsort_order_desc", locals())
        self._create(context, lib.glsort_order_create, desc, "glsort_plan**")

    def run(self, count: int = 0, *, positions: Buffer = None, order_out: Buffer = None,
            sources: Sequence[types.Source | Mapping[str, Any]] = (), depths_in: Buffer = None,
            matrices: Buffer = None, matrix_count: int = 0, matrix_indices: Buffer = None,
            views: Sequence[types.View | Mapping[str, Any]] = (), view_count: int = 0,
            views_in: Buffer = None, count_in: Buffer = None,
            layout: types.Layout | Mapping[str, Any] | None = None, radii: Buffer = None,
            dead: Buffer = None, radius: float = 0.0,
            position_scale: Sequence[float] = (), position_bias: Sequence[float] = (),
            indices_in: Buffer = None, vertex_count: int = 0, base_vertex: int = 0,
            key_near: float = 0.0, key_far: float = 0.0, segment_count: int = 0,
            offsets_in: Buffer = None, depths_out: Buffer = None, elements_out: Buffer = None,
            visible_out: Buffer = None, command_out: Buffer = None,
            consumers: Words[types.Consumer] = ()) -> None:
        """Writes the indices of the visible elements in drawing order to order_out, on the
        GPU and without waiting for it.

        The arguments are the fields of glsort_order_args, resources as for Plan.run().
        views: a dict for each view: "origin" and "axis", 3 numbers each, and for culling
            "clip", 16 numbers by columns, as for glUniformMatrix4fv(): the transpose of a
            NumPy matrix that multiplies columns. view_count is their number; it is for
            views_in, a buffer of views, whose numbers no call checks.
        sources: with max_sources, a dict for each: {"positions": buffer, "count": n, "base":
            the number of its first element or vertex}; by default, the one after the last
            of the source before.
        matrices: of 16 floats by columns, for a transform: the transposes of NumPy matrices
            that multiply columns, or those that multiply rows as they are. matrix_count is
            their number, matrix_indices has a uint for each element or vertex.
        indices_in: of primitives; with 1 vertex, the numbers of the points of the run.
        If a shader wrote the inputs, issue its glMemoryBarrier() first, as
        glsort_order_run() says. Raises Error: ARGUMENT, RANGE, LIMIT, STATE, CONTEXT.
        """
        if views and view_count not in (0, len(views)):
            raise ValueError(f"glsort: view_count is {view_count}, but there are {len(views)} "
                             "views")
        view_count = view_count or len(views)
        sources = _with_bases(sources)
        source_count = len(sources)
        args = struct("glsort_order_args", locals(), self._textures)
        handle = self._open()
        check(lib.glsort_order_run(handle, args), lib.glsort_plan_last_error(handle))
