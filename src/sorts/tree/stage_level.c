// SPDX-License-Identifier: MIT
#include "stage_level.h"

#include <assert.h>

#include "counting.h"

static uint32_t round_up(uint32_t a, uint32_t unit)
{
    return ceil_divide(a, unit) * unit;
}

// A part of a row, which begins at a multiple of its rounded size, or whole rows.
static uint32_t rectangle(uint32_t texels, uint32_t width)
{
    return texels < width ? 1u << ceil_log(texels) : round_up(texels, width);
}

static struct stage_block block_of(const struct stage_layout* layout, uint32_t count,
                                   uint32_t phases)
{
    uint32_t width = 1u << layout->width_log;
    uint32_t group = layout->layers / 2; // phases
    struct stage_block b = {
        .pairs = (uint32_t)(((uint64_t)count + (1ull << phases) - 1) >> phases),
        .phases = phases,
        .groups = 1,
        .is_last = layout->layers == 8 && phases == STAGE_MERGE_LOG + 1,
    };
    b.stride = rectangle(b.pairs, width);
    if (!b.is_last) {
        b.groups = ceil_divide(phases, group);
        b.offset = b.groups * group - phases;
    }
    b.texels = b.groups == 1 ? b.pairs : b.stride * b.groups;
    return b;
}

// At most two stages share a pass. The second of them is small, and not the last of the
// level: so a sort has the programs of all smaller ones, whose stages are all small.
static bool joins(const struct stage_level* v, const struct stage_layout* layout,
                  uint32_t stage)
{
    const struct stage_block* b = &v->blocks[stage];
    return stage > 0 && v->blocks[stage - 1].begun == stage - 1 && !b->is_last &&
           b->texels <= layout->join_most;
}

void glsort_stage_level_plan(struct stage_level* v, const struct stage_layout* layout,
                             uint32_t count, uint32_t level)
{
    uint32_t width = 1u << layout->width_log;
    uint32_t next = layout->first;
    assert(level > STAGE_MERGE_LOG && level - STAGE_MERGE_LOG <= STAGE_MAX_STAGES);
    *v = (struct stage_level){.level = level, .stage_count = level - STAGE_MERGE_LOG};
    for (uint32_t k = 0; k < v->stage_count; ++k) {
        struct stage_block* b = &v->blocks[k];
        *b = block_of(layout, count, level - k);
        bool joined = joins(v, layout, k);
        b->begun = joined ? v->blocks[k - 1].begun : k;
        uint32_t room = rectangle(b->texels, width);
        b->first = round_up(next, joined && room < width ? room : width);
        b->end = next = b->first + room;
    }
    v->end = next;
}
