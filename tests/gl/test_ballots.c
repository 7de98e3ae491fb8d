// SPDX-License-Identifier: MIT
// Ranks by ballots in subgroups of every width that llvmpipe can be told to have. It
// decides once a process, so each width gets a process.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static glsort_context* context;

enum { MOST = 3 * 4096 + 77 };

static uint32_t wanted_width; // 0: whatever there is

// Invocations of a subgroup, as the compiler has it.
static uint32_t subgroup_width(void)
{
    static const GLchar* const text =
        "#version 430 core\n"
        "#extension GL_ARB_gpu_shader_int64 : require\n"
        "#extension GL_ARB_shader_ballot : require\n"
        "layout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) buffer Width { uint width; };\n"
        "void main() { width = gl_SubGroupSizeARB; }\n";
    uint32_t width = 0;
    GLuint buffer = gl_buffer_create(&harness, sizeof width, &width);
    GLuint shader = harness.gl.CreateShader(GL_COMPUTE_SHADER);
    GLuint program = harness.gl.CreateProgram();
    harness.gl.ShaderSource(shader, 1, &text, NULL);
    harness.gl.CompileShader(shader);
    harness.gl.AttachShader(program, shader);
    harness.gl.LinkProgram(program);
    harness.gl.UseProgram(program);
    harness.gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    harness.gl.DispatchCompute(1, 1, 1);
    harness.gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl_buffer_read(&harness, buffer, 0, sizeof width, &width);
    harness.gl.UseProgram(0);
    harness.gl.DeleteProgram(program);
    harness.gl.DeleteShader(shader);
    harness.gl.DeleteBuffers(1, &buffer);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    return width;
}

static void the_renderer_has_ballots(void** state)
{
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    assert_true(limits.has_ballots);
    uint32_t width = subgroup_width();
    print_message("subgroups of %u\n", width);
    if (wanted_width > 0)
        assert_int_equal(width, wanted_width);
}

static void check_sorts(glsort_context* by)
{
    static const uint32_t counts[] = {1, 31, 255, 4095, 4096, 4097, 2 * 4096 + 1, MOST};
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = MOST,
                 .values = GLSORT_VALUES_4_BYTES,
                 .algorithm = GLSORT_ALGORITHM_RADIX,
                 .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_BALLOTS}},
        .leads = {1, 2, 3, 5, 7},
    };
    gl_sorter_open(&s, &harness, by, &desc);
    for (uint32_t at = 0; at < sizeof counts / sizeof counts[0]; ++at) {
        gl_sorter_check(&s, DATA_UNIFORM, at, counts[at]);
        gl_sorter_check(&s, DATA_LOW_ENTROPY, at, counts[at]);
    }
    gl_sorter_close(&s);
}

static void keys_and_ties_are_sorted_as_on_the_cpu(void** state)
{
    check_sorts(context);
}

// Narrow subgroups torn in two, so that more chunks come than rows, and wide ones.
static void subgroups_with_holes_and_numbers_of_any_order_rank_as_well(void** state)
{
    if (wanted_width == 8)
        return;
    glsort_context* torn = gl_harness_context_defining(
        &harness, 0,
        wanted_width == 4
            ? "#define IS_OF_OTHER_HALF (gl_LocalInvocationIndex % 3u == 1u)\n"
            : "#define IS_OF_OTHER_HALF (gl_LocalInvocationIndex % 64u < 7u)\n");
    check_sorts(torn);
    glsort_context_destroy(torn);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_renderer_has_ballots),
        cmocka_unit_test(keys_and_ties_are_sorted_as_on_the_cpu),
        cmocka_unit_test(subgroups_with_holes_and_numbers_of_any_order_rank_as_well),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .context = &context,
        .apis = 1 << GL_API_43, // Mesa's GLES has neither extension
    };
    static const char* const vector_bits[] = {"128", "256", "512"};
    int failed = 0;
    if (argc > 1) // one API in this process, with whatever width it has
        return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
    // A cached program keeps the width that it was compiled for.
    setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
    for (uint32_t at = 0; at < sizeof vector_bits / sizeof vector_bits[0]; ++at) {
        setenv("LP_NATIVE_VECTOR_WIDTH", vector_bits[at], 1);
        wanted_width = (uint32_t)atoi(vector_bits[at]) / 32;
        failed += gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
    }
    return failed;
}
