// SPDX-License-Identifier: MIT
// A WebGL context that is lost and restored: calls say so, and what is destroyed
// meanwhile and afterwards leaves no warning. Steps between which the browser's events
// come.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>

#include <glsort/glsort.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "web_page.h"

enum { MOST = 3000 };

static struct gl_harness harness;
static glsort_context* context;
static glsort_plan *early, *late; // destroyed while the context is lost, and afterwards
static GLuint buffers[2];
static bool restored;

#define CHECK(HOLDS)                                                                     \
    do {                                                                                 \
        if (!(HOLDS))                                                                    \
            fail(#HOLDS);                                                                \
    } while (0)

static void fail(const char* what)
{
    printf("FAILED: %s; the last error is \"%s\"\n", what, glsort_last_error(context));
    emscripten_force_exit(EXIT_FAILURE);
}

static void expect_refusal(glsort_result result, const char* words)
{
    CHECK(result == GLSORT_ERROR_CONTEXT);
    if (strstr(glsort_last_error(context), words) == NULL)
        fail(words);
}

static glsort_result run(glsort_plan* plan)
{
    glsort_sort_args args = {
        .count = MOST, .keys_in.name = buffers[0], .keys_out.name = buffers[1]};
    return glsort_sort_run(plan, &args);
}

static void expect_all_refused(const char* words)
{
    const glsort_sort_desc desc = {.max_count = 1};
    glsort_plan* plan = NULL;
    expect_refusal(run(late), words);
    expect_refusal(glsort_sort_create(context, &desc, &plan), words);
    expect_refusal(glsort_plan_warm(late), words);
}

// ---- steps ----------------------------------------------------------------------------

static void sort_again(void* user)
{
    (void)user;
    if (!restored) {
        emscripten_async_call(sort_again, NULL, 20);
        return;
    }
    expect_all_refused("was lost and restored");
    glsort_plan_destroy(late);
    glsort_context_destroy(context);
    gl_harness_open(&harness, GL_API_ES30);
    context = gl_harness_context(&harness, 0);
    struct gl_sorter s;
    const struct gl_sorter_desc desc = {.plan = {.max_count = MOST}};
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_close(&s);
    glsort_context_destroy(context);
    CHECK(harness.gl.GetError() == GL_NO_ERROR);
    printf("passed: calls survive a context that is lost and restored\n");
    emscripten_force_exit(EXIT_SUCCESS);
}

static void use_lost_context(void* user)
{
    char message[256] = "";
    glsort_context* none = context;
    const glsort_context_desc desc = {.message = message,
                                      .message_bytes = sizeof message};
    (void)user;
    CHECK(glsort_context_create(&desc, &none) == GLSORT_ERROR_CONTEXT);
    CHECK(none == NULL && strstr(message, "the WebGL context is lost") != NULL);
    expect_all_refused("the WebGL context is lost");
    glsort_plan_destroy(early);
    page_restore_context();
    emscripten_async_call(sort_again, NULL, 20);
}

// True: the browser may restore the context.
static EM_BOOL note_loss(int type, const void* reserved, void* user)
{
    (void)type, (void)reserved, (void)user;
    return EM_TRUE;
}

static EM_BOOL note_restoration(int type, const void* reserved, void* user)
{
    (void)type, (void)reserved, (void)user;
    restored = true;
    return EM_TRUE;
}

int main(void)
{
    const glsort_sort_desc desc = {.max_count = MOST};
    // Chromium and Firefox tell on the console of every loss.
    EXPECT_CONSOLE(
        "CONTEXT_LOST_WEBGL|[Cc]ontext (was )?lost|Losing context|loseContext");
    gl_forms_list(0);
    gl_harness_open(&harness, GL_API_ES30);
    context = gl_harness_context(&harness, 0);
    early = gl_make_plan(context, &desc);
    late = gl_make_plan(context, &desc);
    for (int i = 0; i < 2; ++i)
        buffers[i] = gl_buffer_create(&harness, 4 * MOST, NULL);
    CHECK(run(early) == GLSORT_OK && run(late) == GLSORT_OK);
    emscripten_set_webglcontextlost_callback("#canvas", NULL, EM_TRUE, note_loss);
    emscripten_set_webglcontextrestored_callback("#canvas", NULL, EM_TRUE,
                                                 note_restoration);
    page_lose_context();
    expect_all_refused("the WebGL context is lost");
    emscripten_async_call(use_lost_context, NULL, 100);
    emscripten_exit_with_live_runtime();
}
