// SPDX-License-Identifier: MIT
// The newest contexts that the driver has, GL 4.5 or later and GLES 3.2: what only they
// know. gl_state_newest looks at all of their state.
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

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
    glsort_sort_desc desc = gl_forms[form].plan;
    desc.max_count = MOST;
    desc.values = GLSORT_VALUES_4_BYTES;
    desc.count_source = source;
    clip(CLIP_UPPER_LEFT, CLIP_ZERO_TO_ONE);
    gl_sorter_open_odd(&s, &harness, c, &desc, false);
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
    glsort_sort_desc desc = gl_form_named("abisort-partition-fragment")->plan;
    desc.max_count = MOST;
    gl_sorter_open_odd(&s, &harness, context, &desc, false);
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
