// SPDX-License-Identifier: MIT
// A translucent mesh whose vertices a shader poses: only that shader knows where they
// are, so it also stores their depths, and glsort orders the triangles by these. C99.
//
//     glsort-skinned-mesh [FILE]
//
// draws a ribbon that is folded at its middle, the orange half towards the eye: on the
// left as its triangles lie in memory, on the right in order. Writes a PNG.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_draw.h>

#include "stage.h" // a GL context without a window; you have your own, and your GL header

enum { WIDTH = 640, HEIGHT = 320, ROWS = 40, VERTICES = 2 * (ROWS + 1) };
enum { TRIANGLES = 2 * ROWS };

// Two bones: the weight of the second turns a vertex about the x axis, up to half a turn.
static const char pose[] =
    "#version 430\n"
    "layout(local_size_x = 64) in;\n"
    "layout(std430, binding = 0) readonly buffer Bind { vec4 bind[]; };\n"
    "layout(std430, binding = 1) writeonly buffer Posed { vec4 posed[]; };\n"
    "layout(std430, binding = 2) writeonly buffer Depths { float depths[]; };\n"
    "uniform vec3 eye;\n"
    "uniform vec3 ahead;\n"
    "void main()\n"
    "{\n"
    "    uint at = gl_GlobalInvocationID.x;\n"
    "    if (at >= uint(bind.length()))\n"
    "        return;\n"
    "    float angle = 2.8 * bind[at].w;\n"
    "    vec3 p = bind[at].xyz;\n"
    "    p = vec3(p.x, cos(angle) * p.y, sin(angle) * p.y + 0.2 * bind[at].w);\n"
    "    posed[at] = vec4(p, bind[at].y);\n"
    "    depths[at] = dot(p - eye, ahead);\n"
    "}\n";

static const char vertex[] = "#version 430\n"
                             "layout(location = 0) in vec4 posed;\n"
                             "uniform mat4 to_clip;\n"
                             "out float side;\n"
                             "void main()\n"
                             "{\n"
                             "    gl_Position = to_clip * vec4(posed.xyz, 1.0);\n"
                             "    side = posed.w;\n"
                             "}\n";

static const char fragment[] =
    "#version 430\n"
    "in float side;\n"
    "out vec4 color;\n"
    "void main()\n"
    "{\n"
    "    vec3 tint = side > 0.0 ? vec3(1.0, 0.32, 0.04) : vec3(0.05, 0.42, 1.0);\n"
    "    color = vec4(tint * 0.75, 0.75);\n"
    "}\n";

// The orange half comes first in memory.
static void make_ribbon(float* bind, GLuint* indices)
{
    for (int i = 0; i < VERTICES; ++i) {
        const float y = 1.0f - 2.0f * (float)(i / 2) / (float)ROWS;
        const float v[4] = {i % 2 ? 0.5f : -0.5f, y, 0.0f, y > 0.0f ? 1.0f : 0.0f};
        memcpy(bind + 4 * i, v, sizeof v);
    }
    for (GLuint i = 0; i < ROWS; ++i) {
        const GLuint quad[6] = {2 * i,     2 * i + 1, 2 * i + 2,
                                2 * i + 1, 2 * i + 3, 2 * i + 2};
        memcpy(indices + 6 * i, quad, sizeof quad);
    }
}

int main(int argc, char** argv)
{
    const float eye[3] = {0.0f, 0.0f, 3.0f}, ahead[3] = {0.0f, 0.0f, -1.0f};
    const float to_clip[16] = {2.0f, 0.0f, 0.0f,   0.0f,  0.0f, 2.0f, 0.0f, 0.0f,
                               0.0f, 0.0f, -1.02f, -1.0f, 0.0f, 0.0f, 2.8f, 3.0f};
    float bind[4 * VERTICES];
    GLuint triangles[3 * TRIANGLES];
    glsort_context_desc gl = {0};
    glsort_context* context = NULL;
    glsort_plan* order = NULL;
    glsort_order_desc what = {.max_count = TRIANGLES,
                              .key_source = GLSORT_KEYS_FROM_F32,
                              .primitive = {.vertices = 3},
                              .command = GLSORT_COMMAND_DRAW_ELEMENTS};
    struct offscreen* stage =
        stage_open("glsort-skinned-mesh", OFFSCREEN_GL43, WIDTH, HEIGHT);
    make_ribbon(bind, triangles);
    if (!stage || glsort_context_create(&gl, &context) != GLSORT_OK ||
        glsort_order_create(context, &what, &order) != GLSORT_OK) {
        fprintf(stderr, "%s\n", glsort_last_error(context));
        return 1;
    }
    const GLuint buffers[3] = {stage_buffer(sizeof bind, bind),
                               stage_buffer(sizeof bind, NULL),
                               stage_buffer(VERTICES * sizeof(float), NULL)};
    const GLuint indices_in = stage_buffer(sizeof triangles, triangles);
    const GLuint indices_out = stage_buffer(sizeof triangles, NULL);
    const GLuint command = stage_buffer(5 * sizeof(GLuint), NULL);
    const GLuint posing = stage_compute(pose);
    const GLuint drawing = stage_program(vertex, fragment, NULL);

    // Every frame: pose, order, draw.
    for (GLuint i = 0; i < 3; ++i)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);
    glUseProgram(posing);
    glUniform3fv(glGetUniformLocation(posing, "eye"), 1, eye);
    glUniform3fv(glGetUniformLocation(posing, "ahead"), 1, ahead);
    glDispatchCompute((VERTICES + 63) / 64, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
    const glsort_order_args args = {.count = TRIANGLES,
                                    .depths_in = {.name = buffers[2]},
                                    .indices_in = {.name = indices_in},
                                    .vertex_count = VERTICES,
                                    .order_out = {.name = indices_out},
                                    .command_out = {.name = command}};
    if (glsort_order_run(order, &args) != GLSORT_OK)
        fprintf(stderr, "%s\n", glsort_plan_last_error(order));

    stage_use(drawing, to_clip, buffers[1], 4, 4);
    glViewport(0, 0, WIDTH / 2, HEIGHT);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_in);
    glDrawElements(GL_TRIANGLES, 3 * TRIANGLES, GL_UNSIGNED_INT, NULL);
    glViewport(WIDTH / 2, 0, WIDTH / 2, HEIGHT);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_out);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command);
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, NULL);

    bool good = stage_write(argc > 1 ? argv[1] : "skinned_mesh.png", WIDTH, HEIGHT);
    glsort_plan_destroy(order);
    glsort_context_destroy(context);
    stage_close(stage);
    return !good;
}
