// SPDX-License-Identifier: MIT
#include "host_stage.h"

#include "resources.h"

enum { UP_ACCESS = GL_MAP_WRITE_BIT, DOWN_ACCESS = GL_MAP_READ_BIT };
enum { TASK_BYTES = 256 << 10 };

static const GLbitfield persistent = GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
static const GLuint64 wait_ns = 1000000000; // a wait that ends is begun again

uint64_t glsort_host_stage_bytes(uint32_t piece_bytes)
{
    return (uint64_t)piece_bytes * (2 * STAGE_SLOTS + 1);
}

// ---- opening --------------------------------------------------------------------------

static PFNGLBUFFERSTORAGEPROC storage_of(const struct device* d)
{
    return d->limits.is_gles ? d->gl.BufferStorageEXT : d->gl.BufferStorage;
}

static bool open_mapped(struct host_stage* s, struct stage_slots* slots,
                        GLbitfield access)
{
    const GladGLContext* gl = &s->device->gl;
    GLsizeiptr bytes = (GLsizeiptr)s->piece_bytes * STAGE_SLOTS;
    gl->GenBuffers(1, &slots->name);
    if (slots->name == 0)
        return false;
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, slots->name);
    storage_of(s->device)(GL_COPY_WRITE_BUFFER, bytes, NULL,
                          access | persistent | GL_CLIENT_STORAGE_BIT);
    GLint64 size = 0;
    gl->GetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &size);
    if (size == bytes)
        slots->mapped =
            gl->MapBufferRange(GL_COPY_WRITE_BUFFER, 0, bytes, access | persistent);
    if (slots->mapped == NULL) {
        gl->GetError(); // removes the GL_OUT_OF_MEMORY that this raised
        return false;
    }
    glsort_device_label(s->device, GL_BUFFER, slots->name, "glsort host staging");
    return true;
}

static void close_slots(const struct device* d, struct stage_slots* slots)
{
    for (int i = 0; i < STAGE_SLOTS; ++i)
        if (slots->fences[i] != NULL)
            d->gl.DeleteSync(slots->fences[i]);
    d->gl.DeleteBuffers(1, &slots->name); // which also unmaps it
    *slots = (struct stage_slots){0};
}

bool glsort_host_stage_open(struct host_stage* s, const struct device* d,
                            uint32_t piece_bytes, const glsort_allocator* allocator)
{
    *s = (struct host_stage){.device = d, .piece_bytes = piece_bytes};
    s->stays_mapped = storage_of(d) != NULL && open_mapped(s, &s->up, UP_ACCESS) &&
                      open_mapped(s, &s->down, DOWN_ACCESS);
    if (s->stays_mapped)
        return true;
    close_slots(d, &s->up);
    close_slots(d, &s->down);
    s->bounce = glsort_memory_take(allocator, piece_bytes);
    if (s->bounce != NULL &&
        glsort_resources_make_buffer(d, &s->down.name, "glsort host staging",
                                     (uint64_t)piece_bytes * STAGE_SLOTS))
        return true;
    glsort_host_stage_close(s, allocator);
    return false;
}

void glsort_host_stage_close(struct host_stage* s, const glsort_allocator* allocator)
{
    close_slots(s->device, &s->up);
    close_slots(s->device, &s->down);
    glsort_memory_give(allocator, s->bounce, s->piece_bytes);
    s->bounce = NULL;
}

void glsort_host_stage_share(struct host_stage* s, glsort_host_parallel parallel,
                             void* user)
{
    s->parallel = parallel;
    s->parallel_user = user;
}

// ---- tasks ----------------------------------------------------------------------------

struct shared_copy {
    const struct stage_flow* flow;
    uint64_t at; // in the array
    uint8_t* data;
    size_t bytes;
};

static void copy_task(void* data, uint32_t number)
{
    const struct shared_copy* c = data;
    size_t first = (size_t)number * TASK_BYTES;
    size_t left = c->bytes - first;
    c->flow->piece(c->flow->user, c->at + first, c->data + first,
                   left < TASK_BYTES ? left : TASK_BYTES);
}

// A piece of the array from `at` on, by the caller's threads if there is more than one
// task in it.
static void copy_piece(const struct host_stage* s, const struct stage_flow* flow,
                       uint64_t at, uint8_t* data, size_t bytes)
{
    struct shared_copy copy = {flow, at, data, bytes};
    size_t tasks = (bytes + TASK_BYTES - 1) / TASK_BYTES;
    if (s->parallel == NULL || tasks <= 1)
        flow->piece(flow->user, at, data, bytes);
    else
        s->parallel(s->parallel_user, copy_task, &copy, (uint32_t)tasks);
}

// ---- pieces ---------------------------------------------------------------------------

static GLintptr slot_at(const struct host_stage* s, uint64_t number)
{
    return (GLintptr)(number % STAGE_SLOTS * s->piece_bytes);
}

static void copy(const struct host_stage* s, GLuint from, GLintptr from_at, GLuint to,
                 GLintptr to_at, size_t bytes)
{
    const GladGLContext* gl = &s->device->gl;
    gl->BindBuffer(GL_COPY_READ_BUFFER, from);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, to);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, from_at, to_at,
                          (GLsizeiptr)bytes);
}

static void set_fence(const struct host_stage* s, struct stage_slots* slots,
                      uint64_t number)
{
    slots->fences[number % STAGE_SLOTS] =
        s->device->gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    s->device->gl.Flush();
}

// Waits until the GPU has done what was asked of a slot.
static bool wait_for(const struct host_stage* s, struct stage_slots* slots,
                     uint64_t number)
{
    const GladGLContext* gl = &s->device->gl;
    GLsync* fence = &slots->fences[number % STAGE_SLOTS];
    GLenum status = GL_ALREADY_SIGNALED;
    if (*fence == NULL)
        return true;
    do
        status = gl->ClientWaitSync(*fence, GL_SYNC_FLUSH_COMMANDS_BIT, wait_ns);
    while (status == GL_TIMEOUT_EXPIRED);
    gl->DeleteSync(*fence);
    *fence = NULL;
    return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED;
}

static size_t size_of(const struct host_stage* s, const struct stage_flow* flow,
                      uint64_t number)
{
    uint64_t left = flow->bytes - number * s->piece_bytes;
    return left < s->piece_bytes ? (size_t)left : s->piece_bytes;
}

static bool put(struct host_stage* s, GLuint buffer, const struct stage_flow* up,
                uint64_t number)
{
    uint64_t at = number * s->piece_bytes;
    size_t bytes = size_of(s, up, number);
    if (!s->stays_mapped) {
        copy_piece(s, up, at, s->bounce, bytes);
        glsort_resources_upload(s->device, buffer, at, bytes, s->bounce);
        return true;
    }
    if (!wait_for(s, &s->up, number))
        return false;
    copy_piece(s, up, at, s->up.mapped + slot_at(s, number), bytes);
    copy(s, s->up.name, slot_at(s, number), buffer, (GLintptr)at, bytes);
    set_fence(s, &s->up, number);
    return true;
}

static void ask(struct host_stage* s, GLuint buffer, const struct stage_flow* down,
                uint64_t number)
{
    copy(s, buffer, (GLintptr)(number * s->piece_bytes), s->down.name, slot_at(s, number),
         size_of(s, down, number));
    set_fence(s, &s->down, number);
}

static bool get(struct host_stage* s, const struct stage_flow* down, uint64_t number)
{
    const GladGLContext* gl = &s->device->gl;
    uint64_t at = number * s->piece_bytes;
    size_t bytes = size_of(s, down, number);
    if (!wait_for(s, &s->down, number))
        return false;
    if (s->stays_mapped) {
        copy_piece(s, down, at, s->down.mapped + slot_at(s, number), bytes);
        return true;
    }
    gl->BindBuffer(GL_COPY_READ_BUFFER, s->down.name);
    uint8_t* mapped = gl->MapBufferRange(GL_COPY_READ_BUFFER, slot_at(s, number),
                                         (GLsizeiptr)bytes, DOWN_ACCESS);
    if (mapped == NULL)
        return false;
    copy_piece(s, down, at, mapped, bytes);
    return gl->UnmapBuffer(GL_COPY_READ_BUFFER) == GL_TRUE;
}

static uint64_t pieces_of(const struct host_stage* s, const struct stage_flow* flow)
{
    return (flow->bytes + s->piece_bytes - 1) / s->piece_bytes;
}

// The GPU reads a piece before it writes one there, because it keeps the order of
// commands. The CPU fetches pieces STAGE_SLOTS - 1 later.
bool glsort_host_stage_exchange(struct host_stage* s, GLuint buffer,
                                const struct stage_flow* down,
                                const struct stage_flow* up)
{
    const uint64_t behind = STAGE_SLOTS - 1;
    uint64_t downs = pieces_of(s, down);
    uint64_t ups = pieces_of(s, up);
    bool good = true;
    for (uint64_t i = 0; good && (i < ups || i < downs + behind); ++i) {
        if (i < downs)
            ask(s, buffer, down, i);
        if (good && i < ups)
            good = put(s, buffer, up, i);
        if (good && i >= behind && i - behind < downs)
            good = get(s, down, i - behind);
    }
    return good;
}
