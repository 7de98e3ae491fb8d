// SPDX-License-Identifier: MIT
#include <inttypes.h>
#include <stdlib.h>

#include "chunks.h"
#include "commands.h"
#include "complain.h"
#include "input.h"
#include "key_sink.h"
#include "key_source.h"

// ---- segments -----------------------------------------------------------------------
//
// Keys, positions and offsets are all in memory.

static bool is_standard_input(const struct options* o)
{
    for (int i = 0; i < o->file_count; i++) {
        if (input_is_standard(o->files[i]))
            return true;
    }
    return o->file_count == 0;
}

static bool read_keys_and_segments(const struct options* o, struct keys* input,
                                   struct segment_list* list, enum file_format* format)
{
    struct key_source source;
    if (is_standard_input(o) && input_is_standard(o->segments))
        return complain("standard input cannot be both the keys and the offsets");
    bool good = key_source_open(&source, o);
    input->type = source.type;
    *format = source.first_format;
    good = good && key_source_read(&source, input, UINT32_MAX);
    if (good && !source.ended)
        good = complain("segments of more than %" PRIu32 " keys cannot be sorted",
                        UINT32_MAX);
    key_source_close(&source);
    return good && segments_read(list, o->segments, input->count);
}

// Compares every segment. Positions of a segment count from its first key.
static bool check_segments(const struct sorter* s, const struct segment_list* list,
                           const struct keys* input, const uint32_t* keys,
                           const uint32_t* positions)
{
    uint32_t words = keys_words(input->type);
    for (uint32_t i = 0; i < list->segment_count; i++) {
        size_t first = list->offsets[i];
        if (!check_sorted("verification failed", &s->desc, input->bits + first * words,
                          keys ? keys + first * words : NULL,
                          positions ? positions + first : NULL,
                          list->offsets[i + 1] - list->offsets[i]))
            return complain("segment %" PRIu32 " of %" PRIu32 " is not as the CPU has it",
                            i, list->segment_count);
    }
    return true;
}

// Sorts input into result, which has room for as many keys (or positions, for argsort).
static bool run_sort(const struct options* o, struct sorter* s,
                     const struct segment_list* list, const struct keys* input,
                     struct keys* result)
{
    struct progress_line progress;
    struct sorter_time time;
    uint32_t* keys = o->argsort ? NULL : result->bits;
    uint32_t* positions = o->argsort ? result->bits : NULL;
    for (uint32_t i = 0; positions && i < input->count; i++)
        positions[i] = i; // the values that a segmented sort moves
    if (!sorter_load(s, input->bits, positions, input->count))
        return false;
    progress_line_start(&progress, o->quiet);
    bool good = sorter_run(s, input->count, &progress, &time);
    progress_line_end(&progress);
    if (!good || !sorter_read(s, keys, positions, input->count))
        return false;
    if (positions)
        segments_localize(list, positions);
    if (o->verify && !check_segments(s, list, input, keys, positions))
        return false;
    if (positions)
        segments_globalize(list, positions);
    if (o->timing && !o->quiet)
        print_times(stderr, input->count, 1, &time, &time);
    return true;
}

static bool sort_on_gpu(const struct options* o, const struct segment_list* list,
                        const struct keys* input, struct keys* result)
{
    struct session session;
    struct sorter s;
    glsort_sort_desc desc = o->plan;
    desc.max_count = input->count;
    desc.key = input->type;
    // Indices of keys in no segment stay as uploaded.
    desc.values = o->argsort ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_NONE;
    desc.flags = (o->argsort ? GLSORT_PLAN_DISCARD_KEYS : 0u) |
                 (o->timing ? GLSORT_PLAN_TIMINGS : 0u);
    if (!session_open(&session, o))
        return false;
    bool good = sorter_open_segments(&s, &session, &desc, list);
    if (good) {
        good = run_sort(o, &s, list, input, result) && session_dump(&session);
        sorter_close(&s);
    }
    session_close(&session);
    return good;
}

// Makes positions as wide as those of all sorts are.
static bool widen(struct keys* positions)
{
    struct keys wide = {.type = GLSORT_KEY_U64};
    if (!keys_allocate(&wide, "positions", positions->count))
        return false;
    for (uint32_t i = 0; i < positions->count; i++) {
        wide.bits[2 * (size_t)i] = positions->bits[i];
        wide.bits[2 * (size_t)i + 1] = 0;
    }
    keys_release(positions);
    *positions = wide;
    return true;
}

static bool write_keys(struct output* out, enum file_format format, const struct keys* k)
{
    struct key_sink sink;
    bool good = key_sink_open(&sink, out, format, k->type, k->count) &&
                key_sink_write(&sink, k->bits, k->count);
    key_sink_close(&sink);
    return good;
}

static bool sort_segments(const struct options* o, struct output* out)
{
    struct keys input = {0};
    struct keys result = {0};
    struct segment_list list = {.offsets = NULL};
    enum file_format format = FORMAT_TEXT;
    bool good =
        output_open(out, o->output) && read_keys_and_segments(o, &input, &list, &format);
    result.type = o->argsort ? GLSORT_KEY_U32 : input.type;
    good = good && keys_allocate(&result, "the result", input.count) &&
           sort_on_gpu(o, &list, &input, &result) && (!o->argsort || widen(&result)) &&
           write_keys(out, key_sink_format(o, format), &result) && output_commit(out);
    segments_release(&list);
    keys_release(&input);
    keys_release(&result);
    return good;
}

bool command_sort(const struct options* o)
{
    struct output out = {0};
    bool good = o->segments ? sort_segments(o, &out) : sort_in_chunks(o, &out);
    output_discard(&out);
    return good;
}
