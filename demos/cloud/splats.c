// SPDX-License-Identifier: MIT
#include "splats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

// Drawing and depths use the same view, so a point's key is where it is drawn.
static const char view_text[] =
    "uniform vec4 eye;\n" // w: cotangent of half the opening angle
    "uniform vec4 right;\n"
    "uniform vec4 up;\n"
    "uniform vec4 back;\n";

static const char vertex_text[] =
    "uniform vec4 shape;\n" // side of the picture, largest point, opacity
    "layout(location = 0) in vec4 place;\n"
    "layout(location = 1) in vec4 paint;\n"
    "out vec4 color;\n"
    "void main()\n"
    "{\n"
    "    vec3 d = place.xyz - eye.xyz;\n"
    "    float depth = max(-dot(d, back.xyz), 1e-6);\n"
    "    gl_Position = vec4(eye.w * dot(d, right.xyz), eye.w * dot(d, up.xyz), 0.0, "
    "depth);\n"
    "    float pixels = 0.5 * shape.x * eye.w * place.w / depth;\n"
    "    gl_PointSize = clamp(pixels, 2.0, shape.y);\n"
    "    color = vec4(paint.rgb, shape.z);\n"
    "}\n";

static const char fragment_text[] =
    "in vec4 color;\n"
    "out vec4 result;\n"
    "void main()\n"
    "{\n"
    "    vec2 d = 2.0 * gl_PointCoord - 1.0;\n"
    "    float fall = 1.0 - dot(d, d);\n"
    "    if (fall <= 0.0)\n"
    "        discard;\n"
    // A soft edge on a nearly flat disc.
    "    float alpha = color.a * smoothstep(0.0, 0.6, fall);\n"
    "    result = vec4(color.rgb * alpha, alpha);\n"
    "}\n";

static const char depth_text[] =
    "layout(local_size_x = 256) in;\n"
    "layout(std430, binding = 0) readonly buffer Points { float points[]; };\n"
    "layout(std430, binding = 1) writeonly buffer Depths { float depths[]; };\n"
    "uniform uint count;\n"
    "void main()\n"
    "{\n"
    "    uint i = gl_GlobalInvocationID.x + 65535u * 256u * gl_GlobalInvocationID.y;\n"
    "    if (i >= count)\n"
    "        return;\n"
    "    vec3 place = vec3(points[5u * i], points[5u * i + 1u], points[5u * i + 2u]);\n"
    "    depths[i] = -dot(place - eye.xyz, back.xyz);\n"
    "}\n";

static bool is_gles(void)
{
    return strncmp((const char*)glGetString(GL_VERSION), "OpenGL ES", 9) == 0;
}

static bool has_compute(void)
{
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    return !is_gles() && major * 10 + minor >= 43;
}

static bool attach(GLuint program, GLenum stage, const char* text)
{
    const char* prefix = is_gles() ? "#version 300 es\nprecision highp float;\n"
                         : stage == GL_COMPUTE_SHADER ? "#version 430 core\n"
                                                      : "#version 330 core\n";
    const char* texts[] = {prefix, stage == GL_FRAGMENT_SHADER ? "" : view_text, text};
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 3, texts, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
    GLint ok = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    return ok == GL_TRUE;
}

static GLuint link_program(const char* vertex, const char* fragment, const char* compute)
{
    GLuint program = glCreateProgram();
    bool ok = true;
    if (compute)
        ok = attach(program, GL_COMPUTE_SHADER, compute);
    else
        ok = attach(program, GL_VERTEX_SHADER, vertex) &&
             attach(program, GL_FRAGMENT_SHADER, fragment);
    GLint linked = GL_FALSE;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (ok && linked)
        return program;
    glDeleteProgram(program);
    return 0;
}

static void create_points(struct splats* splats, const struct cloud* cloud)
{
    glGenVertexArrays(1, &splats->vertex_array);
    glBindVertexArray(splats->vertex_array);
    glGenBuffers(1, &splats->points);
    glBindBuffer(GL_ARRAY_BUFFER, splats->points);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(cloud->count * sizeof *cloud->points),
                 cloud->points, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(struct point), (void*)0);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(struct point),
                          (void*)offsetof(struct point, rgba));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    splats->count = cloud->count;
}

static bool create_frame(struct splats* splats, uint32_t side)
{
    glGenRenderbuffers(1, &splats->color);
    glBindRenderbuffer(GL_RENDERBUFFER, splats->color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, (GLsizei)side, (GLsizei)side);
    glGenFramebuffers(1, &splats->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, splats->frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              splats->color);
    splats->side = side;
    bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    // While one is bound, llvmpipe takes the time stamp before a dispatch with the one
    // after it, when it flushes the frame.
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return complete;
}

bool splats_create(struct splats* splats, const struct cloud* cloud, uint32_t side,
                   char* message, size_t message_bytes)
{
    *splats = (struct splats){0};
    splats->program = link_program(vertex_text, fragment_text, NULL);
    if (has_compute())
        splats->depth_program = link_program(NULL, NULL, depth_text);
    if (!splats->program || (has_compute() && !splats->depth_program)) {
        snprintf(message, message_bytes, "the driver refused a shader of the demo");
        return false;
    }
    create_points(splats, cloud);
    if (!create_frame(splats, side)) {
        snprintf(message, message_bytes,
                 "this device draws no pictures of %u x %u pixels", (unsigned)side,
                 (unsigned)side);
        return false;
    }
    return true;
}

void splats_destroy(struct splats* splats)
{
    glDeleteFramebuffers(1, &splats->frame);
    glDeleteRenderbuffers(1, &splats->color);
    glDeleteBuffers(1, &splats->points);
    glDeleteVertexArrays(1, &splats->vertex_array);
    glDeleteProgram(splats->depth_program);
    glDeleteProgram(splats->program);
    *splats = (struct splats){0};
}

static void set_view(GLuint program, const struct view* view)
{
    const float* eye = view->eye;
    glUseProgram(program);
    glUniform4f(glGetUniformLocation(program, "eye"), eye[0], eye[1], eye[2],
                view->focal);
    const float* axes[] = {view->right, view->up, view->back};
    const char* names[] = {"right", "up", "back"};
    for (int i = 0; i < 3; ++i)
        glUniform4f(glGetUniformLocation(program, names[i]), axes[i][0], axes[i][1],
                    axes[i][2], 0.0f);
}

static void depths_on_cpu(const struct cloud* cloud, const struct view* view,
                          GLuint buffer)
{
    float* depths = malloc(cloud->count * sizeof *depths);
    if (!depths)
        return;
    for (uint32_t i = 0; i < cloud->count; ++i) {
        depths[i] = 0.0f;
        for (int axis = 0; axis < 3; ++axis)
            depths[i] -=
                (cloud->points[i].position[axis] - view->eye[axis]) * view->back[axis];
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)(cloud->count * sizeof *depths),
                    depths);
    free(depths);
}

void splats_depths(const struct splats* splats, const struct cloud* cloud,
                   const struct view* view, uint32_t buffer)
{
    if (!splats->depth_program) {
        depths_on_cpu(cloud, view, buffer);
        return;
    }
    set_view(splats->depth_program, view);
    glUniform1ui(glGetUniformLocation(splats->depth_program, "count"), splats->count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, splats->points);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffer);
    uint32_t groups = (splats->count + 255) / 256;
    glDispatchCompute(groups < 65535 ? groups : 65535, (groups + 65534) / 65535, 1);
    // The fragment backend reads the keys through a pixel buffer.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT |
                    GL_BUFFER_UPDATE_BARRIER_BIT);
}

void splats_draw(const struct splats* splats, const struct view* view, float opacity,
                 uint32_t order, uint8_t* pixels)
{
    GLfloat sizes[2] = {1.0f, 1.0f};
    glGetFloatv(0x846D /* GL_ALIASED_POINT_SIZE_RANGE, not in the core header */, sizes);
    glBindFramebuffer(GL_FRAMEBUFFER, splats->frame);
    glViewport(0, 0, (GLsizei)splats->side, (GLsizei)splats->side);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (!is_gles())
        glEnable(GL_PROGRAM_POINT_SIZE);
    set_view(splats->program, view);
    glUniform4f(glGetUniformLocation(splats->program, "shape"), (float)splats->side,
                sizes[1], opacity, 0.0f);
    glBindVertexArray(splats->vertex_array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, order);
    glDrawElements(GL_POINTS, (GLsizei)splats->count, GL_UNSIGNED_INT, NULL);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, (GLsizei)splats->side, (GLsizei)splats->side, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels);
}
