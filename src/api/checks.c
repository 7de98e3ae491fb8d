// SPDX-License-Identifier: MIT
#include "checks.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "build.h"
#include "counting.h"
#include "passes.h"

// ---- measuring ------------------------------------------------------------------------

static bool is_used(uint32_t has, const struct argument* a)
{
    return (a->needs & ~has) == 0;
}

// Measures the keys or values in the slot of the argument.
static void measure_elements(const struct run* run, const struct argument* a,
                             struct measured* m)
{
    const struct sort_desc* desc = &run->plan->core.desc;
    uint32_t count = run->shape.count;
    const struct place at = glsort_place_of_caller(desc, a->slot);
    m->wanted = count > 0;
    m->bytes = place_bytes(&at, count);
    m->what = "elements";
    m->number = count;
    m->element_bytes = at.words * WORD_BYTES;
    m->stride_bytes = place_stride(&at);
    m->format = glsort_texture_of_words(at.words);
    m->texels = count;
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    *m = (struct measured){
        .field = a->field,
        .slot = a->slot,
        .resource = (const glsort_resource*)((const char*)run->args + a->at),
        .used = is_used(run->has, a),
        .read_first = (a->flags & ARGUMENT_READ_FIRST) != 0,
        .is_texture = (a->texture & run->textures) != 0,
        .output = (a->flags & ARGUMENT_OUTPUT) != 0,
    };
    if (m->used && (a->flags & ARGUMENT_COUNT) != 0) {
        m->wanted = true;
        m->bytes = WORD_BYTES;
        m->what = "counts";
        m->number = 1;
    } else if (m->used) {
        if ((a->flags & ARGUMENT_ELEMENTS) != 0)
            measure_elements(run, a, m);
        if (run->recipe->measure != NULL)
            run->recipe->measure(run, a, m);
    }
    if ((a->flags & ARGUMENT_OPTIONAL) != 0 && m->resource->name == 0)
        m->wanted = false;
}

static uint64_t start_of(const struct measured* m)
{
    return (m->resource->offset + m->first) / WORD_BYTES * WORD_BYTES;
}

// ---- names and ranges, without GL -----------------------------------------------------

static glsort_result check_name(const struct run* run, const struct measured* m,
                                const struct call* call)
{
    const glsort_resource* r = m->resource;
    if (!m->used && r->name != 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s is %u, but this %s does not use it", m->field,
                                r->name, run->recipe->noun);
    if (m->wanted && r->name == 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s is not given, but this %s needs it", m->field,
                                run->recipe->noun);
    if (r->name == 0 && (r->offset != 0 || r->width != 0))
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s has an offset (%llu) or a width (%u), but no name",
                                m->field, (unsigned long long)r->offset, r->width);
    return GLSORT_OK;
}

static glsort_result check_part(const struct run* run, const struct measured* m,
                                uint64_t first, uint64_t bytes, const struct call* call)
{
    const struct glsort_limits* limits = &run->plan->core.limits;
    uint64_t before = first % limits->storage_alignment;
    uint64_t binding = (before + bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
    uint64_t most = run->recipe->by_words ? glsort_most_bound_bytes(limits)
                                          : limits->storage_block_bytes;
    if (binding <= most)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                            "%s needs a binding of %llu bytes (%s after %llu bytes of "
                            "alignment), this device binds at most %llu",
                            m->field, (unsigned long long)binding,
                            glsort_number_text(m).chars, (unsigned long long)before,
                            (unsigned long long)most);
}

static glsort_result check_storage(const struct run* run, const struct measured* m,
                                   const struct call* call)
{
    if (m->parts == 0)
        return check_part(run, m, start_of(m), m->bytes, call);
    glsort_result result = GLSORT_OK;
    for (uint32_t at = 0; at < m->parts && result == GLSORT_OK; ++at)
        result = check_part(run, m, start_of(m) + at * m->part_step, m->part_bytes, call);
    return result;
}

// A buffer texture begins where the buffer does.
static glsort_result check_buffer_texture(const struct run* run, const struct measured* m,
                                          const struct call* call)
{
    uint64_t first = m->resource->offset + m->first;
    uint64_t most = (uint64_t)run->plan->executor.device->buffer_texels * WORD_BYTES;
    if (first + m->bytes <= most)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                            "%s ends at byte %llu of its buffer (%s at offset %llu), a "
                            "buffer texture of this device covers only the first %llu "
                            "bytes; a texture may hold them",
                            m->field, (unsigned long long)(first + m->bytes),
                            glsort_number_text(m).chars, (unsigned long long)first,
                            (unsigned long long)most);
}

static glsort_result check_range(const struct run* run, const struct measured* m,
                                 const struct call* call)
{
    uint64_t offset = m->resource->offset;
    uint32_t alignment = m->alignment == 0 ? WORD_BYTES : m->alignment;
    if (m->is_texture)
        return glsort_check_texture(run, m, call);
    if (m->resource->width != 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s has a width (%u), but is a buffer", m->field,
                                m->resource->width);
    if (offset % alignment != 0)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "%s.offset %llu is not a multiple of %u", m->field,
                                (unsigned long long)offset, alignment);
    if (!range_ends_by(offset, m->first + m->bytes, PTRDIFF_MAX))
        return glsort_call_fail(
            call, GLSORT_ERROR_RANGE,
            "%s.offset %llu plus %s exceeds the largest byte offset of GL, %llu",
            m->field, (unsigned long long)offset, glsort_number_text(m).chars,
            (unsigned long long)PTRDIFF_MAX);
    if (m->copied)
        return GLSORT_OK;
    if (!plan_is_fragment(run->plan))
        return check_storage(run, m, call);
    return m->fetched ? check_buffer_texture(run, m, call) : GLSORT_OK;
}

// ---- overlap --------------------------------------------------------------------------

static bool overlap(const struct measured* a, const struct measured* b)
{
    if (a->is_texture != b->is_texture || a->resource->name != b->resource->name)
        return false;
    return a->is_texture || ranges_overlap(start_of(a), a->bytes, start_of(b), b->bytes);
}

static glsort_result check_pair(const struct measured* a, const struct measured* b,
                                const struct call* call)
{
    bool same = b->in_place == a && a->resource->offset == b->resource->offset;
    bool packed = a->stride_bytes == a->element_bytes;
    if (!a->wanted || !b->wanted || (!a->output && !b->output) || a->read_first ||
        !overlap(a, b) || (same && packed))
        return GLSORT_OK;
    if (same)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "%s and %s are the same object at the same offset, but "
                                "the input has an element every %u bytes: only packed "
                                "elements, here of %u bytes, can be sorted in place",
                                a->field, b->field, a->stride_bytes, a->element_bytes);
    return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "%s and %s overlap in %s %u",
                            a->field, b->field, b->is_texture ? "texture" : "buffer",
                            b->resource->name);
}

static glsort_result check_overlap(const struct measured* list, uint32_t count,
                                   const struct call* call)
{
    glsort_result result = GLSORT_OK;
    for (uint32_t b = 0; b < count; ++b)
        for (uint32_t a = 0; a < b && result == GLSORT_OK; ++a)
            result = check_pair(&list[a], &list[b], call);
    return result;
}

// ---- the walk -------------------------------------------------------------------------

static glsort_result check_objects(const struct run* run, const struct measured* list,
                                   uint32_t count, const struct call* call)
{
    const struct device* d = run->plan->executor.device;
    struct caller_bindings bindings = {.saved = false};
    glsort_result result = glsort_plan_check_modes(run->plan, call);
    if (result != GLSORT_OK || d->clobbers_state)
        return result;
    for (uint32_t i = 0; i < count && result == GLSORT_OK; ++i)
        if (list[i].wanted)
            result = glsort_check_object(run, &list[i], &bindings, call);
    glsort_caller_restore(&bindings, d);
    return result;
}

static bool is_given(const struct run* run, const struct argument* a)
{
    const glsort_resource* r = (const glsort_resource*)((const char*)run->args + a->at);
    return r->name != 0 || r->offset != 0 || r->width != 0;
}

// Measures the arguments that runs of the plan use, and those that are given although
// none does. Most of a long table is neither. Returns how many there are.
static uint32_t measure_all(const struct run* run, struct measured* list)
{
    const struct recipe* recipe = run->recipe;
    uint32_t count = 0;
    assert(recipe->argument_count <= MOST_ARGUMENTS);
    for (uint32_t i = 0; i < recipe->argument_count; ++i) {
        const struct argument* a = recipe_argument(recipe, i);
        if (!is_used(run->has, a) && !is_given(run, a))
            continue;
        struct measured* m = &list[count++];
        measure(run, a, m);
        for (uint32_t in = 0; &list[in] < m && (a->flags & ARGUMENT_IN_PLACE) != 0; ++in)
            if (list[in].slot + 1 == a->slot)
                m->in_place = &list[in];
    }
    return count;
}

// Refuses resources, or fills in the slots and shape.in_place. The slots of arguments
// that no run of the plan uses stay empty. Returns how many are in the list.
static glsort_result take_resources(struct run* run, struct measured* list,
                                    uint32_t* listed, const struct call* call)
{
    const uint32_t count = measure_all(run, list);
    *listed = count;
    glsort_result result = GLSORT_OK;
    for (uint32_t i = 0; i < count && result == GLSORT_OK; ++i) {
        result = check_name(run, &list[i], call);
        if (result == GLSORT_OK && list[i].wanted)
            result = check_range(run, &list[i], call);
    }
    if (result == GLSORT_OK)
        result = check_overlap(list, count, call);
    if (result == GLSORT_OK)
        result = check_objects(run, list, count, call);
    for (uint32_t i = 0; i < count && result == GLSORT_OK; ++i) {
        const glsort_resource* r = list[i].resource;
        run->plan->executor.slots[list[i].slot] =
            (struct slot_object){.name = r->name,
                                 .offset = r->offset / WORD_BYTES * WORD_BYTES,
                                 .width = r->width,
                                 .layers = list[i].layered ? 1 : 0};
        run->shape.in_place |= list[i].wanted && list[i].in_place != NULL &&
                               list[i].in_place->wanted &&
                               overlap(list[i].in_place, &list[i]);
    }
    return result;
}

// ---- runs -----------------------------------------------------------------------------

static bool counts_on_gpu(const struct recipe* recipe, uint32_t has)
{
    for (uint32_t i = 0; i < recipe->argument_count; ++i)
        if (recipe_argument(recipe, i)->slot == SLOT_COUNT_IN)
            return is_used(has, recipe_argument(recipe, i));
    return false;
}

bool glsort_run_counts_on_gpu(const struct glsort_plan* plan)
{
    const struct recipe* recipe = plan->core.recipe;
    return counts_on_gpu(recipe, recipe->has(plan->what, &plan->core));
}

struct run glsort_run_of(struct glsort_plan* plan, const void* args)
{
    const struct recipe* recipe = plan->core.recipe;
    uint32_t has = recipe->has(plan->what, &plan->core);
    bool is_on_gpu = counts_on_gpu(recipe, has);
    return (struct run){
        .recipe = recipe,
        .plan = plan,
        .what = plan->what,
        .args = args,
        .has = has,
        .textures = recipe->textures == NULL ? 0 : recipe->textures(plan->what),
        .shape = {.count = is_on_gpu ? plan->core.max_count : *(const uint32_t*)args},
    };
}

static glsort_result check_consumers(uint32_t consumers, const struct call* call)
{
    if ((consumers & ~(uint32_t)ALL_CONSUMERS) == 0)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                            "consumers 0x%x has unknown bits", consumers);
}

// Arguments that the run before did not have.
static glsort_result take_new(struct run* run, const struct call* call)
{
    struct glsort_plan* plan = run->plan;
    const struct recipe* recipe = run->recipe;
    uint32_t consumers =
        *(const uint32_t*)((const char*)run->args + recipe->consumers_at);
    if (run->shape.count > run->plan->core.max_count)
        return glsort_call_fail(
            call, GLSORT_ERROR_RANGE, "%s %u is above the plan's %s %u",
            recipe->count == NULL ? "count" : recipe->count, run->shape.count,
            recipe->max_count == NULL ? "max_count" : recipe->max_count,
            run->plan->core.max_count);
    glsort_result result = check_consumers(consumers, call);
    if (result == GLSORT_OK && recipe->shape != NULL)
        result = recipe->shape(run, &run->shape, call);
    if (result == GLSORT_OK)
        result = take_resources(run, plan->last.list, &plan->last.count, call);
    return result;
}

glsort_result glsort_run_take(struct run* run, const struct call* call)
{
    struct glsort_plan* plan = run->plan;
    const uint32_t bytes = run->recipe->args_bytes;
    if (plan->last.holds && memcmp(run->args, plan->last.args, bytes) == 0) {
        run->shape = plan->last.shape;
        return check_objects(run, plan->last.list, plan->last.count, call);
    }
    plan->last.holds = plan->last.patched = false;
    memcpy(plan->last.args, run->args, bytes);
    run->args = plan->last.args;
    const glsort_result result = take_new(run, call);
    plan->last.shape = run->shape;
    plan->last.holds = result == GLSORT_OK;
    return result;
}

// ---- peeks ----------------------------------------------------------------------------

enum { PEEKS_AT_KEYS = 1, PEEKS_AT_VALUES = 2 };

#define AT(field) offsetof(glsort_peek_args, field)
static const struct argument peek_arguments[] = {
    {"keys_out", AT(keys_out), SLOT_PEEK_KEYS, ARGUMENT_ELEMENTS | ARGUMENT_OUTPUT,
     PEEKS_AT_KEYS, GLSORT_TEXTURE_KEYS_OUT},
    {"values_out", AT(values_out), SLOT_PEEK_VALUES, ARGUMENT_ELEMENTS | ARGUMENT_OUTPUT,
     PEEKS_AT_VALUES, GLSORT_TEXTURE_VALUES_OUT},
};
#undef AT

// A peek into a run of no elements checks its outputs too.
static void measure_peek(const struct run* run, const struct argument* a,
                         struct measured* m)
{
    (void)run;
    (void)a;
    m->wanted = true;
}

// True if the resource is also one of the open run. A buffer and a texture may have the
// same name.
static bool is_of_run(const struct glsort_plan* plan, const glsort_resource* r,
                      bool is_texture)
{
    const struct recipe* recipe = plan->core.recipe;
    uint32_t textures = recipe->textures == NULL ? 0 : recipe->textures(plan->what);
    for (uint32_t i = 0; i < recipe->argument_count && r->name != 0; ++i) {
        const struct argument* a = recipe_argument(recipe, i);
        const struct slot_object* of_run = &plan->executor.slots[a->slot];
        if (of_run->name == r->name && of_run->offset == r->offset &&
            ((a->texture & textures) != 0) == is_texture)
            return true;
    }
    return false;
}

glsort_result glsort_peek_take(struct glsort_plan* plan, const glsort_peek_args* args,
                               const struct call* call)
{
    static const struct recipe recipe = {
        .noun = "peek",
        .first_argument = peek_arguments,
        .argument_count = sizeof peek_arguments / sizeof peek_arguments[0],
        .measure = measure_peek,
    };
    const glsort_resource *keys = &args->keys_out, *values = &args->values_out;
    struct run run = {
        .recipe = &recipe,
        .plan = plan,
        .args = args,
        .has = (keys->name != 0 ? PEEKS_AT_KEYS : 0) |
               (values->name != 0 ? PEEKS_AT_VALUES : 0),
        .textures = plan->core.desc.textures,
        .shape = {.count = plan->core.shape.count},
    };
    if (keys->name != 0 && plan->core.desc.discard_keys)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "keys_out is %u, but this plan discards keys",
                                keys->name);
    if (values->name != 0 && plan->core.desc.values == GLSORT_VALUES_NONE)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "values_out is %u, but this plan has no values",
                                values->name);
    bool keys_texture = (run.textures & GLSORT_TEXTURE_KEYS_OUT) != 0;
    bool values_texture = (run.textures & GLSORT_TEXTURE_VALUES_OUT) != 0;
    bool same = keys->name != 0 && keys->name == values->name &&
                keys->offset == values->offset && keys_texture == values_texture;
    if (is_of_run(plan, keys, keys_texture) || is_of_run(plan, values, values_texture) ||
        same)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "keys_out %u and values_out %u must be neither the same "
                                "nor any of the run's resources",
                                keys->name, values->name);
    glsort_result result = check_consumers(args->consumers, call);
    struct measured list[MOST_ARGUMENTS];
    uint32_t count;
    return result == GLSORT_OK ? take_resources(&run, list, &count, call) : result;
}

// ---- warming up -----------------------------------------------------------------------

void glsort_run_texture_formats(const struct run* run, GLenum* formats)
{
    for (uint32_t i = 0; i < run->recipe->argument_count; ++i) {
        const struct argument* a = recipe_argument(run->recipe, i);
        struct measured m;
        measure(run, a, &m);
        if (m.used && m.is_texture)
            formats[a->slot] = kind_of_texture(&m);
    }
}
