// SPDX-License-Identifier: MIT
// First pass of the sort: counts all digits, and decides which digits are skipped and
// from which buffer to which the others scatter.
//
//   reads   keys_in[count]; COMPUTED: what order/computed_keys.glsl reads
//   writes  tickets, scatters and starts of radix_state; arguments[digit];
//           CHAINED: tile_status[row][bin] = 0;
//           COMPUTED: keys_in[count], and totals[view] of order/computed_keys.glsl
//   reads and writes  RADIX_ALL_COUNTS and _DONE of radix_state: 0 between dispatches
//   grid    1 to RADIX_ALL_MOST_GROUPS groups of RADIX_ALL_GROUP, which share the keys;
//           at least one even if there are no keys, to write the arguments
//
// The group that finishes last sees the counts of all groups and does the rest, so no
// group waits for another.
// WIDE: keys of two words.
#if WIDE
#define KEY_WORDS 2
#endif
#define SCAN_SIZE RADIX_ALL_GROUP
#define DIGITS_STATE RADIX_STATE
#define DIGITS_ARGUMENTS RADIX_ARGUMENTS
#define DIGITS_STATUS RADIX_STATUS
#include "lib/extensions.glsl"
#include "radix/digits.glsl"

layout(local_size_x = RADIX_ALL_GROUP) in;

#if COMPUTED
#include "order/computed_keys.glsl"
// Keys that the passes of the first scatter read.
layout(std430, binding = RADIX_KEYS_OUT) writeonly buffer ComputedKeys
{
    uint computed_keys[];
};
#elif KEY_WORDS == 2
// The keys as words and, for a first word and gaps that are even, as keys.
layout(std430, binding = RADIX_KEYS_IN) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, binding = RADIX_KEYS_IN) readonly buffer WholeKeysIn
{
    uvec2 whole_keys[];
};
#else
#define SOURCE_KEYS RADIX_KEYS_IN
#include "lib/source.glsl"
#endif
#define STRIDE uint(RADIX_ALL_GROUP)

shared uint groups_done;

#if KEY_WORDS == 2
uint first_word(uint at)
{
    return params.io.keys_in_base + at * (2u + params.io.keys_in_gap);
}

uvec2 take_key(uint at)
{
    uint first = first_word(at);
    return uvec2(keys_in[first], keys_in[first + 1u]);
}
#else
uint take_key(uint at)
{
#if COMPUTED
    uint key = computed_key(at);
    computed_keys[at] = key;
    return key;
#else
    return source_key(at);
#endif
}
#endif

#if KEY_WORDS == 2
void count_four(uint at)
{
    KEY key_0, key_1, key_2, key_3;
    if (((params.io.keys_in_base | params.io.keys_in_gap) & 1u) == 0u) {
        key_0 = whole_keys[first_word(at) / 2u];
        key_1 = whole_keys[first_word(at + STRIDE) / 2u];
        key_2 = whole_keys[first_word(at + 2u * STRIDE) / 2u];
        key_3 = whole_keys[first_word(at + 3u * STRIDE) / 2u];
    } else {
        key_0 = take_key(at);
        key_1 = take_key(at + STRIDE);
        key_2 = take_key(at + 2u * STRIDE);
        key_3 = take_key(at + 3u * STRIDE);
    }
    count_key(key_0);
    count_key(key_1);
    count_key(key_2);
    count_key(key_3);
}
#else
void count_four(uint at)
{
    uvec4 keys = uvec4(take_key(at), take_key(at + STRIDE), take_key(at + 2u * STRIDE),
                       take_key(at + 3u * STRIDE));
    count_key(keys.x);
    count_key(keys.y);
    count_key(keys.z);
    count_key(keys.w);
}
#endif

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
