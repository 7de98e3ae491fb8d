// SPDX-License-Identifier: MIT
// Two translucent meshes of an engine, one of u16 indices in a packed index buffer, where
// they begin at an odd multiple of 2 bytes, and one of u32 indices, with vertices of
// different strides. One order serves both, and a third one keeps u16 for the draw.
#include <string.h>

#include "gl_data.h"
#include "gl_scene.h"

enum { TRIANGLES = 200, MESH_VERTICES = 150, SHORTS_FIRST = 3, MOST_STRIDE = 32 };

GL_SUITE(.unmocked = true, .apis = SCENE_APIS);

struct mesh {
    uint32_t stride; // of the vertices: three floats, then the colour
    glsort_index index;
    uint8_t vertices[MESH_VERTICES * MOST_STRIDE];
    uint32_t indices[3 * TRIANGLES];
    double depths[TRIANGLES];
    GLuint vertex_buffer, index_buffer;
};

static const uint8_t* vertex_at(const struct mesh* m, uint32_t at)
{
    return m->vertices + (size_t)at * m->stride;
}

static void fill_vertices(struct mesh* m, uint64_t* seed)
{
    for (uint32_t i = 0; i < MESH_VERTICES; ++i) {
        float position[3];
        const uint32_t colour = gl_scene_colour(seed);
        for (int axis = 0; axis < 3; ++axis)
            position[axis] = gl_scene_coordinate(seed, 1.5f);
        memcpy(m->vertices + i * m->stride, position, sizeof position);
        memcpy(m->vertices + i * m->stride + sizeof position, &colour, sizeof colour);
    }
}

// The sum of the depths of its vertices sorts a triangle.
static void fill_triangles(struct mesh* m, uint64_t* seed)
{
    for (uint32_t i = 0; i < TRIANGLES; ++i) {
        m->depths[i] = 0.0;
        for (uint32_t at = 3 * i; at < 3 * i + 3; ++at) {
            float position[3];
            m->indices[at] = (uint32_t)(gl_random(seed) >> 20) % MESH_VERTICES;
            memcpy(position, vertex_at(m, m->indices[at]), sizeof position);
            m->depths[i] += gl_scene_depth(position);
        }
    }
}

// A buffer of these indices; those of 16 bits begin after `first` others.
static GLuint buffer_of(const uint32_t* indices, glsort_index index, uint32_t first)
{
    uint16_t shorts[3 * TRIANGLES + SHORTS_FIRST + 1] = {0};
    if (index == GLSORT_INDEX_U32)
        return gl_buffer_create(&harness, 3 * TRIANGLES * sizeof *indices, indices);
    for (uint32_t i = 0; i < 3 * TRIANGLES; ++i)
        shorts[first + i] = (uint16_t)indices[i];
    return gl_buffer_create(&harness, sizeof shorts, shorts);
}

static void open_mesh(struct mesh* m, uint32_t stride, glsort_index index, uint64_t seed)
{
    *m = (struct mesh){.stride = stride, .index = index};
    fill_vertices(m, &seed);
    fill_triangles(m, &seed);
    m->vertex_buffer =
        gl_buffer_create(&harness, MESH_VERTICES * (size_t)stride, m->vertices);
    m->index_buffer = buffer_of(m->indices, index, SHORTS_FIRST);
}

static void close_mesh(const struct mesh* m)
{
    harness.gl.DeleteBuffers(2, (const GLuint[]){m->vertex_buffer, m->index_buffer});
}

static void draw(struct gl_scene* s, const struct mesh* m, GLuint order,
                 glsort_index index, size_t offset, uint8_t* pixels)
{
    const struct gl_scene_draw draw = {.mode = GL_TRIANGLES,
                                       .order = order,
                                       .index = index,
                                       .offset = offset,
                                       .count = 3 * TRIANGLES};
    gl_scene_attribute(s, 0, 3, GL_FLOAT, m->vertex_buffer, m->stride, 0);
    gl_scene_attribute(s, 1, 4, GL_UNSIGNED_BYTE, m->vertex_buffer, m->stride,
                       3 * sizeof(float));
    gl_scene_show(s, &draw, pixels);
}

// A mesh, and the orders that sort it: on the backend AUTO, and on FRAGMENT.
struct engine {
    const struct mesh* mesh;
    glsort_plan* plans[2];
};

static void draw_by_cpu(struct gl_scene* s, const void* engine, bool sorts,
                        uint8_t* pixels)
{
    const struct mesh* m = ((const struct engine*)engine)->mesh;
    uint32_t listed[TRIANGLES], indices[3 * TRIANGLES];
    assert_int_equal(gl_scene_list(m->depths, TRIANGLES, sorts, listed), TRIANGLES);
    for (uint32_t i = 0; i < 3 * TRIANGLES; ++i)
        indices[i] = m->indices[3 * listed[i / 3] + i % 3];
    const GLuint order = buffer_of(indices, m->index, 0);
    draw(s, m, order, m->index, 0, pixels);
    harness.gl.DeleteBuffers(1, &order);
}

static void draw_by_library(struct gl_scene* s, const void* engine,
                            glsort_backend backend, uint8_t* pixels)
{
    const struct engine* e = engine;
    const struct mesh* m = e->mesh;
    const bool shorts = m->index == GLSORT_INDEX_U16;
    const size_t offset = 4;
    glsort_plan* plan = e->plans[backend == GLSORT_BACKEND_FRAGMENT];
    const GLuint order = gl_buffer_create(&harness, 8 + 3 * TRIANGLES * 4, NULL);
    const glsort_order_args args = {
        .count = TRIANGLES,
        .layout = {.position_stride = m->stride, .vertices = 3, .index = m->index},
        .positions.name = m->vertex_buffer,
        .indices_in = {.name = m->index_buffer, .offset = shorts ? 2 * SHORTS_FIRST : 0},
        .vertex_count = MESH_VERTICES,
        .views = {s->view},
        .order_out = {.name = order, .offset = offset},
    };
    if (glsort_order_run(plan, &args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(plan));
    draw(s, m, order, GLSORT_INDEX_U32, offset, pixels);
    harness.gl.DeleteBuffers(1, &order);
}

// Orders for every mesh, or for those of u16 indices, which stay what they are.
static void create(glsort_index index, struct engine* e)
{
    *e = (struct engine){0};
    for (int i = 0; i < 2; ++i) {
        const glsort_order_desc desc = {
            .max_count = 1000,
            .position.stride = MOST_STRIDE,
            .primitive = {.vertices = 3, .index = index},
            .max_vertices = 1000,
            .flags = GLSORT_ORDER_LAYOUT_FROM_ARGS,
            .backend = i == 0 ? GLSORT_BACKEND_AUTO : GLSORT_BACKEND_FRAGMENT,
        };
        if (glsort_order_create(context, &desc, &e->plans[i]) != GLSORT_OK)
            fail_msg("%s", glsort_last_error(context));
    }
}

static void check_meshes(struct gl_scene* s, const struct mesh* meshes, uint32_t count,
                         glsort_index index)
{
    static const struct gl_trial trial = {draw_by_cpu, draw_by_library};
    struct engine engine;
    create(index, &engine);
    for (uint32_t i = 0; i < count; ++i) {
        engine.mesh = &meshes[i];
        gl_scene_expect(s, &trial, &engine);
    }
    glsort_plan_destroy(engine.plans[0]);
    glsort_plan_destroy(engine.plans[1]);
}

TEST(meshes_of_both_types_of_indices_are_drawn_as_by_a_cpu_sort)
{
    static struct mesh meshes[2];
    struct gl_scene s;
    gl_scene_open(&s, &harness);
    open_mesh(&meshes[0], 16, GLSORT_INDEX_U16, 5);
    open_mesh(&meshes[1], MOST_STRIDE, GLSORT_INDEX_U32, 6);
    check_meshes(&s, meshes, 2, GLSORT_INDEX_U32);
    check_meshes(&s, meshes, 1, GLSORT_INDEX_U16);
    close_mesh(&meshes[0]);
    close_mesh(&meshes[1]);
    gl_scene_close(&s);
}
