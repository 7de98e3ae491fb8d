// SPDX-License-Identifier: MIT
// An algorithm that is in a folder of its own, in one line of the list and in one
// enumerant is a whole algorithm: it is found, described and refused like any other.
#include <string.h>

#include "host_test.h"
#include "one_tile.h"
#include "plans.h"
#include "desc.h"

#define TUNING(...)                                                                      \
    .tuning = &(const glsort_tuning)                                                     \
    {                                                                                    \
        .algorithm = (glsort_algorithm)ONE_TILE, __VA_ARGS__                             \
    }
#define ONE_TILE_SORT TUNING(.local_size = 0)

static glsort_limits minimum(uint32_t version)
{
    return least_limits(version, version == 300);
}

TEST(its_form_and_its_name_are_found)
{
    const glsort_form* form = glsort_form_find("one-tile");
    assert_non_null(form);
    assert_int_equal(form->desc.tuning->algorithm, ONE_TILE);
    assert_int_equal(tuning_of(form->desc.tuning).method, GLSORT_METHOD_AUTO);
    assert_ptr_equal(glsort_form_at(glsort_form_count() - 1), form);
    assert_string_equal(glsort_form_at(0)->name, "abisort-fused");
    assert_int_equal(glsort_algorithm_count(), ONE_TILE + 1);
    assert_string_equal(glsort_algorithm_name((glsort_algorithm)ONE_TILE), "one-tile");
    assert_string_equal(glsort_method_name(GLSORT_METHOD_RADIX_CHAIN), "radix-chain");
}

// Neither choice.c nor the descriptor names a method or a backend.
TEST(its_name_alone_describes_a_plan)
{
    const glsort_limits limits = minimum(430);
    const glsort_sort_desc desc = {ONE_TILE_SORT, .max_count = ONE_TILE_MOST};
    glsort_plan* plan = NULL;
    glsort_plan_info info;
    glsort_pass_info pass;
    assert_int_equal(glsort_max_count(&limits, &desc, NULL), ONE_TILE_MOST);
    assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &plan), GLSORT_OK);
    assert_int_equal(glsort_plan_describe(plan, 100, 0, &info), GLSORT_OK);
    assert_int_equal(info.algorithm, ONE_TILE);
    assert_int_equal(info.method, GLSORT_METHOD_AUTO);
    assert_int_equal(info.backend, GLSORT_BACKEND_COMPUTE);
    assert_int_equal(info.pass_count, 1);
    assert_int_equal(glsort_plan_pass(plan, 0, &pass), GLSORT_OK);
    assert_string_equal(pass.purpose, "sort a tile");
    assert_string_equal(pass.shader, "abisort/array_local.comp");
    glsort_plan_destroy(plan);
}

static void expect_refusal(uint32_t version, glsort_sort_desc desc, glsort_result wanted,
                           const char* says)
{
    const glsort_limits limits = minimum(version);
    char message[512] = "";
    glsort_plan* plan = NULL;
    glsort_result result = offline_sort(&limits, &desc, message, sizeof message, &plan);
    if (result != wanted || strstr(message, says) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", glsort_result_name(result), message,
                 says);
}

TEST(a_refusal_names_it)
{
    const glsort_result unsupported = GLSORT_ERROR_UNSUPPORTED;
    expect_refusal(430,
                   (glsort_sort_desc){ONE_TILE_SORT, .max_count = 9,
                                      .backend = GLSORT_BACKEND_FRAGMENT},
                   unsupported,
                   "asked for: tuning->algorithm ONE_TILE, backend FRAGMENT");
    expect_refusal(330, (glsort_sort_desc){ONE_TILE_SORT, .max_count = 9}, unsupported,
                   "tuning->algorithm ONE_TILE");
    expect_refusal(430, (glsort_sort_desc){TUNING(.local_size = 8), .max_count = 9},
                   unsupported,
                   "asked for: tuning->algorithm ONE_TILE, tuning->local_size 8");
    expect_refusal(
        430, (glsort_sort_desc){TUNING(.method = GLSORT_METHOD_TREE), .max_count = 9},
        unsupported, "the method belongs to another algorithm");
    expect_refusal(430, (glsort_sort_desc){ONE_TILE_SORT, .max_count = ONE_TILE_MOST + 1},
                   GLSORT_ERROR_LIMIT,
                   "4096 (one work group sorts one tile); glsort_sort_host");
    expect_refusal(
        430,
        (glsort_sort_desc){
            .tuning =
                &(const glsort_tuning){.algorithm = (glsort_algorithm)(ONE_TILE + 1)},
            .max_count = 9},
        GLSORT_ERROR_ARGUMENT, "tuning->algorithm is 7, the largest valid value is 6");
}

TEST(auto_does_not_take_it)
{
    static const uint32_t counts[] = {1, 100, ONE_TILE_MOST};
    const glsort_limits limits = minimum(430);
    for (uint32_t i = 0; i < 3; ++i) {
        glsort_sort_desc desc = {.max_count = counts[i]};
        glsort_plan* plan = NULL;
        glsort_plan_info info;
        assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &plan), GLSORT_OK);
        assert_int_equal(glsort_plan_describe(plan, 1, 0, &info), GLSORT_OK);
        assert_int_not_equal(info.algorithm, ONE_TILE);
        glsort_plan_destroy(plan);
    }
}
