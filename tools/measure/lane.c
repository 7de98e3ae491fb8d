// SPDX-License-Identifier: MIT
#include "lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// A software renderer may take the two stamps of a tiny pass in the wrong order, so that
// their difference wraps to an absurd time.
static const double longest_ms = 1e9;

enum { SPLIT_RUNS = 9 };

bool lane_is_live(const struct lane* lane)
{
    return lane->row.refusal[0] == '\0';
}

void lane_refuse(struct lane* lane, const char* sentence)
{
    snprintf(lane->row.refusal, sizeof lane->row.refusal, "%s",
             sentence && *sentence ? sentence : "refused without a sentence");
}

void lane_describe(struct lane* lane, const glsort_plan_info* info, uint32_t count)
{
    struct row* row = &lane->row;
    snprintf(row->chosen, sizeof row->chosen, "%s on %s",
             glsort_algorithm_name(info->algorithm), backend_name(info->backend));
    row->backend = backend_name(info->backend);
    snprintf(row->reason, sizeof row->reason, "%s", info->reason);
    row->scratch_bytes = info->scratch_bytes;
    row->moved_bytes = (uint64_t)(info->bytes_per_element * count + 0.5);
    row->pass_count = info->pass_count;
}

// ---- runs -----------------------------------------------------------------------------

double lane_run(struct lane* lane, double* submit_ms)
{
    const struct bench_gl* gl = &lane->arena->bench->gl;
    if (!lane->kind->submit)
        return lane->kind->run(lane);
    gl->Finish();
    double start = clock_ms();
    if (!lane->kind->submit(lane))
        return -1.0;
    if (submit_ms)
        *submit_ms = clock_ms() - start;
    gl->Finish();
    return clock_ms() - start;
}

static void copy_cold(struct bench* bench)
{
    const struct bench_gl* gl = &bench->gl;
    if (bench->cold[0] == 0) {
        gl->GenBuffers(2, bench->cold);
        for (int i = 0; i < 2; ++i) {
            gl->BindBuffer(GL_COPY_WRITE_BUFFER, bench->cold[i]);
            gl->BufferData(GL_COPY_WRITE_BUFFER, COLD_BYTES, NULL, GL_DYNAMIC_COPY);
        }
    }
    copier_copy(&bench->copier, bench->cold[0], bench->cold[1], COLD_BYTES);
}

// Keeps the GPU busy until the sort that follows has been submitted, so that it never
// waits for the CPU and only its own time is measured.
static void lead_in(const struct lane* lane, double ms)
{
    const struct arena* a = lane->arena;
    const bool cold = a->bench->choice.cold;
    double outputs =
        (double)arena_bytes(a, KEYS_OUT) + (double)arena_bytes(a, VALUES_OUT);
    double rate = a->bench->copy_rate > 0.0 ? a->bench->copy_rate : 1e11;
    double once = 0.004 + 2e3 * (cold ? COLD_BYTES : outputs) / rate;
    for (uint32_t left = (uint32_t)(ms / once) + 1; left > 0; --left)
        if (cold)
            copy_cold(a->bench);
        else
            arena_poison(a);
}

static void sample_stamps(struct lane* lane, double submit_ms)
{
    const struct arena* a = lane->arena;
    const struct bench_gl* gl = &a->bench->gl;
    GLuint64 first = 0, last = 0;
    lead_in(lane, 0.2 + 3.0 * submit_ms);
    gl->QueryCounter(a->queries[0], GL_TIMESTAMP);
    if (!lane->kind->submit(lane))
        return;
    gl->QueryCounter(a->queries[1], GL_TIMESTAMP);
    gl->Finish();
    gl->GetQueryObjectui64v(a->queries[0], GL_QUERY_RESULT, &first);
    gl->GetQueryObjectui64v(a->queries[1], GL_QUERY_RESULT, &last);
    if (last > first)
        samples_add(&lane->row.gpu, (double)(last - first) * 1e-6);
}

void lane_sample(struct lane* lane)
{
    clock_t used = clock(); // of all threads
    double start = clock_ms(), submit = 0.0, ms = lane_run(lane, &submit);
    used = clock() - used;
    if (ms >= 0.0) {
        samples_add(&lane->row.cpu, ms);
        samples_add(&lane->row.process, 1e3 * (double)used / CLOCKS_PER_SEC);
    }
    if (ms >= 0.0 && lane->kind->submit) {
        samples_add(&lane->row.submit, submit);
        lane->row.stamps = lane->arena->stamps;
        if (lane->row.stamps)
            sample_stamps(lane, submit);
        else
            samples_add(&lane->row.gpu, ms);
    }
    lane->spent_ms += clock_ms() - start;
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

// Adds the time of each pass of one run to the samples of that pass.
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
        good = lane_run(lane, NULL) >= 0.0 && read_stamps(lane, ns, samples);
    for (uint32_t i = 0; good && i < row->pass_count; ++i)
        if (samples[i].count > 0)
            row->passes[i].ms = samples_median(&samples[i]);
    free(samples);
    free(ns);
}

void lane_time_passes(struct lane* lane, uint32_t runs)
{
    if (list_passes(&lane->row, lane->plan) && runs > 0)
        time_passes(lane, runs < SPLIT_RUNS ? runs : SPLIT_RUNS);
}
