// SPDX-License-Identifier: MIT
#include "gl_dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_scene.h"

// Where a query exists.
enum {
    IN_43 = 1 << GL_API_43,
    IN_33 = 1 << GL_API_33 | 1 << GL_API_41,
    IN_COMPAT = 1 << GL_API_33_COMPAT,
    IN_ES = GL_API_ES_ALL,
    IN_ES31 = GL_API_ES_COMPUTE,
    IN_ES32 = 1 << GL_API_ES32,
    IN_GL = IN_43 | IN_33 | IN_COMPAT,
    IN_ALL = IN_GL | IN_ES,
};

struct query {
    const char* text;
    GLenum name;
    uint32_t apis;
};

#define Q(NAME, APIS)                                                                    \
    {                                                                                    \
#NAME, NAME, APIS                                                                \
    }

// Of the compatibility profile, which glad leaves out here.
#define GL_ALPHA_TEST 0x0BC0
#define GL_RENDER_MODE 0x0C40

static const struct query integers[] = {
    Q(GL_CURRENT_PROGRAM, IN_ALL),
    Q(GL_PROGRAM_PIPELINE_BINDING, IN_43 | IN_ES31),
    Q(GL_VERTEX_ARRAY_BINDING, IN_ALL),
    Q(GL_ARRAY_BUFFER_BINDING, IN_ALL),
    Q(GL_ELEMENT_ARRAY_BUFFER_BINDING, IN_ALL),
    Q(GL_COPY_READ_BUFFER, IN_ALL),
    Q(GL_COPY_WRITE_BUFFER, IN_ALL),
    Q(GL_PIXEL_PACK_BUFFER_BINDING, IN_ALL),
    Q(GL_PIXEL_UNPACK_BUFFER_BINDING, IN_ALL),
    Q(GL_UNIFORM_BUFFER_BINDING, IN_ALL),
    Q(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, IN_ALL),
    Q(GL_TRANSFORM_FEEDBACK_BINDING, IN_43 | IN_ES),
    Q(GL_SHADER_STORAGE_BUFFER_BINDING, IN_43 | IN_ES31),
    Q(GL_ATOMIC_COUNTER_BUFFER_BINDING, IN_43 | IN_ES31),
    Q(GL_DISPATCH_INDIRECT_BUFFER_BINDING, IN_43 | IN_ES31),
    Q(GL_DRAW_INDIRECT_BUFFER_BINDING, IN_43 | IN_ES31),
    Q(GL_ACTIVE_TEXTURE, IN_ALL),
    Q(GL_DRAW_FRAMEBUFFER_BINDING, IN_ALL),
    Q(GL_READ_FRAMEBUFFER_BINDING, IN_ALL),
    Q(GL_RENDERBUFFER_BINDING, IN_ALL),
    Q(GL_READ_BUFFER, IN_ALL),
    Q(GL_DRAW_BUFFER0, IN_ALL),
    Q(GL_DRAW_BUFFER1, IN_ALL),
    Q(GL_DRAW_BUFFER2, IN_ALL),
    Q(GL_DRAW_BUFFER3, IN_ALL),
    Q(GL_PACK_ALIGNMENT, IN_ALL),
    Q(GL_PACK_ROW_LENGTH, IN_ALL),
    Q(GL_PACK_SKIP_ROWS, IN_ALL),
    Q(GL_PACK_SKIP_PIXELS, IN_ALL),
    Q(GL_PACK_SKIP_IMAGES, IN_GL),
    Q(GL_PACK_IMAGE_HEIGHT, IN_GL),
    Q(GL_PACK_SWAP_BYTES, IN_GL),
    Q(GL_PACK_LSB_FIRST, IN_GL),
    Q(GL_UNPACK_ALIGNMENT, IN_ALL),
    Q(GL_UNPACK_ROW_LENGTH, IN_ALL),
    Q(GL_UNPACK_SKIP_ROWS, IN_ALL),
    Q(GL_UNPACK_SKIP_PIXELS, IN_ALL),
    Q(GL_UNPACK_SKIP_IMAGES, IN_ALL),
    Q(GL_UNPACK_IMAGE_HEIGHT, IN_ALL),
    Q(GL_UNPACK_SWAP_BYTES, IN_GL),
    Q(GL_UNPACK_LSB_FIRST, IN_GL),
    Q(GL_SCISSOR_BOX, IN_ALL),
    Q(GL_CULL_FACE_MODE, IN_ALL),
    Q(GL_FRONT_FACE, IN_ALL),
    Q(GL_DEPTH_FUNC, IN_ALL),
    Q(GL_DEPTH_WRITEMASK, IN_ALL),
    Q(GL_STENCIL_FUNC, IN_ALL),
    Q(GL_STENCIL_WRITEMASK, IN_ALL),
    Q(GL_BLEND_SRC_RGB, IN_ALL),
    Q(GL_BLEND_DST_ALPHA, IN_ALL),
    Q(GL_BLEND_EQUATION_RGB, IN_ALL),
    Q(GL_PRIMITIVE_RESTART_INDEX, IN_GL),
    Q(GL_POLYGON_MODE, IN_GL),
    Q(GL_RENDER_MODE, IN_COMPAT),
};

static const struct query floats[] = {
    Q(GL_VIEWPORT, IN_ALL),
    Q(GL_DEPTH_RANGE, IN_ALL),
    Q(GL_COLOR_CLEAR_VALUE, IN_ALL),
    Q(GL_COLOR_WRITEMASK, IN_ALL),
};

static const struct query capabilities[] = {
    Q(GL_BLEND, IN_ALL),
    Q(GL_CULL_FACE, IN_ALL),
    Q(GL_DEPTH_TEST, IN_ALL),
    Q(GL_STENCIL_TEST, IN_ALL),
    Q(GL_SCISSOR_TEST, IN_ALL),
    Q(GL_DITHER, IN_ALL),
    Q(GL_POLYGON_OFFSET_FILL, IN_ALL),
    Q(GL_RASTERIZER_DISCARD, IN_ALL),
    Q(GL_SAMPLE_ALPHA_TO_COVERAGE, IN_ALL),
    Q(GL_SAMPLE_COVERAGE, IN_ALL),
    Q(GL_PRIMITIVE_RESTART_FIXED_INDEX, IN_43 | IN_ES),
    Q(GL_COLOR_LOGIC_OP, IN_GL),
    Q(GL_SAMPLE_ALPHA_TO_ONE, IN_GL),
    Q(GL_SAMPLE_MASK, IN_GL | IN_ES31),
    Q(GL_FRAMEBUFFER_SRGB, IN_GL),
    Q(GL_PRIMITIVE_RESTART, IN_GL),
    Q(GL_POLYGON_SMOOTH, IN_GL),
    Q(GL_DEPTH_CLAMP, IN_GL),
    Q(GL_MULTISAMPLE, IN_GL),
    Q(GL_PROGRAM_POINT_SIZE, IN_GL),
    Q(GL_CLIP_DISTANCE0, IN_GL),
    Q(GL_CLIP_DISTANCE1, IN_GL),
    Q(GL_CLIP_DISTANCE2, IN_GL),
    Q(GL_CLIP_DISTANCE3, IN_GL),
    Q(GL_CLIP_DISTANCE4, IN_GL),
    Q(GL_CLIP_DISTANCE5, IN_GL),
    Q(GL_CLIP_DISTANCE6, IN_GL),
    Q(GL_CLIP_DISTANCE7, IN_GL),
    Q(GL_SAMPLE_SHADING, IN_43 | IN_ES32),
    Q(GL_DEBUG_OUTPUT, IN_43 | IN_ES32),
    Q(GL_DEBUG_OUTPUT_SYNCHRONOUS, IN_43 | IN_ES32),
    Q(GL_POLYGON_STIPPLE, IN_COMPAT),
    Q(GL_ALPHA_TEST, IN_COMPAT),
};

static const struct query targets[] = {
    Q(GL_TEXTURE_BINDING_2D, IN_ALL),
    Q(GL_TEXTURE_BINDING_3D, IN_ALL),
    Q(GL_TEXTURE_BINDING_2D_ARRAY, IN_ALL),
    Q(GL_TEXTURE_BINDING_CUBE_MAP, IN_ALL),
    Q(GL_SAMPLER_BINDING, IN_ALL),
    Q(GL_TEXTURE_BINDING_1D, IN_GL),
    Q(GL_TEXTURE_BINDING_1D_ARRAY, IN_GL),
    Q(GL_TEXTURE_BINDING_BUFFER, IN_GL | IN_ES32),
    Q(GL_TEXTURE_BINDING_RECTANGLE, IN_GL),
    Q(GL_TEXTURE_BINDING_2D_MULTISAMPLE, IN_GL | IN_ES31),
    Q(GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, IN_43 | IN_ES32),
};

// ---- lines ----------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static void add(struct gl_dump* dump,
                                                      const char* format, ...)
{
    va_list arguments;
    if (dump->count == dump->room) {
        dump->room = dump->room * 2 + 256;
        dump->lines = realloc(dump->lines, dump->room * sizeof *dump->lines);
        assert_non_null(dump->lines);
    }
    va_start(arguments, format);
    vsnprintf(dump->lines[dump->count++], sizeof *dump->lines, format, arguments);
    va_end(arguments);
}

static bool applies(const struct query* q, const struct gl_harness* h)
{
    return (q->apis & (1u << h->api)) != 0;
}

static void no_error(struct gl_harness* h, const char* text)
{
    GLenum error = gl_take_error(h);
    if (error != GL_NO_ERROR)
        fail_msg("%s: the state's query %s gives GL error 0x%x", gl_api_name(h->api),
                 text, error);
}

#define COUNT_OF(LIST) (sizeof LIST / sizeof LIST[0])

enum form { INTEGERS, FLOATS, CAPABILITIES };

static void dump_query(struct gl_dump* dump, struct gl_harness* h, const struct query* q,
                       enum form form)
{
    GLint v[4] = {0, 0, 0, 0};
    GLfloat f[4] = {0, 0, 0, 0};
    switch (form) {
    case INTEGERS:
        h->gl.GetIntegerv(q->name, v);
        // Core profiles answer GL_POLYGON_MODE with one value.
        if (q->name == GL_POLYGON_MODE && v[1] == 0)
            v[1] = v[0];
        add(dump, "%s = %d %d %d %d", q->text, v[0], v[1], v[2], v[3]);
        break;
    case FLOATS:
        h->gl.GetFloatv(q->name, f);
        add(dump, "%s = %g %g %g %g", q->text, f[0], f[1], f[2], f[3]);
        break;
    default: add(dump, "%s = %d", q->text, h->gl.IsEnabled(q->name));
    }
}

static void dump_queries(struct gl_dump* dump, struct gl_harness* h,
                         const struct query* queries, size_t count, enum form form)
{
    for (size_t i = 0; i < count; ++i) {
        if (!applies(&queries[i], h))
            continue;
        dump_query(dump, h, &queries[i], form);
        no_error(h, queries[i].text);
    }
}

static GLuint limit(struct gl_harness* h, GLenum name, GLuint most)
{
    GLint value = 0;
    h->gl.GetIntegerv(name, &value);
    return (GLuint)value < most ? (GLuint)value : most;
}

static void dump_units(struct gl_dump* dump, struct gl_harness* h)
{
    GLint active = 0;
    GLuint units = limit(h, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 48);
    h->gl.GetIntegerv(GL_ACTIVE_TEXTURE, &active);
    for (GLuint unit = 0; unit < units; ++unit) {
        h->gl.ActiveTexture(GL_TEXTURE0 + unit);
        for (size_t i = 0; i < COUNT_OF(targets); ++i) {
            GLint name = 0;
            if (!applies(&targets[i], h))
                continue;
            h->gl.GetIntegerv(targets[i].name, &name);
            add(dump, "unit %u %s = %d", unit, targets[i].text, name);
            no_error(h, targets[i].text);
        }
    }
    h->gl.ActiveTexture((GLenum)active);
}

static void dump_ranges(struct gl_dump* dump, struct gl_harness* h, const char* text,
                        GLuint count, const GLenum names[3])
{
    for (GLuint at = 0; at < count; ++at) {
        GLint name = 0;
        GLint64 start = 0, size = 0;
        h->gl.GetIntegeri_v(names[0], at, &name);
        h->gl.GetInteger64i_v(names[1], at, &start);
        h->gl.GetInteger64i_v(names[2], at, &size);
        add(dump, "%s %u = %d %lld %lld", text, at, name, (long long)start,
            (long long)size);
    }
    no_error(h, text);
}

static void dump_bindings(struct gl_dump* dump, struct gl_harness* h)
{
    static const GLenum uniform[] = {GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START,
                                     GL_UNIFORM_BUFFER_SIZE};
    static const GLenum feedback[] = {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
                                      GL_TRANSFORM_FEEDBACK_BUFFER_START,
                                      GL_TRANSFORM_FEEDBACK_BUFFER_SIZE};
    static const GLenum storage[] = {GL_SHADER_STORAGE_BUFFER_BINDING,
                                     GL_SHADER_STORAGE_BUFFER_START,
                                     GL_SHADER_STORAGE_BUFFER_SIZE};
    static const GLenum atomic[] = {GL_ATOMIC_COUNTER_BUFFER_BINDING,
                                    GL_ATOMIC_COUNTER_BUFFER_START,
                                    GL_ATOMIC_COUNTER_BUFFER_SIZE};
    dump_ranges(dump, h, "uniform", limit(h, GL_MAX_UNIFORM_BUFFER_BINDINGS, 64),
                uniform);
    dump_ranges(dump, h, "feedback", 4, feedback);
    if (!h->has_compute)
        return;
    dump_ranges(dump, h, "storage", limit(h, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, 64),
                storage);
    dump_ranges(dump, h, "atomic", limit(h, GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, 8),
                atomic);
}

// GLES before 3.2 has the same for all draw buffers.
static bool has_draw_buffer_state(const struct gl_harness* h)
{
    return !h->gles || h->api == GL_API_ES32;
}

static void dump_images(struct gl_dump* dump, struct gl_harness* h)
{
    for (GLuint i = 0; i < limit(h, GL_MAX_IMAGE_UNITS, 8); ++i) {
        GLint name = 0, level = 0, layer = 0, access = 0, format = 0;
        GLboolean layered = 0;
        h->gl.GetIntegeri_v(GL_IMAGE_BINDING_NAME, i, &name);
        h->gl.GetIntegeri_v(GL_IMAGE_BINDING_LEVEL, i, &level);
        h->gl.GetBooleani_v(GL_IMAGE_BINDING_LAYERED, i, &layered);
        h->gl.GetIntegeri_v(GL_IMAGE_BINDING_LAYER, i, &layer);
        h->gl.GetIntegeri_v(GL_IMAGE_BINDING_ACCESS, i, &access);
        h->gl.GetIntegeri_v(GL_IMAGE_BINDING_FORMAT, i, &format);
        add(dump, "image %u = %d level %d layered %d layer %d access 0x%x format 0x%x", i,
            name, level, layered, layer, access, format);
    }
    no_error(h, "image units");
}

static void dump_draw_buffers(struct gl_dump* dump, struct gl_harness* h)
{
    for (GLuint i = 0; has_draw_buffer_state(h) && i < limit(h, GL_MAX_DRAW_BUFFERS, 8);
         ++i) {
        GLboolean mask[4];
        h->gl.GetBooleani_v(GL_COLOR_WRITEMASK, i, mask);
        add(dump, "target %u blend = %d, mask = %d %d %d %d", i,
            h->gl.IsEnabledi(GL_BLEND, i), mask[0], mask[1], mask[2], mask[3]);
    }
    no_error(h, "draw buffers");
    if (h->api != GL_API_43)
        return;
    for (GLuint i = 0; i < 16; ++i) {
        GLfloat v[4];
        GLint s[4];
        GLdouble d[2];
        h->gl.GetFloati_v(GL_VIEWPORT, i, v);
        h->gl.GetIntegeri_v(GL_SCISSOR_BOX, i, s);
        h->gl.GetDoublei_v(GL_DEPTH_RANGE, i, d);
        add(dump, "viewport %u = %g %g %g %g, depth %g %g, scissor %d: %d %d %d %d", i,
            v[0], v[1], v[2], v[3], d[0], d[1], h->gl.IsEnabledi(GL_SCISSOR_TEST, i),
            s[0], s[1], s[2], s[3]);
    }
    no_error(h, "indexed state of GL 4");
}

void gl_dump_take(struct gl_dump* dump, struct gl_harness* h)
{
    *dump = (struct gl_dump){0};
    no_error(h, "(before all)");
    dump_queries(dump, h, integers, COUNT_OF(integers), INTEGERS);
    dump_queries(dump, h, floats, COUNT_OF(floats), FLOATS);
    dump_queries(dump, h, capabilities, COUNT_OF(capabilities), CAPABILITIES);
    dump_units(dump, h);
    dump_bindings(dump, h);
    dump_draw_buffers(dump, h);
    if (h->has_compute)
        dump_images(dump, h);
}

void gl_dump_free(struct gl_dump* dump)
{
    free(dump->lines);
    *dump = (struct gl_dump){0};
}

static bool may_differ(const char* line, const char* const* but)
{
    for (; but != NULL && *but != NULL; ++but)
        if (strstr(line, *but) != NULL)
            return true;
    return false;
}

// Prints the first few.
static bool is_equal(const char* before, const char* after, uint32_t* differences)
{
    bool equal = strcmp(before, after) == 0;
    if (!equal && ++*differences <= 8)
        print_error("before: %s\n after: %s\n", before, after);
    return equal;
}

bool gl_dump_equal(const struct gl_dump* before, const struct gl_dump* after,
                   const char* const* but)
{
    uint32_t differences = 0;
    assert_int_equal(before->count, after->count);
    for (uint32_t i = 0; i < before->count; ++i)
        if (!may_differ(before->lines[i], but))
            is_equal(before->lines[i], after->lines[i], &differences);
    return differences == 0;
}

bool gl_dump_equal_in(const struct gl_dump* before, const struct gl_dump* after,
                      const char* word)
{
    bool equal = true;
    assert_int_equal(before->count, after->count);
    for (uint32_t i = 0; i < before->count; ++i)
        if (strstr(before->lines[i], word) != NULL)
            equal &= strcmp(before->lines[i], after->lines[i]) == 0;
    return equal;
}

// ---- a hostile state ------------------------------------------------------------------

static void set_buffers(struct gl_hostile* s, struct gl_harness* h)
{
    static const GLenum bound[] = {GL_ARRAY_BUFFER, GL_COPY_READ_BUFFER,
                                   GL_COPY_WRITE_BUFFER, GL_PIXEL_PACK_BUFFER,
                                   GL_PIXEL_UNPACK_BUFFER};
    h->gl.GenBuffers(8, s->buffers);
    for (int i = 0; i < 8; ++i) {
        h->gl.BindBuffer(GL_ARRAY_BUFFER, s->buffers[i]);
        h->gl.BufferData(GL_ARRAY_BUFFER, 4096, NULL, GL_STATIC_DRAW);
    }
    for (GLuint i = 0; i < 4; ++i) {
        h->gl.BindBufferRange(GL_UNIFORM_BUFFER, i, s->buffers[i], 256 * i, 512);
        if (h->has_compute)
            h->gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, i, s->buffers[i], 256 * i,
                                  512 + 16 * i);
    }
    h->gl.BindBufferBase(GL_UNIFORM_BUFFER, 1, s->buffers[5]);
    if (h->has_compute) {
        h->gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, s->buffers[6]);
        h->gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 5, s->buffers[7]);
        h->gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 6, s->buffers[0]);
        h->gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 7, s->buffers[3], 512, 768);
        for (GLuint i = 8;
             i < (GLuint)limit(h, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, 16); ++i)
            h->gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, i, s->buffers[i % 8], 256,
                                  16 * i);
        h->gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, s->buffers[1]);
        h->gl.BindBuffer(GL_DISPATCH_INDIRECT_BUFFER, s->buffers[2]);
        h->gl.BindBuffer(GL_DRAW_INDIRECT_BUFFER, s->buffers[3]);
        h->gl.BindBufferBase(GL_ATOMIC_COUNTER_BUFFER, 0, s->buffers[4]);
    }
    h->gl.BindBuffer(GL_UNIFORM_BUFFER, s->buffers[7]);
    for (int i = 0; i < 5; ++i)
        h->gl.BindBuffer(bound[i], s->buffers[i]);
}

// A sampler that wants mipmaps on our units, textures on all of them.
static void set_units(struct gl_hostile* s, struct gl_harness* h)
{
    static const GLenum kinds[] = {GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY,
                                   GL_TEXTURE_CUBE_MAP};
    h->gl.GenTextures(4, s->textures);
    h->gl.GenSamplers(1, &s->sampler);
    h->gl.SamplerParameteri(s->sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    h->gl.SamplerParameteri(s->sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (GLuint unit = 0; unit < 9; ++unit) {
        h->gl.ActiveTexture(GL_TEXTURE0 + unit);
        for (int i = 0; i < 3; ++i)
            h->gl.BindTexture(kinds[i], s->textures[i]);
        if (!h->gles)
            h->gl.BindTexture(GL_TEXTURE_BUFFER, s->textures[3]);
        h->gl.BindSampler(unit, s->sampler);
    }
    h->gl.ActiveTexture(GL_TEXTURE7);
}

static void set_pixel_store(struct gl_harness* h)
{
    static const GLenum everywhere[] = {GL_PACK_ROW_LENGTH,    GL_PACK_SKIP_ROWS,
                                        GL_PACK_SKIP_PIXELS,   GL_UNPACK_ROW_LENGTH,
                                        GL_UNPACK_SKIP_ROWS,   GL_UNPACK_SKIP_PIXELS,
                                        GL_UNPACK_SKIP_IMAGES, GL_UNPACK_IMAGE_HEIGHT};
    static const GLenum desktop[] = {GL_PACK_SWAP_BYTES,   GL_PACK_LSB_FIRST,
                                     GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST,
                                     GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_IMAGES};
    h->gl.PixelStorei(GL_PACK_ALIGNMENT, 8);
    h->gl.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (GLint i = 0; i < 8; ++i)
        h->gl.PixelStorei(everywhere[i], 3 + i);
    for (int i = 0; i < 6 && !h->gles; ++i)
        h->gl.PixelStorei(desktop[i], 1);
}

static void set_targets(struct gl_hostile* s, struct gl_harness* h)
{
    h->gl.GenFramebuffers(2, s->framebuffers);
    h->gl.GenRenderbuffers(1, &s->renderbuffer);
    h->gl.BindRenderbuffer(GL_RENDERBUFFER, s->renderbuffer);
    h->gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
    h->gl.BindFramebuffer(GL_READ_FRAMEBUFFER, s->framebuffers[0]);
    h->gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, s->framebuffers[1]);
    h->gl.FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                  GL_RENDERBUFFER, s->renderbuffer);
    h->gl.ReadBuffer(GL_NONE);
    h->gl.GenVertexArrays(1, &s->vertex_array);
    h->gl.BindVertexArray(s->vertex_array);
    h->gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, s->buffers[6]);
}

static void set_raster(struct gl_harness* h)
{
    h->gl.Viewport(1, 2, 3, 4);
    h->gl.Scissor(5, 6, 7, 8);
    if (h->gles)
        h->gl.DepthRangef(0.25f, 0.75f);
    else
        h->gl.DepthRange(0.25, 0.75);
    h->gl.CullFace(GL_FRONT_AND_BACK);
    h->gl.FrontFace(GL_CW);
    h->gl.DepthFunc(GL_NEVER);
    h->gl.DepthMask(GL_FALSE);
    h->gl.StencilFunc(GL_NEVER, 1, 0xFF);
    h->gl.StencilMask(0x55);
    h->gl.BlendFunc(GL_ZERO, GL_ZERO);
    h->gl.BlendEquation(GL_FUNC_REVERSE_SUBTRACT);
    h->gl.ColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
    h->gl.SampleCoverage(0.0f, GL_TRUE);
    for (size_t i = 0; i < COUNT_OF(capabilities); ++i) {
        bool debug = capabilities[i].name == GL_DEBUG_OUTPUT ||
                     capabilities[i].name == GL_DEBUG_OUTPUT_SYNCHRONOUS;
        if (applies(&capabilities[i], h) && !debug)
            h->gl.Enable(capabilities[i].name);
    }
}

static void set_desktop(struct gl_harness* h)
{
    h->gl.LogicOp(GL_CLEAR);
    h->gl.PolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    h->gl.PrimitiveRestartIndex(1);
    h->gl.ProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    if (h->api == GL_API_33_COMPAT) {
        typedef void (*stipple)(const GLubyte*);
        typedef void (*face_mode)(GLenum, GLenum);
        static const GLubyte nothing[128] = {0};
        stipple set = (stipple)offscreen_get_proc(h->offscreen, "glPolygonStipple");
        face_mode mode = (face_mode)offscreen_get_proc(h->offscreen, "glPolygonMode");
        assert_non_null(set);
        h->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        h->gl.PixelStorei(GL_UNPACK_SKIP_ROWS, 0);
        h->gl.PixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
        h->gl.PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
        set(nothing);
        mode(GL_FRONT, GL_LINE);
    }
}

static void set_draw_buffers(struct gl_harness* h)
{
    h->gl.Disablei(GL_BLEND, 2);
    for (GLuint i = 1; i < limit(h, GL_MAX_DRAW_BUFFERS, 8); ++i)
        h->gl.ColorMaski(i, i % 4 == 1, i % 4 == 2, i % 4 == 3, GL_FALSE);
    if (limit(h, GL_MAX_DRAW_BUFFERS, 8) == 8)
        h->gl.Disablei(GL_BLEND, 5);
}

static void set_pipeline(struct gl_hostile* s, struct gl_harness* h)
{
    static const char* const text = "void main() { gl_Position = vec4(0.0); }\n";
    const char* parts[] = {h->gles ? "#version 310 es\n" : "#version 330\n", text};
    GLuint vertex = h->gl.CreateShaderProgramv(GL_VERTEX_SHADER, 2, parts);
    h->gl.GenProgramPipelines(1, &s->pipeline);
    h->gl.UseProgramStages(s->pipeline, GL_VERTEX_SHADER_BIT, vertex);
    h->gl.DeleteProgram(vertex);
    h->gl.BindProgramPipeline(s->pipeline);
}

static void set_gl_4(struct gl_hostile* s, struct gl_harness* h)
{
    h->gl.Disablei(GL_SCISSOR_TEST, 3);
    for (GLuint i = 0; i < 16; ++i)
        h->gl.ViewportIndexedf(i, 1.5f + (GLfloat)i, 2.25f, 3.5f, 4.75f + (GLfloat)i);
    h->gl.BindImageTexture(0, s->textures[1], 2, GL_FALSE, 3, GL_READ_WRITE, GL_R32UI);
    h->gl.BindImageTexture(1, s->textures[1], 1, GL_TRUE, 0, GL_READ_ONLY, GL_RGBA8);
}

void gl_hostile_set(struct gl_hostile* s, struct gl_harness* h)
{
    *s = (struct gl_hostile){0};
    set_buffers(s, h);
    set_units(s, h);
    set_targets(s, h);
    set_pixel_store(h);
    set_raster(h);
    if (!h->gles)
        set_desktop(h);
    if (h->api != GL_API_ES30)
        h->gl.SampleMaski(0, 0);
    if (has_draw_buffer_state(h))
        set_draw_buffers(h);
    if (h->has_compute)
        set_pipeline(s, h);
    if (h->api == GL_API_43)
        set_gl_4(s, h);
    if (h->api == GL_API_33_COMPAT)
        h->gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, s->buffers[4]);
    s->program = gl_program(h,
                            "void main() { gl_Position = vec4(0.0); "
                            "gl_PointSize = 1.0; }\n",
                            "out vec4 c;\nvoid main() { c = vec4(1.0); }\n");
    h->gl.UseProgram(s->program);
    no_error(h, "(hostile state)");
}

void gl_hostile_clear(struct gl_hostile* s, struct gl_harness* h)
{
    h->gl.UseProgram(0);
    h->gl.DeleteProgram(s->program);
    h->gl.DeleteBuffers(8, s->buffers);
    h->gl.DeleteTextures(4, s->textures);
    h->gl.DeleteSamplers(1, &s->sampler);
    h->gl.DeleteFramebuffers(2, s->framebuffers);
    h->gl.DeleteRenderbuffers(1, &s->renderbuffer);
    h->gl.DeleteVertexArrays(1, &s->vertex_array);
    if (s->pipeline != 0)
        h->gl.DeleteProgramPipelines(1, &s->pipeline);
    *s = (struct gl_hostile){0};
}
