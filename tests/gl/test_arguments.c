// SPDX-License-Identifier: MIT
// Wrong arguments: each gets its code and a sentence with the numbers, and changes
// nothing, neither the outputs nor the plan nor GL.
#include <string.h>

#include <glsort/glsort.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "plans.h"

enum { MOST = 5000 };

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
    desc.flags = GLSORT_CONTEXT_CLOBBERS_STATE | GLSORT_CONTEXT_RESETS_STATE;
    refuse_context(desc, GLSORT_ERROR_ARGUMENT, "more than one of");
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
    gl_sorter_ready(s, DATA_UNIFORM, 1, MOST);
}

// Refused by runs of either kind, and nothing is run or written.
static void refuse_run(struct gl_sorter* s, glsort_sort_args args, glsort_result wanted,
                       const char* words)
{
    gl_mock_reset(&mock);
    expect(glsort_sort_run(s->plan, &args), wanted, glsort_last_error(context), words);
    expect(begin_sort(s->plan, &args), wanted, glsort_last_error(context), words);
    assert_int_equal(mock.dispatch_calls + mock.range_calls, 0);
    assert_int_equal(glsort_plan_passes_left(s->plan), 0);
    gl_area_expect(&s->keys_out, NULL, 0, "keys_out");
    gl_area_expect(&s->values_out, NULL, 0, "values_out");
}

TEST(textures_that_are_none_or_too_small_are_refused)
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
    args = good;
    harness.gl.GenTextures(1, &args.values_in.name); // becomes one when it is first bound
    refuse_run(&s, args, GLSORT_ERROR_ARGUMENT, "not a texture");
    harness.gl.DeleteTextures(1, &args.values_in.name);
    gl_sorter_check_filled(&s, MOST);
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
    refuse_run(&s, args, GLSORT_ERROR_LIMIT, "20252");
    gl_sorter_close(&s);
}

// What was bound to ask for sizes is put back, and the plan is as good as before.
static void refuse_buffers_on(glsort_backend backend)
{
    struct gl_sorter s;
    GLint bound = 0;
    open_sorter(&s, backend, false);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    const GLuint keys = args.keys_in.name;
    harness.gl.BindBuffer(GL_COPY_READ_BUFFER, keys);
    harness.gl.GenBuffers(1, &args.keys_in.name); // becomes one when it is first bound
    expect(glsort_sort_run(s.plan, &args), GLSORT_ERROR_ARGUMENT,
           glsort_last_error(context), "not a buffer");
    harness.gl.GetIntegerv(GL_COPY_READ_BUFFER_BINDING, &bound);
    assert_int_equal(bound, keys);
    harness.gl.DeleteBuffers(1, &args.keys_in.name);
    gl_sorter_check_filled(&s, MOST);
    gl_sorter_close(&s);
}

TEST(buffers_that_are_none_are_refused_and_leave_the_binding)
{
    refuse_buffers_on(GLSORT_BACKEND_FRAGMENT);
    if (harness.has_compute)
        refuse_buffers_on(GLSORT_BACKEND_COMPUTE);
}

TEST(wrong_peeks_are_refused)
{
    struct gl_sorter s;
    glsort_peek_args peek = {0};
    open_sorter(&s, GLSORT_BACKEND_AUTO, false);
    glsort_sort_args args = gl_sorter_args(&s, MOST);
    const char* text = glsort_last_error(context);
    expect(glsort_plan_end(s.plan), GLSORT_ERROR_STATE, text, "no run");
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_STATE, text, "no run");
    assert_int_equal(begin_sort(s.plan, &args), GLSORT_OK);
    expect(glsort_plan_peek(s.plan, NULL), GLSORT_ERROR_ARGUMENT, text, "args is NULL");
    peek.keys_out = (glsort_resource){.name = s.keys_out.name, .offset = 2};
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_RANGE, text,
           "keys_out.offset 2");
    peek.keys_out = (glsort_resource){.name = 987654};
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_ARGUMENT, text,
           "glsort_plan_peek: keys_out is");
    peek = (glsort_peek_args){.keys_out = args.keys_out};
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_ARGUMENT, text,
           "neither the same");
    peek = (glsort_peek_args){.consumers = 0x8000};
    expect(glsort_plan_peek(s.plan, &peek), GLSORT_ERROR_ARGUMENT, text, "0x8000");
    gl_sorter_finish(&s, MOST);
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
