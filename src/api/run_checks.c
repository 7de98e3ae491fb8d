// SPDX-License-Identifier: MIT
#include "run_checks.h"

#include <stddef.h>

#include "checks.h"
#include "keys.h"
#include "ranges.h"

// ---- resources ------------------------------------------------------------------------

// What a sort may have.
enum { COUNT_ON_GPU = 1, KEYS_OUT = 2, VALUES_IN = 4, VALUES_OUT = 8 };

#define AT(field) offsetof(glsort_run_args, field)
static const struct argument arguments[] = {
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_INPUT, 0, GLSORT_TEXTURE_KEYS_IN},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE,
     KEYS_OUT, GLSORT_TEXTURE_KEYS_OUT},
    {"values_in", AT(values_in), SLOT_VALUES_IN, ARGUMENT_INPUT, VALUES_IN,
     GLSORT_TEXTURE_VALUES_IN},
    {"values_out", AT(values_out), SLOT_VALUES_OUT, ARGUMENT_OUTPUT | ARGUMENT_IN_PLACE,
     VALUES_OUT, GLSORT_TEXTURE_VALUES_OUT},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
};

#define PEEK_AT(field) offsetof(glsort_peek_args, field)
static const struct argument peek_arguments[] = {
    {"keys_out", PEEK_AT(keys_out), SLOT_PEEK_KEYS, ARGUMENT_OUTPUT, KEYS_OUT,
     GLSORT_TEXTURE_KEYS_OUT},
    {"values_out", PEEK_AT(values_out), SLOT_PEEK_VALUES, ARGUMENT_OUTPUT, VALUES_OUT,
     GLSORT_TEXTURE_VALUES_OUT},
};

// A peek into a run of no elements checks its outputs too.
static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    glsort_measure_elements(r, a, measured);
    measured->wanted = true;
}

static bool is_texture(const struct glsort_plan* plan, uint8_t slot)
{
    static const uint32_t bits[SLOT_SCRATCH] = {
        [SLOT_KEYS_IN] = GLSORT_TEXTURE_KEYS_IN,
        [SLOT_KEYS_OUT] = GLSORT_TEXTURE_KEYS_OUT,
        [SLOT_VALUES_IN] = GLSORT_TEXTURE_VALUES_IN,
        [SLOT_VALUES_OUT] = GLSORT_TEXTURE_VALUES_OUT,
        [SLOT_PEEK_KEYS] = GLSORT_TEXTURE_KEYS_OUT,
        [SLOT_PEEK_VALUES] = GLSORT_TEXTURE_VALUES_OUT,
    };
    return (plan->core.desc.textures & bits[slot]) != 0;
}

static struct run_call call_of(const struct glsort_plan* plan, const char* call)
{
    return (struct run_call){.call = call, .what = "plan", .plan = plan};
}

// Whether resources a and b are the same object at the same offset. The slots say what
// they are: a buffer and a texture may have the same name.
static bool is_same(const struct glsort_plan* plan, const glsort_resource* a,
                    uint8_t a_slot, const glsort_resource* b, uint8_t b_slot)
{
    return a->name != 0 && a->name == b->name && a->offset == b->offset &&
           is_texture(plan, a_slot) == is_texture(plan, b_slot);
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
        {"keys_out and values_out", is_same(plan, &args->keys_out, SLOT_KEYS_OUT,
                                            &args->values_out, SLOT_VALUES_OUT)},
        {"keys_out and values_in",
         is_same(plan, &args->keys_out, SLOT_KEYS_OUT, &args->values_in, SLOT_VALUES_IN)},
        {"values_out and keys_in",
         is_same(plan, &args->values_out, SLOT_VALUES_OUT, &args->keys_in, SLOT_KEYS_IN)},
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
    return is_same(plan, &args->keys_in, SLOT_KEYS_IN, &args->keys_out, SLOT_KEYS_OUT);
}

static bool sorts_values_in_place(const struct glsort_plan* plan,
                                  const glsort_run_args* args)
{
    return is_same(plan, &args->values_in, SLOT_VALUES_IN, &args->values_out,
                   SLOT_VALUES_OUT);
}

bool glsort_run_is_in_place(const struct glsort_plan* plan, const glsort_run_args* args)
{
    return sorts_keys_in_place(plan, args) || sorts_values_in_place(plan, args);
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

// ---- runs -----------------------------------------------------------------------------

static bool takes_count_from_buffer(const struct glsort_plan* plan)
{
    return plan->core.desc.count_source == GLSORT_COUNT_FROM_BUFFER;
}

static glsort_result check_count_source(const struct glsort_plan* plan,
                                        const glsort_run_args* args, const char* call)
{
    bool from_buffer = takes_count_from_buffer(plan);
    if (from_buffer == (args->count_in.name != 0))
        return GLSORT_OK;
    return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                               "%s: count_in is %u, but the plan's count comes from %s",
                               call, args->count_in.name,
                               from_buffer ? "a buffer" : "args.count");
}

static glsort_result refuse(const struct run_arguments* r, const char* call)
{
    glsort_result result = check_crossed(r->plan, r->args, call);
    return result == GLSORT_OK ? check_in_place(r->plan, r->args, call) : result;
}

struct run_arguments glsort_run_arguments(struct glsort_plan* plan,
                                          const glsort_run_args* args, uint32_t count)
{
    static const struct run_kind kind = {
        "plan", arguments, sizeof arguments / sizeof arguments[0],
        false,  measure,   refuse};
    const struct sort_desc* d = &plan->core.desc;
    uint32_t has = (takes_count_from_buffer(plan) ? COUNT_ON_GPU : 0) |
                   (d->discard_keys ? 0 : KEYS_OUT) |
                   (values_given(d->values) ? VALUES_IN : 0) |
                   (d->values != GLSORT_VALUES_NONE ? VALUES_OUT : 0);
    return (struct run_arguments){&kind, plan, plan, args, count, has, d->textures};
}

uint32_t glsort_run_count(const struct glsort_plan* plan, const glsort_run_args* args)
{
    return takes_count_from_buffer(plan) ? plan->core.desc.max_count : args->count;
}

static glsort_result take_args(struct glsort_plan* plan, const glsort_run_args* args,
                               const char* name)
{
    const struct run_call call = call_of(plan, name);
    uint32_t count = glsort_run_count(plan, args);
    glsort_result result = glsort_plan_check_runnable(plan, name);
    if (result == GLSORT_OK)
        result = glsort_arguments_check_run(&call, count, args->consumers);
    if (result != GLSORT_OK)
        return result;
    const struct run_arguments r = glsort_run_arguments(plan, args, count);
    // Nothing to sort, and a caller without elements may have no buffers.
    if (count == 0) {
        result = glsort_plan_check_modes(plan, name);
        if (result == GLSORT_OK)
            glsort_arguments_set_slots(&r);
        return result;
    }
    result = check_count_source(plan, args, name);
    if (result == GLSORT_OK)
        result = glsort_arguments_take(&r, name);
    return result == GLSORT_OK ? glsort_scratch_check_run(plan, name) : result;
}

glsort_result glsort_run_take(struct glsort_plan* plan, const glsort_run_args* args,
                              const char* call)
{
    glsort_result result = glsort_plan_check(plan, call);
    if (result != GLSORT_OK)
        return result;
    if (args == NULL)
        return glsort_message_fail(plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: args is NULL", call);
    result = glsort_plan_check_own(plan, call);
    return result == GLSORT_OK ? take_args(plan, args, call) : result;
}

// ---- peeking --------------------------------------------------------------------------

// True if the resource is also one of the open run.
static bool is_of_run(const struct glsort_plan* plan, const glsort_resource* resource,
                      uint8_t slot)
{
    for (uint8_t i = SLOT_KEYS_IN; i < SLOT_SCRATCH; ++i) {
        const struct slot_object* object = &plan->executor.slots[i];
        const glsort_resource of_run = {.name = object->name, .offset = object->offset};
        if (i == SLOT_PEEK_KEYS || i == SLOT_PEEK_VALUES)
            continue; // of the last peek
        if (is_same(plan, resource, slot, &of_run, i))
            return true;
    }
    return false;
}

glsort_result glsort_peek_take(struct glsort_plan* plan, const glsort_peek_args* args)
{
    const struct run_call call = call_of(plan, "glsort_peek");
    const glsort_resource *keys = &args->keys_out, *values = &args->values_out;
    const uint32_t has =
        (keys->name != 0 ? KEYS_OUT : 0) | (values->name != 0 ? VALUES_OUT : 0);
    static const struct run_kind kind = {"plan", peek_arguments, 2, false, measure, NULL};
    const struct run_arguments r = {
        &kind, plan, plan, args, plan->core.count, has, plan->core.desc.textures};
    if (keys->name != 0 && plan->core.desc.discard_keys)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "glsort_peek: keys_out is %u, but this plan discards keys", keys->name);
    if (values->name != 0 && plan->core.desc.values == GLSORT_VALUES_NONE)
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "glsort_peek: values_out is %u, but this plan has no values", values->name);
    if (is_of_run(plan, keys, SLOT_PEEK_KEYS) ||
        is_of_run(plan, values, SLOT_PEEK_VALUES) ||
        is_same(plan, keys, SLOT_PEEK_KEYS, values, SLOT_PEEK_VALUES))
        return glsort_message_fail(
            plan->message, GLSORT_ERROR_ARGUMENT,
            "glsort_peek: keys_out %u and values_out %u must be neither "
            "the same nor any of the run's resources",
            keys->name, values->name);
    glsort_result result = glsort_arguments_check_consumers(&call, args->consumers);
    return result == GLSORT_OK ? glsort_arguments_take(&r, call.call) : result;
}
