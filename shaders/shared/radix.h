// SPDX-License-Identifier: MIT
// Read by C and by GLSL: radix sort with digits of 8 or 9 bits, with three passes per
// digit (count, scan, scatter) or a single pass per digit (chained scan).
#ifndef GLSORT_SHARED_RADIX_H
#define GLSORT_SHARED_RADIX_H

#include "shared/io.h"

// LONG_DIGITS: the passes of a chain have digits of RADIX_LONG_BITS. C has both numbers.
#define RADIX_LONG_BITS 9
#define RADIX_LONG_BINS 512
#ifndef LONG_DIGITS
#define LONG_DIGITS 0
#endif
#if LONG_DIGITS
#define RADIX_BITS RADIX_LONG_BITS
#define RADIX_BINS RADIX_LONG_BINS
#else
#define RADIX_BITS 8
#define RADIX_BINS 256
#endif
#define RADIX_MOST_DIGITS 8 // of keys of two words
#define RADIX_WORD_DIGITS 4 // of keys of one word
#define RADIX_CHUNK 32      // invocations that share a mask word, one bit each

// Three passes per digit.
#define RADIX_GROUP 256      // invocations of a work group: one per bin
#define RADIX_ITEMS 16       // keys per invocation
#define RADIX_TILE 4096      // RADIX_GROUP * RADIX_ITEMS
#define RADIX_LARGE_ITEMS 20 // for very large counts: fewer tiles, a shorter table
#define RADIX_LARGE_TILE 5120
#define RADIX_PART_ITEMS 4 // narrow tiles, for few registers and little shared memory:
#define RADIX_PART 1024    // in parts of RADIX_GROUP * RADIX_PART_ITEMS
#define RADIX_MOST_GROUPS 1024 // most counting groups; each may count several tiles
#define RADIX_FEW_GROUPS 4     // counting groups that one work group scans, for all bins

// A single pass per digit. Shapes of a tile, from small to large counts: invocations of
// the work group and keys per invocation.
#define RADIX_SHAPES 6
#define RADIX_GROUP_0 256
#define RADIX_ITEMS_0 4
#define RADIX_GROUP_1 512
#define RADIX_ITEMS_1 4
#define RADIX_GROUP_2 512
#define RADIX_ITEMS_2 8
#define RADIX_GROUP_3 384
#define RADIX_ITEMS_3 15
#define RADIX_GROUP_4 512
#define RADIX_ITEMS_4 9
#define RADIX_GROUP_5 512 // for long digits, as are 1 and 2
#define RADIX_ITEMS_5 10

// The pass that counts all digits (radix_histograms.comp).
#define RADIX_ALL_GROUP 1024      // invocations
#define RADIX_ALL_SPAN 4096       // keys that a group counts per round, 4 per invocation
#define RADIX_ALL_MOST_GROUPS 264 // groups; each takes several rounds if needed

// Decoupled look-back: status words of one tile, or one tile group, and one bin. The low
// bits are the value: the aggregate, which is the number of keys of the bin in the tile
// or tile group; or the inclusive prefix, which is the number in the tile group and all
// before it, plus the keys of the array with a smaller digit. The high bits say which of
// the two, and for which scatter, so that the words of earlier scatters count as
// unpublished.
#define RADIX_WORD_VALUE_BITS 28 // of keys of one word
#define RADIX_WIDE_VALUE_BITS 27 // of keys of two words, which have twice the scatters
#ifndef RADIX_STATUS_VALUE_BITS  // fewer for tests
#define RADIX_STATUS_VALUE_BITS RADIX_WORD_VALUE_BITS
#endif
#define RADIX_AGGREGATE(ORDER) ((2u * (ORDER) + 1u) << RADIX_STATUS_VALUE_BITS)
#define RADIX_INCLUSIVE_PREFIX(ORDER) ((2u * (ORDER) + 2u) << RADIX_STATUS_VALUE_BITS)
#define RADIX_STATUS_VALUE_MASK ((1u << RADIX_STATUS_VALUE_BITS) - 1u)
#define RADIX_MOST_CHAINED (1u << RADIX_WORD_VALUE_BITS)      // elements
#define RADIX_MOST_WIDE_CHAINED (1u << RADIX_WIDE_VALUE_BITS) // with keys of two words

// Rows of the status table, with one word per bin: one row per tile of a tile group, then
// the row of the tile group.
#define RADIX_TILE_GROUP 8u // tiles
#define RADIX_TILE_ROW(TILE) ((TILE) + (TILE) / RADIX_TILE_GROUP)
#define RADIX_TILE_GROUP_ROW(AT) ((AT) * (RADIX_TILE_GROUP + 1u) + RADIX_TILE_GROUP)

// How often a tile reads missing status words before it computes the values itself.
#ifndef RADIX_PATIENCE // fewer for tests
#define RADIX_PATIENCE 512u
#endif

// Words of the state, which all work groups share.
#define RADIX_ALL_COUNTS 0  // [digit][bin]: keys; 0 between dispatches
#define RADIX_ALL_DONE 2048 // groups that have counted; 0 between dispatches
#define RADIX_MOST 2049     // long digits: the largest bits of a key from the third digit
                            // on; 0 between dispatches
#define RADIX_LEAST 2050    // the complement of the smallest ones; 0 between dispatches
#define RADIX_TICKETS 2052  // [digit]: tiles handed out
#define RADIX_SCATTERS 2060 // [digit][4]: see below
#define RADIX_STARTS 2092   // [digit][bin]: keys of the array with a smaller digit
#define RADIX_STATE_WORDS 4140

// The scatter of a digit: from which buffer to which the elements go. It depends on which
// digits are skipped. A skipped digit has its source as its destination.
#define RADIX_SCATTER_SOURCE 0      // RADIX_IN, RADIX_ALTERNATE or RADIX_OUT
#define RADIX_SCATTER_DESTINATION 1 // the same
#define RADIX_SCATTER_ORDER 2       // number of scatters before this one
#define RADIX_SCATTER_LAST 3        // bits: RADIX_IS_LAST and so on; unused if skipped
#define RADIX_IS_LAST 1u            // the last scatter of the sort
// Programs that pack: the scatter before the last one writes words to the ping-pong
// buffer, which have the last digit above the value, and the last one reads them. From
// bit RADIX_NEXT_SHIFT on: which digit is the last.
#define RADIX_WRITES_WORDS 2u
#define RADIX_READS_WORDS 4u
#define RADIX_NEXT_SHIFT 8u
#define RADIX_IN 0u                 // the inputs
#define RADIX_ALTERNATE 1u          // the ping-pong buffer
#define RADIX_OUT 2u                // the outputs

// Indirect dispatch arguments: for each digit and each of its passes the work groups in
// x, y and z, and an unused word.
#define RADIX_SCATTER_ARGUMENTS(DIGIT) (12u * (DIGIT))    // one group per tile
#define RADIX_COUNT_ARGUMENTS(DIGIT) (12u * (DIGIT) + 4u) // the counting groups
#define RADIX_SCAN_ARGUMENTS(DIGIT) (12u * (DIGIT) + 8u)  // see radix_scan.comp
#define RADIX_ARGUMENT_WORDS 96

// Binding points. Keys and values each have three: RADIX_IN, RADIX_ALTERNATE, RADIX_OUT.
#define RADIX_KEYS_IN 0
#define RADIX_KEYS_ALTERNATE 1
#define RADIX_KEYS_OUT 2
#define RADIX_VALUES_IN 3
#define RADIX_VALUES_ALTERNATE 4
#define RADIX_VALUES_OUT 5
#define RADIX_STATE 6
#define RADIX_STATUS 7    // tile_status[row * RADIX_BINS + bin]
#define RADIX_COUNTS 7    // see radix_count.comp
#define RADIX_ARGUMENTS 1 // arguments[], in the pass that counts all digits
#define RADIX_PEEK_OUT 3  // words_out[count], in a peek
// In the pass that also culls, after the binding points of order/cull.glsl.
#define RADIX_CULL_STATE 10
#define RADIX_CULL_ARGUMENTS 11
#define RADIX_CULL_STATUS 12
#define RADIX_CULL_BLOCKS 13          // storage blocks that the pass needs
#define RADIX_CULL_SHARED_BYTES 26624 // at most

#define RADIX_EVEN_SCATTERS 0x100u // in place: an odd number would overwrite the input
#define RADIX_HAS_PAIRS 0x200u     // peek: keys and values are interleaved between digits
#define RADIX_PEEK_VALUES 0x400u   // peek: reads the values, not the keys
#define RADIX_TICKETS_IN_USE 0x800u // chain: work groups take their tiles by ticket
#define RADIX_GPU_COUNT 0x1000u     // group_count is that of the largest count
#define RADIX_PACKS 0x2000u         // peek: see RADIX_WRITES_WORDS
// Values in words have 24 bits, not 23; then the third of the long digits has 8 bits.
#define RADIX_VALUES_OF_24 0x4000u

// Every pass has a block of its own, which no cache holds yet. The passes of a digit read
// the first 64 bytes only: with a second line of the constant cache to wait for, 13 short
// passes took 1 % longer on an H200.
struct radix_params {
    io_params io;     // for the first and the last scatter
    uint bit_range;   // of all digits: the first bit, and from bit 16 on how many bits
    uint digit;       // of this pass
    uint tile;        // keys of a tile
    uint group_count; // three passes per digit: counting groups; 0 in a chain
    uint digit_count; // may be one more than the bits need, see RADIX_EVEN_SCATTERS
    uint group_limit; // the most work groups on one axis
    uint reserved0;
    uint reserved1;
};

#endif
