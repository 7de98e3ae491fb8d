// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

enum { TIMED_RUNS = 5 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static uint32_t create_buffer(uint32_t count, const uint32_t* words)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *words), words,
                 GL_DYNAMIC_COPY);
    return buffer;
}

// The buffer's words in memory of the caller's; NULL if there is none.
static uint32_t* read_buffer(uint32_t buffer, uint32_t count)
{
    size_t bytes = count * sizeof(uint32_t);
    uint32_t* words = malloc(bytes);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const void* mapped =
        glMapBufferRange(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, GL_MAP_READ_BIT);
    if (!words || !mapped) {
        free(words);
        return NULL;
    }
    memcpy(words, mapped, bytes);
    glUnmapBuffer(GL_ARRAY_BUFFER);
    return words;
}

static bool create_file_order(struct order* order)
{
    uint32_t* indices = malloc(order->count * sizeof *indices);
    if (!indices)
        return false;
    for (uint32_t i = 0; i < order->count; ++i)
        indices[i] = i;
    order->file_order = create_buffer(order->count, indices);
    free(indices);
    return true;
}

bool order_create(struct order* order, glsort_get_proc get_proc, void* user,
                  const glsort_plan_desc* desc, char* message, size_t message_bytes)
{
    *order = (struct order){.count = desc->max_count};
    glsort_context_desc context_desc = {
        .get_proc = get_proc,
        .get_proc_user = user,
        .message = message,
        .message_bytes = message_bytes,
    };
    if (glsort_context_create(&context_desc, &order->context) != GLSORT_OK)
        return false;
    if (glsort_plan_create(order->context, desc, &order->plan) != GLSORT_OK ||
        glsort_plan_describe(order->plan, order->count, &order->info) != GLSORT_OK) {
        snprintf(message, message_bytes, "%s", glsort_last_error(order->context));
        return false;
    }
    order->depths = create_buffer(order->count, NULL);
    order->sorted = create_buffer(order->count, NULL);
    if (!create_file_order(order)) {
        snprintf(message, message_bytes, "out of memory");
        return false;
    }
    return true;
}

void order_destroy(struct order* order)
{
    const GLuint buffers[] = {order->depths, order->sorted, order->file_order};
    if (order->depths)
        glDeleteBuffers(3, buffers);
    glsort_plan_destroy(order->plan);
    glsort_context_destroy(order->context);
    *order = (struct order){0};
}

static double passes_ms(const struct order* order)
{
    uint32_t count = order->info.pass_count;
    uint64_t* pass_ns = calloc(count + 1, sizeof *pass_ns);
    double sum = -1.0;
    if (pass_ns && glsort_plan_timings(order->plan, pass_ns, &count) == GLSORT_OK) {
        sum = 0.0;
        for (uint32_t i = 0; i < count; ++i)
            sum += (double)pass_ns[i] * 1e-6;
    }
    free(pass_ns);
    return sum;
}

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

bool order_sort(struct order* order, struct order_times* times, char* message,
                size_t message_bytes)
{
    glsort_run_args args = {
        .count = order->count,
        .keys_in = {.name = order->depths},
        .values_out = {.name = order->sorted},
        .consumers = GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_COPY,
    };
    double wall[TIMED_RUNS], passes[TIMED_RUNS];
    for (int i = 0; i < TIMED_RUNS; ++i) {
        glFinish();
        double start = now_ms();
        if (glsort_run(order->plan, &args) != GLSORT_OK) {
            snprintf(message, message_bytes, "%s", glsort_last_error(order->context));
            return false;
        }
        glFinish();
        wall[i] = now_ms() - start;
        passes[i] = passes_ms(order);
    }
    qsort(wall, TIMED_RUNS, sizeof *wall, compare_doubles);
    qsort(passes, TIMED_RUNS, sizeof *passes, compare_doubles);
    *times = (struct order_times){wall[TIMED_RUNS / 2], passes[TIMED_RUNS / 2]};
    return true;
}

// Float bits so that unsigned comparison is the order of IEEE 754 totalOrder.
static uint32_t ordered_bits(uint32_t bits)
{
    return bits ^ (bits >> 31 ? 0xFFFFFFFFu : 0x80000000u);
}

// What a stable descending sort on the CPU makes: pairs of (key, index), farthest first.
static int compare_pairs(const void* a, const void* b)
{
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0])
        return x[0] < y[0] ? 1 : -1;
    return x[1] > y[1] ? 1 : -1;
}

static bool compare_orders(const uint32_t* keys, const uint32_t* indices, uint32_t count,
                           struct order_check* check)
{
    uint32_t(*pairs)[2] = malloc(count * sizeof *pairs);
    uint32_t* expected = malloc(count * sizeof *expected);
    bool ok = pairs && expected;
    for (uint32_t i = 0; ok && i < count; ++i) {
        pairs[i][0] = ordered_bits(keys[i]);
        pairs[i][1] = i;
        // Before qsort, so that it sees the keys in file order.
        check->before += i > 0 && pairs[i - 1][0] < pairs[i][0];
        uint32_t here = indices[i], last = i > 0 ? indices[i - 1] : here;
        check->after += here >= count || last >= count ||
                        ordered_bits(keys[last]) < ordered_bits(keys[here]);
    }
    if (ok) {
        qsort(pairs, count, sizeof *pairs, compare_pairs);
        for (uint32_t i = 0; i < count; ++i) {
            expected[i] = pairs[i][1];
            check->wrong += expected[i] != indices[i];
        }
        check->cpu_order = create_buffer(count, expected);
    }
    free(pairs);
    free(expected);
    return ok;
}

bool order_check(const struct order* order, struct order_check* check, char* message,
                 size_t message_bytes)
{
    *check = (struct order_check){0};
    uint32_t* keys = read_buffer(order->depths, order->count);
    uint32_t* indices = read_buffer(order->sorted, order->count);
    bool ok = keys && indices && compare_orders(keys, indices, order->count, check);
    if (!ok)
        snprintf(message, message_bytes, "the order cannot be read back: out of memory");
    free(keys);
    free(indices);
    return ok;
}
