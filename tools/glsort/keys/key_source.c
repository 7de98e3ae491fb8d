// SPDX-License-Identifier: MIT
#include "key_source.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "input.h"

enum { PIECE_BYTES = 1 << 20, MOST_LINE_BYTES = 1 << 20 };

// ---- files --------------------------------------------------------------------------

static const char* path_of(const struct options* o, int number)
{
    return o->file_count > 0 ? o->files[number] : NULL;
}

static int file_count(const struct options* o)
{
    return o->file_count > 0 ? o->file_count : 1;
}

// The format that an option names, otherwise that of the file name, otherwise text.
static enum file_format format_of(const struct options* o, int number)
{
    const char* path = path_of(o, number);
    enum file_format format = o->format ? o->format
                              : path    ? keys_format_of_name(path)
                                        : FORMAT_TEXT;
    return format ? format : FORMAT_TEXT;
}

// Reads more of the file to the end of the data, if there is more.
static bool fill(struct key_source* s)
{
    size_t left = s->data.count - s->at;
    memmove(s->data.at, s->data.at + s->at, left);
    s->data.count = left;
    s->at = 0;
    size_t got = 0;
    if (!input_read_piece(s->file, s->name, PIECE_BYTES, &s->data, &got))
        return false;
    s->bytes_read += got;
    s->given += got;
    s->file_ended = got == 0;
    return true;
}

// An .npy file is one whatever its name, unless an option says otherwise.
static bool look_at_start(struct key_source* s)
{
    while (s->data.count < NPY_START_BYTES && !s->file_ended) {
        if (!fill(s))
            return false;
    }
    if (keys_are_npy(s->data.at, s->data.count))
        s->format = FORMAT_NPY;
    return true;
}

static bool read_header(struct key_source* s)
{
    size_t wanted = NPY_START_BYTES;
    while (s->data.count < wanted && wanted <= NPY_MOST_BYTES && !s->file_ended) {
        if (!fill(s))
            return false;
        size_t header = keys_npy_header_bytes(s->data.at, s->data.count);
        wanted = header > wanted ? header : wanted;
    }
    if (!keys_read_npy_header(&s->header, s->name, &s->data))
        return false;
    s->at = s->header.data_at;
    s->given -= s->at;
    s->npy_left = s->header.count;
    return true;
}

// The type of a further file must be that of the first one.
static bool check_type(const struct key_source* s, glsort_key type)
{
    const struct options* o = s->options;
    if (o->has_type && type != o->plan.key)
        return complain("%s: the elements are of type %s, not %s as --type says", s->name,
                        keys_type_name(type), keys_type_name(o->plan.key));
    if (s->number > 0 && type != s->type)
        return complain("%s: the elements are of type %s, those of %s of type %s; files "
                        "that are sorted together have one type",
                        s->name, keys_type_name(type), input_name(path_of(o, 0)),
                        keys_type_name(s->type));
    return true;
}

static bool open_file(struct key_source* s)
{
    const char* path = path_of(s->options, s->number);
    s->name = input_name(path);
    s->format = format_of(s->options, s->number);
    s->text.line = 1;
    s->given = 0;
    s->at = 0;
    s->data.count = 0;
    s->file_ended = false;
    if (!input_open(path, &s->file) || !bytes_reserve(&s->data, PIECE_BYTES))
        return false;
    if (s->format == FORMAT_TEXT && !s->options->format && !look_at_start(s))
        return false;
    if (s->number == 0)
        s->first_format = s->format;
    if (s->format == FORMAT_NPY && !read_header(s))
        return false;
    glsort_key type = s->format == FORMAT_NPY ? s->header.type : s->options->plan.key;
    if (!check_type(s, type))
        return false;
    s->type = type;
    return true;
}

static void close_file(struct key_source* s)
{
    input_close(path_of(s->options, s->number), s->file);
    s->file = -1;
}

bool key_source_open(struct key_source* s, const struct options* o)
{
    *s = (struct key_source){.options = o, .file = -1};
    for (int i = 0; i < file_count(o); i++) {
        uint64_t size = input_size(path_of(o, i));
        s->bytes_known =
            size > 0 && (i == 0 || s->bytes_known > 0) ? s->bytes_known + size : 0;
    }
    return open_file(s);
}

void key_source_close(struct key_source* s)
{
    if (s->file >= 0)
        close_file(s);
    if (s->ended && !s->options->quiet)
        keys_warn_of_rounding(&s->text, s->type);
    bytes_release(&s->data);
}

// ---- keys ---------------------------------------------------------------------------

static bool end_file(struct key_source* s)
{
    uint32_t size = keys_bytes(s->type);
    if (s->format == FORMAT_RAW && s->given % size != 0)
        return complain("%s: %" PRIu64 " bytes are not a whole number of %" PRIu32
                        "-byte keys, the last has %" PRIu64,
                        s->name, s->given, size, s->given % size);
    if (s->format == FORMAT_NPY &&
        (s->npy_left > 0 || s->given != s->header.count * size))
        return keys_refuse_npy_size(s->name, &s->header, s->given);
    close_file(s);
    s->number++;
    s->ended = s->number == file_count(s->options);
    return s->ended || open_file(s);
}

static bool take_words(struct key_source* s, struct keys* k, uint32_t most)
{
    size_t size = keys_bytes(s->type);
    uint64_t count = (s->data.count - s->at) / size;
    count = count < most ? count : most;
    if (s->format == FORMAT_NPY) {
        count = count < s->npy_left ? count : s->npy_left;
        s->npy_left -= count;
    }
    if (!keys_add_raw(k, s->data.at + s->at, (uint32_t)count))
        return false;
    s->at += (size_t)count * size;
    if (s->format == FORMAT_NPY && s->npy_left == 0)
        s->at = s->data.count; // what follows is only counted
    return true;
}

// Whole lines, and at the end of the file also one without a line feed.
static bool take_lines(struct key_source* s, struct keys* k, uint32_t most)
{
    const char* from = s->data.at + s->at;
    size_t bytes = s->data.count - s->at;
    size_t used = 0;
    while (!s->file_ended && bytes > 0 && from[bytes - 1] != '\n')
        bytes--;
    if (bytes == 0 && s->data.count - s->at > MOST_LINE_BYTES) // memory has an end
        return complain("%s: line %" PRIu64 " is longer than %d bytes; text has a number "
                        "a line",
                        s->name, s->text.line, MOST_LINE_BYTES);
    bool good = keys_add_text(k, s->name, from, bytes, most, &s->text, &used);
    s->at += used;
    return good;
}

bool key_source_read(struct key_source* s, struct keys* k, uint32_t most)
{
    while (k->count < most && !s->ended) {
        uint32_t before = k->count;
        size_t at = s->at;
        bool good = s->format == FORMAT_TEXT ? take_lines(s, k, most - before)
                                             : take_words(s, k, most - before);
        if (!good)
            return false;
        if (k->count > before || s->at > at)
            continue;
        if (!(s->file_ended ? end_file(s) : fill(s)))
            return false;
    }
    return true;
}
