// SPDX-License-Identifier: MIT
// What GLSL of the caller's own is refused for by name, before any driver sees it, with
// the line; and what is not refused though it looks like it.
#include <string.h>

#include "host_test.h"
#include "memory.h"
#include "code_text.h"

#define FUNCTION "vec3 glsort_position(uint element)\n{\n    return vec3(0.0);\n}\n"
#define READS(X) "vec3 glsort_position(uint element)\n{\n    return vec3(" X ");\n}\n"

static const struct {
    const char* text;
    const char* words; // NULL: not refused
} texts[] = {
    {FUNCTION, NULL},
    {"", "code.text does not define vec3 glsort_position(uint)"},
    {"vec3 position(uint element); // glsort_position", "code.text does not define"},
    // Preprocessing.
    {"#define TWO 2.0\n#if 1\n#endif\n" FUNCTION, NULL},
    {"#version 300 es\n" FUNCTION, "code.text:1: #version is not allowed"},
    {"\n  #  extension all : enable\n" FUNCTION, "code.text:2: #extension is not"},
    {FUNCTION "#line 7\n", "code.text:5: #line is not allowed"},
    {"#include \"a\"\n" FUNCTION, "code.text:1: #include is not allowed"},
    {"#pragma optimize(off)\n" FUNCTION, "code.text:1: #pragma is not allowed"},
    {"#/**/line 7\n" FUNCTION, "code.text:1: #line is not allowed"},
    {"# /* a\n */ \\\n version 300 es\n" FUNCTION, "code.text:3: #version is not"},
    {"uni\\\nform float t;\n" FUNCTION, "code.text:1: uni goes on in the next line"},
    {"a;\ngl\\\r\n_x;\n" FUNCTION, "code.text:2: gl goes on in the next line"},
    {"#define ADD(A) A +\\\n  A\n#define SAME(A) A\\\n;\n" FUNCTION, NULL},
    {"// #version\n/* gl_FragCoord\n barrier() */" FUNCTION, NULL},
    {"/* a\n * b\n */ #define X gl_WorkGroupID\n" FUNCTION,
     "code.text:3: gl_WorkGroupID is not allowed: backends call"},
    // Names of the library's.
    {READS("glsort_float0(element) + glsort_floats1(0u).x + float(glsort_word1(2u))"),
     NULL},
    {READS("glsort_param(3u)"), NULL},
    {READS("glsort_word2(0u)"),
     "code.text:3: glsort_word2 reads code.buffers[2], but code.buffer_count is 2"},
    {READS("glsort_word4(0u)"), "code.text:3: glsort_word4 is not allowed: names that"},
    {READS("glsort_word(0u)"), "code.text:3: glsort_word is not allowed: names that"},
    {READS("texelFetch(glsort_buffer0, 0)"), "code.text:3: texelFetch is not allowed"},
    {READS("glsort_buffer0[1]"), "code.text:3: glsort_buffer0 is not allowed: names"},
    {"float my_glsort_x, x_gl_y, glsortx;\n" FUNCTION, NULL},
    {"float gl_x;\n" FUNCTION, "code.text:1: gl_x is not allowed"},
    // Interfaces.
    {"void f(in vec3 a, out vec3 b, inout vec3 c) { b = a + c; }\n" FUNCTION, NULL},
    {"out vec4 color;\n" FUNCTION, "code.text:1: out is not allowed: the text reads"},
    {"vec3 f(vec3 p) { return p; }\nin vec3 p;\n" FUNCTION, "code.text:2: in is not"},
    {"uniform float t;\n" FUNCTION, "code.text:1: uniform is not allowed: the text"},
    {"layout(std430) buffer B { uint b[]; };\n" FUNCTION, "code.text:1: layout is not"},
    {"buffer B { uint b[]; };\n" FUNCTION, "code.text:1: buffer is not allowed"},
    {"shared uint a;\n" FUNCTION, "code.text:1: shared is not allowed"},
    {"vec4 f(sampler2D s);\n" FUNCTION, "code.text:1: sampler2D is not allowed"},
    {"vec4 f(usamplerBuffer s);\n" FUNCTION, "code.text:1: usamplerBuffer is not"},
    {"vec4 f(image2D s);\n" FUNCTION, "code.text:1: image2D is not allowed"},
    {"float image, samplers, sampler_2D, imageCount;\n" FUNCTION, NULL},
    // One call for one element.
    {READS("dFdx(1.0)"), "code.text:3: dFdx is not allowed: each call is for one"},
    {READS("fwidthFine(1.0)"), "code.text:3: fwidthFine is not allowed"},
    {"void f() { barrier(); }\n" FUNCTION, "code.text:1: barrier is not allowed"},
    {"void f() { memoryBarrierShared(); }\n" FUNCTION,
     "code.text:1: memoryBarrierShared is not allowed"},
    {"void f() { atomicAdd(a, 1u); }\n" FUNCTION, "code.text:1: atomicAdd is not"},
    {"void f() { discard; }\n" FUNCTION,
     "code.text:1: discard is not allowed: a position that is infinite or NaN"},
    {FUNCTION "void main() {}\n", "code.text:5: main is not allowed"},
    {"float a = 1.0e5f, b = .5, c = 0x1Fu;\n" FUNCTION, NULL},
};

static void what_is_not_allowed_is_refused_by_its_name_and_line(void** state)
{
    for (size_t at = 0; at < sizeof texts / sizeof texts[0]; ++at) {
        struct message m = {""};
        const struct call call = {"create", &m};
        const glsort_position_code code = {.text = texts[at].text, .buffer_count = 2};
        const glsort_result result = glsort_order_check_text(&code, &call);
        const char* words = texts[at].words != NULL ? texts[at].words : "";
        if (result != (texts[at].words != NULL ? GLSORT_ERROR_UNSUPPORTED : GLSORT_OK) ||
            strstr(m.text, words) == NULL)
            fail_msg("row %zu: \"%s\" instead of \"%s\"", at, m.text, words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_allowed_is_refused_by_its_name_and_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
