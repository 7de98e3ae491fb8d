// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "plan_lane.h"

// A renderer on the CPU may take the two stamps of a tiny pass in the wrong order, which
// makes an age of it.
static const double longest_ms = 1e9;

enum { SPLIT_RUNS = 9 };

static glsort_result create(struct lane* lane, uint32_t flags, double* ms)
{
    const struct task* t = &lane->arena->work.task;
    glsort_plan_desc desc = lane->form->desc;
    desc.max_count = t->count;
    desc.key = t->key->key;
    desc.values = t->values->values;
    desc.direction = t->order;
    desc.flags |= flags;
    double start = clock_ms();
    glsort_result result =
        glsort_plan_create(lane->arena->bench->context, &desc, &lane->plan);
    *ms = clock_ms() - start;
    return result;
}

void plan_lane_create(struct lane* lane)
{
    glsort_plan_info info;
    struct row* row = &lane->row;
    uint32_t count = lane->arena->work.task.count;
    if (create(lane, 0, &row->create_ms) != GLSORT_OK ||
        glsort_plan_describe(lane->plan, count, &info) != GLSORT_OK) {
        lane_refuse(lane, glsort_last_error(lane->arena->bench->context));
        return;
    }
    snprintf(row->chosen, sizeof row->chosen, "%s on %s",
             glsort_algorithm_name(info.algorithm), backend_name(info.backend));
    row->backend = backend_name(info.backend);
    snprintf(row->reason, sizeof row->reason, "%s", info.reason);
    row->scratch_bytes = info.scratch_bytes;
    row->moved_bytes = (uint64_t)(info.bytes_per_element * count + 0.5);
    row->pass_count = info.pass_count;
}

void plan_lane_poison(const struct lane* lane)
{
    const struct arena* a = lane->arena;
    for (int b = KEYS_OUT; b <= VALUES_OUT; ++b)
        if (arena_bytes(a, b) > 0)
            copier_copy(&a->bench->copier, a->buffers[POISON], a->buffers[b],
                        arena_bytes(a, b));
}

static bool call_run(struct lane* lane, int keys_in, int values_in)
{
    const struct arena* a = lane->arena;
    const struct value_type* values = a->work.task.values;
    const glsort_run_args args = {
        .count = a->work.task.count,
        .keys_in = {.name = a->buffers[keys_in]},
        .keys_out = {.name = a->buffers[KEYS_OUT]},
        .values_in = {.name = values->in_bytes > 0 ? a->buffers[values_in] : 0},
        .values_out = {.name = values->bytes > 0 ? a->buffers[VALUES_OUT] : 0},
        .consumers = GLSORT_CONSUMER_COPY,
    };
    if (glsort_run(lane->plan, &args) == GLSORT_OK)
        return true;
    lane_refuse(lane, glsort_last_error(a->bench->context));
    return false;
}

double plan_lane_run(struct lane* lane, double* submit_ms)
{
    const struct bench_gl* gl = &lane->arena->bench->gl;
    gl->Finish();
    double start = clock_ms();
    if (!call_run(lane, KEYS_IN, VALUES_IN))
        return -1.0;
    if (submit_ms)
        *submit_ms = clock_ms() - start;
    gl->Finish();
    return clock_ms() - start;
}

// Work for the GPU to do until the sort that follows has been submitted, so that it never
// waits for the CPU: what is timed is the GPU's own time.
static void lead_in(const struct lane* lane, double ms)
{
    const struct arena* a = lane->arena;
    double bytes = (double)arena_bytes(a, KEYS_OUT) + (double)arena_bytes(a, VALUES_OUT);
    double rate = a->bench->copy_rate > 0.0 ? a->bench->copy_rate : 1e11;
    double once = 0.004 + 2e3 * bytes / rate;
    for (uint32_t left = (uint32_t)(ms / once) + 1; left > 0; --left)
        plan_lane_poison(lane);
}

static void sample_stamps(struct lane* lane, double submit_ms)
{
    const struct arena* a = lane->arena;
    const struct bench_gl* gl = &a->bench->gl;
    GLuint64 first = 0, last = 0;
    lead_in(lane, 0.2 + 3.0 * submit_ms);
    gl->QueryCounter(a->queries[0], GL_TIMESTAMP);
    if (!call_run(lane, KEYS_IN, VALUES_IN))
        return;
    gl->QueryCounter(a->queries[1], GL_TIMESTAMP);
    gl->Finish();
    gl->GetQueryObjectui64v(a->queries[0], GL_QUERY_RESULT, &first);
    gl->GetQueryObjectui64v(a->queries[1], GL_QUERY_RESULT, &last);
    if (last > first)
        samples_add(&lane->row.gpu, (double)(last - first) * 1e-6);
}

void plan_lane_sample(struct lane* lane)
{
    double start = clock_ms(), submit = 0.0, ms = plan_lane_run(lane, &submit);
    if (ms >= 0.0) {
        samples_add(&lane->row.cpu, ms);
        samples_add(&lane->row.submit, submit);
        lane->row.stamps = lane->arena->stamps;
        if (lane->row.stamps)
            sample_stamps(lane, submit);
        else
            samples_add(&lane->row.gpu, ms);
    }
    lane->spent_ms += clock_ms() - start;
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

// From buffers of its own: see arena.h.
void plan_lane_sample_transfer(struct lane* lane)
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

bool plan_lane_check(struct lane* lane)
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

// ---- passes ---------------------------------------------------------------------------

static bool list_passes(struct row* row, const glsort_plan* plan)
{
    row->passes = calloc(row->pass_count ? row->pass_count : 1, sizeof *row->passes);
    for (uint32_t i = 0; row->passes && i < row->pass_count; ++i) {
        glsort_pass_info pass;
        if (glsort_plan_pass(plan, i, &pass) != GLSORT_OK)
            return false;
        snprintf(row->passes[i].label, LABEL_BYTES, "%s", pass.purpose);
        row->passes[i].bytes = pass.read_bytes + pass.write_bytes;
        row->passes[i].ms = -1.0;
    }
    return row->passes != NULL;
}

// Adds one run's stamps to `samples`, one of each pass.
static bool read_stamps(const struct lane* lane, uint64_t* ns, struct samples* samples)
{
    uint32_t count = lane->row.pass_count;
    if (glsort_plan_timings(lane->plan, ns, &count) != GLSORT_OK)
        return false;
    for (uint32_t i = 0; i < count; ++i)
        if ((double)ns[i] * 1e-6 < longest_ms)
            samples_add(&samples[i], (double)ns[i] * 1e-6);
    return true;
}

static void time_passes(struct lane* lane, uint32_t runs)
{
    struct row* row = &lane->row;
    uint64_t* ns = calloc(row->pass_count + 1, sizeof *ns);
    struct samples* samples = calloc(row->pass_count + 1, sizeof *samples);
    bool good = ns && samples;
    for (uint32_t i = 0; good && i < runs; ++i)
        good = plan_lane_run(lane, NULL) >= 0.0 && read_stamps(lane, ns, samples);
    for (uint32_t i = 0; good && i < row->pass_count; ++i)
        if (samples[i].count > 0)
            row->passes[i].ms = samples_median(&samples[i]);
    free(samples);
    free(ns);
}

void plan_lane_split(struct lane* lane, uint32_t runs)
{
    struct row* row = &lane->row;
    glsort_plan_destroy(lane->plan);
    lane->plan = NULL;
    if (create(lane, GLSORT_PLAN_TIMINGS, &row->create_again_ms) != GLSORT_OK ||
        glsort_plan_describe(lane->plan, row->task.count, NULL) != GLSORT_OK)
        return; // the figures that are there stay
    if (list_passes(row, lane->plan) && runs > 0)
        time_passes(lane, runs < SPLIT_RUNS ? runs : SPLIT_RUNS);
}
