// SPDX-License-Identifier: MIT
#include "checks.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "alone.h"
#include "buffer_checks.h"
#include "counting.h"
#include "ranges.h"
#include "stand_ins.h"

enum { WORD_BYTES = 4 };

static uint64_t start_of(const struct run_argument* a)
{
    return (a->resource->offset + a->first) / WORD_BYTES * WORD_BYTES;
}

static struct texture_use texture_use_of(const struct run_call* c,
                                         const struct run_argument* a)
{
    return (struct texture_use){
        .call = c->call,
        .field = a->field,
        .owner = c->what,
        .format = a->format,
        .elements = a->texels,
    };
}

// "1000 elements" or "1 element", and what they are if they are not packed.
struct number_text {
    char chars[80];
};

static const char* noun_of(const struct run_argument* a)
{
    static const struct {
        const char* many;
        const char* one;
    } nouns[] = {
        {"elements", "element"}, {"vertices", "vertex"},
        {"views", "view"},       {"visible counts", "visible count"},
        {"commands", "command"}, {"segments and their end", "segment and its end"},
        {"lists", "list"},       {"lists and their end", "list and its end"},
        {"nodes", "node"},       {"entries", "entry"},
        {"records", "record"},   {"indices", "index"},
        {"words", "word"},       {"counts", "count"},
    };
    for (size_t i = 0; i < sizeof nouns / sizeof nouns[0] && a->number == 1; ++i)
        if (strcmp(a->what, nouns[i].many) == 0)
            return nouns[i].one;
    return a->what;
}

static struct number_text describe(const struct run_argument* a)
{
    struct number_text text;
    int used = snprintf(text.chars, sizeof text.chars, "%u %s", a->number, noun_of(a));
    if (a->stride_bytes > a->element_bytes)
        snprintf(text.chars + used, sizeof text.chars - (size_t)used,
                 " of %u bytes, one every %u,", a->element_bytes, a->stride_bytes);
    return text;
}

static bool is_wanted(const struct run_argument* a)
{
    return a->wanted && (!a->optional || a->resource->name != 0);
}

static glsort_result check_name(const struct run_call* c, const struct run_argument* a)
{
    if (!a->used && a->resource->name != 0)
        return glsort_message_fail(c->plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: %s is %u, but this %s does not use it", c->call,
                                   a->field, a->resource->name, c->what);
    if (a->wanted && !a->optional && a->resource->name == 0)
        return glsort_message_fail(c->plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: %s is not given, but this %s needs it", c->call,
                                   a->field, c->what);
    if (a->resource->name == 0 && (a->resource->offset != 0 || a->resource->width != 0))
        return glsort_message_fail(
            c->plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s has an offset (%llu) or a width (%u), but no name", c->call, a->field,
            (unsigned long long)a->resource->offset, a->resource->width);
    return GLSORT_OK;
}

static glsort_result check_part(const struct run_call* c, const struct run_argument* a,
                                uint64_t first, uint64_t bytes)
{
    uint64_t before = first % c->plan->core.limits.storage_alignment;
    uint64_t binding = (before + bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
    if (binding <= c->most_bound_bytes)
        return GLSORT_OK;
    return glsort_message_fail(c->plan->message, GLSORT_ERROR_LIMIT,
                               "%s: %s needs a binding of %llu bytes (%s after %llu "
                               "bytes of alignment), this device binds at most %llu",
                               c->call, a->field, (unsigned long long)binding,
                               describe(a).chars, (unsigned long long)before,
                               (unsigned long long)c->most_bound_bytes);
}

static glsort_result check_storage(const struct run_call* c, const struct run_argument* a)
{
    if (a->parts == 0)
        return check_part(c, a, start_of(a), a->bytes);
    glsort_result result = GLSORT_OK;
    for (uint32_t at = 0; at < a->parts && result == GLSORT_OK; ++at)
        result = check_part(c, a, start_of(a) + at * a->part_step, a->part_bytes);
    return result;
}

// A buffer texture begins where the buffer does.
static glsort_result check_buffer_texture(const struct run_call* c,
                                          const struct run_argument* a)
{
    uint64_t first = a->resource->offset + a->first;
    uint64_t most = (uint64_t)c->plan->executor.device->buffer_texels * WORD_BYTES;
    if (first + a->bytes <= most)
        return GLSORT_OK;
    return glsort_message_fail(
        c->plan->message, GLSORT_ERROR_LIMIT,
        "%s: %s ends at byte %llu of its buffer (%s at offset %llu), a buffer texture "
        "of this device covers only the first %llu bytes",
        c->call, a->field, (unsigned long long)(first + a->bytes), describe(a).chars,
        (unsigned long long)first, (unsigned long long)most);
}

static glsort_result check_binding(const struct run_call* c, const struct run_argument* a)
{
    if (a->copied)
        return GLSORT_OK;
    if (!plan_is_fragment(c->plan))
        return check_storage(c, a);
    return a->fetched ? check_buffer_texture(c, a) : GLSORT_OK;
}

static glsort_result check_range(const struct run_call* c, const struct run_argument* a)
{
    uint64_t offset = a->resource->offset;
    uint32_t alignment = a->alignment == 0 ? WORD_BYTES : a->alignment;
    struct texture_use texture = texture_use_of(c, a);
    if (a->is_texture)
        return glsort_check_texture(c->plan, a->resource, &texture);
    if (a->resource->width != 0)
        return glsort_message_fail(c->plan->message, GLSORT_ERROR_ARGUMENT,
                                   "%s: %s has a width (%u), but is a buffer", c->call,
                                   a->field, a->resource->width);
    if (offset % alignment != 0)
        return glsort_message_fail(c->plan->message, GLSORT_ERROR_RANGE,
                                   "%s: %s.offset %llu is not a multiple of %u", c->call,
                                   a->field, (unsigned long long)offset, alignment);
    if (!range_ends_by(offset, a->first + a->bytes, PTRDIFF_MAX))
        return glsort_message_fail(c->plan->message, GLSORT_ERROR_RANGE,
                                   "%s: %s.offset %llu plus %s exceeds the "
                                   "largest byte offset of GL, "
                                   "%llu",
                                   c->call, a->field, (unsigned long long)offset,
                                   describe(a).chars, (unsigned long long)PTRDIFF_MAX);
    if (glsort_scratch_overlaps(c->plan, a->resource->name, start_of(a), a->bytes))
        return glsort_message_fail(
            c->plan->message, GLSORT_ERROR_ARGUMENT,
            "%s: %s and the scratch of this %s overlap in buffer %u", c->call, a->field,
            c->what, a->resource->name);
    return check_binding(c, a);
}

static bool overlap(const struct run_argument* a, const struct run_argument* b)
{
    if (a->is_texture || b->is_texture)
        return a->is_texture && b->is_texture && a->resource->name == b->resource->name;
    return a->resource->name == b->resource->name &&
           ranges_overlap(start_of(a), a->bytes, start_of(b), b->bytes);
}

static bool is_in_place(const struct run_argument* out, const struct run_argument* in)
{
    return out->in_place == in->resource && out->resource->offset == in->resource->offset;
}

static glsort_result check_overlap(const struct run_call* c,
                                   const struct run_argument* list, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < i; ++k) {
            const struct run_argument *a = &list[k], *b = &list[i];
            if (!is_wanted(a) || !is_wanted(b) || (!a->output && !b->output) ||
                a->read_first || is_in_place(b, a) || !overlap(a, b))
                continue;
            return glsort_message_fail(
                c->plan->message, GLSORT_ERROR_ARGUMENT, "%s: %s and %s overlap in %s %u",
                c->call, a->field, b->field, b->is_texture ? "texture" : "buffer",
                b->resource->name);
        }
    return GLSORT_OK;
}

static glsort_result check_object(const struct run_call* c,
                                  struct caller_bindings* bindings,
                                  const struct run_argument* a)
{
    const struct number_text elements = describe(a);
    const struct buffer_use use = {
        .call = c->call,
        .field = a->field,
        .owner = c->what,
        .name = a->resource->name,
        .elements = elements.chars,
        .number = a->number,
        .offset = a->resource->offset + a->first,
        .end = start_of(a) + a->bytes,
    };
    const struct texture_use texture = texture_use_of(c, a);
    if (a->is_texture)
        return glsort_check_texture_object(c->plan, bindings, a->resource, &texture);
    return glsort_check_buffer_object(c->plan, bindings, &use);
}

static glsort_result check_ranges(const struct run_call* call,
                                  const struct run_argument* list, uint32_t count)
{
    glsort_result result = GLSORT_OK;
    for (uint32_t i = 0; i < count && result == GLSORT_OK; ++i) {
        result = check_name(call, &list[i]);
        if (result == GLSORT_OK && is_wanted(&list[i]))
            result = check_range(call, &list[i]);
    }
    return result;
}

static glsort_result check_objects(const struct run_call* call,
                                   const struct run_argument* list, uint32_t count)
{
    const struct device* d = call->plan->executor.device;
    struct caller_bindings bindings = {.saved = false};
    glsort_result result = glsort_plan_check_modes(call->plan, call->call);
    if (result != GLSORT_OK || d->clobbers_state)
        return result;
    for (uint32_t i = 0; i < count && result == GLSORT_OK; ++i)
        if (is_wanted(&list[i]))
            result = check_object(call, &bindings, &list[i]);
    glsort_caller_restore(&bindings, d);
    return result;
}

glsort_result glsort_arguments_check_run(const struct run_call* call, uint32_t count,
                                         uint32_t consumers)
{
    const struct glsort_plan* plan = call->plan;
    if (count > plan->core.desc.max_count)
        return glsort_message_fail(plan->message, GLSORT_ERROR_RANGE,
                                   "%s: count %u is above the %s's max_count %u",
                                   call->call, count, call->what,
                                   plan->core.desc.max_count);
    return glsort_arguments_check_consumers(call, consumers);
}

glsort_result glsort_arguments_check_consumers(const struct run_call* call,
                                               uint32_t consumers)
{
    if ((consumers & ~(uint32_t)ALL_CONSUMERS) == 0)
        return GLSORT_OK;
    return glsort_message_fail(call->plan->message, GLSORT_ERROR_ARGUMENT,
                               "%s: consumers 0x%x has unknown bits", call->call,
                               consumers);
}

static struct slot_object object_of(const glsort_resource* resource)
{
    return (struct slot_object){.name = resource->name,
                                .offset = resource->offset / WORD_BYTES * WORD_BYTES,
                                .width = resource->width};
}

// ---- the table ------------------------------------------------------------------------

static const glsort_resource* resource_of(const struct run_arguments* r,
                                          const struct argument* a)
{
    return (const glsort_resource*)((const char*)r->args + a->at);
}

static void measure(const struct run_arguments* r, const struct argument* a,
                    struct run_argument* measured)
{
    *measured = (struct run_argument){
        .field = a->field,
        .resource = resource_of(r, a),
        .used = (a->needs & ~r->has) == 0,
        .optional = (a->flags & ARGUMENT_OPTIONAL) != 0,
        .read_first = (a->flags & ARGUMENT_READ_FIRST) != 0,
        .is_texture = (a->texture & r->textures) != 0,
        .output = (a->flags & ARGUMENT_OUTPUT) != 0,
    };
    if (measured->used && (a->flags & ARGUMENT_COUNT) != 0) {
        measured->wanted = true;
        measured->bytes = 4;
        measured->what = "counts";
        measured->number = 1;
    } else if (measured->used) {
        r->kind->measure(r, a, measured);
    }
}

// An input with gaps between its elements is not sorted in place.
static void allow_in_place(const struct run_kind* kind, struct run_argument* list)
{
    for (uint32_t out = 0; out < kind->argument_count; ++out)
        for (uint32_t in = 0; in < kind->argument_count; ++in)
            if ((kind->arguments[out].flags & ARGUMENT_IN_PLACE) != 0 &&
                kind->arguments[in].slot + 1 == kind->arguments[out].slot &&
                list[in].stride_bytes == list[in].element_bytes)
                list[out].in_place = list[in].resource;
}

static void set_slot(const struct run_arguments* r, const struct argument* a,
                     const glsort_resource* resource)
{
    r->plan->executor.slots[a->slot] = object_of(resource);
}

void glsort_arguments_set_slots(const struct run_arguments* r)
{
    for (uint32_t i = 0; i < r->kind->argument_count; ++i)
        set_slot(r, &r->kind->arguments[i], resource_of(r, &r->kind->arguments[i]));
}

glsort_result glsort_arguments_take(const struct run_arguments* r, const char* call)
{
    const struct run_kind* kind = r->kind;
    struct run_argument list[MOST_ARGUMENTS];
    assert(kind->argument_count <= MOST_ARGUMENTS);
    for (uint32_t i = 0; i < kind->argument_count; ++i)
        measure(r, &kind->arguments[i], &list[i]);
    allow_in_place(kind, list);
    const struct glsort_limits* limits = &r->plan->core.limits;
    const struct run_call checked = {call, kind->noun, r->plan,
                                     kind->by_words ? glsort_most_bound_bytes(limits)
                                                    : limits->storage_block_bytes};
    glsort_result result = check_ranges(&checked, list, kind->argument_count);
    if (result == GLSORT_OK && kind->refuse != NULL)
        result = kind->refuse(r, call);
    if (result == GLSORT_OK)
        result = check_overlap(&checked, list, kind->argument_count);
    if (result == GLSORT_OK)
        result = check_objects(&checked, list, kind->argument_count);
    for (uint32_t i = 0; i < kind->argument_count && result == GLSORT_OK; ++i)
        set_slot(r, &kind->arguments[i], list[i].resource);
    return result;
}

void glsort_measure_elements(const struct run_arguments* r, const struct argument* a,
                             struct run_argument* measured)
{
    const struct range range = glsort_range_of(&r->plan->core.desc, a->slot, r->count);
    measured->wanted = r->count > 0;
    measured->bytes = range_length(&range);
    measured->what = "elements";
    measured->number = r->count;
    measured->element_bytes = range.element_bytes;
    measured->stride_bytes = range.stride_bytes;
    measured->format = glsort_texture_of_words(range.element_bytes / 4);
    measured->texels = r->count;
}

void glsort_arguments_stand_ins(const struct run_arguments* r, uint8_t* kinds)
{
    for (uint32_t i = 0; i < r->kind->argument_count; ++i) {
        struct run_argument measured;
        measure(r, &r->kind->arguments[i], &measured);
        if (!measured.used || !measured.is_texture)
            continue;
        uint8_t* kind = &kinds[r->kind->arguments[i].slot];
        switch (measured.format.format) {
        case GL_R32UI: *kind = STAND_IN_R32UI; break;
        case GL_RG32UI: *kind = STAND_IN_RG32UI; break;
        case GL_RGBA32UI: *kind = STAND_IN_RGBA32UI; break;
        default: *kind = STAND_IN_RGBA32F; // of two formats, the one with more bits
        }
    }
}
