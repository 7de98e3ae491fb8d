// SPDX-License-Identifier: MIT
// The benchmark's own order is that of the reference, and its check finds wrong ones.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "order_reference.h"
#include "order_work.h"

enum { COUNT = 5000 };

static const struct order_task tasks[] = {
    {.desc = {.max_count = COUNT}, .count = COUNT},
    {.desc = {.max_count = COUNT, .max_views = 3, .cull = GLSORT_CULL_FRUSTUM},
     .count = COUNT - 700,
     .cull_share = 40},
    {.desc = {.max_count = COUNT,
              .max_views = 2,
              .primitive = {.vertices = 3},
              .key_bits = 24,
              .cull = GLSORT_CULL_FRUSTUM},
     .count = COUNT,
     .cull_share = 75},
    {.desc = {.max_count = COUNT, .primitive = {.vertices = 2}, .key_bits = 16},
     .count = COUNT},
    {.desc = {.max_count = COUNT, .cull = GLSORT_CULL_FRUSTUM},
     .count = COUNT,
     .cull_share = 100},
};

enum { TASKS = sizeof tasks / sizeof tasks[0] };

static void fill_reference(const struct order_work* w, uint32_t view, uint32_t* order,
                           uint32_t* visible)
{
    glsort_order_desc desc = w->task.desc;
    glsort_order_args args = {.key_near = w->key_near,
                              .key_far = w->key_far,
                              .vertex_count = w->position_count};
    struct order_input in = {.desc = &desc,
                             .args = &args,
                             .count = w->task.count,
                             .positions = (const uint32_t*)(const void*)w->positions,
                             .indices = w->indices};
    struct order_output out = {.order = order, .depths = calloc(COUNT, 4)};
    desc.position.stride = 4 * ORDER_POSITION_WORDS;
    memcpy(args.views, w->views, sizeof args.views);
    order_reference(&in, view, &out);
    *visible = out.visible;
    free(out.depths);
}

static void the_order_is_that_of_the_reference(void** state)
{
    static uint32_t order[3 * COUNT];
    (void)state;
    for (uint32_t i = 0; i < TASKS; ++i) {
        struct order_work w;
        assert_true(order_work_create(&w, &tasks[i]));
        for (uint32_t view = 0; view < w.view_count; ++view) {
            uint32_t visible = 0;
            fill_reference(&w, view, order, &visible);
            assert_int_equal(w.of_view[view].visible, visible);
            assert_true(order_work_check(&w, view, order));
        }
        order_work_release(&w);
    }
}

static void the_share_outside_is_the_one_asked_for(void** state)
{
    (void)state;
    for (uint32_t share = 0; share <= 100; share += 25) {
        struct order_task task = tasks[1];
        struct order_work w;
        task.cull_share = share;
        assert_true(order_work_create(&w, &task));
        double visible = w.of_view[0].visible;
        double wanted = task.count * (1.0 - share / 100.0);
        assert_true(visible > wanted - 150.0 && visible < wanted + 150.0);
        order_work_release(&w);
    }
}

static void a_wrong_order_is_found(void** state)
{
    static uint32_t order[3 * COUNT];
    (void)state;
    for (uint32_t i = 0; i < TASKS - 1; ++i) {
        struct order_work w;
        assert_true(order_work_create(&w, &tasks[i]));
        uint32_t k = w.vertices, last = (w.of_view[0].visible - 1) * k;
        for (int wrong = 0; wrong < 3; ++wrong) {
            memcpy(order, w.of_view[0].order, (last + k) * sizeof *order);
            if (wrong == 0) { // exchanges the first and the last
                memcpy(order, w.of_view[0].order + last, k * sizeof *order);
                memcpy(order + last, w.of_view[0].order, k * sizeof *order);
            } else if (wrong == 1) { // one occurs twice
                memcpy(order + last, order + last - k, k * sizeof *order);
            } else {
                order[last + k - 1] ^= 1;
            }
            assert_false(order_work_check(&w, 0, order));
        }
        order_work_release(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_that_of_the_reference),
        cmocka_unit_test(the_share_outside_is_the_one_asked_for),
        cmocka_unit_test(a_wrong_order_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
