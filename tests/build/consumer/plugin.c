// SPDX-License-Identifier: MIT
// A plugin with a glsort of its own inside.
#include <glsort/glsort_inspect.h>

unsigned plugin_passes(unsigned count);

unsigned plugin_passes(unsigned count)
{
    glsort_limits limits;
    glsort_plan_desc desc = {0};
    glsort_plan_info info = {0};
    glsort_plan* plan = NULL;
    desc.max_count = count;
    if (glsort_limits_minimum(430, 0, &limits) == GLSORT_OK &&
        glsort_plan_create_offline(&limits, &desc, NULL, 0, &plan) == GLSORT_OK)
        glsort_plan_describe(plan, count, &info);
    glsort_plan_destroy(plan);
    return info.pass_count;
}
