// SPDX-License-Identifier: MIT
// The local sort alone: one element an invocation, both ends of every comparator evaluate
// it, every work group a block of its own, which ascends.
//
//   reads   keys_in[count], values_in[count]
//   writes  keys_out[count], indices_out[count]: indices, or the values that they name
//   grid    work groups of SIZE invocations
//
// KEEP: an invocation keeps its element in registers; otherwise it reads it anew at each
// step. A block is read before it is written, so in and out may be the same.
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
            // Past the end all are alike, and either may stay.
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
