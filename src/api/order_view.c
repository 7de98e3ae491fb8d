// SPDX-License-Identifier: MIT
// Views of draw orders from the matrices of a camera. Products are made in doubles and
// rounded once.
#include <glsort/glsort_draw.h>

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "floats.h"

// Rows, then columns.
struct matrix {
    double at[4][4];
};

static bool load(struct matrix* m, const float* elements, uint32_t flags)
{
    bool by_rows = (flags & GLSORT_VIEW_BY_ROWS) != 0;
    if (!glsort_are_finite(elements, 16))
        return false;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            m->at[row][column] = elements[by_rows ? row * 4 + column : column * 4 + row];
    return true;
}

static double length(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

// A cofactor of the upper left 3 x 3 part.
static double cofactor(const struct matrix* m, int row, int column)
{
    const int r1 = (row + 1) % 3, r2 = (row + 2) % 3;
    const int c1 = (column + 1) % 3, c2 = (column + 2) % 3;
    return m->at[r1][c1] * m->at[r2][c2] - m->at[r1][c2] * m->at[r2][c1];
}

// The determinant of the 3 x 3 part; 0 if it is no more than the rounding of the elements
// makes it. A scale of rows or columns, however uneven, is not rounding.
static double determinant(const struct matrix* m)
{
    const double rounding = 1e-6;
    double rows = 1.0, columns = 1.0, sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        rows *= length(m->at[i][0], m->at[i][1], m->at[i][2]);
        columns *= length(m->at[0][i], m->at[1][i], m->at[2][i]);
        sum += m->at[0][i] * cofactor(m, 0, i);
    }
    return fabs(sum) > rounding * fmin(rows, columns) ? sum : 0.0;
}

// Where view space has its origin; false if there is no such place.
static bool find_eye(const struct matrix* view, float origin[4])
{
    const double volume = determinant(view);
    if (volume == 0.0)
        return false;
    for (int i = 0; i < 3; ++i) {
        double sum = 0.0;
        for (int row = 0; row < 3; ++row)
            sum -= cofactor(view, row, i) * view->at[row][3];
        origin[i] = (float)(sum / volume);
    }
    return true;
}

static bool is_affine(const struct matrix* view)
{
    const double* last = view->at[3];
    return last[0] == 0.0 && last[1] == 0.0 && last[2] == 0.0 && last[3] != 0.0;
}

// 1 or -1: how depth grows with the z of view space.
static double along_z(const double w[4], uint32_t flags)
{
    bool along = w[2] != 0.0 ? w[2] > 0.0 : (flags & GLSORT_VIEW_ALONG_Z) != 0;
    return along ? 1.0 : -1.0;
}

static void multiply(const struct matrix* a, const struct matrix* b, float product[16])
{
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) {
            double sum = 0.0;
            for (int i = 0; i < 4; ++i)
                sum += a->at[row][i] * b->at[i][column];
            product[column * 4 + row] = (float)sum;
        }
}

static bool is_usable(const glsort_order_view* view, bool has_clip)
{
    const float *axis = view->axis, *clip = view->clip;
    if (!glsort_are_finite(view->origin, 3) || !glsort_are_finite(axis, 3) ||
        !glsort_are_finite(clip, 16))
        return false;
    bool points = axis[0] != 0.0f || axis[1] != 0.0f || axis[2] != 0.0f;
    bool divides =
        clip[3] != 0.0f || clip[7] != 0.0f || clip[11] != 0.0f || clip[15] != 0.0f;
    return points && (divides || !has_clip);
}

glsort_result glsort_order_view_from(const float view[16], const float projection[16],
                                     uint32_t flags, glsort_order_view* out)
{
    const uint32_t known = GLSORT_VIEW_BY_ROWS | GLSORT_VIEW_ALONG_Z;
    struct matrix to_view, to_clip = {0};
    glsort_order_view made;
    if (view == NULL || out == NULL || (flags & ~known) != 0)
        return GLSORT_ERROR_ARGUMENT;
    memset(&made, 0, sizeof made);
    if (!load(&to_view, view, flags) ||
        (projection != NULL && !load(&to_clip, projection, flags)) ||
        !is_affine(&to_view) || !find_eye(&to_view, made.origin))
        return GLSORT_ERROR_RANGE;
    const double sign = along_z(to_clip.at[3], flags) / to_view.at[3][3];
    for (int i = 0; i < 3; ++i)
        made.axis[i] = (float)(sign * to_view.at[2][i]);
    multiply(&to_clip, &to_view, made.clip);
    if (!is_usable(&made, projection != NULL))
        return GLSORT_ERROR_RANGE;
    *out = made;
    return GLSORT_OK;
}
