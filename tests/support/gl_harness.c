// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "gl_harness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "handles.h"
#include "host_data.h"

static const char* const api_names[GL_API_COUNT] = {
    [GL_API_43] = "gl4.3",
    [GL_API_33] = "gl3.3",
    [GL_API_33_COMPAT] = "gl3.3-compatibility",
    [GL_API_ES30] = "gles3.0",
    [GL_API_ES32] = "gles3.2",
    [GL_API_ES31] = "gles3.1",
    [GL_API_41] = "gl4.1",
};

const char* gl_api_name(enum gl_api api)
{
    return api_names[api];
}

bool gl_test_all(void)
{
    return host_test_all();
}

uint32_t gl_test_at_most(uint32_t count)
{
    uint32_t most = host_test_most();
    return count < most ? count : most;
}

bool gl_test_samples(const struct gl_harness* h)
{
    return (GL_API_ES_COMPUTE & 1u << h->api) != 0 && !gl_test_all();
}

// ---- contexts -------------------------------------------------------------------------

static const char* named_device(void)
{
    return getenv("GLSORT_TEST_DEVICE"); // such as "gpu"
}

bool gl_test_needs(bool offered)
{
    assert_true(offered || named_device() != NULL);
    return offered;
}

static struct offscreen* create(enum gl_api api, struct offscreen_desc desc,
                                char* message, size_t message_bytes)
{
    static const enum offscreen_api versions[GL_API_COUNT] = {
        [GL_API_43] = OFFSCREEN_GL43,        [GL_API_33] = OFFSCREEN_GL33,
        [GL_API_33_COMPAT] = OFFSCREEN_GL33, [GL_API_ES30] = OFFSCREEN_GLES30,
        [GL_API_ES32] = OFFSCREEN_GLES32,    [GL_API_ES31] = OFFSCREEN_GLES31,
        [GL_API_41] = OFFSCREEN_GL41};
    desc.api = versions[api];
    desc.compatibility = api == GL_API_33_COMPAT;
    desc.device = named_device();
    if (desc.device == NULL)
        desc.device = "cpu";
    return offscreen_create(&desc, message, message_bytes);
}

// In a child: a test may start children, which must not share a driver that was used.
bool gl_harness_lacks(enum gl_api api)
{
    int status = 0;
    if (named_device() == NULL)
        return false;
    pid_t child = fork();
    if (child == 0) {
        char message[256] = "";
        bool only_later = false;
        const struct offscreen_desc desc = {.strict = true, .only_later = &only_later};
        bool lacks = create(api, desc, message, sizeof message) == NULL && only_later;
        if (lacks)
            printf("skipped: %s\n", message);
        fflush(stdout);
        _exit(lacks);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 1;
}

static void open_desc(struct gl_harness* h, enum gl_api api, struct offscreen_desc desc)
{
    char message[256] = "";
    *h = (struct gl_harness){
        .api = api,
        .gles = (GL_API_ES_ALL & 1u << api) != 0,
    };
    h->offscreen = create(api, desc, message, sizeof message);
    if (h->offscreen == NULL)
        fail_msg("no %s context: %s", api_names[api], message);
    assert_true(offscreen_make_current(h->offscreen));
    int loaded =
        h->gles ? gladLoadGLES2ContextUserPtr(&h->gl, offscreen_get_proc, h->offscreen)
                : gladLoadGLContextUserPtr(&h->gl, offscreen_get_proc, h->offscreen);
    assert_int_not_equal(loaded, 0);
    glsort_context* context = gl_harness_context(h, 0);
    glsort_context_limits(context, &h->limits);
    glsort_context_destroy(context);
    h->has_compute = h->limits.has_compute;
}

void gl_harness_open_as(struct gl_harness* h, enum gl_api api, bool debug,
                        struct gl_harness* share)
{
    struct offscreen_desc desc = {
        .strict = true,
        .debug = debug,
        .share = share != NULL ? share->offscreen : NULL,
    };
    open_desc(h, api, desc);
}

void gl_harness_open_on(struct gl_harness* h, enum gl_api api, const char* platform)
{
    open_desc(h, api, (struct offscreen_desc){.strict = true, .platform = platform});
}

void gl_harness_open_newest(struct gl_harness* h, enum gl_api api)
{
    // Since these are set, offscreen_egl.c does not ask Mesa for another version.
    setenv("MESA_GLES_VERSION_OVERRIDE", "3.2", 1);
    if (api == GL_API_33_COMPAT) {
        setenv("MESA_GL_VERSION_OVERRIDE", "4.5COMPAT", 0);
        setenv("MESA_GLSL_VERSION_OVERRIDE", "450", 0);
    }
    open_desc(h, api, (struct offscreen_desc){.strict = false});
}

void gl_harness_open(struct gl_harness* h, enum gl_api api)
{
    gl_harness_open_as(h, api, false, NULL);
}

void gl_harness_close(struct gl_harness* h)
{
    offscreen_destroy(h->offscreen);
    *h = (struct gl_harness){.api = h->api, .limits = h->limits};
}

static void print_warning(void* user, glsort_severity severity, const char* text)
{
    (void)user;
    if (severity != GLSORT_SEVERITY_INFO)
        fprintf(stderr, "glsort: %s\n", text);
}

glsort_context* gl_harness_context(struct gl_harness* h, uint32_t flags)
{
    return gl_harness_context_defining(h, flags, NULL);
}

glsort_context* gl_harness_context_defining(struct gl_harness* h, uint32_t flags,
                                            const char* defines)
{
    const glsort_context_desc desc = {.get_proc = offscreen_get_proc,
                                      .get_proc_user = h->offscreen,
                                      .log = print_warning,
                                      .flags = flags};
    return gl_make_context(&desc, defines);
}

glsort_context* gl_make_context(const glsort_context_desc* desc, const char* defines)
{
    char message[256] = "";
    glsort_context* context = NULL;
    glsort_context_desc d = *desc;
    d.message = message;
    d.message_bytes = sizeof message;
    if (glsort_context_create_defining(&d, defines, &context) != GLSORT_OK)
        fail_msg("%s", message);
    return context;
}

glsort_plan* gl_make_plan(glsort_context* context, const glsort_sort_desc* desc)
{
    glsort_plan* plan = NULL;
    glsort_result result = glsort_sort_create(context, desc, &plan);
    if (result != GLSORT_OK)
        fail_msg("%s: %s", glsort_result_name(result), glsort_last_error(context));
    return plan;
}

GLenum gl_take_error(struct gl_harness* h)
{
    GLenum first = h->gl.GetError();
    for (int i = 0; first != GL_NO_ERROR && i < 16; ++i)
        if (h->gl.GetError() == GL_NO_ERROR)
            break;
    return first;
}

// ---- buffers --------------------------------------------------------------------------
//
// Only targets that the library saves are used, and put back to none. NVIDIA's driver
// loses some uploads by glBufferSubData (docs/integration.md), but none through a
// mapping.
#define UPLOAD_TARGET GL_UNIFORM_BUFFER

GLuint gl_buffer_create(struct gl_harness* h, size_t bytes, const void* data)
{
    GLuint name = 0;
    h->gl.GenBuffers(1, &name);
    h->gl.BindBuffer(UPLOAD_TARGET, name);
    h->gl.BufferData(UPLOAD_TARGET, (GLsizeiptr)bytes, data, GL_DYNAMIC_COPY);
    h->gl.BindBuffer(UPLOAD_TARGET, 0);
    return name;
}

#if defined(__EMSCRIPTEN__)

// WebGL maps no buffer.
extern void glGetBufferSubData(GLenum target, GLintptr at, GLsizeiptr bytes, void* data);

static void read_bound(struct gl_harness* h, size_t at, size_t bytes, void* data)
{
    (void)h;
    glGetBufferSubData(GL_COPY_READ_BUFFER, (GLintptr)at, (GLsizeiptr)bytes, data);
}

static void write_bound(struct gl_harness* h, size_t at, size_t bytes, const void* data)
{
    h->gl.BufferSubData(UPLOAD_TARGET, (GLintptr)at, (GLsizeiptr)bytes, data);
}

#else

static void write_bound(struct gl_harness* h, size_t at, size_t bytes, const void* data)
{
    void* mapped = h->gl.MapBufferRange(UPLOAD_TARGET, (GLintptr)at, (GLsizeiptr)bytes,
                                        GL_MAP_WRITE_BIT);
    assert_non_null(mapped);
    memcpy(mapped, data, bytes);
    h->gl.UnmapBuffer(UPLOAD_TARGET);
}

static void read_bound(struct gl_harness* h, size_t at, size_t bytes, void* data)
{
    const void* mapped = h->gl.MapBufferRange(GL_COPY_READ_BUFFER, (GLintptr)at,
                                              (GLsizeiptr)bytes, GL_MAP_READ_BIT);
    assert_non_null(mapped);
    memcpy(data, mapped, bytes);
    h->gl.UnmapBuffer(GL_COPY_READ_BUFFER);
}

#endif

void gl_buffer_write(struct gl_harness* h, GLuint name, size_t at, size_t bytes,
                     const void* data)
{
    if (bytes == 0)
        return;
    h->gl.BindBuffer(UPLOAD_TARGET, name);
    write_bound(h, at, bytes, data);
    h->gl.BindBuffer(UPLOAD_TARGET, 0);
}

void gl_buffer_read(struct gl_harness* h, GLuint name, size_t at, size_t bytes,
                    void* data)
{
    if (h->has_compute)
        h->gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    h->gl.BindBuffer(GL_COPY_READ_BUFFER, name);
    read_bound(h, at, bytes, data);
    h->gl.BindBuffer(GL_COPY_READ_BUFFER, 0);
}
