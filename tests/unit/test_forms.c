// SPDX-License-Identifier: MIT
// The list of the forms of sorting: its names, and that nothing is missing from it or
// from the setups that the other unit tests go through.
#include <ctype.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "host_setups.h"

static glsort_limits large_limits(uint32_t version)
{
    glsort_limits limits;
    assert_int_equal(glsort_limits_minimum(version, version == 300, &limits), GLSORT_OK);
    limits.has_ballots = limits.has_compute;
    return limits;
}

static void a_form_is_found_by_its_name_alone(void** state)
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

static void descriptions_differ_and_fit_in_a_line(void** state)
{
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const char* text = glsort_form_at(at)->description;
        assert_in_range(strlen(text), 20, 59);
        for (uint32_t i = 0; i < at; ++i)
            assert_string_not_equal(text, glsort_form_at(i)->description);
    }
}

// What the caller fills in is zero, and a plan is of what the form says.
static void a_plan_of_a_form_is_what_the_form_says(void** state)
{
    glsort_limits limits = large_limits(430);
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const glsort_form* form = glsort_form_at(at);
        glsort_plan_desc desc = form->desc;
        glsort_plan_info info;
        glsort_plan* plan = NULL;
        assert_int_equal(desc.max_count, 0);
        assert_int_equal(desc.key, GLSORT_KEY_U32);
        assert_int_equal(desc.values, GLSORT_VALUES_NONE);
        assert_int_equal(desc.flags, 0);
        assert_true(glsort_max_count(&limits, &desc, NULL) > 0);
        desc.max_count = 100;
        assert_int_equal(glsort_plan_create_offline(&limits, &desc, NULL, 0, &plan),
                         GLSORT_OK);
        assert_int_equal(glsort_plan_describe(plan, 100, &info), GLSORT_OK);
        assert_int_equal(info.algorithm, desc.algorithm);
        assert_int_equal(info.backend, desc.backend);
        glsort_plan_destroy(plan);
    }
}

static void without_compute_the_forms_in_fragments_are_left(void** state)
{
    glsort_limits limits = large_limits(300);
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const glsort_form* form = glsort_form_at(at);
        const char* end = strstr(form->name, "-fragment");
        bool draws = form->desc.backend == GLSORT_BACKEND_FRAGMENT;
        assert_int_equal(glsort_max_count(&limits, &form->desc, NULL) > 0, draws);
        assert_int_equal(end != NULL && strcmp(end, "-fragment") == 0, draws);
    }
}

static bool some_form(glsort_algorithm algorithm, size_t field, uint32_t value)
{
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const glsort_plan_desc* desc = &glsort_form_at(at)->desc;
        uint32_t has;
        memcpy(&has, (const char*)desc + field, sizeof has);
        if (desc->algorithm == algorithm && has == value)
            return true;
    }
    return false;
}

// A new enumerant has a form, or nothing offers, measures or tests it.
static void every_option_of_an_algorithm_has_a_form(void** state)
{
    static const struct {
        glsort_algorithm algorithm;
        size_t field;
        uint32_t first, last;
    } options[] = {
        {GLSORT_ALGORITHM_ABISORT, offsetof(glsort_plan_desc, split), GLSORT_SPLIT_FUSED,
         GLSORT_SPLIT_ALL},
        {GLSORT_ALGORITHM_ABISORT, offsetof(glsort_plan_desc, local),
         GLSORT_LOCAL_NETWORK, GLSORT_LOCAL_RANKS},
        {GLSORT_ALGORITHM_ABISORT_TREE, offsetof(glsort_plan_desc, tree_schedule),
         GLSORT_TREE_OVERLAPPED, GLSORT_TREE_SIMPLE},
        {GLSORT_ALGORITHM_BITONIC, offsetof(glsort_plan_desc, network),
         GLSORT_NETWORK_BLOCKS, GLSORT_NETWORK_PACKED},
        {GLSORT_ALGORITHM_RADIX, offsetof(glsort_plan_desc, ranking),
         GLSORT_RANKING_TILES, GLSORT_RANKING_BALLOTS},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; ++i)
        for (uint32_t value = options[i].first; value <= options[i].last; ++value)
            if (!some_form(options[i].algorithm, options[i].field, value))
                fail_msg("option %zu has no form for %u", i, value);
}

static bool starts_with(const char* text, const char* start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static uint32_t count_setups(const glsort_form* form, uint32_t first, uint32_t end)
{
    uint32_t found = 0;
    for (uint32_t i = first; i < end; ++i) {
        const char* name = host_setup_at(i)->name;
        found += starts_with(name, form->name) && name[strlen(form->name)] == ',';
    }
    return found;
}

// Every form in several ways; the adaptive ones, and only these, by mirrors too.
static void the_unit_tests_go_through_every_form(void** state)
{
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const glsort_form* form = glsort_form_at(at);
        bool adaptive =
            (starts_with(form->name, "abisort") || starts_with(form->name, "tree")) &&
            strstr(form->name, "rank") == NULL;
        uint32_t mirrored = count_setups(form, 0, host_mirrored_count());
        uint32_t all = count_setups(form, 0, host_setup_count());
        if (all < 7 || mirrored != (adaptive ? all : 0))
            fail_msg("%u setups are for the form %s, %u of them with mirrors", all,
                     form->name, mirrored);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_form_is_found_by_its_name_alone),
        cmocka_unit_test(descriptions_differ_and_fit_in_a_line),
        cmocka_unit_test(a_plan_of_a_form_is_what_the_form_says),
        cmocka_unit_test(without_compute_the_forms_in_fragments_are_left),
        cmocka_unit_test(every_option_of_an_algorithm_has_a_form),
        cmocka_unit_test(the_unit_tests_go_through_every_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
