// SPDX-License-Identifier: MIT
#include "host_orders.h"

#include "host_test.h"

void host_order_open(struct host_order* o, const struct glsort_limits* limits,
                     const glsort_order_desc* desc)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct message message = {""};
    *o = (struct host_order){.order = {.vertex_count = 1}};
    if (glsort_order_desc_fill(desc, limits, &o->order.desc,
                               &(const struct call){"glsort_order_create", &message}) !=
        GLSORT_OK)
        fail_msg("%s", message.text);
    o->order.view_count = o->order.desc.max_views;
    glsort_plan_desc sort = glsort_order_sort_desc(&o->order.desc);
    struct composition composition = glsort_order_composition(&o->order);
    if (glsort_plan_core_compose(&o->core, limits, &sort, NULL, &composition, &allocator,
                                 &(const struct call){"glsort_plan_create", &message}) !=
        GLSORT_OK)
        fail_msg("%s", message.text);
}

uint32_t host_order_build(struct host_order* o, uint32_t count, uint32_t views)
{
    o->order.view_count = views;
    o->core.built = false;
    glsort_plan_core_build(&o->core, count, false);
    assert_true(glsort_schedule_complete(&o->core.schedule));
    return o->core.schedule.pass_count;
}

void host_order_close(struct host_order* o)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_plan_core_release(&o->core, &allocator);
}
