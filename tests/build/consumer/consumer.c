// SPDX-License-Identifier: MIT
// Plans a sort without a GPU: enough to know that headers and library fit together.
#include <glsort/glsort_inspect.h>
#include <stdio.h>

int main(void)
{
    char message[256] = "";
    glsort_limits limits;
    glsort_plan_desc desc = {0};
    glsort_plan* plan = NULL;
    glsort_plan_info info;

    desc.max_count = 5000;
    if (glsort_limits_minimum(430, 0, &limits) != GLSORT_OK)
        return 1;
    if (glsort_plan_create_offline(&limits, &desc, message, sizeof message, &plan)) {
        fprintf(stderr, "%s\n", message);
        return 1;
    }
    if (glsort_plan_describe(plan, 5000, &info) != GLSORT_OK || info.pass_count == 0)
        return 1;
    printf("glsort %s sorts 5000 keys in %u passes\n", glsort_version(), info.pass_count);
    glsort_plan_destroy(plan);
    return 0;
}
