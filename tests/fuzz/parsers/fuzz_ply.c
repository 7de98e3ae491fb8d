// SPDX-License-Identifier: MIT
// The demo's reader of PLY files. The input is a whole file. What is read has finite
// positions, normals and sizes, also after it was moved and scaled; a refusal has a
// sentence.
#include <stdlib.h>

#include "parsers.h"
#include "ply.h"

static void expect_points(const struct cloud* cloud, const struct read_result* result)
{
    if (cloud->count == 0 ||
        cloud->count + result->damaged + result->unplaced != result->listed)
        abort();
    for (uint32_t i = 0; i < cloud->count; ++i) {
        parsers_expect_finite(cloud->points[i].position, 3);
        parsers_expect_finite(&cloud->points[i].size, 1);
        if (cloud->normals)
            parsers_expect_finite(cloud->normals[i], 3);
    }
}

static void expect_points_stand(struct cloud* cloud, const struct read_result* result)
{
    expect_points(cloud, result);
    cloud_complete(cloud, 1.0f);
    cloud_stand(cloud);
    expect_points(cloud, result);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    struct cloud cloud = {0};
    parsers_file = parsers_copy(data, size);
    struct read_result result = ply_read(INPUT_FILE, &cloud);
    if (result.ok)
        expect_points_stand(&cloud, &result);
    else if (result.sentence[0] == '\0' || cloud.points != NULL)
        abort();
    cloud_free(&cloud);
    bytes_release(&parsers_file);
    return 0;
}
