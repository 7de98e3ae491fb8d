// SPDX-License-Identifier: MIT
#include "bench_session.h"

#include <stdio.h>

#include "samples.h"

// Timed runs; before them come at least WARM_RUNS others that take at least WARM_MS. A
// device that was idle needs a tenth of a second to reach its clock rate, and is a third
// slower until then.
enum { RUNS = 21, WARM_RUNS = 3 };
#define WARM_MS 200

static bool open_gl(struct bench_session* s, const struct offscreen_desc* desc,
                    char* message, size_t bytes)
{
    s->offscreen = offscreen_create(desc, message, bytes);
    if (s->offscreen == NULL)
        return false;
    if (offscreen_make_current(s->offscreen) && bench_gl_load(&s->gl, s->offscreen) &&
        s->gl.QueryCounter != NULL)
        return true;
    snprintf(message, bytes, "this context cannot be measured: it has no time stamps");
    return false;
}

bool bench_session_open(struct bench_session* s, const struct offscreen_desc* desc,
                        char* message, size_t bytes)
{
    *s = (struct bench_session){.offscreen = NULL};
    if (!open_gl(s, desc, message, bytes))
        return false;
    const glsort_context_desc context = {
        .get_proc = offscreen_get_proc,
        .get_proc_user = s->offscreen,
        .flags = GLSORT_CONTEXT_COMPILER_THREADS,
        .message = message,
        .message_bytes = bytes,
    };
    if (glsort_context_create(&context, &s->context) != GLSORT_OK)
        return false;
    s->is_software = offscreen_is_software(s->offscreen);
    s->gl.GenQueries(2, s->queries);
    return true;
}

void bench_session_close(struct bench_session* s)
{
    if (s->queries[0] != 0)
        s->gl.DeleteQueries(2, s->queries);
    glsort_context_destroy(s->context);
    offscreen_destroy(s->offscreen);
}

static bool time_run(const struct bench_session* s, const struct timed* timed, double* ms)
{
    const struct bench_gl* gl = &s->gl;
    GLuint64 first = 0, last = 0;
    gl->Finish();
    if (timed->lead != NULL)
        timed->lead(timed->user);
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
