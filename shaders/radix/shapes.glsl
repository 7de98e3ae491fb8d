// SPDX-License-Identifier: MIT
// The tile of a chain by its shape.
#include "shared/radix.h"

#if SHAPE == 0
#define RANK_GROUP RADIX_GROUP_0
#define ITEMS RADIX_ITEMS_0
#elif SHAPE == 1
#define RANK_GROUP RADIX_GROUP_1
#define ITEMS RADIX_ITEMS_1
#elif SHAPE == 2
#define RANK_GROUP RADIX_GROUP_2
#define ITEMS RADIX_ITEMS_2
#elif SHAPE == 4
#define RANK_GROUP RADIX_GROUP_4
#define ITEMS RADIX_ITEMS_4
#elif SHAPE == 5
#define RANK_GROUP RADIX_GROUP_5
#define ITEMS RADIX_ITEMS_5
#else
#define RANK_GROUP RADIX_GROUP_3
#define ITEMS RADIX_ITEMS_3
#endif
