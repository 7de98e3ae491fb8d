// SPDX-License-Identifier: MIT
// A plan belongs to the GL context that it was created in. With none current, or with
// another, its calls are refused with a sentence that says so, and it is whole
// afterwards; what is destroyed then leaves the objects of the other one alone.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_host.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"
#include "plans.h"

GL_SUITE(.unmocked = true);

enum { MOST = 2000, MOST_PASSES = 1000 };

static const char draws[] = "abisort-partition-fragment";

static void open_sorter(struct gl_sorter* s, const char* form)
{
    struct gl_sorter_desc desc = {.plan = gl_form_named(form)->plan};
    desc.plan.max_count = MOST;
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.flags = GLSORT_PLAN_TIMINGS;
    gl_sorter_open(s, &harness, context, &desc);
    gl_sorter_fill(s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(s, MOST);
}

static void expect(glsort_result result, const char* call, const char* words)
{
    const char* text = glsort_last_error(context);
    if (result != GLSORT_ERROR_CONTEXT)
        fail_msg("%s gives %s: %s", call, glsort_result_name(result), text);
    if (strncmp(text, call, strlen(call)) != 0 || strstr(text, words) == NULL)
        fail_msg("\"%s\" is not %s: %s", text, call, words);
}

// Where GL calls are made that need no plan, or an unfinished one.
static void refuse_around_plans(glsort_plan* unfinished, const char* words)
{
    glsort_plan* plan = NULL;
    size_t bytes = 0;
    uint32_t keys[2] = {2, 1};
    const glsort_sort_desc desc = {.max_count = 10};
    const glsort_host_args args = {.count = 2, .keys_in = keys, .keys_out = keys};
    expect(glsort_sort_create(context, &desc, &plan), "glsort_sort_create", words);
    assert_null(plan);
    expect(glsort_sort_host(context, &desc, &args), "glsort_sort_host", words);
    expect(glsort_context_programs(context, NULL, &bytes), "glsort_context_programs",
           words);
    expect(glsort_plan_poll(unfinished), "glsort_plan_poll", words);
    expect(glsort_plan_finish(unfinished), "glsort_plan_finish", words);
}

// Calls of a plan without its context are refused, before a run and while one is open.
// Then the open run ends as if nothing had happened.
static void refuse_all(struct gl_sorter* s, void (*away)(void), void (*back)(void),
                       const char* words)
{
    uint64_t ns[MOST_PASSES];
    uint32_t count = MOST_PASSES;
    glsort_sort_args args = gl_sorter_args(s, MOST);
    glsort_sort_args nothing = gl_sorter_args(s, 0);
    glsort_peek_args peek = {0};
    glsort_plan* unfinished = NULL;
    assert_int_equal(begin_creation(context, &s->desc.plan, &unfinished), GLSORT_OK);
    away();
    refuse_around_plans(unfinished, words);
    expect(glsort_sort_run(s->plan, &args), "glsort_sort_run", words);
    expect(glsort_sort_run(s->plan, &nothing), "glsort_sort_run", words);
    expect(begin_sort(s->plan, &args), "glsort_sort_run", words);
    expect(glsort_plan_warm(s->plan), "glsort_plan_warm", words);
    expect(glsort_plan_timings(s->plan, ns, &count), "glsort_plan_timings", words);
    back();
    glsort_plan_destroy(unfinished);
    assert_int_equal(begin_sort(s->plan, &args), GLSORT_OK);
    assert_int_equal(glsort_plan_step(s->plan, 1), GLSORT_OK);
    const uint32_t left = glsort_plan_passes_left(s->plan);
    away();
    expect(glsort_plan_step(s->plan, UINT32_MAX), "glsort_plan_step", words);
    expect(glsort_plan_peek(s->plan, &peek), "glsort_plan_peek", words);
    expect(glsort_plan_end(s->plan), "glsort_plan_end", words);
    assert_int_equal(glsort_plan_passes_left(s->plan), left);
    back();
    assert_int_equal(glsort_plan_step(s->plan, UINT32_MAX), GLSORT_OK);
    assert_int_equal(glsort_plan_end(s->plan), GLSORT_OK);
    assert_true(gl_sorter_holds(s, MOST));
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static void on_all_backends(void (*away)(void), void (*back)(void), const char* words)
{
    struct gl_sorter s;
    open_sorter(&s, draws);
    refuse_all(&s, away, back, words);
    gl_sorter_close(&s);
    if (!harness.has_compute)
        return;
    open_sorter(&s, "abisort-partition");
    refuse_all(&s, away, back, words);
    gl_sorter_close(&s);
}

static void release(void)
{
    offscreen_release(harness.offscreen);
}

static void make_current(void)
{
    assert_true(offscreen_make_current(harness.offscreen));
}

TEST(calls_without_a_current_context_say_so)
{
    on_all_backends(release, make_current, "no GL context is current");
}

// ---- a second window ------------------------------------------------------------------

enum { CROWD = 96, CROWD_BYTES = 1 << 16, CROWD_WIDTH = 64 };

static const char another[] =
    "the current GL context is not the one that the glsort context was created in";

static struct gl_harness other;

// Objects of the other window, which have the numbers of those of the library.
static struct {
    GLuint buffers[CROWD], textures[CROWD], framebuffers[CROWD], arrays[CROWD],
        programs[CROWD], samplers[CROWD], queries[CROWD];
} crowd;

static uint8_t pattern[CROWD_BYTES], seen[CROWD_BYTES];

static void make_other_current(void)
{
    assert_true(offscreen_make_current(other.offscreen));
}

static void draw_texture(uint32_t i)
{
    const GladGLContext* gl = &other.gl;
    gl->BindTexture(GL_TEXTURE_2D, crowd.textures[i]);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, CROWD_WIDTH, CROWD_WIDTH, 0,
                   GL_RGBA_INTEGER, GL_UNSIGNED_INT, pattern);
    gl->BindFramebuffer(GL_FRAMEBUFFER, crowd.framebuffers[i]);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                             crowd.textures[i], 0);
}

static void open_other(struct gl_harness* share)
{
    gl_harness_open_as(&other, harness.api, false, share);
    const GladGLContext* gl = &other.gl;
    memset(pattern, 0x5A, sizeof pattern);
    gl->GenBuffers(CROWD, crowd.buffers);
    gl->GenTextures(CROWD, crowd.textures);
    gl->GenFramebuffers(CROWD, crowd.framebuffers);
    gl->GenVertexArrays(CROWD, crowd.arrays);
    gl->GenSamplers(CROWD, crowd.samplers);
    gl->GenQueries(CROWD, crowd.queries);
    for (uint32_t i = 0; i < CROWD; ++i) {
        gl->BindBuffer(GL_COPY_WRITE_BUFFER, crowd.buffers[i]);
        gl->BufferData(GL_COPY_WRITE_BUFFER, CROWD_BYTES, pattern, GL_STATIC_DRAW);
        draw_texture(i);
        gl->BindVertexArray(crowd.arrays[i]);
        gl->BindSampler(0, crowd.samplers[i]);
        crowd.programs[i] = gl->CreateProgram();
    }
    gl->BindSampler(0, 0);
    gl->BindVertexArray(0);
    gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    assert_int_equal(gl_take_error(&other), GL_NO_ERROR);
}

// All is there, and nothing has written to it.
static void expect_other_is_whole(void)
{
    const GladGLContext* gl = &other.gl;
    assert_int_equal(gl_take_error(&other), GL_NO_ERROR);
    for (uint32_t i = 0; i < CROWD; ++i) {
        assert_true(gl->IsBuffer(crowd.buffers[i]));
        assert_true(gl->IsTexture(crowd.textures[i]));
        assert_true(gl->IsFramebuffer(crowd.framebuffers[i]));
        assert_true(gl->IsVertexArray(crowd.arrays[i]));
        assert_true(gl->IsProgram(crowd.programs[i]));
        assert_true(gl->IsSampler(crowd.samplers[i]));
        gl_buffer_read(&other, crowd.buffers[i], 0, sizeof seen, seen);
        assert_memory_equal(seen, pattern, sizeof seen);
        gl->BindFramebuffer(GL_FRAMEBUFFER, crowd.framebuffers[i]);
        gl->ReadPixels(0, 0, CROWD_WIDTH, CROWD_WIDTH, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                       seen);
        assert_memory_equal(seen, pattern, sizeof seen);
        gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
    }
    assert_int_equal(gl_take_error(&other), GL_NO_ERROR);
}

static void close_other(void)
{
    make_other_current();
    gl_harness_close(&other);
    make_current();
}

static void leave_other_alone(struct gl_harness* share)
{
    open_other(share);
    make_current();
    on_all_backends(make_other_current, make_current, another);
    make_other_current();
    expect_other_is_whole();
    close_other();
}

TEST(calls_in_the_context_of_another_window_say_so)
{
    leave_other_alone(NULL);
}

TEST(calls_in_a_context_that_shares_objects_say_so)
{
    leave_other_alone(&harness);
}

// As if the platform had given the other window the handle that the first one had.
TEST(calls_in_a_context_that_has_the_handle_of_one_that_is_gone_say_so)
{
    open_other(NULL);
    struct platform_lookup* platform = &context->device.platform;
    const void* first = platform->context;
    struct gl_sorter s;
    make_current();
    open_sorter(&s, draws);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    make_other_current();
    platform->context = glsort_platform_current(platform);
    expect(glsort_sort_run(s.plan, &args), "glsort_sort_run", another);
    expect_other_is_whole();
    platform->context = first;
    make_current();
    gl_sorter_close(&s);
    close_other();
}

// ---- destroying -----------------------------------------------------------------------

struct log {
    uint32_t warnings;
    char last[256];
};

static void keep_message(void* user, glsort_severity severity, const char* message)
{
    struct log* log = user;
    log->warnings += severity == GLSORT_SEVERITY_WARNING;
    snprintf(log->last, sizeof log->last, "%s", message);
}

static glsort_context* open_logged(struct log* log, uint32_t flags)
{
    glsort_context* c = NULL;
    const glsort_context_desc desc = {.get_proc = offscreen_get_proc,
                                      .get_proc_user = harness.offscreen,
                                      .flags = flags,
                                      .log = keep_message,
                                      .log_user = log};
    assert_int_equal(glsort_context_create(&desc, &c), GLSORT_OK);
    *log = (struct log){0};
    return c;
}

static void expect_warning(struct log* log, const char* call, const char* words)
{
    assert_int_equal(log->warnings, 1);
    if (strncmp(log->last, call, strlen(call)) != 0 || strstr(log->last, words) == NULL)
        fail_msg("\"%s\" is not %s: %s", log->last, call, words);
    assert_non_null(strstr(log->last, "GL objects are not deleted"));
    *log = (struct log){0};
}

// A plan of each backend, an unfinished one and their context.
static void destroy_elsewhere(uint32_t flags, void (*away)(void), const char* words)
{
    struct log log;
    glsort_context* c = open_logged(&log, flags);
    glsort_plan *drawn, *other_plan, *unfinished;
    glsort_sort_desc desc = {.max_count = MOST};
    assert_int_equal(glsort_sort_create(c, &desc, &other_plan), GLSORT_OK);
    desc.backend = GLSORT_BACKEND_FRAGMENT;
    desc.flags = GLSORT_PLAN_TIMINGS;
    assert_int_equal(glsort_sort_create(c, &desc, &drawn), GLSORT_OK);
    desc.key = GLSORT_KEY_F64; // needs other programs
    assert_int_equal(begin_creation(c, &desc, &unfinished), GLSORT_OK);
    assert_int_equal(log.warnings, 0);
    away();
    assert_int_equal(glsort_sort_run(drawn, &(glsort_sort_args){.count = 0}),
                     GLSORT_ERROR_CONTEXT);
    glsort_plan_destroy(drawn);
    expect_warning(&log, "glsort_plan_destroy", words);
    glsort_plan_destroy(unfinished);
    expect_warning(&log, "glsort_plan_destroy", words);
    glsort_context_destroy(c);
    expect_warning(&log, "glsort_context_destroy", words);
    glsort_plan_destroy(other_plan);
    assert_int_equal(log.warnings, 0);
}

static void destroy_beside_other(uint32_t flags, struct gl_harness* share)
{
    open_other(share);
    make_current();
    destroy_elsewhere(flags, make_other_current, another);
    expect_other_is_whole();
    close_other();
}

TEST(destroying_in_another_context_deletes_nothing_and_says_so)
{
    destroy_beside_other(0, NULL);
    destroy_beside_other(0, &harness);
    destroy_beside_other(GLSORT_CONTEXT_CLOBBERS_STATE, NULL);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

TEST(destroying_without_a_context_deletes_nothing_and_says_so)
{
    destroy_elsewhere(0, release, "no GL context is current");
    make_current();
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- sharing --------------------------------------------------------------------------

// Contexts that share objects share buffers and textures, but neither frame buffers nor
// vertex arrays, so a plan of each sorts the same buffers.
TEST(contexts_that_share_objects_share_buffers_and_not_plans)
{
    struct gl_sorter s;
    glsort_plan* plan = NULL;
    open_sorter(&s, draws);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    harness.gl.Finish();
    gl_harness_open_as(&other, harness.api, false, &harness);
    expect(glsort_sort_run(s.plan, &args), "glsort_sort_run", another);
    glsort_context* c = gl_harness_context(&other, 0);
    assert_int_equal(glsort_sort_create(c, &s.desc.plan, &plan), GLSORT_OK);
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    other.gl.Finish();
    glsort_plan_destroy(plan);
    glsort_context_destroy(c);
    assert_int_equal(gl_take_error(&other), GL_NO_ERROR);
    gl_harness_close(&other);
    make_current();
    assert_true(gl_sorter_holds(&s, MOST));
    gl_sorter_close(&s);
}

// The platform's own lookup finds the entry points of the context that is current.
TEST(a_context_without_get_proc_sorts)
{
    char message[512] = "";
    struct gl_sorter s;
    glsort_context* c = NULL;
    const glsort_context_desc desc = {.message = message,
                                      .message_bytes = sizeof message};
    const struct gl_sorter_desc sort = {.plan = {.max_count = MOST}};
    if (glsort_context_create(&desc, &c) != GLSORT_OK)
        fail_msg("%s", message);
    gl_sorter_open(&s, &harness, c, &sort);
    gl_sorter_check(&s, DATA_UNIFORM, 1, MOST);
    gl_sorter_close(&s);
    glsort_context_destroy(c);
}
