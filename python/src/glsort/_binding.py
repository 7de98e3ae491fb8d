# SPDX-License-Identifier: MIT
"""The C library, and how Python values become its structs: enumerants by name, buffers and
textures by number or object."""
from __future__ import annotations

import functools
import logging
import operator
import os
import re
import sys
from pathlib import Path
from typing import Any, Iterable, Mapping, NamedTuple

import numpy

from ._declarations import ffi as ffi

_NAMES = {"win32": "glsort.dll", "darwin": "libglsort.dylib"}
lib = ffi.dlopen(os.fspath(Path(__file__).with_name(
    _NAMES.get(sys.platform, "libglsort.so"))))

_RESOURCE = ffi.typeof("glsort_resource")

_NO_FIELDS = ("self", "context")
# Parameters that are fields of what `tuning` of a descriptor points to.
_TUNING = {name for name, _ in ffi.typeof("glsort_tuning").fields}
_PREFIXES = {("glsort_context_desc", "flags"): "GLSORT_CONTEXT_",
             ("glsort_sort_desc", "flags"): "GLSORT_PLAN_",
             ("glsort_sort_desc", "textures"): "GLSORT_TEXTURE_",
             ("glsort_segments_desc", "flags"): "GLSORT_PLAN_",
             ("glsort_order_desc", "flags"): "GLSORT_ORDER_",
             ("glsort_order_desc", "textures"): "GLSORT_ORDER_TEXTURE_"}
# What follows a prefix: not the bits of the textures of orders, nor of what only C has.
_FLAG = "(?!TEXTURE_|CREATE_IN_STEPS|TIMINGS).+"

# Of a library's objects: the attribute with their number, and the names of the classes that are
# buffers and textures. A TextureRegion of pyglet has the number of the texture that it is in.
_OBJECTS = {
    "moderngl": ("glo", {"buffer": "Buffer", "texture": "Texture"}),
    "pyglet": ("id", {"buffer": r"\w*BufferObject", "texture": "(Tileable|Depth)?Texture"})}
_KINDS = {"buffer": "a Buffer of moderngl or a buffer object of pyglet",
          "texture": "a Texture of moderngl or pyglet"}

# Items of arrays that mean nothing with fewer. A fourth of origin and axis is not read.
_LEAST = {"origin": 3, "axis": 3, "clip": 16, "position_scale": 3, "position_bias": 3}

_logger = logging.getLogger("glsort")
_logger.addHandler(logging.NullHandler())


class Error(RuntimeError):
    """A call of the library that failed and changed nothing.

    str(error) is a sentence that names the limit and what was asked; error.result is the
    name of the code in C, such as "GLSORT_ERROR_RANGE"."""

    def __init__(self, sentence: str, result: str = "") -> None:
        super().__init__(sentence)
        self.result = result


class Resource(NamedTuple):
    """A buffer from a byte offset on, or a texture.

    name: the number that GL gave it, an int; or an object: a Buffer or Texture of moderngl,
        a buffer object or Texture of pyglet. Of a VBO of PyOpenGL the number is int(vbo), of
        a GLuint its value.
    offset: of a buffer, in bytes, a multiple of 4.
    width: of a texture, in texels; 0 takes the object's own width.
    """
    name: Any
    offset: int = 0
    width: int = 0


def text(pointer: Any) -> str:
    return str(ffi.string(pointer), "utf-8")


def version() -> str:
    return text(lib.glsort_version())


def check(result: int, sentence: Any) -> None:
    """Raises the sentence, a char*, if a result says that the call failed."""
    if result < 0:
        raise Error(text(sentence), text(lib.glsort_result_name(result)))


def _log(_user: Any, severity: int, message: Any) -> None:
    levels = (logging.INFO, logging.WARNING, logging.ERROR)
    _logger.log(levels[severity], "%s", text(message))


@functools.lru_cache(None)
def log() -> Any:
    """What the library calls, or NULL where the process may not have memory that is writable and
    executable, as under MemoryDenyWriteExecute of systemd: every callback of cffi needs some."""
    try:
        return ffi.callback("glsort_log", _log)
    except MemoryError as reason:
        _logger.warning("glsort: the library's messages are lost: %s", reason)
        return ffi.NULL


def _words(names: list[str], prefix: str = "") -> dict[str, str]:
    """Names of C by their words: without the prefix, or if that is empty, without what all
    have in common, such as radix-chain for GLSORT_METHOD_RADIX_CHAIN."""
    prefix = prefix or os.path.commonprefix(names).rpartition("_")[0] + "_"
    return {name[len(prefix):].lower().replace("_", "-"): name for name in names}


def word(kind: str, value: int) -> str:
    """Of an enumerant, such as "radix-chain" for GLSORT_METHOD_RADIX_CHAIN."""
    names = ffi.typeof(kind).relements
    words = _words(sorted(names, key=names.get))
    return next(one for one, name in words.items() if names[name] == value)


def _one_of(what: str, word: Any, words: Mapping[str, str]) -> str:
    if word not in words:
        raise ValueError(f"glsort: {what} {word!r} is not one of {', '.join(words)}")
    return words[word]


def listed(words: Iterable[str]) -> tuple[Any, ...]:
    """A word, or several."""
    return (words,) if isinstance(words, str) else tuple(words)


def _bits(prefix: str, names: Iterable[str]) -> int:
    """The bits of a word or of several, such as "index" for GLSORT_CONSUMER_INDEX."""
    known = [name for name in dir(lib) if re.fullmatch(prefix + _FLAG, name)]
    result = 0
    for name in listed(names):
        what = prefix.lower().rstrip("_")
        result |= getattr(lib, _one_of(what, name, _words(known, prefix)))
    return int(result)


def whole(what: str, value: Any, needed: str) -> int:
    """An int or what stands for one, such as numpy.uint32, but no bool."""
    if not isinstance(value, (bool, numpy.bool_)):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise TypeError(f"glsort: {what} is of type {type(value).__name__}; {needed} is needed")


def _number(what: str, kind: str, value: Any) -> int:
    """The number of a buffer or texture: others than objects of these classes may have one
    too, such as vertex arrays, but it names another thing."""
    for each in type(value).__mro__:
        library = each.__module__.partition(".")[0]
        if library in _OBJECTS:
            number, names = _OBJECTS[library]
            if re.fullmatch(names[kind], each.__name__):
                value = getattr(value, number)
            break
    return whole(what, value, f"the int that GL gave the {kind}, or {_KINDS[kind]},")


def _resource(what: str, kind: str, value: Any) -> dict[str, int]:
    if value is None:
        return {}
    name, offset, width = value if isinstance(value, Resource) else Resource(value)
    number = _number(what, kind, name)
    if kind == "texture" and not width:
        width = getattr(name, "width", 0)
    return {"name": number, "offset": whole(f"{what}.offset", offset, "an int"),
            "width": whole(f"{what}.width", width, "an int")}


def _numbers(value: Any) -> list[Any]:
    """The items of a sequence or array of any depth, in C order."""
    if isinstance(value, (Mapping, str)) or not hasattr(value, "__iter__"):
        return [value]
    return [item for part in value for item in _numbers(part)]


def _convert(what: str, kind: Any, value: Any, textures: Iterable[str]) -> Any:
    """what: where the value is, such as "sources[1].positions"."""
    name = what.rpartition(".")[2]
    if kind is _RESOURCE:
        return _resource(what, "texture" if _is_texture(name, textures) else "buffer", value)
    if kind.kind == "enum":
        names = kind.relements
        return names[_one_of(what, value, _words(sorted(names, key=names.get)))]
    if kind.kind == "struct":
        return _fields(what, kind, value, textures)
    if kind.kind == "array":
        items = list(value) if kind.item.kind == "struct" else _numbers(value)
        if len(items) > kind.length:
            raise ValueError(f"glsort: {what} has {len(items)} items; the most is "
                             f"{kind.length}")
        least = _LEAST.get(name, 0)
        if 0 < len(items) < least and not isinstance(value, str):
            raise ValueError(f"glsort: {what} has {len(items)} items; {least} are needed")
        return [_convert(f"{what}[{at}]", kind.item, item, textures)
                for at, item in enumerate(items)]
    return value


def _fields(what: str, kind: Any, values: Mapping[str, Any],
            textures: Iterable[str] = ()) -> dict[str, Any]:
    """what: empty for the struct that has all others."""
    types = {name: field.type for name, field in kind.fields}
    if not isinstance(values, Mapping):
        raise TypeError(f"glsort: {what} is {values!r}; a dict of {', '.join(types)} is needed")
    for name in values:
        if name not in types:
            raise TypeError(f"glsort: {what} has no field {name!r}, but {', '.join(types)}")
    before = f"{what}." if what else ""
    return {name: _convert(before + name, types[name], value, textures)
            for name, value in values.items() if value is not None}


def _is_texture(name: str, textures: Iterable[str]) -> bool:
    """textures: words without what the field's name may add to them. Depths are depths_out:
    "depths-in" is a word of its own."""
    words = [each.replace("-", "_") for each in textures]
    return name in words or any(name == word + "_out" or
                                (name == word + "_in" and word != "depths") for word in words)


def struct(kind: str, values: Mapping[str, Any], textures: Iterable[str] = ()) -> Any:
    """A new C struct. values may be the locals() of a method whose other parameters are the
    fields, or those of its tuning. Fields that are missing or None are zero. textures: the
    words of the resources that are textures; the others are buffers."""
    fields = {name: value for name, value in values.items()
              if name not in _NO_FIELDS and (name in _TUNING) == (kind == "glsort_tuning")}
    for name in {"flags", "textures", "consumers"} & set(fields):
        fields[name] = _bits(_PREFIXES.get((kind, name), "GLSORT_CONSUMER_"), fields[name])
    return ffi.new(kind + "*", _fields("", ffi.typeof(kind), fields, textures))
