// SPDX-License-Identifier: MIT
// A stable sort of the keys of all ranks.
#ifndef PARALLEL_SORT_H
#define PARALLEL_SORT_H

#include "job.h"
#include "shard.h"

struct parallel_sort {
    glsort_context* context;
    glsort_sort_desc desc; // key, direction
    uint64_t memory;       // of the rank's sorts, bytes; 0: no limit
    uint64_t piece;        // most bytes that a rank sends at once
};

// Seconds of a rank, and what else is worth telling.
struct parallel_times {
    double sort, split, exchange, merge;
    uint64_t sent; // bytes to other ranks
    uint32_t rounds;
};

// Afterwards rank r holds its equal part of the sorted whole. shard->positions, unless it
// is NULL, moves along: positions of the input, set here. Collective; false, with a
// sentence printed once, if a rank fails.
bool parallel_sort_run(const struct parallel_sort* p, const struct job* job,
                       struct shard* shard, struct parallel_times* times);

// Makes the times those of the slowest rank, part by part, and `sent` the sum of all.
// Collective.
void parallel_times_join(const struct job* job, struct parallel_times* times);

// Sorts random keys by 1, 2, 4, ... and all ranks: `count` in all (strong scaling), and
// `count` for each rank (weak). Rank 0 prints a table. Collective; false, with a sentence
// printed once, if a rank fails.
bool scaling_run(const struct parallel_sort* p, const struct job* job, uint64_t count);

#endif
