// SPDX-License-Identifier: MIT
// EGL, GLX, WGL or CGL, whichever has a context current on the calling thread: its lookup
// finds GL entry points for a caller that gives no get_proc, and its handle of the
// current context tells one GL context from another.
//
// glsort links none of these and loads none of them: a program that has a context current
// has loaded its library already, so only the libraries of the process are searched.
#ifndef GLSORT_PLATFORM_LOOKUP_H
#define GLSORT_PLATFORM_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"

// The dynamic linker of the operating system.
struct dynamic_linker {
    // A library that is loaded already, NULL if it is not. With the name NULL: the
    // program itself and what it is linked to.
    void* (*open)(const char* name);
    glsort_proc (*find)(void* library, const char* name);
    void (*close)(void* library);
};

enum { BINDING_LIBRARIES = 3 };

// One way to bind GL to a window system.
struct system_binding {
    const char* libraries[BINDING_LIBRARIES]; // names to try; the rest are NULL
    const char*
        current; // function that returns the current context, NULL if there is none
    const char* lookup; // function that finds an entry point; NULL: there is none
    bool has_exports;   // the library exports entry points that lookup does not find
    bool is_slow; // current() is: libglvnd asks the kernel for the process each time
};

// What is known about the platform that this is compiled for.
struct platform {
    const struct dynamic_linker* linker;
    const struct system_binding* bindings; // tried in this order
    uint32_t binding_count;                // 0: nothing can be looked up here
    const char* names;                     // of the bindings, for the message
    const char* adapters; // calls that a get_proc may make, for the message
};

extern const struct platform glsort_platform;

// The library stays open, so that the functions of it can be called until it is closed.
struct platform_lookup {
    const struct dynamic_linker* linker;
    const struct system_binding* binding; // NULL: none has a context current
    void* library;
    glsort_proc lookup;
    glsort_proc current;
    const void* context; // the context that was current when this was opened
};

// Finds the binding that has a context current.
void glsort_platform_lookup_open(struct platform_lookup* lookup,
                                 const struct platform* platform);

// GLSORT_OK if entry points can be looked up. Otherwise returns GLSORT_ERROR_CONTEXT or
// GLSORT_ERROR_LOADER, with a sentence that says what to pass as get_proc.
glsort_result glsort_platform_lookup_check(const struct platform_lookup* lookup,
                                           const struct platform* platform,
                                           struct message* message);

// The handle of the context that is current on this thread, or NULL. lookup has a
// binding.
const void* glsort_platform_current(const struct platform_lookup* lookup);

void glsort_platform_lookup_close(struct platform_lookup* lookup);

// For glsort_context_desc.get_proc; user is an open struct platform_lookup.
glsort_proc glsort_platform_get_proc(void* user, const char* name);

#endif
