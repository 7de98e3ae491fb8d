// SPDX-License-Identifier: MIT
// Sorts or merges a tile in shared memory. SORTS: all levels of the network up to the
// tile. Otherwise the last columns of a merge, whose strides are shorter than the tile.
// An invocation has eight elements, so it computes up to three columns of a level in
// registers between two barriers.
//
//   reads   keys_in[count], indices_in[count] (SORTS: makes 0 .. count - 1), values_in
//   writes  keys_out[count], indices_out[count] (last pass: values), values_copy[count]
//   grid    ceil(count / TILE) work groups of TILE / 8; none for a merge into runs of at
//           most one tile, unless it is the last pass
//
// A group reads its whole tile before it writes it, so in and out may be the same.
#if GROUP == 512
#define TILE_LOG BITONIC_LARGE_LOG
#elif GROUP == 256
#define TILE_LOG BITONIC_MEDIUM_LOG
#else
#define TILE_LOG BITONIC_SMALL_LOG
#endif
#define ITEM_ROOM 8
#include "shared/bitonic.h"
#include "bitonic/bitonic_storage.glsl"
#include "bitonic/bitonic_items.glsl"
#include "bitonic/bitonic_runs.glsl"

#define TILE (1 << TILE_LOG)

layout(local_size_x = GROUP) in;

shared uint tile_keys[TILE];
#if WITH_VALUES
shared uint tile_indices[TILE];
#endif

// Swizzles positions such that 32 neighbouring invocations access 32 different banks, if
// the shortest stride of the columns that they compute is 1, or is 8 or more.
uint slot_of(uint at)
{
    return at ^ ((at >> 5u) & 7u) ^ ((at >> 3u) & 24u);
}

// Positions past the end hold the largest element: a short tile always ascends.
void load_item(uint position, uint count, uint item)
{
    item_keys[item] = 0xFFFFFFFFu;
#if WITH_VALUES
    item_indices[item] = 0xFFFFFFFFu;
#endif
    if (position < count) {
        item_keys[item] = load_key(position);
#if WITH_VALUES
#if SORTS
        item_indices[item] = position;
        keep_value(position);
#else
        item_indices[item] = load_index(position);
#endif
#endif
    }
}

// Gathers all values before store_tile() writes any, since it may overwrite them.
void gather_values(uint first, uint count)
{
#if WITH_VALUES
    for (uint at = gl_LocalInvocationIndex; at < uint(TILE); at += uint(GROUP)) {
        if (first + at < count)
            tile_indices[slot_of(at)] = value_of(tile_indices[slot_of(at)]);
    }
#endif
}

void store_tile(uint first, uint count)
{
    for (uint at = gl_LocalInvocationIndex; at < uint(TILE); at += uint(GROUP)) {
        if (first + at < count) {
            put_key(first + at, tile_keys[slot_of(at)]);
#if WITH_VALUES
            store_value(first + at, tile_indices[slot_of(at)]);
#endif
        }
    }
}

#define EACH_ITEM(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)

void get_item(uint at, uint item)
{
    item_keys[item] = tile_keys[slot_of(at)];
#if WITH_VALUES
    item_indices[item] = tile_indices[slot_of(at)];
#endif
}

void put_item(uint at, uint item)
{
    tile_keys[slot_of(at)] = item_keys[item];
#if WITH_VALUES
    tile_indices[slot_of(at)] = item_indices[item];
#endif
}

#define MERGE_ITEMS                                                                      \
    CLEAN_4(0) CLEAN_2(0) CLEAN_2(4) CLEAN_1(0) CLEAN_1(2) CLEAN_1(4) CLEAN_1(6)

// The items of an invocation are an eighth of the tile apart, so neighbouring invocations
// load neighbouring elements. In a merge these are the items of the first three columns
// of this pass.
void load_tile(uint first, uint count, bool descends)
{
    uint lane = gl_LocalInvocationIndex;
#define LOAD_ITEM(I) load_item(first + lane + uint(I * GROUP), count, uint(I));
    EACH_ITEM(LOAD_ITEM)
#if !SORTS
    items_descend = descends;
    MERGE_ITEMS
#endif
#define PUT_LOADED(I) put_item(lane + uint(I * GROUP), uint(I));
    EACH_ITEM(PUT_LOADED)
}

// The first three levels, on 8 neighbours. The second run of each merge is read mirrored,
// so that all comparators have the same direction.
void sort_items()
{
    uint base = gl_LocalInvocationIndex << uint(BITONIC_ITEMS_LOG);
    items_descend = (gl_LocalInvocationIndex & 1u) != 0u;
#define GET_NEAR(I) get_item(base + uint(I), uint(I));
    EACH_ITEM(GET_NEAR)
    CLEAN_1(0) CLEAN_1(2) CLEAN_1(4) CLEAN_1(6)
    COMPARE(0, 3) COMPARE(1, 2) COMPARE(4, 7) COMPARE(5, 6)
    CLEAN_1(0) CLEAN_1(2) CLEAN_1(4) CLEAN_1(6)
    COMPARE(0, 7) COMPARE(1, 6) COMPARE(2, 5) COMPARE(3, 4)
    MERGE_4(0) MERGE_4(4)
#define PUT_NEAR(I) put_item(base + uint(I), uint(I));
    EACH_ITEM(PUT_NEAR)
}

// The columns of strides 4 << shift, 2 << shift and 1 << shift, or the last `columns` of
// them. Below the level of the tile, blocks of 1 << level alternate in direction; the
// tile as a whole has the direction `descends`.
void clean_columns(uint shift, uint columns, uint level, bool descends)
{
    uint lane = gl_LocalInvocationIndex;
    uint base = lane >> shift << (shift + 3u) | (lane & ((1u << shift) - 1u));
    uint directions = base | (descends ? uint(TILE) : 0u);
    items_descend = (directions >> level & 1u) != 0u;
#define GET_FAR(I) get_item(base + (uint(I) << shift), uint(I));
    EACH_ITEM(GET_FAR)
    if (columns > 2u) {
        CLEAN_4(0)
    }
    if (columns > 1u) {
        CLEAN_2(0) CLEAN_2(4)
    }
    CLEAN_1(0) CLEAN_1(2) CLEAN_1(4) CLEAN_1(6)
#define PUT_FAR(I) put_item(base + (uint(I) << shift), uint(I));
    EACH_ITEM(PUT_FAR)
}

// The last `left` columns of a level.
void merge_level(uint level, uint left, bool descends)
{
    while (left > 0u) {
        uint columns = min(left, 3u);
        left -= columns;
        clean_columns(left, columns, level, descends);
        group_sync();
    }
}

void main()
{
    uint count = sort_count();
    uint tiles = max((count + uint(TILE) - 1u) >> uint(TILE_LOG), 1u);
    uint tile = min(group_index(), tiles); // a group past the end has an empty tile
    uint first = tile << uint(TILE_LOG);
#if SORTS
    // A count on the GPU may have fewer tiles than max_count has runs. Its merges begin
    // with runs of one or two tiles, as those of a count on the CPU do.
    uint runs_log = min(params.runs_log, uint(findMSB(tiles)));
#else
    uint runs_log = params.runs_log;
#endif
    uint run = run_of_tile(min(tile, tiles - 1u), runs_log, tiles);
    bitonic_run r = run_at(run, runs_log, tiles, uint(TILE_LOG), count);

#if SORTS
    // A run of two tiles begins as two sorted tiles, of which the first has the opposite
    // direction.
    bool is_first_of_two = r.tiles == 2u && r.first == first;
    bool descends = r.descends != is_first_of_two;
    load_tile(first, count, descends);
    group_sync();
    sort_items();
    group_sync();
    for (uint level = 4u; level <= uint(TILE_LOG); ++level)
        merge_level(level, level, descends);
#else
    // A finished tile is treated as empty, which leaves it unchanged; but a tile that
    // holds all elements still has to be written in the caller's form.
    bool is_done = r.tiles == 1u && tiles > 1u &&
                   (params.io.flags & BITONIC_SINGLES_DONE) != 0u;
    count = is_done ? 0u : count;
    load_tile(first, count, r.descends);
    group_sync();
    merge_level(uint(TILE_LOG), is_done ? 0u : uint(TILE_LOG) - 3u, r.descends);
#endif
    gather_values(first, count);
    group_sync();
    store_tile(first, count);
}
