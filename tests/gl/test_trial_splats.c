// SPDX-License-Identifier: MIT
// Splats in the records of a file, as a viewer uploads them: 62 floats each, of which an
// order reads a position and a radius. Those before the near plane or beside the picture
// are culled, and the viewer draws all of them: the rest of the order drops out.
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "gl_scene.h"
#include "gl_suite.h"

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

static struct gl_harness harness;
static glsort_context* context;

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

static void draw_by_library(struct gl_scene* s, GLuint splats, glsort_backend backend,
                            uint8_t* pixels)
{
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
                                    .positions.name = splats,
                                    .views = {s->view},
                                    .order_out.name = order};
    glsort_plan* plan = NULL;
    if (glsort_order_create(context, &desc, &plan) != GLSORT_OK ||
        glsort_order_run(plan, &args) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    gl_scene_show(
        s,
        &(const struct gl_scene_draw){.mode = GL_POINTS, .order = order, .count = SPLATS},
        pixels);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &order);
}

static void splats_in_records_are_drawn_as_by_a_cpu_sort(void** state)
{
    static struct splat splats[SPLATS];
    static double depths[SPLATS];
    static uint32_t sorted[SPLATS], unsorted[SPLATS];
    static uint8_t pixels[SCENE_BYTES], by_cpu[SCENE_BYTES], without[SCENE_BYTES];
    const size_t stride = sizeof(struct splat);
    struct gl_scene s;
    gl_scene_open(&s, &harness);
    fill(splats, depths);
    const uint32_t count = gl_scene_sort(depths, SPLATS, sorted);
    for (uint32_t i = 0, at = 0; i < SPLATS; ++i)
        if (!isnan(depths[i]))
            unsorted[at++] = i;
    const GLuint buffers[] = {gl_buffer_create(&harness, sizeof splats, splats),
                              gl_buffer_create(&harness, sizeof sorted, sorted),
                              gl_buffer_create(&harness, sizeof unsorted, unsorted)};
    struct gl_scene_draw draw = {.mode = GL_POINTS, .order = buffers[1], .count = count};
    gl_scene_attribute(&s, 0, 3, GL_FLOAT, buffers[0], stride, 0);
    gl_scene_attribute(&s, 1, 3, GL_FLOAT, buffers[0], stride,
                       offsetof(struct splat, colour));
    gl_scene_attribute(&s, 2, 1, GL_FLOAT, buffers[0], stride,
                       offsetof(struct splat, scale[1]));
    gl_scene_show(&s, &draw, by_cpu);
    draw.order = buffers[2];
    gl_scene_show(&s, &draw, without);
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
        cmocka_unit_test(splats_in_records_are_drawn_as_by_a_cpu_sort),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .context = &context,
        .apis = GL_SCENE_APIS,
        .opens_newest = argc > 2, // a word after that of the API
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
