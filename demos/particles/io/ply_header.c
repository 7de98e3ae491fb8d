// SPDX-License-Identifier: MIT
#include "ply_header.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 256, MOST_WORDS = 6, WINDOW_BYTES = 1 << 20 };

struct text {
    const char* at;
    const char* end;
    char line_end;
};

struct line {
    char text[MAX_LINE];
    char copy[MAX_LINE]; // the words, each with a zero byte after it
    const char* words[MOST_WORDS];
    int word_count; // MOST_WORDS: or more
};

struct names {
    const struct ply_name* names;
    size_t count;
};

static const uint32_t type_bytes[] = {1, 1, 2, 2, 4, 4, 4, 8};

// ---- lines

// After the byte order mark; lines end in CR only if the first one does and no LF
// follows.
static struct text text_of(const char* bytes, size_t count)
{
    struct text text = {bytes, bytes + count, '\n'};
    if (count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0)
        text.at += 3;
    const char* at = text.at;
    while (at < text.end && *at != '\r' && *at != '\n')
        ++at;
    const bool ends_in_cr = at < text.end && *at == '\r';
    while (at < text.end && *at == '\r')
        ++at;
    if (ends_in_cr && (at == text.end || *at != '\n'))
        text.line_end = '\r';
    return text;
}

static void split_words(struct line* line)
{
    char* at = line->copy;
    memcpy(line->copy, line->text, MAX_LINE);
    line->word_count = 0;
    while (line->word_count < MOST_WORDS) {
        while (isspace((unsigned char)*at))
            *at++ = '\0';
        if (!*at)
            break;
        line->words[line->word_count++] = at;
        while (*at && !isspace((unsigned char)*at))
            ++at;
    }
    for (int i = line->word_count; i < MOST_WORDS; ++i)
        line->words[i] = "";
}

// Copies the start of the next line without its end: only comments are longer than the
// copy. False at the end of the text or at a zero byte, which no header holds.
static bool next_line(struct text* text, struct line* line)
{
    size_t length = 0;
    for (; text->at < text->end && *text->at != text->line_end && *text->at; text->at++) {
        const bool is_leading_blank = length == 0 && isspace((unsigned char)*text->at);
        if (!is_leading_blank && length + 1 < MAX_LINE)
            line->text[length++] = *text->at;
    }
    if (text->at == text->end || *text->at != text->line_end)
        return false;
    text->at++;
    while (length > 0 && isspace((unsigned char)line->text[length - 1]))
        length--;
    memset(line->text + length, 0, MAX_LINE - length);
    split_words(line);
    return true;
}

// ---- properties and elements

static bool find_type(const char* name, enum ply_type* type)
{
    static const struct {
        const char* name;
        enum ply_type type;
    } names[] = {
        {"char", PLY_I8},     {"int8", PLY_I8},     {"uchar", PLY_U8},
        {"uint8", PLY_U8},    {"short", PLY_I16},   {"int16", PLY_I16},
        {"ushort", PLY_U16},  {"uint16", PLY_U16},  {"int", PLY_I32},
        {"int32", PLY_I32},   {"uint", PLY_U32},    {"uint32", PLY_U32},
        {"float", PLY_F32},   {"float32", PLY_F32}, {"double", PLY_F64},
        {"float64", PLY_F64},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (strcmp(name, names[i].name) == 0) {
            *type = names[i].type;
            return true;
        }
    }
    return false;
}

static int find_role(const struct names* names, const char* name)
{
    for (size_t i = 0; i < names->count; ++i) {
        if (strcmp(name, names->names[i].name) == 0)
            return names->names[i].role;
    }
    return PLY_NO_ROLE;
}

// "property TYPE NAME" or "property list COUNT_TYPE TYPE NAME".
static struct read_result parse_property(const struct line* line,
                                         struct ply_property* property)
{
    const char* const* words = line->words;
    property->is_list = strcmp(words[1], "list") == 0;
    if (line->word_count < (property->is_list ? 5 : 3))
        return read_failure("its header has the line \"%.60s\", which is not a property",
                            line->text);
    if (!find_type(words[property->is_list ? 3 : 1], &property->type))
        return read_failure("its header names the unknown type \"%.60s\"",
                            words[property->is_list ? 3 : 1]);
    property->count_type = property->type;
    if (property->is_list && !find_type(words[2], &property->count_type))
        return read_failure("its header names the unknown type \"%.60s\"", words[2]);
    return (struct read_result){.ok = true};
}

static uint32_t least_bytes(const struct ply_property* property)
{
    return type_bytes[property->is_list ? property->count_type : property->type];
}

static struct read_result add_property(struct ply_header* header, const struct line* line,
                                       const struct names* names)
{
    struct ply_element* element = &header->elements[header->element_count - 1];
    struct ply_property property = {.role = PLY_NO_ROLE, .offset = element->record_bytes};
    const struct read_result result = parse_property(line, &property);
    if (!result.ok)
        return result;
    if (header->property_count == PLY_MOST_PROPERTIES)
        return read_failure("its header lists more than %d properties",
                            PLY_MOST_PROPERTIES);
    if (!property.is_list && header->vertex_count > 0)
        property.role = find_role(names, line->words[2]);
    if (ply_header_find(header, property.role))
        property.role = PLY_NO_ROLE;
    header->properties[header->property_count++] = property;
    element->property_count++;
    element->record_bytes += least_bytes(&property);
    element->has_list |= property.is_list;
    return (struct read_result){.ok = true};
}

// Digits and nothing else; what is above 64 bits becomes the largest number.
static bool read_count(const char* text, uint64_t* count)
{
    char* end = NULL;
    if (!isdigit((unsigned char)*text))
        return false;
    *count = strtoull(text, &end, 10);
    return *end == '\0';
}

static void add_product(uint64_t* sum, uint64_t count, uint64_t bytes)
{
    const bool fits = bytes == 0 || count <= (UINT64_MAX - *sum) / bytes;
    *sum = fits ? *sum + count * bytes : UINT64_MAX;
}

struct header_reader {
    struct ply_header* header;
    struct names names;
    bool is_after;        // the vertices' properties are complete
    uint64_t after_count; // of the element after the vertices that is being read
};

static struct read_result read_element(struct header_reader* reader,
                                       const struct line* line)
{
    struct ply_header* header = reader->header;
    uint64_t count = 0;
    if (line->word_count != 3 || !read_count(line->words[2], &count))
        return read_failure("its header has the broken line \"%.60s\"", line->text);
    const bool is_vertex = strcmp(line->words[1], "vertex") == 0;
    if (is_vertex && header->vertex_count > 0)
        return read_failure("its header lists two elements \"vertex\"");
    if (is_vertex && count == 0)
        return read_failure("it holds no vertices");
    reader->is_after = header->vertex_count > 0;
    reader->after_count = count;
    if (reader->is_after)
        return (struct read_result){.ok = true};
    if (header->element_count == PLY_MOST_ELEMENTS)
        return read_failure("its header lists more than %d elements before the vertices",
                            PLY_MOST_ELEMENTS - 1);
    header->elements[header->element_count++] =
        (struct ply_element){.count = count, .first_property = header->property_count};
    header->vertex_count = is_vertex ? count : 0;
    return (struct read_result){.ok = true};
}

static struct read_result read_format(struct ply_header* header, const struct line* line)
{
    static const char* const names[] = {"", "ascii", "binary_little_endian",
                                        "binary_big_endian"};
    const bool is_known = line->word_count == 2 ||
                          (line->word_count == 3 && strcmp(line->words[2], "1.0") == 0);
    for (int format = PLY_ASCII; is_known && format <= PLY_BIG_ENDIAN; ++format) {
        if (strcmp(line->words[1], names[format]) == 0) {
            header->format = (enum ply_format)format;
            return (struct read_result){.ok = true};
        }
    }
    return read_failure("its header has the unknown line \"%.60s\"", line->text);
}

// A property after the vertices matters only to the length of the file.
static struct read_result read_property(struct header_reader* reader,
                                        const struct line* line)
{
    struct ply_property property;
    if (reader->header->element_count == 0)
        return read_failure("its header has the line \"%.60s\" before any element",
                            line->text);
    if (!reader->is_after)
        return add_property(reader->header, line, &reader->names);
    if (parse_property(line, &property).ok)
        add_product(&reader->header->bytes_after, reader->after_count,
                    least_bytes(&property));
    return (struct read_result){.ok = true};
}

static struct read_result read_line(struct header_reader* reader, const struct line* line)
{
    if (strcmp(line->words[0], "format") == 0)
        return read_format(reader->header, line);
    if (strcmp(line->words[0], "element") == 0)
        return read_element(reader, line);
    if (strcmp(line->words[0], "property") == 0)
        return read_property(reader, line);
    return (struct read_result){.ok = true};
}

static struct read_result finish_header(struct ply_header* header)
{
    if (header->format == PLY_NO_FORMAT)
        return read_failure("its header has no format line");
    if (header->vertex_count == 0)
        return read_failure("it holds no vertices");
    if (ply_header_vertices(header)->property_count == 0)
        return read_failure("its vertices have no properties");
    for (uint32_t i = 0; i + 1 < header->element_count; ++i)
        add_product(&header->bytes_before, header->elements[i].count,
                    header->elements[i].record_bytes);
    return (struct read_result){.ok = true};
}

// ---- the header

static bool is_ply_line(struct text* text)
{
    struct line line;
    return next_line(text, &line) && strcmp(line.text, "ply") == 0;
}

bool ply_header_begins(const char* text, size_t bytes)
{
    struct text rest = text_of(text, bytes);
    return is_ply_line(&rest);
}

struct read_result ply_header_read(const char* text, size_t bytes,
                                   const struct ply_name* names, size_t name_count,
                                   struct ply_header* header)
{
    struct header_reader reader = {.header = header, .names = {names, name_count}};
    struct text rest = text_of(text, bytes);
    struct line line;
    *header = (struct ply_header){0};
    if (!is_ply_line(&rest))
        return read_failure("it is not a PLY file");
    while (next_line(&rest, &line)) {
        if (strcmp(line.text, "end_header") == 0) {
            header->bytes = (size_t)(rest.at - text);
            return finish_header(header);
        }
        const struct read_result result = read_line(&reader, &line);
        if (!result.ok)
            return result;
    }
    return bytes < PLY_HEADER_BYTES
               ? read_failure("its header has no end")
               : read_failure("its header has no end in its first %d bytes",
                              PLY_HEADER_BYTES);
}

const struct ply_element* ply_header_vertices(const struct ply_header* header)
{
    return &header->elements[header->element_count - 1];
}

const struct ply_property* ply_header_find(const struct ply_header* header, int role)
{
    for (uint32_t i = 0; role != PLY_NO_ROLE && i < header->property_count; ++i) {
        if (header->properties[i].role == role)
            return &header->properties[i];
    }
    return NULL;
}

// The smallest text is a digit and a separator for each property.
struct read_result ply_header_check_length(const struct ply_header* header,
                                           uint64_t file_bytes)
{
    const struct ply_element* vertices = ply_header_vertices(header);
    const bool is_text = header->format == PLY_ASCII;
    uint64_t need = is_text ? 0 : header->bytes_before;
    add_product(&need, vertices->count,
                is_text ? 2 * (uint64_t)vertices->property_count
                        : vertices->record_bytes);
    if (is_text && need < UINT64_MAX)
        --need; // the last line may lack its end
    if (file_bytes - header->bytes >= need)
        return (struct read_result){.ok = true};
    return read_failure("it ends too early: its %llu vertices need at least %llu bytes, "
                        "and there are %llu",
                        (unsigned long long)vertices->count, (unsigned long long)need,
                        (unsigned long long)(file_bytes - header->bytes));
}

// ---- values of binary files

static uint64_t bits_of(const unsigned char* bytes, uint32_t size, bool big)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < size; ++i)
        bits |= (uint64_t)bytes[big ? size - 1 - i : i] << (8 * i);
    return bits;
}

static double value_of(enum ply_type type, bool big, const void* bytes)
{
    const uint64_t bits = bits_of(bytes, type_bytes[type], big);
    union {
        uint32_t u;
        float f;
    } word = {.u = (uint32_t)bits};
    union {
        uint64_t u;
        double f;
    } wide = {.u = bits};
    switch (type) {
    case PLY_I8: return (int8_t)bits;
    case PLY_U8: return (uint8_t)bits;
    case PLY_I16: return (int16_t)bits;
    case PLY_U16: return (uint16_t)bits;
    case PLY_I32: return (int32_t)bits;
    case PLY_U32: return (uint32_t)bits;
    case PLY_F32: return word.f;
    case PLY_F64: return wide.f;
    }
    return 0.0;
}

double ply_full_color(enum ply_type type)
{
    switch (type) {
    case PLY_U16: return 65535.0;
    case PLY_U32: return 4294967295.0;
    case PLY_F32:
    case PLY_F64: return 1.0;
    default: return 255.0;
    }
}

double ply_value(const struct ply_header* header, const struct ply_property* property,
                 const void* record)
{
    return value_of(property->type, header->format == PLY_BIG_ENDIAN,
                    (const char*)record + property->offset);
}

// ---- the window on the file

// Reads on until `bytes` bytes are unread; false if the file has fewer.
static bool has(struct ply_stream* stream, size_t bytes)
{
    if (stream->end - stream->at >= bytes)
        return true;
    memmove(stream->window, stream->window + stream->at, stream->end - stream->at);
    stream->end -= stream->at;
    stream->at = 0;
    stream->end +=
        fread(stream->window + stream->end, 1, WINDOW_BYTES - stream->end, stream->file);
    stream->window[stream->end] = '\0'; // strtod stops there
    return stream->end >= bytes;
}

static bool skip_bytes(struct ply_stream* stream, uint64_t bytes)
{
    while (bytes > 0) {
        if (!has(stream, 1))
            return false;
        const size_t here = stream->end - stream->at;
        const size_t taken = bytes < here ? (size_t)bytes : here;
        stream->at += taken;
        bytes -= taken;
    }
    return true;
}

// ---- elements: how reading one can end

enum outcome { READ, ENDED, BAD_WORD };

static enum outcome take_binary(struct ply_stream* stream,
                                const struct ply_property* property, double* value)
{
    const enum ply_type type = property->is_list ? property->count_type : property->type;
    if (!has(stream, type_bytes[type]))
        return ENDED;
    *value = value_of(type, stream->header->format == PLY_BIG_ENDIAN,
                      stream->window + stream->at);
    stream->at += type_bytes[type];
    if (!property->is_list)
        return READ;
    const bool is_count = *value >= 0.0 && *value <= UINT32_MAX;
    return is_count && skip_bytes(stream, (uint64_t)*value * type_bytes[property->type])
               ? READ
               : ENDED;
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static bool skip_blanks(struct ply_stream* stream, bool lines)
{
    while (has(stream, 1)) {
        const char c = stream->window[stream->at];
        if (!isspace((unsigned char)c))
            return true;
        if (ends_line(c) && !lines)
            return false;
        stream->at++;
    }
    return false;
}

// The length of the next word, which begins at `at`; 0: there is none, or none on this
// line.
static size_t next_word(struct ply_stream* stream)
{
    size_t length = 0;
    if (!skip_blanks(stream, stream->flows))
        return 0;
    while (has(stream, length + 1) &&
           !isspace((unsigned char)stream->window[stream->at + length]))
        ++length;
    return length;
}

static const char* digits_of(const char* at, const char* end)
{
    while (at < end && isdigit((unsigned char)*at))
        ++at;
    return at;
}

// A decimal number: strtod knows more, and less that other programs write.
static bool is_decimal(const char* at, const char* end)
{
    const char* whole = at += at < end && (*at == '+' || *at == '-');
    at = digits_of(at, end);
    size_t digits = (size_t)(at - whole);
    if (at < end && *at == '.') {
        const char* fraction = ++at;
        at = digits_of(at, end);
        digits += (size_t)(at - fraction);
    }
    if (digits > 0 && at < end && (*at == 'e' || *at == 'E')) {
        ++at;
        at += at < end && (*at == '+' || *at == '-');
        const char* power = at;
        at = digits_of(at, end);
        if (at == power)
            return false;
    }
    return digits > 0 && at == end;
}

// "nan", "-nan(ind)", "inf", "Infinity", "1.#QNAN" and the like.
static bool is_not_finite(const char* at, const char* end)
{
    char start[4] = "";
    at += *at == '+' || *at == '-';
    for (int i = 0; i < 3 && at + i < end; ++i)
        start[i] = (char)tolower((unsigned char)at[i]);
    return strcmp(start, "nan") == 0 || strcmp(start, "inf") == 0 ||
           strcmp(start, "1.#") == 0;
}

static enum outcome take_number(struct ply_stream* stream, double* value)
{
    const size_t length = next_word(stream);
    const char* word = stream->window + stream->at;
    if (length == 0)
        return ENDED;
    if (is_decimal(word, word + length))
        *value = strtod(word, NULL);
    else if (is_not_finite(word, word + length))
        *value = (double)NAN;
    else
        return BAD_WORD;
    stream->at += length;
    return READ;
}

static enum outcome take_text(struct ply_stream* stream,
                              const struct ply_property* property, double* value)
{
    const enum outcome outcome = take_number(stream, value);
    if (outcome != READ || !property->is_list)
        return outcome;
    if (!(*value >= 0.0 && *value <= UINT32_MAX))
        return ENDED;
    for (double left = *value; left >= 1.0; left -= 1.0) {
        const size_t length = next_word(stream);
        if (length == 0)
            return ENDED;
        stream->at += length;
    }
    return READ;
}

// values: by role; NULL: none is wanted.
static enum outcome take_element(struct ply_stream* stream,
                                 const struct ply_element* element, double* values)
{
    const struct ply_header* header = stream->header;
    for (uint32_t i = 0; i < element->property_count; ++i) {
        const struct ply_property* p = &header->properties[element->first_property + i];
        double unread,
            *value = values && p->role != PLY_NO_ROLE ? &values[p->role] : &unread;
        const enum outcome outcome = header->format == PLY_ASCII
                                         ? take_text(stream, p, value)
                                         : take_binary(stream, p, value);
        if (outcome != READ)
            return outcome;
    }
    return READ;
}

// ---- lines of text

static void skip_line(struct ply_stream* stream)
{
    while (has(stream, 1) && !ends_line(stream->window[stream->at]))
        stream->at++;
}

// True if the first element that has values fills no line, or the only one.
static bool values_flow(struct ply_stream* stream)
{
    const struct ply_header* header = stream->header;
    const struct ply_element *first = header->elements,
                             *last = ply_header_vertices(header);
    while (first < last && (first->count == 0 || first->property_count == 0))
        ++first;
    if (first == last && last->count == 1)
        return true;
    skip_blanks(stream, true);
    if (take_element(stream, first, NULL) == ENDED)
        return true;
    skip_line(stream);
    return !skip_blanks(stream, true);
}

static bool skip_element(struct ply_stream* stream, const struct ply_element* element)
{
    const bool is_text = stream->header->format == PLY_ASCII;
    if (!is_text && !element->has_list) {
        uint64_t bytes = 0;
        add_product(&bytes, element->count, element->record_bytes);
        return skip_bytes(stream, bytes);
    }
    for (uint64_t i = 0; element->property_count > 0 && i < element->count; ++i) {
        if (is_text && !stream->flows) {
            if (!skip_blanks(stream, true))
                return false;
            skip_line(stream);
        } else if (take_element(stream, element, NULL) != READ) {
            return false;
        }
    }
    return true;
}

// ---- the stream

static struct read_result ended_early(const struct ply_stream* stream)
{
    return read_failure("it ends after %llu of its %llu vertices",
                        (unsigned long long)stream->taken,
                        (unsigned long long)stream->header->vertex_count);
}

static bool go_to_data(struct ply_stream* stream)
{
    stream->at = stream->end = 0;
    return fseek(stream->file, (long)stream->header->bytes, SEEK_SET) == 0;
}

struct read_result ply_stream_open(struct ply_stream* stream, FILE* file,
                                   const struct ply_header* header)
{
    *stream = (struct ply_stream){.header = header, .file = file};
    stream->window = malloc(WINDOW_BYTES + 1);
    if (!stream->window)
        return read_failure("there is no memory to read it");
    if (!go_to_data(stream))
        return read_failure("it cannot be read");
    if (header->format == PLY_ASCII) {
        stream->flows = values_flow(stream);
        if (!go_to_data(stream))
            return read_failure("it cannot be read");
    }
    for (uint32_t i = 0; i + 1 < header->element_count; ++i)
        if (!skip_element(stream, &header->elements[i]))
            return ended_early(stream);
    return (struct read_result){.ok = true};
}

void ply_stream_close(struct ply_stream* stream)
{
    free(stream->window);
    stream->window = NULL;
}

static struct read_result failure_of(struct ply_stream* stream, enum outcome outcome)
{
    const unsigned long long at = (unsigned long long)stream->taken + 1;
    const unsigned long long count = (unsigned long long)stream->header->vertex_count;
    if (outcome == BAD_WORD) {
        const size_t length = next_word(stream);
        return read_failure("vertex %llu of %llu has \"%.*s\", which is not a number", at,
                            count, length < 40 ? (int)length : 40,
                            stream->window + stream->at);
    }
    if (stream->header->format == PLY_ASCII && !stream->flows)
        return read_failure("vertex %llu of %llu has fewer values than the header names",
                            at, count);
    return ended_early(stream);
}

bool ply_stream_next(struct ply_stream* stream, double* values,
                     struct read_result* failure)
{
    const bool has_lines = stream->header->format == PLY_ASCII && !stream->flows;
    if (has_lines && !skip_blanks(stream, true)) {
        *failure = ended_early(stream);
        return false;
    }
    const enum outcome outcome =
        take_element(stream, ply_header_vertices(stream->header), values);
    if (outcome != READ) {
        *failure = failure_of(stream, outcome);
        return false;
    }
    if (has_lines)
        skip_line(stream);
    stream->taken++;
    return true;
}
