// SPDX-License-Identifier: MIT
// The demo's reader of Gaussian splats. The input is a whole file: a .splat if its first
// byte is 's', which is then no part of it, otherwise a PLY file. What is read is finite,
// also after it was moved and scaled; a refusal has a sentence.
#include <math.h>
#include <stdlib.h>

#include "input_file.h"
#include "parsers.h"
#include "splat_file.h"

static void expect_finite(const float* values, int count)
{
    for (int i = 0; i < count; ++i)
        if (!isfinite(values[i]))
            abort();
}

static void expect_splats(const struct splats* splats)
{
    for (uint32_t i = 0; i < splats->count; ++i) {
        const float* covariance = splats->shapes[i].covariance;
        expect_finite(splats->places[i].position, 3);
        expect_finite(&splats->places[i].radius, 1);
        expect_finite(covariance, 6);
        if (covariance[0] < 0.0f || covariance[3] < 0.0f || covariance[5] < 0.0f)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const bool is_raw = size > 0 && data[0] == 's';
    struct splats splats = {0};
    input_file_set(data + is_raw, size - is_raw);
    struct read_result result =
        splat_file_read(is_raw ? INPUT_FILE ".splat" : INPUT_FILE ".ply", &splats);
    if (result.ok) {
        if (splats.count == 0 || splats.count + result.unplaced != result.listed)
            abort();
        expect_splats(&splats);
        splats_stand(&splats);
        splats_grow(&splats, 2.0f);
        expect_splats(&splats);
    } else if (result.sentence[0] == '\0' || splats.places || splats.shapes) {
        abort();
    }
    splats_free(&splats);
    input_file_release();
    return 0;
}
