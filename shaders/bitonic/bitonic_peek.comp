// SPDX-License-Identifier: MIT
// For a peek: writes keys and values in the current order to the watcher's buffers.
//
//   reads   keys_in[count], indices_in[count] (or makes 0 .. count - 1), values_in[count]
//   writes  keys_out[count], indices_out[count]: indices, or the values at these indices
//   grid    one invocation per element, work groups of BITONIC_PEEK_GROUP
#define WITH_VALUES 1
#include "bitonic/bitonic_storage.glsl"

layout(local_size_x = BITONIC_PEEK_GROUP) in;

void main()
{
    uint at = group_index() * uint(BITONIC_PEEK_GROUP) + gl_LocalInvocationIndex;
    if (at < sort_count()) {
#if SHOW_KEYS
        put_key(at, load_key(at));
#endif
#if SHOW_VALUES
        uint index = at;
        if (!makes_indices())
            index = load_index(at);
        store_value(at, value_of(index));
#endif
    }
}
