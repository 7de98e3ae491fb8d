# SPDX-License-Identifier: MIT
"""Stable sorting on the GPU through OpenGL.

sort and argsort take NumPy arrays and need no GL context. Context, Plan, Segments and Order
work on GL buffers and textures of the context that is current, whichever library created it.
They follow the C headers, whose promises hold here too: glsort.h for plans,
glsort_arrays.h for segments, glsort_draw.h for orders."""
from ._arrays import argsort, device, sort
from ._binding import Error, Resource, version
from ._objects import Context, Order, Plan, Segments, field, view_from

__all__ = ["Context", "Error", "Order", "Plan", "Resource", "Segments", "argsort", "device",
           "field", "sort", "view_from"]
__version__ = version()

for _name in __all__:  # what messages and help() call them
    globals()[_name].__module__ = __name__
