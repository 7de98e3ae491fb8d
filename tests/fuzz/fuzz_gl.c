// SPDX-License-Identifier: MIT
#include "fuzz_gl.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz_driver.h"

static const char newest[] = "newest";

bool fuzz_gl_knows(const char* api)
{
    enum offscreen_api found;
    return strcmp(api, newest) == 0 || offscreen_api_of(api, &found);
}

void fuzz_gl_open(struct fuzz_gl* gl, const char* api)
{
    char message[256] = "";
    const char* named = getenv("GLSORT_TEST_DEVICE"); // such as "gpu"
    bool only_later = false;
    struct offscreen_desc desc = {
        .api = OFFSCREEN_GL43,
        .device = named != NULL ? named : "cpu",
        .robust = true,
        .strict = offscreen_api_of(api, &desc.api),
        .only_later = &only_later,
    };
    // Random calls overwrite what open runs of other plans have left, so that shaders may
    // read out of bounds. softpipe has no robust contexts, but checks all bounds.
    *gl = (struct fuzz_gl){.offscreen = offscreen_create(&desc, message, sizeof message)};
    if (gl->offscreen == NULL) {
        desc.robust = false;
        gl->offscreen = offscreen_create(&desc, message, sizeof message);
    }
    if (gl->offscreen == NULL && only_later && named != NULL)
        fuzz_skip(message);
    if (gl->offscreen == NULL)
        fuzz_fail("no %s context: %s", api, message);
    if (!offscreen_make_current(gl->offscreen))
        fuzz_fail("the %s context cannot be made current", api);
    gl->has_compute = desc.api == OFFSCREEN_GL43 || desc.api == OFFSCREEN_GLES31 ||
                      desc.api == OFFSCREEN_GLES32;
#define FUZZ_GL_LOAD(TYPE, NAME)                                                         \
    gl->NAME = (TYPE)offscreen_get_proc(gl->offscreen, "gl" #NAME);                      \
    if (gl->NAME == NULL)                                                                \
        fuzz_fail("the driver lacks gl" #NAME);
    FUZZ_GL_CALLS(FUZZ_GL_LOAD)
#undef FUZZ_GL_LOAD
}

void fuzz_gl_close(struct fuzz_gl* gl)
{
    offscreen_destroy(gl->offscreen);
    *gl = (struct fuzz_gl){0};
}

void fuzz_gl_expect_no_error(const struct fuzz_gl* gl, const char* call)
{
    GLenum error = gl->GetError();
    if (error != GL_NO_ERROR)
        fuzz_fail("%s leaves the GL error 0x%04x", call, error);
}
