// SPDX-License-Identifier: MIT
// glsort-calls-bench: what sorts of pairs cost the CPU, a JSON object a line.
//   glsort-calls-bench submit LOG2-OF-COUNT...
//       The time of glsort_sort_run() by AUTO, in a context that restores the state of GL
//       and in one with GLSORT_CONTEXT_CLOBBERS_STATE. The GPU is idle when it is called.
//   glsort-calls-bench create LOG2-OF-COUNT
//       The time of glsort_sort_create(), the first one of the process, and until the
//       first sort is done.
// Drivers keep compiled programs on the disk. Cold is a creation without that cache:
// __GL_SHADER_DISK_CACHE=0 (NVIDIA), MESA_SHADER_CACHE_DISABLE=true (Mesa).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort.h>

#include "bench_session.h"
#include "samples.h"

enum { MOST_LOG = 27, WARM_UP_MS = 200, LEAST_WARM_RUNS = 20 };

struct bench {
    struct bench_session session;
    glsort_context* clobbering;
    uint32_t count;
    GLuint buffers[4]; // keys in and out, values in and out
};

static bool complain(const glsort_context* context)
{
    fprintf(stderr, "glsort-calls-bench: %s\n", glsort_last_error(context));
    return false;
}

static void make_buffers(struct bench* b, uint32_t count)
{
    const size_t bytes = (size_t)count * sizeof(uint32_t);
    uint32_t* words = malloc(bytes);
    uint64_t state = 1;
    b->count = count;
    for (uint32_t i = 0; words != NULL && i < count; ++i)
        words[i] = bench_random(&state);
    for (int i = 0; i < 4; ++i)
        b->buffers[i] = bench_session_buffer(&b->session, bytes, words);
    free(words);
}

static bool run(const struct bench* b, glsort_plan* plan)
{
    const glsort_sort_args args = {
        .count = b->count,
        .keys_in = {.name = b->buffers[0]},
        .keys_out = {.name = b->buffers[1]},
        .values_in = {.name = b->buffers[2]},
        .values_out = {.name = b->buffers[3]},
    };
    return glsort_sort_run(plan, &args) == GLSORT_OK;
}

static glsort_sort_desc pairs_of(uint32_t count)
{
    return (glsort_sort_desc){.max_count = count, .values = GLSORT_VALUES_4_BYTES};
}

// Milliseconds of a call; the GPU has nothing else to do.
static double time_call(const struct bench* b, glsort_plan* plan, bool* done)
{
    b->session.gl.Finish();
    const double start = clock_ms();
    *done = run(b, plan) && *done;
    return clock_ms() - start;
}

// The two states in turn, so that neither has the warmer driver.
static bool submit(const struct bench* b)
{
    enum { STATES = 2 };
    static const char* const names[STATES] = {"kept", "clobbered"};
    glsort_context* contexts[STATES] = {b->session.context, b->clobbering};
    const glsort_sort_desc desc = pairs_of(b->count);
    glsort_plan* plans[STATES] = {NULL};
    struct samples calls[STATES] = {{.count = 0}};
    bool done = true;
    for (int i = 0; i < STATES; ++i)
        done = done && (glsort_sort_create(contexts[i], &desc, &plans[i]) == GLSORT_OK ||
                        complain(contexts[i]));
    const double start = clock_ms();
    for (int i = 0; done && (i < LEAST_WARM_RUNS || clock_ms() - start < WARM_UP_MS); ++i)
        time_call(b, plans[i % STATES], &done);
    for (int i = 0; done && i < STATES * MAX_SAMPLES; ++i)
        samples_add(&calls[i % STATES], time_call(b, plans[i % STATES], &done));
    b->session.gl.Finish();
    for (int i = 0; i < STATES; ++i) {
        if (done)
            printf("{\"what\": \"submit\", \"state\": \"%s\", \"count\": %u, \"ms\": "
                   "%.6f, \"least_ms\": %.6f}\n",
                   names[i], (unsigned)b->count, samples_median(&calls[i]),
                   samples_least(&calls[i]));
        glsort_plan_destroy(plans[i]);
    }
    fflush(stdout);
    return done;
}

static bool create(const struct bench* b)
{
    const glsort_sort_desc desc = pairs_of(b->count);
    glsort_plan* plan = NULL;
    const double start = clock_ms();
    bool done = glsort_sort_create(b->session.context, &desc, &plan) == GLSORT_OK;
    const double created = clock_ms() - start;
    done = done && run(b, plan);
    b->session.gl.Finish();
    if (done)
        printf("{\"what\": \"create\", \"count\": %u, \"ms\": %.3f, \"sorted_ms\": "
               "%.3f}\n",
               (unsigned)b->count, created, clock_ms() - start);
    glsort_plan_destroy(plan);
    return done || complain(b->session.context);
}

static bool bench_count(struct bench* b, bool creates, const char* word)
{
    const int log = atoi(word);
    if (log < 1 || log > MOST_LOG) {
        fprintf(stderr, "glsort-calls-bench: 2^%s elements are not measured\n", word);
        return false;
    }
    make_buffers(b, 1u << log);
    b->session.gl.Finish();
    const bool done = creates ? create(b) : submit(b);
    b->session.gl.DeleteBuffers(4, b->buffers);
    return done;
}

// A creation has the only context of the library's on its GL context.
static bool open_bench(struct bench* b, bool creates)
{
    char message[512] = "";
    const struct offscreen_desc desc = {.api = OFFSCREEN_GL43, .or_newer = true};
    bool done = bench_session_open(&b->session, &desc, message, sizeof message);
    const glsort_context_desc clobbers = {.get_proc = offscreen_get_proc,
                                          .get_proc_user = b->session.offscreen,
                                          .flags = GLSORT_CONTEXT_CLOBBERS_STATE,
                                          .message = message,
                                          .message_bytes = sizeof message};
    if (!creates)
        done = done && glsort_context_create(&clobbers, &b->clobbering) == GLSORT_OK;
    if (!done)
        fprintf(stderr, "glsort-calls-bench: %s\n", message);
    return done;
}

int main(int argc, char** argv)
{
    const bool creates = argc == 3 && strcmp(argv[1], "create") == 0;
    if (!creates && (argc < 3 || strcmp(argv[1], "submit") != 0)) {
        fprintf(stderr, "usage: glsort-calls-bench submit LOG2-OF-COUNT...\n"
                        "       glsort-calls-bench create LOG2-OF-COUNT\n");
        return EXIT_FAILURE;
    }
    struct bench b = {.count = 0};
    bool done = open_bench(&b, creates);
    for (int i = 2; done && i < argc; ++i)
        done = bench_count(&b, creates, argv[i]);
    glsort_context_destroy(b.clobbering);
    bench_session_close(&b.session);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
