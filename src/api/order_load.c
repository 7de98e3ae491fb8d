// SPDX-License-Identifier: MIT
// Entry points of glsort_load.h for draw orders, but for glsort_order_create_begin(),
// which is in order.c. They call those of plans; warming up instead runs one view, in
// which all elements are visible.
#include <glsort/glsort_draw.h>
#include <glsort/glsort_load.h>

#include <string.h>

#include "order_handle.h"
#include "plan_scratch.h"
#include "stand_ins.h"
#include "warm.h"

// ---- creation in steps ----------------------------------------------------------------

static glsort_result go_on(glsort_order* order, bool waits, const char* call)
{
    glsort_result result = glsort_order_check(order, call);
    if (result == GLSORT_OK)
        result = glsort_plan_go_on(order->plan, waits, call);
    if (result == GLSORT_OK)
        glsort_order_settle(order);
    return result;
}

glsort_result glsort_order_create_poll(glsort_order* order)
{
    return go_on(order, false, "glsort_order_create_poll");
}

glsort_result glsort_order_create_finish(glsort_order* order)
{
    return go_on(order, true, "glsort_order_create_finish");
}

// ---- scratch --------------------------------------------------------------------------

uint64_t glsort_order_scratch_bytes(const glsort_order* order)
{
    return order == NULL ? 0 : glsort_plan_scratch_bytes(order->plan);
}

glsort_result glsort_order_set_scratch(glsort_order* order,
                                       const glsort_resource* scratch)
{
    const char* call = "glsort_order_set_scratch";
    glsort_result result = glsort_order_check(order, call);
    return result == GLSORT_OK ? glsort_scratch_set(order->plan, scratch, call) : result;
}

// ---- warming up -----------------------------------------------------------------------

// The matrix and all positions in buffers are 0, which is inside every plane.
static void set_run(void* what, uint32_t count)
{
    glsort_order_args args;
    memset(&args, 0, sizeof args);
    args.key_far = 1.0f;
    args.vertex_count = 1; // of primitives, whose indices are 0
    glsort_order_set_run(what, &args, count, 1);
}

// A value of dead.field with which an element is not dead. For a test against a limit it
// is a NaN that sorts beyond all numbers; if the limit is that very NaN, elements are
// dead anyway.
static uint32_t alive_word(const glsort_dead* dead)
{
    switch (dead->test) {
    case GLSORT_DEAD_F32_AT_MOST: return 0x7FFFFFFFu;
    case GLSORT_DEAD_F32_AT_LEAST: return 0xFFFFFFFFu;
    case GLSORT_DEAD_U32_EQUAL: return dead->u32 + 1;
    case GLSORT_DEAD_U32_UNEQUAL: return dead->u32;
    default: return 0;
    }
}

static glsort_result warm(struct glsort_order* order, const char* call)
{
    const glsort_order_desc* desc = &order->order.desc;
    struct plan_core* core = &order->plan->core;
    const uint32_t count = core->count;
    const uint32_t views = order->order.view_count;
    const uint32_t vertices = order->order.vertex_count;
    const uint32_t segments = order->order.segment_count;
    struct warm_hooks hooks = {
        .set_run = set_run,
        .what = order,
        .counts_on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER,
        .dead_word = alive_word(&desc->dead),
    };
    struct coverage coverage;
    const glsort_order_args none = {.view_count = 1};
    const struct run_arguments r = glsort_order_arguments(order, &none, 1);
    glsort_arguments_stand_ins(&r, hooks.kinds);
    glsort_order_set_shape(order, 1, 1);
    glsort_order_set_segments(order, desc->max_segments > 0 ? 1 : 0);
    glsort_coverage_find(core, hooks.counts_on_gpu, &coverage);
    glsort_result result = glsort_warm_run(order->plan, &coverage, &hooks, call);
    glsort_order_set_shape(order, views, vertices);
    glsort_order_set_segments(order, segments);
    glsort_plan_core_build(core, count, false);
    return result;
}

glsort_result glsort_order_warm(glsort_order* order)
{
    const char* call = "glsort_order_warm";
    glsort_result result = glsort_order_check(order, call);
    if (result == GLSORT_OK)
        result = glsort_warm_check(order->plan, call);
    return result == GLSORT_OK ? warm(order, call) : result;
}
