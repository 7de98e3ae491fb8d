// SPDX-License-Identifier: MIT
// First pass of a check: compares each element with the one before it, and, given the
// inputs or indices, adds up hashes of what went into the sort and of what came out.
//
//   reads   keys_in[]                  VERIFY_HAS_INPUTS
//           values_in[]                params.value_words > 0: values that are no indices
//           keys_out[]                 VERIFY_HAS_KEYS_OUT
//           values_out[]               params.value_words > 0, or VERIFY_INDICES
//   writes  state[VERIFY_STATE_WORDS]  added to
//   grid    one work group of VERIFY_GROUP per VERIFY_TILE elements
//
// The sums of hashes do not depend on the order of the elements, so they agree if the
// output is a permutation of the input (M. Wegman and L. Carter, "New Hash Functions and
// Their Use in Authentication and Set Equality", 1981).
#include "shared/verify.h"
#include "lib/count.glsl"
#include "lib/group.glsl"

layout(local_size_x = VERIFY_GROUP) in;

layout(std140, binding = BIND_PARAMS) uniform Params { verify_params params; };
layout(std430, binding = VERIFY_KEYS_IN) readonly buffer KeysIn { uint keys_in[]; };
layout(std430, binding = VERIFY_KEYS_OUT) readonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = VERIFY_VALUES_IN) readonly buffer ValuesIn { uint values_in[]; };
layout(std430, binding = VERIFY_VALUES_OUT) readonly buffer ValuesOut
{
    uint values_out[];
};
layout(std430, binding = VERIFY_STATE) buffer State { uint state[]; };

shared uint group_sums[4];
shared uint group_faults;
shared uint group_first;

bool has_flag(uint flag)
{
    return (params.flags & flag) != 0u;
}

// ---- elements -------------------------------------------------------------------------

// The last word of a key, then the word before it, or 0.
uvec2 key_in(uint element)
{
    uint at = params.keys_in_base + element * (params.key_words + params.keys_in_gap);
    return params.key_words == 1u ? uvec2(keys_in[at], 0u)
                                  : uvec2(keys_in[at + 1u], keys_in[at]);
}

uvec2 key_out(uint element)
{
    uint at = params.keys_out_base + element * params.key_words;
    return params.key_words == 1u ? uvec2(keys_out[at], 0u)
                                  : uvec2(keys_out[at + 1u], keys_out[at]);
}

// A key of the output, and its index in the input (without VERIFY_INDICES: its position).
struct sorted_element {
    uvec2 key;
    uint index;
    bool valid; // false: the index is out of range
};

sorted_element sorted_at(uint at, uint count)
{
    sorted_element e;
    e.key = uvec2(0u);
    e.index = at;
    e.valid = true;
    if (has_flag(VERIFY_INDICES)) {
        e.index = values_out[params.values_out_base + at];
        e.valid = e.index < count;
    }
    if (has_flag(VERIFY_HAS_KEYS_OUT))
        e.key = key_out(at);
    else if (e.valid)
        e.key = key_in(e.index);
    return e;
}

// The bits that are sorted by, as integers that ascend.
uvec2 rank_of(uvec2 key)
{
    bool negative = (key.x & 0x80000000u) != 0u;
    uvec2 map = negative ? uvec2(params.high_negative, params.low_negative)
                         : uvec2(params.high_positive, params.low_positive);
    return (key ^ map) & uvec2(params.high_mask, params.low_mask);
}

bool is_above(uvec2 a, uvec2 b)
{
    return a.x != b.x ? a.x > b.x : a.y > b.y;
}

// What is wrong with element `at`, given the one before it.
uint faults_of(uint at, uint count)
{
    sorted_element own = sorted_at(at, count);
    if (!own.valid)
        return VERIFY_NOT_PERMUTATION;
    uint faults = 0u;
    if (has_flag(VERIFY_INDICES) && has_flag(VERIFY_HAS_KEYS_OUT) &&
        has_flag(VERIFY_HAS_INPUTS) && key_in(own.index) != own.key)
        faults = VERIFY_NOT_PERMUTATION;
    if (at == 0u)
        return faults;
    sorted_element before = sorted_at(at - 1u, count);
    bool has_order = before.valid;
    uvec2 rank = rank_of(own.key);
    uvec2 rank_before = rank_of(before.key);
    if (has_order && is_above(rank_before, rank))
        faults |= VERIFY_UNSORTED;
    else if (has_order && rank == rank_before && before.index >= own.index)
        faults |= VERIFY_UNSTABLE;
    return faults;
}

// ---- hashes ---------------------------------------------------------------------------

// Four hashes of 32 bits, each with constants of its own. Every step is reversible.
uvec4 with_word(uvec4 hash, uint word)
{
    hash = (hash ^ word) * uvec4(0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du, 0x27D4EB2Fu);
    return hash ^ (hash >> 15u);
}

uvec4 finished(uvec4 hash)
{
    hash *= uvec4(0x2C1B3C6Du, 0x297A2D39u, 0x7FEB352Du, 0x846CA68Bu);
    hash ^= hash >> 13u;
    hash *= uvec4(0xCC9E2D51u, 0x1B873593u, 0xE6546B65u, 0xB5297A4Du);
    return hash ^ (hash >> 16u);
}

const uvec4 START = uvec4(0x243F6A88u, 0x85A308D3u, 0x13198A2Eu, 0x03707344u);

uvec4 hash_in(uint element)
{
    if (has_flag(VERIFY_INDICES))
        return finished(with_word(START, element));
    uvec2 key = key_in(element);
    uvec4 hash = with_word(with_word(START, key.x), key.y);
    uint at =
        params.values_in_base + element * (params.value_words + params.values_in_gap);
    for (uint i = 0u; i < params.value_words; ++i)
        hash = with_word(hash, values_in[at + i]);
    return finished(hash);
}

uvec4 hash_out(uint element)
{
    uint at = params.values_out_base + element * params.value_words;
    if (has_flag(VERIFY_INDICES))
        return finished(with_word(START, values_out[params.values_out_base + element]));
    uvec2 key = key_out(element);
    uvec4 hash = with_word(with_word(START, key.x), key.y);
    for (uint i = 0u; i < params.value_words; ++i)
        hash = with_word(hash, values_out[at + i]);
    return finished(hash);
}

// ---- the pass -------------------------------------------------------------------------

void clear_group(uint lane)
{
    if (lane < 4u)
        group_sums[lane] = 0u;
    if (lane == 0u)
        group_faults = 0u;
    if (lane == 0u)
        group_first = 0u;
}

// Adds what the group has found to the state.
void publish(uint lane)
{
    if (lane < 4u && group_sums[lane] != 0u)
        atomicAdd(state[uint(VERIFY_SUMS) + lane], group_sums[lane]);
    if (lane == 0u && group_faults != 0u) {
        atomicOr(state[VERIFY_FAULTS], group_faults);
        atomicMax(state[VERIFY_FIRST], group_first);
    }
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    uint count = sort_count();
    uint first = group_index() * uint(VERIFY_TILE) + lane;
    bool sums = has_flag(VERIFY_HAS_INPUTS) || has_flag(VERIFY_INDICES);
    uvec4 sum = uvec4(0u);
    clear_group(lane);
    group_sync();
    for (uint i = 0u; i < uint(VERIFY_ITEMS); ++i) {
        uint at = first + i * uint(VERIFY_GROUP);
        if (at >= count)
            break;
        uint faults = faults_of(at, count);
        if (faults != 0u) {
            atomicOr(group_faults, faults);
            atomicMax(group_first, 0xFFFFFFFFu - at);
        }
        if (sums)
            sum += hash_in(at) - hash_out(at);
    }
    if (sums) {
        atomicAdd(group_sums[0], sum.x);
        atomicAdd(group_sums[1], sum.y);
        atomicAdd(group_sums[2], sum.z);
        atomicAdd(group_sums[3], sum.w);
    }
    group_sync();
    publish(lane);
}
