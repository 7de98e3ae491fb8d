// SPDX-License-Identifier: MIT
// A digit in a single pass: every group takes a tile, counts and ranks its keys, learns
// from the tiles before it how many keys of each bin they have, and writes its own behind
// them. A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort
// for GPUs", 2022; look-back after D. Merrill and M. Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back", 2016.
//
//   reads   keys and values of the place that the move says (or makes 0 .. count - 1)
//   writes  keys and values of another place, anywhere: this pass scatters
//   reads and writes  look[tile][bin], tickets of the state
//   grid    one work group a tile; none if the digit is the same in all keys
//
// Tiles are handed out in the order in which groups begin, so whom a group waits for has
// begun. OpenGL does not promise that it goes on. Who has waited for long counts the keys
// of the tile that holds it up, which are still where they were, and needs nobody. So
// nothing hangs and nothing is wrong where groups starve; it is only slower.
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
#include "lib/radix_chain.glsl"

// Written out with constants: drivers that see an index, in a loop or as a parameter,
// keep a private array in memory (NVIDIA: half the speed).
#define FOUR_ITEMS(F) F(0) F(1) F(2) F(3)
#define EIGHT_ITEMS(F) FOUR_ITEMS(F) F(4) F(5) F(6) F(7)
#define SHAPE (SHAPE_BIT_0 + 2 * SHAPE_BIT_1)

#if SHAPE == 0
#define RANK_GROUP RADIX_GROUP_0
#define ITEMS RADIX_ITEMS_0
#define EACH_ITEM(F) FOUR_ITEMS(F)
#elif SHAPE == 1
#define RANK_GROUP RADIX_GROUP_1
#define ITEMS RADIX_ITEMS_1
#define EACH_ITEM(F) FOUR_ITEMS(F)
#elif SHAPE == 2
#define RANK_GROUP RADIX_GROUP_2
#define ITEMS RADIX_ITEMS_2
#define EACH_ITEM(F) EIGHT_ITEMS(F)
#else
#define RANK_GROUP RADIX_GROUP_3
#define ITEMS RADIX_ITEMS_3
#define EACH_ITEM(F) EIGHT_ITEMS(F) F(8) F(9) F(10) F(11) F(12) F(13) F(14)
#endif
#define RANK_TILE (RANK_GROUP * ITEMS)

#define SCAN_SIZE RANK_GROUP

uint item_keys[ITEMS];
ivec2 digit_bits = ivec2(0); // of the digit: first and count
#define ITEM_DIGIT(I) digit_at_hand(item_keys[I])

uint digit_at_hand(uint key)
{
    return bitfieldExtract(key, digit_bits.x, digit_bits.y);
}

#include "lib/ranks.glsl"
#include "lib/scan.glsl"

layout(local_size_x = RANK_GROUP) in;

layout(std430, binding = RADIX_PLACE_KEYS) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = RADIX_PLACE_KEYS_SPARE) buffer KeysSpare
{
    uint keys_spare[];
};
layout(std430, binding = RADIX_PLACE_KEYS_OUT) buffer KeysOut
{
    uint keys_out[];
};
#if WITH_VALUES
layout(std430, binding = RADIX_PLACE_VALUES) readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = RADIX_PLACE_VALUES_SPARE) buffer ValuesSpare
{
    uint values_spare[];
};
layout(std430, binding = RADIX_PLACE_VALUES_OUT) buffer ValuesOut
{
    uint values_out[];
};
#endif
layout(std430, binding = RADIX_STATE) buffer State
{
    uint state[];
};
layout(std430, binding = RADIX_LOOK) coherent volatile buffer Look
{
    uint look[];
};

// Reads of a word before its tile is taken for stuck.
#ifndef RADIX_PATIENCE
#define RADIX_PATIENCE 4096u
#endif
// For tests: tiles that tell nobody.
#ifndef RADIX_IS_SILENT
#define RADIX_IS_SILENT(TILE) false
#endif

uint item_targets[ITEMS];
#if WITH_VALUES
uint item_values[ITEMS];
#endif

// The move of this digit, and what it does to keys on the way.
uint move_from;
uint move_to;
uint move_order;
bool move_is_last;
uint keys_from_base;
uint keys_to_base;
uvec2 read_map;
uvec2 write_map;

uint smaller_keys; // of the whole array, than this invocation's bin

uint tile;
uint tile_first = 0u;
uint tile_end = 0u;
uint own_first = 0u; // position of item 0; the others follow 32 apart

shared uint tile_taken;
shared uint bin_target[RADIX_BINS]; // minus the tile's own start of the bin

void read_move()
{
    uint at = uint(RADIX_MOVES) + 4u * params.digit;
    move_from = state[at + uint(RADIX_MOVE_FROM)];
    move_to = state[at + uint(RADIX_MOVE_TO)];
    move_order = state[at + uint(RADIX_MOVE_ORDER)];
    move_is_last = state[at + uint(RADIX_MOVE_LAST)] != 0u;
    digit_bits = bits_of_digit(params.digit);
    bool is_first = move_order == 0u;
    keys_from_base = is_first                       ? params.keys_in_base
                     : move_from == RADIX_PLACE_OUT ? params.keys_out_base
                                                    : 0u;
    keys_to_base = move_to == RADIX_PLACE_OUT ? params.keys_out_base : 0u;
    read_map = is_first ? uvec2(params.read_negative, params.read_positive) : uvec2(0u);
    write_map =
        move_is_last ? uvec2(params.write_negative, params.write_positive) : uvec2(0u);
    // Early, since the first tile needs it, for which all others wait.
    uint bin = min(PLACE_IN_GROUP, uint(RADIX_BINS - 1));
    smaller_keys = state[uint(RADIX_STARTS) + params.digit * uint(RADIX_BINS) + bin];
}

// If none is left, an empty one.
void take_tile()
{
    if (gl_LocalInvocationIndex == 0u)
        tile_taken = atomicAdd(state[uint(RADIX_TICKETS) + params.digit], 1u);
    begin_ranks();
    group_sync();
    uint count = sort_count();
    tile = tile_taken;
    tile_first = min(min(tile, tile_count(count)) * uint(RANK_TILE), count);
    tile_end = min(tile_first + uint(RANK_TILE), count);
    own_first = tile_first + CHUNK * uint(RADIX_CHUNK * ITEMS) + LANE;
}

// ---- counting and ranking -------------------------------------------------------------

uint key_at(uint at)
{
    if (move_from == RADIX_PLACE_IN)
        return map_key(keys_in[keys_from_base + at], read_map.x, read_map.y);
    if (move_from == RADIX_PLACE_SPARE)
        return keys_spare[at];
    return keys_out[keys_from_base + at];
}

#define POSITION(I) (own_first + uint(I) * uint(RADIX_CHUNK))
#define KEY_FROM_IN(I) item_keys[I] = keys_in[keys_from_base + POSITION(I)];
#define KEY_FROM_SPARE(I) item_keys[I] = keys_spare[POSITION(I)];
#define KEY_FROM_OUT(I) item_keys[I] = keys_out[keys_from_base + POSITION(I)];
#define MAP_KEY_READ(I) item_keys[I] = map_key(item_keys[I], read_map.x, read_map.y);
// Past the end the largest digit: behind every key, by the order of positions.
#define LOAD_KEY_IF_ANY(I)                                                               \
    item_keys[I] = 0xFFFFFFFFu;                                                          \
    if (POSITION(I) < tile_end)                                                          \
        item_keys[I] = key_at(POSITION(I));

void load_keys()
{
    if (tile_first + uint(RANK_TILE) <= tile_end) {
        if (move_from == RADIX_PLACE_IN) {
            EACH_ITEM(KEY_FROM_IN)
            EACH_ITEM(MAP_KEY_READ)
        } else if (move_from == RADIX_PLACE_SPARE) {
            EACH_ITEM(KEY_FROM_SPARE)
        } else {
            EACH_ITEM(KEY_FROM_OUT)
        }
    } else {
        EACH_ITEM(LOAD_KEY_IF_ANY)
    }
}

// A sum of as many keys as a word just cannot hold is the whole array: whoever reads it
// as 0 has no keys of the bin, nor has anybody after.
uint sum_word(uint sum)
{
    return RADIX_SUM_OF(move_order) | (sum & RADIX_WORD_MASK);
}

void tell(uint bin, uint word)
{
    if (tile_first < tile_end && !RADIX_IS_SILENT(tile))
        look[tile * uint(RADIX_BINS) + bin] = word;
}

// Turns the chunks' counts into the ranks of their first keys, and tells them.
#define COUNT_KEY(I) atomicAdd(tile_words[chunk_row + ITEM_DIGIT(I)], 1u);

void count_tile(out uint bin_count, out uint bin_start)
{
    EACH_ITEM(COUNT_KEY)
    group_sync();
    uint bin = PLACE_IN_GROUP;
    bin_count = 0u;
    if (bin < uint(RADIX_BINS)) {
        bin_count = sum_rows(bin);
        if (tile == 0u)
            tell(bin, sum_word(smaller_keys + bin_count));
        else
            tell(bin, RADIX_COUNT_OF(move_order) | bin_count);
    }
    bin_start = exclusive_sum(bin_count, uint(RADIX_BINS));
    if (bin < uint(RADIX_BINS))
        start_rows(bin, bin_start);
    group_sync();
}

#define PUT_KEY(I) tile_words[item_ranks[I]] = item_keys[I];

void order_keys()
{
    EACH_ITEM(RANK_ITEM)
    group_sync();
    EACH_ITEM(PUT_KEY)
}

// ---- look-back ------------------------------------------------------------------------

// For a whole tile that has not told: counts its keys of the bin, in its stead.
uint count_for(uint silent, uint bin)
{
    uint keys = 0u;
    for (uint at = 0u; at < uint(RANK_TILE); ++at)
        keys += digit_at_hand(key_at(silent * uint(RANK_TILE) + at)) == bin ? 1u : 0u;
    return keys;
}

// Keys of the bin in the tiles before this one, and all smaller keys: adds up what the
// tiles tell, backwards, until one tells a sum. There is no barrier in here: every bin
// goes its own way, and tells its sum as soon as it has it.
uint look_back(uint bin, uint bin_count)
{
    uint is_count = RADIX_COUNT_OF(move_order);
    uint is_sum = RADIX_SUM_OF(move_order);
    uint before = 0u;
    uint patience = RADIX_PATIENCE;
    uint end = tile;
    for (;;) {
        uint word = look[(end - 1u) * uint(RADIX_BINS) + bin];
        if (word < is_count && --patience == 0u) {
            word = is_count | count_for(end - 1u, bin);
            if (end == 1u)
                word = is_sum | (smaller_keys + (word & RADIX_WORD_MASK));
        }
        if (word >= is_count) {
            before += word & RADIX_WORD_MASK;
            if (word >= is_sum)
                break;
            patience = RADIX_PATIENCE;
            --end;
        }
    }
    tell(bin, sum_word(before + bin_count));
    return before;
}

// Where the bin's keys of this tile go.
void place_bins(uint bin_count, uint bin_start)
{
    uint bin = PLACE_IN_GROUP;
    if (bin < uint(RADIX_BINS)) {
        bool has_others = tile > 0u && tile_first < tile_end;
        uint before = has_others ? look_back(bin, bin_count) : smaller_keys;
        bin_target[bin] = before - bin_start;
    }
    group_sync();
}

// ---- writes ---------------------------------------------------------------------------

#define PLACE_IN_TILE(I) (uint(I * RANK_GROUP) + gl_LocalInvocationIndex)

#define TARGET_OF(I)                                                                     \
    item_keys[I] = tile_words[PLACE_IN_TILE(I)];                                         \
    item_targets[I] = bin_target[digit_at_hand(item_keys[I])] + PLACE_IN_TILE(I);
#define MAP_KEY_WRITE(I) item_keys[I] = map_key(item_keys[I], write_map.x, write_map.y);
#define KEY_TO_SPARE(I) keys_spare[item_targets[I]] = item_keys[I];
#define KEY_TO_OUT(I) keys_out[keys_to_base + item_targets[I]] = item_keys[I];
#define KEY_TO_SPARE_IF_ANY(I)                                                           \
    if (PLACE_IN_TILE(I) < writes)                                                       \
        KEY_TO_SPARE(I)
#define KEY_TO_OUT_IF_ANY(I)                                                             \
    if (PLACE_IN_TILE(I) < writes)                                                       \
        KEY_TO_OUT(I)

void write_keys()
{
    EACH_ITEM(TARGET_OF)
    if (move_is_last) {
        EACH_ITEM(MAP_KEY_WRITE)
    }
    uint writes = tile_end - tile_first;
    if (move_is_last && (params.flags & RADIX_WRITE_KEYS) == 0u)
        writes = 0u;
    bool whole = writes == uint(RANK_TILE);
    if (move_to == RADIX_PLACE_SPARE && whole) {
        EACH_ITEM(KEY_TO_SPARE)
    } else if (move_to == RADIX_PLACE_SPARE) {
        EACH_ITEM(KEY_TO_SPARE_IF_ANY)
    } else if (whole) {
        EACH_ITEM(KEY_TO_OUT)
    } else {
        EACH_ITEM(KEY_TO_OUT_IF_ANY)
    }
}

#if WITH_VALUES
uint values_from_base = 0u;

uint value_at(uint at)
{
    if (move_from == RADIX_PLACE_IN)
        return values_in[values_from_base + at];
    if (move_from == RADIX_PLACE_SPARE)
        return values_spare[at];
    return values_out[values_from_base + at];
}

#define VALUE_FROM_IN(I) item_values[I] = values_in[values_from_base + POSITION(I)];
#define VALUE_FROM_SPARE(I) item_values[I] = values_spare[POSITION(I)];
#define VALUE_FROM_OUT(I) item_values[I] = values_out[values_from_base + POSITION(I)];
#define LOAD_VALUE_IF_ANY(I)                                                             \
    if (POSITION(I) < tile_end)                                                          \
        item_values[I] = value_at(POSITION(I));
#define MAKE_INDEX(I) item_values[I] = POSITION(I);
#define PUT_VALUE(I) tile_words[item_ranks[I]] = item_values[I];
#define VALUE_TO_SPARE(I) values_spare[item_targets[I]] = tile_words[PLACE_IN_TILE(I)];
#define VALUE_TO_OUT(I)                                                                  \
    values_out[values_to_base + item_targets[I]] = tile_words[PLACE_IN_TILE(I)];
#define VALUE_TO_SPARE_IF_ANY(I)                                                         \
    if (PLACE_IN_TILE(I) < writes)                                                       \
        VALUE_TO_SPARE(I)
#define VALUE_TO_OUT_IF_ANY(I)                                                           \
    if (PLACE_IN_TILE(I) < writes)                                                       \
        VALUE_TO_OUT(I)

void load_values()
{
    values_from_base = move_from == RADIX_PLACE_IN    ? params.values_in_base
                       : move_from == RADIX_PLACE_OUT ? params.values_out_base
                                                      : 0u;
    if (move_from == RADIX_PLACE_IN && (params.flags & RADIX_MAKE_INDICES) != 0u) {
        EACH_ITEM(MAKE_INDEX)
    } else if (tile_first + uint(RANK_TILE) > tile_end) {
        EACH_ITEM(LOAD_VALUE_IF_ANY)
    } else if (move_from == RADIX_PLACE_IN) {
        EACH_ITEM(VALUE_FROM_IN)
    } else if (move_from == RADIX_PLACE_SPARE) {
        EACH_ITEM(VALUE_FROM_SPARE)
    } else {
        EACH_ITEM(VALUE_FROM_OUT)
    }
}

void write_values()
{
    uint values_to_base = move_to == RADIX_PLACE_OUT ? params.values_out_base : 0u;
    uint writes = tile_end - tile_first;
    group_sync();
    EACH_ITEM(PUT_VALUE)
    group_sync();
    bool whole = writes == uint(RANK_TILE);
    if (move_to == RADIX_PLACE_SPARE && whole) {
        EACH_ITEM(VALUE_TO_SPARE)
    } else if (move_to == RADIX_PLACE_SPARE) {
        EACH_ITEM(VALUE_TO_SPARE_IF_ANY)
    } else if (whole) {
        EACH_ITEM(VALUE_TO_OUT)
    } else {
        EACH_ITEM(VALUE_TO_OUT_IF_ANY)
    }
}
#endif

void main()
{
    read_move();
    take_tile();
    load_keys();
    uint bin_count;
    uint bin_start;
    count_tile(bin_count, bin_start);
    order_keys();
#if WITH_VALUES
    load_values(); // early: the reads run while the group looks back
#endif
    place_bins(bin_count, bin_start);
    write_keys();
#if WITH_VALUES
    write_values();
#endif
}
