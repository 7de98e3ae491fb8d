// SPDX-License-Identifier: MIT
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>

#include <png.h>

static void prepare_drawing(int width, int height)
{
    GLuint frame, picture, vertices;
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    glGenRenderbuffers(1, &picture);
    glBindRenderbuffer(GL_RENDERBUFFER, picture);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              picture);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
}

struct offscreen* stage_open(const char* program, enum offscreen_api api, int width,
                             int height)
{
    char message[256];
    struct offscreen* gl =
        offscreen_create(&(struct offscreen_desc){.api = api}, message, sizeof message);
    if (gl && offscreen_make_current(gl)) {
        prepare_drawing(width, height);
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

GLuint stage_buffer(size_t bytes, const void* data)
{
    GLuint buffer;
    void* zeros = data ? NULL : calloc(bytes, 1);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, data ? data : zeros,
                 GL_DYNAMIC_COPY);
    free(zeros);
    return buffer;
}

static void add_shader(GLuint program, GLenum kind, const char* text)
{
    char message[1024];
    GLint good = 0;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        glGetShaderInfoLog(shader, sizeof message, NULL, message);
        fprintf(stderr, "%s\n", message);
    }
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

static GLuint linked(GLuint program)
{
    GLint good = 0;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good)
        return program;
    fprintf(stderr, "a shader program does not link\n");
    glDeleteProgram(program);
    return 0;
}

GLuint stage_program(const char* vertex, const char* fragment, const char* captured)
{
    GLuint program = glCreateProgram();
    add_shader(program, GL_VERTEX_SHADER, vertex);
    if (fragment)
        add_shader(program, GL_FRAGMENT_SHADER, fragment);
    if (captured)
        glTransformFeedbackVaryings(program, 1, &captured, GL_INTERLEAVED_ATTRIBS);
    return linked(program);
}

GLuint stage_compute(const char* text)
{
    GLuint program = glCreateProgram();
    add_shader(program, GL_COMPUTE_SHADER, text);
    return linked(program);
}

void stage_use(GLuint program, const float to_clip[16], GLuint records, int parts,
               int floats)
{
    glUseProgram(program);
    glUniformMatrix4fv(glGetUniformLocation(program, "to_clip"), 1, GL_FALSE, to_clip);
    glBindBuffer(GL_ARRAY_BUFFER, records);
    glVertexAttribPointer(0, parts, GL_FLOAT, GL_FALSE, 4 * floats, NULL);
    glEnableVertexAttribArray(0);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

bool stage_write(const char* path, int width, int height)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)width,
        .height = (png_uint_32)height,
        .format = PNG_FORMAT_RGB,
    };
    GLubyte* pixels = malloc((size_t)width * (size_t)height * 3);
    bool good = pixels != NULL;
    if (good) {
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
        // GL's first row is the lowest.
        good = png_image_write_to_file(&image, path, 0, pixels, -3 * width, NULL);
    }
    free(pixels);
    if (!good)
        fprintf(stderr, "%s cannot be written\n", path);
    return good;
}
