// SPDX-License-Identifier: MIT
// The demo's Gaussian splats: where they stand, and how they are mixed.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "splats.h"

static void expect_near(double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-5 * fmax(1.0, fabs(expected))))
        fail_msg("%.9g is not %.9g", value, expected);
}

static void captures_stand_up_and_fill_the_scene(void** state)
{
    struct splats splats;
    assert_true(splats_allocate(&splats, 100));
    for (uint32_t i = 0; i < splats.count; ++i) {
        const double side = i % 2 ? 1.0 : -1.0;
        // One of them is far away, as the sky is.
        const double far = i == 7 ? 1e6 : 1.0;
        const struct splat splat = {
            .position = {5.0 + far * side, 3.0 * side, 2.0 * side},
            .deviations = {0.1, 0.2, 0.3},
            .rotation = {0.9, 0.1, 0.2, 0.3},
            .opacity = 1.0,
        };
        assert_true(splats_put(&splats, i, &splat));
    }
    const struct splat_shape before = splats.shapes[0];
    const float radius = splats.places[0].radius;
    splats_stand(&splats);
    const double scale = 2.0 / sqrt(4.0 + 36.0 + 16.0);
    const double signs[6] = {1.0, 1.0, -1.0, 1.0, -1.0, 1.0};
    const double expected[3] = {scale, 3.0 * scale, -2.0 * scale};
    for (int axis = 0; axis < 3; ++axis)
        expect_near((double)splats.places[0].position[axis], expected[axis]);
    for (int part = 0; part < 6; ++part)
        expect_near((double)splats.shapes[0].covariance[part],
                    signs[part] * scale * scale * (double)before.covariance[part]);
    expect_near((double)splats.places[0].radius, scale * (double)radius);
    splats_free(&splats);
}

static void a_shuffle_keeps_all_and_is_the_same_every_time(void** state)
{
    enum { COUNT = 5000 };
    struct splats a, b;
    uint32_t in_place = 0, in_row = 0;
    bool seen[COUNT] = {false};
    assert_true(splats_allocate(&a, COUNT) && splats_allocate(&b, COUNT));
    for (uint32_t i = 0; i < COUNT; ++i) {
        a.places[i].radius = b.places[i].radius = (float)i;
        a.shapes[i].covariance[0] = b.shapes[i].covariance[0] = (float)i;
    }
    splats_shuffle(&a);
    splats_shuffle(&b);
    for (uint32_t i = 0; i < COUNT; ++i) {
        const uint32_t from = (uint32_t)a.places[i].radius;
        assert_true(a.shapes[i].covariance[0] == a.places[i].radius);
        assert_true(b.places[i].radius == a.places[i].radius);
        assert_false(seen[from]);
        seen[from] = true;
        in_place += from == i;
        in_row += i > 0 && fabsf(a.places[i].radius - a.places[i - 1].radius) == 1.0f;
    }
    assert_true(in_place < 20 && in_row < 20);
    splats_free(&a);
    splats_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_stand_up_and_fill_the_scene),
        cmocka_unit_test(a_shuffle_keeps_all_and_is_the_same_every_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
