// SPDX-License-Identifier: MIT
// glsort-segments-bench: times segmented sorts of u32 keys with u32 values on the device.
// bench/peers/cub_segments.cu times CUB's on the same keys and segments.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_segments.h>

#include "bench_gl.h"
#include "samples.h"

enum { RUNS = 21, WARM_RUNS = 3, WORD_BYTES = 4, LEAD_BYTES = 256 << 20 };

enum buffer { KEYS, KEYS_OUT, VALUES, VALUES_OUT, OFFSETS, LEAD_FROM, LEAD_TO, BUFFERS };

struct shape {
    const char* name;
    uint32_t count, segment_count, longest;
    uint32_t *keys, *offsets;
};

struct bench {
    struct bench_gl gl;
    glsort_context* context;
    GLuint queries[2], buffers[BUFFERS];
    bool is_software;
};

// ---- shapes ---------------------------------------------------------------------------

static uint32_t random_word(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

// Lengths below a power of two that is itself uniform: many short segments, few long
// ones.
static uint32_t power_law_length(uint64_t* state)
{
    uint32_t limit = 1u << random_word(state) % 17;
    return random_word(state) % limit;
}

enum { POWER_LAW_COUNT = 1 << 22 };

// NxL: N segments of L elements; powerlaw.
static bool read_shape(const char* name, uint32_t* segments, uint32_t* length)
{
    char end;
    if (strcmp(name, "powerlaw") == 0) {
        *segments = POWER_LAW_COUNT;
        *length = 0;
        return true;
    }
    return sscanf(name, "%ux%u%c", segments, length, &end) == 2 && *segments > 0 &&
           *length > 0 && (uint64_t)*segments * *length <= 1u << 28;
}

static bool make_shape(struct shape* shape, const char* name)
{
    uint32_t most, length;
    uint64_t state = 1;
    *shape = (struct shape){.name = name};
    if (!read_shape(name, &most, &length))
        return false;
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
        shape->keys[i] = random_word(&state);
    return true;
}

static void free_shape(struct shape* shape)
{
    free(shape->keys);
    free(shape->offsets);
}

// ---- buffers --------------------------------------------------------------------------

static void make_buffer(const struct bench* b, enum buffer buffer, uint64_t bytes,
                        const void* data)
{
    b->gl.BindBuffer(GL_COPY_WRITE_BUFFER, b->buffers[buffer]);
    b->gl.BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)bytes, data, GL_DYNAMIC_COPY);
}

// The values are the keys again, so a pair that has come apart shows.
static void make_buffers(struct bench* b, const struct shape* shape)
{
    uint64_t bytes = (uint64_t)shape->count * WORD_BYTES;
    uint64_t lead = b->is_software ? 16 : LEAD_BYTES;
    b->gl.GenBuffers(BUFFERS, b->buffers);
    make_buffer(b, KEYS, bytes, shape->keys);
    make_buffer(b, KEYS_OUT, bytes, NULL);
    make_buffer(b, VALUES, bytes, shape->keys);
    make_buffer(b, VALUES_OUT, bytes, NULL);
    make_buffer(b, OFFSETS, ((uint64_t)shape->segment_count + 1) * WORD_BYTES,
                shape->offsets);
    make_buffer(b, LEAD_FROM, lead, NULL);
    make_buffer(b, LEAD_TO, lead, NULL);
}

static int compare(const void* a, const void* b)
{
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static bool holds(const struct bench* b, enum buffer buffer, const uint32_t* wanted,
                  uint32_t count)
{
    b->gl.BindBuffer(GL_COPY_READ_BUFFER, b->buffers[buffer]);
    const void* words = b->gl.MapBufferRange(
        GL_COPY_READ_BUFFER, 0, (GLsizeiptr)count * WORD_BYTES, GL_MAP_READ_BIT);
    bool same = words != NULL && memcmp(words, wanted, (size_t)count * WORD_BYTES) == 0;
    b->gl.UnmapBuffer(GL_COPY_READ_BUFFER);
    return same;
}

static bool is_right(const struct bench* b, const struct shape* shape)
{
    uint32_t* wanted = malloc((size_t)shape->count * WORD_BYTES);
    if (wanted == NULL)
        return false;
    memcpy(wanted, shape->keys, (size_t)shape->count * WORD_BYTES);
    for (uint32_t i = 0; i < shape->segment_count; ++i)
        qsort(wanted + shape->offsets[i], shape->offsets[i + 1] - shape->offsets[i],
              WORD_BYTES, compare);
    bool right = holds(b, KEYS_OUT, wanted, shape->count) &&
                 holds(b, VALUES_OUT, wanted, shape->count);
    free(wanted);
    return right;
}

// ---- times ----------------------------------------------------------------------------

static glsort_resource resource(const struct bench* b, enum buffer buffer)
{
    return (glsort_resource){.name = b->buffers[buffer]};
}

static glsort_result run(const struct bench* b, glsort_segments* segments,
                         const struct shape* shape)
{
    const glsort_segments_args args = {.count = shape->count,
                                       .segment_count = shape->segment_count,
                                       .offsets_in = resource(b, OFFSETS),
                                       .keys_in = resource(b, KEYS),
                                       .keys_out = resource(b, KEYS_OUT),
                                       .values_in = resource(b, VALUES),
                                       .values_out = resource(b, VALUES_OUT)};
    return glsort_segments_run(segments, &args);
}

// Milliseconds of one run, or a negative number. A copy before each run keeps the GPU at
// work until all of the run is submitted.
static double time_run(const struct bench* b, glsort_segments* segments,
                       const struct shape* shape)
{
    const struct bench_gl* gl = &b->gl;
    GLuint64 first = 0, last = 0;
    gl->Finish();
    gl->BindBuffer(GL_COPY_READ_BUFFER, b->buffers[LEAD_FROM]);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, b->buffers[LEAD_TO]);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                          b->is_software ? 16 : LEAD_BYTES);
    double start = clock_ms();
    gl->QueryCounter(b->queries[0], GL_TIMESTAMP);
    glsort_result result = run(b, segments, shape);
    gl->QueryCounter(b->queries[1], GL_TIMESTAMP);
    gl->Finish();
    double ms = clock_ms() - start;
    gl->GetQueryObjectui64v(b->queries[0], GL_QUERY_RESULT, &first);
    gl->GetQueryObjectui64v(b->queries[1], GL_QUERY_RESULT, &last);
    if (result != GLSORT_OK)
        return -1;
    return b->is_software ? ms : (double)(last - first) * 1e-6;
}

// The median; negative if a run failed.
static double time_runs(const struct bench* b, const struct shape* shape,
                        uint32_t max_length)
{
    const glsort_segments_desc desc = {.max_count = shape->count,
                                       .max_segments = shape->segment_count,
                                       .max_length = max_length,
                                       .values = GLSORT_VALUES_4_BYTES};
    struct samples samples = {.count = 0};
    glsort_segments* segments;
    double ms = -1;
    if (glsort_segments_create(b->context, &desc, &segments) == GLSORT_OK)
        for (int i = -WARM_RUNS; i < RUNS; ++i) {
            ms = time_run(b, segments, shape);
            if (ms < 0)
                break;
            if (i >= 0)
                samples_add(&samples, ms);
        }
    if (ms < 0)
        fprintf(stderr, "%s\n", glsort_last_error(b->context));
    else
        ms = samples_median(&samples);
    glsort_segments_destroy(segments);
    return ms;
}

static bool bench_shape(struct bench* b, const char* name)
{
    struct shape shape;
    bool done = make_shape(&shape, name);
    if (!done)
        fprintf(stderr,
                "%s is no shape: N segments of L elements are NxL, up to 2^28 "
                "elements; or powerlaw\n",
                name);
    if (done) {
        make_buffers(b, &shape);
        double any = time_runs(b, &shape, 0);
        double known = time_runs(b, &shape, shape.longest);
        done = any >= 0 && known >= 0;
        bool right = done && is_right(b, &shape);
        printf("{\"shape\": \"%s\", \"elements\": %u, \"segments\": %u, \"longest\": %u, "
               "\"right\": %s, \"glsort_ms\": %.5f, \"glsort_known_length_ms\": %.5f}\n",
               name, shape.count, shape.segment_count, shape.longest,
               right ? "true" : "false", any, known);
        fflush(stdout);
        b->gl.DeleteBuffers(BUFFERS, b->buffers);
        done = right;
    }
    free_shape(&shape);
    return done;
}

static bool bench_all(struct bench* b, int argc, char** argv)
{
    static const char* const usual[] = {"262144x8", "65536x32", "16384x128", "512x2000",
                                        "16x65536", "powerlaw", "1x1048576"};
    const int count = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof usual[0]);
    bool done = true;
    for (int i = 0; i < count && done; ++i)
        done = bench_shape(b, argc > 1 ? argv[i + 1] : usual[i]);
    return done;
}

int main(int argc, char** argv)
{
    char message[512] = "";
    const struct offscreen_desc desc = {.api = OFFSCREEN_GL43};
    struct bench b = {0};
    struct offscreen* offscreen = offscreen_create(&desc, message, sizeof message);
    bool done = offscreen != NULL && offscreen_make_current(offscreen) &&
                bench_gl_load(&b.gl, offscreen) && b.gl.QueryCounter != NULL;
    const glsort_context_desc context = {
        .get_proc = offscreen_get_proc,
        .get_proc_user = offscreen,
        .message = message,
        .message_bytes = sizeof message,
    };
    done = done && glsort_context_create(&context, &b.context) == GLSORT_OK;
    if (done) {
        b.is_software = offscreen_is_software(offscreen);
        b.gl.GenQueries(2, b.queries);
        done = bench_all(&b, argc, argv);
        b.gl.DeleteQueries(2, b.queries);
    } else {
        fprintf(stderr, "%s\n", message);
    }
    glsort_context_destroy(b.context);
    offscreen_destroy(offscreen);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
