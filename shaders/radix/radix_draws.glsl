// SPDX-License-Identifier: MIT
// What the fragment passes of the radix sort share: parameters, and tables with an entry
// for each of the 16 digits.
#include "shared/radix_gather.h"
#include "lib/count.glsl"
#include "lib/texels.glsl"

layout(std140) uniform Params { radix_draw_params params; };

uint own_slot()
{
    return fragment_slot(1u << params.width_log);
}

// Of a table.
ivec3 layer_of(uint slot, int layer)
{
    return ivec3(texel_of(slot, params.tables_log), layer);
}

uint blocks_of(uint count)
{
    return (count + uint(DRAW_BLOCK) - 1u) / uint(DRAW_BLOCK);
}

// Entries of the table that the pass reads.
uint entries_of(uint count)
{
    return (count + params.entry - 1u) / params.entry;
}
