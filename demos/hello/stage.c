// SPDX-License-Identifier: MIT
#include "stage.h"

#include <stdio.h>

#include "offscreen.h"

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

GLuint stage_buffer(GLsizeiptr bytes, const void* data)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, bytes, data, GL_DYNAMIC_COPY);
    return buffer;
}

struct offscreen* stage_open(const char* program)
{
    char message[256];
    struct offscreen* gl =
        offscreen_create(&(struct offscreen_desc){0}, message, sizeof message);
    if (gl && offscreen_make_current(gl)) {
        prepare_drawing();
        return gl;
    }
    fprintf(stderr, "%s: %s\n", program, gl ? "no current GL context" : message);
    offscreen_destroy(gl);
    return NULL;
}

void stage_close(struct offscreen* gl)
{
    offscreen_destroy(gl);
}

GLuint stage_seen(void)
{
    GLubyte pixel[4] = {0};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return pixel[0];
}
