// SPDX-License-Identifier: MIT
// The calls of glsort_arrays.h: what they leave of GL: state, objects, errors, barriers.
#include <glsort/glsort_arrays.h>

#include "gl_area.h"
#include "gl_dump.h"
#include "gl_suite.h"

GL_SUITE(.apis = GL_API_COMPUTE);

enum { MOST = 1000 };

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

// ---- GL -------------------------------------------------------------------------------

TEST(calls_leave_the_state_as_it_was)
{
    struct all a;
    struct gl_hostile hostile;
    struct gl_dump before, after;
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

// The next run finds everything as it left it: nothing is uploaded or queried for it.
TEST(a_second_run_uploads_nothing_and_waits_for_nothing)
{
    struct all a;
    open_all(&a, context);
    run_all(&a);
    gl_mock_reset(&mock);
    run_all(&a);
    assert_int_equal(mock.sub_data_calls, 0);
    assert_int_equal(mock.get_error_calls, 0);
    close_all(&a);
}

TEST(a_run_of_nothing_needs_no_resource_and_has_no_pass)
{
    glsort_plan* scan;
    const glsort_scan_desc desc = {.max_count = MOST};
    const glsort_scan_args args = {.count = 0};
    assert_int_equal(glsort_scan_create(context, &desc, &scan), GLSORT_OK);
    gl_mock_reset(&mock);
    assert_int_equal(glsort_scan_run(scan, &args), GLSORT_OK);
    assert_int_equal(mock.dispatch_calls, 0);
    glsort_plan_destroy(scan);
}
