// SPDX-License-Identifier: MIT
// Creates buffers, textures and framebuffers, and checks each by a query.
#include "resources.h"

#include <assert.h>
#include <string.h>

#include "shared/common.h"

// ---- buffers --------------------------------------------------------------------------
//
// Whether a creation failed is determined by querying the object, not by glGetError(),
// which would consume an error that belongs to the caller.

static bool size_buffer(const struct device* d, GLuint name, uint64_t bytes, GLenum usage)
{
    GLint64 size = 0;
    d->gl.BindBuffer(GL_COPY_WRITE_BUFFER, name);
    d->gl.BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)bytes, NULL, usage);
    d->gl.GetBufferParameteri64v(GL_COPY_WRITE_BUFFER, GL_BUFFER_SIZE, &size);
    return name != 0 && (uint64_t)size == bytes;
}

static bool make_buffer(const struct device* d, GLuint* name, const char* label,
                        uint64_t bytes, GLenum usage)
{
    d->gl.GenBuffers(1, name);
    bool made = size_buffer(d, *name, bytes, usage);
    if (made)
        glsort_device_label(d, GL_BUFFER, *name, label);
    return made;
}

bool glsort_resources_make_buffer(const struct device* d, GLuint* name, const char* label,
                                  uint64_t bytes)
{
    return make_buffer(d, name, label, bytes, GL_DYNAMIC_COPY);
}

void glsort_resources_upload(const struct device* d, GLuint name, uint64_t at,
                             uint64_t bytes, const void* data)
{
    d->gl.BindBuffer(GL_UNIFORM_BUFFER, name);
    d->gl.BufferSubData(GL_UNIFORM_BUFFER, (GLintptr)at, (GLsizeiptr)bytes, data);
}

// ---- textures -------------------------------------------------------------------------

// By enum format.
static const struct {
    GLenum internal;
    GLenum external;
} texture_formats[] = {
    [FORMAT_BUFFER] = {GL_NONE, GL_NONE},
    [FORMAT_R32UI] = {GL_R32UI, GL_RED_INTEGER},
    [FORMAT_RG32UI] = {GL_RG32UI, GL_RG_INTEGER},
    [FORMAT_RGBA32UI] = {GL_RGBA32UI, GL_RGBA_INTEGER},
};

static void attach(const struct device* d, GLuint point, struct target target)
{
    GLenum attachment = GL_COLOR_ATTACHMENT0 + point;
    if (target.layer >= 0)
        d->gl.FramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, attachment, target.texture, 0,
                                      target.layer);
    else
        d->gl.FramebufferTexture2D(GL_DRAW_FRAMEBUFFER, attachment, GL_TEXTURE_2D,
                                   target.texture, 0);
}

// All formats that plans use are renderable, so this fails only if there is no memory for
// the texture.
static bool is_renderable(const struct device* d, struct target target)
{
    GLuint framebuffer = 0;
    d->gl.GenFramebuffers(1, &framebuffer);
    if (framebuffer == 0)
        return false;
    d->gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    attach(d, 0, target);
    GLenum status = d->gl.CheckFramebufferStatus(GL_DRAW_FRAMEBUFFER);
    d->gl.DeleteFramebuffers(1, &framebuffer);
    return status == GL_FRAMEBUFFER_COMPLETE;
}

bool glsort_resources_has_memory(const struct device* d, GLuint texture)
{
    return is_renderable(d, (struct target){texture, -1});
}

static bool size_texture(const struct device* d, GLuint name, const struct scratch* s)
{
    GLint internal = (GLint)texture_formats[s->format].internal;
    GLenum external = texture_formats[s->format].external;
    GLenum target = s->layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
    GLsizei width = (GLsizei)1 << s->width_log;
    GLsizei height = (GLsizei)(s->texels >> s->width_log);
    d->gl.BindTexture(target, name);
    d->gl.TexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    d->gl.TexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    d->gl.TexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    if (s->layers > 0)
        d->gl.TexImage3D(target, 0, internal, width, height, s->layers, 0, external,
                         GL_UNSIGNED_INT, NULL);
    else
        d->gl.TexImage2D(target, 0, internal, width, height, 0, external, GL_UNSIGNED_INT,
                         NULL);
    return name != 0 && is_renderable(d, (struct target){name, s->layers > 0 ? 0 : -1});
}

// ---- the plan's objects ---------------------------------------------------------------

static uint32_t align(uint32_t bytes, uint32_t alignment)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

// The buffers of parameters, of blocks that every run writes, and of a count on the GPU.
static bool make_blocks(struct resources* r, const struct device* d,
                        const struct resources_wanted* wanted)
{
    const uint32_t state[STATE_WORDS] = {0, wanted->max_count};
    uint32_t alignment = d->limits.uniform_alignment;
    assert(wanted->run_bytes % 16 == 0 && wanted->run_bytes <= RUN_BLOCK_BYTES);
    r->region_bytes = align(wanted->params_bytes, alignment);
    r->peek_at = UNIFORM_REGIONS * r->region_bytes;
    r->uniform_bytes = r->peek_at + wanted->peek_params_bytes;
    r->run_bytes = wanted->run_bytes;
    r->run_block_bytes = align(wanted->run_bytes, alignment);
    if (wanted->gpu_count) {
        if (!make_buffer(d, &r->state, "glsort count", sizeof state, GL_DYNAMIC_COPY))
            return false;
        glsort_resources_upload(d, r->state, 0, sizeof state, state);
    }
    return make_buffer(d, &r->uniforms, "glsort parameters", r->uniform_bytes,
                       GL_DYNAMIC_DRAW) &&
           (wanted->run_bytes == 0 ||
            make_buffer(d, &r->runs, "glsort runs",
                        (uint64_t)RUN_BLOCKS * r->run_block_bytes, GL_DYNAMIC_DRAW));
}

static bool make_framebuffers(struct resources* r, const struct device* d)
{
    d->gl.GenFramebuffers(FRAMEBUFFER_CACHE, r->framebuffers);
    return r->framebuffers[FRAMEBUFFER_CACHE - 1] != 0;
}

static void delete_framebuffers(struct resources* r, const struct device* d)
{
    d->gl.DeleteFramebuffers(FRAMEBUFFER_CACHE, r->framebuffers);
    memset(r->framebuffers, 0, sizeof r->framebuffers);
    memset(r->attached, 0, sizeof r->attached);
}

static bool make_fragment_objects(struct resources* r, const struct device* d)
{
    d->gl.GenVertexArrays(1, &r->vertex_array);
    d->gl.GenFramebuffers(1, &r->caller_framebuffer);
    d->gl.GenFramebuffers(1, &r->probe_framebuffer);
    d->gl.GenSamplers(1, &r->sampler);
    if (!make_framebuffers(r, d) || r->vertex_array == 0 || r->caller_framebuffer == 0 ||
        r->probe_framebuffer == 0 || r->sampler == 0)
        return false;
    d->gl.BindVertexArray(r->vertex_array); // the first bind creates the object
    d->gl.SamplerParameteri(r->sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    d->gl.SamplerParameteri(r->sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return make_buffer(d, &r->staging, "glsort staging", 16, GL_DYNAMIC_COPY);
}

// The textures have no buffer until a pass attaches the caller's.
static bool make_buffer_textures(struct resources* r, const struct device* d,
                                 uint8_t units)
{
    for (uint32_t i = 0; i < UNIT_COUNT; ++i) {
        if ((units >> i & 1) == 0)
            continue;
        d->gl.GenTextures(1, &r->buffer_textures[i]);
        if (r->buffer_textures[i] == 0)
            return false;
        d->gl.BindTexture(GL_TEXTURE_BUFFER, r->buffer_textures[i]);
        glsort_device_label(d, GL_TEXTURE, r->buffer_textures[i], "glsort buffer words");
    }
    return true;
}

// Writes zeros in pieces.
static void clear(const struct device* d, GLuint name, uint64_t bytes)
{
    static const uint8_t zeros[32768];
    for (uint64_t at = 0; at < bytes; at += sizeof zeros) {
        uint64_t left = bytes - at;
        glsort_resources_upload(d, name, at, left < sizeof zeros ? left : sizeof zeros,
                                zeros);
    }
}

static bool is_buffer(const struct scratch* s)
{
    return s->format == FORMAT_BUFFER;
}

// Gives the object, new or of another size, the size of the scratch.
static bool size_object(const struct device* d, GLuint name, const struct scratch* s)
{
    return is_buffer(s) ? size_buffer(d, name, s->bytes, GL_DYNAMIC_COPY)
                        : size_texture(d, name, s);
}

static bool make_object(const struct device* d, GLuint* name, const struct scratch* s)
{
    if (is_buffer(s))
        d->gl.GenBuffers(1, name);
    else
        d->gl.GenTextures(1, name);
    if (!size_object(d, *name, s))
        return false;
    glsort_device_label(d, is_buffer(s) ? GL_BUFFER : GL_TEXTURE, *name, s->name);
    if (s->zeroed)
        clear(d, *name, s->bytes);
    return true;
}

static void delete_object(const struct device* d, GLuint* name, const struct scratch* s)
{
    if (is_buffer(s))
        d->gl.DeleteBuffers(1, name);
    else
        d->gl.DeleteTextures(1, name);
    *name = 0;
}

// ---- shared scratch -------------------------------------------------------------------

// Scratch that runs leave to the runs after them.
static bool is_kept(const struct scratch* s)
{
    return s->zeroed || s->cleared_after_cut;
}

static bool is_shared(const struct resources* r, uint32_t at)
{
    return r->shared != NULL && !is_kept(&r->pool->objects[at]);
}

// Makes the objects those of `grown`, which has all of theirs; only buffers grow. On
// failure they have their sizes again, for which there was memory.
static bool grow(struct shared_scratch* shared, const struct device* d,
                 const struct pool* grown)
{
    uint32_t done = 0;
    bool made = true;
    for (; done < grown->count && made; ++done) {
        const struct scratch* now = &shared->pool.objects[done];
        const struct scratch* wanted = &grown->objects[done];
        if (done >= shared->pool.count)
            made = make_object(d, &shared->names[done], wanted);
        else if (now->bytes != wanted->bytes)
            made = size_object(d, shared->names[done], wanted);
    }
    for (uint32_t i = 0; i < done && !made; ++i) {
        const struct scratch* before = &shared->pool.objects[i];
        if (i >= shared->pool.count)
            delete_object(d, &shared->names[i], &grown->objects[i]);
        else if (before->bytes != grown->objects[i].bytes)
            size_object(d, shared->names[i], before);
    }
    if (made)
        shared->pool = *grown;
    return made;
}

// Takes what the plan's scratch may share from the shared objects. If these are too many
// of different shapes, all scratch is the plan's own. False if there is no memory.
static bool share_scratch(struct resources* r, const struct device* d,
                          struct shared_scratch* shared)
{
    struct scratch list[POOL_OBJECTS];
    uint32_t of[POOL_OBJECTS];
    uint8_t at[POOL_OBJECTS];
    uint32_t count = 0;
    struct pool grown = shared->pool;
    grown.exact = true; // drivers may know the size of a texture that is attached
    for (uint32_t i = 0; i < r->pool->count; ++i)
        if (!is_kept(&r->pool->objects[i])) {
            of[count] = i;
            list[count++] = r->pool->objects[i];
        }
    if (!glsort_pool_place(&grown, list, count, at))
        return true;
    if (!grow(shared, d, &grown))
        return false;
    for (uint32_t i = 0; i < count; ++i)
        r->scratch[of[i]] = shared->names[at[i]];
    r->shared = shared;
    ++shared->plans;
    return true;
}

static void delete_shared(struct shared_scratch* shared, const struct device* d)
{
    for (uint32_t i = 0; i < shared->pool.count && d != NULL; ++i)
        delete_object(d, &shared->names[i], &shared->pool.objects[i]);
    *shared = (struct shared_scratch){0};
}

// d: NULL without a current GL context.
static void leave_shared(struct resources* r, const struct device* d)
{
    if (r->shared != NULL && --r->shared->plans == 0)
        delete_shared(r->shared, d);
    r->shared = NULL;
}

// ---- all scratch of a plan ------------------------------------------------------------

// Of the shared scratch, or of all other.
static bool make_objects(const struct resources* r, const struct device* d, GLuint* names,
                         bool shared)
{
    bool made = true;
    for (uint32_t i = 0; i < r->pool->count && made; ++i)
        if (is_shared(r, i) == shared)
            made = make_object(d, &names[i], &r->pool->objects[i]);
    return made;
}

static void delete_objects(const struct resources* r, const struct device* d,
                           GLuint* names, bool shared)
{
    for (uint32_t i = 0; r->pool != NULL && i < r->pool->count; ++i)
        if (is_shared(r, i) == shared)
            delete_object(d, &names[i], &r->pool->objects[i]);
}

static bool make_scratch(struct resources* r, const struct device* d,
                         const struct resources_wanted* wanted)
{
    r->pool = wanted->scratch;
    return (wanted->shared == NULL || share_scratch(r, d, wanted->shared)) &&
           make_objects(r, d, r->scratch, false);
}

// NVIDIA's driver (580.159) loses an upload to words that a dispatch has written,
// whatever barrier comes between; it keeps a copy.
void glsort_resources_clear(const struct resources* r, const struct device* d)
{
    for (uint32_t i = 0; i < r->pool->count; ++i)
        if (r->pool->objects[i].cleared_after_cut) {
            const GLsizeiptr half = (GLsizeiptr)r->pool->objects[i].bytes / 2;
            d->gl.BindBuffer(GL_COPY_READ_BUFFER, r->scratch[i]);
            d->gl.BindBuffer(GL_COPY_WRITE_BUFFER, r->scratch[i]);
            d->gl.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, half, 0,
                                    half);
        }
}

static void start_making(const struct device* d)
{
    // GL would read the texels of a new texture from a bound unpack buffer.
    d->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    // New textures are bound to the active unit, so it must be one whose state is saved.
    d->gl.ActiveTexture(GL_TEXTURE0);
}

static glsort_result no_memory(const struct device* d, const struct pool* pool,
                               const struct call* call)
{
    d->gl.GetError(); // removes the GL_OUT_OF_MEMORY that this raised
    return glsort_call_fail(call, GLSORT_ERROR_DEVICE_MEMORY,
                            "no GPU memory for %llu bytes of scratch",
                            (unsigned long long)glsort_pool_bytes(pool));
}

glsort_result glsort_resources_create(struct resources* r, const struct device* d,
                                      const struct resources_wanted* wanted,
                                      const struct call* call)
{
    *r = (struct resources){0};
    start_making(d);
    if ((!wanted->fragment || make_fragment_objects(r, d)) && make_blocks(r, d, wanted) &&
        make_buffer_textures(r, d, wanted->buffer_units) && make_scratch(r, d, wanted))
        return GLSORT_OK;

    glsort_resources_destroy(r, d);
    return no_memory(d, wanted->scratch, call);
}

glsort_result glsort_resources_unshare(struct resources* r, const struct device* d,
                                       const struct call* call)
{
    GLuint own[POOL_OBJECTS] = {0};
    start_making(d);
    if (!make_objects(r, d, own, true)) {
        delete_objects(r, d, own, true);
        return no_memory(d, r->pool, call);
    }
    for (uint32_t i = 0; i < r->pool->count; ++i)
        if (is_shared(r, i))
            r->scratch[i] = own[i];
    leave_shared(r, d);
    if (r->sampler != 0) { // the framebuffers have the shared textures
        delete_framebuffers(r, d);
        make_framebuffers(r, d);
    }
    return GLSORT_OK;
}

void glsort_resources_forget(struct resources* r)
{
    leave_shared(r, NULL);
    *r = (struct resources){0};
}

void glsort_resources_destroy(struct resources* r, const struct device* d)
{
    delete_objects(r, d, r->scratch, false);
    leave_shared(r, d);
    d->gl.DeleteTextures(UNIT_COUNT, r->buffer_textures);
    d->gl.DeleteBuffers(1, &r->state);
    d->gl.DeleteBuffers(1, &r->uniforms);
    d->gl.DeleteBuffers(1, &r->runs);
    d->gl.DeleteBuffers(1, &r->staging);
    d->gl.DeleteSamplers(1, &r->sampler);
    d->gl.DeleteVertexArrays(1, &r->vertex_array);
    delete_framebuffers(r, d);
    d->gl.DeleteFramebuffers(1, &r->caller_framebuffer);
    d->gl.DeleteFramebuffers(1, &r->probe_framebuffer);
    *r = (struct resources){0};
}

bool glsort_resources_have_textures(const struct resources* r)
{
    bool have = false;
    for (uint32_t i = 0; i < r->pool->count; ++i)
        have |= !is_buffer(&r->pool->objects[i]);
    return have;
}

void glsort_resources_fill_slots(const struct resources* r, const struct schedule* s,
                                 const uint8_t* objects, struct slot_object* slots)
{
    slots[SLOT_STATE] =
        (struct slot_object){.name = r->state, .bytes = STATE_WORDS * sizeof(uint32_t)};
    for (uint32_t i = 0; i < s->scratch_count; ++i) {
        const struct scratch* of = &s->scratch[i];
        slots[SLOT_SCRATCH + i] = (struct slot_object){
            .name = r->scratch[objects[i]],
            .bytes = of->bytes,
            .width = is_buffer(of) ? 0 : 1u << of->width_log,
            .layers = of->layers,
            .format = texture_formats[of->format].internal,
        };
    }
}

// ---- framebuffers ---------------------------------------------------------------------

void glsort_resources_attach_caller(const struct device* d, GLuint texture)
{
    attach(d, 0, (struct target){texture, -1});
}

// Index of the framebuffer with these targets, or of the first free one;
// FRAMEBUFFER_CACHE if there is none.
static uint32_t find_framebuffer(const struct resources* r,
                                 const struct target_set* targets)
{
    uint32_t at = 0;
    while (at < FRAMEBUFFER_CACHE && r->attached[at].count > 0 &&
           memcmp(&r->attached[at], targets, sizeof *targets) != 0)
        ++at;
    return at;
}

bool glsort_resources_add_targets(struct resources* r, const struct device* d,
                                  const struct target_set* targets)
{
    GLenum buffers[MAX_DRAW_BUFFERS];
    uint32_t at = find_framebuffer(r, targets);
    if (at == FRAMEBUFFER_CACHE) // test_coverage checks that all fit
        return false;
    if (r->attached[at].count > 0)
        return true;
    d->gl.BindFramebuffer(GL_FRAMEBUFFER, r->framebuffers[at]);
    for (GLuint i = 0; i < targets->count; ++i) {
        attach(d, i, targets->of[i]);
        buffers[i] = GL_COLOR_ATTACHMENT0 + i;
    }
    d->gl.DrawBuffers((GLsizei)targets->count, buffers);
    bool complete =
        d->gl.CheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    // Otherwise leaves it empty for the next set of targets.
    for (GLuint i = 0; i < targets->count && !complete; ++i)
        attach(d, i, (struct target){0, -1});
    if (complete)
        r->attached[at] = *targets;
    return complete;
}

GLuint glsort_resources_framebuffer(const struct resources* r,
                                    const struct target_set* targets)
{
    uint32_t at = find_framebuffer(r, targets);
    assert(at < FRAMEBUFFER_CACHE && r->attached[at].count > 0);
    return r->framebuffers[at];
}
