// SPDX-License-Identifier: MIT
// Schedules of a plan, built into memory that is allocated once.
#include "plan_core.h"

#include <glsort/glsort_load.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "arrays.h"
#include "barriers.h"
#include "plan_desc.h"
#include "ranges.h"
#include "shared/tree.h"
#include "source_sink.h"
#include "stock_passes.h"
#include "wide_sort.h"

enum { PEEK_PASSES = 16 };

// ---- passes --------------------------------------------------------------------------

// Empties the schedule, and appends the pass that reads a count from the GPU if the plan
// has one and `takes_count` is set.
static void begin(const struct plan_core* core, struct schedule* s, bool takes_count)
{
    glsort_schedule_reset(s, &core->limits);
    s->gpu_count = core->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    s->is_peek = s == &core->peek;
    if (s->gpu_count && takes_count)
        glsort_add_take_count(s, core->algorithm, &core->desc, &core->limits);
}

// The count that passes are sized for.
static uint32_t sized_count(const struct plan_core* core, uint32_t count)
{
    return core->schedule.gpu_count ? core->desc.max_count : count;
}

static void build(const struct plan_core* core, uint32_t count, struct schedule* s)
{
    if (core->composition.build != NULL) {
        glsort_schedule_reset(s, &core->limits);
        core->composition.build(core->composition.what, core, count, s);
        return;
    }
    begin(core, s, true);
    uint32_t most = sized_count(core, count);
    if (glsort_wide_applies(core->algorithm, &core->desc))
        glsort_wide_build(core->algorithm, &core->desc, &core->limits, most, s);
    else
        core->algorithm->build(&core->desc, &core->limits, most, s);
}

// ---- memory --------------------------------------------------------------------------

static bool take_room(struct schedule* s, uint32_t passes, uint32_t params,
                      const glsort_allocator* allocator)
{
    s->pass_room = passes > 0 ? passes : 1;
    s->params_room = params > 0 ? params : s->uniform_alignment;
    s->passes = glsort_memory_take(allocator, s->pass_room * sizeof *s->passes);
    s->params = glsort_memory_take(allocator, s->params_room);
    return s->passes != NULL && s->params != NULL;
}

static void give_room(struct schedule* s, const glsort_allocator* allocator)
{
    glsort_memory_give(allocator, s->passes, s->pass_room * sizeof *s->passes);
    glsort_memory_give(allocator, s->params, s->params_room);
    s->passes = NULL;
    s->params = NULL;
}

// Allocates the memory of the largest schedule and of peeks; false if that fails.
static bool take_all_room(struct plan_core* core, const glsort_allocator* allocator)
{
    uint32_t alignment = core->limits.uniform_alignment;
    uint32_t peek_params =
        PEEK_PASSES * ((uint32_t)sizeof(struct tree_params) + alignment);
    // A run in place may need more passes.
    core->desc.in_place = true;
    build(core, core->desc.max_count, &core->schedule);
    core->desc.in_place = false;
    glsort_schedule_reset(&core->peek, &core->limits);
    bool passes = take_room(&core->schedule, core->schedule.pass_wanted,
                            core->schedule.params_wanted, allocator);
    return take_room(&core->peek, PEEK_PASSES, peek_params, allocator) && passes;
}

// ---- creation ------------------------------------------------------------------------

// Copies it, because a reason in a table is freed with the context.
static void set_reason(struct plan_core* core, const char* reason)
{
    const struct composition* c = &core->composition;
    const char* other = c->reason != NULL ? c->reason(c->what, core) : NULL;
    if (other != NULL)
        reason = other;
    assert(strlen(reason) < sizeof core->reason);
    snprintf(core->reason, sizeof core->reason, "%s", reason);
}

glsort_result
glsort_plan_core_create(struct plan_core* core, const struct glsort_limits* limits,
                        const glsort_plan_desc* desc, const struct choice_table* table,
                        const glsort_allocator* allocator, const struct call* call)
{
    return glsort_plan_core_compose(core, limits, desc, table, &(struct composition){0},
                                    allocator, call);
}

// Lays out the caller's scratch, if the plan has it. Then none is in a texture
// (sort_desc.in_buffers).
static void lay_out(struct plan_core* core)
{
    if ((core->flags & GLSORT_CALLER_SCRATCH) == 0)
        return;
    bool fits = glsort_caller_scratch_lay_out(&core->scratch, &core->schedule,
                                              core->limits.storage_alignment);
    assert(fits);
    (void)fits;
}

glsort_result
glsort_plan_core_compose(struct plan_core* core, const struct glsort_limits* limits,
                         const glsort_plan_desc* desc, const struct choice_table* table,
                         const struct composition* composition,
                         const glsort_allocator* allocator, const struct call* call)
{
    struct choice choice;
    struct sort_desc sort;
    glsort_result result = glsort_plan_desc_check(limits, desc, call);
    if (result == GLSORT_OK && composition->alone)
        result = glsort_plan_desc_elements(limits, desc, &choice, &sort, call);
    else if (result == GLSORT_OK)
        result = glsort_plan_desc_sort(limits, desc, table, &choice, &sort, call);
    if (result != GLSORT_OK)
        return result;
    *core = (struct plan_core){
        .desc = sort,
        .composition = *composition,
        .limits = *limits,
        .algorithm = choice.algorithm,
        .flags = desc->flags,
        .run = {.bytes = sort.count_source == GLSORT_COUNT_FROM_BUFFER
                             ? 0
                             : sizeof(struct count_block)},
    };
    if (composition->build != NULL)
        core->run.bytes = composition->run_bytes;
    set_reason(core, choice.reason);
    if (!take_all_room(core, allocator)) {
        glsort_plan_core_release(core, allocator);
        return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                "no host memory for %u passes",
                                core->schedule.pass_wanted);
    }
    glsort_plan_core_build(core, desc->max_count, false);
    core->scratch_bytes = glsort_schedule_scratch_bytes(&core->schedule);
    lay_out(core);
    return GLSORT_OK;
}

void glsort_plan_core_release(struct plan_core* core, const glsort_allocator* allocator)
{
    give_room(&core->schedule, allocator);
    give_room(&core->peek, allocator);
}

// ---- schedules of runs and peeks -----------------------------------------------------

bool glsort_plan_core_build(struct plan_core* core, uint32_t count, bool in_place)
{
    core->run.count = (struct count_block){
        .count = count,
        .max_count = core->desc.max_count,
    };
    if (core->built && core->count == count && core->desc.in_place == in_place)
        return false;
    core->desc.in_place = in_place;
    build(core, count, &core->schedule);
    assert(glsort_schedule_complete(&core->schedule));
    glsort_ranges_apply(&core->schedule, &core->desc, sized_count(core, count));
    glsort_barriers_derive(&core->schedule);
    core->count = count;
    core->built = true;
    return true;
}

bool glsort_plan_core_other_programs(const struct plan_core* core, uint32_t* count)
{
    if (core->composition.build == NULL || *count == 0 ||
        core->desc.backend == GLSORT_BACKEND_FRAGMENT)
        return false;
    *count /= 2;
    return true;
}

static void build_run_peek(struct plan_core* core, uint32_t count,
                           const struct peek_request* request)
{
    const struct schedule* run = &core->schedule;
    struct peek peek = {
        .desc = &core->desc,
        .count = count,
        .run = run,
        .after = glsort_last_move(run, request->done),
        .from = glsort_inputs(&core->desc),
        .keys = request->keys ? SLOT_PEEK_KEYS : SLOT_NONE,
        .values = request->values ? SLOT_PEEK_VALUES : SLOT_NONE,
    };
    if (peek.after != NULL)
        peek.from = peek.after->leaves;
    glsort_peek_scratch(&core->peek, run);
    glsort_add_peek(core->algorithm, &peek, &core->peek);
}

static void build_own_peek(struct plan_core* core, const struct peek_request* request)
{
    const struct schedule* run = &core->schedule;
    uint32_t count = sized_count(core, core->count);
    // If any pass of the run is done, the first one has taken the count. Doing so again
    // would overwrite the dispatch arguments of the other passes.
    begin(core, &core->peek, request->done == 0);
    if (glsort_wide_applies(core->algorithm, &core->desc))
        glsort_wide_peek(core->algorithm, &core->desc, &core->limits, count, run, request,
                         &core->peek);
    else
        build_run_peek(core, count, request);
    glsort_ranges_apply(&core->peek, &core->desc, count);
}

bool glsort_plan_core_build_peek(struct plan_core* core,
                                 const struct peek_request* request)
{
    const struct composition* composition = &core->composition;
    glsort_schedule_reset(&core->peek, &core->limits);
    core->peek.is_peek = true;
    if ((!request->keys && !request->values) || core->count == 0)
        return true; // there is nothing to write
    if (composition->build == NULL)
        build_own_peek(core, request);
    else if (composition->peek == NULL ||
             !composition->peek(composition->what, core, core->count, request,
                                &core->peek))
        return false;
    assert(glsort_schedule_complete(&core->peek));
    glsort_barriers_derive(&core->peek);
    return true;
}
