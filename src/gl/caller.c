// SPDX-License-Identifier: MIT
// Queries of the caller's objects, by binding them or attaching them to a framebuffer.
#include "caller.h"

// ---- bindings -------------------------------------------------------------------------

static void save(struct caller_bindings* b, const struct device* d)
{
    if (b->saved)
        return;
    *b = (struct caller_bindings){
        .saved = true,
        .copy_read_buffer = device_get(d, GL_COPY_READ_BUFFER),
        .texture_2d = device_get(d, GL_TEXTURE_BINDING_2D),
        .texture_2d_array = device_get(d, GL_TEXTURE_BINDING_2D_ARRAY),
    };
    if (IS_BROWSER)
        b->pixel_unpack_buffer = device_get(d, GL_PIXEL_UNPACK_BUFFER_BINDING);
    if (!d->texture_levels)
        b->read_framebuffer = device_get(d, GL_READ_FRAMEBUFFER_BINDING);
}

void glsort_caller_restore(const struct caller_bindings* b, const struct device* d)
{
    const GladGLContext* gl = &d->gl;
    if (!b->saved)
        return;
    gl->BindBuffer(GL_COPY_READ_BUFFER, existing(gl->IsBuffer, b->copy_read_buffer));
    if (IS_BROWSER)
        gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER,
                       existing(gl->IsBuffer, b->pixel_unpack_buffer));
    gl->BindTexture(GL_TEXTURE_2D, existing(gl->IsTexture, b->texture_2d));
    gl->BindTexture(GL_TEXTURE_2D_ARRAY, existing(gl->IsTexture, b->texture_2d_array));
    if (!d->texture_levels)
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER,
                            existing(gl->IsFramebuffer, b->read_framebuffer));
}

// ---- what is known --------------------------------------------------------------------

static struct known_object* find_known(const struct device* d, GLuint name, GLenum kind)
{
    for (uint32_t i = 0; i < KNOWN_OBJECTS; ++i)
        if (d->known->objects[i].name == name && d->known->objects[i].kind == kind)
            return &d->known->objects[i];
    return NULL;
}

bool glsort_caller_knows(const struct device* d, GLuint name, GLenum kind, uint64_t bytes)
{
    const struct known_object* object =
        d->known != NULL ? find_known(d, name, kind) : NULL;
    return object != NULL && bytes <= object->bytes;
}

void glsort_caller_learn(const struct device* d, GLuint name, GLenum kind, uint64_t bytes)
{
    if (d->known == NULL)
        return;
    struct known_object* object = find_known(d, name, kind);
    if (object == NULL) {
        object = &d->known->objects[d->known->next];
        d->known->next = (d->known->next + 1) % KNOWN_OBJECTS;
    }
    *object = (struct known_object){.name = name, .kind = kind, .bytes = bytes};
}

// ---- errors ---------------------------------------------------------------------------

// Removes the GL_INVALID_OPERATION that a bind or a query has raised. glGetError may
// return the caller's pending error instead, or both: ANGLE keeps one error of each kind.
// Raises a GL_INVALID_ENUM or GL_INVALID_VALUE of the caller's again.
static void remove_own_error(const struct device* d)
{
    glsort_device_raise_errors(d,
                               glsort_device_take_errors(d) & ~(uint32_t)ERROR_OPERATION);
}

// ---- buffers --------------------------------------------------------------------------

// From GL 4.4 and GL_EXT_buffer_storage. Without these the bit is never set.
#define MAP_PERSISTENT_BIT 0x0040

// Of the buffer, which is bound unless it can be asked by its name.
static GLint64 ask(const struct device* d, GLuint name, GLenum what)
{
    GLint64 value = 0;
    if (d->named_buffers)
        d->gl.GetNamedBufferParameteri64v(name, what, &value);
    else
        d->gl.GetBufferParameteri64v(GL_COPY_READ_BUFFER, what, &value);
    return value;
}

struct caller_buffer glsort_caller_buffer(struct caller_bindings* b,
                                          const struct device* d, GLuint name)
{
    const GladGLContext* gl = &d->gl;
    if (!gl->IsBuffer(name))
        return (struct caller_buffer){.exists = false};
    if (!d->named_buffers) {
        save(b, d);
        gl->BindBuffer(GL_COPY_READ_BUFFER, name);
    }
    struct caller_buffer found = {
        .exists = true,
        .bytes = (uint64_t)ask(d, name, GL_BUFFER_SIZE),
        // WebGL maps nothing, and knows no such parameter.
        .mapped = !IS_BROWSER && ask(d, name, GL_BUFFER_MAPPED) != 0 &&
                  (ask(d, name, GL_BUFFER_ACCESS_FLAGS) & MAP_PERSISTENT_BIT) == 0,
    };
    // In WebGL a buffer that was an element array cannot be bound to any target that runs
    // use. A bind that fails is the only way to find out.
    if (IS_BROWSER) {
        gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, name);
        found.indices = device_get(d, GL_PIXEL_UNPACK_BUFFER_BINDING) != (GLint)name;
        if (found.indices)
            remove_own_error(d);
    }
    return found;
}

// ---- textures -------------------------------------------------------------------------

// Binds the texture if this is its target. Where the target cannot be queried
// (device.c), only a bind reveals it, and a bind to another target raises an error. The
// query raises an error for buffer textures. GL records such an error only if no other is
// pending. glGetError removes it only after such a failure, because it waits for the
// driver's thread: valid textures never cause that wait.
static bool bind_if_of(const struct device* d, GLuint name, GLenum wanted)
{
    const GLenum binding =
        wanted == GL_TEXTURE_2D ? GL_TEXTURE_BINDING_2D : GL_TEXTURE_BINDING_2D_ARRAY;
    GLint target = GL_NONE;
    if (d->texture_targets)
        d->gl.GetTextureParameteriv(name, GL_TEXTURE_TARGET, &target);
    bool failed = d->texture_targets && target == GL_NONE;
    bool other = d->texture_targets && target != (GLint)wanted;
    if (!other) {
        d->gl.BindTexture(wanted, name);
        failed = !d->texture_targets && device_get(d, binding) != (GLint)name;
    }
    if (failed)
        remove_own_error(d);
    return !other && !failed;
}

static GLint attached(const struct device* d, GLenum what)
{
    GLint value = 0;
    d->gl.GetFramebufferAttachmentParameteriv(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                              what, &value);
    return value;
}

// The format of the texture that is attached, from the bits of its components.
static GLenum attached_format(const struct device* d)
{
    GLint type = attached(d, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
    GLint red = attached(d, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE);
    GLint green = attached(d, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE);
    GLint blue = attached(d, GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE);
    GLint alpha = attached(d, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE);
    if (type == GL_FLOAT && green == red && blue == red && alpha == red)
        return red == 32 ? GL_RGBA32F : red == 16 ? GL_RGBA16F : GL_NONE;
    if (type != GL_UNSIGNED_INT || red != 32)
        return GL_NONE;
    if (blue == 0 && alpha == 0)
        return green == 0 ? GL_R32UI : green == 32 ? GL_RG32UI : GL_NONE;
    return green == 32 && blue == 32 && alpha == 32 ? GL_RGBA32UI : GL_NONE;
}

// GLES 3.0 reveals the format of a texture only through a framebuffer, and never its
// size.
static void query_attached(struct caller_texture* t, const struct device* d, GLuint name,
                           GLuint probe, GLenum target)
{
    const GladGLContext* gl = &d->gl;
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, probe);
    if (target == GL_TEXTURE_2D)
        gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, name,
                                 0);
    else
        gl->FramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0,
                                    0);
    t->has_level =
        gl->CheckFramebufferStatus(GL_READ_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (t->has_level)
        t->format = attached_format(d);
    gl->FramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0,
                             0);
}

struct caller_texture glsort_caller_texture(struct caller_bindings* b,
                                            const struct device* d, GLuint name,
                                            GLuint probe, GLenum target)
{
    const GladGLContext* gl = &d->gl;
    struct caller_texture t = {.exists = gl->IsTexture(name), .depth = 1};
    if (t.exists)
        save(b, d);
    t.has_target = t.exists && bind_if_of(d, name, target);
    if (!t.has_target)
        return t;
    if (!d->texture_levels) {
        query_attached(&t, d, name, probe, target);
    } else {
        GLint format = GL_NONE;
        gl->GetTexLevelParameteriv(target, 0, GL_TEXTURE_WIDTH, &t.width);
        gl->GetTexLevelParameteriv(target, 0, GL_TEXTURE_HEIGHT, &t.height);
        if (target == GL_TEXTURE_2D_ARRAY)
            gl->GetTexLevelParameteriv(target, 0, GL_TEXTURE_DEPTH, &t.depth);
        gl->GetTexLevelParameteriv(target, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
        t.has_size = true;
        t.has_level = t.width > 0;
        t.format = (GLenum)format;
    }
    gl->GetTexParameteriv(target, GL_TEXTURE_BASE_LEVEL, &t.base_level);
    for (GLenum i = 0; i < 4; ++i) {
        t.swizzle[i] = (GLint)(GL_RED + i); // WebGL has no other
        if (!IS_BROWSER)
            gl->GetTexParameteriv(target, GL_TEXTURE_SWIZZLE_R + i, &t.swizzle[i]);
    }
    return t;
}
