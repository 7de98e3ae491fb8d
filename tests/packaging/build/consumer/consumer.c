// SPDX-License-Identifier: MIT
// Plans a sort without a GPU: enough to know that headers and library fit together.
#include <glsort/glsort_inspect.h>
#include <stdio.h>

int main(void)
{
    glsort_limits limits;
    glsort_sort_desc desc = {0};
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    glsort_plan_info info;

    desc.max_count = 5000;
    if (glsort_limits_minimum(430, 0, &limits) != GLSORT_OK)
        return 1;
    if (glsort_context_create_offline(&limits, NULL, 0, &context) != GLSORT_OK ||
        glsort_sort_create(context, &desc, &plan) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_last_error(context));
        return 1;
    }
    if (glsort_plan_describe(plan, 5000, 0, &info) != GLSORT_OK || info.pass_count == 0)
        return 1;
    printf("glsort %s sorts 5000 keys in %u passes\n", glsort_version(), info.pass_count);
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    return 0;
}
