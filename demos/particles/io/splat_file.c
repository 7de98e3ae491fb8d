// SPDX-License-Identifier: MIT
// Files of splats have up to some GB, so the records are decoded as they are read.
#include "splat_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"
#include "ply_header.h"

enum { RAW_BYTES = 32 }; // of a record of a .splat file

enum role {
    ROLE_POSITION,
    ROLE_COLOR = ROLE_POSITION + 3,
    ROLE_SCALE = ROLE_COLOR + 3,
    ROLE_ROTATION = ROLE_SCALE + 3,
    ROLE_OPACITY = ROLE_ROTATION + 4,
    ROLE_COUNT
};

static const struct ply_name names[ROLE_COUNT] = {
    {"x", ROLE_POSITION},         {"y", ROLE_POSITION + 1},
    {"z", ROLE_POSITION + 2},     {"f_dc_0", ROLE_COLOR},
    {"f_dc_1", ROLE_COLOR + 1},   {"f_dc_2", ROLE_COLOR + 2},
    {"scale_0", ROLE_SCALE},      {"scale_1", ROLE_SCALE + 1},
    {"scale_2", ROLE_SCALE + 2},  {"rot_0", ROLE_ROTATION},
    {"rot_1", ROLE_ROTATION + 1}, {"rot_2", ROLE_ROTATION + 2},
    {"rot_3", ROLE_ROTATION + 3}, {"opacity", ROLE_OPACITY},
};

struct source {
    FILE* file;
    uint64_t bytes; // of the file
    uint64_t count; // of records
    bool is_ply;
    struct ply_header header;
};

// ---- records

static struct splat splat_of(const double values[ROLE_COUNT])
{
    const double constant_harmonic = 0.28209479177387814; // 1 / (2 sqrt(pi))
    struct splat splat;
    for (int axis = 0; axis < 3; ++axis) {
        splat.position[axis] = values[ROLE_POSITION + axis];
        splat.deviations[axis] = exp(values[ROLE_SCALE + axis]);
        splat.color[axis] = 0.5 + constant_harmonic * values[ROLE_COLOR + axis];
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
            append(splats, positions, splat_of(values));
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

static struct read_result describe_ply(struct source* source, const char* head,
                                       size_t head_bytes)
{
    struct read_result result =
        ply_header_read(head, head_bytes, names, ROLE_COUNT, &source->header);
    if (!result.ok)
        return result;
    for (int role = 0; role < ROLE_COUNT; ++role) {
        if (!ply_header_find(&source->header, role) && role != ROLE_SCALE + 2)
            return read_failure("its vertices are not Gaussian splats: they have no %s",
                                names[role].name);
    }
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

bool splat_file_is_named(const char* path)
{
    const char* dot = strrchr(path, '.');
    return dot && strcmp(dot, ".splat") == 0;
}

static struct read_result describe(struct source* source, const char* path, char* head)
{
    const long length = fseek(source->file, 0, SEEK_END) == 0 ? ftell(source->file) : -1;
    if (length < 0 || fseek(source->file, 0, SEEK_SET) != 0)
        return read_failure("it is not a file whose length is known");
    const size_t head_bytes = fread(head, 1, PLY_HEADER_BYTES, source->file);
    if (ferror(source->file))
        return read_failure("it cannot be read");
    source->bytes = (uint64_t)length;
    if (!ply_header_begins(head, head_bytes) && !splat_file_is_named(path))
        return read_failure("it is neither a PLY file nor named .splat");
    return ply_header_begins(head, head_bytes) ? describe_ply(source, head, head_bytes)
                                               : describe_raw(source);
}

struct read_result splat_file_read(const char* path, struct splats* splats)
{
    struct source source = {0};
    char* head = malloc(PLY_HEADER_BYTES);
    *splats = (struct splats){0};
    if (!head)
        return read_failure("there is no memory for its header");
    source.file = fopen(path, "rb");
    struct read_result result =
        source.file ? describe(&source, path, head) : read_failure("it cannot be opened");
    free(head);
    if (result.ok)
        result = read_records(&source, splats);
    if (!result.ok)
        splats_free(splats);
    if (source.file)
        fclose(source.file);
    return result;
}
