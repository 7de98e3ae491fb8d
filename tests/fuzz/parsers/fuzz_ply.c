// SPDX-License-Identifier: MIT
// The demo's reader of PLY files. The input is a whole file, which goes through one on disk,
// as the reader takes a path. What is read has finite positions; a refusal has a sentence.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ply.h"
#include "parsers.h"

static char path[32];

// Into one file, without a name but for this process.
static void write_file(const uint8_t* data, size_t size)
{
    static FILE* file;
    if (file == NULL) {
        file = tmpfile();
        if (file == NULL)
            abort();
        snprintf(path, sizeof path, "/dev/fd/%d", fileno(file));
    }
    rewind(file);
    if (ftruncate(fileno(file), 0) != 0 || fwrite(data, 1, size, file) != size ||
        fflush(file) != 0)
        abort();
}

static void expect_points(const struct cloud* cloud, const struct ply_result* result)
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
    write_file(data, size);
    struct ply_result result = ply_read(path, &cloud);
    if (result.ok)
        expect_points(&cloud, &result);
    else if (result.sentence[0] == '\0' || cloud.points != NULL)
        abort();
    cloud_free(&cloud);
    return 0;
}
