// SPDX-License-Identifier: MIT
// Schedules of a plan, built into memory that is allocated once.
#include "build.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "counting.h"
#include "desc.h"
#include "passes.h"
#include "refusal.h"
#include "schedule.h"
#include "shared/tree.h"

enum { PEEK_PASSES = 16 };

bool glsort_shape_equal(const struct shape* a, const struct shape* b)
{
    return a->count == b->count && a->in_place == b->in_place &&
           memcmp(a->words, b->words, sizeof a->words) == 0;
}

struct shape glsort_plan_core_largest(const struct plan_core* core)
{
    struct shape shape = {.count = core->desc.max_count};
    if (core->recipe->largest != NULL)
        core->recipe->largest(core->what, &shape);
    return shape;
}

// ---- memory ---------------------------------------------------------------------------

static void build(struct plan_core* core, const struct shape* shape)
{
    core->desc.in_place = shape->in_place;
    glsort_schedule_reset(&core->schedule, &core->limits);
    core->recipe->build(core->what, core, shape, &core->schedule);
}

// Builds the largest schedules, the last of which stays, into memory that grows. False if
// there is not enough.
static bool build_largest(struct plan_core* core, const glsort_allocator* allocator)
{
    struct schedule* s = &core->schedule;
    struct shape shape = glsort_plan_core_largest(core);
    uint32_t passes = 0, params = 0;
    s->allocator = allocator;
    shape.in_place = core->recipe->in_place; // which may need more passes
    for (bool others = false; !others; shape.in_place = false) {
        others = !shape.in_place;
        glsort_plan_core_build(core, &shape);
        passes = larger(passes, s->pass_wanted);
        params = larger(params, s->params_wanted);
    }
    s->allocator = NULL;
    core->pass_bytes = s->pass_room * sizeof *s->passes;
    core->params_bytes = s->params_room;
    if (s->starved)
        return false;
    s->pass_room = passes;
    s->params_room = params;
    return true;
}

static bool take_peek_room(struct plan_core* core, const glsort_allocator* allocator)
{
    struct schedule* s = &core->peek;
    if (core->recipe->peek == NULL)
        return true;
    s->pass_room = PEEK_PASSES;
    s->params_room = PEEK_PASSES * ((uint32_t)sizeof(struct tree_params) +
                                    core->limits.uniform_alignment);
    s->passes = glsort_memory_take(allocator, s->pass_room * sizeof *s->passes);
    s->params = glsort_memory_take(allocator, s->params_room);
    return s->passes != NULL && s->params != NULL;
}

// ---- creation -------------------------------------------------------------------------

// Copies it, because a reason in a table is freed with the context.
static void set_reason(struct plan_core* core, const char* reason)
{
    const struct recipe* r = core->recipe;
    const char* other = r->reason != NULL ? r->reason(core->what, core) : NULL;
    if (other != NULL)
        reason = other;
    assert(strlen(reason) < sizeof core->reason);
    snprintf(core->reason, sizeof core->reason, "%s", reason);
}

static uint32_t run_bytes(const struct recipe* recipe, const struct sort_desc* sort)
{
    if (recipe->run_bytes != 0)
        return recipe->run_bytes;
    return sort->count_source == GLSORT_COUNT_FROM_BUFFER ? 0
                                                          : sizeof(struct count_block);
}

glsort_result glsort_plan_core_create(struct plan_core* core, const struct recipe* recipe,
                                      const void* what, uint32_t flags,
                                      const struct glsort_limits* limits,
                                      const struct choice_table* table,
                                      const glsort_allocator* allocator,
                                      const struct call* call)
{
    struct choice choice;
    struct sort_desc sort;
    glsort_sort_desc desc = recipe->elements(what);
    bool sorts = recipe->sorts != NULL && recipe->sorts(what);
    bool peeks = recipe->peek != NULL;
    desc.flags |= flags;
    glsort_result result = glsort_plan_desc_check(limits, &desc, call);
    if (result == GLSORT_OK && sorts)
        result = glsort_plan_desc_sort(limits, &desc, table, recipe->larger, &choice,
                                       &sort, call);
    else if (result == GLSORT_OK)
        result = glsort_plan_desc_elements(limits, &desc, &choice, &sort, call);
    if (result != GLSORT_OK)
        return result;
    sort.ends = glsort_ends_of_caller(&sort);
    *core = (struct plan_core){
        .desc = sort,
        .recipe = recipe,
        .what = what,
        .limits = *limits,
        .algorithm = choice.algorithm,
        .flags = desc.flags,
        .schedule = {.has_peeks = peeks},
        .peek = {.has_peeks = peeks},
        .block = {.bytes = run_bytes(recipe, &sort)},
    };
    set_reason(core, choice.reason);
    bool fits = build_largest(core, allocator);
    if (!take_peek_room(core, allocator) || !fits) {
        glsort_plan_core_release(core, allocator);
        return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                "no host memory for %u passes",
                                core->schedule.pass_wanted);
    }
    core->scratch_bytes = glsort_schedule_scratch_bytes(&core->schedule);
    return GLSORT_OK;
}

void glsort_plan_core_release(struct plan_core* core, const glsort_allocator* allocator)
{
    struct schedule* s = &core->schedule;
    struct schedule* peek = &core->peek;
    glsort_memory_give(allocator, s->passes, core->pass_bytes);
    glsort_memory_give(allocator, s->params, core->params_bytes);
    glsort_memory_give(allocator, peek->passes, peek->pass_room * sizeof *peek->passes);
    glsort_memory_give(allocator, peek->params, peek->params_room);
    s->passes = peek->passes = NULL;
    s->params = peek->params = NULL;
}

// ---- schedules of runs and peeks ------------------------------------------------------

bool glsort_plan_core_build(struct plan_core* core, const struct shape* shape)
{
    core->block.count = (struct count_block){
        .count = shape->count,
        .max_count = core->desc.max_count,
    };
    if (core->built && glsort_shape_equal(&core->shape, shape))
        return false;
    build(core, shape);
    assert(core->schedule.allocator != NULL || glsort_schedule_complete(&core->schedule));
    glsort_barriers_derive(&core->schedule);
    core->shape = *shape;
    core->built = true;
    return true;
}

bool glsort_plan_core_other_programs(const struct plan_core* core, struct shape* shape)
{
    const struct algorithm* algorithm = core->algorithm;
    if (algorithm == NULL || algorithm->fewer_passes == NULL || !core->schedule.gpu_count)
        return false;
    shape->count = algorithm->fewer_passes(&core->desc, shape->count);
    return shape->count > 0;
}

bool glsort_plan_core_build_peek(struct plan_core* core,
                                 const struct peek_request* request)
{
    const struct recipe* recipe = core->recipe;
    glsort_schedule_reset(&core->peek, &core->limits);
    core->peek.is_peek = true;
    if (recipe->peek == NULL)
        return false;
    if ((!request->keys && !request->values) || core->shape.count == 0)
        return true; // there is nothing to write
    if (!recipe->peek(core->what, core, request, &core->peek))
        return false;
    assert(glsort_schedule_complete(&core->peek));
    glsort_barriers_derive(&core->peek);
    return true;
}

// ---- recipes without a chosen algorithm -----------------------------------------------

// ---- descriptors ----------------------------------------------------------------------

glsort_result glsort_alone_check(glsort_backend backend,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    if (backend == GLSORT_BACKEND_FRAGMENT)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "backend FRAGMENT: this call has compute passes only");
    if (!limits->has_compute)
        return glsort_call_fail(
            call, GLSORT_ERROR_UNSUPPORTED,
            "this call has compute passes only, and %s; the context is %s%u.%u",
            glsort_refusal_of_compute(limits).sentence, limits->is_gles ? "GLES " : "GL ",
            limits->version / 100, limits->version / 10 % 10);
    return glsort_check_build(GLSORT_BACKEND_COMPUTE, call);
}

uint64_t glsort_most_bound_bytes(const struct glsort_limits* limits)
{
    const uint64_t addressed = (uint64_t)WORD_BYTES << 31;
    return limits->storage_block_bytes < addressed ? limits->storage_block_bytes
                                                   : addressed;
}

glsort_result glsort_alone_check_bytes(const char* field, uint64_t bytes,
                                       const struct glsort_limits* limits,
                                       const struct call* call)
{
    uint64_t most = glsort_most_bound_bytes(limits);
    if (bytes <= most)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                            "%s needs a binding of %llu bytes, this device binds "
                            "at most %llu",
                            field, (unsigned long long)bytes, (unsigned long long)most);
}

// ---- passes ---------------------------------------------------------------------------

struct alone_builder glsort_alone_start(const struct plan_core* core, uint32_t count,
                                        uint32_t tile, struct schedule* s)
{
    bool on_gpu = core->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    const struct count_preparation preparation = {
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = core->desc.max_count,
        .plan_tile = tile,
    };
    s->gpu_count = on_gpu;
    if (on_gpu)
        glsort_add_prepare_count(s, &core->limits, &preparation);
    return (struct alone_builder){
        .s = s,
        .count = on_gpu ? core->desc.max_count : count,
        .tile = tile,
        .on_gpu = on_gpu,
    };
}

struct pass* glsort_alone_once(struct alone_builder* b, const char* label,
                               uint16_t shader)
{
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_STORE, shader);
    p->groups = 1;
    glsort_bind_count(b->s, p);
    return p;
}

struct pass* glsort_alone_over_tiles(struct alone_builder* b, const char* label,
                                     uint16_t shader)
{
    struct pass* p = glsort_alone_once(b, label, shader);
    p->groups = ceil_divide(b->count, b->tile);
    if (b->on_gpu)
        glsort_pass_indirect(p, SLOT_STATE, STATE_PLAN_GROUPS * WORD_BYTES);
    return p;
}
