// SPDX-License-Identifier: MIT
#include "bitonic_steps.h"

#include <assert.h>

#include "bitonic_tuning.h"
#include "counting.h"
#include "shared/bitonic.h"

static uint32_t floor_log(uint32_t a)
{
    uint32_t log = 0;
    while (a >> 1 >> log != 0)
        ++log;
    return log;
}

static uint32_t ceil_shift(uint32_t a, uint32_t log)
{
    return (a >> log) + ((a & ((1u << log) - 1)) != 0);
}

// One pass of columns of a merge into runs of up to `tiles` tiles.
static struct bitonic_step stride_step(uint32_t tiles, uint32_t columns,
                                       uint32_t stride_log)
{
    uint32_t stride = 1u << stride_log;
    struct bitonic_step step = {
        .kind = BITONIC_STEP_STRIDES,
        .columns = columns,
        .stride_log = stride_log,
        // The last block has comparators only if it is longer than the shortest stride.
        .blocks = ceil_shift(tiles - stride, columns + stride_log),
        .width = stride,
    };
    // With a single column, comparators whose upper end does not exist are omitted.
    if (columns == 1 && tiles < 2 * stride)
        step.width = tiles - stride;
    return step;
}

static uint32_t passes_of(uint32_t columns)
{
    return (columns + BITONIC_MAX_COLUMNS - 1) / BITONIC_MAX_COLUMNS;
}

// All columns with strides of whole tiles, distributed evenly over passes. If
// `split_first`, a first column with few comparators is a pass of its own, so that the
// other passes do not spend registers on missing elements.
static uint32_t stride_steps(uint32_t tiles, bool split_first, struct bitonic_step* steps)
{
    uint32_t count = 0;
    uint32_t left = ceil_log(tiles);
    if (split_first && left > 1 && 8ull * tiles <= 5ull << left)
        steps[count++] = stride_step(tiles, 1, --left);
    for (uint32_t passes = passes_of(left); passes > 0; --passes) {
        uint32_t columns = (left + passes - 1) / passes;
        left -= columns;
        steps[count++] = stride_step(tiles, columns, left);
    }
    return count;
}

uint32_t glsort_bitonic_steps(uint32_t tiles,
                              struct bitonic_step steps[BITONIC_STEP_ROOM])
{
    // The first runs have one or two tiles; if all have one, the sort pass makes them.
    uint32_t bottom = floor_log(tiles);
    bool even = tiles == 1u << bottom;
    uint32_t merges = bottom + (even ? 0 : 1);
    uint32_t count = 0;
    steps[count++] = (struct bitonic_step){.runs_log = bottom};
    for (uint32_t level = 1; level <= merges; ++level) {
        uint32_t first = count;
        uint32_t runs_log = merges - level;
        count += stride_steps(ceil_shift(tiles, runs_log), tiles >= BITONIC_MANY_TILES,
                              steps + count);
        steps[count++] = (struct bitonic_step){
            .kind = BITONIC_STEP_FINISH,
            .has_singles = runs_log == bottom,
        };
        for (uint32_t i = first; i < count; ++i) {
            steps[i].runs_log = runs_log;
            steps[i].level = level;
        }
    }
    assert(count <= BITONIC_STEP_ROOM);
    return count;
}

uint32_t glsort_bitonic_most_steps(uint32_t tiles)
{
    uint32_t count = 1;
    for (uint32_t columns = 1; columns <= ceil_log(tiles); ++columns)
        count += 1 + (columns > 1 ? 1 + passes_of(columns - 1) : 1);
    return count;
}
