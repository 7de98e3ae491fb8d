// SPDX-License-Identifier: MIT
// Entry points for runs: in one call or in steps, and peeking.
#include "run_checks.h"

#include <string.h>

#include "state.h"

// The texture units that runs use: those of their programs, and the one that uploads use.
static uint32_t units_of(const struct glsort_plan* plan)
{
    uint32_t units = STATE_UNIT_0;
    for (uint32_t i = 0; i < plan->program_count; ++i) {
        const struct program_id id = plan->programs[i];
        units |= (uint32_t)STATE_UNIT_0 *
                 plan->executor.programs->units[id.shader][id.variant];
    }
    return units;
}

static uint32_t scope_of(const struct glsort_plan* plan)
{
    uint32_t run = run_block_is_large(&plan->core.run) ? STATE_RUN : 0;
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

// Peeks may sample more units than runs, and copy to buffers where runs copy to none.
static uint32_t scope_of_peek(const struct glsort_plan* plan)
{
    uint32_t scope = scope_of(plan);
    bool targets = glsort_schedule_draw_buffers(&plan->core.peek) > USUAL_DRAW_BUFFERS;
    if ((scope & STATE_FRAGMENT) != 0)
        return scope | STATE_UNITS | STATE_TRANSFERS | (targets ? STATE_MORE_TARGETS : 0);
    return (scope & STATE_TEXTURES) != 0 ? scope | STATE_UNITS : scope;
}

// ---- running --------------------------------------------------------------------------

// Parameters change with in-place use, with the offsets and widths of the caller's
// resources, and in some schedules with the count.
static void upload_if_changed(struct glsort_plan* plan)
{
    const struct schedule* s = &plan->core.schedule;
    bool patched = glsort_executor_patch_params(&plan->executor, &plan->core.schedule);
    if (plan->uploaded && !patched)
        return;
    plan->uploaded = true;
    if (plan->region_used == s->params_wanted &&
        memcmp(plan->region_params, s->params, s->params_wanted) == 0)
        return;
    plan->region = (plan->region + 1) % UNIFORM_REGIONS;
    glsort_executor_upload(&plan->executor, s,
                           plan->region * plan->resources.region_bytes);
    memcpy(plan->region_params, s->params, s->params_wanted);
    plan->region_used = s->params_wanted;
}

static void write_params(struct glsort_plan* plan)
{
    upload_if_changed(plan);
    glsort_executor_write_run(&plan->executor, &plan->core.run);
    if (plan->cut)
        glsort_resources_clear(&plan->resources, plan->executor.device);
    plan->cut = false;
    plan->next_pass = 0;
}

static void open_run(struct glsort_plan* plan, uint32_t consumers)
{
    write_params(plan);
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

void glsort_plan_build_run(struct glsort_plan* plan, uint32_t count, bool in_place)
{
    plan->uploaded &= !glsort_plan_core_build(&plan->core, count, in_place);
}

void glsort_plan_run_unseen(struct glsort_plan* plan, const struct gl_state* state)
{
    write_params(plan);
    step(plan, UINT32_MAX, state);
    if (!plan_is_fragment(plan))
        glsort_executor_final_barrier(&plan->executor, 0);
}

uint32_t glsort_plan_run_scope(const struct glsort_plan* plan)
{
    return scope_of(plan);
}

void glsort_plan_begin_built(struct glsort_plan* plan, uint32_t consumers)
{
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of(plan));
    open_run(plan, consumers);
    glsort_state_restore(&state, plan->executor.device);
}

void glsort_plan_run_built(struct glsort_plan* plan, uint32_t consumers)
{
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of(plan));
    open_run(plan, consumers);
    step(plan, UINT32_MAX, &state);
    end(plan);
    glsort_state_restore(&state, plan->executor.device);
}

static void build_run(struct glsort_plan* plan, const glsort_run_args* args)
{
    glsort_plan_build_run(plan, glsort_run_count(plan, args),
                          glsort_run_is_in_place(plan, args));
}

glsort_result glsort_run(glsort_plan* plan, const glsort_run_args* args)
{
    glsort_result result = glsort_run_take(plan, args, "glsort_run");
    if (result != GLSORT_OK)
        return result;
    build_run(plan, args);
    glsort_plan_run_built(plan, args->consumers);
    return GLSORT_OK;
}

glsort_result glsort_begin(glsort_plan* plan, const glsort_run_args* args)
{
    glsort_result result = glsort_run_take(plan, args, "glsort_begin");
    if (result != GLSORT_OK)
        return result;
    build_run(plan, args);
    glsort_plan_begin_built(plan, args->consumers);
    return GLSORT_OK;
}

static glsort_result check_open(const glsort_plan* plan, const char* call)
{
    glsort_result result = glsort_plan_check(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (!plan->open)
        return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                                   "%s: no run of this plan is open", call);
    return GLSORT_OK;
}

glsort_result glsort_step(glsort_plan* plan, uint32_t passes)
{
    glsort_result result = check_open(plan, "glsort_step");
    if (result == GLSORT_OK)
        result = glsort_plan_check_modes(plan, "glsort_step");
    if (result != GLSORT_OK)
        return result;
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of(plan));
    step(plan, passes, &state);
    glsort_state_restore(&state, plan->executor.device);
    return GLSORT_OK;
}

glsort_result glsort_end(glsort_plan* plan)
{
    glsort_result result = check_open(plan, "glsort_end");
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(plan, "glsort_end");
    if (result == GLSORT_OK)
        end(plan);
    return result;
}

uint32_t glsort_passes_left(const glsort_plan* plan)
{
    return plan != NULL && plan->open ? plan->core.schedule.pass_count - plan->next_pass
                                      : 0;
}

// ---- peeking --------------------------------------------------------------------------

static glsort_result peek(struct glsort_plan* plan, const glsort_peek_args* args,
                          const struct gl_state* state)
{
    struct executor* e = &plan->executor;
    struct schedule* s = &plan->core.peek;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (s->passes[i].kind != GLSORT_PASS_UPLOAD &&
            glsort_programs_get(
                e->programs, e->device,
                (struct program_id){s->passes[i].shader, s->passes[i].variant},
                &(const struct call){"glsort_peek", plan->message}) == 0)
            return GLSORT_ERROR_SHADER;
    if (!glsort_executor_make_targets(e, s))
        return glsort_message_fail(plan->message, GLSORT_ERROR_LIMIT,
                                   "glsort_peek: the driver cannot render to the targets "
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
        glsort_executor_final_barrier(
            e, args->consumers == 0 ? 0 : args->consumers | next_step);
    return GLSORT_OK;
}

glsort_result glsort_peek(glsort_plan* plan, const glsort_peek_args* args)
{
    glsort_result result = check_open(plan, "glsort_peek");
    if (result == GLSORT_OK && args == NULL)
        result = glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                     "glsort_peek: args is NULL");
    if (result == GLSORT_OK)
        result = glsort_peek_take(plan, args);
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
    result = peek(plan, args, &state);
    glsort_state_restore(&state, plan->executor.device);
    return result;
}
