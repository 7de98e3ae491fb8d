// SPDX-License-Identifier: MIT
// Warming up makes whole runs of small counts, on buffers and textures that stand in for
// the caller's. So passes read what earlier passes have written, and scratch that
// persists between runs is left as any run leaves it.
#include <glsort/glsort_load.h>

#include <string.h>

#include "run_checks.h"
#include "stand_ins.h"
#include "state.h"
#include "warm.h"

glsort_result glsort_warm_check(const struct glsort_plan* plan, const char* call)
{
    glsort_result result = glsort_plan_check_runnable(plan, call);
    if (result != GLSORT_OK)
        return result;
    result = glsort_plan_check_modes(plan, call);
    return result == GLSORT_OK ? glsort_scratch_check_run(plan, call) : result;
}

static uint32_t smaller(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

// Shortens passes that are sized for more elements than the stand-ins hold: draws,
// transfers, and dispatches whose groups the GPU does not count.
static void shorten_pass(const struct glsort_plan* plan, struct pass* p, uint32_t count)
{
    const struct slot_object* slots = plan->executor.slots;
    uint32_t words = UINT32_MAX;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        struct binding* b = &p->bindings[i];
        if (b->usage != USAGE_COPY || b->slot >= SLOT_SCRATCH ||
            slots[b->slot].bytes == 0)
            continue;
        words = smaller(slots[b->slot].bytes / 4, words);
        b->range_bytes = smaller(b->range_bytes / 4, words) * (uint64_t)4;
    }
    p->groups = smaller(p->groups, p->kind == GLSORT_PASS_UPLOAD ? words : count);
}

static void shorten(struct glsort_plan* plan, uint32_t count)
{
    for (uint32_t i = 0; i < plan->core.schedule.pass_count; ++i)
        shorten_pass(plan, &plan->core.schedule.passes[i], count);
}

static bool run_once(struct glsort_plan* plan, struct covering_run run,
                     const struct warm_hooks* hooks, const struct gl_state* state)
{
    struct stand_ins stand_ins;
    uint32_t sized = hooks->counts_on_gpu ? plan->core.desc.max_count : run.count;
    uint32_t count = smaller(run.count, COVERAGE_ELEMENTS);
    struct stand_in_contents contents = {.count = count, .dead_word = hooks->dead_word};
    memcpy(contents.kinds, hooks->kinds, sizeof contents.kinds);
    plan->core.built = false;
    glsort_plan_core_build(&plan->core, sized, run.in_place);
    plan->uploaded = false;
    bool made = glsort_stand_ins_begin(&stand_ins, plan, &contents);
    if (made) {
        if (sized > count)
            shorten(plan, count);
        if (!hooks->counts_on_gpu)
            plan->core.run.count.count = count;
        if (hooks->set_run != NULL)
            hooks->set_run(hooks->what, count);
        glsort_plan_run_unseen(plan, state);
    }
    glsort_stand_ins_end(&stand_ins, plan);
    return made;
}

glsort_result glsort_warm_run(struct glsort_plan* plan, const struct coverage* coverage,
                              const struct warm_hooks* hooks, const char* call)
{
    const struct device* d = plan->executor.device;
    struct gl_state state;
    bool made = true;
    glsort_state_save(&state, d,
                      glsort_plan_run_scope(plan) | STATE_CREATION | STATE_UNIT_0);
    for (uint32_t i = 0; i < coverage->run_count && made; ++i)
        made = run_once(plan, coverage->runs[i], hooks, &state);
    if (!made)
        d->gl.GetError(); // removes the GL_OUT_OF_MEMORY that this raised
    glsort_state_restore(&state, d);
    plan->core.built = false;
    plan->uploaded = false;
    if (made)
        return GLSORT_OK;
    return glsort_message_fail(plan->message, GLSORT_ERROR_DEVICE_MEMORY,
                               "%s: no GPU memory for the elements to warm up with",
                               call);
}

glsort_result glsort_plan_warm(glsort_plan* plan)
{
    const char* call = "glsort_plan_warm";
    glsort_result result = glsort_plan_check(plan, call);
    if (result == GLSORT_OK)
        result = glsort_plan_check_own(plan, call);
    if (result == GLSORT_OK)
        result = glsort_warm_check(plan, call);
    if (result != GLSORT_OK)
        return result;
    struct coverage coverage;
    uint32_t count = plan->core.count;
    bool in_place = plan->core.desc.in_place;
    struct warm_hooks hooks = {.counts_on_gpu = plan->core.desc.count_source ==
                                                GLSORT_COUNT_FROM_BUFFER};
    const glsort_run_args none = {.count = 1};
    const struct run_arguments r = glsort_run_arguments(plan, &none, 1);
    glsort_arguments_stand_ins(&r, hooks.kinds);
    glsort_coverage_find(&plan->core, hooks.counts_on_gpu, &coverage);
    result = glsort_warm_run(plan, &coverage, &hooks, call);
    glsort_plan_core_build(&plan->core, count, in_place);
    return result;
}
