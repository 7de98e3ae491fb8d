// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

#include "peers.h"

static const double warm_up_ms = 400.0;
// Below this a run for the wall clock and one for the time stamps are kept apart, since
// hundreds of stamps cost time too.
static const double separate_ms = 250.0;
// Above this the first run counts as a sample: compiling is a small part of it.
static const double slow_ms = 2000.0;
static const double longest_ms = 1e9;
// Below this a run costs mostly the same whatever the count, and says nothing of larger
// ones.
static const uint32_t telling_count = 1u << 16;

enum { KEYS_IN, VALUES_IN, KEYS_OUT, VALUES_OUT, BUFFERS, LEAST_SAMPLES = 3 };

// All that one size needs.
struct size_run {
    struct bench* bench;
    struct row* rows;
    uint32_t count;
    struct pair* input;
    struct pair* expected;
    struct pair* work; // the peers' own
    uint64_t* pass_ns;
    uint32_t pass_room;
    GLuint buffers[BUFFERS];
    glsort_plan* plans[MAX_FORMS];
    double spent_ms[MAX_FORMS];
    double estimate_ms[MAX_FORMS];
};

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double quantile(const struct samples* samples, double part)
{
    double sorted[MAX_SAMPLES];
    if (samples->count == 0)
        return 0.0;
    memcpy(sorted, samples->ms, samples->count * sizeof *sorted);
    qsort(sorted, samples->count, sizeof *sorted, compare_doubles);
    double at = part * (samples->count - 1);
    uint32_t below = (uint32_t)at;
    uint32_t above = below + 1 < samples->count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

double samples_median(const struct samples* samples)
{
    return quantile(samples, 0.5);
}

double samples_spread(const struct samples* samples)
{
    double median = samples_median(samples);
    return median > 0.0 ? (quantile(samples, 0.75) - quantile(samples, 0.25)) / median
                        : 0.0;
}

static void add_sample(struct samples* samples, double ms)
{
    if (samples->count < MAX_SAMPLES)
        samples->ms[samples->count++] = ms;
}

// Uniform keys with few repetitions, and values from which each pair can be told.
static bool create_input(struct size_run* s)
{
    size_t bytes = (size_t)s->count * sizeof *s->input;
    s->input = malloc(bytes);
    s->expected = malloc(bytes);
    s->work = malloc(bytes);
    if (!s->input || !s->expected || !s->work)
        return false;
    uint64_t state = 0x9E3779B97F4A7C15u;
    for (uint32_t i = 0; i < s->count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        s->input[i] = (struct pair){(uint32_t)(state >> 32), ~i};
    }
    memcpy(s->expected, s->input, bytes);
    peer_std_stable_sort(s->expected, s->count);
    return true;
}

static bool create_buffers(struct size_run* s)
{
    uint32_t* words = malloc((size_t)s->count * sizeof *words);
    if (!words)
        return false;
    glGenBuffers(BUFFERS, s->buffers);
    for (int b = 0; b < BUFFERS; ++b) {
        for (uint32_t i = 0; i < s->count; ++i)
            words[i] = b == KEYS_IN     ? s->input[i].key
                       : b == VALUES_IN ? s->input[i].value
                                        : 0xDEADBEEFu;
        glBindBuffer(GL_ARRAY_BUFFER, s->buffers[b]);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(s->count * sizeof *words), words,
                     GL_DYNAMIC_COPY);
    }
    free(words);
    return true;
}

static bool is_live(const struct size_run* s, uint32_t at)
{
    return s->rows[at].refusal[0] == '\0';
}

static void refuse(struct row* row, const char* sentence)
{
    snprintf(row->refusal, sizeof row->refusal, "%s", sentence);
}

// Says no where a run would take longer than all forms together may.
static void foresee(struct size_run* s, uint32_t at)
{
    double ms = s->bench->last_ms_an_element[at] * s->count;
    if (ms <= s->bench->budget.seconds * 1e3)
        return;
    snprintf(s->rows[at].refusal, REFUSAL_BYTES,
             "not run: after the smaller sizes a run should take %.0f s or more, and "
             "--budget gives this size %.0f s",
             ms * 1e-3, s->bench->budget.seconds);
}

static void create_plan(struct size_run* s, uint32_t at)
{
    const struct form* form = &forms[at];
    struct row* row = &s->rows[at];
    glsort_plan_desc desc = {
        .max_count = s->count,
        .values = GLSORT_VALUES_U32,
        .algorithm = form->algorithm,
        .backend = form->backend,
        .flags = GLSORT_PLAN_TIMINGS,
        .split = form->split,
        .network = form->network,
        .ranking = form->ranking,
        .tree_schedule = form->tree_schedule,
        .local_size = form->local_size,
        .merge_size = form->merge_size,
    };
    if (glsort_plan_create(s->bench->context, &desc, &s->plans[at]) != GLSORT_OK ||
        glsort_plan_describe(s->plans[at], s->count, &row->info) != GLSORT_OK) {
        refuse(row, glsort_last_error(s->bench->context));
        return;
    }
    if (row->info.pass_count > s->pass_room) {
        uint64_t* larger = realloc(s->pass_ns, row->info.pass_count * sizeof *larger);
        if (!larger) {
            refuse(row, "there is no memory for the time stamps");
            return;
        }
        s->pass_ns = larger;
        s->pass_room = row->info.pass_count;
    }
}

static void prepare_rows(struct size_run* s)
{
    const char* only = s->bench->budget.only;
    for (uint32_t at = 0; at < form_count; ++at) {
        s->rows[at] = (struct row){.form = &forms[at], .count = s->count, .right = true};
        if (only && !strstr(forms[at].name, only))
            refuse(&s->rows[at], "not asked for");
        else if (!forms[at].peer)
            create_plan(s, at);
        // The library's own refusal says more.
        if (is_live(s, at))
            foresee(s, at);
    }
}

static double run_peer(struct size_run* s, uint32_t at)
{
    memcpy(s->work, s->input, (size_t)s->count * sizeof *s->work);
    double start = now_ms();
    forms[at].peer(s->work, s->count);
    return now_ms() - start;
}

// Milliseconds from the call until the GPU has finished; below 0 on failure.
static double run_plan(struct size_run* s, uint32_t at)
{
    const glsort_run_args args = {
        .count = s->count,
        .keys_in = {.name = s->buffers[KEYS_IN]},
        .keys_out = {.name = s->buffers[KEYS_OUT]},
        .values_in = {.name = s->buffers[VALUES_IN]},
        .values_out = {.name = s->buffers[VALUES_OUT]},
        .consumers = GLSORT_CONSUMER_COPY,
    };
    glFinish();
    double start = now_ms();
    if (glsort_run(s->plans[at], &args) != GLSORT_OK) {
        refuse(&s->rows[at], glsort_last_error(s->bench->context));
        return -1.0;
    }
    glFinish();
    return now_ms() - start;
}

static void read_stamps(struct size_run* s, uint32_t at)
{
    uint32_t count = s->pass_room;
    if (glsort_plan_timings(s->plans[at], s->pass_ns, &count) != GLSORT_OK)
        return;
    double sum = 0.0;
    for (uint32_t i = 0; i < count; ++i)
        sum += (double)s->pass_ns[i] * 1e-6;
    // A renderer on the CPU may take the two stamps of a tiny pass in the wrong order, which
    // makes an age of it. That is no sample.
    if (sum < longest_ms)
        add_sample(&s->rows[at].gpu, sum);
}

// One sample. A plan whose stamps have not been read records none: so the second run is
// free of them.
static void take_sample(struct size_run* s, uint32_t at)
{
    double start = now_ms(), wall;
    if (forms[at].peer) {
        wall = run_peer(s, at);
    } else {
        wall = run_plan(s, at);
        if (wall >= 0.0 && s->estimate_ms[at] < separate_ms)
            wall = run_plan(s, at);
        if (wall >= 0.0)
            read_stamps(s, at);
    }
    if (wall >= 0.0)
        add_sample(&s->rows[at].wall, wall);
    s->spent_ms[at] += now_ms() - start;
}

// Puts something else where the last form left the right result.
static void spoil_outputs(const struct size_run* s)
{
    GLsizeiptr bytes = (GLsizeiptr)((size_t)s->count * sizeof(uint32_t));
    for (int b = KEYS_OUT; b <= VALUES_OUT; ++b) {
        glBindBuffer(GL_ARRAY_BUFFER, s->buffers[b]);
        glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, s->input);
    }
}

static bool words_equal(const struct size_run* s, GLuint buffer, bool values)
{
    GLsizeiptr bytes = (GLsizeiptr)((size_t)s->count * sizeof(uint32_t));
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const uint32_t* words = glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    bool equal = words != NULL;
    for (uint32_t i = 0; equal && i < s->count; ++i)
        equal = words[i] == (values ? s->expected[i].value : s->expected[i].key);
    glUnmapBuffer(GL_ARRAY_BUFFER);
    return equal;
}

static void check_result(struct size_run* s, uint32_t at)
{
    struct row* row = &s->rows[at];
    if (!forms[at].peer) {
        row->right = row->right && words_equal(s, s->buffers[KEYS_OUT], false) &&
                     words_equal(s, s->buffers[VALUES_OUT], true);
        return;
    }
    for (uint32_t i = 0; row->right && i < s->count; ++i)
        row->right = s->work[i].key == s->expected[i].key;
}

// Runs every form once, which also tells how long it takes, then goes round until the
// device has had time to reach its speed.
static void warm_up(struct size_run* s)
{
    double start = now_ms();
    for (uint32_t round = 0; round == 0 || now_ms() - start < warm_up_ms; ++round) {
        bool any = false;
        for (uint32_t at = 0; at < form_count; ++at) {
            if (!is_live(s, at) || (round > 0 && s->estimate_ms[at] > warm_up_ms))
                continue;
            if (round == 0 && s->bench->progress)
                s->bench->progress(&forms[at], s->count);
            if (round == 0)
                spoil_outputs(s);
            double ms = forms[at].peer ? run_peer(s, at) : run_plan(s, at);
            s->estimate_ms[at] = ms;
            if (round == 0 && is_live(s, at))
                check_result(s, at);
            any = true;
        }
        if (!any)
            return;
    }
}

static bool wants_sample(const struct size_run* s, uint32_t at, double share_ms)
{
    uint32_t taken = s->rows[at].wall.count;
    if (!is_live(s, at) || taken >= s->bench->budget.at_most)
        return false;
    if (taken == 0)
        return true;
    double next = s->spent_ms[at] + s->spent_ms[at] / taken;
    return next <= share_ms || (taken < LEAST_SAMPLES &&
                                s->estimate_ms[at] * LEAST_SAMPLES <= 4.0 * share_ms);
}

// What the warm-up recorded is no sample, but where a run takes longer than the form may.
static void end_warm_up(struct size_run* s, uint32_t at, double share_ms)
{
    double ms = s->estimate_ms[at];
    if (s->plans[at])
        read_stamps(s, at);
    if (ms > share_ms && ms > slow_ms) {
        add_sample(&s->rows[at].wall, ms);
        s->spent_ms[at] = ms;
    } else {
        s->rows[at].gpu.count = 0;
    }
}

static void measure(struct size_run* s)
{
    uint32_t live = 0;
    for (uint32_t at = 0; at < form_count; ++at)
        live += is_live(s, at);
    double share_ms = live > 0 ? s->bench->budget.seconds * 1e3 / live : 0.0;
    for (uint32_t at = 0; at < form_count; ++at)
        if (is_live(s, at))
            end_warm_up(s, at, share_ms);
    for (bool any = true; any;) {
        any = false;
        for (uint32_t at = 0; at < form_count; ++at) {
            if (!wants_sample(s, at, share_ms))
                continue;
            take_sample(s, at);
            any = true;
        }
    }
}

static void check_last_results(struct size_run* s)
{
    for (uint32_t at = 0; at < form_count; ++at) {
        if (!is_live(s, at) || s->rows[at].wall.count == 0)
            continue;
        double wall = samples_median(&s->rows[at].wall);
        if (s->count >= telling_count)
            s->bench->last_ms_an_element[at] = wall / s->count;
        // Once more, since the buffers hold another form's result by now. A slow form was
        // checked in the warm-up alone.
        if (wall >= separate_ms)
            continue;
        spoil_outputs(s);
        if ((forms[at].peer ? run_peer(s, at) : run_plan(s, at)) >= 0.0)
            check_result(s, at);
    }
}

bool bench_size(struct bench* bench, uint32_t count, struct row* rows)
{
    struct size_run s = {.bench = bench, .rows = rows, .count = count};
    bool ok = create_input(&s) && create_buffers(&s);
    if (ok) {
        prepare_rows(&s);
        warm_up(&s);
        measure(&s);
        check_last_results(&s);
    }
    for (uint32_t at = 0; at < form_count; ++at)
        glsort_plan_destroy(s.plans[at]);
    glDeleteBuffers(BUFFERS, s.buffers);
    free(s.input);
    free(s.expected);
    free(s.work);
    free(s.pass_ns);
    return ok;
}
