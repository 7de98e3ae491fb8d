// SPDX-License-Identifier: MIT
#include "stock_passes.h"

#include <assert.h>
#include <stddef.h>

#include "counting.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "source_sink.h"

enum { WORD_BYTES = 4 };

// Log of the largest count for which runs of the smallest tile are faster. Measured on
// 2026-11-22 on an H200 (driver 580.159).
enum { SMALL_RUNS_LOG = 15 };

void glsort_add_prepare_count(struct schedule* s, const struct glsort_limits* limits,
                              const struct count_preparation* preparation)
{
    struct pass* p = glsort_schedule_pass(s, "prepare count", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_LOAD, SHADER_COUNT_PREPARE);
    struct prepare_params params = {
        .count_base = preparation->at,
        .max_count = preparation->max_count,
        .group_limit = limits->group_count,
        .local_tile = preparation->local_tile,
        .merge_tile = preparation->merge_tile,
    };
    uint64_t first_bytes = (uint64_t)preparation->at * WORD_BYTES;
    p->groups = 1;
    p->read_bytes = WORD_BYTES;
    p->write_bytes = STATE_WORDS * WORD_BYTES;
    if (preparation->from < SLOT_SCRATCH)
        glsort_pass_bind_caller(p, preparation->from, USAGE_STORAGE, GLSORT_READ,
                                PREPARE_COUNT_IN, WORD_BYTES,
                                offsetof(struct prepare_params, count_base));
    else
        glsort_pass_bind(p, preparation->from, USAGE_STORAGE, GLSORT_READ,
                         PREPARE_COUNT_IN, first_bytes, WORD_BYTES);
    glsort_pass_bind(p, preparation->to, USAGE_STORAGE, GLSORT_WRITE, PREPARE_STATE, 0,
                     STATE_WORDS * WORD_BYTES);
    glsort_pass_params(s, p, &params, sizeof params);
}

uint32_t glsort_local_run_log(const struct sort_desc* desc)
{
    if (desc->local == GLSORT_LOCAL_NETWORK)
        return desc->max_count <= LOCAL_SMALL_TILE ? LOCAL_SMALL_TILE_LOG
                                                   : LOCAL_LARGE_TILE_LOG;
    // A tile that holds all elements sorts them in one pass. Otherwise runs are small or
    // medium, because merging is faster than sorting a large tile: small, if that costs
    // no further merge pass of up to eight runs and the count is small; otherwise medium.
    uint32_t log = ceil_log(desc->max_count);
    if (log <= RANKS_LARGE_LOG)
        return log < RANKS_SMALL_LOG ? RANKS_SMALL_LOG : log;
    bool small_runs = glsort_merges_by_ranks(desc->split) && log <= SMALL_RUNS_LOG &&
                      ceil_divide(log - RANKS_SMALL_LOG, RANK_MERGE_MOST_LEVELS) ==
                          ceil_divide(log - RANKS_MEDIUM_LOG, RANK_MERGE_MOST_LEVELS);
    return small_runs ? RANKS_SMALL_LOG : RANKS_MEDIUM_LOG;
}

bool glsort_merges_by_ranks(glsort_split split)
{
    return split == GLSORT_SPLIT_RANKS || split == GLSORT_SPLIT_ALL;
}

bool glsort_merges_staged(const struct sort_desc* desc)
{
    return glsort_merges_by_ranks(desc->split) && desc->max_count <= RANK_STAGED_MOST;
}

bool glsort_compares_all(const struct sort_desc* desc)
{
    return desc->split == GLSORT_SPLIT_ALL && desc->max_count <= RANK_ALL_MOST;
}

uint32_t glsort_comparison_tile(const struct sort_desc* desc)
{
    bool large = desc->max_count > RANK_ALL_SMALL_MOST;
    return large ? RANK_ALL_LARGE_TILE : RANK_ALL_SMALL_TILE;
}

static uint32_t merge_tile(const struct sort_desc* desc)
{
    if (glsort_compares_all(desc))
        return glsort_comparison_tile(desc);
    if (!glsort_merges_by_ranks(desc->split))
        return MERGE_TILE;
    return glsort_merges_staged(desc) ? RANK_STAGED_TILE : RANK_MERGE_GROUP;
}

struct count_preparation glsort_count_preparation(const struct sort_desc* desc)
{
    return (struct count_preparation){
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = desc->max_count,
        .local_tile = 1u << glsort_local_run_log(desc),
        .merge_tile = merge_tile(desc),
    };
}

void glsort_add_take_count(struct schedule* s, const struct sort_desc* desc,
                           const struct glsort_limits* limits)
{
    struct count_preparation preparation = glsort_count_preparation(desc);
    if (desc->backend == GLSORT_BACKEND_FRAGMENT)
        glsort_add_upload(s, "take count", SLOT_COUNT_IN, SLOT_STATE, WORD_BYTES);
    else
        glsort_add_prepare_count(s, limits, &preparation);
}

void glsort_bind_count(const struct schedule* s, struct pass* p)
{
    if (s->gpu_count)
        glsort_pass_bind(p, SLOT_STATE, USAGE_UNIFORM, GLSORT_READ, BIND_COUNT, 0,
                         sizeof(struct count_block));
}

struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes)
{
    struct pass* p =
        glsort_schedule_pass(s, label, GLSORT_PASS_UPLOAD, GLSORT_PHASE_LOAD, 0);
    p->groups = (uint32_t)(bytes / WORD_BYTES);
    p->read_bytes = p->write_bytes = bytes;
    glsort_pass_bind(p, from, USAGE_COPY, GLSORT_READ, 0, 0, bytes);
    glsort_pass_bind(p, to, USAGE_COPY, GLSORT_WRITE, 0, 0, bytes);
    return p;
}

// ---- pairs in a texture ---------------------------------------------------------------

static_assert(PAIR_WIDTH == 1 << PAIR_WIDTH_LOG && 1 << PAIR_STRIP_LOG == 8 * PAIR_WIDTH,
              "lib/pair_texture.glsl: strips of 8 rows");
static_assert(UNIT_PAIRS < UNIT_COUNT, "a unit whose state is saved");

static uint64_t pair_texels_of(uint32_t pairs)
{
    return (uint64_t)ceil_divide(pairs, 1u << PAIR_STRIP_LOG) << PAIR_STRIP_LOG;
}

bool glsort_pair_texture_fits(uint32_t max_count, const struct glsort_limits* limits)
{
    return pair_texels_of(max_count) <= limits->pair_texels;
}

uint8_t glsort_pair_texture(struct schedule* s, uint32_t max_count)
{
    return glsort_schedule_texture(s, "pairs alternate", FORMAT_RG32UI, false,
                                   PAIR_WIDTH_LOG, (uint32_t)pair_texels_of(max_count));
}

void glsort_bind_pair_texture(struct pass* p, uint8_t slot, uint8_t access,
                              uint32_t count)
{
    uint64_t bytes = 2 * WORD_BYTES * pair_texels_of(count);
    if ((access & GLSORT_READ) != 0)
        glsort_pass_bind(p, slot, USAGE_FETCH, GLSORT_READ, UNIT_PAIRS, 0, bytes);
    if ((access & GLSORT_WRITE) != 0)
        glsort_pass_bind(p, slot, USAGE_IMAGE, GLSORT_WRITE, PAIR_IMAGE, 0, bytes);
}
