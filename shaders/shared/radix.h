// SPDX-License-Identifier: MIT
// Read by C and by GLSL: radix sort with 8-bit digits, in three phases or a single pass a
// digit.
#ifndef GLSORT_SHARED_RADIX_H
#define GLSORT_SHARED_RADIX_H

#include "shared/io.h"

#define RADIX_BITS 8
#define RADIX_BINS 256
#define RADIX_MOST_DIGITS 4
#define RADIX_CHUNK 32 // invocations that rank their keys by one word of bits

// Three phases a digit.
#define RADIX_GROUP 256        // one bin an invocation
#define RADIX_ITEMS 16         // keys an invocation, of one tile
#define RADIX_TILE 4096        // RADIX_GROUP * RADIX_ITEMS
#define RADIX_LARGE_ITEMS 20   // of very many keys: a shorter table
#define RADIX_LARGE_TILE 5120
#define RADIX_MOST_GROUPS 1024 // that count the tiles, several each if need be

// A single pass a digit. Shapes of a tile, small to large counts: invocations and the
// keys of each.
#define RADIX_SHAPES 4
#define RADIX_GROUP_0 256
#define RADIX_ITEMS_0 4
#define RADIX_GROUP_1 512
#define RADIX_ITEMS_1 4
#define RADIX_GROUP_2 512
#define RADIX_ITEMS_2 8
#define RADIX_GROUP_3 384
#define RADIX_ITEMS_3 15

// The pass that counts all digits.
#define RADIX_ALL_GROUP 1024      // invocations
#define RADIX_ALL_SPAN 4096       // keys that a group counts at a time, 4 an invocation
#define RADIX_ALL_MOST_GROUPS 264 // which have several turns

// Look-back: what a tile tells the ones behind it about a bin, and the last tile of a
// family of neighbours for all of the family. The word's low bits hold keys of the bin:
// of this tile or family (its count), or of the family and all before it plus the smaller
// keys of the array (its sum). The high bits tell which, and of which digit, so that the
// words of the digit before mean nothing.
#ifndef RADIX_WORD_BITS // fewer for tests
#define RADIX_WORD_BITS 28
#endif
#define RADIX_COUNT_OF(MOVE) ((2u * (MOVE) + 1u) << RADIX_WORD_BITS)
#define RADIX_SUM_OF(MOVE) ((2u * (MOVE) + 2u) << RADIX_WORD_BITS)
#define RADIX_WORD_MASK ((1u << RADIX_WORD_BITS) - 1u)
#define RADIX_MOST_CHAINED (1u << RADIX_WORD_BITS) // elements

// Rows of the table, of a word a bin: those of a family's tiles, then its own.
#define RADIX_FAMILY 8u
#define RADIX_TILE_ROW(TILE) ((TILE) + (TILE) / RADIX_FAMILY)
#define RADIX_FAMILY_ROW(FAMILY) ((FAMILY) * (RADIX_FAMILY + 1u) + RADIX_FAMILY)

// Reads of words before their tile is taken for stuck.
#ifndef RADIX_PATIENCE // fewer for tests
#define RADIX_PATIENCE 512u
#endif

// Words of the state: what all groups of a dispatch share.
#define RADIX_ALL_COUNTS 0  // [digit][bin]; 0 between dispatches
#define RADIX_ALL_DONE 1024 // groups that have counted; 0 between dispatches
#define RADIX_TICKETS 1028  // [digit] tiles handed out
#define RADIX_MOVES 1032    // [digit][4]: see below
#define RADIX_STARTS 1048   // [digit][bin]: smaller digits in the array
#define RADIX_STATE_WORDS 2072

// A move: where the keys go for a digit, which follows from the digits that are skipped.
// Of those, to where they come from.
#define RADIX_MOVE_FROM 0  // place
#define RADIX_MOVE_TO 1    // place
#define RADIX_MOVE_ORDER 2 // moves before this one
#define RADIX_MOVE_LAST 3  // 1: none after it
#define RADIX_IN 0u
#define RADIX_SPARE 1u
#define RADIX_OUT 2u

// Words of the arguments: work groups x, y, z of the passes of a digit, and a word
// unused.
#define RADIX_TILE_GROUPS(DIGIT) (12u * (DIGIT))       // one a tile
#define RADIX_COUNT_GROUPS(DIGIT) (12u * (DIGIT) + 4u) // that count
#define RADIX_BIN_GROUPS(DIGIT) (12u * (DIGIT) + 8u)   // one a bin
#define RADIX_ARGUMENT_WORDS 48

// Binding points. The places of keys and of values stand in the order of their numbers.
#define RADIX_KEYS_IN 0
#define RADIX_KEYS_SPARE 1
#define RADIX_KEYS_OUT 2
#define RADIX_VALUES_IN 3
#define RADIX_VALUES_SPARE 4
#define RADIX_VALUES_OUT 5
#define RADIX_STATE 6
#define RADIX_LOOK 7      // look[row * RADIX_BINS + bin]
#define RADIX_COUNTS 7    // see radix_count.comp
#define RADIX_ARGUMENTS 1 // arguments[], of the pass that counts all digits
#define RADIX_PEEK_OUT 3  // words_out[count], of a peek

#define RADIX_EVEN_MOVES 1u     // in place: the first move must not write over its input
#define RADIX_HAS_PAIRS 2u      // peek: key and value are neighbours between digits,
#define RADIX_PEEK_VALUES 4u    // and the value is wanted
#define RADIX_TICKETS_IN_USE 8u // a chain's groups ask which tile is theirs

struct radix_params {
    io_params io;     // of the first move and of the last one
    uint first_bit;   // of the first digit
    uint bit_count;   // of all digits
    uint digit;       // of this pass
    uint digit_count; // one more than the bits need if the number of moves must be even
    uint tile;        // keys of a tile
    uint group_count; // three phases: groups that count; 0 in a chain
    uint group_limit; // most groups on one axis
    uint flags;       // RADIX_*
};

#endif
