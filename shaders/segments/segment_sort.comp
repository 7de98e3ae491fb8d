// SPDX-License-Identifier: MIT
// Sorts the short segments that begin in a range of elements and, with TILES, one tile of
// a long segment.
//
//   reads   keys_in[], values_in[] (or makes the positions), state[], heads[]
//   writes  keys_out[], values_out[], in order within each segment or tile; TILES: also
//           the dispatch arguments of the merges, and tiles that will be merged may go to
//           the alternate buffers instead
//           WIDE_KEYS: keys of two words, low word first
//           SPARING: takes fewer registers, for devices that may have few
//   grid    work groups of SEGMENT_GROUP, enough for spans (shared/segments.h) of the
//           smallest possible size; longer spans are fewer, so the last groups have none.
//           TILES: the smallest size is SEGMENT_SHORT_MOST, and there are no more tiles
//           than such spans
//
// A group reads all elements of its short segments before it writes them, and likewise
// those of its tile. No other group reads them, so in and out may be the same.
#if WIDE_KEYS
#define KEY_WORDS 2
#endif
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

layout(std430, binding = SEGMENT_STATE) buffer State
{
    uint state[];
};
layout(std430, binding = SEGMENT_HEADS) readonly buffer Heads
{
    uint heads[];
};
#if TILES
layout(std430, binding = SEGMENT_KEYS_ALTERNATE) writeonly buffer KeysAlternate
{
    uint keys_alternate[];
};
layout(std430, binding = SEGMENT_VALUES_ALTERNATE) writeonly buffer ValuesAlternate
{
    uint values_alternate[];
};
#endif

#define TILE SEGMENT_TILE
#define TILE_GROUP SEGMENT_GROUP
#include "lib/tile_words.glsl"
#define UNKNOWN_ZERO params.merge // in this pass
#if SPARING && WIDE_KEYS
// Compilers compute the places of all items once, and keep them in registers, unless each
// place is a sum of its own.
uint zeros = 0u;

uint blocked_place(uint i)
{
    zeros += UNKNOWN_ZERO;
    return gl_LocalInvocationIndex * uint(ITEMS) + i + zeros;
}
#undef BLOCKED
#define BLOCKED(I) blocked_place(uint(I))
#endif
#if WIDE_KEYS
#include "segments/wide_key.glsl"
#else
#include "segments/key.glsl"
#endif
#include "segments/segment_heads.glsl"

// The elements that the group sorts.
uint tile_first = 0u;
uint tile_count = 0u;
uint tile_skip = 0u;   // the first element's position in the head bits
uint tile_merges = 0u; // merges of a long segment

KEY item_keys[ITEMS];
#if WITH_VALUES
uint item_values[ITEMS];
uint item_positions[ITEMS]; // from which a merge took the items
#endif

// ---- the elements ---------------------------------------------------------------------

// In larger spans than SEGMENT_SHORT_MOST a long segment could precede short ones.
uint span_of_group()
{
    bool has_long = state[SEGMENT_TILES] > 0u;
    int longest = has_long ? SEGMENT_SHORT_MOST : int(state[SEGMENT_LONGEST_SHORT]);
    return uint(SEGMENT_SPAN(longest));
}

void find_short()
{
    uint span = span_of_group();
    uint group_first = group_index() * span;
    uint end = state[SEGMENT_BROKEN] == 0u ? state[SEGMENT_END] : 0u;
    uint left = max(end, group_first) - group_first;
    uint word = gl_LocalInvocationIndex;
    uint bits = 0u;
    if (word < uint(SEGMENT_HEADS_READ) && word * 32u < left)
        bits = heads[group_first / 32u + word];
    put_heads(head_bits_until(bits, word, left));
    uvec2 found = short_segments(span, left);
    tile_skip = found.x;
    tile_first = group_first + found.x;
    tile_count = found.y - found.x;
}

#if TILES
uint tiles_listed()
{
    return state[SEGMENT_BROKEN] == 0u ? state[SEGMENT_TILES] : 0u;
}

void find_tile()
{
    uint tile = group_index();
    uint first = state[SEGMENT_TILE_ENTRY(tile)];
    uint end = state[SEGMENT_TILE_ENTRY(tile) + 1u];
    tile_skip = 0u;
    tile_first = first + state[SEGMENT_TILE_ENTRY(tile) + 2u] * uint(SEGMENT_TILE);
    tile_count = min(end - tile_first, uint(SEGMENT_TILE));
    tile_merges = levels_of(end - first);
    uint word = gl_LocalInvocationIndex;
    put_heads(head_bits_until(word == 0u ? 1u : 0u, word, tile_count));
}
#endif

// Reads past the end of the tile repeat the last element.
#define LOAD_AT(I) (tile_first + min(STRIPED(I), tile_count - 1u))
#define LOAD_KEY(I) item_keys[I] = load_key(LOAD_AT(I));
#define LOAD_VALUE(I) item_values[I] = load_value(LOAD_AT(I));

void load_items()
{
    EACH_ITEM(LOAD_KEY)
#if WITH_VALUES
    EACH_ITEM(LOAD_VALUE)
#endif
}

// Included after the loads: compilers warn about an array that is read above the text
// that assigns it.
#include "segments/tile_sort.glsl"

// ---- the results ----------------------------------------------------------------------

// Merges need the whole tile.
bool is_wanted(uint at)
{
    bool wanted = at < tile_count;
    if (wanted && tile_merges == 0u && params.nearest != 0xFFFFFFFFu)
        wanted = tile_skip + at - head_before(tile_skip + at) < params.nearest;
    return wanted;
}

// The last pass of a segment writes keys in the caller's form.
void put_key(uint at, KEY key)
{
#if TILES
    if (tile_merges % 2u != 0u)
        keys_alternate[at] = key;
    else if (tile_merges > 0u)
        sink_key(at, key);
    else
#endif
        if (writes_keys())
        store_key(at, key);
}

#define STORE_KEY(I)                                                                     \
    if (is_wanted(STRIPED(I)))                                                           \
        put_key(tile_first + STRIPED(I), tile_key(STRIPED(I)));

#if WITH_VALUES
void put_value(uint at, uint value)
{
#if TILES
    if (tile_merges % 2u != 0u)
        values_alternate[at] = value;
    else
#endif
        store_value(at, value);
}

#define STORE_VALUE(I)                                                                   \
    if (is_wanted(STRIPED(I)))                                                           \
        put_value(tile_first + STRIPED(I), tile_words[PADDED(STRIPED(I))]);
#endif

// Compilers would unroll a loop that they know the length of.
#if SPARING
#define STORE_EACH(STORE)                                                                \
    for (int i = 0; i < ITEMS + int(UNKNOWN_ZERO); ++i) {                                \
        STORE(i)                                                                         \
    }
#else
#define STORE_EACH(STORE) EACH_ITEM(STORE)
#endif

void store_items()
{
    group_sync();
    EACH_ITEM(PUT_KEY)
    group_sync();
    STORE_EACH(STORE_KEY)
#if WITH_VALUES
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    STORE_EACH(STORE_VALUE)
#endif
}

// ---- the passes after this one --------------------------------------------------------

#if TILES
void write_groups(uint merge, uint groups)
{
    uint folds = max((groups + params.group_limit - 1u) / params.group_limit, 1u);
    state[SEGMENT_ARGUMENTS(merge)] = (groups + folds - 1u) / folds;
    state[SEGMENT_ARGUMENTS(merge) + 1u] = folds;
    state[SEGMENT_ARGUMENTS(merge) + 2u] = 1u;
}

void write_arguments(uint merge)
{
    uint groups = tiles_listed();
    if (merge + levels_of(state[SEGMENT_LONGEST]) < params.merges)
        groups = 0u;
    write_groups(merge, groups);
}
#endif

void sort_elements()
{
    if (same_in_group(tile_count > 0u)) {
        load_items();
        sort_tile();
        store_items();
    }
}

void main()
{
#if TILES
    if (group_index() == 0u && gl_LocalInvocationIndex < params.merges)
        write_arguments(gl_LocalInvocationIndex);
    uint parts = same_in_group(group_index() < tiles_listed()) ? 2u : 1u;
    for (uint part = 0u; part < parts; ++part) {
        group_sync();
        if (part == 0u)
            find_short();
        else
            find_tile();
        sort_elements();
    }
#else
    find_short();
    sort_elements();
#endif
}
