// SPDX-License-Identifier: MIT
// Ranks the keys of a tile by their digit. Each chunk of invocations (lib/subgroup.glsl)
// has neighbouring keys, item after item, and a row of digit counts, which two chunks may
// share. Per round a chunk ranks one key of each of its invocations: for each key it
// finds which keys of the round have the same digit and how many of these come before it.
// It matches digits either by ballots, or by a mask word per bin in shared memory, in
// which each lane sets its bit. Masks need no subgroup operations, but they need barriers
// of the whole work group and two alternating words per chunk and bin, or with MASKS as 1
// a single one and a further barrier per round.
//
// The including shader defines RANK_GROUP, its work group size, RANK_TILE, and its items:
// EACH_ITEM, ITEMS and ITEM_DIGIT(I); it may define MASKS. It calls rank_tile(), or the
// functions that rank_tile() consists of.
#include "shared/radix.h"
#include "lib/group.glsl"
#include "lib/subgroup.glsl"

#define SCAN_SIZE RANK_GROUP
#include "lib/scan.glsl"

// Whether two chunks share a row.
#define HALF_ROWS (!SUBGROUPS || LONG_DIGITS)

#if HALF_ROWS
#define ROWS (RANK_GROUP / RADIX_CHUNK / 2)
#else
#define ROWS (RANK_GROUP / RADIX_CHUNK)
#endif
#define ROW_WORDS (ROWS * RADIX_BINS)
#if SUBGROUPS
#define RANK_WORDS ROW_WORDS
#else
#define BIT_WORDS (RANK_GROUP / RADIX_CHUNK * RADIX_BINS)
#ifndef MASKS
#define MASKS 2
#endif
#define RANK_WORDS (ROW_WORDS + MASKS * BIT_WORDS)
#endif

// During ranking: the rows, each of one or two chunks. They hold digit counts at first,
// and later the rank of the chunk's first key of each bin (in radix_chain.comp, of its
// next key). Without subgroups the mask words follow.
// After ranking: the permuted tile.
#if RANK_WORDS > RANK_TILE
shared uint tile_words[RANK_WORDS];
#else
shared uint tile_words[RANK_TILE];
#endif

uint item_ranks[ITEMS];
uint chunk_row = 0u; // first word of the chunk's row

void clear_rows()
{
    uint at = gl_LocalInvocationIndex;
    for (; at < uint(RANK_WORDS); at += uint(RANK_GROUP))
        tile_words[at] = 0u;
}

#define RANK_ITEM(I) item_ranks[I] = take_rank(ITEM_DIGIT(I), uint(I & 1));

#define ADD_ROW(I) item_ranks[I] += row_count(ITEM_DIGIT(I));

// Up to two chunks share a row, with 16 bits per bin and chunk, which is enough for the
// keys of a tile. Shared memory limits how many work groups are resident. With SUBGROUPS
// there are no mask words, and each chunk has its own row, unless digits are long.
#if HALF_ROWS
uint row_shift = 0u; // position of the chunk's 16 bits in the words of its row
#define OF_ROW(WORD) ((WORD) >> row_shift & 0xFFFFu)
#define TO_ROW(COUNT) ((COUNT) << row_shift)
#else
#define OF_ROW(WORD) (WORD)
#define TO_ROW(COUNT) (COUNT)
#endif

uint row_count(uint digit)
{
    return OF_ROW(tile_words[chunk_row + digit]);
}

#define FOUR_ROWS(F) F(0) F(1) F(2) F(3)
#define EIGHT_ROWS(F) FOUR_ROWS(F) F(4) F(5) F(6) F(7)
#define TWELVE_ROWS(F) EIGHT_ROWS(F) F(8) F(9) F(10) F(11)
#if ROWS == 4
#define EACH_ROW(F) FOUR_ROWS(F)
#elif ROWS == 6
#define EACH_ROW(F) FOUR_ROWS(F) F(4) F(5)
#elif ROWS == 8
#define EACH_ROW(F) EIGHT_ROWS(F)
#elif ROWS == 12
#define EACH_ROW(F) TWELVE_ROWS(F)
#elif ROWS == 16
#define EACH_ROW(F) TWELVE_ROWS(F) F(12) F(13) F(14) F(15)
#else
#error "ROWS is not among the numbers written out"
#endif

uint lane_bit = 0u;
uint bin_rows[ROWS]; // the words of this invocation's bin in all rows
uint lower_half = 0u; // keys of the bin in the chunks that use the lower 16 bits

// Returns the number of keys of a bin in the tile.
uint sum_rows(uint bin)
{
    uint words = 0u;
#define READ_ROW(R) bin_rows[R] = tile_words[uint(R * RADIX_BINS) + bin];
#define SUM_ROW(R) words += bin_rows[R];
    EACH_ROW(READ_ROW)
    EACH_ROW(SUM_ROW)
#if HALF_ROWS
    lower_half = words & 0xFFFFu;
    words = lower_half + (words >> 16u);
#endif
    return words;
}

// After sum_rows(): replaces the counts of a bin by the rank of each chunk's first key of
// the bin, where `first` is the rank of the tile's first one.
void start_rows(uint bin, uint first)
{
#if HALF_ROWS
    first |= first + lower_half << 16u;
#endif
#define START_ROW(R)                                                                     \
    tile_words[uint(R * RADIX_BINS) + bin] = first;                                      \
    first += bin_rows[R];
    EACH_ROW(START_ROW)
}

// Sets the row of this invocation's chunk.
void begin_rows()
{
    lane_bit = 1u << LANE;
#if HALF_ROWS
    chunk_row = CHUNK % uint(ROWS) * uint(RADIX_BINS);
    row_shift = CHUNK / uint(ROWS) * 16u;
#else
    chunk_row = CHUNK * uint(RADIX_BINS);
#endif
    clear_rows();
}

#define COUNT_KEY(I) atomicAdd(tile_words[chunk_row + ITEM_DIGIT(I)], TO_ROW(1u));

#if SUBGROUPS

// Ranking is limited by the logic ALU, so equal_bits() computes ~set with the multiplier,
// as set * -1 - 1 (which saves 3 % of a sort of 2^24 keys on an H200). all_ones is that
// -1, computed so that a compiler cannot see that it is a constant: gl_NumWorkGroups.z is
// always 1.
uint all_ones = 0u;

void begin_ranks()
{
    all_ones = 0u - gl_NumWorkGroups.z;
    begin_rows();
}

uint equal_bits(uint digit, uint bit)
{
    bool is_set = (digit & bit) != 0u;
    uint set = subgroupBallot(is_set).x;
    return is_set ? set : set * all_ones + all_ones;
}

// The next rank of the digit for this chunk, in the order of lanes.
uint take_rank(uint digit, uint parity)
{
    uint equal = equal_bits(digit, 1u) & equal_bits(digit, 2u) & equal_bits(digit, 4u) &
                 equal_bits(digit, 8u) & equal_bits(digit, 16u) & equal_bits(digit, 32u) &
                 equal_bits(digit, 64u) & equal_bits(digit, 128u);
#if LONG_DIGITS
    equal &= equal_bits(digit, 256u);
#endif
    uint before = uint(bitCount(equal & (lane_bit - 1u)));
    uint last = uint(findMSB(equal));
    uint first = 0u;
    if (LANE == last)
        first = atomicAdd(tile_words[chunk_row + digit], TO_ROW(before + 1u));
    return OF_ROW(subgroupShuffle(first, last)) + before;
}

#else

void begin_ranks()
{
    begin_rows();
}

// `parity` alternates between two sets of mask words: while some lanes still clear the
// set of this round, others may already set bits of the next round in the other set. If
// there is a single set, a barrier divides the rounds instead.
uint take_rank(uint digit, uint parity)
{
    uint bits_at = uint(ROW_WORDS) + parity % uint(MASKS) * uint(BIT_WORDS) +
                   CHUNK * uint(RADIX_BINS) + digit;
    atomicOr(tile_words[bits_at], lane_bit);
    group_sync();
    uint equal = tile_words[bits_at];
    uint first = row_count(digit);
    group_sync();
    uint before = uint(bitCount(equal & (lane_bit - 1u)));
    if (before == 0u) {
        atomicAdd(tile_words[chunk_row + digit], TO_ROW(uint(bitCount(equal))));
        tile_words[bits_at] = 0u;
    }
#if MASKS == 1
    group_sync();
#endif
    return first + before;
}

#endif

#ifndef RANKS_APART
// Ranks all items in the tile. Returns the number of keys of this invocation's bin, which
// is INDEX_IN_GROUP, and their start in the tile. Afterwards tile_words is free.
uint rank_tile(out uint start)
{
    uint bin = INDEX_IN_GROUP;
    begin_ranks();
    group_sync();
    EACH_ITEM(RANK_ITEM)
    group_sync();
    uint total = bin < uint(RADIX_BINS) ? sum_rows(bin) : 0u;
    start = exclusive_sum(total, uint(RADIX_BINS));
    if (bin < uint(RADIX_BINS))
        start_rows(bin, start);
    group_sync();
    EACH_ITEM(ADD_ROW)
    group_sync();
    return total;
}
#endif

