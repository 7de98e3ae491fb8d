// SPDX-License-Identifier: MIT
// Times of passes in a browser: they come between two frames, and not while the page
// measures by itself.
#include <stdio.h>
#include <stdlib.h>

#include <emscripten/emscripten.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "web_page.h"

enum { MOST = 65536, POLLS = 15000, MOST_PASSES = 600 };

static struct gl_harness harness;
static glsort_context* context;
static struct gl_sorter sorter;
static int polls;

static void finish(const char* fault)
{
    printf("%s: times of passes come between two frames%s\n",
           fault == NULL ? "passed" : "FAILED", fault == NULL ? "" : fault);
    emscripten_force_exit(fault == NULL ? EXIT_SUCCESS : EXIT_FAILURE);
}

static void run(void)
{
    glsort_sort_args args = gl_sorter_args(&sorter, MOST);
    gl_sorter_require(&sorter, glsort_sort_run(sorter.plan, &args));
}

static void expect_sums(const uint64_t* ns, uint32_t count)
{
    glsort_plan_info info;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += ns[i];
    gl_sorter_require(&sorter, glsort_plan_describe(sorter.plan, MOST, 0, &info));
    printf("%u passes of %u take %.3f ms\n", count, info.pass_count, (double)sum / 1e6);
    if (count != info.pass_count || sum == 0 || sum > 60000000000u)
        finish(", but these are not their times");
}

// The first run of the page's is measured by nobody, the second by glsort.
static void poll(void* user)
{
    uint64_t ns[MOST_PASSES];
    uint32_t count = MOST_PASSES;
    glsort_result result = glsort_plan_timings(sorter.plan, ns, &count);
    (void)user;
    if (result == GLSORT_NOT_READY && ++polls < POLLS) {
        emscripten_async_call(poll, NULL, 20);
        return;
    }
    if (result == GLSORT_UNAVAILABLE && ++polls < POLLS) { // the clock was disjoint
        run();
        emscripten_async_call(poll, NULL, 20);
        return;
    }
    if (result != GLSORT_OK)
        finish(", but none came");
    expect_sums(ns, count);
    if (gl_take_error(&harness) != GL_NO_ERROR)
        finish(", but with a GL error");
    finish(NULL);
}

int main(void)
{
    uint64_t ns[MOST_PASSES];
    uint32_t count = MOST_PASSES;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = MOST, .flags = GLSORT_PLAN_TIMINGS}};
    gl_forms_list(0);
    gl_harness_open(&harness, GL_API_ES30);
    context = gl_harness_context(&harness, 0);
    gl_sorter_open(&sorter, &harness, context, &desc);
    gl_sorter_fill(&sorter, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(&sorter, MOST);
    if (!harness.limits.has_timestamps) {
        if (glsort_plan_timings(sorter.plan, ns, &count) != GLSORT_UNAVAILABLE)
            finish(", but this browser measures none");
        printf("skipped: this browser measures no times\n");
        return EXIT_SUCCESS;
    }
    page_time(1);
    run();
    page_time(0);
    if (glsort_plan_timings(sorter.plan, ns, &count) != GLSORT_NOT_READY)
        finish(", but they overlap those of the page");
    run();
    emscripten_async_call(poll, NULL, 20);
    emscripten_exit_with_live_runtime();
}
