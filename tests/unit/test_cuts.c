// SPDX-License-Identifier: MIT
// lib/cut.glsl and lib/runs.glsl, which are C as well: the cut of every rank is
// the one split that a stable merge has there.
#include <stdlib.h>

#include "host_data.h"
#include "host_runs.h"
#include "host_test.h"

static const uint32_t* keys;

static uint run_key(uint position)
{
    return keys[position];
}

#include "lib/cut.glsl"

static int compare_words(const void* left, const void* right)
{
    const uint32_t* a = left;
    const uint32_t* b = right;
    return *a < *b ? -1 : *a > *b;
}

static void check_pair(run_pair pair, uint run_log)
{
    uint total = pair.count_a + pair.count_b;
    const uint32_t* a = keys + pair.base;
    const uint32_t* b = keys + pair.base + (1u << run_log);
    uint before = 0;
    for (uint rank = 0; rank <= total; ++rank) {
        uint i = cut_of_rank(pair, run_log, rank);
        uint j = rank - i;
        assert_true(i <= pair.count_a && j <= pair.count_b);
        assert_true(i - before <= 1); // and so never less
        // All before the cut is before all after it, equal keys of the first run first.
        assert_true(i == 0 || j == pair.count_b || a[i - 1] <= b[j]);
        assert_true(j == 0 || i == pair.count_a || b[j - 1] < a[i]);
        before = i;
    }
    assert_int_equal(cut_of_rank(pair, run_log, 0), 0);
    assert_int_equal(cut_of_rank(pair, run_log, total), pair.count_a);
}

static void every_rank_has_the_cut_of_a_stable_merge(void** state)
{
    for (uint32_t count = 1; count <= 300; ++count)
        for (uint32_t d = 0; d < HOST_DISTRIBUTIONS; ++d)
            for (uint run_log = d % 3; 1u << run_log <= count; run_log += 3) {
                uint32_t* words = malloc(count * sizeof *words);
                host_fill(words, count, d);
                for (uint32_t first = 0; first < count; first += 1u << run_log)
                    qsort(words + first, min(1u << run_log, count - first), sizeof *words,
                          compare_words);
                keys = words;
                for (uint32_t first = 0; first < count; first += 2u << run_log)
                    check_pair(pair_at(first, run_log, count), run_log);
                free(words);
            }
}

static void pairs_of_runs_tile_every_count(void** state)
{
    for (uint32_t count = 1; count <= 200; ++count)
        for (uint run_log = 0; run_log <= 9; ++run_log)
            for (uint32_t at = 0; at < count; ++at) {
                run_pair pair = pair_at(at, run_log, count);
                assert_true(pair.base <= at);
                assert_true(at < pair.base + pair.count_a + pair.count_b);
                assert_true(pair.count_a > 0 && pair.count_a <= 1u << run_log);
                assert_true(pair.count_b == 0 || pair.count_a == 1u << run_log);
                uint end = pair.base + pair.count_a + pair.count_b;
                assert_true(end == count || end == pair.base + (2u << run_log));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rank_has_the_cut_of_a_stable_merge),
        cmocka_unit_test(pairs_of_runs_tile_every_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
