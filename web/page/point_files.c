// SPDX-License-Identifier: MIT
// Reads files of points and splats for the page, by the readers of the native demo, from
// memory instead of a path. Points become balls.
#define _POSIX_C_SOURCE 200809L
#include <emscripten.h>
#include <stdlib.h>

#include "ply.h"
#include "ply_header.h"
#include "splat_file.h"

// What point_files.mjs takes, in this order.
struct answer {
    const char* sentence; // why nothing could be read
    uint32_t count;
    uint32_t listed;
    uint32_t omits_rest;
    uint32_t is_cloud;
    const struct splat_place* places;
    const struct splat_shape* shapes;
};

static struct {
    void* data;
    size_t bytes;
} file;

const struct answer* point_file_read(const char* name, void* data, size_t bytes);

FILE* read_open(const char* path, uint64_t* bytes, struct read_result* failure)
{
    (void)path;
    *bytes = file.bytes;
    FILE* stream = file.bytes > 0 ? fmemopen(file.data, file.bytes, "rb") : NULL;
    if (!stream)
        *failure = read_failure(file.bytes > 0 ? "there is no memory to read it"
                                               : "it is empty");
    return stream;
}

static bool make_balls(const struct cloud* cloud, struct splats* splats)
{
    if (!splats_allocate(splats, cloud->count))
        return false;
    for (uint32_t i = 0; i < cloud->count; ++i) {
        const struct point* point = &cloud->points[i];
        struct splat ball = {.rotation = {1.0}, .opacity = 1.0};
        for (int axis = 0; axis < 3; ++axis) {
            ball.position[axis] = (double)point->position[axis];
            ball.deviations[axis] = 0.26 * (double)point->size;
            ball.color[axis] = point->rgba[axis] / 255.0;
        }
        splats_put(splats, i, &ball);
    }
    return true;
}

static struct read_result read_points(const char* name, struct splats* splats)
{
    struct cloud cloud;
    struct read_result result = ply_read(name, &cloud);
    if (!result.ok)
        return result;
    cloud_complete(&cloud, 1.0f);
    cloud_stand(&cloud);
    if (!make_balls(&cloud, splats))
        result = read_failure("there is no memory for its %u points", cloud.count);
    cloud_free(&cloud);
    return result;
}

static struct read_result read_splats(const char* name, struct splats* splats)
{
    const struct read_result result = splat_file_read(name, splats);
    if (result.ok)
        splats_stand(splats);
    return result;
}

// The name decides what the file is where its bytes do not.
EMSCRIPTEN_KEEPALIVE const struct answer* point_file_read(const char* name, void* data,
                                                          size_t bytes)
{
    static struct read_result result;
    static struct answer answer;
    struct splats splats = {0};
    file.data = data;
    file.bytes = bytes;
    const bool is_cloud = ply_header_begins(data, bytes) && !splat_file_is(name);
    result = is_cloud ? read_points(name, &splats) : read_splats(name, &splats);
    answer = (struct answer){
        .sentence = result.sentence,
        .count = splats.count,
        .listed = result.listed,
        .omits_rest = result.omits_rest,
        .is_cloud = is_cloud,
        .places = splats.places,
        .shapes = splats.shapes,
    };
    return &answer;
}
