// SPDX-License-Identifier: MIT
// An off-screen GL context without a display, through EGL: on a device of
// EGL_EXT_platform_device, on the surfaceless platform, or on SwiftShader if the EGL that
// the process has loaded is ANGLE. Used by the tools, the tests and the benchmark; the
// library itself never creates a context.
#ifndef OFFSCREEN_H
#define OFFSCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// APIs that may have compute shaders come first.
enum offscreen_api {
    OFFSCREEN_GL43, // 4.3 or later
    OFFSCREEN_GLES32,
    OFFSCREEN_GLES31,
    OFFSCREEN_GL41, // core only
    OFFSCREEN_GL33,
    OFFSCREEN_GLES30,
    OFFSCREEN_API_COUNT
};

struct offscreen;

// Zero in every field means the default: GL 4.3 core on the first hardware device that
// works, on software if there is none.
struct offscreen_desc {
    enum offscreen_api api;
    bool compatibility; // GL: a compatibility profile
    bool debug;         // a debug context
    bool robust;        // bounds-checked buffer access
    bool or_newer;      // Mesa may give a version above the requested one
    // get_proc finds only the entry points of the requested version, KHR_debug, timer
    // queries and, of GL 4.3 and GLES 3.2, buffer storage, like a driver without later
    // versions; of GL 4.1, like macOS, without extensions. On Mesa the version must be
    // exactly the requested one. On other drivers it may be later, unless only the later
    // one has compute shaders.
    bool strict;
    const char* platform;    // NULL: any; a name or index of offscreen_list()
    const char* device;      // NULL: any; "cpu", "gpu", or an index within the platform;
                             // other words fit no device
    struct offscreen* share; // its objects are shared; NULL: none
    bool* only_later;        // set if creation fails because a driver gives a later
                             // version than a strict context may have; NULL: not set
};

// Creates a context, not current yet. NULL on failure, with a sentence in message.
//
// Mesa gives the highest version it has where 3.3, ES 3.0 or ES 3.1 is requested. To get
// the requested version, this sets MESA_GL_VERSION_OVERRIDE and the like in the
// environment, unless they are already set. Mesa reads them once: after a request for
// GL 3.3, a request for GL 4.3 fails in the same process.
struct offscreen* offscreen_create(const struct offscreen_desc* desc, char* message,
                                   size_t message_bytes);

// Destroys the context, which need not be current. NULL is fine.
void offscreen_destroy(struct offscreen* offscreen);

// Makes the context current on this thread; release makes none current.
bool offscreen_make_current(struct offscreen* offscreen);
void offscreen_release(struct offscreen* offscreen);

// Finds an entry point of the context; user is a struct offscreen. Fits
// glsort_context_desc.get_proc.
void (*offscreen_get_proc(void* user, const char* name))(void);

// True if the device renders on the CPU.
bool offscreen_is_software(const struct offscreen* offscreen);

// The name of an API ("gl4.3") and the API of a name; false if there is none.
const char* offscreen_api_name(enum offscreen_api api);
bool offscreen_api_of(const char* name, enum offscreen_api* api);

// A device that a context could be tried on.
struct offscreen_device {
    const char* platform; // "device", "surfaceless" or "angle"
    uint32_t platform_at;
    uint32_t device_at; // within the platform
    bool software;
    char name[128];
};

// Writes at most room devices and returns how many there are.
uint32_t offscreen_list(struct offscreen_device* devices, uint32_t room);

#endif
