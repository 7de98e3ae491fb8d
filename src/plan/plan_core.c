// SPDX-License-Identifier: MIT
#include "plan_core.h"

#include <assert.h>
#include <string.h>

#include "barriers.h"
#include "shared/tree.h"

enum { PEEK_PASSES = 8 };

static const struct algorithm* const algorithms[] = {
    &abisort_algorithm,
    &abisort_tree_algorithm,
};

// ---- choice -----------------------------------------------------------------------------

static const struct algorithm* find_algorithm(glsort_algorithm id)
{
    // abisort is the fastest there is for every count, key and backend so far.
    glsort_algorithm wanted = id == GLSORT_ALGORITHM_AUTO ? GLSORT_ALGORITHM_ABISORT : id;
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; ++i)
        if (algorithms[i]->id == wanted)
            return algorithms[i];
    return NULL;
}

static glsort_backend choose_backend(const struct glsort_limits* limits,
                                     const glsort_plan_desc* desc)
{
    if (desc->backend != GLSORT_BACKEND_AUTO)
        return desc->backend;
    bool textures = desc->storage == GLSORT_STORAGE_TEXTURES;
    return limits->has_compute && !textures ? GLSORT_BACKEND_COMPUTE
                                            : GLSORT_BACKEND_FRAGMENT;
}

static const char* reason_of(const glsort_plan_desc* desc, glsort_backend backend)
{
    if (desc->algorithm != GLSORT_ALGORITHM_AUTO && desc->backend != GLSORT_BACKEND_AUTO)
        return "algorithm and backend as asked for";
    if (desc->backend != GLSORT_BACKEND_AUTO)
        return "backend as asked for; abisort is the fastest algorithm of this version";
    if (backend == GLSORT_BACKEND_COMPUTE)
        return "compute, since the context has it";
    return desc->storage == GLSORT_STORAGE_TEXTURES
               ? "fragment passes, since keys are in textures"
               : "fragment passes, since the context has no compute shaders";
}

// Array form: a pass of searches first pays where many blocks would search long runs.
// Measured on 2026-11-21: on an H200 (driver 580.159) fused compute is the faster to 2^20
// and partition from 2^22, direct fragments to 2^14 and partition from 2^17; on llvmpipe
// the two differ by less than the noise on compute, and partition is the faster in
// fragments from 2^14.
static glsort_split choose_split(const glsort_plan_desc* desc, glsort_backend backend)
{
    if (desc->split != GLSORT_SPLIT_AUTO)
        return desc->split;
    uint32_t most_fused = backend == GLSORT_BACKEND_COMPUTE ? 1u << 21 : 1u << 15;
    return desc->max_count <= most_fused ? GLSORT_SPLIT_FUSED : GLSORT_SPLIT_PARTITION;
}

static uint32_t log_of(uint32_t power)
{
    uint32_t log = 0;
    while (log < 31 && (1u << log) < power)
        ++log;
    return log;
}

static struct sort_desc with_defaults(const struct glsort_limits* limits,
                                      const glsort_plan_desc* desc)
{
    return (struct sort_desc){
        .max_count = desc->max_count,
        .key = desc->key,
        .order = desc->order,
        .values = desc->values,
        .backend = choose_backend(limits, desc),
        .count_source = desc->count_source,
        .storage = desc->storage,
        .discard_keys = (desc->flags & GLSORT_PLAN_DISCARD_KEYS) != 0,
        .split = choose_split(desc, choose_backend(limits, desc)),
        .tree_schedule = desc->tree_schedule,
        .local_log = desc->local_size == 0 ? 3 : log_of(desc->local_size),
        .merge_log = desc->merge_size == 0 ? 4 : log_of(desc->merge_size),
    };
}

// ---- checks -----------------------------------------------------------------------------

static const char* wrong_enumerant(const glsort_plan_desc* d)
{
    if (d->key > GLSORT_KEY_F32)
        return "key";
    if (d->order > GLSORT_DESCENDING)
        return "order";
    if (d->values > GLSORT_VALUES_U32)
        return "values";
    if (d->algorithm > GLSORT_ALGORITHM_ABISORT_TREE)
        return "algorithm";
    if (d->backend > GLSORT_BACKEND_FRAGMENT)
        return "backend";
    if (d->count_source > GLSORT_COUNT_FROM_BUFFER)
        return "count_source";
    if (d->storage > GLSORT_STORAGE_TEXTURES)
        return "storage";
    if (d->split > GLSORT_SPLIT_PARTITION)
        return "split";
    if (d->tree_schedule > GLSORT_TREE_SIMPLE)
        return "tree_schedule";
    if ((d->flags & ~(uint32_t)(GLSORT_PLAN_DISCARD_KEYS | GLSORT_PLAN_TIMINGS)) != 0)
        return "flags";
    return NULL;
}

static bool is_power_of_two(uint32_t a)
{
    return (a & (a - 1)) == 0;
}

// NULL, or a static sentence why no plan of this descriptor can be made on this device.
static const char* refusal(const struct glsort_limits* limits,
                           const glsort_plan_desc* desc, const struct sort_desc* sort)
{
    const struct algorithm* algorithm = find_algorithm(desc->algorithm);
    if (!is_power_of_two(desc->local_size) || !is_power_of_two(desc->merge_size))
        return "local_size and merge_size must be powers of two";
    if (desc->merge_size == 1)
        return "merge_size must be at least 2, the pure algorithm";
    if (sort->backend == GLSORT_BACKEND_COMPUTE && !limits->has_compute)
        return "the compute backend needs GL 4.3";
    if (sort->backend == GLSORT_BACKEND_COMPUTE &&
        sort->storage == GLSORT_STORAGE_TEXTURES)
        return "keys in textures need the fragment backend";
    if (sort->discard_keys && sort->values == GLSORT_VALUES_NONE)
        return "discarding the keys leaves nothing if there are no values";
    return algorithm->refuses(sort, limits);
}

uint32_t plan_max_count(const struct glsort_limits* limits, const glsort_plan_desc* desc,
                        const char** reason)
{
    struct sort_desc sort = with_defaults(limits, desc);
    const char* refused = wrong_enumerant(desc) != NULL
                              ? "the descriptor has a value that no enumerant has"
                              : refusal(limits, desc, &sort);
    struct capacity capacity = {0, refused};
    if (refused == NULL)
        capacity = find_algorithm(desc->algorithm)->capacity(&sort, limits);
    if (reason != NULL)
        *reason = capacity.reason;
    return capacity.max_count;
}

static glsort_result check(const struct glsort_limits* limits,
                           const glsort_plan_desc* desc, const struct sort_desc* sort,
                           struct message* message)
{
    const char* wrong = wrong_enumerant(desc);
    if (wrong != NULL)
        return message_fail(message, GLSORT_ERROR_ARGUMENT,
                            "glsort_plan_create: %s is not a value of its enumeration",
                            wrong);
    const char* refused = refusal(limits, desc, sort);
    if (refused != NULL)
        return message_fail(message, GLSORT_ERROR_UNSUPPORTED, "glsort_plan_create: %s",
                            refused);
    if (desc->max_count == 0)
        return message_fail(message, GLSORT_ERROR_RANGE,
                            "glsort_plan_create: max_count is 0, at least 1 is needed");
    struct capacity most = find_algorithm(desc->algorithm)->capacity(sort, limits);
    if (desc->max_count > most.max_count)
        return message_fail(
            message, GLSORT_ERROR_LIMIT,
            "glsort_plan_create: max_count %u is above the most that this "
            "device can sort this way, %u (%s)",
            desc->max_count, most.max_count, most.reason);
    return GLSORT_OK;
}

// ---- schedules --------------------------------------------------------------------------

static void build(struct plan_core* core, uint32_t count, struct schedule* s)
{
    schedule_reset(s, core->limits.uniform_alignment);
    core->algorithm->build(&core->desc, &core->limits, count, s);
}

static bool take_room(struct schedule* s, uint32_t passes, uint32_t params,
                      const glsort_allocator* allocator)
{
    s->pass_room = passes > 0 ? passes : 1;
    s->params_room = params > 0 ? params : s->uniform_alignment;
    s->passes = memory_take(allocator, s->pass_room * sizeof *s->passes);
    s->params = memory_take(allocator, s->params_room);
    return s->passes != NULL && s->params != NULL;
}

static void give_room(struct schedule* s, const glsort_allocator* allocator)
{
    memory_give(allocator, s->passes, s->pass_room * sizeof *s->passes);
    memory_give(allocator, s->params, s->params_room);
    s->passes = NULL;
    s->params = NULL;
}

glsort_result plan_core_create(struct plan_core* core, const struct glsort_limits* limits,
                               const glsort_plan_desc* desc,
                               const glsort_allocator* allocator, struct message* message)
{
    struct sort_desc sort = with_defaults(limits, desc);
    glsort_result result = check(limits, desc, &sort, message);
    if (result != GLSORT_OK)
        return result;
    *core = (struct plan_core){
        .desc = sort,
        .limits = *limits,
        .algorithm = find_algorithm(desc->algorithm),
        .reason = reason_of(desc, sort.backend),
        .flags = desc->flags,
        .count = desc->max_count,
    };
    build(core, desc->max_count, &core->schedule);
    uint32_t peek_params =
        PEEK_PASSES * ((uint32_t)sizeof(struct tree_params) + limits->uniform_alignment);
    schedule_reset(&core->peek, limits->uniform_alignment);
    bool taken = take_room(&core->schedule, core->schedule.pass_wanted,
                           core->schedule.params_wanted, allocator) &
                 take_room(&core->peek, PEEK_PASSES, peek_params, allocator);
    if (!taken) {
        plan_core_release(core, allocator);
        return message_fail(message, GLSORT_ERROR_HOST_MEMORY,
                            "glsort_plan_create: no host memory for %u passes",
                            core->schedule.pass_wanted);
    }
    core->count = 0;
    plan_core_build(core, desc->max_count);
    core->scratch_bytes = schedule_scratch_bytes(&core->schedule);
    return GLSORT_OK;
}

void plan_core_release(struct plan_core* core, const glsort_allocator* allocator)
{
    give_room(&core->schedule, allocator);
    give_room(&core->peek, allocator);
}

bool plan_core_build(struct plan_core* core, uint32_t count)
{
    if (core->count == count && core->schedule.pass_wanted > 0)
        return false;
    build(core, count, &core->schedule);
    assert(schedule_complete(&core->schedule));
    barriers_derive(&core->schedule);
    core->count = count;
    return true;
}

void plan_core_build_peek(struct plan_core* core, const struct peek_request* request)
{
    schedule_reset(&core->peek, core->limits.uniform_alignment);
    core->algorithm->peek(&core->desc, &core->limits, core->count, request, &core->peek);
    assert(schedule_complete(&core->peek));
    barriers_derive(&core->peek);
}
