// SPDX-License-Identifier: MIT
// Saves, prepares and restores GL state. Tables list pixel storage and capabilities.
#include "state.h"

#include <string.h>

// ---- lists ----------------------------------------------------------------------------

enum where {
    EVERYWHERE,
    DESKTOP,
    COMPATIBILITY,
    WITH_CLIP_DISTANCES,
    WITH_PACK_INVERT,
    WITH_PACK_REVERSE,
    IN_BROWSERS,
    OUTSIDE_BROWSERS,
};

struct listed {
    GLenum name;
    enum where where;
};

// From the compatibility profile and from WebGL, which our glad does not include.
#define POLYGON_STIPPLE 0x0B42
#define UNPACK_FLIP_Y_WEBGL 0x9240
#define UNPACK_PREMULTIPLY_ALPHA_WEBGL 0x9241

static const struct listed pixel_store[] = {
    {GL_PACK_ALIGNMENT, EVERYWHERE},
    {GL_PACK_ROW_LENGTH, EVERYWHERE},
    {GL_PACK_SKIP_ROWS, EVERYWHERE},
    {GL_PACK_SKIP_PIXELS, EVERYWHERE},
    {GL_UNPACK_ALIGNMENT, EVERYWHERE},
    {GL_UNPACK_ROW_LENGTH, EVERYWHERE},
    {GL_UNPACK_SKIP_ROWS, EVERYWHERE},
    {GL_UNPACK_SKIP_PIXELS, EVERYWHERE},
    {GL_UNPACK_IMAGE_HEIGHT, EVERYWHERE},
    {GL_UNPACK_SKIP_IMAGES, EVERYWHERE},
    {GL_PACK_SWAP_BYTES, DESKTOP},
    {GL_UNPACK_SWAP_BYTES, DESKTOP},
    {GL_PACK_INVERT_MESA, WITH_PACK_INVERT},
    {GL_PACK_REVERSE_ROW_ORDER_ANGLE, WITH_PACK_REVERSE},
    // With either of these WebGL refuses to upload a buffer.
    {UNPACK_FLIP_Y_WEBGL, IN_BROWSERS},
    {UNPACK_PREMULTIPLY_ALPHA_WEBGL, IN_BROWSERS},
};

// Disabled while draws run: most of these can drop, move or change a fragment, even with
// an integer target.
static const struct listed capabilities[] = {
    {GL_CULL_FACE, EVERYWHERE},
    {GL_DEPTH_TEST, EVERYWHERE},
    {GL_STENCIL_TEST, EVERYWHERE},
    {GL_SCISSOR_TEST, EVERYWHERE},
    {GL_RASTERIZER_DISCARD, EVERYWHERE},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, EVERYWHERE},
    {GL_SAMPLE_COVERAGE, EVERYWHERE},
    {GL_COLOR_LOGIC_OP, DESKTOP},
    {GL_SAMPLE_MASK, DESKTOP},
    {GL_FRAMEBUFFER_SRGB, DESKTOP},
    {GL_PRIMITIVE_RESTART, DESKTOP},
    {GL_POLYGON_SMOOTH, DESKTOP},
    {GL_DEPTH_CLAMP, DESKTOP},
    {GL_MULTISAMPLE, DESKTOP},
    {GL_CLIP_DISTANCE0, WITH_CLIP_DISTANCES},
    {GL_CLIP_DISTANCE1, WITH_CLIP_DISTANCES},
    {GL_CLIP_DISTANCE2, WITH_CLIP_DISTANCES},
    {GL_CLIP_DISTANCE3, WITH_CLIP_DISTANCES},
    {GL_CLIP_DISTANCE4, WITH_CLIP_DISTANCES},
    {GL_CLIP_DISTANCE5, WITH_CLIP_DISTANCES},
    {GL_CLIP_DISTANCE6, WITH_CLIP_DISTANCES},
    {GL_CLIP_DISTANCE7, WITH_CLIP_DISTANCES},
    {POLYGON_STIPPLE, COMPATIBILITY},
    // Changes nothing, but if it is on, NVIDIA's driver logs a message at each draw.
    {GL_DITHER, OUTSIDE_BROWSERS},
};

_Static_assert(sizeof pixel_store / sizeof pixel_store[0] == STATE_PIXEL_STORE_COUNT, "");
_Static_assert(sizeof capabilities / sizeof capabilities[0] == STATE_CAPABILITY_COUNT,
               "");

static bool applies(const struct device* d, const struct listed* item)
{
    switch (item->where) {
    case EVERYWHERE: return true;
    case DESKTOP: return !d->limits.is_gles;
    case COMPATIBILITY: return d->compatibility;
    case WITH_CLIP_DISTANCES: return d->clip_distances;
    case WITH_PACK_INVERT: return d->pack_invert;
    case WITH_PACK_REVERSE: return d->pack_reverse;
    case IN_BROWSERS: return IS_BROWSER;
    default: return !IS_BROWSER;
    }
}

static GLint initial_pixel_store(GLenum name)
{
    return name == GL_PACK_ALIGNMENT || name == GL_UNPACK_ALIGNMENT ? 4 : 0;
}

static bool is_initial(const struct gl_state* s, int pixel_store_at)
{
    return s->pixel_store[pixel_store_at] ==
           initial_pixel_store(pixel_store[pixel_store_at].name);
}

static bool writes_all(const GLboolean mask[4])
{
    return mask[0] && mask[1] && mask[2] && mask[3];
}

static GLint get(const struct device* d, GLenum name)
{
    GLint value = 0;
    d->gl.GetIntegerv(name, &value);
    return value;
}

// ---- saving ---------------------------------------------------------------------------

static struct range_binding get_range(const struct device* d, GLenum binding,
                                      GLenum start, GLenum size, GLuint at)
{
    struct range_binding r = {0, 0, 0};
    d->gl.GetIntegeri_v(binding, at, &r.name);
    d->gl.GetInteger64i_v(start, at, &r.start);
    d->gl.GetInteger64i_v(size, at, &r.size);
    return r;
}

static bool has_pipelines(const struct device* d)
{
    return !d->limits.is_gles && d->gl.BindProgramPipeline != NULL &&
           d->gl.IsProgramPipeline != NULL;
}

_Static_assert(BIND_RUN == STATE_UNIFORM_POINTS - 1, "saved with STATE_RUN only");

static GLuint uniform_points(const struct gl_state* s)
{
    return (s->scope & STATE_RUN) != 0 ? STATE_UNIFORM_POINTS : STATE_UNIFORM_POINTS - 1;
}

static void save_uniforms(struct gl_state* s, const struct device* d)
{
    s->uniform_buffer = get(d, GL_UNIFORM_BUFFER_BINDING);
    for (GLuint i = 0; i < uniform_points(s); ++i)
        s->uniform[i] = get_range(d, GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START,
                                  GL_UNIFORM_BUFFER_SIZE, i);
}

static GLuint storage_points(const struct gl_state* s, const struct device* d)
{
    return (s->scope & STATE_MORE_STORAGE) != 0 ? state_more_points(d)
                                                : STATE_STORAGE_POINTS;
}

static void save_compute(struct gl_state* s, const struct device* d)
{
    s->storage_buffer = get(d, GL_SHADER_STORAGE_BUFFER_BINDING);
    for (GLuint i = 0; i < storage_points(s, d); ++i)
        s->storage[i] =
            get_range(d, GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
                      GL_SHADER_STORAGE_BUFFER_SIZE, i);
    s->indirect_buffer = get(d, GL_DISPATCH_INDIRECT_BUFFER_BINDING);
}

static void save_copies(struct gl_state* s, const struct device* d)
{
    // In GL 3.3 these two bindings are queried by the name of the target.
    s->copy_read_buffer = get(d, GL_COPY_READ_BUFFER);
    s->copy_write_buffer = get(d, GL_COPY_WRITE_BUFFER);
}

static void save_transfers(struct gl_state* s, const struct device* d)
{
    s->pixel_pack_buffer = get(d, GL_PIXEL_PACK_BUFFER_BINDING);
    s->pixel_unpack_buffer = get(d, GL_PIXEL_UNPACK_BUFFER_BINDING);
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT; ++i)
        if (applies(d, &pixel_store[i]))
            s->pixel_store[i] = get(d, pixel_store[i].name);
}

static bool has_unit(const struct gl_state* s, GLuint unit)
{
    return (s->scope & ((uint32_t)STATE_UNIT_0 << unit)) != 0;
}

static void save_units(struct gl_state* s, const struct device* d)
{
    s->active_texture = get(d, GL_ACTIVE_TEXTURE);
    for (GLuint i = 0; i < UNIT_COUNT; ++i) {
        if (!has_unit(s, i))
            continue;
        d->gl.ActiveTexture(GL_TEXTURE0 + i);
        s->units[i].texture_2d = get(d, GL_TEXTURE_BINDING_2D);
        s->units[i].texture_2d_array = get(d, GL_TEXTURE_BINDING_2D_ARRAY);
        if ((s->scope & STATE_BUFFER_TEXTURES) != 0)
            s->units[i].texture_buffer = get(d, GL_TEXTURE_BINDING_BUFFER);
        s->units[i].sampler = get(d, GL_SAMPLER_BINDING);
    }
    d->gl.ActiveTexture((GLenum)s->active_texture);
}

static void save_images(struct gl_state* s, const struct device* d)
{
    for (GLuint i = 0; i < STATE_IMAGE_UNITS; ++i) {
        struct image_unit* image = &s->images[i];
        d->gl.GetIntegeri_v(GL_IMAGE_BINDING_NAME, i, &image->texture);
        d->gl.GetIntegeri_v(GL_IMAGE_BINDING_LEVEL, i, &image->level);
        d->gl.GetBooleani_v(GL_IMAGE_BINDING_LAYERED, i, &image->layered);
        d->gl.GetIntegeri_v(GL_IMAGE_BINDING_LAYER, i, &image->layer);
        d->gl.GetIntegeri_v(GL_IMAGE_BINDING_ACCESS, i, &image->access);
        d->gl.GetIntegeri_v(GL_IMAGE_BINDING_FORMAT, i, &image->format);
    }
}

static void save_masks(struct gl_state* s, const struct device* d)
{
    if (!d->indexed_blend) {
        s->blend[0] = d->gl.IsEnabled(GL_BLEND);
        d->gl.GetBooleanv(GL_COLOR_WRITEMASK, s->color_mask[0]);
        return;
    }
    for (GLuint i = 0; i < s->draw_buffers; ++i) {
        s->blend[i] = d->gl.IsEnabledi(GL_BLEND, i);
        d->gl.GetBooleani_v(GL_COLOR_WRITEMASK, i, s->color_mask[i]);
    }
}

static void save_windows(struct window_rectangles* w, const struct device* d)
{
    w->mode = get(d, GL_WINDOW_RECTANGLE_MODE_EXT);
    w->count = get(d, GL_NUM_WINDOW_RECTANGLES_EXT);
    if (w->count > STATE_WINDOW_RECTANGLES)
        w->count = STATE_WINDOW_RECTANGLES;
    for (GLint i = 0; i < w->count; ++i)
        d->gl.GetIntegeri_v(GL_WINDOW_RECTANGLE_EXT, (GLuint)i, w->boxes[i]);
}

static void save_raster(struct gl_state* s, const struct device* d)
{
    d->gl.GetFloatv(GL_VIEWPORT, s->viewport);
    for (int i = 0; i < STATE_CAPABILITY_COUNT; ++i)
        if (applies(d, &capabilities[i]))
            s->capability[i] = d->gl.IsEnabled(capabilities[i].name);
    save_masks(s, d);
    if (d->window_rectangles > 0)
        save_windows(&s->windows, d);
    if (!d->polygon_modes)
        return;
    // Compatibility contexts return two values, core contexts one.
    s->polygon_mode[1] = GL_NONE;
    d->gl.GetIntegerv(GL_POLYGON_MODE, s->polygon_mode);
}

static void save_draws(struct gl_state* s, const struct device* d)
{
    s->draw_framebuffer = get(d, GL_DRAW_FRAMEBUFFER_BINDING);
    s->read_framebuffer = get(d, GL_READ_FRAMEBUFFER_BINDING);
    s->vertex_array = get(d, GL_VERTEX_ARRAY_BINDING);
    if (d->feedback != 0)
        s->feedback = get(d, GL_TRANSFORM_FEEDBACK_BINDING);
}

static bool is_left_enabled(const glsort_left_state* left, GLenum name)
{
    switch (name) {
    case GL_BLEND: return (left->enabled & GLSORT_LEFT_BLEND) != 0;
    case GL_CULL_FACE: return (left->enabled & GLSORT_LEFT_CULL_FACE) != 0;
    case GL_DEPTH_TEST: return (left->enabled & GLSORT_LEFT_DEPTH_TEST) != 0;
    case GL_SCISSOR_TEST: return (left->enabled & GLSORT_LEFT_SCISSOR_TEST) != 0;
    case GL_STENCIL_TEST: return (left->enabled & GLSORT_LEFT_STENCIL_TEST) != 0;
    default: return name == GL_MULTISAMPLE || name == GL_DITHER;
    }
}

static void set_left_raster(struct gl_state* s, const struct device* d)
{
    const glsort_left_state* left = &d->left;
    bool named = false;
    for (int i = 0; i < 4; ++i) {
        s->viewport[i] = (GLfloat)left->viewport[i];
        named |= left->viewport[i] != 0;
    }
    if (!named && IS_BROWSER)
        glsort_browser_drawing_size(&s->viewport[2]);
    else if (!named)
        d->gl.GetFloatv(GL_VIEWPORT, s->viewport);
    for (int i = 0; i < STATE_CAPABILITY_COUNT; ++i)
        s->capability[i] = is_left_enabled(left, capabilities[i].name);
    for (GLuint i = 0; i < s->draw_buffers; ++i) {
        s->blend[i] = is_left_enabled(left, GL_BLEND);
        memset(s->color_mask[i], GL_TRUE, sizeof s->color_mask[i]);
    }
    s->windows.mode = GL_EXCLUSIVE_EXT;
    s->polygon_mode[0] = GL_FILL;
    s->polygon_mode[1] = GL_NONE;
}

static GLuint draw_buffers(uint32_t scope, const struct device* d)
{
    if (!d->indexed_blend)
        return 1;
    return (scope & STATE_MORE_TARGETS) != 0 ? MAX_DRAW_BUFFERS : USUAL_DRAW_BUFFERS;
}

// Instead of saving: the state to reset to. Bindings that the caller has not named are 0.
static void set_left(struct gl_state* s, const struct device* d, uint32_t scope)
{
    *s = (struct gl_state){
        .scope = scope,
        .program = (GLint)d->left.program,
        .active_texture = GL_TEXTURE0,
        .draw_framebuffer = (GLint)d->left.draw_framebuffer,
        .read_framebuffer = (GLint)d->left.read_framebuffer,
        .vertex_array = (GLint)d->left.vertex_array,
        .draw_buffers = draw_buffers(scope, d),
    };
    for (GLuint i = 0; i < STATE_IMAGE_UNITS; ++i) {
        s->images[i].access = GL_READ_ONLY;
        s->images[i].format = d->limits.is_gles ? GL_R32UI : GL_R8;
    }
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT; ++i)
        s->pixel_store[i] = initial_pixel_store(pixel_store[i].name);
    if ((scope & STATE_FRAGMENT) != 0)
        set_left_raster(s, d);
}

void glsort_state_save(struct gl_state* s, const struct device* d, uint32_t scope)
{
    s->scope = d->clobbers_state ? 0 : scope;
    s->draw_buffers = draw_buffers(scope, d);
    if (s->scope == 0)
        return;
    if (d->resets_state) {
        set_left(s, d, scope);
        return;
    }
    s->program = get(d, GL_CURRENT_PROGRAM);
    if (has_pipelines(d))
        s->pipeline = get(d, GL_PROGRAM_PIPELINE_BINDING);
    save_uniforms(s, d);
    if ((s->scope & STATE_COMPUTE) != 0)
        save_compute(s, d);
    if ((s->scope & STATE_UNITS) != 0)
        save_units(s, d);
    if ((s->scope & STATE_TEXTURES) != 0)
        save_images(s, d);
    if ((s->scope & (STATE_TRANSFERS | STATE_CREATION | STATE_RUN)) != 0)
        save_copies(s, d);
    if ((s->scope & (STATE_TRANSFERS | STATE_CREATION)) != 0)
        save_transfers(s, d);
    if ((s->scope & (STATE_FRAGMENT | STATE_CREATION)) != 0)
        save_draws(s, d);
    if ((s->scope & STATE_FRAGMENT) != 0)
        save_raster(s, d);
}

// ---- restoring ------------------------------------------------------------------------
//
// An object that was deleted while it was bound cannot be bound again: binds zero
// instead. Objects that the caller has named in glsort_context_leave() are not queried.
// glsort_state_prepare_fragment() has set what draws and transfers rely on to known
// values, so only what must differ from these is set again.

static void bind_buffer(const struct device* d, GLenum target, GLint name)
{
    bool exists = name != 0 && d->gl.IsBuffer((GLuint)name);
    d->gl.BindBuffer(target, exists ? (GLuint)name : 0);
}

static void bind_range(const struct device* d, GLenum target, GLuint at,
                       const struct range_binding* r)
{
    bool exists = r->name != 0 && d->gl.IsBuffer((GLuint)r->name);
    if (exists && r->size > 0)
        d->gl.BindBufferRange(target, at, (GLuint)r->name, (GLintptr)r->start,
                              (GLsizeiptr)r->size);
    else
        d->gl.BindBufferBase(target, at, exists ? (GLuint)r->name : 0);
}

// A current program whose relink failed stays in use until another program becomes
// current. It cannot be made current again.
static bool is_usable(const struct device* d, GLint program)
{
    GLint linked = GL_FALSE;
    if (d->resets_state)
        return true;
    if (program != 0 && d->gl.IsProgram((GLuint)program))
        d->gl.GetProgramiv((GLuint)program, GL_LINK_STATUS, &linked);
    return linked;
}

static void restore_program(const struct gl_state* s, const struct device* d)
{
    d->gl.UseProgram(is_usable(d, s->program) ? (GLuint)s->program : 0);
    if (has_pipelines(d) && (s->pipeline != 0 || d->resets_state)) {
        bool kept = s->pipeline != 0 && d->gl.IsProgramPipeline((GLuint)s->pipeline);
        d->gl.BindProgramPipeline(kept ? (GLuint)s->pipeline : 0);
    }
}

static void restore_compute(const struct gl_state* s, const struct device* d)
{
    for (GLuint i = 0; i < storage_points(s, d); ++i)
        bind_range(d, GL_SHADER_STORAGE_BUFFER, i, &s->storage[i]);
    bind_buffer(d, GL_SHADER_STORAGE_BUFFER, s->storage_buffer);
    bind_buffer(d, GL_DISPATCH_INDIRECT_BUFFER, s->indirect_buffer);
}

static void restore_copies(const struct gl_state* s, const struct device* d)
{
    bind_buffer(d, GL_COPY_READ_BUFFER, s->copy_read_buffer);
    bind_buffer(d, GL_COPY_WRITE_BUFFER, s->copy_write_buffer);
}

// True for a run of a finished plan, in which only preparing changes pixel storage.
static bool is_run(const struct gl_state* s)
{
    return (s->scope & (STATE_FRAGMENT | STATE_CREATION)) == STATE_FRAGMENT;
}

static void restore_transfers(const struct gl_state* s, const struct device* d)
{
    bind_buffer(d, GL_PIXEL_PACK_BUFFER, s->pixel_pack_buffer);
    bind_buffer(d, GL_PIXEL_UNPACK_BUFFER, s->pixel_unpack_buffer);
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT; ++i)
        if (applies(d, &pixel_store[i]) && !(is_run(s) && is_initial(s, i)))
            d->gl.PixelStorei(pixel_store[i].name, s->pixel_store[i]);
}

static GLuint texture_or_none(const struct device* d, GLint name)
{
    return name != 0 && d->gl.IsTexture((GLuint)name) ? (GLuint)name : 0;
}

static void restore_units(const struct gl_state* s, const struct device* d)
{
    for (GLuint i = 0; i < UNIT_COUNT; ++i) {
        const struct texture_unit* unit = &s->units[i];
        if (!has_unit(s, i))
            continue;
        bool sampler = unit->sampler != 0 && d->gl.IsSampler((GLuint)unit->sampler);
        d->gl.ActiveTexture(GL_TEXTURE0 + i);
        d->gl.BindTexture(GL_TEXTURE_2D, texture_or_none(d, unit->texture_2d));
        d->gl.BindTexture(GL_TEXTURE_2D_ARRAY,
                          texture_or_none(d, unit->texture_2d_array));
        if ((s->scope & STATE_BUFFER_TEXTURES) != 0)
            d->gl.BindTexture(GL_TEXTURE_BUFFER,
                              texture_or_none(d, unit->texture_buffer));
        d->gl.BindSampler(i, sampler ? (GLuint)unit->sampler : 0);
    }
    d->gl.ActiveTexture((GLenum)s->active_texture);
}

static void restore_images(const struct gl_state* s, const struct device* d)
{
    for (GLuint i = 0; i < STATE_IMAGE_UNITS; ++i) {
        const struct image_unit* image = &s->images[i];
        d->gl.BindImageTexture(i, texture_or_none(d, image->texture), image->level,
                               image->layered, image->layer, (GLenum)image->access,
                               (GLenum)image->format);
    }
}

static GLuint framebuffer_or_default(const struct device* d, GLint name)
{
    bool exists = d->resets_state || (name != 0 && d->gl.IsFramebuffer((GLuint)name));
    return exists ? (GLuint)name : 0;
}

static void restore_draws(const struct gl_state* s, const struct device* d)
{
    GLuint draw = framebuffer_or_default(d, s->draw_framebuffer);
    GLuint read = framebuffer_or_default(d, s->read_framebuffer);
    d->gl.BindFramebuffer(draw == read ? GL_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER, draw);
    if (draw != read)
        d->gl.BindFramebuffer(GL_READ_FRAMEBUFFER, read);
    bool exists = d->resets_state ||
                  (s->vertex_array != 0 && d->gl.IsVertexArray((GLuint)s->vertex_array));
    d->gl.BindVertexArray(exists ? (GLuint)s->vertex_array : 0);
}

static void set_capability(const struct device* d, GLenum name, GLboolean on)
{
    // With viewport arrays the call without an index sets the test of all viewports.
    bool indexed = name == GL_SCISSOR_TEST && d->indexed_viewport;
    if (indexed && on)
        d->gl.Enablei(name, 0);
    else if (indexed)
        d->gl.Disablei(name, 0);
    else if (on)
        d->gl.Enable(name);
    else
        d->gl.Disable(name);
}

static void set_viewport(const struct device* d, const GLfloat v[4])
{
    if (d->indexed_viewport)
        d->gl.ViewportIndexedf(0, v[0], v[1], v[2], v[3]);
    else
        d->gl.Viewport((GLint)v[0], (GLint)v[1], (GLsizei)v[2], (GLsizei)v[3]);
}

static void set_blend(const struct device* d, GLuint at, GLboolean on)
{
    if (!d->indexed_blend)
        set_capability(d, GL_BLEND, on);
    else if (on)
        d->gl.Enablei(GL_BLEND, at);
    else
        d->gl.Disablei(GL_BLEND, at);
}

static void set_color_mask(const struct device* d, GLuint at, const GLboolean m[4])
{
    if (d->indexed_blend)
        d->gl.ColorMaski(at, m[0], m[1], m[2], m[3]);
    else
        d->gl.ColorMask(m[0], m[1], m[2], m[3]);
}

static void restore_masks(const struct gl_state* s, const struct device* d)
{
    for (GLuint i = 0; i < s->draw_buffers; ++i) {
        if (s->blend[i])
            set_blend(d, i, GL_TRUE);
        if (!writes_all(s->color_mask[i]))
            set_color_mask(d, i, s->color_mask[i]);
    }
}

static void set_polygon_mode(const struct device* d, GLenum face, GLenum mode)
{
    if (IS_BROWSER)
        glsort_browser_polygon_mode(face, mode);
    else
        d->gl.PolygonMode(face, mode);
}

static void restore_polygon_mode(const struct gl_state* s, const struct device* d)
{
    GLenum front = (GLenum)s->polygon_mode[0];
    GLenum back = (GLenum)s->polygon_mode[1];
    if (back == GL_NONE || back == front) {
        set_polygon_mode(d, GL_FRONT_AND_BACK, front);
    } else {
        set_polygon_mode(d, GL_FRONT, front);
        set_polygon_mode(d, GL_BACK, back);
    }
}

static void restore_feedback(const struct gl_state* s, const struct device* d)
{
    bool exists = s->feedback != 0 && d->gl.IsTransformFeedback((GLuint)s->feedback);
    d->gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, exists ? (GLuint)s->feedback : 0);
}

void glsort_state_restore(const struct gl_state* s, const struct device* d)
{
    if (s->scope == 0)
        return;
    restore_program(s, d);
    for (GLuint i = 0; i < uniform_points(s); ++i)
        bind_range(d, GL_UNIFORM_BUFFER, i, &s->uniform[i]);
    bind_buffer(d, GL_UNIFORM_BUFFER, s->uniform_buffer);
    if ((s->scope & STATE_COMPUTE) != 0)
        restore_compute(s, d);
    if ((s->scope & STATE_UNITS) != 0)
        restore_units(s, d);
    if ((s->scope & STATE_TEXTURES) != 0)
        restore_images(s, d);
    if ((s->scope & (STATE_TRANSFERS | STATE_CREATION | STATE_RUN)) != 0)
        restore_copies(s, d);
    if ((s->scope & (STATE_TRANSFERS | STATE_CREATION)) != 0)
        restore_transfers(s, d);
    if ((s->scope & (STATE_FRAGMENT | STATE_CREATION)) != 0)
        restore_draws(s, d);
    if ((s->scope & STATE_FRAGMENT) == 0)
        return;
    set_viewport(d, s->viewport);
    for (int i = 0; i < STATE_CAPABILITY_COUNT; ++i)
        if (applies(d, &capabilities[i]) && s->capability[i])
            set_capability(d, capabilities[i].name, GL_TRUE);
    restore_masks(s, d);
    if (d->window_rectangles > 0)
        d->gl.WindowRectanglesEXT((GLenum)s->windows.mode, s->windows.count,
                                  s->windows.boxes[0]);
    if (d->polygon_modes)
        restore_polygon_mode(s, d);
    if (d->feedback != 0)
        restore_feedback(s, d);
}

// ---- preparing ------------------------------------------------------------------------

// True if *s holds the caller's state: it was saved, and is not one to reset to.
static bool is_saved(const struct gl_state* s, const struct device* d)
{
    return s->scope != 0 && !d->resets_state;
}

static void prepare_transfers(const struct gl_state* s, const struct device* d)
{
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT; ++i)
        if (applies(d, &pixel_store[i]) && (!is_saved(s, d) || !is_initial(s, i)))
            d->gl.PixelStorei(pixel_store[i].name,
                              initial_pixel_store(pixel_store[i].name));
}

static void prepare_masks(const struct gl_state* s, const struct device* d)
{
    static const GLboolean all[4] = {GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE};
    for (GLuint i = 0; i < s->draw_buffers; ++i) {
        if (!is_saved(s, d) || s->blend[i])
            set_blend(d, i, GL_FALSE);
        if (!is_saved(s, d) || !writes_all(s->color_mask[i]))
            set_color_mask(d, i, all);
    }
}

void glsort_state_prepare_fragment(const struct gl_state* s, const struct device* d)
{
    const bool saved = is_saved(s, d);
    if (has_pipelines(d) && (!saved || s->pipeline != 0))
        d->gl.BindProgramPipeline(0);
    for (int i = 0; i < STATE_CAPABILITY_COUNT; ++i)
        if (applies(d, &capabilities[i]) && (!saved || s->capability[i]))
            set_capability(d, capabilities[i].name, GL_FALSE);
    prepare_masks(s, d);
    if (d->window_rectangles > 0)
        d->gl.WindowRectanglesEXT(GL_EXCLUSIVE_EXT, 0, NULL);
    if (d->polygon_modes)
        set_polygon_mode(d, GL_FRONT_AND_BACK, GL_FILL);
    // WebGL refuses to copy from or to buffers that are bound for transform feedback.
    if (d->feedback != 0)
        d->gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, d->feedback);
    if (s->scope == 0 || (s->scope & STATE_TRANSFERS) != 0)
        prepare_transfers(s, d);
}
