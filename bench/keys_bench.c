// SPDX-License-Identifier: MIT
// glsort-keys-bench: times draw orders whose keys come from elsewhere than positions in
// one buffer, each beside that of such positions. With a software renderer also the time
// of all cores, which other programs do not disturb.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <glsort/glsort_draw.h>

#include "bench_session.h"

enum { MOST_LOG = 24, MATRICES = 64, SOURCES = 4, CPU_RUNS = 20 };

enum buffer { POSITIONS, DEPTHS, LIST, IDS, MATRIX_WORDS, ORDER_OUT, BUFFERS };

struct bench {
    struct bench_session session;
    GLuint buffers[BUFFERS];
    uint32_t count;
    glsort_plan* order;
    glsort_order_args args;
};

struct kind {
    const char* name;
    glsort_order_desc desc;
};

static const struct kind kinds[] = {
    {"positions", {.max_count = 0}},
    {"f32", {.key_source = GLSORT_KEYS_FROM_F32}},
    {"u32", {.key_source = GLSORT_KEYS_FROM_U32}},
    {"listed", {.primitive.vertices = 1}},
    {"matrices", {.transform = GLSORT_TRANSFORM_PER_ELEMENT}},
    {"sources", {.max_sources = SOURCES, .transform = GLSORT_TRANSFORM_PER_SOURCE}},
};

static bool run_order(const void* user)
{
    const struct bench* b = user;
    return glsort_order_run(b->order, &b->args) == GLSORT_OK;
}

// Microseconds of the process for a run.
static double cpu_us(const struct bench* b)
{
    b->session.gl.Finish();
    const clock_t begin = clock();
    for (int i = 0; i < CPU_RUNS; ++i)
        run_order(b);
    b->session.gl.Finish();
    return (double)(clock() - begin) / CLOCKS_PER_SEC * 1e6 / CPU_RUNS;
}

static glsort_resource resource(const struct bench* b, enum buffer buffer)
{
    return (glsort_resource){.name = b->buffers[buffer]};
}

static void set_args(struct bench* b, const glsort_order_desc* d)
{
    glsort_order_args* a = &b->args;
    *a = (glsort_order_args){.count = b->count,
                             .views = {{.axis = {0.0f, 0.6f, -0.8f}}},
                             .order_out = resource(b, ORDER_OUT)};
    if (d->key_source != GLSORT_KEYS_FROM_POSITIONS)
        a->depths_in = resource(b, DEPTHS);
    else if (d->max_sources == 0)
        a->positions = resource(b, POSITIONS);
    if (d->primitive.vertices == 1) {
        a->indices_in = resource(b, LIST);
        a->vertex_count = b->count;
    }
    if (d->transform != GLSORT_TRANSFORM_NONE) {
        a->matrices = resource(b, MATRIX_WORDS);
        a->matrix_count = MATRICES;
    }
    if (d->transform == GLSORT_TRANSFORM_PER_ELEMENT)
        a->matrix_indices = resource(b, IDS);
    a->source_count = d->max_sources;
    for (uint32_t i = 0; i < d->max_sources; ++i) {
        const uint32_t part = b->count / SOURCES;
        a->sources[i].positions = resource(b, POSITIONS);
        a->sources[i].positions.offset = (uint64_t)i * part * sizeof(float[3]);
        a->sources[i].base = i * part;
        a->sources[i].count = part;
    }
}

static bool report(struct bench* b, const struct kind* kind)
{
    const struct timed timed = {.run = run_order, .user = b};
    glsort_order_desc desc = kind->desc;
    double ms = 0;
    desc.max_count = b->count;
    desc.backend = GLSORT_BACKEND_COMPUTE;
    bool done = glsort_order_create(b->session.context, &desc, &b->order) == GLSORT_OK;
    set_args(b, &desc);
    done = done && bench_session_time(&b->session, &timed, &ms);
    if (!done)
        fprintf(stderr, "%s\n", glsort_last_error(b->session.context));
    else if (b->session.is_software)
        printf("%-10s %9u %10.1f %10.1f\n", kind->name, b->count, ms * 1e3, cpu_us(b));
    else
        printf("%-10s %9u %10.1f\n", kind->name, b->count, ms * 1e3);
    fflush(stdout);
    glsort_plan_destroy(b->order);
    b->order = NULL;
    return done;
}

// Floats below 1, a list of random elements, and indices of matrices, which are 1.
static void fill(struct bench* b, uint32_t* words, enum buffer buffer, uint32_t count)
{
    uint64_t state = 1;
    for (uint32_t i = 0; i < count; ++i) {
        const float value = (float)(bench_random(&state) >> 8) / 16777216.0f;
        words[i] = buffer == LIST  ? bench_random(&state) % b->count
                   : buffer == IDS ? i % MATRICES
                                   : 0;
        if (buffer == MATRIX_WORDS)
            memcpy(words + i, &(const float){i % 5 == 0 ? 1.0f : 0.0f}, sizeof(float));
        else if (buffer != LIST && buffer != IDS)
            memcpy(words + i, &value, sizeof value);
    }
    b->buffers[buffer] = bench_session_buffer(&b->session, 4 * (uint64_t)count, words);
}

static bool bench_count(struct bench* b, uint32_t count)
{
    uint32_t* words = malloc(3 * (size_t)count * 4 + MATRICES * 64);
    bool done = words != NULL;
    b->count = count;
    for (int i = 0; done && i < BUFFERS; ++i)
        fill(b, words, (enum buffer)i,
             i == POSITIONS      ? 3 * count
             : i == MATRIX_WORDS ? 16 * MATRICES
                                 : count);
    free(words);
    for (size_t i = 0; done && i < sizeof kinds / sizeof kinds[0]; ++i)
        done = report(b, &kinds[i]);
    b->session.gl.DeleteBuffers(BUFFERS, b->buffers);
    return done;
}

static bool bench_all(void* user, int argc, char** argv)
{
    struct bench* b = user;
    const char* const usual[] = {"12", "16", "20"};
    bool done = true;
    printf("%-10s %9s %10s%s\n", "keys", "count", "us",
           b->session.is_software ? "     cpu us" : "");
    for (int i = 0; i < (argc > 1 ? argc - 1 : 3) && done; ++i) {
        int log = atoi(argc > 1 ? argv[i + 1] : usual[i]);
        if (log < 2 || log > MOST_LOG) {
            fprintf(stderr, "usage: glsort-keys-bench [LOG2-OF-COUNT]...\n");
            return false;
        }
        done = bench_count(b, 1u << log);
    }
    return done;
}

int main(int argc, char** argv)
{
    struct bench b = {.count = 0};
    return bench_session_main(&b.session, argc, argv, bench_all, &b);
}
