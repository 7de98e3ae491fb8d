// SPDX-License-Identifier: MIT
// From positions to the draw call: glsort computes depths, drops what is dead or out of
// view, sorts the rest and writes the draw command, all on the GPU. C99 and C++11.
//
//     glsort-draw-order [FILE]
//
// draws two links of a chain, made of translucent particles: on the left as they lie in
// memory, on the right in the order that glsort makes. Writes a PNG.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_draw.h>

#include "stage.h" // a GL context without a window; you have your own, and your GL header

// ---- what a renderer has: three functions, for the start, every frame and the end -----

struct particle {
    float position[3];
    float life; // dead at 0
};

static glsort_context* context;
static glsort_plan* order;

int order_init(unsigned most_particles)
{
    glsort_context_desc gl;
    glsort_order_desc what;

    memset(&gl, 0, sizeof gl); // zero in every field is the default
    if (glsort_context_create(&gl, &context) != GLSORT_OK)
        return 0;
    memset(&what, 0, sizeof what);
    what.max_count = most_particles;
    what.position.stride = sizeof(struct particle);
    what.dead.test = GLSORT_DEAD_F32_AT_MOST;
    what.dead.field.offset = offsetof(struct particle, life);
    what.dead.field.stride = sizeof(struct particle);
    what.cull = GLSORT_CULL_FRUSTUM;
    what.command = GLSORT_COMMAND_DRAW_ELEMENTS;
    if (glsort_order_create(context, &what, &order) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_last_error(context));
        return 0;
    }
    return 1;
}

// Draws the particles that are alive and in view, back to front. particles, indices and
// command are GL buffers; a compute shader wrote the particles.
void draw_particles(unsigned particles, unsigned count, const float eye[3],
                    const float ahead[3], const float view_projection[16],
                    unsigned indices, unsigned command)
{
    glsort_order_args args;

    memset(&args, 0, sizeof args);
    args.count = count;
    args.positions.name = particles;
    args.dead.name = particles;
    args.radius = 0.1f;
    memcpy(args.views[0].origin, eye, 3 * sizeof(float));
    memcpy(args.views[0].axis, ahead, 3 * sizeof(float));
    memcpy(args.views[0].clip, view_projection, 16 * sizeof(float));
    args.order_out.name = indices;
    args.command_out.name = command;

    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for what the shader wrote
    if (glsort_order_run(order, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_plan_last_error(order));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command);
    glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
}

void order_shutdown(void)
{
    glsort_plan_destroy(order);
    glsort_context_destroy(context);
}

// ---- particles, a camera, two shaders and the picture ---------------------------------

enum { WIDTH = 1280, HEIGHT = 480, COUNT = 12000 };

static const char vertex[] =
    "#version 330\n"
    "layout(location = 0) in vec3 position;\n"
    "uniform mat4 to_clip;\n"
    "flat out vec3 tint;\n"
    "void main()\n"
    "{\n"
    "    gl_Position = to_clip * vec4(position, 1.0);\n"
    "    gl_PointSize = 150.0 / gl_Position.w;\n"
    "    tint = gl_VertexID % 2 == 0 ? vec3(1.0, 0.32, 0.04) : vec3(0.05, 0.42, 1.0);\n"
    "    tint *= clamp(5.3 - gl_Position.w, 0.15, 1.6);\n"
    "}\n";

static const char fragment[] =
    "#version 330\n"
    "flat in vec3 tint;\n"
    "out vec4 color;\n"
    "void main()\n"
    "{\n"
    "    vec2 d = 2.0 * gl_PointCoord - 1.0;\n"
    "    float cover = 0.4 * max(1.0 - dot(d, d), 0.0);\n"
    "    color = vec4(tint * (1.0 - 0.5 * d.y) * cover, cover);\n"
    "}\n";

// A point in the tube of a link: even numbers are in one link, odd numbers in the other.
static struct particle make_particle(int i)
{
    const float t = 6.2831853f * (float)i / (float)COUNT;
    const float s = 2.3999632f * (float)i, thick = 0.16f * sqrtf((float)(i % 97) / 96.0f);
    const float ring = 0.8f + thick * cosf(s), off = thick * sinf(s);
    const float x = ring * cosf(t), y = ring * sinf(t);
    const struct particle even = {
        {x - 0.4f, 0.8f * y - 0.6f * off, 0.6f * y + 0.8f * off}, 1.0f};
    const struct particle odd = {
        {x + 0.4f, 0.6f * y + 0.8f * off, -0.8f * y + 0.6f * off}, 1.0f};
    return i % 2 ? odd : even;
}

int main(int argc, char** argv)
{
    const float eye[3] = {0.0f, 0.0f, 4.0f}, ahead[3] = {0.0f, 0.0f, -1.0f};
    const float to_clip[16] = {2.6f, 0.0f, 0.0f,   0.0f,  0.0f, 3.467f, 0.0f,  0.0f,
                               0.0f, 0.0f, -1.02f, -1.0f, 0.0f, 0.0f,   3.88f, 4.0f};
    static struct particle chain[COUNT];
    for (int i = 0; i < COUNT; ++i)
        chain[i] = make_particle(i);

    struct offscreen* gl = stage_open("glsort-draw-order", OFFSCREEN_GL43, WIDTH, HEIGHT);
    if (!gl || !order_init(COUNT))
        return 1;
    GLuint indices = stage_buffer(COUNT * sizeof(GLuint), NULL);
    GLuint command = stage_buffer(5 * sizeof(GLuint), NULL);
    GLuint particles = stage_buffer(sizeof chain, chain);
    stage_use(stage_program(vertex, fragment, NULL), to_clip, particles, 3, 4);

    glViewport(0, 0, WIDTH / 2, HEIGHT);
    glDrawArrays(GL_POINTS, 0, COUNT);
    glViewport(WIDTH / 2, 0, WIDTH / 2, HEIGHT);
    draw_particles(particles, COUNT, eye, ahead, to_clip, indices, command);

    bool good = stage_write(argc > 1 ? argv[1] : "draw_order.png", WIDTH, HEIGHT);
    order_shutdown();
    stage_close(gl);
    return !good;
}
