// SPDX-License-Identifier: MIT
// The calls of glsort_arrays.h: what they refuse and in which words, and what they
// leave of GL: state, objects, errors, barriers.
#include <stdio.h>
#include <string.h>

#include <glsort/glsort_arrays.h>

#include "gl_area.h"
#include "gl_dump.h"
#include "gl_suite.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;
static const struct gl_suite suite = {
    .harness = &harness, .mock = &mock, .context = &context, .tests_open = true};

enum { MOST = 1000 };

static void expect(glsort_result result, glsort_result wanted, const char* text,
                   const char* words)
{
    if (result != wanted)
        fail_msg("%s instead of %s: %s", glsort_result_name(result),
                 glsort_result_name(wanted), text);
    assert_string_equal(text, words);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// ---- creation -------------------------------------------------------------------------

static void refuse_gather(glsort_gather_desc desc, glsort_result wanted,
                          const char* words)
{
    glsort_plan* gather = (glsort_plan*)&desc;
    expect(glsort_gather_create(context, &desc, &gather), wanted,
           glsort_last_error(context), words);
    assert_null(gather);
}

static void refuse_scan(glsort_scan_desc desc, glsort_result wanted, const char* words)
{
    glsort_plan* scan = (glsort_plan*)&desc;
    expect(glsort_scan_create(context, &desc, &scan), wanted, glsort_last_error(context),
           words);
    assert_null(scan);
}

#define GATHER "glsort_gather_create: "
#define SCAN "glsort_scan_create: "
#define GATHER_DESC(...)                                                                 \
    (glsort_gather_desc)                                                                 \
    {                                                                                    \
        .max_count = MOST, __VA_ARGS__                                                   \
    }
#define STREAM(...) GATHER_DESC(.stream_count = 1, .streams = {{__VA_ARGS__}})

static void refuse_gathers(void)
{
    refuse_gather((glsort_gather_desc){.stream_count = 1}, GLSORT_ERROR_RANGE,
                  GATHER "max_count is 0; it must be 1 to 4294967295");
    refuse_gather(GATHER_DESC(0), GLSORT_ERROR_RANGE,
                  GATHER "stream_count is 0; it must be 1 to 8");
    refuse_gather(STREAM(.record_bytes = 0), GLSORT_ERROR_RANGE,
                  GATHER "streams[0].record_bytes is 0; it must be 4 to 256");
    refuse_gather(STREAM(.record_bytes = 260), GLSORT_ERROR_RANGE,
                  GATHER "streams[0].record_bytes is 260; it must be 4 to 256");
    refuse_gather(STREAM(.record_bytes = 6), GLSORT_ERROR_RANGE,
                  GATHER "streams[0].record_bytes 6 is not a multiple of 4");
    refuse_gather(STREAM(12, 18), GLSORT_ERROR_RANGE,
                  GATHER "streams[0].stride 18 is not a multiple of 4");
    refuse_gather(STREAM(12, 8), GLSORT_ERROR_RANGE,
                  GATHER "streams[0].stride 8 is less than its record_bytes 12");
    refuse_gather(GATHER_DESC(.stream_count = 1, .streams = {{4, 0}, {4, 0}}),
                  GLSORT_ERROR_UNSUPPORTED,
                  GATHER "streams[1] is described, but stream_count is 1");
    refuse_gather((glsort_gather_desc){.max_count = 1u << 30,
                                       .stream_count = 1,
                                       .streams = {{256, 0}}},
                  GLSORT_ERROR_LIMIT,
                  GATHER "out needs a binding of 274877906944 "
                         "bytes, this device binds at most 134217728");
}

static void refuse_scans(void)
{
    refuse_scan((glsort_scan_desc){0}, GLSORT_ERROR_RANGE,
                SCAN "max_count is 0; it must be 1 to 4294967295");
    refuse_scan((glsort_scan_desc){.max_count = 9, .backend = GLSORT_BACKEND_FRAGMENT},
                GLSORT_ERROR_UNSUPPORTED,
                SCAN "backend FRAGMENT: this call has compute passes only");
    refuse_scan(
        (glsort_scan_desc){.max_count = 9, .count_source = (glsort_count_source)2},
        GLSORT_ERROR_ARGUMENT, SCAN "count_source is 2, the largest valid value is 1");
    refuse_scan((glsort_scan_desc){.max_count = 0xFFFFFFFFu}, GLSORT_ERROR_LIMIT,
                SCAN "words_in needs a binding of 17179869180 "
                     "bytes, this device binds at most 134217728");
}

static void refuse_missing_pointers(void)
{
    glsort_plan* scan = NULL;
    glsort_scan_desc desc = {.max_count = 9};
    assert_int_equal(glsort_scan_create(NULL, &desc, &scan), GLSORT_ERROR_ARGUMENT);
    expect(glsort_scan_create(context, NULL, &scan), GLSORT_ERROR_ARGUMENT,
           glsort_last_error(context), SCAN "desc is NULL");
    expect(glsort_scan_create(context, &desc, NULL), GLSORT_ERROR_ARGUMENT,
           glsort_last_error(context), SCAN "plan is NULL");
    glsort_plan_destroy(NULL);
    assert_string_equal(glsort_plan_last_error(NULL), "no glsort plan");
}

// Without compute shaders all are refused, and say why.
static void refuse_all(void)
{
    const char* version = harness.gles ? "GLES 3.0" : "GL 3.3";
    const char* text = "this call has compute passes only, and the compute backend needs "
                       "GL 4.3 or GLES 3.1; the context is";
    char words[250];
    snprintf(words, sizeof words, SCAN "%s %s", text, version);
    refuse_scan((glsort_scan_desc){.max_count = 9}, GLSORT_ERROR_UNSUPPORTED, words);
    snprintf(words, sizeof words, GATHER "%s %s", text, version);
    refuse_gather(STREAM(4, 0), GLSORT_ERROR_UNSUPPORTED, words);
}

TEST(a_wrong_descriptor_is_refused)
{
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 1 << 27});
    refuse_missing_pointers();
    if (harness.has_compute) {
        refuse_gathers();
        refuse_scans();
    } else {
        refuse_all();
    }
    gl_suite_close(&suite);
}

// ---- both, with everything they can have ----------------------------------------------

enum { AREAS = 8 };

struct all {
    glsort_plan* gather;
    glsort_plan* scan;
    struct gl_area areas[AREAS];
    glsort_gather_args g;
    glsort_scan_args s;
};

static const glsort_gather_desc gather_desc = {.max_count = MOST,
                                               .count_source = GLSORT_COUNT_FROM_BUFFER,
                                               .stream_count = 2,
                                               .streams = {{8, 12}, {4, 0}}};
static const glsort_scan_desc scan_desc = {.max_count = MOST,
                                           .count_source = GLSORT_COUNT_FROM_BUFFER};

static glsort_result create_all(struct all* a, glsort_context* c)
{
    glsort_result result = glsort_gather_create(c, &gather_desc, &a->gather);
    if (result == GLSORT_OK)
        result = glsort_scan_create(c, &scan_desc, &a->scan);
    return result;
}

static void destroy_all(struct all* a)
{
    glsort_plan_destroy(a->gather);
    glsort_plan_destroy(a->scan);
    a->gather = NULL;
    a->scan = NULL;
}

static void open_all(struct all* a, glsort_context* c)
{
    static const uint32_t count = 900;
    glsort_resource r[AREAS];
    *a = (struct all){0};
    for (uint32_t i = 0; i < AREAS; ++i) {
        gl_area_create(&a->areas[i], &harness, 0, 1, 3 * MOST);
        r[i] = gl_area_resource(&a->areas[i]);
    }
    gl_area_write(&a->areas[0], &count, 1);
    a->g = (glsort_gather_args){.count_in = r[0],
                                .order_in = r[1],
                                .record_count = MOST,
                                .in = {r[2], r[3]},
                                .out = {r[4], r[5]}};
    a->s = (glsort_scan_args){
        .count_in = r[0], .words_in = r[2], .sums_out = r[6], .total_out = r[7]};
    if (create_all(a, c) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(c));
}

static void close_all(struct all* a)
{
    destroy_all(a);
    for (uint32_t i = 0; i < AREAS; ++i)
        gl_area_destroy(&a->areas[i]);
}

static void run_all(struct all* a)
{
    assert_int_equal(glsort_gather_run(a->gather, &a->g), GLSORT_OK);
    assert_int_equal(glsort_scan_run(a->scan, &a->s), GLSORT_OK);
}

// ---- runs -----------------------------------------------------------------------------

// The run was refused in these words, and no buffer has changed.
static void refused(struct all* a, glsort_result result, glsort_result wanted,
                    const char* text, const char* words)
{
    expect(result, wanted, text, words);
    for (uint32_t i = 0; i < AREAS; ++i) {
        gl_area_fetch(&a->areas[i]);
        assert_memory_equal(a->areas[i].read, a->areas[i].words, 4 * a->areas[i].total);
    }
}

static void refuse_gather_run(struct all* a, const glsort_gather_args* args,
                              glsort_result wanted, const char* words)
{
    refused(a, glsort_gather_run(a->gather, args), wanted,
            glsort_plan_last_error(a->gather), words);
}

static void refuse_scan_run(struct all* a, const glsort_scan_args* args,
                            glsort_result wanted, const char* words)
{
    refused(a, glsort_scan_run(a->scan, args), wanted, glsort_plan_last_error(a->scan),
            words);
}

#define GATHER_RUN "glsort_gather_run: "
#define SCAN_RUN "glsort_scan_run: "

static void refuse_gather_runs(struct all* all)
{
    char words[300];
    glsort_gather_args a = all->g;
    refuse_gather_run(all, NULL, GLSORT_ERROR_ARGUMENT, GATHER_RUN "args is NULL");
    a.in[2] = a.in[0];
    snprintf(words, sizeof words,
             GATHER_RUN "in[2] is %u, but this gather does not use it", a.in[2].name);
    refuse_gather_run(all, &a, GLSORT_ERROR_ARGUMENT, words);
    a = all->g;
    a.out[1].name = 0;
    refuse_gather_run(all, &a, GLSORT_ERROR_ARGUMENT,
                      GATHER_RUN "out[1] is not given, but this gather needs it");
    a = all->g;
    a.order_in.offset = 7;
    refuse_gather_run(all, &a, GLSORT_ERROR_RANGE,
                      GATHER_RUN "order_in.offset 7 is not a multiple of 4");
    a = all->g;
    a.in[1].offset = 6;
    refuse_gather_run(all, &a, GLSORT_ERROR_RANGE,
                      GATHER_RUN "in[1].offset 6 is not a multiple of 4");
    a = all->g;
    a.record_count = 1049; // 1048 * 12 + 8 bytes from offset 4 on
    snprintf(words, sizeof words,
             GATHER_RUN "in[0] is a buffer of %u bytes, but 1049 records at offset 4 "
                        "end at 12588",
             4 * all->areas[2].total);
    refuse_gather_run(all, &a, GLSORT_ERROR_RANGE, words);
    a = all->g;
    a.out[0] = a.in[1];
    a.out[0].offset += 3996;
    snprintf(words, sizeof words, GATHER_RUN "out[0] and in[1] overlap in buffer %u",
             a.in[1].name);
    refuse_gather_run(all, &a, GLSORT_ERROR_ARGUMENT, words);
}

static void refuse_scan_runs(struct all* all)
{
    char words[300];
    glsort_scan_args a = all->s;
    a.consumers = 0x100;
    refuse_scan_run(all, &a, GLSORT_ERROR_ARGUMENT,
                    SCAN_RUN "consumers 0x100 has unknown bits");
    a = all->s;
    a.count_in.name = 0;
    refuse_scan_run(all, &a, GLSORT_ERROR_ARGUMENT,
                    SCAN_RUN "count_in is not given, but this scan needs it");
    a = all->s;
    a.words_in.width = 3;
    refuse_scan_run(all, &a, GLSORT_ERROR_ARGUMENT,
                    SCAN_RUN "words_in has a width (3), but is a buffer");
    a = all->s;
    a.sums_out = a.words_in;
    a.sums_out.offset += 4;
    snprintf(words, sizeof words, SCAN_RUN "words_in and sums_out overlap in buffer %u",
             a.sums_out.name);
    refuse_scan_run(all, &a, GLSORT_ERROR_ARGUMENT, words);
    a = all->s;
    a.total_out = a.count_in;
    snprintf(words, sizeof words, SCAN_RUN "total_out and count_in overlap in buffer %u",
             a.total_out.name);
    refuse_scan_run(all, &a, GLSORT_ERROR_ARGUMENT, words);
    a = all->s;
    a.total_out.name = 987654;
    refuse_scan_run(all, &a, GLSORT_ERROR_ARGUMENT,
                    SCAN_RUN "total_out is 987654, which is not a buffer of the current "
                             "GL context; was the plan created in another one?");
    a = all->s;
    a.sums_out.offset = UINT64_MAX - 3;
    refuse_scan_run(all, &a, GLSORT_ERROR_RANGE,
                    SCAN_RUN "sums_out.offset 18446744073709551612 plus 1000 words "
                             "exceeds the largest byte offset of GL, "
                             "9223372036854775807");
}

TEST(a_run_with_wrong_arguments_changes_nothing)
{
    struct all a;
    gl_suite_open(&suite);
    if (harness.has_compute) {
        open_all(&a, context);
        assert_int_equal(glsort_scan_run(NULL, &a.s), GLSORT_ERROR_ARGUMENT);
        refuse_gather_runs(&a);
        refuse_scan_runs(&a);
        run_all(&a);
        close_all(&a);
    }
    gl_suite_close(&suite);
}

TEST(a_count_above_the_most_is_refused)
{
    struct all a;
    glsort_plan* scan;
    glsort_scan_desc desc = {.max_count = MOST};
    gl_suite_open(&suite);
    if (harness.has_compute) {
        open_all(&a, context);
        assert_int_equal(glsort_scan_create(context, &desc, &scan), GLSORT_OK);
        a.s.count_in.name = 0;
        a.s.count = MOST + 1;
        refused(&a, glsort_scan_run(scan, &a.s), GLSORT_ERROR_RANGE,
                glsort_plan_last_error(scan),
                SCAN_RUN "count 1001 is above the plan's max_count 1000");
        // A count of 0 needs no resource at all.
        a.s = (glsort_scan_args){.count = 0};
        gl_mock_reset(&mock);
        assert_int_equal(glsort_scan_run(scan, &a.s), GLSORT_OK);
        assert_int_equal(mock.dispatch_calls, 0);
        glsort_plan_destroy(scan);
        close_all(&a);
    }
    gl_suite_close(&suite);
}

// ---- GL -------------------------------------------------------------------------------

TEST(calls_leave_the_state_as_it_was)
{
    struct all a;
    struct gl_hostile hostile;
    struct gl_dump before, after;
    gl_suite_open(&suite);
    if (harness.has_compute) {
        open_all(&a, context);
        run_all(&a);
        gl_hostile_set(&hostile, &harness);
        gl_dump_take(&before, &harness);
        run_all(&a);
        destroy_all(&a);
        assert_int_equal(create_all(&a, context), GLSORT_OK);
        gl_dump_take(&after, &harness);
        assert_true(gl_dump_equal(&before, &after, NULL));
        gl_dump_free(&before);
        gl_dump_free(&after);
        gl_hostile_clear(&hostile, &harness);
        close_all(&a);
    }
    gl_suite_close(&suite);
}

// Where barriers come in a run, and the bits of the last one.
static void expect_barriers(uint32_t dispatches, const GLbitfield* bits, uint32_t count,
                            GLbitfield last)
{
    const GLbitfield all = GL_ELEMENT_ARRAY_BARRIER_BIT | GL_COMMAND_BARRIER_BIT |
                           GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT;
    assert_int_equal(mock.dispatch_calls, dispatches);
    assert_int_equal(mock.barrier_count, count + 1);
    for (uint32_t i = 0; i < count; ++i) {
        assert_int_equal(mock.barriers[i], bits[i]);
        assert_int_equal(mock.barrier_at[i], i + 1);
    }
    assert_int_equal(mock.barriers[count] & all, last);
    assert_int_equal(mock.barrier_at[count], dispatches);
}

// After the count, what the passes write for each other; none between streams.
TEST(a_run_has_the_barriers_it_needs_and_those_of_its_consumers)
{
    const GLbitfield counted = GL_UNIFORM_BARRIER_BIT | GL_COMMAND_BARRIER_BIT;
    const GLbitfield scanned[] = {counted, GL_SHADER_STORAGE_BARRIER_BIT,
                                  GL_SHADER_STORAGE_BARRIER_BIT};
    struct all a;
    gl_suite_open(&suite);
    if (harness.has_compute) {
        open_all(&a, context);
        run_all(&a);
        gl_mock_reset(&mock);
        a.g.consumers = GLSORT_CONSUMER_VERTEX;
        assert_int_equal(glsort_gather_run(a.gather, &a.g), GLSORT_OK);
        expect_barriers(3, &counted, 1, GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT);
        gl_mock_reset(&mock);
        a.s.consumers = GLSORT_CONSUMER_INDIRECT;
        assert_int_equal(glsort_scan_run(a.scan, &a.s), GLSORT_OK);
        expect_barriers(4, scanned, 3, GL_COMMAND_BARRIER_BIT);
        close_all(&a);
    }
    gl_suite_close(&suite);
}

// The next run finds everything as it left it: nothing is uploaded or queried for it.
TEST(a_second_run_uploads_nothing_and_waits_for_nothing)
{
    struct all a;
    gl_suite_open(&suite);
    if (harness.has_compute) {
        open_all(&a, context);
        run_all(&a);
        gl_mock_reset(&mock);
        run_all(&a);
        assert_int_equal(mock.sub_data_calls, 0);
        assert_int_equal(mock.get_error_calls, 0);
        close_all(&a);
    }
    gl_suite_close(&suite);
}

int main(int argc, char** argv)
{
    return gl_suite_run(argc, argv, &suite);
}
