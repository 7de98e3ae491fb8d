// SPDX-License-Identifier: MIT
// GL has time stamps in the core, GLES in GL_EXT_disjoint_timer_query. In browsers they
// have no bits: there the first query of a pass is of the time that elapses, and the
// second one is not used.
#include "timer.h"

static bool has_extension_calls(const struct device* d)
{
    return d->limits.is_gles && !IS_BROWSER;
}

static void generate(const struct device* d, GLsizei count, GLuint* queries)
{
    if (has_extension_calls(d))
        d->gl.GenQueriesEXT(count, queries);
    else
        d->gl.GenQueries(count, queries);
}

static void stamp(const struct device* d, GLuint query)
{
    if (has_extension_calls(d))
        d->gl.QueryCounterEXT(query, GL_TIMESTAMP_EXT);
    else
        d->gl.QueryCounter(query, GL_TIMESTAMP);
}

static bool is_ready(const struct device* d, GLuint query)
{
    GLint ready = 0;
    GLuint available = 0;
    if (IS_BROWSER) {
        d->gl.GetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
        return available != 0;
    }
    if (has_extension_calls(d))
        d->gl.GetQueryObjectivEXT(query, GL_QUERY_RESULT_AVAILABLE_EXT, &ready);
    else
        d->gl.GetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &ready);
    return ready;
}

static uint64_t value_of(const struct device* d, GLuint query)
{
    GLuint64 value = 0;
    GLuint elapsed = 0;
    if (IS_BROWSER) {
        d->gl.GetQueryObjectuiv(query, GL_QUERY_RESULT, &elapsed); // a pass of up to 4 s
        return elapsed;
    }
    if (has_extension_calls(d))
        d->gl.GetQueryObjectui64vEXT(query, GL_QUERY_RESULT_EXT, &value);
    else
        d->gl.GetQueryObjectui64v(query, GL_QUERY_RESULT, &value);
    return value;
}

// GLES: the GPU's clock was interrupted or changed its speed since the last query.
static bool was_disjoint(const struct device* d)
{
    GLint disjoint = 0;
    if (d->limits.is_gles)
        d->gl.GetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);
    return disjoint != 0;
}

glsort_result glsort_timer_create(struct timer* t, const struct device* d,
                                  uint32_t passes, const glsort_allocator* allocator,
                                  const struct call* call)
{
    *t = (struct timer){0};
    if (!d->limits.has_timestamps || passes == 0)
        return GLSORT_OK;
    t->queries = glsort_memory_take(allocator, 2 * passes * sizeof *t->queries);
    if (t->queries == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_HOST_MEMORY,
                                "no host memory for the time stamps of %u "
                                "passes",
                                passes);
    t->room = passes;
    generate(d, (GLsizei)(2 * passes), t->queries);
    if (t->queries[2 * passes - 1] != 0)
        return GLSORT_OK;
    glsort_timer_destroy(t, d, allocator);
    return glsort_call_fail(call, GLSORT_ERROR_DEVICE_MEMORY,
                            "no queries for the time stamps of %u passes", passes);
}

void glsort_timer_release(struct timer* t, const glsort_allocator* allocator)
{
    glsort_memory_give(allocator, t->queries, 2 * t->room * sizeof *t->queries);
    *t = (struct timer){0};
}

void glsort_timer_destroy(struct timer* t, const struct device* d,
                          const glsort_allocator* allocator)
{
    if (t->queries == NULL)
        return;
    if (has_extension_calls(d))
        d->gl.DeleteQueriesEXT((GLsizei)(2 * t->room), t->queries);
    else
        d->gl.DeleteQueries((GLsizei)(2 * t->room), t->queries);
    glsort_timer_release(t, allocator);
}

void glsort_timer_begin(struct timer* t)
{
    t->recording = t->queries != NULL && !t->pending;
}

// Queries of elapsed time cannot overlap: while the caller has one active, nothing is
// recorded.
static void record_elapsed(struct timer* t, const struct device* d, GLuint query,
                           bool after)
{
    if (after)
        d->gl.EndQuery(GL_TIME_ELAPSED_EXT);
    else if (glsort_browser_is_timing())
        t->recording = false;
    else
        d->gl.BeginQuery(GL_TIME_ELAPSED_EXT, query);
}

void glsort_timer_stamp(struct timer* t, const struct device* d, uint32_t pass,
                        bool after)
{
    if (t->recording && pass < t->room && IS_BROWSER)
        record_elapsed(t, d, t->queries[2 * pass], after);
    else if (t->recording && pass < t->room)
        stamp(d, t->queries[2 * pass + (after ? 1 : 0)]);
}

void glsort_timer_end(struct timer* t, uint32_t pass_count)
{
    if (!t->recording)
        return;
    t->recording = false;
    t->pending = true;
    t->pass_count = pass_count;
}

static glsort_result read_stamps(struct timer* t, const struct device* d,
                                 uint64_t* pass_ns, uint32_t* pass_count)
{
    uint32_t room = *pass_count;
    *pass_count = t->pass_count;
    if (t->queries == NULL)
        return GLSORT_UNAVAILABLE;
    uint32_t last = 2 * t->pass_count - (IS_BROWSER ? 2 : 1);
    bool ended = t->pass_count == 0 || is_ready(d, t->queries[last]);
    if (!t->pending || !ended)
        return GLSORT_NOT_READY;
    if (room < t->pass_count)
        return GLSORT_ERROR_RANGE;
    t->pending = false;
    if (was_disjoint(d))
        return GLSORT_UNAVAILABLE;
    for (uint32_t i = 0; i < t->pass_count; ++i) {
        // llvmpipe may record the first stamp after the dispatch.
        uint64_t before = IS_BROWSER ? 0 : value_of(d, t->queries[2 * i]);
        uint64_t after = value_of(d, t->queries[2 * i + (IS_BROWSER ? 0 : 1)]);
        pass_ns[i] = after > before ? after - before : 0;
    }
    return GLSORT_OK;
}

// Unbinds the query buffer: while one is bound, GL writes results to it and takes the
// pointers for offsets.
glsort_result glsort_timer_read(struct timer* t, const struct device* d,
                                uint64_t* pass_ns, uint32_t* pass_count)
{
    GLint bound = 0;
    bool unbinds = d->query_buffers && t->queries != NULL;
    if (unbinds && !d->clobbers_state)
        d->gl.GetIntegerv(GL_QUERY_BUFFER_BINDING, &bound);
    if (unbinds)
        d->gl.BindBuffer(GL_QUERY_BUFFER, 0);
    glsort_result result = read_stamps(t, d, pass_ns, pass_count);
    if (bound != 0 && d->gl.IsBuffer((GLuint)bound))
        d->gl.BindBuffer(GL_QUERY_BUFFER, (GLuint)bound);
    return result;
}
