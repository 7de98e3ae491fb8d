// SPDX-License-Identifier: MIT
// Entry points for sorts.
#include <glsort/glsort.h>

#include <assert.h>
#include <stddef.h>

#include "checks.h"
#include "keys.h"
#include "desc.h"
#include "build.h"

// What a sort may have.
enum { KEYS_OUT = 2, VALUES_IN = 4, VALUES_OUT = 8 };

static_assert(offsetof(glsort_sort_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_sort_args, field)
static const struct argument arguments[] = {
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_ELEMENTS, 0, GLSORT_TEXTURE_KEYS_IN},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_SORTED, KEYS_OUT,
     GLSORT_TEXTURE_KEYS_OUT},
    {"values_in", AT(values_in), SLOT_VALUES_IN, ARGUMENT_ELEMENTS, VALUES_IN,
     GLSORT_TEXTURE_VALUES_IN},
    {"values_out", AT(values_out), SLOT_VALUES_OUT, ARGUMENT_SORTED, VALUES_OUT,
     GLSORT_TEXTURE_VALUES_OUT},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU, 0},
};

static uint32_t has(const void* what, const struct plan_core* core)
{
    const struct sort_desc* d = &core->desc;
    (void)what;
    return on_gpu(d->count_source) | (d->discard_keys ? 0 : KEYS_OUT) |
           (values_given(d->values) ? VALUES_IN : 0) |
           (d->values != GLSORT_VALUES_NONE ? VALUES_OUT : 0);
}

static uint32_t textures(const void* what)
{
    return ((const glsort_sort_desc*)what)->textures;
}

// What follows depends on the algorithm, which is chosen after that.
static glsort_result fill(const void* desc, const struct glsort_limits* limits,
                          void* what, const struct call* call)
{
    (void)limits;
    (void)call;
    *(glsort_sort_desc*)what = *(const glsort_sort_desc*)desc;
    return GLSORT_OK;
}

static glsort_sort_desc elements(const void* what)
{
    return *(const glsort_sort_desc*)what;
}

static bool sorts(const void* what)
{
    (void)what;
    return true;
}

const struct recipe glsort_sort_recipe = {
    .noun = "sort",
    .create = "glsort_sort_create",
    .run = "glsort_sort_run",
    .flags_at = offsetof(glsort_sort_desc, flags),
    .tuning_at = offsetof(glsort_sort_desc, tuning),
    .what_bytes = sizeof(glsort_sort_desc),
    .fill = fill,
    .elements = elements,
    .sorts = sorts,
    .build = glsort_sort_build,
    .peek = glsort_sort_peek,
    .arguments = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .consumers_at = AT(consumers),
    .has = has,
    .textures = textures,
    .in_place = true,
    .larger = "; glsort_sort_host sorts arrays in CPU memory of any size",
};

glsort_result glsort_sort_create(glsort_context* context, const glsort_sort_desc* desc,
                                 glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_sort_recipe, desc, plan);
}

glsort_result glsort_sort_run(glsort_plan* plan, const glsort_sort_args* args)
{
    return glsort_plan_run(plan, &glsort_sort_recipe, args);
}

uint32_t glsort_max_count(const glsort_limits* limits, const glsort_sort_desc* desc,
                          const char** reason)
{
    if (limits != NULL && desc != NULL)
        return glsort_plan_max_count(limits, desc, reason);
    if (reason != NULL)
        *reason = "limits or desc is NULL";
    return 0;
}
