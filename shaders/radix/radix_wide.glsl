// SPDX-License-Identifier: MIT
// Reading and writing a tile of wide elements: keys of KEY_WORDS and values of
// VALUE_WORDS words, in arrays of their own. The counterpart of radix/radix_tile.glsl: a
// work group permutes a tile in shared memory, a word of each element at a time, so that
// the tile needs as much of it as one of words.
//
// The ping-pong arrays have whole vectors. The caller's arrays may begin at any word, and
// inputs may have gaps, so these are read and written as vectors only where the words
// allow it.
//
// The including shader defines ITEMS and RANK_GROUP, and sets the tile, bin_target and
// item_ranks.
#define RANK_TILE (RANK_GROUP * ITEMS)

#include "shared/io.h"
#include "lib/keys.glsl"
#include "radix/radix_move.glsl"
#include "lib/each_item.glsl"
#include "lib/subgroup.glsl"

layout(local_size_x = RANK_GROUP) in;

#if VALUE_WORDS == 4
#define VALUE uvec4
#elif VALUE_WORDS == 2
#define VALUE uvec2
#else
#define VALUE uint
#endif

// Each array of the caller's as words and as vectors.
layout(std430, binding = RADIX_KEYS_IN) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, binding = RADIX_KEYS_ALTERNATE) buffer KeysAlternate
{
    KEY keys_alternate[];
};
layout(std430, binding = RADIX_KEYS_OUT) buffer KeysOut { uint keys_out[]; };
#if KEY_WORDS > 1
layout(std430, binding = RADIX_KEYS_IN) readonly buffer WholeKeysIn
{
    KEY whole_keys_in[];
};
layout(std430, binding = RADIX_KEYS_OUT) buffer WholeKeysOut { KEY whole_keys_out[]; };
#endif
#if WITH_VALUES
layout(std430, binding = RADIX_VALUES_IN) readonly buffer ValuesIn { uint values_in[]; };
layout(std430, binding = RADIX_VALUES_ALTERNATE) buffer ValuesAlternate
{
    VALUE values_alternate[];
};
layout(std430, binding = RADIX_VALUES_OUT) buffer ValuesOut { uint values_out[]; };
#endif
#if VALUE_WORDS > 1
layout(std430, binding = RADIX_VALUES_IN) readonly buffer WholeValuesIn
{
    VALUE whole_values_in[];
};
layout(std430, binding = RADIX_VALUES_OUT) buffer WholeValuesOut
{
    VALUE whole_values_out[];
};
#endif

KEY item_keys[ITEMS];
#if WITH_VALUES
VALUE item_values[ITEMS];
#endif
#define ITEM_DIGIT(I) current_digit_of(item_keys[I])
uint item_targets[ITEMS];

// Where the bin's keys go in the destination, minus where they start in the tile.
shared uint bin_target[RADIX_BINS];

uint tile_first = 0u;
uint tile_end = 0u;
uint own_first = 0u; // position of item 0; the next items are CHUNK_WIDTH apart

void read_scatter()
{
    read_move();
}

void set_tile(uint first, uint end)
{
    tile_first = first;
    tile_end = end;
    own_first = first + CHUNK_FIRST * uint(ITEMS) + LANE;
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

uint index_in_tile(int item)
{
    return uint(item * RANK_GROUP) + gl_LocalInvocationIndex;
}

bool is_in_tile(int item)
{
    return index_in_tile(item) < tile_end - tile_first;
}

// ---- keys -----------------------------------------------------------------------------

// Words from one key of the inputs to the next.
uint key_step()
{
    return uint(KEY_WORDS) + params.io.keys_in_gap;
}

#if KEY_WORDS > 1
KEY key_of_words(uint first)
{
    return uvec2(keys_in[first], keys_in[first + 1u]);
}

KEY out_key_of_words(uint first)
{
    return uvec2(keys_out[first], keys_out[first + 1u]);
}

void put_key_words(uint first, KEY key)
{
    keys_out[first] = key.x;
    keys_out[first + 1u] = key.y;
}

bool keys_in_are_whole()
{
    return ((params.io.keys_in_base | params.io.keys_in_gap) & 1u) == 0u;
}

bool keys_out_are_whole()
{
    return (params.io.keys_out_base & 1u) == 0u;
}

#define WHOLE_KEY_IN(AT) whole_keys_in[(params.io.keys_in_base + (AT) * key_step()) / 2u]
#define WHOLE_KEY_OUT(AT) whole_keys_out[params.io.keys_out_base / 2u + (AT)]
#define LOW_WORD(KEY) KEY.x
#else
uint key_of_words(uint first)
{
    return keys_in[first];
}

uint out_key_of_words(uint first)
{
    return keys_out[first];
}

void put_key_words(uint first, uint key)
{
    keys_out[first] = key;
}

#define keys_in_are_whole() false
#define keys_out_are_whole() false
#define WHOLE_KEY_IN(AT) 0u
#define LOW_WORD(KEY) KEY
#endif

KEY key_in(uint at)
{
    return key_of_words(params.io.keys_in_base + at * key_step());
}

KEY key_out(uint at)
{
    return out_key_of_words(params.io.keys_out_base + at * uint(KEY_WORDS));
}

// For tiles that have not been published: a key as the digits have it.
KEY key_at(uint at)
{
    KEY key = key_in(scatter_source == RADIX_IN ? at : 0u);
    if (scatter_source == RADIX_ALTERNATE)
        key = keys_alternate[at];
    else if (scatter_source == RADIX_OUT)
        key = key_out(at);
    return scatter_order == 0u ? map_key_in(key) : key;
}

#include "radix/ranks.glsl"

#define WHOLE_KEY_FROM_IN(I) item_keys[I] = WHOLE_KEY_IN(position_of(I));
#define KEY_FROM_IN(I) item_keys[I] = key_in(position_of(I));
#define MAP_KEY_READ(I) item_keys[I] = map_key_in(item_keys[I]);
#define KEY_FROM_ALTERNATE(I) item_keys[I] = keys_alternate[position_of(I)];
#define KEY_FROM_OUT(I) item_keys[I] = key_out(position_of(I));
#if KEY_WORDS > 1
#define WHOLE_KEY_FROM_OUT(I) item_keys[I] = WHOLE_KEY_OUT(position_of(I));
#endif

// Keys past the end get the largest digit: stability puts them after all other keys.
#define PAD_KEY(I)                                                                       \
    if (own_position(I) >= tile_end)                                                     \
        item_keys[I] = KEY(0xFFFFFFFFu);

// As many groups call this as there are tiles: the tile has keys.
void load_keys()
{
    if (scatter_source == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_FROM_ALTERNATE)
#if KEY_WORDS > 1
    } else if (scatter_source == RADIX_OUT && keys_out_are_whole()) {
        EACH_ITEM(WHOLE_KEY_FROM_OUT)
#endif
    } else if (scatter_source == RADIX_OUT) {
        EACH_ITEM(KEY_FROM_OUT)
#if KEY_WORDS > 1
    } else if (keys_in_are_whole()) {
        EACH_ITEM(WHOLE_KEY_FROM_IN)
#endif
    } else {
        EACH_ITEM(KEY_FROM_IN)
    }
    if (scatter_order == 0u) {
        EACH_ITEM(MAP_KEY_READ)
    }
    if (tile_first + uint(RANK_TILE) > tile_end) {
        EACH_ITEM(PAD_KEY)
    }
}

#define PUT_KEY(I) tile_words[item_ranks[I]] = LOW_WORD(item_keys[I]);
#define TAKE_LOW_WORD(I) LOW_WORD(item_keys[I]) = tile_words[index_in_tile(I)];
#define PUT_HIGH_WORD(I) tile_words[item_ranks[I]] = item_keys[I].y;
#define TAKE_HIGH_WORD(I) item_keys[I].y = tile_words[index_in_tile(I)];
#define TAKE_TARGET(I) item_targets[I] = bin_target[ITEM_DIGIT(I)] + index_in_tile(I);
#define MAP_KEY_WRITE(I) item_keys[I] = map_key_out(item_keys[I]);
#define KEY_TO_ALTERNATE(I)                                                              \
    if (is_in_tile(I))                                                                   \
        keys_alternate[item_targets[I]] = item_keys[I];
#define KEY_TO_OUT(I)                                                                    \
    if (is_in_tile(I))                                                                   \
        put_key_words(params.io.keys_out_base + item_targets[I] * uint(KEY_WORDS),       \
                      item_keys[I]);
#if KEY_WORDS > 1
#define WHOLE_KEY_TO_OUT(I)                                                              \
    if (is_in_tile(I))                                                                   \
        WHOLE_KEY_OUT(item_targets[I]) = item_keys[I];
#endif

// Comes after PUT_KEY of all items.
void write_keys()
{
    EACH_ITEM(TAKE_LOW_WORD)
#if KEY_WORDS > 1
    group_sync();
    EACH_ITEM(PUT_HIGH_WORD)
    group_sync();
    EACH_ITEM(TAKE_HIGH_WORD)
#endif
    EACH_ITEM(TAKE_TARGET)
    if (is_last_scatter) {
        EACH_ITEM(MAP_KEY_WRITE)
    }
    bool drops_keys = is_last_scatter && (params.io.flags & IO_WRITE_KEYS) == 0u;
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_TO_ALTERNATE)
#if KEY_WORDS > 1
    } else if (!drops_keys && keys_out_are_whole()) {
        EACH_ITEM(WHOLE_KEY_TO_OUT)
#endif
    } else if (!drops_keys) {
        EACH_ITEM(KEY_TO_OUT)
    }
}

// ---- values ---------------------------------------------------------------------------

#if WITH_VALUES
uint value_step()
{
    return uint(VALUE_WORDS) + params.io.values_in_gap;
}

uint first_value_word(uint at)
{
    return params.io.values_in_base + at * value_step();
}

uint first_out_word(uint target)
{
    return params.io.values_out_base + target * uint(VALUE_WORDS);
}

#if VALUE_WORDS == 1
#define VALUE_OF(WORDS, FIRST) WORDS[FIRST]
#elif VALUE_WORDS == 2
#define VALUE_OF(WORDS, FIRST) uvec2(WORDS[FIRST], WORDS[(FIRST) + 1u])
#else
#define VALUE_OF(WORDS, FIRST)                                                           \
    uvec4(WORDS[FIRST], WORDS[(FIRST) + 1u], WORDS[(FIRST) + 2u], WORDS[(FIRST) + 3u])
#endif

#if VALUE_WORDS == 1
void put_value_words(uint first, VALUE value)
{
    values_out[first] = value;
}
#else
void put_value_words(uint first, VALUE value)
{
    values_out[first] = value.x;
    values_out[first + 1u] = value.y;
#if VALUE_WORDS == 4
    values_out[first + 2u] = value.z;
    values_out[first + 3u] = value.w;
#endif
}
#endif

#if VALUE_WORDS > 1
bool values_in_are_whole()
{
    uint odd = params.io.values_in_base | params.io.values_in_gap;
    return (odd & uint(VALUE_WORDS - 1)) == 0u;
}

bool values_out_are_whole()
{
    return (params.io.values_out_base & uint(VALUE_WORDS - 1)) == 0u;
}

#define WHOLE_VALUE_FROM_IN(I)                                                           \
    item_values[I] =                                                                     \
        whole_values_in[first_value_word(position_of(I)) / uint(VALUE_WORDS)];
#define WHOLE_VALUE_OUT(AT) whole_values_out[first_out_word(AT) / uint(VALUE_WORDS)]
#define WHOLE_VALUE_FROM_OUT(I) item_values[I] = WHOLE_VALUE_OUT(position_of(I));
#define WHOLE_VALUE_TO_OUT(I)                                                            \
    if (is_in_tile(I))                                                                   \
        WHOLE_VALUE_OUT(item_targets[I]) = item_values[I];
#endif

#if VALUE_WORDS == 1
#define MAKE_INDEX(I) item_values[I] = position_of(I);
#endif
#define VALUE_FROM_IN(I)                                                                 \
    item_values[I] = VALUE_OF(values_in, first_value_word(position_of(I)));
#define VALUE_FROM_ALTERNATE(I) item_values[I] = values_alternate[position_of(I)];
#define VALUE_FROM_OUT(I)                                                                \
    item_values[I] = VALUE_OF(values_out, first_out_word(position_of(I)));

void load_values()
{
    if (scatter_source == RADIX_ALTERNATE) {
        EACH_ITEM(VALUE_FROM_ALTERNATE)
#if VALUE_WORDS > 1
    } else if (scatter_source == RADIX_OUT && values_out_are_whole()) {
        EACH_ITEM(WHOLE_VALUE_FROM_OUT)
#endif
    } else if (scatter_source == RADIX_OUT) {
        EACH_ITEM(VALUE_FROM_OUT)
#if VALUE_WORDS > 1
    } else if (values_in_are_whole()) {
        EACH_ITEM(WHOLE_VALUE_FROM_IN)
#else
    } else if ((params.io.flags & IO_MAKE_INDICES) != 0u) {
        EACH_ITEM(MAKE_INDEX)
#endif
    } else {
        EACH_ITEM(VALUE_FROM_IN)
    }
}

#define VALUE_TO_ALTERNATE(I)                                                            \
    if (is_in_tile(I))                                                                   \
        values_alternate[item_targets[I]] = item_values[I];
#define VALUE_TO_OUT(I)                                                                  \
    if (is_in_tile(I))                                                                   \
        put_value_words(first_out_word(item_targets[I]), item_values[I]);

#if VALUE_WORDS == 1
#define PUT_X(I) tile_words[item_ranks[I]] = item_values[I];
#define TAKE_X(I) item_values[I] = tile_words[index_in_tile(I)];
#else
#define PUT_X(I) tile_words[item_ranks[I]] = item_values[I].x;
#define TAKE_X(I) item_values[I].x = tile_words[index_in_tile(I)];
#endif
#define PUT_Y(I) tile_words[item_ranks[I]] = item_values[I].y;
#define TAKE_Y(I) item_values[I].y = tile_words[index_in_tile(I)];
#define PUT_Z(I) tile_words[item_ranks[I]] = item_values[I].z;
#define TAKE_Z(I) item_values[I].z = tile_words[index_in_tile(I)];
#define PUT_W(I) tile_words[item_ranks[I]] = item_values[I].w;
#define TAKE_W(I) item_values[I].w = tile_words[index_in_tile(I)];

// Comes after write_keys(), whose targets the values share.
void write_values()
{
    group_sync();
    EACH_ITEM(PUT_X)
    group_sync();
    EACH_ITEM(TAKE_X)
#if VALUE_WORDS > 1
    group_sync();
    EACH_ITEM(PUT_Y)
    group_sync();
    EACH_ITEM(TAKE_Y)
#endif
#if VALUE_WORDS == 4
    group_sync();
    EACH_ITEM(PUT_Z)
    group_sync();
    EACH_ITEM(TAKE_Z)
    group_sync();
    EACH_ITEM(PUT_W)
    group_sync();
    EACH_ITEM(TAKE_W)
#endif
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(VALUE_TO_ALTERNATE)
#if VALUE_WORDS > 1
    } else if (values_out_are_whole()) {
        EACH_ITEM(WHOLE_VALUE_TO_OUT)
#endif
    } else {
        EACH_ITEM(VALUE_TO_OUT)
    }
}
#endif // WITH_VALUES

