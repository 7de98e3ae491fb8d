// SPDX-License-Identifier: MIT
#include "key_sink.h"

enum { PIECE_KEYS = 1 << 15 };

enum file_format key_sink_format(const struct options* o, enum file_format input)
{
    enum file_format format = o->output_format;
    if (!format && o->output)
        format = keys_format_of_name(o->output);
    return format ? format : input;
}

static bool write_data(struct key_sink* s)
{
    bool good = output_write(s->output, &s->data);
    s->data.count = 0;
    return good;
}

bool key_sink_open(struct key_sink* s, struct output* output, enum file_format format,
                   glsort_key type, uint64_t count)
{
    *s = (struct key_sink){.output = output, .format = format, .type = type};
    return format != FORMAT_NPY ||
           (keys_to_npy_header(type, count, &s->data) && write_data(s));
}

bool key_sink_write(struct key_sink* s, const uint32_t* bits, uint64_t count)
{
    while (count > 0) {
        struct keys piece = {
            .type = s->type,
            .count = count < PIECE_KEYS ? (uint32_t)count : PIECE_KEYS,
            .bits = (uint32_t*)bits, // which is only read
        };
        bool good = s->format == FORMAT_TEXT ? keys_to_text(&piece, &s->data)
                                             : keys_to_raw(&piece, &s->data);
        if (!good || !write_data(s))
            return false;
        bits += (size_t)piece.count * keys_words(s->type);
        count -= piece.count;
    }
    return true;
}

void key_sink_close(struct key_sink* s)
{
    bytes_release(&s->data);
}
