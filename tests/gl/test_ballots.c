// SPDX-License-Identifier: MIT
// Ranks by ballots in subgroups of every width that llvmpipe can be told to have. It decides
// once a process, so each width gets a process.
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
    assert_in_range(width, 4, 64);
}

static void keys_and_ties_are_sorted_as_on_the_cpu(void** state)
{
    static const uint32_t counts[] = {1, 31, 255, 4095, 4096, 4097, 2 * 4096 + 1, MOST};
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = MOST,
                 .values = GLSORT_VALUES_U32,
                 .algorithm = GLSORT_ALGORITHM_RADIX,
                 .ranking = GLSORT_RANKING_BALLOTS},
        .leads = {1, 2, 3, 5, 7},
    };
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t at = 0; at < sizeof counts / sizeof counts[0]; ++at) {
        gl_sorter_check(&s, DATA_UNIFORM, at, counts[at]);
        gl_sorter_check(&s, DATA_LOW_ENTROPY, at, counts[at]);
    }
    gl_sorter_close(&s);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_renderer_has_ballots),
        cmocka_unit_test(keys_and_ties_are_sorted_as_on_the_cpu),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .context = &context,
        .apis = GL_API_COMPUTE,
    };
    static const char* const vector_bits[] = {"128", "256", "512"};
    int failed = 0;
    // A cached program keeps the width that it was compiled for.
    setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
    for (uint32_t at = 0; at < sizeof vector_bits / sizeof vector_bits[0]; ++at) {
        setenv("LP_NATIVE_VECTOR_WIDTH", vector_bits[at], 1);
        failed += gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
    }
    return failed;
}
