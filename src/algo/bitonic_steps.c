// SPDX-License-Identifier: MIT
#include "bitonic_steps.h"

#include <assert.h>

#include "shared/bitonic.h"

static_assert(BITONIC_SMALL_LOG >= BITONIC_STRIDE_GROUP_LOG,
              "a work group does not cross a stride");

static uint32_t floor_log(uint32_t a)
{
    uint32_t log = 0;
    while (a >> 1 >> log != 0)
        ++log;
    return log;
}

static uint32_t ceil_log(uint32_t a)
{
    return a <= 1 ? 0 : floor_log(a - 1) + 1;
}

static uint32_t ceil_shift(uint32_t a, uint32_t log)
{
    return (a >> log) + ((a & ((1u << log) - 1)) != 0);
}

// What one merge is made of.
struct merge {
    uint32_t tile_log;
    uint32_t runs_log;
    uint32_t level;
    uint32_t run_tiles; // of its longest run
};

static struct bitonic_step stride_step(const struct merge* m, uint32_t columns,
                                       uint32_t stride_tiles_log)
{
    uint32_t stride_log = m->tile_log + stride_tiles_log;
    struct bitonic_step step = {
        .kind = BITONIC_STEP_STRIDES,
        .runs_log = m->runs_log,
        .level = m->level,
        .columns = columns,
        .stride_log = stride_log,
        .blocks = ceil_shift(m->run_tiles, columns + stride_tiles_log),
        .block_groups = 1u << (stride_log - BITONIC_STRIDE_GROUP_LOG),
    };
    // A lone comparator is there only as far as its upper end is.
    uint32_t stride_tiles = 1u << stride_tiles_log;
    if (step.blocks == 1 && columns == 1 && m->run_tiles < 2 * stride_tiles)
        step.block_groups = (m->run_tiles - stride_tiles)
                            << (m->tile_log - BITONIC_STRIDE_GROUP_LOG);
    return step;
}

// All columns whose strides are whole tiles: `left` of them, in passes as even as can be.
// A first column that has few comparators is a pass of its own, so that the others need no
// room for what is not there.
static uint32_t stride_steps(const struct merge* m, struct bitonic_step* steps)
{
    uint32_t count = 0;
    uint32_t left = ceil_log(m->run_tiles);
    if (left > 1 && 8ull * m->run_tiles <= 5ull << left)
        steps[count++] = stride_step(m, 1, --left);
    for (uint32_t passes = (left + BITONIC_MAX_COLUMNS - 1) / BITONIC_MAX_COLUMNS;
         passes > 0; --passes) {
        uint32_t columns = (left + passes - 1) / passes;
        left -= columns;
        steps[count++] = stride_step(m, columns, left);
    }
    return count;
}

uint32_t bitonic_steps(uint32_t tiles, uint32_t tile_log,
                       struct bitonic_step steps[BITONIC_STEP_ROOM])
{
    // Runs of one or two tiles come first; if all are of one, they are sorted tiles.
    uint32_t bottom = floor_log(tiles);
    bool even = tiles == 1u << bottom;
    uint32_t merges = bottom + (even ? 0 : 1);
    uint32_t count = 0;
    steps[count++] = (struct bitonic_step){.runs_log = bottom};
    for (uint32_t level = 1; level <= merges; ++level) {
        struct merge m = {
            .tile_log = tile_log,
            .runs_log = merges - level,
            .level = level,
        };
        m.run_tiles = ceil_shift(tiles, m.runs_log);
        assert(count + 8 <= BITONIC_STEP_ROOM);
        count += stride_steps(&m, steps + count);
        steps[count++] = (struct bitonic_step){
            .kind = BITONIC_STEP_FINISH,
            .runs_log = m.runs_log,
            .level = level,
            .has_singles = m.runs_log == bottom,
        };
    }
    return count;
}
