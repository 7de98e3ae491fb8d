// SPDX-License-Identifier: MIT
// The local sort alone: each work group sorts one block, ascending, with one element per
// invocation; the invocations at both ends of a comparator evaluate it.
//
//   reads   keys_in[count], values_in[count]
//   writes  keys_out[count], indices_out[count]: indices, or the values at these indices
//   grid    ceil(count / SIZE) work groups of SIZE
//
// KEEP: an invocation keeps its element in registers; otherwise it reads it again in each
// step. A group reads its whole block before it writes it, so in and out may be the same.
#define WITH_VALUES 1
#include "bitonic/bitonic_storage.glsl"
#include "bitonic/bitonic_pair.glsl"

layout(local_size_x = SIZE) in;

shared uint aux_keys[SIZE];
shared uint aux_indices[SIZE];

void main()
{
    uint i = gl_LocalInvocationIndex;
    uint at = group_index() * uint(SIZE) + i;
    uint count = sort_count();
    uint key = 0xFFFFFFFFu;
    uint index = 0xFFFFFFFFu;
    if (at < count) {
        key = load_key(at);
        index = at;
    }
    aux_keys[i] = key;
    aux_indices[i] = index;
    group_sync();

    for (uint length = 1u; length < uint(SIZE); length <<= 1u) {
        bool descending = (i & (length << 1u)) != 0u;
        for (uint inc = length; inc > 0u; inc >>= 1u) {
            uint j = i ^ inc;
#if !KEEP
            key = aux_keys[i];
            index = aux_indices[i];
#endif
            uint other_key = aux_keys[j];
            uint other_index = aux_indices[j];
            bool smaller = is_after(key, index, other_key, other_index);
            bool swap = (smaller != (j < i)) != descending;
            // Elements past the end are equal, so it does not matter which one stays.
            key = swap ? other_key : key;
            index = swap ? other_index : index;
            group_sync();
            aux_keys[i] = key;
            aux_indices[i] = index;
            group_sync();
        }
    }
    uint value = 0u;
    if (at < count)
        value = value_of(aux_indices[i]);
    group_sync();
    aux_indices[i] = value;
    group_sync();
    if (at < count) {
        put_key(at, aux_keys[i]);
        store_value(at, aux_indices[i]);
    }
}
