// SPDX-License-Identifier: MIT
// glsort-counts-bench: times runs of few elements by plans for many, beside plans for
// just so many; the count comes from the arguments, then from a buffer. With a software
// renderer the times are those of the clock.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_draw.h>
#include <glsort/glsort_inspect.h>

#include "bench_session.h"

// Logs of the counts of two plans: on a GPU, and on a software renderer.
enum { POOLS = 2 };
static const uint32_t pool_logs[2][POOLS] = {{20, 24}, {16, 20}};

enum buffer { POSITIONS, VALUES, KEYS_OUT, VALUES_OUT, COUNT, VISIBLE, BUFFERS };

struct kind {
    const char* name;
    bool orders;
    glsort_values values;
    glsort_cull cull;
};

static const struct kind kinds[] = {
    {"keys", false, GLSORT_VALUES_NONE, GLSORT_CULL_NONE},
    {"pairs", false, GLSORT_VALUES_4_BYTES, GLSORT_CULL_NONE},
    {"order", true, GLSORT_VALUES_NONE, GLSORT_CULL_NONE},
    {"culled", true, GLSORT_VALUES_NONE, GLSORT_CULL_FRUSTUM},
};

struct bench {
    struct bench_session session;
    GLuint buffers[BUFFERS];
    const struct kind* kind;
    glsort_plan* plan;
    uint32_t count;
    bool counted; // the count is in a buffer
};

static uint32_t pool(const struct bench* b, int i)
{
    return 1u << pool_logs[b->session.is_software][i];
}

static glsort_resource resource(const struct bench* b, enum buffer buffer)
{
    return (glsort_resource){.name = b->buffers[buffer]};
}

static bool run_sort(const struct bench* b)
{
    const bool pairs = b->kind->values != GLSORT_VALUES_NONE;
    const glsort_sort_args args = {
        .count = b->count,
        .keys_in = resource(b, POSITIONS),
        .keys_out = resource(b, KEYS_OUT),
        .values_in = pairs ? resource(b, VALUES) : (glsort_resource){0},
        .values_out = pairs ? resource(b, VALUES_OUT) : (glsort_resource){0},
        .count_in = b->counted ? resource(b, COUNT) : (glsort_resource){0},
    };
    return glsort_sort_run(b->plan, &args) == GLSORT_OK;
}

// The clip space has the positions with x up to 0.5.
static bool run_order(const struct bench* b)
{
    const glsort_order_args args = {
        .count = b->count,
        .views = {{.axis = {0.0f, 0.0f, 1.0f},
                   .clip = {[0] = 4.0f, [12] = -1.0f, [15] = 1.0f}}},
        .positions = resource(b, POSITIONS),
        .order_out = resource(b, VALUES_OUT),
        .visible_out = b->kind->cull != GLSORT_CULL_NONE ? resource(b, VISIBLE)
                                                         : (glsort_resource){0},
        .count_in = b->counted ? resource(b, COUNT) : (glsort_resource){0},
    };
    return glsort_order_run(b->plan, &args) == GLSORT_OK;
}

static bool run(const void* user)
{
    const struct bench* b = user;
    return b->kind->orders ? run_order(b) : run_sort(b);
}

static glsort_result create(struct bench* b, uint32_t most, glsort_count_source source)
{
    const glsort_sort_desc sort = {
        .max_count = most, .values = b->kind->values, .count_source = source};
    const glsort_order_desc order = {
        .max_count = most,
        .cull = b->kind->cull,
        .backend = GLSORT_BACKEND_COMPUTE,
        .flags = b->kind->cull != GLSORT_CULL_NONE ? GLSORT_ORDER_WRITES_VISIBLE : 0u,
        .count_source = source};
    return b->kind->orders ? glsort_order_create(b->session.context, &order, &b->plan)
                           : glsort_sort_create(b->session.context, &sort, &b->plan);
}

// Microseconds of `count` elements by a plan of `most`; 0 if there is none.
static double time_us(struct bench* b, uint32_t count, uint32_t most,
                      glsort_count_source source)
{
    const struct timed timed = {.leads = true, .run = run, .user = b};
    const struct bench_gl* gl = &b->session.gl;
    double ms = 0;
    b->count = count;
    b->counted = source == GLSORT_COUNT_FROM_BUFFER;
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, b->buffers[COUNT]);
    gl->BufferData(GL_COPY_WRITE_BUFFER, sizeof count, &count, GL_DYNAMIC_COPY);
    if (create(b, most, source) != GLSORT_OK ||
        !bench_session_time(&b->session, &timed, &ms))
        fprintf(stderr, "%s\n", glsort_last_error(b->session.context));
    glsort_plan_destroy(b->plan);
    b->plan = NULL;
    return ms * 1e3;
}

static bool bench_count(struct bench* b, uint32_t count)
{
    const double own = time_us(b, count, count, GLSORT_COUNT_FROM_ARGS);
    bool done = own > 0.0;
    printf("%-8s %9u %9.1f", b->kind->name, count, own);
    for (int i = 0; i < POOLS && done; ++i) {
        const double us = time_us(b, count, pool(b, i), GLSORT_COUNT_FROM_ARGS);
        printf(" %9.1f %5.2f", us, us / own);
        done = us > 0.0;
    }
    const double counted = time_us(b, count, pool(b, 0), GLSORT_COUNT_FROM_BUFFER);
    printf(" %9.1f\n", counted);
    fflush(stdout);
    return done && counted > 0.0;
}

// Positions are floats below 1, whose words are the keys of sorts.
static bool make_buffers(struct bench* b)
{
    const uint32_t most = pool(b, POOLS - 1);
    const uint32_t words[BUFFERS] = {
        [POSITIONS] = 3 * most, [VALUES] = most, [KEYS_OUT] = most,
        [VALUES_OUT] = most,    [COUNT] = 1,     [VISIBLE] = 1};
    float* floats = malloc(words[POSITIONS] * sizeof *floats);
    uint64_t state = 1;
    if (floats == NULL)
        return false;
    for (uint32_t i = 0; i < words[POSITIONS]; ++i)
        floats[i] = (float)(bench_random(&state) >> 8) / 16777216.0f;
    for (int i = 0; i < BUFFERS; ++i)
        b->buffers[i] =
            bench_session_buffer(&b->session, 4 * (uint64_t)words[i],
                                 i == POSITIONS || i == VALUES ? floats : NULL);
    free(floats);
    return true;
}

static bool is_wanted(const struct kind* kind, int argc, char** argv)
{
    bool wanted = argc < 4;
    for (int i = 3; i < argc; ++i)
        wanted |= strcmp(argv[i], kind->name) == 0;
    return wanted;
}

static bool bench_all(void* user, int argc, char** argv)
{
    struct bench* b = user;
    const int least = argc > 1 ? atoi(argv[1]) : 8, most = argc > 2 ? atoi(argv[2]) : 20;
    bool done = make_buffers(b);
    printf("%-8s %9s %9s", "of", "count", "own us");
    for (int i = 0; i < POOLS; ++i)
        printf("      2^%u      ", (unsigned)pool_logs[b->session.is_software][i]);
    printf("  counted\n");
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; ++k)
        for (int log = least; log <= most && is_wanted(&kinds[k], argc, argv); ++log)
            for (int percent = 95; percent <= 105 && done; percent += 5) {
                const uint64_t count = (1ull << log) * (uint64_t)percent / 100;
                b->kind = &kinds[k];
                done = count > pool(b, 0) || bench_count(b, (uint32_t)count);
            }
    b->session.gl.DeleteBuffers(BUFFERS, b->buffers);
    return done;
}

int main(int argc, char** argv)
{
    struct bench b = {.count = 0};
    if (argc > 1 && (atoi(argv[1]) < 1 || (argc > 2 && atoi(argv[2]) > 20))) {
        fprintf(stderr, "usage: glsort-counts-bench [LEAST-LOG2 [MOST-LOG2 [keys | pairs "
                        "| order | culled]...]]\n");
        return EXIT_FAILURE;
    }
    return bench_session_main(&b.session, argc, argv, bench_all, &b);
}
