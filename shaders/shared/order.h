// SPDX-License-Identifier: MIT
// Read by C and by GLSL: draw order. docs/draw-order.md has the arithmetic.
#ifndef GLSORT_SHARED_ORDER_H
#define GLSORT_SHARED_ORDER_H

#include "shared/common.h"

#define ORDER_GROUP 256
#define ORDER_ITEMS 4
#define ORDER_TILE 1024       // ORDER_GROUP * ORDER_ITEMS
#define ORDER_SERIAL_GROUP 16 // invocations, in place of ORDER_GROUP

// Up to this many tiles the compaction pass itself adds up the sums of preceding tiles.
// For more, a separate scan pass is faster (H200, 2026-11-23).
#define ORDER_UNSCANNED_MOST 256
#define ORDER_MOST_VIEWS 8
#define ORDER_MOST_SOURCES 8

// One pass for few elements: invocations of a work group, most elements that it ranks,
// and keys that it holds at once. The large group fits in 32 KiB of shared memory, the
// small one in 16 KiB.
#define ORDER_ALL_SMALL_GROUP 256
#define ORDER_ALL_SMALL_TILE 256
#define ORDER_ALL_SMALL_CHUNK 2048
#define ORDER_ALL_LARGE_GROUP 1024
#define ORDER_ALL_LARGE_TILE 128
#define ORDER_ALL_LARGE_CHUNK 7168

// The same, where work groups exchange keys: how often an invocation reads keys that may
// still be missing. shared/rank.h has the sizes.
#ifndef ORDER_EXCHANGE_PATIENCE // fewer for tests
#define ORDER_EXCHANGE_PATIENCE 16u
#endif

// Keys and compaction in a single pass. A tile has order_params.tile elements: one or
// four for each invocation.
#define ORDER_CULL_GROUP 1024
#define ORDER_CULL_MOST 4096          // elements of a tile
#define ORDER_CULL_SHARED_BYTES 22528 // at most
#define ORDER_CULL_BLOCK 64           // tiles of a block
// Words of the status.
#define ORDER_CULL_TICKET 0
#define ORDER_CULL_DONE 1
#define ORDER_CULL_TILE_WORD(TILE) (2u + (TILE) + (TILE) / 64u)
#define ORDER_CULL_BLOCK_WORD(BLOCK) (2u + (BLOCK)*65u + 64u)
#define ORDER_CULL_WORDS(TILES) (2u + (TILES) + (TILES) / 64u + 1u)
#define ORDER_CULL_PUBLISHED 0x80000000u
#ifndef ORDER_CULL_PATIENCE // fewer for tests
#define ORDER_CULL_PATIENCE 512u
#endif

// Formats of positions. Values as in glsort_position_format.
#define ORDER_F32 0u
#define ORDER_F16 1u
#define ORDER_UNORM16 2u
#define ORDER_SNORM16 3u

// Values as in glsort_dead_test.
#define ORDER_DEAD_F32_AT_MOST 1u
#define ORDER_DEAD_F32_AT_LEAST 2u
#define ORDER_DEAD_U32_EQUAL 3u

// Values as in glsort_vertex.
#define ORDER_CENTROID 0u
#define ORDER_NEAREST 1u

// Values as in glsort_command.
#define ORDER_DRAW_ARRAYS 1u
#define ORDER_DRAW_ELEMENTS 2u
#define ORDER_ARRAYS_INSTANCES 3u
#define ORDER_ELEMENTS_INSTANCES 4u

#define ORDER_FRUSTUM_PLANES 6

// Flags of order_params.
#define ORDER_DISTANCE 1u        // metric; otherwise depth
#define ORDER_RADIUS_FIELD 2u    // radius per element; otherwise from the run
#define ORDER_CLIP_FROM_ZERO 4u  // clip depth is 0 to w; otherwise -w to w
#define ORDER_INDEX_U16 8u       // indices_in
#define ORDER_QUANTISES 16u      // keys of fewer than 32 bits
#define ORDER_FLIPS 32u          // quantised keys descend
#define ORDER_COUNTS_VISIBLE 64u // totals are of visible elements; otherwise of rejected
#define ORDER_WRITES_VISIBLE 128u
#define ORDER_CARRIES 256u // culling: the sort carries indices of primitives of 1 vertex
#define ORDER_OF_POINTS 2048u // primitives have one vertex, a point that a list names
#define ORDER_EMPTY 512u   // the count is 0, and no pass has counted visible elements
#define ORDER_COUNT_FIELD 1024u // one pass for all: the count is in count_in
#define ORDER_WRITES_DEPTHS 4096u
#define ORDER_SCANNED 8192u   // compaction: tile_sums[i] is the sum of all tiles before i
#define ORDER_TICKETS 16384u  // culling in a single pass: groups take tiles by ticket
#define ORDER_KEYS_U32 32768u // DEPTHS: they are integers; otherwise floats
#define ORDER_COUNTS_UP 65536u // there is no indices_in: index i is i

// Binding points: keys
#define ORDER_POSITIONS 0
#define ORDER_RADII 1
#define ORDER_DEAD 2
#define ORDER_INDICES 3
#define ORDER_KEYS 4
#define ORDER_TOTALS 5
#define ORDER_TILES 5 // the point of ORDER_TOTALS, too: no pass uses both
// compaction; ORDER_KEYS and ORDER_TILES as above
#define ORDER_KEYS_OUT 0
#define ORDER_ELEMENTS_OUT 1
#define ORDER_TOTAL_OUT 2
// keys and compaction in a single pass; ORDER_POSITIONS to ORDER_INDICES as above
#define ORDER_CULL_KEYS 4
#define ORDER_CULL_ELEMENTS 5
#define ORDER_CULL_STATUS 8 // after ORDER_COMMANDS and ORDER_VISIBLE
#define ORDER_CULL_STATE 9
#define ORDER_CULL_BLOCKS 10 // storage blocks that the pass needs
// expansion; ORDER_INDICES as above
#define ORDER_ELEMENTS_IN 0
#define ORDER_OUT 1
// commands; ORDER_TOTALS as above
#define ORDER_COMMANDS 6
#define ORDER_VISIBLE 7
// commands of segments; ORDER_COMMANDS and ORDER_VISIBLE as above
#define ORDER_OFFSETS 0
#define ORDER_SORTED_KEYS 1
#define ORDER_SEGMENT_GROUP 64
// one pass for all; ORDER_POSITIONS to ORDER_INDICES, ORDER_COMMANDS and ORDER_VISIBLE as
// above. Some devices have only eight binding points, so the depths share one. The depths
// of points share ORDER_INDICES, since points have no indices; those of primitives share
// ORDER_RADII, which only culling reads.
#define ORDER_ALL_OUT 4
#define ORDER_COUNT_IN 5
#define ORDER_POINT_DEPTHS 3
#define ORDER_PRIMITIVE_DEPTHS 1
// the same with an exchange of keys
#define ORDER_EXCHANGE_WORDS 8
#define ORDER_EXCHANGE_DEPTHS 9
#define ORDER_EXCHANGE_BLOCKS 10 // storage blocks that the pass needs

// Positions that are moved before all views. ORDER_POSITIONS as above.
#define ORDER_MOVE_IDS 1
#define ORDER_MOVE_MATRIX 2
#define ORDER_MOVED 3
#define ORDER_NAN 0x7FC00000u
// Flags of order_move_params.
#define ORDER_MOVE_VERTICES 1u // items are vertices; otherwise elements
#define ORDER_MOVE_SOURCES 2u
#define ORDER_MOVE_MATRICES 4u // by an index of each item, unless
#define ORDER_MOVE_BY_SOURCE 8u
#define ORDER_MOVE_BY_SEGMENT 16u

struct order_move_params {
    uint positions_base; // as in order_params
    uint position_stride;
    uint position_format;
    uint source; // which one the pass reads
    uint tile;   // draws: width of the target, see cover_count.vert
    uint ids_base;
    uint ids_stride;
    uint matrices_base;
    uint segments;
    uint flags;
    uint width_log;
    uint view;  // 0
    uint first; // item with which the bound positions and indices of matrices begin
    uint reserved1;
    uint cover; // see cover_count.vert
    uint reserved2;
};

// Parameters of the passes in shaders/order, except the last fragment passes. The first
// 64 bytes, one line of the constant cache, are enough to compute and rank 32-bit keys of
// points without culling and without a dead test. The base of an input is the number of
// words before its first field in the binding or, in fragment passes, in the buffer; if a
// texture holds the input, the base is the width of that texture.
struct order_params {
    uint positions_base;
    uint position_stride; // words
    uint position_format; // ORDER_F32 ...
    uint view;
    uint tile;   // one pass for all, culling: elements of a work group, a power of two;
                 // draws: width of the target, see cover_count.vert
    uint reject; // the key of rejected elements
    uint dead_test;
    uint vertices;      // of a primitive; 0: points
    uint out_base;      // order_out
    uint max_count;     // elements of a view
    uint read_negative; // key map of the sort, see lib/keys.glsl
    uint read_positive;
    uint view_count;
    uint flags;
    uint tiles; // one pass for all: work groups of a view; draws: cover
    uint chunks;
    uint radii_base;
    uint dead_base;
    uint indices_base;
    uint commands_base;
    uint visible_base;
    uint depths_base;
    uint count_base;
    uint radius_stride;
    uint dead_stride;
    uint dead_value;
    uint vertex;   // ORDER_CENTROID ...
    uint key_top;  // ORDER_QUANTISES: the largest key of visible elements, as a float
    uint key_most; // the same key, as an integer
    uint command;
    uint command_stride;    // words
    uint instance_vertices; // of commands with instances
    uint write_negative;
    uint write_positive;
    uint width_log;     // fragment: the plan's textures are 1 << width_log wide
    uint elements_base; // expansion: of the sorted elements
    uint offsets_base;  // commands of segments
    uint filled; // elements of the order that are written, visible or not; 0: the visible
    // Draws, of textures whose texels are words: the first word, and in the lowest two
    // bits the logarithm of the words of a texel.
    uint positions_texel;
    uint radii_texel;
    uint dead_texel;
    uint first_tile; // keys: of the elements in the bindings of this pass
    uint reserved0;
    uint reserved1;
};

// Flags of order_sink_params, besides ORDER_EMPTY, ORDER_INDEX_U16 and ORDER_COUNTS_UP.
#define ORDER_STORE_DEPTHS 1u
#define ORDER_STORE_VISIBLE 2u

#define ORDER_NO_ELEMENT 0xFFFFFFFFu // in place of rejected elements

// Parameters of the fragment passes after the sort.
struct order_sink_params {
    uint width_log; // the plan's textures, except visible counts, are 1 << width_log wide
    uint first;     // texel of the caller's texture
    uint count;     // words
    uint flags;     // ORDER_EMPTY, ORDER_INDEX_U16, ORDER_STORE_*; without ORDER_STORE_*
                    // the order or elements_out is written
    uint out_width; // of the target
    uint view;
    uint reject;   // the key of rejected elements
    uint rest;     // the word after the visible elements
    uint vertices; // of a primitive
    uint indices_base;
    uint reserved0;
    uint index_odd; // ORDER_INDEX_U16: 1 if they begin in the upper half of a word
    uint reserved1;
    uint reserved2;
    uint cover; // see cover_count.vert
    uint reserved3;
};

struct order_view {
    uvec4 origin; // floats
    uvec4 axis;
    uvec4 clip[4]; // columns
};

#ifndef GLSORT_GLSL
typedef struct count_block count_block; // as in GLSL
typedef struct order_view order_view;
#endif

// The per-run block. What passes over the elements of one view read is in front: such a
// pass waits for each line of the constant cache that it touches, of 64 bytes.
struct order_run {
    count_block count;
    uint radius;
    uint vertex_count;
    uint base_vertex; // of primitives
    uint first_index; // DRAW_ELEMENTS: of view 0
    uint key_near;    // floats, see docs/draw-order.md
    uint key_scale;
    uint index_odd; // 1: indices of 16 bits begin in the upper half of a word
    uint matrix_count;
    uint draw_vertex; // baseVertex of commands
    uint base_step;   // 1: commands have a base instance, 0: the word must be 0
    uint reserved0;
    uint reserved1;
    uvec4 position_scale; // floats
    uvec4 position_bias;
    order_view views[ORDER_MOST_VIEWS];
    // Of each source: number of its first item, and of its items; then the range of items
    // for which it writes positions.
    uvec4 sources[ORDER_MOST_SOURCES];
};

#endif
