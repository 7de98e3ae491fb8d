// SPDX-License-Identifier: MIT
// A position of an order whose positions are in several buffers, or are moved by
// matrices: what the passes of the views then take for the positions. docs/draw-order.md
// has the arithmetic. The including shader has order_move_params, and defines
// position_word(at) or POSITION_TEXELS and position_of(at); id_word(at), of an index of a
// matrix or of the offsets of segments; and matrix_column(matrix, column).
#define RUN_ZERO run.count.zero
#include "lib/rounded.glsl"
#include "order/positions.glsl"

uint item_count()
{
    return has_flag(ORDER_MOVE_VERTICES) ? run.vertex_count : sort_count();
}

// The last segment that begins at or before the item.
uint segment_of(uint item)
{
    uint first = 0u;
    uint end = params.segments;
    while (first + 1u < end) {
        uint middle = first + (end - first) / 2u;
        if (id_word(middle) <= item)
            first = middle;
        else
            end = middle;
    }
    return first;
}

uint matrix_of(uint item)
{
    if (has_flag(ORDER_MOVE_BY_SOURCE))
        return params.source;
    if (has_flag(ORDER_MOVE_BY_SEGMENT))
        return segment_of(item);
    return id_word((item - params.first) * params.ids_stride);
}

vec3 transformed(vec3 p, uint matrix)
{
    EXACT vec3 x = matrix_column(matrix, 0u) * p.x;
    EXACT vec3 y = matrix_column(matrix, 1u) * p.y;
    EXACT vec3 z = matrix_column(matrix, 2u) * p.z;
    EXACT vec3 two = ROUNDED_VECTOR(x) + ROUNDED_VECTOR(y);
    EXACT vec3 three = two + ROUNDED_VECTOR(z);
    EXACT vec3 all = three + matrix_column(matrix, 3u);
    return all;
}

// The bits of the position; NaN if there is none.
uvec3 moved(uint item)
{
    uint at = item - params.first;
    if (has_flag(ORDER_MOVE_SOURCES)) {
        at -= run.sources[params.source].x; // wraps before the first
        if (at >= run.sources[params.source].y)
            return uvec3(ORDER_NAN);
    }
    vec3 p = position_of(at);
    if (has_flag(ORDER_MOVE_MATRICES)) {
        uint matrix = matrix_of(item);
        if (matrix >= run.matrix_count)
            return uvec3(ORDER_NAN);
        p = transformed(p, matrix);
    }
    return floatBitsToUint(p);
}
