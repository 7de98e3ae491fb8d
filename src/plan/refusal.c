// SPDX-License-Identifier: MIT
// Words for the fields and limits that a refusal is about.
#include "refusal.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

#include "backends.h"
#include "keys.h"
#include "desc.h"

enum { MOST_WORDS = 5 };

// A field and the names of its enumerants. Without names a field prints as a number,
// except key, algorithm and method, whose names other files have.
struct field {
    uint32_t about;
    const char* name;
    uint32_t value;
    const char* words[MOST_WORDS];
};

struct text {
    char chars[256];
    size_t used;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
append(struct text* t, const char* format, ...)
{
    va_list arguments;
    size_t room = sizeof t->chars - t->used;
    va_start(arguments, format);
    int length = vsnprintf(t->chars + t->used, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        t->used += (size_t)length < room ? (size_t)length : room - 1;
}

// "RADIX_CHAIN" for "radix-chain".
static void append_enumerant(struct text* t, const char* name)
{
    for (; *name != '\0'; ++name)
        append(t, "%c", *name == '-' ? '_' : toupper((unsigned char)*name));
}

// A descriptor can name the method, the algorithm, or both: a sentence about either shows
// those that the descriptor names.
static uint32_t name_given(const glsort_sort_desc* d, uint32_t about)
{
    const uint32_t both = ABOUT_ALGORITHM | ABOUT_METHOD;
    const struct glsort_tuning tuning = tuning_of(d->tuning);
    uint32_t given = (tuning.algorithm != GLSORT_ALGORITHM_AUTO ? ABOUT_ALGORITHM : 0) |
                     (tuning.method != GLSORT_METHOD_AUTO ? ABOUT_METHOD : 0);
    return (about & both) != 0 && given != 0 ? (about & ~both) | given : about;
}

// Appends "; asked for: backend COMPUTE, textures 15", or nothing if `about` names
// no field.
static void append_fields(struct text* t, const glsort_sort_desc* d, uint32_t about)
{
    const struct glsort_tuning tuning = tuning_of(d->tuning);
    const struct field fields[] = {
        {ABOUT_ALGORITHM, "tuning->algorithm", tuning.algorithm, {NULL}},
        {ABOUT_BACKEND, "backend", d->backend, {"AUTO", "COMPUTE", "FRAGMENT"}},
        {ABOUT_COUNT_SOURCE, "count_source", d->count_source, {"ARGS", "BUFFER"}},
        {ABOUT_TEXTURES, "textures", d->textures, {NULL}},
        {ABOUT_FLAGS, "flags", d->flags, {NULL}},
        {ABOUT_KEY, "key", d->key, {NULL}},
        {ABOUT_VALUES,
         "values",
         d->values,
         {"NONE", "INDICES", "4_BYTES", "8_BYTES", "16_BYTES"}},
        {ABOUT_METHOD, "tuning->method", tuning.method, {NULL}},
        {ABOUT_FIRST_BIT, "first_bit", d->first_bit, {NULL}},
        {ABOUT_BIT_COUNT, "bit_count", d->bit_count, {NULL}},
        {ABOUT_KEY_STRIDE, "key_stride", d->key_stride, {NULL}},
        {ABOUT_VALUE_STRIDE, "value_stride", d->value_stride, {NULL}},
        {ABOUT_LOCAL_SIZE, "tuning->local_size", tuning.local_size, {NULL}},
        {ABOUT_MERGE_SIZE, "tuning->merge_size", tuning.merge_size, {NULL}},
    };
    const char* before = "; asked for: ";
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        const struct field* f = &fields[i];
        if ((about & f->about) == 0)
            continue;
        append(t, "%s%s ", before, f->name);
        if (f->about == ABOUT_KEY)
            append(t, "%s", glsort_key_name(d->key));
        else if (f->about == ABOUT_ALGORITHM)
            append_enumerant(t, glsort_algorithm_name(tuning.algorithm));
        else if (f->about == ABOUT_METHOD)
            append_enumerant(t, glsort_method_name(tuning.method));
        else if (f->words[0] != NULL)
            append(t, "%s", f->words[f->value]);
        else
            append(t, "%u", f->value);
        before = ", ";
    }
}

// Appends, for example, "; this device has GL ES 3.0, 3 draw buffers".
static void append_limits(struct text* t, const struct glsort_limits* l, uint32_t about)
{
    char version[16];
    snprintf(version, sizeof version, "GL%s %u.", l->is_gles ? " ES" : "",
             l->version / 100);
    const struct {
        uint32_t about;
        const char* before;
        uint32_t value;
        const char* after;
    } limits[] = {
        {ABOUT_VERSION, version, l->version / 10 % 10, ""},
        {ABOUT_GROUP_SIZE, "work groups of ", l->group_size, ""},
        {ABOUT_SHARED_BYTES, "", l->shared_bytes, " bytes of shared memory"},
        {ABOUT_DRAW_BUFFERS, "", l->draw_buffers, " draw buffers"},
        {ABOUT_TEXTURE_LAYERS, "", l->texture_layers, " layers"},
        {ABOUT_STORAGE_BLOCKS, "", l->storage_blocks, " storage blocks"},
    };
    const char* before = "; this device has ";
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        if ((about & limits[i].about) == 0)
            continue;
        append(t, "%s%s%u%s", before, limits[i].before, limits[i].value, limits[i].after);
        before = ", ";
    }
}

struct refusal glsort_refusal_of_build(glsort_backend backend)
{
    if (backend == GLSORT_BACKEND_COMPUTE && !GLSORT_COMPUTE)
        return (struct refusal){
            "this build of glsort has no compute shaders (GLSORT_COMPUTE is OFF)",
            ABOUT_BACKEND};
    if (backend == GLSORT_BACKEND_FRAGMENT && !GLSORT_FRAGMENT)
        return (struct refusal){
            "this build of glsort has no fragment passes (GLSORT_FRAGMENT is OFF)",
            ABOUT_BACKEND};
    return NOT_REFUSED;
}

glsort_result glsort_check_build(glsort_backend backend, const struct call* call)
{
    const struct refusal refused = glsort_refusal_of_build(backend);
    if (refused.sentence == NULL)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED, "%s", refused.sentence);
}

enum { LEAST_STORAGE_BLOCKS = 8, LEAST_GROUP_SIZE = 256 };

struct refusal glsort_refusal_of_compute(const struct glsort_limits* limits)
{
    if (limits->version < (limits->is_gles ? 310 : 430))
        return (struct refusal){"the compute backend needs GL 4.3 or GLES 3.1",
                                ABOUT_BACKEND | ABOUT_VERSION};
    if (limits->is_gles && limits->storage_blocks < LEAST_STORAGE_BLOCKS)
        return (struct refusal){
            "the compute backend needs 8 storage blocks in a compute shader",
            ABOUT_BACKEND | ABOUT_STORAGE_BLOCKS};
    if (limits->is_gles && limits->group_size < LEAST_GROUP_SIZE)
        return (struct refusal){"the compute backend needs work groups of 256",
                                ABOUT_BACKEND | ABOUT_GROUP_SIZE};
    return glsort_refusal_of_build(GLSORT_BACKEND_COMPUTE);
}

glsort_result glsort_refusal_fail(const struct refusal* refusal,
                                  const struct glsort_limits* limits,
                                  const glsort_sort_desc* desc, const struct call* call)
{
    struct text asked = {"", 0};
    uint32_t about = name_given(desc, refusal->about);
    // AUTO chose the backend by a limit, so the limit is part of the reason.
    if ((about & ABOUT_BACKEND) != 0 && desc->backend == GLSORT_BACKEND_AUTO &&
        desc->textures == 0 && !limits->has_compute)
        about |= glsort_refusal_of_compute(limits).about;
    append_fields(&asked, desc, about);
    append_limits(&asked, limits, about);
    return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED, "%s%s", refusal->sentence,
                            asked.chars);
}
