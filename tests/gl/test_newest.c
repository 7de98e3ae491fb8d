// SPDX-License-Identifier: MIT
// The newest contexts that the driver has, GL 4.5 or later and GLES 3.2, with state that
// older ones do not know.
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include <glsort/glsort_host.h>

#include "gl_dump.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

GL_SUITE(.unmocked = true,
         .apis = 1 << GL_API_43 | 1 << GL_API_33_COMPAT | 1 << GL_API_ES30,
         .opens_newest = true);

enum { MOST = 3001 };

#define CLIP_LOWER_LEFT 0x8CA1
#define CLIP_UPPER_LEFT 0x8CA2
#define CLIP_MINUS_ONE_TO_ONE 0x935E
#define CLIP_ZERO_TO_ONE 0x935F
#define CLIP_ORIGIN 0x935C
#define CLIP_DEPTH_MODE 0x935D

typedef void(GLAD_API_PTR* clip_control)(GLenum origin, GLenum depth);
typedef void(GLAD_API_PTR* color_mask)(GLuint at, GLboolean r, GLboolean g, GLboolean b,
                                       GLboolean a);
typedef void(GLAD_API_PTR* switch_indexed)(GLenum what, GLuint at);
typedef GLboolean(GLAD_API_PTR* is_indexed)(GLenum what, GLuint at);
typedef void(GLAD_API_PTR* get_indexed)(GLenum what, GLuint at, GLboolean* values);

static glsort_proc find(const char* name)
{
    glsort_proc proc = offscreen_get_proc(harness.offscreen, name);
    if (proc == NULL)
        fail_msg("the newest context has no %s", name);
    return proc;
}

static void open_sorter(struct gl_sorter* s, uint32_t form)
{
    struct gl_sorter_desc desc = {.plan = gl_forms[form].plan, .leads = {1, 3, 5, 7, 0}};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.key = GLSORT_KEY_F32;
    gl_sorter_open(s, &harness, context, &desc);
}

TEST(the_version_is_newer_than_what_is_needed)
{
    glsort_limits limits;
    // Other drivers give the version that they are asked for.
    if (strstr((const char*)harness.gl.GetString(GL_VERSION), "Mesa") == NULL)
        skip();
    glsort_context_limits(context, &limits);
    assert_true(limits.version >= (harness.gles ? 320u : 450u));
}

// GL 4.5, or an extension of GLES. NULL: the context has neither.
static clip_control find_clip_control(void)
{
    const char* name = harness.gles ? "glClipControlEXT" : "glClipControl";
    if (harness.gles && strstr((const char*)harness.gl.GetString(GL_EXTENSIONS),
                               "GL_EXT_clip_control") == NULL)
        return NULL;
    return (clip_control)find(name);
}

static void expect_clip(GLint origin, GLint depth)
{
    GLint now[2] = {0};
    harness.gl.GetIntegerv(CLIP_ORIGIN, &now[0]);
    harness.gl.GetIntegerv(CLIP_DEPTH_MODE, &now[1]);
    assert_int_equal(now[0], origin);
    assert_int_equal(now[1], depth);
}

// Runs of all and of few elements, whose number the GPU alone may know.
static void sort_upside_down(clip_control clip, glsort_context* c, uint32_t form,
                             glsort_count_source source)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = {.plan = gl_forms[form].plan, .leads = {1, 3, 5, 7, 0}};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.count_source = source;
    clip(CLIP_UPPER_LEFT, CLIP_ZERO_TO_ONE);
    gl_sorter_open(&s, &harness, c, &desc);
    gl_sorter_check(&s, DATA_UNIFORM, form, MOST);
    gl_sorter_check(&s, DATA_UNIFORM, form, 70);
    expect_clip(CLIP_UPPER_LEFT, CLIP_ZERO_TO_ONE);
    clip(CLIP_LOWER_LEFT, CLIP_MINUS_ONE_TO_ONE);
    gl_sorter_check(&s, DATA_UNIFORM, form, 70);
    expect_clip(CLIP_LOWER_LEFT, CLIP_MINUS_ONE_TO_ONE);
    gl_sorter_close(&s);
}

TEST(an_upper_left_origin_turns_nothing_upside_down)
{
    const clip_control clip = find_clip_control();
    glsort_context* resets = gl_harness_context(&harness, GLSORT_CONTEXT_RESETS_STATE);
    for (uint32_t form = 0; form < gl_form_count && clip != NULL; ++form) {
        if (gl_forms[form].plan.backend != GLSORT_BACKEND_FRAGMENT ||
            !gl_form_fits(&gl_forms[form], &harness))
            continue;
        sort_upside_down(clip, context, form, GLSORT_COUNT_FROM_ARGS);
        if (!gl_form_counts_on_gpu(&gl_forms[form]))
            continue;
        sort_upside_down(clip, context, form, GLSORT_COUNT_FROM_BUFFER);
        sort_upside_down(clip, resets, form, GLSORT_COUNT_FROM_BUFFER);
    }
    glsort_context_destroy(resets);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// GLES has these since 3.2 only; the plain calls would set all draw buffers alike.
TEST(masks_and_blending_of_single_draw_buffers_are_kept)
{
    color_mask set_mask = (color_mask)find("glColorMaski");
    switch_indexed enable = (switch_indexed)find("glEnablei");
    switch_indexed disable = (switch_indexed)find("glDisablei");
    is_indexed is_enabled = (is_indexed)find("glIsEnabledi");
    get_indexed get = (get_indexed)find("glGetBooleani_v");
    struct gl_sorter s;
    GLboolean mask[4];
    open_sorter(&s, gl_form_place("abisort-partition-fragment"));
    for (GLuint i = 0; i < 4; ++i) {
        set_mask(i, i == 0, i == 1, i == 2, i == 3);
        (i % 2 == 1 ? enable : disable)(GL_BLEND, i);
    }
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    for (GLuint i = 0; i < 4; ++i) {
        get(GL_COLOR_WRITEMASK, i, mask);
        for (GLuint at = 0; at < 4; ++at)
            assert_int_equal(mask[at], at == i);
        assert_int_equal(is_enabled(GL_BLEND, i), i % 2);
    }
    harness.gl.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    harness.gl.Disable(GL_BLEND);
    gl_sorter_close(&s);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void expect_same(const struct gl_dump* before, const char* form, const char* call)
{
    struct gl_dump after;
    gl_dump_take(&after, &harness);
    if (!gl_dump_equal(before, &after, NULL))
        fail_msg("%s: %s changes the state", form, call);
    gl_dump_free(&after);
}

static void call_all(struct gl_sorter* s, const struct gl_area* seen,
                     const struct gl_dump* before, const char* form)
{
    const glsort_sort_args args = gl_sorter_args(s, MOST);
    const glsort_peek_args peek = {.keys_out = gl_area_resource(seen)};
    uint32_t keys[100] = {3, 1, 2};
    glsort_sort_desc host = {.max_count = 60, .backend = s->desc.plan.backend};
    const glsort_host_args arrays = {.count = 100, .keys_in = keys, .keys_out = keys};
    glsort_plan* plan = gl_make_plan(context, &s->desc.plan);
    expect_same(before, form, "glsort_sort_create");
    assert_int_equal(glsort_plan_warm(plan), GLSORT_OK);
    expect_same(before, form, "glsort_plan_warm");
    glsort_plan_destroy(plan);
    expect_same(before, form, "glsort_plan_destroy");
    assert_int_equal(glsort_sort_host(context, &host, &arrays), GLSORT_OK);
    expect_same(before, form, "glsort_sort_host");
    assert_int_equal(begin_sort(s->plan, &args), GLSORT_OK);
    assert_int_equal(glsort_plan_step(s->plan, 2), GLSORT_OK);
    expect_same(before, form, "glsort_plan_step");
    assert_int_equal(glsort_plan_peek(s->plan, &peek), GLSORT_OK);
    expect_same(before, form, "glsort_plan_peek");
    assert_int_equal(glsort_plan_end(s->plan), GLSORT_OK);
    assert_int_equal(glsort_sort_run(s->plan, &args), GLSORT_OK);
    expect_same(before, form, "glsort_sort_run");
}

// Here many binding points are bound by one call, which strict contexts do not have.
TEST(a_hostile_state_is_kept_and_harmless)
{
    static const char* const forms[] = {"abisort-partition-fragment",
                                        "abisort-partition"};
    for (uint32_t i = 0; i < (harness.has_compute ? 2 : 1); ++i) {
        struct gl_hostile hostile;
        struct gl_dump before;
        struct gl_sorter s;
        struct gl_area seen;
        open_sorter(&s, gl_form_place(forms[i]));
        gl_area_create(&seen, &harness, 0, 0, MOST);
        gl_sorter_fill(&s, DATA_UNIFORM, 1, MOST);
        gl_sorter_load(&s, MOST);
        gl_hostile_set(&hostile, &harness);
        gl_dump_take(&before, &harness);
        call_all(&s, &seen, &before, forms[i]);
        gl_dump_free(&before);
        gl_hostile_clear(&hostile, &harness);
        gl_area_destroy(&seen);
        gl_sorter_close(&s);
    }
}

static uint32_t errors_heard;

static void GLAD_API_PTR hear(GLenum source, GLenum type, GLuint id, GLenum severity,
                              GLsizei length, const GLchar* text, const void* user)
{
    errors_heard += type == GL_DEBUG_TYPE_ERROR;
}

// Nor is an error that was pending heard a second time.
TEST(creating_a_context_sends_a_debug_callback_no_error)
{
    const GladGLContext* gl = &harness.gl;
    const PFNGLDEBUGMESSAGECALLBACKPROC listen =
        (PFNGLDEBUGMESSAGECALLBACKPROC)find("glDebugMessageCallback");
    gl->Enable(GL_DEBUG_OUTPUT);
    gl->Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    listen(hear, NULL);
    errors_heard = 0;
    gl->ActiveTexture(GL_NONE);
    assert_int_equal(errors_heard, 1);
    glsort_context* c = gl_harness_context(&harness, 0);
    glsort_context_destroy(c);
    assert_int_equal(errors_heard, 1);
    assert_true(gl->IsEnabled(GL_DEBUG_OUTPUT));
    listen(NULL, NULL);
    gl->Disable(GL_DEBUG_OUTPUT);
    assert_int_equal(gl_take_error(&harness), GL_INVALID_ENUM);
}
