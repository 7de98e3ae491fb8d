// SPDX-License-Identifier: MIT
#include "no_gl.h"

#include <stdlib.h>
#include <string.h>

#include <GL/glcorearb.h>

enum { BINARY_BYTES = 24, BINARY_FORMAT = 7 };

bool no_gl_links_binaries;
static bool is_from_binary;

static GLuint nothing(void)
{
    return 0;
}

static const GLubyte* get_string(GLenum name)
{
    return (const GLubyte*)(name == GL_VERSION ? "OpenGL ES 3.0 none" : "none");
}

static const GLubyte* get_string_at(GLenum name, GLuint at)
{
    return at == 0 ? get_string(name) : NULL;
}

static void get_integer(GLenum name, GLint* value)
{
    switch (name) {
    case GL_MAX_VIEWPORT_DIMS: value[1] = 4096; // and the width
    case GL_MAX_TEXTURE_SIZE: value[0] = 4096; break;
    case GL_NUM_PROGRAM_BINARY_FORMATS:
    case GL_NUM_EXTENSIONS: value[0] = 1; break;
    case GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: value[0] = 256; break;
    case GL_MAX_UNIFORM_BLOCK_SIZE: value[0] = 16384; break;
    case GL_MAX_ARRAY_TEXTURE_LAYERS: value[0] = 256; break;
    case GL_MAX_DRAW_BUFFERS:
    case GL_MAX_COLOR_ATTACHMENTS: value[0] = 8; break;
    default: break; // stays as the caller set it
    }
}

static GLuint create(void)
{
    return 1;
}

static void get_shader(GLuint shader, GLenum name, GLint* value)
{
    (void)shader;
    *value = name == GL_COMPILE_STATUS;
}

static void get_program(GLuint program, GLenum name, GLint* value)
{
    (void)program;
    *value = 0;
    if (name == GL_LINK_STATUS)
        *value = !is_from_binary || no_gl_links_binaries;
    if (name == GL_PROGRAM_BINARY_LENGTH)
        *value = BINARY_BYTES;
}

static void link_program(GLuint program)
{
    (void)program;
    is_from_binary = false;
}

// Reads all of it, as a driver would.
static void program_binary(GLuint program, GLenum format, const void* binary,
                           GLsizei bytes)
{
    static volatile unsigned char sink;
    (void)program;
    (void)format;
    is_from_binary = true;
    for (GLsizei i = 0; i < bytes; ++i)
        sink = ((const unsigned char*)binary)[i];
    (void)sink;
}

static void get_program_binary(GLuint program, GLsizei room, GLsizei* bytes,
                               GLenum* format, void* binary)
{
    (void)program;
    if (room < BINARY_BYTES)
        abort();
    memset(binary, 0xEE, BINARY_BYTES);
    *format = BINARY_FORMAT;
    if (bytes != NULL)
        *bytes = BINARY_BYTES;
}

glsort_proc no_gl_get_proc(void* user, const char* name)
{
    static const struct {
        const char* name;
        glsort_proc proc;
    } known[] = {
        {"glGetString", (glsort_proc)get_string},
        {"glGetStringi", (glsort_proc)get_string_at},
        {"glGetIntegerv", (glsort_proc)get_integer},
        {"glCreateShader", (glsort_proc)create},
        {"glCreateProgram", (glsort_proc)create},
        {"glGetShaderiv", (glsort_proc)get_shader},
        {"glGetProgramiv", (glsort_proc)get_program},
        {"glLinkProgram", (glsort_proc)link_program},
        {"glProgramBinary", (glsort_proc)program_binary},
        {"glGetProgramBinary", (glsort_proc)get_program_binary},
    };
    (void)user;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
        if (strcmp(name, known[i].name) == 0)
            return known[i].proc;
    return (glsort_proc)nothing;
}
