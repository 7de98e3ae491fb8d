// SPDX-License-Identifier: MIT
// State that extensions and newer versions add to a context: saved, out of the way while
// glsort works, and restored like the rest.
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

GL_SUITE(.no_context = true);

enum { MOST = 3000, MOST_PASSES = 1000, MOST_GROUPS = 1024 };

static const char draws[] = "abisort-partition-fragment";
static const char dispatches[] = "abisort-partition";

static void open_sorter(struct gl_sorter* s, glsort_context* c, const char* form,
                        uint32_t flags)
{
    struct gl_sorter_desc desc = {.plan = gl_form_named(form)->plan,
                                  .leads = {1, 3, 5, 7, 0}};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.flags = flags;
    gl_sorter_open(s, &harness, c, &desc);
}

static GLint get(GLenum name)
{
    GLint value = -1;
    harness.gl.GetIntegerv(name, &value);
    return value;
}

// ---- transfers and draws --------------------------------------------------------------

static void check_upside_down(glsort_context* c, GLenum name, bool kept)
{
    struct gl_sorter s;
    open_sorter(&s, c, draws, 0);
    gl_sorter_fill(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(&s, MOST);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    harness.gl.PixelStorei(name, GL_TRUE);
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    assert_int_equal(get(name), kept);
    harness.gl.PixelStorei(name, GL_FALSE);
    if (!gl_sorter_holds(&s, MOST))
        fail_msg("%s: %s", gl_api_name(harness.api), s.trouble);
    gl_sorter_close(&s);
}

// Mesa has the one in GL and the other in GLES.
TEST(rows_that_are_packed_upside_down_do_not_turn_the_result)
{
    GLenum name = harness.gles ? GL_PACK_REVERSE_ROW_ORDER_ANGLE : GL_PACK_INVERT_MESA;
    if (!gl_test_needs(harness.gles ? harness.gl.ANGLE_pack_reverse_row_order
                                    : harness.gl.MESA_pack_invert))
        skip();
    glsort_context* c = gl_mock_context(&mock, 0);
    check_upside_down(c, name, true);
    glsort_context_destroy(c);
    c = gl_mock_context(&mock, GLSORT_CONTEXT_CLOBBERS_STATE);
    check_upside_down(c, name, false);
    glsort_context_destroy(c);
}

// The mock has the extension, and complains about draws that rectangles could clip.
TEST(window_rectangles_are_out_of_the_way_of_draws_and_come_back)
{
    struct gl_sorter s;
    const struct gl_windows hostile = {.offered = true,
                                       .mode = GL_INCLUSIVE_EXT,
                                       .count = 2,
                                       .boxes = {{1, 2, 3, 4}, {5, 6, 7, 8}}};
    mock.windows = hostile;
    glsort_context* c = gl_mock_context(&mock, 0);
    open_sorter(&s, c, draws, 0);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    assert_memory_equal(&mock.windows, &hostile, sizeof hostile);
    mock.windows.mode = GL_EXCLUSIVE_EXT;
    mock.windows.count = 0;
    gl_sorter_check(&s, DATA_UNIFORM, 2, MOST);
    assert_int_equal(mock.windows.mode, GL_EXCLUSIVE_EXT);
    assert_string_equal(mock.trouble, "");
    gl_sorter_close(&s);
    glsort_context_destroy(c);
    mock.windows = (struct gl_windows){0};
}

// llvmpipe draws what a shader without clip distances would lose, so what is looked at is
// that they are off.
TEST(clip_distances_of_gles_are_off_while_fragments_are_drawn)
{
    struct gl_sorter s;
    if (!harness.gles)
        return;
    if (!gl_test_needs(harness.gl.EXT_clip_cull_distance))
        skip();
    for (uint32_t flags = 0; flags < 2; ++flags) {
        glsort_context* c =
            gl_mock_context(&mock, flags == 0 ? 0 : GLSORT_CONTEXT_CLOBBERS_STATE);
        open_sorter(&s, c, draws, 0);
        harness.gl.Enable(GL_CLIP_DISTANCE0_EXT);
        harness.gl.Enable(GL_CLIP_DISTANCE0_EXT + 7);
        gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
        assert_int_equal(harness.gl.IsEnabled(GL_CLIP_DISTANCE0_EXT), flags == 0);
        assert_int_equal(harness.gl.IsEnabled(GL_CLIP_DISTANCE0_EXT + 7), flags == 0);
        harness.gl.Disable(GL_CLIP_DISTANCE0_EXT);
        harness.gl.Disable(GL_CLIP_DISTANCE0_EXT + 7);
        gl_sorter_close(&s);
        glsort_context_destroy(c);
    }
}

// ---- queries --------------------------------------------------------------------------

static void read_timings(glsort_context* c, GLuint buffer)
{
    struct gl_sorter s;
    uint64_t ns[MOST_PASSES];
    uint32_t count = MOST_PASSES;
    open_sorter(&s, c, harness.has_compute ? dispatches : draws, GLSORT_PLAN_TIMINGS);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    harness.gl.Finish();
    harness.gl.BindBuffer(GL_QUERY_BUFFER, buffer);
    assert_int_equal(glsort_plan_timings(s.plan, ns, &count), GLSORT_OK);
    assert_int_equal(harness.gl.GetError(), GL_NO_ERROR);
    gl_sorter_close(&s);
}

TEST(timings_come_back_while_a_query_buffer_of_the_callers_is_bound)
{
    const uint32_t guard = 0xC0FFEE11u;
    uint32_t held = 0;
    if (harness.gles)
        return;
    if (!gl_test_needs(harness.gl.ARB_query_buffer_object))
        skip();
    GLuint buffer = gl_buffer_create(&harness, sizeof guard, &guard);
    glsort_context* c = gl_mock_context(&mock, 0);
    read_timings(c, buffer);
    assert_int_equal(get(GL_QUERY_BUFFER_BINDING), buffer);
    gl_buffer_read(&harness, buffer, 0, sizeof held, &held);
    assert_int_equal(held, guard);
    glsort_context_destroy(c);
    c = gl_mock_context(&mock, GLSORT_CONTEXT_CLOBBERS_STATE);
    read_timings(c, buffer);
    assert_int_equal(get(GL_QUERY_BUFFER_BINDING), 0);
    glsort_context_destroy(c);
    harness.gl.DeleteBuffers(1, &buffer);
}

// ---- debug groups ---------------------------------------------------------------------

static void push(const char* text)
{
    if (harness.gles)
        harness.gl.PushDebugGroupKHR(GL_DEBUG_SOURCE_APPLICATION, 0, -1, text);
    else
        harness.gl.PushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, text);
}

static void pop(void)
{
    if (harness.gles)
        harness.gl.PopDebugGroupKHR();
    else
        harness.gl.PopDebugGroup();
}

// With no room there are no groups of ours; with room for one there are.
TEST(a_full_stack_of_debug_groups_stays_the_callers)
{
    struct gl_sorter s;
    glsort_context* c = gl_mock_context(&mock, GLSORT_CONTEXT_DEBUG);
    const GLint most = get(GL_MAX_DEBUG_GROUP_STACK_DEPTH);
    assert_in_range(most, 2, MOST_GROUPS);
    open_sorter(&s, c, harness.has_compute ? dispatches : draws, 0);
    for (GLint depth = most; depth >= most - 1; --depth) {
        while (get(GL_DEBUG_GROUP_STACK_DEPTH) < depth)
            push("the caller's");
        gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
        assert_int_equal(harness.gl.GetError(), GL_NO_ERROR);
        assert_int_equal(get(GL_DEBUG_GROUP_STACK_DEPTH), depth);
        pop();
    }
    while (get(GL_DEBUG_GROUP_STACK_DEPTH) > 1)
        pop();
    gl_sorter_close(&s);
    glsort_context_destroy(c);
}
