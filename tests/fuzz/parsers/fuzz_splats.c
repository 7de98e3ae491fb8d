// SPDX-License-Identifier: MIT
// The demo's reader of Gaussian splats. The input is a whole file: a .splat if its first
// byte is 's', which is then no part of it, otherwise a PLY file. What is read is finite,
// also after it was moved and scaled; a refusal has a sentence.
#include <stdlib.h>

#include "parsers.h"
#include "splat_file.h"

static void expect_splats(const struct splats* splats)
{
    for (uint32_t i = 0; i < splats->count; ++i) {
        const float* covariance = splats->shapes[i].covariance;
        parsers_expect_finite(splats->places[i].position, 3);
        parsers_expect_finite(&splats->places[i].radius, 1);
        parsers_expect_finite(covariance, 6);
        if (covariance[0] < 0.0f || covariance[3] < 0.0f || covariance[5] < 0.0f)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const bool is_raw = size > 0 && data[0] == 's';
    struct splats splats = {0};
    parsers_file = parsers_copy(data + is_raw, size - is_raw);
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
    bytes_release(&parsers_file);
    return 0;
}
