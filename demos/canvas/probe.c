// SPDX-License-Identifier: MIT
#include "probe.h"

void read_probe_create(struct read_probe* probe, size_t bytes)
{
    *probe = (struct read_probe){.copy = gfx_buffer(bytes, NULL), .bytes = bytes};
}

void read_probe_destroy(struct read_probe* probe)
{
    gfx_buffer_delete(&probe->copy);
    glDeleteSync(probe->done);
    *probe = (struct read_probe){0};
}

bool read_probe_take(struct read_probe* probe, bool waits, void* data)
{
    const GLuint64 patience = waits ? GL_TIMEOUT_IGNORED : 0;
    if (!probe->done || glClientWaitSync(probe->done, GL_SYNC_FLUSH_COMMANDS_BIT,
                                         patience) == GL_TIMEOUT_EXPIRED)
        return false;
    glDeleteSync(probe->done);
    probe->done = NULL;
    gfx_buffer_read(probe->copy, 0, probe->bytes, data);
    return true;
}

void read_probe_copy(struct read_probe* probe, uint32_t buffer, size_t first)
{
    if (probe->done)
        return;
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, probe->copy);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, (GLintptr)first, 0,
                        (GLsizeiptr)probe->bytes);
    probe->done = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

void timer_probe_create(struct timer_probe* probe)
{
    *probe = (struct timer_probe){.ms = -1.0};
    glGenQueries(1, &probe->query);
}

void timer_probe_destroy(struct timer_probe* probe)
{
    glDeleteQueries(1, &probe->query);
    *probe = (struct timer_probe){0};
}

double timer_probe_wait(struct timer_probe* probe)
{
    GLuint64 ns = 0;
    if (probe->is_pending) {
        glGetQueryObjectui64v(probe->query, GL_QUERY_RESULT, &ns);
        probe->ms = (double)ns * 1e-6;
        probe->is_pending = false;
    }
    return probe->ms;
}

void timer_probe_begin(struct timer_probe* probe)
{
    GLuint there = 0;
    if (probe->is_pending) {
        glGetQueryObjectuiv(probe->query, GL_QUERY_RESULT_AVAILABLE, &there);
        if (!there)
            return;
        timer_probe_wait(probe);
    }
    glBeginQuery(GL_TIME_ELAPSED, probe->query);
    probe->is_open = true;
}

void timer_probe_end(struct timer_probe* probe)
{
    if (!probe->is_open)
        return;
    glEndQuery(GL_TIME_ELAPSED);
    probe->is_open = false;
    probe->is_pending = true;
}
