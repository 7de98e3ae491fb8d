// SPDX-License-Identifier: MIT
// The second of two kernels: one substage in global memory, with one comparator per
// invocation.
//
//   reads   keys_in[count], indices_in[count], values_in[count]
//   writes  keys_out[count], indices_out[count] (last pass: the values)
//   grid    one invocation per comparator, up to the last whose left end is in the array;
//           work groups of BITONIC_PAIR_GROUP
//
// An invocation writes only elements that no other invocation reads, so in and out may be
// the same.
#define WITH_VALUES 1
#include "bitonic/bitonic_storage.glsl"
#include "bitonic/bitonic_pair.glsl"

layout(local_size_x = BITONIC_PAIR_GROUP) in;

void store_one(uint position, uint key, uint index)
{
    put_key(position, key);
    store_value(position, value_of(index));
}

void main()
{
    uint at = group_index() * uint(BITONIC_PAIR_GROUP) + gl_LocalInvocationIndex;
    uint left = left_of(at, params.neighbour);
    uint right = left + params.neighbour;
    uint count = sort_count();
    if (left < count) {
        uint left_key = load_key(left);
        uint left_index = load_index(left);
        bool swap = false;
        if (right < count) {
            uint right_key = load_key(right);
            uint right_index = load_index(right);
            swap = is_after(left_key, left_index, right_key, right_index) !=
                   descends(left, params.stage, params.direction);
            store_one(right, swap ? left_key : right_key,
                      swap ? left_index : right_index);
            left_key = swap ? right_key : left_key;
            left_index = swap ? right_index : left_index;
        }
        store_one(left, left_key, left_index);
    }
}
