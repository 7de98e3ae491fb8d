// SPDX-License-Identifier: MIT
// A camera on a sphere around a point.
#ifndef DEMO_CAMERA_H
#define DEMO_CAMERA_H

#include <stdbool.h>

struct camera {
    float yaw, pitch; // degrees
    float distance;
    float target[3];
    float lens; // vertical field of view, degrees; larger in narrow pictures
};

struct camera_matrices {
    float view[16]; // columns
    float projection[16];
    float clip[16]; // projection * view
    float eye[3];
    float back[4]; // axis from the scene to the eye, and -dot(axis, eye)
    float focal;   // cotangent of half the vertical field of view
};

struct camera_matrices camera_matrices(const struct camera* camera, float aspect);

// right, up: how far the mouse has moved, as fractions of the picture's height.
void camera_turn(struct camera* camera, float right, float up);
void camera_zoom(struct camera* camera, float steps);

// The point in the plane through the target, square to the view, that a place in the
// picture shows; x and y from -1 to 1, up.
void camera_point(const struct camera* camera, float aspect, float x, float y,
                  float point[3]);

#endif
