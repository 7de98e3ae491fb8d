// SPDX-License-Identifier: MIT
// Read by C and by GLSL: sorting each segment of an array by itself.
#ifndef GLSORT_SHARED_SEGMENTS_H
#define GLSORT_SHARED_SEGMENTS_H

#include "shared/io.h"

// A work group sorts a tile in shared memory: whole short segments, or up to SEGMENT_TILE
// elements of a long one. Short segments are no longer than SEGMENT_SHORT_MOST. A group
// sorts those that begin in a span of elements. If any segment is long, a span has
// SEGMENT_SHORT_MOST elements; otherwise it has as many as fit in a tile together with
// the longest segment.
#define SEGMENT_GROUP 256
#define SEGMENT_ITEMS 8   // elements of an invocation
#define SEGMENT_TILE 2048 // SEGMENT_GROUP * SEGMENT_ITEMS
#define SEGMENT_TILE_LOG 11
#define SEGMENT_SPAN(LONGEST) (SEGMENT_TILE - ((LONGEST) + 31) / 32 * 32)
#define SEGMENT_SHORT_MOST 1024

#define SEGMENT_MOST_MERGES 15 // doublings of a tile up to the longest segment

// The most shared memory that a sort of keys of two words needs: two tiles of words, and
// a quarter of one for their padding and the heads.
#define SEGMENT_WIDE_SHARED_BYTES 18432

// heads[]: a bit for each element, set if it is the first of a segment. A group reads the
// words of a tile.
#define SEGMENT_HEADS_READ 64 // SEGMENT_TILE / 32

#define SEGMENT_CLEAR_GROUP 256
#define SEGMENT_MARK_GROUP 256
#define SEGMENT_MOST_GROUPS 2048 // of clear and mark, whose invocations loop

// Words of the state, which segment_clear.comp sets to 0 before segments are marked.
#define SEGMENT_BROKEN 0 // not 0: offsets out of order or of range, or a segment too long
#define SEGMENT_END 1    // end of the last segment
#define SEGMENT_TILES 2  // tiles of all long segments
#define SEGMENT_LONGEST 3 // length of the longest long segment
#define SEGMENT_LONGEST_SHORT 4
// Dispatch arguments of a merge pass.
#define SEGMENT_ARGUMENTS(MERGE) (8u + 4u * (MERGE))
#define SEGMENT_STATE_WORDS 68 // SEGMENT_ARGUMENTS(SEGMENT_MOST_MERGES)
// After these words: first and end of a tile's segment, and the number of the tile in
// it.
#define SEGMENT_TILE_ENTRY(TILE) (68u + 4u * (TILE))

// Binding points of clear and mark.
#define SEGMENT_MARK_STATE 0
#define SEGMENT_MARK_HEADS 1
#define SEGMENT_MARK_OFFSETS 2
#define SEGMENT_MARK_COUNT 3

struct segment_mark_params {
    uint offsets_base; // words before the first offset in its binding
    uint reserved0;    // the gap after a base: always 0
    uint count_base;   // segment count on the GPU: words before it
    uint reserved1;
    uint segment_count;
    uint count_on_gpu; // 1: segment_count is the largest count
    uint equal_length; // not 0: of all segments but the last; there are no offsets
    uint max_length;
    uint tile_room;   // tiles of long segments that fit in their list
    uint invocations; // of the dispatch
    uint head_words;  // clear
    uint reserved2;
};

// Binding points of sort and merge, after those of shared/io.h.
#define SEGMENT_STATE 4
#define SEGMENT_HEADS 5
#define SEGMENT_KEYS_ALTERNATE 6
#define SEGMENT_VALUES_ALTERNATE 7

struct segment_params {
    io_params io;
    uint merges;      // merge passes of the longest segment that there can be
    uint merge;       // which of them
    uint nearest;     // a segment's last pass writes at most this many elements
    uint group_limit; // the most work groups on one axis
};

// Fragment: the numbers of segments as keys. The words that cover_count.vert reads are
// where it expects them.
struct segment_draw_params {
    uint segment_count;
    uint count_on_gpu; // 1: segment_count is the largest count
    uint equal_length; // not 0: of all segments but the last; there are no offsets
    uint offsets_log;  // the texture of offsets is 1 << offsets_log wide
    uint target_width;
    uint width_log; // the textures of order and ids are 1 << width_log wide
    uint reserved0;
    uint reserved1;
    uvec4 reserved2;
    uint reserved3;
    uint reserved4;
    uint cover;
    uint merges; // 0, which cover_count.vert reads as no merges
};

#endif
