# SPDX-License-Identifier: MIT
"""The words and dicts that plans and orders take, for editors and type checkers: enumerants,
bits and structs of the C headers."""
from __future__ import annotations

from typing import Any, Iterable, Literal, Sequence, TypedDict, TypeVar, Union

from ._binding import Resource

Buffer = Union[int, Resource, Any]
_Word = TypeVar("_Word", bound=str)
Words = Union[_Word, Iterable[_Word]]  # one, or several

# ---- enumerants

Key = Literal["u32", "i32", "f32", "u64", "i64", "f64", "u16"]
Direction = Literal["ascending", "descending"]
Values = Literal["none", "indices", "4-bytes", "8-bytes", "16-bytes"]
Backend = Literal["auto", "compute", "fragment"]
CountSource = Literal["args", "buffer"]
KeySource = Literal["positions", "f32", "u32"]
Transform = Literal["none", "per-element", "per-segment", "per-source"]
DrawDirection = Literal["back-to-front", "front-to-back"]
Metric = Literal["depth", "distance"]
Cull = Literal["none", "frustum"]
RadiusSource = Literal["from-args", "per-element"]
Command = Literal["none", "draw-arrays", "draw-elements", "draw-arrays-instances",
                  "draw-elements-instances"]
Algorithm = Literal["auto", "abisort", "abisort-tree", "rank", "bitonic", "radix"]
Method = Literal["auto", "abisort-fused", "abisort-partition", "tree", "tree-simple", "rank",
                 "rank-all", "bitonic-blocks", "bitonic-two-kernels", "bitonic-local-read",
                 "bitonic-local-keep", "bitonic-packed", "bitonic-columns", "radix-tiles",
                 "radix-items", "radix-chain", "tree-stages", "tree-stages-copy",
                 "radix-gather"]
Index = Literal["u32", "u16"]
PositionFormat = Literal["f32", "f16", "unorm16", "snorm16"]
Vertex = Literal["centroid", "nearest", "farthest"]
DeadTest = Literal["none", "f32-at-most", "f32-at-least", "u32-equal", "u32-unequal"]

# ---- bits

ContextFlag = Literal["debug", "clobbers-state", "resets-state", "keeps-state",
                      "uses-polygon-mode", "compiler-threads"]
PlanFlag = Literal["discard-keys"]
Texture = Literal["keys-in", "keys-out", "values-in", "values-out"]
OrderFlag = Literal["writes-visible", "writes-depths", "clip-zero-to-one", "writes-elements",
                    "fills-rest", "primitive-numbers", "layout-from-args"]
OrderTexture = Literal["positions", "radii", "dead", "indices", "order", "depths", "visible",
                       "order-fours", "position-layers", "depths-in", "matrices",
                       "matrix-indices"]
Consumer = Literal["index", "vertex", "indirect", "texture", "copy", "uniform", "pixel",
                   "storage"]

# ---- structs: what is missing is zero


class Field(TypedDict, total=False):
    offset: int  # bytes, as all here
    stride: int
    texel_words: int


class Position(Field, total=False):
    format: PositionFormat


class Primitive(TypedDict, total=False):
    vertices: int
    index: Index
    key: Vertex


class Dead(TypedDict, total=False):
    test: DeadTest
    field: Field
    f32: float
    u32: int


class Layout(TypedDict, total=False):
    position_stride: int
    radius_stride: int
    dead_stride: int
    vertices: int
    index: Index


class View(TypedDict, total=False):
    origin: Sequence[float]
    axis: Sequence[float]
    clip: Any  # 16 numbers, also of a NumPy array


class Source(TypedDict, total=False):
    positions: Buffer
    base: int
    count: int
