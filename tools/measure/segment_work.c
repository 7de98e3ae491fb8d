// SPDX-License-Identifier: MIT
#include "segment_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_inspect.h>
#include <glsort/glsort_arrays.h>

enum { WORD_BYTES = 4, NEAREST = 8, MOST_ELEMENTS = 1 << 28 };

enum buffer { KEYS, KEYS_OUT, VALUES, VALUES_OUT, OFFSETS, BUFFERS };

struct shape {
    uint32_t count, segment_count, longest;
    uint32_t *keys, *offsets;
};

struct work {
    const struct bench_session* session;
    const struct shape* shape;
    GLuint buffers[BUFFERS];
    glsort_plan* segments; // of the sort that is timed
    bool has_nearest;
};

// ---- shapes ---------------------------------------------------------------------------

const char segment_shapes_known[] =
    "shapes are NxL, N segments of L elements, up to 2^28 elements in all, and powerlaw";

// Lengths below a power of two that is itself uniform: many short segments, few long
// ones.
static uint32_t power_law_length(uint64_t* state)
{
    uint32_t limit = 1u << bench_random(state) % 17;
    return bench_random(state) % limit;
}

enum { POWER_LAW_COUNT = 1 << 22 };

bool segment_shape_read(const char* shape, uint32_t* segments, uint32_t* length)
{
    char end;
    if (strcmp(shape, "powerlaw") == 0) {
        *segments = POWER_LAW_COUNT;
        *length = 0;
        return true;
    }
    return sscanf(shape, "%ux%u%c", segments, length, &end) == 2 && *segments > 0 &&
           *length > 0 && (uint64_t)*segments * *length <= MOST_ELEMENTS;
}

// False if there is no memory.
static bool make_shape(struct shape* shape, uint32_t most, uint32_t length)
{
    uint64_t state = 1;
    *shape = (struct shape){.count = 0};
    shape->count = length == 0 ? POWER_LAW_COUNT : most * length;
    shape->keys = malloc((size_t)shape->count * WORD_BYTES);
    shape->offsets = malloc(((size_t)most + 1) * WORD_BYTES);
    if (shape->keys == NULL || shape->offsets == NULL)
        return false;
    uint32_t at = shape->offsets[0] = 0;
    while (at < shape->count && shape->segment_count < most) {
        uint32_t next = length == 0 ? power_law_length(&state) : length;
        next = next < shape->count - at ? next : shape->count - at;
        shape->longest = next > shape->longest ? next : shape->longest;
        shape->offsets[++shape->segment_count] = at += next;
    }
    shape->count = at;
    for (uint32_t i = 0; i < at; ++i)
        shape->keys[i] = bench_random(&state);
    return true;
}

static void free_shape(struct shape* shape)
{
    free(shape->keys);
    free(shape->offsets);
}

// ---- buffers --------------------------------------------------------------------------

// The values are the keys again, so a pair that has come apart shows.
static void make_buffers(struct work* w)
{
    const struct shape* shape = w->shape;
    const uint64_t bytes = (uint64_t)shape->count * WORD_BYTES;
    w->buffers[KEYS] = bench_session_buffer(w->session, bytes, shape->keys);
    w->buffers[KEYS_OUT] = bench_session_buffer(w->session, bytes, NULL);
    w->buffers[VALUES] = bench_session_buffer(w->session, bytes, shape->keys);
    w->buffers[VALUES_OUT] = bench_session_buffer(w->session, bytes, NULL);
    w->buffers[OFFSETS] = bench_session_buffer(
        w->session, ((uint64_t)shape->segment_count + 1) * WORD_BYTES, shape->offsets);
}

static int compare(const void* a, const void* b)
{
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static bool holds(const struct work* w, enum buffer buffer, const uint32_t* wanted,
                  uint32_t count)
{
    w->session->gl.BindBuffer(GL_COPY_READ_BUFFER, w->buffers[buffer]);
    const void* words = w->session->gl.MapBufferRange(
        GL_COPY_READ_BUFFER, 0, (GLsizeiptr)count * WORD_BYTES, GL_MAP_READ_BIT);
    bool same = words != NULL && memcmp(words, wanted, (size_t)count * WORD_BYTES) == 0;
    w->session->gl.UnmapBuffer(GL_COPY_READ_BUFFER);
    return same;
}

static bool is_right(const struct work* w)
{
    const struct shape* shape = w->shape;
    uint32_t* wanted = malloc((size_t)shape->count * WORD_BYTES);
    if (wanted == NULL)
        return false;
    memcpy(wanted, shape->keys, (size_t)shape->count * WORD_BYTES);
    for (uint32_t i = 0; i < shape->segment_count; ++i)
        qsort(wanted + shape->offsets[i], shape->offsets[i + 1] - shape->offsets[i],
              WORD_BYTES, compare);
    bool right = holds(w, KEYS_OUT, wanted, shape->count) &&
                 holds(w, VALUES_OUT, wanted, shape->count);
    free(wanted);
    return right;
}

// ---- times ----------------------------------------------------------------------------

static glsort_resource resource(const struct work* w, enum buffer buffer)
{
    return (glsort_resource){.name = w->buffers[buffer]};
}

static bool run(const void* user)
{
    const struct work* w = user;
    const glsort_segments_args args = {.count = w->shape->count,
                                       .segment_count = w->shape->segment_count,
                                       .offsets_in = resource(w, OFFSETS),
                                       .keys_in = resource(w, KEYS),
                                       .keys_out = resource(w, KEYS_OUT),
                                       .values_in = resource(w, VALUES),
                                       .values_out = resource(w, VALUES_OUT)};
    return glsort_segments_run(w->segments, &args) == GLSORT_OK;
}

static bool time_runs(struct work* w, uint32_t max_length, uint32_t nearest, double* ms)
{
    const glsort_segments_desc desc = {.max_count = w->shape->count,
                                       .max_segments = w->shape->segment_count,
                                       .max_length = max_length,
                                       .nearest = nearest,
                                       .values = GLSORT_VALUES_4_BYTES};
    const struct timed timed = {.leads = true, .run = run, .user = w};
    bool done =
        glsort_segments_create(w->session->context, &desc, &w->segments) == GLSORT_OK &&
        bench_session_time(w->session, &timed, ms);
    glsort_plan_destroy(w->segments);
    return done;
}

// Outputs of runs with `nearest` are not checked: they do not hold whole segments.
static bool time_all(struct work* w, struct segment_times* times, char* message,
                     size_t bytes)
{
    uint32_t longest = w->shape->longest;
    bool done = time_runs(w, 0, 0, &times->ms) &&
                time_runs(w, longest, 0, &times->known_length_ms);
    if (done && !is_right(w)) {
        snprintf(message, bytes, "the segments are sorted wrongly");
        return false;
    }
    if (done && w->has_nearest)
        done = time_runs(w, longest, NEAREST, &times->nearest_ms);
    if (!done)
        snprintf(message, bytes, "%s", glsort_last_error(w->session->context));
    return done;
}

bool segment_work(const struct bench_session* session, const char* name,
                  struct segment_times* times, char* message, size_t bytes)
{
    struct shape shape = {.count = 0};
    glsort_limits limits;
    glsort_context_limits(session->context, &limits);
    struct work work = {
        .session = session, .shape = &shape, .has_nearest = limits.has_compute != 0};
    uint32_t most, length;
    if (!segment_shape_read(name, &most, &length)) {
        snprintf(message, bytes, "\"%s\" is not a shape: %s", name, segment_shapes_known);
        return false;
    }
    bool good = make_shape(&shape, most, length);
    if (good) {
        *times = (struct segment_times){
            .elements = shape.count,
            .segments = shape.segment_count,
            .longest = shape.longest,
        };
        make_buffers(&work);
        good = time_all(&work, times, message, bytes);
        session->gl.DeleteBuffers(BUFFERS, work.buffers);
    } else {
        snprintf(message, bytes, "there is no memory for %s", name);
    }
    free_shape(&shape);
    return good;
}
