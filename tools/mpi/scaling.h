// SPDX-License-Identifier: MIT
// Measures how the sort scales with the ranks.
#ifndef SCALING_H
#define SCALING_H

#include "parallel_sort.h"

// Sorts random keys by 1, 2, 4, ... and all ranks: `count` in all (strong scaling), and
// `count` for each rank (weak). Rank 0 prints a table. Collective; false, with a sentence
// printed once, if a rank fails.
bool scaling_run(const struct parallel_sort* p, const struct job* job, uint64_t count);

#endif
