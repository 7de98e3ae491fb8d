// SPDX-License-Identifier: MIT
#include "engine.h"

#include <glsort/glsort_inspect.h>

unsigned engine_passes(unsigned count)
{
    glsort_limits limits;
    glsort_sort_desc desc = {.max_count = count};
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    glsort_plan_info info = {0};

    if (glsort_limits_minimum(430, 0, &limits) != GLSORT_OK ||
        glsort_context_create_offline(&limits, NULL, 0, &context) != GLSORT_OK ||
        glsort_sort_create(context, &desc, &plan) != GLSORT_OK)
        return 0;
    glsort_result result = glsort_plan_describe(plan, count, 0, &info);
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    return result == GLSORT_OK ? info.pass_count : 0;
}
