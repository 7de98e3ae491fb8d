// SPDX-License-Identifier: MIT
// What the library says to GL: the barriers that the schedule derives and no others, the
// one that each consumer needs, its debug groups, and not a word that a debug context
// complains about.
#include <stdio.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

GL_SUITE(.apis = GL_API_ALL);

enum { MOST = 5000 };

static struct gl_sorter_desc desc_of(const struct gl_form* form)
{
    struct gl_sorter_desc desc = {.plan = form->plan, .room = MOST};
    if (desc.plan.max_count == 0)
        desc.plan.max_count = gl_form_most(form, MOST);
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    return desc;
}

// ---- barriers -------------------------------------------------------------------------

static GLbitfield bits_of(uint32_t barriers)
{
    return ((barriers & GLSORT_BARRIER_STORAGE) != 0 ? GL_SHADER_STORAGE_BARRIER_BIT
                                                     : 0) |
           ((barriers & GLSORT_BARRIER_UNIFORM) != 0 ? GL_UNIFORM_BARRIER_BIT : 0) |
           ((barriers & GLSORT_BARRIER_INDIRECT) != 0 ? GL_COMMAND_BARRIER_BIT : 0) |
           ((barriers & GLSORT_BARRIER_FETCH) != 0 ? GL_TEXTURE_FETCH_BARRIER_BIT : 0) |
           ((barriers & GLSORT_BARRIER_IMAGE) != 0 ? GL_SHADER_IMAGE_ACCESS_BARRIER_BIT
                                                   : 0);
}

// What every finished run makes visible: to the next run of any plan, on either backend.
#define TO_ANY_RUN                                                                       \
    (GL_SHADER_STORAGE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT |                       \
     GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT)

// A run's barriers are those of its passes, each right before its dispatch, then one.
static void check_barriers_of_a_run(const struct gl_form* form, uint32_t count,
                                    glsort_count_source source)
{
    struct gl_sorter s;
    glsort_plan_info info;
    struct gl_sorter_desc desc = desc_of(form);
    desc.plan.count_source = source;
    gl_sorter_open(&s, &harness, context, &desc);
    glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, count);
    args.consumers = GLSORT_CONSUMER_STORAGE;
    gl_mock_reset(&mock);
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    if (source == GLSORT_COUNT_FROM_ARGS)
        assert_int_equal(glsort_plan_describe(s.plan, count, 0, &info), GLSORT_OK);
    else
        assert_int_equal(glsort_plan_describe(s.plan, desc.plan.max_count, 0, &info),
                         GLSORT_OK);
    assert_int_equal(mock.dispatch_calls, info.pass_count);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        glsort_pass_info pass;
        assert_int_equal(glsort_plan_pass(s.plan, i, &pass), GLSORT_OK);
        if (pass.barriers == 0)
            continue;
        assert_true(seen < mock.barrier_count);
        assert_int_equal(mock.barriers[seen], bits_of(pass.barriers));
        assert_int_equal(mock.barrier_at[seen], i);
        ++seen;
    }
    assert_int_equal(mock.barrier_count, seen + 1);
    assert_int_equal(mock.barriers[seen], TO_ANY_RUN);
    assert_int_equal(mock.barrier_at[seen], info.pass_count);
    gl_sorter_close(&s);
}

TEST(a_run_issues_the_derived_barriers_and_one_at_its_end)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (gl_forms[form].plan.backend != GLSORT_BACKEND_COMPUTE ||
            !gl_form_fits(&gl_forms[form], &harness))
            continue;
        check_barriers_of_a_run(&gl_forms[form], gl_form_most(&gl_forms[form], MOST),
                                GLSORT_COUNT_FROM_ARGS);
        check_barriers_of_a_run(&gl_forms[form], 1, GLSORT_COUNT_FROM_ARGS);
        if (gl_form_counts_on_gpu(&gl_forms[form]))
            check_barriers_of_a_run(&gl_forms[form], 3000, GLSORT_COUNT_FROM_BUFFER);
    }
    for (uint32_t i = 0; i < gl_texture_form_count && harness.limits.pair_texels > 0; ++i)
        check_barriers_of_a_run(&gl_texture_forms[i], MOST, GLSORT_COUNT_FROM_ARGS);
}

// What a pass has stored into a texture a peek fetches from it.
TEST(a_peek_waits_for_images_to_be_fetched)
{
    for (uint32_t i = 0; i < gl_texture_form_count && harness.limits.pair_texels > 0;
         ++i) {
        struct gl_sorter s;
        struct gl_area keys;
        struct gl_sorter_desc desc = desc_of(&gl_texture_forms[i]);
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_expect_texture(&s);
        gl_area_create(&keys, &harness, 0, 0, MOST);
        glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
        glsort_peek_args peek = {.keys_out = gl_area_resource(&keys)};
        assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
        while (glsort_plan_passes_left(s.plan) > 0) {
            assert_int_equal(glsort_plan_step(s.plan, 1), GLSORT_OK);
            gl_mock_reset(&mock);
            assert_int_equal(glsort_plan_peek(s.plan, &peek), GLSORT_OK);
            assert_true(mock.barrier_count > 0 && mock.barrier_at[0] == 0);
            assert_int_equal(mock.barriers[0] & GL_TEXTURE_FETCH_BARRIER_BIT,
                             GL_TEXTURE_FETCH_BARRIER_BIT);
        }
        assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
        gl_area_destroy(&keys);
        gl_sorter_close(&s);
    }
}

enum {
    EVERY_CONSUMER = GL_ELEMENT_ARRAY_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT |
                     GL_COMMAND_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                     GL_BUFFER_UPDATE_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT |
                     GL_PIXEL_BUFFER_BARRIER_BIT
};

// A peek may write the count and the dispatch arguments that the next step reads.
enum { TO_NEXT_STEP = GL_UNIFORM_BARRIER_BIT | GL_COMMAND_BARRIER_BIT };

static const struct {
    uint32_t consumer;
    GLbitfield bit;
} consumers[] = {
    {GLSORT_CONSUMER_STORAGE, 0},
    {0, EVERY_CONSUMER},
    {GLSORT_CONSUMER_INDEX, GL_ELEMENT_ARRAY_BARRIER_BIT},
    {GLSORT_CONSUMER_VERTEX, GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT},
    {GLSORT_CONSUMER_INDIRECT, GL_COMMAND_BARRIER_BIT},
    {GLSORT_CONSUMER_TEXTURE, GL_TEXTURE_FETCH_BARRIER_BIT},
    {GLSORT_CONSUMER_COPY, GL_BUFFER_UPDATE_BARRIER_BIT},
    {GLSORT_CONSUMER_UNIFORM, GL_UNIFORM_BARRIER_BIT},
    {GLSORT_CONSUMER_PIXEL, GL_PIXEL_BUFFER_BARRIER_BIT},
    {GLSORT_CONSUMER_INDEX | GLSORT_CONSUMER_VERTEX,
     GL_ELEMENT_ARRAY_BARRIER_BIT | GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT},
};

TEST(each_consumer_gets_its_barrier_and_no_other)
{
    struct gl_sorter s;
    if (!harness.has_compute)
        return;
    struct gl_sorter_desc desc = desc_of(gl_form_named("abisort-partition"));
    struct gl_area seen;
    gl_area_create(&seen, &harness, 0, 1, MOST);
    gl_sorter_open(&s, &harness, context, &desc);
    glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, MOST);
    for (size_t i = 0; i < sizeof consumers / sizeof consumers[0]; ++i) {
        args.consumers = consumers[i].consumer;
        gl_mock_reset(&mock);
        assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
        assert_int_equal(mock.barriers[mock.barrier_count - 1],
                         TO_ANY_RUN | consumers[i].bit);
        // In steps the barrier belongs to the end, and a peek has its own.
        assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
        assert_int_equal(glsort_plan_step(s.plan, UINT32_MAX), GLSORT_OK);
        glsort_peek_args peek = {.keys_out = gl_area_resource(&seen),
                                 .consumers = consumers[i].consumer};
        assert_int_equal(glsort_plan_peek(s.plan, &peek), GLSORT_OK);
        GLbitfield last = mock.barriers[mock.barrier_count - 1];
        assert_int_equal(last & consumers[i].bit, consumers[i].bit);
        assert_int_equal(last & TO_NEXT_STEP, TO_NEXT_STEP);
        gl_mock_reset(&mock);
        assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
        assert_int_equal(mock.barrier_count, 1);
        assert_int_equal(mock.barriers[0], TO_ANY_RUN | consumers[i].bit);
    }
    gl_area_destroy(&seen);
    gl_sorter_close(&s);
}

TEST(fragment_passes_need_no_barrier)
{
    struct gl_sorter s;
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        if (gl_forms[form].plan.backend != GLSORT_BACKEND_FRAGMENT)
            continue;
        struct gl_sorter_desc desc = desc_of(&gl_forms[form]);
        gl_sorter_open(&s, &harness, context, &desc);
        gl_mock_reset(&mock);
        gl_sorter_check(&s, DATA_UNIFORM, 1, 2000);
        assert_int_equal(mock.barrier_count, 0);
        assert_int_equal(mock.dispatch_calls, 0);
        gl_sorter_close(&s);
    }
}

// ---- debug output ---------------------------------------------------------------------

// NVIDIA's driver tells where it puts buffers, that it compiles a shader again, and that
// a program can sample a unit without a texture, as store.frag can, but does not.
struct messages {
    bool is_nvidia;
    uint32_t pushed;
    uint32_t popped;
    uint32_t others;
    char first[256];
    char last_pushed[GLSORT_LABEL_BYTES];
};

static void GLAD_API_PTR note_message(GLenum source, GLenum type, GLuint id,
                                      GLenum severity, GLsizei length, const GLchar* text,
                                      const void* user)
{
    struct messages* m = (struct messages*)(uintptr_t)user;
    if (m->is_nvidia &&
        (type == GL_DEBUG_TYPE_OTHER || type == GL_DEBUG_TYPE_PERFORMANCE) &&
        severity != GL_DEBUG_SEVERITY_HIGH)
        return;
    if (type == GL_DEBUG_TYPE_PUSH_GROUP) {
        m->pushed++;
        snprintf(m->last_pushed, sizeof m->last_pushed, "%.*s", (int)length, text);
    } else if (type == GL_DEBUG_TYPE_POP_GROUP) {
        m->popped++;
    } else if (m->others++ == 0) {
        snprintf(m->first, sizeof m->first, "type 0x%x: %.*s", type, (int)length, text);
    }
}

static void listen(struct gl_harness* h, struct messages* m)
{
    const char* vendor = (const char*)h->gl.GetString(GL_VENDOR);
    *m = (struct messages){.is_nvidia = strstr(vendor, "NVIDIA") != NULL};
    h->gl.Enable(GL_DEBUG_OUTPUT);
    h->gl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    if (h->gles) {
        assert_non_null(h->gl.DebugMessageCallbackKHR);
        h->gl.DebugMessageCallbackKHR(note_message, m);
        h->gl.DebugMessageControlKHR(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL,
                                     GL_TRUE);
    } else {
        assert_non_null(h->gl.DebugMessageCallback);
        h->gl.DebugMessageCallback(note_message, m);
        h->gl.DebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL,
                                  GL_TRUE);
    }
    assert_int_equal(gl_take_error(h), GL_NO_ERROR);
}

static void expect_silence(const struct messages* m, const char* form, const char* call)
{
    if (m->others > 0)
        fail_msg("%s, %s: %u debug messages, first: %s", form, call, m->others, m->first);
}

// A run, then steps and a peek, in a context of its own, since only a debug context has
// to talk; without the debug flag there are no groups.
static void check_messages(struct gl_harness* h, const struct gl_form* form,
                           uint32_t textures, uint32_t flags)
{
    enum { COUNT = 2500 };
    struct messages messages;
    struct gl_sorter s;
    struct gl_area seen;
    glsort_plan_info info;
    glsort_pass_info last;
    struct gl_sorter_desc desc = desc_of(form);
    desc.plan.textures = textures;
    listen(h, &messages);
    glsort_context* c = gl_harness_context(h, flags);
    expect_silence(&messages, form->name, "glsort_context_create");
    gl_sorter_open(&s, h, c, &desc);
    expect_silence(&messages, form->name, "glsort_sort_create");
    const glsort_sort_args args = gl_sorter_ready(&s, DATA_UNIFORM, 1, COUNT);
    gl_area_create(&seen, h, textures != 0 ? 61 : 0, 1, COUNT);
    const glsort_peek_args peek = {.keys_out = gl_area_resource(&seen)};
    listen(h, &messages);
    gl_sorter_require(&s, glsort_sort_run(s.plan, &args));
    expect_silence(&messages, form->name, "glsort_sort_run");
    gl_sorter_require(&s, glsort_plan_describe(s.plan, COUNT, 0, &info));
    gl_sorter_require(&s, glsort_plan_pass(s.plan, info.pass_count - 1, &last));
    assert_int_equal(messages.pushed, flags != 0 ? info.pass_count : 0);
    assert_int_equal(messages.popped, messages.pushed);
    if (flags != 0)
        assert_string_equal(messages.last_pushed, last.label);
    gl_sorter_require(&s, begin_sort(s.plan, &args));
    gl_sorter_require(&s, glsort_plan_step(s.plan, 2));
    gl_sorter_require(&s, glsort_plan_peek(s.plan, &peek));
    gl_sorter_require(&s, glsort_plan_end(s.plan));
    expect_silence(&messages, form->name, "stepping and peeking");
    gl_area_destroy(&seen);
    gl_sorter_close(&s);
    glsort_context_destroy(c);
    expect_silence(&messages, form->name, "destruction");
}

TEST(a_debug_context_hears_the_passes_and_nothing_else)
{
    struct gl_harness h;
    gl_harness_open_as(&h, harness.api, true, NULL);
    for (uint32_t i = 0; gl_form_from(&i, &h); ++i) {
        check_messages(&h, &gl_forms[i], 0, GLSORT_CONTEXT_DEBUG);
        if (gl_forms[i].plan.backend == GLSORT_BACKEND_FRAGMENT)
            check_messages(&h, &gl_forms[i], GLSORT_TEXTURES_ALL, GLSORT_CONTEXT_DEBUG);
    }
    check_messages(&h, gl_form_named("abisort-partition-fragment"), 0, 0);
    gl_harness_close(&h);
    assert_true(offscreen_make_current(harness.offscreen));
}
