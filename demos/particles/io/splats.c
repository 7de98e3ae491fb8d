// SPDX-License-Identifier: MIT
#include "splats.h"

#include <math.h>
#include <stdlib.h>

#include "cloud.h"

// A splat ends where its opacity falls below 1 / 255, sqrt(2 ln 255) deviations away; and
// its projection, linear around its centre, reaches up to a fifth too far at the edge of
// pictures whose field of view is up to 100 degrees.
static const double visible_deviations = 1.2 * 3.33;
static const double largest_value = 1e9;

bool splats_allocate(struct splats* splats, uint32_t count)
{
    *splats = (struct splats){
        .places = calloc(count, sizeof *splats->places),
        .shapes = calloc(count, sizeof *splats->shapes),
        .count = count,
    };
    if (splats->places && splats->shapes)
        return true;
    splats_free(splats);
    return false;
}

void splats_free(struct splats* splats)
{
    free(splats->places);
    free(splats->shapes);
    *splats = (struct splats){0};
}

// ---- one splat

// No comparison is true of a NaN.
static bool is_usable(const struct splat* s)
{
    const double* q = s->rotation;
    const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    for (int axis = 0; axis < 3; ++axis) {
        if (!(fabs(s->position[axis]) <= largest_value) ||
            !(s->deviations[axis] >= 0.0 && s->deviations[axis] <= largest_value) ||
            isnan(s->color[axis]))
            return false;
    }
    return square > 1e-30 && square < INFINITY && !isnan(s->opacity);
}

static void columns_of(const double q[4], double columns[3][3])
{
    const double s = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double values[3][3] = {
        {1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
        {s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)},
        {s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)},
    };
    for (int i = 0; i < 9; ++i)
        columns[i / 3][i % 3] = values[i / 3][i % 3];
}

static void set_covariance(struct splat_shape* shape, const struct splat* splat)
{
    double columns[3][3];
    columns_of(splat->rotation, columns);
    for (int row = 0, at = 0; row < 3; ++row) {
        for (int column = row; column < 3; ++column, ++at) {
            double sum = 0.0;
            for (int axis = 0; axis < 3; ++axis) {
                const double d = splat->deviations[axis];
                sum += d * columns[axis][row] * d * columns[axis][column];
            }
            shape->covariance[at] = (float)sum;
        }
    }
}

static uint16_t part_of(double value, double most)
{
    return (uint16_t)(65535.0 * fmin(fmax(value / most, 0.0), 1.0) + 0.5);
}

bool splats_put(struct splats* splats, uint32_t at, const struct splat* splat)
{
    if (!is_usable(splat))
        return false;
    struct splat_place* place = &splats->places[at];
    struct splat_shape* shape = &splats->shapes[at];
    const double* d = splat->deviations;
    place->radius = (float)(visible_deviations * fmax(fmax(d[0], d[1]), d[2]));
    for (int axis = 0; axis < 3; ++axis) {
        place->position[axis] = (float)splat->position[axis];
        shape->paint[axis] = part_of(splat->color[axis], SPLAT_BRIGHTEST);
    }
    shape->paint[3] = part_of(splat->opacity, 1.0);
    set_covariance(shape, splat);
    return true;
}

// ---- all of them

bool splats_copy(struct splats* copy, const struct splats* splats, uint32_t count)
{
    if (!splats_allocate(copy, count))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t from = (uint32_t)((uint64_t)i * splats->count / count);
        copy->places[i] = splats->places[from];
        copy->shapes[i] = splats->shapes[from];
    }
    return true;
}

// Fisher and Yates, with a linear congruential generator of Knuth's.
void splats_shuffle(struct splats* splats)
{
    uint64_t state = 1;
    for (uint32_t left = splats->count; left > 1; --left) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint32_t a = left - 1, b = (uint32_t)((state >> 32) * left >> 32);
        const struct splat_place place = splats->places[a];
        const struct splat_shape shape = splats->shapes[a];
        splats->places[a] = splats->places[b];
        splats->shapes[a] = splats->shapes[b];
        splats->places[b] = place;
        splats->shapes[b] = shape;
    }
}

static void scale_shapes(struct splats* splats, float factor)
{
    for (uint32_t i = 0; i < splats->count; ++i) {
        splats->places[i].radius *= factor;
        for (int part = 0; part < 6; ++part)
            splats->shapes[i].covariance[part] *= factor * factor;
    }
}

void splats_stand(struct splats* splats)
{
    // A capture includes surroundings, but most of its splats show the subject.
    enum { OUTERMOST = 12, MOST_SCALE = 1000000 };
    float low[3], high[3], square = 0.0f;
    cloud_spread(splats->places[0].position, sizeof *splats->places, splats->count,
                 OUTERMOST, low, high);
    for (int axis = 0; axis < 3; ++axis)
        square += (high[axis] - low[axis]) * (high[axis] - low[axis]);
    const float scale = square > 0.0f ? fminf(2.0f / sqrtf(square), MOST_SCALE) : 1.0f;
    for (uint32_t i = 0; i < splats->count; ++i) {
        float* position = splats->places[i].position;
        float* covariance = splats->shapes[i].covariance;
        // Half a turn about z: x and y change their sign.
        for (int axis = 0; axis < 3; ++axis)
            position[axis] = (axis < 2 ? -scale : scale) *
                             (position[axis] - 0.5f * (low[axis] + high[axis]));
        covariance[2] = -covariance[2];
        covariance[4] = -covariance[4];
    }
    scale_shapes(splats, scale);
}

void splats_grow(struct splats* splats, float factor)
{
    if (factor != 1.0f)
        scale_shapes(splats, factor);
}
