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

static uint32_t size_or(uint32_t size, uint32_t usual)
{
    return size == 0 ? usual : size;
}

static glsort_local runs_of(const glsort_plan_desc* setup)
{
    if (setup->local != GLSORT_LOCAL_AUTO ||
        setup->algorithm != GLSORT_ALGORITHM_ABISORT ||
        setup->backend == GLSORT_BACKEND_FRAGMENT)
        return setup->local;
    return setup->split >= GLSORT_SPLIT_RANKS ? GLSORT_LOCAL_RANKS : GLSORT_LOCAL_NETWORK;
}

// True if the setup sorts as the form does, whatever it sorts.
static bool is_of(const glsort_plan_desc* setup, const glsort_plan_desc* form)
{
    bool compute = setup->backend != GLSORT_BACKEND_FRAGMENT;
    if (setup->algorithm != form->algorithm ||
        compute != (form->backend == GLSORT_BACKEND_COMPUTE))
        return false;
    if (form->algorithm == GLSORT_ALGORITHM_ABISORT_TREE)
        return setup->tree_schedule == form->tree_schedule &&
               size_or(setup->local_size, 8) == form->local_size &&
               size_or(setup->merge_size, 16) == form->merge_size;
    return setup->split == form->split && runs_of(setup) == form->local &&
           setup->network == form->network && setup->ranking == form->ranking &&
           setup->local_size == form->local_size;
}

static void the_unit_tests_go_through_every_form(void** state)
{
    for (uint32_t at = 0; at < glsort_form_count(); ++at) {
        const glsort_form* form = glsort_form_at(at);
        bool found = false;
        for (uint32_t i = 0; i < host_setup_count; ++i)
            found |= is_of(&host_setups[i].desc, &form->desc);
        for (uint32_t i = 0; i < host_declared_count; ++i)
            found |= is_of(&host_declared[i].desc, &form->desc);
        if (!found)
            fail_msg("no setup of host_setups.c is for the form %s", form->name);
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
