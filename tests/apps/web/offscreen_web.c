// SPDX-License-Identifier: MIT
// The contexts of the GL tests in a browser: WebGL 2 as GLES 3.0. All are the one context
// of the page's canvas, one after the other.
#include "offscreen.h"

#include <emscripten/html5.h>
#include <stdio.h>
#include <string.h>

struct offscreen {
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context;
};

static struct offscreen only;

struct offscreen* offscreen_create(const struct offscreen_desc* desc, char* message,
                                   size_t message_bytes)
{
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.antialias = false;
    attributes.enableExtensionsByDefault = true;
    if (desc->api != OFFSCREEN_GLES30 || desc->share != NULL) {
        snprintf(message, message_bytes, "a browser has one context, of GLES 3.0");
        return NULL;
    }
    if (only.context == 0)
        only.context = emscripten_webgl_create_context("#canvas", &attributes);
    if (only.context > 0)
        return &only;
    snprintf(message, message_bytes, "no WebGL 2: error %d", (int)only.context);
    return NULL;
}

void offscreen_destroy(struct offscreen* offscreen)
{
    (void)offscreen;
}

bool offscreen_make_current(struct offscreen* offscreen)
{
    return emscripten_webgl_make_context_current(offscreen->context) ==
           EMSCRIPTEN_RESULT_SUCCESS;
}

void offscreen_release(struct offscreen* offscreen)
{
    (void)offscreen;
    emscripten_webgl_make_context_current(0);
}

void (*offscreen_get_proc(void* user, const char* name))(void)
{
    (void)user;
    return (void (*)(void))emscripten_webgl_get_proc_address(name);
}
