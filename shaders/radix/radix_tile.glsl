// SPDX-License-Identifier: MIT
// Reading and writing a tile. A work group reads the tile's keys, permutes them in shared
// memory by their ranks, and writes them from there, so that neighbours in a bin go to
// neighbouring words; then it does the same with the values. It permutes a word of each
// element at a time, so that every tile needs as much shared memory as one of words. With
// PAIRS, pairs are read with the keys and written with the values.
//
// The including shader defines ITEMS and RANK_GROUP, and what radix/radix_buffers.glsl
// says, and sets the tile, bin_target and item_ranks.
//
// Whole tiles and a short last tile share this code. Separate code for whole tiles needs
// fewer instructions, but a program with both took 10 % longer on an H200.
//
// Wide elements, keys or values of several words, have branches of their own where they
// are read, and where keys are written. With the branches of words, keys of two words
// with values of two took 2.5 % longer at 2^16 on an H200.
#define RANK_TILE (RANK_GROUP * ITEMS)

#include "radix/radix_buffers.glsl"
#include "lib/each_item.glsl"

#include "lib/subgroup.glsl"

layout(local_size_x = RANK_GROUP) in;

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

uint index_in_tile(int item)
{
    return uint(item * RANK_GROUP) + gl_LocalInvocationIndex;
}

// Whether an array of the caller's can be accessed as vectors of so many words: BASES is
// the bitwise or of the words before its first element and between two elements.
#define ARE_WHOLE(BASES, WORDS) (((BASES) & uint(WORDS - 1)) == 0u)
#define KEYS_IN_ARE_WHOLE                                                                \
    ARE_WHOLE(params.io.keys_in_base | params.io.keys_in_gap, KEY_WORDS)
#define KEYS_OUT_ARE_WHOLE ARE_WHOLE(params.io.keys_out_base, KEY_WORDS)
#define VALUES_IN_ARE_WHOLE                                                              \
    ARE_WHOLE(params.io.values_in_base | params.io.values_in_gap, VALUE_WORDS)
#define VALUES_OUT_ARE_WHOLE ARE_WHOLE(params.io.values_out_base, VALUE_WORDS)

// ---- keys -----------------------------------------------------------------------------

#if PAIRS
void keep_pair(uvec2 pair, out uint key, out uint value)
{
    key = pair.x;
    value = pair.y;
}
#endif

// Keys past the end get the largest digit: stability puts them after all other keys.
void pad_key(int item, inout KEY key)
{
    if (own_position(item) >= tile_end)
        key = KEY(0xFFFFFFFFu);
}

#define WHOLE_KEY_FROM_IN(I)                                                             \
    item_keys[I] = whole_source_keys[key_place(position_of(I)) / uint(KEY_WORDS)];
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
#define WHOLE_KEY_OUT(AT) whole_sink_keys[params.io.keys_out_base / 2u + (AT)]
#define WHOLE_KEY_FROM_OUT(I) item_keys[I] = WHOLE_KEY_OUT(position_of(I));
#define KEY_FROM_OUT(I) item_keys[I] = out_key(position_of(I));
#define MAP_KEY_READ(I) item_keys[I] = MAP_READ(item_keys[I]);
#define PAD_KEY(I) pad_key(I, item_keys[I]);

#if WIDE_ELEMENTS
void read_keys()
{
    if (scatter_source == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_FROM_ALTERNATE)
#if KEY_WORDS > 1
    } else if (scatter_source == RADIX_OUT && KEYS_OUT_ARE_WHOLE) {
        EACH_ITEM(WHOLE_KEY_FROM_OUT)
#endif
    } else if (scatter_source == RADIX_OUT) {
        EACH_ITEM(KEY_FROM_OUT)
#if KEY_WORDS > 1
    } else if (KEYS_IN_ARE_WHOLE) {
        EACH_ITEM(WHOLE_KEY_FROM_IN)
#endif
    } else {
        EACH_ITEM(KEY_FROM_IN)
    }
    if (scatter_order == 0u) {
        EACH_ITEM(MAP_KEY_READ)
    }
}
#else
#define WORD_FROM_ALTERNATE(I) item_keys[I] = words_alternate[position_of(I)];

void read_keys()
{
#if PACKS
    if (reads_words) {
        EACH_ITEM(WORD_FROM_ALTERNATE)
        return;
    }
#endif
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
#endif

void load_keys()
{
#if !WIDE_ELEMENTS
    if (tile_first < tile_end)
#endif
        read_keys();
    if (!is_whole()) {
        EACH_ITEM(PAD_KEY)
    }
}

#include "radix/ranks.glsl"

// Writes the key if its position in the tile is below `writes`.
void put_out_key(uint at, uint target, KEY key)
{
    if (at < writes)
        SINK_KEY(target, key);
}

// The same for a place that holds a whole element.
#define PUT_WHOLE(I, PLACE, ELEMENT)                                                     \
    if (index_in_tile(I) < writes)                                                       \
        PLACE = ELEMENT;

#if KEY_WORDS > 1
#define PUT_KEY(I) tile_words[item_ranks[I]] = item_keys[I].x;
#define TAKE_LOW_WORD(I) item_keys[I].x = tile_words[index_in_tile(I)];
#define PUT_LAST_WORD(I) tile_words[item_ranks[I]] = item_keys[I].y;
#define LAST_WORD(I) item_keys[I].y
#else
#define PUT_KEY(I) tile_words[item_ranks[I]] = item_keys[I];
#define LAST_WORD(I) item_keys[I]
#endif

// Two assignments: a function with `out` parameters made a sort of 2^24 pairs 2 % slower
// on an H200.
#define TAKE_KEY(I)                                                                      \
    LAST_WORD(I) = tile_words[index_in_tile(I)];                                         \
    item_targets[I] = bin_target[ITEM_DIGIT(I)] + index_in_tile(I);
#define MAP_KEY_WRITE(I) item_keys[I] = MAP_WRITTEN(item_keys[I]);
#define WHOLE_KEY_TO_OUT(I) PUT_WHOLE(I, WHOLE_KEY_OUT(item_targets[I]), item_keys[I])
#define KEY_TO_OUT(I) put_out_key(index_in_tile(I), item_targets[I], item_keys[I]);
#if PAIRS
// Pairs are read with the keys and written with the values.
#define STAYS_APART (is_last_scatter || pairs_each == 0u)
#define KEY_TO_ALTERNATE(I) {}
#define VALUE_FROM_ALTERNATE(I) {}
bool all_become_pairs = false; // a whole tile, all targets of which are pairs
#else
#define STAYS_APART true
#define KEY_TO_ALTERNATE(I) PUT_WHOLE(I, keys_alternate[item_targets[I]], item_keys[I])
#define VALUE_FROM_ALTERNATE(I) item_values[I] = values_alternate[position_of(I)];
#endif

// Comes after PUT_KEY of all items.
void write_keys()
{
#if KEY_WORDS > 1
    EACH_ITEM(TAKE_LOW_WORD)
    group_sync();
    EACH_ITEM(PUT_LAST_WORD)
    group_sync();
#endif
    EACH_ITEM(TAKE_KEY)
#if PACKS
    if (writes_words)
        return;
#endif
    if (is_last_scatter) {
        EACH_ITEM(MAP_KEY_WRITE)
    }
    writes = tile_end - tile_first;
#if WIDE_ELEMENTS
    bool drops_keys = is_last_scatter && (params.io.flags & IO_WRITE_KEYS) == 0u;
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_TO_ALTERNATE)
#if KEY_WORDS > 1
    } else if (!drops_keys && KEYS_OUT_ARE_WHOLE) {
        EACH_ITEM(WHOLE_KEY_TO_OUT)
#endif
    } else if (!drops_keys) {
        EACH_ITEM(KEY_TO_OUT)
    }
#else
    bool keeps_keys = writes_keys(); // a call in && adds a branch and is slower
    if (is_last_scatter && !keeps_keys)
        writes = 0u;
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(KEY_TO_ALTERNATE)
    } else if (STAYS_APART) {
        EACH_ITEM(KEY_TO_OUT)
    }
#endif
#if PAIRS
    // Targets ascend within a tile, so the last one is the largest.
    const uint last = uint(RANK_TILE - 1);
    uint last_target = bin_target[current_digit_of(tile_words[last])] + last;
    all_become_pairs = is_whole() && last_target < 2u * pairs_each;
#endif
}

// ---- values ---------------------------------------------------------------------------

#if WITH_VALUES
#if VALUE_WORDS == 1
#define FIRST_WORD(OF) OF
#define VALUE_AT(WORDS, PLACE) WORDS[PLACE]
#elif VALUE_WORDS == 2
#define FIRST_WORD(OF) OF.x
#define VALUE_AT(WORDS, PLACE) uvec2(WORDS[PLACE], WORDS[(PLACE) + 1u])
#else
#define FIRST_WORD(OF) OF.x
#define VALUE_AT(WORDS, PLACE)                                                           \
    uvec4(WORDS[PLACE], WORDS[(PLACE) + 1u], WORDS[(PLACE) + 2u], WORDS[(PLACE) + 3u])
#endif

#if BASES_FIRST
uint values_from_base = 0u;
uint values_in_step = 1u; // words from one value of the inputs to the next
uint values_to_base = 0u;
#define VALUES_TO_BASE values_to_base
#define VALUE_PLACE(AT) (values_from_base + (AT) * values_in_step)
#define OUT_PLACE(AT) (values_from_base + (AT))
#else
#define VALUES_TO_BASE params.io.values_out_base
#define VALUE_PLACE(AT)                                                                  \
    (params.io.values_in_base + (AT) * (uint(VALUE_WORDS) + params.io.values_in_gap))
#define OUT_PLACE(AT) (params.io.values_out_base + (AT) * uint(VALUE_WORDS))
#endif
#define WHOLE_VALUE_FROM_IN(I)                                                           \
    item_values[I] = whole_source_values[VALUE_PLACE(position_of(I)) / uint(VALUE_WORDS)];
#define VALUE_FROM_IN(I)                                                                 \
    item_values[I] = VALUE_AT(source_values, VALUE_PLACE(position_of(I)));
#define WHOLE_VALUE_OUT(AT) whole_sink_values[OUT_PLACE(AT) / uint(VALUE_WORDS)]
#define WHOLE_VALUE_FROM_OUT(I) item_values[I] = WHOLE_VALUE_OUT(position_of(I));
#define VALUE_FROM_OUT(I)                                                                \
    item_values[I] = VALUE_AT(sink_values, OUT_PLACE(position_of(I)));
#define MAKE_INDEX(I) item_values[I] = position_of(I);

// The tile is not empty, since groups without elements have returned. So there is a last
// value for positions past the end to repeat.
#if WIDE_ELEMENTS
void load_values()
{
    if (scatter_source == RADIX_ALTERNATE) {
        EACH_ITEM(VALUE_FROM_ALTERNATE)
#if VALUE_WORDS > 1
    } else if (scatter_source == RADIX_OUT && VALUES_OUT_ARE_WHOLE) {
        EACH_ITEM(WHOLE_VALUE_FROM_OUT)
#endif
    } else if (scatter_source == RADIX_OUT) {
        EACH_ITEM(VALUE_FROM_OUT)
#if VALUE_WORDS > 1
    } else if (VALUES_IN_ARE_WHOLE) {
        EACH_ITEM(WHOLE_VALUE_FROM_IN)
#else
    } else if (makes_indices()) {
        EACH_ITEM(MAKE_INDEX)
#endif
    } else {
        EACH_ITEM(VALUE_FROM_IN)
    }
}
#else
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
#endif

void put_out_value(uint at, uint target, VALUE value)
{
    if (at < writes) {
        uint place = VALUES_TO_BASE + target * uint(VALUE_WORDS);
        sink_values[place] = FIRST_WORD(value);
#if VALUE_WORDS > 1
        sink_values[place + 1u] = value.y;
#endif
#if VALUE_WORDS > 2
        sink_values[place + 2u] = value.z;
        sink_values[place + 3u] = value.w;
#endif
    }
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
#endif

#define PUT_X(I) tile_words[item_ranks[I]] = FIRST_WORD(item_values[I]);
#define TAKE_X(I) FIRST_WORD(item_values[I]) = tile_words[index_in_tile(I)];
#define PUT_Y(I) tile_words[item_ranks[I]] = item_values[I].y;
#define TAKE_Y(I) item_values[I].y = tile_words[index_in_tile(I)];
#define PUT_Z(I) tile_words[item_ranks[I]] = item_values[I].z;
#define TAKE_Z(I) item_values[I].z = tile_words[index_in_tile(I)];
#define PUT_W(I) tile_words[item_ranks[I]] = item_values[I].w;
#define TAKE_W(I) item_values[I].w = tile_words[index_in_tile(I)];
#define WHOLE_VALUE_TO_OUT(I)                                                            \
    PUT_WHOLE(I, WHOLE_VALUE_OUT(item_targets[I]), item_values[I])
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
    PUT_WHOLE(I, values_alternate[item_targets[I]], item_values[I])
#endif

#if PACKS
void put_word(uint at, uint target, uint key, uint value)
{
    if (at < writes)
        words_alternate[target] = digit_of(key, next_digit) << word_value_bits() | value;
}

// Of a word that was read.
void put_value_of_word(uint at, uint target, uint word)
{
    if (at < writes)
        sink_values[params.io.values_out_base + target] =
            word & (1u << word_value_bits()) - 1u;
}

#define WORD_TO_ALTERNATE(I)                                                             \
    put_word(index_in_tile(I), item_targets[I], item_keys[I], item_values[I]);
#define VALUE_OF_WORD_TO_OUT(I)                                                          \
    put_value_of_word(index_in_tile(I), item_targets[I], item_keys[I]);

void write_values_of_words()
{
    EACH_ITEM(TAKE_KEY)
    writes = tile_end - tile_first;
    EACH_ITEM(VALUE_OF_WORD_TO_OUT)
}
#endif

// Comes after write_keys(), whose targets the values share.
void write_values()
{
#if BASES_FIRST
    values_to_base = scatter_destination == RADIX_OUT ? params.io.values_out_base : 0u;
#endif
    writes = tile_end - tile_first;
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
#if VALUE_WORDS > 2
    group_sync();
    EACH_ITEM(PUT_Z)
    group_sync();
    EACH_ITEM(TAKE_Z)
    group_sync();
    EACH_ITEM(PUT_W)
    group_sync();
    EACH_ITEM(TAKE_W)
#endif
#if PACKS
    if (writes_words) {
        EACH_ITEM(WORD_TO_ALTERNATE)
        return;
    }
#endif
    if (scatter_destination == RADIX_ALTERNATE) {
        EACH_ITEM(VALUE_TO_ALTERNATE)
#if VALUE_WORDS > 1
    } else if (VALUES_OUT_ARE_WHOLE) {
        EACH_ITEM(WHOLE_VALUE_TO_OUT)
#endif
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

#if PACKS
// Comes after PUT_KEY of all items.
void write_elements()
{
    if (reads_words) {
        write_values_of_words();
    } else {
        write_keys();
        write_values();
    }
}
#endif
