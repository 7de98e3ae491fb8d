// SPDX-License-Identifier: MIT
// Entry points that describe orders, and that hand out their plans.
#include <glsort/glsort_inspect.h>

#include "order_handle.h"

glsort_result glsort_order_describe(glsort_order* order, uint32_t count,
                                    uint32_t view_count, glsort_plan_info* info)
{
    glsort_result result = glsort_order_check_ready(order, "glsort_order_describe");
    if (result != GLSORT_OK)
        return result;
    const glsort_order_desc* d = &order->order.desc;
    struct message* m = order->plan->message;
    if (order->plan->open)
        return glsort_message_fail(m, GLSORT_ERROR_STATE,
                                   "glsort_order_describe: a run of this order is open");
    if (count > d->max_count)
        return glsort_message_fail(
            m, GLSORT_ERROR_RANGE,
            "glsort_order_describe: count %u is above the order's max_count %u", count,
            d->max_count);
    if (view_count == 0 || view_count > d->max_views)
        return glsort_message_fail(
            m, GLSORT_ERROR_RANGE,
            "glsort_order_describe: view_count is %u; it must be 1 to %u", view_count,
            d->max_views);
    if (d->count_source == GLSORT_COUNT_FROM_BUFFER)
        count = d->max_count;
    glsort_order_set_shape(order, view_count, order->order.vertex_count);
    glsort_plan_build_run(order->plan, count, false);
    if (info != NULL)
        glsort_plan_fill_info(order->plan, count, info);
    return GLSORT_OK;
}

glsort_result glsort_order_pass(const glsort_order* order, uint32_t at,
                                glsort_pass_info* info)
{
    const char* call = "glsort_order_pass";
    glsort_result result = glsort_order_check(order, call);
    return result == GLSORT_OK ? glsort_plan_describe_pass(order->plan, at, info, call)
                               : result;
}

glsort_plan* glsort_order_plan(const glsort_order* order)
{
    return order == NULL ? NULL : order->plan;
}

// ---- without a device -----------------------------------------------------------------

static glsort_result create_offline(const glsort_limits* limits,
                                    const glsort_order_desc* desc,
                                    const struct call* call, glsort_order** order)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct glsort_order* o = glsort_memory_take(&allocator, sizeof *o);
    if (o == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                "no host memory for %llu bytes",
                                (unsigned long long)sizeof *o);
    o->allocator = allocator;
    glsort_result result = glsort_order_fill(desc, limits, call, o);
    if (result == GLSORT_OK) {
        glsort_plan_desc sort = glsort_order_sort_desc(&o->order.desc);
        struct composition composition = glsort_order_composition(&o->order);
        result = glsort_plan_compose_offline(limits, &sort, &composition, call, &o->plan);
    }
    if (result == GLSORT_OK) {
        *order = o;
        return result;
    }
    glsort_memory_give(&allocator, o, sizeof *o);
    return result;
}

glsort_result glsort_order_create_offline(const glsort_limits* limits,
                                          const glsort_order_desc* desc, char* message,
                                          size_t message_bytes, glsort_order** order)
{
    struct message m = {""};
    glsort_result result = GLSORT_ERROR_ARGUMENT;
    if (order != NULL)
        *order = NULL;
    if (limits == NULL || desc == NULL || order == NULL)
        glsort_message_fail(&m, result, "glsort_order_create_offline: %s is NULL",
                            limits == NULL ? "limits"
                            : desc == NULL ? "desc"
                                           : "order");
    else
        result = create_offline(limits, desc,
                                &(const struct call){"glsort_order_create", &m}, order);
    glsort_message_copy(&m, message, message_bytes);
    return result;
}
