// SPDX-License-Identifier: MIT
// Entry points for plans: creation, description, time stamps, destruction.
#include <glsort/glsort_load.h>

#include <assert.h>

#include "handles.h"
#include "plan_desc.h"
#include "pass_label.h"
#include "state.h"

static uint32_t scope_of(const struct glsort_plan* plan)
{
    bool buffers = plan->core.schedule.buffer_units != 0;
    return STATE_CREATION | STATE_UNIT_0 |
           (plan_is_fragment(plan) ? STATE_FRAGMENT : STATE_COMPUTE) |
           (plan->executor.draw_buffers > USUAL_DRAW_BUFFERS ? STATE_MORE_TARGETS : 0) |
           (buffers ? STATE_BUFFER_TEXTURES : 0);
}

// ---- creation -------------------------------------------------------------------------
//
// In steps: the host memory and the list of programs at once (glsort_plan_compose_begin),
// then program after program, then the GL objects (glsort_plan_advance).

static bool needs_program(const struct glsort_plan* plan, struct program_id id)
{
    for (uint32_t i = 0; i < plan->program_count; ++i)
        if (plan->programs[i].shader == id.shader &&
            plan->programs[i].variant == id.variant)
            return true;
    return false;
}

static void need_program(struct glsort_plan* plan, struct program_id id)
{
    if (needs_program(plan, id))
        return;
    assert(plan->program_count < PLAN_PROGRAMS);
    plan->programs[plan->program_count++] = id;
}

static void need_points(struct glsort_plan* plan, const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == USAGE_STORAGE &&
            p->bindings[i].unit >= STATE_STORAGE_POINTS)
            plan->executor.storage_points = state_more_points(plan->executor.device);
}

static void need_draw_buffers(struct glsort_plan* plan)
{
    uint32_t wanted = glsort_schedule_draw_buffers(&plan->core.schedule);
    if (wanted > plan->executor.draw_buffers)
        plan->executor.draw_buffers = wanted;
}

static void need_programs(struct glsort_plan* plan)
{
    const struct schedule* s = &plan->core.schedule;
    need_draw_buffers(plan);
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        need_points(plan, p);
        plan->transfers |=
            p->kind == GLSORT_PASS_UPLOAD || p->kind == GLSORT_PASS_DOWNLOAD;
        if (p->kind != GLSORT_PASS_UPLOAD)
            need_program(plan, (struct program_id){p->shader, p->variant});
    }
}

// The programs of runs in place, which may need more than other runs, and of other runs,
// including those of smaller counts that may need programs of their own.
static void list_programs(struct glsort_plan* plan)
{
    uint32_t count = plan->core.desc.max_count;
    glsort_plan_core_build(&plan->core, count, true);
    need_programs(plan);
    do {
        glsort_plan_core_build(&plan->core, count, false);
        need_programs(plan);
    } while (glsort_plan_core_other_programs(&plan->core, &count));
}

static enum program_state state_of(const struct glsort_plan* plan, uint32_t at)
{
    return glsort_programs_state(&plan->context->programs, plan->programs[at]);
}

static glsort_result start_program(struct glsort_plan* plan, uint32_t at,
                                   const struct call* call)
{
    return glsort_programs_start(&plan->context->programs, &plan->context->device,
                                 plan->programs[at], call);
}

static glsort_result collect_program(struct glsort_plan* plan, uint32_t at, bool waits,
                                     const struct call* call)
{
    return glsort_programs_collect(&plan->context->programs, &plan->context->device,
                                   plan->programs[at], waits, call);
}

// Starts the first program that nobody has started.
static glsort_result start_next(struct glsort_plan* plan, const struct call* call)
{
    for (uint32_t i = 0; i < plan->program_count; ++i)
        if (state_of(plan, i) == PROGRAM_NONE)
            return start_program(plan, i, call);
    return GLSORT_OK;
}

static bool has_programs(const struct glsort_plan* plan)
{
    bool linked = true;
    for (uint32_t i = 0; i < plan->program_count; ++i)
        linked &= state_of(plan, i) == PROGRAM_LINKED;
    return linked;
}

// Collects what is ready, or one program if the driver cannot say what is, and starts one
// more.
static glsort_result poll_programs(struct glsort_plan* plan, const struct call* call)
{
    bool asks = plan->context->device.parallel_compile;
    bool collected = false;
    for (uint32_t i = 0; i < plan->program_count && (asks || !collected); ++i) {
        if (state_of(plan, i) != PROGRAM_STARTED)
            continue;
        glsort_result result = collect_program(plan, i, false, call);
        if (result < GLSORT_OK)
            return result;
        collected = true;
    }
    return start_next(plan, call);
}

// Starts all before it waits for any.
static glsort_result link_programs(struct glsort_plan* plan, const struct call* call)
{
    glsort_result result = GLSORT_OK;
    for (uint32_t i = 0; i < plan->program_count && result == GLSORT_OK; ++i)
        result = start_program(plan, i, call);
    for (uint32_t i = 0; i < plan->program_count && result == GLSORT_OK; ++i)
        result = collect_program(plan, i, true, call);
    return result;
}

static glsort_result create_objects(struct glsort_plan* plan, const struct call* call)
{
    const struct device* d = &plan->context->device;
    struct plan_core* core = &plan->core;
    glsort_plan_core_build(core, core->desc.max_count, false);
    bool timed = (core->flags & GLSORT_PLAN_TIMINGS) != 0;
    glsort_result result = glsort_timer_create(
        &plan->timer, d, timed ? core->schedule.pass_room : 0, &plan->allocator, call);
    if (result != GLSORT_OK)
        return result;
    const struct resources_wanted wanted = {
        .schedule = &core->schedule,
        .max_count = core->desc.max_count,
        .peek_params_bytes = core->peek.params_room,
        .run_bytes = core->run.bytes,
        .fragment = plan_is_fragment(plan),
        .of_caller = core->scratch.of_caller,
    };
    result = glsort_resources_create(&plan->resources, d, &wanted, call);
    if (result != GLSORT_OK)
        glsort_timer_destroy(&plan->timer, d, &plan->allocator);
    return result;
}

// Attaches the targets of runs in place, which may draw to a few more, and of other runs.
static glsort_result make_targets(struct glsort_plan* plan, const struct call* call)
{
    const struct device* d = &plan->context->device;
    struct plan_core* core = &plan->core;
    bool made = true;
    for (int others = 0; others < 2 && made; ++others) {
        glsort_plan_core_build(core, core->desc.max_count, others == 0);
        made = glsort_executor_make_targets(&plan->executor, &core->schedule);
    }
    if (made)
        return GLSORT_OK;
    glsort_timer_destroy(&plan->timer, d, &plan->allocator);
    glsort_resources_destroy(&plan->resources, d);
    return glsort_call_fail(
        call, GLSORT_ERROR_LIMIT,
        "the driver cannot render to all integer "
        "targets of a pass at once (up to %u of RGBA32UI are needed; it "
        "reports %u draw buffers)",
        plan->executor.draw_buffers, d->limits.draw_buffers);
}

static glsort_result attach_objects(struct glsort_plan* plan, const struct call* call)
{
    glsort_result result = create_objects(plan, call);
    if (result != GLSORT_OK)
        return result;
    glsort_resources_fill_slots(&plan->resources, plan->executor.slots);
    if (plan_is_fragment(plan))
        result = make_targets(plan, call);
    plan->finished = result == GLSORT_OK;
    return result;
}

static glsort_result advance(struct glsort_plan* plan, bool waits,
                             const struct call* call)
{
    glsort_result result = GLSORT_OK;
    bool linked = has_programs(plan);
    if (!linked)
        result = waits ? link_programs(plan, call) : poll_programs(plan, call);
    if (result != GLSORT_OK)
        return result;
    return linked || waits ? attach_objects(plan, call) : GLSORT_NOT_READY;
}

glsort_result glsort_plan_advance(struct glsort_plan* plan, bool waits,
                                  const struct call* call)
{
    const struct device* d = &plan->context->device;
    struct gl_state state;
    if (plan->finished)
        return GLSORT_OK;
    glsort_state_save(&state, d, scope_of(plan));
    glsort_result result = advance(plan, waits, call);
    glsort_state_restore(&state, d);
    return result;
}

// Creates a plan without a device. On failure returns NULL and sets *result.
static glsort_plan* create_core(const struct glsort_limits* limits,
                                const glsort_plan_desc* desc,
                                const struct choice_table* table,
                                const struct composition* composition,
                                const glsort_allocator* allocator,
                                const struct call* call, glsort_result* result)
{
    glsort_plan* plan = glsort_memory_take(allocator, sizeof *plan);
    if (plan == NULL) {
        *result = glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                   "no host memory for %llu bytes",
                                   (unsigned long long)sizeof *plan);
        return NULL;
    }
    plan->allocator = *allocator;
    *result = glsort_plan_core_compose(&plan->core, limits, desc, table, composition,
                                       allocator, call);
    if (*result == GLSORT_OK)
        return plan;
    glsort_memory_give(allocator, plan, sizeof *plan);
    return NULL;
}

static glsort_result take_region_params(struct glsort_plan* plan, const struct call* call)
{
    uint32_t bytes = plan->core.schedule.params_room;
    plan->region_params = glsort_memory_take(&plan->allocator, bytes);
    if (plan->region_params != NULL)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY, "no host memory for %u bytes",
                            bytes);
}

static void release_memory(struct glsort_plan* plan)
{
    glsort_allocator allocator = plan->allocator;
    glsort_memory_give(&allocator, plan->region_params, plan->core.schedule.params_room);
    glsort_plan_core_release(&plan->core, &allocator);
    glsort_memory_give(&allocator, plan, sizeof *plan);
}

// The context lists the plan from here on.
static void attach_context(struct glsort_plan* p, glsort_context* context)
{
    p->context = context;
    p->message = &context->message;
    p->executor = (struct executor){
        .device = &context->device,
        .programs = &context->programs,
        .resources = &p->resources,
        .storage_points = STATE_STORAGE_POINTS,
    };
    p->next = context->plans;
    if (p->next != NULL)
        p->next->previous = p;
    context->plans = p;
}

static glsort_result begin_programs(struct glsort_plan* p, const struct call* call)
{
    const struct device* d = &p->context->device;
    struct gl_state state;
    list_programs(p);
    glsort_state_save(&state, d, scope_of(p));
    glsort_result result = start_next(p, call);
    glsort_state_restore(&state, d);
    return result;
}

glsort_result glsort_plan_compose_begin(glsort_context* context, const struct call* call,
                                        const glsort_plan_desc* desc,
                                        const struct composition* composition,
                                        glsort_plan** plan)
{
    glsort_result result;
    glsort_plan* p = create_core(&context->device.limits, desc, &context->table,
                                 composition, &context->allocator, call, &result);
    if (p == NULL)
        return result;
    attach_context(p, context);
    result = take_region_params(p, call);
    if (result == GLSORT_OK)
        result = begin_programs(p, call);
    if (result == GLSORT_OK)
        *plan = p;
    else
        glsort_plan_release(p);
    return result;
}

// Ends the creation of a plan that was begun with this result.
static glsort_result complete(glsort_result result, const struct call* call,
                              glsort_plan** plan)
{
    if (result == GLSORT_OK)
        result = glsort_plan_advance(*plan, true, call);
    if (result != GLSORT_OK && plan != NULL) {
        glsort_plan_release(*plan);
        *plan = NULL;
    }
    return result;
}

glsort_result glsort_plan_compose(glsort_context* context, const struct call* call,
                                  const glsort_plan_desc* desc,
                                  const struct composition* composition,
                                  glsort_plan** plan)
{
    *plan = NULL;
    return complete(glsort_plan_compose_begin(context, call, desc, composition, plan),
                    call, plan);
}

static glsort_result begin_plan(glsort_context* context, const struct call* call,
                                const glsort_plan_desc* desc, glsort_plan** plan)
{
    if (plan != NULL)
        *plan = NULL;
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    if (desc == NULL || plan == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "%s is NULL",
                                desc == NULL ? "desc" : "plan");
    glsort_result result = glsort_context_check_modes(context, call);
    if (result != GLSORT_OK)
        return result;
    return glsort_plan_compose_begin(context, call, desc, &(struct composition){0}, plan);
}

glsort_result glsort_plan_create(glsort_context* context, const glsort_plan_desc* desc,
                                 glsort_plan** plan)
{
    const struct call call = context_call(context, "glsort_plan_create");
    return complete(begin_plan(context, &call, desc, plan), &call, plan);
}

glsort_result glsort_plan_create_begin(glsort_context* context,
                                       const glsort_plan_desc* desc, glsort_plan** plan)
{
    const struct call call = context_call(context, "glsort_plan_create_begin");
    return begin_plan(context, &call, desc, plan);
}

glsort_result glsort_plan_go_on(struct glsort_plan* plan, bool waits, const char* name)
{
    glsort_result result = glsort_plan_check(plan, name);
    if (result != GLSORT_OK)
        return result;
    const struct call call = {name, plan->message};
    if (plan->context == NULL)
        return glsort_call_fail(&call, GLSORT_ERROR_STATE,
                                "an offline plan has nothing to finish");
    result = glsort_plan_check_modes(plan, name);
    return result == GLSORT_OK ? glsort_plan_advance(plan, waits, &call) : result;
}

glsort_result glsort_plan_create_poll(glsort_plan* plan)
{
    return glsort_plan_go_on(plan, false, "glsort_plan_create_poll");
}

glsort_result glsort_plan_create_finish(glsort_plan* plan)
{
    return glsort_plan_go_on(plan, true, "glsort_plan_create_finish");
}

glsort_result glsort_plan_compose_offline(const struct glsort_limits* limits,
                                          const glsort_plan_desc* desc,
                                          const struct composition* composition,
                                          const struct call* call, glsort_plan** plan)
{
    glsort_result result = GLSORT_OK;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    *plan = create_core(limits, desc, NULL, composition, &allocator, call, &result);
    if (*plan != NULL)
        (*plan)->message = &(*plan)->own_message;
    return result;
}

glsort_result glsort_plan_create_offline(const glsort_limits* limits,
                                         const glsort_plan_desc* desc, char* message,
                                         size_t message_bytes, glsort_plan** plan)
{
    struct message m = {""};
    glsort_result result = GLSORT_ERROR_ARGUMENT;
    if (plan != NULL)
        *plan = NULL;
    if (limits == NULL || desc == NULL || plan == NULL) {
        glsort_message_fail(&m, result, "glsort_plan_create_offline: %s is NULL",
                            limits == NULL ? "limits"
                            : desc == NULL ? "desc"
                                           : "plan");
    } else {
        result = glsort_plan_compose_offline(
            limits, desc, &(struct composition){0},
            &(const struct call){"glsort_plan_create", &m}, plan);
    }
    glsort_message_copy(&m, message, message_bytes);
    return result;
}

const char* glsort_plan_last_error(const glsort_plan* plan)
{
    return plan == NULL ? "no glsort plan" : plan->message->text;
}

static bool others_need(const struct glsort_plan* plan, struct program_id id)
{
    for (const struct glsort_plan* p = plan->context->plans; p != NULL; p = p->next)
        if (p != plan && !p->finished && needs_program(p, id))
            return true;
    return false;
}

// Deletes the programs that are started for this unfinished plan alone.
static void drop_programs(struct glsort_plan* plan)
{
    for (uint32_t i = 0; i < plan->program_count; ++i)
        if (!others_need(plan, plan->programs[i]))
            glsort_programs_drop(&plan->context->programs, &plan->context->device,
                                 plan->programs[i]);
}

void glsort_plan_detach(struct glsort_plan* plan, const char* fate, bool deletes_objects)
{
    const struct device* d = &plan->context->device;
    if (deletes_objects && glsort_device_has_objects(d)) {
        // Other plans and the caller may go on with the buffers of an open run.
        if (plan->open && plan->next_pass > 0 && !plan_is_fragment(plan))
            glsort_executor_final_barrier(&plan->executor, plan->consumers);
        if (!plan->finished)
            drop_programs(plan);
        glsort_timer_destroy(&plan->timer, d, &plan->allocator);
        glsort_resources_destroy(&plan->resources, d);
    }
    glsort_timer_release(&plan->timer, &plan->allocator);
    plan->resources = (struct resources){0};
    plan->executor = (struct executor){0};
    plan->open = false;

    if (plan->next != NULL)
        plan->next->previous = plan->previous;
    if (plan->previous != NULL)
        plan->previous->next = plan->next;
    else
        plan->context->plans = plan->next;
    plan->next = plan->previous = NULL;
    plan->context = NULL;
    plan->fate = fate;
    plan->message = &plan->own_message;
}

void glsort_plan_release(glsort_plan* plan)
{
    if (plan == NULL)
        return;
    if (plan->context != NULL)
        glsort_plan_detach(plan, NULL, true);
    release_memory(plan);
}

void glsort_plan_destroy(glsort_plan* plan)
{
    if (plan != NULL && plan->core.composition.build == NULL)
        glsort_plan_release(plan);
}

uint32_t glsort_max_count(const glsort_limits* limits, const glsort_plan_desc* desc,
                          const char** reason)
{
    if (limits != NULL && desc != NULL)
        return glsort_plan_max_count(limits, desc, reason);
    if (reason != NULL)
        *reason = "limits or desc is NULL";
    return 0;
}

// ---- description ----------------------------------------------------------------------

static void sum_passes(const struct schedule* s, uint32_t count, glsort_plan_info* info)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        bytes += p->read_bytes + p->write_bytes;
        info->sort_pass_count += p->phase == GLSORT_PHASE_SORT;
    }
    info->pass_count = s->pass_count;
    info->bytes_per_element = count > 0 ? (double)bytes / count : 0.0;
}

void glsort_plan_fill_info(const struct glsort_plan* plan, uint32_t count,
                           glsort_plan_info* info)
{
    const struct plan_core* core = &plan->core;
    *info = (glsort_plan_info){
        .algorithm =
            core->algorithm != NULL ? core->algorithm->id : GLSORT_ALGORITHM_AUTO,
        .method = core->desc.method,
        .backend = core->desc.backend,
        .reason = core->reason,
        .max_count = core->desc.max_count,
        .count = count,
        .scratch_bytes = core->scratch_bytes,
    };
    sum_passes(&core->schedule, count, info);
}

glsort_result glsort_plan_describe(glsort_plan* plan, uint32_t count,
                                   glsort_plan_info* info)
{
    glsort_result result = glsort_plan_check(plan, "glsort_plan_describe");
    if (result != GLSORT_OK)
        return result;
    struct plan_core* core = &plan->core;
    result = glsort_plan_check_own(plan, "glsort_plan_describe");
    if (result == GLSORT_OK)
        result = glsort_plan_check_finished(plan, "glsort_plan_describe");
    if (result != GLSORT_OK)
        return result;
    if (plan->open)
        return glsort_message_fail(plan->message, GLSORT_ERROR_STATE,
                                   "glsort_plan_describe: a run of this plan is open");
    if (count > core->desc.max_count)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_RANGE,
            "glsort_plan_describe: count %u is above the plan's max_count "
            "%u",
            count, core->desc.max_count);
    // The CPU does not know the count, so runs have the passes of max_count.
    if (core->desc.count_source == GLSORT_COUNT_FROM_BUFFER)
        count = core->desc.max_count;
    plan->uploaded &= !glsort_plan_core_build(core, count, false);
    if (info != NULL)
        glsort_plan_fill_info(plan, count, info);
    return GLSORT_OK;
}

static glsort_pass_use describe_use(const struct schedule* s, const struct binding* b)
{
    return (glsort_pass_use){
        .slot = glsort_slot_name(s, b->slot),
        .usage = glsort_usage_name(b->usage),
        .access = b->access,
        .first_bytes = b->first_bytes,
        .range_bytes = b->range_bytes,
        .element_bytes = b->element_bytes,
        .stride_bytes = b->stride_bytes,
    };
}

glsort_result glsort_plan_describe_pass(const glsort_plan* plan, uint32_t at,
                                        glsort_pass_info* info, const char* call)
{
    glsort_result result = glsort_plan_check(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (info == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: info is NULL", call);
    result = glsort_plan_check_finished(plan, call);
    if (result != GLSORT_OK)
        return result;
    const struct schedule* s = &plan->core.schedule;
    if (at >= s->pass_count)
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: pass %u asked for, there are %u", call, at,
                                   s->pass_count);
    const struct pass* p = &s->passes[at];
    *info = (glsort_pass_info){
        .shader = glsort_pass_shader(p),
        .defines = glsort_pass_defines(p),
        .purpose = p->label,
        .kind = (glsort_pass_kind)p->kind,
        .phase = (glsort_phase)p->phase,
        .groups = p->groups,
        .indirect = p->indirect,
        .barriers = p->barriers,
        .level = p->level,
        .stage = p->stage,
        .stages = p->stage_count,
        .step = p->step,
        .read_bytes = p->read_bytes,
        .write_bytes = p->write_bytes,
        .use_count = p->binding_count,
    };
    glsort_pass_label(p, info->label, sizeof info->label);
    for (uint32_t i = 0; i < p->binding_count; ++i)
        info->uses[i] = describe_use(s, &p->bindings[i]);
    return GLSORT_OK;
}

glsort_result glsort_plan_pass(const glsort_plan* plan, uint32_t at,
                               glsort_pass_info* info)
{
    return glsort_plan_describe_pass(plan, at, info, "glsort_plan_pass");
}

glsort_result glsort_plan_timings(glsort_plan* plan, uint64_t* pass_ns,
                                  uint32_t* pass_count)
{
    glsort_result result = glsort_plan_check(plan, "glsort_plan_timings");
    if (result != GLSORT_OK)
        return result;
    if (pass_ns == NULL || pass_count == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "glsort_plan_timings: %s is NULL",
                                   pass_ns == NULL ? "pass_ns" : "pass_count");
    if (plan->context == NULL) {
        *pass_count = 0;
        return GLSORT_UNAVAILABLE;
    }
    result = glsort_plan_check_finished(plan, "glsort_plan_timings");
    if (result != GLSORT_OK)
        return result;
    uint32_t room = *pass_count;
    result = glsort_plan_check_context(plan, "glsort_plan_timings");
    if (result != GLSORT_OK)
        return result;
    result = glsort_timer_read(&plan->timer, &plan->context->device, pass_ns, pass_count);
    if (result == GLSORT_ERROR_RANGE)
        glsort_message_fail(plan->message, result,
                            "glsort_plan_timings: room for %u passes, the run had %u",
                            room, *pass_count);
    return result;
}
