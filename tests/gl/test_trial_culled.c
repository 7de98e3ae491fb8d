// SPDX-License-Identifier: MIT
// An engine that owns its draw calls: it draws the whole index buffer, of 16 bits, with a
// count of its own. Triangles out of sight are culled, and primitive restart drops what
// the order has in their place.
#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "gl_scene.h"
#include "gl_suite.h"

enum { TRIANGLES = 300, CORNERS = 3 * TRIANGLES };

struct vertex {
    float position[3];
    uint32_t colour;
};

static struct gl_harness harness;
static glsort_context* context;

// Small triangles in a box that is wider than what the camera sees, so that many are
// outside. None crosses the eye.
static void fill(struct vertex* vertices, uint16_t* indices, double* depths)
{
    uint64_t seed = 21;
    for (uint32_t i = 0; i < TRIANGLES; ++i) {
        float centre[3];
        const uint32_t colour = gl_scene_colour(&seed);
        for (int axis = 0; axis < 3; ++axis)
            centre[axis] = gl_scene_coordinate(&seed, axis == 0 ? 8.0f : 1.5f);
        depths[i] = 0.0;
        for (uint32_t at = 3 * i; at < 3 * i + 3; ++at) {
            for (int axis = 0; axis < 3; ++axis)
                vertices[at].position[axis] =
                    centre[axis] + gl_scene_coordinate(&seed, 0.75f);
            vertices[at].colour = colour;
            indices[at] = (uint16_t)at;
            depths[i] += gl_scene_depth(vertices[at].position);
        }
    }
}

static uint32_t rest_of(GLuint order)
{
    uint16_t indices[CORNERS];
    uint32_t rest = 0;
    gl_buffer_read(&harness, order, 0, sizeof indices, indices);
    for (uint32_t i = 0; i < CORNERS; ++i)
        rest += indices[i] == 0xFFFF;
    return rest;
}

static void draw_by_library(struct gl_scene* s, GLuint vertices, GLuint indices,
                            glsort_backend backend, uint8_t* pixels)
{
    const glsort_order_desc desc = {
        .max_count = TRIANGLES,
        .position.stride = sizeof(struct vertex),
        .primitive = {.vertices = 3, .index = GLSORT_INDEX_U16},
        .max_vertices = CORNERS,
        .cull = GLSORT_CULL_FRUSTUM,
        .order_index = GLSORT_INDEX_U16,
        .flags = GLSORT_ORDER_FILLS_REST,
        .backend = backend,
    };
    const GLuint order = gl_buffer_create(&harness, CORNERS * sizeof(uint16_t), NULL);
    const glsort_order_args args = {.count = TRIANGLES,
                                    .positions.name = vertices,
                                    .indices_in.name = indices,
                                    .vertex_count = CORNERS,
                                    .views = {s->view},
                                    .order_out.name = order};
    glsort_plan* plan = NULL;
    if (glsort_order_create(context, &desc, &plan) != GLSORT_OK ||
        glsort_order_run(plan, &args) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    gl_scene_show(s,
                  &(const struct gl_scene_draw){.mode = GL_TRIANGLES,
                                                .order = order,
                                                .index = GLSORT_INDEX_U16,
                                                .count = CORNERS},
                  pixels);
    assert_true(rest_of(order) > CORNERS / 4 && rest_of(order) < CORNERS);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &order);
}

static void a_culled_draw_with_the_count_of_the_engine_is_that_of_a_cpu_sort(void** state)
{
    static struct vertex vertices[CORNERS];
    static uint16_t indices[CORNERS], sorted[CORNERS];
    static double depths[TRIANGLES];
    static uint32_t order[TRIANGLES];
    static uint8_t pixels[SCENE_BYTES], by_cpu[SCENE_BYTES], without[SCENE_BYTES];
    struct gl_scene s;
    gl_scene_open(&s, &harness);
    fill(vertices, indices, depths);
    assert_int_equal(gl_scene_sort(depths, TRIANGLES, order), TRIANGLES);
    for (uint32_t i = 0; i < CORNERS; ++i)
        sorted[i] = indices[3 * order[i / 3] + i % 3];
    const GLuint buffers[] = {gl_buffer_create(&harness, sizeof vertices, vertices),
                              gl_buffer_create(&harness, sizeof indices, indices),
                              gl_buffer_create(&harness, sizeof sorted, sorted)};
    struct gl_scene_draw draw = {.mode = GL_TRIANGLES,
                                 .order = buffers[2],
                                 .index = GLSORT_INDEX_U16,
                                 .count = CORNERS};
    gl_scene_attribute(&s, 0, 3, GL_FLOAT, buffers[0], sizeof(struct vertex), 0);
    gl_scene_attribute(&s, 1, 4, GL_UNSIGNED_BYTE, buffers[0], sizeof(struct vertex),
                       offsetof(struct vertex, colour));
    gl_scene_show(&s, &draw, by_cpu); // all of them: GL clips what is out of sight
    draw.order = buffers[1];
    gl_scene_show(&s, &draw, without);
    draw_by_library(&s, buffers[0], buffers[1], GLSORT_BACKEND_AUTO, pixels);
    gl_scene_expect(pixels, by_cpu, without);
    draw_by_library(&s, buffers[0], buffers[1], GLSORT_BACKEND_FRAGMENT, pixels);
    gl_scene_expect(pixels, by_cpu, without);
    harness.gl.DeleteBuffers(3, buffers);
    gl_scene_close(&s);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_culled_draw_with_the_count_of_the_engine_is_that_of_a_cpu_sort),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .context = &context,
        .apis = GL_SCENE_APIS,
        .opens_newest = argc > 2, // a word after that of the API
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
