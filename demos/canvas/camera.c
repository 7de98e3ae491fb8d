// SPDX-License-Identifier: MIT
#include "camera.h"

#include <math.h>
#include <string.h>

#include <cglm/cglm.h>

static void axes_of(const struct camera* camera, vec3 right, vec3 up, vec3 back)
{
    float yaw = glm_rad(camera->yaw), pitch = glm_rad(camera->pitch);
    back[0] = cosf(pitch) * sinf(yaw);
    back[1] = sinf(pitch);
    back[2] = cosf(pitch) * cosf(yaw);
    right[0] = cosf(yaw);
    right[1] = 0.0f;
    right[2] = -sinf(yaw);
    glm_vec3_cross(back, right, up);
}

// The tangent of half the vertical field of view, which is larger in pictures that are
// hardly wider than high, so that nothing falls off their sides.
static float half_height(const struct camera* camera, float aspect)
{
    return tanf(0.5f * glm_rad(camera->lens)) * fmaxf(1.0f, 1.15f / aspect);
}

struct camera_matrices camera_matrices(const struct camera* camera, float aspect)
{
    struct camera_matrices m;
    vec3 right, up, back, target, eye;
    mat4 view, projection, clip;
    axes_of(camera, right, up, back);
    memcpy(target, camera->target, sizeof target);
    glm_vec3_copy(target, eye);
    glm_vec3_muladds(back, camera->distance, eye);
    glm_lookat(eye, target, up, view);
    const float half = half_height(camera, aspect);
    glm_perspective(2.0f * atanf(half), aspect, 0.02f, 100.0f, projection);
    memcpy(m.view, view, sizeof m.view);
    memcpy(m.projection, projection, sizeof m.projection);
    glm_mat4_mul(projection, view, clip);
    memcpy(m.clip, clip, sizeof m.clip);
    memcpy(m.eye, eye, sizeof m.eye);
    memcpy(m.back, back, sizeof back);
    m.back[3] = -glm_vec3_dot(back, eye);
    m.focal = 1.0f / half;
    return m;
}

void camera_turn(struct camera* camera, float right, float up)
{
    camera->yaw = fmodf(camera->yaw - 180.0f * right, 360.0f);
    camera->pitch = glm_clamp(camera->pitch - 140.0f * up, -85.0f, 85.0f);
}

void camera_zoom(struct camera* camera, float steps)
{
    camera->distance = glm_clamp(camera->distance * powf(0.9f, steps), 0.4f, 20.0f);
}

void camera_point(const struct camera* camera, float aspect, float x, float y,
                  float point[3])
{
    vec3 right, up, back, at;
    float half = camera->distance * half_height(camera, aspect);
    axes_of(camera, right, up, back);
    memcpy(at, camera->target, sizeof at);
    glm_vec3_muladds(right, x * half * aspect, at);
    glm_vec3_muladds(up, y * half, at);
    memcpy(point, at, sizeof at);
}
