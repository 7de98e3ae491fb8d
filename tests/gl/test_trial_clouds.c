// SPDX-License-Identifier: MIT
// Point clouds of a robot, as a viewer holds them: a buffer each, of points that are a
// position and a colour, some of them not a number. All are drawn by one index buffer,
// with counts that the viewer knows; what is not a number drops out.
#include <math.h>

#include "gl_scene.h"

enum { CLOUDS = 3, MOST = 300 };

struct point {
    float position[3];
    uint32_t colour;
};

struct cloud {
    uint32_t count;
    struct point points[MOST];
    double depths[MOST];
    GLuint buffer;
};

GL_SUITE(.unmocked = true, .apis = SCENE_APIS);

static void open_cloud(struct cloud* c, uint32_t count, uint64_t seed)
{
    c->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        for (int axis = 0; axis < 3; ++axis)
            c->points[i].position[axis] = gl_scene_coordinate(&seed, 1.75f);
        if (i % 11 == 0)
            c->points[i].position[i % 3] = NAN;
        c->points[i].colour = gl_scene_colour(&seed);
        c->depths[i] = i % 11 == 0 ? (double)NAN : gl_scene_depth(c->points[i].position);
    }
    c->buffer = gl_buffer_create(&harness, count * sizeof *c->points, c->points);
}

// The clouds one after the other, each by its indices from `first` on.
static void draw(struct gl_scene* s, const struct cloud* clouds, GLuint order,
                 uint8_t* pixels)
{
    size_t first = 0;
    gl_scene_clear(s);
    for (uint32_t i = 0; i < CLOUDS; ++i) {
        gl_scene_attribute(s, 0, 3, GL_FLOAT, clouds[i].buffer, sizeof(struct point), 0);
        gl_scene_attribute(s, 1, 4, GL_UNSIGNED_BYTE, clouds[i].buffer,
                           sizeof(struct point), offsetof(struct point, colour));
        gl_scene_draw(s, &(const struct gl_scene_draw){.mode = GL_POINTS,
                                                       .order = order,
                                                       .offset = first,
                                                       .count = clouds[i].count});
        first += clouds[i].count * sizeof(uint32_t);
    }
    gl_scene_read(s, pixels);
}

static void draw_by_cpu(struct gl_scene* s, const void* engine, bool sorts,
                        uint8_t* pixels)
{
    const struct cloud* clouds = engine;
    uint32_t indices[CLOUDS * MOST], first = 0;
    for (uint32_t i = 0; i < CLOUDS; ++i) {
        const uint32_t count = clouds[i].count;
        uint32_t used = gl_scene_list(clouds[i].depths, count, sorts, indices + first);
        for (; used < count; ++used)
            indices[first + used] = 0xFFFFFFFFu;
        first += count;
    }
    const GLuint order = gl_buffer_create(&harness, sizeof indices, indices);
    draw(s, clouds, order, pixels);
    harness.gl.DeleteBuffers(1, &order);
}

static void draw_by_library(struct gl_scene* s, const void* engine,
                            glsort_backend backend, uint8_t* pixels)
{
    const struct cloud* clouds = engine;
    const glsort_order_desc desc = {.max_count = MOST,
                                    .position.stride = sizeof(struct point),
                                    .flags = GLSORT_ORDER_FILLS_REST,
                                    .backend = backend};
    const GLuint order =
        gl_buffer_create(&harness, CLOUDS * MOST * sizeof(uint32_t), NULL);
    glsort_order_args args = {.views = {s->view}, .order_out.name = order};
    glsort_plan* plan = NULL;
    if (glsort_order_create(context, &desc, &plan) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    for (uint32_t i = 0; i < CLOUDS; ++i) {
        args.count = clouds[i].count;
        args.positions.name = clouds[i].buffer;
        if (glsort_order_run(plan, &args) != GLSORT_OK)
            fail_msg("%s", glsort_plan_last_error(plan));
        args.order_out.offset += clouds[i].count * sizeof(uint32_t);
    }
    draw(s, clouds, order, pixels);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &order);
}

TEST(clouds_are_drawn_as_by_a_cpu_sort)
{
    static struct cloud clouds[CLOUDS];
    struct gl_scene s;
    gl_scene_open(&s, &harness);
    for (uint32_t i = 0; i < CLOUDS; ++i)
        open_cloud(&clouds[i], MOST - 97 * i, i + 1);
    gl_scene_expect(&s, &(const struct gl_trial){draw_by_cpu, draw_by_library}, clouds);
    for (uint32_t i = 0; i < CLOUDS; ++i)
        harness.gl.DeleteBuffers(1, &clouds[i].buffer);
    gl_scene_close(&s);
}
