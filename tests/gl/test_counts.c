// SPDX-License-Identifier: MIT
// One plan for many counts: AUTO sorts each with what is best for it, by rows that give
// the plan many tiers, and the outputs of every count are those of a stable sort.
#include <string.h>

#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"

enum { MOST = 70000, RUNS = 40 };

// Every method has counts of its own, and others next to them.
static const char rows[] = "compute any 100 rank-all\n"
                           "compute any 700 abisort-fused\n"
                           "compute any 3000 rank\n"
                           "compute any 4100 radix-tiles\n"
                           "compute any 9000 abisort-partition\n"
                           "compute any 20000 radix-chain\n"
                           "compute any 33000 radix-items\n"
                           "compute any any radix-tiles\n"
                           "fragment any 300 tree\n"
                           "fragment any 1500 abisort-fused\n"
                           "fragment any 5000 radix-gather\n"
                           "fragment any any abisort-partition\n";

GL_SUITE(.no_context = true, .tests_open = true,
         .apis_of_all = GL_API_ALL & ~(1u << GL_API_43 | 1u << GL_API_33));

static void open_suite(void)
{
    const glsort_context_desc desc = {
        .get_proc = gl_mock_get_proc, .get_proc_user = &mock, .table = rows};
    gl_suite_open(&suite);
    context = gl_make_context(&desc, NULL);
}

static void close_suite(void)
{
    glsort_context_destroy(context);
    gl_suite_close(&suite);
}

static const struct {
    glsort_sort_desc plan;
    bool in_place;
} sorts[] = {
    {{.key = GLSORT_KEY_U32}, false},
    {{.key = GLSORT_KEY_F32, .values = GLSORT_VALUES_4_BYTES}, true},
    {{.key = GLSORT_KEY_U32,
      .values = GLSORT_VALUES_INDICES,
      .flags = GLSORT_PLAN_DISCARD_KEYS},
     false},
    {{.key = GLSORT_KEY_U64,
      .values = GLSORT_VALUES_8_BYTES,
      .direction = GLSORT_DESCENDING},
     false},
    {{.key = GLSORT_KEY_U32, .values = GLSORT_VALUES_4_BYTES, .bit_count = 16}, true},
    // In fragment passes four tiers of 15 textures, whose widths differ.
    {{.key = GLSORT_KEY_F64,
      .values = GLSORT_VALUES_16_BYTES,
      .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RADIX}},
     false},
};
enum { SORTS = sizeof sorts / sizeof sorts[0] };

static void open_sort(struct gl_sorter* s, size_t i)
{
    struct gl_sorter_desc desc = {.plan = sorts[i].plan, .in_place = sorts[i].in_place};
    desc.plan.max_count = MOST;
    gl_sorter_open(s, &harness, context, &desc);
}

// Counts of all sizes alike, those next to the end of a tier as often as all others.
static uint32_t next_count(const struct plan_core* core, uint64_t* state)
{
    const uint64_t random = gl_random(state);
    const uint32_t tier = (uint32_t)(random >> 8) % core->tier_count;
    uint32_t count = (uint32_t)(random >> 32) >> (15 + random % 17);
    if ((random >> 6 & 1) != 0)
        count = core->tiers[tier].most + (uint32_t)(random >> 40) % 3 - 1;
    return count <= core->max_count ? count : core->max_count;
}

TEST(sorts_of_any_count_are_right_and_use_what_is_warm)
{
    open_suite();
    for (size_t i = 0; i < SORTS; ++i) {
        struct gl_sorter s;
        uint64_t random = i;
        open_sort(&s, i);
        assert_true(s.plan->core.tier_count > 2);
        gl_sorter_require(&s, glsort_plan_warm(s.plan));
        const uint32_t calls = mock.compiler_calls;
        bool worked[MOCK_PROGRAMS];
        memcpy(worked, mock.worked, sizeof worked);
        for (uint32_t run = 0; run < RUNS; ++run)
            gl_sorter_check(&s, run % 2 == 0 ? DATA_UNIFORM : DATA_LOW_ENTROPY, run,
                            next_count(&s.plan->core, &random));
        assert_int_equal(mock.compiler_calls, calls);
        assert_memory_equal(worked, mock.worked, sizeof worked); // what is warm
        gl_sorter_close(&s);
    }
    close_suite();
}

TEST(counts_take_turns_in_steps_and_with_peeks)
{
    open_suite();
    for (size_t i = 0; i < 2; ++i) {
        struct gl_sorter s;
        struct gl_view view;
        uint64_t random = 7 + i;
        open_sort(&s, i);
        gl_view_open(&view, &s);
        for (uint32_t run = 0; run < 8; ++run) {
            const uint32_t count = next_count(&s.plan->core, &random) % 6000;
            gl_sorter_begin(&s, DATA_UNIFORM, run, 5000);
            gl_sorter_require(&s, glsort_plan_step(s.plan, run));
            gl_sorter_require(&s, glsort_plan_end(s.plan)); // cut
            gl_sorter_watch(&s, &view, DATA_UNIFORM, count);
        }
        gl_view_close(&view);
        gl_sorter_close(&s);
    }
    close_suite();
}

TEST(orders_of_any_count_are_right)
{
    open_suite();
    for (uint32_t i = 0; i < 4; ++i) {
        const glsort_order_desc desc = {
            .max_count = MOST / 4,
            .max_views = 1 + i % 2,
            .cull = i >= 2 ? GLSORT_CULL_FRUSTUM : GLSORT_CULL_NONE,
            .flags = GLSORT_ORDER_WRITES_VISIBLE,
        };
        struct gl_orderer o;
        uint64_t random = i;
        gl_orderer_open(&o, &harness, context, &desc, 0, i);
        for (uint32_t run = 0; run < RUNS / 4; ++run) {
            gl_orderer_fill(&o, ORDER_DATA_RANDOM, ORDER_SHARE_50, desc.max_views, run);
            gl_orderer_check(&o, next_count(&o.order->core, &random));
        }
        gl_orderer_close(&o);
    }
    close_suite();
}

TEST(a_description_names_what_a_count_takes)
{
    static const struct {
        uint32_t count;
        glsort_method compute, fragment;
    } expected[] = {
        {100, GLSORT_METHOD_RANK_ALL, GLSORT_METHOD_TREE},
        {101, GLSORT_METHOD_ABISORT_FUSED, GLSORT_METHOD_TREE},
        {1000, GLSORT_METHOD_RANK, GLSORT_METHOD_ABISORT_FUSED},
        {4100, GLSORT_METHOD_RADIX_TILES, GLSORT_METHOD_RADIX_GATHER},
        {9000, GLSORT_METHOD_ABISORT_PARTITION, GLSORT_METHOD_ABISORT_PARTITION},
        {33000, GLSORT_METHOD_RADIX_ITEMS, GLSORT_METHOD_ABISORT_PARTITION},
        {MOST, GLSORT_METHOD_RADIX_TILES, GLSORT_METHOD_ABISORT_PARTITION},
    };
    open_suite();
    struct gl_sorter s;
    open_sort(&s, 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        glsort_plan_info info;
        gl_sorter_require(&s, glsort_plan_describe(s.plan, expected[i].count, 0, &info));
        assert_int_equal(info.method, info.backend == GLSORT_BACKEND_COMPUTE
                                          ? expected[i].compute
                                          : expected[i].fragment);
    }
    gl_sorter_close(&s);
    close_suite();
}

TEST(expected_counts_leave_out_what_is_below_them)
{
    static const struct {
        uint32_t expected, least, most; // the first tier ends within these
    } firsts[] = {
        {0, 1, 100},        {700, 700, 700},          {701, 701, 3000},
        {MOST, MOST, MOST}, {UINT32_MAX, MOST, MOST},
    };
    open_suite();
    for (uint32_t i = 0; i < sizeof firsts / sizeof firsts[0]; ++i) {
        struct gl_sorter s;
        const struct gl_sorter_desc desc = {
            .plan = {.max_count = MOST, .expected_count = firsts[i].expected}};
        gl_sorter_open(&s, &harness, context, &desc);
        if (harness.has_compute)
            assert_in_range(s.plan->core.tiers[0].most, firsts[i].least, firsts[i].most);
        gl_sorter_check(&s, DATA_UNIFORM, i, 99);
        gl_sorter_close(&s);
    }
    close_suite();
}
