// SPDX-License-Identifier: MIT
// The chunk of 8 neighbours that each invocation sorts in registers. The including shader
// defines KEY and SWAPS(A, B), whether items A and B are out of order.
#include "lib/odd_even.glsl"

// From striped items to blocked ones.
void make_chunks()
{
    EACH_ITEM(PUT_KEY_STRIPED)
    group_sync();
    EACH_ITEM(GET_KEY)
#if WITH_VALUES
    group_sync();
    EACH_ITEM(PUT_VALUE_STRIPED)
    group_sync();
    EACH_ITEM(GET_VALUE)
#endif
}

#if WITH_VALUES
#define SWAP_VALUES(A, B)                                                                \
    {                                                                                    \
        uint value = item_values[A];                                                     \
        item_values[A] = item_values[B];                                                 \
        item_values[B] = value;                                                          \
    }
#else
#define SWAP_VALUES(A, B)
#endif
#define COMPARATOR(A, B)                                                                 \
    if (SWAPS(A, B)) {                                                                   \
        KEY key = item_keys[A];                                                          \
        item_keys[A] = item_keys[B];                                                     \
        item_keys[B] = key;                                                              \
        SWAP_VALUES(A, B)                                                                \
    }
