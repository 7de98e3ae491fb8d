// SPDX-License-Identifier: MIT
// A cloud of coloured points as the demo keeps it on the CPU and uploads it to the GPU.
#ifndef DEMO_CLOUD_H
#define DEMO_CLOUD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLOUD_MAX_POINTS = 1 << 25, POINT_WORDS = 5 };

// One vertex of the point buffer: POINT_WORDS words of 32 bits.
struct point {
    float position[3];
    float size;      // diameter in world units
    uint8_t rgba[4]; // alpha is not used
};

struct cloud {
    struct point* points;
    float (*normals)[3]; // NULL if the cloud has none
    uint32_t count;
    bool has_colors;
    bool has_sizes;
};

// Memory for count points; false if there is none.
bool cloud_allocate(struct cloud* cloud, uint32_t count, bool normals);
void cloud_free(struct cloud* cloud);

// A tube along a torus knot, its points in random order: the demo's own scene.
bool cloud_generate(struct cloud* cloud, uint32_t count);

// Keeps `count` points, evenly spread over the cloud's order.
void cloud_thin(struct cloud* cloud, uint32_t count);

// A copy of `count` points, evenly spread over the cloud's order; without normals.
bool cloud_copy(struct cloud* copy, const struct cloud* cloud, uint32_t count);

// Moves the cloud to the origin, makes it about 2 wide, and turns it so that what is up
// is up.
void cloud_stand(struct cloud* cloud);

// Gives points that have none a colour, and a size that makes neighbours overlap; scales
// all sizes.
void cloud_complete(struct cloud* cloud, float scale);

// True if the coordinates of a file can be a position: neither NaN nor beyond 1e18.
bool cloud_is_position(const double position[3]);

// The origin of the coordinates of a file, all of them positions. It is 0 unless they are
// farther from 0 than they are apart: then floats relative to it keep what distinguishes
// them. Its parts are multiples of a power of two, so that most differences are exact.
void cloud_find_origin(const double (*positions)[3], uint32_t count, double origin[3]);

// The position relative to the origin, rounded; false if it is farther than 1e9 from it:
// above, sums of squares would leave the range of a float.
bool cloud_place(const double position[3], const double origin[3], float placed[3]);

// The box that holds all points but the outermost hundredth of each side.
void cloud_box(const struct cloud* cloud, float low[3], float high[3]);

// The same for any positions, `stride` bytes apart, without the `outermost` hundredths of
// them on each side.
void cloud_spread(const float* positions, size_t stride, uint32_t count,
                  uint32_t outermost, float low[3], float high[3]);

#endif
