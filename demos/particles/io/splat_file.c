// SPDX-License-Identifier: MIT
// Files of splats have up to some GB, so the records are decoded as they are read.
#include "splat_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cloud.h"
#include "ply_header.h"

enum { RAW_BYTES = 32 }; // of a record of a .splat file

enum role {
    ROLE_POSITION,
    ROLE_COLOR = ROLE_POSITION + 3,
    ROLE_SCALE = ROLE_COLOR + 3,
    ROLE_ROTATION = ROLE_SCALE + 3,
    ROLE_OPACITY = ROLE_ROTATION + 4,
    ROLE_NEEDED,
    ROLE_RED = ROLE_NEEDED,
    ROLE_REST = ROLE_RED + 3, // the first of the colours by direction
    ROLE_PACKED,              // of a compressed file
    ROLE_COUNT
};

// By role, of those that are needed.
static const struct ply_name names[] = {
    {"x", ROLE_POSITION},
    {"y", ROLE_POSITION + 1},
    {"z", ROLE_POSITION + 2},
    {"f_dc_0", ROLE_COLOR},
    {"f_dc_1", ROLE_COLOR + 1},
    {"f_dc_2", ROLE_COLOR + 2},
    {"scale_0", ROLE_SCALE},
    {"scale_1", ROLE_SCALE + 1},
    {"scale_2", ROLE_SCALE + 2},
    {"rot_0", ROLE_ROTATION},
    {"rot_1", ROLE_ROTATION + 1},
    {"rot_2", ROLE_ROTATION + 2},
    {"rot_3", ROLE_ROTATION + 3},
    {"opacity", ROLE_OPACITY},
    {"red", ROLE_RED},
    {"green", ROLE_RED + 1},
    {"blue", ROLE_RED + 2},
    {"f_rest_0", ROLE_REST},
    {"packed_position", ROLE_PACKED},
};

struct source {
    FILE* file;
    uint64_t bytes; // of the file
    uint64_t count; // of records
    bool is_ply;
    struct ply_header header;
    double full_color; // of red, green and blue; 0: the colours are harmonics
};

// ---- records

static struct splat splat_of(const struct source* source, const double values[ROLE_COUNT])
{
    const double constant_harmonic = 0.28209479177387814; // 1 / (2 sqrt(pi))
    struct splat splat;
    for (int axis = 0; axis < 3; ++axis) {
        splat.position[axis] = values[ROLE_POSITION + axis];
        splat.deviations[axis] = exp(values[ROLE_SCALE + axis]);
        splat.color[axis] = source->full_color > 0.0
                                ? values[ROLE_RED + axis] / source->full_color
                                : 0.5 + constant_harmonic * values[ROLE_COLOR + axis];
    }
    for (int part = 0; part < 4; ++part)
        splat.rotation[part] = values[ROLE_ROTATION + part];
    splat.opacity = 1.0 / (1.0 + exp(-values[ROLE_OPACITY]));
    return splat;
}

static double little_float(const unsigned char* bytes)
{
    const uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                          (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static struct splat decode_raw(const unsigned char* record)
{
    struct splat splat;
    for (int axis = 0; axis < 3; ++axis) {
        splat.position[axis] = little_float(record + 4 * axis);
        splat.deviations[axis] = little_float(record + 12 + 4 * axis);
        splat.color[axis] = record[24 + axis] / 255.0;
    }
    splat.opacity = record[27] / 255.0;
    for (int part = 0; part < 4; ++part)
        splat.rotation[part] = (record[28 + part] - 128) / 127.0;
    return splat;
}

// Appends the splat, whose position settle() rounds later; false if it cannot be drawn.
static bool append(struct splats* splats, double (*positions)[3], struct splat splat)
{
    double* position = positions[splats->count];
    if (!cloud_is_position(splat.position))
        return false;
    memcpy(position, splat.position, sizeof splat.position);
    memset(splat.position, 0, sizeof splat.position);
    if (!splats_put(splats, splats->count, &splat))
        return false;
    splats->count++;
    return true;
}

static struct read_result read_ply(const struct source* source, struct splats* splats,
                                   double (*positions)[3])
{
    struct ply_stream stream;
    struct read_result result = ply_stream_open(&stream, source->file, &source->header);
    for (uint64_t i = 0; result.ok && i < source->count; ++i) {
        double values[ROLE_COUNT] = {[ROLE_SCALE + 2] = -INFINITY};
        if (ply_stream_next(&stream, values, &result))
            append(splats, positions, splat_of(source, values));
    }
    ply_stream_close(&stream);
    return result;
}

static struct read_result read_raw(const struct source* source, struct splats* splats,
                                   double (*positions)[3])
{
    unsigned char record[RAW_BYTES];
    if (fseek(source->file, 0, SEEK_SET) != 0)
        return read_failure("it cannot be read");
    for (uint64_t i = 0; i < source->count; ++i) {
        if (fread(record, sizeof record, 1, source->file) != 1)
            return read_failure("it cannot be read");
        append(splats, positions, decode_raw(record));
    }
    return (struct read_result){.ok = true};
}

// Rounds the positions, relative to their origin.
static void settle(struct splats* splats, double (*positions)[3], double origin[3])
{
    uint32_t kept = 0;
    cloud_find_origin((const double(*)[3])positions, splats->count, origin);
    for (uint32_t i = 0; i < splats->count; ++i) {
        struct splat_place place = splats->places[i];
        if (!cloud_place(positions[i], origin, place.position))
            continue;
        splats->shapes[kept] = splats->shapes[i];
        splats->places[kept++] = place;
    }
    splats->count = kept;
}

static struct read_result read_records(const struct source* source, struct splats* splats)
{
    const uint32_t listed = (uint32_t)source->count;
    double(*positions)[3] = malloc(listed * sizeof *positions);
    if (!positions || !splats_allocate(splats, listed)) {
        free(positions);
        return read_failure("there is no memory for its %u splats", (unsigned)listed);
    }
    splats->count = 0;
    struct read_result result = source->is_ply ? read_ply(source, splats, positions)
                                               : read_raw(source, splats, positions);
    if (result.ok && splats->count > 0)
        settle(splats, positions, result.origin);
    free(positions);
    if (result.ok && splats->count == 0)
        return read_failure("none of its %u splats has a position and a shape",
                            (unsigned)listed);
    result.omits_rest =
        source->is_ply && ply_header_find(&source->header, ROLE_REST) != NULL;
    result.listed = listed;
    result.unplaced = listed - splats->count;
    return result;
}

// ---- what kind of file it is

static struct read_result check_count(const struct source* source)
{
    if (source->count == 0)
        return read_failure("it holds no splats");
    if (source->count > MOST_SPLATS)
        return read_failure("it holds %llu splats; at most %d are read",
                            (unsigned long long)source->count, MOST_SPLATS);
    return (struct read_result){.ok = true};
}

// Files that other programs compress: how they are told, and what reads them.
static struct read_result refuse_compressed(const char* what)
{
    return read_failure("it is %s, which is not read; splat-transform, a command by the "
                        "authors of SuperSplat, converts it to a .ply",
                        what);
}

static bool is_named(const char* path, const char* ending)
{
    const char* dot = strrchr(path, '.');
    return dot && strcasecmp(dot, ending) == 0;
}

static const char* compression_of(const char* path, const char* head, size_t bytes)
{
    if (is_named(path, ".sog"))
        return "a .sog file, splats compressed by PlayCanvas";
    if ((bytes >= 4 && memcmp(head, "NGSP", 4) == 0) || is_named(path, ".spz"))
        return "an .spz file, splats compressed by Niantic";
    return is_named(path, ".ksplat") ? "a .ksplat file, compressed splats" : NULL;
}

// The value of red, green and blue that is full; 0 if there are harmonics, or no such
// colours.
static double full_color(const struct ply_header* header)
{
    const struct ply_property* red = ply_header_find(header, ROLE_RED);
    if (ply_header_find(header, ROLE_COLOR) || !red ||
        !ply_header_find(header, ROLE_RED + 1) || !ply_header_find(header, ROLE_RED + 2))
        return 0.0;
    return ply_full_color(red->type);
}

// The first name that the vertices of splats need and these lack; NULL: none.
static const char* missing_name(const struct source* source)
{
    for (int role = 0; role < ROLE_NEEDED; ++role) {
        const bool is_color = role >= ROLE_COLOR && role < ROLE_COLOR + 3;
        if (role != ROLE_SCALE + 2 && !(is_color && source->full_color > 0.0) &&
            !ply_header_find(&source->header, role))
            return names[role].name;
    }
    return NULL;
}

static struct read_result describe_ply(struct source* source, const char* head,
                                       size_t head_bytes)
{
    struct read_result result = ply_header_read(
        head, head_bytes, names, sizeof names / sizeof *names, &source->header);
    if (!result.ok)
        return result;
    if (ply_header_find(&source->header, ROLE_PACKED))
        return refuse_compressed("a compressed PLY file of SuperSplat");
    source->full_color = full_color(&source->header);
    const char* missing = missing_name(source);
    if (missing)
        return read_failure("its vertices are not Gaussian splats: they have no %s",
                            missing);
    source->is_ply = true;
    source->count = source->header.vertex_count;
    result = check_count(source);
    return result.ok ? ply_header_check_length(&source->header, source->bytes) : result;
}

static struct read_result describe_raw(struct source* source)
{
    if (source->bytes % RAW_BYTES != 0)
        return read_failure(
            "it has %llu bytes, not a multiple of the %d bytes of a record",
            (unsigned long long)source->bytes, RAW_BYTES);
    source->count = source->bytes / RAW_BYTES;
    return check_count(source);
}

// The beginning of a file, up to PLY_HEADER_BYTES; NULL: there is none.
static char* read_head(const char* path, size_t* bytes)
{
    char* head = malloc(PLY_HEADER_BYTES);
    struct read_result unused;
    uint64_t length;
    FILE* file = head ? read_open(path, &length, &unused) : NULL;
    *bytes = file ? fread(head, 1, PLY_HEADER_BYTES, file) : 0;
    if (file)
        fclose(file);
    return head;
}

bool splat_file_is(const char* path)
{
    size_t bytes;
    char* head = read_head(path, &bytes);
    bool is = is_named(path, ".splat") || (head && compression_of(path, head, bytes));
    struct ply_header* header = malloc(sizeof *header);
    if (head && header && ply_header_begins(head, bytes) &&
        ply_header_read(head, bytes, names, sizeof names / sizeof *names, header).ok)
        is = ply_header_find(header, ROLE_ROTATION) ||
             ply_header_find(header, ROLE_PACKED);
    free(header);
    free(head);
    return is;
}

static struct read_result describe(struct source* source, const char* path, char* head)
{
    const size_t head_bytes = fread(head, 1, PLY_HEADER_BYTES, source->file);
    if (ferror(source->file))
        return read_failure("it cannot be read");
    const bool is_ply = ply_header_begins(head, head_bytes);
    const char* compression = compression_of(path, head, head_bytes);
    if (!is_ply && compression)
        return refuse_compressed(compression);
    if (!is_ply && !is_named(path, ".splat"))
        return read_failure("it is neither a PLY file nor named .splat");
    return is_ply ? describe_ply(source, head, head_bytes) : describe_raw(source);
}

struct read_result splat_file_read(const char* path, struct splats* splats)
{
    struct source source = {0};
    char* head = malloc(PLY_HEADER_BYTES);
    *splats = (struct splats){0};
    if (!head)
        return read_failure("there is no memory for its header");
    struct read_result result;
    source.file = read_open(path, &source.bytes, &result);
    if (source.file)
        result = describe(&source, path, head);
    free(head);
    if (result.ok)
        result = read_records(&source, splats);
    if (!result.ok)
        splats_free(splats);
    if (source.file)
        fclose(source.file);
    return result;
}
