// SPDX-License-Identifier: MIT
// Contexts of WGL. Each has a window of one pixel that is never shown.
#include "offscreen_common.h"

#define WIN32_LEAN_AND_MEAN
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <GL/gl.h>
#include <GL/wglext.h>

struct offscreen {
    HWND window;
    HDC device;
    HGLRC context;
    const struct entry_points* known;
    bool software;
};

// ---- devices --------------------------------------------------------------------------

uint32_t offscreen_list(struct offscreen_device* devices, uint32_t room)
{
    if (room > 0)
        devices[0] = (struct offscreen_device){.platform = "wgl",
                                               .name = "the device that Windows picks"};
    return 1;
}

// Windows has one device; the words "cpu" and "gpu" are checked once there is a context.
static bool device_fits(const struct offscreen_desc* desc, struct message m)
{
    static const char* const platforms[] = {"wgl", "0"};
    static const char* const devices[] = {"cpu", "gpu", "0"};
    bool fits = !desc->platform;
    for (size_t i = 0; !fits && i < sizeof platforms / sizeof *platforms; i++)
        fits = strcmp(desc->platform, platforms[i]) == 0;
    bool named = !desc->device;
    for (size_t i = 0; !named && i < sizeof devices / sizeof *devices; i++)
        named = strcmp(desc->device, devices[i]) == 0;
    if (!fits || !named)
        offscreen_say(m,
                      "no device is \"%s\" on platform \"%s\"; there are gpu, cpu and "
                      "device 0 of platform 0 (wgl)",
                      desc->device ? desc->device : "0",
                      desc->platform ? desc->platform : "wgl");
    return fits && named;
}

// ---- one context ----------------------------------------------------------------------

// PROC takes other arguments than the function does. Cast by way of void (*)(void), it
// causes no warning.
#define FIND_WGL(type, name) ((type)(void (*)(void))wglGetProcAddress(name))

static bool open_window(struct offscreen* o)
{
    PIXELFORMATDESCRIPTOR format = {.nSize = sizeof format,
                                    .nVersion = 1,
                                    .dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL};
    o->window =
        CreateWindowA("STATIC", "glsort", WS_POPUP, 0, 0, 1, 1, NULL, NULL, NULL, NULL);
    o->device = o->window ? GetDC(o->window) : NULL;
    if (!o->device)
        return false;
    return SetPixelFormat(o->device, ChoosePixelFormat(o->device, &format), &format);
}

static void context_attributes(const struct offscreen_desc* desc, int out[16])
{
    const struct api* api = &offscreen_apis[desc->api];
    int profile = desc->compatibility ? WGL_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB
                                      : WGL_CONTEXT_CORE_PROFILE_BIT_ARB;
    int flags = 0;
    int n = 0;
    if (api->is_es)
        profile = WGL_CONTEXT_ES2_PROFILE_BIT_EXT;
    if (desc->debug)
        flags |= WGL_CONTEXT_DEBUG_BIT_ARB;
    if (desc->robust)
        flags |= WGL_CONTEXT_ROBUST_ACCESS_BIT_ARB;
    out[n++] = WGL_CONTEXT_MAJOR_VERSION_ARB;
    out[n++] = api->major;
    out[n++] = WGL_CONTEXT_MINOR_VERSION_ARB;
    out[n++] = api->minor;
    out[n++] = WGL_CONTEXT_PROFILE_MASK_ARB;
    out[n++] = profile;
    out[n++] = WGL_CONTEXT_FLAGS_ARB;
    out[n++] = flags;
    out[n] = 0;
}

// wglCreateContextAttribsARB is found in a context only: in a plain one, which it
// replaces.
static bool create_context(struct offscreen* o, const struct offscreen_desc* desc)
{
    int attributes[16];
    HGLRC plain = wglCreateContext(o->device);
    if (!plain || !wglMakeCurrent(o->device, plain))
        return false;
    PFNWGLCREATECONTEXTATTRIBSARBPROC create =
        FIND_WGL(PFNWGLCREATECONTEXTATTRIBSARBPROC, "wglCreateContextAttribsARB");
    context_attributes(desc, attributes);
    if (create)
        o->context =
            create(o->device, desc->share ? desc->share->context : NULL, attributes);
    wglMakeCurrent(NULL, NULL);
    wglDeleteContext(plain);
    return o->context != NULL;
}

static bool inspect(struct offscreen* o, const struct offscreen_desc* desc,
                    struct message m)
{
    if (!wglMakeCurrent(o->device, o->context)) {
        offscreen_say(m, "the new context cannot be made current (error %lu)",
                      GetLastError());
        return false;
    }
    return offscreen_fits(desc, "WGL", (const char*)glGetString(GL_VERSION),
                          (const char*)glGetString(GL_RENDERER), &o->software, m);
}

struct offscreen* offscreen_create(const struct offscreen_desc* desc, char* text,
                                   size_t text_bytes)
{
    struct message m = {text, text_bytes};
    HDC device = wglGetCurrentDC();
    HGLRC context = wglGetCurrentContext();
    if (!device_fits(desc, m))
        return NULL;
    struct offscreen* o = calloc(1, sizeof *o);
    if (!o) {
        offscreen_say(m, "out of memory");
        return NULL;
    }
    o->known = offscreen_known(desc);
    bool good = false;
    if (!open_window(o) || !create_context(o, desc))
        offscreen_say(m, "WGL cannot create a %s context (error %lu)",
                      offscreen_apis[desc->api].title, GetLastError());
    else
        good = inspect(o, desc, m);
    wglMakeCurrent(device, context); // what was current before
    if (good)
        return o;
    offscreen_destroy(o);
    return NULL;
}

void offscreen_destroy(struct offscreen* o)
{
    if (!o)
        return;
    offscreen_release(o);
    if (o->context)
        wglDeleteContext(o->context);
    if (o->device)
        ReleaseDC(o->window, o->device);
    if (o->window)
        DestroyWindow(o->window);
    free(o);
}

bool offscreen_make_current(struct offscreen* o)
{
    return wglMakeCurrent(o->device, o->context);
}

void offscreen_release(struct offscreen* o)
{
    if (o->context && wglGetCurrentContext() == o->context)
        wglMakeCurrent(NULL, NULL);
}

// The functions of GL 1.1 are exports of opengl32.dll, which WGL does not find.
void (*offscreen_get_proc(void* user, const char* name))(void)
{
    const struct offscreen* o = user;
    if (!offscreen_knows(o->known, name))
        return NULL;
    PROC proc = wglGetProcAddress(name);
    if (!proc)
        proc = GetProcAddress(GetModuleHandleA("opengl32.dll"), name);
    return (void (*)(void))proc;
}

bool offscreen_is_software(const struct offscreen* o)
{
    return o->software;
}
