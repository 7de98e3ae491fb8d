// SPDX-License-Identifier: MIT
// GL has time stamps in the core, GLES in GL_EXT_disjoint_timer_query. In browsers they
// have no bits: there the first query of a pass is of the time that elapses, and the
// second one is not used.
#include "timer.h"

// The result of the query, or whether there is one yet. A browser has 32 bits, enough for
// a pass of up to 4 s. NVIDIA's GLES (580.159) leaves out the answer of
// glGetQueryObjectivEXT().
static uint64_t ask(const struct device* d, GLuint query, GLenum what)
{
    GLuint64 value = 0;
    GLuint word = 0;
    if (what == GL_QUERY_RESULT && !IS_BROWSER)
        d->gl.GetQueryObjectui64v(query, what, &value);
    else
        d->gl.GetQueryObjectuiv(query, what, &word);
    return value + word;
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
                                "no host memory for the time stamps of %u passes",
                                passes);
    t->room = passes;
    d->gl.GenQueries((GLsizei)(2 * passes), t->queries);
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
    d->gl.DeleteQueries((GLsizei)(2 * t->room), t->queries);
    glsort_timer_release(t, allocator);
}

void glsort_timer_begin(struct timer* t)
{
    t->recording = t->queries != NULL && !t->pending;
}

// Queries of elapsed time cannot overlap: while the caller has one active, nothing is
// recorded.
void glsort_timer_stamp(struct timer* t, const struct device* d, uint32_t pass,
                        bool after)
{
    if (!t->recording || pass >= t->room)
        return;
    if (!IS_BROWSER)
        d->gl.QueryCounter(t->queries[2 * pass + after], GL_TIMESTAMP);
    else if (after)
        d->gl.EndQuery(GL_TIME_ELAPSED_EXT);
    else if (glsort_browser_is_timing())
        t->recording = false;
    else
        d->gl.BeginQuery(GL_TIME_ELAPSED_EXT, t->queries[2 * pass]);
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
    bool ended =
        t->pass_count == 0 || ask(d, t->queries[last], GL_QUERY_RESULT_AVAILABLE) != 0;
    if (!t->pending || !ended)
        return GLSORT_NOT_READY;
    if (room < t->pass_count)
        return GLSORT_ERROR_RANGE;
    t->pending = false;
    // GLES: the GPU's clock was interrupted or changed its speed since the last query.
    if (d->limits.is_gles && device_get(d, GL_GPU_DISJOINT_EXT) != 0)
        return GLSORT_UNAVAILABLE;
    for (uint32_t i = 0; i < t->pass_count; ++i) {
        // llvmpipe may record the first stamp after the dispatch.
        uint64_t before = IS_BROWSER ? 0 : ask(d, t->queries[2 * i], GL_QUERY_RESULT);
        uint64_t after = ask(d, t->queries[2 * i + !IS_BROWSER], GL_QUERY_RESULT);
        pass_ns[i] = after > before ? after - before : 0;
    }
    return GLSORT_OK;
}

// Unbinds the query buffer: while one is bound, GL writes results to it and takes the
// pointers for offsets.
glsort_result glsort_timer_read(struct timer* t, const struct device* d,
                                uint64_t* pass_ns, uint32_t* pass_count)
{
    bool unbinds = d->query_buffers && t->queries != NULL;
    GLint bound =
        unbinds && !d->clobbers_state ? device_get(d, GL_QUERY_BUFFER_BINDING) : 0;
    if (unbinds)
        d->gl.BindBuffer(GL_QUERY_BUFFER, 0);
    glsort_result result = read_stamps(t, d, pass_ns, pass_count);
    if (bound != 0 && d->gl.IsBuffer((GLuint)bound))
        d->gl.BindBuffer(GL_QUERY_BUFFER, (GLuint)bound);
    return result;
}
