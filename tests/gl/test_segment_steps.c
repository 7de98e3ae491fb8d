// SPDX-License-Identifier: MIT
// Segmented sorts in steps: in pieces of any size they end as one run does. And what
// describes them.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_inspect.h>

#include "gl_segmenter.h"
#include "host_data.h"
#include "shared/segments.h"
#include "plans.h"
#include "desc.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;
static const struct gl_suite suite = {
    .harness = &harness, .mock = &mock, .context = &context};

enum { MOST = 20000, MOST_SEGMENTS = 60 };

// Narrow and wide elements, bits, values of every kind, counts on the GPU, and one pass.
static const glsort_segments_desc shapes[] = {
    {.values = GLSORT_VALUES_4_BYTES},
    {.key = GLSORT_KEY_F32, .values = GLSORT_VALUES_INDICES},
    {.key = GLSORT_KEY_I32, .direction = GLSORT_DESCENDING},
    {.key = GLSORT_KEY_F64, .values = GLSORT_VALUES_4_BYTES},
    {.key = GLSORT_KEY_U64, .values = GLSORT_VALUES_INDICES},
    {.values = GLSORT_VALUES_16_BYTES,
     .count_source = GLSORT_COUNT_FROM_BUFFER,
     .segment_count_source = GLSORT_COUNT_FROM_BUFFER},
    {.values = GLSORT_VALUES_4_BYTES, .count_source = GLSORT_COUNT_FROM_BUFFER},
    {.values = GLSORT_VALUES_4_BYTES, .first_bit = 3, .bit_count = 20},
    {.values = GLSORT_VALUES_4_BYTES, .flags = GLSORT_PLAN_DISCARD_KEYS},
    {.values = GLSORT_VALUES_4_BYTES, .max_length = SEGMENT_SHORT_MOST},
    {.values = GLSORT_VALUES_4_BYTES, .max_length = SEGMENT_TILE},
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

// Segments with every number of merges from none to three, the longest first or last.
static void open_shape(struct gl_segmenter* s, uint32_t shape, bool in_place)
{
    static const uint32_t lengths[] = {7, 1100, 4100, 0, 2500, 1024, 64, 9000};
    glsort_segments_desc desc = shapes[shape];
    desc.max_count = MOST;
    desc.max_segments = MOST_SEGMENTS;
    gl_segmenter_open(s, &suite, &desc);
    s->data = DATA_FEW;
    s->in_place = in_place && desc.values != GLSORT_VALUES_INDICES;
    gl_segmenter_begin(s, 0);
    for (uint32_t i = 0; i < 8; ++i) {
        uint32_t length = lengths[shape % 2 != 0 ? i : 7 - i];
        bool fits = desc.max_length == 0 || length <= desc.max_length;
        gl_segmenter_add(s, fits ? length : 300);
    }
    gl_segmenter_write(s);
}

static glsort_plan* begin(struct gl_segmenter* s)
{
    const glsort_segments_args args = gl_segmenter_args(s);
    if (begin_segments(s->segments, &args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(s->segments));
    return s->segments;
}

// ---- steps ----------------------------------------------------------------------------

static void steps_of_any_size_end_as_one_run_does(void** state)
{
    for (uint32_t shape = 0; shape < SHAPES; ++shape)
        for (uint32_t passes = 1; passes < 9; passes += 3) {
            struct gl_segmenter s;
            open_shape(&s, shape, passes > 1);
            glsort_plan* plan = begin(&s);
            while (glsort_plan_passes_left(plan) > 0)
                assert_int_equal(glsort_plan_step(plan, passes), GLSORT_OK);
            assert_int_equal(glsort_plan_end(plan), GLSORT_OK);
            gl_segmenter_check_outputs(&s);
            gl_segmenter_close(&s);
        }
}

static void a_run_ended_early_spoils_no_later_run(void** state)
{
    for (uint32_t passes = 0; passes < 6; ++passes) {
        struct gl_segmenter s;
        open_shape(&s, 0, false);
        glsort_plan* plan = begin(&s);
        assert_int_equal(glsort_plan_step(plan, passes), GLSORT_OK);
        assert_int_equal(glsort_plan_end(plan), GLSORT_OK);
        gl_segmenter_check_run(&s);
        gl_segmenter_close(&s);
    }
}

// ---- descriptions ---------------------------------------------------------------------

static void descriptions_are_those_of_offline_sorts(void** state)
{
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    for (uint32_t shape = 0; shape < SHAPES; ++shape) {
        struct gl_segmenter s;
        char message[200];
        glsort_plan* offline;
        glsort_plan_info info, other;
        glsort_pass_info pass, other_pass;
        open_shape(&s, shape, false);
        if (offline_segments(&limits, &s.desc, message, sizeof message, &offline) !=
            GLSORT_OK)
            fail_msg("%s", message);
        for (uint32_t count = 0; count <= MOST; count += MOST / 2) {
            assert_int_equal(glsort_plan_describe(s.segments, count, 9, &info),
                             GLSORT_OK);
            assert_int_equal(glsort_plan_describe(offline, count, 9, &other), GLSORT_OK);
            assert_int_equal(info.pass_count, other.pass_count);
            assert_int_equal(info.scratch_bytes, other.scratch_bytes);
            assert_int_equal(info.algorithm == GLSORT_ALGORITHM_AUTO,
                             harness.has_compute);
            assert_true(strlen(info.reason) > 0);
        }
        assert_true(info.pass_count >= 3);
        for (uint32_t i = 0; i < info.pass_count; ++i) {
            glsort_plan* plan = s.segments;
            assert_int_equal(glsort_plan_pass(plan, i, &pass), GLSORT_OK);
            plan = offline;
            assert_int_equal(glsort_plan_pass(plan, i, &other_pass), GLSORT_OK);
            assert_string_equal(pass.label, other_pass.label);
        }
        const glsort_segments_args args = gl_segmenter_args(&s);
        assert_int_equal(glsort_segments_run(offline, &args), GLSORT_ERROR_STATE);
        assert_string_equal(glsort_plan_last_error(offline),
                            "glsort_segments_run: an offline plan cannot run");
        glsort_plan_destroy(offline);
        gl_segmenter_check_run(&s); // a description spoils no run
        gl_segmenter_close(&s);
    }
}

static uint64_t offset_bytes(glsort_plan* plan)
{
    glsort_pass_info pass;
    for (uint32_t at = 0; glsort_plan_pass(plan, at, &pass) == GLSORT_OK; ++at)
        for (uint32_t i = 0; i < pass.use_count; ++i)
            if (strcmp(pass.uses[i].slot, "offsets_in") == 0)
                return pass.uses[i].range_bytes;
    fail_msg("no pass reads the offsets");
    return 0;
}

static void a_description_is_of_its_own_segment_count(void** state)
{
    struct gl_segmenter s;
    open_shape(&s, 0, false);
    glsort_plan* plan = s.segments;
    for (uint32_t segments = 1; segments < 50; segments += 20) {
        assert_int_equal(glsort_plan_describe(s.segments, 5000, segments, NULL),
                         GLSORT_OK);
        assert_int_equal(offset_bytes(plan), 4 * (segments + 1));
    }
    gl_segmenter_close(&s);
}

static void expect(const struct gl_segmenter* s, glsort_result result,
                   glsort_result wanted, const char* sentence)
{
    assert_int_equal(result, wanted);
    assert_string_equal(glsort_plan_last_error(s->segments), sentence);
}

static void wrong_calls_are_refused(void** state)
{
    struct gl_segmenter s;
    glsort_plan_info info;
    open_shape(&s, 0, false);
    const glsort_segments_args args = gl_segmenter_args(&s);
    glsort_plan* plan = s.segments;
    expect(&s, glsort_plan_describe(s.segments, MOST + 1, 1, &info), GLSORT_ERROR_RANGE,
           "glsort_plan_describe: count 20001 is above the plan's max_count "
           "20000");
    expect(&s, glsort_plan_describe(s.segments, 1, MOST_SEGMENTS + 1, &info),
           GLSORT_ERROR_RANGE,
           "glsort_plan_describe: 61 segments asked for; this segmented sort has at most "
           "60");
    expect(&s, begin_segments(s.segments, NULL), GLSORT_ERROR_ARGUMENT,
           "glsort_segments_run: args is NULL");
    begin(&s);
    expect(&s, glsort_segments_run(s.segments, &args), GLSORT_ERROR_STATE,
           "glsort_segments_run: a run of this plan is open; end it first");
    expect(&s, begin_segments(s.segments, &args), GLSORT_ERROR_STATE,
           "glsort_plan_hold: a run of this plan is open; end it first");
    expect(&s, glsort_plan_describe(s.segments, 1, 1, &info), GLSORT_ERROR_STATE,
           "glsort_plan_describe: a run of this plan is open");
    assert_int_equal(glsort_plan_end(plan), GLSORT_OK);
    assert_int_equal(glsort_plan_describe(NULL, 1, 1, &info), GLSORT_ERROR_ARGUMENT);
    gl_segmenter_check_run(&s);
    gl_segmenter_close(&s);
}

static void passes_are_timed_if_asked_for(void** state)
{
    uint64_t ns[40];
    uint32_t count = 40;
    const glsort_segments_desc desc = {
        .max_count = MOST, .max_segments = 1, .flags = GLSORT_PLAN_TIMINGS};
    glsort_limits limits;
    struct gl_segmenter s;
    glsort_context_limits(context, &limits);
    gl_segmenter_open(&s, &suite, &desc);
    gl_segmenter_begin(&s, 0);
    gl_segmenter_add(&s, 5000);
    gl_segmenter_check_run(&s);
    harness.gl.Finish();
    glsort_plan* plan = s.segments;
    glsort_result result = glsort_plan_timings(plan, ns, &count);
    if (limits.has_timestamps != 0) {
        glsort_plan_info info;
        assert_int_equal(result, GLSORT_OK);
        assert_int_equal(glsort_plan_describe(s.segments, 5000, 1, &info), GLSORT_OK);
        assert_int_equal(count, info.pass_count);
    } else {
        assert_int_equal(result, GLSORT_UNAVAILABLE);
    }
    gl_segmenter_close(&s);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_any_size_end_as_one_run_does),
        cmocka_unit_test(a_run_ended_early_spoils_no_later_run),
        cmocka_unit_test(descriptions_are_those_of_offline_sorts),
        cmocka_unit_test(a_description_is_of_its_own_segment_count),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(passes_are_timed_if_asked_for),
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
