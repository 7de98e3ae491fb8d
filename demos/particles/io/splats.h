// SPDX-License-Identifier: MIT
// Gaussian splats as the demo keeps them on the CPU and uploads them to the GPU: what is
// needed to order them apart from what is needed to draw them.
#ifndef DEMO_SPLATS_H
#define DEMO_SPLATS_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_SPLATS = 1 << 24 };

// The brightest colour that is kept.
#define SPLAT_BRIGHTEST 4.0

struct splat_place {
    float position[3];
    float radius; // of a sphere that is out of view only if nothing of the splat is drawn
};

struct splat_shape {
    float covariance[6]; // xx, xy, xz, yy, yz, zz
    uint16_t paint[4];   // colour as shown, of SPLAT_BRIGHTEST; opacity of 1
};

struct splats {
    struct splat_place* places;
    struct splat_shape* shapes;
    uint32_t count;
};

// A splat as files describe it.
struct splat {
    double position[3];
    double deviations[3]; // along the axes of the rotation, 0 and up
    double rotation[4];   // quaternion w, x, y, z of any length but 0
    double color[3];      // as shown, 0 to 1; more is cut off at SPLAT_BRIGHTEST
    double opacity;       // 0 to 1
};

// Memory for count splats, all invisible; false if there is none.
bool splats_allocate(struct splats* splats, uint32_t count);
void splats_free(struct splats* splats);

// Writes splat `at`. False, and nothing is written, if the splat is impossible: a value
// is NaN, a position or a deviation is above 1e9, a deviation is negative, or the
// rotation is 0 or infinite.
bool splats_put(struct splats* splats, uint32_t at, const struct splat* splat);

// A copy of `count` splats, evenly spread over their order.
bool splats_copy(struct splats* copy, const struct splats* splats, uint32_t count);

// Puts them in random order, as training leaves them: the same on every machine.
void splats_shuffle(struct splats* splats);

// Moves what most of them show to the origin and makes it about 2 wide. Captures have y
// down; here it is up.
void splats_stand(struct splats* splats);

// Makes each of them larger by the factor.
void splats_grow(struct splats* splats, float factor);

#endif
