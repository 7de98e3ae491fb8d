// SPDX-License-Identifier: MIT
// Sorts short segments, several of them in each work group, or with LONG_TILES one tile
// of a long segment. Chunks of 16 neighbours are sorted by comparing all with each other.
// Then up to four runs are merged at a time: an element's rank in the merged run is the
// sum of its ranks in each of them, found by binary search (N. Satish, M. Harris and M.
// Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", 2009). Chunks and
// runs are counted from the start of their segment, so none of them has elements of two
// segments.
//
//   reads   keys_in[], values_in[] (or makes the positions), state[], and heads[] or
//           tiles[]
//   writes  keys_out[], values_out[], ascending within each segment or tile; LONG_TILES:
//           or the alternate buffers; otherwise also the dispatch arguments of the
//           passes for long segments
//           WIDE_KEYS: keys of two words, low word first
//   grid    ceil(count / SEGMENT_SHORT_MOST) work groups of SEGMENT_GROUP; LONG_TILES:
//           one for each tile
//
// A group reads all elements that it sorts before it writes them, and no other group
// reads these, so in and out may be the same.
#define ITEMS SEGMENT_ITEMS
#include "shared/segments.h"
#include "lib/each_item.glsl"
#include "lib/group.glsl"

layout(local_size_x = SEGMENT_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    segment_params params;
};
#include "lib/io.glsl"
#include "segments/segment_levels.glsl"

#if LONG_TILES
layout(std430, binding = SEGMENT_STATE) readonly buffer State
{
    uint state[];
};
layout(std430, binding = SEGMENT_LONG_TILES) readonly buffer Tiles
{
    uvec4 tiles[];
};
layout(std430, binding = SEGMENT_KEYS_ALTERNATE) writeonly buffer KeysAlternate
{
    uint keys_alternate[];
};
layout(std430, binding = SEGMENT_VALUES_ALTERNATE) writeonly buffer ValuesAlternate
{
    uint values_alternate[];
};
#else
layout(std430, binding = SEGMENT_STATE) buffer State
{
    uint state[];
};
layout(std430, binding = SEGMENT_HEADS) readonly buffer Heads
{
    uint heads[];
};
#include "segments/segment_heads.glsl"
#endif

shared uint tile_words[SEGMENT_TILE]; // the keys' last words; in the end the values
#if WIDE_KEYS
#include "segments/wide_key.glsl"
#else
#include "segments/key.glsl"
#endif

// The elements that the group sorts.
uint tile_first = 0u;
uint tile_count = 0u;
uint tile_levels = 0u; // merges of a long segment
uint tile_skip = 0u;   // otherwise: elements of the group before its first segment

// An invocation keeps its elements. What changes is their places in the tile, by which
// the keys in shared memory are sorted.
KEY item_keys[ITEMS];
uint item_places[ITEMS];
uint item_bounds[ITEMS]; // of the element's segment in the tile: first; end above it
#if WITH_VALUES
uint item_values[ITEMS];
#endif
#define AT(I) (uint(I * SEGMENT_GROUP) + gl_LocalInvocationIndex)
#define EXISTS(I) (AT(I) < tile_count)

// ---- the elements ---------------------------------------------------------------------

#if LONG_TILES
void find_elements()
{
    uint tile = group_index();
    if (tile < state[SEGMENT_TILES]) {
        uvec4 entry = tiles[tile];
        tile_first = entry.x + entry.z * uint(SEGMENT_TILE);
        tile_count = min(entry.y - tile_first, uint(SEGMENT_TILE));
        tile_levels = levels_of(entry.y - entry.x);
    }
}

uint bounds_of(uint at)
{
    return tile_count << 16u;
}
#else
void find_elements()
{
    uint group_first = group_index() * uint(SEGMENT_SHORT_MOST);
    uint end = state[SEGMENT_BROKEN] == 0u ? state[SEGMENT_END] : 0u;
    load_heads(group_first, end);
    uvec2 found = short_segments(group_first, end);
    tile_skip = found.x;
    tile_first = group_first + found.x;
    tile_count = found.y - found.x;
}

uint bounds_of(uint at)
{
    uint first = head_before(tile_skip + at) - tile_skip;
    uint end = head_behind(tile_skip + at) - tile_skip;
    return first | end << 16u;
}
#endif

#define FIRST(I) (item_bounds[I] & 0xFFFFu)
#define END(I) (item_bounds[I] >> 16u)

// All reads of memory are in flight before the first word is used.
#define LOAD(I)                                                                          \
    if (EXISTS(I))                                                                       \
        item_keys[I] = load_tile_key(tile_first + AT(I));
#if WITH_VALUES
#define LOAD_VALUE(I)                                                                    \
    if (EXISTS(I))                                                                       \
        item_values[I] = load_value(tile_first + AT(I));
#endif
#define PUT_ITEM(I)                                                                      \
    if (EXISTS(I)) {                                                                     \
        item_bounds[I] = bounds_of(AT(I));                                               \
        put_tile_key(AT(I), item_keys[I]);                                               \
    }

void load_items()
{
    EACH_ITEM(LOAD)
#if WITH_VALUES
    EACH_ITEM(LOAD_VALUE)
#endif
    EACH_ITEM(PUT_ITEM)
    group_sync();
}

// ---- sorting --------------------------------------------------------------------------

// Place of the element at `at` in its sorted chunk.
uint place_in_chunk(KEY key, uint at, uint first, uint end)
{
    first += (at - first) >> uint(SEGMENT_CHUNK_LOG) << uint(SEGMENT_CHUNK_LOG);
    end = min(end, first + (1u << uint(SEGMENT_CHUNK_LOG)));
    uint place = first;
    for (uint other = first; other < end; ++other) {
        KEY other_key = tile_key(other);
        if (is_less(other_key, key) || (other_key == key && other < at))
            ++place;
    }
    return place;
}

// How many elements of an ascending run are before the key; equal ones are if the run
// precedes the key's own.
uint rank_in_run(KEY key, uint first, uint end, bool is_earlier)
{
    uint low = first;
    uint high = end;
    while (low < high) {
        uint middle = (low + high) >> 1u;
        KEY other = tile_key(middle);
        bool is_before = is_less(other, key) || (other == key && is_earlier);
        low = is_before ? middle + 1u : low;
        high = is_before ? high : middle;
    }
    return low - first;
}

// Place of the element at `place`, after its run and the up to three others that are
// merged with it.
uint merged_place(KEY key, uint place, uint run_log, uint first, uint end)
{
    uint ways = 1u << uint(SEGMENT_WAYS_LOG);
    uint merged_log = run_log + uint(SEGMENT_WAYS_LOG);
    uint merged_first = first + ((place - first) >> merged_log << merged_log);
    uint own = (place - merged_first) >> run_log;
    uint merged = place - (own << run_log);
    for (uint run = 0u; run < ways; ++run) {
        uint run_first = merged_first + (run << run_log);
        uint run_end = min(run_first + (1u << run_log), end);
        if (run != own && run_first < end)
            merged += rank_in_run(key, run_first, run_end, run < own);
    }
    return merged;
}

#define PLACE_IN_CHUNK(I)                                                                \
    if (EXISTS(I))                                                                       \
        item_places[I] = place_in_chunk(item_keys[I], AT(I), FIRST(I), END(I));
#define MERGED_PLACE(I)                                                                  \
    if (EXISTS(I) && END(I) - FIRST(I) > 1u << run_log)                                  \
        item_places[I] =                                                                 \
            merged_place(item_keys[I], item_places[I], run_log, FIRST(I), END(I));
#define PUT_KEY(I)                                                                       \
    if (EXISTS(I))                                                                       \
        put_tile_key(item_places[I], item_keys[I]);

// Comes first: compilers warn of an array that the text reads before it assigns it.
void place_in_chunks()
{
    EACH_ITEM(PLACE_IN_CHUNK)
}

void put_keys()
{
    group_sync();
    EACH_ITEM(PUT_KEY)
    group_sync();
}

void sort_items()
{
    place_in_chunks();
    put_keys();
    for (uint run_log = uint(SEGMENT_CHUNK_LOG); 1u << run_log < params.tile_most;
         run_log += uint(SEGMENT_WAYS_LOG)) {
        EACH_ITEM(MERGED_PLACE)
        put_keys();
    }
}

// ---- the results ----------------------------------------------------------------------

// Merges need the whole tile.
#define IS_WANTED(I)                                                                     \
    (EXISTS(I) && (tile_levels > 0u || AT(I) - FIRST(I) < params.nearest))

// The last pass of a segment writes keys in the caller's form.
void put_key(uint at, KEY key)
{
#if LONG_TILES
    if (tile_levels % 2u != 0u)
        keys_alternate[at] = key;
    else if (tile_levels > 0u)
        sink_key(at, key);
    else
#endif
        if (writes_keys())
        store_tile_key(at, key);
}

#define STORE_KEY(I)                                                                     \
    if (IS_WANTED(I))                                                                    \
        put_key(tile_first + AT(I), tile_key(AT(I)));

#if WITH_VALUES
void put_value(uint at, uint value)
{
#if LONG_TILES
    if (tile_levels % 2u != 0u)
        values_alternate[at] = value;
    else
#endif
        store_value(at, value);
}

#define PUT_VALUE(I)                                                                     \
    if (EXISTS(I))                                                                       \
        tile_words[item_places[I]] = item_values[I];
#define STORE_VALUE(I)                                                                   \
    if (IS_WANTED(I))                                                                    \
        put_value(tile_first + AT(I), tile_words[AT(I)]);
#endif

void store_items()
{
    EACH_ITEM(STORE_KEY)
#if WITH_VALUES
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    EACH_ITEM(STORE_VALUE)
#endif
}

// ---- the passes behind this one -------------------------------------------------------

#if !LONG_TILES
void write_groups(uint row, uint groups)
{
    uint folds = max((groups + params.group_limit - 1u) / params.group_limit, 1u);
    state[SEGMENT_ARGUMENTS(row)] = (groups + folds - 1u) / folds;
    state[SEGMENT_ARGUMENTS(row) + 1u] = folds;
    state[SEGMENT_ARGUMENTS(row) + 2u] = 1u;
}

void write_arguments(uint row)
{
    uint groups = state[SEGMENT_BROKEN] == 0u ? state[SEGMENT_TILES] : 0u;
    if (row > 0u && row + levels_of(state[SEGMENT_LONGEST]) <= params.levels)
        groups = 0u;
    write_groups(row, groups);
}
#endif

void main()
{
#if !LONG_TILES
    if (params.has_long != 0u && group_index() == 0u &&
        gl_LocalInvocationIndex <= params.levels)
        write_arguments(gl_LocalInvocationIndex);
#endif
    find_elements();
    group_sync();
    load_items();
    sort_items();
    store_items();
}
