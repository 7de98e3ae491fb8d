// SPDX-License-Identifier: MIT
// Files of splats have up to some GB, so the records are decoded as they are read.
#include "splat_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ply_header.h"

enum {
    HEADER_BYTES = 1 << 16, // of a PLY file, at most
    BATCH = 1024,           // records decoded at a time
    RAW_BYTES = 32,         // of a record of a .splat file
};

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

// What is read. The properties are those of a PLY file, by role; NULL: there is none.
struct source {
    FILE* file;
    uint64_t bytes; // after the header
    uint64_t count; // of records
    uint32_t record_bytes;
    bool is_ply;
    struct ply_header header;
    const struct ply_property* properties[ROLE_COUNT];
};

// ---- records

static struct splat decode_ply(const struct source* source, const unsigned char* record)
{
    const double constant_harmonic = 0.28209479177387814; // 1 / (2 sqrt(pi))
    double values[ROLE_COUNT] = {[ROLE_SCALE + 2] = -INFINITY};
    struct splat splat;
    for (int role = 0; role < ROLE_COUNT; ++role) {
        if (source->properties[role])
            values[role] = ply_value(&source->header, source->properties[role], record);
    }
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

static void append(const struct source* source, const unsigned char* record,
                   struct splats* splats)
{
    const struct splat splat =
        source->is_ply ? decode_ply(source, record) : decode_raw(record);
    if (splats_put(splats, splats->count, &splat))
        splats->count++;
}

static struct read_result read_records(const struct source* source, struct splats* splats)
{
    const uint32_t listed = (uint32_t)source->count;
    unsigned char* batch = malloc((size_t)BATCH * source->record_bytes);
    if (!batch || !splats_allocate(splats, listed)) {
        free(batch);
        return read_failure("there is no memory for its %u splats", (unsigned)listed);
    }
    splats->count = 0;
    for (uint32_t done = 0, taken = 0; done < listed; done += taken) {
        taken = listed - done < BATCH ? listed - done : BATCH;
        if (fread(batch, source->record_bytes, taken, source->file) != taken) {
            free(batch);
            return read_failure("it cannot be read");
        }
        for (uint32_t i = 0; i < taken; ++i)
            append(source, batch + (size_t)i * source->record_bytes, splats);
    }
    free(batch);
    if (splats->count == 0)
        return read_failure("none of its %u splats is valid", (unsigned)listed);
    return (struct read_result){
        .ok = true, .listed = listed, .damaged = listed - splats->count};
}

// ---- what kind of file it is

static struct read_result check_count(const struct source* source)
{
    const uint64_t there = source->bytes / source->record_bytes;
    if (source->count == 0)
        return read_failure("it holds no splats");
    if (source->count > MOST_SPLATS)
        return read_failure("it holds %llu splats; at most %d are read",
                            (unsigned long long)source->count, MOST_SPLATS);
    if (there < source->count)
        return read_failure("it ends after %llu of its %llu splats",
                            (unsigned long long)there, (unsigned long long)source->count);
    return (struct read_result){.ok = true};
}

static struct read_result find_properties(struct source* source)
{
    const struct ply_header* header = &source->header;
    if (header->format == PLY_ASCII)
        return read_failure("it is a text file; splats are read from binary ones");
    for (int role = 0; role < ROLE_COUNT; ++role) {
        source->properties[role] = ply_header_find(header, role);
        if (!source->properties[role] && role != ROLE_SCALE + 2)
            return read_failure("its vertices are not Gaussian splats: they have no %s",
                                names[role].name);
    }
    return (struct read_result){.ok = true};
}

static struct read_result describe_ply(struct source* source, const char* head,
                                       size_t head_bytes)
{
    struct read_result result =
        ply_header_read(head, head_bytes, names, ROLE_COUNT, &source->header);
    if (result.ok)
        result = find_properties(source);
    if (!result.ok)
        return result;
    source->is_ply = true;
    source->bytes -= source->header.bytes;
    source->count = source->header.vertex_count;
    source->record_bytes = source->header.record_bytes;
    return check_count(source);
}

static struct read_result describe_raw(struct source* source)
{
    if (source->bytes % RAW_BYTES != 0)
        return read_failure(
            "it has %llu bytes, not a multiple of the %d bytes of a record",
            (unsigned long long)source->bytes, RAW_BYTES);
    source->count = source->bytes / RAW_BYTES;
    source->record_bytes = RAW_BYTES;
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
    const size_t head_bytes = fread(head, 1, HEADER_BYTES, source->file);
    if (ferror(source->file))
        return read_failure("it cannot be read");
    source->bytes = (uint64_t)length;
    if (!ply_header_begins(head, head_bytes) && !splat_file_is_named(path))
        return read_failure("it is neither a PLY file nor named .splat");
    const struct read_result result = ply_header_begins(head, head_bytes)
                                          ? describe_ply(source, head, head_bytes)
                                          : describe_raw(source);
    if (result.ok && fseek(source->file, (long)source->header.bytes, SEEK_SET) != 0)
        return read_failure("it cannot be read");
    return result;
}

struct read_result splat_file_read(const char* path, struct splats* splats)
{
    struct source source = {0};
    char* head = malloc(HEADER_BYTES);
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
