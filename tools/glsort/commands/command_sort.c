// SPDX-License-Identifier: MIT
#include <inttypes.h>

#include "commands.h"
#include "complain.h"
#include "input.h"
#include "key_files.h"
#include "output.h"

// The first file, which names the input in sentences; NULL for standard input.
static const char* first_file(const struct options* o)
{
    return o->file_count > 0 ? o->files[0] : NULL;
}

// The format that an option names, otherwise that of the file name, otherwise text.
static enum file_format input_format(const struct options* o, const char* path)
{
    enum file_format format = o->format ? o->format : format_of_name(path);
    return format ? format : FORMAT_TEXT;
}

// The format that an option names, otherwise that of the file name, otherwise that of the
// first input.
static enum file_format output_format(const struct options* o)
{
    if (o->output_format)
        return o->output_format;
    enum file_format format = o->format ? o->format : format_of_name(o->output);
    return format ? format : input_format(o, first_file(o));
}

static bool read_file(const struct options* o, const char* path, struct keys* k)
{
    k->type = o->plan.key;
    if (!read_keys(k, path, input_format(o, path)))
        return false;
    return !o->has_type || k->type == o->plan.key ||
           complain("%s: the elements are of type %s, not %s as --type says",
                    input_name(path), keys_type_name(k->type),
                    keys_type_name(o->plan.key));
}

// Appends the keys of a further file.
static bool read_more(const struct options* o, const char* path, struct keys* k)
{
    struct keys more = {0};
    bool good = read_file(o, path, &more);
    if (good && more.type != k->type)
        good = complain("%s: the elements are of type %s, those of %s of type %s; files "
                        "that are sorted together have one type",
                        input_name(path), keys_type_name(more.type),
                        input_name(first_file(o)), keys_type_name(k->type));
    good = good && keys_append(k, input_name(path), &more);
    keys_release(&more);
    return good;
}

// All files, one after another.
static bool read_input(const struct options* o, struct keys* k)
{
    bool good = read_file(o, first_file(o), k);
    for (int i = 1; good && i < o->file_count; i++)
        good = read_more(o, o->files[i], k);
    return good;
}

static bool is_standard_input(const struct options* o)
{
    for (int i = 0; i < o->file_count; i++) {
        if (input_is_standard(o->files[i]))
            return true;
    }
    return o->file_count == 0;
}

static bool read_segments(const struct options* o, const struct keys* input,
                          struct segment_list* list)
{
    if (!o->segments)
        return true;
    if (is_standard_input(o) && input_is_standard(o->segments))
        return complain("standard input cannot be both the keys and the offsets");
    return segments_read(list, o->segments, input->count);
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

// Compares every segment, or all keys if there are no segments. The places of a segment
// count from its first key.
static bool check_result(const struct sorter* s, const struct segment_list* list,
                         const struct keys* input, const uint32_t* keys,
                         const uint32_t* places)
{
    const char* what = "verification failed";
    uint32_t words = keys_words(input->type);
    if (!s->is_segmented)
        return check_sorted(what, &s->desc, input->bits, keys, places, input->count);
    for (uint32_t i = 0; i < list->segment_count; i++) {
        size_t first = list->offsets[i];
        if (!check_sorted(what, &s->desc, input->bits + first * words,
                          keys ? keys + first * words : NULL,
                          places ? places + first : NULL,
                          list->offsets[i + 1] - list->offsets[i]))
            return complain("segment %" PRIu32 " of %" PRIu32 " is not as the CPU has it",
                            i, list->segment_count);
    }
    return true;
}

// Sorts input into result, which has room for as many keys (or places, for argsort).
static bool run_sort(const struct options* o, struct sorter* s,
                     const struct segment_list* list, const struct keys* input,
                     struct keys* result)
{
    struct progress_line progress;
    struct sorter_time time;
    uint32_t* keys = o->argsort ? NULL : result->bits;
    uint32_t* places = o->argsort ? result->bits : NULL;
    for (uint32_t i = 0; places && i < input->count; i++)
        places[i] = i; // the values that a segmented sort moves
    if (!sorter_load(s, input->bits, s->is_segmented ? places : NULL, input->count))
        return false;
    progress_line_start(&progress, o->quiet);
    bool good = sorter_run(s, input->count, &progress, &time);
    progress_line_end(&progress);
    if (!good || !sorter_read(s, keys, places, input->count))
        return false;
    if (places)
        segments_localize(list, places);
    if (o->verify && !check_result(s, list, input, keys, places))
        return false;
    if (places && !o->within)
        segments_globalize(list, places);
    if (o->timing && !o->quiet)
        print_times(stderr, input->count, 1, &time, &time);
    return true;
}

static bool open_sorter(const struct options* o, struct sorter* s,
                        const struct session* session, const struct segment_list* list,
                        const struct keys* input)
{
    glsort_sort_desc desc = o->plan;
    desc.max_count = input->count;
    desc.key = input->type;
    desc.values = o->argsort ? GLSORT_VALUES_INDICES : GLSORT_VALUES_NONE;
    desc.flags = (o->argsort ? GLSORT_PLAN_DISCARD_KEYS : 0u) |
                 (o->timing ? GLSORT_PLAN_TIMINGS : 0u);
    if (!o->segments)
        return sorter_open(s, session, &desc);
    if (o->argsort) // indices of keys in no segment stay as uploaded
        desc.values = GLSORT_VALUES_4_BYTES;
    return sorter_open_segments(s, session, &desc, list);
}

static bool sort_on_gpu(const struct options* o, const struct segment_list* list,
                        const struct keys* input, struct keys* result)
{
    struct session session;
    struct sorter s;
    if (!session_open(&session, o))
        return false;
    bool good = open_sorter(o, &s, &session, list, input);
    if (good) {
        good = run_sort(o, &s, list, input, result) && session_dump(&session, o);
        sorter_close(&s);
    }
    session_close(&session);
    return good;
}

bool command_sort(const struct options* o)
{
    struct output out = {0};
    struct keys input = {0};
    struct keys result = {0};
    struct segment_list list = {.offsets = NULL};
    bool good = read_input(o, &input) && read_segments(o, &input, &list) &&
                output_open(&out, o->output);
    result.type = o->argsort ? GLSORT_KEY_U32 : input.type;
    good = good && keys_allocate(&result, input_name(first_file(o)), input.count) &&
           sort_on_gpu(o, &list, &input, &result) &&
           write_keys(&out, output_format(o), &result) && output_commit(&out);
    output_discard(&out);
    segments_release(&list);
    keys_release(&input);
    keys_release(&result);
    return good;
}
