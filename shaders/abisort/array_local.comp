// SPDX-License-Identifier: MIT
// Sorts each tile in shared memory: the initial runs of the merges, or the whole array.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1)
//   writes  keys_out[count], values_out[count], ascending within each tile; with
//           ARRAY_TO_TEXTURE the texture of pairs instead
//   grid    ceil(count / TILE) work groups of TILE_GROUP
//
// A group reads its whole tile before it writes it, so in and out may be the same.
#include "shared/array.h"

#if LARGE
#define TILE LOCAL_LARGE_TILE
#define TILE_GROUP LOCAL_LARGE_GROUP
#else
#define TILE LOCAL_SMALL_TILE
#define TILE_GROUP LOCAL_SMALL_GROUP
#endif
#include "lib/count.glsl"
#include "lib/tile.glsl"

layout(local_size_x = TILE_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params
{
    array_params params;
};
#include "lib/io.glsl"
#if WITH_VALUES && TEXTURE
#include "lib/pair_texture.glsl"
#endif

#if TEXTURE
#define TO_TEXTURE ((params.io.flags & ARRAY_TO_TEXTURE) != 0u)
#else
#define TO_TEXTURE false
#endif
#define WRITES_KEYS (writes_keys() && !TO_TEXTURE)

// Reads past the end repeat the last element, so that they need no condition. KEEP_KEY
// then sets the keys past the end to the largest key, and stability keeps them after all
// keys of the input.
#define LOAD_AT(I) (first + min(STRIPED(I), tile_count - 1u))
#define LOAD_KEY(I) item_keys[I] = load_key(LOAD_AT(I));
#define KEEP_KEY(I)                                                                      \
    if (STRIPED(I) >= tile_count)                                                        \
        item_keys[I] = 0xFFFFFFFFu;

// `at`: position in the tile, which begins at `first`. put_key and put_value skip
// positions past the end of a short tile.
void put_key(uint first, uint tile_count, uint at, uint key)
{
    if (at < tile_count)
        store_key(first + at, key);
}

#define STORE_KEY(I) put_key(first, tile_count, STRIPED(I), item_keys[I]);

#if WITH_VALUES
uint item_values[ITEMS];

void put_value(uint first, uint tile_count, uint at, uint value)
{
    if (at < tile_count)
        store_value(first + at, value);
}

#define LOAD_VALUE(I) item_values[I] = source_value(LOAD_AT(I));
#define MAKE_INDEX(I) item_values[I] = LOAD_AT(I);
#define STORE_VALUE(I) put_value(first, tile_count, STRIPED(I), item_values[I]);
#if TEXTURE
#define STORE_PAIR(I)                                                                    \
    if (STRIPED(I) < tile_count)                                                         \
        store_pair(first + STRIPED(I), uvec2(item_keys[I], item_values[I]));
#else
#define STORE_PAIR(I) {}
#endif
#endif

// ---- sorting the tile -----------------------------------------------------------------

void read_items(uint first, uint tile_count)
{
    EACH_ITEM(LOAD_KEY)
#if WITH_VALUES
    if (makes_indices()) {
        EACH_ITEM(MAKE_INDEX)
    } else {
        EACH_ITEM(LOAD_VALUE)
    }
#endif
}

#define SWAPS(A, B) (item_keys[A] > item_keys[B])
#include "lib/chunk.glsl"

void load_items(uint first, uint tile_count)
{
    if (tile_count > 0u)
        read_items(first, tile_count);
    EACH_ITEM(KEEP_KEY)
    make_chunks();
}

// Merges pairs of runs of `run` elements, which the invocations hold in their items. Each
// invocation finds where the merge path crosses its first rank, and merges ITEMS elements
// from there.
void merge_runs(uint run)
{
    uint mine = BLOCKED(0);
    uint first_a = mine & ~(2u * run - 1u);
    uint first_b = first_a + run;
    uint rank = mine - first_a;
    group_sync();
    EACH_ITEM(PUT_KEY)
    group_sync();
    uint cut = tile_cut(first_a, run, first_b, run, rank);
    merge_items(first_a + cut, first_b, first_b + rank - cut, first_b + run);
#if WITH_VALUES
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    EACH_ITEM(TAKE_VALUE)
#endif
}

void store_items(uint first, uint tile_count)
{
    group_sync();
    EACH_ITEM(PUT_KEY)
    group_sync();
    EACH_ITEM(GET_KEY_STRIPED)
    if (WRITES_KEYS) {
        EACH_ITEM(STORE_KEY)
    }
#if WITH_VALUES
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    EACH_ITEM(GET_VALUE_STRIPED)
    if (TO_TEXTURE) {
        EACH_ITEM(STORE_PAIR)
    } else {
        EACH_ITEM(STORE_VALUE)
    }
#endif
}

void main()
{
    uint first = group_index() * uint(TILE);
    uint count = sort_count();
    uint tile_count = min(max(count, first) - first, uint(TILE));
    load_items(first, tile_count);
    ODD_EVEN_SORT
    // A short tile is sorted as soon as one run covers it.
    for (uint run = uint(ITEMS); run < tile_count; run <<= 1u)
        merge_runs(run);
    store_items(first, tile_count);
}
