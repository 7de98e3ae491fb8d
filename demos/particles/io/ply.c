// SPDX-License-Identifier: MIT
// PLY: a text header that lists elements and their properties, then their data. Only the
// element "vertex" is read. Files that went through a text conversion have lost the CR of
// every CR LF pair inside their binary data (Debian's copy of pond.0.ply is one); each
// loss shifts all that follows by a byte, so the reader looks for the next place where
// records make sense again and counts the points that it had to leave out.
#include "ply.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ply_header.h"

enum {
    MAX_FILE_BYTES = 1 << 30,
    SURE_RECORDS = 8,
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
    ROLE_COUNT
};

static const char* const role_words[ROLE_COUNT] = {
    [ROLE_X] = "x",       [ROLE_Y] = "y",
    [ROLE_Z] = "z",       [ROLE_NX] = "nx",
    [ROLE_NY] = "ny",     [ROLE_NZ] = "nz",
    [ROLE_RED] = "red",   [ROLE_GREEN] = "green",
    [ROLE_BLUE] = "blue", [ROLE_SIZE] = "the radius",
};

static const struct ply_name names[] = {
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

struct header {
    struct ply_header file;
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

// The description of a cloud in the header.
static struct read_result read_header(const char* data, size_t bytes,
                                      struct header* header)
{
    const size_t name_count = sizeof names / sizeof *names;
    struct read_result result =
        ply_header_read(data, bytes, names, name_count, &header->file);
    if (!result.ok)
        return result;
    for (int role = 0; role < ROLE_COUNT; ++role)
        header->has[role] = ply_header_find(&header->file, role) != NULL;
    if (!header->has[ROLE_X] || !header->has[ROLE_Y] || !header->has[ROLE_Z])
        return read_failure("its vertices have no x, y and z");
    if (header->file.vertex_count > CLOUD_MAX_POINTS)
        return read_failure("it holds %llu points; at most %d are read",
                            (unsigned long long)header->file.vertex_count,
                            CLOUD_MAX_POINTS);
    const struct ply_property* red = ply_header_find(&header->file, ROLE_RED);
    header->float_colors = red && (red->type == PLY_F32 || red->type == PLY_F64);
    header->body = data + header->file.bytes;
    return (struct read_result){.ok = true};
}

static void decode_record(const struct header* header, const char* record,
                          double values[ROLE_COUNT])
{
    const struct ply_header* file = &header->file;
    for (uint32_t i = 0; i < file->property_count; ++i) {
        const struct ply_property* p = &file->properties[i];
        if (p->role != PLY_NO_ROLE)
            values[p->role] = ply_value(file, p, record);
    }
}

// The role whose value no point can have; ROLE_COUNT if there is none. No comparison is
// true of a NaN.
static int unusable_role(const struct header* header, const double values[ROLE_COUNT])
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
static bool plausible(const struct header* header, const double values[ROLE_COUNT])
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
    double values[ROLE_COUNT] = {0};
    if (end - at < (ptrdiff_t)header->file.record_bytes)
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

static void append(const struct header* header, const double values[ROLE_COUNT],
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
    const ptrdiff_t size = header->file.record_bytes;
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
    const ptrdiff_t size = header->file.record_bytes;
    for (const char* p = at - 4; end - p >= 3 * size; ++p) {
        if (plausible_row(header, p, end, 3))
            return p;
    }
    return NULL;
}

static struct read_result read_binary(const struct header* header, const char* end,
                                      struct cloud* cloud)
{
    const char* at = header->body;
    const ptrdiff_t size = header->file.record_bytes;
    while (cloud->count < header->file.vertex_count && end - at >= size) {
        double values[ROLE_COUNT] = {0};
        decode_record(header, at, values);
        if (plausible(header, values)) {
            append(header, values, cloud);
            at += size;
            continue;
        }
        // If the records after it make sense, no byte is missing: only its values are
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
    uint32_t listed = (uint32_t)header->file.vertex_count;
    uint32_t damaged = listed - cloud->count;
    if (cloud->count == 0 || damaged > listed / 100 + 1)
        return read_failure(
            "only %u of its %u points could be read; the file is cut off or "
            "damaged",
            (unsigned)cloud->count, (unsigned)listed);
    return (struct read_result){.ok = true, .listed = listed, .damaged = damaged};
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

static struct read_result read_ascii(const struct header* header, const char* end,
                                     struct cloud* cloud)
{
    struct text text = {header->body, end};
    for (uint64_t v = 0; v < header->file.vertex_count; ++v) {
        double values[ROLE_COUNT] = {0};
        for (uint32_t i = 0; i < header->file.property_count; ++i) {
            const int role = header->file.properties[i].role;
            double unread, *value = role == PLY_NO_ROLE ? &unread : &values[role];
            if (!read_number(&text, value))
                return read_failure("point %llu of %llu is not a list of %u numbers",
                                    (unsigned long long)v + 1,
                                    (unsigned long long)header->file.vertex_count,
                                    (unsigned)header->file.property_count);
        }
        int role = unusable_role(header, values);
        if (role != ROLE_COUNT)
            return read_failure("%s of point %llu is %g, and must be from %g to %g",
                                role_words[role], (unsigned long long)v + 1, values[role],
                                role == ROLE_SIZE ? 0.0 : -largest_value, largest_value);
        append(header, values, cloud);
    }
    return (struct read_result){.ok = true,
                                .listed = (uint32_t)header->file.vertex_count};
}

// The whole file with a zero byte after it; NULL and a sentence if that fails.
static char* read_file(const char* path, size_t* bytes, struct read_result* result)
{
    char* data = NULL;
    FILE* file = fopen(path, "rb");
    if (!file) {
        *result = read_failure("it cannot be opened");
        return NULL;
    }
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length < 0 || length > MAX_FILE_BYTES) {
        *result = read_failure("it is not a file of at most %d bytes", MAX_FILE_BYTES);
        goto done;
    }
    data = malloc((size_t)length + 1);
    if (!data) {
        *result = read_failure("there is no memory for its %ld bytes", length);
        goto done;
    }
    rewind(file);
    *bytes = fread(data, 1, (size_t)length, file);
    data[*bytes] = '\0';
    if (*bytes != (size_t)length) {
        *result = read_failure("it cannot be read");
        free(data);
        data = NULL;
    }
done:
    fclose(file);
    return data;
}

static struct read_result read_body(const struct header* header, const char* end,
                                    struct cloud* cloud)
{
    // The smallest text record is a digit and a separator for each property.
    uint64_t least = header->file.format == PLY_ASCII ? 2 * header->file.property_count
                                                      : header->file.record_bytes;
    if ((uint64_t)(end - header->body) / least + header->file.vertex_count / 100 + 1 <
        header->file.vertex_count)
        return read_failure("it ends before its %llu points",
                            (unsigned long long)header->file.vertex_count);
    if (!cloud_allocate(cloud, (uint32_t)header->file.vertex_count, header->has[ROLE_NX]))
        return read_failure("there is no memory for its %llu points",
                            (unsigned long long)header->file.vertex_count);
    cloud->count = 0;
    cloud->has_colors = header->has[ROLE_RED];
    cloud->has_sizes = header->has[ROLE_SIZE];
    return header->file.format == PLY_ASCII ? read_ascii(header, end, cloud)
                                            : read_binary(header, end, cloud);
}

struct read_result ply_read(const char* path, struct cloud* cloud)
{
    struct read_result result = {0};
    struct header header = {0};
    size_t bytes = 0;
    char* data = read_file(path, &bytes, &result);
    if (!data)
        return result;
    result = read_header(data, bytes, &header);
    if (result.ok)
        result = read_body(&header, data + bytes, cloud);
    if (!result.ok)
        cloud_free(cloud);
    free(data);
    return result;
}
