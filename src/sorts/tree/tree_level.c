// SPDX-License-Identifier: MIT
#include "tree_level.h"

#include <assert.h>

#include "counting.h"

static uint32_t count_steps(uint32_t level, uint32_t block_log, uint32_t stages,
                            bool overlapped)
{
    if (stages == 0)
        return 0;
    return overlapped ? 2 * level - block_log - 1 : stages * (2 * level - stages + 1) / 2;
}

// Without overlap: the phases of stage 0, then those of stage 1, and so on.
static struct tree_step simple_step(const struct tree_level* v, uint32_t step)
{
    struct tree_step result = {.stage_count = 1};
    uint32_t phase = step;
    while (phase >= v->level - result.first_stage) {
        phase -= v->level - result.first_stage;
        ++result.first_stage;
    }
    result.first_phase = phase;
    return result;
}

// Overlapped: stage k is in phase step - 2k, from 0 to level - 1 - k.
static struct tree_step overlapped_step(const struct tree_level* v, uint32_t step)
{
    uint32_t first = step >= v->level ? step - (v->level - 1) : 0;
    uint32_t last = step / 2 < v->stage_count - 1 ? step / 2 : v->stage_count - 1;
    return (struct tree_step){
        .first_stage = first,
        .stage_count = last - first + 1,
        .first_phase = step - 2 * first,
    };
}

static struct tree_step active_stages(const struct tree_level* v, uint32_t step)
{
    return v->overlapped ? overlapped_step(v, step) : simple_step(v, step);
}

void glsort_tree_level_plan(struct tree_level* v, uint32_t count, uint32_t level,
                            uint32_t merge_log, bool overlapped)
{
    assert(level >= 1 && level <= TREE_MAX_LEVEL && merge_log >= 1);
    *v = (struct tree_level){.count = count, .level = level, .overlapped = overlapped};
    v->block_log = merge_log < level ? merge_log : level;
    v->stage_count = level - v->block_log;
    v->step_count = count_steps(level, v->block_log, v->stage_count, overlapped);
    for (uint32_t k = 0; k <= v->stage_count; ++k)
        v->pairs[k] = ceil_divide(count, 1u << (level - k));

    for (uint32_t step = 0; step < v->step_count; ++step) {
        struct tree_step s = active_stages(v, step);
        for (uint32_t c = 0; c < s.stage_count; ++c) {
            uint32_t k = s.first_stage + c;
            v->blocks[k][s.first_phase - 2 * c] = v->node_count;
            v->node_count += 2 * v->pairs[k];
        }
    }
}

struct tree_step glsort_tree_level_step(const struct tree_level* v, uint32_t step)
{
    struct tree_step s = active_stages(v, step);
    s.first_slot = v->blocks[s.first_stage][s.first_phase];
    for (uint32_t c = 0; c < s.stage_count; ++c)
        s.pair_count += v->pairs[s.first_stage + c];
    return s;
}

uint32_t glsort_tree_level_paths_before(const struct tree_level* v, uint32_t stage)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < stage; ++k)
        sum += v->pairs[k];
    return sum;
}

struct tree_params glsort_tree_step_params(const struct tree_level* v,
                                           struct tree_step step)
{
    struct tree_params params = {
        .level = v->level,
        .stage_count = step.stage_count,
        .first_stage = step.first_stage,
        .first_phase = step.first_phase,
        .pair_count = step.pair_count,
        .nodes_first = step.first_slot,
        .paths_in = glsort_tree_level_paths_before(v, step.first_stage),
        .paths_out = glsort_tree_level_paths_before(v, step.first_stage),
    };
    uint32_t last = step.first_stage + step.stage_count - 1;
    params.nodes_end = step.first_slot + 2 * step.pair_count;
    params.roots = v->blocks[last][0];
    params.spares = v->blocks[last][0] + 1;
    params.subtree_log = v->level - last;
    uint32_t pair = 0;
    for (uint32_t c = 0; c < step.stage_count; ++c) {
        uint32_t k = step.first_stage + c;
        uint32_t i = step.first_phase - 2 * c;
        uvec4* stage = &params.stages[c];
        stage->x = pair;
        stage->y = k + i == v->level - 1 ? 0xFFFFFFFFu : v->blocks[k][i + 1];
        if (i > 0) {
            stage->z = v->blocks[k][i - 1];
        } else if (k > 0) {
            stage->z = v->blocks[k - 1][1];
            stage->w = v->blocks[k - 1][0];
        }
        pair += v->pairs[k];
    }
    return params;
}

// Blocks (k, i) of a stage follow each other.
struct tree_params glsort_tree_stage_params(const struct tree_level* v, uint32_t stage)
{
    assert(!v->overlapped && stage < v->stage_count);
    struct tree_step first = {
        .first_stage = stage,
        .stage_count = 1,
        .first_slot = v->blocks[stage][0],
        .pair_count = v->pairs[stage],
    };
    struct tree_params params = glsort_tree_step_params(v, first);
    params.nodes_end += (v->level - stage - 1) * 2 * first.pair_count;
    return params;
}

struct tree_params glsort_tree_finish_params(const struct tree_level* v)
{
    struct tree_params params = {.level = v->level, .block_log = v->block_log};
    if (v->stage_count > 0) {
        params.roots = v->blocks[v->stage_count - 1][1];
        params.spares = v->blocks[v->stage_count - 1][0];
    }
    return params;
}
