// SPDX-License-Identifier: MIT
// Saves, prepares and restores GL state. Tables list pixel storage and capabilities.
#include "state.h"

#include <string.h>

// The scopes that change the state of copies, of transfers and of draws' objects.
enum {
    SCOPES_TRANSFERS = STATE_TRANSFERS | STATE_CREATION,
    SCOPES_COPIES = SCOPES_TRANSFERS | STATE_COPIES,
    SCOPES_DRAWS = STATE_FRAGMENT | STATE_CREATION,
};

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
    uint32_t initial; // value, or the GLSORT_LEFT_* that says whether it is enabled
};

enum { INITIALLY_ON = 1u << 30 }; // no GLSORT_LEFT_*

// From the compatibility profile and from WebGL, which our glad does not include.
#define POLYGON_STIPPLE 0x0B42
#define UNPACK_FLIP_Y_WEBGL 0x9240
#define UNPACK_PREMULTIPLY_ALPHA_WEBGL 0x9241

static const struct listed pixel_store[] = {
    {GL_PACK_ALIGNMENT, EVERYWHERE, 4},
    {GL_PACK_ROW_LENGTH, EVERYWHERE, 0},
    {GL_PACK_SKIP_ROWS, EVERYWHERE, 0},
    {GL_PACK_SKIP_PIXELS, EVERYWHERE, 0},
    {GL_UNPACK_ALIGNMENT, EVERYWHERE, 4},
    {GL_UNPACK_ROW_LENGTH, EVERYWHERE, 0},
    {GL_UNPACK_SKIP_ROWS, EVERYWHERE, 0},
    {GL_UNPACK_SKIP_PIXELS, EVERYWHERE, 0},
    {GL_UNPACK_IMAGE_HEIGHT, EVERYWHERE, 0},
    {GL_UNPACK_SKIP_IMAGES, EVERYWHERE, 0},
    {GL_PACK_SWAP_BYTES, DESKTOP, 0},
    {GL_UNPACK_SWAP_BYTES, DESKTOP, 0},
    {GL_PACK_INVERT_MESA, WITH_PACK_INVERT, 0},
    {GL_PACK_REVERSE_ROW_ORDER_ANGLE, WITH_PACK_REVERSE, 0},
    // With either of these WebGL refuses to upload a buffer.
    {UNPACK_FLIP_Y_WEBGL, IN_BROWSERS, 0},
    {UNPACK_PREMULTIPLY_ALPHA_WEBGL, IN_BROWSERS, 0},
};

// Disabled while draws run: most of these can drop, move or change a fragment, even with
// an integer target.
static const struct listed capabilities[] = {
    {GL_CULL_FACE, EVERYWHERE, GLSORT_LEFT_CULL_FACE},
    {GL_DEPTH_TEST, EVERYWHERE, GLSORT_LEFT_DEPTH_TEST},
    {GL_STENCIL_TEST, EVERYWHERE, GLSORT_LEFT_STENCIL_TEST},
    {GL_SCISSOR_TEST, EVERYWHERE, GLSORT_LEFT_SCISSOR_TEST},
    {GL_RASTERIZER_DISCARD, EVERYWHERE, 0},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, EVERYWHERE, 0},
    {GL_SAMPLE_COVERAGE, EVERYWHERE, 0},
    {GL_COLOR_LOGIC_OP, DESKTOP, 0},
    {GL_SAMPLE_MASK, DESKTOP, 0},
    {GL_FRAMEBUFFER_SRGB, DESKTOP, 0},
    {GL_PRIMITIVE_RESTART, DESKTOP, 0},
    {GL_POLYGON_SMOOTH, DESKTOP, 0},
    {GL_DEPTH_CLAMP, DESKTOP, 0},
    {GL_MULTISAMPLE, DESKTOP, INITIALLY_ON},
    {GL_CLIP_DISTANCE0, WITH_CLIP_DISTANCES, 0},
    {GL_CLIP_DISTANCE1, WITH_CLIP_DISTANCES, 0},
    {GL_CLIP_DISTANCE2, WITH_CLIP_DISTANCES, 0},
    {GL_CLIP_DISTANCE3, WITH_CLIP_DISTANCES, 0},
    {GL_CLIP_DISTANCE4, WITH_CLIP_DISTANCES, 0},
    {GL_CLIP_DISTANCE5, WITH_CLIP_DISTANCES, 0},
    {GL_CLIP_DISTANCE6, WITH_CLIP_DISTANCES, 0},
    {GL_CLIP_DISTANCE7, WITH_CLIP_DISTANCES, 0},
    {POLYGON_STIPPLE, COMPATIBILITY, 0},
    // Changes nothing, but if it is on, NVIDIA's driver logs a message at each draw.
    {GL_DITHER, OUTSIDE_BROWSERS, INITIALLY_ON},
};

// Bindings of buffers that are not of an indexed point. Binding a point changes that of
// its target, too, unless many points are bound in one call. So does deleting a buffer
// that is on a point (Mesa), as warming up does.
static const struct {
    GLenum target;
    GLenum query;
    uint32_t listed;  // the scopes in which docs/gl-state.md lists it
    uint32_t changed; // those that change it, if many points are bound in one call
} buffers[] = {
    {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING, UINT32_MAX,
     STATE_CREATION | STATE_UPLOADS},
    {GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING, STATE_COMPUTE,
     STATE_CREATION},
    {GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING, STATE_COMPUTE,
     STATE_INDIRECT},
    // In GL 3.3 these two bindings are queried by the name of the target.
    {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER, SCOPES_COPIES | STATE_RUN, SCOPES_COPIES},
    {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER, SCOPES_COPIES | STATE_RUN,
     SCOPES_COPIES},
    {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING, SCOPES_TRANSFERS,
     SCOPES_TRANSFERS},
    {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING, SCOPES_TRANSFERS,
     SCOPES_TRANSFERS},
};

static const struct {
    GLenum target;
    GLenum query;
} texture_kinds[] = {
    {GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
    {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER},
};

_Static_assert(sizeof buffers / sizeof buffers[0] == STATE_BUFFER_COUNT, "");
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

static bool is_initial(const struct gl_state* s, int at)
{
    return s->pixel_store[at] == (GLint)pixel_store[at].initial;
}

static bool writes_all(const GLboolean mask[4])
{
    return mask[0] && mask[1] && mask[2] && mask[3];
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

static GLuint storage_points(const struct gl_state* s, const struct device* d)
{
    if ((s->scope & STATE_COMPUTE) == 0)
        return 0;
    return (s->scope & STATE_MORE_STORAGE) != 0 ? state_more_points(d)
                                                : STATE_STORAGE_POINTS;
}

// What is reset does not depend on what a call happened to change.
static bool has_buffer(const struct gl_state* s, const struct device* d, int at)
{
    const bool all = d->resets_state || !d->multi_bind;
    return (s->scope & buffers[at].listed) != 0 &&
           (all || (s->scope & buffers[at].changed) != 0);
}

static bool has_unit(const struct gl_state* s, GLuint unit)
{
    return (s->scope & ((uint32_t)STATE_UNIT_0 << unit)) != 0;
}

static int kinds(const struct gl_state* s)
{
    return (s->scope & STATE_BUFFER_TEXTURES) != 0 ? 3 : 2;
}

// ---- saving ---------------------------------------------------------------------------

static struct range_binding get_range(const struct device* d, GLenum binding,
                                      GLenum start, GLenum size, GLuint at)
{
    struct range_binding r = {0, 0, 0};
    d->gl.GetIntegeri_v(binding, at, &r.name);
    if (r.name == 0)
        return r; // which has no range to bind again
    d->gl.GetInteger64i_v(start, at, &r.start);
    d->gl.GetInteger64i_v(size, at, &r.size);
    return r;
}

static void save_buffers(struct gl_state* s, const struct device* d)
{
    for (GLuint i = 0; i < uniform_points(s); ++i)
        s->uniform[i] = get_range(d, GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START,
                                  GL_UNIFORM_BUFFER_SIZE, i);
    for (GLuint i = 0; i < storage_points(s, d); ++i)
        s->storage[i] =
            get_range(d, GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
                      GL_SHADER_STORAGE_BUFFER_SIZE, i);
    for (int i = 0; i < STATE_BUFFER_COUNT; ++i)
        if (has_buffer(s, d, i))
            s->buffers[i] = device_get(d, buffers[i].query);
}

static void save_units(struct gl_state* s, const struct device* d)
{
    s->active_texture = device_get(d, GL_ACTIVE_TEXTURE);
    for (GLuint i = 0; i < UNIT_COUNT; ++i) {
        if (!has_unit(s, i))
            continue;
        d->gl.ActiveTexture(GL_TEXTURE0 + i);
        for (int kind = 0; kind < kinds(s); ++kind)
            s->units[i].textures[kind] = device_get(d, texture_kinds[kind].query);
        s->units[i].sampler = device_get(d, GL_SAMPLER_BINDING);
    }
    d->gl.ActiveTexture((GLenum)s->active_texture);
}

static void save_image(struct image_unit* image, const struct device* d)
{
    d->gl.GetIntegeri_v(GL_IMAGE_BINDING_NAME, 0, &image->texture);
    d->gl.GetIntegeri_v(GL_IMAGE_BINDING_LEVEL, 0, &image->level);
    d->gl.GetBooleani_v(GL_IMAGE_BINDING_LAYERED, 0, &image->layered);
    d->gl.GetIntegeri_v(GL_IMAGE_BINDING_LAYER, 0, &image->layer);
    d->gl.GetIntegeri_v(GL_IMAGE_BINDING_ACCESS, 0, &image->access);
    d->gl.GetIntegeri_v(GL_IMAGE_BINDING_FORMAT, 0, &image->format);
}

static void save_windows(struct window_rectangles* w, const struct device* d)
{
    w->mode = device_get(d, GL_WINDOW_RECTANGLE_MODE_EXT);
    w->count = device_get(d, GL_NUM_WINDOW_RECTANGLES_EXT);
    if (w->count > STATE_WINDOW_RECTANGLES)
        w->count = STATE_WINDOW_RECTANGLES;
    for (GLint i = 0; i < w->count; ++i)
        d->gl.GetIntegeri_v(GL_WINDOW_RECTANGLE_EXT, (GLuint)i, w->boxes[i]);
}

// Draws of a count on the GPU cover rows from the lower edge on: with the other origin,
// the wrong ones.
static void save_clip(struct gl_state* s, const struct device* d)
{
    s->clip_origin = d->clip_control ? device_get(d, GL_CLIP_ORIGIN) : GL_LOWER_LEFT;
    if (s->clip_origin == GL_UPPER_LEFT)
        s->clip_depth = device_get(d, GL_CLIP_DEPTH_MODE);
}

static void set_clip_origin(const struct gl_state* s, const struct device* d, GLenum to)
{
    if (s->clip_origin != GL_UPPER_LEFT)
        return;
    if (d->limits.is_gles)
        d->gl.ClipControlEXT(to, (GLenum)s->clip_depth);
    else
        d->gl.ClipControl(to, (GLenum)s->clip_depth);
}

static void save_raster(struct gl_state* s, const struct device* d)
{
    d->gl.GetFloatv(GL_VIEWPORT, s->viewport);
    for (int i = 0; i < STATE_CAPABILITY_COUNT; ++i)
        if (applies(d, &capabilities[i]))
            s->capability[i] = d->gl.IsEnabled(capabilities[i].name);
    if (!d->indexed_blend) {
        s->blend[0] = d->gl.IsEnabled(GL_BLEND);
        d->gl.GetBooleanv(GL_COLOR_WRITEMASK, s->color_mask[0]);
    }
    for (GLuint i = 0; i < s->draw_buffers && d->indexed_blend; ++i) {
        s->blend[i] = d->gl.IsEnabledi(GL_BLEND, i);
        d->gl.GetBooleani_v(GL_COLOR_WRITEMASK, i, s->color_mask[i]);
    }
    if (d->window_rectangles > 0)
        save_windows(&s->windows, d);
    save_clip(s, d);
    // Compatibility contexts return two values, core contexts one.
    s->polygon_mode[1] = GL_NONE;
    if (d->polygon_modes)
        d->gl.GetIntegerv(GL_POLYGON_MODE, s->polygon_mode);
}

static void set_left_raster(struct gl_state* s, const struct device* d)
{
    const glsort_left_state* left = &d->left;
    const uint32_t enabled = left->enabled | INITIALLY_ON;
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
        s->capability[i] = (enabled & capabilities[i].initial) != 0;
    for (GLuint i = 0; i < s->draw_buffers; ++i)
        s->blend[i] = (enabled & GLSORT_LEFT_BLEND) != 0;
    memset(s->color_mask, GL_TRUE, sizeof s->color_mask);
    s->windows.mode = GL_EXCLUSIVE_EXT;
    s->polygon_mode[0] = GL_FILL;
    s->polygon_mode[1] = GL_NONE;
    save_clip(s, d);
}

// Instead of saving: the state to reset to. Bindings that the caller has not named are 0.
static void set_left(struct gl_state* s, const struct device* d)
{
    *s = (struct gl_state){
        .scope = s->scope,
        .program = (GLint)d->left.program,
        .active_texture = GL_TEXTURE0,
        .draw_framebuffer = (GLint)d->left.draw_framebuffer,
        .read_framebuffer = (GLint)d->left.read_framebuffer,
        .vertex_array = (GLint)d->left.vertex_array,
        .draw_buffers = s->draw_buffers,
    };
    s->image.access = GL_READ_ONLY;
    s->image.format = d->limits.is_gles ? GL_R32UI : GL_R8;
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT; ++i)
        s->pixel_store[i] = (GLint)pixel_store[i].initial;
    if ((s->scope & STATE_FRAGMENT) != 0)
        set_left_raster(s, d);
}

void glsort_state_save(struct gl_state* s, const struct device* d, uint32_t scope)
{
    s->scope = d->clobbers_state ? 0 : scope;
    s->draw_buffers = !d->indexed_blend                   ? 1
                      : (scope & STATE_MORE_TARGETS) != 0 ? MAX_DRAW_BUFFERS
                                                          : USUAL_DRAW_BUFFERS;
    if (s->scope == 0)
        return;
    if (d->resets_state) {
        set_left(s, d);
        return;
    }
    s->program = device_get(d, GL_CURRENT_PROGRAM);
    if (has_pipelines(d))
        s->pipeline = device_get(d, GL_PROGRAM_PIPELINE_BINDING);
    save_buffers(s, d);
    if ((s->scope & STATE_UNITS) != 0)
        save_units(s, d);
    if ((s->scope & STATE_TEXTURES) != 0)
        save_image(&s->image, d);
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT; ++i)
        if ((s->scope & SCOPES_TRANSFERS) != 0 && applies(d, &pixel_store[i]))
            s->pixel_store[i] = device_get(d, pixel_store[i].name);
    if ((s->scope & SCOPES_DRAWS) != 0) {
        s->draw_framebuffer = device_get(d, GL_DRAW_FRAMEBUFFER_BINDING);
        s->read_framebuffer = device_get(d, GL_READ_FRAMEBUFFER_BINDING);
        s->vertex_array = device_get(d, GL_VERTEX_ARRAY_BINDING);
        if (d->feedback != 0)
            s->feedback = device_get(d, GL_TRANSFORM_FEEDBACK_BINDING);
    }
    if ((s->scope & STATE_FRAGMENT) != 0)
        save_raster(s, d);
}

// ---- setting --------------------------------------------------------------------------

static void set_enabled(const struct device* d, GLenum name, GLuint at, bool on)
{
    // With viewport arrays the call without an index sets the test of all viewports.
    bool indexed = (name == GL_SCISSOR_TEST && d->indexed_viewport) ||
                   (name == GL_BLEND && d->indexed_blend);
    if (indexed)
        (on ? d->gl.Enablei : d->gl.Disablei)(name, at);
    else
        (on ? d->gl.Enable : d->gl.Disable)(name);
}

static void set_color_mask(const struct device* d, GLuint at, const GLboolean m[4])
{
    if (d->indexed_blend)
        d->gl.ColorMaski(at, m[0], m[1], m[2], m[3]);
    else
        d->gl.ColorMask(m[0], m[1], m[2], m[3]);
}

static void set_polygon_mode(const struct device* d, GLenum face, GLenum mode)
{
    if (IS_BROWSER)
        glsort_browser_polygon_mode(face, mode);
    else
        d->gl.PolygonMode(face, mode);
}

// ---- restoring ------------------------------------------------------------------------
//
// An object that was deleted while it was bound cannot be bound again: binds zero
// instead. Objects that the caller has named in glsort_context_leave() are not queried.
// glsort_state_prepare_fragment() has set what draws and transfers rely on to known
// values, so only what must differ from these is set again.

static void restore_one_by_one(const struct device* d, GLenum target, GLuint count,
                               const struct range_binding* ranges)
{
    for (GLuint i = 0; i < count; ++i) {
        const struct range_binding* r = &ranges[i];
        GLuint name = existing(d->gl.IsBuffer, r->name);
        if (name != 0 && r->size > 0)
            d->gl.BindBufferRange(target, i, name, (GLintptr)r->start,
                                  (GLsizeiptr)r->size);
        else
            d->gl.BindBufferBase(target, i, name);
    }
}

// One call for all points, unless ranges and whole buffers alternate. Empty points go
// with either.
static void restore_points(const struct device* d, GLenum target, GLuint count,
                           const struct range_binding* ranges)
{
    GLuint names[STATE_MOST_STORAGE_POINTS];
    GLintptr starts[STATE_MOST_STORAGE_POINTS];
    GLsizeiptr sizes[STATE_MOST_STORAGE_POINTS];
    GLuint first = 0;
    bool of_ranges = false, any = false;
    if (!d->multi_bind) {
        restore_one_by_one(d, target, count, ranges);
        return;
    }
    for (GLuint i = 0; i <= count; ++i) {
        const bool is_range = i < count && ranges[i].size > 0;
        const GLuint name = i < count ? existing(d->gl.IsBuffer, ranges[i].name) : 0;
        if (i == count || (name != 0 && any && is_range != of_ranges)) {
            const GLsizei number = (GLsizei)(i - first);
            if (of_ranges)
                d->gl.BindBuffersRange(target, first, number, &names[first],
                                       &starts[first], &sizes[first]);
            else if (number > 0)
                d->gl.BindBuffersBase(target, first, number, &names[first]);
            first = i;
            any = false;
        }
        if (i == count)
            return;
        of_ranges = name != 0 ? is_range : any && of_ranges;
        any |= name != 0;
        names[i] = name;
        starts[i] = name != 0 ? (GLintptr)ranges[i].start : 0;
        sizes[i] = name != 0 ? (GLsizeiptr)ranges[i].size : 1;
    }
}

static void restore_program(const struct gl_state* s, const struct device* d)
{
    // A current program whose relink failed stays in use until another program becomes
    // current. It cannot be made current again.
    GLint linked = d->resets_state;
    if (!linked && s->program != 0 && d->gl.IsProgram((GLuint)s->program))
        d->gl.GetProgramiv((GLuint)s->program, GL_LINK_STATUS, &linked);
    d->gl.UseProgram(linked ? (GLuint)s->program : 0);
    if (has_pipelines(d) && (s->pipeline != 0 || d->resets_state))
        d->gl.BindProgramPipeline(existing(d->gl.IsProgramPipeline, s->pipeline));
}

static void restore_buffers(const struct gl_state* s, const struct device* d)
{
    restore_points(d, GL_UNIFORM_BUFFER, uniform_points(s), s->uniform);
    restore_points(d, GL_SHADER_STORAGE_BUFFER, storage_points(s, d), s->storage);
    for (int i = 0; i < STATE_BUFFER_COUNT; ++i)
        if (has_buffer(s, d, i))
            d->gl.BindBuffer(buffers[i].target, existing(d->gl.IsBuffer, s->buffers[i]));
}

static void restore_units(const struct gl_state* s, const struct device* d)
{
    for (GLuint i = 0; i < UNIT_COUNT; ++i) {
        const struct texture_unit* unit = &s->units[i];
        if (!has_unit(s, i))
            continue;
        d->gl.ActiveTexture(GL_TEXTURE0 + i);
        for (int kind = 0; kind < kinds(s); ++kind)
            d->gl.BindTexture(texture_kinds[kind].target,
                              existing(d->gl.IsTexture, unit->textures[kind]));
        d->gl.BindSampler(i, existing(d->gl.IsSampler, unit->sampler));
    }
    d->gl.ActiveTexture((GLenum)s->active_texture);
}

// In a run of a finished plan only preparing changes pixel storage.
static void restore_pixel_store(const struct gl_state* s, const struct device* d)
{
    bool is_run = (s->scope & SCOPES_DRAWS) == STATE_FRAGMENT;
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT; ++i)
        if (applies(d, &pixel_store[i]) && !(is_run && is_initial(s, i)))
            d->gl.PixelStorei(pixel_store[i].name, s->pixel_store[i]);
}

static void restore_draws(const struct gl_state* s, const struct device* d)
{
    const bool named = d->resets_state;
    GLuint draw = named ? (GLuint)s->draw_framebuffer
                        : existing(d->gl.IsFramebuffer, s->draw_framebuffer);
    GLuint read = named ? (GLuint)s->read_framebuffer
                        : existing(d->gl.IsFramebuffer, s->read_framebuffer);
    d->gl.BindFramebuffer(draw == read ? GL_FRAMEBUFFER : GL_DRAW_FRAMEBUFFER, draw);
    if (draw != read)
        d->gl.BindFramebuffer(GL_READ_FRAMEBUFFER, read);
    d->gl.BindVertexArray(named ? (GLuint)s->vertex_array
                                : existing(d->gl.IsVertexArray, s->vertex_array));
}

static void restore_raster(const struct gl_state* s, const struct device* d)
{
    const GLfloat* v = s->viewport;
    if (d->indexed_viewport)
        d->gl.ViewportIndexedf(0, v[0], v[1], v[2], v[3]);
    else
        d->gl.Viewport((GLint)v[0], (GLint)v[1], (GLsizei)v[2], (GLsizei)v[3]);
    for (int i = 0; i < STATE_CAPABILITY_COUNT; ++i)
        if (applies(d, &capabilities[i]) && s->capability[i])
            set_enabled(d, capabilities[i].name, 0, true);
    for (GLuint i = 0; i < s->draw_buffers; ++i) {
        if (s->blend[i])
            set_enabled(d, GL_BLEND, i, true);
        if (!writes_all(s->color_mask[i]))
            set_color_mask(d, i, s->color_mask[i]);
    }
    if (d->window_rectangles > 0)
        d->gl.WindowRectanglesEXT((GLenum)s->windows.mode, s->windows.count,
                                  s->windows.boxes[0]);
    set_clip_origin(s, d, GL_UPPER_LEFT);
    GLenum front = (GLenum)s->polygon_mode[0];
    GLenum back = (GLenum)s->polygon_mode[1];
    bool alike = back == GL_NONE || back == front;
    if (d->polygon_modes)
        set_polygon_mode(d, alike ? GL_FRONT_AND_BACK : GL_FRONT, front);
    if (d->polygon_modes && !alike)
        set_polygon_mode(d, GL_BACK, back);
    if (d->feedback != 0)
        d->gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK,
                                    existing(d->gl.IsTransformFeedback, s->feedback));
}

void glsort_state_restore(const struct gl_state* s, const struct device* d)
{
    if (s->scope == 0)
        return;
    restore_program(s, d);
    restore_buffers(s, d);
    if ((s->scope & STATE_UNITS) != 0)
        restore_units(s, d);
    if ((s->scope & STATE_TEXTURES) != 0)
        d->gl.BindImageTexture(0, existing(d->gl.IsTexture, s->image.texture),
                               s->image.level, s->image.layered, s->image.layer,
                               (GLenum)s->image.access, (GLenum)s->image.format);
    if ((s->scope & SCOPES_TRANSFERS) != 0)
        restore_pixel_store(s, d);
    if ((s->scope & SCOPES_DRAWS) != 0)
        restore_draws(s, d);
    if ((s->scope & STATE_FRAGMENT) != 0)
        restore_raster(s, d);
}

// ---- preparing ------------------------------------------------------------------------

void glsort_state_prepare_fragment(const struct gl_state* s, const struct device* d)
{
    static const GLboolean all[4] = {GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE};
    // False if *s does not hold the caller's state, but what to reset to, or nothing.
    const bool saved = s->scope != 0 && !d->resets_state;
    bool transfers = s->scope == 0 || (s->scope & STATE_TRANSFERS) != 0;
    if (has_pipelines(d) && (!saved || s->pipeline != 0))
        d->gl.BindProgramPipeline(0);
    for (int i = 0; i < STATE_CAPABILITY_COUNT; ++i)
        if (applies(d, &capabilities[i]) && (!saved || s->capability[i]))
            set_enabled(d, capabilities[i].name, 0, false);
    for (GLuint i = 0; i < s->draw_buffers; ++i) {
        if (!saved || s->blend[i])
            set_enabled(d, GL_BLEND, i, false);
        if (!saved || !writes_all(s->color_mask[i]))
            set_color_mask(d, i, all);
    }
    if (d->window_rectangles > 0)
        d->gl.WindowRectanglesEXT(GL_EXCLUSIVE_EXT, 0, NULL);
    if ((s->scope & STATE_FRAGMENT) != 0)
        set_clip_origin(s, d, GL_LOWER_LEFT);
    if (d->polygon_modes)
        set_polygon_mode(d, GL_FRONT_AND_BACK, GL_FILL);
    // WebGL refuses to copy from or to buffers that are bound for transform feedback.
    if (d->feedback != 0)
        d->gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, d->feedback);
    for (int i = 0; i < STATE_PIXEL_STORE_COUNT && transfers; ++i)
        if (applies(d, &pixel_store[i]) && (!saved || !is_initial(s, i)))
            d->gl.PixelStorei(pixel_store[i].name, (GLint)pixel_store[i].initial);
}
