// SPDX-License-Identifier: MIT
// The number of elements, whether it comes from the CPU or from a buffer on the GPU.
#include "shared/common.h"

#if __VERSION__ >= 430
layout(std140, binding = BIND_COUNT) uniform Count
#else
layout(std140) uniform Count
#endif
{
    count_block count_words;
};

uint sort_count()
{
    return min(count_words.count, count_words.max_count);
}
