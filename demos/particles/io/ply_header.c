// SPDX-License-Identifier: MIT
#include "ply_header.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 256 };

struct text {
    const char* at;
    const char* end;
};

struct names {
    const struct ply_name* names;
    size_t count;
};

static const uint32_t type_bytes[] = {1, 1, 2, 2, 4, 4, 4, 8};

// Copies the start of the next line without its end: only comments are longer than the
// copy. False at the end of the text or at a zero byte, which no header holds.
static bool next_line(struct text* text, char line[MAX_LINE])
{
    size_t length = 0;
    for (; text->at < text->end && *text->at != '\n' && *text->at; text->at++) {
        if (length + 1 < MAX_LINE)
            line[length++] = *text->at;
    }
    if (text->at == text->end || *text->at != '\n')
        return false;
    text->at++;
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    line[length] = '\0';
    return true;
}

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

static struct read_result add_property(struct ply_header* header, const char* line,
                                       const struct names* names)
{
    char type_name[MAX_LINE], name[MAX_LINE];
    if (sscanf(line, "property %255s %255s", type_name, name) != 2)
        return read_failure("its header has the line \"%.60s\", which is not a property",
                            line);
    if (strcmp(type_name, "list") == 0)
        return read_failure("its vertices have a list property, which is not supported");
    if (header->property_count == PLY_MOST_PROPERTIES)
        return read_failure("its vertices have more than %d properties",
                            PLY_MOST_PROPERTIES);
    struct ply_property* p = &header->properties[header->property_count++];
    if (!find_type(type_name, &p->type))
        return read_failure("its header names the unknown type \"%.60s\"", type_name);
    p->role = find_role(names, name);
    p->offset = header->record_bytes;
    header->record_bytes += type_bytes[p->type];
    return (struct read_result){.ok = true};
}

static struct read_result read_format(struct ply_header* header, const char* line)
{
    if (strcmp(line, "format ascii 1.0") == 0)
        header->format = PLY_ASCII;
    else if (strcmp(line, "format binary_little_endian 1.0") == 0)
        header->format = PLY_LITTLE_ENDIAN;
    else if (strcmp(line, "format binary_big_endian 1.0") == 0)
        header->format = PLY_BIG_ENDIAN;
    else
        return read_failure("its header has the unknown line \"%.60s\"", line);
    return (struct read_result){.ok = true};
}

static struct read_result check_header(const struct ply_header* header)
{
    if (header->format == PLY_NO_FORMAT)
        return read_failure("its header has no format line");
    if (header->vertex_count == 0)
        return read_failure("it holds no vertices");
    if (header->property_count == 0)
        return read_failure("its vertices have no properties");
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

static struct read_result read_element(struct ply_header* header, const char* line,
                                       bool* in_vertex)
{
    char name[MAX_LINE], number[MAX_LINE], more;
    uint64_t count = 0;
    if (sscanf(line, "element %255s %255s %c", name, number, &more) != 2 ||
        !read_count(number, &count))
        return read_failure("its header has the broken line \"%.60s\"", line);
    *in_vertex = strcmp(name, "vertex") == 0;
    if (*in_vertex && header->property_count > 0)
        return read_failure("its header lists two elements \"vertex\"");
    if (*in_vertex)
        header->vertex_count = count;
    else if (header->vertex_count == 0 && count > 0)
        return read_failure("its first element is \"%.60s\"; vertices must come first",
                            name);
    return (struct read_result){.ok = true};
}

bool ply_header_begins(const char* text, size_t bytes)
{
    char line[MAX_LINE];
    return next_line(&(struct text){text, text + bytes}, line) &&
           strcmp(line, "ply") == 0;
}

struct read_result ply_header_read(const char* text, size_t bytes,
                                   const struct ply_name* names, size_t name_count,
                                   struct ply_header* header)
{
    const struct names known = {names, name_count};
    struct text rest = {text, text + bytes};
    char line[MAX_LINE];
    bool in_vertex = false;
    *header = (struct ply_header){0};
    if (!next_line(&rest, line) || strcmp(line, "ply") != 0)
        return read_failure("it is not a PLY file");
    while (next_line(&rest, line)) {
        struct read_result result = {.ok = true};
        if (strcmp(line, "end_header") == 0) {
            header->bytes = (size_t)(rest.at - text);
            return check_header(header);
        }
        if (strncmp(line, "format", 6) == 0)
            result = read_format(header, line);
        else if (strncmp(line, "element", 7) == 0)
            result = read_element(header, line, &in_vertex);
        else if (strncmp(line, "property", 8) == 0 && in_vertex)
            result = add_property(header, line, &known);
        if (!result.ok)
            return result;
    }
    return read_failure("its header has no end");
}

const struct ply_property* ply_header_find(const struct ply_header* header, int role)
{
    for (uint32_t i = 0; i < header->property_count; ++i) {
        if (header->properties[i].role == role)
            return &header->properties[i];
    }
    return NULL;
}

static uint64_t bits_of(const unsigned char* bytes, uint32_t size, bool big)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < size; ++i)
        bits |= (uint64_t)bytes[big ? size - 1 - i : i] << (8 * i);
    return bits;
}

double ply_value(const struct ply_header* header, const struct ply_property* property,
                 const void* record)
{
    const unsigned char* bytes = (const unsigned char*)record + property->offset;
    const uint64_t bits =
        bits_of(bytes, type_bytes[property->type], header->format == PLY_BIG_ENDIAN);
    union {
        uint32_t u;
        float f;
    } word = {.u = (uint32_t)bits};
    union {
        uint64_t u;
        double f;
    } wide = {.u = bits};
    switch (property->type) {
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
