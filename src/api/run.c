// SPDX-License-Identifier: MIT
// Entry points for runs: in one call or in steps, and peeking. Every check of their
// arguments is here and comes before any change.
#include "handles.h"

#include <stdio.h>
#include <string.h>

#include "buffer_checks.h"
#include "counting.h"
#include "keys.h"
#include "plan_scratch.h"
#include "ranges.h"
#include "shared/common.h"
#include "state.h"
#include "texture_checks.h"

static uint32_t scope_of(const struct glsort_plan* plan)
{
    uint32_t run = run_block_is_large(&plan->core.run) ? STATE_RUN : 0;
    bool buffers = plan->core.schedule.buffer_units != 0;
    if (plan_is_fragment(plan))
        return STATE_FRAGMENT | run | (buffers ? STATE_BUFFER_TEXTURES : 0);
    bool textures = glsort_resources_have_textures(&plan->resources);
    return STATE_COMPUTE | run | (textures ? STATE_TEXTURES : 0);
}

// ---- checks ---------------------------------------------------------------------------

// A resource in the arguments of a run or peek.
struct argument {
    const char* field;
    const glsort_resource* resource;
    bool wanted;  // the plan uses it
    bool texture; // otherwise a buffer
    struct range range;
};

static struct texture_use texture_use_of(const struct argument* a, const char* call)
{
    return (struct texture_use){
        .call = call,
        .field = a->field,
        .owner = "plan",
        .format = glsort_texture_of_words(a->range.element_bytes / 4),
        .elements = a->range.count,
    };
}

// "1000 elements of 4 bytes", and their stride if they are not packed.
struct elements_text {
    char chars[80];
};

static struct elements_text describe_elements(const struct range* r)
{
    struct elements_text text;
    int used = snprintf(text.chars, sizeof text.chars, "%u elements", r->count);
    if (range_gap(r) > 0)
        snprintf(text.chars + used, sizeof text.chars - (size_t)used,
                 " of %u bytes, one every %u,", r->element_bytes, r->stride_bytes);
    return text;
}

static glsort_result check_buffer(const struct glsort_plan* plan,
                                  const struct argument* a, const char* call)
{
    const struct glsort_limits* limits = &plan->core.limits;
    const glsort_resource* resource = a->resource;
    const uint64_t length = range_length(&a->range);
    const struct elements_text elements = describe_elements(&a->range);
    if (resource->width != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: %s has a width (%u), but is a buffer", call,
                                   a->field, resource->width);
    if (resource->offset % 4 != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: %s.offset %llu is not a multiple of 4", call,
                                   a->field, (unsigned long long)resource->offset);
    if (!range_ends_by(resource->offset, length, PTRDIFF_MAX))
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: %s.offset %llu and %s after it end beyond the "
                                   "largest byte offset of GL, %llu",
                                   call, a->field, (unsigned long long)resource->offset,
                                   elements.chars, (unsigned long long)PTRDIFF_MAX);
    if (glsort_scratch_overlaps(plan, resource->name, resource->offset, length))
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s and the scratch of this plan overlap in buffer %u", call, a->field,
            resource->name);
    if (plan_is_fragment(plan))
        return GLSORT_OK;
    uint64_t before = resource->offset % limits->storage_alignment;
    uint64_t bytes = before + length;
    if (bytes > limits->storage_block_bytes)
        return glsort_message_fail(plan->message, GLSORT_ERROR_LIMIT,
                                   "%s: %s needs a binding of %llu bytes (%s after %llu "
                                   "bytes of alignment), this device binds at most %llu",
                                   call, a->field, (unsigned long long)bytes,
                                   elements.chars, (unsigned long long)before,
                                   (unsigned long long)limits->storage_block_bytes);
    return GLSORT_OK;
}

static glsort_result check_argument(const struct glsort_plan* plan,
                                    const struct argument* a, const char* call)
{
    const glsort_resource* resource = a->resource;
    struct texture_use use = texture_use_of(a, call);
    if (!a->wanted && resource->name != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: %s is %u, but this plan does not use it", call,
                                   a->field, resource->name);
    if (!a->wanted)
        return GLSORT_OK;
    if (resource->name == 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: %s is none, but this plan needs it", call,
                                   a->field);
    return a->texture ? glsort_check_texture(plan, resource, &use)
                      : check_buffer(plan, a, call);
}

static bool takes_count_from_buffer(const struct glsort_plan* plan)
{
    return plan->core.desc.count_source == GLSORT_COUNT_FROM_BUFFER;
}

static bool is_texture(const struct glsort_plan* plan, uint32_t bit)
{
    return (plan->core.desc.textures & bit) != 0;
}

// Whether resources a and b are the same object at the same offset. The bits say which
// resources they are: a buffer and a texture may have the same name.
static bool is_same(const struct glsort_plan* plan, const glsort_resource* a,
                    uint32_t a_bit, const glsort_resource* b, uint32_t b_bit)
{
    return a->name != 0 && a->name == b->name && a->offset == b->offset &&
           is_texture(plan, a_bit) == is_texture(plan, b_bit);
}

// Keys and values may each be sorted in place, but a key output must not be a value input
// or output, nor a value output a key input.
static glsort_result check_crossed(const struct glsort_plan* plan,
                                   const glsort_run_args* args, const char* call)
{
    const struct {
        const char* fields;
        bool same;
    } list[] = {
        {"keys_out and values_out",
         is_same(plan, &args->keys_out, GLSORT_TEXTURE_KEYS_OUT, &args->values_out,
                 GLSORT_TEXTURE_VALUES_OUT)},
        {"keys_out and values_in", is_same(plan, &args->keys_out, GLSORT_TEXTURE_KEYS_OUT,
                                           &args->values_in, GLSORT_TEXTURE_VALUES_IN)},
        {"values_out and keys_in",
         is_same(plan, &args->values_out, GLSORT_TEXTURE_VALUES_OUT, &args->keys_in,
                 GLSORT_TEXTURE_KEYS_IN)},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].same)
            return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                       "%s: %s are the same object at the same offset",
                                       call, list[i].fields);
    return GLSORT_OK;
}

static bool sorts_keys_in_place(const struct glsort_plan* plan,
                                const glsort_run_args* args)
{
    return is_same(plan, &args->keys_in, GLSORT_TEXTURE_KEYS_IN, &args->keys_out,
                   GLSORT_TEXTURE_KEYS_OUT);
}

static bool sorts_values_in_place(const struct glsort_plan* plan,
                                  const glsort_run_args* args)
{
    return is_same(plan, &args->values_in, GLSORT_TEXTURE_VALUES_IN, &args->values_out,
                   GLSORT_TEXTURE_VALUES_OUT);
}

// Outputs are packed, so they would overlap an input with gaps element by element.
static glsort_result check_in_place(const struct glsort_plan* plan,
                                    const glsort_run_args* args, const char* call)
{
    const struct sort_desc* desc = &plan->core.desc;
    bool keys = desc->key_stride != 0 && sorts_keys_in_place(plan, args);
    if (!keys && (desc->value_stride == 0 || !sorts_values_in_place(plan, args)))
        return GLSORT_OK;
    struct range range = glsort_range_of(desc, keys ? SLOT_KEYS_IN : SLOT_VALUES_IN, 1);
    return glsort_message_fail(
        plan->message, GLSORT_ERROR_ARGUMENT,
        "%s: %s are the same object at the same offset, but %s is %u: only packed "
        "elements, here of %u bytes, can be sorted in place",
        call, keys ? "keys_in and keys_out" : "values_in and values_out",
        keys ? "key_stride" : "value_stride", range.stride_bytes, range.element_bytes);
}

// ---- objects --------------------------------------------------------------------------

static glsort_result check_object(const struct glsort_plan* plan,
                                  struct caller_bindings* bound, const struct argument* a,
                                  const char* call)
{
    const struct elements_text elements = describe_elements(&a->range);
    const struct texture_use texture = texture_use_of(a, call);
    const struct buffer_use buffer = {
        .call = call,
        .field = a->field,
        .owner = "plan",
        .name = a->resource->name,
        .elements = elements.chars,
        .offset = a->resource->offset,
        .end = a->resource->offset + range_length(&a->range),
    };
    return a->texture ? glsort_check_texture_object(plan, bound, a->resource, &texture)
                      : glsort_check_buffer_object(plan, bound, &buffer);
}

static glsort_result check_objects(const struct glsort_plan* plan,
                                   const struct argument* list, size_t list_count,
                                   const char* call)
{
    const struct device* d = plan->executor.device;
    glsort_result result = GLSORT_OK;
    struct caller_bindings bound = {.saved = false};
    if (d->clobbers_state)
        return GLSORT_OK;
    for (size_t i = 0; i < list_count && result == GLSORT_OK; ++i)
        if (list[i].wanted)
            result = check_object(plan, &bound, &list[i], call);
    glsort_caller_restore(&bound, d);
    return result;
}

// An unfinished plan has no object but its programs, of which the first one is started.
static bool has_own_programs(const struct glsort_plan* plan)
{
    const struct programs* programs = &plan->context->programs;
    for (uint32_t i = 0; i < plan->program_count; ++i) {
        struct program_id id = plan->programs[i];
        GLuint linked = programs->names[id.shader][id.variant];
        GLuint name =
            linked != 0 ? linked : programs->started[id.shader][id.variant].name;
        if (name != 0 && !plan->executor.device->gl.IsProgram(name))
            return false;
    }
    return true;
}

// In a GL context that shares objects with the plan's, the plan's buffers exist too.
// Vertex arrays are never shared, so on the fragment backend the plan's vertex array
// tells the two apart.
glsort_result glsort_plan_check_context(const struct glsort_plan* plan, const char* call)
{
    const struct device* d = plan->executor.device;
    const struct resources* r = &plan->resources;
    if (d->clobbers_state)
        return GLSORT_OK;
    glsort_result result = glsort_device_check_current(d, call, plan->message);
    if (result != GLSORT_OK || IS_BROWSER)
        return result;
    bool is_own = plan->finished
                      ? d->gl.IsBuffer(r->uniforms) &&
                            (r->vertex_array == 0 || d->gl.IsVertexArray(r->vertex_array))
                      : has_own_programs(plan);
    if (is_own)
        return GLSORT_OK;
    return glsort_message_fail(
        plan->message, GLSORT_ERROR_CONTEXT,
        "%s: the current GL context is not the one that the plan was created in", call);
}

static glsort_result check_resources(const struct glsort_plan* plan,
                                     const glsort_run_args* args, uint32_t count,
                                     const char* call)
{
    const struct sort_desc* desc = &plan->core.desc;
    const struct range one_word = {.count = 1, .element_bytes = 4, .stride_bytes = 4};
    bool from_buffer = takes_count_from_buffer(plan);
    const struct argument list[] = {
        {"keys_in", &args->keys_in, true, is_texture(plan, GLSORT_TEXTURE_KEYS_IN),
         glsort_range_of(desc, SLOT_KEYS_IN, count)},
        {"keys_out", &args->keys_out, !desc->discard_keys,
         is_texture(plan, GLSORT_TEXTURE_KEYS_OUT),
         glsort_range_of(desc, SLOT_KEYS_OUT, count)},
        {"values_in", &args->values_in, values_given(desc->values),
         is_texture(plan, GLSORT_TEXTURE_VALUES_IN),
         glsort_range_of(desc, SLOT_VALUES_IN, count)},
        {"values_out", &args->values_out, desc->values != GLSORT_VALUES_NONE,
         is_texture(plan, GLSORT_TEXTURE_VALUES_OUT),
         glsort_range_of(desc, SLOT_VALUES_OUT, count)},
        {"count_in", &args->count_in, from_buffer, false, one_word},
    };
    enum { ARGUMENTS = sizeof list / sizeof list[0], ELEMENTS = ARGUMENTS - 1 };
    for (size_t i = 0; i < ELEMENTS; ++i) {
        glsort_result result = check_argument(plan, &list[i], call);
        if (result != GLSORT_OK)
            return result;
    }
    if (from_buffer != (args->count_in.name != 0))
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: count_in is %u, but the plan's count comes from %s", call,
            args->count_in.name, from_buffer ? "a buffer" : "args.count");
    glsort_result result = check_crossed(plan, args, call);
    if (result == GLSORT_OK)
        result = check_in_place(plan, args, call);
    if (result == GLSORT_OK && from_buffer)
        result = check_buffer(plan, &list[ELEMENTS], call);
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(plan, call);
    return result == GLSORT_OK ? check_objects(plan, list, ARGUMENTS, call) : result;
}

static glsort_result check_run(const struct glsort_plan* plan,
                               const glsort_run_args* args, uint32_t count,
                               const char* call)
{
    glsort_result result = glsort_plan_check_runnable(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (count > plan->core.desc.max_count)
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: count %u is above the plan's max_count %u", call,
                                   count, plan->core.desc.max_count);
    if ((args->consumers & ~(uint32_t)ALL_CONSUMERS) != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: consumers 0x%x has unknown bits", call,
                                   args->consumers);
    // Nothing to sort, and a caller without elements may have no buffers.
    if (count == 0)
        return glsort_plan_check_context(plan, call);
    result = check_resources(plan, args, count, call);
    return result == GLSORT_OK ? glsort_scratch_check_run(plan, call) : result;
}

// ---- running --------------------------------------------------------------------------

static struct slot_object object_of(const glsort_resource* resource)
{
    return (struct slot_object){
        .name = resource->name,
        .offset = resource->offset,
        .width = resource->width,
    };
}

static void set_caller_slots(struct glsort_plan* plan, const glsort_run_args* args)
{
    struct slot_object* slots = plan->executor.slots;
    slots[SLOT_KEYS_IN] = object_of(&args->keys_in);
    slots[SLOT_KEYS_OUT] = object_of(&args->keys_out);
    slots[SLOT_VALUES_IN] = object_of(&args->values_in);
    slots[SLOT_VALUES_OUT] = object_of(&args->values_out);
    slots[SLOT_COUNT_IN] = object_of(&args->count_in);
}

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

static void begin(struct glsort_plan* plan, const glsort_run_args* args, uint32_t count)
{
    bool in_place = sorts_keys_in_place(plan, args) || sorts_values_in_place(plan, args);
    plan->uploaded &= !glsort_plan_core_build(&plan->core, count, in_place);
    set_caller_slots(plan, args);
    open_run(plan, args->consumers);
}

static void step(struct glsort_plan* plan, uint32_t passes)
{
    const struct schedule* s = &plan->core.schedule;
    const struct device* d = plan->executor.device;
    plan->executor.region_at = plan->region * plan->resources.region_bytes;
    glsort_executor_start(&plan->executor, s, plan_is_fragment(plan));
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

static uint32_t count_of(const struct glsort_plan* plan, const glsort_run_args* args)
{
    return takes_count_from_buffer(plan) ? plan->core.desc.max_count : args->count;
}

static glsort_result check_begin(glsort_plan* plan, const glsort_run_args* args,
                                 const char* call)
{
    glsort_result result = glsort_plan_check(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (args == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: args is NULL", call);
    result = glsort_plan_check_own(plan, call);
    if (result != GLSORT_OK)
        return result;
    return check_run(plan, args, count_of(plan, args), call);
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

glsort_result glsort_run(glsort_plan* plan, const glsort_run_args* args)
{
    glsort_result result = check_begin(plan, args, "glsort_run");
    if (result != GLSORT_OK)
        return result;
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of(plan));
    begin(plan, args, count_of(plan, args));
    step(plan, UINT32_MAX);
    end(plan);
    glsort_state_restore(&state, plan->executor.device);
    return GLSORT_OK;
}

void glsort_plan_build_run(struct glsort_plan* plan, uint32_t count, bool in_place)
{
    plan->uploaded &= !glsort_plan_core_build(&plan->core, count, in_place);
}

void glsort_plan_run_unseen(struct glsort_plan* plan)
{
    write_params(plan);
    step(plan, UINT32_MAX);
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
    step(plan, UINT32_MAX);
    end(plan);
    glsort_state_restore(&state, plan->executor.device);
}

glsort_result glsort_begin(glsort_plan* plan, const glsort_run_args* args)
{
    glsort_result result = check_begin(plan, args, "glsort_begin");
    if (result != GLSORT_OK)
        return result;
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of(plan));
    begin(plan, args, count_of(plan, args));
    glsort_state_restore(&state, plan->executor.device);
    return GLSORT_OK;
}

glsort_result glsort_step(glsort_plan* plan, uint32_t passes)
{
    glsort_result result = check_open(plan, "glsort_step");
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(plan, "glsort_step");
    if (result != GLSORT_OK)
        return result;
    struct gl_state state;
    glsort_state_save(&state, plan->executor.device, scope_of(plan));
    step(plan, passes);
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

// True if the resource, whose GLSORT_TEXTURE_* is `bit`, is also one of the open run.
static bool is_of_run(const struct glsort_plan* plan, const glsort_resource* resource,
                      uint32_t bit)
{
    // All others are always buffers.
    static const uint32_t bits[SLOT_SCRATCH] = {
        [SLOT_KEYS_IN] = GLSORT_TEXTURE_KEYS_IN,
        [SLOT_KEYS_OUT] = GLSORT_TEXTURE_KEYS_OUT,
        [SLOT_VALUES_IN] = GLSORT_TEXTURE_VALUES_IN,
        [SLOT_VALUES_OUT] = GLSORT_TEXTURE_VALUES_OUT,
    };
    for (int slot = SLOT_KEYS_IN; slot < SLOT_SCRATCH; ++slot) {
        const struct slot_object* object = &plan->executor.slots[slot];
        if (slot == SLOT_PEEK_KEYS || slot == SLOT_PEEK_VALUES)
            continue; // of the last peek
        if (resource->name != 0 && object->name == resource->name &&
            object->offset == resource->offset &&
            is_texture(plan, bits[slot]) == is_texture(plan, bit))
            return true;
    }
    return false;
}

static glsort_result check_peek(const glsort_plan* plan, const glsort_peek_args* args)
{
    const struct sort_desc* desc = &plan->core.desc;
    bool keys = args->keys_out.name != 0;
    bool values = args->values_out.name != 0;
    if (keys && desc->discard_keys)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "glsort_peek: keys_out is %u, but this plan discards keys",
            args->keys_out.name);
    if (values && desc->values == GLSORT_VALUES_NONE)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "glsort_peek: values_out is %u, but this plan has no values",
            args->values_out.name);
    if (is_of_run(plan, &args->keys_out, GLSORT_TEXTURE_KEYS_OUT) ||
        is_of_run(plan, &args->values_out, GLSORT_TEXTURE_VALUES_OUT) ||
        is_same(plan, &args->keys_out, GLSORT_TEXTURE_KEYS_OUT, &args->values_out,
                GLSORT_TEXTURE_VALUES_OUT))
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "glsort_peek: keys_out %u and values_out %u must be neither "
            "the same nor any of the run's",
            args->keys_out.name, args->values_out.name);
    if ((args->consumers & ~(uint32_t)ALL_CONSUMERS) != 0)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "glsort_peek: consumers 0x%x has unknown bits",
                                   args->consumers);
    const struct argument list[] = {
        {"keys_out", &args->keys_out, keys, is_texture(plan, GLSORT_TEXTURE_KEYS_OUT),
         glsort_range_of(desc, SLOT_PEEK_KEYS, plan->core.count)},
        {"values_out", &args->values_out, values,
         is_texture(plan, GLSORT_TEXTURE_VALUES_OUT),
         glsort_range_of(desc, SLOT_PEEK_VALUES, plan->core.count)},
    };
    glsort_result result = check_argument(plan, &list[0], "glsort_peek");
    if (result == GLSORT_OK)
        result = check_argument(plan, &list[1], "glsort_peek");
    if (result == GLSORT_OK)
        result = glsort_plan_check_context(plan, "glsort_peek");
    return result == GLSORT_OK ? check_objects(plan, list, 2, "glsort_peek") : result;
}

static glsort_result peek(struct glsort_plan* plan, const glsort_peek_args* args)
{
    struct executor* e = &plan->executor;
    struct schedule* s = &plan->core.peek;
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (s->passes[i].kind != GLSORT_PASS_UPLOAD &&
            glsort_programs_get(
                e->programs, e->device,
                (struct program_id){s->passes[i].shader, s->passes[i].variant},
                "glsort_peek", plan->message) == 0)
            return GLSORT_ERROR_SHADER;
    if (!glsort_executor_make_targets(e, s))
        return glsort_message_fail(plan->message, GLSORT_ERROR_LIMIT,
                                   "glsort_peek: the driver cannot render to the targets "
                                   "of a pass at once");
    e->slots[SLOT_PEEK_KEYS] = object_of(&args->keys_out);
    e->slots[SLOT_PEEK_VALUES] = object_of(&args->values_out);
    glsort_executor_patch_params(e, s);
    glsort_executor_upload(e, s, plan->resources.peek_at);
    // The open run writes the same memory before and after the peek, so barriers separate
    // them. The peek reads the count that the run's first pass has taken; before that
    // pass it takes the count itself.
    if (!plan_is_fragment(plan))
        glsort_executor_final_barrier(e,
                                      GLSORT_CONSUMER_TEXTURE | GLSORT_CONSUMER_UNIFORM);
    glsort_executor_start(e, s, plan_is_fragment(plan));
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
        result = check_peek(plan, args);
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
    glsort_state_save(&state, plan->executor.device, scope_of(plan));
    result = peek(plan, args);
    glsort_state_restore(&state, plan->executor.device);
    return result;
}
