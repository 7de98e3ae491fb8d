// SPDX-License-Identifier: MIT
// PLY: a text header that lists elements and their properties, then their data. Only the
// element "vertex" is read. Files that went through a text conversion have lost the CR of
// every CR LF pair inside their binary data (Debian's copy of pond.0.ply is one); each
// loss shifts all that follows by a byte, so the reader looks for the next place where
// records make sense again and counts the points that it had to leave out.
#include "ply.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PROPERTIES = 64,
    MAX_FILE_BYTES = 1 << 30,
    MAX_LINE = 256,
    SURE_RECORDS = 8,
};

enum format { FORMAT_NONE, FORMAT_ASCII, FORMAT_LITTLE, FORMAT_BIG };

enum type {
    TYPE_I8,
    TYPE_U8,
    TYPE_I16,
    TYPE_U16,
    TYPE_I32,
    TYPE_U32,
    TYPE_F32,
    TYPE_F64
};

// What a property means to the demo.
enum role {
    ROLE_X,
    ROLE_Y,
    ROLE_Z,
    ROLE_NX,
    ROLE_NY,
    ROLE_NZ,
    ROLE_RED,
    ROLE_GREEN,
    ROLE_BLUE,
    ROLE_SIZE,
    ROLE_COUNT,
    ROLE_NONE = ROLE_COUNT
};

static const char* const role_words[ROLE_COUNT] = {
    [ROLE_X] = "x",       [ROLE_Y] = "y",
    [ROLE_Z] = "z",       [ROLE_NX] = "nx",
    [ROLE_NY] = "ny",     [ROLE_NZ] = "nz",
    [ROLE_RED] = "red",   [ROLE_GREEN] = "green",
    [ROLE_BLUE] = "blue", [ROLE_SIZE] = "the radius",
};

struct property {
    enum type type;
    enum role role;
    uint32_t offset;
};

struct header {
    enum format format;
    struct property properties[MAX_PROPERTIES];
    uint32_t property_count;
    uint32_t record_bytes;
    uint64_t vertex_count;
    bool has[ROLE_COUNT];
    bool float_colors;
    const char* body;
};

struct text {
    const char* at;
    const char* end;
};

// Above it, sums of squares would leave the range of a float.
static const double largest_value = 1e9;

static const uint32_t type_bytes[] = {1, 1, 2, 2, 4, 4, 4, 8};

static struct ply_result failure(const char* format, ...)
{
    struct ply_result result = {0};
    va_list args;
    va_start(args, format);
    vsnprintf(result.sentence, sizeof result.sentence, format, args);
    va_end(args);
    return result;
}

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

static bool find_type(const char* name, enum type* type)
{
    static const struct {
        const char* name;
        enum type type;
    } names[] = {
        {"char", TYPE_I8},     {"int8", TYPE_I8},     {"uchar", TYPE_U8},
        {"uint8", TYPE_U8},    {"short", TYPE_I16},   {"int16", TYPE_I16},
        {"ushort", TYPE_U16},  {"uint16", TYPE_U16},  {"int", TYPE_I32},
        {"int32", TYPE_I32},   {"uint", TYPE_U32},    {"uint32", TYPE_U32},
        {"float", TYPE_F32},   {"float32", TYPE_F32}, {"double", TYPE_F64},
        {"float64", TYPE_F64},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (strcmp(name, names[i].name) == 0) {
            *type = names[i].type;
            return true;
        }
    }
    return false;
}

static enum role find_role(const char* name)
{
    static const struct {
        const char* name;
        enum role role;
    } names[] = {
        {"x", ROLE_X},
        {"y", ROLE_Y},
        {"z", ROLE_Z},
        {"nx", ROLE_NX},
        {"ny", ROLE_NY},
        {"nz", ROLE_NZ},
        {"red", ROLE_RED},
        {"green", ROLE_GREEN},
        {"blue", ROLE_BLUE},
        {"diffuse_red", ROLE_RED},
        {"diffuse_green", ROLE_GREEN},
        {"diffuse_blue", ROLE_BLUE},
        {"psz", ROLE_SIZE},
        {"radius", ROLE_SIZE},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (strcmp(name, names[i].name) == 0)
            return names[i].role;
    }
    return ROLE_NONE;
}

static struct ply_result add_property(struct header* header, const char* line)
{
    char type_name[MAX_LINE], name[MAX_LINE];
    if (sscanf(line, "property %255s %255s", type_name, name) != 2)
        return failure("its header has the line \"%.60s\", which is not a property",
                       line);
    if (strcmp(type_name, "list") == 0)
        return failure("its vertices have a list property, which is not supported");
    if (header->property_count == MAX_PROPERTIES)
        return failure("its vertices have more than %d properties", MAX_PROPERTIES);
    struct property* p = &header->properties[header->property_count++];
    if (!find_type(type_name, &p->type))
        return failure("its header names the unknown type \"%.60s\"", type_name);
    p->role = find_role(name);
    p->offset = header->record_bytes;
    header->record_bytes += type_bytes[p->type];
    if (p->role != ROLE_NONE)
        header->has[p->role] = true;
    if (p->role == ROLE_RED)
        header->float_colors = p->type == TYPE_F32 || p->type == TYPE_F64;
    return (struct ply_result){.ok = true};
}

static struct ply_result read_format(struct header* header, const char* line)
{
    if (strcmp(line, "format ascii 1.0") == 0)
        header->format = FORMAT_ASCII;
    else if (strcmp(line, "format binary_little_endian 1.0") == 0)
        header->format = FORMAT_LITTLE;
    else if (strcmp(line, "format binary_big_endian 1.0") == 0)
        header->format = FORMAT_BIG;
    else
        return failure("its header has the unknown line \"%.60s\"", line);
    return (struct ply_result){.ok = true};
}

static struct ply_result check_header(const struct header* header)
{
    if (header->format == FORMAT_NONE)
        return failure("its header has no format line");
    if (!header->has[ROLE_X] || !header->has[ROLE_Y] || !header->has[ROLE_Z])
        return failure("its vertices have no x, y and z");
    if (header->vertex_count == 0)
        return failure("it holds no vertices");
    if (header->vertex_count > CLOUD_MAX_POINTS)
        return failure("it holds %llu points; at most %d are read",
                       (unsigned long long)header->vertex_count, CLOUD_MAX_POINTS);
    return (struct ply_result){.ok = true};
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

static struct ply_result read_element(struct header* header, const char* line,
                                      bool* in_vertex)
{
    char name[MAX_LINE], number[MAX_LINE], more;
    uint64_t count = 0;
    if (sscanf(line, "element %255s %255s %c", name, number, &more) != 2 ||
        !read_count(number, &count))
        return failure("its header has the broken line \"%.60s\"", line);
    *in_vertex = strcmp(name, "vertex") == 0;
    if (*in_vertex && header->property_count > 0)
        return failure("its header lists two elements \"vertex\"");
    if (*in_vertex)
        header->vertex_count = count;
    else if (header->vertex_count == 0 && count > 0)
        return failure("its first element is \"%.60s\"; vertices must come first", name);
    return (struct ply_result){.ok = true};
}

static struct ply_result read_header(struct text text, struct header* header)
{
    char line[MAX_LINE];
    bool in_vertex = false;
    if (!next_line(&text, line) || strcmp(line, "ply") != 0)
        return failure("it is not a PLY file");
    while (next_line(&text, line)) {
        struct ply_result result = {.ok = true};
        if (strcmp(line, "end_header") == 0) {
            header->body = text.at;
            return check_header(header);
        }
        if (strncmp(line, "format", 6) == 0)
            result = read_format(header, line);
        else if (strncmp(line, "element", 7) == 0)
            result = read_element(header, line, &in_vertex);
        else if (strncmp(line, "property", 8) == 0 && in_vertex)
            result = add_property(header, line);
        if (!result.ok)
            return result;
    }
    return failure("its header has no end");
}

static double decode(const unsigned char* bytes, enum type type, bool big)
{
    uint64_t bits = 0;
    uint32_t size = type_bytes[type];
    for (uint32_t i = 0; i < size; ++i)
        bits |= (uint64_t)bytes[big ? size - 1 - i : i] << (8 * i);
    union {
        uint32_t u;
        float f;
    } word = {.u = (uint32_t)bits};
    union {
        uint64_t u;
        double f;
    } wide = {.u = bits};
    switch (type) {
    case TYPE_I8: return (int8_t)bits;
    case TYPE_U8: return (uint8_t)bits;
    case TYPE_I16: return (int16_t)bits;
    case TYPE_U16: return (uint16_t)bits;
    case TYPE_I32: return (int32_t)bits;
    case TYPE_U32: return (uint32_t)bits;
    case TYPE_F32: return word.f;
    case TYPE_F64: return wide.f;
    }
    return 0.0;
}

static void decode_record(const struct header* header, const char* record,
                          double values[ROLE_COUNT + 1])
{
    for (uint32_t i = 0; i < header->property_count; ++i) {
        const struct property* p = &header->properties[i];
        values[p->role] = decode((const unsigned char*)record + p->offset, p->type,
                                 header->format == FORMAT_BIG);
    }
}

// The role whose value no point can have; ROLE_COUNT if there is none. No comparison is
// true of a NaN.
static int unusable_role(const struct header* header, const double values[ROLE_COUNT + 1])
{
    for (int role = 0; role < ROLE_COUNT; ++role) {
        const double least = role == ROLE_SIZE ? 0.0 : -largest_value;
        if (header->has[role] &&
            !(values[role] >= least && values[role] <= largest_value))
            return role;
    }
    return ROLE_COUNT;
}

// True if the values could be a point's: a damaged record holds floats of any size.
static bool plausible(const struct header* header, const double values[ROLE_COUNT + 1])
{
    if (unusable_role(header, values) != ROLE_COUNT)
        return false;
    if (header->has[ROLE_NX] && header->has[ROLE_NY] && header->has[ROLE_NZ]) {
        double x = values[ROLE_NX], y = values[ROLE_NY], z = values[ROLE_NZ];
        double square = x * x + y * y + z * z;
        return square == 0.0 || fabs(square - 1.0) < 0.05;
    }
    return true;
}

static bool plausible_at(const struct header* header, const char* at, const char* end)
{
    double values[ROLE_COUNT + 1] = {0};
    if (end - at < (ptrdiff_t)header->record_bytes)
        return false;
    decode_record(header, at, values);
    return plausible(header, values);
}

// The value is usable. One outside of the range of a colour becomes the nearest inside.
static uint8_t color_byte(const struct header* header, double value)
{
    double byte = header->float_colors ? value * 255.0 : value;
    return (uint8_t)(byte < 0.0 ? 0.0 : byte > 255.0 ? 255.0 : byte + 0.5);
}

static void append(const struct header* header, const double values[ROLE_COUNT + 1],
                   struct cloud* cloud)
{
    struct point* p = &cloud->points[cloud->count];
    for (int axis = 0; axis < 3; ++axis) {
        p->position[axis] = (float)values[ROLE_X + axis];
        p->rgba[axis] = color_byte(header, values[ROLE_RED + axis]);
        if (cloud->normals)
            cloud->normals[cloud->count][axis] = (float)values[ROLE_NX + axis];
    }
    p->rgba[3] = 255;
    p->size = (float)values[ROLE_SIZE];
    cloud->count++;
}

// True if the next `count` records make sense, or all that are left of the file.
static bool plausible_row(const struct header* header, const char* at, const char* end,
                          int count)
{
    const ptrdiff_t size = header->record_bytes;
    for (int i = 0; i < count && end - at >= size; ++i, at += size) {
        if (!plausible_at(header, at, end))
            return false;
    }
    return true;
}

// The next place, from just before `at` on, where three records in a row make sense;
// NULL if there is none.
static const char* resynchronise(const struct header* header, const char* at,
                                 const char* end)
{
    const ptrdiff_t size = header->record_bytes;
    for (const char* p = at - 4; end - p >= 3 * size; ++p) {
        if (plausible_row(header, p, end, 3))
            return p;
    }
    return NULL;
}

static struct ply_result read_binary(const struct header* header, const char* end,
                                     struct cloud* cloud)
{
    const char* at = header->body;
    const ptrdiff_t size = header->record_bytes;
    while (cloud->count < header->vertex_count && end - at >= size) {
        double values[ROLE_COUNT + 1] = {0};
        decode_record(header, at, values);
        if (plausible(header, values)) {
            append(header, values, cloud);
            at += size;
            continue;
        }
        // Where the records behind it make sense no byte is missing: only its values are
        // bad. Shifted bytes seldom look like so many points.
        if (plausible_row(header, at + size, end, SURE_RECORDS)) {
            at += size;
            continue;
        }
        // The loss may lie in the tail of the record before, which then looked fine.
        if (cloud->count > 0)
            cloud->count--;
        at = resynchronise(header, at - header->body < 4 ? at + 4 : at, end);
        if (!at)
            break;
    }
    uint32_t listed = (uint32_t)header->vertex_count;
    uint32_t damaged = listed - cloud->count;
    if (cloud->count == 0 || damaged > listed / 100 + 1)
        return failure("only %u of its %u points could be read; the file is cut off or "
                       "damaged",
                       (unsigned)cloud->count, (unsigned)listed);
    return (struct ply_result){.ok = true, .listed = listed, .damaged = damaged};
}

static bool read_number(struct text* text, double* value)
{
    // The file's text ends with a zero byte of ours, so strtod stops there.
    char* stop;
    *value = strtod(text->at, &stop);
    bool ok = stop != text->at && stop <= text->end;
    text->at = stop;
    return ok;
}

static struct ply_result read_ascii(const struct header* header, const char* end,
                                    struct cloud* cloud)
{
    struct text text = {header->body, end};
    for (uint64_t v = 0; v < header->vertex_count; ++v) {
        double values[ROLE_COUNT + 1] = {0};
        for (uint32_t i = 0; i < header->property_count; ++i) {
            if (!read_number(&text, &values[header->properties[i].role]))
                return failure("point %llu of %llu is not a list of %u numbers",
                               (unsigned long long)v + 1,
                               (unsigned long long)header->vertex_count,
                               (unsigned)header->property_count);
        }
        int role = unusable_role(header, values);
        if (role != ROLE_COUNT)
            return failure("%s of point %llu is %g, and must be from %g to %g",
                           role_words[role], (unsigned long long)v + 1, values[role],
                           role == ROLE_SIZE ? 0.0 : -largest_value, largest_value);
        append(header, values, cloud);
    }
    return (struct ply_result){.ok = true, .listed = (uint32_t)header->vertex_count};
}

// The whole file with a zero byte after it; NULL and a sentence if that fails.
static char* read_file(const char* path, size_t* bytes, struct ply_result* result)
{
    char* data = NULL;
    FILE* file = fopen(path, "rb");
    if (!file) {
        *result = failure("it cannot be opened");
        return NULL;
    }
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length < 0 || length > MAX_FILE_BYTES) {
        *result = failure("it is not a file of at most %d bytes", MAX_FILE_BYTES);
        goto done;
    }
    data = malloc((size_t)length + 1);
    if (!data) {
        *result = failure("there is no memory for its %ld bytes", length);
        goto done;
    }
    rewind(file);
    *bytes = fread(data, 1, (size_t)length, file);
    data[*bytes] = '\0';
    if (*bytes != (size_t)length) {
        *result = failure("it cannot be read");
        free(data);
        data = NULL;
    }
done:
    fclose(file);
    return data;
}

static struct ply_result read_body(const struct header* header, const char* end,
                                   struct cloud* cloud)
{
    // The smallest text record is a digit and a separator for each property.
    uint64_t least = header->format == FORMAT_ASCII ? 2 * header->property_count
                                                    : header->record_bytes;
    if ((uint64_t)(end - header->body) / least + header->vertex_count / 100 + 1 <
        header->vertex_count)
        return failure("it ends before its %llu points",
                       (unsigned long long)header->vertex_count);
    if (!cloud_allocate(cloud, (uint32_t)header->vertex_count, header->has[ROLE_NX]))
        return failure("there is no memory for its %llu points",
                       (unsigned long long)header->vertex_count);
    cloud->count = 0;
    cloud->has_colors = header->has[ROLE_RED];
    cloud->has_sizes = header->has[ROLE_SIZE];
    return header->format == FORMAT_ASCII ? read_ascii(header, end, cloud)
                                          : read_binary(header, end, cloud);
}

struct ply_result ply_read(const char* path, struct cloud* cloud)
{
    struct ply_result result = {0};
    struct header header = {0};
    size_t bytes = 0;
    char* data = read_file(path, &bytes, &result);
    if (!data)
        return result;
    result = read_header((struct text){data, data + bytes}, &header);
    if (result.ok)
        result = read_body(&header, data + bytes, cloud);
    if (!result.ok)
        cloud_free(cloud);
    free(data);
    return result;
}
