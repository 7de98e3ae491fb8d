// SPDX-License-Identifier: MIT
// Every call that can fail is made to fail, one after the other: the library says so in
// its own words, leaves nothing behind, and is as good as before.
#include <stdio.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_meter.h"
#include "handles.h"
#include "plans.h"

// Compiling every program again and again is most of this test's time.
GL_SUITE(.no_context = true,
         .apis_of_all = 1 << GL_API_33 | 1 << GL_API_33_COMPAT | 1 << GL_API_ES32);

enum { MOST = 3000, PLENTY = 400 };

// ---- GL calls -------------------------------------------------------------------------

static bool is_shader_fault(enum gl_fault fault)
{
    return fault == FAULT_CREATE_SHADER || fault == FAULT_COMPILE ||
           fault == FAULT_CREATE_PROGRAM || fault == FAULT_LINK;
}

// A texture that cannot be a target at all was not made, for want of memory; targets that
// cannot be rendered to at once are a limit.
static bool is_result_of(enum gl_fault fault, glsort_result result)
{
    if (fault == FAULT_FRAMEBUFFER_STATUS && result == GLSORT_ERROR_LIMIT)
        return true;
    return result ==
           (is_shader_fault(fault) ? GLSORT_ERROR_SHADER : GLSORT_ERROR_DEVICE_MEMORY);
}

static void count_errors(void* user, glsort_severity severity, const char* message)
{
    uint32_t* errors = user;
    assert_true(message[0] != '\0');
    *errors += severity == GLSORT_SEVERITY_ERROR;
}

static glsort_context* open_context(uint32_t* errors)
{
    glsort_context* c = NULL;
    glsort_context_desc desc = {
        .get_proc = gl_mock_get_proc,
        .get_proc_user = &mock,
        .log = count_errors,
        .log_user = errors,
    };
    assert_int_equal(glsort_context_create(&desc, &c), GLSORT_OK);
    return c;
}

static struct gl_sorter_desc sorter_desc(uint32_t form)
{
    struct gl_sorter_desc desc = {.plan = gl_form_at(form)->plan, .room = MOST};
    bool texture = desc.plan.max_count != 0;
    if (!texture)
        desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.flags = GLSORT_PLAN_TIMINGS;
    if (!texture && gl_form_counts_on_gpu(&gl_forms[form]))
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
    return desc;
}

static void expect_clean(const char* what, uint32_t at, long programs)
{
    for (int kind = 0; kind < KIND_PROGRAM; ++kind)
        if (mock.live[kind] != 0)
            fail_msg("%s, call %u: %ld objects of kind %d are left", what, at,
                     mock.live[kind], kind);
    assert_true(mock.live[KIND_PROGRAM] >= programs);
    GLenum error = mock.pending != GL_NO_ERROR ? mock.pending : gl_take_error(&harness);
    if (error != GL_NO_ERROR)
        fail_msg("%s, call %u: GL error 0x%x is left", what, at, error);
}

static void expect_told(const char* form, enum gl_fault fault, uint32_t at,
                        const char* call, glsort_result result, const glsort_context* c)
{
    const char* text = glsort_last_error(c);
    if (!is_result_of(fault, result))
        fail_msg("%s, %s, call %u gives %s: %s", form, gl_fault_name(fault), at,
                 glsort_result_name(result), text);
    if (strncmp(text, call, strlen(call)) != 0)
        fail_msg("%s, call %u: \"%s\"", gl_fault_name(fault), at, text);
}

// True if the fault came to pass in the creation of a plan.
static bool fail_once(glsort_context* c, uint32_t* errors, uint32_t form,
                      enum gl_fault fault, uint32_t at)
{
    struct gl_sorter_desc desc = sorter_desc(form);
    glsort_plan* plan = (glsort_plan*)&desc;
    *errors = 0;
    gl_mock_fail(&mock, fault, at);
    glsort_result result = glsort_sort_create(c, &desc.plan, &plan);
    bool failed = mock.fault_seen >= at;
    gl_mock_fail(&mock, FAULT_NONE, 0);
    if (failed) {
        expect_told(gl_form_at(form)->name, fault, at, "glsort_sort_create: ", result, c);
        assert_null(plan);
        expect_clean(gl_fault_name(fault), at, 0);
        bool words = fault == FAULT_COMPILE || fault == FAULT_LINK;
        assert_int_equal(*errors, words ? 1 : 0);
    } else {
        assert_int_equal(result, GLSORT_OK);
        glsort_plan_destroy(plan);
    }
    return failed;
}

// The context is whole after a failure: the next plan sorts.
static void still_sorts(glsort_context* c, uint32_t form, uint32_t seed)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = sorter_desc(form);
    gl_sorter_open(&s, &harness, c, &desc);
    gl_sorter_check(&s, DATA_UNIFORM, seed, 1500);
    gl_sorter_close(&s);
}

// Objects belong to a plan, so one context will do. Returns how many calls did fail.
static uint32_t fail_objects(glsort_context* c, uint32_t* errors, uint32_t form,
                             enum gl_fault fault)
{
    uint32_t at = 1;
    while (fail_once(c, errors, form, fault, at))
        ++at;
    return at - 1;
}

// Programs are kept by a context, so each of their faults takes a new one.
static uint32_t fail_programs(uint32_t form, enum gl_fault fault)
{
    uint32_t errors = 0;
    uint32_t at = 0;
    bool failed = true;
    while (failed) {
        glsort_context* c = open_context(&errors);
        failed = fail_once(c, &errors, form, fault, ++at);
        still_sorts(c, form, at);
        glsort_context_destroy(c);
    }
    return at - 1;
}

// Compiling takes long: some forms of each algorithm and backend, unless all are tested.
static bool is_compiled(uint32_t form)
{
    static const char* const names[] = {"abisort-partition",
                                        "abisort-partition-fragment",
                                        "tree",
                                        "tree-fragment",
                                        "tree-stages-fragment",
                                        "rank",
                                        "radix-tiles",
                                        NULL};
    return gl_test_all() || form == gl_form_count ||
           gl_form_among(gl_form_at(form), names);
}

TEST(any_failing_gl_call_is_told_and_leaves_nothing)
{
    uint32_t errors = 0;
    glsort_context* c = open_context(&errors);
    for (uint32_t form = 0; form < gl_form_count + gl_texture_form_count; ++form) {
        bool fragment = gl_form_at(form)->plan.backend == GLSORT_BACKEND_FRAGMENT;
        bool fits = gl_form_fits(gl_form_at(form), &harness);
        // Plans with a texture take hundreds of megabytes.
        if (!fits || !is_compiled(form))
            continue;
        for (int at = FAULT_NONE + 1; at < FAULT_COUNT; ++at) {
            enum gl_fault fault = (enum gl_fault)at;
            uint32_t failures = is_shader_fault(fault)
                                    ? fail_programs(form, fault)
                                    : fail_objects(c, &errors, form, fault);
            assert_in_range(failures, 0, PLENTY);
            if (fault <= FAULT_BUFFER_DATA || fragment)
                assert_true(failures > 0);
        }
        still_sorts(c, form, form);
    }
    glsort_context_destroy(c);
    assert_int_equal(gl_mock_live(&mock), 0);
}

// ---- peeks ----------------------------------------------------------------------------

// The first peek links and attaches; the run that is open is not touched if that fails.
static void fail_peeks(uint32_t form, enum gl_fault fault)
{
    struct gl_sorter s;
    struct gl_area seen;
    uint32_t errors = 0;
    struct gl_sorter_desc desc = sorter_desc(form);
    glsort_context* c = open_context(&errors);
    gl_sorter_open(&s, &harness, c, &desc);
    gl_area_create(&seen, &harness, 0, 0, MOST);
    gl_sorter_fill(&s, DATA_UNIFORM, form, 1500);
    gl_sorter_load(&s, 1500);
    glsort_sort_args args = gl_sorter_args(&s, 1500);
    glsort_peek_args peek = {.keys_out = gl_area_resource(&seen)};
    assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
    assert_int_equal(glsort_plan_step(s.plan, glsort_plan_passes_left(s.plan) / 2),
                     GLSORT_OK);
    const uint32_t left = glsort_plan_passes_left(s.plan);
    bool failed = true;
    for (uint32_t at = 1; failed; ++at) {
        const long live = gl_mock_live(&mock) - mock.live[KIND_PROGRAM];
        gl_mock_fail(&mock, fault, at);
        glsort_result result = glsort_plan_peek(s.plan, &peek);
        failed = mock.fault_seen >= at;
        gl_mock_fail(&mock, FAULT_NONE, 0);
        if (failed)
            expect_told(gl_form_at(form)->name, fault, at, "glsort_plan_peek: ", result,
                        c);
        else
            assert_int_equal(result, GLSORT_OK);
        assert_int_equal(gl_mock_live(&mock) - mock.live[KIND_PROGRAM], live);
        assert_int_equal(glsort_plan_passes_left(s.plan), left);
        assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    }
    assert_int_equal(glsort_plan_step(s.plan, UINT32_MAX), GLSORT_OK);
    assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
    if (!gl_sorter_holds(&s, 1500))
        fail_msg("%s, after failing peeks: %s", gl_form_at(form)->name, s.trouble);
    gl_area_destroy(&seen);
    gl_sorter_close(&s);
    glsort_context_destroy(c);
}

TEST(a_failing_peek_is_told_and_does_not_harm_the_run)
{
    static const enum gl_fault faults[] = {FAULT_CREATE_SHADER, FAULT_COMPILE,
                                           FAULT_CREATE_PROGRAM, FAULT_LINK,
                                           FAULT_FRAMEBUFFER_STATUS};
    for (uint32_t form = 0; form < gl_form_count; ++form)
        for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i)
            if (gl_form_fits(&gl_forms[form], &harness) && is_compiled(form))
                fail_peeks(form, faults[i]);
}

// ---- entry points ---------------------------------------------------------------------

// A run, a peek at it, its time stamps and the programs.
static void use_all(glsort_context* c, uint32_t form, uint32_t textures)
{
    struct gl_sorter s;
    struct gl_area seen;
    uint64_t ns[64];
    uint32_t count = 64;
    size_t bytes = 0;
    struct gl_sorter_desc desc = sorter_desc(form);
    desc.plan.textures = textures;
    gl_sorter_open(&s, &harness, c, &desc);
    gl_area_create(&seen, &harness, textures != 0 ? 61 : 0, 0, MOST);
    gl_sorter_fill(&s, DATA_UNIFORM, form, 300);
    gl_sorter_load(&s, 300);
    glsort_sort_args args = gl_sorter_args(&s, 300);
    glsort_peek_args peek = {.keys_out = gl_area_resource(&seen)};
    assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
    assert_int_equal(glsort_plan_step(s.plan, 2), GLSORT_OK);
    assert_int_equal(glsort_plan_peek(s.plan, &peek), GLSORT_OK);
    assert_int_equal(glsort_plan_step(s.plan, UINT32_MAX), GLSORT_OK);
    assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
    assert_true(gl_sorter_holds(&s, 300));
    assert_true(glsort_plan_timings(s.plan, ns, &count) >= 0);
    glsort_result result = glsort_context_programs(c, NULL, &bytes);
    assert_true(result == GLSORT_OK || result == GLSORT_ERROR_UNSUPPORTED);
    gl_area_destroy(&seen);
    gl_sorter_close(&s);
}

// Optional ones may be missing; without any other the context is refused by its name.
static void try_without(const char* name)
{
    char message[256] = "";
    glsort_context* c = NULL;
    glsort_context_desc desc = {
        .get_proc = gl_mock_get_proc,
        .get_proc_user = &mock,
        .flags = GLSORT_CONTEXT_DEBUG,
        .message = message,
        .message_bytes = sizeof message,
    };
    mock.hidden = name;
    glsort_result result = glsort_context_create(&desc, &c);
    if (result != GLSORT_OK) {
        if (result != GLSORT_ERROR_LOADER || strstr(message, name) == NULL)
            fail_msg("without %s: %s, \"%s\"", name, glsort_result_name(result), message);
        assert_null(c);
    } else {
        const uint32_t draws = gl_form_place("abisort-partition-fragment");
        use_all(c, draws, 0);
        use_all(c, draws, GLSORT_TEXTURES_ALL);
        if (harness.has_compute)
            use_all(c, gl_form_place("abisort-partition"), 0);
        glsort_context_destroy(c);
    }
    mock.hidden = NULL;
    if (gl_take_error(&harness) != GL_NO_ERROR)
        fail_msg("without %s a GL error is left", name);
    assert_int_equal(gl_mock_live(&mock), 0);
}

TEST(any_missing_entry_point_is_named_or_not_needed)
{
    char names[1024][64];
    uint32_t errors = 0;
    glsort_context_destroy(open_context(&errors));
    uint32_t count = mock.asked_count;
    assert_in_range(count, 100, 1023);
    for (uint32_t i = 0; i < count; ++i)
        snprintf(names[i], sizeof names[i], "%s", mock.asked[i]);
    for (uint32_t i = 0; i < count; ++i)
        try_without(names[i]);
}

// ---- host memory ----------------------------------------------------------------------

TEST(a_run_allocates_nothing)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!gl_form_fits(gl_form_at(form), &harness))
            continue;
        struct host_meter m = {0};
        struct gl_sorter s;
        glsort_context* c = NULL;
        const struct gl_sorter_desc desc = sorter_desc(form);
        const glsort_context_desc metered = {.get_proc = gl_mock_get_proc,
                                             .get_proc_user = &mock,
                                             .allocator = host_meter_allocator(&m)};
        assert_int_equal(glsort_context_create(&metered, &c), GLSORT_OK);
        gl_sorter_open(&s, &harness, c, &desc);
        uint32_t calls = m.calls;
        gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
        gl_sorter_check(&s, DATA_UNIFORM, 2, 17);
        assert_int_equal(m.calls, calls);
        gl_sorter_close(&s);
        glsort_context_destroy(c);
        host_meter_expect_empty(&m);
    }
}
