// SPDX-License-Identifier: MIT
// An engine that owns its draw calls: it draws the whole index buffer, of 16 bits, with a
// count of its own. Triangles out of sight are culled, and primitive restart drops what
// the order has in their place.
#include "gl_data.h"
#include "gl_scene.h"

enum { TRIANGLES = 300, CORNERS = 3 * TRIANGLES };

struct vertex {
    float position[3];
    uint32_t colour;
};

struct mesh {
    struct vertex vertices[CORNERS];
    uint16_t indices[CORNERS];
    double depths[TRIANGLES];
    GLuint vertex_buffer, index_buffer;
};

GL_SUITE(.unmocked = true, .apis = SCENE_APIS);

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

static void show(struct gl_scene* s, GLuint order, uint8_t* pixels)
{
    gl_scene_show(s,
                  &(const struct gl_scene_draw){.mode = GL_TRIANGLES,
                                                .order = order,
                                                .index = GLSORT_INDEX_U32,
                                                .count = CORNERS},
                  pixels);
}

static uint32_t rest_of(GLuint order)
{
    uint32_t indices[CORNERS];
    uint32_t rest = 0;
    gl_buffer_read(&harness, order, 0, sizeof indices, indices);
    for (uint32_t i = 0; i < CORNERS; ++i)
        rest += indices[i] == 0xFFFFFFFF;
    return rest;
}

static void draw_by_cpu(struct gl_scene* s, const void* engine, bool sorts,
                        uint8_t* pixels)
{
    const struct mesh* m = engine;
    uint32_t order[TRIANGLES];
    uint32_t listed[CORNERS];
    assert_int_equal(gl_scene_list(m->depths, TRIANGLES, sorts, order), TRIANGLES);
    for (uint32_t i = 0; i < CORNERS; ++i)
        listed[i] = m->indices[3 * order[i / 3] + i % 3];
    const GLuint buffer = gl_buffer_create(&harness, sizeof listed, listed);
    show(s, buffer, pixels); // all of them: GL clips what is out of sight
    harness.gl.DeleteBuffers(1, &buffer);
}

static void draw_by_library(struct gl_scene* s, const void* engine,
                            glsort_backend backend, uint8_t* pixels)
{
    const struct mesh* m = engine;
    const glsort_order_desc desc = {
        .max_count = TRIANGLES,
        .position.stride = sizeof(struct vertex),
        .primitive = {.vertices = 3, .index = GLSORT_INDEX_U16},
        .max_vertices = CORNERS,
        .cull = GLSORT_CULL_FRUSTUM,
        .flags = GLSORT_ORDER_FILLS_REST,
        .backend = backend,
    };
    const GLuint order = gl_buffer_create(&harness, CORNERS * sizeof(uint32_t), NULL);
    const glsort_order_args args = {.count = TRIANGLES,
                                    .positions.name = m->vertex_buffer,
                                    .indices_in.name = m->index_buffer,
                                    .vertex_count = CORNERS,
                                    .views = {s->view},
                                    .order_out.name = order};
    gl_scene_order(context, &desc, &args);
    show(s, order, pixels);
    assert_true(rest_of(order) > CORNERS / 4 && rest_of(order) < CORNERS);
    harness.gl.DeleteBuffers(1, &order);
}

TEST(a_culled_draw_with_the_count_of_the_engine_is_that_of_a_cpu_sort)
{
    static struct mesh m;
    struct gl_scene s;
    gl_scene_open(&s, &harness);
    fill(m.vertices, m.indices, m.depths);
    m.vertex_buffer = gl_buffer_create(&harness, sizeof m.vertices, m.vertices);
    m.index_buffer = gl_buffer_create(&harness, sizeof m.indices, m.indices);
    gl_scene_attribute(&s, 0, 3, GL_FLOAT, m.vertex_buffer, sizeof(struct vertex), 0);
    gl_scene_attribute(&s, 1, 4, GL_UNSIGNED_BYTE, m.vertex_buffer, sizeof(struct vertex),
                       offsetof(struct vertex, colour));
    gl_scene_expect(&s, &(const struct gl_trial){draw_by_cpu, draw_by_library}, &m);
    harness.gl.DeleteBuffers(2, (const GLuint[]){m.vertex_buffer, m.index_buffer});
    gl_scene_close(&s);
}
