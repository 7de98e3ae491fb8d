// SPDX-License-Identifier: MIT
#include "bench_session.h"

#include <stdio.h>
#include <stdlib.h>

#include "samples.h"

// Timed runs; before them come at least WARM_RUNS others that take at least WARM_MS. A
// device that was idle needs a tenth of a second to reach its clock rate, and is a third
// slower until then.
enum { RUNS = 21, WARM_RUNS = 3 };
#define WARM_MS 200

static uint64_t lead_bytes(const struct bench_session* s)
{
    return s->is_software ? 16 : 1 << 28;
}

bool bench_session_open(struct bench_session* s, const struct offscreen_desc* desc,
                        char* message, size_t bytes)
{
    *s = (struct bench_session){.offscreen = offscreen_create(desc, message, bytes)};
    if (s->offscreen == NULL)
        return false;
    if (!offscreen_make_current(s->offscreen) || !bench_gl_load(&s->gl, s->offscreen)) {
        snprintf(message, bytes, "the GL context cannot be used");
        return false;
    }
    const glsort_context_desc context = {
        .get_proc = offscreen_get_proc,
        .get_proc_user = s->offscreen,
        .flags = GLSORT_CONTEXT_COMPILER_THREADS,
        .message = message,
        .message_bytes = bytes,
    };
    s->is_software = offscreen_is_software(s->offscreen);
    return glsort_context_create(&context, &s->context) == GLSORT_OK;
}

void bench_session_close(struct bench_session* s)
{
    bench_session_stop(s);
    glsort_context_destroy(s->context);
    offscreen_destroy(s->offscreen);
}

bool bench_session_start(struct bench_session* s, char* message, size_t bytes)
{
    if (s->gl.QueryCounter == NULL) {
        snprintf(message, bytes,
                 "this context cannot be measured: it has no time stamps");
        return false;
    }
    s->gl.GenQueries(2, s->queries);
    for (int i = 0; i < 2; ++i)
        s->leads[i] = bench_session_buffer(s, lead_bytes(s), NULL);
    return true;
}

void bench_session_stop(struct bench_session* s)
{
    if (s->queries[0] == 0)
        return;
    s->gl.DeleteQueries(2, s->queries);
    s->gl.DeleteBuffers(2, s->leads);
    s->queries[0] = 0;
}

int bench_session_main(struct bench_session* s, int argc, char** argv,
                       bool (*bench)(void* user, int argc, char** argv), void* user)
{
    char message[512] = "";
    const struct offscreen_desc desc = {.api = OFFSCREEN_GL43};
    bool done = bench_session_open(s, &desc, message, sizeof message) &&
                bench_session_start(s, message, sizeof message);
    if (!done)
        fprintf(stderr, "%s\n", message);
    done = done && bench(user, argc, argv);
    bench_session_close(s);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}

GLuint bench_session_buffer(const struct bench_session* s, uint64_t bytes,
                            const void* data)
{
    GLuint name = 0;
    s->gl.GenBuffers(1, &name);
    s->gl.BindBuffer(GL_COPY_WRITE_BUFFER, name);
    s->gl.BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)bytes, data, GL_DYNAMIC_COPY);
    s->gl.BindBuffer(GL_COPY_WRITE_BUFFER, 0);
    return name;
}

uint32_t bench_random(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static void lead(const struct bench_session* s)
{
    s->gl.BindBuffer(GL_COPY_READ_BUFFER, s->leads[0]);
    s->gl.BindBuffer(GL_COPY_WRITE_BUFFER, s->leads[1]);
    s->gl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0,
                            (GLsizeiptr)lead_bytes(s));
}

static bool time_run(const struct bench_session* s, const struct timed* timed, double* ms)
{
    const struct bench_gl* gl = &s->gl;
    GLuint64 first = 0, last = 0;
    gl->Finish();
    if (timed->leads)
        lead(s);
    double start = clock_ms();
    gl->QueryCounter(s->queries[0], GL_TIMESTAMP);
    bool done = timed->run(timed->user);
    gl->QueryCounter(s->queries[1], GL_TIMESTAMP);
    gl->Finish();
    *ms = clock_ms() - start;
    gl->GetQueryObjectui64v(s->queries[0], GL_QUERY_RESULT, &first);
    gl->GetQueryObjectui64v(s->queries[1], GL_QUERY_RESULT, &last);
    if (!s->is_software)
        *ms = (double)(last - first) * 1e-6;
    return done;
}

bool bench_session_time(const struct bench_session* s, const struct timed* timed,
                        double* ms)
{
    struct samples samples = {.count = 0};
    double start = clock_ms();
    for (int i = 0; i < WARM_RUNS || clock_ms() - start < WARM_MS; ++i)
        if (!time_run(s, timed, ms))
            return false;
    for (int i = 0; i < RUNS; ++i) {
        if (!time_run(s, timed, ms))
            return false;
        samples_add(&samples, *ms);
    }
    *ms = samples_median(&samples);
    return true;
}
