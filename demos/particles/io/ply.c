// SPDX-License-Identifier: MIT
// Clouds in PLY files. Files that went through a text conversion have lost the CR of
// every CR LF pair inside their binary data (Debian's copy of pond.0.ply is one); each
// loss shifts all that follows by a byte, so the reader looks for the next place where
// records make sense again and counts the points that it had to leave out. Files that
// have all their bytes are never read so, whatever their values are.
#include "ply.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ply_header.h"

enum {
    MAX_DAMAGED_BYTES = 1 << 30,
    SURE_RECORDS = 8,
    NO_COLOR = 220, // grey, where a file with colours has none
};

// What a property means to the demo. Colours have three names, and may be packed in one
// word as 0xRRGGBB.
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
    ROLE_R,
    ROLE_G,
    ROLE_B,
    ROLE_DIFFUSE_RED,
    ROLE_DIFFUSE_GREEN,
    ROLE_DIFFUSE_BLUE,
    ROLE_PACKED,
    ROLE_SIZE,
    ROLE_COUNT
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
    {"r", ROLE_R},
    {"g", ROLE_G},
    {"b", ROLE_B},
    {"diffuse_red", ROLE_DIFFUSE_RED},
    {"diffuse_green", ROLE_DIFFUSE_GREEN},
    {"diffuse_blue", ROLE_DIFFUSE_BLUE},
    {"rgb", ROLE_PACKED},
    {"rgba", ROLE_PACKED},
    {"psz", ROLE_SIZE},
    {"radius", ROLE_SIZE},
};

struct layout {
    struct ply_header file;
    bool has_normals;
    bool has_sizes;
    int color; // the role of red, or ROLE_PACKED; PLY_NO_ROLE: there are no colours
    enum ply_type color_type;
};

// A cloud that is being read.
struct builder {
    const struct layout* layout;
    struct cloud* cloud;
    double (*positions)[3];
    uint8_t (*bytes)[3]; // the colours if 255 is the most, and not the type's largest
    double brightest;    // the largest part of a colour
    uint32_t unplaced;   // points left out
};

// ---- the header

static bool has_three(const struct ply_header* file, int first)
{
    return ply_header_find(file, first) && ply_header_find(file, first + 1) &&
           ply_header_find(file, first + 2);
}

// A float that holds a packed colour may be a NaN, which no conversion must change: its
// bits are read as an integer.
static void find_colors(struct layout* layout)
{
    static const int roles[] = {ROLE_RED, ROLE_R, ROLE_DIFFUSE_RED};
    struct ply_header* file = &layout->file;
    layout->color = PLY_NO_ROLE;
    for (int i = 0; i < 3 && layout->color == PLY_NO_ROLE; ++i) {
        if (has_three(file, roles[i]))
            layout->color = roles[i];
    }
    const struct ply_property* packed = ply_header_find(file, ROLE_PACKED);
    if (layout->color == PLY_NO_ROLE && packed && packed->type >= PLY_I32)
        layout->color = ROLE_PACKED;
    if (layout->color == PLY_NO_ROLE)
        return;
    layout->color_type = ply_header_find(file, layout->color)->type;
    if (layout->color == ROLE_PACKED && layout->color_type == PLY_F32 &&
        file->format != PLY_ASCII) {
        file->properties[packed - file->properties].type = PLY_U32;
        layout->color_type = PLY_U32;
    }
}

// The description of a cloud in the header.
static struct read_result read_layout(FILE* file, struct layout* layout)
{
    char* head = malloc(PLY_HEADER_BYTES);
    if (!head)
        return read_failure("there is no memory for its header");
    const size_t bytes = fread(head, 1, PLY_HEADER_BYTES, file);
    struct read_result result =
        ferror(file) ? read_failure("it cannot be read")
                     : ply_header_read(head, bytes, names, sizeof names / sizeof *names,
                                       &layout->file);
    free(head);
    if (!result.ok)
        return result;
    if (!has_three(&layout->file, ROLE_X))
        return read_failure("its vertices have no x, y and z");
    if (layout->file.vertex_count > CLOUD_MAX_POINTS)
        return read_failure("it holds %llu points; at most %d are read",
                            (unsigned long long)layout->file.vertex_count,
                            CLOUD_MAX_POINTS);
    layout->has_normals = has_three(&layout->file, ROLE_NX);
    layout->has_sizes = ply_header_find(&layout->file, ROLE_SIZE) != NULL;
    find_colors(layout);
    return (struct read_result){.ok = true};
}

// ---- colours

// True if the colours are from 0 to 255 whatever their type is: floats above 2, which are
// more than too bright a 1, and integers without any above 255.
static bool are_bytes(enum ply_type type, double brightest)
{
    return type >= PLY_F32 ? brightest > 2.0 : brightest <= 255.0;
}

static uint8_t color_byte(double value, double full)
{
    const double byte = value * 255.0 / full;
    return (uint8_t)(byte < 0.0 ? 0.0 : byte >= 255.0 ? 255.0 : floor(byte + 0.5));
}

static void unpack(const struct layout* layout, double value, double color[3])
{
    uint32_t bits = 0;
    if (layout->color_type >= PLY_F32) {
        const float word = (float)value;
        memcpy(&bits, &word, sizeof bits);
    } else if (value >= -2147483648.0 && value <= 4294967295.0) {
        bits = (uint32_t)(int64_t)value;
    }
    for (int part = 0; part < 3; ++part)
        color[part] = isnan(value) ? (double)NAN : bits >> (16 - 8 * part) & 255;
}

static void append_color(struct builder* b, const double values[ROLE_COUNT])
{
    const struct layout* layout = b->layout;
    const uint32_t at = b->cloud->count;
    double color[3] = {(double)NAN, (double)NAN, (double)NAN};
    bool is_color = true;
    if (layout->color == ROLE_PACKED)
        unpack(layout, values[ROLE_PACKED], color);
    else if (layout->color != PLY_NO_ROLE)
        memcpy(color, values + layout->color, sizeof color);
    for (int part = 0; part < 3; ++part) {
        // What is written as a signed byte is an unsigned one.
        if (layout->color_type == PLY_I8 && color[part] < 0.0)
            color[part] += 256.0;
        is_color &= isfinite(color[part]) != 0;
    }
    const bool is_packed = layout->color == ROLE_PACKED;
    const double full = is_packed ? 255.0 : ply_full_color(layout->color_type);
    for (int part = 0; part < 3; ++part) {
        b->cloud->points[at].rgba[part] =
            is_color ? color_byte(color[part], full) : NO_COLOR;
        b->bytes[at][part] = is_color ? color_byte(color[part], 255.0) : NO_COLOR;
        if (is_color)
            b->brightest = fmax(b->brightest, color[part]);
    }
    b->cloud->points[at].rgba[3] = 255;
}

// ---- points

static struct read_result builder_create(struct builder* b, const struct layout* layout,
                                         struct cloud* cloud)
{
    const uint32_t count = (uint32_t)layout->file.vertex_count;
    *b = (struct builder){.layout = layout, .cloud = cloud};
    b->positions = malloc(count * sizeof *b->positions);
    b->bytes = malloc(count * sizeof *b->bytes);
    if (!b->positions || !b->bytes || !cloud_allocate(cloud, count, layout->has_normals))
        return read_failure("there is no memory for its %u points", (unsigned)count);
    cloud->count = 0;
    cloud->has_colors = layout->color != PLY_NO_ROLE;
    cloud->has_sizes = layout->has_sizes;
    return (struct read_result){.ok = true};
}

static void builder_destroy(struct builder* b)
{
    free(b->positions);
    free(b->bytes);
}

// Only a position is needed: without a colour the point is grey, and a normal or a radius
// that cannot be is 0, which stands for none. False if the point was left out.
static bool append(struct builder* b, const double values[ROLE_COUNT])
{
    struct cloud* cloud = b->cloud;
    const double *position = values + ROLE_X, *normal = values + ROLE_NX;
    if (!cloud_is_position(position)) {
        b->unplaced++;
        return false;
    }
    const double square =
        normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    const bool is_normal = square <= 1e9; // nor is a NaN
    for (int axis = 0; axis < 3; ++axis) {
        b->positions[cloud->count][axis] = position[axis];
        if (cloud->normals)
            cloud->normals[cloud->count][axis] = is_normal ? (float)normal[axis] : 0.0f;
    }
    append_color(b, values);
    const double size = values[ROLE_SIZE];
    cloud->points[cloud->count].size = size >= 0.0 && size <= 1e9 ? (float)size : 0.0f;
    cloud->count++;
    return true;
}

// Rounds the positions, relative to their origin, and decides what the colours are.
static void settle(struct builder* b, double origin[3])
{
    struct cloud* cloud = b->cloud;
    const bool bytes =
        b->layout->color != ROLE_PACKED && are_bytes(b->layout->color_type, b->brightest);
    uint32_t kept = 0;
    cloud_find_origin((const double(*)[3])b->positions, cloud->count, origin);
    for (uint32_t i = 0; i < cloud->count; ++i) {
        struct point point = cloud->points[i];
        if (!cloud_place(b->positions[i], origin, point.position)) {
            b->unplaced++;
            continue;
        }
        if (bytes)
            memcpy(point.rgba, b->bytes[i], sizeof b->bytes[i]);
        if (cloud->normals)
            memmove(cloud->normals[kept], cloud->normals[i], sizeof cloud->normals[i]);
        cloud->points[kept++] = point;
    }
    cloud->count = kept;
}

// ---- files that have lost bytes

static void decode_record(const struct layout* layout, const char* record,
                          double values[ROLE_COUNT])
{
    const struct ply_header* file = &layout->file;
    const struct ply_element* vertices = ply_header_vertices(file);
    for (uint32_t i = 0; i < vertices->property_count; ++i) {
        const struct ply_property* p = &file->properties[vertices->first_property + i];
        if (p->role != PLY_NO_ROLE)
            values[p->role] = ply_value(file, p, record);
    }
}

static bool is_usable(int role, double value)
{
    return role == ROLE_PACKED ||
           (value >= (role == ROLE_SIZE ? 0.0 : -1e9) && value <= 1e9);
}

// True if the values could be a point's: a damaged record holds floats of any size. A
// point without a position has NaN for all of it.
static bool plausible(const struct layout* layout, const double values[ROLE_COUNT])
{
    const bool is_unplaced =
        isnan(values[ROLE_X]) && isnan(values[ROLE_Y]) && isnan(values[ROLE_Z]);
    for (int role = is_unplaced ? ROLE_NX : 0; role < ROLE_COUNT; ++role) {
        if (!is_usable(role, values[role]))
            return false;
    }
    if (layout->has_normals) {
        double x = values[ROLE_NX], y = values[ROLE_NY], z = values[ROLE_NZ];
        double square = x * x + y * y + z * z;
        return square == 0.0 || fabs(square - 1.0) < 0.05;
    }
    return true;
}

static ptrdiff_t record_bytes(const struct layout* layout)
{
    return (ptrdiff_t)ply_header_vertices(&layout->file)->record_bytes;
}

static bool plausible_at(const struct layout* layout, const char* at, const char* end)
{
    double values[ROLE_COUNT] = {0};
    if (end - at < record_bytes(layout))
        return false;
    decode_record(layout, at, values);
    return plausible(layout, values);
}

// True if the next `count` records make sense, or all that are left of the file.
static bool plausible_row(const struct layout* layout, const char* at, const char* end,
                          int count)
{
    const ptrdiff_t size = record_bytes(layout);
    for (int i = 0; i < count && end - at >= size; ++i, at += size) {
        if (!plausible_at(layout, at, end))
            return false;
    }
    return true;
}

// The next place, from just before `at` on, where three records in a row make sense;
// NULL if there is none.
static const char* resynchronise(const struct layout* layout, const char* at,
                                 const char* end)
{
    const ptrdiff_t size = record_bytes(layout);
    for (const char* p = at - 4; end - p >= 3 * size; ++p) {
        if (plausible_row(layout, p, end, 3))
            return p;
    }
    return NULL;
}

static struct read_result read_damaged(struct builder* b, const char* body,
                                       const char* end)
{
    const struct layout* layout = b->layout;
    const uint32_t listed = (uint32_t)layout->file.vertex_count;
    const ptrdiff_t size = record_bytes(layout);
    const char* at = body;
    bool was_appended = false;
    while (at && b->cloud->count + b->unplaced < listed && end - at >= size) {
        double values[ROLE_COUNT] = {0};
        decode_record(layout, at, values);
        if (plausible(layout, values)) {
            was_appended = append(b, values);
            at += size;
        } else if (plausible_row(layout, at + size, end, SURE_RECORDS)) {
            // As the records after it make sense, no byte is missing: only its values are
            // bad. Shifted bytes seldom look like so many points.
            was_appended = false;
            at += size;
        } else {
            // The loss may lie in the tail of the record before, which then looked fine.
            b->cloud->count -= was_appended;
            was_appended = false;
            at = resynchronise(layout, at - body < 4 ? at + 4 : at, end);
        }
    }
    const uint32_t damaged = listed - b->cloud->count - b->unplaced;
    if (b->cloud->count == 0 || damaged > listed / 100 + 1)
        return read_failure(
            "only %u of its %u points could be read; the file is cut off or "
            "damaged",
            (unsigned)b->cloud->count, (unsigned)listed);
    return (struct read_result){.ok = true, .damaged = damaged};
}

static struct read_result read_damaged_file(struct builder* b, FILE* file,
                                            uint64_t file_bytes)
{
    const struct ply_header* header = &b->layout->file;
    const size_t bytes = (size_t)file_bytes - header->bytes;
    if (file_bytes > MAX_DAMAGED_BYTES)
        return read_failure("it lacks bytes, and has more than %d", MAX_DAMAGED_BYTES);
    char* data = malloc(bytes + 1);
    if (!data)
        return read_failure("there is no memory for its %zu bytes", bytes);
    struct read_result result = {0};
    if (fseek(file, (long)header->bytes, SEEK_SET) != 0 ||
        fread(data, 1, bytes, file) != bytes)
        result = read_failure("it cannot be read");
    else
        result = read_damaged(b, data, data + bytes);
    free(data);
    return result;
}

// ---- the file

// True if bytes are missing and records can be told from each other without them; up to a
// hundredth of the points may be lost.
static bool is_damaged(const struct layout* layout, uint64_t file_bytes)
{
    const struct ply_header* header = &layout->file;
    const uint64_t vertices = header->vertex_count * (uint64_t)record_bytes(layout);
    const uint64_t there = file_bytes - header->bytes;
    return header->format != PLY_ASCII && header->element_count == 1 &&
           !ply_header_vertices(header)->has_list &&
           (there < vertices || there - vertices < header->bytes_after) &&
           there / (uint64_t)record_bytes(layout) + header->vertex_count / 100 + 1 >=
               header->vertex_count;
}

static struct read_result read_whole_file(struct builder* b, FILE* file)
{
    struct ply_stream stream;
    struct read_result result = ply_stream_open(&stream, file, &b->layout->file);
    for (uint64_t i = 0; result.ok && i < b->layout->file.vertex_count; ++i) {
        double values[ROLE_COUNT] = {0};
        if (ply_stream_next(&stream, values, &result))
            append(b, values);
    }
    ply_stream_close(&stream);
    return result;
}

static struct read_result read_points(FILE* file, uint64_t file_bytes,
                                      const struct layout* layout, struct cloud* cloud)
{
    struct builder b = {0};
    const uint32_t listed = (uint32_t)layout->file.vertex_count;
    const bool damaged = is_damaged(layout, file_bytes);
    struct read_result result = {.ok = true};
    if (!damaged)
        result = ply_header_check_length(&layout->file, file_bytes);
    if (result.ok)
        result = builder_create(&b, layout, cloud);
    if (result.ok)
        result =
            damaged ? read_damaged_file(&b, file, file_bytes) : read_whole_file(&b, file);
    if (result.ok && cloud->count > 0)
        settle(&b, result.origin);
    if (result.ok && cloud->count == 0)
        result = read_failure("none of its %u points has a position", (unsigned)listed);
    result.listed = listed;
    result.unplaced = b.unplaced;
    builder_destroy(&b);
    return result;
}

struct read_result ply_read(const char* path, struct cloud* cloud)
{
    struct layout layout = {0};
    struct read_result result;
    uint64_t bytes;
    FILE* file = read_open(path, &bytes, &result);
    if (!file)
        return result;
    result = read_layout(file, &layout);
    if (result.ok)
        result = read_points(file, bytes, &layout, cloud);
    if (!result.ok)
        cloud_free(cloud);
    fclose(file);
    return result;
}
