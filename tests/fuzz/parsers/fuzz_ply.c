// SPDX-License-Identifier: MIT
// The demo's reader of PLY files. The input is a whole file. The reader takes a path, so
// the linker gives it an fopen that opens the input in memory. What is read has finite
// positions; a refusal has a sentence.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ply.h"
#include "parsers.h"

static const char path[] = "the input";
static struct bytes input;

// Of the linker (--wrap=fopen).
FILE* __real_fopen(const char* name, const char* mode);
FILE* __wrap_fopen(const char* name, const char* mode);

FILE* __wrap_fopen(const char* name, const char* mode)
{
    bool is_input = strcmp(name, path) == 0;
    return is_input ? fmemopen(input.at, input.count, mode) : __real_fopen(name, mode);
}

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
    input = parsers_copy(data, size);
    struct read_result result = ply_read(path, &cloud);
    if (result.ok)
        expect_points(&cloud, &result);
    else if (result.sentence[0] == '\0' || cloud.points != NULL)
        abort();
    cloud_free(&cloud);
    bytes_release(&input);
    return 0;
}
