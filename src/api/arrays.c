// SPDX-License-Identifier: MIT
// Entry points for sorts, segmented sorts, lists, gathers and scans.
#include <glsort/glsort_arrays.h>

#include "desc.h"
#include "handles.h"

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

glsort_result glsort_segments_create(glsort_context* context,
                                     const glsort_segments_desc* desc, glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_segments_recipe, desc, plan);
}

glsort_result glsort_segments_run(glsort_plan* plan, const glsort_segments_args* args)
{
    return glsort_plan_run(plan, &glsort_segments_recipe, args);
}

glsort_result glsort_lists_create(glsort_context* context, const glsort_lists_desc* desc,
                                  glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_lists_recipe, desc, plan);
}

glsort_result glsort_lists_run(glsort_plan* plan, const glsort_lists_args* args)
{
    return glsort_plan_run(plan, &glsort_lists_recipe, args);
}

glsort_result glsort_gather_create(glsort_context* context,
                                   const glsort_gather_desc* desc, glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_gather_recipe, desc, plan);
}

glsort_result glsort_gather_run(glsort_plan* plan, const glsort_gather_args* args)
{
    return glsort_plan_run(plan, &glsort_gather_recipe, args);
}

glsort_result glsort_scan_create(glsort_context* context, const glsort_scan_desc* desc,
                                 glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_scan_recipe, desc, plan);
}

glsort_result glsort_scan_run(glsort_plan* plan, const glsort_scan_args* args)
{
    return glsort_plan_run(plan, &glsort_scan_recipe, args);
}
