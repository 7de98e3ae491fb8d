// SPDX-License-Identifier: MIT
// A plan belongs to the GL context that it was created in. With none current, or with
// another, its calls are refused with a sentence that says so, and it is whole
// afterwards.
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

static struct gl_harness harness;
static glsort_context* context;

enum { MOST = 2000, MOST_PASSES = 1000 };

static const char draws[] = "abisort-partition-fragment";

static void open_sorter(struct gl_sorter* s, const char* form)
{
    struct gl_sorter_desc desc = {.plan = gl_form_named(form)->plan};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.flags = GLSORT_PLAN_TIMINGS;
    gl_sorter_open(s, &harness, context, &desc);
    gl_sorter_fill(s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(s, MOST);
}

static void expect(glsort_result result, const char* call, const char* words)
{
    const char* text = glsort_last_error(context);
    if (result != GLSORT_ERROR_CONTEXT)
        fail_msg("%s gives %s: %s", call, glsort_result_name(result), text);
    if (strncmp(text, call, strlen(call)) != 0 || strstr(text, words) == NULL)
        fail_msg("\"%s\" is not %s: %s", text, call, words);
}

// Calls of a plan without its context are refused, before a run and while one is open.
// Then the open run ends as if nothing had happened.
static void refuse_all(struct gl_sorter* s, void (*away)(void), void (*back)(void),
                       const char* words)
{
    uint64_t ns[MOST_PASSES];
    uint32_t count = MOST_PASSES;
    glsort_sort_args args = gl_sorter_args(s, MOST);
    glsort_sort_args nothing = gl_sorter_args(s, 0);
    glsort_peek_args peek = {0};
    away();
    expect(glsort_sort_run(s->plan, &args), "glsort_sort_run", words);
    expect(glsort_sort_run(s->plan, &nothing), "glsort_sort_run", words);
    expect(begin_sort(s->plan, &args), "glsort_sort_run", words);
    expect(glsort_plan_timings(s->plan, ns, &count), "glsort_plan_timings", words);
    back();
    assert_int_equal(begin_sort(s->plan, &args), GLSORT_OK);
    assert_int_equal(glsort_plan_step(s->plan, 1), GLSORT_OK);
    const uint32_t left = glsort_plan_passes_left(s->plan);
    away();
    expect(glsort_plan_step(s->plan, UINT32_MAX), "glsort_plan_step", words);
    expect(glsort_plan_peek(s->plan, &peek), "glsort_plan_peek", words);
    expect(glsort_plan_end(s->plan), "glsort_plan_end", words);
    assert_int_equal(glsort_plan_passes_left(s->plan), left);
    back();
    assert_int_equal(glsort_plan_step(s->plan, UINT32_MAX), GLSORT_OK);
    assert_int_equal(glsort_plan_end(s->plan), GLSORT_OK);
    assert_true(gl_sorter_holds(s, MOST));
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void on_all_backends(void (*away)(void), void (*back)(void), const char* words)
{
    struct gl_sorter s;
    open_sorter(&s, draws);
    refuse_all(&s, away, back, words);
    gl_sorter_close(&s);
    if (!harness.has_compute)
        return;
    open_sorter(&s, "abisort-partition");
    refuse_all(&s, away, back, words);
    gl_sorter_close(&s);
}

static void release(void)
{
    offscreen_release(harness.offscreen);
}

static void make_current(void)
{
    assert_true(offscreen_make_current(harness.offscreen));
}

static void calls_without_a_current_context_say_so(void** state)
{
    glsort_plan* plan = NULL;
    glsort_sort_desc desc = {.max_count = 10};
    on_all_backends(release, make_current, "no GL context is current");
    release();
    expect(glsort_sort_create(context, &desc, &plan), "glsort_sort_create",
           "no GL context is current");
    assert_null(plan);
    make_current();
}

static struct gl_harness other;

static void make_other_current(void)
{
    assert_true(offscreen_make_current(other.offscreen));
}

static void calls_with_another_context_current_say_so(void** state)
{
    gl_harness_open_as(&other, harness.api, false, NULL);
    make_current();
    on_all_backends(make_other_current, make_current, "not the one that the plan was");
    make_other_current();
    assert_int_equal(gl_take_error(&other), GL_NO_ERROR);
    gl_harness_close(&other);
    make_current();
}

// Contexts that share objects share buffers and textures, but neither frame buffers nor
// vertex arrays, so a plan of each sorts the same buffers.
static void contexts_that_share_objects_share_buffers_and_not_plans(void** state)
{
    struct gl_sorter s;
    glsort_plan* plan = NULL;
    open_sorter(&s, draws);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    harness.gl.Finish();
    gl_harness_open_as(&other, harness.api, false, &harness);
    expect(glsort_sort_run(s.plan, &args), "glsort_sort_run",
           "not the one that the plan was");
    glsort_context* c = gl_harness_context(&other, 0);
    assert_int_equal(glsort_sort_create(c, &s.desc.plan, &plan), GLSORT_OK);
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    other.gl.Finish();
    glsort_plan_destroy(plan);
    glsort_context_destroy(c);
    assert_int_equal(gl_take_error(&other), GL_NO_ERROR);
    gl_harness_close(&other);
    make_current();
    assert_true(gl_sorter_holds(&s, MOST));
    gl_sorter_close(&s);
}

// In another context the same names may be those of other objects, so a wrong context can
// be noticed only by a name that is missing.
static void a_name_that_is_no_buffer_asks_for_the_context(void** state)
{
    struct gl_sorter s;
    open_sorter(&s, draws);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    args.keys_in.name = 4711;
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_ERROR_ARGUMENT);
    assert_string_equal(
        glsort_last_error(context),
        "glsort_sort_run: keys_in is 4711, which is not a buffer of the current GL "
        "context; was the plan created in another one?");
    gl_sorter_close(&s);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_without_a_current_context_say_so),
        cmocka_unit_test(calls_with_another_context_current_say_so),
        cmocka_unit_test(contexts_that_share_objects_share_buffers_and_not_plans),
        cmocka_unit_test(a_name_that_is_no_buffer_asks_for_the_context),
    };
    const struct gl_suite suite = {.harness = &harness, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
