// SPDX-License-Identifier: MIT
// A prefix sum in a single pass over the words: each work group adds up one tile, gets
// the sum of all tiles before it by decoupled look-back, and writes the sum before each
// of its words (D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan with
// Decoupled Look-back", 2016).
//
//   reads   words_in[count]
//   writes  words_out[count]           may be words_in
//           total[total_at]            the sum of all words, if there are any
//   reads and writes  tile_status[row][bin], ticket[1]; both are cleared before
//   grid    one work group of SCAN_GROUP per SCAN_TILE words
//
// A sum modulo 2^32 and the state of its publication do not fit in one word, and two
// words cannot be read at once. So each byte of a tile's sum is a bin of its own: the
// look-back adds up the bytes of each bin in a full word, so no bin carries into another.
//
// Why this cannot hang: see radix_chain.comp. Another work group may add up a tile that
// has not published, even in place: a tile publishes before it writes, so its words were
// unchanged if it still has not published after they were read.
#include "shared/scan.h"

layout(local_size_x = SCAN_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { scan_chain_params params; };
layout(std430, binding = SCAN_TOTAL) writeonly buffer Total { uint total[]; };
layout(std430, binding = SCAN_TICKET) buffer Ticket { uint ticket[]; };

#include "scan/scan_tile.glsl"

uint tile = 0u;
const uint smaller = 0u;
const uint scatter_order = 0u;

#define LOOK_BACK_STATUS SCAN_STATUS
#define LOOK_BACK_BINS SCAN_BINS
#include "lib/look_back.glsl"

#ifndef SCAN_TAKES_TICKETS // for tests
#define SCAN_TAKES_TICKETS (params.tickets != 0u)
#endif

shared uint tile_taken;
shared uint bins_before[SCAN_BINS]; // exclusive prefixes, each shifted to its byte

uint bin_of(uint sum, uint bin)
{
    return sum >> (bin * uint(SCAN_BIN_BITS)) & ((1u << SCAN_BIN_BITS) - 1u);
}

// All words of the tile exist, because a later tile has words. The address of the status
// depends on the words, so it is read after them. A memory barrier would order the reads
// too, but lavapipe (Mesa 22.3) takes one for a barrier of the group: in a loop that runs
// longer in some invocations, these never return from it.
uint count_unpublished_tile(uint unpublished, uint bin)
{
    uint at = params.in_base + unpublished * uint(SCAN_TILE);
    uint end = at + uint(SCAN_TILE);
    uvec4 sums = uvec4(0u);
    for (; at < end; at += 4u)
        sums +=
            uvec4(words_in[at], words_in[at + 1u], words_in[at + 2u], words_in[at + 3u]);
    uint sum = sums.x + sums.y + sums.z + sums.w;
    uint row = RADIX_TILE_ROW(unpublished) + (sum & count_words.zero);
    uint word = tile_status[row * uint(SCAN_BINS) + bin];
    return word >= RADIX_AGGREGATE(scatter_order) ? word & RADIX_STATUS_VALUE_MASK
                                                  : bin_of(sum, bin);
}

void take_tile()
{
    bool has_ticket = SCAN_TAKES_TICKETS;
    if (has_ticket && gl_LocalInvocationIndex == 0u)
        tile_taken = atomicAdd(ticket[0], 1u);
    group_sync();
    tile = has_ticket ? tile_taken : group_index();
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint count = sort_count();
    take_tile();
    uint first = tile * uint(SCAN_TILE);
    uint before = exclusive_sum(load_tile(first, count), uint(SCAN_GROUP));
    uint sum = group_sum();
    if (lane < uint(SCAN_BINS) && first < count) {
        uint own = bin_of(sum, lane);
        publish_tile_aggregate(lane, own);
        publish_tile_group(lane, own);
        bins_before[lane] = look_back(lane, own) << (lane * uint(SCAN_BIN_BITS));
        memoryBarrierBuffer(); // published before any word of the tile is written
    }
    group_sync();
    uint start = bins_before[0] + bins_before[1] + bins_before[2] + bins_before[3];
    if (lane == 0u && first < count && count - first <= uint(SCAN_TILE))
        total[params.total_at] = start + sum;
    write_tile(first, count, start + before);
}
