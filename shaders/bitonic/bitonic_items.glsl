// SPDX-License-Identifier: MIT
// Items: the elements in an invocation's registers, and the comparators of the network on
// them. The including shader defines ITEM_ROOM, 2 to 16, and may define WITH_VALUES.
//
// An element is a key and, with values, its index in the input. The index makes elements
// distinct, so that the network, which is not stable, gives the result of a stable sort.
//
// Macros unroll everything, because drivers that do not unroll a loop keep a private
// array in memory.

uint item_keys[ITEM_ROOM];
#if WITH_VALUES
uint item_indices[ITEM_ROOM];
#endif
bool items_descend = false;

#if WITH_VALUES
bool is_after(uint a, uint b)
{
    return item_keys[a] > item_keys[b] ||
           (item_keys[a] == item_keys[b] && item_indices[a] > item_indices[b]);
}

#define COMPARE(A, B)                                                                    \
    {                                                                                    \
        bool swap = is_after(uint(A), uint(B)) != items_descend;                         \
        uint key = item_keys[A];                                                         \
        uint index = item_indices[A];                                                    \
        item_keys[A] = swap ? item_keys[B] : key;                                        \
        item_keys[B] = swap ? key : item_keys[B];                                        \
        item_indices[A] = swap ? item_indices[B] : index;                                \
        item_indices[B] = swap ? index : item_indices[B];                                \
    }
#else
#define COMPARE(A, B)                                                                    \
    {                                                                                    \
        uint low = min(item_keys[A], item_keys[B]);                                      \
        uint high = max(item_keys[A], item_keys[B]);                                     \
        item_keys[A] = items_descend ? high : low;                                       \
        item_keys[B] = items_descend ? low : high;                                       \
    }
#endif

// One column of half-cleaners on items A and up: CLEAN_d compares items d apart.
#define CLEAN_1(A) COMPARE(A, (A) + 1)
#define CLEAN_2(A) COMPARE(A, (A) + 2) COMPARE((A) + 1, (A) + 3)
#define CLEAN_4(A)                                                                       \
    COMPARE(A, (A) + 4)                                                                  \
    COMPARE((A) + 1, (A) + 5)                                                            \
    COMPARE((A) + 2, (A) + 6)                                                            \
    COMPARE((A) + 3, (A) + 7)
#define CLEAN_8(A)                                                                       \
    COMPARE(A, (A) + 8)                                                                  \
    COMPARE((A) + 1, (A) + 9)                                                            \
    COMPARE((A) + 2, (A) + 10)                                                           \
    COMPARE((A) + 3, (A) + 11)                                                           \
    COMPARE((A) + 4, (A) + 12)                                                           \
    COMPARE((A) + 5, (A) + 13)                                                           \
    COMPARE((A) + 6, (A) + 14)                                                           \
    COMPARE((A) + 7, (A) + 15)

// All columns of a block of 2, 4, 8 or 16 items.
#define MERGE_2(A) CLEAN_1(A)
#define MERGE_4(A) CLEAN_2(A) MERGE_2(A) MERGE_2((A) + 2)
#define MERGE_8(A) CLEAN_4(A) MERGE_4(A) MERGE_4((A) + 4)
#define MERGE_16(A) CLEAN_8(A) MERGE_8(A) MERGE_8((A) + 8)
