// SPDX-License-Identifier: MIT
// A pool of particles in one buffer, as a simulation on the GPU leaves it: how many there
// are is in a GPU buffer, some are dead, and the CPU learns neither.
#include <math.h>

#include "gl_scene.h"

enum { POOL = 700, COUNT = 610 };

struct particle {
    float position[3];
    float radius;
    float velocity[2];
    uint32_t colour;
    float age; // dead from 1 on
};

struct pool {
    struct particle particles[POOL];
    double depths[POOL];
    GLuint buffer;
};

GL_SUITE(.unmocked = true, .apis = SCENE_APIS);

static void fill(struct particle* particles, double* depths)
{
    uint64_t seed = 3;
    for (uint32_t i = 0; i < POOL; ++i) {
        struct particle* p = &particles[i];
        for (int axis = 0; axis < 3; ++axis)
            p->position[axis] = gl_scene_coordinate(&seed, 1.5f);
        p->radius = 5.0f + (float)(i % 9);
        p->colour = gl_scene_colour(&seed);
        p->age = (float)(i % 5) / 4.0f;
        depths[i] = i < COUNT && p->age < 1.0f ? gl_scene_depth(p->position) : NAN;
    }
}

static void draw_by_cpu(struct gl_scene* s, const void* engine, bool sorts,
                        uint8_t* pixels)
{
    const struct pool* pool = engine;
    gl_scene_show_points(s, pool->depths, POOL, sorts, pixels);
}

static void draw_by_library(struct gl_scene* s, const void* engine,
                            glsort_backend backend, uint8_t* pixels)
{
    const struct pool* pool = engine;
    const uint32_t alive = COUNT;
    const bool indirect = gl_scene_has_indirect_draws(s);
    const glsort_order_desc desc = {
        .max_count = POOL,
        .position.stride = sizeof(struct particle),
        .count_source = GLSORT_COUNT_FROM_BUFFER,
        .cull = GLSORT_CULL_FRUSTUM,
        .dead = {.test = GLSORT_DEAD_F32_AT_LEAST,
                 .field = {.offset = offsetof(struct particle, age),
                           .stride = sizeof(struct particle)},
                 .f32 = 1.0f},
        // Without indirect draws all are drawn: the rest is filled.
        .command = indirect ? GLSORT_COMMAND_DRAW_ELEMENTS : GLSORT_COMMAND_NONE,
        .backend = backend,
    };
    const GLuint count = gl_buffer_create(s->h, sizeof alive, &alive);
    const GLuint order = gl_buffer_create(s->h, POOL * sizeof(uint32_t), NULL);
    const GLuint command = gl_buffer_create(s->h, 5 * sizeof(uint32_t), NULL);
    const glsort_order_args args = {.positions.name = pool->buffer,
                                    .dead.name = pool->buffer,
                                    .count_in.name = count,
                                    .views = {s->view},
                                    .order_out.name = order,
                                    .command_out.name = indirect ? command : 0};
    gl_scene_order(context, &desc, &args);
    gl_scene_show(s,
                  &(const struct gl_scene_draw){.mode = GL_POINTS,
                                                .order = order,
                                                .count = POOL,
                                                .command = args.command_out.name},
                  pixels);
    harness.gl.DeleteBuffers(3, (const GLuint[]){count, order, command});
}

TEST(particles_are_drawn_as_by_a_cpu_sort)
{
    static struct pool pool;
    const size_t stride = sizeof(struct particle);
    struct gl_scene s;
    gl_scene_open(&s, &harness);
    fill(pool.particles, pool.depths);
    pool.buffer = gl_buffer_create(&harness, sizeof pool.particles, pool.particles);
    gl_scene_attribute(&s, 0, 3, GL_FLOAT, pool.buffer, stride, 0);
    gl_scene_attribute(&s, 1, 4, GL_UNSIGNED_BYTE, pool.buffer, stride,
                       offsetof(struct particle, colour));
    gl_scene_attribute(&s, 2, 1, GL_FLOAT, pool.buffer, stride,
                       offsetof(struct particle, radius));
    gl_scene_expect(&s, &(const struct gl_trial){draw_by_cpu, draw_by_library}, &pool);
    harness.gl.DeleteBuffers(1, &pool.buffer);
    gl_scene_close(&s);
}
