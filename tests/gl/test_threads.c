// SPDX-License-Identifier: MIT
// There are no globals: contexts side by side, on one thread and on several, do not know
// of each other.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

GL_SUITE(.tests_open = true); // the harness says the API; every test opens its own

enum { MOST = 4000, THREADS = 3, RUNS = 25 };

static void open_sorter(struct gl_sorter* s, struct gl_harness* h, glsort_context* c,
                        const char* form)
{
    struct gl_sorter_desc desc = {.plan = gl_form_named(form)->plan};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    gl_sorter_open(s, h, c, &desc);
}

// ---- threads --------------------------------------------------------------------------

// What a thread has to itself. Checks of cmocka belong to the main thread, so everything
// is opened there.
struct worker {
    pthread_t thread;
    uint32_t at;
    struct gl_harness harness;
    glsort_context* context;
    struct gl_sorter sorters[2];
    bool good;
};

static void* sort_many(void* user)
{
    struct worker* w = user;
    w->good = offscreen_make_current(w->harness.offscreen);
    for (uint32_t run = 0; run < RUNS && w->good; ++run) {
        for (int i = 0; i < 2 && w->good; ++i) {
            uint32_t count = MOST - 7 * run - w->at;
            gl_sorter_fill(&w->sorters[i], DATA_UNIFORM, 100 * w->at + run, count);
            w->good = gl_sorter_try(&w->sorters[i], count);
        }
    }
    offscreen_release(w->harness.offscreen);
    return NULL;
}

static void open_worker(struct worker* w, uint32_t at, const char* platform)
{
    *w = (struct worker){.at = at};
    gl_harness_open_on(&w->harness, harness.api, platform);
    w->context = gl_harness_context(&w->harness, 0);
    bool compute = w->harness.has_compute && at % 2 == 0;
    open_sorter(&w->sorters[0], &w->harness, w->context,
                compute ? "abisort-partition" : "abisort-partition-fragment");
    open_sorter(&w->sorters[1], &w->harness, w->context,
                compute ? "tree" : "tree-fragment");
    offscreen_release(w->harness.offscreen);
}

static void close_worker(struct worker* w)
{
    assert_true(offscreen_make_current(w->harness.offscreen));
    assert_int_equal(gl_take_error(&w->harness), GL_NO_ERROR);
    gl_sorter_close(&w->sorters[0]);
    gl_sorter_close(&w->sorters[1]);
    glsort_context_destroy(w->context);
    gl_harness_close(&w->harness);
}

static bool is_llvmpipe(void)
{
    struct gl_harness h;
    gl_harness_open(&h, harness.api);
    const char* renderer = (const char*)h.gl.GetString(GL_RENDERER);
    bool is = renderer != NULL && strncmp(renderer, "llvmpipe", 8) == 0;
    gl_harness_close(&h);
    return is;
}

// What stops a thread, a crash included, ends the process. cmocka does not print why,
// unless it is asked to abort.
static void run_workers(struct worker* workers, uint32_t count)
{
    setenv("CMOCKA_TEST_ABORT", "1", 1);
    for (uint32_t i = 0; i < count; ++i)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, sort_many, &workers[i]),
                         0);
    for (uint32_t i = 0; i < count; ++i)
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
    unsetenv("CMOCKA_TEST_ABORT");
}

// When llvmpipe of Mesa 22.3 maps a resource, it searches the scenes of all contexts of
// the display for it, while other threads free them. Threads whose contexts belong to
// different displays do not meet there, and without a window system Mesa has two
// displays.
TEST(threads_sort_at_the_same_time_each_with_its_context)
{
    static const char* const displays[] = {"device", "surfaceless"};
    static struct worker workers[THREADS];
    bool apart = is_llvmpipe();
    uint32_t count = apart ? 2 : THREADS;
    for (uint32_t i = 0; i < count; ++i)
        open_worker(&workers[i], i, apart ? displays[i] : NULL);
    run_workers(workers, count);
    for (uint32_t i = 0; i < count; ++i) {
        if (!workers[i].good)
            fail_msg("thread %u: %s, %s", i, workers[i].sorters[0].trouble,
                     workers[i].sorters[1].trouble);
        close_worker(&workers[i]);
    }
}

// ---- one thread -----------------------------------------------------------------------

TEST(two_glsort_contexts_share_one_gl_context)
{
    struct gl_harness h;
    struct gl_sorter s, t;
    gl_harness_open(&h, harness.api);
    glsort_context* a = gl_harness_context(&h, 0);
    glsort_context* b = gl_harness_context(&h, GLSORT_CONTEXT_DEBUG);
    glsort_plan* none = NULL;
    assert_int_equal(glsort_sort_create(a, &(glsort_sort_desc){0}, &none),
                     GLSORT_ERROR_RANGE);
    assert_string_not_equal(glsort_last_error(a), "");
    assert_string_equal(glsort_last_error(b), "");
    open_sorter(&s, &h, a, "abisort-partition-fragment");
    open_sorter(&t, &h, b, "tree-fragment");
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_check(&t, DATA_UNIFORM, 2, MOST);
    gl_sorter_close(&s);
    glsort_context_destroy(a);
    gl_sorter_check(&t, DATA_UNIFORM, 3, MOST); // the other one is whole
    gl_sorter_close(&t);
    glsort_context_destroy(b);
    gl_harness_close(&h);
}
