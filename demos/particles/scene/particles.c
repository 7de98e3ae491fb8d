// SPDX-License-Identifier: MIT
#include "particles.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "gfx.h"
#include "shader_texts.h"

// As the outputs of simulate.vert, interleaved.
struct state {
    float place[4];
    float move[4];
    float paint[4];
};

static_assert(sizeof(struct state) == PARTICLE_BYTES, "what readers of it know");
static_assert(offsetof(struct splat_place, radius) == PARTICLE_RADIUS, "likewise");

const char* particles_word(enum particle_kind kind)
{
    return kind == PARTICLES_SPLATS ? "splats" : "particles";
}

static bool create_programs(struct particles* p, char* message)
{
    static const char* const state[] = {"new_place", "new_move", "new_paint", NULL};
    static const char* const key[] = {"key", NULL};
    if (p->kind != PARTICLES_SPLATS)
        p->step_program = gfx_feedback_program(simulate_vert, state, message);
    if (p->step_program || p->kind == PARTICLES_SPLATS)
        p->depth_program = gfx_feedback_program(depth_vert, key, message);
    return p->depth_program != 0;
}

static void float_attribute(GLuint at, int parts, size_t stride, size_t offset)
{
    glEnableVertexAttribArray(at);
    glVertexAttribPointer(at, parts, GL_FLOAT, GL_FALSE, (GLsizei)stride, (void*)offset);
}

static void create_array(struct particles* p, int at)
{
    const size_t stride = sizeof(struct state);
    glGenVertexArrays(1, &p->arrays[at]);
    glBindVertexArray(p->arrays[at]);
    glBindBuffer(GL_ARRAY_BUFFER, p->state[at]);
    float_attribute(0, 4, stride, offsetof(struct state, place));
    float_attribute(1, 4, stride, offsetof(struct state, move));
    float_attribute(4, 4, stride, offsetof(struct state, paint));
    if (p->points) {
        glBindBuffer(GL_ARRAY_BUFFER, p->points);
        float_attribute(2, 4, sizeof(struct point), 0);
        glEnableVertexAttribArray(3);
        glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(struct point),
                              (void*)offsetof(struct point, rgba));
    }
    glBindVertexArray(0);
}

// Splats stay where they are: one state, with nothing in it to be simulated.
static void create_places(struct particles* p, const struct splat_place* places)
{
    p->state[0] = gfx_buffer(p->count * sizeof *places, places);
    glGenVertexArrays(1, &p->arrays[0]);
    glBindVertexArray(p->arrays[0]);
    glBindBuffer(GL_ARRAY_BUFFER, p->state[0]);
    float_attribute(0, 4, sizeof *places, 0);
    glBindVertexArray(0);
}

bool particles_create(struct particles* particles, enum particle_kind kind,
                      uint32_t count, uint32_t seed, const struct cloud* cloud,
                      const struct splats* splats, char* message)
{
    *particles = (struct particles){
        .kind = kind,
        .count = count,
        .seed = seed,
        .radius_scale = 1.0f,
        .opacity_scale = 1.0f,
    };
    if (!create_programs(particles, message))
        return false;
    if (kind == PARTICLES_SPLATS) {
        create_places(particles, splats->places);
        return true;
    }
    if (kind == PARTICLES_CLOUD)
        particles->points = gfx_buffer(count * sizeof *cloud->points, cloud->points);
    for (int i = 0; i < 2; ++i) {
        particles->state[i] = gfx_buffer(count * sizeof(struct state), NULL);
        create_array(particles, i);
    }
    return true;
}

void particles_destroy(struct particles* particles)
{
    glDeleteVertexArrays(2, particles->arrays);
    glDeleteBuffers(2, particles->state);
    glDeleteBuffers(1, &particles->points);
    glDeleteProgram(particles->step_program);
    glDeleteProgram(particles->depth_program);
    *particles = (struct particles){0};
}

// Sizes and opacity such that any count fills the scene about alike.
static void set_look(const struct particles* p, float look[4])
{
    float few = 16384.0f / (float)p->count;
    float radius = 1.0f, opacity = 1.0f;
    if (p->kind == PARTICLES_SMOKE) {
        radius = powf(few, 0.25f);
        opacity = fminf(powf(few, 0.22f), 1.4f);
    } else if (p->kind == PARTICLES_BEADS) {
        radius = powf(few, 0.38f);
        opacity = 0.62f;
    }
    look[0] = fminf(radius, 3.0f) * p->radius_scale;
    look[1] = opacity * p->opacity_scale;
    look[2] = p->started ? 0.0f : 1.0f;
    look[3] = 1.0f;
}

static void capture(GLuint program, GLuint array, GLuint buffer, uint32_t count)
{
    glUseProgram(program);
    glBindVertexArray(array);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
}

void particles_step(struct particles* particles, float seconds)
{
    struct particles* p = particles;
    const GLuint program = p->step_program;
    float look[4];
    if (p->kind == PARTICLES_SPLATS)
        return;
    set_look(p, look);
    p->time += (double)seconds;
    gfx_set_int(program, "kind", (int)p->kind);
    gfx_set_uint(program, "count", p->count);
    gfx_set_uint(program, "seed", p->seed);
    gfx_set_float(program, "time", (float)p->time);
    gfx_set_float(program, "step_seconds", seconds);
    gfx_set_vec4(program, "attractor", p->attractor);
    gfx_set_vec4(program, "look", look);
    capture(program, p->arrays[p->now], p->state[1 - p->now], p->count);
    p->now = 1 - p->now;
    p->started = true;
}

void particles_warm_up(struct particles* particles)
{
    // A little longer than the life of a puff.
    const int steps = particles->kind == PARTICLES_SMOKE ? 180 : 1;
    particles_step(particles, 0.0f);
    for (int i = 0; i < steps; ++i)
        particles_step(particles, 1.0f / 30.0f);
}

void particles_keys(const struct particles* particles, const float back[4],
                    uint32_t buffer)
{
    const struct particles* p = particles;
    gfx_set_vec4(p->depth_program, "back", back);
    capture(p->depth_program, p->arrays[p->now], buffer, p->count);
}
