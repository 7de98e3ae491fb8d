// SPDX-License-Identifier: MIT
#include "stock_passes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "counting.h"
#include "shader_ids.h"
#include "shared/common.h"

static_assert(sizeof(struct count_row) == 16, "std140 layout");
static_assert(STATE_WORDS == STATE_ROW_GROUPS(COUNT_ROWS_MANY), "arguments of every row");

struct pass* glsort_add_prepare_count(struct schedule* s,
                                      const struct glsort_limits* limits,
                                      const struct count_preparation* preparation)
{
    struct pass* p = glsort_schedule_pass(s, "prepare count", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_LOAD, SHADER_COUNT_PREPARE);
    const uint32_t room = preparation->many_rows ? COUNT_ROWS_MANY : COUNT_ROWS_FEW;
    const struct prepare_table table = {
        .params = {.count_base = preparation->at,
                   .max_count = preparation->max_count,
                   .group_limit = limits->group_count,
                   .plan_tile = preparation->plan_tile},
    };
    uint64_t first_bytes = bytes_of_words(preparation->at);
    p->variant = variant_count_prepare(room);
    p->groups = 1;
    if (preparation->from < SLOT_SCRATCH)
        glsort_pass_resource(p, preparation->from, GLSORT_READ, PREPARE_COUNT_IN, 0,
                             WORD_BYTES, offsetof(struct prepare_params, count_base));
    else
        glsort_pass_bind(p, preparation->from, USAGE_STORAGE, GLSORT_READ,
                         PREPARE_COUNT_IN, first_bytes, WORD_BYTES);
    glsort_pass_buffer(p, preparation->to, GLSORT_WRITE, PREPARE_STATE,
                       STATE_ROW_GROUPS(0) * WORD_BYTES);
    p->prepares = preparation->to;
    glsort_pass_params(s, p, &table,
                       (uint32_t)(offsetof(struct prepare_table, rows) +
                                  room * sizeof(struct count_row)));
    return p;
}

// Returns the pass whose table sizes the passes that take the count in this slot, and
// sets *state to its binding of the slot. NULL while the schedule has no memory.
static struct pass* preparation_of(struct schedule* s, uint8_t slot,
                                   struct binding** state)
{
    for (uint32_t i = s->pass_count; i-- > 0;) {
        struct pass* p = &s->passes[i];
        for (uint32_t at = 0; at < p->binding_count; ++at) {
            *state = &p->bindings[at];
            if (p->prepares == slot && (*state)->slot == slot)
                return p;
        }
    }
    return NULL;
}

// Index of the row in the table of the pass; adds the row if the table lacks it.
static uint32_t row_in(struct schedule* s, struct pass* p, struct binding* state,
                       const struct count_row* row)
{
    struct prepare_table* table =
        (struct prepare_table*)(s->params + p->params_at + p->table_at);
    uint32_t at = 0;
    while (at < table->params.row_count &&
           memcmp(&table->rows[at], row, sizeof *row) != 0)
        ++at;
    if (at < table->params.row_count)
        return at;
    assert(p->table_at + offsetof(struct prepare_table, rows) + (at + 1) * sizeof *row <=
           p->params_bytes);
    table->rows[at] = *row;
    table->params.row_count = at + 1;
    p->write_bytes += STATE_ROW_GROUPS(at + 1) * WORD_BYTES - state->range_bytes;
    state->range_bytes = STATE_ROW_GROUPS(at + 1) * WORD_BYTES;
    return at;
}

void glsort_pass_counted(struct schedule* s, struct pass* p, uint8_t slot,
                         const struct count_row* row)
{
    struct binding* state;
    struct pass* preparation = preparation_of(s, slot, &state);
    bool has_memory =
        preparation != NULL &&
        preparation->params_at + preparation->params_bytes <= s->params_room;
    uint32_t at = has_memory ? row_in(s, preparation, state, row) : 0;
    glsort_pass_indirect(p, slot, STATE_ROW_GROUPS(at) * WORD_BYTES);
}

void glsort_bind_row(struct schedule* s, struct pass* p, const struct count_row* row)
{
    glsort_bind_count(s, p);
    if (s->gpu_count && !s->is_peek)
        glsort_pass_counted(s, p, s->count_slot, row);
}

void glsort_bind_groups(struct schedule* s, struct pass* p, const struct count_row* row)
{
    if (p->groups <= s->direct_most)
        glsort_bind_count(s, p);
    else
        glsort_bind_row(s, p, row);
}

void glsort_bind_tiles(struct schedule* s, struct pass* p, uint32_t tile)
{
    const struct count_row row = {.tile = tile};
    glsort_bind_row(s, p, &row);
}

uint32_t glsort_cover(const struct schedule* s, uint32_t items)
{
    return s->gpu_count ? items : 0;
}

struct count_preparation glsort_count_preparation(const struct algorithm* algorithm,
                                                  const struct sort_desc* desc)
{
    struct count_preparation preparation = {
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = desc->max_count,
        .many_rows = algorithm->many_count_rows,
    };
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
        glsort_pass_bind(p, s->count_slot, USAGE_UNIFORM, GLSORT_READ, BIND_COUNT, 0,
                         sizeof(struct count_block));
}

struct pass* glsort_add_upload(struct schedule* s, const char* label, uint8_t from,
                               uint8_t to, uint64_t bytes)
{
    struct pass* p =
        glsort_schedule_pass(s, label, GLSORT_PASS_UPLOAD, GLSORT_PHASE_LOAD, 0);
    p->groups = (uint32_t)(bytes / WORD_BYTES);
    glsort_pass_bind(p, from, USAGE_COPY, GLSORT_READ, 0, 0, bytes);
    glsort_pass_bind(p, to, USAGE_COPY, GLSORT_WRITE, 0, 0, bytes);
    return p;
}
