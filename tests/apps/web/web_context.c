// SPDX-License-Identifier: MIT
// What only programs in C see in a browser: calls without a current context are refused,
// and the times of passes come between two frames, but not while the page measures by
// itself.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <emscripten/emscripten.h>

#include "gl_sorter.h"
#include "gl_suite.h"

enum { MOST = 65536, MOST_PASSES = 600 };

static struct gl_harness harness;
static glsort_context* context;
static struct gl_sorter sorter;

// clang-format off
EM_JS(void, begin_query_of_the_page, (void), {
    GLctx.beginQuery(0x88BF, GLctx.createQuery()); // TIME_ELAPSED_EXT
})

EM_JS(void, end_query_of_the_page, (void), { GLctx.endQuery(0x88BF); })
// clang-format on

static void require(bool holds, const char* what)
{
    if (holds)
        return;
    printf("FAILED: %s\n", what);
    emscripten_force_exit(EXIT_FAILURE);
}

static void expect_refusals_without_a_context(void)
{
    static const char wanted[] = "no WebGL context is current";
    char message[256] = "";
    glsort_context* none = context;
    glsort_context_desc desc = {.message = message, .message_bytes = sizeof message};
    glsort_sort_args args = gl_sorter_args(&sorter, 10);
    offscreen_release(harness.offscreen);
    require(glsort_context_create(&desc, &none) == GLSORT_ERROR_CONTEXT && none == NULL &&
                strstr(message, wanted) != NULL,
            "the creation of a context is refused");
    require(glsort_sort_run(sorter.plan, &args) == GLSORT_ERROR_CONTEXT &&
                strstr(glsort_last_error(context), wanted) != NULL,
            "a run is refused");
    offscreen_make_current(harness.offscreen);
}

static void run(void)
{
    glsort_sort_args args = gl_sorter_args(&sorter, MOST);
    gl_sorter_require(&sorter, glsort_sort_run(sorter.plan, &args));
}

// The first run of the page's is measured by nobody, the second by glsort.
static void poll(void* user)
{
    uint64_t ns[MOST_PASSES], sum = 0;
    uint32_t count = MOST_PASSES;
    glsort_plan_info info;
    glsort_result result = glsort_plan_timings(sorter.plan, ns, &count);
    (void)user;
    if (result == GLSORT_UNAVAILABLE) // the clock was disjoint
        run();
    if (result == GLSORT_UNAVAILABLE || result == GLSORT_NOT_READY) {
        emscripten_async_call(poll, NULL, 20);
        return;
    }
    require(result == GLSORT_OK, "times of passes come");
    for (uint32_t i = 0; i < count; ++i)
        sum += ns[i];
    gl_sorter_require(&sorter, glsort_plan_describe(sorter.plan, MOST, 0, &info));
    require(count == info.pass_count && sum > 0 && sum < 60000000000u,
            "the times are those of the passes");
    require(gl_take_error(&harness) == GL_NO_ERROR, "there is no GL error");
    emscripten_force_exit(EXIT_SUCCESS);
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
    expect_refusals_without_a_context();
    if (!harness.limits.has_timestamps) {
        require(glsort_plan_timings(sorter.plan, ns, &count) == GLSORT_UNAVAILABLE,
                "a browser that measures no times says so");
        printf("skipped: this browser measures no times\n");
        return EXIT_SUCCESS;
    }
    begin_query_of_the_page();
    run();
    end_query_of_the_page();
    require(glsort_plan_timings(sorter.plan, ns, &count) == GLSORT_NOT_READY,
            "a run is not measured while the page measures");
    run();
    emscripten_async_call(poll, NULL, 20);
    emscripten_exit_with_live_runtime();
}
