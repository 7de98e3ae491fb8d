// SPDX-License-Identifier: MIT
// Program binaries out and in: a whole blob is used, and any other is refused with a
// warning while the shaders are compiled instead.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "handles.h"

GL_SUITE(.no_context = true);

struct log {
    uint32_t warnings;
    char last[256];
};

static void note(void* user, glsort_severity severity, const char* message)
{
    struct log* log = user;
    log->warnings += severity == GLSORT_SEVERITY_WARNING;
    snprintf(log->last, sizeof log->last, "%s", message);
}

static glsort_context* open_context(struct log* log, const void* blob, size_t bytes,
                                    const char* defines)
{
    glsort_context* c = NULL;
    glsort_context_desc desc = {
        .get_proc = gl_mock_get_proc,
        .get_proc_user = &mock,
        .log = note,
        .log_user = log,
        .programs = blob,
        .programs_bytes = bytes,
    };
    *log = (struct log){0};
    assert_int_equal(glsort_context_create_defining(&desc, defines, &c), GLSORT_OK);
    return c;
}

static bool uses_blob(const glsort_context* c)
{
    return c->programs.blob != NULL;
}

static bool has_binaries(void)
{
    return harness.api == GL_API_43 || harness.gles;
}

// Sorts with both algorithms of a backend, so that their programs are linked.
static void sort_with(glsort_context* c)
{
    static const char* const forms[] = {"abisort-partition-fragment", "tree-fragment",
                                        "tree-stages-fragment", "abisort-partition"};
    for (uint32_t i = 0; i < (harness.has_compute ? 4 : 3); ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = gl_form_named(forms[i])->plan};
        desc.plan.max_count = 3000;
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        gl_sorter_open(&s, &harness, c, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, 3000);
        gl_sorter_close(&s);
    }
}

static unsigned char* save(size_t* bytes)
{
    struct log log;
    glsort_context* c = open_context(&log, NULL, 0, NULL);
    sort_with(c);
    assert_int_equal(glsort_context_programs(c, NULL, bytes), GLSORT_OK);
    assert_true(*bytes > 1000);
    unsigned char* blob = malloc(*bytes);
    assert_non_null(blob);
    size_t room = *bytes - 1;
    assert_int_equal(glsort_context_programs(c, blob, &room), GLSORT_ERROR_RANGE);
    assert_int_equal(room, *bytes);
    assert_int_equal(glsort_context_programs(c, blob, &room), GLSORT_OK);
    assert_false(uses_blob(c));
    glsort_context_destroy(c);
    return blob;
}

static void expect_refused(const void* blob, size_t bytes, const char* why)
{
    struct log log;
    glsort_context* c = open_context(&log, blob, bytes, NULL);
    assert_false(uses_blob(c));
    assert_int_equal(log.warnings, 1);
    if (strstr(log.last, why) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", log.last, why);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    glsort_context_destroy(c);
}

TEST(a_saved_blob_is_loaded_and_nothing_is_compiled)
{
    struct log log;
    size_t bytes = 0;
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    glsort_context* c = open_context(&log, blob, bytes, NULL);
    memset(blob, 0, bytes); // it was copied
    assert_true(uses_blob(c));
    gl_mock_fail(&mock, FAULT_CREATE_SHADER, 1);
    sort_with(c);
    assert_int_equal(mock.fault_seen, 0); // no shader was created
    gl_mock_fail(&mock, FAULT_NONE, 0);
    assert_int_equal(log.warnings, 0);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    glsort_context_destroy(c);
    free(blob);
}

TEST(a_blob_of_another_kind_or_a_damaged_one_is_refused_by_name)
{
    struct log log;
    size_t bytes = 0;
    static const char text[] = "this is a text file, and not a short one either";
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    expect_refused(text, sizeof text, "not written by glsort");
    expect_refused(blob, 3, "too short");
    expect_refused(blob, bytes - 1, "damaged");
    blob[bytes / 2] ^= 1;
    expect_refused(blob, bytes, "damaged");
    blob[bytes / 2] ^= 1;
    glsort_context* c = open_context(&log, blob, bytes, "#define OTHER 1\n");
    assert_false(uses_blob(c));
    assert_non_null(strstr(log.last, "another"));
    sort_with(c);
    glsort_context_destroy(c);
    free(blob);
}

// A binary that the driver does not take back, though the blob is whole.
TEST(a_binary_that_the_driver_refuses_is_compiled_instead)
{
    struct log log;
    size_t bytes = 0;
    if (!has_binaries())
        return;
    unsigned char* blob = save(&bytes);
    glsort_context* c = open_context(&log, blob, bytes, NULL);
    assert_true(uses_blob(c));
    gl_mock_fail(&mock, FAULT_LINK, 1);
    sort_with(c);
    gl_mock_fail(&mock, FAULT_NONE, 0);
    assert_int_equal(log.warnings, 1);
    assert_false(uses_blob(c));
    glsort_context_destroy(c);
    assert_int_equal(gl_mock_live(&mock), 0);
    free(blob);
}

// ---- a driver whose binaries change in length -----------------------------------------

enum { GUARD_BYTES = 1 << 16, BINARY_BYTES = 1000, GUARD = 0x5C };

// The length that the driver reports of all binaries: at first, and from the query on at
// which it changes.
static struct lengths {
    GLint before;
    GLint after;
    uint32_t change_at;
    uint32_t asks;
    GLint now; // that was told last
} lengths;

static GLint tell_length(void)
{
    lengths.now = lengths.asks++ < lengths.change_at ? lengths.before : lengths.after;
    return lengths.now;
}

// As GL says: nothing, and an error, if there is no room for all.
static GLsizei write_binary(GLsizei room, void* binary)
{
    if (lengths.now <= 0 || lengths.now > room)
        return 0;
    memset(binary, 0xAB, (size_t)lengths.now);
    return lengths.now;
}

static glsort_context* open_fickle(struct log* log)
{
    glsort_context* c = open_context(log, NULL, 0, NULL);
    sort_with(c);
    mock.binary_length = tell_length;
    mock.binary_write = write_binary;
    return c;
}

static void close_fickle(glsort_context* c)
{
    mock.binary_length = NULL;
    mock.binary_write = NULL;
    glsort_context_destroy(c);
    assert_int_equal(mock.pending, GL_NO_ERROR);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static size_t ask_bytes(glsort_context* c)
{
    size_t bytes = 0;
    assert_int_equal(glsort_context_programs(c, NULL, &bytes), GLSORT_OK);
    return bytes;
}

// Saves into a block with guard bytes after the room; a whole blob is one that the next
// context takes. *bytes: in, the room; out, what the call says.
static glsort_result save_guarded(glsort_context* c, size_t* bytes)
{
    const size_t room = *bytes;
    struct log log;
    unsigned char* block = malloc(room + GUARD_BYTES);
    assert_non_null(block);
    memset(block, GUARD, room + GUARD_BYTES);
    glsort_result result = glsort_context_programs(c, block, bytes);
    for (size_t i = room; i < room + GUARD_BYTES; ++i)
        if (block[i] != GUARD)
            fail_msg("byte %zu after a room of %zu is 0x%x", i - room, room, block[i]);
    if (result == GLSORT_OK) {
        assert_true(*bytes <= room);
        glsort_context* next = open_context(&log, block, *bytes, NULL);
        assert_true(uses_blob(next));
        glsort_context_destroy(next);
    } else {
        assert_int_equal(result, GLSORT_ERROR_RANGE);
        assert_true(*bytes > room);
        assert_non_null(strstr(glsort_last_error(c), "room for"));
    }
    free(block);
    return result;
}

// The length changes at every query in turn: between the two calls, between measuring and
// writing, among the programs.
TEST(no_change_of_length_writes_beyond_the_room)
{
    static const GLint changed[] = {
        BINARY_BYTES + 1, 4 * BINARY_BYTES, INT32_MAX, BINARY_BYTES - 1, 0, INT32_MIN};
    struct log log;
    if (!has_binaries())
        return;
    glsort_context* c = open_fickle(&log);
    lengths = (struct lengths){BINARY_BYTES, BINARY_BYTES, 0, 0, 0};
    const size_t whole = ask_bytes(c);
    const uint32_t programs = lengths.asks;
    assert_true(programs > 2);
    for (size_t i = 0; i < sizeof changed / sizeof changed[0]; ++i)
        for (uint32_t at = 0; at <= 2 * programs; ++at) {
            lengths = (struct lengths){BINARY_BYTES, changed[i], at, 0, 0};
            size_t bytes = whole;
            glsort_result result = save_guarded(c, &bytes);
            bool grows = changed[i] > BINARY_BYTES && at < 2 * programs;
            assert_int_equal(result, grows ? GLSORT_ERROR_RANGE : GLSORT_OK);
            if (result == GLSORT_OK || changed[i] == INT32_MAX)
                continue;
            // With the room that was asked for.
            lengths.change_at = 0;
            bytes = ask_bytes(c);
            assert_int_equal(save_guarded(c, &bytes), GLSORT_OK);
        }
    close_fickle(c);
}

TEST(a_driver_without_a_format_says_so)
{
    struct log log;
    size_t bytes = 0;
    static const char text[] = "anything";
    if (has_binaries())
        return;
    glsort_context* c = open_context(&log, NULL, 0, NULL);
    assert_int_equal(glsort_context_programs(c, NULL, &bytes), GLSORT_ERROR_UNSUPPORTED);
    assert_non_null(strstr(glsort_last_error(c), "no program binary format"));
    glsort_context_destroy(c);
    expect_refused(text, sizeof text, "no program binary format");
}

// A macro of the extra defines that shared/common.h defines differently.
TEST(a_refused_shader_is_in_the_log_and_the_last_error_with_file_and_line)
{
    struct log log;
    glsort_plan* plan = NULL;
    glsort_sort_desc desc = {
        .max_count = 100,
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT}};
    glsort_context* c = open_context(&log, NULL, 0, "#define BIND_PARAMS other\n");
    assert_int_equal(glsort_sort_create(c, &desc, &plan), GLSORT_ERROR_SHADER);
    const char* error = glsort_last_error(c);
    const char* place = strstr(error, "shared/common.h");
    if (place == NULL)
        fail_msg("no file in \"%s\"", error);
    int line = atoi(place + strlen("shared/common.h") + 1);
    if (line < 10 || line > 200)
        fail_msg("no line in \"%s\"", error);
    assert_non_null(strstr(error, "glsort_sort_create: "));
    assert_null(strchr(error, '\n'));
    assert_non_null(strstr(log.last, "shader abisort/array_local."));
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
    glsort_context_destroy(c);
}
