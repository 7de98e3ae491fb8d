// SPDX-License-Identifier: MIT
// The demo's reader of PLY files. The input is a whole file. What is read has finite
// positions; a refusal has a sentence.
#include <math.h>
#include <stdlib.h>

#include "input_file.h"
#include "parsers.h"
#include "ply.h"

static void expect_points(const struct cloud* cloud, const struct read_result* result)
{
    if (cloud->count == 0 || cloud->count + result->damaged != result->listed)
        abort();
    for (uint32_t i = 0; i < cloud->count; ++i)
        for (int axis = 0; axis < 3; ++axis)
            if (!isfinite(cloud->points[i].position[axis]))
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    struct cloud cloud = {0};
    input_file_set(data, size);
    struct read_result result = ply_read(INPUT_FILE, &cloud);
    if (result.ok)
        expect_points(&cloud, &result);
    else if (result.sentence[0] == '\0' || cloud.points != NULL)
        abort();
    cloud_free(&cloud);
    input_file_release();
    return 0;
}
