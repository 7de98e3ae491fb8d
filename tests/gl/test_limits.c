// SPDX-License-Identifier: MIT
// Devices that can do little: what they can sort is sorted up to the last element, what
// they cannot is refused with the limit's name.
#include <string.h>

#include <glsort/glsort_host.h>

#include "desc.h"
#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"

GL_SUITE(.tests_open = true);

// ---- small devices -------------------------------------------------------------------

// As many as a device of these limits says fit, less `spare`: what buffers that start
// anywhere leave.
static void sort_the_most(glsort_sort_desc plan, uint32_t spare, bool in_place)
{
    struct gl_sorter s;
    glsort_limits limits;
    glsort_plan* more = NULL;
    struct gl_sorter_desc desc = {.plan = plan,
                                  .in_place = in_place,
                                  .leads = {1, 5, 3, 7, 3},
                                  .widths = {64, 64, 64, 64}};
    glsort_context_limits(context, &limits);
    const uint32_t most = glsort_max_count(&limits, &plan, NULL);
    assert_in_range(most, spare + 64, 1 << 16);
    // A caller's texture of this device holds no more than that; one row is for guards.
    desc.plan.max_count = plan.textures != 0 ? smaller(63 * 64, most) : most - spare;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_check(&s, DATA_UNIFORM, 1, desc.plan.max_count);
    gl_sorter_check(&s, DATA_FEW, 2, desc.plan.max_count - 1);
    gl_sorter_check(&s, DATA_SPECIAL, 3, 3);
    gl_sorter_close(&s);
    plan.max_count = most + 1;
    assert_int_equal(glsort_sort_create(context, &plan, &more), GLSORT_ERROR_LIMIT);
    assert_null(more);
}

// Elements of one word, in buffers and textures, and of several.
enum { NARROW, TEXTURES, WIDE, WIDE_END = WIDE + 3 };

static glsort_sort_desc desc_of(const struct gl_form* form, uint32_t type)
{
    static const struct {
        glsort_key key;
        glsort_values values;
    } types[WIDE_END] = {
        [NARROW] = {GLSORT_KEY_U32, GLSORT_VALUES_4_BYTES},
        [TEXTURES] = {GLSORT_KEY_U32, GLSORT_VALUES_4_BYTES},
        [WIDE] = {GLSORT_KEY_F64, GLSORT_VALUES_INDICES},
        {GLSORT_KEY_U64, GLSORT_VALUES_16_BYTES},
        {GLSORT_KEY_F32, GLSORT_VALUES_8_BYTES},
    };
    glsort_sort_desc desc = form->plan;
    desc.key = types[type].key;
    desc.values = types[type].values;
    desc.textures = type == TEXTURES ? GLSORT_TEXTURES_ALL : 0;
    return desc;
}

// The library's own textures are made no larger than the limit, uneven ones neither.
TEST(textures_hold_what_they_are_said_to_hold)
{
    static const GLint sizes[] = {64, 65, 127};
    static const char* const uneven[] = {"abisort-partition-fragment", "tree-fragment",
                                         "tree-stages-fragment",
                                         "tree-stages-copy-fragment", NULL};
    for (uint32_t at = 0; at < 3 * gl_form_count; ++at) {
        const uint32_t i = at % gl_form_count;
        const GLint size = sizes[at / gl_form_count];
        const struct gl_form* form = &gl_forms[i];
        if (form->plan.backend != GLSORT_BACKEND_FRAGMENT ||
            (size != 64 && !gl_form_among(form, uneven)))
            continue;
        gl_suite_open_with(&suite, (struct gl_forced_limits){.texture_size = size});
        sort_the_most(desc_of(form, NARROW), 0, false);
        if (size == 64)
            sort_the_most(desc_of(form, TEXTURES), 0, false);
        if (size == 64 && gl_form_wanted(form, &harness))
            sort_the_most(desc_of(form, WIDE + i % 3), 0, i % 2 == 0);
        gl_suite_close(&suite);
    }
}

TEST(small_blocks_and_offsets_of_256_bytes_are_kept)
{
    if (harness.api != GL_API_43)
        return; // the others have no storage blocks
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 1 << 15,
                                                         .storage_alignment = 256,
                                                         .uniform_alignment = 256});
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        for (uint32_t at = 0; at < 3; ++at) {
            const glsort_sort_desc desc = desc_of(&gl_forms[i], WIDE + at);
            // The nodes of trees fill a block sooner than wide elements do.
            if (desc.backend == GLSORT_BACKEND_COMPUTE &&
                desc.tuning->algorithm != GLSORT_ALGORITHM_ABISORT_TREE)
                sort_the_most(desc, 64, (i + at) % 2 == 0);
        }
    }
    gl_suite_close(&suite);
}

// With small blocks the spare place has keys and values in buffers of their own. A chain
// that has pairs between digits sees the outputs twice, which takes 9 blocks.
TEST(a_chain_does_without_blocks_of_pairs_and_a_second_view_of_the_outputs)
{
    static const struct gl_forced_limits chains[] = {
        {.storage_block = 6 * 9000}, {.storage_blocks = 8}, {.storage_blocks = 9}};
    static const uint32_t counts[] = {1, 1024, 5000, 9000};
    const struct gl_sorter_desc desc = {
        .plan = {.max_count = 9000,
                 .values = GLSORT_VALUES_4_BYTES,
                 .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN}},
    };
    if (harness.api != GL_API_43)
        skip();
    for (uint32_t i = 0; i < 3; ++i) {
        struct gl_sorter s;
        gl_suite_open_with(&suite, chains[i]);
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check_each(&s, counts, 4);
        gl_sorter_check(&s, DATA_TWO_VALUES, 2, 9000);
        gl_sorter_close(&s);
        gl_suite_close(&suite);
    }
}

TEST(more_than_a_block_holds_is_for_sorts_of_arrays_in_cpu_memory)
{
    enum { BLOCK = 1 << 14, COUNT = 9000 };
    static const glsort_key keys[] = {GLSORT_KEY_U32, GLSORT_KEY_U64};
    static uint32_t array[2 * COUNT];
    glsort_host_info info;
    const glsort_host_args args = {
        .count = COUNT, .keys_in = array, .keys_out = array, .info = &info};
    if (harness.api != GL_API_43)
        skip();
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = BLOCK});
    for (uint32_t i = 0; i < 2; ++i) {
        const uint32_t most = BLOCK / 4 >> i;
        glsort_plan* plan = NULL;
        glsort_sort_desc desc = {.max_count = most + 1, .key = keys[i]};
        assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_LIMIT);
        assert_null(plan);
        assert_non_null(strstr(glsort_last_error(context), "glsort_sort_host"));
        desc.max_count = most;
        plan = gl_make_plan(context, &desc);
        glsort_plan_destroy(plan);
        desc.max_count = 0;
        assert_int_equal(glsort_sort_host(context, &desc, &args), GLSORT_OK);
        assert_in_range(info.chunk_count, 2, 9); // of sizes that gl_host sorts
    }
    gl_suite_close(&suite);
}

static glsort_result create(const struct gl_form* form)
{
    glsort_plan* plan = NULL;
    glsort_sort_desc desc = form->plan;
    desc.max_count = 100;
    desc.values = GLSORT_VALUES_4_BYTES;
    glsort_result result = glsort_sort_create(context, &desc, &plan);
    glsort_plan_destroy(plan);
    return result;
}

TEST(too_few_draw_buffers_are_refused_by_number)
{
    gl_suite_open_with(&suite, (struct gl_forced_limits){.draw_buffers = 3});
    assert_int_equal(create(gl_form_named("abisort-partition-fragment")),
                     GLSORT_ERROR_UNSUPPORTED);
    assert_non_null(strstr(glsort_last_error(context), "4 draw buffers"));
    assert_int_equal(create(gl_form_named("tree-fragment")), GLSORT_ERROR_UNSUPPORTED);
    assert_non_null(strstr(glsort_last_error(context), "4 draw buffers"));
    gl_suite_close(&suite);
}

TEST(limits_are_told_as_the_device_tells_them)
{
    glsort_limits limits;
    const struct gl_forced_limits forced = {
        .uniform_alignment = 256,
        .storage_alignment = 128,
        .storage_block = 1 << 20,
        .storage_blocks = 9,
        .texture_size = 1234,
        .draw_buffers = 5,
        .group_count = 99,
    };
    gl_suite_open_with(&suite, forced);
    glsort_context_limits(context, &limits);
    static const uint32_t versions[GL_API_COUNT] = {
        [GL_API_43] = 430,   [GL_API_33] = 330,   [GL_API_33_COMPAT] = 330,
        [GL_API_ES30] = 300, [GL_API_ES32] = 320, [GL_API_ES31] = 310,
        [GL_API_41] = 410};
    assert_int_equal(limits.is_gles, harness.gles);
    assert_int_equal(limits.version, versions[harness.api]);
    assert_int_equal(limits.has_compute, harness.has_compute);
    assert_int_equal(limits.uniform_alignment, 256);
    assert_int_equal(limits.texture_size, 1234);
    assert_int_equal(limits.draw_buffers, 5);
    if (limits.has_compute) {
        assert_int_equal(limits.storage_alignment, 128);
        assert_int_equal(limits.storage_block_bytes, 1 << 20);
        assert_int_equal(limits.storage_blocks, 9);
        assert_int_equal(limits.group_count, 99);
        assert_int_equal(limits.pair_texels, 0); // narrower than such a texture is
    }
    gl_suite_close(&suite);
}

// ---- odd contexts ---------------------------------------------------------------------

static const char* odd_version; // NULL: the driver's, and no extension

static void GLAD_API_PTR get_no_extension(GLenum name, GLint* value)
{
    harness.gl.GetIntegerv(name, value);
    if (odd_version == NULL && name == GL_NUM_EXTENSIONS)
        *value = 0;
}

static const GLubyte* GLAD_API_PTR get_odd_version(GLenum name)
{
    return odd_version != NULL && name == GL_VERSION ? (const GLubyte*)odd_version
                                                     : harness.gl.GetString(name);
}

static glsort_proc find_odd(void* user, const char* name)
{
    if (strcmp(name, "glGetIntegerv") == 0)
        return (glsort_proc)get_no_extension;
    if (strcmp(name, "glGetString") == 0)
        return (glsort_proc)get_odd_version;
    return offscreen_get_proc(harness.offscreen, name);
}

static glsort_result create_odd(char* message, size_t bytes, glsort_context** c)
{
    const glsort_context_desc desc = {
        .get_proc = find_odd, .message = message, .message_bytes = bytes};
    return glsort_context_create(&desc, c);
}

TEST(a_context_needs_no_extension)
{
    char message[512] = "";
    glsort_context* c = NULL;
    gl_suite_open(&suite);
    odd_version = NULL;
    if (create_odd(message, sizeof message, &c) != GLSORT_OK)
        fail_msg("%s", message);
    glsort_plan_destroy(gl_make_plan(c, &(glsort_sort_desc){.max_count = 100}));
    glsort_context_destroy(c);
    gl_suite_close(&suite);
}

TEST(a_version_that_cannot_be_read_is_quoted)
{
    static const char* const versions[] = {"Translation layer, OpenGL 4.6",
                                           "WebGL 2.0 (OpenGL ES 3.0 Chromium)"};
    gl_suite_open(&suite);
    for (uint32_t i = 0; i < 2; ++i) {
        char message[512] = "";
        glsort_context* c = NULL;
        odd_version = versions[i];
        assert_int_equal(create_odd(message, sizeof message, &c), GLSORT_ERROR_CONTEXT);
        assert_null(c);
        assert_non_null(strstr(message, versions[i]));
        assert_null(strstr(message, "no GL context"));
    }
    gl_suite_close(&suite);
}

// ---- compiler threads -----------------------------------------------------------------

// As many as the caller has set. A query gives 0xFFFFFFFF as -1.
TEST(compiler_threads_are_asked_for_on_request_alone)
{
    static const GLuint counts[] = {0xFFFFFFFFu, 3, 0};
    gl_suite_open(&suite);
    assert_int_equal(mock.thread_calls, 0);
    const PFNGLMAXSHADERCOMPILERTHREADSKHRPROC set =
        harness.gl.MaxShaderCompilerThreadsKHR;
    for (uint32_t i = 0; i < (set != NULL ? 3 : 0); ++i) {
        GLint count = 0;
        set(counts[i]);
        glsort_context_destroy(context);
        context = gl_mock_context(&mock, GLSORT_CONTEXT_COMPILER_THREADS);
        assert_int_equal(mock.thread_calls, i + 1);
        harness.gl.GetIntegerv(GL_MAX_SHADER_COMPILER_THREADS_KHR, &count);
        assert_int_equal((GLuint)count, counts[i]);
    }
    gl_suite_close(&suite);
    if (set == NULL)
        skip();
}

// ---- compute shaders of GLES ----------------------------------------------------------

// What an extension shows decides, and no name of a vendor.
TEST(subgroups_are_those_that_extensions_show_to_be_full)
{
    static const struct {
        struct gl_subgroups device;
        uint32_t size;
    } devices[] = {
        {{.offered = true, .size = 32, .vendor = "NVIDIA Corporation"}, 0},
        {{.offered = true, .size = 32, .vendor = "Intel"}, 0},
        {{.offered = true, .warps = true, .size = 32, .warp_size = 32, .vendor = "X"},
         32},
        {{.offered = true, .warps = true, .size = 16, .warp_size = 32}, 0},
        {{.offered = true, .warps = true, .size = 64, .warp_size = 64}, 64},
    };
    if (harness.api != GL_API_43)
        return;
    for (uint32_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        glsort_limits limits;
        gl_suite_open(&suite);
        glsort_context_destroy(context);
        mock.subgroups = devices[i].device;
        context = gl_mock_context(&mock, 0);
        glsort_context_limits(context, &limits);
        assert_int_equal(limits.subgroup_size, devices[i].size);
        assert_int_equal(limits.chained_scan, devices[i].size == 32);
        gl_suite_close(&suite);
    }
}

static void expect_draws(struct gl_forced_limits forced, const char* reason,
                         const char* refusal)
{
    glsort_plan_info info;
    glsort_plan* plan = NULL;
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = 3000, .values = GLSORT_VALUES_INDICES}};
    gl_suite_open_with(&suite, forced);
    gl_sorter_open(&s, &harness, context, &desc);
    assert_int_equal(glsort_plan_describe(s.plan, 3000, 0, &info), GLSORT_OK);
    assert_int_equal(info.backend, GLSORT_BACKEND_FRAGMENT);
    if (strstr(info.reason, reason) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", info.reason, reason);
    gl_sorter_check(&s, DATA_UNIFORM, 1, 3000);
    gl_sorter_close(&s);
    desc.plan.backend = GLSORT_BACKEND_COMPUTE;
    assert_int_equal(glsort_sort_create(context, &desc.plan, &plan),
                     GLSORT_ERROR_UNSUPPORTED);
    if (strstr(glsort_last_error(context), refusal) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", glsort_last_error(context), refusal);
    gl_suite_close(&suite);
}

TEST(gles_with_less_than_compute_needs_draws_and_says_why)
{
    static const char blocks[] = "fewer than 8 storage blocks";
    static const char groups[] = "fewer than 256 invocations";
    if ((GL_API_ES_COMPUTE & 1u << harness.api) == 0)
        skip();
    expect_draws((struct gl_forced_limits){.storage_blocks = 7}, blocks,
                 "needs 8 storage blocks in a compute shader; asked for: backend "
                 "COMPUTE; this device has 7 storage blocks");
    expect_draws((struct gl_forced_limits){.storage_points = 4}, blocks, "has 4");
    expect_draws((struct gl_forced_limits){.shader_outputs = 6}, blocks, "has 6");
    expect_draws((struct gl_forced_limits){.group_size = 128}, groups,
                 "work groups of 256; asked for: backend COMPUTE; this device has work "
                 "groups of 128");
    expect_draws((struct gl_forced_limits){.group_width = 128}, groups, "groups of 128");
}

// All that compute needs of a device of GLES, and no more.
static const struct gl_forced_limits least = {.storage_alignment = 256,
                                              .storage_blocks = 8,
                                              .storage_points = 8,
                                              .shader_outputs = 8,
                                              .group_size = 256,
                                              .group_width = 256,
                                              .shared_bytes = 16384};

static bool sorts_on_least_device(const struct gl_form* form)
{
    static const uint32_t counts[] = {1, 512, 513, 2049, 6000};
    struct gl_sorter s;
    glsort_limits limits;
    struct gl_sorter_desc desc = {.plan = form->plan, .leads = {3, 5, 1, 7, 0}};
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    desc.plan.max_count = 6000;
    glsort_context_limits(context, &limits);
    if (glsort_max_count(&limits, &desc.plan, NULL) == 0) {
        assert_int_equal(create(form), GLSORT_ERROR_UNSUPPORTED);
        assert_non_null(strstr(glsort_last_error(context), "this device has"));
        return false;
    }
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
    gl_sorter_close(&s);
    return true;
}

static void order_on_least_device(const glsort_tuning* tuning)
{
    const glsort_order_desc desc = {.max_count = 5000,
                                    .max_views = 2,
                                    .cull = GLSORT_CULL_FRUSTUM,
                                    .command = GLSORT_COMMAND_DRAW_ELEMENTS,
                                    .tuning = tuning};
    struct gl_orderer o;
    gl_orderer_open(&o, &harness, context, &desc, 100, 1);
    gl_orderer_fill(&o, ORDER_DATA_LATTICE, ORDER_SHARE_50, 2, 1);
    gl_orderer_check(&o, 5000);
    gl_orderer_close(&o);
}

TEST(the_least_device_with_compute_sorts_or_refuses_by_number)
{
    const struct gl_form automatic = {"auto", {.max_count = 0}};
    bool served[GLSORT_ALGORITHM_RADIX + 1] = {false};
    if ((GL_API_COMPUTE & 1u << harness.api) == 0)
        skip();
    gl_suite_open_with(&suite, least);
    for (uint32_t i = 0; i < gl_form_count; ++i)
        if (gl_forms[i].plan.backend == GLSORT_BACKEND_COMPUTE)
            served[gl_forms[i].plan.tuning->algorithm] |=
                sorts_on_least_device(&gl_forms[i]);
    assert_true(served[GLSORT_ALGORITHM_ABISORT]);
    assert_true(served[GLSORT_ALGORITHM_ABISORT_TREE]);
    assert_true(served[GLSORT_ALGORITHM_RANK]);
    assert_true(served[GLSORT_ALGORITHM_RADIX]);
    assert_true(sorts_on_least_device(&automatic));
    order_on_least_device(NULL);
    order_on_least_device(&(const glsort_tuning){.method = GLSORT_METHOD_RADIX_TILES});
    gl_suite_close(&suite);
}
