// SPDX-License-Identifier: MIT
// Pass 3 of 3 of a digit: rank and permute. Each group goes through its tiles in order,
// ranks the keys of a tile by their digit, puts the tile in order in shared memory and
// writes it out, so that neighbours in a bin are neighbours in memory.
//
//   reads   keys_in[count], values_in[count] (or makes 0 .. count - 1), counts, totals
//   writes  keys_out[count], values_out[count], anywhere: this pass scatters
//   grid    group_count work groups of RADIX_GROUP
//
// Ranking needs no subgroup operation: 32 invocations, a chunk, put one bit each into a
// word of their digit; the bits below an invocation's own are the equal digits before it.
// A chunk's keys are contiguous, item after item, so the order is that of the input.
#include "lib/radix.glsl"

#define SCAN_SIZE RADIX_GROUP
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

// Written out, because drivers that do not unroll keep a private array in memory.
#define EACH_ITEM(F)                                                                     \
    F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15)

#define CHUNK_WORDS (RADIX_CHUNKS * RADIX_BINS)

// While a tile is ranked: per chunk and bin a running count, and two words of bits that
// take turns. Afterwards: the tile in order.
shared uint tile_words[3 * CHUNK_WORDS];
shared uint bin_target[RADIX_BINS]; // minus the tile's own start of the bin

uint item_keys[RADIX_ITEMS];
uint item_ranks[RADIX_ITEMS];
uint item_targets[RADIX_ITEMS];

// The tile in memory, and this invocation's chunk in it.
uint tile_first;
uint tile_end;
uint chunk_bins; // first word of the chunk's counts
uint lane_bit;
uint own_first; // position of item 0; the others follow 32 apart

uint position_of(uint item)
{
    return own_first + item * uint(RADIX_CHUNK);
}

void load_key(uint item)
{
    // Past the end the largest digit: behind every key, by the order of positions.
    uint at = position_of(item);
    uint key = 0xFFFFFFFFu;
    if (at < tile_end)
        key = map_key(keys_in[params.keys_in_base + at], params.read_negative,
                      params.read_positive);
    item_keys[item] = key;
}

// One round ranks one key of every invocation within its chunk.
void rank_key(uint item)
{
    uint bin = chunk_bins + digit_of(item_keys[item]);
    uint bits_at = bin + uint(CHUNK_WORDS) * (1u + (item & 1u));
    atomicOr(tile_words[bits_at], lane_bit);
    group_sync();
    uint bits = tile_words[bits_at];
    uint before = tile_words[bin];
    uint equal_before = uint(bitCount(bits & (lane_bit - 1u)));
    group_sync();
    item_ranks[item] = before + equal_before;
    if (equal_before == 0u) {
        tile_words[bin] = before + uint(bitCount(bits));
        tile_words[bits_at] = 0u;
    }
}

// Turns the chunks' counts into starts of their keys in the ordered tile. `next` is where
// the next key of this invocation's bin goes in memory.
void start_bins(inout uint next)
{
    uint bin = gl_LocalInvocationIndex;
    uint bin_total = 0u;
    for (uint chunk = 0u; chunk < uint(RADIX_CHUNKS); ++chunk) {
        uint at = chunk * uint(RADIX_BINS) + bin;
        uint here = tile_words[at];
        tile_words[at] = bin_total;
        bin_total += here;
    }
    uint start = exclusive_sum(bin_total);
    for (uint chunk = 0u; chunk < uint(RADIX_CHUNKS); ++chunk)
        tile_words[chunk * uint(RADIX_BINS) + bin] += start;
    bin_target[bin] = next - start;
    next += bin_total;
}

void finish_rank(uint item)
{
    item_ranks[item] += tile_words[chunk_bins + digit_of(item_keys[item])];
}

void put_key(uint item)
{
    tile_words[item_ranks[item]] = item_keys[item];
}

void write_key(uint item)
{
    uint at = item * uint(RADIX_GROUP) + gl_LocalInvocationIndex;
    uint key = tile_words[at];
    item_targets[item] = bin_target[digit_of(key)] + at;
    if (at < tile_end - tile_first && (params.flags & RADIX_WRITE_KEYS) != 0u)
        keys_out[params.keys_out_base + item_targets[item]] =
            map_key(key, params.write_negative, params.write_positive);
}

#if WITH_VALUES
void load_value(uint item)
{
    uint at = position_of(item);
    uint value = at;
    if (at < tile_end && (params.flags & RADIX_MAKE_INDICES) == 0u)
        value = values_in[params.values_in_base + at];
    item_keys[item] = value;
}

void write_value(uint item)
{
    uint at = item * uint(RADIX_GROUP) + gl_LocalInvocationIndex;
    if (at < tile_end - tile_first)
        values_out[params.values_out_base + item_targets[item]] = tile_words[at];
}
#endif

void clear_chunks()
{
    for (uint at = gl_LocalInvocationIndex; at < 3u * uint(CHUNK_WORDS);
         at += uint(RADIX_GROUP))
        tile_words[at] = 0u;
}

void sort_tile(inout uint next)
{
    uint chunk = gl_LocalInvocationIndex / uint(RADIX_CHUNK);
    uint lane = gl_LocalInvocationIndex % uint(RADIX_CHUNK);
    chunk_bins = chunk * uint(RADIX_BINS);
    lane_bit = 1u << lane;
    own_first = tile_first + chunk * uint(RADIX_CHUNK * RADIX_ITEMS) + lane;

    clear_chunks();
#define LOAD_KEY(I) load_key(uint(I));
    EACH_ITEM(LOAD_KEY)
    group_sync();
#define RANK_KEY(I) rank_key(uint(I));
    EACH_ITEM(RANK_KEY)
    group_sync();
    start_bins(next);
    group_sync();
#define FINISH_RANK(I) finish_rank(uint(I));
    EACH_ITEM(FINISH_RANK)
    group_sync();
#define PUT_KEY(I) put_key(uint(I));
    EACH_ITEM(PUT_KEY)
    group_sync();
#define WRITE_KEY(I) write_key(uint(I));
    EACH_ITEM(WRITE_KEY)
    group_sync();
#if WITH_VALUES
#define LOAD_VALUE(I) load_value(uint(I));
    EACH_ITEM(LOAD_VALUE)
    EACH_ITEM(PUT_KEY)
    group_sync();
#define WRITE_VALUE(I) write_value(uint(I));
    EACH_ITEM(WRITE_VALUE)
    group_sync();
#endif
}

void main()
{
    uint bin = gl_LocalInvocationIndex;
    uint group = group_index();
    key_span keys = span_of_group(group);
    uint next = exclusive_sum(totals[bin]);
    if (group < params.group_count)
        next += counts[bin * params.group_count + group];
    group_sync();
    for (uint first = keys.first; first < keys.end; first += uint(RADIX_TILE)) {
        tile_first = first;
        tile_end = min(first + uint(RADIX_TILE), keys.end);
        sort_tile(next);
    }
}
