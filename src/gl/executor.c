// SPDX-License-Identifier: MIT
// Binds what a pass declares, then dispatches, draws or copies.
#include "executor.h"

#include <assert.h>
#include <string.h>

#include "counting.h"
#include "pass_label.h"

// ---- parameters -----------------------------------------------------------------------

// A caller's buffer is bound from the first byte of the binding's range, rounded down to
// the device's alignment.
static uint64_t bound_offset(const struct executor* e, const struct binding* b)
{
    uint32_t alignment = e->device->limits.storage_alignment;
    return (e->slots[b->slot].offset + b->first_bytes) / alignment * alignment;
}

static uint32_t base_of(const struct executor* e, const struct binding* b)
{
    const struct slot_object* object = &e->slots[b->slot];
    if (b->usage == USAGE_FETCH && object->width == 0)
        return (uint32_t)((object->offset + b->first_bytes) / 4);
    if (b->usage != USAGE_STORAGE)
        return object->width;
    return (uint32_t)(object->offset + b->first_bytes - bound_offset(e, b)) / 4;
}

bool glsort_executor_patch_params(const struct executor* e, struct schedule* s)
{
    bool changed = false;
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        for (uint32_t at = 0; at < p->binding_count; ++at) {
            const struct binding* b = &p->bindings[at];
            if (b->base_at == NO_BASE || b->slot >= SLOT_SCRATCH)
                continue;
            uint32_t base = base_of(e, b);
            uint8_t* word = s->params + p->params_at + 4 * b->base_at;
            changed |= memcmp(word, &base, 4) != 0;
            memcpy(word, &base, 4);
        }
    }
    return changed;
}

void glsort_executor_upload(struct executor* e, const struct schedule* s, uint32_t at)
{
    assert(at == e->resources->peek_at || s->params_wanted <= e->resources->region_bytes);
    e->region_at = at;
    if (s->params_wanted == 0)
        return;
    glsort_resources_upload(e->device, e->resources->uniforms, at, s->params_wanted,
                            s->params);
}

static void copy_words(const struct executor* e, GLuint from, uint64_t from_at, GLuint to,
                       uint64_t to_at, uint64_t bytes)
{
    const GladGLContext* gl = &e->device->gl;
    gl->BindBuffer(GL_COPY_READ_BUFFER, from);
    gl->BindBuffer(GL_COPY_WRITE_BUFFER, to);
    gl->CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, (GLintptr)from_at,
                          (GLintptr)to_at, (GLsizeiptr)bytes);
}

static uint32_t used_bytes(const struct run_block* block)
{
    return block->used_bytes != 0 ? block->used_bytes : block->bytes;
}

bool glsort_executor_run_differs(const struct executor* e, const struct run_block* block)
{
    const uint32_t used = used_bytes(block);
    return used > 0 && (!e->run_written || block->copy_count > 0 || used > e->run_bytes ||
                        memcmp(e->run_words, block->words, used) != 0);
}

void glsort_executor_write_run(struct executor* e, const struct run_block* block)
{
    const struct resources* r = e->resources;
    const uint32_t used = used_bytes(block);
    assert(block->bytes == r->run_bytes && block->copy_count <= RUN_BLOCK_COPIES);
    assert(used <= block->bytes);
    if (!glsort_executor_run_differs(e, block))
        return;
    e->run_index = (e->run_index + 1) % RUN_BLOCKS;
    e->run_at = e->run_index * r->run_block_bytes;
    glsort_resources_upload(e->device, r->runs, e->run_at, used, block->words);
    for (uint32_t i = 0; i < block->copy_count; ++i) {
        const struct run_copy* copy = &block->copies[i];
        const struct slot_object* from = &e->slots[copy->slot];
        assert((copy->from_bytes | copy->to_bytes | copy->bytes) % 4 == 0);
        assert(copy->to_bytes >= sizeof(struct count_block) &&
               copy->to_bytes + copy->bytes <= r->run_bytes);
        copy_words(e, from->name, from->offset + copy->from_bytes, r->runs,
                   e->run_at + copy->to_bytes, copy->bytes);
    }
    memcpy(e->run_words, block->words, used);
    e->run_bytes = used;
    e->run_written = block->copy_count == 0;
}

// ---- ranges of buffers ----------------------------------------------------------------

static void set_range(struct executor* e, GLenum target, GLuint at, GLuint name,
                      uint64_t first, uint64_t bytes)
{
    const bool uniform = target == GL_UNIFORM_BUFFER;
    struct bound_range* now = uniform ? &e->bound.uniform[at] : &e->bound.storage[at];
    if (now->name == name && now->first == first && now->bytes == bytes)
        return;
    *now = (struct bound_range){name, first, bytes};
    *(uniform ? &e->bound.new_uniform : &e->bound.new_storage) |= 1u << at;
}

// Also binds what is between two new ranges again, in the same call.
static void bind_many(const struct executor* e, GLenum target,
                      const struct bound_range* ranges, uint32_t first, uint32_t end)
{
    GLuint names[STATE_MOST_STORAGE_POINTS];
    GLintptr starts[STATE_MOST_STORAGE_POINTS];
    GLsizeiptr sizes[STATE_MOST_STORAGE_POINTS];
    for (uint32_t i = first; i < end; ++i) {
        names[i - first] = ranges[i].name;
        starts[i - first] = (GLintptr)ranges[i].first;
        sizes[i - first] = (GLsizeiptr)ranges[i].bytes;
    }
    e->device->gl.BindBuffersRange(target, first, (GLsizei)(end - first), names, starts,
                                   sizes);
}

static void bind_new(const struct executor* e, GLenum target,
                     const struct bound_range* ranges, uint32_t fresh)
{
    uint32_t first = UINT32_MAX, end = 0;
    for (uint32_t i = 0; fresh >> i != 0; ++i) {
        if ((fresh >> i & 1) == 0)
            continue;
        first = first < i ? first : i;
        end = i + 1;
        if (!e->device->multi_bind)
            e->device->gl.BindBufferRange(target, i, ranges[i].name,
                                          (GLintptr)ranges[i].first,
                                          (GLsizeiptr)ranges[i].bytes);
    }
    if (e->device->multi_bind && end > 0)
        bind_many(e, target, ranges, first, end);
}

void glsort_executor_bind_ranges(struct executor* e)
{
    struct bound* b = &e->bound;
    if (b->new_uniform != 0)
        bind_new(e, GL_UNIFORM_BUFFER, b->uniform, b->new_uniform);
    if (b->new_storage != 0)
        bind_new(e, GL_SHADER_STORAGE_BUFFER, b->storage, b->new_storage);
    b->new_uniform = b->new_storage = 0;
}

// Binds the count in the slot, or if that is none, the one of the per-run block.
static void bind_count(struct executor* e, uint8_t slot)
{
    bool on_gpu = slot != SLOT_NONE;
    set_range(e, GL_UNIFORM_BUFFER, BIND_COUNT,
              on_gpu ? e->slots[slot].name : e->resources->runs, on_gpu ? 0 : e->run_at,
              sizeof(struct count_block));
}

void glsort_executor_start(struct executor* e, const struct schedule* s, bool fragment,
                           const struct gl_state* state)
{
    const struct device* d = e->device;
    const GladGLContext* gl = &d->gl;
    const struct resources* r = e->resources;
    e->bound = (struct bound){0};
    // If the stack of debug groups is full, a push fails and the pop would remove a group
    // of the caller's.
    e->groups = d->labels && device_get(d, GL_DEBUG_GROUP_STACK_DEPTH) <= d->debug_groups;
    bind_count(e, s->gpu_count ? SLOT_STATE : SLOT_NONE);
    if (r->run_bytes > sizeof(struct count_block))
        set_range(e, GL_UNIFORM_BUFFER, BIND_RUN, r->runs, e->run_at, r->run_bytes);
    // An earlier run that named its consumers may have written what this one fetches.
    if (s->buffer_units != 0 && d->limits.has_compute)
        gl->MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    if (fragment) {
        glsort_state_prepare_fragment(state, d);
        gl->BindVertexArray(r->vertex_array);
    }
}

// ---- bindings -------------------------------------------------------------------------

static const struct binding* find_binding(const struct pass* p, uint8_t usage,
                                          uint32_t access)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (b->usage == usage && (b->access & access) != 0)
            return b;
    }
    return NULL;
}

static void bind_storage(struct executor* e, const struct binding* b)
{
    const struct slot_object* object = &e->slots[b->slot];
    uint64_t first = 0;
    uint64_t range = object->bytes;
    if (b->slot < SLOT_SCRATCH && b->slot != SLOT_STATE) {
        first = bound_offset(e, b);
        range = object->offset + b->first_bytes - first + b->range_bytes;
        uint64_t most = object->offset + object->bytes - first;
        if (object->bytes != 0 && range > most)
            range = most;
    }
    set_range(e, GL_SHADER_STORAGE_BUFFER, b->unit, object->name, first, range);
}

static void activate_unit(struct executor* e, uint32_t unit)
{
    if (e->bound.active != GL_TEXTURE0 + unit)
        e->device->gl.ActiveTexture(GL_TEXTURE0 + unit);
    e->bound.active = GL_TEXTURE0 + unit;
}

// Binds the texture, and unbinds the one that was set before if its target differs. Also
// replaces the caller's sampler object, which may require mipmaps that our textures lack.
static void set_unit(struct executor* e, uint32_t unit, struct unit_texture texture)
{
    const GladGLContext* gl = &e->device->gl;
    struct unit_texture* now = &e->bound.units[unit];
    if (now->target == texture.target && now->name == texture.name)
        return;
    activate_unit(e, unit);
    bool is_first = now->target == GL_NONE;
    if (is_first)
        gl->BindSampler(unit, e->resources->sampler);
    GLenum left = is_first ? GL_TEXTURE_2D : now->target;
    if (left != texture.target && (is_first || now->name != 0))
        gl->BindTexture(left, 0);
    gl->BindTexture(texture.target, texture.name);
    *now = texture;
}

// True for a caller's buffer. It is attached in every run, because its name may denote
// a different buffer than in the last run.
static bool is_fetched_buffer(const struct executor* e, const struct binding* b)
{
    return b->usage == USAGE_FETCH && e->slots[b->slot].width == 0;
}

// Detaches the caller's buffers after a draw, so that deleting one frees its memory.
static void release_fetched_buffers(struct executor* e, const struct pass* p)
{
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (!is_fetched_buffer(e, b))
            continue;
        activate_unit(e, b->unit);
        e->device->gl.TexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, 0);
    }
}

// Empties units that the program can sample, though this pass does not, if they hold a
// target, which would be a feedback loop, or a texture of the caller's, whose format may
// not fit the sampler type: for an earlier pass, or bound by the caller.
static void clear_other_units(struct executor* e, const struct pass* p,
                              const struct target_set* targets)
{
    uint32_t unused = e->programs->units[p->shader][p->variant];
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == USAGE_FETCH)
            unused &= ~(1u << p->bindings[i].unit);
    for (uint32_t i = 0; i < UNIT_COUNT; ++i) {
        const struct unit_texture unit = e->bound.units[i];
        if ((unused >> i & 1) == 0)
            continue;
        if (unit.target == GL_NONE) {
            set_unit(e, i, (struct unit_texture){.target = GL_TEXTURE_2D_ARRAY});
            continue;
        }
        bool misfit = unit.of_caller;
        for (uint32_t t = 0; t < targets->count; ++t)
            misfit = misfit || targets->of[t].texture == unit.name;
        if (unit.name != 0 && misfit)
            set_unit(e, i, (struct unit_texture){.target = unit.target});
    }
}

static void bind_inputs(struct executor* e, const struct pass* p)
{
    const GladGLContext* gl = &e->device->gl;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        const struct slot_object* object = &e->slots[b->slot];
        if (b->usage == USAGE_STORAGE) {
            bind_storage(e, b);
        } else if (is_fetched_buffer(e, b)) {
            GLuint texture = e->resources->buffer_textures[b->unit];
            set_unit(e, b->unit,
                     (struct unit_texture){GL_TEXTURE_BUFFER, texture, false});
            activate_unit(e, b->unit);
            gl->TexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, object->name);
        } else if (b->usage == USAGE_FETCH) {
            GLenum target = object->layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
            set_unit(e, b->unit,
                     (struct unit_texture){target, object->name, b->slot < SLOT_SCRATCH});
        } else if (b->usage == USAGE_IMAGE) {
            gl->BindImageTexture(b->unit, object->name, 0, GL_FALSE, 0, GL_WRITE_ONLY,
                                 object->format);
        }
    }
}

static void bind_params(struct executor* e, const struct pass* p)
{
    set_range(e, GL_UNIFORM_BUFFER, BIND_PARAMS, e->resources->uniforms,
              e->region_at + p->params_at, p->params_bytes);
}

// An order has several counts, of all and of visible elements. A pass that declares none
// uses that of the CPU.
static void choose_count(struct executor* e, const struct pass* p)
{
    const struct binding* count = find_binding(p, USAGE_UNIFORM, GLSORT_READ);
    uint8_t slot = count != NULL ? count->slot : SLOT_NONE;
    if (slot != SLOT_NONE || e->resources->runs != 0)
        bind_count(e, slot);
}

static void use_program(struct executor* e, const struct pass* p)
{
    GLuint program = e->programs->names[p->shader][p->variant];
    assert(program != 0); // linked by the creation, or by the peek
    if (e->bound.program != program)
        e->device->gl.UseProgram(program);
    e->bound.program = program;
}

// ---- dispatches -----------------------------------------------------------------------

// GL requires a buffer for every storage block of a program, also for blocks that a pass
// does not use.
static void bind_unused_storage(struct executor* e)
{
    const uint64_t most = e->device->limits.storage_block_bytes;
    const uint64_t bytes = e->resources->uniform_bytes;
    for (GLuint i = 0; i < e->storage_points; ++i)
        if (e->bound.storage[i].name == 0)
            set_range(e, GL_SHADER_STORAGE_BUFFER, i, e->resources->uniforms, 0,
                      bytes < most ? bytes : most);
}

static void run_dispatch(struct executor* e, const struct pass* p)
{
    static const GLbitfield bits[] = {
        // by bit of GLSORT_BARRIER_*
        GL_SHADER_STORAGE_BARRIER_BIT, GL_UNIFORM_BARRIER_BIT, GL_COMMAND_BARRIER_BIT,
        GL_TEXTURE_FETCH_BARRIER_BIT, GL_SHADER_IMAGE_ACCESS_BARRIER_BIT};
    const GladGLContext* gl = &e->device->gl;
    GLbitfield barriers = 0;
    for (uint32_t i = 0; i < sizeof bits / sizeof bits[0]; ++i)
        barriers |= (p->barriers >> i & 1) != 0 ? bits[i] : 0;
    if (barriers != 0)
        gl->MemoryBarrier(barriers);
    use_program(e, p);
    choose_count(e, p);
    bind_params(e, p);
    bind_inputs(e, p);
    bind_unused_storage(e);
    glsort_executor_bind_ranges(e);
    if (p->indirect) {
        const struct binding* groups = find_binding(p, USAGE_INDIRECT, GLSORT_READ);
        const GLuint name = e->slots[groups->slot].name;
        if (e->bound.indirect != name)
            gl->BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, name);
        e->bound.indirect = name;
        gl->DispatchComputeIndirect((GLintptr)p->indirect_bytes);
        return;
    }
    // If one axis does not allow all groups, spreads them evenly over two axes.
    uint32_t rows = ceil_divide(p->groups, e->device->limits.group_count);
    gl->DispatchCompute(ceil_divide(p->groups, rows), rows, 1);
}

// ---- draws ----------------------------------------------------------------------------

// True if the target is the caller's own texture, of which a draw has only one.
static bool collect_targets(const struct executor* e, const struct pass* p,
                            struct target_set* targets)
{
    memset(targets, 0, sizeof *targets);
    bool of_caller = false;
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        if (b->usage != USAGE_TARGET)
            continue;
        const struct slot_object* object = &e->slots[b->slot];
        uint32_t layers = b->layers > 0 ? b->layers : object->layers;
        uint32_t end = b->unit + (layers > 0 ? layers : 1);
        assert(end <= MAX_DRAW_BUFFERS);
        for (uint32_t at = b->unit; at < end; ++at) {
            GLint layer = layers > 0 ? (GLint)(b->first_layer + at - b->unit) : -1;
            targets->of[at] = (struct target){object->name, layer};
        }
        targets->count = targets->count > end ? targets->count : end;
        of_caller |= b->slot < SLOT_SCRATCH;
    }
    assert(!of_caller || targets->count == 1);
    return of_caller;
}

bool glsort_executor_make_targets(struct executor* e, const struct schedule* s)
{
    for (uint32_t i = 0; i < s->pass_count; ++i) {
        const struct pass* p = &s->passes[i];
        struct target_set targets;
        if (collect_targets(e, p, &targets) || targets.count == 0)
            continue;
        if (!glsort_resources_add_targets(e->resources, e->device, &targets))
            return false;
    }
    return true;
}

static void draw_box(struct executor* e, uint32_t x, uint32_t y, uint32_t width,
                     uint32_t height)
{
    const GladGLContext* gl = &e->device->gl;
    struct viewport box = {(GLint)x, (GLint)y, (GLint)width, (GLint)height};
    if (width == 0 || height == 0)
        return;
    if (memcmp(&e->bound.viewport, &box, sizeof box) != 0) {
        if (e->device->indexed_viewport)
            gl->ViewportIndexedf(0, (GLfloat)x, (GLfloat)y, (GLfloat)width,
                                 (GLfloat)height);
        else
            gl->Viewport(box.x, box.y, box.width, box.height);
    }
    e->bound.viewport = box;
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
}

// The end of a row, whole rows, and the beginning of a row.
static void draw_range(struct executor* e, uint32_t width, uint32_t first,
                       uint32_t texels)
{
    uint32_t column = first % width;
    uint32_t left = (width - column) % width;
    uint32_t head = left < texels ? left : texels;
    uint32_t row = ceil_divide(first, width);
    uint32_t rows = (texels - head) / width;
    draw_box(e, column, first / width, head, 1);
    draw_box(e, 0, row, width, rows);
    draw_box(e, 0, row + rows, (texels - head) % width, 1);
}

static void run_draw(struct executor* e, const struct pass* p)
{
    const struct resources* r = e->resources;
    struct target_set targets;
    bool of_caller = collect_targets(e, p, &targets);
    GLuint framebuffer =
        of_caller ? r->caller_framebuffer : glsort_resources_framebuffer(r, &targets);
    if (e->bound.framebuffer != framebuffer)
        e->device->gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    e->bound.framebuffer = framebuffer;
    if (of_caller)
        glsort_resources_attach_caller(e->device, targets.of[0].texture);
    use_program(e, p);
    bind_params(e, p);
    bind_inputs(e, p);
    clear_other_units(e, p, &targets);
    glsort_executor_bind_ranges(e);
    if ((p->barriers & GLSORT_BARRIER_TEXTURE) != 0)
        e->device->gl.TextureBarrier();
    uint32_t width = e->slots[find_binding(p, USAGE_TARGET, GLSORT_WRITE)->slot].width;
    uint64_t end = (uint64_t)p->first_texel + p->groups;
    uint32_t row = p->first_texel / width;
    if (p->exact)
        draw_range(e, width, p->first_texel, p->groups);
    else
        draw_box(e, 0, row, width, (uint32_t)((end + width - 1) / width) - row);
    release_fetched_buffers(e, p);
    if (of_caller)
        glsort_resources_attach_caller(e->device, 0);
}

// ---- transfers ------------------------------------------------------------------------

static void upload_rows(const struct executor* e, GLint row, GLsizei width, GLsizei rows,
                        uint64_t at)
{
    if (width > 0 && rows > 0)
        e->device->gl.TexSubImage2D(GL_TEXTURE_2D, 0, 0, row, width, rows, GL_RED_INTEGER,
                                    GL_UNSIGNED_INT, (const void*)(uintptr_t)at);
}

// Copies a buffer to an R32UI texture of the plan, or the count to the state buffer.
static void run_upload(struct executor* e, const struct pass* p)
{
    const GladGLContext* gl = &e->device->gl;
    const struct binding* source = find_binding(p, USAGE_COPY, GLSORT_READ);
    const struct slot_object* from = &e->slots[source->slot];
    const struct slot_object* to =
        &e->slots[find_binding(p, USAGE_COPY, GLSORT_WRITE)->slot];
    uint64_t first = from->offset + source->first_bytes;
    if (to->width == 0) {
        copy_words(e, from->name, first, to->name, 0, (uint64_t)p->groups * 4);
        return;
    }
    uint32_t rows = p->groups / to->width;
    uint32_t rest = p->groups % to->width;
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, from->name);
    set_unit(e, UNIT_KEYS_IN, (struct unit_texture){GL_TEXTURE_2D, to->name, false});
    activate_unit(e, UNIT_KEYS_IN);
    upload_rows(e, 0, (GLsizei)to->width, (GLsizei)rows, first);
    upload_rows(e, (GLint)rows, (GLsizei)rest, 1, first + (uint64_t)rows * to->width * 4);
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

// zink (Mesa 22.3) moves copies to the beginning of a batch, even before a glReadPixels
// that writes what they read. Waiting ends the batch.
static void settle(const struct executor* e)
{
    if (e->device->waits_for_copies)
        e->device->gl.Finish();
}

// Every implementation can read integer targets as GL_RGBA_INTEGER, GL_UNSIGNED_INT.
static void download_rows(const struct executor* e, GLint column, GLint row,
                          GLsizei width, GLsizei rows, uint64_t at)
{
    if (width > 0 && rows > 0)
        e->device->gl.ReadPixels(column, row, width, rows, GL_RGBA_INTEGER,
                                 GL_UNSIGNED_INT, (void*)(uintptr_t)at);
}

// Texels `first` to `end` - 1 of rows of this width, to bytes `at` and after.
static void download_texels(const struct executor* e, uint32_t width, uint32_t first,
                            uint32_t end, uint64_t at)
{
    while (first < end) {
        const uint32_t column = first % width, left = end - first;
        const bool whole = column == 0 && left >= width;
        const uint32_t rows = whole ? left / width : 1;
        const uint32_t columns = left < width - column ? left : width - column;
        download_rows(e, (GLint)column, (GLint)(first / width), (GLsizei)columns,
                      (GLsizei)rows, at);
        first += rows * columns;
        at += (uint64_t)rows * columns * TEXEL_BYTES;
    }
}

// `bytes` of a texel from byte `skip` on, through the staging buffer.
static void download_part(const struct executor* e, uint32_t width, uint32_t texel,
                          uint32_t skip, uint32_t bytes, GLuint to, uint64_t at)
{
    e->device->gl.BindBuffer(GL_PIXEL_PACK_BUFFER, e->resources->staging);
    download_texels(e, width, texel, texel + 1, 0);
    settle(e);
    copy_words(e, e->resources->staging, skip, to, at, bytes);
}

// Draws packed words, then copies them to the caller's buffer: whole texels, and parts of
// the first (whose words begin before a range that begins in the middle of a word) and of
// the last texel.
static void run_download(struct executor* e, const struct pass* p)
{
    const GladGLContext* gl = &e->device->gl;
    run_draw(e, p);
    const struct binding* copy = find_binding(p, USAGE_COPY, GLSORT_WRITE);
    const struct slot_object* to = &e->slots[copy->slot];
    uint32_t width = e->slots[find_binding(p, USAGE_TARGET, GLSORT_WRITE)->slot].width;
    const uint32_t skip = (uint32_t)(copy->first_bytes % 4);
    const uint64_t drawn = skip + copy->range_bytes;
    const uint64_t begin = to->offset + copy->first_bytes - skip;
    const uint32_t texels = (uint32_t)(drawn / TEXEL_BYTES);
    const uint32_t rest = (uint32_t)(drawn % TEXEL_BYTES);
    const uint32_t head = skip == 0 ? 0 : texels > 0 ? TEXEL_BYTES : rest;

    settle(e);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, to->name);
    if (skip == 0)
        download_texels(e, width, 0, texels, begin);
    else if (texels > 1)
        download_texels(e, width, 1, texels, begin + TEXEL_BYTES);
    if (head > skip)
        download_part(e, width, 0, skip, head - skip, to->name, begin + skip);
    if (rest > 0 && (skip == 0 || texels > 0))
        download_part(e, width, texels, 0, rest, to->name,
                      begin + (uint64_t)texels * TEXEL_BYTES);
    settle(e);
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

// ---- passes ---------------------------------------------------------------------------

void glsort_executor_run_pass(struct executor* e, const struct pass* p)
{
    const GladGLContext* gl = &e->device->gl;
    if (e->groups) {
        char label[GLSORT_LABEL_BYTES];
        glsort_pass_label(p, label, sizeof label);
        gl->PushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, label);
    }
    switch (p->kind) {
    case GLSORT_PASS_DISPATCH: run_dispatch(e, p); break;
    case GLSORT_PASS_DRAW: run_draw(e, p); break;
    case GLSORT_PASS_UPLOAD: run_upload(e, p); break;
    default: run_download(e, p); break;
    }
    if (e->groups)
        gl->PopDebugGroup();
}

void glsort_executor_final_barrier(const struct executor* e, uint32_t consumers)
{
    static const struct {
        uint32_t consumer;
        GLbitfield bit;
    } bits[] = {
        {GLSORT_CONSUMER_INDEX, GL_ELEMENT_ARRAY_BARRIER_BIT},
        {GLSORT_CONSUMER_VERTEX, GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT},
        {GLSORT_CONSUMER_INDIRECT, GL_COMMAND_BARRIER_BIT},
        {GLSORT_CONSUMER_TEXTURE, GL_TEXTURE_FETCH_BARRIER_BIT},
        {GLSORT_CONSUMER_COPY, GL_BUFFER_UPDATE_BARRIER_BIT},
        {GLSORT_CONSUMER_UNIFORM, GL_UNIFORM_BARRIER_BIT},
        {GLSORT_CONSUMER_PIXEL, GL_PIXEL_BUFFER_BARRIER_BIT},
    };
    // The next run may use the fragment backend, which uploads and copies, or may store
    // into a texture that this run fetched from.
    GLbitfield all = GL_SHADER_STORAGE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT |
                     GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT;
    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; ++i)
        if (consumers == 0 || (consumers & bits[i].consumer) != 0)
            all |= bits[i].bit;
    e->device->gl.MemoryBarrier(all);
}
