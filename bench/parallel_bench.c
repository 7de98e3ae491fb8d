// SPDX-License-Identifier: MIT
// glsort-parallel-bench: times the calls of glsort_arrays.h on the device, each beside
// a copy of as many bytes as it must move.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_arrays.h>
#include <glsort/glsort_inspect.h>

#include "bench_session.h"
#include "copier.h"

enum { MOST_LOG = 28, WORD_BYTES = 4 };

enum buffer { KEYS, SORTED, ORDER, RECORDS, GATHERED, RESULT, BUFFERS };

struct bench {
    struct bench_session session;
    struct copier copier;
    GLuint buffers[BUFFERS];
    uint32_t count;
    uint32_t record_bytes; // of the gather
    glsort_plan* scan;
    glsort_plan* gather;
};

static glsort_resource resource(const struct bench* b, enum buffer buffer)
{
    return (glsort_resource){.name = b->buffers[buffer]};
}

// ---- what is timed --------------------------------------------------------------------

static glsort_result run_scan(const struct bench* b)
{
    const glsort_scan_args args = {.count = b->count,
                                   .words_in = resource(b, KEYS),
                                   .sums_out = resource(b, GATHERED),
                                   .total_out = resource(b, RESULT)};
    return glsort_scan_run(b->scan, &args);
}

static glsort_result run_gather(const struct bench* b)
{
    const glsort_gather_args args = {.count = b->count,
                                     .record_count = b->count,
                                     .order_in = resource(b, ORDER),
                                     .in = {resource(b, RECORDS)},
                                     .out = {resource(b, GATHERED)}};
    return glsort_gather_run(b->gather, &args);
}

// Half the bytes are read and half written, as by a gather of these records.
static glsort_result run_copy(const struct bench* b)
{
    copier_copy(&b->copier, b->buffers[RECORDS], b->buffers[GATHERED],
                (uint64_t)b->count * b->record_bytes);
    return GLSORT_OK;
}

struct call {
    const struct bench* bench;
    glsort_result (*run)(const struct bench*);
};

static bool run_call(const void* user)
{
    const struct call* call = user;
    return call->run(call->bench) == GLSORT_OK;
}

static bool report(const struct bench* b, const char* name,
                   glsort_result (*run)(const struct bench*), uint64_t bytes)
{
    const struct call call = {b, run};
    const struct timed timed = {.run = run_call, .user = &call};
    double ms;
    if (!bench_session_time(&b->session, &timed, &ms)) {
        fprintf(stderr, "%s\n", glsort_last_error(b->session.context));
        return false;
    }
    double us = ms * 1e3;
    printf("%-8s %10u %6u %12.1f %10.1f\n", name, b->count, b->record_bytes, us,
           (double)bytes / us * 1e-3);
    return true;
}

// ---- setting up -----------------------------------------------------------------------

static bool make_buffers(struct bench* b)
{
    uint64_t state = 1;
    uint64_t records = copier_room((uint64_t)b->count * b->record_bytes);
    const uint64_t words = (uint64_t)b->count * WORD_BYTES;
    const uint64_t bytes[BUFFERS] = {
        [KEYS] = words,      [SORTED] = words,     [ORDER] = words,
        [RECORDS] = records, [GATHERED] = records, [RESULT] = WORD_BYTES};
    uint32_t* keys = malloc(words);
    for (uint32_t i = 0; keys != NULL && i < b->count; ++i)
        keys[i] = bench_random(&state);
    for (int i = 0; i < BUFFERS; ++i)
        b->buffers[i] =
            bench_session_buffer(&b->session, bytes[i], i == KEYS ? keys : NULL);
    free(keys);
    return keys != NULL;
}

// The order of random keys: a gather of the worst kind.
static bool sort_keys(const struct bench* b)
{
    glsort_plan* plan;
    const glsort_sort_desc desc = {.max_count = b->count,
                                   .values = GLSORT_VALUES_INDICES,
                                   .backend = GLSORT_BACKEND_COMPUTE};
    const glsort_sort_args args = {.count = b->count,
                                   .keys_in = resource(b, KEYS),
                                   .keys_out = resource(b, SORTED),
                                   .values_out = resource(b, ORDER)};
    bool sorted = glsort_sort_create(b->session.context, &desc, &plan) == GLSORT_OK &&
                  glsort_sort_run(plan, &args) == GLSORT_OK;
    glsort_plan_destroy(plan);
    return sorted;
}

static bool make_objects(struct bench* b)
{
    const glsort_scan_desc scan = {.max_count = b->count};
    const glsort_gather_desc gather = {
        .max_count = b->count, .stream_count = 1, .streams = {{b->record_bytes, 0}}};
    return glsort_scan_create(b->session.context, &scan, &b->scan) == GLSORT_OK &&
           glsort_gather_create(b->session.context, &gather, &b->gather) == GLSORT_OK;
}

static bool bench_count(struct bench* b, uint32_t count, uint32_t record_bytes)
{
    uint64_t words = (uint64_t)count * WORD_BYTES;
    uint64_t records = (uint64_t)count * record_bytes;
    b->count = count;
    b->record_bytes = record_bytes;
    bool done = make_buffers(b) && make_objects(b) && sort_keys(b);
    if (!done)
        fprintf(stderr, "%s\n", glsort_last_error(b->session.context));
    done = done && report(b, "copy", run_copy, 2 * records) &&
           report(b, "gather", run_gather, 2 * records + words);
    if (done && record_bytes == WORD_BYTES)
        done = report(b, "scan", run_scan, 3 * words);
    glsort_plan_destroy(b->scan);
    glsort_plan_destroy(b->gather);
    b->scan = NULL;
    b->gather = NULL;
    b->session.gl.DeleteBuffers(BUFFERS, b->buffers);
    return done;
}

static bool bench_all(void* user, int argc, char** argv)
{
    struct bench* b = user;
    static const uint32_t sizes[] = {4, 12, 16, 32, 64};
    const char* const usual[] = {"14", "17", "20", "22", "24"};
    bool done = true;
    copier_create(&b->copier, &b->session.gl, 1u << 27);
    printf("%-8s %10s %6s %12s %10s\n", "call", "count", "record", "us", "GB/s");
    for (int i = 0; i < (argc > 1 ? argc - 1 : 5) && done; ++i) {
        int log = atoi(argc > 1 ? argv[i + 1] : usual[i]);
        if (log < 0 || log > MOST_LOG) {
            fprintf(stderr, "usage: glsort-parallel-bench [LOG2-OF-COUNT]...\n");
            done = false;
        }
        for (int size = 0; size < 5 && done; ++size)
            done = bench_count(b, 1u << log, sizes[size]);
    }
    copier_destroy(&b->copier);
    return done;
}

int main(int argc, char** argv)
{
    struct bench b = {.count = 0};
    return bench_session_main(&b.session, argc, argv, bench_all, &b);
}
