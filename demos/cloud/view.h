// SPDX-License-Identifier: MIT
// Where the demo looks at a cloud from.
#ifndef DEMO_VIEW_H
#define DEMO_VIEW_H

#include "cloud.h"

// A perspective camera: right, up and back are the axes of view space in the world.
struct view {
    float eye[3];
    float right[3];
    float up[3];
    float back[3];
    float focal; // cotangent of half the opening angle, the same on both axes
};

// Looks at the cloud so that it fills the picture.
struct view view_of(const struct cloud* cloud, float yaw_degrees, float pitch_degrees,
                    float zoom);

#endif
