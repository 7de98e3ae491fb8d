// SPDX-License-Identifier: MIT
// Last of the three passes of a prefix sum (reduce, scan, add): the sum of all words
// before each word.
//
//   reads   words_in[count]
//           sums[ceil(count / SCAN_TILE)]   of all tiles before each
//   writes  words_out[count]                may be words_in: a group reads its tile first
//   grid    one work group of SCAN_GROUP per SCAN_TILE words
//
// Neighbouring invocations read and write neighbouring words, and the tile is transposed
// in shared memory, so that an invocation adds up consecutive words. An unused word after
// each 32 avoids bank conflicts.
#define SCAN_SIZE SCAN_GROUP
#include "shared/scan.h"
#include "lib/count.glsl"
#include "lib/scan.glsl"

layout(local_size_x = SCAN_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { scan_array_params params; };
layout(std430, binding = SCAN_SUMS) readonly buffer Sums { uint sums[]; };
layout(std430, binding = SCAN_WORDS_IN) readonly buffer WordsIn { uint words_in[]; };
layout(std430, binding = SCAN_WORDS_OUT) writeonly buffer WordsOut { uint words_out[]; };

#define TILE_AT(AT) ((AT) + (AT) / 32u)
shared uint tile_words[SCAN_TILE + SCAN_TILE / 32];

uint own_words[SCAN_ITEMS];

// Reads the tile that begins at word `first`, and returns the sum of the invocation's
// words. Words from `count` on are 0.
uint load_tile(uint first, uint count)
{
    uint lane = gl_LocalInvocationIndex;
    for (uint i = 0u; i < uint(SCAN_ITEMS); ++i) {
        uint at = i * uint(SCAN_GROUP) + lane;
        tile_words[TILE_AT(at)] =
            first + at < count ? words_in[params.in_base + first + at] : 0u;
    }
    group_sync();
    uint sum = 0u;
    for (uint i = 0u; i < uint(SCAN_ITEMS); ++i) {
        own_words[i] = tile_words[TILE_AT(lane * uint(SCAN_ITEMS) + i)];
        sum += own_words[i];
    }
    return sum;
}

// Writes the sums before each word of the tile; `before` is that of the invocation's
// first word.
void write_tile(uint first, uint count, uint before)
{
    uint lane = gl_LocalInvocationIndex;
    for (uint i = 0u; i < uint(SCAN_ITEMS); ++i) {
        tile_words[TILE_AT(lane * uint(SCAN_ITEMS) + i)] = before;
        before += own_words[i];
    }
    group_sync();
    for (uint i = 0u; i < uint(SCAN_ITEMS); ++i) {
        uint at = i * uint(SCAN_GROUP) + lane;
        if (first + at < count)
            words_out[params.out_base + first + at] = tile_words[TILE_AT(at)];
    }
}

void main()
{
    uint tile = group_index();
    uint first = tile * uint(SCAN_TILE);
    uint count = sort_count();
    uint before = exclusive_sum(load_tile(first, count), uint(SCAN_GROUP));
    if (first < count)
        before += sums[tile];
    write_tile(first, count, before);
}
