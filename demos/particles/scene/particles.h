// SPDX-License-Identifier: MIT
// The particles on the GPU: their state, a step of their simulation and their sort keys,
// all by transform feedback, which GL 3.3 has as well.
#ifndef DEMO_PARTICLES_H
#define DEMO_PARTICLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloud.h"
#include "splats.h"

enum particle_kind {
    PARTICLES_SMOKE,
    PARTICLES_BEADS,
    PARTICLES_CLOUD,
    PARTICLES_SPLATS
};

// "particles" or "splats", for people.
const char* particles_word(enum particle_kind kind);

// A particle in its buffer begins with three floats, its position, and its radius.
enum { PARTICLE_BYTES = 48, PARTICLE_RADIUS = 12 };

struct particles {
    enum particle_kind kind;
    uint32_t count;
    uint32_t seed;
    double time;
    float attractor[4];  // position and strength
    float radius_scale;  // chosen by the user
    float opacity_scale; // chosen by the user
    bool started;
    uint32_t state[2];  // buffers, this step's and the last one's
    uint32_t arrays[2]; // vertex arrays that read them
    uint32_t now;       // which of them is the newest
    uint32_t points;    // buffer of the cloud's points; 0: none
    uint32_t step_program;
    uint32_t depth_program;
};

// cloud and splats: for these kinds; at least count of them. False and a sentence on
// failure.
bool particles_create(struct particles* particles, enum particle_kind kind,
                      uint32_t count, uint32_t seed, const struct cloud* cloud,
                      const struct splats* splats, char* message);
void particles_destroy(struct particles* particles);

void particles_step(struct particles* particles, float seconds);
// Simulates until the scene has its usual look.
void particles_warm_up(struct particles* particles);

// Writes the depth of each particle to the buffer.
void particles_keys(const struct particles* particles, const float back[4],
                    uint32_t buffer);

#endif
