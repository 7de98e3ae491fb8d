// SPDX-License-Identifier: MIT
// Views from matrices, against a projection on the CPU: cameras at random, of each kind.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "host_data.h"
#include "host_test.h"

#include <glsort/glsort_draw.h>

enum { CAMERAS = 25 /* of each kind */, POINTS = 40 };

// What a camera may be, in any combination.
enum {
    PARALLEL = 1,
    LEFT_HANDED = 2, // looks along z
    BY_ROWS = 4,
    HOMOGENEOUS = 8, // the fourth row of view is not (0, 0, 0, 1)
    KINDS = 16
};

struct camera {
    double view[4][4];
    double projection[4][4];
};

static double between(uint64_t* random, double low, double high)
{
    return low + (high - low) * (host_random(random) / 4294967296.0);
}

static void multiply(double product[4][4], double a[4][4], double b[4][4])
{
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) {
            product[row][column] = 0.0;
            for (int i = 0; i < 4; ++i)
                product[row][column] += a[row][i] * b[i][column];
        }
}

// Turned, scaled, sheared, perhaps mirrored, and moved; the axes in any order.
static void random_view(double view[4][4], uint32_t kind, uint64_t* random)
{
    const uint32_t turn = host_random(random) % 3;
    memset(view, 0, 16 * sizeof(double));
    for (uint32_t row = 0; row < 3; ++row) {
        for (uint32_t column = 0; column < 3; ++column)
            view[row][column] = between(random, -0.5, 0.5);
        view[row][(row + turn) % 3] += host_random(random) % 2 == 0 ? 2.0 : -2.0;
        view[row][3] = between(random, -20.0, 20.0);
    }
    view[3][3] = kind & HOMOGENEOUS ? 2.5 : 1.0;
}

// Any x, y and z, and a w that is the depth or, of parallels, 1.
static void random_projection(double p[4][4], uint32_t kind, uint64_t* random)
{
    const double ahead = kind & LEFT_HANDED ? 1.0 : -1.0;
    for (int at = 0; at < 12; ++at)
        p[at / 4][at % 4] = between(random, -2.0, 2.0);
    memset(p[3], 0, sizeof p[3]);
    p[3][kind & PARALLEL ? 3 : 2] = kind & PARALLEL ? 1.0 : ahead;
}

// To floats as a caller stores them, and back to what these are.
static void store(float elements[16], double m[4][4], uint32_t kind)
{
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) {
            float* at = elements + (kind & BY_ROWS ? row * 4 + column : column * 4 + row);
            *at = (float)m[row][column];
            m[row][column] = (double)*at;
        }
}

static uint32_t flags_of(uint32_t kind)
{
    uint32_t flags = kind & BY_ROWS ? GLSORT_VIEW_BY_ROWS : 0;
    return (kind & PARALLEL) && (kind & LEFT_HANDED) ? flags | GLSORT_VIEW_ALONG_Z
                                                     : flags;
}

static glsort_order_view make(struct camera* camera, uint32_t kind, uint64_t* random)
{
    float view[16], projection[16];
    glsort_order_view made;
    random_view(camera->view, kind, random);
    random_projection(camera->projection, kind, random);
    store(view, camera->view, kind);
    store(projection, camera->projection, kind);
    assert_int_equal(glsort_order_view_from(view, projection, flags_of(kind), &made),
                     GLSORT_OK);
    return made;
}

// How far before the eye a point is.
static double depth_of(struct camera* camera, uint32_t kind, const double* p)
{
    const double *z = camera->view[2], w = camera->view[3][3];
    const double sum = z[0] * p[0] + z[1] * p[1] + z[2] * p[2] + z[3];
    return (kind & LEFT_HANDED ? sum : -sum) / w;
}

static double metric_of(const glsort_order_view* view, const double* p)
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
        sum += (double)view->axis[i] * (p[i] - (double)view->origin[i]);
    return sum;
}

// Depth is the distance along the z of view space.
static void check_depths(struct camera* camera, const glsort_order_view* view,
                         uint32_t kind, uint64_t* random)
{
    for (int i = 0; i < POINTS; ++i) {
        double p[3];
        for (int axis = 0; axis < 3; ++axis)
            p[axis] = between(random, -30.0, 30.0);
        double depth = depth_of(camera, kind, p), metric = metric_of(view, p);
        if (!(fabs(depth - metric) < 1e-3))
            fail_msg("kind %u: depth %g instead of %g", kind, metric, depth);
    }
}

// The origin is the eye.
static void check_origin(struct camera* camera, const glsort_order_view* view,
                         uint32_t kind)
{
    for (int row = 0; row < 3; ++row) {
        double sum = camera->view[row][3];
        for (int i = 0; i < 3; ++i)
            sum += camera->view[row][i] * (double)view->origin[i];
        if (!(fabs(sum) < 1e-3))
            fail_msg("kind %u: row %d of the eye is %g", kind, row, sum);
    }
}

// Clip is the product of projection and view. What is before the near plane of a
// perspective has a positive w.
static void check_clip(struct camera* camera, const glsort_order_view* view,
                       uint32_t kind)
{
    double product[4][4], along = 0.0;
    multiply(product, camera->projection, camera->view);
    for (int at = 0; at < 16; ++at)
        if (view->clip[at] != (float)product[at % 4][at / 4])
            fail_msg("kind %u: clip[%d] is %.9g instead of %.9g", kind, at,
                     (double)view->clip[at], product[at % 4][at / 4]);
    for (int i = 0; i < 3; ++i)
        along += (double)view->axis[i] * (double)view->clip[4 * i + 3];
    if (!(kind & PARALLEL) && !(along > 0.0))
        fail_msg("kind %u: w falls with depth", kind);
}

TEST(a_view_has_the_depth_the_eye_and_the_clip_space_of_its_camera)
{
    for (uint32_t kind = 0; kind < KINDS; ++kind) {
        uint64_t random = 1;
        for (int i = 0; i < CAMERAS; ++i) {
            struct camera camera;
            const glsort_order_view view = make(&camera, kind, &random);
            check_depths(&camera, &view, kind, &random);
            check_origin(&camera, &view, kind);
            check_clip(&camera, &view, kind);
        }
    }
}

static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

TEST(without_a_projection_clip_is_zero)
{
    const float away[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -4, 1};
    const glsort_order_view wanted = {.origin = {0, 0, 4}, .axis = {0, 0, -1}};
    glsort_order_view view;
    memset(&view, 0xFF, sizeof view);
    assert_int_equal(glsort_order_view_from(away, NULL, 0, &view), GLSORT_OK);
    for (int i = 0; i < 4; ++i) {
        assert_true(view.origin[i] == wanted.origin[i]);
        assert_true(view.axis[i] == wanted.axis[i]);
    }
    for (int i = 0; i < 16; ++i)
        assert_true(view.clip[i] == 0.0f);
    assert_int_equal(glsort_order_view_from(away, NULL, GLSORT_VIEW_ALONG_Z, &view),
                     GLSORT_OK);
    assert_true(view.axis[2] == 1.0f);
}

// One element of the identity replaced, in the view or in the projection.
TEST(matrices_of_which_no_view_can_be_made_are_refused)
{
    static const struct {
        int is_projection;
        int at;
        float value;
    } rows[] = {
        {0, 0, NAN},   {0, 15, INFINITY}, {1, 5, NAN},  {1, 14, -INFINITY},
        {0, 0, 0.0f},  {0, 10, 0.0f},     {0, 3, 0.5f}, {0, 15, 0.0f},
        {1, 15, 0.0f}, {0, 0, 1e-40f},
    };
    glsort_order_view before, view;
    memset(&before, 0x5A, sizeof before);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        float m[2][16];
        memcpy(m[0], identity, sizeof identity);
        memcpy(m[1], identity, sizeof identity);
        m[rows[i].is_projection][rows[i].at] = rows[i].value;
        if (rows[i].value == 1e-40f) // the eye is farther than a float can say
            m[0][12] = 1.0f;
        view = before;
        glsort_result result = glsort_order_view_from(m[0], m[1], 0, &view);
        if (result != GLSORT_ERROR_RANGE)
            fail_msg("row %zu: %s", i, glsort_result_name(result));
        assert_memory_equal(&view, &before, sizeof view);
    }
}

// A turned matrix has a rank of 2 only to the precision of its floats.
TEST(a_flat_view_is_refused_however_it_is_turned)
{
    uint64_t random = 7;
    for (int i = 0; i < CAMERAS; ++i) {
        double turns[2][4][4], flat[4][4] = {{1}, {0, 1}, {0}, {0, 0, 0, 1}};
        double half[4][4], view[4][4];
        float elements[16];
        glsort_order_view made;
        for (int k = 0; k < 2; ++k)
            random_view(turns[k], 0, &random);
        multiply(half, flat, turns[1]);
        multiply(view, turns[0], half);
        store(elements, view, 0);
        assert_int_equal(glsort_order_view_from(elements, NULL, 0, &made),
                         GLSORT_ERROR_RANGE);
    }
}

TEST(a_view_that_scales_unevenly_is_not_singular)
{
    float view[16];
    glsort_order_view made;
    memcpy(view, identity, sizeof view);
    view[0] = 1e-12f;
    view[5] = 1e12f;
    view[12] = 1e-12f;
    assert_int_equal(glsort_order_view_from(view, NULL, 0, &made), GLSORT_OK);
    assert_true(made.origin[0] == -1.0f);
}

TEST(pointers_and_flags_are_checked)
{
    glsort_order_view view;
    assert_int_equal(glsort_order_view_from(NULL, identity, 0, &view),
                     GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_order_view_from(identity, identity, 0, NULL),
                     GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_order_view_from(identity, identity, 4, &view),
                     GLSORT_ERROR_ARGUMENT);
}
