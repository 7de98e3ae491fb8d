// SPDX-License-Identifier: MIT
#include "stock_passes.h"

#include <assert.h>
#include <stddef.h>

#include "counting.h"
#include "shader_ids.h"
#include "shared/common.h"
#include "source_sink.h"

enum { WORD_BYTES = 4 };

struct pass* glsort_add_prepare_count(struct schedule* s,
                                      const struct glsort_limits* limits,
                                      const struct count_preparation* preparation)
{
    struct pass* p = glsort_schedule_pass(s, "prepare count", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_LOAD, SHADER_COUNT_PREPARE);
    struct prepare_params params = {
        .count_base = preparation->at,
        .max_count = preparation->max_count,
        .group_limit = limits->group_count,
        .local_tile = preparation->tiles.local,
        .merge_tile = preparation->tiles.merge,
        .cut_tile = preparation->tiles.cut,
        .plan_tile = preparation->plan_tile,
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
    return p;
}

struct count_preparation glsort_count_preparation(const struct algorithm* algorithm,
                                                  const struct sort_desc* desc)
{
    struct count_preparation preparation = {
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = desc->max_count,
    };
    if (algorithm->tiles != NULL)
        preparation.tiles = algorithm->tiles(desc);
    return preparation;
}

void glsort_add_take_count(struct schedule* s, const struct algorithm* algorithm,
                           const struct sort_desc* desc,
                           const struct glsort_limits* limits)
{
    if (desc->backend == GLSORT_BACKEND_FRAGMENT) {
        glsort_add_upload(s, "take count", SLOT_COUNT_IN, SLOT_STATE, WORD_BYTES);
        return;
    }
    struct count_preparation preparation = glsort_count_preparation(algorithm, desc);
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
