// SPDX-License-Identifier: MIT
// Finds GL entry points and the current context through EGL, GLX, WGL or CGL.
#include "platform_lookup.h"

#include <stddef.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#define BINDING_CALL __stdcall // the calling convention of WGL and of EGL on Windows
#elif (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)
#include <dlfcn.h>
#define HAS_DLFCN
#define BINDING_CALL
#else
#define BINDING_CALL
#endif

// ---- platforms ------------------------------------------------------------------------

#if defined(_WIN32)

static void* open_library(const char* name)
{
    HMODULE module = NULL;
    return GetModuleHandleExA(0, name, &module) ? (void*)module : NULL;
}

static glsort_proc find_symbol(void* library, const char* name)
{
    return (glsort_proc)GetProcAddress((HMODULE)library, name);
}

static void close_library(void* library)
{
    FreeLibrary((HMODULE)library);
}

// ANGLE brings EGL to Windows.
static const struct system_binding bindings[] = {
    {{"opengl32.dll"}, "wglGetCurrentContext", "wglGetProcAddress", true, false},
    {{"libEGL.dll"}, "eglGetCurrentContext", "eglGetProcAddress", false, false},
};

#define BINDING_NAMES "WGL or EGL"
#define BINDING_ADAPTERS                                                                 \
    "or wglGetProcAddress(name) and, where that is NULL, "                               \
    "GetProcAddress(GetModuleHandleA(\"opengl32.dll\"), name)"

#elif defined(HAS_DLFCN)

static void* open_library(const char* name)
{
    if (name == NULL)
        return dlopen(NULL, RTLD_LAZY);
#if defined(RTLD_NOLOAD)
    return dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
#else
    return NULL; // dlopen would load it
#endif
}

static glsort_proc find_symbol(void* library, const char* name)
{
    void* symbol = dlsym(library, name);
    glsort_proc proc = NULL;
    memcpy(&proc, &symbol, sizeof proc); // ISO C cannot convert between the two
    return proc;
}

static void close_library(void* library)
{
    dlclose(library);
}

#if defined(__APPLE__)
static const struct system_binding bindings[] = {
    {{"/System/Library/Frameworks/OpenGL.framework/OpenGL"},
     "CGLGetCurrentContext",
     NULL,
     true,
     false},
    {{"libEGL.dylib"}, "eglGetCurrentContext", "eglGetProcAddress", false, false},
};
#define BINDING_NAMES "CGL (NSOpenGLContext) or EGL"
#define BINDING_ADAPTERS "or dlsym(RTLD_DEFAULT, name)"
#else
static const struct system_binding bindings[] = {
    {{"libEGL.so.1", "libEGL.so"},
     "eglGetCurrentContext",
     "eglGetProcAddress",
     false,
     true},
    {{"libGLX.so.0", "libGL.so.1", "libGL.so"},
     "glXGetCurrentContext",
     "glXGetProcAddressARB",
     false,
     true},
};
#define BINDING_NAMES "EGL or GLX"
#define BINDING_ADAPTERS "eglGetProcAddress(name) or glXGetProcAddressARB(name)"
#endif

#endif

#if defined(BINDING_NAMES)
static const struct dynamic_linker system_linker = {open_library, find_symbol,
                                                    close_library};

const struct platform glsort_platform = {
    .linker = &system_linker,
    .bindings = bindings,
    .binding_count = sizeof bindings / sizeof bindings[0],
    .names = BINDING_NAMES,
    .adapters = BINDING_ADAPTERS,
};
#else
const struct platform glsort_platform = {.adapters = "and the like"};
#endif

// ---- the lookup -----------------------------------------------------------------------

typedef void*(BINDING_CALL* current_context)(void);
typedef glsort_proc(BINDING_CALL* find_entry_point)(const char* name);

// True if this library has a context current; it then stays open.
static bool try_library(struct platform_lookup* l, const struct system_binding* binding,
                        const char* name)
{
    void* library = l->linker->open(name);
    if (library == NULL)
        return false;
    l->current = l->linker->find(library, binding->current);
    l->context = l->current != NULL ? glsort_platform_current(l) : NULL;
    if (l->context == NULL) {
        l->linker->close(library);
        return false;
    }
    l->binding = binding;
    l->library = library;
    if (binding->lookup != NULL)
        l->lookup = l->linker->find(library, binding->lookup);
    return true;
}

// The program itself comes last: it may have variables with the names of these functions.
static bool try_binding(struct platform_lookup* l, const struct system_binding* binding)
{
    for (uint32_t i = 0; i < BINDING_LIBRARIES && binding->libraries[i] != NULL; ++i)
        if (try_library(l, binding, binding->libraries[i]))
            return true;
    return try_library(l, binding, NULL);
}

void glsort_platform_lookup_open(struct platform_lookup* lookup,
                                 const struct platform* platform)
{
    uint32_t at = 0;
    *lookup = (struct platform_lookup){.linker = platform->linker};
    while (at < platform->binding_count && !try_binding(lookup, &platform->bindings[at]))
        ++at;
}

glsort_result glsort_platform_lookup_check(const struct platform_lookup* lookup,
                                           const struct platform* platform,
                                           struct message* message)
{
    glsort_result code = GLSORT_ERROR_LOADER;
    const char* fault = "glsort has no lookup of its own on this platform";
    const char* name = ""; // that ends the fault
    if (lookup->binding != NULL) {
        name = lookup->binding->lookup;
        if (name == NULL || lookup->lookup != NULL)
            return GLSORT_OK;
        fault = "the library of the current context lacks ";
    } else if (platform->binding_count > 0) {
        code = GLSORT_ERROR_CONTEXT;
        fault = "this thread has no current context of ";
        name = platform->names;
    }
    return glsort_message_fail(message, code,
                               "glsort_context_create: get_proc is NULL, and %s%s; set "
                               "get_proc to a function that returns what your window "
                               "library finds: glfwGetProcAddress(name), "
                               "SDL_GL_GetProcAddress(name), %s",
                               fault, name, platform->adapters);
}

const void* glsort_platform_current(const struct platform_lookup* lookup)
{
    return ((current_context)lookup->current)();
}

void glsort_platform_lookup_close(struct platform_lookup* lookup)
{
    if (lookup->library != NULL)
        lookup->linker->close(lookup->library);
    *lookup = (struct platform_lookup){.linker = lookup->linker};
}

glsort_proc glsort_platform_get_proc(void* user, const char* name)
{
    const struct platform_lookup* l = user;
    glsort_proc proc = l->lookup != NULL ? ((find_entry_point)l->lookup)(name) : NULL;
    // wglGetProcAddress returns -1, 1, 2 or 3 instead of NULL on some drivers.
    if ((intptr_t)proc < -1 || (intptr_t)proc > 3)
        return proc;
    return l->binding->has_exports ? l->linker->find(l->library, name) : NULL;
}
