// SPDX-License-Identifier: MIT
#include "probe.h"

void word_probe_create(struct word_probe* probe)
{
    *probe = (struct word_probe){.copy = gfx_buffer(sizeof(uint32_t), NULL)};
}

void word_probe_destroy(struct word_probe* probe)
{
    gfx_buffer_delete(&probe->copy);
    glDeleteSync(probe->done);
    *probe = (struct word_probe){0};
}

bool word_probe_take(struct word_probe* probe, bool waits, uint32_t* word)
{
    const GLuint64 patience = waits ? GL_TIMEOUT_IGNORED : 0;
    if (!probe->done || glClientWaitSync(probe->done, GL_SYNC_FLUSH_COMMANDS_BIT,
                                         patience) == GL_TIMEOUT_EXPIRED)
        return false;
    glDeleteSync(probe->done);
    probe->done = NULL;
    gfx_buffer_read(probe->copy, 0, sizeof *word, word);
    return true;
}

void word_probe_copy(struct word_probe* probe, uint32_t buffer, uint32_t word)
{
    if (probe->done)
        return;
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, probe->copy);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                        (GLintptr)(word * sizeof(uint32_t)), 0, sizeof(uint32_t));
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
