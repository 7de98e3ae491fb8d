// SPDX-License-Identifier: MIT
// Loops over quads of keys in staged_keys, from quad `at` on, that add to RANK how many
// keys are before `key`.

// Compiles to one predicated instruction, which is faster than adding the condition.
#define COUNT_IF(CONDITION)                                                              \
    if (CONDITION)                                                                       \
        ++RANK;
#define COUNT_QUADS(END, BELOW)                                                          \
    for (; at < END; ++at) {                                                             \
        keys = staged_keys[at];                                                          \
        COUNT_IF(keys.x BELOW key)                                                       \
        COUNT_IF(keys.y BELOW key)                                                       \
        COUNT_IF(keys.z BELOW key)                                                       \
        COUNT_IF(keys.w BELOW key)                                                       \
    }
