// SPDX-License-Identifier: MIT
#include "view.h"

#include <math.h>

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Scanned surfaces mostly face up: -1 if the normals say that y points down.
static float up_sign(const struct cloud* cloud)
{
    double sum = 0.0;
    for (uint32_t i = 0; cloud->normals && i < cloud->count; ++i)
        sum += (double)cloud->normals[i][1];
    return sum < -0.1 * cloud->count ? -1.0f : 1.0f;
}

struct view view_of(const struct cloud* cloud, float yaw_degrees, float pitch_degrees,
                    float zoom)
{
    const float degree = 0.0174532925f;
    float yaw = yaw_degrees * degree, pitch = pitch_degrees * degree;
    struct view view = {
        .right = {cosf(yaw), 0.0f, -sinf(yaw)},
        .up = {-sinf(pitch) * sinf(yaw), cosf(pitch), -sinf(pitch) * cosf(yaw)},
        .back = {cosf(pitch) * sinf(yaw), sinf(pitch), cosf(pitch) * cosf(yaw)},
        .focal = 2.4f,
    };
    // Turned about z where the cloud's ground lies at the top.
    float sign = up_sign(cloud);
    for (int axis = 0; axis < 2; ++axis) {
        view.right[axis] *= sign;
        view.up[axis] *= sign;
        view.back[axis] *= sign;
    }
    float low[3], high[3], half[3];
    cloud_box(cloud, low, high);
    for (int axis = 0; axis < 3; ++axis) {
        half[axis] = 0.5f * (high[axis] - low[axis]);
        view.eye[axis] = 0.5f * (high[axis] + low[axis]);
    }
    float reach = sqrtf(dot(half, half));
    float distance = (reach > 0.0f ? reach : 1.0f) * view.focal / zoom;
    // A little below the middle: what is near takes more room than what is far.
    for (int axis = 0; axis < 3; ++axis)
        view.eye[axis] += distance * (view.back[axis] - 0.06f * view.up[axis]);
    return view;
}
