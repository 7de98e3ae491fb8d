// SPDX-License-Identifier: MIT
#include "timer.h"

static void generate(const struct device* d, GLsizei count, GLuint* queries)
{
    if (d->limits.is_gles)
        d->gl.GenQueriesEXT(count, queries);
    else
        d->gl.GenQueries(count, queries);
}

static void stamp(const struct device* d, GLuint query)
{
    if (d->limits.is_gles)
        d->gl.QueryCounterEXT(query, GL_TIMESTAMP_EXT);
    else
        d->gl.QueryCounter(query, GL_TIMESTAMP);
}

static bool is_ready(const struct device* d, GLuint query)
{
    GLint ready = 0;
    if (d->limits.is_gles)
        d->gl.GetQueryObjectivEXT(query, GL_QUERY_RESULT_AVAILABLE_EXT, &ready);
    else
        d->gl.GetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &ready);
    return ready;
}

static uint64_t value_of(const struct device* d, GLuint query)
{
    GLuint64 value = 0;
    if (d->limits.is_gles)
        d->gl.GetQueryObjectui64vEXT(query, GL_QUERY_RESULT_EXT, &value);
    else
        d->gl.GetQueryObjectui64v(query, GL_QUERY_RESULT, &value);
    return value;
}

// GLES: the clock changed its speed, or was lost, since this was asked last.
static bool was_disjoint(const struct device* d)
{
    GLint disjoint = 0;
    if (d->limits.is_gles)
        d->gl.GetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);
    return disjoint != 0;
}

glsort_result glsort_timer_create(struct timer* t, const struct device* d,
                                  uint32_t passes, const glsort_allocator* allocator,
                                  struct message* message)
{
    *t = (struct timer){0};
    if (!d->limits.has_timestamps || passes == 0)
        return GLSORT_OK;
    t->queries = glsort_memory_take(allocator, 2 * passes * sizeof *t->queries);
    if (t->queries == NULL)
        return glsort_message_fail(
            message, GLSORT_ERROR_HOST_MEMORY,
            "glsort_plan_create: no host memory for the time stamps of %u "
            "passes",
            passes);
    t->room = passes;
    generate(d, (GLsizei)(2 * passes), t->queries);
    if (t->queries[2 * passes - 1] != 0)
        return GLSORT_OK;
    glsort_timer_destroy(t, d, allocator);
    return glsort_message_fail(
        message, GLSORT_ERROR_DEVICE_MEMORY,
        "glsort_plan_create: no queries for the time stamps of %u passes", passes);
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
    if (d->limits.is_gles)
        d->gl.DeleteQueriesEXT((GLsizei)(2 * t->room), t->queries);
    else
        d->gl.DeleteQueries((GLsizei)(2 * t->room), t->queries);
    glsort_timer_release(t, allocator);
}

void glsort_timer_begin(struct timer* t)
{
    t->recording = t->queries != NULL && !t->pending;
}

void glsort_timer_stamp(struct timer* t, const struct device* d, uint32_t pass,
                        bool after)
{
    if (t->recording && pass < t->room)
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
    bool ended = t->pass_count == 0 || is_ready(d, t->queries[2 * t->pass_count - 1]);
    if (!t->pending || !ended)
        return GLSORT_NOT_READY;
    if (room < t->pass_count)
        return GLSORT_ERROR_RANGE;
    t->pending = false;
    if (was_disjoint(d))
        return GLSORT_UNAVAILABLE;
    for (uint32_t i = 0; i < t->pass_count; ++i) {
        // llvmpipe may take the stamp before a dispatch after it.
        uint64_t before = value_of(d, t->queries[2 * i]);
        uint64_t after = value_of(d, t->queries[2 * i + 1]);
        pass_ns[i] = after > before ? after - before : 0;
    }
    return GLSORT_OK;
}

// While a query buffer is bound, results go there, and the pointers given are offsets.
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
