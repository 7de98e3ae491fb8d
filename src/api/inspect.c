// SPDX-License-Identifier: MIT
// Entry points that describe plans.
#include <glsort/glsort_inspect.h>

#include "checks.h"
#include "pass_label.h"

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

static glsort_plan_info info_of(const struct glsort_plan* plan, uint32_t count)
{
    const struct plan_core* core = &plan->core;
    glsort_plan_info info = {
        .algorithm =
            core->algorithm != NULL ? core->algorithm->id : GLSORT_ALGORITHM_AUTO,
        .method = core->desc.method,
        .backend = core->desc.backend,
        .reason = glsort_plan_core_reason(core),
        .max_count = core->max_count,
        .count = count,
        .scratch_bytes = glsort_pool_bytes(&core->scratch),
    };
    sum_passes(&core->schedule, count, &info);
    return info;
}

glsort_result glsort_plan_describe(glsort_plan* plan, uint32_t count, uint32_t parts,
                                   glsort_plan_info* info)
{
    const struct call call = plan_call(plan, "glsort_plan_describe");
    glsort_result result = glsort_plan_check_finished(plan, &call);
    if (result != GLSORT_OK)
        return result;
    const struct plan_core* core = &plan->core;
    const struct recipe* recipe = core->recipe;
    struct shape shape = core->shape;
    if (plan->open)
        return glsort_call_fail(&call, GLSORT_ERROR_STATE, "a run of this plan is open");
    if (count > core->max_count)
        return glsort_call_fail(&call, GLSORT_ERROR_RANGE,
                                "count %u is above the plan's max_count %u", count,
                                core->max_count);
    shape.count = glsort_run_counts_on_gpu(plan) ? core->max_count : count;
    shape.in_place = false;
    uint32_t most = recipe->describe == NULL ? 0 : parts;
    if (recipe->describe != NULL)
        most = recipe->describe(plan->what, parts, &shape);
    if (recipe->describe == NULL ? parts > 0 : most > 0)
        return glsort_call_fail(
            &call, GLSORT_ERROR_RANGE, "%u %s asked for; this %s has at most %u", parts,
            recipe->parts == NULL ? "parts" : recipe->parts, recipe->noun, most);
    glsort_plan_build(plan, &shape);
    if (info != NULL)
        *info = info_of(plan, shape.count);
    return GLSORT_OK;
}

// Of the caller's resource its field among the arguments.
static const char* name_of(const struct plan_core* core, uint8_t slot)
{
    if (slot >= SLOT_SCRATCH)
        return core->schedule.scratch[slot - SLOT_SCRATCH].name;
    for (uint32_t i = 0; i < core->recipe->argument_count; ++i)
        if (recipe_argument(core->recipe, i)->slot == slot)
            return recipe_argument(core->recipe, i)->field;
    return "state";
}

static glsort_pass_use describe_use(const struct plan_core* core, const struct binding* b)
{
    return (glsort_pass_use){
        .slot = name_of(core, b->slot),
        .usage = glsort_usage_name(b->usage),
        .access = b->access,
        .first_bytes = b->first_bytes,
        .range_bytes = b->range_bytes,
        .element_bytes = b->element_bytes,
        .stride_bytes = b->stride_bytes,
    };
}

glsort_result glsort_plan_pass(const glsort_plan* plan, uint32_t at,
                               glsort_pass_info* info)
{
    const struct call call = plan_call(plan, "glsort_plan_pass");
    glsort_result result = glsort_plan_check_finished(plan, &call);
    if (result != GLSORT_OK)
        return result;
    if (info == NULL)
        return glsort_call_fail(&call, GLSORT_ERROR_ARGUMENT, "info is NULL");
    const struct schedule* s = &plan->core.schedule;
    if (at >= s->pass_count)
        return glsort_call_fail(&call, GLSORT_ERROR_RANGE,
                                "pass %u asked for, there are %u", at, s->pass_count);
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
        info->uses[i] = describe_use(&plan->core, &p->bindings[i]);
    return GLSORT_OK;
}

glsort_result glsort_plan_timings(glsort_plan* plan, uint64_t* pass_ns,
                                  uint32_t* pass_count)
{
    const struct call call = plan_call(plan, "glsort_plan_timings");
    glsort_result result = glsort_plan_check_finished(plan, &call);
    if (result != GLSORT_OK)
        return result;
    if (pass_ns == NULL || pass_count == NULL)
        return glsort_call_fail(&call, GLSORT_ERROR_ARGUMENT, "%s is NULL",
                                pass_ns == NULL ? "pass_ns" : "pass_count");
    if (plan->context->offline) {
        *pass_count = 0;
        return GLSORT_UNAVAILABLE;
    }
    uint32_t room = *pass_count;
    result = glsort_plan_check_context(plan, &call);
    if (result != GLSORT_OK)
        return result;
    result = glsort_timer_read(&plan->timer, &plan->context->device, pass_ns, pass_count);
    if (result == GLSORT_ERROR_RANGE)
        glsort_call_fail(&call, result, "room for %u passes, the run had %u", room,
                         *pass_count);
    return result;
}
