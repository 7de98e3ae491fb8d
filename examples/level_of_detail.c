// SPDX-License-Identifier: MIT
// A shader chooses what is drawn of a row of objects: far ones as one large point, near
// ones as many small points. It writes their numbers to a list, and how many there are;
// glsort orders the points that the list names, and the CPU never knows. C99.
//
//     glsort-level-of-detail [FILE]
//
// writes a PNG, and prints how many of the points were drawn.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_draw.h>

#include "stage.h" // a GL context without a window; you have your own, and your GL header

enum { WIDTH = 640, HEIGHT = 320, OBJECTS = 16, FINE = 25, EACH = FINE + 1 };
enum { ALL = OBJECTS * EACH, MOST = OBJECTS * FINE };

// Point 0 of an object is its coarse form, the others are the fine one.
static const char choose[] =
    "#version 430\n"
    "layout(local_size_x = 1) in;\n"
    "layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };\n"
    "layout(std430, binding = 1) writeonly buffer List { uint list[]; };\n"
    "layout(std430, binding = 2) buffer Count { uint count; };\n"
    "uniform vec3 eye;\n"
    "uniform uint each;\n"
    "void main()\n"
    "{\n"
    "    uint first = gl_GlobalInvocationID.x * each;\n"
    "    bool near = distance(points[first].xyz, eye) < 4.5;\n"
    "    uint begin = near ? first + 1u : first;\n"
    "    uint end = near ? first + each : first + 1u;\n"
    "    uint at = atomicAdd(count, end - begin);\n"
    "    for (uint i = begin; i < end; ++i)\n"
    "        list[at + i - begin] = i;\n"
    "}\n";

static const char vertex[] =
    "#version 430\n"
    "layout(location = 0) in vec4 point;\n"
    "uniform mat4 to_clip;\n"
    "flat out vec3 tint;\n"
    "void main()\n"
    "{\n"
    "    gl_Position = to_clip * vec4(point.xyz, 1.0);\n"
    "    gl_PointSize = point.w / gl_Position.w;\n"
    "    tint = point.w < 100.0 ? vec3(1.0, 0.32, 0.04) : vec3(0.05, 0.42, 1.0);\n"
    "}\n";

static const char fragment[] = "#version 430\n"
                               "flat in vec3 tint;\n"
                               "out vec4 color;\n"
                               "void main()\n"
                               "{\n"
                               "    color = vec4(tint * 0.8, 0.8);\n"
                               "}\n";

// Each object is behind the one before, and a little to the right. No two points have the
// same depth, so the order does not depend on that of the list.
static void make_points(float* points)
{
    for (int i = 0; i < ALL; ++i) {
        const int object = i / EACH, part = i % EACH - 1;
        const float x = -1.2f + 0.16f * (float)object, z = -0.4f * (float)object;
        const float coarse[4] = {x, 0.0f, z, 150.0f};
        const float fine[4] = {x + 0.06f * (float)(part % 5 - 2),
                               0.06f * (float)(part / 5 - 2), z - 0.002f * (float)part,
                               24.0f};
        memcpy(points + 4 * i, part < 0 ? coarse : fine, sizeof fine);
    }
}

int main(int argc, char** argv)
{
    const float eye[3] = {0.0f, 0.0f, 2.0f};
    const float to_clip[16] = {1.2f, 0.0f, 0.0f,   0.0f,  0.0f, 2.4f, 0.0f, 0.0f,
                               0.0f, 0.0f, -1.02f, -1.0f, 0.0f, 0.0f, 1.8f, 2.0f};
    static float points[4 * ALL];
    glsort_context_desc gl = {0};
    glsort_context* context = NULL;
    glsort_plan* order = NULL;
    GLuint drawn = 0;
    glsort_order_desc what = {.max_count = MOST,
                              .position = {.stride = 16},
                              .count_source = GLSORT_COUNT_FROM_BUFFER,
                              .primitive = {.vertices = 1}, // points that a list names
                              .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    struct offscreen* stage =
        stage_open("glsort-level-of-detail", OFFSCREEN_GL43, WIDTH, HEIGHT);
    if (!stage || glsort_context_create(&gl, &context) != GLSORT_OK ||
        glsort_order_create(context, &what, &order) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_last_error(context));
        return 1;
    }
    make_points(points);
    const GLuint buffers[3] = {stage_buffer(sizeof points, points),
                               stage_buffer(MOST * sizeof(GLuint), NULL),
                               stage_buffer(sizeof(GLuint), NULL)};
    const GLuint indices = stage_buffer(MOST * sizeof(GLuint), NULL);
    const GLuint command = stage_buffer(5 * sizeof(GLuint), NULL);
    const GLuint choosing = stage_compute(choose);
    const GLuint drawing = stage_program(vertex, fragment, NULL);

    // Every frame, with the count zero: choose, order, draw.
    for (GLuint i = 0; i < 3; ++i)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);
    glUseProgram(choosing);
    glUniform3fv(glGetUniformLocation(choosing, "eye"), 1, eye);
    glUniform1ui(glGetUniformLocation(choosing, "each"), EACH);
    glDispatchCompute(OBJECTS, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    const glsort_order_args args = {
        .count_in = {.name = buffers[2]},
        .positions = {.name = buffers[0]},
        .indices_in = {.name = buffers[1]},
        .vertex_count = ALL,
        .views = {{.origin = {eye[0], eye[1], eye[2]}, .axis = {0, 0, -1}}},
        .order_out = {.name = indices},
        .command_out = {.name = command}};
    if (glsort_order_run(order, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_plan_last_error(order));

    stage_use(drawing, to_clip, buffers[0], 4, 4);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command);
    glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);

    bool good = stage_write(argc > 1 ? argv[1] : "level_of_detail.png", WIDTH, HEIGHT);
    glGetBufferSubData(GL_DRAW_INDIRECT_BUFFER, 0, sizeof drawn, &drawn);
    printf("%u of %u points\n", drawn, ALL);
    glsort_plan_destroy(order);
    glsort_context_destroy(context);
    stage_close(stage);
    return !good;
}
