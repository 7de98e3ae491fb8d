// SPDX-License-Identifier: MIT
// Pass 1 of 3 of a digit: counts the digits of every tile.
//
//   reads   the digit's scatter in the state; keys[count] of its source
//   writes  counts[bin * groups + group], where `groups` is counting_groups(): keys of
//           the bin in all tiles of the group; and where groups have several tiles,
//           counts[(groups + tile) * RADIX_BINS + bin]: keys of the bin in the group's
//           earlier tiles
//   grid    at least `groups` work groups of RADIX_GROUP; surplus groups return at once.
//           If the digit is skipped, there are no groups, or all return
//
// The first part is bin-major, so that the next pass scans one row of groups per bin. Its
// writes are strided and cost a memory sector per word, so it has a word per group, not
// per tile.
#define BASES_FIRST 1
#include "radix/radix_buffers.glsl"

layout(local_size_x = RADIX_GROUP) in;

layout(std430, binding = RADIX_COUNTS) writeonly buffer Counts { uint counts[]; };

shared uint bin_count[RADIX_BINS];

#define KEYS_AT_ONCE 8 // reads in flight per invocation
#define STRIDE uint(RADIX_GROUP)
#define LEAP uint(KEYS_AT_ONCE * RADIX_GROUP)

// One branch for eight reads, so that they are in flight together. The base is added
// before the distances between them: source_key() and out_key() would add it to each of
// the eight positions, which makes this pass 1 to 2 % slower on an H200.
#define FOUR_KEYS(ARRAY, AT)                                                             \
    uvec4(ARRAY[AT], ARRAY[AT + STRIDE], ARRAY[AT + 2u * STRIDE], ARRAY[AT + 3u * STRIDE])

void read_keys(uint at, out uvec4 low, out uvec4 high)
{
    uint word = keys_from_base + at;
    if (scatter_source == RADIX_IN) {
        low = FOUR_KEYS(source_keys, word);
        high = FOUR_KEYS(source_keys, word + 4u * STRIDE);
    } else if (scatter_source == RADIX_ALTERNATE) {
        low = FOUR_KEYS(keys_alternate, word);
        high = FOUR_KEYS(keys_alternate, word + 4u * STRIDE);
    } else {
        low = FOUR_KEYS(sink_keys, word);
        high = FOUR_KEYS(sink_keys, word + 4u * STRIDE);
    }
}

void count_key(uint key)
{
    uint mapped = map_key(key, read_map.x, read_map.y);
    atomicAdd(bin_count[current_digit_of(mapped)], 1u);
}

void count_keys(uvec4 keys)
{
    count_key(keys.x);
    count_key(keys.y);
    count_key(keys.z);
    count_key(keys.w);
}

// Keys with gaps are read one by one. Reading eight at once here, too, makes the program
// longer: on an H200 this pass then takes 0.1 us longer even for keys without gaps.
bool has_gaps()
{
    return scatter_source == RADIX_IN && params.io.keys_in_gap != 0u;
}

void count_span(key_span keys)
{
    uint at = keys.first + gl_LocalInvocationIndex;
    uint dense_end = has_gaps() ? 0u : keys.end;
    for (; at + LEAP - STRIDE < dense_end; at += LEAP) {
        uvec4 low;
        uvec4 high;
        read_keys(at, low, high);
        count_keys(low);
        count_keys(high);
    }
    for (; at < keys.end; at += STRIDE)
        atomicAdd(bin_count[current_digit_of(key_at(at))], 1u);
}

void count_group(uint group, uint groups)
{
    uint bin = gl_LocalInvocationIndex; // one per invocation
    uint tiles = tile_count(sort_count());
    uint each = tiles_per_group(tiles, groups);
    uint first = min(group * each, tiles);
    uint end = min(first + each, tiles);
    uint before = 0u;
    for (uint tile = first; tile < end; ++tile) {
        bin_count[bin] = 0u;
        group_sync();
        count_span(span_of_tile(tile));
        group_sync();
        if (each > 1u)
            counts[(groups + tile) * uint(RADIX_BINS) + bin] = before;
        before += bin_count[bin];
    }
    counts[bin * groups + group] = before;
}

void main()
{
    uint group = group_index();
    uint groups = counting_groups();
    read_scatter();
    if (group < groups && scatter_destination != scatter_source)
        count_group(group, groups);
}
