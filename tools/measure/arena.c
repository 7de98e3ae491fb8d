// SPDX-License-Identifier: MIT
#include "arena.h"

#include <stdlib.h>

size_t arena_bytes(const struct arena* a, int buffer)
{
    const struct task* t = &a->work.task;
    size_t each[LANE_BUFFERS] = {
        [KEYS_IN] = t->key->bytes,         [KEYS_OUT] = t->key->bytes,
        [VALUES_IN] = t->values->in_bytes, [VALUES_OUT] = t->values->bytes,
        [KEYS_READ] = t->key->bytes,       [VALUES_READ] = t->values->bytes,
        [KEYS_SENT] = t->key->bytes,       [VALUES_SENT] = t->values->in_bytes,
    };
    each[POISON] = each[VALUES_OUT] > each[KEYS_OUT] ? each[VALUES_OUT] : each[KEYS_OUT];
    return each[buffer] * t->count;
}

static GLenum usage_of(int buffer)
{
    if (buffer == KEYS_READ || buffer == VALUES_READ)
        return GL_STREAM_READ;
    if (buffer == KEYS_SENT || buffer == VALUES_SENT)
        return GL_STREAM_DRAW;
    return GL_DYNAMIC_COPY;
}

static bool create_buffers(struct arena* a)
{
    const struct bench_gl* gl = &a->bench->gl;
    size_t poison_bytes = copier_room(arena_bytes(a, POISON));
    unsigned char* poison = malloc(poison_bytes);
    if (!poison)
        return false;
    for (size_t i = 0; i < poison_bytes; ++i)
        poison[i] = (unsigned char)(0xA5u ^ i * 37u);
    gl->GenBuffers(LANE_BUFFERS, a->buffers);
    for (int b = 0; b < LANE_BUFFERS; ++b) {
        size_t bytes = arena_bytes(a, b);
        gl->BindBuffer(GL_ARRAY_BUFFER, a->buffers[b]);
        gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)copier_room(bytes ? bytes : 1),
                       b == POISON ? poison : NULL, usage_of(b));
    }
    free(poison);
    return gl->GetError() == GL_NO_ERROR;
}

void arena_upload(const struct arena* a, int buffer, const void* from)
{
    const struct bench_gl* gl = &a->bench->gl;
    if (!from)
        return;
    gl->BindBuffer(GL_ARRAY_BUFFER, a->buffers[buffer]);
    gl->BufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)arena_bytes(a, buffer), from);
}

void arena_poison(const struct arena* a)
{
    for (int b = KEYS_OUT; b <= VALUES_OUT; ++b)
        if (arena_bytes(a, b) > 0)
            copier_copy(&a->bench->copier, a->buffers[POISON], a->buffers[b],
                        arena_bytes(a, b));
}

bool arena_create(struct arena* a, struct bench* bench, const struct task* task)
{
    *a = (struct arena){.bench = bench};
    // A software renderer's time stamps are inaccurate; the CPU's clock is used.
    a->stamps = bench->limits.has_timestamps && !bench->limits.is_software &&
                !bench->limits.is_gles && bench->gl.QueryCounter;
    size_t record =
        peer_rank_offset(task->key->bytes, task->values->bytes) + task->key->bytes;
    a->bytes = malloc(record * task->count);
    if (!a->bytes || !workload_create(&a->work, task) || !create_buffers(a)) {
        arena_release(a);
        return false;
    }
    if (a->stamps)
        bench->gl.GenQueries(2, a->queries);
    arena_upload(a, KEYS_IN, a->work.keys);
    arena_upload(a, VALUES_IN, a->work.values);
    return true;
}

void arena_release(struct arena* a)
{
    if (a->buffers[0])
        a->bench->gl.DeleteBuffers(LANE_BUFFERS, a->buffers);
    if (a->queries[0])
        a->bench->gl.DeleteQueries(2, a->queries);
    workload_release(&a->work);
    free(a->bytes);
    a->bytes = NULL;
}
