// SPDX-License-Identifier: MIT
// The first of two kernels: sorts each block of 512 in shared memory, all stages and
// their substages, with one comparator per invocation.
//
//   reads   keys_in[count], values_in[count]
//   writes  keys_out[count], indices_out[count] (last pass: values), values_copy[count]
//   grid    ceil(count / BITONIC_PAIR_BLOCK) work groups of BITONIC_PAIR_GROUP
//
// A group reads its whole block before it writes it, so in and out may be the same.
#define WITH_VALUES 1
#include "shared/bitonic.h"
#include "bitonic/bitonic_storage.glsl"
#include "bitonic/bitonic_pair.glsl"

layout(local_size_x = BITONIC_PAIR_GROUP) in;

shared uint block_keys[BITONIC_PAIR_BLOCK];
shared uint block_indices[BITONIC_PAIR_BLOCK];

void load_one(uint first, uint at, uint count)
{
    if (first + at < count) {
        block_keys[at] = load_key(first + at);
        block_indices[at] = first + at;
        keep_value(first + at);
    }
}

void substage(uint first, uint neighbour, uint stage, uint count)
{
    uint left = left_of(gl_LocalInvocationIndex, neighbour);
    uint right = left + neighbour;
    if (first + right < count) {
        bool after = is_after(block_keys[left], block_indices[left], block_keys[right],
                              block_indices[right]);
        if (after != descends(first + left, stage, direction_of(stage, count))) {
            uint key = block_keys[left];
            uint index = block_indices[left];
            block_keys[left] = block_keys[right];
            block_indices[left] = block_indices[right];
            block_keys[right] = key;
            block_indices[right] = index;
        }
    }
}

// Gathers all values before store_one() writes any, since it may overwrite them.
void gather_one(uint first, uint at, uint count)
{
    if (first + at < count)
        block_indices[at] = value_of(block_indices[at]);
}

void store_one(uint first, uint at, uint count)
{
    if (first + at < count) {
        put_key(first + at, block_keys[at]);
        store_value(first + at, block_indices[at]);
    }
}

void main()
{
    uint count = sort_count();
    uint first = group_index() * uint(BITONIC_PAIR_BLOCK);
    uint lane = gl_LocalInvocationIndex;
    load_one(first, lane, count);
    load_one(first, lane + uint(BITONIC_PAIR_GROUP), count);
    group_sync();
    for (uint stage = 0u; stage < uint(BITONIC_PAIR_BLOCK_LOG); ++stage) {
        for (uint neighbour = 1u << stage; neighbour > 0u; neighbour >>= 1u) {
            substage(first, neighbour, stage, count);
            group_sync();
        }
    }
    gather_one(first, lane, count);
    gather_one(first, lane + uint(BITONIC_PAIR_GROUP), count);
    group_sync();
    store_one(first, lane, count);
    store_one(first, lane + uint(BITONIC_PAIR_GROUP), count);
}
