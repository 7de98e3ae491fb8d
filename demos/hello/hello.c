// SPDX-License-Identifier: MIT
// glsort-hello: runs the quick start of README.md (quickstart.c, the same text) in an
// off-screen context. It draws particles that all cover one pixel, and checks that the
// nearest one is seen.
#include <stdio.h>

#include "offscreen.h"
#include "quickstart.h"

enum { COUNT = 6, NEAREST = 2 };

static const float depths[COUNT] = {2.5f, 9.0f, 0.5f, 7.0f, 0.75f, 4.0f};

static const char vertex_text[] = "#version 330\n"
                                  "flat out float shade;\n"
                                  "void main()\n"
                                  "{\n"
                                  "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                                  "    shade = float(gl_VertexID) / 255.0;\n"
                                  "}\n";

static const char fragment_text[] = "#version 330\n"
                                    "flat in float shade;\n"
                                    "out vec4 colour;\n"
                                    "void main()\n"
                                    "{\n"
                                    "    colour = vec4(shade);\n"
                                    "}\n";

static void add_shader(GLuint program, GLenum kind, const char* text)
{
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

// A frame buffer of one pixel, and a program that gives every particle its index as
// shade.
static void prepare_drawing(void)
{
    GLuint frame, pixel, vertices;
    GLuint program = glCreateProgram();
    add_shader(program, GL_VERTEX_SHADER, vertex_text);
    add_shader(program, GL_FRAGMENT_SHADER, fragment_text);
    glLinkProgram(program);
    glUseProgram(program);
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    glGenRenderbuffers(1, &pixel);
    glBindRenderbuffer(GL_RENDERBUFFER, pixel);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              pixel);
    glViewport(0, 0, 1, 1);
}

static GLuint create_buffer(GLsizeiptr bytes, const void* data)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, bytes, data, GL_DYNAMIC_COPY);
    return buffer;
}

// Prints the order, farthest first, and the particle that is seen. False if it is wrong.
static int check(GLuint order)
{
    GLuint indices[COUNT];
    GLubyte pixel[4] = {0};
    int good = 1;
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    glBindBuffer(GL_ARRAY_BUFFER, order);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof indices, indices);
    for (int i = 0; i < COUNT; ++i) {
        GLuint at = indices[i] < COUNT ? indices[i] : 0;
        printf("particle %u at depth %g\n", at, (double)depths[at]);
        good = good && (i == 0 || depths[indices[i - 1]] >= depths[at]);
    }
    printf("seen: particle %u\n", pixel[0]);
    return good && pixel[0] == NEAREST && glGetError() == GL_NO_ERROR;
}

int main(void)
{
    char message[256];
    struct offscreen* gl =
        offscreen_create(&(struct offscreen_desc){0}, message, sizeof message);
    if (!gl || !offscreen_make_current(gl)) {
        fprintf(stderr, "glsort-hello: %s\n", gl ? "no current GL context" : message);
        return 1;
    }
    prepare_drawing();
    GLuint depth_buffer = create_buffer(sizeof depths, depths);
    GLuint order = create_buffer(COUNT * (GLsizeiptr)sizeof(GLuint), NULL);
    int good = sort_init(COUNT);
    if (good) {
        draw_sorted(depth_buffer, order, COUNT);
        good = check(order);
        if (!good)
            fprintf(stderr, "glsort-hello: the particles are not drawn back to front\n");
    }
    sort_shutdown();
    offscreen_destroy(gl);
    return !good;
}
