// SPDX-License-Identifier: MIT
// Failing peeks, and entry points that are missing: the library says so in its own words,
// leaves nothing behind, and is as good as before. Failing creations are gl_kinds's.
#include <stdio.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

GL_SUITE(.no_context = true,
         .apis_of_all = 1 << GL_API_33 | 1 << GL_API_33_COMPAT | 1 << GL_API_ES32);

enum { MOST = 300 };

// ---- a run and a peek at it -----------------------------------------------------------

struct watched {
    struct gl_sorter s;
    struct gl_area seen;
    glsort_peek_args peek;
};

// A run that is open and half done.
static void open_run(struct watched* w, glsort_context* c, const struct gl_form* form,
                     uint32_t textures)
{
    struct gl_sorter_desc desc = {.plan = form->plan};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.flags = GLSORT_PLAN_TIMINGS;
    desc.plan.textures = textures;
    gl_sorter_open(&w->s, &harness, c, &desc);
    gl_area_create(&w->seen, &harness, textures != 0 ? 61 : 0, 0, MOST);
    w->peek = (glsort_peek_args){.keys_out = gl_area_resource(&w->seen)};
    gl_sorter_begin(&w->s, DATA_UNIFORM, 1, MOST);
    gl_sorter_require(
        &w->s, glsort_plan_step(w->s.plan, glsort_plan_passes_left(w->s.plan) / 2));
}

static void close_run(struct watched* w)
{
    gl_sorter_finish(&w->s, MOST);
    gl_area_destroy(&w->seen);
    gl_sorter_close(&w->s);
}

// True if the call of this number failed.
static bool fail_peek(struct watched* w, enum gl_fault fault, uint32_t at)
{
    static const char call[] = "glsort_plan_peek: ";
    const long live = gl_mock_live(&mock) - mock.live[KIND_PROGRAM];
    const uint32_t left = glsort_plan_passes_left(w->s.plan);
    gl_mock_fail(&mock, fault, at);
    const glsort_result result = glsort_plan_peek(w->s.plan, &w->peek);
    const bool failed = mock.fault_seen >= at;
    gl_mock_fail(&mock, FAULT_NONE, 0);
    assert_int_equal(result < 0, failed);
    assert_true(!failed ||
                strncmp(glsort_plan_last_error(w->s.plan), call, strlen(call)) == 0);
    assert_int_equal(gl_mock_live(&mock) - mock.live[KIND_PROGRAM], live);
    assert_int_equal(glsort_plan_passes_left(w->s.plan), left);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    return failed;
}

// The first peek links and attaches; the run that is open is not touched if that fails.
TEST(a_failing_peek_is_told_and_does_not_harm_the_run)
{
    static const enum gl_fault faults[] = {FAULT_CREATE_SHADER, FAULT_COMPILE,
                                           FAULT_CREATE_PROGRAM, FAULT_LINK,
                                           FAULT_FRAMEBUFFER_STATUS};
    static const char* const forms[] = {"abisort-partition-fragment", "tree-fragment",
                                        "abisort-partition", "radix-tiles"};
    for (uint32_t i = 0; i < 5 * (harness.has_compute ? 4 : 2); ++i) {
        struct watched w;
        uint32_t at = 1;
        glsort_context* c = gl_mock_context(&mock, 0);
        open_run(&w, c, gl_form_named(forms[i / 5]), 0);
        while (fail_peek(&w, faults[i % 5], at))
            ++at;
        close_run(&w);
        glsort_context_destroy(c);
    }
}

// ---- entry points ---------------------------------------------------------------------

// A run, a peek at it, its time stamps and the programs.
static void use_all(glsort_context* c, const char* form, uint32_t textures)
{
    struct watched w;
    uint64_t ns[64];
    uint32_t count = 64;
    size_t bytes = 0;
    open_run(&w, c, gl_form_named(form), textures);
    gl_sorter_require(&w.s, glsort_plan_peek(w.s.plan, &w.peek));
    gl_sorter_require(&w.s, glsort_plan_step(w.s.plan, UINT32_MAX));
    assert_true(glsort_plan_timings(w.s.plan, ns, &count) >= 0);
    const glsort_result result = glsort_context_programs(c, NULL, &bytes);
    assert_true(result == GLSORT_OK || result == GLSORT_ERROR_UNSUPPORTED);
    close_run(&w);
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
        use_all(c, "abisort-partition-fragment", 0);
        use_all(c, "abisort-partition-fragment", GLSORT_TEXTURES_ALL);
        if (harness.has_compute)
            use_all(c, "abisort-partition", 0);
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
    glsort_context_destroy(gl_mock_context(&mock, 0));
    uint32_t count = mock.asked_count;
    assert_in_range(count, 100, 1023);
    for (uint32_t i = 0; i < count; ++i)
        snprintf(names[i], sizeof names[i], "%s", mock.asked[i]);
    for (uint32_t i = 0; i < count; ++i)
        try_without(names[i]);
}
