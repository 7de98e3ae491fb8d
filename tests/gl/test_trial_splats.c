// SPDX-License-Identifier: MIT
// Splats in the records of a file, as a viewer uploads them: 62 floats each, of which an
// order reads a position and a radius. Those before the near plane or beside the picture
// are culled, and the viewer draws all of them: the rest of the order drops out.
#include <assert.h>
#include <math.h>

#include "gl_scene.h"

enum { SPLATS = 400 };

struct splat {
    float position[3];
    float normal[3];
    float colour[3];
    float rest[45];
    float opacity;
    float scale[3];
    float rotation[4];
};

static_assert(sizeof(struct splat) == 248, "as in the files of Kerbl et al.");

struct viewer {
    struct splat splats[SPLATS];
    double depths[SPLATS];
    GLuint buffer;
};

GL_SUITE(.unmocked = true, .apis = SCENE_APIS);

// scale[0] is the radius in space, scale[1] the size of the point.
static void fill(struct splat* splats, double* depths)
{
    uint64_t seed = 8;
    for (uint32_t i = 0; i < SPLATS; ++i) {
        struct splat* p = &splats[i];
        for (int axis = 0; axis < 3; ++axis) {
            p->position[axis] = gl_scene_coordinate(&seed, 1.5f);
            p->colour[axis] = gl_scene_coordinate(&seed, 0.5f) + 0.5f;
        }
        for (int at = 0; at < 45; ++at)
            p->rest[at] = NAN; // of no use to an order
        p->scale[0] = 0.125f;
        p->scale[1] = 6.0f + (float)(i % 7);
        if (i % 4 == 0)
            p->position[2] = 4.0f + gl_scene_coordinate(&seed, 0.25f); // at the eye
        depths[i] = i % 4 == 0 ? (double)NAN : gl_scene_depth(p->position);
    }
}

static void draw_by_cpu(struct gl_scene* s, const void* engine, bool sorts,
                        uint8_t* pixels)
{
    const struct viewer* viewer = engine;
    gl_scene_show_points(s, viewer->depths, SPLATS, sorts, pixels);
}

static void draw_by_library(struct gl_scene* s, const void* engine,
                            glsort_backend backend, uint8_t* pixels)
{
    const struct viewer* viewer = engine;
    const glsort_order_desc desc = {
        .max_count = SPLATS,
        .position.stride = sizeof(struct splat),
        .cull = GLSORT_CULL_FRUSTUM,
        .radius_source = GLSORT_RADIUS_PER_ELEMENT,
        .radius = {.offset = offsetof(struct splat, scale),
                   .stride = sizeof(struct splat)},
        .flags = GLSORT_ORDER_FILLS_REST,
        .backend = backend,
    };
    const GLuint order = gl_buffer_create(&harness, SPLATS * sizeof(uint32_t), NULL);
    const glsort_order_args args = {.count = SPLATS,
                                    .positions.name = viewer->buffer,
                                    .radii.name = viewer->buffer,
                                    .views = {s->view},
                                    .order_out.name = order};
    gl_scene_order(context, &desc, &args);
    gl_scene_show(
        s,
        &(const struct gl_scene_draw){.mode = GL_POINTS, .order = order, .count = SPLATS},
        pixels);
    harness.gl.DeleteBuffers(1, &order);
}

TEST(splats_in_records_are_drawn_as_by_a_cpu_sort)
{
    static struct viewer viewer;
    const size_t stride = sizeof(struct splat);
    struct gl_scene s;
    gl_scene_open(&s, &harness);
    fill(viewer.splats, viewer.depths);
    viewer.buffer = gl_buffer_create(&harness, sizeof viewer.splats, viewer.splats);
    gl_scene_attribute(&s, 0, 3, GL_FLOAT, viewer.buffer, stride, 0);
    gl_scene_attribute(&s, 1, 3, GL_FLOAT, viewer.buffer, stride,
                       offsetof(struct splat, colour));
    gl_scene_attribute(&s, 2, 1, GL_FLOAT, viewer.buffer, stride,
                       offsetof(struct splat, scale[1]));
    gl_scene_expect(&s, &(const struct gl_trial){draw_by_cpu, draw_by_library}, &viewer);
    harness.gl.DeleteBuffers(1, &viewer.buffer);
    gl_scene_close(&s);
}
