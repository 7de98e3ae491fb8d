// SPDX-License-Identifier: MIT
#include "checks.h"

#include <assert.h>

#include "alone.h"
#include "ranges.h"
#include "stand_ins.h"

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
    r->plan->executor.slots[a->slot] = glsort_argument_object(resource);
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
    glsort_result result =
        glsort_arguments_check_ranges(&checked, list, kind->argument_count);
    if (result == GLSORT_OK && kind->refuse != NULL)
        result = kind->refuse(r, call);
    if (result == GLSORT_OK)
        result = glsort_arguments_check_overlap(&checked, list, kind->argument_count);
    if (result == GLSORT_OK)
        result = glsort_arguments_check_objects(&checked, list, kind->argument_count);
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
