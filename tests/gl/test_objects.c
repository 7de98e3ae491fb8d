// SPDX-License-Identifier: MIT
// The caller's buffers and textures as GL knows them: what a run cannot use is refused
// with a sentence, and neither leaves a GL error nor takes one; what it can use it sorts,
// however its parameters are set. On contexts of the versions that are needed, and on the
// newest.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 1000, WIDTH = 61, ROWS = 18 };

static void open_sorter(struct gl_sorter* s)
{
    struct gl_sorter_desc desc = {.plan =
                                      gl_form_named("abisort-partition-fragment")->plan};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.textures = GLSORT_TEXTURES_ALL;
    gl_sorter_open(s, &harness, context, &desc);
    gl_sorter_fill(s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(s, MOST);
}

static void open_buffers(struct gl_sorter* s, glsort_backend backend)
{
    struct gl_sorter_desc desc = {.plan = {.max_count = MOST, .backend = backend}};
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    gl_sorter_open(s, &harness, context, &desc);
    gl_sorter_fill(s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(s, MOST);
}

static void refuse(struct gl_sorter* s, const glsort_sort_args* args,
                   glsort_result wanted, const char* words)
{
    glsort_result result = glsort_sort_run(s->plan, args);
    const char* text = glsort_last_error(context);
    if (result != wanted || strstr(text, words) == NULL)
        fail_msg("%s: %s instead of %s, \"%s\" for \"%s\"", gl_api_name(harness.api),
                 glsort_result_name(result), glsort_result_name(wanted), text, words);
    GLenum error = gl_take_error(&harness);
    if (error != GL_NO_ERROR)
        fail_msg("\"%s\" leaves GL error 0x%x", text, error);
}

// As keys in and as values out.
static void refuse_texture(struct gl_sorter* s, GLuint name, glsort_result wanted,
                           const char* words)
{
    glsort_sort_args args = gl_sorter_args(s, MOST);
    args.keys_in.name = name;
    refuse(s, &args, wanted, words);
    args = gl_sorter_args(s, MOST);
    args.values_out.name = name;
    refuse(s, &args, wanted, words);
}

static void still_sorts(struct gl_sorter* s)
{
    glsort_sort_args args = gl_sorter_args(s, MOST);
    if (glsort_sort_run(s->plan, &args) != GLSORT_OK || !gl_sorter_holds(s, MOST))
        fail_msg("after refusals: %s, %s", glsort_last_error(context), s->trouble);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- targets --------------------------------------------------------------------------

static GLuint bind_new(GLenum target)
{
    GLuint name = 0;
    harness.gl.GenTextures(1, &name);
    harness.gl.BindTexture(target, name);
    return name;
}

static GLuint make_of_target(GLenum target)
{
    const GladGLContext* gl = &harness.gl;
    GLuint name = bind_new(target);
    if (target == GL_TEXTURE_3D)
        gl->TexImage3D(target, 0, GL_R32UI, WIDTH, ROWS, 2, 0, GL_RED_INTEGER,
                       GL_UNSIGNED_INT, NULL);
    else if (target == GL_TEXTURE_RECTANGLE)
        gl->TexImage2D(target, 0, GL_R32UI, WIDTH, ROWS, 0, GL_RED_INTEGER,
                       GL_UNSIGNED_INT, NULL);
    for (GLenum face = 0; face < 6 && target == GL_TEXTURE_CUBE_MAP; ++face)
        gl->TexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_R32UI, 64, 64, 0,
                       GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
    gl->BindTexture(target, 0);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    return name;
}

// The first two are everywhere, the others in GL.
static const GLenum other_targets[] = {GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP,
                                       GL_TEXTURE_RECTANGLE, GL_TEXTURE_BUFFER};

TEST(textures_of_other_targets_are_refused_and_leave_no_error)
{
    struct gl_sorter s;
    GLint bound = 0, active = 0;
    GLuint mine = bind_new(GL_TEXTURE_2D);
    open_sorter(&s);
    harness.gl.ActiveTexture(GL_TEXTURE3);
    harness.gl.BindTexture(GL_TEXTURE_2D, mine);
    for (int i = 0; i < (harness.gles ? 2 : 4); ++i) {
        GLuint name = make_of_target(other_targets[i]);
        refuse_texture(&s, name, GLSORT_ERROR_ARGUMENT, "target must be GL_TEXTURE_2D");
        harness.gl.DeleteTextures(1, &name);
    }
    harness.gl.GetIntegerv(GL_ACTIVE_TEXTURE, &active);
    harness.gl.GetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    assert_int_equal(active, GL_TEXTURE3);
    assert_int_equal(bound, mine);
    harness.gl.DeleteTextures(1, &mine);
    harness.gl.ActiveTexture(GL_TEXTURE0);
    still_sorts(&s);
    gl_sorter_close(&s);
}

// Where a target cannot be asked for, the search for it makes an error of its own, which
// must not take the place of the caller's.
TEST(refusing_a_texture_keeps_a_pending_error)
{
    struct gl_sorter s;
    open_sorter(&s);
    GLuint name = make_of_target(GL_TEXTURE_3D);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    args.keys_in.name = name;
    for (int i = 0; i < 2; ++i) {
        if (i == 0)
            harness.gl.Enable(0xDEAD); // GL_INVALID_ENUM
        else
            harness.gl.Viewport(0, 0, -1, 1); // GL_INVALID_VALUE
        assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_ERROR_ARGUMENT);
        assert_int_equal(harness.gl.GetError(),
                         i == 0 ? GL_INVALID_ENUM : GL_INVALID_VALUE);
        assert_int_equal(harness.gl.GetError(), GL_NO_ERROR);
    }
    harness.gl.DeleteTextures(1, &name);
    gl_sorter_close(&s);
}

// ---- levels ---------------------------------------------------------------------------

static GLuint make_level(GLint level, GLint internal, GLenum external, GLenum type,
                         GLsizei width, GLsizei rows)
{
    GLuint name = bind_new(GL_TEXTURE_2D);
    harness.gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    harness.gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    harness.gl.TexImage2D(GL_TEXTURE_2D, level, internal, width, rows, 0, external, type,
                          NULL);
    harness.gl.BindTexture(GL_TEXTURE_2D, 0);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    return name;
}

static void refuse_and_delete(struct gl_sorter* s, GLuint name, glsort_result wanted,
                              const char* words)
{
    refuse_texture(s, name, wanted, words);
    harness.gl.DeleteTextures(1, &name);
}

TEST(textures_without_the_level_or_format_are_refused)
{
    struct gl_sorter s;
    GLuint never_bound = 0;
    open_sorter(&s);
    harness.gl.GenTextures(1, &never_bound);
    refuse_and_delete(&s, never_bound, GLSORT_ERROR_ARGUMENT, "is not a texture of the");
    GLuint empty = bind_new(GL_TEXTURE_2D);
    harness.gl.BindTexture(GL_TEXTURE_2D, 0);
    refuse_and_delete(&s, empty, GLSORT_ERROR_ARGUMENT, "no level 0 in GL_R32UI");
    refuse_and_delete(&s,
                      make_level(1, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, 99, 99),
                      GLSORT_ERROR_ARGUMENT, "no level 0 in GL_R32UI");
    static const struct {
        GLint internal;
        GLenum external;
        GLenum type;
    } others[] = {
        {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
        {GL_R32I, GL_RED_INTEGER, GL_INT},
        {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT},
        {GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT},
        {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
        {GL_R32F, GL_RED, GL_FLOAT},
        {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
        refuse_and_delete(&s,
                          make_level(0, others[i].internal, others[i].external,
                                     others[i].type, WIDTH, ROWS),
                          GLSORT_ERROR_ARGUMENT,
                          "GL_R32UI, the format for elements of 4 bytes");
    still_sorts(&s);
    gl_sorter_close(&s);
}

static bool knows_sizes(void)
{
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    return !limits.is_gles || limits.version >= 310;
}

TEST(textures_that_are_too_small_are_refused_where_gl_tells)
{
    struct gl_sorter s;
    if (!knows_sizes())
        return;
    open_sorter(&s);
    refuse_and_delete(
        &s, make_level(0, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, WIDTH - 1, ROWS),
        GLSORT_ERROR_RANGE, "60 wide");
    refuse_and_delete(
        &s, make_level(0, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, WIDTH, 16),
        GLSORT_ERROR_RANGE, "16 rows, but 1000 elements in rows of 61 need 17");
    still_sorts(&s);
    gl_sorter_close(&s);
}

// ---- parameters -----------------------------------------------------------------------

static void set_parameter(GLuint name, GLenum what, GLint value)
{
    harness.gl.BindTexture(GL_TEXTURE_2D, name);
    harness.gl.TexParameteri(GL_TEXTURE_2D, what, value);
    harness.gl.BindTexture(GL_TEXTURE_2D, 0);
}

TEST(a_base_level_or_swizzle_that_would_change_keys_is_refused)
{
    struct gl_sorter s;
    open_sorter(&s);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    set_parameter(args.keys_in.name, GL_TEXTURE_BASE_LEVEL, 1);
    refuse(&s, &args, GLSORT_ERROR_ARGUMENT, "GL_TEXTURE_BASE_LEVEL of 1");
    set_parameter(args.keys_in.name, GL_TEXTURE_BASE_LEVEL, 0);
    set_parameter(args.keys_in.name, GL_TEXTURE_SWIZZLE_R, GL_ONE);
    refuse(&s, &args, GLSORT_ERROR_ARGUMENT, "GL_TEXTURE_SWIZZLE_R of 0x0001");
    // Channels that an element does not have may have any swizzle, such as for display.
    set_parameter(args.keys_in.name, GL_TEXTURE_SWIZZLE_R, GL_RED);
    set_parameter(args.keys_in.name, GL_TEXTURE_SWIZZLE_G, GL_RED);
    set_parameter(args.keys_in.name, GL_TEXTURE_SWIZZLE_A, GL_ZERO);
    // Filters and levels as textures have them at first: incomplete without a sampler.
    const GLuint both[] = {args.keys_in.name, args.values_in.name};
    for (int i = 0; i < 2; ++i) {
        set_parameter(both[i], GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR);
        set_parameter(both[i], GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        set_parameter(both[i], GL_TEXTURE_MAX_LEVEL, 1000);
    }
    still_sorts(&s);
    gl_sorter_close(&s);
}

// ---- buffers --------------------------------------------------------------------------

static void* map_buffer(GLuint name, GLbitfield access)
{
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, name);
    void* mapped = harness.gl.MapBufferRange(GL_COPY_WRITE_BUFFER, 0, 64, access);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, 0);
    assert_non_null(mapped);
    return mapped;
}

static void unmap_buffer(GLuint name)
{
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, name);
    harness.gl.UnmapBuffer(GL_COPY_WRITE_BUFFER);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

static void refuse_mapped_on(glsort_backend backend)
{
    struct gl_sorter s;
    open_buffers(&s, backend);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    const GLuint names[] = {args.keys_in.name, args.keys_out.name, args.values_in.name,
                            args.values_out.name};
    for (int i = 0; i < 4; ++i) {
        map_buffer(names[i], i % 2 == 0 ? GL_MAP_READ_BIT : GL_MAP_WRITE_BIT);
        refuse(&s, &args, GLSORT_ERROR_ARGUMENT, "which is mapped");
        unmap_buffer(names[i]);
    }
    gl_sorter_load(&s, MOST);
    still_sorts(&s);
    gl_sorter_close(&s);
}

TEST(mapped_buffers_are_refused)
{
    refuse_mapped_on(GLSORT_BACKEND_FRAGMENT);
    if (harness.has_compute)
        refuse_mapped_on(GLSORT_BACKEND_COMPUTE);
}

#define MAP_PERSISTENT 0x0040 // of GL 4.4
#define MAP_COHERENT 0x0080

typedef void(GLAD_API_PTR* buffer_storage)(GLenum target, GLsizeiptr size,
                                           const void* data, GLbitfield flags);

TEST(a_buffer_that_is_mapped_persistently_is_sorted)
{
    const char* name = harness.gles ? "glBufferStorageEXT" : "glBufferStorage";
    const GLbitfield access = GL_MAP_READ_BIT | MAP_PERSISTENT | MAP_COHERENT;
    buffer_storage store = (buffer_storage)offscreen_get_proc(harness.offscreen, name);
    struct gl_sorter s;
    GLuint keys = 0;
    if (store == NULL) // only the newest contexts have it
        return;
    open_buffers(&s, GLSORT_BACKEND_AUTO);
    harness.gl.GenBuffers(1, &keys);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, keys);
    store(GL_COPY_WRITE_BUFFER, MOST * 4, NULL, access);
    const uint32_t* mapped =
        harness.gl.MapBufferRange(GL_COPY_WRITE_BUFFER, 0, MOST * 4, access);
    assert_non_null(mapped);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    args.keys_out = (glsort_resource){.name = keys};
    if (glsort_sort_run(s.plan, &args) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    if (harness.has_compute)
        harness.gl.MemoryBarrier(0x4000); // GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT
    harness.gl.Finish();
    assert_memory_equal(mapped, s.sorted_keys, MOST * 4);
    harness.gl.DeleteBuffers(1, &keys);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    gl_sorter_close(&s);
}

// ---- frame buffers --------------------------------------------------------------------

int main(int argc, char** argv)
{
    const struct gl_suite strict = {
        .harness = &harness, .mock = &mock, .context = &context};
    const struct gl_suite newest = {
        .harness = &harness,
        .mock = &mock,
        .context = &context,
        .apis = GL_API_COMPUTE | 1 << GL_API_33_COMPAT | 1 << GL_API_ES30,
        .opens_newest = true,
    };
    int failed = gl_suite_run(argc, argv, &strict);
    if (argc > 1)
        return failed;
    return failed + gl_suite_run(argc, argv, &newest);
}
