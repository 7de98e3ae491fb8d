// SPDX-License-Identifier: MIT
// Reading and writing a tile. A work group reads the tile's keys, permutes them in shared
// memory by their ranks, and writes them from there, so that neighbours in a bin go to
// neighbouring words; then it does the same with the values. With PAIRS, pairs are read
// with the keys and written with the values.
//
// The including shader defines ITEMS and RANK_GROUP, and sets the tile, bin_target and
// item_ranks.
//
// Whole tiles and a short last tile share this code. Separate code for whole tiles needs
// fewer instructions, but a program with both took 10 % longer on an H200.
#define RANK_TILE (RANK_GROUP * ITEMS)

#include "radix/radix_buffers.glsl"
#include "lib/each_item.glsl"

#include "lib/subgroup.glsl"

layout(local_size_x = RANK_GROUP) in;

#if WITH_VALUES && !PAIRS
layout(std430, binding = RADIX_VALUES_ALTERNATE) buffer ValuesAlternate
{
    uint values_alternate[];
};
#endif

uint item_keys[ITEMS];
#if WITH_VALUES
uint item_values[ITEMS];
#endif
#define ITEM_DIGIT(I) current_digit_of(item_keys[I])
uint item_targets[ITEMS];

// Where the bin's keys go in the destination, minus where they start in the tile.
shared uint bin_target[RADIX_BINS];

uint tile_first = 0u;
uint tile_end = 0u;
uint own_first = 0u; // position of item 0; the next items are CHUNK_WIDTH apart
uint writes = 0u;    // number of elements of the tile to write

void set_tile(uint first, uint end)
{
    tile_first = first;
    tile_end = end;
    own_first = first + CHUNK_FIRST * uint(ITEMS) + LANE;
}

bool is_whole()
{
    return tile_first + uint(RANK_TILE) <= tile_end;
}

uint own_position(int item)
{
    return own_first + uint(item) * CHUNK_WIDTH;
}

// Positions past the end repeat the last one, so that reads need no condition.
uint position_of(int item)
{
    return min(own_position(item), tile_end - 1u);
}

// ---- keys -----------------------------------------------------------------------------

#if PAIRS
void keep_pair(uvec2 pair, out uint key, out uint value)
{
    key = pair.x;
    value = pair.y;
}
#endif

// Keys past the end get the largest digit: stability puts them after all other keys.
void pad_key(int item, inout uint key)
{
    if (own_position(item) >= tile_end)
        key = 0xFFFFFFFFu;
}

#define KEY_FROM_IN(I) item_keys[I] = SOURCE_KEY(position_of(I));
#if PAIRS
#define KEY_FROM_ALTERNATE(I)                                                            \
    keep_pair(PAIR_OF_ALTERNATE(position_of(I)), item_keys[I], item_values[I]);
#define KEY_FROM_LOW(I)                                                                  \
    keep_pair(LOW_PAIR(position_of(I)), item_keys[I], item_values[I]);
#define KEY_FROM_HIGH(I)                                                                 \
    keep_pair(HIGH_PAIR(position_of(I)), item_keys[I], item_values[I]);
#else
#define KEY_FROM_ALTERNATE(I) item_keys[I] = keys_alternate[position_of(I)];
#endif
#define KEY_FROM_OUT(I) item_keys[I] = out_key(position_of(I));
#define MAP_KEY_READ(I) item_keys[I] = map_key(item_keys[I], read_map.x, read_map.y);
#define PAD_KEY(I) pad_key(I, item_keys[I]);

void read_keys()
{
    if (scatter_source == RADIX_IN) {
        EACH_ITEM(KEY_FROM_IN)
        EACH_ITEM(MAP_KEY_READ)
    } else if (scatter_source == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_FROM_ALTERNATE)
#if PAIRS
    } else if (tile_first < pairs_each) {
        EACH_ITEM(KEY_FROM_LOW)
    } else if (tile_first < 2u * pairs_each) {
        EACH_ITEM(KEY_FROM_HIGH)
#endif
    } else {
        EACH_ITEM(KEY_FROM_OUT)
    }
}

void load_keys()
{
    if (tile_first < tile_end)
        read_keys();
    if (!is_whole()) {
        EACH_ITEM(PAD_KEY)
    }
}

#include "radix/ranks.glsl"

#define PUT_KEY(I) tile_words[item_ranks[I]] = item_keys[I];

uint index_in_tile(int item)
{
    return uint(item * RANK_GROUP) + gl_LocalInvocationIndex;
}

// Writes the key if its position in the tile is below `writes`.
void put_out_key(uint at, uint target, uint key)
{
    if (at < writes)
        sink_keys[KEYS_TO_BASE + target] = key;
}

// Two assignments: a function with `out` parameters made a sort of 2^24 pairs 2 % slower
// on an H200.
#define TAKE_KEY(I)                                                                      \
    item_keys[I] = tile_words[index_in_tile(I)];                                         \
    item_targets[I] = bin_target[ITEM_DIGIT(I)] + index_in_tile(I);
#define MAP_KEY_WRITE(I) item_keys[I] = map_key(item_keys[I], write_map.x, write_map.y);
#define KEY_TO_OUT(I) put_out_key(index_in_tile(I), item_targets[I], item_keys[I]);
#if PAIRS
// Pairs are read with the keys and written with the values.
#define STAYS_APART (is_last_scatter || pairs_each == 0u)
#define KEY_TO_ALTERNATE(I) {}
#define VALUE_FROM_ALTERNATE(I) {}
bool all_become_pairs = false; // a whole tile, all targets of which are pairs
#else
#define STAYS_APART true
void put_alternate_key(uint at, uint target, uint key)
{
    if (at < writes)
        keys_alternate[target] = key;
}

#define KEY_TO_ALTERNATE(I)                                                              \
    put_alternate_key(index_in_tile(I), item_targets[I], item_keys[I]);
#define VALUE_FROM_ALTERNATE(I) item_values[I] = values_alternate[position_of(I)];
#endif

void write_keys()
{
    EACH_ITEM(TAKE_KEY)
    if (is_last_scatter) {
        EACH_ITEM(MAP_KEY_WRITE)
    }
    writes = tile_end - tile_first;
    bool keeps_keys = writes_keys(); // a call in && adds a branch and is slower
    if (is_last_scatter && !keeps_keys)
        writes = 0u;
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_TO_ALTERNATE)
    } else if (STAYS_APART) {
        EACH_ITEM(KEY_TO_OUT)
    }
#if PAIRS
    // Targets ascend within a tile, so the last one is the largest.
    const uint last = uint(RANK_TILE - 1);
    uint last_target = bin_target[current_digit_of(tile_words[last])] + last;
    all_become_pairs = is_whole() && last_target < 2u * pairs_each;
#endif
}

// ---- values ---------------------------------------------------------------------------

#if WITH_VALUES
#if BASES_FIRST
uint values_from_base = 0u;
uint values_in_step = 1u; // words from one value of the inputs to the next
uint values_to_base = 0u;
#define VALUES_TO_BASE values_to_base
#define SOURCE_VALUE(AT) source_values[values_from_base + (AT) * values_in_step]
#define OUT_VALUE(AT) sink_values[values_from_base + (AT)]
#else
#define VALUES_TO_BASE params.io.values_out_base
#define SOURCE_VALUE(AT) source_value(AT)
#define OUT_VALUE(AT) sink_values[params.io.values_out_base + (AT)]
#endif
#define VALUE_FROM_IN(I) item_values[I] = SOURCE_VALUE(position_of(I));
#define VALUE_FROM_OUT(I) item_values[I] = OUT_VALUE(position_of(I));
#define MAKE_INDEX(I) item_values[I] = position_of(I);

// The tile is not empty, since groups without elements have returned. So there is a last
// value for positions past the end to repeat.
void load_values()
{
#if BASES_FIRST
    values_from_base = scatter_source == RADIX_IN    ? params.io.values_in_base
                       : scatter_source == RADIX_OUT ? params.io.values_out_base
                                                     : 0u;
    values_in_step = params.io.values_in_gap + 1u;
#endif
    bool makes = makes_indices(); // see write_keys()
    if (scatter_source == RADIX_IN && makes) {
        EACH_ITEM(MAKE_INDEX)
    } else if (scatter_source == RADIX_IN) {
        EACH_ITEM(VALUE_FROM_IN)
    } else if (scatter_source == RADIX_ALTERNATE) {
        EACH_ITEM(VALUE_FROM_ALTERNATE)
    } else if (tile_first >= 2u * pairs_each) {
        EACH_ITEM(VALUE_FROM_OUT)
    }
}

void put_out_value(uint at, uint target, uint value)
{
    if (at < writes)
        sink_values[VALUES_TO_BASE + target] = value;
}

#if PAIRS
void put_alternate_pair(uint at, uint target, uvec2 pair)
{
    if (at < writes)
        PAIR_TO_ALTERNATE(target, pair);
}

void put_out_pair(uint at, uint target, uvec2 pair)
{
    if (at < writes && target < pairs_each)
        LOW_PAIR(target) = pair;
    if (at < writes && target - pairs_each < pairs_each)
        HIGH_PAIR(target) = pair;
}

// The elements after the pairs of the outputs.
void put_out_rest(uint at, uint target, uint key, uint value)
{
    if (target >= 2u * pairs_each) {
        put_out_key(at, target, key);
        put_out_value(at, target, value);
    }
}
#else
void put_alternate_value(uint at, uint target, uint value)
{
    if (at < writes)
        values_alternate[target] = value;
}
#endif

#define PUT_VALUE(I) tile_words[item_ranks[I]] = item_values[I];
#define TAKE_VALUE(I) item_values[I] = tile_words[index_in_tile(I)];
#define VALUE_TO_OUT(I) put_out_value(index_in_tile(I), item_targets[I], item_values[I]);
#if PAIRS
#define VALUE_TO_ALTERNATE(I)                                                            \
    put_alternate_pair(index_in_tile(I), item_targets[I],                                \
                       uvec2(item_keys[I], item_values[I]));
#define PAIR_TO_OUT(I)                                                                   \
    put_out_pair(index_in_tile(I), item_targets[I], uvec2(item_keys[I], item_values[I]));
#define REST_TO_OUT(I)                                                                   \
    put_out_rest(index_in_tile(I), item_targets[I], item_keys[I], item_values[I]);
#else
#define VALUE_TO_ALTERNATE(I)                                                            \
    put_alternate_value(index_in_tile(I), item_targets[I], item_values[I]);
#endif

// Comes after write_keys(), whose targets the values share.
void write_values()
{
#if BASES_FIRST
    values_to_base = scatter_destination == RADIX_OUT ? params.io.values_out_base : 0u;
#endif
    writes = tile_end - tile_first;
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    EACH_ITEM(TAKE_VALUE)
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(VALUE_TO_ALTERNATE)
    } else if (STAYS_APART) {
        EACH_ITEM(VALUE_TO_OUT)
#if PAIRS
    } else {
        EACH_ITEM(PAIR_TO_OUT)
        if (!all_become_pairs) {
            EACH_ITEM(REST_TO_OUT)
        }
#endif
    }
}
#endif

