// SPDX-License-Identifier: MIT
// Scans: the sums are those of the CPU, at every count, in place or not, and nothing else
// is touched.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_arrays.h>

#include "gl_area.h"
#include "gl_data.h"
#include "gl_suite.h"
#include "shared/scan.h"

GL_SUITE(.apis = GL_API_COMPUTE);

enum { LARGE = (1 << 20) + 3 };

// A scan of up to `most` words with its buffers. In place the sums are `words` as well.
struct scanner {
    glsort_plan* scan;
    glsort_scan_desc desc;
    struct gl_area words, sums, total, count;
    uint32_t *input, *wanted;
    bool in_place, wants_total;
};

static void open_scanner(struct scanner* s, uint32_t most, glsort_count_source source)
{
    *s = (struct scanner){.desc = {.max_count = most, .count_source = source}};
    if (glsort_scan_create(context, &s->desc, &s->scan) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    gl_area_create(&s->words, &harness, 0, 3, most);
    gl_area_create(&s->sums, &harness, 0, 5, most);
    gl_area_create(&s->total, &harness, 0, 7, 1);
    gl_area_create(&s->count, &harness, 0, 1, 1);
    s->input = gl_take_words(most);
    s->wanted = gl_take_words(most);
}

static void close_scanner(struct scanner* s)
{
    gl_area_destroy(&s->words);
    gl_area_destroy(&s->sums);
    gl_area_destroy(&s->total);
    gl_area_destroy(&s->count);
    glsort_plan_destroy(s->scan);
    free(s->input);
    free(s->wanted);
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

static uint32_t fill(struct scanner* s, uint32_t count, uint64_t seed)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        s->input[i] = (uint32_t)(gl_random(&seed) >> 16);
        s->wanted[i] = sum;
        sum += s->input[i];
    }
    return sum;
}

// asked: what the GPU's count says, which may be above `most`.
static void check_scan(struct scanner* s, uint32_t asked, uint64_t seed)
{
    bool on_gpu = s->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = asked < s->desc.max_count ? asked : s->desc.max_count;
    uint32_t total = fill(s, count, seed);
    struct gl_area* out = s->in_place ? &s->words : &s->sums;
    gl_area_write(&s->words, s->input, count);
    gl_area_write(&s->sums, NULL, 0);
    gl_area_write(&s->total, NULL, 0);
    gl_area_write(&s->count, &asked, 1);
    gl_mock_poison(&mock, 0xDEADBEEFu);
    glsort_scan_args args = {.count = on_gpu ? 0 : count,
                             .words_in = gl_area_resource(&s->words),
                             .sums_out = gl_area_resource(out)};
    if (on_gpu)
        args.count_in = gl_area_resource(&s->count);
    if (s->wants_total)
        args.total_out = gl_area_resource(&s->total);
    if (glsort_scan_run(s->scan, &args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(s->scan));
    gl_area_expect(out, s->wanted, count, "sums_out");
    gl_area_expect(&s->total, &total, s->wants_total, "total_out");
    gl_area_expect(&s->count, &asked, 1, "count_in");
    if (!s->in_place)
        gl_area_expect(&s->words, s->input, count, "words_in");
}

// clang-format off
static const uint32_t counts[] = {
    0, 1, 2, 7, 8, 9, 255, 256, 257, SCAN_TILE - 1, SCAN_TILE, SCAN_TILE + 1,
    2 * SCAN_TILE, 3 * SCAN_TILE + 17, 40 * SCAN_TILE + 1};
// clang-format on

enum { COUNTS = sizeof counts / sizeof counts[0] };

TEST(the_sums_are_those_of_the_cpu_at_every_count)
{
    for (uint32_t way = 0; way < 4; ++way) {
        struct scanner s;
        open_scanner(&s, 40 * SCAN_TILE + 1, GLSORT_COUNT_FROM_ARGS);
        s.in_place = way % 2 != 0;
        for (uint32_t i = 0; i < COUNTS; ++i) {
            s.wants_total = (way / 2 + i) % 2 != 0;
            check_scan(&s, counts[i], i + 1);
        }
        close_scanner(&s);
    }
}

TEST(a_count_on_the_gpu_is_clamped)
{
    static const uint32_t above[] = {40 * SCAN_TILE + 2, 0x7FFFFFFFu, 0xFFFFF801u,
                                     0xFFFFFFFFu};
    struct scanner s;
    open_scanner(&s, 40 * SCAN_TILE + 1, GLSORT_COUNT_FROM_BUFFER);
    s.wants_total = true;
    for (uint32_t i = 0; i < COUNTS; ++i) {
        s.in_place = i % 2 != 0;
        check_scan(&s, counts[i], i + 100);
    }
    for (uint32_t i = 0; i < 4; ++i)
        check_scan(&s, above[i], i + 200);
    close_scanner(&s);
}

TEST(many_tiles_are_scanned_as_few_are)
{
    struct scanner s;
    open_scanner(&s, SCAN_SUMS_SPAN * SCAN_TILE + 3, GLSORT_COUNT_FROM_BUFFER);
    s.wants_total = s.in_place = true;
    check_scan(&s, LARGE, 11);
    check_scan(&s, s.desc.max_count, 12);
    close_scanner(&s);
}

// Devices may allow few work groups on an axis.
TEST(groups_are_folded_over_two_axes)
{
    struct scanner s;
    glsort_context* whole = context;
    mock.limits.group_count = 16;
    context = gl_mock_context(&mock, 0);
    for (int source = 0; source < 2; ++source) {
        open_scanner(&s, 40 * SCAN_TILE + 1, (glsort_count_source)source);
        s.wants_total = true;
        gl_mock_reset(&mock);
        check_scan(&s, s.desc.max_count, 13);
        if (source == GLSORT_COUNT_FROM_ARGS)
            assert_int_equal(mock.largest_groups, 3 * 14); // 41 tiles
        check_scan(&s, 17 * SCAN_TILE, 14);
        close_scanner(&s);
    }
    glsort_context_destroy(context);
    mock.limits.group_count = 0;
    context = whole;
}
