// SPDX-License-Identifier: MIT
// Entry points for runs: in one call or in steps, and peeking.
#include <glsort/glsort_inspect.h>

#include <string.h>

#include "checks.h"
#include "state.h"

// The texture units that runs use: those of their programs, and the one that uploads use.
static uint32_t units_of(const struct glsort_plan* plan)
{
    uint32_t units = STATE_UNIT_0;
    for (uint32_t i = 0; i < plan->program_count; ++i) {
        const struct program_id id = plan->programs[i];
        const uint8_t* of = plan->executor.programs->units[id.shader];
        units |= (uint32_t)STATE_UNIT_0 * of[id.variant];
    }
    return units;
}

static uint32_t scope_of_passes(const struct schedule* s)
{
    uint32_t scope = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        scope |= s->passes[i].indirect ? (uint32_t)STATE_INDIRECT : 0;
        scope |= s->passes[i].kind == GLSORT_PASS_UPLOAD ? (uint32_t)STATE_COPIES : 0;
    }
    return scope;
}

static uint32_t scope_of_run(const struct glsort_plan* plan)
{
    uint32_t run = (run_block_is_large(&plan->core.block) ? (uint32_t)STATE_RUN : 0) |
                   scope_of_passes(&plan->core.schedule);
    bool buffers = plan->core.schedule.buffer_units != 0;
    bool targets = plan->executor.draw_buffers > USUAL_DRAW_BUFFERS;
    if (plan_is_fragment(plan))
        return STATE_FRAGMENT | units_of(plan) | run |
               (plan->transfers ? STATE_TRANSFERS : 0) |
               (targets ? STATE_MORE_TARGETS : 0) | (buffers ? STATE_BUFFER_TEXTURES : 0);
    uint32_t more = plan->executor.storage_points > STATE_STORAGE_POINTS
                        ? (uint32_t)STATE_MORE_STORAGE
                        : 0;
    bool textures = glsort_resources_have_textures(&plan->resources);
    return STATE_COMPUTE | run | more | (textures ? STATE_TEXTURES | units_of(plan) : 0);
}

// Peeks may sample more units than runs, and transfer where runs do not.
static uint32_t scope_of_peek(const struct glsort_plan* plan)
{
    uint32_t scope = scope_of_run(plan);
    bool targets = glsort_schedule_draw_buffers(&plan->core.peek) > USUAL_DRAW_BUFFERS;
    scope |= STATE_UPLOADS | scope_of_passes(&plan->core.peek);
    if ((scope & STATE_FRAGMENT) != 0)
        return scope | STATE_UNITS | STATE_TRANSFERS | (targets ? STATE_MORE_TARGETS : 0);
    return (scope & STATE_TEXTURES) != 0 ? scope | STATE_UNITS : scope;
}

// ---- running --------------------------------------------------------------------------

// What a run has to upload.
struct uploads {
    bool params;
    bool block;
};

// Parameters change with in-place use, with the offsets and widths of the caller's
// resources, and in some schedules with the count.
static struct uploads find_uploads(struct glsort_plan* plan)
{
    struct schedule* s = &plan->core.schedule;
    const bool patched =
        !plan->last.patched && glsort_executor_patch_params(&plan->executor, s);
    const bool built = !plan->uploaded;
    plan->uploaded = plan->last.patched = true;
    return (struct uploads){
        .params = (patched || built) &&
                  (plan->region_used != s->params_wanted ||
                   memcmp(plan->region_params, s->params, s->params_wanted) != 0),
        .block = glsort_executor_run_differs(&plan->executor, &plan->core.block),
    };
}

// The state that these change.
static uint32_t scope_of_uploads(const struct glsort_plan* plan,
                                 const struct uploads* uploads)
{
    const bool copies = plan->core.block.copy_count > 0 || plan->cut;
    return (uploads->params || uploads->block ? (uint32_t)STATE_UPLOADS : 0) |
           (copies ? (uint32_t)STATE_COPIES : 0);
}

static void upload_params(struct glsort_plan* plan)
{
    const struct schedule* s = &plan->core.schedule;
    plan->region = (plan->region + 1) % UNIFORM_REGIONS;
    glsort_executor_upload(&plan->executor, s,
                           plan->region * plan->resources.region_bytes);
    memcpy(plan->region_params, s->params, s->params_wanted);
    plan->region_used = s->params_wanted;
}

static void begin(struct glsort_plan* plan, const struct uploads* uploads)
{
    if (uploads->params)
        upload_params(plan);
    if (uploads->block)
        glsort_executor_write_run(&plan->executor, &plan->core.block);
    if (plan->cut)
        glsort_resources_clear(&plan->resources, plan->executor.device);
    plan->cut = false;
    plan->next_pass = 0;
}

static void open_run(struct glsort_plan* plan, const struct uploads* uploads,
                     uint32_t consumers)
{
    begin(plan, uploads);
    plan->open = true;
    plan->consumers = consumers;
    glsort_timer_begin(&plan->timer);
}

static void step(struct glsort_plan* plan, uint32_t passes, const struct gl_state* state)
{
    const struct schedule* s = &plan->core.schedule;
    const struct device* d = plan->executor.device;
    plan->executor.region_at = plan->region * plan->resources.region_bytes;
    glsort_executor_start(&plan->executor, s, plan_is_fragment(plan), state);
    for (uint32_t i = 0; i < passes && plan->next_pass < s->pass_count; ++i) {
        glsort_timer_stamp(&plan->timer, d, plan->next_pass, false);
        glsort_executor_run_pass(&plan->executor, &s->passes[plan->next_pass]);
        glsort_timer_stamp(&plan->timer, d, plan->next_pass, true);
        ++plan->next_pass;
    }
}

static void end(struct glsort_plan* plan)
{
    if (!plan_is_fragment(plan) && plan->next_pass > 0)
        glsort_executor_final_barrier(&plan->executor, plan->consumers);
    glsort_timer_end(&plan->timer, plan->next_pass);
    plan->cut = plan->next_pass > 0 && plan->next_pass < plan->core.schedule.pass_count;
    plan->open = false;
}

void glsort_plan_build(struct glsort_plan* plan, const struct shape* shape)
{
    struct plan_core* core = &plan->core;
    if (!glsort_plan_core_build(core, shape))
        return;
    plan->uploaded = plan->last.patched = false;
    glsort_resources_fill_slots(&plan->resources, &core->schedule,
                                core->tiers[core->tier].objects, plan->executor.slots);
}

void glsort_plan_run_unseen(struct glsort_plan* plan, const struct gl_state* state)
{
    plan->last.holds = plan->last.patched = false;
    const struct uploads uploads = find_uploads(plan);
    begin(plan, &uploads);
    step(plan, UINT32_MAX, state);
    plan->last.patched = false;
    if (!plan_is_fragment(plan))
        glsort_executor_final_barrier(&plan->executor, 0);
}

uint32_t glsort_plan_run_scope(const struct glsort_plan* plan)
{
    return scope_of_run(plan);
}

static void run_all(struct glsort_plan* plan, uint32_t consumers)
{
    struct gl_state state;
    bool held = plan->held;
    plan->held = false;
    const struct uploads uploads = find_uploads(plan);
    glsort_state_save(&state, plan->executor.device,
                      scope_of_run(plan) | scope_of_uploads(plan, &uploads));
    open_run(plan, &uploads, consumers);
    if (!held) {
        step(plan, UINT32_MAX, &state);
        end(plan);
    }
    glsort_state_restore(&state, plan->executor.device);
}

// Sets *run up, unless an error of the handle or a wrong pointer forbids it.
static glsort_result set_up_run(struct glsort_plan* plan, const struct recipe* recipe,
                                const void* args, struct run* run,
                                const struct call* call)
{
    glsort_result result = glsort_plan_check(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (plan->core.recipe != recipe)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "this plan is a %s, which %s() runs",
                                plan->core.recipe->noun, plan->core.recipe->run);
    if (args == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "args is NULL");
    result = glsort_plan_check_runnable(plan, call);
    if (result == GLSORT_OK)
        *run = glsort_run_of(plan, args);
    return result;
}

glsort_result glsort_plan_run(glsort_plan* plan, const struct recipe* recipe,
                              const void* args)
{
    struct run run;
    const struct call call = plan_call(plan, recipe->run);
    glsort_result result = set_up_run(plan, recipe, args, &run, &call);
    if (result == GLSORT_OK)
        result = glsort_run_take(&run, &call);
    if (result == GLSORT_OK && plan->held)
        result = glsort_plan_unshare(plan, &call);
    if (result != GLSORT_OK) {
        if (plan != NULL)
            plan->held = false;
        return result;
    }
    glsort_plan_build(plan, &run.shape);
    if (recipe->fill_block != NULL)
        recipe->fill_block(&run, &plan->core.block);
    run_all(plan, *(const uint32_t*)((const char*)args + recipe->consumers_at));
    return GLSORT_OK;
}

// ---- in steps -------------------------------------------------------------------------

glsort_result glsort_plan_hold(glsort_plan* plan)
{
    const struct call call = plan_call(plan, "glsort_plan_hold");
    glsort_result result = glsort_plan_check_runnable(plan, &call);
    if (result == GLSORT_OK)
        plan->held = true;
    return result;
}

static glsort_result check_open(const glsort_plan* plan, const struct call* call)
{
    glsort_result result = glsort_plan_check(plan, call);
    if (result != GLSORT_OK || plan->open)
        return result;
    return glsort_call_fail(call, GLSORT_ERROR_STATE, "no run of this plan is open");
}

glsort_result glsort_plan_step(glsort_plan* plan, uint32_t passes)
{
    const struct call call = plan_call(plan, "glsort_plan_step");
    glsort_result result = check_open(plan, &call);
    if (result == GLSORT_OK)
        result = glsort_plan_check_modes(plan, &call);
    if (result != GLSORT_OK)
        return result;
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of_run(plan));
    step(plan, passes, &state);
    glsort_state_restore(&state, plan->executor.device);
    return GLSORT_OK;
}

glsort_result glsort_plan_end(glsort_plan* plan)
{
    const struct call call = plan_call(plan, "glsort_plan_end");
    glsort_result result = check_open(plan, &call);
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(plan, &call);
    if (result == GLSORT_OK)
        end(plan);
    return result;
}

uint32_t glsort_plan_passes_left(const glsort_plan* plan)
{
    return plan != NULL && plan->open ? plan->core.schedule.pass_count - plan->next_pass
                                      : 0;
}

// ---- peeking --------------------------------------------------------------------------

static glsort_result peek(struct glsort_plan* plan, uint32_t consumers,
                          const struct gl_state* state, const struct call* call)
{
    struct executor* e = &plan->executor;
    struct schedule* s = &plan->core.peek;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (s->passes[i].kind != GLSORT_PASS_UPLOAD &&
            glsort_programs_get(
                e->programs, e->device,
                (struct program_id){s->passes[i].shader, s->passes[i].variant},
                call) == 0)
            return GLSORT_ERROR_SHADER;
    if (!glsort_executor_make_targets(e, s))
        return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                                "the driver cannot render to the targets "
                                "of a pass at once");
    glsort_executor_patch_params(e, s);
    glsort_executor_upload(e, s, plan->resources.peek_at);
    // The open run writes what the peek reads, both before the peek and after it, so
    // barriers separate the peek from the run. The peek reads the count that the run's
    // first pass has taken; before that pass it takes the count itself.
    if (!plan_is_fragment(plan))
        glsort_executor_final_barrier(e,
                                      GLSORT_CONSUMER_TEXTURE | GLSORT_CONSUMER_UNIFORM);
    glsort_executor_start(e, s, plan_is_fragment(plan), state);
    for (uint32_t i = 0; i < s->pass_count; ++i)
        glsort_executor_run_pass(e, &s->passes[i]);
    uint32_t next_step = GLSORT_CONSUMER_UNIFORM | GLSORT_CONSUMER_INDIRECT;
    if (!plan_is_fragment(plan))
        glsort_executor_final_barrier(e, consumers == 0 ? 0 : consumers | next_step);
    return GLSORT_OK;
}

glsort_result glsort_plan_peek(glsort_plan* plan, const glsort_peek_args* args)
{
    const struct call call = plan_call(plan, "glsort_plan_peek");
    glsort_result result = check_open(plan, &call);
    if (result == GLSORT_OK && args == NULL)
        result = glsort_call_fail(&call, GLSORT_ERROR_ARGUMENT, "args is NULL");
    if (result == GLSORT_OK)
        result = glsort_peek_take(plan, args, &call);
    if (result != GLSORT_OK)
        return result;
    const struct peek_request request = {
        .done = plan->next_pass,
        .keys = args->keys_out.name != 0,
        .values = args->values_out.name != 0,
    };
    if (!glsort_plan_core_build_peek(&plan->core, &request))
        return GLSORT_NOT_READY;
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of_peek(plan));
    result = peek(plan, args->consumers, &state, &call);
    glsort_state_restore(&state, plan->executor.device);
    return result;
}
