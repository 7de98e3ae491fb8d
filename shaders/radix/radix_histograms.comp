// SPDX-License-Identifier: MIT
// First pass of the sort: counts all digits, and decides which digits are skipped and
// from which buffer to which the others scatter.
//
//   reads   keys_in[count]; COMPUTED: what order/computed_keys.glsl reads
//   writes  tickets, scatters and starts of radix_state; arguments[digit];
//           CHAINED: tile_status[row][bin] = 0;
//           not CHAINED: counts of the first digit, as radix_count.comp does;
//           COMPUTED: keys_in[count], and totals[view] of order/computed_keys.glsl
//   reads and writes  RADIX_ALL_COUNTS and _DONE of radix_state: 0 between dispatches
//   grid    1 to RADIX_ALL_MOST_GROUPS groups of RADIX_ALL_GROUP, which share the keys;
//           at least one even if there are no keys, to write the arguments;
//           not CHAINED: instead, at least counting_groups() groups of RADIX_GROUP
//
// The group that finishes last sees the counts of all groups and does the rest, so no
// group waits for another.
// WIDE: keys of two words.
#if WIDE
#define KEY_WORDS 2
#endif
#if CHAINED
#define SCAN_SIZE RADIX_ALL_GROUP
#else
#define SCAN_SIZE RADIX_GROUP
#endif
#define DIGITS_STATE RADIX_STATE
#define DIGITS_ARGUMENTS RADIX_ARGUMENTS
#define DIGITS_STATUS RADIX_STATUS
#include "lib/extensions.glsl"
#include "radix/digits.glsl"

layout(local_size_x = SCAN_SIZE) in;

#if COMPUTED
#include "order/computed_keys.glsl"
// Keys that the passes of the first scatter read.
layout(std430, binding = RADIX_KEYS_OUT) writeonly buffer ComputedKeys
{
    uint computed_keys[];
};
#else
#define SOURCE_KEYS RADIX_KEYS_IN
#include "lib/source.glsl"
#endif
#if !CHAINED
layout(std430, binding = RADIX_COUNTS) writeonly buffer Counts { uint counts[]; };
#endif
#define STRIDE uint(SCAN_SIZE)

shared uint groups_done;

KEY take_key(uint at)
{
#if COMPUTED
    uint key = computed_key(at);
    computed_keys[at] = key;
    return key;
#else
    return source_key(at);
#endif
}

#if KEY_WORDS == 2
// The keys again, as vectors, for a first word and gaps that are even.
layout(std430, binding = RADIX_KEYS_IN) readonly buffer WholeKeysIn
{
    uvec2 whole_keys[];
};
#define WHOLE_KEY(AT) whole_keys[key_place(AT) / 2u]
#endif

#define TAKE_FOUR(TAKE)                                                                  \
    key_0 = TAKE(at);                                                                    \
    key_1 = TAKE(at + STRIDE);                                                           \
    key_2 = TAKE(at + 2u * STRIDE);                                                      \
    key_3 = TAKE(at + 3u * STRIDE);

void count_four(uint at)
{
    KEY key_0, key_1, key_2, key_3;
#if KEY_WORDS == 2
    if (((params.io.keys_in_base | params.io.keys_in_gap) & 1u) == 0u) {
        TAKE_FOUR(WHOLE_KEY)
    } else
#endif
    {
        TAKE_FOUR(take_key)
    }
    count_key(key_0);
    count_key(key_1);
    count_key(key_2);
    count_key(key_3);
}

#if !CHAINED
void count_span(key_span keys)
{
    uint at = keys.first + gl_LocalInvocationIndex;
    for (; at + 3u * STRIDE < keys.end; at += 4u * STRIDE)
        count_four(at);
    for (; at < keys.end; at += STRIDE)
        count_key(take_key(at));
}

// The first RADIX_BINS words of bin_count are those of the first digit.
void count_keys(uint count)
{
    uint bin = gl_LocalInvocationIndex; // one per invocation
    uint group = group_index();
    uint groups = counting_groups();
    uint tiles = tile_count(count);
    uint each = tiles_per_group(tiles, groups);
    uint first = min(group * each, tiles);
    uint end = min(first + each, tiles);
    for (uint tile = first; tile < end; ++tile) {
        if (each > 1u)
            counts[(groups + tile) * uint(RADIX_BINS) + bin] = bin_count[bin];
        group_sync();
        count_span(span_of_tile(tile));
        group_sync();
    }
    if (group < groups)
        counts[bin * groups + group] = bin_count[bin];
}
#else
// Spans are dealt to the groups in turn, so that groups running at the same time read
// neighbouring memory.
void count_keys(uint count)
{
    uint at = group_index() * uint(RADIX_ALL_SPAN) + gl_LocalInvocationIndex;
    for (; at + 3u * STRIDE < count; at += group_total() * uint(RADIX_ALL_SPAN))
        count_four(at);
    for (; at < count; at += STRIDE)
        count_key(take_key(at));
}
#endif

// True in all invocations of the group that finishes last.
bool is_last_group()
{
    memoryBarrierBuffer();
    group_sync();
    if (gl_LocalInvocationIndex == 0u)
        groups_done = atomicAdd(radix_state[RADIX_ALL_DONE], 1u) + 1u;
    memoryBarrierBuffer();
    group_sync();
    return groups_done == group_total();
}

void main()
{
    uint count = sort_count();
    begin_digits();
    group_sync();
#if CHAINED
    clear_tile_status(count);
#endif
    count_keys(count);
    group_sync();
    add_counts();
    bool is_last = is_last_group();
    start_bins(count, is_last);
    if (is_last)
        write_digits(count);
    if (is_last && gl_LocalInvocationIndex == 0u)
        radix_state[RADIX_ALL_DONE] = 0u;
}
