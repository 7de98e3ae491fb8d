// SPDX-License-Identifier: MIT
// Program binaries out and in: a whole blob is used, and any other is refused with a
// warning while the shaders are compiled instead.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static struct gl_mock mock;

struct log {
    uint32_t warnings;
    char last[256];
};

static void note(void* user, glsort_severity severity, const char* message)
{
    struct log* log = user;
    log->warnings += severity == GLSORT_WARNING;
    snprintf(log->last, sizeof log->last, "%s", message);
}

static glsort_context* open_context(struct log* log, const void* blob, size_t bytes,
                                    const char* defines)
{
    glsort_context* context = NULL;
    glsort_context_desc desc = {
        .get_proc = gl_mock_get_proc,
        .get_proc_user = &mock,
        .log = note,
        .log_user = log,
        .programs = blob,
        .programs_bytes = bytes,
        .extra_defines = defines,
    };
    *log = (struct log){0};
    assert_int_equal(glsort_context_create(&desc, &context), GLSORT_OK);
    return context;
}

static bool has_binaries(void)
{
    return harness.api == GL_API_43 || harness.api == GL_API_ES30;
}

// Sorts with both algorithms of a backend, so that their programs are linked.
static void sort_with(glsort_context* context)
{
    static const uint32_t forms[] = {2, 5, 0};
    for (uint32_t i = 0; i < (harness.has_compute ? 3 : 2); ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = gl_forms[forms[i]].plan};
        desc.plan.max_count = 3000;
        desc.plan.values = GLSORT_VALUES_U32;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, 3000);
        gl_sorter_close(&s);
    }
}

static unsigned char* save(size_t* bytes)
{
    struct log log;
    glsort_context* context = open_context(&log, NULL, 0, NULL);
    sort_with(context);
    assert_int_equal(glsort_context_programs(context, NULL, bytes), GLSORT_OK);
    assert_true(*bytes > 1000);
    unsigned char* blob = malloc(*bytes);
    assert_non_null(blob);
    size_t room = *bytes - 1;
    assert_int_equal(glsort_context_programs(context, blob, &room), GLSORT_ERROR_RANGE);
    assert_int_equal(room, *bytes);
    assert_int_equal(glsort_context_programs(context, blob, &room), GLSORT_OK);
    assert_int_equal(glsort_context_programs_loaded(context), 0);
    glsort_context_destroy(context);
    return blob;
}

static void expect_refused(const void* blob, size_t bytes, const char* why)
{
    struct log log;
    glsort_context* context = open_context(&log, blob, bytes, NULL);
    assert_int_equal(glsort_context_programs_loaded(context), 0);
    assert_int_equal(log.warnings, 1);
    if (why != NULL && strstr(log.last, why) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", log.last, why);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    glsort_context_destroy(context);
}

static void a_saved_blob_is_loaded_and_nothing_is_compiled(void** state)
{
    struct log log;
    size_t bytes = 0;
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    glsort_context* context = open_context(&log, blob, bytes, NULL);
    memset(blob, 0, bytes); // it was copied
    assert_int_equal(glsort_context_programs_loaded(context), 1);
    gl_mock_fail(&mock, FAULT_CREATE_SHADER, 1);
    sort_with(context);
    assert_int_equal(mock.fault_seen, 0); // no shader was created
    gl_mock_fail(&mock, FAULT_NONE, 0);
    assert_int_equal(log.warnings, 0);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    glsort_context_destroy(context);
    free(blob);
}

static void a_blob_of_another_kind_is_refused_by_name(void** state)
{
    struct log log;
    size_t bytes = 0;
    static const char text[] = "this is a text file, and not a short one either";
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    expect_refused(text, sizeof text, "not written by glsort");
    expect_refused(blob, 3, "too short");
    glsort_context* context = open_context(&log, blob, bytes, "#define OTHER 1\n");
    assert_int_equal(glsort_context_programs_loaded(context), 0);
    assert_non_null(strstr(log.last, "another"));
    sort_with(context);
    glsort_context_destroy(context);
    free(blob);
}

static void a_truncated_blob_is_refused_at_any_length(void** state)
{
    size_t bytes = 0;
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    for (size_t length = 1; length < bytes; length += length < 80 ? 1 : bytes / 40) {
        // In a block of its own, so that reading past the end is seen.
        unsigned char* part = malloc(length);
        assert_non_null(part);
        memcpy(part, blob, length);
        expect_refused(part, length, NULL);
        free(part);
    }
    expect_refused(blob, bytes - 1, "damaged");
    unsigned char* longer = calloc(bytes + 8, 1);
    assert_non_null(longer);
    memcpy(longer, blob, bytes);
    expect_refused(longer, bytes + 8, "damaged");
    free(longer);
    free(blob);
}

// Every bit of the headers of the blob and of its first program, then bits all over.
static void a_blob_with_one_flipped_bit_is_refused(void** state)
{
    size_t bytes = 0;
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    for (size_t bit = 0; bit < 8 * bytes; bit += bit < 8 * 64 ? 1 : 8 * bytes / 61 + 1) {
        blob[bit / 8] ^= (unsigned char)(1u << bit % 8);
        expect_refused(blob, bytes, NULL);
        blob[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    free(blob);
}

// A binary that the driver does not take back, though the blob is whole.
static void a_binary_that_the_driver_refuses_is_compiled_instead(void** state)
{
    struct log log;
    size_t bytes = 0;
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    glsort_context* context = open_context(&log, blob, bytes, NULL);
    assert_int_equal(glsort_context_programs_loaded(context), 1);
    gl_mock_fail(&mock, FAULT_LINK, 1);
    sort_with(context);
    gl_mock_fail(&mock, FAULT_NONE, 0);
    assert_int_equal(log.warnings, 1);
    assert_int_equal(glsort_context_programs_loaded(context), 0);
    glsort_context_destroy(context);
    assert_int_equal(gl_mock_live(&mock), 0);
    free(blob);
}

static void a_driver_without_a_format_says_so(void** state)
{
    struct log log;
    size_t bytes = 0;
    static const char text[] = "anything";
    if (has_binaries())
        return;
    glsort_context* context = open_context(&log, NULL, 0, NULL);
    assert_int_equal(glsort_context_programs(context, NULL, &bytes),
                     GLSORT_ERROR_UNSUPPORTED);
    assert_non_null(strstr(glsort_last_error(context), "no program binary format"));
    glsort_context_destroy(context);
    expect_refused(text, sizeof text, "no program binary format");
}

static void a_shader_that_does_not_compile_is_in_the_log_with_its_file(void** state)
{
    struct log log;
    glsort_plan* plan = NULL;
    glsort_plan_desc desc = {.max_count = 100};
    // A line and a column that there are files of the number of.
    glsort_context* context = open_context(&log, NULL, 0, "\n\n\n\n\n  #error told to\n");
    assert_int_equal(glsort_plan_create(context, &desc, &plan), GLSORT_ERROR_SHADER);
    assert_null(plan);
    assert_non_null(strstr(log.last, "shader array_local"));
    const char* files = strstr(log.last, "source strings: 0 = ");
    assert_non_null(files);
    assert_null(strchr(files, ',')); // and no file that has no part in it
    assert_non_null(strstr(glsort_last_error(context), "array_local"));
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    glsort_context_destroy(context);
    assert_int_equal(gl_mock_live(&mock), 0);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_saved_blob_is_loaded_and_nothing_is_compiled),
        cmocka_unit_test(a_blob_of_another_kind_is_refused_by_name),
        cmocka_unit_test(a_truncated_blob_is_refused_at_any_length),
        cmocka_unit_test(a_blob_with_one_flipped_bit_is_refused),
        cmocka_unit_test(a_binary_that_the_driver_refuses_is_compiled_instead),
        cmocka_unit_test(a_driver_without_a_format_says_so),
        cmocka_unit_test(a_shader_that_does_not_compile_is_in_the_log_with_its_file),
    };
    const struct gl_suite suite = {.harness = &harness, .mock = &mock};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
