// SPDX-License-Identifier: MIT
// The caller's GL state is as before after every call, and a sort is right however
// hostile that state is. Its errors stay its own.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_host.h>

#include "gl_dump.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"

GL_SUITE(.tests_open = true);

enum { MOST = 3000, MOST_PASSES = 1000 };

static uint32_t form_count(void)
{
    return gl_form_count + gl_texture_form_count;
}

// Of the device, which say which forms fit.
static void learn_limits(void)
{
    gl_suite_open(&suite);
    gl_suite_close(&suite);
}

static struct gl_sorter_desc desc_of(uint32_t form, bool textures)
{
    struct gl_sorter_desc desc = {
        .plan = gl_form_at(form)->plan, .room = MOST, .leads = {1, 3, 5, 7, 0}};
    if (desc.plan.max_count == 0)
        desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.textures = textures ? GLSORT_TEXTURES_ALL : 0;
    desc.plan.flags = GLSORT_PLAN_TIMINGS;
    return desc;
}

// All forms except the trees that are not main forms; these too if all is to be tested.
static bool is_wanted(uint32_t form, bool textures)
{
    const glsort_sort_desc* plan = &gl_form_at(form)->plan;
    bool fragment = plan->backend == GLSORT_BACKEND_FRAGMENT;
    return gl_form_fits(gl_form_at(form), &harness) && (fragment || !textures) &&
           (gl_test_all() || plan->tuning->algorithm != GLSORT_ALGORITHM_ABISORT_TREE ||
            gl_form_is_main(gl_form_at(form)));
}

struct watch {
    struct gl_hostile hostile;
    struct gl_dump before;
};

static void start_watching(struct watch* w)
{
    gl_hostile_set(&w->hostile, &harness);
    gl_dump_take(&w->before, &harness);
}

static void expect_same(const struct watch* w, const char* call)
{
    struct gl_dump after;
    gl_dump_take(&after, &harness);
    if (!gl_dump_equal(&w->before, &after, NULL))
        fail_msg("%s: %s changed the state", gl_api_name(harness.api), call);
    gl_dump_free(&after);
}

// The hostile state ends with its context, so call this before the context is closed.
static void stop_watching(struct watch* w)
{
    gl_dump_free(&w->before);
    gl_hostile_clear(&w->hostile, &harness);
}

static void sort_watched(struct gl_sorter* s, const struct watch* w)
{
    glsort_sort_args args = gl_sorter_args(s, MOST);
    assert_int_equal(glsort_sort_run(s->plan, &args), GLSORT_OK);
    expect_same(w, "glsort_sort_run");
}

static void step_watched(struct gl_sorter* s, const struct watch* w, glsort_resource keys)
{
    glsort_sort_args args = gl_sorter_args(s, MOST);
    glsort_peek_args peek = {.keys_out = keys};
    uint64_t ns[MOST_PASSES];
    uint32_t count = MOST_PASSES;
    assert_int_equal(begin_sort(s->plan, &args), GLSORT_OK);
    expect_same(w, "begin_sort");
    assert_int_equal(glsort_plan_step(s->plan, 3), GLSORT_OK);
    expect_same(w, "glsort_plan_step");
    assert_int_equal(glsort_plan_peek(s->plan, &peek), GLSORT_OK);
    expect_same(w, "glsort_plan_peek");
    assert_int_equal(glsort_plan_step(s->plan, UINT32_MAX), GLSORT_OK);
    expect_same(w, "glsort_plan_step");
    assert_int_equal(glsort_plan_end(s->plan), GLSORT_OK);
    expect_same(w, "glsort_plan_end");
    assert_true(glsort_plan_timings(s->plan, ns, &count) >= 0);
    expect_same(w, "glsort_plan_timings");
}

// A creation in steps, and the calls of a context that need no plan.
static void poll_watched(glsort_context* c, const glsort_sort_desc* desc,
                         const struct watch* w)
{
    glsort_plan* plan = NULL;
    glsort_result result = GLSORT_NOT_READY;
    size_t bytes = 0;
    uint32_t keys[100] = {3, 1, 2};
    glsort_sort_desc host = {.max_count = 60, .backend = desc->backend};
    const glsort_host_args args = {.count = 100, .keys_in = keys, .keys_out = keys};
    assert_int_equal(begin_creation(c, desc, &plan), GLSORT_OK);
    expect_same(w, "glsort_sort_create in steps");
    while (result == GLSORT_NOT_READY) {
        result = glsort_plan_poll(plan);
        expect_same(w, "glsort_plan_poll");
    }
    assert_int_equal(result, GLSORT_OK);
    glsort_plan_destroy(plan);
    expect_same(w, "glsort_plan_destroy");
    result = glsort_context_programs(c, NULL, &bytes);
    assert_true(result == GLSORT_OK || result == GLSORT_ERROR_UNSUPPORTED);
    expect_same(w, "glsort_context_programs");
    assert_int_equal(glsort_sort_host(c, &host, &args), GLSORT_OK);
    expect_same(w, "glsort_sort_host");
}

static void create_watched(const glsort_sort_desc* desc, const struct watch* w)
{
    glsort_plan* plan = gl_make_plan(context, desc);
    expect_same(w, "glsort_sort_create");
    assert_int_equal(glsort_plan_warm(plan), GLSORT_OK);
    expect_same(w, "glsort_plan_warm");
    glsort_plan_destroy(plan);
    expect_same(w, "glsort_plan_destroy");
    glsort_context* c = gl_mock_context(&mock, GLSORT_CONTEXT_DEBUG);
    expect_same(w, "glsort_context_create");
    poll_watched(c, desc, w); // compiles its programs here
    glsort_context_destroy(c);
    expect_same(w, "glsort_context_destroy");
}

// Everything is made beforehand, the state made hostile, and looked at after each call;
// the results are read when it is clean again.
static void calls_in_a_hostile_state(uint32_t form, bool textures)
{
    struct gl_sorter s;
    struct gl_area keys;
    struct watch w;
    struct gl_sorter_desc desc = desc_of(form, textures);
    gl_suite_open(&suite);
    gl_sorter_open(&s, &harness, context, &desc);
    gl_area_create(&keys, &harness, textures ? 64 : 0, 0, MOST);
    gl_sorter_ready(&s, DATA_UNIFORM, form, MOST);

    start_watching(&w);
    create_watched(&desc.plan, &w);
    sort_watched(&s, &w);
    step_watched(&s, &w, gl_area_resource(&keys));
    harness.gl.Finish();
    stop_watching(&w);

    // A fresh context's view of the results: nothing hostile is left in the way.
    struct gl_harness hostile = harness;
    gl_harness_open_as(&harness, hostile.api, false, &hostile);
    s.h = s.keys_in.h = s.keys_out.h = s.values_in.h = s.values_out.h = &harness;
    if (!gl_sorter_holds(&s, MOST))
        fail_msg("%s, in a hostile state: %s", gl_form_at(form)->name, s.trouble);
    gl_harness_close(&harness);
    harness = hostile;
    s.h = s.keys_in.h = s.keys_out.h = s.values_in.h = s.values_out.h = &harness;
    assert_true(offscreen_make_current(harness.offscreen));
    gl_area_destroy(&keys);
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

TEST(every_call_leaves_the_state_as_it_was_and_sorts_in_any)
{
    learn_limits();
    for (uint32_t form = 0; form < form_count(); ++form)
        for (int textures = 0; textures < 2; ++textures)
            if (is_wanted(form, textures != 0))
                calls_in_a_hostile_state(form, textures != 0);
}

// The mock refuses draws that sample their own target.
TEST(an_output_that_is_bound_to_every_unit_is_no_feedback_loop)
{
    learn_limits();
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (gl_form_at(form)->plan.backend != GLSORT_BACKEND_FRAGMENT ||
            !is_wanted(form, true))
            continue;
        struct gl_sorter s;
        struct gl_sorter_desc desc = desc_of(form, true);
        desc.plan.values = GLSORT_VALUES_INDICES;
        gl_suite_open(&suite);
        gl_sorter_open(&s, &harness, context, &desc);
        glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
        for (GLenum unit = 0; unit < 6; ++unit) {
            harness.gl.ActiveTexture(GL_TEXTURE0 + unit);
            harness.gl.BindTexture(GL_TEXTURE_2D, unit % 2 == 0 ? args.values_out.name
                                                                : args.keys_out.name);
        }
        gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
        assert_true(gl_sorter_holds(&s, MOST));
        gl_sorter_close(&s);
        gl_suite_close(&suite);
    }
}

// It stays in use as it was linked before.
static void link_in_vain(GLuint program)
{
    GLint linked = GL_TRUE;
    GLsizei count = 0;
    GLuint attached[2];
    GLuint shader = harness.gl.CreateShader(GL_VERTEX_SHADER);
    harness.gl.GetAttachedShaders(program, 2, &count, attached);
    for (GLsizei i = 0; i < count; ++i)
        harness.gl.DetachShader(program, attached[i]);
    harness.gl.AttachShader(program, shader); // never compiled
    harness.gl.LinkProgram(program);
    harness.gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    assert_false(linked);
    harness.gl.DeleteShader(shader);
}

// The name cannot be bound again, so zero is; no error comes of it, nor a crash.
TEST(a_program_deleted_while_current_or_linked_in_vain_is_replaced_by_none)
{
    static const char* const names[] = {"abisort-partition-fragment",
                                        "abisort-partition"};
    learn_limits();
    for (uint32_t i = 0; i < (harness.limits.has_compute ? 4 : 2); ++i) {
        struct gl_sorter s;
        struct gl_hostile hostile;
        struct gl_sorter_desc desc = desc_of(gl_form_place(names[i / 2]), false);
        GLint name = -1;
        gl_suite_open(&suite);
        gl_sorter_open(&s, &harness, context, &desc);
        const glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
        gl_hostile_set(&hostile, &harness);
        if (i % 2 != 0)
            link_in_vain(hostile.program);
        harness.gl.DeleteProgram(i % 2 == 0 ? hostile.program : 0); // lives on until now
        gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
        assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
        harness.gl.GetIntegerv(GL_CURRENT_PROGRAM, &name);
        assert_int_equal(name, 0);
        harness.gl.DeleteProgram(i % 2 == 0 ? 0 : hostile.program);
        hostile.program = 0;
        gl_hostile_clear(&hostile, &harness);
        gl_sorter_close(&s);
        gl_suite_close(&suite);
    }
}

// Of wide elements, whose run of nothing has no passes of the sort inside.
TEST(a_run_of_nothing_does_not_hide_the_textures_of_the_next)
{
    const struct gl_sorter_desc desc = {
        .plan = {.max_count = (1 << 24) + 1,
                 .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN},
                 .values = GLSORT_VALUES_8_BYTES},
        .room = MOST};
    struct gl_sorter s;
    struct watch w;
    if (harness.api != GL_API_43)
        skip();
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 1 << 30});
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_ready(&s, DATA_LOW_ENTROPY, 1, MOST);
    glsort_sort_args args = gl_sorter_args(&s, 0);
    start_watching(&w);
    for (int i = 0; i < 2; ++i, args.count = MOST) {
        gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
        expect_same(&w, "glsort_sort_run");
    }
    stop_watching(&w);
    assert_true(gl_sorter_holds(&s, MOST));
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

// ---- clobbering contexts --------------------------------------------------------------

static const char* const every_call[] = {
    "GL_CURRENT_PROGRAM", "GL_PROGRAM_PIPELINE_BINDING", "GL_UNIFORM_BUFFER_BINDING",
    "uniform 0 ", "uniform 1 "};
static const char* const compute_list[] = {"GL_SHADER_STORAGE_BUFFER_BINDING",
                                           "GL_DISPATCH_INDIRECT_BUFFER_BINDING"};
static const char* const fragment_list[] = {
    "GL_COPY_READ_BUFFER",
    "GL_COPY_WRITE_BUFFER",
    "GL_PIXEL_PACK_BUFFER_BINDING",
    "GL_PIXEL_UNPACK_BUFFER_BINDING",
    "PACK_ALIGNMENT",
    "PACK_ROW_LENGTH",
    "PACK_SKIP_ROWS",
    "PACK_SKIP_PIXELS",
    "GL_UNPACK_IMAGE_HEIGHT",
    "GL_UNPACK_SKIP_IMAGES",
    "PACK_SWAP_BYTES",
    "GL_ACTIVE_TEXTURE",
    "GL_DRAW_FRAMEBUFFER_BINDING",
    "GL_READ_FRAMEBUFFER_BINDING",
    "GL_DRAW_BUFFER", // of the frame buffer that is bound
    "GL_READ_BUFFER",
    "GL_VERTEX_ARRAY_BINDING",
    "GL_ELEMENT_ARRAY_BUFFER_BINDING", // of the vertex array
};
static const char* const run_list[] = {
    "GL_VIEWPORT",
    "viewport 0 ",
    "GL_CULL_FACE =",
    "GL_DEPTH_TEST",
    "GL_STENCIL_TEST",
    "GL_SCISSOR_TEST",
    "GL_RASTERIZER_DISCARD",
    "GL_SAMPLE_ALPHA_TO_COVERAGE",
    "GL_SAMPLE_COVERAGE =",
    "GL_COLOR_LOGIC_OP",
    "GL_SAMPLE_MASK",
    "GL_FRAMEBUFFER_SRGB",
    "GL_PRIMITIVE_RESTART =",
    "GL_POLYGON_SMOOTH",
    "GL_DEPTH_CLAMP",
    "GL_MULTISAMPLE",
    "GL_DITHER =",
    "GL_CLIP_DISTANCE",
    "GL_POLYGON_STIPPLE",
    "GL_POLYGON_MODE",
    "GL_BLEND =",
    "GL_COLOR_WRITEMASK",
};

enum { LISTED = 100 };

static uint32_t append(const char** to, uint32_t at, const char* const* from,
                       uint32_t count)
{
    memcpy(to + at, from, count * sizeof *to);
    return at + count;
}

// With numbers from 0 in the place of %u.
static uint32_t append_each(const char** to, uint32_t at, const char* format,
                            uint32_t count)
{
    static char names[LISTED][40];
    for (uint32_t i = 0; i < count; ++i, ++at) {
        snprintf(names[at], sizeof names[at], format, i);
        to[at] = names[at];
    }
    return at;
}

#define APPEND(LIST) at = append(words, at, LIST, sizeof LIST / sizeof LIST[0])

// What docs/gl-state.md allows a run to change, and if it says so a creation, which
// touches what fragment passes do, as words of the dump's lines.
static void allowed(const char* words[LISTED], const struct gl_sorter* s, bool texture,
                    bool creation)
{
    const bool fragment = s->desc.plan.backend == GLSORT_BACKEND_FRAGMENT;
    uint32_t at = 0;
    APPEND(every_call);
    if (!fragment) {
        APPEND(compute_list);
        at = append_each(words, at, "storage %u ", 8);
    }
    if (fragment || creation)
        APPEND(fragment_list);
    else if (texture)
        words[at++] = "GL_ACTIVE_TEXTURE";
    if (fragment || creation || texture) {
        at = append_each(words, at, "unit %u GL_TEXTURE_BINDING_2D =", 6);
        at = append_each(words, at, "unit %u GL_TEXTURE_BINDING_2D_ARRAY", 6);
        at = append_each(words, at, "unit %u GL_SAMPLER_BINDING", 6);
    }
    if (fragment) {
        const bool more = s->plan->executor.draw_buffers > USUAL_DRAW_BUFFERS;
        APPEND(run_list);
        at = append_each(words, at, "target %u ", more ? 8 : 4);
    }
    if (texture)
        words[at++] = "image 0 ";
    words[at] = NULL;
}

// The viewport has no initial value. Of texture units only those are touched that the
// passes read; pipelines and the sample mask are touched on desktop GL only. Where draw
// buffers have blending each, the lines "target" show it: NVIDIA's glIsEnabled(GL_BLEND)
// is true if it is on for any of them.
static bool is_reset(const struct gl_dump* initial, const struct gl_dump* before,
                     const struct gl_dump* after, const char* words)
{
    bool has_targets = !harness.gles || harness.api == GL_API_ES32;
    bool may_stay = strstr(words, "unit ") == words ||
                    (has_targets && strcmp(words, "GL_BLEND =") == 0) ||
                    (harness.gles && (strstr(words, "PIPELINE") != NULL ||
                                      strcmp(words, "GL_SAMPLE_MASK") == 0));
    return strstr(words, "iewport") != NULL || strstr(words, "VIEWPORT") != NULL ||
           gl_dump_equal_in(initial, after, words) ||
           (may_stay && gl_dump_equal_in(before, after, words));
}

// What is on no list stays, and in a context that resets, what is on a list has GL's
// initial value afterwards.
static void check_listed(uint32_t form, uint32_t flags)
{
    struct gl_sorter s;
    struct watch w;
    struct gl_dump initial, after;
    const char* words[LISTED];
    const char* name = gl_form_at(form)->name;
    struct gl_sorter_desc desc = desc_of(form, false);
    gl_suite_open(&suite);
    glsort_context* c = gl_mock_context(&mock, flags);
    gl_dump_take(&initial, &harness);
    gl_sorter_open(&s, &harness, c, &desc);
    const glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
    start_watching(&w);
    for (int creates = 0; creates < 2; ++creates) {
        if (creates)
            glsort_plan_destroy(gl_make_plan(c, &desc.plan));
        else
            gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
        gl_dump_take(&after, &harness);
        allowed(words, &s, !harness.gles && form >= gl_form_count, creates);
        if (!gl_dump_equal(&w.before, &after, words))
            fail_msg("%s changed state that is on no list", name);
        for (uint32_t i = 0; words[i] != NULL; ++i)
            if (flags == GLSORT_CONTEXT_RESETS_STATE &&
                !is_reset(&initial, &w.before, &after, words[i]))
                fail_msg("%s does not reset \"%s\"", name, words[i]);
        gl_dump_free(&after);
    }
    gl_dump_free(&initial);
    gl_sorter_close(&s);
    stop_watching(&w);
    glsort_context_destroy(c);
    gl_suite_close(&suite);
}

TEST(a_clobbering_context_changes_nothing_outside_the_list)
{
    learn_limits();
    for (uint32_t form = 0; form < form_count(); ++form)
        if (is_wanted(form, false))
            check_listed(form, GLSORT_CONTEXT_CLOBBERS_STATE);
}

TEST(a_resetting_context_leaves_the_initial_state)
{
    learn_limits();
    for (uint32_t form = 0; form < form_count(); ++form)
        if (is_wanted(form, false) &&
            (gl_test_all() || gl_form_is_main(gl_form_at(form))))
            check_listed(form, GLSORT_CONTEXT_RESETS_STATE);
}

TEST(a_resetting_context_leaves_what_is_named)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc =
        desc_of(gl_form_place("abisort-partition-fragment"), false);
    glsort_left_state left = {.viewport = {1, 2, 3, 4}, .enabled = GLSORT_LEFT_CULL_FACE};
    const bool has_stipple = harness.api == GL_API_33_COMPAT;
    GLint viewport[4], vertex_array = 0;
    gl_suite_open(&suite);
    glsort_context* c = gl_mock_context(&mock, GLSORT_CONTEXT_RESETS_STATE);
    harness.gl.GenVertexArrays(1, &left.vertex_array);
    harness.gl.BindVertexArray(left.vertex_array);
    gl_sorter_open(&s, &harness, c, &desc);
    assert_int_equal(glsort_context_leave(c, &left), GLSORT_OK);
    if (has_stipple)
        harness.gl.Enable(GL_POLYGON_STIPPLE);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    if (has_stipple)
        assert_int_equal(harness.gl.IsEnabled(GL_POLYGON_STIPPLE), 0);
    harness.gl.GetIntegerv(GL_VIEWPORT, viewport);
    harness.gl.GetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array);
    assert_memory_equal(viewport, left.viewport, sizeof viewport);
    assert_int_equal(vertex_array, left.vertex_array);
    assert_int_equal(harness.gl.IsEnabled(GL_CULL_FACE), 1);
    assert_int_equal(harness.gl.IsEnabled(GL_BLEND), 0);
    left.enabled = 1u << 20;
    assert_int_equal(glsort_context_leave(c, &left), GLSORT_ERROR_ARGUMENT);
    left = (glsort_left_state){.viewport = {0, 0, -1, 0}};
    assert_int_equal(glsort_context_leave(c, &left), GLSORT_ERROR_RANGE);
    assert_int_equal(glsort_context_leave(context, &left), GLSORT_ERROR_STATE);
    assert_int_equal(glsort_context_leave(c, NULL), GLSORT_ERROR_ARGUMENT);
    gl_sorter_close(&s);
    glsort_context_destroy(c);
    gl_suite_close(&suite);
}

// ---- errors and queries ---------------------------------------------------------------

TEST(a_pending_error_of_the_caller_stays_pending)
{
    gl_suite_open(&suite);
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!is_wanted(form, false) || !gl_form_is_main(gl_form_at(form)))
            continue;
        struct gl_sorter s;
        struct gl_sorter_desc desc = desc_of(form, false);
        gl_sorter_open(&s, &harness, context, &desc);
        glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
        harness.gl.Enable(0xDEAD); // GL_INVALID_ENUM
        gl_mock_reset(&mock);
        glsort_context* c = gl_mock_context(&mock, GLSORT_CONTEXT_DEBUG);
        glsort_plan* plan = gl_make_plan(c, &desc.plan);
        assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
        glsort_plan_destroy(plan);
        glsort_context_destroy(c);
        assert_int_equal(mock.get_error_calls, 0);
        assert_int_equal(harness.gl.GetError(), GL_INVALID_ENUM);
        assert_int_equal(harness.gl.GetError(), GL_NO_ERROR);
        assert_true(gl_sorter_holds(&s, MOST));
        gl_sorter_close(&s);
    }
    gl_suite_close(&suite);
}

TEST(a_run_asks_gl_nothing_if_it_may_clobber)
{
    gl_suite_open(&suite);
    glsort_context* c = gl_mock_context(&mock, GLSORT_CONTEXT_CLOBBERS_STATE);
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (!gl_form_fits(&gl_forms[form], &harness))
            continue;
        struct gl_sorter s;
        struct gl_sorter_desc desc = desc_of(form, false);
        desc.plan.flags = 0;
        gl_sorter_open(&s, &harness, c, &desc);
        // Until its programs are translated a run asks for them.
        assert_int_equal(glsort_plan_finish(s.plan), GLSORT_OK);
        glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
        long live = gl_mock_live(&mock);
        gl_mock_reset(&mock);
        assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
        args.count = 100;
        assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
        assert_int_equal(mock.get_error_calls, 0);
        assert_int_equal(mock.get_calls, 0);
        assert_int_equal(gl_mock_live(&mock), live); // and makes nothing
        gl_sorter_close(&s);
    }
    glsort_context_destroy(c);
    gl_suite_close(&suite);
}
