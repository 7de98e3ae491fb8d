// SPDX-License-Identifier: MIT
// A pool of particles in one buffer, as a simulation on the GPU leaves it: how many there
// are is in a GPU buffer, some are dead, and the CPU learns neither.
#include <math.h>
#include <stdlib.h>

#include "gl_scene.h"
#include "gl_suite.h"

enum { POOL = 700, COUNT = 610 };

struct particle {
    float position[3];
    float radius;
    float velocity[2];
    uint32_t colour;
    float age; // dead from 1 on
};

static struct gl_harness harness;
static glsort_context* context;

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

static glsort_order_desc describe(const struct gl_scene* s, glsort_backend backend)
{
    return (glsort_order_desc){
        .max_count = POOL,
        .position.stride = sizeof(struct particle),
        .count_source = GLSORT_COUNT_FROM_BUFFER,
        .cull = GLSORT_CULL_FRUSTUM,
        .dead = {.test = GLSORT_DEAD_F32_AT_LEAST,
                 .field = {.offset = offsetof(struct particle, age),
                           .stride = sizeof(struct particle)},
                 .f32 = 1.0f},
        // Without indirect draws all are drawn: the rest is filled.
        .command = gl_scene_has_indirect_draws(s) ? GLSORT_COMMAND_DRAW_ELEMENTS
                                                  : GLSORT_COMMAND_NONE,
        .backend = backend,
    };
}

static void draw_by_library(struct gl_scene* s, GLuint particles, glsort_backend backend,
                            uint8_t* pixels)
{
    const uint32_t alive = COUNT;
    const glsort_order_desc desc = describe(s, backend);
    const GLuint count = gl_buffer_create(s->h, sizeof alive, &alive);
    const GLuint order = gl_buffer_create(s->h, POOL * sizeof(uint32_t), NULL);
    const GLuint command = gl_buffer_create(s->h, 5 * sizeof(uint32_t), NULL);
    const bool indirect = desc.command != GLSORT_COMMAND_NONE;
    glsort_order_args args = {.positions.name = particles,
                              .count_in.name = count,
                              .views = {s->view},
                              .order_out.name = order,
                              .command_out.name = indirect ? command : 0};
    glsort_plan* plan = NULL;
    if (glsort_order_create(context, &desc, &plan) != GLSORT_OK ||
        glsort_order_run(plan, &args) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    gl_scene_show(s,
                  &(const struct gl_scene_draw){.mode = GL_POINTS,
                                                .order = order,
                                                .count = POOL,
                                                .command = args.command_out.name},
                  pixels);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(3, (const GLuint[]){count, order, command});
}

static void particles_are_drawn_as_by_a_cpu_sort(void** state)
{
    static struct particle particles[POOL];
    static double depths[POOL];
    static uint32_t sorted[POOL], unsorted[POOL];
    static uint8_t pixels[SCENE_BYTES], by_cpu[SCENE_BYTES], without[SCENE_BYTES];
    struct gl_scene s;
    uint32_t visible = 0;
    gl_scene_open(&s, &harness);
    fill(particles, depths);
    const uint32_t count = gl_scene_sort(depths, POOL, sorted);
    for (uint32_t i = 0; i < POOL; ++i)
        if (!isnan(depths[i]))
            unsorted[visible++] = i;
    const GLuint buffers[] = {gl_buffer_create(&harness, sizeof particles, particles),
                              gl_buffer_create(&harness, sizeof sorted, sorted),
                              gl_buffer_create(&harness, sizeof unsorted, unsorted)};
    const size_t stride = sizeof(struct particle);
    gl_scene_attribute(&s, 0, 3, GL_FLOAT, buffers[0], stride, 0);
    gl_scene_attribute(&s, 1, 4, GL_UNSIGNED_BYTE, buffers[0], stride,
                       offsetof(struct particle, colour));
    gl_scene_attribute(&s, 2, 1, GL_FLOAT, buffers[0], stride,
                       offsetof(struct particle, radius));
    struct gl_scene_draw of_cpu = {
        .mode = GL_POINTS, .order = buffers[1], .count = count};
    gl_scene_show(&s, &of_cpu, by_cpu);
    of_cpu.order = buffers[2];
    gl_scene_show(&s, &of_cpu, without);
    draw_by_library(&s, buffers[0], GLSORT_BACKEND_AUTO, pixels);
    gl_scene_expect(pixels, by_cpu, without);
    draw_by_library(&s, buffers[0], GLSORT_BACKEND_FRAGMENT, pixels);
    gl_scene_expect(pixels, by_cpu, without);
    harness.gl.DeleteBuffers(3, buffers);
    gl_scene_close(&s);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particles_are_drawn_as_by_a_cpu_sort),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .context = &context,
        .apis = GL_SCENE_APIS,
        .opens_newest = argc > 2, // a word after that of the API
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
