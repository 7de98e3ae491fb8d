// SPDX-License-Identifier: MIT
// Trials of engines: what each of them has in its buffers, drawn by an order of the
// library, gives the picture that a sort on the CPU gives.
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "gl_data.h"
#include "gl_scene.h"

GL_SUITE(.unmocked = true, .apis = SCENE_APIS);

enum { MOST = 700, MESH_VERTICES = 150 };

// What an engine draws: points, or triangles of the vertices that `corners` names, with
// the depths of the CPU, NaN for what must not be drawn; and how the library orders it.
struct engine {
    uint32_t items, drawn; // in the buffers, and in the count that the engine draws by
    uint32_t corners[3 * MOST];
    double depths[MOST];
    GLuint vertices, indices, count;
    glsort_order_desc desc;
    glsort_order_args args;
};

static uint32_t corners_of(const struct engine* e)
{
    return e->desc.primitive.vertices == 0 ? 1 : e->desc.primitive.vertices;
}

static void show(struct gl_scene* s, const struct engine* e, GLuint order, size_t offset,
                 uint32_t count, GLuint command, uint8_t* pixels)
{
    gl_scene_show(s,
                  &(const struct gl_scene_draw){.mode = corners_of(e) == 1 ? GL_POINTS
                                                                           : GL_TRIANGLES,
                                                .order = order,
                                                .offset = offset,
                                                .count = count * corners_of(e),
                                                .command = command},
                  pixels);
}

static void draw_by_cpu(struct gl_scene* s, const void* engine, bool sorts,
                        uint8_t* pixels)
{
    const struct engine* e = engine;
    const uint32_t k = corners_of(e);
    uint32_t order[MOST], indices[3 * MOST];
    const uint32_t listed = gl_scene_list(e->depths, e->items, sorts, order);
    for (uint32_t i = 0; i < k * listed; ++i)
        indices[i] = e->corners[k * order[i / k] + i % k];
    const GLuint buffer = gl_buffer_create(&harness, sizeof indices, indices);
    show(s, e, buffer, 0, listed, 0, pixels);
    harness.gl.DeleteBuffers(1, &buffer);
}

// To an odd place of its index buffer. Without indirect draws all are drawn: what the
// order has in the place of the others drops out by primitive restart.
static void draw_by_library(struct gl_scene* s, const void* engine,
                            glsort_backend backend, uint8_t* pixels)
{
    enum { OFFSET = 12 };
    const struct engine* e = engine;
    glsort_order_desc desc = e->desc;
    glsort_order_args args = e->args;
    glsort_plan* plan = NULL;
    const GLuint order = gl_buffer_create(
        &harness, OFFSET + 4 * (size_t)desc.max_count * corners_of(e), NULL);
    const GLuint command = gl_buffer_create(&harness, 20, NULL);
    if (!gl_scene_has_indirect_draws(s))
        desc.command = GLSORT_COMMAND_NONE;
    desc.backend = backend;
    args.views[0] = s->view;
    args.order_out = (glsort_resource){.name = order, .offset = OFFSET};
    args.command_out.name = desc.command == GLSORT_COMMAND_NONE ? 0 : command;
    if (glsort_order_create(context, &desc, &plan) != GLSORT_OK ||
        glsort_order_run(plan, &args) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    show(s, e, order, OFFSET, e->drawn, args.command_out.name, pixels);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(2, (const GLuint[]){order, command});
}

// Attributes of the shader: their offsets in a vertex of `stride` bytes. The colour is
// four bytes, or three floats where a size follows it.
static void set_vertices(struct gl_scene* s, struct engine* e, const void* vertices,
                         size_t bytes, uint32_t stride, size_t colour, size_t size)
{
    const bool floats = size > colour + 4;
    e->vertices = gl_buffer_create(&harness, bytes, vertices);
    e->args.positions.name = e->vertices;
    e->desc.position.stride = stride;
    gl_scene_attribute(s, 0, 3, GL_FLOAT, e->vertices, stride, 0);
    gl_scene_attribute(s, 1, floats ? 3 : 4, floats ? GL_FLOAT : GL_UNSIGNED_BYTE,
                       e->vertices, stride, colour);
    if (size > 0)
        gl_scene_attribute(s, 2, 1, GL_FLOAT, e->vertices, stride, size);
}

static void fill_position(float* position, uint64_t* seed, float limit)
{
    for (int axis = 0; axis < 3; ++axis)
        position[axis] = gl_scene_coordinate(seed, limit);
}

static void check(void (*fill)(struct gl_scene* s, struct engine* e))
{
    static struct engine e;
    struct gl_scene s;
    e = (struct engine){.items = 0};
    for (uint32_t i = 0; i < 3 * MOST; ++i)
        e.corners[i] = i;
    gl_scene_open(&s, &harness);
    fill(&s, &e);
    e.desc.max_count = e.items;
    e.drawn = e.items;
    e.args.count = e.count == 0 ? e.items : 0;
    gl_scene_expect(&s, &(const struct gl_trial){draw_by_cpu, draw_by_library}, &e);
    harness.gl.DeleteBuffers(3, (const GLuint[]){e.vertices, e.indices, e.count});
    gl_scene_close(&s);
}

// ---- engines --------------------------------------------------------------------------

// A pool in one buffer, as a simulation on the GPU leaves it: how many there are is in a
// GPU buffer, some are dead, and the CPU learns neither.
static void fill_particles(struct gl_scene* s, struct engine* e)
{
    enum { POOL = MOST, COUNT = 610 };
    static struct particle {
        float position[3];
        uint32_t colour;
        float radius;
        float age; // dead from 1 on
    } pool[POOL];
    const uint32_t stride = sizeof pool[0], count = COUNT;
    uint64_t seed = 3;
    for (uint32_t i = 0; i < POOL; ++i) {
        struct particle* p = &pool[i];
        fill_position(p->position, &seed, 1.5f);
        p->radius = 5.0f + (float)(i % 9);
        p->colour = gl_scene_colour(&seed);
        p->age = (float)(i % 5) / 4.0f;
        e->depths[i] = i < COUNT && p->age < 1.0f ? gl_scene_depth(p->position) : NAN;
    }
    e->items = POOL;
    e->count = gl_buffer_create(&harness, sizeof count, &count);
    e->desc = (glsort_order_desc){
        .count_source = GLSORT_COUNT_FROM_BUFFER,
        .cull = GLSORT_CULL_FRUSTUM,
        .dead = {.test = GLSORT_DEAD_F32_AT_LEAST,
                 .field = {.offset = offsetof(struct particle, age), .stride = stride},
                 .f32 = 1.0f},
        .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    set_vertices(s, e, pool, sizeof pool, stride, offsetof(struct particle, colour),
                 offsetof(struct particle, radius));
    e->args.dead.name = e->vertices;
    e->args.count_in.name = e->count;
}

// Records of a file, as a viewer uploads them: 62 floats each, of which an order reads a
// position and a radius. Those before the near plane or beside the picture are culled.
static void fill_splats(struct gl_scene* s, struct engine* e)
{
    static struct splat {
        float position[3], normal[3], colour[3];
        float rest[45];
        float opacity;
        float scale[3]; // the radius in space, then the size of the point
        float rotation[4];
    } splats[400];
    const uint32_t stride = sizeof splats[0];
    uint64_t seed = 8;
    static_assert(sizeof splats[0] == 248, "as in the files of Kerbl et al.");
    e->items = sizeof splats / sizeof splats[0];
    for (uint32_t i = 0; i < e->items; ++i) {
        struct splat* p = &splats[i];
        fill_position(p->position, &seed, 1.5f);
        for (int at = 0; at < 3; ++at)
            p->colour[at] = gl_scene_coordinate(&seed, 0.5f) + 0.5f;
        for (int at = 0; at < 45; ++at)
            p->rest[at] = NAN; // of no use to an order
        p->scale[0] = 0.125f;
        p->scale[1] = 6.0f + (float)(i % 7);
        if (i % 4 == 0)
            p->position[2] = 4.0f + gl_scene_coordinate(&seed, 0.25f); // at the eye
        e->depths[i] = i % 4 == 0 ? (double)NAN : gl_scene_depth(p->position);
    }
    e->desc = (glsort_order_desc){
        .cull = GLSORT_CULL_FRUSTUM,
        .radius_source = GLSORT_RADIUS_PER_ELEMENT,
        .radius = {.offset = offsetof(struct splat, scale), .stride = stride},
        .flags = GLSORT_ORDER_FILLS_REST};
    set_vertices(s, e, splats, sizeof splats, stride, offsetof(struct splat, colour),
                 offsetof(struct splat, scale[1]));
    e->args.radii.name = e->vertices;
}

struct vertex {
    float position[3];
    uint32_t colour;
    float normal[4];
};

// The sum of the depths of its vertices sorts a triangle.
static void set_triangles(struct gl_scene* s, struct engine* e, uint32_t triangles,
                          const struct vertex* vertices, uint32_t vertex_count)
{
    e->items = triangles;
    for (uint32_t i = 0; i < 3 * triangles; ++i)
        e->depths[i / 3] += gl_scene_depth(vertices[e->corners[i]].position);
    e->desc.primitive.vertices = 3;
    e->desc.max_vertices = vertex_count;
    e->args.vertex_count = vertex_count;
    set_vertices(s, e, vertices, vertex_count * sizeof *vertices, sizeof *vertices,
                 offsetof(struct vertex, colour), 0);
}

// Indices of 16 bits, which begin at an odd multiple of 2 bytes of a packed buffer.
static void set_shorts(struct engine* e)
{
    enum { FIRST = 3 };
    uint16_t shorts[3 * MOST + FIRST + 1] = {0};
    for (uint32_t i = 0; i < 3 * e->items; ++i)
        shorts[FIRST + i] = (uint16_t)e->corners[i];
    e->indices = gl_buffer_create(&harness, sizeof shorts, shorts);
    e->desc.primitive.index = GLSORT_INDEX_U16;
    e->args.indices_in = (glsort_resource){.name = e->indices, .offset = 2 * FIRST};
}

// Small triangles in a box that is wider than what the camera sees, so that many are
// culled, and an engine that draws them all. None crosses the eye.
static void fill_culled(struct gl_scene* s, struct engine* e)
{
    enum { TRIANGLES = 300 };
    static struct vertex vertices[3 * TRIANGLES];
    uint64_t seed = 21;
    for (uint32_t i = 0; i < TRIANGLES; ++i) {
        float centre[3];
        const uint32_t colour = gl_scene_colour(&seed);
        fill_position(centre, &seed, 1.5f);
        centre[0] = gl_scene_coordinate(&seed, 8.0f);
        for (uint32_t at = 3 * i; at < 3 * i + 3; ++at) {
            fill_position(vertices[at].position, &seed, 0.75f);
            for (int axis = 0; axis < 3; ++axis)
                vertices[at].position[axis] += centre[axis];
            vertices[at].colour = colour;
        }
    }
    e->desc = (glsort_order_desc){.cull = GLSORT_CULL_FRUSTUM,
                                  .flags = GLSORT_ORDER_FILLS_REST};
    set_triangles(s, e, TRIANGLES, vertices, 3 * TRIANGLES);
    set_shorts(e);
}

static void fill_mesh(struct gl_scene* s, struct engine* e)
{
    enum { TRIANGLES = 200 };
    static struct vertex vertices[MESH_VERTICES];
    uint64_t seed = 5;
    for (uint32_t i = 0; i < MESH_VERTICES; ++i) {
        fill_position(vertices[i].position, &seed, 1.5f);
        vertices[i].colour = gl_scene_colour(&seed);
    }
    for (uint32_t i = 0; i < 3 * TRIANGLES; ++i)
        e->corners[i] = (uint32_t)(gl_random(&seed) >> 20) % MESH_VERTICES;
    set_triangles(s, e, TRIANGLES, vertices, MESH_VERTICES);
    e->indices = gl_buffer_create(&harness, sizeof e->corners, e->corners);
    e->args.indices_in.name = e->indices;
}

TEST(every_engine_draws_as_by_a_cpu_sort)
{
    check(fill_particles);
    check(fill_splats);
    check(fill_culled);
    check(fill_mesh);
}
