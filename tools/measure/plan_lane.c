// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "lane.h"

static glsort_result create(struct lane* lane, uint32_t flags, double* ms)
{
    const struct task* t = &lane->arena->work.task;
    glsort_sort_desc desc = lane->form->desc;
    desc.max_count = t->count;
    desc.key = t->key->key;
    desc.values = t->values->values;
    desc.direction = t->order;
    desc.flags |= flags;
    double start = clock_ms();
    glsort_result result =
        glsort_sort_create(lane->arena->bench->context, &desc, &lane->plan);
    *ms = clock_ms() - start;
    return result;
}

static void create_lane(struct lane* lane)
{
    glsort_plan_info info;
    uint32_t count = lane->arena->work.task.count;
    if (create(lane, 0, &lane->row.create_ms) != GLSORT_OK ||
        glsort_plan_describe(lane->plan, count, 0, &info) != GLSORT_OK) {
        lane_refuse(lane, glsort_last_error(lane->arena->bench->context));
        return;
    }
    lane_describe(lane, &info, count);
}

static bool call_run(struct lane* lane, int keys_in, int values_in)
{
    const struct arena* a = lane->arena;
    const struct value_type* values = a->work.task.values;
    const glsort_sort_args args = {
        .count = a->work.task.count,
        .keys_in = {.name = a->buffers[keys_in]},
        .keys_out = {.name = a->buffers[KEYS_OUT]},
        .values_in = {.name = values->in_bytes > 0 ? a->buffers[values_in] : 0},
        .values_out = {.name = values->bytes > 0 ? a->buffers[VALUES_OUT] : 0},
        .consumers = GLSORT_CONSUMER_COPY,
    };
    if (glsort_sort_run(lane->plan, &args) == GLSORT_OK)
        return true;
    lane_refuse(lane, glsort_last_error(a->bench->context));
    return false;
}

static bool submit(struct lane* lane)
{
    return call_run(lane, KEYS_IN, VALUES_IN);
}

static int copy_of(int buffer)
{
    return buffer == KEYS_OUT ? KEYS_READ : VALUES_READ;
}

static const void* map(const struct arena* a, int buffer)
{
    const struct bench_gl* gl = &a->bench->gl;
    GLsizeiptr bytes = (GLsizeiptr)arena_bytes(a, buffer);
    gl->BindBuffer(GL_COPY_READ_BUFFER, a->buffers[buffer]);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, a->buffers[copy_of(buffer)]);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
    return gl->MapBufferRange(GL_COPY_WRITE_BUFFER, 0, bytes, GL_MAP_READ_BIT);
}

static void unmap(const struct arena* a, int buffer)
{
    a->bench->gl.BindBuffer(GL_COPY_WRITE_BUFFER, a->buffers[copy_of(buffer)]);
    a->bench->gl.UnmapBuffer(GL_COPY_WRITE_BUFFER);
}

static bool download(struct arena* a, int buffer)
{
    if (arena_bytes(a, buffer) == 0)
        return true;
    const void* from = map(a, buffer);
    if (from)
        memcpy(a->bytes, from, arena_bytes(a, buffer));
    unmap(a, buffer);
    return from != NULL;
}

// Uploads to separate buffers: see arena.h.
static void sample_transfer(struct lane* lane)
{
    struct arena* a = lane->arena;
    a->bench->gl.Finish();
    double start = clock_ms();
    arena_upload(a, KEYS_SENT, a->work.keys);
    arena_upload(a, VALUES_SENT, a->work.values);
    if (call_run(lane, KEYS_SENT, VALUES_SENT) && download(a, KEYS_OUT) &&
        download(a, VALUES_OUT))
        samples_add(&lane->row.end_to_end, clock_ms() - start);
    lane->spent_ms += clock_ms() - start;
}

static bool check(struct lane* lane)
{
    const struct arena* a = lane->arena;
    bool has_values = arena_bytes(a, VALUES_OUT) > 0;
    const void* keys = map(a, KEYS_OUT);
    const void* values = has_values ? map(a, VALUES_OUT) : NULL;
    bool right = keys && (values || !has_values) &&
                 workload_check(&a->work, keys, values, lane->form->block);
    unmap(a, KEYS_OUT);
    if (has_values)
        unmap(a, VALUES_OUT);
    return right;
}

static void split(struct lane* lane, uint32_t runs)
{
    struct row* row = &lane->row;
    glsort_plan_destroy(lane->plan);
    lane->plan = NULL;
    if (create(lane, GLSORT_PLAN_TIMINGS, &row->create_again_ms) != GLSORT_OK ||
        glsort_plan_describe(lane->plan, row->task.count, 0, NULL) != GLSORT_OK)
        return; // keeps what was measured before
    lane_time_passes(lane, runs);
}

static void release(struct lane* lane)
{
    glsort_plan_destroy(lane->plan);
}

static void poison(const struct lane* lane)
{
    arena_poison(lane->arena);
}

const struct lane_kind plan_lane_kind = {
    .create = create_lane,
    .release = release,
    .poison = poison,
    .submit = submit,
    .check = check,
    .sample_transfer = sample_transfer,
    .split = split,
};
