// SPDX-License-Identifier: MIT
// The life of plans: creation, at once or in steps, and destruction.
#include <glsort/glsort_inspect.h>

#include <assert.h>

#include "arguments.h"
#include "checks.h"
#include "handles.h"
#include "refusal.h"
#include "state.h"

static uint32_t scope_of_creation(const struct glsort_plan* plan)
{
    bool buffers = plan->buffer_units != 0;
    return STATE_CREATION | STATE_UNIT_0 |
           (plan_is_fragment(plan) ? STATE_FRAGMENT : STATE_COMPUTE) |
           (plan->executor.draw_buffers > USUAL_DRAW_BUFFERS ? STATE_MORE_TARGETS : 0) |
           (buffers ? STATE_BUFFER_TEXTURES : 0);
}

// ---- programs -------------------------------------------------------------------------

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
    plan->full |= plan->program_count == PLAN_PROGRAMS;
    if (plan->full)
        return;
    plan->programs[plan->program_count++] = id;
}

static void need_points(struct glsort_plan* plan, const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == USAGE_STORAGE &&
            p->bindings[i].unit >= STATE_STORAGE_POINTS)
            plan->executor.storage_points = state_more_points(plan->executor.device);
}

static void need_programs(struct glsort_plan* plan)
{
    const struct schedule* s = &plan->core.schedule;
    plan->executor.draw_buffers =
        larger(plan->executor.draw_buffers, glsort_schedule_draw_buffers(s));
    plan->buffer_units |= s->buffer_units;
    plan->gpu_count |= s->gpu_count;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        need_points(plan, p);
        plan->transfers |=
            p->kind == GLSORT_PASS_UPLOAD || p->kind == GLSORT_PASS_DOWNLOAD;
        if (p->kind != GLSORT_PASS_UPLOAD)
            need_program(plan, (struct program_id){p->shader, p->variant});
    }
}

static void list_programs_of(struct glsort_plan* plan, const struct shape* shape)
{
    glsort_plan_core_build(&plan->core, shape);
    need_programs(plan);
}

// The programs of runs in place, which may need more than other runs, and of other runs,
// including those of smaller counts, and of none, that may need programs of their own.
static void list_programs(struct glsort_plan* plan)
{
    struct plan_core* core = &plan->core;
    struct shape shape;
    for (uint32_t i = core->tier_count; i-- > 0;) {
        shape = glsort_plan_core_largest_of(core, i);
        shape.in_place = core->recipe->in_place;
        if (shape.in_place)
            list_programs_of(plan, &shape);
        shape.in_place = false;
        do
            list_programs_of(plan, &shape);
        while (glsort_plan_core_other_programs(core, &shape));
    }
    shape.count = 0;
    if (!glsort_run_counts_on_gpu(plan))
        list_programs_of(plan, &shape);
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

static glsort_result start_programs(struct glsort_plan* plan, const struct call* call)
{
    glsort_result result = GLSORT_OK;
    for (uint32_t i = 0; i < plan->program_count && result == GLSORT_OK; ++i)
        result = start_program(plan, i, call);
    return result;
}

// Starts all before it waits for any.
static glsort_result link_programs(struct glsort_plan* plan, const struct call* call)
{
    glsort_result result = start_programs(plan, call);
    for (uint32_t i = 0; i < plan->program_count && result == GLSORT_OK; ++i)
        result = collect_program(plan, i, true, call);
    return result;
}

// ---- objects --------------------------------------------------------------------------

static glsort_result create_objects(struct glsort_plan* plan, const struct call* call)
{
    const struct device* d = &plan->context->device;
    struct plan_core* core = &plan->core;
    bool timed = (core->flags & GLSORT_PLAN_TIMINGS) != 0;
    glsort_result result = glsort_timer_create(
        &plan->timer, d, timed ? core->schedule.pass_room : 0, &plan->allocator, call);
    if (result != GLSORT_OK)
        return result;
    const struct resources_wanted wanted = {
        .scratch = &core->scratch,
        .shared = &plan->context->shared[plan_is_fragment(plan)],
        .max_count = core->max_count,
        .params_bytes = core->schedule.params_room,
        .peek_params_bytes = core->peek.params_room,
        .run_bytes = core->block.bytes,
        .gpu_count = plan->gpu_count,
        .buffer_units = plan->buffer_units,
        .fragment = plan_is_fragment(plan),
    };
    result = glsort_resources_create(&plan->resources, d, &wanted, call);
    if (result != GLSORT_OK)
        glsort_timer_destroy(&plan->timer, d, &plan->allocator);
    return result;
}

static bool make_targets_of(struct glsort_plan* plan, const struct shape* shape)
{
    plan->core.built = false; // so that its slots are set
    glsort_plan_build(plan, shape);
    return glsort_executor_make_targets(&plan->executor, &plan->core.schedule);
}

// Attaches the targets of runs in place, which may draw to a few more, and of other runs.
static bool attach_targets(struct glsort_plan* plan)
{
    const struct plan_core* core = &plan->core;
    bool made = true;
    for (uint32_t i = 0; i < core->tier_count && made; ++i) {
        struct shape shape = glsort_plan_core_largest_of(core, i);
        made = make_targets_of(plan, &shape);
        shape.in_place = core->recipe->in_place;
        if (made && shape.in_place)
            made = make_targets_of(plan, &shape);
    }
    return made;
}

static glsort_result make_targets(struct glsort_plan* plan, const struct call* call)
{
    const struct device* d = &plan->context->device;
    if (attach_targets(plan))
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

// Ends the creation. Until there is a run, descriptions are of the largest schedule
// without the options that only enlarge it.
static void finish(struct glsort_plan* plan)
{
    struct plan_core* core = &plan->core;
    const struct shape covering = glsort_covering_shape(core, (struct covering_run){0});
    core->shape = glsort_plan_core_largest(core);
    for (uint32_t i = 0; i < SHAPE_WORDS; ++i)
        if ((core->recipe->option_words >> i & 1) != 0)
            core->shape.words[i] = covering.words[i];
    core->built = false;
    plan->finished = true;
}

static glsort_result attach_objects(struct glsort_plan* plan, const struct call* call)
{
    glsort_result result = create_objects(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (plan_is_fragment(plan))
        result = make_targets(plan, call);
    if (result == GLSORT_OK)
        finish(plan);
    return result;
}

glsort_result glsort_plan_unshare(struct glsort_plan* plan, const struct call* call)
{
    const struct device* d = &plan->context->device;
    const struct shape shape = plan->core.shape;
    struct gl_state state;
    if (plan->resources.shared == NULL)
        return GLSORT_OK;
    glsort_state_save(&state, d, scope_of_creation(plan));
    glsort_result result = glsort_resources_unshare(&plan->resources, d, call);
    if (result == GLSORT_OK && plan_is_fragment(plan) && !attach_targets(plan))
        result = glsort_call_fail(call, GLSORT_ERROR_DEVICE_MEMORY,
                                  "the driver no longer renders to the plan's textures");
    glsort_state_restore(&state, d);
    plan->core.built = false; // so that its slots are set
    glsort_plan_build(plan, &shape);
    return result;
}

static glsort_result advance(struct glsort_plan* plan, bool waits,
                             const struct call* call)
{
    glsort_result result = GLSORT_OK;
    bool linked = has_programs(plan);
    if (!linked && waits)
        result = link_programs(plan, call);
    else if (!linked)
        result = poll_programs(plan, call);
    if (result != GLSORT_OK)
        return result;
    return linked || waits ? attach_objects(plan, call) : GLSORT_NOT_READY;
}

static glsort_result go_on(struct glsort_plan* plan, bool waits, const struct call* call)
{
    const struct device* d = &plan->context->device;
    struct gl_state state;
    if (plan->finished)
        return GLSORT_OK;
    glsort_state_save(&state, d, scope_of_creation(plan));
    glsort_result result = advance(plan, waits, call);
    glsort_state_restore(&state, d);
    return result;
}

// ---- creation -------------------------------------------------------------------------
//
// In steps: the host memory, the list of programs and the first of them at once (begin),
// then program after program, then the GL objects (go_on).

static void* take(const glsort_allocator* allocator, size_t bytes,
                  const struct call* call)
{
    void* block = glsort_memory_take(allocator, bytes);
    if (block == NULL)
        glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY, "no host memory for %llu bytes",
                         (unsigned long long)bytes);
    return block;
}

static size_t bytes_of_last(const struct recipe* recipe)
{
    return recipe->argument_count * sizeof(struct measured) + recipe->args_bytes;
}

static void release_memory(struct glsort_plan* plan)
{
    glsort_allocator allocator = plan->allocator;
    glsort_memory_give(&allocator, plan->region_params, plan->core.schedule.params_room);
    glsort_plan_core_release(&plan->core, &allocator);
    if (plan->core.recipe != NULL)
        glsort_memory_give(&allocator, plan->what, plan->core.recipe->what_bytes);
    if (plan->last.list != NULL)
        glsort_memory_give(&allocator, plan->last.list, bytes_of_last(plan->core.recipe));
    glsort_memory_give(&allocator, plan, sizeof *plan);
}

// The caller's struct may be gone after the creation.
static void keep_tuning(struct glsort_plan* plan, const struct recipe* recipe)
{
    const struct glsort_tuning** tuning = (void*)((char*)plan->what + recipe->tuning_at);
    if (recipe->tuning_at == 0 || *tuning == NULL)
        return;
    plan->tuning = **tuning;
    *tuning = &plan->tuning;
}

// Fills in what the plan keeps of the descriptor, and its core.
static glsort_result make_core(struct glsort_plan* plan, glsort_context* context,
                               const struct recipe* recipe, const void* desc,
                               const struct call* call)
{
    const struct glsort_limits* limits = &context->device.limits;
    uint32_t flags = *(const uint32_t*)((const char*)desc + recipe->flags_at);
    plan->core.recipe = recipe;
    plan->what = take(&plan->allocator, recipe->what_bytes, call);
    if (plan->what == NULL)
        return GLSORT_ERROR_HOST_MEMORY;
    if (!context->offline) {
        plan->last.list = take(&plan->allocator, bytes_of_last(recipe), call);
        if (plan->last.list == NULL)
            return GLSORT_ERROR_HOST_MEMORY;
        plan->last.args = &plan->last.list[recipe->argument_count];
    }
    const uint64_t traits = recipe->traits == NULL ? 0 : recipe->traits(desc);
    const struct field_check check = {desc, NULL, traits, recipe->noun, .call = call};
    glsort_result result = glsort_check_fields(&check, recipe->fields);
    if (result == GLSORT_OK)
        result = recipe->fill(desc, limits, plan->what, call);
    if (result == GLSORT_OK)
        keep_tuning(plan, recipe);
    if (result == GLSORT_OK && recipe->fill_device != NULL && !context->offline)
        result = recipe->fill_device(plan->what, &context->device, call);
    if (result == GLSORT_OK)
        result =
            glsort_plan_core_create(&plan->core, recipe, plan->what, flags & PLAN_FLAGS,
                                    limits, &context->table, &plan->allocator, call);
    return result;
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
    uint32_t bytes = p->core.schedule.params_room;
    p->region_params = take(&p->allocator, bytes, call);
    if (p->region_params == NULL)
        return GLSORT_ERROR_HOST_MEMORY;
    list_programs(p);
    if (p->full || p->core.schedule.full)
        return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                                "a plan of this kind needs more than %u programs or %u "
                                "scratch objects",
                                (unsigned)PLAN_PROGRAMS, (unsigned)MAX_SCRATCH);
    return GLSORT_OK;
}

// Creates the plan at once, or begins its creation in steps.
static glsort_result begin(struct glsort_plan* p, const struct call* call)
{
    const struct device* d = &p->context->device;
    struct gl_state state;
    glsort_result result = begin_programs(p, call);
    if (result != GLSORT_OK)
        return result;
    if ((p->core.flags & GLSORT_PLAN_CREATE_IN_STEPS) == 0)
        return go_on(p, true, call);
    glsort_state_save(&state, d, scope_of_creation(p));
    result = start_next(p, call);
    glsort_state_restore(&state, d);
    return result;
}

static glsort_result make(glsort_context* context, const struct recipe* recipe,
                          const void* desc, glsort_plan** plan, const struct call* call)
{
    glsort_plan* p = take(&context->allocator, sizeof *p, call);
    if (p == NULL)
        return GLSORT_ERROR_HOST_MEMORY;
    p->allocator = context->allocator;
    glsort_result result = make_core(p, context, recipe, desc, call);
    if (result != GLSORT_OK) {
        release_memory(p);
        return result;
    }
    attach_context(p, context);
    if (context->offline)
        finish(p);
    else
        result = begin(p, call);
    if (result == GLSORT_OK)
        *plan = p;
    else
        glsort_plan_destroy(p);
    return result;
}

glsort_result glsort_plan_make(glsort_context* context, const struct recipe* recipe,
                               const void* desc, glsort_plan** plan)
{
    const struct call call = context_call(context, recipe->create);
    if (plan != NULL)
        *plan = NULL;
    if (context == NULL)
        return GLSORT_ERROR_ARGUMENT;
    if (desc == NULL || plan == NULL)
        return glsort_call_fail(&call, GLSORT_ERROR_ARGUMENT, "%s is NULL",
                                desc == NULL ? "desc" : "plan");
    glsort_result result = GLSORT_OK;
    if (!context->offline)
        result = glsort_device_check_modes(&context->device, false, &call);
    return result == GLSORT_OK ? make(context, recipe, desc, plan, &call) : result;
}

static glsort_result go_on_by(glsort_plan* plan, bool waits, const char* name)
{
    const struct call call = plan_call(plan, name);
    glsort_result result = glsort_plan_check(plan, &call);
    if (result != GLSORT_OK)
        return result;
    if (plan->context->offline)
        return glsort_call_fail(&call, GLSORT_ERROR_STATE,
                                "an offline plan has nothing to finish");
    result = glsort_plan_check_modes(plan, &call);
    return result == GLSORT_OK ? go_on(plan, waits, &call) : result;
}

glsort_result glsort_plan_poll(glsort_plan* plan)
{
    return go_on_by(plan, false, "glsort_plan_poll");
}

glsort_result glsort_plan_finish(glsort_plan* plan)
{
    return go_on_by(plan, true, "glsort_plan_finish");
}

// ---- destruction ----------------------------------------------------------------------

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
    if (deletes_objects) {
        // Other plans and the caller may go on with the buffers of an open run.
        if (plan->open && plan->next_pass > 0 && !plan_is_fragment(plan))
            glsort_executor_final_barrier(&plan->executor, plan->consumers);
        if (!plan->finished)
            drop_programs(plan);
        glsort_timer_destroy(&plan->timer, d, &plan->allocator);
        glsort_resources_destroy(&plan->resources, d);
    }
    glsort_timer_release(&plan->timer, &plan->allocator);
    glsort_resources_forget(&plan->resources);
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

void glsort_plan_destroy(glsort_plan* plan)
{
    if (plan == NULL)
        return;
    if (plan->context != NULL)
        glsort_plan_detach(plan, NULL,
                           glsort_context_deletes(plan->context, "glsort_plan_destroy"));
    release_memory(plan);
}
