// SPDX-License-Identifier: MIT
// Reading and writing a tile. A work group reads the tile's keys, permutes them in shared
// memory by their ranks, and writes them from there, so that neighbours in a bin go to
// neighbouring words; then it does the same with the values.
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

// Where the bin's keys go in the destination, minus where they start in the tile.
shared uint bin_target[RADIX_BINS];

uint item_targets[ITEMS];

uint tile_first = 0u;
uint tile_end = 0u;
uint own_first = 0u; // position of item 0; the next items are CHUNK_WIDTH apart

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

// ---- keys -----------------------------------------------------------------------------

// Positions past the end repeat the last one, so that reads need no condition.
#define POSITION(I) min(own_first + uint(I) * CHUNK_WIDTH, tile_end - 1u)
#define KEY_FROM_IN(I) item_keys[I] = SOURCE_KEY(POSITION(I));
#if PAIRS
uvec2 pair = uvec2(0u);
#define KEEP_PAIR(I, PAIR)                                                               \
    pair = PAIR;                                                                         \
    item_keys[I] = pair.x;                                                               \
    item_values[I] = pair.y;
#define KEY_FROM_ALTERNATE(I) KEEP_PAIR(I, PAIR_OF_ALTERNATE(POSITION(I)))
#define KEY_FROM_LOW(I) KEEP_PAIR(I, LOW_PAIR(POSITION(I)))
#define KEY_FROM_HIGH(I) KEEP_PAIR(I, HIGH_PAIR(POSITION(I)))
#else
#define KEY_FROM_ALTERNATE(I) item_keys[I] = keys_alternate[POSITION(I)];
#endif
#define KEY_FROM_OUT(I) item_keys[I] = out_key(POSITION(I));
#define MAP_KEY_READ(I) item_keys[I] = map_key(item_keys[I], read_map.x, read_map.y);
// Keys past the end get the largest digit: stability puts them behind all other keys.
#define PAD_KEY_PAST_END(I)                                                              \
    if (own_first + uint(I) * CHUNK_WIDTH >= tile_end)                                   \
        item_keys[I] = 0xFFFFFFFFu;

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
        EACH_ITEM(PAD_KEY_PAST_END)
    }
}

#define PUT_KEY(I) tile_words[item_ranks[I]] = item_keys[I];

#include "radix/ranks.glsl"

#define INDEX_IN_TILE(I) (uint(I * RANK_GROUP) + gl_LocalInvocationIndex)
#define TARGET_OF(I)                                                                     \
    item_keys[I] = tile_words[INDEX_IN_TILE(I)];                                         \
    item_targets[I] = bin_target[ITEM_DIGIT(I)] + INDEX_IN_TILE(I);
#define MAP_KEY_WRITE(I) item_keys[I] = map_key(item_keys[I], write_map.x, write_map.y);
#if PAIRS
// Pairs are read with the keys and written with the values.
#define STAYS_APART (is_last_scatter || pairs_each == 0u)
#define KEY_TO_ALTERNATE_IF_ANY(I) {}
#define VALUE_FROM_ALTERNATE(I) {}
bool all_become_pairs = false; // every target of the tile is a pair in the outputs
#else
#define STAYS_APART true
// Writes the key at position `at` of the tile if `at` is below `writes`.
void put_alternate_key(uint at, uint writes, uint target, uint key)
{
    if (at < writes)
        keys_alternate[target] = key;
}

#define KEY_TO_ALTERNATE_IF_ANY(I)                                                       \
    put_alternate_key(INDEX_IN_TILE(I), writes, item_targets[I], item_keys[I]);
#define VALUE_FROM_ALTERNATE(I) item_values[I] = values_alternate[POSITION(I)];
#endif
// The same for the outputs.
void put_out_key(uint at, uint writes, uint target, uint key)
{
    if (at < writes)
        sink_keys[KEYS_TO_BASE + target] = key;
}

#define KEY_TO_OUT_IF_ANY(I)                                                             \
    put_out_key(INDEX_IN_TILE(I), writes, item_targets[I], item_keys[I]);

void write_keys()
{
    EACH_ITEM(TARGET_OF)
    if (is_last_scatter) {
        EACH_ITEM(MAP_KEY_WRITE)
    }
    uint writes = tile_end - tile_first;
    bool keeps_keys = writes_keys(); // a call in && is a branch of its own, and slower
    if (is_last_scatter && !keeps_keys)
        writes = 0u;
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_TO_ALTERNATE_IF_ANY)
    } else if (STAYS_APART) {
        EACH_ITEM(KEY_TO_OUT_IF_ANY)
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
#define VALUE_FROM_IN(I)                                                                 \
    item_values[I] = source_values[values_from_base + POSITION(I) * values_in_step];
#define VALUE_FROM_OUT(I) item_values[I] = sink_values[values_from_base + POSITION(I)];
#else
#define VALUES_TO_BASE params.io.values_out_base
#define VALUE_FROM_IN(I) item_values[I] = source_value(POSITION(I));
#define VALUE_FROM_OUT(I)                                                                \
    item_values[I] = sink_values[params.io.values_out_base + POSITION(I)];
#endif
#define MAKE_INDEX(I) item_values[I] = POSITION(I);

// An empty tile reads the last value of the array and does not write it. A count of 0 has
// no work groups, so there is a last value.
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

#define PUT_VALUE(I) tile_words[item_ranks[I]] = item_values[I];
#define TAKE_VALUE(I) item_values[I] = tile_words[INDEX_IN_TILE(I)];
void put_out_value(uint at, uint writes, uint target, uint value)
{
    if (at < writes)
        sink_values[VALUES_TO_BASE + target] = value;
}

#define VALUE_TO_OUT_IF_ANY(I)                                                           \
    put_out_value(INDEX_IN_TILE(I), writes, item_targets[I], item_values[I]);
#if PAIRS
#define VALUE_TO_ALTERNATE_IF_ANY(I)                                                     \
    if (INDEX_IN_TILE(I) < writes)                                                       \
        PAIR_TO_ALTERNATE(item_targets[I], uvec2(item_keys[I], item_values[I]));
#define PAIR_TO_OUT_IF_ANY(I)                                                            \
    pair = uvec2(item_keys[I], item_values[I]);                                          \
    if (INDEX_IN_TILE(I) < writes && item_targets[I] < pairs_each)                       \
        LOW_PAIR(item_targets[I]) = pair;                                                \
    if (INDEX_IN_TILE(I) < writes && item_targets[I] - pairs_each < pairs_each)          \
        HIGH_PAIR(item_targets[I]) = pair;
#define REST_TO_OUT_IF_ANY(I)                                                            \
    if (item_targets[I] >= 2u * pairs_each) {                                            \
        KEY_TO_OUT_IF_ANY(I)                                                             \
        VALUE_TO_OUT_IF_ANY(I)                                                           \
    }
#else
void put_alternate_value(uint at, uint writes, uint target, uint value)
{
    if (at < writes)
        values_alternate[target] = value;
}

#define VALUE_TO_ALTERNATE_IF_ANY(I)                                                     \
    put_alternate_value(INDEX_IN_TILE(I), writes, item_targets[I], item_values[I]);
#endif

// Comes after write_keys(), whose targets the values share.
void write_values()
{
#if BASES_FIRST
    values_to_base = scatter_destination == RADIX_OUT ? params.io.values_out_base : 0u;
#endif
    uint writes = tile_end - tile_first;
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    EACH_ITEM(TAKE_VALUE)
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(VALUE_TO_ALTERNATE_IF_ANY)
    } else if (STAYS_APART) {
        EACH_ITEM(VALUE_TO_OUT_IF_ANY)
#if PAIRS
    } else {
        EACH_ITEM(PAIR_TO_OUT_IF_ANY)
        if (!all_become_pairs) {
            EACH_ITEM(REST_TO_OUT_IF_ANY)
        }
#endif
    }
}
#endif
