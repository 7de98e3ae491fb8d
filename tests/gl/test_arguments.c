// SPDX-License-Identifier: MIT
// Wrong arguments: each gets its code and a sentence with the numbers, and changes
// nothing, neither the outputs nor the plan nor GL.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

enum { MOST = 1000 };

GL_SUITE(.limits = {.texture_size = 2048,
                    .storage_alignment = 256,
                    .storage_block = 4 * MOST + 200});

static void expect(glsort_result result, glsort_result wanted, const char* text,
                   const char* words)
{
    if (result != wanted)
        fail_msg("%s instead of %s: %s", glsort_result_name(result),
                 glsort_result_name(wanted), text);
    if (strstr(text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", text, words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- contexts -------------------------------------------------------------------------

static void* take(void* user, size_t bytes)
{
    return NULL;
}

static void give(void* user, void* block, size_t bytes)
{
}

static void refuse_context(glsort_context_desc desc, glsort_result wanted,
                           const char* words)
{
    char message[256] = "untouched";
    glsort_context* c = (glsort_context*)&desc;
    desc.message = message;
    desc.message_bytes = sizeof message;
    glsort_result result = glsort_context_create(&desc, &c);
    expect(result, wanted, message, words);
    assert_null(c);
}

static glsort_context_desc good_desc(void)
{
    return (glsort_context_desc){.get_proc = gl_mock_get_proc, .get_proc_user = &mock};
}

TEST(a_context_with_a_wrong_descriptor_is_refused)
{
    glsort_context* c = NULL;
    glsort_context_desc desc = good_desc();
    assert_int_equal(glsort_context_create(NULL, &c), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_context_create(&desc, NULL), GLSORT_ERROR_ARGUMENT);
    desc.flags = 0x40;
    refuse_context(desc, GLSORT_ERROR_ARGUMENT, "0x40");
    desc = good_desc();
    desc.allocator.allocate = take;
    refuse_context(desc, GLSORT_ERROR_ARGUMENT, "both functions");
    desc = good_desc();
    desc.allocator.release = give;
    refuse_context(desc, GLSORT_ERROR_ARGUMENT, "both functions");
    desc.allocator.allocate = take;
    refuse_context(desc, GLSORT_ERROR_HOST_MEMORY, "bytes");
    desc = good_desc();
    desc.programs_bytes = 7;
    refuse_context(desc, GLSORT_ERROR_ARGUMENT,
                   "programs_bytes is 7, but programs is NULL");
    desc = good_desc();
    desc.table = "# a table\ncompute any";
    refuse_context(desc, GLSORT_ERROR_ARGUMENT, "line 2 of the table has 2 words");
}

static glsort_proc find_nothing(void* user, const char* name)
{
    return NULL;
}

static const GLubyte* GLAD_API_PTR no_version(GLenum name)
{
    return NULL;
}

static const GLubyte* GLAD_API_PTR old_version(GLenum name)
{
    return (const GLubyte*)"2.1 Mesa";
}

static const GLubyte* GLAD_API_PTR old_gles(GLenum name)
{
    return (const GLubyte*)"OpenGL ES 2.0 Mesa";
}

// Answers only for glGetString, with the function that user points at.
static glsort_proc find_string(void* user, const char* name)
{
    return strcmp(name, "glGetString") == 0 ? *(glsort_proc*)user : NULL;
}

TEST(a_context_that_is_none_or_too_old_is_refused)
{
    glsort_proc proc = (glsort_proc)no_version;
    glsort_context_desc desc = {.get_proc = find_nothing};
    refuse_context(desc, GLSORT_ERROR_LOADER, "glGetString");
    desc = (glsort_context_desc){.get_proc = find_string, .get_proc_user = &proc};
    refuse_context(desc, GLSORT_ERROR_CONTEXT, "no GL context is current");
    proc = (glsort_proc)old_version;
    refuse_context(desc, GLSORT_ERROR_CONTEXT, "2.1");
    proc = (glsort_proc)old_gles;
    refuse_context(desc, GLSORT_ERROR_CONTEXT, "ES 2.0");
    offscreen_release(harness.offscreen);
    refuse_context(good_desc(), GLSORT_ERROR_CONTEXT, "no GL context is current");
    assert_true(offscreen_make_current(harness.offscreen));
}

TEST(two_rules_for_the_state_are_refused)
{
    glsort_context_desc desc = good_desc();
    desc.flags = GLSORT_CONTEXT_KEEPS_STATE | GLSORT_CONTEXT_RESETS_STATE;
    refuse_context(desc, GLSORT_ERROR_ARGUMENT, "more than one of");
    desc.flags = GLSORT_CONTEXT_CLOBBERS_STATE | GLSORT_CONTEXT_RESETS_STATE;
    refuse_context(desc, GLSORT_ERROR_ARGUMENT, "more than one of");
}

TEST(a_short_message_buffer_is_not_overrun)
{
    char message[16];
    glsort_context* c = NULL;
    glsort_context_desc desc = {.flags = 0x40, .message = message, .message_bytes = 8};
    memset(message, 'x', sizeof message);
    assert_int_equal(glsort_context_create(&desc, &c), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(strlen(message), 7);
    assert_memory_equal(message + 8, "xxxxxxxx", 8);
}

// ---- plans ----------------------------------------------------------------------------

static void refuse_plan(glsort_sort_desc desc, glsort_result wanted, const char* words)
{
    glsort_plan* plan = (glsort_plan*)&desc;
    long live = gl_mock_live(&mock) - mock.live[KIND_PROGRAM];
    glsort_result result = glsort_sort_create(context, &desc, &plan);
    expect(result, wanted, glsort_last_error(context), words);
    assert_null(plan);
    assert_int_equal(gl_mock_live(&mock) - mock.live[KIND_PROGRAM], live);
}

TEST(a_plan_of_a_count_that_is_too_small_or_too_large_is_refused)
{
    glsort_limits limits;
    const char* reason = NULL;
    char number[32];
    glsort_context_limits(context, &limits);
    refuse_plan((glsort_sort_desc){0}, GLSORT_ERROR_RANGE, "max_count is 0");
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        if (!gl_form_fits(&gl_forms[i], &harness))
            continue;
        glsort_sort_desc desc = gl_forms[i].plan;
        uint32_t most = glsort_max_count(&limits, &desc, &reason);
        assert_true(most > 0 && most < 1u << 31);
        assert_non_null(reason);
        desc.max_count = most + 1;
        snprintf(number, sizeof number, "%u", most + 1);
        refuse_plan(desc, GLSORT_ERROR_LIMIT, number);
        snprintf(number, sizeof number, "%u", most);
        refuse_plan(desc, GLSORT_ERROR_LIMIT, number);
        refuse_plan(desc, GLSORT_ERROR_LIMIT, reason);
    }
}

TEST(null_pointers_are_refused_and_never_followed)
{
    glsort_plan* plan = NULL;
    glsort_sort_desc desc = {.max_count = 10};
    glsort_pass_info pass;
    uint64_t ns[1];
    uint32_t count = 1;
    assert_int_equal(glsort_sort_create(NULL, &desc, &plan), GLSORT_ERROR_ARGUMENT);
    expect(glsort_sort_create(context, NULL, &plan), GLSORT_ERROR_ARGUMENT,
           glsort_last_error(context), "desc is NULL");
    expect(glsort_sort_create(context, &desc, NULL), GLSORT_ERROR_ARGUMENT,
           glsort_last_error(context), "plan is NULL");
    assert_int_equal(glsort_sort_run(NULL, NULL), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(begin_sort(NULL, NULL), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_plan_step(NULL, 1), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_plan_end(NULL), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_plan_peek(NULL, NULL), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_plan_passes_left(NULL), 0);
    assert_int_equal(glsort_plan_describe(NULL, 1, 0, NULL), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_plan_pass(NULL, 0, &pass), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_plan_timings(NULL, ns, &count), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_context_programs(NULL, NULL, NULL), GLSORT_ERROR_ARGUMENT);
    assert_int_equal(glsort_max_count(NULL, &desc, NULL), 0);
    assert_non_null(glsort_last_error(NULL));
    glsort_context_limits(NULL, NULL);
    glsort_plan_destroy(NULL);
    glsort_context_destroy(NULL);
    glsort_context_abandon(NULL);
}

// ---- runs -----------------------------------------------------------------------------

static void open_sorter(struct gl_sorter* s, glsort_backend backend, bool textures)
{
    struct gl_sorter_desc desc = {.plan = {.max_count = MOST, .backend = backend}};
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.textures = textures ? GLSORT_TEXTURES_ALL : 0;
    gl_sorter_open(s, &harness, context, &desc);
    gl_sorter_fill(s, DATA_UNIFORM, 1, MOST);
    gl_sorter_load(s, MOST);
}

// Refused by run and by begin alike, without one GL call, and nothing is written.
static void refuse_run(struct gl_sorter* s, glsort_sort_args args, glsort_result wanted,
                       const char* words)
{
    gl_mock_reset(&mock);
    expect(glsort_sort_run(s->plan, &args), wanted, glsort_last_error(context), words);
    expect(begin_sort(s->plan, &args), wanted, glsort_last_error(context), words);
    assert_int_equal(mock.get_calls + mock.dispatch_calls + mock.range_calls, 0);
    assert_int_equal(glsort_plan_passes_left(s->plan), 0);
    assert_true(gl_area_check(&s->keys_out, NULL, 0, "", s->trouble, sizeof s->trouble));
    assert_true(
        gl_area_check(&s->values_out, NULL, 0, "", s->trouble, sizeof s->trouble));
}

TEST(a_run_on_textures_that_are_too_small_is_refused)
{
    struct gl_sorter s;
    open_sorter(&s, GLSORT_BACKEND_FRAGMENT, true);
    const glsort_sort_args good = gl_sorter_args(&s, MOST);
    glsort_sort_args args = good;
    args.keys_in.width = 0;
    refuse_run(&s, args, GLSORT_ERROR_RANGE, "keys_in.width is 0");
    args.keys_in.width = 2049;
    refuse_run(&s, args, GLSORT_ERROR_RANGE, "2049");
    args = good;
    args.keys_out.offset = 4;
    refuse_run(&s, args, GLSORT_ERROR_ARGUMENT, "offset is 4");
    gl_sorter_close(&s);
}

// ---- objects --------------------------------------------------------------------------

static void refuse_object(struct gl_sorter* s, glsort_sort_args args,
                          glsort_result wanted, const char* words)
{
    expect(glsort_sort_run(s->plan, &args), wanted, glsort_last_error(context), words);
    expect(begin_sort(s->plan, &args), wanted, glsort_last_error(context), words);
}

static GLuint deleted_buffer(void)
{
    GLuint name = 0;
    harness.gl.GenBuffers(1, &name);
    harness.gl.BindBuffer(GL_COPY_WRITE_BUFFER, name);
    harness.gl.DeleteBuffers(1, &name);
    return name;
}

static void refuse_peeks(struct gl_sorter* s, const glsort_sort_args* good)
{
    // The first open run makes buffers, which may get the name of one that is deleted.
    assert_int_equal(begin_sort(s->plan, good), GLSORT_OK);
    glsort_peek_args peek = {.keys_out = {.name = deleted_buffer()}};
    expect(glsort_plan_peek(s->plan, &peek), GLSORT_ERROR_ARGUMENT,
           glsort_last_error(context), "glsort_plan_peek: keys_out is");
    assert_int_equal(glsort_plan_end(s->plan), GLSORT_OK);
}

// What was bound to ask for sizes is put back, and the plan is as good as before.
static void refuse_objects_on(glsort_backend backend)
{
    struct gl_sorter s;
    GLint bound = 0;
    open_sorter(&s, backend, false);
    const glsort_sort_args good = gl_sorter_args(&s, MOST);
    harness.gl.BindBuffer(GL_COPY_READ_BUFFER, good.keys_in.name);
    glsort_sort_args args = good;
    args.values_in.offset = ~UINT64_C(3);
    refuse_object(&s, args, GLSORT_ERROR_RANGE, "values_in.offset 18446744073709551612");
    args = good;
    args.keys_in.name = deleted_buffer();
    refuse_object(&s, args, GLSORT_ERROR_ARGUMENT, "not a buffer");
    refuse_peeks(&s, &good);
    harness.gl.GetIntegerv(GL_COPY_READ_BUFFER_BINDING, &bound);
    assert_int_equal(bound, good.keys_in.name);
    if (!gl_sorter_try(&s, MOST))
        fail_msg("after refusals: %s", s.trouble);
    gl_sorter_close(&s);
}

TEST(buffers_that_are_none_are_refused_and_leave_the_binding)
{
    refuse_objects_on(GLSORT_BACKEND_FRAGMENT);
    if (harness.has_compute)
        refuse_objects_on(GLSORT_BACKEND_COMPUTE);
}

TEST(textures_that_are_none_are_refused)
{
    struct gl_sorter s;
    open_sorter(&s, GLSORT_BACKEND_FRAGMENT, true);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    harness.gl.GenTextures(1, &args.values_in.name); // becomes one when it is first bound
    refuse_object(&s, args, GLSORT_ERROR_ARGUMENT, "not a texture");
    harness.gl.DeleteTextures(1, &args.values_in.name);
    if (!gl_sorter_try(&s, MOST))
        fail_msg("after a refusal: %s", s.trouble);
    gl_sorter_close(&s);
}

TEST(calls_out_of_order_are_refused)
{
    struct gl_sorter s;
    glsort_peek_args peek = {0};
    open_sorter(&s, GLSORT_BACKEND_AUTO, false);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    const char* text = glsort_last_error(context);
    expect(glsort_plan_step(s.plan, 1), GLSORT_ERROR_STATE, text, "no run");
    expect(glsort_plan_end(s.plan), GLSORT_ERROR_STATE, text, "no run");
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_STATE, text, "no run");
    assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
    expect(begin_sort(s.plan, &args), GLSORT_ERROR_STATE, text, "open");
    expect(glsort_sort_run(s.plan, &args), GLSORT_ERROR_STATE, text, "open");
    expect(glsort_plan_describe(s.plan, 5, 0, NULL), GLSORT_ERROR_STATE, text, "open");
    expect(glsort_plan_peek(s.plan, NULL), GLSORT_ERROR_ARGUMENT, text, "args is NULL");
    peek.keys_out = (glsort_resource){.name = s.keys_out.name, .offset = 2};
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_RANGE, text,
           "keys_out.offset 2");
    peek = (glsort_peek_args){.consumers = 0x8000};
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_ARGUMENT, text, "0x8000");
    assert_int_equal(glsort_plan_step(s.plan, UINT32_MAX), GLSORT_OK);
    assert_int_equal(glsort_plan_end(s.plan), GLSORT_OK);
    assert_true(gl_sorter_holds(&s, MOST));
    gl_sorter_close(&s);
}

TEST(a_binding_that_the_device_cannot_make_is_refused)
{
    struct gl_sorter s;
    glsort_limits limits;
    if (!harness.has_compute)
        return;
    open_sorter(&s, GLSORT_BACKEND_COMPUTE, false);
    glsort_context_limits(context, &limits);
    assert_int_equal(limits.storage_alignment, 256);
    assert_int_equal(limits.storage_block_bytes, 4 * MOST + 200);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    args.keys_out.offset = 252; // 252 bytes of alignment, then 4 bytes a key
    refuse_run(&s, args, GLSORT_ERROR_LIMIT, "4252");
    gl_sorter_close(&s);
}

TEST(descriptions_out_of_range_are_refused)
{
    glsort_pass_info pass;
    uint64_t ns[1];
    uint32_t count = 1;
    glsort_plan* plan = gl_make_plan(context, &(glsort_sort_desc){.max_count = 10});
    const char* text = glsort_last_error(context);
    expect(glsort_plan_describe(plan, 11, 0, NULL), GLSORT_ERROR_RANGE, text, "11");
    expect(glsort_plan_pass(plan, 1000, &pass), GLSORT_ERROR_RANGE, text, "1000");
    assert_int_equal(glsort_plan_pass(plan, 0, NULL), GLSORT_ERROR_ARGUMENT);
    expect(glsort_plan_timings(plan, NULL, &count), GLSORT_ERROR_ARGUMENT, text,
           "pass_ns");
    expect(glsort_plan_timings(plan, ns, NULL), GLSORT_ERROR_ARGUMENT, text,
           "pass_count");
    glsort_plan_destroy(plan);
}

// ---- plans without a device -----------------------------------------------------------

// The plan of a device and the one of its limits are the same passes.
TEST(an_offline_plan_has_the_passes_of_the_real_one)
{
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        glsort_plan* offline = NULL;
        glsort_plan_info a, b;
        glsort_sort_desc desc = gl_forms[i].plan;
        if (!gl_form_fits(&gl_forms[i], &harness))
            continue;
        desc.max_count = 60;
        glsort_plan* real = gl_make_plan(context, &desc);
        assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &offline), GLSORT_OK);
        assert_int_equal(glsort_plan_describe(real, 47, 0, &a), GLSORT_OK);
        assert_int_equal(glsort_plan_describe(offline, 47, 0, &b), GLSORT_OK);
        assert_int_equal(a.pass_count, b.pass_count);
        assert_int_equal(a.scratch_bytes, b.scratch_bytes);
        for (uint32_t at = 0; at < a.pass_count; ++at) {
            glsort_pass_info p, q;
            assert_int_equal(glsort_plan_pass(real, at, &p), GLSORT_OK);
            assert_int_equal(glsort_plan_pass(offline, at, &q), GLSORT_OK);
            assert_string_equal(p.label, q.label);
            assert_int_equal(p.groups, q.groups);
            assert_int_equal(p.barriers, q.barriers);
        }
        glsort_plan_destroy(real);
        glsort_plan_destroy(offline);
    }
}
