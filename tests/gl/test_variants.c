// SPDX-License-Identifier: MIT
// Every variant of every shader, as the driver's own compiler sees it.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "gl_harness.h"
#include "gl_suite.h"
#include "shader_table.h"

GL_SUITE(.unmocked = true, .no_context = true, .tests_open = true);

static bool asks_for_more(const char* words)
{
    return strstr(words, "extension") != NULL || strstr(words, "local_size_x") != NULL;
}

// What the driver says of one stage; nothing if it lacks an extension that a variant
// needs, or work groups as large.
static void check_stage(const struct shader_entry* entry, GLenum stage, uint16_t file,
                        uint8_t variant, enum shader_api api)
{
    char words[1024] = "";
    GLint compiled = GL_FALSE;
    struct shader_text text;
    glsort_shader_text(&text, entry, variant, file, api, NULL);
    GLuint shader = harness.gl.CreateShader(stage);
    harness.gl.ShaderSource(shader, (GLsizei)text.count, text.strings, NULL);
    harness.gl.CompileShader(shader);
    harness.gl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    harness.gl.GetShaderInfoLog(shader, sizeof words, NULL, words);
    harness.gl.DeleteShader(shader);
    if (!compiled && asks_for_more(words))
        return;
    if (!compiled || words[0] != '\0')
        fail_msg("%s, variant %u: %s", entry->name, variant, words);
}

static enum shader_api api_of(const struct shader_entry* entry)
{
    if (entry->compute != 0)
        return harness.gles ? SHADER_API_ES310 : SHADER_API_GL430;
    return harness.gles ? SHADER_API_ES300 : SHADER_API_GL330;
}

static void check_shader(const struct shader_entry* entry)
{
    enum shader_api api = api_of(entry);
    for (uint8_t variant = 0; variant < entry->variant_count; ++variant) {
        if ((entry->apis[variant] & (1u << api)) == 0) {
            assert_true(harness.gles);
        } else if (entry->compute != 0) {
            check_stage(entry, GL_COMPUTE_SHADER, entry->compute, variant, api);
        } else {
            check_stage(entry, GL_VERTEX_SHADER, entry->vertex, variant, api);
            check_stage(entry, GL_FRAGMENT_SHADER, entry->fragment, variant, api);
        }
    }
}

TEST(every_variant_compiles_without_a_warning)
{
    // What Mesa finds in its cache it does not compile again, nor warn of.
    setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
    gl_suite_open(&suite);
    for (uint32_t shader = 0; shader < SHADER_ID_COUNT; ++shader) {
        const struct shader_entry* entry = &glsort_shader_table[shader];
        if (entry->compute != 0 && !harness.has_compute)
            continue;
        check_shader(entry);
    }
    gl_suite_close(&suite);
}
