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

static struct shape largest_shape(const struct plan_core* core, uint32_t count)
{
    struct shape shape = {.count = count};
    if (core->recipe->largest != NULL)
        core->recipe->largest(core->what, &shape);
    return shape;
}

struct shape glsort_plan_core_largest_of(const struct plan_core* core, uint32_t tier)
{
    return largest_shape(core, core->tiers[tier].most);
}

struct shape glsort_plan_core_largest(const struct plan_core* core)
{
    return largest_shape(core, core->max_count);
}

const struct tier* glsort_plan_core_tier(const struct plan_core* core, uint32_t count)
{
    const struct tier* tier = core->tiers;
    while (tier->most < count)
        ++tier;
    return tier;
}

const char* glsort_plan_core_reason(const struct plan_core* core)
{
    const struct recipe* r = core->recipe;
    const char* other = r->reason != NULL ? r->reason(core->what, core) : NULL;
    return other != NULL ? other : core->tiers[core->tier].reason;
}

static void take_tier(struct plan_core* core, const struct tier* tier)
{
    core->algorithm = tier->algorithm;
    core->desc = tier->desc;
}

static void build(struct plan_core* core, const struct shape* shape)
{
    core->desc.in_place = shape->in_place;
    glsort_schedule_reset(&core->schedule, &core->limits);
    core->recipe->build(core->what, core, shape, &core->schedule);
}

// ---- tiers ----------------------------------------------------------------------------
//
// A run takes as long as that of a plan for its count if it has the same programs. So a
// tier ends where a plan for fewer elements would have others.

// What a tier is chosen from.
struct tier_source {
    const glsort_sort_desc* desc;
    const struct choice_table* table;
    uint32_t least; // count that a tier is for
};

static struct tier tier_of(const struct choice* choice, const struct sort_desc* sort)
{
    struct tier tier = {
        .most = sort->max_count, .algorithm = choice->algorithm, .desc = *sort};
    tier.desc.ends = glsort_ends_of_caller(sort);
    assert(strlen(choice->reason) < sizeof tier.reason);
    // A copy, because a reason in a table is freed with the context.
    snprintf(tier.reason, sizeof tier.reason, "%s", choice->reason);
    return tier;
}

// The programs of a run of `count` elements by this tier, in their order, as a hash.
static uint64_t passes_by(struct plan_core* core, const struct tier* tier, uint32_t count)
{
    const struct shape shape = largest_shape(core, count);
    uint64_t hash = 0xCBF29CE484222325ull;
    take_tier(core, tier);
    build(core, &shape);
    for (uint32_t i = 0; i < core->schedule.pass_count && !core->schedule.starved; ++i) {
        const struct pass* p = &core->schedule.passes[i];
        hash = (hash ^ ((uint64_t)p->shader << 8 | p->variant)) * 0x100000001B3ull;
    }
    return hash;
}

// Sets *fewer to the tier of a plan for `count` elements. True if there is one, and it
// has other programs than `tier`.
static bool differs(struct plan_core* core, const struct tier_source* source,
                    const struct tier* tier, uint32_t count, struct tier* fewer)
{
    struct choice choice;
    struct sort_desc sort;
    glsort_sort_desc desc = *source->desc;
    desc.max_count = count;
    if (!glsort_plan_desc_fewer(&core->limits, &desc, source->table, &choice, &sort))
        return false;
    *fewer = tier_of(&choice, &sort);
    return passes_by(core, tier, count) != passes_by(core, fewer, count);
}

// The tier below: that of the largest count that differs, from that of `found`, which
// does, to `above`, which does not.
static struct tier tier_below(struct plan_core* core, const struct tier_source* source,
                              const struct tier* tier, struct tier found, uint32_t above)
{
    uint32_t count = found.most;
    while (above - count > 1) {
        const uint32_t middle = count + (above - count) / 2;
        struct tier fewer;
        if (differs(core, source, tier, middle, &fewer)) {
            found = fewer;
            count = middle;
        } else {
            above = middle;
        }
    }
    return found;
}

// The largest power of two, or half more than one, below `count`, which is above 1.
static uint32_t tried_below(uint32_t count)
{
    uint32_t power = 1;
    while (power < (count + 1) / 2)
        power *= 2;
    return power + power / 2 < count ? power + power / 2 : power;
}

// Downwards from max_count.
static void find_tiers(struct plan_core* core, const struct tier_source* source)
{
    const uint32_t most =
        core->desc.backend == GLSORT_BACKEND_FRAGMENT ? MOST_DRAWN_TIERS : MOST_TIERS;
    struct tier* top = &core->tiers[MOST_TIERS - 1];
    uint32_t above = core->max_count;
    uint32_t found = 1;
    *top = core->tiers[0];
    while (above > 1 && above > source->least && found < most) {
        const uint32_t count = larger(tried_below(above), source->least);
        struct tier fewer;
        if (differs(core, source, top, count, &fewer)) {
            top[-1] = tier_below(core, source, top, fewer, above);
            above = (--top)->most;
            ++found;
        } else {
            above = count;
        }
    }
    memmove(core->tiers, top, found * sizeof *top);
    core->tier_count = found;
}

// ---- memory ---------------------------------------------------------------------------

// Builds the largest schedule of each tier, from the last to the first and then the last
// again, which stays, into memory that grows.
static void build_tiers(struct plan_core* core, uint32_t* passes, uint32_t* params)
{
    struct schedule* s = &core->schedule;
    for (uint32_t i = core->tier_count; i-- > 0;) {
        struct shape shape = glsort_plan_core_largest_of(core, i);
        shape.in_place = core->recipe->in_place; // which may need more passes
        for (bool others = false; !others; shape.in_place = false) {
            others = !shape.in_place;
            glsort_plan_core_build(core, &shape);
            *passes = larger(*passes, s->pass_wanted);
            *params = larger(*params, s->params_wanted);
        }
        const bool placed = glsort_pool_place(&core->scratch, s->scratch,
                                              s->scratch_count, core->tiers[i].objects);
        assert(placed); // MOST_DRAWN_TIERS have room, and the buffers of all are alike
        (void)placed;
    }
    const struct shape shape = glsort_plan_core_largest(core);
    glsort_plan_core_build(core, &shape);
}

// False if there is not enough memory.
static bool take_room(struct plan_core* core, const struct tier_source* source,
                      const glsort_allocator* allocator)
{
    struct schedule* s = &core->schedule;
    uint32_t passes = 0, params = 0;
    s->allocator = allocator;
    if (source != NULL)
        find_tiers(core, source);
    build_tiers(core, &passes, &params);
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

// Of a sort: true if AUTO chooses by the count of each run.
static bool has_tiers(const struct plan_core* core, const glsort_sort_desc* desc)
{
    return tuning_of(desc->tuning).method == GLSORT_METHOD_AUTO &&
           (core->recipe->has(core->what, core) & COUNT_ON_GPU) == 0;
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
    const uint32_t least = desc.expected_count;
    if (desc.count_source == GLSORT_COUNT_FROM_ARGS &&
        tuning_of(desc.tuning).method == GLSORT_METHOD_AUTO)
        desc.expected_count = 0;
    glsort_result result = glsort_plan_desc_check(limits, &desc, call);
    if (result == GLSORT_OK && sorts)
        result = glsort_plan_desc_sort(limits, &desc, table, recipe->larger, &choice,
                                       &sort, call);
    else if (result == GLSORT_OK)
        result = glsort_plan_desc_elements(limits, &desc, &choice, &sort, call);
    if (result != GLSORT_OK)
        return result;
    *core = (struct plan_core){
        .max_count = desc.max_count,
        .tiers = {tier_of(&choice, &sort)},
        .tier_count = 1,
        .recipe = recipe,
        .what = what,
        .limits = *limits,
        .flags = desc.flags,
        .schedule = {.has_peeks = peeks},
        .peek = {.has_peeks = peeks},
        .block = {.bytes = run_bytes(recipe, &sort)},
    };
    take_tier(core, &core->tiers[0]);
    const struct tier_source source = {&desc, table, least};
    bool fits =
        take_room(core, sorts && has_tiers(core, &desc) ? &source : NULL, allocator);
    if (!take_peek_room(core, allocator) || !fits) {
        glsort_plan_core_release(core, allocator);
        return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                "no host memory for %u passes",
                                core->schedule.pass_wanted);
    }
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
        .max_count = core->max_count,
    };
    if (core->built && glsort_shape_equal(&core->shape, shape))
        return false;
    core->tier = (uint32_t)(glsort_plan_core_tier(core, shape->count) - core->tiers);
    take_tier(core, &core->tiers[core->tier]);
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
        .max_count = core->max_count,
        .plan_tile = tile,
    };
    s->gpu_count = on_gpu;
    if (on_gpu)
        glsort_add_prepare_count(s, &core->limits, &preparation);
    return (struct alone_builder){
        .s = s,
        .count = on_gpu ? core->max_count : count,
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
