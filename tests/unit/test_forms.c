// SPDX-License-Identifier: MIT
// The list of the forms of sorting: its names, and that nothing is missing from it.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "host_test.h"
#include "plans.h"
#include "desc.h"

TEST(a_form_is_found_by_its_name_alone)
{
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const glsort_form* form = glsort_form_at(at);
        assert_ptr_equal(glsort_form_find(form->name), form);
        for (const char* c = form->name; *c != '\0'; ++c)
            assert_true(islower((unsigned char)*c) || *c == '-');
    }
    assert_null(glsort_form_at(glsort_form_count()));
    assert_null(glsort_form_at(UINT32_MAX));
    assert_null(glsort_form_find("radix"));
    assert_null(glsort_form_find(""));
    assert_null(glsort_form_find(NULL));
}

// What the caller fills in is zero, and a plan is of what the form says.
TEST(a_plan_of_a_form_is_what_the_form_says)
{
    glsort_limits limits = least_limits(430, 0);
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const glsort_form* form = glsort_form_at(at);
        glsort_sort_desc desc = form->desc;
        glsort_plan_info info;
        glsort_plan* plan = NULL;
        assert_int_equal(desc.max_count, 0);
        assert_int_equal(desc.key, GLSORT_KEY_U32);
        assert_int_equal(desc.values, GLSORT_VALUES_NONE);
        assert_int_equal(desc.flags, 0);
        assert_true(glsort_max_count(&limits, &desc, NULL) > 0);
        desc.max_count = 100;
        assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &plan), GLSORT_OK);
        assert_int_equal(glsort_plan_describe(plan, 100, 0, &info), GLSORT_OK);
        assert_int_equal(info.algorithm, desc.tuning->algorithm);
        assert_int_equal(info.method, tuning_of(desc.tuning).method);
        assert_int_equal(info.backend, desc.backend);
        glsort_plan_destroy(plan);
    }
}

// Options of programs take these words.
TEST(every_algorithm_has_a_name_and_forms)
{
    assert_true(glsort_algorithm_count() > GLSORT_ALGORITHM_RADIX);
    assert_string_equal(glsort_algorithm_name(GLSORT_ALGORITHM_AUTO), "auto");
    assert_string_equal(glsort_algorithm_name(GLSORT_ALGORITHM_ABISORT_TREE),
                        "abisort-tree");
    assert_string_equal(glsort_algorithm_name((glsort_algorithm)99), "?");
    for (uint32_t a = 1; a < glsort_algorithm_count(); ++a) {
        const glsort_form* form;
        uint32_t forms = 0;
        assert_string_not_equal(glsort_algorithm_name((glsort_algorithm)a), "?");
        for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
            forms += form->desc.tuning->algorithm == (glsort_algorithm)a;
        assert_true(forms > 0);
    }
}

// A new enumerant has a form, or nothing offers, measures or tests it.
TEST(every_method_has_a_form_of_its_name)
{
    const char* name;
    int m = GLSORT_METHOD_ABISORT_FUSED;
    for (; strcmp(name = glsort_method_name((glsort_method)m), "?") != 0; ++m) {
        char draws[64];
        snprintf(draws, sizeof draws, "%s-fragment", name);
        const glsort_form* form = glsort_form_find(name);
        if (form == NULL)
            form = glsort_form_find(draws);
        if (form == NULL)
            fail_msg("there is no form %s", name);
        assert_int_equal(tuning_of(form->desc.tuning).method, m);
    }
    assert_true(m > GLSORT_METHOD_RADIX_CHAIN);
    assert_string_equal(glsort_method_name(GLSORT_METHOD_AUTO), "auto");
    assert_string_equal(glsort_method_name((glsort_method)99), "?");
}
