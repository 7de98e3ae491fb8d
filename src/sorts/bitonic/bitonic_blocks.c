// SPDX-License-Identifier: MIT
// The network for production use: tiles are sorted in shared memory and then merged.
// Columns of long strides run in registers, up to four per pass; columns of short strides
// run in shared memory.
//
// The cost follows the number of tiles, without padding to a power of two: the array is
// halved recursively into runs of one or two tiles (bitonic/bitonic_runs.glsl). The
// halves of a merge are sorted in opposite directions, and comparators whose upper end is
// past the end of the run do nothing (H. W. Lang, "Bitonic sorting network for n not a
// power of 2"). All passes but the first sort in place. With a count on the GPU the
// schedule has the merges of max_count; merges into runs of at most one tile have no work
// groups, except in the last pass, which also stores.
#include "bitonic_build.h"
#include "bitonic_steps.h"
#include "bitonic_tuning.h"
#include "shader_ids.h"
#include "passes.h"

#include <assert.h>
#include <stddef.h>

static_assert(1 << (BITONIC_LARGE_LOG - BITONIC_ITEMS_LOG) == 512 &&
                  1 << (BITONIC_MEDIUM_LOG - BITONIC_ITEMS_LOG) == 256 &&
                  1 << (BITONIC_SMALL_LOG - BITONIC_ITEMS_LOG) == 128,
              "bitonic_block.comp: sizes of its work groups");
static_assert(BITONIC_SMALL_LOG >= BITONIC_STRIDE_GROUP_LOG,
              "bitonic_strides.comp: a work group does not cross a stride");

uint32_t glsort_bitonic_largest_log(const struct sort_desc* desc)
{
    const bool large =
        desc->group_size >= 1u << (BITONIC_LARGE_LOG - BITONIC_ITEMS_LOG) &&
        desc->shared_bytes >= 8u << BITONIC_LARGE_LOG;
    return large ? BITONIC_LARGE_LOG : BITONIC_MEDIUM_LOG;
}

static uint32_t tile_log_of(const struct sort_desc* desc)
{
    if (desc->max_count <= 1u << BITONIC_SMALL_LOG)
        return BITONIC_SMALL_LOG;
    bool medium = desc->values != GLSORT_VALUES_NONE &&
                  desc->max_count >= LEAST_MEDIUM_PAIRS &&
                  desc->max_count <= BITONIC_MOST_TILES << BITONIC_MEDIUM_LOG;
    return medium ? BITONIC_MEDIUM_LOG : glsort_bitonic_largest_log(desc);
}

static void add_tiles(struct bitonic_build* b, const struct bitonic_step* step,
                      uint32_t tile_log, bool last)
{
    bool sorts = step->kind == BITONIC_STEP_SORT;
    struct bitonic_params params = {
        .runs_log = step->runs_log,
    };
    struct pass* p = glsort_bitonic_pass(b, sorts ? "sort tiles" : "finish merge",
                                         SHADER_BITONIC_BLOCK, sorts, last, &params);
    // With a count on the GPU, any level may be the first one of the actual count, and
    // some of its runs may then be a single tile.
    bool singles = step->has_singles || b->s->gpu_count;
    params.io.flags |= singles ? BITONIC_SINGLES_DONE : 0;
    p->variant = variant_bitonic_block(b->indices != SLOT_NONE, sorts,
                                       1u << (tile_log - BITONIC_ITEMS_LOG));
    p->groups = ceil_divide(b->count, 1u << tile_log);
    p->level = (uint8_t)(tile_log + step->level);
    // Runs of at most one tile have nothing to merge. The last pass also stores.
    const struct count_row row = {
        .tile = 1u << tile_log,
        .above = sorts || last ? 0 : 1u << (tile_log + step->runs_log),
    };
    glsort_bind_row(b->s, p, &row);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_strides(struct bitonic_build* b, const struct bitonic_step* step,
                        uint32_t tile_log)
{
    struct bitonic_params params = {
        .runs_log = step->runs_log,
        .tile_log = tile_log,
        .stride_log = tile_log + step->stride_log,
        .blocks = step->blocks,
        .block_groups = step->width << (tile_log - BITONIC_STRIDE_GROUP_LOG),
    };
    struct pass* p = glsort_bitonic_pass(b, "compare fused strides",
                                         SHADER_BITONIC_STRIDES, false, false, &params);
    const struct count_row row = {
        .tile = 1,
        .strides =
            BITONIC_STRIDES(step->columns, step->stride_log, tile_log, step->runs_log),
    };
    params.io.flags |= b->s->gpu_count ? BITONIC_GPU_COUNT : 0;
    glsort_bind_row(b->s, p, &row);
    p->variant = variant_bitonic_strides(b->indices != SLOT_NONE, step->columns);
    p->groups = (params.block_groups * step->blocks) << step->runs_log;
    p->level = (uint8_t)(tile_log + step->level);
    // A pass with few comparators does not access all elements.
    uint64_t room = (uint64_t)p->groups * BITONIC_STRIDE_GROUP << step->columns;
    if (room < b->count) {
        p->read_bytes = p->read_bytes / b->count * room;
        p->write_bytes = p->write_bytes / b->count * room;
    }
    glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_bitonic_build_blocks(const struct sort_desc* desc, uint32_t count,
                                 struct schedule* s)
{
    struct bitonic_step steps[BITONIC_STEP_ROOM];
    uint32_t tile_log = tile_log_of(desc);
    struct bitonic_build b = glsort_bitonic_start(desc, count, 1u << tile_log, false, s);
    if (count == 0)
        return;
    uint32_t step_count = glsort_bitonic_steps(ceil_divide(count, 1u << tile_log), steps);
    for (uint32_t i = 0; i < step_count; ++i) {
        if (steps[i].kind == BITONIC_STEP_STRIDES)
            add_strides(&b, &steps[i], tile_log);
        else
            add_tiles(&b, &steps[i], tile_log, i + 1 == step_count);
    }
    uint32_t most_tiles = ceil_divide(desc->max_count, 1u << tile_log);
    glsort_schedule_reserve(s, 1 + glsort_bitonic_most_steps(most_tiles),
                            sizeof(struct bitonic_params));
}
