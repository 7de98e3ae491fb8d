// SPDX-License-Identifier: MIT
// A plugin with a glsort of its own inside.
#include <glsort/glsort_inspect.h>

unsigned plugin_passes(unsigned count);

unsigned plugin_passes(unsigned count)
{
    glsort_limits limits;
    glsort_sort_desc desc = {0};
    glsort_plan_info info = {0};
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    desc.max_count = count;
    if (glsort_limits_minimum(430, 0, &limits) == GLSORT_OK &&
        glsort_context_create_offline(&limits, NULL, 0, &context) == GLSORT_OK &&
        glsort_sort_create(context, &desc, &plan) == GLSORT_OK)
        glsort_plan_describe(plan, count, 0, &info);
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    return info.pass_count;
}
