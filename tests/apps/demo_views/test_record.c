// SPDX-License-Identifier: MIT
// The record of a sort: what the views show is what happened.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program.h"
#include "record_measure.h"
#include "views_gl.h"

static void check_permutations(const struct record* record)
{
    uint8_t* seen = malloc(record->count);
    assert_non_null(seen);
    for (uint32_t p = 0; p <= record->pass_count; ++p) {
        memset(seen, 0, record->count);
        for (uint32_t i = 0; i < record->count; ++i) {
            uint32_t element = record_order(record, p)[i];
            assert_true(element < record->count);
            assert_int_equal(seen[element]++, 0);
        }
    }
    free(seen);
}

static void every_order_is_a_permutation_and_the_last_is_sorted(void** state)
{
    const glsort_form* form;
    for (uint32_t f = 0; (form = glsort_form_at(f)) != NULL; ++f) {
        struct record record;
        // No power of two, and more than the tile of any form but the bitonic blocks'.
        views_gl_record(*state, form, views_gl_most(*state, form, 5000), &record);
        assert_int_equal(record.info.algorithm, form->desc.tuning->algorithm);
        assert_int_equal(record.info.backend, form->desc.backend);
        check_permutations(&record);
        const struct record_pass* last = &record.passes[record.pass_count];
        assert_true(record.sorted);
        assert_true(last->in_order == 1.0 && last->neighbours == 1.0);
        // The input is as random as its keys are.
        assert_true(fabs(record.passes[0].in_order - 0.5) < 0.05);
        assert_true(fabs(record.passes[0].neighbours - 0.5) < 0.05);
        record_free(&record);
    }
}

static void every_form_passes_through_orders_of_its_own(void** state)
{
    // A record that copied one order over all passes would be found here.
    static const struct {
        const char* name;
        uint32_t orders;
    } least[] = {{"abisort-fused", 3},
                 {"tree", 30},
                 {"bitonic-columns-fragment", 70},
                 {"abisort-partition-fragment", 8},
                 {"radix-tiles", 4},
                 {"bitonic-packed-fragment", 20},
                 {"rank", 2}};
    for (size_t i = 0; i < sizeof least / sizeof *least; ++i) {
        struct record record;
        views_gl_record(*state, views_gl_form(least[i].name), 16384, &record);
        uint32_t orders = 0;
        for (uint32_t p = 1; p <= record.pass_count; ++p)
            orders += record.passes[p].moved > 0;
        if (orders < least[i].orders)
            fail_msg("%s: only %u passes move elements", least[i].name, orders);
        record_free(&record);
    }
}

static double comparisons_of(void** state, const char* name, uint32_t count)
{
    struct record record;
    double sum = 0.0;
    views_gl_record(*state, views_gl_form(name), count, &record);
    for (uint32_t p = 1; p <= record.pass_count; ++p)
        sum += record.passes[p].comparisons;
    record_free(&record);
    return sum;
}

// Sixteens sorted by 63 comparisons each, and levels that end with merges of sixteen;
// phase i of stage k of level j has a pair for every 2^(j - k) elements.
static double of_stages(double n, int log)
{
    double sum = 63.0 * n / 16.0;
    for (int j = 5; j <= log; ++j) {
        for (int k = 0; k <= j - 5; ++k)
            sum += (j - k) * ldexp(n, k - j);
        sum += 2.0 * n;
    }
    return sum;
}

static void comparisons_are_those_of_the_theory(void** state)
{
    const double n = 4096.0, log = 12.0;
    const double pure = 2.0 * n * log - 4.0 * n + log + 4.0;
    const double network = n / 2.0 * log * (log + 1.0) / 2.0;
    assert_true(comparisons_of(state, "tree-pure", 4096) == pure);
    assert_true(comparisons_of(state, "tree-pure-simple", 4096) == pure);
    assert_true(fabs(comparisons_of(state, "bitonic-columns-fragment", 4096) - network) <
                1.0);
    assert_true(fabs(comparisons_of(state, "bitonic-packed-fragment", 4096) - network) <
                1.0);
    assert_true(fabs(comparisons_of(state, "bitonic-two-kernels", 4096) - network) < 1.0);
    assert_true(fabs(comparisons_of(state, "bitonic-blocks", 4096) - network) < 1.0);
    assert_true(comparisons_of(state, "radix-tiles", 4096) == 0.0);
    // Blocks of 8 sorted by 24 comparisons each, in fragments by 19, and levels that end
    // with merges of 16.
    assert_true(comparisons_of(state, "tree", 4096) == 96272.0);
    assert_true(comparisons_of(state, "tree-fragment", 4096) == 96272.0 - 512.0 * 5.0);
    assert_true(comparisons_of(state, "tree-stages-fragment", 4096) ==
                of_stages(4096.0, 12));
    assert_true(comparisons_of(state, "tree-stages-copy-fragment", 4096) ==
                of_stages(4096.0, 12));
}

static void bytes_are_those_of_the_plan(void** state)
{
    const glsort_form* form;
    for (uint32_t f = 0; (form = glsort_form_at(f)) != NULL; ++f) {
        struct record record;
        views_gl_record(*state, form, 1024, &record);
        double bytes = (double)record_bytes(&record, record.pass_count);
        assert_true(fabs(bytes / 1024.0 - record.info.bytes_per_element) < 0.01);
        record_free(&record);
    }
}

static void what_cannot_be_watched_is_refused_with_a_sentence(void** state)
{
    const struct views_gl* gl = *state;
    struct record record;
    char message[PROGRAM_MESSAGE_BYTES] = "";
    uint32_t key = 0;
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT}};
    assert_false(record_make(&record, gl->sorter, &desc, &key, RECORD_MAX_COUNT + 1, NULL,
                             message));
    assert_non_null(strstr(message, "65537"));
    assert_null(record.orders);
    desc.tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RANK};
    desc.backend = GLSORT_BACKEND_FRAGMENT;
    assert_false(record_make(&record, gl->sorter, &desc, &key, 1, NULL, message));
    assert_true(strlen(message) > 10);
    assert_null(record.orders);
}

static void one_element_is_a_record_too(void** state)
{
    struct record record;
    views_gl_record(*state, views_gl_form("abisort-fused"), 1, &record);
    assert_true(record.sorted);
    assert_true(record.passes[record.pass_count].in_order == 1.0);
    record_free(&record);
}

static void ranks_are_those_of_a_stable_sort(void** state)
{
    const uint32_t keys[] = {0x3F800000u, 0xBF800000u, 0x3F800000u, 0u, 0x80000000u};
    const uint32_t up[] = {3, 0, 4, 2, 1}, down[] = {0, 4, 1, 2, 3};
    uint32_t integers[5], ranks[5];
    measure_ascending(keys, 5, GLSORT_KEY_F32, GLSORT_ASCENDING, integers);
    assert_true(measure_ranks(integers, 5, ranks));
    assert_memory_equal(ranks, up, sizeof up);
    measure_ascending(keys, 5, GLSORT_KEY_F32, GLSORT_DESCENDING, integers);
    assert_true(measure_ranks(integers, 5, ranks));
    assert_memory_equal(ranks, down, sizeof down);
}

static void inversions_are_counted_as_by_hand(void** state)
{
    const uint32_t order[] = {4, 2, 0, 1, 3}, ranks[] = {0, 1, 2, 3, 4};
    uint32_t scratch[10];
    assert_int_equal(measure_inversions(order, ranks, 5, scratch), 6);
    assert_int_equal(measure_neighbours(order, ranks, 5), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_is_a_permutation_and_the_last_is_sorted),
        cmocka_unit_test(every_form_passes_through_orders_of_its_own),
        cmocka_unit_test(comparisons_are_those_of_the_theory),
        cmocka_unit_test(bytes_are_those_of_the_plan),
        cmocka_unit_test(what_cannot_be_watched_is_refused_with_a_sentence),
        cmocka_unit_test(one_element_is_a_record_too),
        cmocka_unit_test(ranks_are_those_of_a_stable_sort),
        cmocka_unit_test(inversions_are_counted_as_by_hand),
    };
    return cmocka_run_group_tests(tests, views_gl_open, views_gl_close);
}
