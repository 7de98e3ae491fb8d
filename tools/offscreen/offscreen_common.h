// SPDX-License-Identifier: MIT
// What the contexts of EGL and of WGL share: the APIs, messages, and the check of what
// the driver gave.
#ifndef OFFSCREEN_COMMON_H
#define OFFSCREEN_COMMON_H

#include "entry_points.h"
#include "offscreen.h"

struct api {
    const char* name;
    const char* title;
    bool is_es;
    int major, minor;
    enum entry_points_of core;
    enum entry_points_of compatibility;
};

extern const struct api offscreen_apis[OFFSCREEN_API_COUNT];

struct message {
    char* text;
    size_t bytes;
};

#if defined(__MINGW32__)
#define OFFSCREEN_FORMAT(at) __attribute__((format(gnu_printf, at, at + 1)))
#else
#define OFFSCREEN_FORMAT(at) __attribute__((format(printf, at, at + 1)))
#endif

OFFSCREEN_FORMAT(2) void offscreen_say(struct message m, const char* format, ...);

// The entry points that get_proc finds; NULL: whatever the driver has.
const struct entry_points* offscreen_known(const struct offscreen_desc* desc);
bool offscreen_knows(const struct entry_points* known, const char* name);

// GL_VERSION and GL_RENDERER of a context that `giver` ("EGL") has created. False, with a
// sentence, if it is not what was requested.
bool offscreen_fits(const struct offscreen_desc* desc, const char* giver,
                    const char* version, const char* renderer, bool* software,
                    struct message m);

#endif
