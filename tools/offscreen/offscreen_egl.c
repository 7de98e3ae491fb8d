// SPDX-License-Identifier: MIT
// Displays are never terminated: EGL has one display per device, and terminating it would
// destroy the contexts of other code in the process.
#include "offscreen_common.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From eglext_angle.h, which Mesa's headers lack.
enum {
    PLATFORM_ANGLE = 0x3202,
    PLATFORM_ANGLE_TYPE = 0x3203,
    PLATFORM_ANGLE_DEVICE_TYPE = 0x3209,
    PLATFORM_ANGLE_TYPE_VULKAN = 0x3450,
    PLATFORM_ANGLE_DEVICE_TYPE_SWIFTSHADER = 0x3487,
    CONTEXT_OPENGL_BACKWARDS_COMPATIBLE = 0x3483,
};

enum { MAX_CANDIDATES = 64, GL_RENDERER_NAME = 0x1F01, GL_VERSION_NAME = 0x1F02 };

struct offscreen {
    EGLDisplay display;
    EGLContext context;
    EGLSurface surface; // EGL_NO_SURFACE where contexts need none
    EGLenum egl_api;
    const struct entry_points* known;
    bool software;
};

// A device that can be listed, and what EGL calls it.
struct candidate {
    struct offscreen_device shown;
    EGLenum platform;    // EGL_PLATFORM_*
    EGLDeviceEXT device; // of EGL_PLATFORM_DEVICE_EXT
};

// True if the space-separated list holds the name.
static bool lists(const char* list, const char* name)
{
    size_t length = strlen(name);
    for (const char* at = list; at && (at = strstr(at, name)); at += length) {
        bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

static const char* egl_error_name(EGLint error)
{
    switch (error) {
    case EGL_SUCCESS: return "no EGL error";
    case EGL_NOT_INITIALIZED: return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS: return "EGL_BAD_ACCESS";
    case EGL_BAD_ALLOC: return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE: return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG: return "EGL_BAD_CONFIG";
    case EGL_BAD_CONTEXT: return "EGL_BAD_CONTEXT";
    case EGL_BAD_DISPLAY: return "EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH: return "EGL_BAD_MATCH";
    case EGL_BAD_PARAMETER: return "EGL_BAD_PARAMETER";
    default: return "an EGL error";
    }
}

static EGLenum egl_api_of(const struct api* api)
{
    return api->is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API;
}

static const char* client_extensions(void)
{
    const char* list = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    return list ? list : "";
}

// ---- devices ------------------------------------------------------------------------

static void name_device(struct candidate* c)
{
    PFNEGLQUERYDEVICESTRINGEXTPROC query =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
    const char* list = query ? query(c->device, EGL_EXTENSIONS) : NULL;
    const char* name = NULL;
    c->shown.software = lists(list, "EGL_MESA_device_software");
    if (lists(list, "EGL_EXT_device_query_name"))
        name = query(c->device, EGL_RENDERER_EXT);
    if (!name && lists(list, "EGL_EXT_device_drm"))
        name = query(c->device, EGL_DRM_DEVICE_FILE_EXT);
    if (!name)
        name = c->shown.software ? "software renderer" : "device without a name";
    snprintf(c->shown.name, sizeof c->shown.name, "%s", name);
}

static uint32_t list_devices(struct candidate* out, uint32_t platform_at)
{
    PFNEGLQUERYDEVICESEXTPROC query =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    EGLDeviceEXT devices[MAX_CANDIDATES - 2];
    EGLint count = 0;
    if (!query || !query(MAX_CANDIDATES - 2, devices, &count))
        return 0;
    for (EGLint i = 0; i < count; i++) {
        out[i] = (struct candidate){
            .shown = {.platform = "device", .platform_at = platform_at},
            .platform = EGL_PLATFORM_DEVICE_EXT,
            .device = devices[i],
        };
        out[i].shown.device_at = (uint32_t)i;
        name_device(&out[i]);
    }
    return (uint32_t)count;
}

static uint32_t list_candidates(struct candidate out[MAX_CANDIDATES])
{
    const char* list = client_extensions();
    uint32_t platform_count = 0;
    uint32_t count = 0;
    bool enumerates =
        lists(list, "EGL_EXT_device_enumeration") || lists(list, "EGL_EXT_device_base");
    if (enumerates && lists(list, "EGL_EXT_platform_device"))
        count = list_devices(out, platform_count++);
    if (lists(list, "EGL_MESA_platform_surfaceless")) {
        out[count++] = (struct candidate){
            .shown = {.platform = "surfaceless",
                      .platform_at = platform_count,
                      .name = "the device that Mesa picks"},
            .platform = EGL_PLATFORM_SURFACELESS_MESA,
        };
        ++platform_count;
    }
    if (lists(list, "EGL_ANGLE_platform_angle_device_type_swiftshader")) {
        out[count++] = (struct candidate){
            .shown = {.platform = "angle",
                      .platform_at = platform_count,
                      .software = true,
                      .name = "SwiftShader"},
            .platform = PLATFORM_ANGLE,
        };
    }
    return count;
}

uint32_t offscreen_list(struct offscreen_device* devices, uint32_t room)
{
    struct candidate candidates[MAX_CANDIDATES];
    uint32_t count = list_candidates(candidates);
    for (uint32_t i = 0; i < count && i < room; i++)
        devices[i] = candidates[i].shown;
    return count;
}

// ---- what was requested -------------------------------------------------------------

static bool is_index(const char* text, uint32_t* index)
{
    char* end = NULL;
    if (!text || *text < '0' || *text > '9')
        return false;
    unsigned long long number = strtoull(text, &end, 10);
    *index = (uint32_t)number;
    return *end == '\0' && number <= UINT32_MAX;
}

static bool is_word(const char* text, const char* word)
{
    return text && strcmp(text, word) == 0;
}

static bool platform_fits(const struct candidate* c, const char* platform)
{
    uint32_t index = 0;
    if (is_index(platform, &index))
        return c->shown.platform_at == index;
    return !platform || strcmp(platform, c->shown.platform) == 0;
}

static bool device_fits(const struct candidate* c, const struct offscreen_desc* desc)
{
    uint32_t index = 0;
    if (is_index(desc->device, &index)) // of the first platform if none is named
        return c->shown.device_at == index &&
               (desc->platform || c->shown.platform_at == 0);
    bool surfaceless = c->platform == EGL_PLATFORM_SURFACELESS_MESA;
    if (is_word(desc->device, "cpu"))
        return c->shown.software || surfaceless;
    if (is_word(desc->device, "gpu"))
        return !c->shown.software;
    return !desc->device;
}

// Order of trying: hardware, then whatever Mesa picks without a device, then software.
// Where software is requested, software devices come first.
static int rank(const struct candidate* c, bool cpu)
{
    if (c->platform == EGL_PLATFORM_SURFACELESS_MESA)
        return 1;
    return c->shown.software != cpu ? 2 : 0;
}

static void set_default(const char* name, const char* value)
{
    setenv(name, value, 0);
}

// Must run before Mesa reads these variables, which it does once.
static void ask_mesa_for_version(const struct offscreen_desc* desc)
{
    const struct api* api = &offscreen_apis[desc->api];
    char version[16], language[16];
    if (desc->or_newer || (desc->api == OFFSCREEN_GL43 && !desc->strict))
        return;
    snprintf(version, sizeof version, "%d.%d%s", api->major, api->minor,
             desc->compatibility ? "COMPAT" : "");
    snprintf(language, sizeof language, "%d%d0", api->major, api->minor);
    set_default(api->is_es ? "MESA_GLES_VERSION_OVERRIDE" : "MESA_GL_VERSION_OVERRIDE",
                version);
    if (!api->is_es)
        set_default("MESA_GLSL_VERSION_OVERRIDE", language);
}

// ---- one context --------------------------------------------------------------------

static EGLDisplay open_display(const struct candidate* c)
{
    PFNEGLGETPLATFORMDISPLAYEXTPROC get =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (!get)
        return EGL_NO_DISPLAY;
    static const EGLint swiftshader[] = {
        PLATFORM_ANGLE_TYPE,
        PLATFORM_ANGLE_TYPE_VULKAN,
        PLATFORM_ANGLE_DEVICE_TYPE,
        PLATFORM_ANGLE_DEVICE_TYPE_SWIFTSHADER,
        EGL_NONE,
    };
    if (c->platform == EGL_PLATFORM_DEVICE_EXT)
        return get(EGL_PLATFORM_DEVICE_EXT, c->device, NULL);
    return get(c->platform, EGL_DEFAULT_DISPLAY,
               c->platform == PLATFORM_ANGLE ? swiftshader : NULL);
}

static EGLConfig choose_config(EGLDisplay display, const struct api* api)
{
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                             api->is_es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = EGL_NO_CONFIG_KHR;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return EGL_NO_CONFIG_KHR;
    return config;
}

static bool is_egl_15(EGLDisplay display)
{
    const char* version = eglQueryString(display, EGL_VERSION);
    int major = 0, minor = 0;
    return version && sscanf(version, "%d.%d", &major, &minor) == 2 &&
           (major > 1 || minor >= 5);
}

// Attributes in the names of EGL 1.5, or of EGL_KHR_create_context, whose version numbers
// are the same.
static void context_attributes(const struct offscreen_desc* desc, const struct api* api,
                               EGLDisplay display, EGLint out[16])
{
    bool egl_15 = is_egl_15(display);
    int n = 0;
    EGLint flags = 0;
    out[n++] = EGL_CONTEXT_MAJOR_VERSION;
    out[n++] = api->major;
    out[n++] = EGL_CONTEXT_MINOR_VERSION;
    out[n++] = api->minor;
    if (!api->is_es) {
        out[n++] = EGL_CONTEXT_OPENGL_PROFILE_MASK;
        out[n++] = desc->compatibility ? EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT
                                       : EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    }
    if (desc->debug && egl_15) {
        out[n++] = EGL_CONTEXT_OPENGL_DEBUG;
        out[n++] = EGL_TRUE;
    } else if (desc->debug) {
        flags |= EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR;
    }
    if (desc->robust && egl_15) {
        out[n++] = EGL_CONTEXT_OPENGL_ROBUST_ACCESS;
        out[n++] = EGL_TRUE;
    } else if (desc->robust) {
        flags |= EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR;
    }
    if (flags) {
        out[n++] = EGL_CONTEXT_FLAGS_KHR;
        out[n++] = flags;
    }
    // ANGLE gives the highest version it has, unless it is told not to.
    if (!desc->or_newer && lists(eglQueryString(display, EGL_EXTENSIONS),
                                 "EGL_ANGLE_create_context_backwards_compatible")) {
        out[n++] = CONTEXT_OPENGL_BACKWARDS_COMPATIBLE;
        out[n++] = EGL_FALSE;
    }
    out[n] = EGL_NONE;
}

// Without EGL_KHR_surfaceless_context a context needs a surface.
static bool add_surface(struct offscreen* o, EGLConfig config)
{
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    o->surface = EGL_NO_SURFACE;
    if (lists(eglQueryString(o->display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context"))
        return true;
    if (config == EGL_NO_CONFIG_KHR)
        return false;
    o->surface = eglCreatePbufferSurface(o->display, config, size);
    return o->surface != EGL_NO_SURFACE;
}

static const char* gl_string(unsigned int name)
{
    typedef const unsigned char* (*get_string)(unsigned int);
    get_string get = (get_string)eglGetProcAddress("glGetString");
    const unsigned char* text = get ? get(name) : NULL;
    return text ? (const char*)text : "";
}

// Makes the context current, checks it, and restores the thread's previous context.
static bool inspect(struct offscreen* o, const struct offscreen_desc* desc,
                    struct message m)
{
    EGLenum api_before = eglQueryAPI();
    EGLDisplay display = eglGetCurrentDisplay();
    EGLContext context = eglGetCurrentContext();
    EGLSurface draw = eglGetCurrentSurface(EGL_DRAW);
    EGLSurface read = eglGetCurrentSurface(EGL_READ);
    bool fits = false;
    if (offscreen_make_current(o)) {
        fits = offscreen_fits(desc, "EGL", gl_string(GL_VERSION_NAME),
                              gl_string(GL_RENDERER_NAME), &o->software, m);
        offscreen_release(o);
    } else {
        offscreen_say(m, "the new context cannot be made current (%s)",
                      egl_error_name(eglGetError()));
    }
    eglBindAPI(api_before);
    if (context != EGL_NO_CONTEXT)
        eglMakeCurrent(display, draw, read, context);
    return fits;
}

static bool create_context(struct offscreen* o, const struct offscreen_desc* desc,
                           struct message m)
{
    const struct api* api = &offscreen_apis[desc->api];
    EGLint attributes[16];
    EGLenum api_before = eglQueryAPI();
    if (!eglBindAPI(egl_api_of(api))) {
        offscreen_say(m, "EGL has no %s", api->title);
        return false;
    }
    EGLConfig config = choose_config(o->display, api);
    context_attributes(desc, api, o->display, attributes);
    EGLContext share = desc->share ? desc->share->context : EGL_NO_CONTEXT;
    o->context = eglCreateContext(o->display, config, share, attributes);
    if (o->context == EGL_NO_CONTEXT) {
        offscreen_say(m, "EGL cannot create a %s context (%s)", api->title,
                      egl_error_name(eglGetError()));
    } else if (!add_surface(o, config)) {
        offscreen_say(m, "EGL cannot create a surface of one pixel (%s)",
                      egl_error_name(eglGetError()));
        eglDestroyContext(o->display, o->context);
        o->context = EGL_NO_CONTEXT;
    }
    eglBindAPI(api_before);
    return o->context != EGL_NO_CONTEXT;
}

static struct offscreen* create_on(EGLDisplay display, const struct offscreen_desc* desc,
                                   struct message m)
{
    const struct api* api = &offscreen_apis[desc->api];
    struct offscreen* o = calloc(1, sizeof *o);
    if (!o) {
        offscreen_say(m, "out of memory");
        return NULL;
    }
    o->display = display;
    o->egl_api = egl_api_of(api);
    o->known = offscreen_known(desc);
    if (create_context(o, desc, m) && inspect(o, desc, m))
        return o;
    offscreen_destroy(o);
    return NULL;
}

static struct offscreen* try_candidate(const struct candidate* c,
                                       const struct offscreen_desc* desc,
                                       struct message m)
{
    if (c->platform == EGL_PLATFORM_SURFACELESS_MESA && is_word(desc->device, "cpu"))
        set_default("LIBGL_ALWAYS_SOFTWARE", "1");
    EGLDisplay display = open_display(c);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        offscreen_say(m, "EGL cannot open %s on the %s platform (%s)", c->shown.name,
                      c->shown.platform, egl_error_name(eglGetError()));
        return NULL;
    }
    return create_on(display, desc, m);
}

// Appends to the sentence, or leaves it as it is if that does not fit.
OFFSCREEN_FORMAT(2) static bool say_more(struct message m, const char* format, ...)
{
    size_t used = m.text && m.bytes > 0 ? strlen(m.text) : 0;
    size_t room = m.bytes - used;
    va_list args;
    if (used == 0)
        return false;
    va_start(args, format);
    int length = vsnprintf(m.text + used, room, format, args);
    va_end(args);
    bool fits = length >= 0 && (size_t)length < room;
    if (!fits)
        m.text[used] = '\0';
    return fits;
}

// Names what was requested and what is available.
static void say_nothing_fits(const struct offscreen_desc* desc,
                             const struct candidate* candidates, uint32_t count,
                             struct message m)
{
    if (count == 0) {
        offscreen_say(
            m, "no device: EGL offers neither devices nor the surfaceless platform");
        return;
    }
    offscreen_say(m, "no device");
    if (desc->device)
        say_more(m, " is \"%s\"", desc->device);
    if (desc->platform)
        say_more(m, "%s platform \"%s\"", desc->device ? " on" : " is on",
                 desc->platform);
    say_more(m, "; there are gpu, cpu and ");
    for (uint32_t i = 0; i < count; i++) {
        const struct offscreen_device* d = &candidates[i].shown;
        if (!say_more(m, "%sdevice %u of platform %u (%s): %s", i > 0 ? "; " : "",
                      d->device_at, d->platform_at, d->platform, d->name)) {
            say_more(m, " ...");
            return;
        }
    }
}

struct offscreen* offscreen_create(const struct offscreen_desc* desc, char* text,
                                   size_t text_bytes)
{
    struct candidate candidates[MAX_CANDIDATES];
    struct message m = {text, text_bytes};
    ask_mesa_for_version(desc);
    if (desc->share)
        return create_on(desc->share->display, desc, m);

    uint32_t count = list_candidates(candidates);
    bool cpu = is_word(desc->device, "cpu");
    say_nothing_fits(desc, candidates, count, m);
    for (int turn = 0; turn < 3; turn++) {
        for (uint32_t i = 0; i < count; i++) {
            const struct candidate* c = &candidates[i];
            if (rank(c, cpu) != turn || !platform_fits(c, desc->platform) ||
                !device_fits(c, desc))
                continue;
            struct offscreen* o = try_candidate(c, desc, m);
            if (o)
                return o;
        }
    }
    return NULL;
}

void offscreen_destroy(struct offscreen* o)
{
    if (!o)
        return;
    offscreen_release(o);
    if (o->surface != EGL_NO_SURFACE)
        eglDestroySurface(o->display, o->surface);
    if (o->context != EGL_NO_CONTEXT)
        eglDestroyContext(o->display, o->context);
    free(o);
}

bool offscreen_make_current(struct offscreen* o)
{
    return eglBindAPI(o->egl_api) &&
           eglMakeCurrent(o->display, o->surface, o->surface, o->context);
}

void offscreen_release(struct offscreen* o)
{
    eglBindAPI(o->egl_api);
    if (o->context != EGL_NO_CONTEXT && eglGetCurrentContext() == o->context)
        eglMakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

void (*offscreen_get_proc(void* user, const char* name))(void)
{
    const struct offscreen* o = user;
    return offscreen_knows(o->known, name) ? eglGetProcAddress(name) : NULL;
}

bool offscreen_is_software(const struct offscreen* o)
{
    return o->software;
}
