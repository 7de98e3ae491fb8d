// SPDX-License-Identifier: MIT
// Three clouds that interlock, each in a vertex buffer of its own and with a matrix of
// its own, in one order. They are drawn from a buffer that has one cloud after the other,
// by the numbers in the order. C99.
//
//     glsort-clouds [FILE]
//
// draws three links of a chain: on the left each cloud ordered by itself, one after the
// other, on the right all in one order. Writes a PNG.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_draw.h>

#include "stage.h" // a GL context without a window; you have your own, and your GL header

enum { WIDTH = 1280, HEIGHT = 480, CLOUDS = 3, POINTS = 6000, ALL = CLOUDS * POINTS };

static const char vertex[] =
    "#version 430\n"
    "layout(location = 0) in vec3 position;\n"
    "layout(std430, binding = 0) readonly buffer Matrices { mat4 matrices[]; };\n"
    "uniform mat4 to_clip;\n"
    "uniform int points;\n"
    "flat out vec3 tint;\n"
    "void main()\n"
    "{\n"
    "    int cloud = gl_VertexID / points;\n"
    "    gl_Position = to_clip * matrices[cloud] * vec4(position, 1.0);\n"
    "    gl_PointSize = 130.0 / gl_Position.w;\n"
    "    tint = vec3(cloud == 0, cloud == 1, cloud == 2);\n"
    "}\n";

static const char fragment[] =
    "#version 430\n"
    "flat in vec3 tint;\n"
    "out vec4 color;\n"
    "void main()\n"
    "{\n"
    "    vec2 d = 2.0 * gl_PointCoord - 1.0;\n"
    "    float cover = 0.4 * max(1.0 - dot(d, d), 0.0);\n"
    "    color = vec4(tint * (1.0 - 0.5 * d.y) * cover, cover);\n"
    "}\n";

// A ring of some thickness around the z axis.
static void make_cloud(float* points)
{
    for (int i = 0; i < POINTS; ++i) {
        const float t = 6.2831853f * (float)i / (float)POINTS, s = 2.3999632f * (float)i;
        const float thick = 0.14f * sqrtf((float)(i % 97) / 96.0f);
        const float ring = 0.7f + thick * cosf(s);
        points[3 * i] = ring * cosf(t);
        points[3 * i + 1] = ring * sinf(t);
        points[3 * i + 2] = thick * sinf(s);
    }
}

static glsort_context* context;
static glsort_plan* order;

// Of `count` clouds from `first` on: the order, and the draw.
static void draw_clouds(const GLuint* clouds, GLuint first, GLuint count, GLuint matrices,
                        GLuint indices, GLuint command)
{
    glsort_order_args args = {.count = ALL,
                              .source_count = CLOUDS,
                              .matrices = {.name = matrices},
                              .matrix_count = CLOUDS,
                              .views = {{.origin = {0, 0, 4}, .axis = {0, 0, -1}}},
                              .order_out = {.name = indices},
                              .command_out = {.name = command}};
    for (GLuint i = 0; i < CLOUDS; ++i) {
        const bool drawn = i >= first && i < first + count;
        args.sources[i].positions.name = clouds[i];
        args.sources[i].base = i * POINTS;
        args.sources[i].count = drawn ? POINTS : 0;
    }
    if (glsort_order_run(order, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_plan_last_error(order));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command);
    glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
}

int main(int argc, char** argv)
{
    const float to_clip[16] = {1.8f, 0.0f, 0.0f,   0.0f,  0.0f, 2.4f, 0.0f,  0.0f,
                               0.0f, 0.0f, -1.02f, -1.0f, 0.0f, 0.0f, 3.88f, 4.0f};
    const float turn[CLOUDS][16] = {
        {1, 0, 0, 0, 0, 0.8f, 0.6f, 0, 0, -0.6f, 0.8f, 0, -0.8f, 0, 0, 1},
        {1, 0, 0, 0, 0, 0.6f, -0.8f, 0, 0, 0.8f, 0.6f, 0, 0, 0, 0, 1},
        {1, 0, 0, 0, 0, 0.8f, 0.6f, 0, 0, -0.6f, 0.8f, 0, 0.8f, 0, 0, 1}};
    static float points[3 * POINTS];
    glsort_context_desc gl = {0};
    glsort_order_desc what = {.max_count = ALL,
                              .max_sources = CLOUDS,
                              .transform = GLSORT_TRANSFORM_PER_SOURCE,
                              .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    struct offscreen* stage = stage_open("glsort-clouds", OFFSCREEN_GL43, WIDTH, HEIGHT);
    if (!stage || glsort_context_create(&gl, &context) != GLSORT_OK ||
        glsort_order_create(context, &what, &order) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_last_error(context));
        return 1;
    }
    make_cloud(points);
    const GLuint clouds[CLOUDS] = {stage_buffer(sizeof points, points),
                                   stage_buffer(sizeof points, points),
                                   stage_buffer(sizeof points, points)};
    const GLuint pool = stage_buffer(CLOUDS * sizeof points, NULL); // what is drawn
    glBindBuffer(GL_ARRAY_BUFFER, pool);
    for (int i = 0; i < CLOUDS; ++i) {
        glBindBuffer(GL_COPY_READ_BUFFER, clouds[i]);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0,
                            i * (GLintptr)sizeof points, sizeof points);
    }
    const GLuint matrices = stage_buffer(sizeof turn, turn);
    const GLuint indices = stage_buffer(ALL * sizeof(GLuint), NULL);
    const GLuint command = stage_buffer(5 * sizeof(GLuint), NULL);
    const GLuint drawing = stage_program(vertex, fragment, NULL);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, matrices);
    stage_use(drawing, to_clip, pool, 3, 3);
    glUniform1i(glGetUniformLocation(drawing, "points"), POINTS);

    glViewport(0, 0, WIDTH / 2, HEIGHT);
    for (GLuint i = 0; i < CLOUDS; ++i)
        draw_clouds(clouds, i, 1, matrices, indices, command);
    glViewport(WIDTH / 2, 0, WIDTH / 2, HEIGHT);
    draw_clouds(clouds, 0, CLOUDS, matrices, indices, command);

    bool good = stage_write(argc > 1 ? argv[1] : "clouds.png", WIDTH, HEIGHT);
    glsort_plan_destroy(order);
    glsort_context_destroy(context);
    stage_close(stage);
    return !good;
}
