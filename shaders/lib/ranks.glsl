// SPDX-License-Identifier: MIT
// Ranks of the keys of a tile by their digit. 32 invocations, a chunk, have neighbouring
// keys, item after item, and a row of bins; in a round a chunk ranks one key of each of
// its invocations. What is equal to a key and before it in the round is seen either in
// ballots, or in a word of bits that the chunk writes to shared memory: that needs no
// subgroup operation, but two words a bin, which take turns, and all of the group.
//
// The including shader defines RANK_GROUP, its work group, RANK_TILE, SUBGROUPS, and its
// items: EACH_ITEM, ITEMS and ITEM_DIGIT(I). Then come begin_ranks(), a RANK_ITEM of each
// item and, for a bin an invocation, sum_rows() and start_rows(), with group_sync() after
// each of these.
#include "shared/radix.h"
#include "lib/group.glsl"
#include "lib/subgroup.glsl"

#define ROW_WORDS (RANK_GROUP / RADIX_CHUNK * RADIX_BINS)

#if SUBGROUPS
#define RANK_WORDS ROW_WORDS
#else
#define RANK_WORDS (3 * ROW_WORDS)
#endif

// While a tile is ranked: rows of counts, then of the ranks of the next key of each bin,
// and without subgroups two times as many words of bits. Afterwards: the tile in order.
#if RANK_WORDS > RANK_TILE
shared uint tile_words[RANK_WORDS];
#else
shared uint tile_words[RANK_TILE];
#endif

uint item_ranks[ITEMS];
uint chunk_row; // first word of the chunk's row
uint lane_bit;

void begin_ranks()
{
    chunk_row = CHUNK * uint(RADIX_BINS);
    lane_bit = 1u << LANE;
    for (uint at = gl_LocalInvocationIndex; at < uint(RANK_WORDS); at += uint(RANK_GROUP))
        tile_words[at] = 0u;
}

#define EIGHT_ROWS(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#define FOUR_MORE_ROWS(F) F(8) F(9) F(10) F(11)
#define SIXTEEN_ROWS(F) EIGHT_ROWS(F) FOUR_MORE_ROWS(F) F(12) F(13) F(14) F(15)
#if RANK_GROUP == 256
#define EACH_ROW(F) EIGHT_ROWS(F)
#elif RANK_GROUP == 384
#define EACH_ROW(F) EIGHT_ROWS(F) FOUR_MORE_ROWS(F)
#elif RANK_GROUP == 512
#define EACH_ROW(F) SIXTEEN_ROWS(F)
#else
#define EACH_ROW(F)                                                                      \
    SIXTEEN_ROWS(F)                                                                      \
    F(16) F(17) F(18) F(19) F(20) F(21) F(22) F(23)                                      \
    F(24) F(25) F(26) F(27) F(28) F(29) F(30) F(31)
#endif

// Makes of the counts of a bin, chunk by chunk, the sums of those before; returns all.
uint sum_rows(uint bin)
{
    uint total = 0u;
    uint here;
#define SUM_ROW(R)                                                                       \
    here = tile_words[uint(R * RADIX_BINS) + bin];                                       \
    tile_words[uint(R * RADIX_BINS) + bin] = total;                                      \
    total += here;
    EACH_ROW(SUM_ROW)
    return total;
}

// Adds where the bin starts.
void start_rows(uint bin, uint start)
{
#define START_ROW(R) tile_words[uint(R * RADIX_BINS) + bin] += start;
    EACH_ROW(START_ROW)
}

#if SUBGROUPS

uint equal_bits(uint digit, uint bit)
{
    bool is_set = (digit & bit) != 0u;
    uint set = subgroupBallot(is_set).x;
    return is_set ? set : ~set;
}

// The next rank of the digit for this chunk, in the order of lanes.
uint take_rank(uint digit, uint parity)
{
    uint equal = equal_bits(digit, 1u) & equal_bits(digit, 2u) & equal_bits(digit, 4u) &
                 equal_bits(digit, 8u) & equal_bits(digit, 16u) & equal_bits(digit, 32u) &
                 equal_bits(digit, 64u) & equal_bits(digit, 128u);
    uint before = uint(bitCount(equal & (lane_bit - 1u)));
    uint first = 0u;
    if (before == 0u)
        first = atomicAdd(tile_words[chunk_row + digit], uint(bitCount(equal)));
    return subgroupShuffle(first, uint(findLSB(equal))) + before;
}

#else

// `parity` picks the word of bits that the round before has cleared.
uint take_rank(uint digit, uint parity)
{
    uint next = chunk_row + digit;
    uint bits_at = next + uint(ROW_WORDS) * (1u + parity);
    atomicOr(tile_words[bits_at], lane_bit);
    group_sync();
    uint equal = tile_words[bits_at];
    uint first = tile_words[next];
    group_sync();
    uint before = uint(bitCount(equal & (lane_bit - 1u)));
    if (before == 0u) {
        tile_words[next] = first + uint(bitCount(equal));
        tile_words[bits_at] = 0u;
    }
    return first + before;
}

#endif

#define RANK_ITEM(I) item_ranks[I] = take_rank(ITEM_DIGIT(I), uint(I & 1));
