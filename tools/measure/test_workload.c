// SPDX-License-Identifier: MIT
// The check of results finds what is wrong, since a benchmark that believes anything is
// worth nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "workload.h"

enum { COUNT = 1000, MOST_WORDS = 4 };

// A workload and its right result, of the simplest sort there is.
struct solved {
    struct workload work;
    uint64_t keys[COUNT];
    uint32_t values[COUNT * MOST_WORDS];
    uint32_t places[COUNT];
};

static uint64_t rank_of(const struct solved* s, uint32_t place)
{
    const struct task* t = &s->work.task;
    return rank_of_key(t->key, t->order, key_at(t->key, s->work.keys, place));
}

static void sort_places(struct solved* s, uint32_t block)
{
    for (uint32_t i = 0; i < COUNT; ++i) {
        uint32_t at = i, first = i / block * block;
        for (; at > first && rank_of(s, s->places[at - 1]) > rank_of(s, i); --at)
            s->places[at] = s->places[at - 1];
        s->places[at] = i;
    }
}

static void put(struct solved* s, uint32_t at, uint32_t place)
{
    const struct task* t = &s->work.task;
    uint32_t words = t->values->bytes / 4;
    set_key(t->key, s->keys, at, key_at(t->key, s->work.keys, place));
    for (uint32_t k = 0; k < words; ++k)
        s->values[at * words + k] = value_word(&s->work, place, k);
}

static void solve(struct solved* s, const char* key, const char* values,
                  glsort_direction order, uint32_t block)
{
    const struct task task = {
        .key = find_key_type(key),
        .values = find_value_type(values),
        .distribution = find_distribution("and-5"),
        .order = order,
        .count = COUNT,
    };
    assert_true(workload_create(&s->work, &task));
    sort_places(s, block);
    for (uint32_t i = 0; i < COUNT; ++i)
        put(s, i, s->places[i]);
}

static bool is_right(const struct solved* s, uint32_t block)
{
    bool has_values = s->work.task.values->bytes > 0;
    return workload_check(&s->work, s->keys, has_values ? s->values : NULL, block);
}

static void the_right_result_of_every_type_passes(void** state)
{
    (void)state;
    for (const struct key_type* k = key_types; k->name; ++k)
        for (const struct value_type* v = value_types; v->name; ++v)
            for (int order = GLSORT_ASCENDING; order <= GLSORT_DESCENDING; ++order) {
                struct solved s;
                solve(&s, k->name, v->name, (glsort_direction)order, COUNT);
                assert_true(is_right(&s, UINT32_MAX));
                uint32_t at = 1;
                while (rank_of(&s, s.places[at]) == rank_of(&s, s.places[at - 1]))
                    ++at;
                put(&s, at, s.places[at - 1]); // one twice, one lost
                assert_false(is_right(&s, UINT32_MAX));
                workload_release(&s.work);
            }
}

static void ties_in_another_order_are_found(void** state)
{
    struct solved s;
    uint32_t at = 1;
    (void)state;
    solve(&s, "u16", "u32", GLSORT_ASCENDING, COUNT);
    while (rank_of(&s, s.places[at]) != rank_of(&s, s.places[at - 1]))
        ++at;
    put(&s, at, s.places[at - 1]);
    put(&s, at - 1, s.places[at]);
    assert_false(is_right(&s, UINT32_MAX));
    workload_release(&s.work);
}

static void a_lost_key_a_foreign_key_and_a_spoilt_value_are_found(void** state)
{
    struct solved s;
    (void)state;
    solve(&s, "u32", "none", GLSORT_ASCENDING, COUNT);
    uint64_t last = key_at(s.work.task.key, s.keys, COUNT - 1);
    set_key(s.work.task.key, s.keys, COUNT - 1, last + 1);
    assert_false(is_right(&s, UINT32_MAX));
    workload_release(&s.work);
    solve(&s, "u32", "u128", GLSORT_ASCENDING, COUNT);
    s.values[4 * 77 + 3] ^= 1;
    assert_false(is_right(&s, UINT32_MAX));
    workload_release(&s.work);
}

static void blocks_by_themselves_are_told_from_a_sort_of_the_whole(void** state)
{
    struct solved s;
    (void)state;
    solve(&s, "i32", "indices", GLSORT_DESCENDING, 64);
    assert_true(is_right(&s, 64));
    assert_false(is_right(&s, UINT32_MAX));
    workload_release(&s.work);
    solve(&s, "i32", "indices", GLSORT_DESCENDING, COUNT);
    assert_false(is_right(&s, 64));
    workload_release(&s.work);
}

static void ranks_and_keys_map_back_and_forth_in_the_promised_order(void** state)
{
    (void)state;
    for (const struct key_type* k = key_types; k->name; ++k)
        for (int order = GLSORT_ASCENDING; order <= GLSORT_DESCENDING; ++order)
            for (uint64_t i = 0; i < 1000; ++i) {
                uint64_t rank = (i * 0x9E3779B97F4A7C15u) >> (64 - k->bits);
                uint64_t key = key_of_rank(k, (glsort_direction)order, rank);
                assert_true(rank_of_key(k, (glsort_direction)order, key) == rank);
            }
    const struct key_type* f32 = find_key_type("f32");
    // -NaN, -inf, -1, -0, +0, 1, inf, NaN
    const uint32_t floats[] = {0xFFC00000u, 0xFF800000u, 0xBF800000u, 0x80000000u,
                               0x00000000u, 0x3F800000u, 0x7F800000u, 0x7FC00000u};
    for (int i = 1; i < 8; ++i)
        assert_true(rank_of_key(f32, GLSORT_ASCENDING, floats[i - 1]) <
                    rank_of_key(f32, GLSORT_ASCENDING, floats[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_result_of_every_type_passes),
        cmocka_unit_test(ties_in_another_order_are_found),
        cmocka_unit_test(a_lost_key_a_foreign_key_and_a_spoilt_value_are_found),
        cmocka_unit_test(blocks_by_themselves_are_told_from_a_sort_of_the_whole),
        cmocka_unit_test(ranks_and_keys_map_back_and_forth_in_the_promised_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
