// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "input.h"
#include "key_list.h"
#include "output.h"

static bool ends_with(const char* path, const char* end)
{
    size_t length = strlen(path);
    size_t end_length = strlen(end);
    return length >= end_length && strcmp(path + length - end_length, end) == 0;
}

static enum file_format format_of_name(const char* path)
{
    if (input_is_standard(path))
        return FORMAT_BY_NAME;
    if (ends_with(path, ".npy"))
        return FORMAT_NPY;
    if (ends_with(path, ".raw") || ends_with(path, ".bin"))
        return FORMAT_RAW;
    return ends_with(path, ".txt") ? FORMAT_TEXT : FORMAT_BY_NAME;
}

// What is said, else what the name says, else text.
static enum file_format input_format(const struct options* o)
{
    enum file_format format = o->format ? o->format : format_of_name(o->operand);
    return format ? format : FORMAT_TEXT;
}

// What is said, else what the name says, else the same as the input.
static enum file_format output_format(const struct options* o, enum file_format input)
{
    if (o->output_format)
        return o->output_format;
    enum file_format format = o->format ? o->format : format_of_name(o->output);
    return format ? format : input;
}

static bool read_keys(const struct options* o, enum file_format format, struct keys* k)
{
    struct bytes data = {0};
    const char* name = input_name(o->operand);
    if (!input_read(o->operand, &data)) {
        bytes_release(&data);
        return false;
    }
    k->type = o->plan.key;
    bool good = format == FORMAT_NPY   ? keys_from_npy(k, name, &data)
                : format == FORMAT_RAW ? keys_from_raw(k, name, &data)
                                       : keys_from_text(k, name, &data);
    bytes_release(&data);
    if (good && o->has_type && k->type != o->plan.key)
        good = complain("%s: the elements are of type %s, not %s as --type says", name,
                        keys_type_name(k->type), keys_type_name(o->plan.key));
    return good;
}

static bool write_keys(struct output* out, enum file_format format, const struct keys* k)
{
    struct bytes data = {0};
    bool good = format == FORMAT_NPY   ? keys_to_npy(k, &data)
                : format == FORMAT_RAW ? keys_to_raw(k, &data)
                                       : keys_to_text(k, &data);
    good = good && output_write(out, &data);
    bytes_release(&data);
    return good;
}

// Sorts input into result, which has room for as many keys (or places, for argsort).
static bool run_sort(const struct options* o, struct sorter* s, const struct keys* input,
                     struct keys* result)
{
    struct progress progress;
    struct sorter_time time;
    uint32_t* keys = o->argsort ? NULL : result->bits;
    uint32_t* places = o->argsort ? result->bits : NULL;
    if (!sorter_load(s, input->bits, NULL, input->count))
        return false;
    progress_start(&progress, o->quiet);
    bool good = sorter_run(s, input->count, &progress, &time);
    progress_end(&progress);
    if (!good || !sorter_read(s, keys, places, input->count))
        return false;
    if (o->verify && !check_sorted("verification failed", &s->desc, input->bits, keys,
                                   places, input->count))
        return false;
    if (o->timing && !o->quiet)
        print_times(stderr, input->count, 1, &time, &time);
    return true;
}

static bool sort_on_gpu(const struct options* o, const struct keys* input,
                        struct keys* result)
{
    struct session session;
    struct sorter s;
    glsort_plan_desc desc = o->plan;
    desc.max_count = input->count;
    desc.key = input->type;
    desc.values = o->argsort ? GLSORT_VALUES_INDICES : GLSORT_VALUES_NONE;
    desc.flags = (o->argsort ? GLSORT_PLAN_DISCARD_KEYS : 0u) |
                 (o->timing ? GLSORT_PLAN_TIMINGS : 0u);
    if (!session_open(&session, o))
        return false;
    bool good = sorter_open(&s, &session, &desc);
    if (good) {
        good = run_sort(o, &s, input, result) && session_dump(&session, o);
        sorter_close(&s);
    }
    session_close(&session);
    return good;
}

bool command_sort(const struct options* o)
{
    enum file_format format = input_format(o);
    struct output out = {0};
    struct keys input = {0};
    struct keys result = {0};
    bool good = read_keys(o, format, &input) && output_open(&out, o->output);
    result.type = o->argsort ? GLSORT_KEY_U32 : input.type;
    good = good && keys_allocate(&result, input_name(o->operand), input.count) &&
           sort_on_gpu(o, &input, &result) &&
           write_keys(&out, output_format(o, format), &result) && output_commit(&out);
    output_discard(&out);
    keys_release(&input);
    keys_release(&result);
    return good;
}
