// SPDX-License-Identifier: MIT
#include "offscreen_common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct api offscreen_apis[OFFSCREEN_API_COUNT] = {
    [OFFSCREEN_GL43] = {"gl4.3", "GL 4.3", false, 4, 3, ENTRY_POINTS_GL43_CORE,
                        ENTRY_POINTS_GL43_COMPATIBILITY},
    [OFFSCREEN_GL41] = {"gl4.1", "GL 4.1", false, 4, 1, ENTRY_POINTS_GL41_CORE,
                        ENTRY_POINTS_GL41_CORE},
    [OFFSCREEN_GL33] = {"gl3.3", "GL 3.3", false, 3, 3, ENTRY_POINTS_GL33_CORE,
                        ENTRY_POINTS_GL33_COMPATIBILITY},
    [OFFSCREEN_GLES30] = {"gles3.0", "GLES 3.0", true, 3, 0, ENTRY_POINTS_GLES30,
                          ENTRY_POINTS_GLES30},
    [OFFSCREEN_GLES31] = {"gles3.1", "GLES 3.1", true, 3, 1, ENTRY_POINTS_GLES31,
                          ENTRY_POINTS_GLES31},
    [OFFSCREEN_GLES32] = {"gles3.2", "GLES 3.2", true, 3, 2, ENTRY_POINTS_GLES32,
                          ENTRY_POINTS_GLES32},
};

void offscreen_say(struct message m, const char* format, ...)
{
    if (!m.text || m.bytes == 0)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(m.text, m.bytes, format, args);
    va_end(args);
}

const struct entry_points* offscreen_known(const struct offscreen_desc* desc)
{
    const struct api* api = &offscreen_apis[desc->api];
    if (!desc->strict)
        return NULL;
    return &entry_points[desc->compatibility ? api->compatibility : api->core];
}

static int compare_names(const void* name, const void* entry)
{
    return strcmp(name, *(const char* const*)entry);
}

bool offscreen_knows(const struct entry_points* known, const char* name)
{
    return !known ||
           bsearch(name, known->names, known->count, sizeof *known->names, compare_names);
}

static int version_number(const char* version)
{
    int major = 0, minor = 0;
    version += strcspn(version, "0123456789");
    return sscanf(version, "%d.%d", &major, &minor) == 2 ? 10 * major + minor : 0;
}

static bool has_compute(const struct api* api, int version)
{
    return version >= (api->is_es ? 31 : 43);
}

static bool asks_for(const struct offscreen_desc* desc, const char* device)
{
    return desc->device && strcmp(desc->device, device) == 0;
}

bool offscreen_fits(const struct offscreen_desc* desc, const char* giver,
                    const char* version, const char* renderer, bool* software,
                    struct message m)
{
    const struct api* api = &offscreen_apis[desc->api];
    int wanted = 10 * api->major + api->minor;
    int got = version_number(version);
    *software = strstr(renderer, "llvmpipe") || strstr(renderer, "softpipe") ||
                strstr(renderer, "SwiftShader");
    // Mesa can be made to give the requested version; other drivers may give a later one,
    // of which get_proc only hides the entry points.
    bool exact =
        strstr(version, "Mesa") || has_compute(api, got) != has_compute(api, wanted);
    bool later = desc->strict && exact && got > wanted;
    if (got < wanted || later) {
        if (later && desc->only_later)
            *desc->only_later = true;
        offscreen_say(m, "%s was asked for and %s gives version \"%s\"", api->title,
                      giver, version);
        return false;
    }
    if (asks_for(desc, "cpu") && !*software) {
        offscreen_say(m, "a software renderer was asked for and %s gives \"%s\"", giver,
                      renderer);
        return false;
    }
    if (asks_for(desc, "gpu") && *software) {
        offscreen_say(m, "a GPU was asked for and %s gives \"%s\"", giver, renderer);
        return false;
    }
    return true;
}

const char* offscreen_api_name(enum offscreen_api api)
{
    return offscreen_apis[api].name;
}

bool offscreen_api_of(const char* name, enum offscreen_api* api)
{
    for (int i = 0; i < OFFSCREEN_API_COUNT; i++) {
        if (strcmp(name, offscreen_apis[i].name) == 0) {
            *api = (enum offscreen_api)i;
            return true;
        }
    }
    return false;
}
