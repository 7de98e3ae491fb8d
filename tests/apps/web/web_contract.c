// SPDX-License-Identifier: MIT
// What is different in a browser: the state that calls leave, objects that WebGL refuses,
// and what a run asks.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "web_page.h"

#define UNPACK_FLIP_Y_WEBGL 0x9240
#define UNPACK_PREMULTIPLY_ALPHA_WEBGL 0x9241
#define LINE 0x1B01
#define FILL 0x1B02

static struct gl_harness harness;
static glsort_context* context;

enum { MOST = 3000 };

static GLint get(GLenum name)
{
    GLint value = 0;
    harness.gl.GetIntegerv(name, &value);
    return value;
}

static void open_sorter(struct gl_sorter* s, glsort_context* c, uint32_t textures)
{
    struct gl_sorter_desc desc = {.plan = {.max_count = MOST, .textures = textures}};
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    gl_sorter_open(s, &harness, c, &desc);
}

// Without gl_sorter_check, which would reset the state.
static void sort(struct gl_sorter* s)
{
    gl_sorter_fill(s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(s, MOST);
}

static void run(struct gl_sorter* s)
{
    glsort_sort_args args = gl_sorter_args(s, MOST);
    gl_sorter_require(s, glsort_sort_run(s->plan, &args));
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void expect_sorted(struct gl_sorter* s)
{
    if (!gl_sorter_holds(s, MOST))
        fail_msg("%s", s->trouble);
}

// ---- state ----------------------------------------------------------------------------

static void check_unpacking(uint32_t flags, int after)
{
    struct gl_sorter s;
    glsort_context* c = gl_harness_context(&harness, flags);
    open_sorter(&s, c, 0);
    sort(&s);
    harness.gl.PixelStorei(UNPACK_FLIP_Y_WEBGL, 1);
    harness.gl.PixelStorei(UNPACK_PREMULTIPLY_ALPHA_WEBGL, 1);
    run(&s);
    assert_int_equal(get(UNPACK_FLIP_Y_WEBGL), after);
    assert_int_equal(get(UNPACK_PREMULTIPLY_ALPHA_WEBGL), after);
    harness.gl.PixelStorei(UNPACK_FLIP_Y_WEBGL, 0);
    harness.gl.PixelStorei(UNPACK_PREMULTIPLY_ALPHA_WEBGL, 0);
    expect_sorted(&s);
    gl_sorter_close(&s);
    glsort_context_destroy(c);
}

TEST(uploads_work_however_the_page_unpacks_its_images)
{
    check_unpacking(0, 0);
    check_unpacking(GLSORT_CONTEXT_KEEPS_STATE, 1);
}

TEST(a_run_leaves_the_initial_state_or_what_is_named)
{
    struct gl_sorter s;
    glsort_left_state left = {.viewport = {1, 2, 30, 40}};
    open_sorter(&s, context, 0);
    sort(&s);
    harness.gl.Viewport(3, 4, 5, 6);
    harness.gl.Enable(GL_BLEND);
    harness.gl.ActiveTexture(GL_TEXTURE3);
    harness.gl.ColorMask(0, 1, 0, 1);
    run(&s);
    GLint viewport[4];
    GLboolean mask[4];
    harness.gl.GetIntegerv(GL_VIEWPORT, viewport);
    harness.gl.GetBooleanv(GL_COLOR_WRITEMASK, mask);
    assert_int_equal(viewport[0], 0);
    assert_int_equal(viewport[2], 64); // of the canvas
    assert_int_equal(viewport[3], 48);
    assert_int_equal(mask[0] & mask[1] & mask[2] & mask[3], 1);
    assert_int_equal(harness.gl.IsEnabled(GL_BLEND), 0);
    assert_int_equal(get(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
    assert_int_equal(get(GL_VERTEX_ARRAY_BINDING), 0);
    harness.gl.GenVertexArrays(1, &left.vertex_array);
    harness.gl.BindVertexArray(left.vertex_array);
    harness.gl.GenFramebuffers(1, &left.draw_framebuffer);
    harness.gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, left.draw_framebuffer);
    left.enabled = GLSORT_LEFT_BLEND | GLSORT_LEFT_DEPTH_TEST;
    assert_int_equal(glsort_context_leave(context, &left), GLSORT_OK);
    run(&s);
    harness.gl.GetIntegerv(GL_VIEWPORT, viewport);
    assert_memory_equal(viewport, left.viewport, sizeof viewport);
    assert_int_equal(get(GL_VERTEX_ARRAY_BINDING), left.vertex_array);
    assert_int_equal(get(GL_DRAW_FRAMEBUFFER_BINDING), left.draw_framebuffer);
    assert_int_equal(get(GL_READ_FRAMEBUFFER_BINDING), 0);
    assert_int_equal(harness.gl.IsEnabled(GL_BLEND), 1);
    assert_int_equal(harness.gl.IsEnabled(GL_DEPTH_TEST), 1);
    assert_int_equal(harness.gl.IsEnabled(GL_CULL_FACE), 0);
    assert_int_equal(glsort_context_leave(context, &(glsort_left_state){0}), GLSORT_OK);
    harness.gl.DeleteVertexArrays(1, &left.vertex_array);
    harness.gl.DeleteFramebuffers(1, &left.draw_framebuffer);
    run(&s);
    expect_sorted(&s);
    gl_sorter_close(&s);
}

TEST(lines_as_polygon_mode_do_not_break_a_run)
{
    if (!page_enable("WEBGL_polygon_mode"))
        skip();
    EXPECT_CONSOLE("very low support on mobile devices.*WEBGL_polygon_mode");
    for (int keeps = 0; keeps < 2; ++keeps) {
        struct gl_sorter s;
        uint32_t flags =
            GLSORT_CONTEXT_USES_POLYGON_MODE | (keeps ? GLSORT_CONTEXT_KEEPS_STATE : 0u);
        glsort_context* c = gl_harness_context(&harness, flags);
        open_sorter(&s, c, 0);
        sort(&s);
        page_set_polygon_mode(LINE);
        run(&s);
        assert_int_equal(page_polygon_mode(), keeps ? LINE : FILL);
        page_set_polygon_mode(FILL);
        expect_sorted(&s);
        gl_sorter_close(&s);
        glsort_context_destroy(c);
    }
}

// ---- objects --------------------------------------------------------------------------

TEST(a_buffer_that_was_an_element_array_is_refused)
{
    struct gl_sorter s;
    GLuint name = 0;
    EXPECT_CONSOLE("INVALID_OPERATION: bindBuffer|element array|ELEMENT_ARRAY");
    open_sorter(&s, context, 0);
    sort(&s);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    harness.gl.GenBuffers(1, &name);
    harness.gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, name);
    harness.gl.BufferData(GL_ELEMENT_ARRAY_BUFFER, 4 * MOST, NULL, GL_DYNAMIC_COPY);
    harness.gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    args.values_out = (glsort_resource){.name = name};
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    if (strstr(glsort_last_error(context), "GL_ELEMENT_ARRAY_BUFFER") == NULL)
        fail_msg("%s", glsort_last_error(context));
    harness.gl.DeleteBuffers(1, &name);
    run(&s);
    expect_sorted(&s);
    gl_sorter_close(&s);
}

TEST(keys_may_be_bound_for_transform_feedback)
{
    struct gl_sorter s;
    GLuint feedback = 0;
    open_sorter(&s, context, 0);
    sort(&s);
    harness.gl.GenTransformFeedbacks(1, &feedback);
    for (int own = 0; own < 2; ++own) {
        if (own)
            harness.gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
        harness.gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, s.keys_in.name);
        harness.gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 1, s.values_out.name);
        run(&s);
        assert_int_equal(get(GL_TRANSFORM_FEEDBACK_BINDING), 0);
    }
    for (GLuint at = 0; at < 2; ++at)
        harness.gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, at, 0);
    harness.gl.BindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, 0);
    harness.gl.DeleteTransformFeedbacks(1, &feedback);
    expect_sorted(&s);
    gl_sorter_close(&s);
}

// ---- questions ------------------------------------------------------------------------

TEST(a_run_asks_about_an_object_once)
{
    struct gl_sorter s;
    open_sorter(&s, context, GLSORT_TEXTURE_VALUES_OUT);
    sort(&s);
    glsort_sort_args args = gl_sorter_args(&s, MOST - 7);
    glsort_context_recheck(context);
    page_count_questions();
    gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
    assert_in_range(page_questions(), 8, 100);
    args.count = MOST - 9;
    gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
    assert_int_equal(page_questions(), 0);
    run(&s);
    page_questions();
    run(&s);
    assert_int_equal(page_questions(), 1); // the test's own, for errors
    glsort_context_recheck(context);
    run(&s);
    assert_in_range(page_questions(), 9, 100);
    expect_sorted(&s);
    gl_sorter_close(&s);
}

TEST(a_buffer_that_has_grown_is_asked_again)
{
    struct gl_sorter s;
    open_sorter(&s, context, 0);
    sort(&s);
    glsort_sort_args args = gl_sorter_args(&s, 1000);
    args.values_out = (glsort_resource){.name = gl_buffer_create(&harness, 4000, NULL)};
    gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
    args.count = 1001;
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_ERROR_RANGE);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, args.values_out.name);
    harness.gl.BufferData(GL_COPY_WRITE_BUFFER, 4004, NULL, GL_DYNAMIC_COPY);
    gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
    harness.gl.DeleteBuffers(1, &args.values_out.name);
    gl_sorter_close(&s);
}

// ---- the device -----------------------------------------------------------------------

TEST(a_renderer_on_the_cpu_is_known_although_browsers_hide_it)
{
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    assert_int_equal(limits.is_software, 1);
}

TEST(without_a_context_a_call_says_so)
{
    char message[256] = "";
    struct gl_sorter s;
    glsort_context* c = context;
    glsort_plan* plan = NULL;
    const glsort_sort_desc desc = {.max_count = 1};
    open_sorter(&s, context, 0);
    glsort_sort_args args = gl_sorter_args(&s, 10);
    offscreen_release(harness.offscreen);
    glsort_context_desc wanted = {.message = message, .message_bytes = sizeof message};
    assert_int_equal(glsort_context_create(&wanted, &c), GLSORT_ERROR_CONTEXT);
    assert_null(c);
    assert_non_null(strstr(message, "no WebGL context is current"));
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_ERROR_CONTEXT);
    assert_non_null(strstr(glsort_last_error(context), "no WebGL context is current"));
    assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_CONTEXT);
    offscreen_make_current(harness.offscreen);
    gl_sorter_close(&s);
}

TEST(a_context_without_get_proc_sorts)
{
    struct gl_sorter s;
    glsort_context* c = NULL;
    assert_int_equal(glsort_context_create(&(glsort_context_desc){0}, &c), GLSORT_OK);
    open_sorter(&s, c, 0);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_close(&s);
    glsort_context_destroy(c);
}

int main(int argc, char** argv)
{
    const struct gl_suite suite = {.harness = &harness, .context = &context};
    return gl_suite_run(argc, argv, &suite);
}
