// SPDX-License-Identifier: MIT
// Pass 3 of 3 of a digit: rank and permute. Each group goes through its tiles in order,
// ranks the keys of a tile by their digit, puts the tile in order in shared memory and
// writes it out, so that neighbours in a bin are neighbours in memory.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1), counts, totals
//   writes  keys_out[count], values_out[count], anywhere: this pass scatters
//   grid    group_count work groups of RADIX_GROUP
//
// Ranking needs no subgroup operation; lib/ranks.glsl says how.
#include "lib/radix.glsl"

// Written out with constants: drivers that see an index, in a loop or as a parameter,
// keep a private array in memory (NVIDIA: half the speed).
#define EACH_ITEM(F)                                                                     \
    F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)
#define ITEMS RADIX_ITEMS
#define RANK_GROUP RADIX_GROUP
#define RANK_TILE RADIX_TILE
#define SCAN_SIZE RADIX_GROUP

uint item_keys[RADIX_ITEMS];
#define ITEM_DIGIT(I) digit_of(item_keys[I])

#include "lib/ranks.glsl"
#include "lib/scan.glsl"

layout(local_size_x = RADIX_GROUP) in;

layout(std430, binding = RADIX_KEYS_IN) readonly buffer KeysIn
{
    uint keys_in[];
};
layout(std430, binding = RADIX_KEYS_OUT) writeonly buffer KeysOut
{
    uint keys_out[];
};
#if WITH_VALUES
layout(std430, binding = RADIX_VALUES_IN) readonly buffer ValuesIn
{
    uint values_in[];
};
layout(std430, binding = RADIX_VALUES_OUT) writeonly buffer ValuesOut
{
    uint values_out[];
};
#endif
layout(std430, binding = RADIX_COUNTS) readonly buffer Counts
{
    uint counts[];
};
layout(std430, binding = RADIX_TOTALS) readonly buffer Totals
{
    uint totals[];
};

shared uint bin_target[RADIX_BINS]; // minus the tile's own start of the bin

uint item_targets[RADIX_ITEMS];

// The tile in memory.
uint tile_first = 0u;
uint tile_end = 0u;
uint own_first = 0u; // position of item 0; the others follow 32 apart

uint load_key(uint at)
{
    return map_key(keys_in[params.keys_in_base + at], params.read_negative,
                   params.read_positive);
}

// Past the end the largest digit: behind every key, by the order of positions.
#define POSITION(I) (own_first + uint(I) * uint(RADIX_CHUNK))
#define LOAD_KEY(I) item_keys[I] = load_key(POSITION(I));
#define LOAD_KEY_IF_ANY(I)                                                               \
    item_keys[I] = 0xFFFFFFFFu;                                                          \
    if (POSITION(I) < tile_end)                                                          \
        LOAD_KEY(I)

void load_keys()
{
    if (tile_first + uint(RADIX_TILE) <= tile_end) {
        EACH_ITEM(LOAD_KEY)
    } else {
        EACH_ITEM(LOAD_KEY_IF_ANY)
    }
}

// Turns the chunks' counts into starts of their keys in the ordered tile. `next` is where
// the next key of this invocation's bin goes in memory.
void start_bins(inout uint next)
{
    uint bin = gl_LocalInvocationIndex;
    uint bin_total = sum_rows(bin);
    uint start = exclusive_sum(bin_total, uint(RADIX_BINS));
    start_rows(bin, start);
    bin_target[bin] = next - start;
    next += bin_total;
}

// The tile's keys to shared memory in order.
#define FINISH_RANK(I) item_ranks[I] += tile_words[chunk_row + ITEM_DIGIT(I)];
#define PUT_WORD(I) tile_words[item_ranks[I]] = item_keys[I];

void order_keys(inout uint next)
{
    begin_ranks();
    load_keys();
    group_sync();
    EACH_ITEM(RANK_ITEM)
    group_sync();
    start_bins(next);
    group_sync();
    EACH_ITEM(FINISH_RANK)
    group_sync();
    EACH_ITEM(PUT_WORD)
}

// And from there to memory, neighbours by neighbours.
#define PLACE(I) (uint(I * RADIX_GROUP) + gl_LocalInvocationIndex)

void write_key(uint target, uint key)
{
    keys_out[params.keys_out_base + target] =
        map_key(key, params.write_negative, params.write_positive);
}

#define WRITE_KEY(I)                                                                     \
    key = tile_words[PLACE(I)];                                                          \
    item_targets[I] = bin_target[digit_of(key)] + PLACE(I);                              \
    if (PLACE(I) < writes)                                                               \
        write_key(item_targets[I], key);

void write_keys()
{
    bool wanted = (params.flags & RADIX_WRITE_KEYS) != 0u;
    uint writes = wanted ? tile_end - tile_first : 0u;
    uint key;
    EACH_ITEM(WRITE_KEY)
}

#if WITH_VALUES
// Values take the registers of the keys, and then their way.
#define LOAD_VALUE(I) item_keys[I] = values_in[params.values_in_base + POSITION(I)];
#define LOAD_VALUE_IF_ANY(I)                                                             \
    if (POSITION(I) < tile_end)                                                          \
        LOAD_VALUE(I)
#define MAKE_INDEX(I) item_keys[I] = POSITION(I);
#define WRITE_VALUE(I)                                                                   \
    if (PLACE(I) < writes)                                                               \
        values_out[params.values_out_base + item_targets[I]] = tile_words[PLACE(I)];

void load_values()
{
    if ((params.flags & RADIX_MAKE_INDICES) != 0u) {
        EACH_ITEM(MAKE_INDEX)
    } else if (tile_first + uint(RADIX_TILE) <= tile_end) {
        EACH_ITEM(LOAD_VALUE)
    } else {
        EACH_ITEM(LOAD_VALUE_IF_ANY)
    }
}

void write_values()
{
    uint writes = tile_end - tile_first;
    EACH_ITEM(PUT_WORD)
    group_sync();
    EACH_ITEM(WRITE_VALUE)
}
#endif

void sort_tile(inout uint next)
{
    own_first = tile_first + CHUNK * uint(RADIX_CHUNK * RADIX_ITEMS) + LANE;
    order_keys(next);
#if WITH_VALUES
    load_values(); // early: the reads run while the keys are written
#endif
    group_sync();
    write_keys();
    group_sync();
#if WITH_VALUES
    write_values();
    group_sync();
#endif
}

void main()
{
    uint bin = gl_LocalInvocationIndex;
    uint group = group_index();
    key_span keys = span_of_group(group);
    uint next = exclusive_sum(totals[bin], uint(RADIX_BINS));
    if (group < params.group_count)
        next += counts[bin * params.group_count + group];
    group_sync();
    for (uint first = keys.first; first < keys.end; first += uint(RADIX_TILE)) {
        tile_first = first;
        tile_end = min(first + uint(RADIX_TILE), keys.end);
        sort_tile(next);
    }
}
