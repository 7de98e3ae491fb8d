// SPDX-License-Identifier: MIT
// First pass of an order whose positions are in several buffers, or are moved by
// matrices, once for all views: writes the positions that all other passes read. With
// several buffers, a pass for each.
//
//   reads   position_words[]   of elements or vertices, as order_keys.comp does
//           id_words[]         ORDER_MOVE_MATRICES: the index of each matrix, or the
//                              offsets of segments
//           matrix_words[]     ORDER_MOVE_MATRICES: 16 words of each matrix
//   writes  moved_out[items][3]
//   grid    one work group of ORDER_GROUP per ORDER_TILE items, from params.first on;
//           those of a source begin at its first one, and groups past its last one have
//           none
#define ORDER_PARAMS order_move_params
#include "order/order_run.glsl"
#include "lib/group.glsl"

layout(local_size_x = ORDER_GROUP) in;

layout(std430, binding = ORDER_POSITIONS) readonly buffer Positions
{
    uint position_words[];
};
layout(std430, binding = ORDER_MOVE_IDS) readonly buffer Ids { uint id_words[]; };
layout(std430, binding = ORDER_MOVE_MATRIX) readonly buffer Matrices
{
    uint matrix_words[];
};
layout(std430, binding = ORDER_MOVED) writeonly buffer Moved { uint moved_out[]; };

uint position_word(uint at)
{
    return position_words[params.positions_base + at];
}

uint id_word(uint at)
{
    return id_words[params.ids_base + at];
}

vec3 matrix_column(uint matrix, uint column)
{
    uint at = params.matrices_base + 16u * matrix + 4u * column;
    return uintBitsToFloat(
        uvec3(matrix_words[at], matrix_words[at + 1u], matrix_words[at + 2u]));
}
#include "order/moved.glsl"

void main()
{
    uint first = params.first + group_index() * uint(ORDER_TILE);
    uint last = item_count();
    if (has_flag(ORDER_MOVE_SOURCES)) {
        first += run.sources[params.source].z;
        last = min(last, run.sources[params.source].w);
    }
    uint end = min(first + uint(ORDER_TILE), last);
    for (uint at = first + gl_LocalInvocationIndex; at < end; at += uint(ORDER_GROUP)) {
        uvec3 position = moved(at);
        moved_out[3u * at] = position.x;
        moved_out[3u * at + 1u] = position.y;
        moved_out[3u * at + 2u] = position.z;
    }
}
