// SPDX-License-Identifier: MIT
// A first sort: six numbers on the GPU, in a GL context without a window, of EGL or of
// WGL. Each way of docs/install.md ends with this program.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <EGL/egl.h>
#include <EGL/eglext.h>
#endif
#ifndef GL_ARRAY_BUFFER // unless the header of a loader comes before
#include <GL/glcorearb.h>
#endif

// ---- a GL context without a window ----------------------------------------------------

#if defined(_WIN32)

// Of the highest version that the driver has, as WGL gives it without attributes.
static int open_context(void)
{
    HWND window =
        CreateWindowA("STATIC", "glsort", WS_POPUP, 0, 0, 1, 1, NULL, NULL, NULL, NULL);
    HDC device = GetDC(window);
    PIXELFORMATDESCRIPTOR format;
    memset(&format, 0, sizeof format);
    format.nSize = sizeof format;
    format.nVersion = 1;
    format.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL;
    SetPixelFormat(device, ChoosePixelFormat(device, &format), &format);
    return wglMakeCurrent(device, wglCreateContext(device));
}

static void (*find_gl(const char* name))(void)
{
    PROC proc = wglGetProcAddress(name);
    if (!proc)
        proc = GetProcAddress(GetModuleHandleA("opengl32.dll"), name);
    return (void (*)(void))proc;
}

#else

#define find_gl eglGetProcAddress

static int open_context(void)
{
    static const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION, 4,
                                    EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    PFNEGLGETPLATFORMDISPLAYEXTPROC get =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    EGLDisplay display =
        get ? get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL)
            : EGL_NO_DISPLAY;
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return 0;
    return eglMakeCurrent(
        display, EGL_NO_SURFACE, EGL_NO_SURFACE,
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted));
}

#endif

// ---- the sort -------------------------------------------------------------------------

// Sorts the numbers of a GL buffer. False, with a sentence, if that is refused.
static int sort(unsigned buffer, unsigned count)
{
    glsort_context* context = NULL;
    glsort_plan* plan = NULL;
    glsort_context_desc gl;
    glsort_sort_desc what;
    glsort_sort_args args;
    char message[512] = "";
    int sorted;

    memset(&gl, 0, sizeof gl); // zero in every field is the default
    gl.message = message;
    gl.message_bytes = sizeof message;
    memset(&what, 0, sizeof what);
    what.max_count = count;
    what.key = GLSORT_KEY_F32;
    memset(&args, 0, sizeof args);
    args.count = count;
    args.keys_in.name = buffer;
    args.keys_out.name = buffer;

    if (glsort_context_create(&gl, &context) != GLSORT_OK) {
        fprintf(stderr, "%s\n", message);
        return 0;
    }
    sorted = glsort_sort_create(context, &what, &plan) == GLSORT_OK &&
             glsort_sort_run(plan, &args) == GLSORT_OK;
    if (!sorted)
        fprintf(stderr, "%s\n", glsort_last_error(context));
    glsort_plan_destroy(plan);
    glsort_context_destroy(context);
    return sorted;
}

#define FIND(TYPE, NAME) TYPE NAME = (TYPE)find_gl("gl" #NAME)

int main(void)
{
    float numbers[] = {2.5f, 9, 0.5f, 7, 0.75f, 4};
    enum { COUNT = sizeof numbers / sizeof numbers[0] };
    GLuint buffer;
    int i;
    if (!open_context()) {
        fprintf(stderr, "no GL context\n");
        return 1;
    }
    FIND(PFNGLGENBUFFERSPROC, GenBuffers);
    FIND(PFNGLBINDBUFFERPROC, BindBuffer);
    FIND(PFNGLBUFFERDATAPROC, BufferData);
    FIND(PFNGLGETBUFFERSUBDATAPROC, GetBufferSubData);

    GenBuffers(1, &buffer);
    BindBuffer(GL_ARRAY_BUFFER, buffer);
    BufferData(GL_ARRAY_BUFFER, sizeof numbers, numbers, GL_DYNAMIC_DRAW);
    if (!sort(buffer, COUNT))
        return 1;
    GetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof numbers, numbers);
    for (i = 0; i < COUNT; ++i)
        printf("%g%c", numbers[i], i + 1 < COUNT ? ' ' : '\n');
    return 0;
}
