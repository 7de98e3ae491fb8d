// SPDX-License-Identifier: MIT
// Segments of mixed lengths, each against a stable sort of it on the CPU.
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "key_list.h"
#include "reference.h"
#include "workload.h"

enum { KEYS, OFFSETS, KEYS_OUT, ORDER_OUT, BUFFERS };

struct checker {
    const struct session* session;
    const glsort_segments_desc* desc;
    glsort_sort_desc plan; // of a sort of one segment
    glsort_plan* segments;
    GLuint buffers[BUFFERS];
    uint32_t* words[BUFFERS];
    size_t room[BUFFERS];
    uint32_t* places;
    uint32_t count, segment_count;
};

static uint32_t key_words(const struct checker* c)
{
    bool wide = c->desc->key >= GLSORT_KEY_U64 && c->desc->key <= GLSORT_KEY_F64;
    return wide ? 2 : 1;
}

// Lengths around the limits of the library's ways to sort a segment, and zero.
static void make_segments(struct checker* c, uint32_t turn)
{
    static const uint32_t lengths[] = {0,  1,   2,    16,   3,  17, 0,    31,
                                       33, 64,  5,    100,  8,  0,  257,  13,
                                       0,  700, 1024, 1025, 32, 7,  2049, 5000};
    const uint32_t kinds = sizeof lengths / sizeof *lengths;
    uint32_t* offsets = c->words[OFFSETS];
    c->segment_count = c->count = offsets[0] = 0;
    while (c->segment_count < c->desc->max_segments) {
        uint32_t length = lengths[(c->segment_count * 5 + turn) % kinds];
        if (length > c->desc->max_count - c->count)
            break;
        c->count += length;
        offsets[++c->segment_count] = c->count;
    }
}

static bool open_checker(struct checker* c)
{
    const struct bench_gl* gl = &c->session->gl;
    size_t most = c->desc->max_count;
    c->room[KEYS] = c->room[KEYS_OUT] = most * key_words(c);
    c->room[OFFSETS] = c->desc->max_segments + (size_t)1;
    c->room[ORDER_OUT] = most;
    c->places = malloc(most * sizeof *c->places + 1);
    if (!c->places)
        return complain_of_memory();
    gl->GenBuffers(BUFFERS, c->buffers);
    for (int i = 0; i < BUFFERS; i++) {
        c->words[i] = calloc(c->room[i] + 1, sizeof(uint32_t));
        if (!c->words[i])
            return complain_of_memory();
        gl->BindBuffer(GL_ARRAY_BUFFER, c->buffers[i]);
        gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(4 * (c->room[i] + 1)), NULL,
                       GL_DYNAMIC_COPY);
    }
    if (gl->GetError() != GL_NO_ERROR)
        return complain("there is no memory on the device");
    return glsort_segments_create(c->session->context, c->desc, &c->segments) >= 0 ||
           complain("%s", glsort_last_error(c->session->context));
}

static void close_checker(struct checker* c)
{
    if (c->buffers[0])
        c->session->gl.DeleteBuffers(BUFFERS, c->buffers);
    for (int i = 0; i < BUFFERS; i++)
        free(c->words[i]);
    free(c->places);
    glsort_plan_destroy(c->segments);
}

static void load(const struct checker* c, int buffer)
{
    c->session->gl.BindBuffer(GL_ARRAY_BUFFER, c->buffers[buffer]);
    c->session->gl.BufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(4 * c->room[buffer]),
                                 c->words[buffer]);
}

static bool fetch(const struct checker* c, int buffer)
{
    const struct bench_gl* gl = &c->session->gl;
    gl->BindBuffer(GL_ARRAY_BUFFER, c->buffers[buffer]);
    const void* from = gl->MapBufferRange(
        GL_ARRAY_BUFFER, 0, (GLsizeiptr)(4 * (c->room[buffer] + 1)), GL_MAP_READ_BIT);
    if (!from)
        return complain("the results cannot be mapped");
    memcpy(c->words[buffer], from, 4 * c->room[buffer]);
    gl->UnmapBuffer(GL_ARRAY_BUFFER);
    return true;
}

static bool check_segment(const struct checker* c, const char* what, uint32_t segment)
{
    const uint32_t words = key_words(c);
    const uint32_t first = c->words[OFFSETS][segment];
    const uint32_t count = c->words[OFFSETS][segment + 1] - first;
    const uint32_t* keys = c->words[KEYS] + (size_t)first * words;
    if (!reference_argsort(keys, count, &c->plan, c->places))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t* key = c->words[KEYS_OUT] + (size_t)(first + i) * words;
        if (c->words[ORDER_OUT][first + i] == first + c->places[i] &&
            memcmp(key, keys + (size_t)c->places[i] * words, 4 * words) == 0)
            continue;
        return complain("%s: segment %" PRIu32 " of %" PRIu32 " keys: wrong element at "
                        "place %" PRIu32,
                        what, segment, count, i);
    }
    return true;
}

static bool check_data(struct checker* c, const struct distribution* data, uint32_t seed)
{
    char what[160];
    snprintf(what, sizeof what, "segments, %s, %s", keys_type_name(c->desc->key),
             data->name);
    make_segments(c, (uint32_t)(data - distributions));
    distribution_fill(data, &key_types[c->desc->key], seed, c->words[KEYS], c->count);
    load(c, KEYS);
    load(c, OFFSETS);
    const glsort_segments_args args = {.count = c->count,
                                       .segment_count = c->segment_count,
                                       .offsets_in = {.name = c->buffers[OFFSETS]},
                                       .keys_in = {.name = c->buffers[KEYS]},
                                       .keys_out = {.name = c->buffers[KEYS_OUT]},
                                       .values_out = {.name = c->buffers[ORDER_OUT]}};
    if (glsort_segments_run(c->segments, &args) < 0)
        return complain("%s: %s", what, glsort_plan_last_error(c->segments));
    if (!fetch(c, KEYS_OUT) || !fetch(c, ORDER_OUT))
        return false;
    for (uint32_t i = 0; i < c->segment_count; i++)
        if (!check_segment(c, what, i))
            return false;
    return true;
}

bool verify_segments(const struct session* session, const glsort_segments_desc* desc,
                     uint32_t seed, uint64_t* runs)
{
    struct checker c = {.session = session,
                        .desc = desc,
                        .plan = {.key = desc->key, .direction = desc->direction}};
    bool good = open_checker(&c);
    for (const struct distribution* d = distributions; d->awkward && good; d++) {
        good = check_data(&c, d, seed);
        *runs += good;
    }
    close_checker(&c);
    return good;
}
