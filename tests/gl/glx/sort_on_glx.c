// SPDX-License-Identifier: MIT
// sort_on_glx: a context of GLX, which only an X server has, with get_proc NULL. Ends
// with 77 if the X server offers no OpenGL 3.3.
#include <stdio.h>
#include <string.h>

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glx.h>

#include <glsort/glsort.h>

enum { COUNT = 5000, SKIPPED = 77 };

static int fail(const char* text)
{
    fprintf(stderr, "sort_on_glx: %s\n", text);
    return 1;
}

static GLXFBConfig choose_config(Display* display)
{
    const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, None};
    int count = 0;
    GLXFBConfig config = NULL;
    GLXFBConfig* configs =
        glXChooseFBConfig(display, DefaultScreen(display), wanted, &count);
    if (configs != NULL && count > 0)
        config = configs[0];
    if (configs != NULL)
        XFree(configs);
    return config;
}

static GLXContext create_context(Display* display, GLXFBConfig config)
{
    const int wanted[] = {GLX_CONTEXT_MAJOR_VERSION_ARB,
                          3,
                          GLX_CONTEXT_MINOR_VERSION_ARB,
                          3,
                          GLX_CONTEXT_PROFILE_MASK_ARB,
                          GLX_CONTEXT_CORE_PROFILE_BIT_ARB,
                          None};
    PFNGLXCREATECONTEXTATTRIBSARBPROC create =
        (PFNGLXCREATECONTEXTATTRIBSARBPROC)glXGetProcAddressARB(
            (const GLubyte*)"glXCreateContextAttribsARB");
    return create != NULL ? create(display, config, NULL, True, wanted) : NULL;
}

// Sorts with a context of glsort that found its own way to GL.
static int sort_keys(void)
{
    char message[512] = "";
    static GLuint keys[COUNT];
    GLuint buffer;
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    glsort_context_desc gl = {.message = message, .message_bytes = sizeof message};
    glsort_sort_desc what = {.max_count = COUNT};
    if (glsort_context_create(&gl, &context) != GLSORT_OK)
        return fail(message);
    for (GLuint i = 0; i < COUNT; ++i)
        keys[i] = i * 7919u % COUNT; // a permutation, since COUNT is no multiple of 7919
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof keys, keys, GL_DYNAMIC_COPY);
    glsort_sort_args args = {
        .count = COUNT, .keys_in = {.name = buffer}, .keys_out = {.name = buffer}};
    if (glsort_sort_create(context, &what, &plan) != GLSORT_OK ||
        glsort_sort_run(plan, &args) != GLSORT_OK)
        return fail(glsort_last_error(context));
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof keys, keys);
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    glDeleteBuffers(1, &buffer);
    for (GLuint i = 0; i < COUNT; ++i)
        if (keys[i] != i)
            return fail("the keys are not sorted");
    return glGetError() == GL_NO_ERROR ? 0 : fail("a GL error is pending");
}

static int expect_no_context(void)
{
    char message[512] = "";
    glsort_context* context = NULL;
    glsort_context_desc gl = {.message = message, .message_bytes = sizeof message};
    if (glsort_context_create(&gl, &context) != GLSORT_ERROR_CONTEXT ||
        strstr(message, "glXGetProcAddressARB(name)") == NULL)
        return fail("a context was created, or refused in other words");
    return 0;
}

int main(void)
{
    const int size[] = {GLX_PBUFFER_WIDTH, 1, GLX_PBUFFER_HEIGHT, 1, None};
    Display* display = XOpenDisplay(NULL);
    if (display == NULL)
        return fail("there is no display");
    GLXFBConfig config = choose_config(display);
    GLXContext context = config != NULL ? create_context(display, config) : NULL;
    if (context == NULL)
        return SKIPPED;
    GLXPbuffer surface = glXCreatePbuffer(display, config, size);
    int result = expect_no_context();
    if (result == 0 && !glXMakeContextCurrent(display, surface, surface, context))
        result = fail("the GLX context cannot be made current");
    if (result == 0)
        result = sort_keys();
    glXMakeContextCurrent(display, None, None, NULL);
    if (result == 0)
        result = expect_no_context();
    glXDestroyContext(display, context);
    glXDestroyPbuffer(display, surface);
    XCloseDisplay(display);
    return result;
}
