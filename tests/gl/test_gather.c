// SPDX-License-Identifier: MIT
// Gathers: every record is the one that its index names, for all sizes, strides and kinds
// of indices, and nothing else is touched.
#include <stdlib.h>
#include <string.h>

#include <glsort/glsort_arrays.h>

#include "gl_area.h"
#include "gl_data.h"
#include "gl_suite.h"
#include "shared/gather.h"

GL_SUITE(.apis = GL_API_COMPUTE);

// A gather with its buffers. The inputs hold `records` records at their strides.
struct gatherer {
    glsort_plan* gather;
    glsort_gather_desc desc;
    uint32_t records;
    struct gl_area order, count;
    struct gl_area in[GLSORT_MOST_STREAMS], out[GLSORT_MOST_STREAMS];
    uint32_t* input[GLSORT_MOST_STREAMS];
    uint32_t input_words[GLSORT_MOST_STREAMS];
    uint32_t* indices;
};

static uint32_t pick(uint64_t* seed, uint32_t choices)
{
    return (uint32_t)(gl_random(seed) >> 20) % choices;
}

static void open_stream(struct gatherer* g, uint32_t at, uint64_t* seed)
{
    const glsort_stream* stream = &g->desc.streams[at];
    uint32_t stride = stream->stride == 0 ? stream->record_bytes : stream->stride;
    uint32_t words =
        g->records == 0 ? 0 : ((g->records - 1) * stride + stream->record_bytes) / 4;
    g->input[at] = gl_take_words(words);
    g->input_words[at] = words;
    for (uint32_t i = 0; i < words; ++i)
        g->input[at][i] = (uint32_t)(gl_random(seed) >> 16);
    gl_area_create(&g->in[at], &harness, 0, 2 * at + 1, words);
    gl_area_write(&g->in[at], g->input[at], words);
    gl_area_create(&g->out[at], &harness, 0, at + 2,
                   g->desc.max_count * (stream->record_bytes / 4));
}

static void open_gatherer(struct gatherer* g, const glsort_gather_desc* desc,
                          uint32_t records, uint64_t seed)
{
    *g = (struct gatherer){.desc = *desc, .records = records};
    if (glsort_gather_create(context, desc, &g->gather) != GLSORT_OK)
        fail_msg("%s", glsort_last_error(context));
    for (uint32_t at = 0; at < desc->stream_count; ++at)
        open_stream(g, at, &seed);
    g->indices = gl_take_words(desc->max_count);
    gl_area_create(&g->order, &harness, 0, 3, desc->max_count + 1);
    gl_area_create(&g->count, &harness, 0, 5, 1);
}

static void close_gatherer(struct gatherer* g)
{
    for (uint32_t at = 0; at < g->desc.stream_count; ++at) {
        gl_area_destroy(&g->in[at]);
        gl_area_destroy(&g->out[at]);
        free(g->input[at]);
    }
    gl_area_destroy(&g->order);
    gl_area_destroy(&g->count);
    free(g->indices);
    glsort_plan_destroy(g->gather);
    assert_string_equal(mock.trouble, "");
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// Writes indices, every eighth or so of which is outside the input, and their words.
static void write_order(struct gatherer* g, uint32_t count, uint64_t seed)
{
    uint32_t* words = gl_take_words(count + 1);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t index = pick(&seed, g->records + g->records / 8 + 1);
        if (pick(&seed, 40) == 0)
            index = 0xFFFFFFFFu;
        g->indices[i] = words[i] = index;
    }
    gl_area_write(&g->order, words, count);
    free(words);
}

static void check_stream(struct gatherer* g, uint32_t at, uint32_t count)
{
    const glsort_stream* stream = &g->desc.streams[at];
    uint32_t stride = (stream->stride == 0 ? stream->record_bytes : stream->stride) / 4;
    uint32_t record = stream->record_bytes / 4;
    uint32_t* wanted = gl_take_words((size_t)count * record);
    char trouble[300];
    for (uint32_t i = 0; i < count; ++i)
        if (g->indices[i] < g->records)
            memcpy(&wanted[(size_t)i * record],
                   &g->input[at][(size_t)g->indices[i] * stride], 4 * (size_t)record);
    if (!gl_area_check(&g->out[at], wanted, count * record, "out", trouble,
                       sizeof trouble) ||
        !gl_area_check(&g->in[at], g->input[at], g->input_words[at], "in", trouble,
                       sizeof trouble))
        fail_msg("stream %u of %u words every %u, %u records: %s", at, record, stride,
                 count, trouble);
    free(wanted);
}

static void check_gather(struct gatherer* g, uint32_t asked, uint64_t seed)
{
    bool on_gpu = g->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    uint32_t count = asked < g->desc.max_count ? asked : g->desc.max_count;
    write_order(g, count, seed);
    gl_area_write(&g->count, &asked, 1);
    glsort_gather_args args = {.count = count,
                               .order_in = gl_area_resource(&g->order),
                               .record_count = g->records};
    if (on_gpu)
        args.count_in = gl_area_resource(&g->count);
    for (uint32_t at = 0; at < g->desc.stream_count; ++at) {
        gl_area_write(&g->out[at], NULL, 0);
        args.in[at] = gl_area_resource(&g->in[at]);
        args.out[at] = gl_area_resource(&g->out[at]);
    }
    gl_mock_poison(&mock, 0xDEADBEEFu);
    if (glsort_gather_run(g->gather, &args) != GLSORT_OK)
        fail_msg("%s", glsort_plan_last_error(g->gather));
    for (uint32_t at = 0; at < g->desc.stream_count; ++at)
        check_stream(g, at, count);
}

TEST(a_record_of_any_size_is_moved_whole)
{
    for (uint32_t bytes = 4; bytes <= GLSORT_MOST_RECORD_BYTES;
         bytes += gl_test_all() || bytes < 36 ? 4 : 44) {
        struct gatherer g;
        glsort_gather_desc desc = {
            .max_count = 777,
            .stream_count = 2,
            .streams = {{.record_bytes = bytes}, {bytes, bytes + 4 * (bytes % 7)}}};
        open_gatherer(&g, &desc, 500, bytes);
        check_gather(&g, 777, bytes + 1);
        check_gather(&g, GATHER_TILE + 1, bytes + 2);
        close_gatherer(&g);
    }
}

static const uint32_t counts[] = {
    0, 1, 2, GATHER_TILE - 1, GATHER_TILE, GATHER_TILE + 1, 3 * GATHER_TILE, 2500, 2501};

TEST(every_count_of_either_source_writes_as_many_records)
{
    for (int source = 0; source < 2; ++source) {
        struct gatherer g;
        glsort_gather_desc desc = {.max_count = 2501,
                                   .count_source = (glsort_count_source)source,
                                   .stream_count = 3,
                                   .streams = {{12, 16}, {4, 0}, {20, 24}}};
        open_gatherer(&g, &desc, 3000, 1);
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
            check_gather(&g, counts[i], i);
        for (uint32_t i = 0; i < 3 && source == GLSORT_COUNT_FROM_BUFFER; ++i)
            check_gather(&g, 2502u << 10 * i, i);
        close_gatherer(&g);
    }
}

TEST(eight_streams_of_many_records_move)
{
    struct gatherer g;
    uint32_t most = gl_test_all() ? (1u << 20) + 3 : 70003;
    glsort_gather_desc desc = {
        .max_count = most,
        .stream_count = 8,
        .streams = {
            {4, 0}, {8, 12}, {12, 12}, {16, 16}, {4, 64}, {28, 32}, {36, 0}, {64, 64}}};
    open_gatherer(&g, &desc, most, 7);
    check_gather(&g, most, 8);
    close_gatherer(&g);
}

// The next run may be on an input of another size.
TEST(the_number_of_records_may_change_between_runs)
{
    struct gatherer g;
    glsort_gather_desc desc = {
        .max_count = 900, .stream_count = 1, .streams = {{.record_bytes = 8}}};
    open_gatherer(&g, &desc, 800, 9);
    for (uint32_t i = 0; i < 3; ++i) {
        g.records = 800 - 400 * i; // at last none: all are zeros
        check_gather(&g, 900, 10 + i);
    }
    close_gatherer(&g);
}
