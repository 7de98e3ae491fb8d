// SPDX-License-Identifier: MIT
// NumPy's .npy format: a magic number, a version, the length of a header, and the header,
// which is a Python dictionary of descr, fortran_order and shape.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "key_list.h"

enum { MAGIC_BYTES = 6, HEADER_ALIGNMENT = 64, SHOWN_BYTES = 60 };

static const char magic[] = "\x93NUMPY";
static const char* const descriptors[] = {
    [GLSORT_KEY_U32] = "<u4", [GLSORT_KEY_I32] = "<i4", [GLSORT_KEY_F32] = "<f4",
    [GLSORT_KEY_U64] = "<u8", [GLSORT_KEY_I64] = "<i8", [GLSORT_KEY_F64] = "<f8",
    [GLSORT_KEY_U16] = "<u2",
};

enum { TYPE_COUNT = sizeof descriptors / sizeof *descriptors };

static const char blanks[] = " \t\r\n";

bool keys_are_npy(const char* start, size_t bytes)
{
    return bytes >= MAGIC_BYTES && memcmp(start, magic, MAGIC_BYTES) == 0;
}

// The header's text with a zero after it, and where the data starts.
struct header {
    char* text;
    size_t data_at;
};

static bool read_header(struct header* h, const char* name, const struct bytes* data)
{
    const unsigned char* from = (const unsigned char*)data->at;
    if (data->count < 10 || !keys_are_npy(data->at, data->count))
        return complain("%s: this is not an .npy file", name);
    if (from[6] < 1 || from[6] > 3)
        return complain("%s: .npy version %d.%d is not known, only 1 to 3 are", name,
                        from[6], from[7]);
    size_t start = from[6] == 1 ? 10 : 12;
    size_t length = (size_t)from[8] | (size_t)from[9] << 8;
    if (start == 12 && data->count >= 12)
        length |= (size_t)from[10] << 16 | (size_t)from[11] << 24;
    if (length > NPY_MOST_BYTES - start)
        return complain("%s: the .npy header has %llu bytes, above the limit of %d", name,
                        (unsigned long long)(start + length), NPY_MOST_BYTES);
    if (data->count < start || length > data->count - start)
        return complain("%s: the .npy header is cut short", name);
    if (memchr(from + start, '\0', length))
        return complain("%s: the .npy header holds a zero byte", name);
    h->text = malloc(length + 1);
    if (!h->text)
        return complain_of_memory();
    memcpy(h->text, from + start, length);
    h->text[length] = '\0';
    h->data_at = start + length;
    return true;
}

// The text after "'key':" and blanks; NULL if there is no such key or no text after it.
static const char* find_value(const char* header, const char* key)
{
    size_t length = strlen(key);
    for (const char* at = header; (at = strstr(at, key)) != NULL; at++) {
        bool quoted =
            at > header && (at[-1] == '\'' || at[-1] == '"') && at[length] == at[-1];
        if (!quoted)
            continue;
        const char* colon = at + length + 1;
        colon += strspn(colon, blanks);
        if (*colon != ':')
            continue;
        const char* value = colon + 1 + strspn(colon + 1, blanks);
        return *value != '\0' ? value : NULL;
    }
    return NULL;
}

// How much of a value, which is not empty, to show: to its closing quote or bracket, or
// the next comma.
static int shown_length(const char* value)
{
    const char* close = *value == '\''  ? "'"
                        : *value == '[' ? "]"
                        : *value == '(' ? ")"
                                        : ",";
    size_t length = 1 + strcspn(value + 1, close);
    if (*close != ',' && value[length] != '\0')
        length++;
    return length > SHOWN_BYTES ? SHOWN_BYTES : (int)length;
}

static bool read_type(glsort_key* type, const char* name, const char* value)
{
    for (int i = 0; i < TYPE_COUNT; i++) {
        // '=' and nothing stand for the byte order of the machine.
        const char* at = value + 1 + (value[1] == '<' || value[1] == '=');
        bool quoted = *value == '\'' || *value == '"';
        if (quoted && strncmp(at, descriptors[i] + 1, 2) == 0 && at[2] == *value) {
            *type = (glsort_key)i;
            return true;
        }
    }
    return complain(
        "%s: the elements are of type %.*s, and only '<u4', '<i4', '<f4', '<u8', "
        "'<i8', '<f8' and '<u2' can be sorted",
        name, shown_length(value), value);
}

static bool read_shape(const char* name, const char* value, uint64_t* count)
{
    const char* at = *value == '(' ? value + 1 + strspn(value + 1, blanks) : value;
    char* end = NULL;
    if (at > value && *at >= '0' && *at <= '9') {
        *count = strtoull(at, &end, 10);
        end += *end == 'L'; // of Python 2
        end += strspn(end, blanks);
        if (*end == ',' && end[1 + strspn(end + 1, blanks)] == ')')
            return true;
    }
    return complain(
        "%s: the shape is %.*s, and only arrays of one dimension can be sorted", name,
        shown_length(value), value);
}

static bool read_fields(struct npy_header* h, const char* name, const char* header)
{
    const char* descr = find_value(header, "descr");
    const char* shape = find_value(header, "shape");
    // Arrays of one dimension are the same in C order and Fortran order.
    if (!descr || !find_value(header, "fortran_order") || !shape)
        return complain("%s: the .npy header lacks descr, fortran_order or shape", name);
    return read_type(&h->type, name, descr) && read_shape(name, shape, &h->count);
}

size_t keys_npy_header_bytes(const char* start, size_t bytes)
{
    const unsigned char* from = (const unsigned char*)start;
    if (bytes < NPY_START_BYTES || !keys_are_npy(start, bytes) || from[6] < 1 ||
        from[6] > 3)
        return 0;
    size_t length = (size_t)from[8] | (size_t)from[9] << 8;
    if (from[6] == 1)
        return 10 + length;
    return NPY_START_BYTES + (length | (size_t)from[10] << 16 | (size_t)from[11] << 24);
}

bool keys_read_npy_header(struct npy_header* h, const char* name,
                          const struct bytes* data)
{
    struct header text = {0};
    if (!read_header(&text, name, data))
        return false;
    bool good = read_fields(h, name, text.text);
    free(text.text);
    h->data_at = text.data_at;
    return good;
}

bool keys_refuse_npy_size(const char* name, const struct npy_header* h, uint64_t there)
{
    return complain("%s: the header says %" PRIu64 " elements of %" PRIu32
                    " bytes, and %llu bytes follow it",
                    name, h->count, keys_bytes(h->type), (unsigned long long)there);
}

bool keys_to_npy_header(glsort_key type, uint64_t count, struct bytes* out)
{
    char header[2 * HEADER_ALIGNMENT];
    int length =
        snprintf(header, sizeof header,
                 "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRIu64 ",), }",
                 descriptors[type], count);
    // Blanks and a line feed, so that the data starts at a multiple of the alignment.
    size_t before = MAGIC_BYTES + 4;
    size_t end = before + (size_t)length + 1;
    size_t padded = (end + HEADER_ALIGNMENT - 1) / HEADER_ALIGNMENT * HEADER_ALIGNMENT;
    size_t text = padded - before;
    if (!bytes_reserve(out, padded))
        return false;
    char* to = out->at + out->count;
    memcpy(to, magic, MAGIC_BYTES);
    to[6] = 1;
    to[7] = 0;
    to[8] = (char)(text & 0xFF);
    to[9] = (char)(text >> 8);
    memset(to + before, ' ', text);
    memcpy(to + before, header, (size_t)length);
    to[padded - 1] = '\n';
    out->count += padded;
    return true;
}
