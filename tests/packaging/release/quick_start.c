// SPDX-License-Identifier: MIT
// The quick start of README.md in a program of its own, as a user of a release builds it:
// in C99 and in C++11, through EGL or WGL, with the GL loader that a define names. Sorts
// six depths and says so.
#if defined(WITH_GLEW)
#include <GL/glew.h>
#elif defined(WITH_EPOXY)
#include <epoxy/gl.h>
#elif defined(WITH_GLAD)
#include <glad/gl.h>
#else
#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
#endif

#include "readme_quick_start.h"

#define main first_sort_main
#include "first_sort.c" // for its GL context
#undef main

// ---- the loader -----------------------------------------------------------------------

#if defined(WITH_GLEW)
#define LOADER "GLEW"
// GLEW asks for the display of GLX after it has loaded GL; a context of EGL has none.
static int load_gl(void)
{
    GLenum error;
    glewExperimental = GL_TRUE;
    error = glewInit();
    return error == GLEW_OK || error == GLEW_ERROR_NO_GLX_DISPLAY;
}
#elif defined(WITH_EPOXY)
#define LOADER "epoxy"
static int load_gl(void)
{
    return epoxy_gl_version() >= 43;
}
#elif defined(WITH_GLAD)
#define LOADER "glad"
static int load_gl(void)
{
    return gladLoadGL((GLADloadfunc)find_gl) != 0;
}
#else
#define LOADER "no loader"
static int load_gl(void)
{
    return 1;
}
#endif

// ---- the sort -------------------------------------------------------------------------

static GLuint make_buffer(GLsizeiptr bytes, const void* data)
{
    GLuint name;
    glGenBuffers(1, &name);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, name);
    glBufferData(GL_SHADER_STORAGE_BUFFER, bytes, data, GL_DYNAMIC_DRAW);
    return name;
}

// For the draw: its points reach no pixel.
static void make_target(void)
{
    GLuint vertices, framebuffer, pixel;
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    glGenRenderbuffers(1, &pixel);
    glBindRenderbuffer(GL_RENDERBUFFER, pixel);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              pixel);
    glEnable(GL_RASTERIZER_DISCARD);
}

enum { COUNT = 6 };

int main(void)
{
    static const float depth_of[COUNT] = {2.5f, 9.0f, 0.5f, 7.0f, 0.75f, 4.0f};
    static const GLuint wanted[COUNT] = {1, 3, 5, 0, 4, 2};
    GLuint got[COUNT] = {0, 0, 0, 0, 0, 0};
    GLuint depths, order;
    if (!open_context() || !load_gl()) {
        fprintf(stderr, "no GL 4.3 context, or %s cannot load it\n", LOADER);
        return 1;
    }
    if (!sort_init(COUNT))
        return 1;
    make_target();
    depths = make_buffer(sizeof depth_of, depth_of);
    order = make_buffer(sizeof got, NULL);
    draw_sorted(depths, order, COUNT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, order);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof got, got);
    if (memcmp(got, wanted, sizeof got) != 0 || glGetError() != GL_NO_ERROR) {
        fprintf(stderr, "wrong order: %u %u %u %u %u %u\n", got[0], got[1], got[2],
                got[3], got[4], got[5]);
        return 1;
    }
    sort_shutdown();
    printf("glsort %s: sorted %d depths on %s, with %s\n", glsort_version(), COUNT,
           (const char*)glGetString(GL_RENDERER), LOADER);
    return 0;
}
