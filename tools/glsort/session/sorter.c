// SPDX-License-Identifier: MIT
#include "sorter.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "key_list.h"

enum { PROGRESS_STEPS = 100 };

static bool complain_of(const struct sorter* s, glsort_result result)
{
    const char* sentence = glsort_last_error(s->session->context);
    return complain("%s", *sentence ? sentence : glsort_result_name(result));
}

static bool check_count(const struct sorter* s)
{
    const char* reason = "";
    uint32_t most = glsort_max_count(&s->session->limits, &s->desc, &reason);
    // 0: the descriptor is refused at every count; creating the plan gives the reason.
    if (most == 0 || s->desc.max_count <= most)
        return true;
    return complain("%" PRIu32 " keys are above the limit of %" PRIu32
                    " on this device: %s",
                    s->desc.max_count, most, reason);
}

static bool in_place(const struct sorter* s)
{
    return s->is_segmented;
}

static bool needs(const struct sorter* s, int buffer)
{
    const glsort_sort_desc* desc = &s->desc;
    switch (buffer) {
    case SORTER_KEYS_OUT:
        return !in_place(s) && !(desc->flags & GLSORT_PLAN_DISCARD_KEYS);
    case SORTER_VALUES_IN: return desc->values >= GLSORT_VALUES_4_BYTES;
    case SORTER_VALUES_OUT: return !in_place(s) && desc->values != GLSORT_VALUES_NONE;
    case SORTER_OFFSETS: return s->is_segmented;
    default: return true;
    }
}

// The buffer that an output is written to.
static int place_of(const struct sorter* s, int buffer)
{
    if (!in_place(s))
        return buffer;
    return buffer == SORTER_KEYS_OUT     ? SORTER_KEYS_IN
           : buffer == SORTER_VALUES_OUT ? SORTER_VALUES_IN
                                         : buffer;
}

static uint32_t words_of(const glsort_sort_desc* desc, int buffer)
{
    if (buffer == SORTER_KEYS_IN || buffer == SORTER_KEYS_OUT)
        return keys_words(desc->key);
    if (buffer == SORTER_OFFSETS)
        return 1;
    return value_types[desc->values].bytes / 4;
}

static bool create_buffers(struct sorter* s)
{
    const struct bench_gl* gl = &s->session->gl;
    GLsizeiptr size = 0;
    for (int i = 0; i < SORTER_BUFFERS; i++) {
        if (!needs(s, i))
            continue;
        s->words[i] = words_of(&s->desc, i);
        size = i == SORTER_OFFSETS ? (GLsizeiptr)s->segment_count + 1
                                   : (GLsizeiptr)s->desc.max_count;
        size *= 4 * (GLsizeiptr)s->words[i];
        gl->GenBuffers(1, &s->buffers[i]);
        gl->BindBuffer(GL_ARRAY_BUFFER, s->buffers[i]);
        gl->BufferData(GL_ARRAY_BUFFER, size, NULL, GL_DYNAMIC_COPY);
    }
    if (gl->GetError() != GL_NO_ERROR)
        return complain("the device has no memory for buffers of %" PRIu64 " bytes",
                        (uint64_t)size);
    return true;
}

bool sorter_open(struct sorter* s, const struct session* session,
                 const glsort_sort_desc* desc)
{
    *s = (struct sorter){.session = session, .desc = *desc};
    if (s->desc.max_count == 0)
        s->desc.max_count = 1;
    if (!check_count(s))
        return false;
    glsort_result result = glsort_sort_create(session->context, &s->desc, &s->plan);
    if (result < 0)
        return complain_of(s, result);
    glsort_plan_info info;
    result = glsort_plan_describe(s->plan, s->desc.max_count, 0, &info);
    s->max_passes = info.pass_count;
    if (result >= 0 ? create_buffers(s) : complain_of(s, result))
        return true;
    sorter_close(s);
    return false;
}

void sorter_close(struct sorter* s)
{
    glsort_plan_destroy(s->plan);
    for (int i = 0; i < SORTER_BUFFERS; i++) {
        if (s->buffers[i])
            s->session->gl.DeleteBuffers(1, &s->buffers[i]);
    }
    *s = (struct sorter){0};
}

static void upload(const struct sorter* s, int buffer, const uint32_t* words,
                   uint32_t count)
{
    const struct bench_gl* gl = &s->session->gl;
    if (!s->buffers[buffer] || count == 0)
        return;
    gl->BindBuffer(GL_ARRAY_BUFFER, s->buffers[buffer]);
    gl->BufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)count * 4 * s->words[buffer],
                      words);
}

static uint32_t longest_of(const struct segment_list* list)
{
    uint32_t longest = 1;
    for (uint32_t i = 0; i < list->segment_count; i++) {
        uint32_t length = list->offsets[i + 1] - list->offsets[i];
        longest = length > longest ? length : longest;
    }
    return longest;
}

bool sorter_open_segments(struct sorter* s, const struct session* session,
                          const glsort_sort_desc* desc, const struct segment_list* list)
{
    *s = (struct sorter){
        .session = session,
        .is_segmented = true,
        .segment_count = list->segment_count,
        .desc = *desc,
    };
    if (s->desc.max_count == 0)
        s->desc.max_count = 1;
    const glsort_segments_desc segments = {
        .max_count = s->desc.max_count,
        .max_segments = list->segment_count,
        .max_length = longest_of(list),
        .key = desc->key,
        .direction = desc->direction,
        .values = desc->values,
        .first_bit = desc->first_bit,
        .bit_count = desc->bit_count,
        .flags = desc->flags,
        .backend = desc->backend,
    };
    glsort_plan_info info;
    glsort_result result = glsort_segments_create(session->context, &segments, &s->plan);
    if (result < 0)
        return complain_of(s, result);
    result = glsort_plan_describe(s->plan, s->desc.max_count, s->segment_count, &info);
    s->max_passes = info.pass_count;
    if (result >= 0 ? create_buffers(s) : complain_of(s, result)) {
        upload(s, SORTER_OFFSETS, list->offsets, list->segment_count + 1);
        return true;
    }
    sorter_close(s);
    return false;
}

bool sorter_load(struct sorter* s, const uint32_t* keys, const uint32_t* values,
                 uint32_t count)
{
    upload(s, SORTER_KEYS_IN, keys, count);
    if (values)
        upload(s, SORTER_VALUES_IN, values, count);
    return s->session->gl.GetError() == GL_NO_ERROR ||
           complain("the keys cannot be sent to the device");
}

static glsort_resource resource(const struct sorter* s, int buffer)
{
    return (glsort_resource){.name = s->buffers[place_of(s, buffer)]};
}

// Opens a run, which stops before its first pass.
static glsort_result begin(const struct sorter* s, const glsort_sort_args* args)
{
    glsort_result result = glsort_plan_hold(s->plan);
    if (result < 0 || !s->is_segmented)
        return result < 0 ? result : glsort_sort_run(s->plan, args);
    bool discards = (s->desc.flags & GLSORT_PLAN_DISCARD_KEYS) != 0;
    const glsort_segments_args segments = {
        .count = args->count,
        .segment_count = s->segment_count,
        .offsets_in = resource(s, SORTER_OFFSETS),
        .keys_in = args->keys_in,
        .keys_out = discards ? (glsort_resource){0} : args->keys_out,
        .values_in = args->values_in,
        .values_out = args->values_out,
        .consumers = args->consumers,
    };
    return glsort_segments_run(s->plan, &segments);
}

static bool shows(const struct progress_line* progress)
{
    return progress && progress->wanted;
}

// If progress is shown, runs in steps and waits for each; otherwise in one step.
static glsort_result run_in_steps(struct sorter* s, const glsort_sort_args* args,
                                  struct progress_line* progress)
{
    glsort_result result = begin(s, args);
    uint32_t total = glsort_plan_passes_left(s->plan);
    uint32_t step = shows(progress) ? total / PROGRESS_STEPS + 1 : UINT32_MAX;
    while (result >= 0 && glsort_plan_passes_left(s->plan) > 0) {
        result = glsort_plan_step(s->plan, step);
        if (!shows(progress))
            continue;
        s->session->gl.Finish();
        progress_line_show(progress, "sorting", total - glsort_plan_passes_left(s->plan),
                           total);
    }
    return result >= 0 ? glsort_plan_end(s->plan) : result;
}

static void read_gpu_time(struct sorter* s, struct sorter_time* time)
{
    uint32_t count = s->max_passes;
    uint64_t* ns = calloc(count ? count : 1, sizeof *ns);
    glsort_result result = GLSORT_NOT_READY;
    if (!ns)
        return;
    // The GPU has finished, but a driver may need to be asked more than once.
    for (int tries = 0; tries < 1000 && result == GLSORT_NOT_READY; tries++) {
        count = s->max_passes;
        result = glsort_plan_timings(s->plan, ns, &count);
    }
    time->has_gpu = result == GLSORT_OK;
    time->gpu = 0;
    for (uint32_t i = 0; time->has_gpu && i < count && i < s->max_passes; i++)
        time->gpu += 1e-9 * (double)ns[i];
    free(ns);
}

bool sorter_run(struct sorter* s, uint32_t count, struct progress_line* progress,
                struct sorter_time* time)
{
    const glsort_sort_args args = {
        .count = count,
        .keys_in = resource(s, SORTER_KEYS_IN),
        .keys_out = resource(s, SORTER_KEYS_OUT),
        .values_in = resource(s, SORTER_VALUES_IN),
        .values_out = resource(s, SORTER_VALUES_OUT),
        .consumers = GLSORT_CONSUMER_COPY,
    };
    s->session->gl.Finish(); // so that uploads are not timed
    double start = progress_line_clock();
    glsort_result result = run_in_steps(s, &args, progress);
    s->session->gl.Finish();
    time->wall = progress_line_clock() - start;
    time->has_gpu = false;
    if (result < 0)
        return complain_of(s, result);
    if (s->desc.flags & GLSORT_PLAN_TIMINGS)
        read_gpu_time(s, time);
    return true;
}

static bool download(struct sorter* s, int buffer, uint32_t* words, uint32_t count)
{
    const struct bench_gl* gl = &s->session->gl;
    size_t size = (size_t)count * 4 * s->words[place_of(s, buffer)];
    if (!words || count == 0)
        return true;
    gl->BindBuffer(GL_ARRAY_BUFFER, s->buffers[place_of(s, buffer)]);
    const void* mapped =
        gl->MapBufferRange(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, GL_MAP_READ_BIT);
    if (mapped)
        memcpy(words, mapped, size);
    if (!mapped || !gl->UnmapBuffer(GL_ARRAY_BUFFER))
        return complain("the results cannot be read from the device");
    return true;
}

bool sorter_read(struct sorter* s, uint32_t* keys, uint32_t* values, uint32_t count)
{
    return download(s, SORTER_KEYS_OUT, keys, count) &&
           download(s, SORTER_VALUES_OUT, values, count);
}

void sorter_describe(struct sorter* s, char text[64])
{
    glsort_plan_info info = {0};
    glsort_plan_describe(s->plan, s->desc.max_count, 0, &info);
    snprintf(text, 64, "%s on %s", glsort_algorithm_name(info.algorithm),
             backend_name(info.backend));
}
