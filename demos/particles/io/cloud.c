// SPDX-License-Identifier: MIT
// Making, thinning and measuring the demo's point clouds.
#include "cloud.h"

#include <math.h>
#include <stdlib.h>

static const float full_turn = 6.28318531f;

bool cloud_allocate(struct cloud* cloud, uint32_t count, bool normals)
{
    *cloud = (struct cloud){0};
    cloud->points = calloc(count, sizeof *cloud->points);
    if (normals)
        cloud->normals = calloc(count, sizeof *cloud->normals);
    if (!cloud->points || (normals && !cloud->normals)) {
        cloud_free(cloud);
        return false;
    }
    cloud->count = count;
    return true;
}

void cloud_free(struct cloud* cloud)
{
    free(cloud->points);
    free(cloud->normals);
    *cloud = (struct cloud){0};
}

// xorshift: the same cloud on every machine.
static float random_unit(uint32_t* state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (float)(*state >> 8) / 16777216.0f;
}

static void knot_at(float t, float out[3])
{
    float ring = 1.0f + 0.42f * cosf(3.0f * t);
    out[0] = ring * cosf(2.0f * t);
    out[1] = 0.42f * sinf(3.0f * t);
    out[2] = ring * sinf(2.0f * t);
}

static float normalise(float v[3])
{
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int axis = 0; axis < 3; ++axis)
        v[axis] /= length;
    return length;
}

static void cross(const float a[3], const float b[3], float out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// A point on the tube of the given radius, t along the knot and s around it.
static void tube_point(float t, float s, float radius, float position[3], float normal[3])
{
    float here[3], ahead[3], along[3], side[3], up[3];
    const float y[3] = {0.0f, 1.0f, 0.0f};
    knot_at(t, here);
    knot_at(t + 0.001f, ahead);
    for (int axis = 0; axis < 3; ++axis)
        along[axis] = ahead[axis] - here[axis];
    normalise(along);
    cross(along, y, side);
    normalise(side);
    cross(side, along, up);
    for (int axis = 0; axis < 3; ++axis) {
        normal[axis] = cosf(s) * side[axis] + sinf(s) * up[axis];
        position[axis] = here[axis] + radius * normal[axis];
    }
}

bool cloud_generate(struct cloud* cloud, uint32_t count)
{
    uint32_t state = 2463534242u;
    if (!cloud_allocate(cloud, count, true))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        struct point* p = &cloud->points[i];
        float t = full_turn * random_unit(&state);
        tube_point(t, full_turn * random_unit(&state), 0.2f, p->position,
                   cloud->normals[i]);
        for (int axis = 0; axis < 3; ++axis) {
            float wave = cosf(t - full_turn * (float)axis / 3.0f);
            p->rgba[axis] = (uint8_t)(150.0f + 100.0f * wave);
        }
        p->rgba[3] = 255;
    }
    cloud->has_colors = true;
    return true;
}

void cloud_thin(struct cloud* cloud, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t from = (uint32_t)((uint64_t)i * cloud->count / count);
        cloud->points[i] = cloud->points[from];
        if (cloud->normals) {
            for (int axis = 0; axis < 3; ++axis)
                cloud->normals[i][axis] = cloud->normals[from][axis];
        }
    }
    cloud->count = count;
}

bool cloud_copy(struct cloud* copy, const struct cloud* cloud, uint32_t count)
{
    if (!cloud_allocate(copy, count, false))
        return false;
    for (uint32_t i = 0; i < count; ++i)
        copy->points[i] = cloud->points[(uint64_t)i * cloud->count / count];
    copy->has_colors = cloud->has_colors;
    copy->has_sizes = cloud->has_sizes;
    return true;
}

// Scanned surfaces mostly face up: true if the normals say that y points down.
static bool is_upside_down(const struct cloud* cloud)
{
    double sum = 0.0;
    for (uint32_t i = 0; cloud->normals && i < cloud->count; ++i)
        sum += (double)cloud->normals[i][1];
    return sum < -0.1 * cloud->count;
}

void cloud_stand(struct cloud* cloud)
{
    float low[3], high[3], square = 0.0f;
    cloud_box(cloud, low, high);
    for (int axis = 0; axis < 3; ++axis)
        square += (high[axis] - low[axis]) * (high[axis] - low[axis]);
    const float scale = square > 0.0f ? 2.0f / sqrtf(square) : 1.0f;
    const bool turn = is_upside_down(cloud);
    for (uint32_t i = 0; i < cloud->count; ++i) {
        struct point* p = &cloud->points[i];
        for (int axis = 0; axis < 3; ++axis) {
            float middle = 0.5f * (low[axis] + high[axis]);
            // About z: two axes change their sign.
            float sign = turn && axis < 2 ? -1.0f : 1.0f;
            p->position[axis] = sign * scale * (p->position[axis] - middle);
            if (cloud->normals)
                cloud->normals[i][axis] *= sign;
        }
        p->size *= scale;
    }
}

static int compare_floats(const void* a, const void* b)
{
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

static int compare_doubles(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

bool cloud_is_position(const double position[3])
{
    const double farthest = 1e18;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(fabs(position[axis]) <= farthest)) // nor is a NaN
            return false;
    }
    return true;
}

// The least power of two that is not below the size; 1 for 0.
static double grid_of(double size)
{
    double step = 1.0;
    while (step < size)
        step *= 2.0;
    while (size > 0.0 && step * 0.5 >= size)
        step *= 0.5;
    return step;
}

void cloud_find_origin(const double (*positions)[3], uint32_t count, double origin[3])
{
    enum { SAMPLE = 4096 };
    double values[SAMPLE], middle[3], size = 0.0;
    const uint32_t taken = count < SAMPLE ? count : SAMPLE, outside = taken / 20;
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < taken; ++i)
            values[i] = positions[(uint64_t)i * count / taken][axis];
        qsort(values, taken, sizeof *values, compare_doubles);
        const double low = values[outside], high = values[taken - 1 - outside];
        middle[axis] = 0.5 * low + 0.5 * high;
        size = fmax(size, high - low);
    }
    const double grid = grid_of(2.0 * size);
    for (int axis = 0; axis < 3; ++axis)
        origin[axis] =
            size > 0.0 ? grid * floor(middle[axis] / grid + 0.5) : middle[axis];
}

bool cloud_place(const double position[3], const double origin[3], float placed[3])
{
    const double farthest = 1e9;
    for (int axis = 0; axis < 3; ++axis) {
        const double value = position[axis] - origin[axis];
        if (!(fabs(value) <= farthest))
            return false;
        placed[axis] = (float)value;
    }
    return true;
}

void cloud_spread(const float* positions, size_t stride, uint32_t count,
                  uint32_t outermost, float low[3], float high[3])
{
    // A sample is enough, and stray points must not decide the view.
    enum { SAMPLE = 4096 };
    float values[SAMPLE];
    const uint32_t taken = count < SAMPLE ? count : SAMPLE;
    const uint32_t outside = taken * outermost / 100;
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < taken; ++i) {
            const size_t from = (size_t)((uint64_t)i * count / taken) * stride;
            values[i] = ((const float*)((const char*)positions + from))[axis];
        }
        qsort(values, taken, sizeof *values, compare_floats);
        low[axis] = values[outside];
        high[axis] = values[taken - 1 - outside];
    }
}

void cloud_box(const struct cloud* cloud, float low[3], float high[3])
{
    cloud_spread(cloud->points[0].position, sizeof *cloud->points, cloud->count, 1, low,
                 high);
}

void cloud_complete(struct cloud* cloud, float scale)
{
    float low[3], high[3], square = 0.0f;
    cloud_box(cloud, low, high);
    for (int axis = 0; axis < 3; ++axis)
        square += (high[axis] - low[axis]) * (high[axis] - low[axis]);
    // As if the points lay on a surface about as large as the box is wide.
    float size = 3.0f * sqrtf(square / (float)cloud->count);
    for (uint32_t i = 0; i < cloud->count; ++i) {
        struct point* p = &cloud->points[i];
        if (!cloud->has_sizes || p->size <= 0.0f)
            p->size = cloud->has_sizes ? 0.2f * size : size;
        p->size *= scale;
        for (int axis = 0; axis < 3 && !cloud->has_colors; ++axis) {
            float span = high[axis] - low[axis];
            float part = span > 0.0f ? (p->position[axis] - low[axis]) / span : 0.5f;
            part = part < 0.0f ? 0.0f : part > 1.0f ? 1.0f : part;
            p->rgba[axis] = (uint8_t)(60.0f + 180.0f * part);
        }
    }
}
