// SPDX-License-Identifier: MIT
// Read by C and by GLSL: how the first pass of a sort reads elements and the last one
// writes them. The parameter struct of each pass that uses lib/source.glsl or
// lib/sink.glsl begins with `io_params io`.
#ifndef GLSORT_SHARED_IO_H
#define GLSORT_SHARED_IO_H

#include "shared/common.h"

#define IO_WRITE_KEYS 1u   // writes keys; otherwise values only
#define IO_MAKE_INDICES 2u // values are 0 .. count - 1 instead of being read
#define IO_READ_VALUES 4u  // textures: reads values; with neither flag they are 0
// Keys of two words: the low word is complemented if the high word, as the pass reads it
// or before it writes it, has its top bit set (NEGATIVE) or has not.
#define IO_READ_LOW_NEGATIVE 8u
#define IO_READ_LOW_POSITIVE 0x10u
#define IO_WRITE_LOW_NEGATIVE 0x20u
#define IO_WRITE_LOW_POSITIVE 0x40u

#ifndef GLSORT_GLSL
typedef struct io_params io_params; // as in GLSL
#endif

// Where the elements are between two passes (C: struct elements): also the define PLACE
// of store.comp and store.frag.
#define PLACE_UNCHANGED 0
#define PLACE_ARRAYS 1   // keys and values in arrays of their own
#define PLACE_PAIRS 2    // compute: (key, value) in lib/pair_texture.glsl
#define PLACE_ELEMENTS 3 // (key, value or index) in a buffer, or one in each texel
#define PLACE_LAYERS 4   // eight such elements in each texel of four layers
#define PLACE_INSIDE 5   // only the algorithm's own peek can find them
#define PLACE_SIXTEENS 6 // sixteen such elements in each texel of eight layers, in order
#define PLACE_WORDS 7    // sixteen words in each texel of four layers, see WORDS_*
#define PLACE_WORDS_INPUT 8 // store.frag: the same, and it reads the input

// The word `cover` of cover_count.vert; 0 covers all rows. COVER_ITEMS: elements per
// texel of the target, or words if the words per element are given. COVER_MERGE: draws
// nothing if the merge has nothing to do. COVER_FIRST: the range of the target begins at
// the texel in word 1 of the parameters. From COVER_WORDS_SHIFT on: words per element,
// where 0 means 1.
#define COVER_ITEMS 0xFFFFu
#define COVER_MERGE 0x10000u
#define COVER_FIRST 0x20000u
#define COVER_WORDS_SHIFT 18

// PLACE_WORDS: a word is a key (WORDS_KEYS), or the index of an element in the input,
// with a rest of its key above it: bits of the index, then from WORDS_SHIFT on the shift
// that gives the rest, and from WORDS_REST on the bits of the rest.
#define WORDS_KEYS 32u
#define WORDS_INDEX 0x3Fu
#define WORDS_SHIFT 8
#define WORDS_REST 16

#define TEXEL_LAYERS_LOG 3 // textures of four layers have 8 elements per texel
#define SIXTEENS_LOG 4     // textures of eight layers have 16

// Binding points of the arrays of compute passes, unless the header of an algorithm has
// others (as radix.h does). In passes that use these, further bindings begin at 4; but
// with COMPUTED, ORDER_POSITIONS takes the point of IO_KEYS_IN.
#define IO_KEYS_IN 0
#define IO_VALUES_IN 1
#define IO_KEYS_OUT 2
#define IO_VALUES_OUT 3

struct io_params {
    // Each base: of a buffer, words before the first element in its binding; of a
    // texture, its width in texels. Each gap: words between two elements.
    uint keys_in_base;
    uint keys_in_gap;
    uint values_in_base;
    uint values_in_gap;
    uint keys_out_base;
    uint values_out_base;
    uint read_negative; // key maps, see lib/keys.glsl
    uint read_positive;
    uint write_negative;
    uint write_positive;
    uint flags; // low 8 bits: IO_*; above: flags of the pass
    uint key_mask; // fragment passes of abisort: the bits of a mapped key to sort by
};

// store.comp and store.frag write elements in the caller's form: in the last pass of most
// sorts in textures or trees, and in most peeks. Their flags begin with bit 8 in the word
// of IO_*, which saves every invocation the read of another word.
#define STORE_VALUES 0x100u    // fragment: writes values, otherwise keys
#define STORE_GATHER 0x200u    // the element's value is an index into a copy of values
#define STORE_KEEP_REST 0x400u // fragment: keeps the caller's words beyond the count
#define STORE_REJECTS 0x1000u  // fragment: elements with the key `reject` get `rejected`

#define STORE_GROUP 256
#define STORE_COPY 4 // binding point of the copy of values
#define STORE_OTHER_KEYS 5 // compute, EITHER: other arrays that may hold the elements
#define STORE_OTHER_VALUES 6
// EITHER: the other arrays hold the elements if an even number of merges is skipped,
// instead of an odd one.
#define STORE_IN_OTHER 0x800u

struct store_params {
    io_params io;
    uint width_log; // fragment: the sort's textures are 1 << width_log wide
    uint layout_in; // PLACE_LAYERS: see lib/texel_layout.glsl; PLACE_SIXTEENS: place of
                    // the first element in the texture; PLACE_WORDS: see WORDS_*
    uint cover;     // fragment: see cover_count.vert
    uint merges;    // EITHER: those before this pass, see lib/merges.glsl
    uint other_keys_base; // compute, EITHER; PLACE_WORDS: the rest of the key `reject`
    uint other_values_base;
    uint reject;   // STORE_REJECTS: a key in the caller's form
    uint rejected; // and the word that is written for its elements
};

#endif
