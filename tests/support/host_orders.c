// SPDX-License-Identifier: MIT
#include "host_orders.h"

#include "host_test.h"

static bool try_open(struct host_order* o, const struct glsort_limits* limits,
                     const glsort_order_desc* desc, struct message* message)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    const struct call call = {"glsort_order_create", message};
    return glsort_order_fill(desc, limits, &o->what, &call) == GLSORT_OK &&
           glsort_plan_core_create(&o->core, &glsort_order_recipe, &o->what, 0, limits,
                                   NULL, &allocator, &call) == GLSORT_OK;
}

bool host_order_try(struct host_order* o, const struct glsort_limits* limits,
                    const glsort_order_desc* desc)
{
    struct message message = {""};
    return try_open(o, limits, desc, &message);
}

void host_order_open(struct host_order* o, const struct glsort_limits* limits,
                     const glsort_order_desc* desc)
{
    struct message message = {""};
    if (!try_open(o, limits, desc, &message))
        fail_msg("%s", message.text);
}

uint32_t host_order_sort_passes(const struct host_order* o, uint32_t count)
{
    struct message message;
    struct plan_core core;
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_sort_desc sort = glsort_order_elements(&o->what.desc);
    assert_int_equal(
        glsort_plan_core_create(&core, &glsort_sort_recipe, &sort, 0, &o->core.limits,
                                NULL, &allocator,
                                &(const struct call){"glsort_sort_create", &message}),
        GLSORT_OK);
    glsort_plan_core_build(&core, &(struct shape){.count = count, .in_place = false});
    uint32_t passes = core.schedule.pass_count;
    glsort_plan_core_release(&core, &allocator);
    return passes;
}

uint32_t host_order_build(struct host_order* o, uint32_t count, uint32_t views)
{
    struct shape shape = {.count = count};
    glsort_order_set_shape(&shape, (struct order_shape){.views = views, .vertices = 1});
    o->core.built = false;
    glsort_plan_core_build(&o->core, &shape);
    assert_true(glsort_schedule_complete(&o->core.schedule));
    return o->core.schedule.pass_count;
}

void host_order_close(struct host_order* o)
{
    glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    glsort_plan_core_release(&o->core, &allocator);
}
