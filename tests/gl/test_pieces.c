// SPDX-License-Identifier: MIT
// Sorts of more elements than a storage block holds, on devices that bind little: AUTO
// sorts them in pieces, with the same bytes as one stable sort.
#include <string.h>

#include <glsort/glsort_host.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_data.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;
static const struct gl_suite suite = {.harness = &harness,
                                      .mock = &mock,
                                      .context = &context,
                                      .tests_open = true,
                                      .apis = GL_API_COMPUTE};

// A block of 2^14 bytes: pieces of 4032 keys of 4 bytes (64 fewer than fit, for offsets
// that are no multiple of 256), and of 960 values of 16 bytes.
enum { BLOCK = 1 << 14, PIECE = 4032, ALIGNMENT = 256 };

static void open_with_blocks(GLint bytes)
{
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = bytes,
                                                         .storage_alignment = ALIGNMENT,
                                                         .uniform_alignment = ALIGNMENT});
}

static void open_small(void)
{
    open_with_blocks(BLOCK);
}

// The state of a chain, which sorts wide keys, takes more than 2^14 bytes.
static void open_small_for_wide_keys(void)
{
    open_with_blocks(harness.limits.chained_scan ? 2 * BLOCK : BLOCK);
}

static void sort_at(glsort_sort_desc desc, const uint32_t* counts, uint32_t count_count,
                    bool in_place)
{
    struct gl_sorter s;
    for (uint32_t i = 0; i < count_count; ++i)
        desc.max_count = desc.max_count > counts[i] ? desc.max_count : counts[i];
    gl_sorter_open_odd(&s, &harness, context, &desc, in_place);
    gl_sorter_check_each(&s, counts, count_count);
    gl_sorter_close(&s);
}

static void keys_of_any_number_of_pieces_are_one_sorted_array(void** state)
{
    static const uint32_t counts[] = {
        1,         100,           PIECE - 1, PIECE,         PIECE + 1,     2 * PIECE - 1,
        2 * PIECE, 2 * PIECE + 1, 3 * PIECE, 4 * PIECE - 5, 5 * PIECE + 7, 7 * PIECE};
    open_small();
    for (uint32_t in_place = 0; in_place < 2; ++in_place)
        sort_at((glsort_sort_desc){0}, counts, sizeof counts / sizeof counts[0],
                in_place != 0);
    gl_suite_close(&suite);
}

static void every_key_with_every_value_sorts_in_pieces(void** state)
{
    static const uint32_t counts[] = {3000, PIECE + 500, 2 * PIECE + 900};
    const uint32_t count_count = harness.limits.chained_scan ? 3 : 2;
    open_small_for_wide_keys();
    for (uint32_t key = 0; key <= GLSORT_KEY_U16; ++key)
        for (uint32_t values = 0; values <= GLSORT_VALUES_16_BYTES; ++values) {
            if (gl_test_samples(&harness) && (key + values) % 4 != 0)
                continue;
            sort_at(
                (glsort_sort_desc){.key = (glsort_key)key,
                                   .values = (glsort_values)values,
                                   .direction = (glsort_direction)((key + values) % 2)},
                counts, count_count, (key + values) % 3 == 0);
        }
    gl_suite_close(&suite);
}

static bool has_pass(glsort_plan* plan, uint32_t count, const char* shader)
{
    glsort_plan_info info;
    glsort_pass_info pass;
    assert_int_equal(glsort_plan_describe(plan, count, 0, &info), GLSORT_OK);
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        assert_int_equal(glsort_plan_pass(plan, i, &pass), GLSORT_OK);
        if (strcmp(pass.shader, shader) == 0)
            return true;
    }
    return false;
}

// Two words of a key, or of a value, move with the digits, as in a sort of one piece. The
// state of a chain takes more than the other tests' block.
static void a_chain_sorts_wide_pieces_by_itself(void** state)
{
    enum { MOST = 4 * PIECE };
    static const uint32_t counts[] = {900, 3 * PIECE, MOST};
    static const glsort_sort_desc kinds[] = {
        {.max_count = MOST, .key = GLSORT_KEY_U64},
        {.max_count = MOST,
         .key = GLSORT_KEY_F64,
         .values = GLSORT_VALUES_4_BYTES,
         .direction = GLSORT_DESCENDING},
        {.max_count = MOST, .values = GLSORT_VALUES_8_BYTES},
        {.max_count = MOST, .key = GLSORT_KEY_I64, .values = GLSORT_VALUES_INDICES},
    };
    const glsort_context_desc chains = {.get_proc = gl_mock_get_proc,
                                        .get_proc_user = &mock,
                                        .table = "compute any any radix-chain\n"};
    if (harness.limits.storage_blocks < 12 || harness.limits.group_size < 1024)
        skip();
    open_with_blocks(2 * BLOCK);
    glsort_context_destroy(context);
    assert_int_equal(glsort_context_create(&chains, &context), GLSORT_OK);
    for (uint32_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        struct gl_sorter s;
        gl_sorter_open_odd(&s, &harness, context, &kinds[i], i == 1);
        assert_true(has_pass(s.plan, MOST, "radix/radix_chain_wide.comp"));
        gl_sorter_check_each(&s, counts, 3);
        gl_sorter_close(&s);
    }
    gl_suite_close(&suite);
}

static void equal_keys_keep_their_order_from_piece_to_piece(void** state)
{
    struct gl_sorter s;
    const glsort_sort_desc desc = {.max_count = 5 * PIECE,
                                   .values = GLSORT_VALUES_4_BYTES,
                                   .direction = GLSORT_DESCENDING};
    open_small();
    gl_sorter_open_odd(&s, &harness, context, &desc, false);
    for (uint32_t data = 0; data < DATA_COUNT; ++data)
        gl_sorter_check(&s, (enum gl_data)data, data, 5 * PIECE - data);
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

static void ranges_of_bits_and_order_alone_sort_in_pieces(void** state)
{
    static const uint32_t counts[] = {900, 2 * PIECE + 1};
    open_small_for_wide_keys();
    sort_at((glsort_sort_desc){.values = GLSORT_VALUES_INDICES,
                               .flags = GLSORT_PLAN_DISCARD_KEYS},
            counts, 2, false);
    sort_at((glsort_sort_desc){.key = GLSORT_KEY_F64,
                               .values = GLSORT_VALUES_8_BYTES,
                               .flags = GLSORT_PLAN_DISCARD_KEYS},
            counts, 2, false);
    sort_at((glsort_sort_desc){.values = GLSORT_VALUES_4_BYTES,
                               .first_bit = 3,
                               .bit_count = 7},
            counts, 2, true);
    sort_at((glsort_sort_desc){.key = GLSORT_KEY_I64,
                               .values = GLSORT_VALUES_INDICES,
                               .first_bit = 20,
                               .bit_count = 25},
            counts, 2, false);
    gl_suite_close(&suite);
}

// Keys and values that are fields of structs of three words.
static void fields_of_structs_sort_in_pieces(void** state)
{
    enum { MOST = 3000, WORDS = 3 };
    static uint32_t structs[WORDS * MOST], keys[MOST], values[MOST], got[MOST];
    const glsort_sort_desc desc = {.max_count = MOST,
                                   .values = GLSORT_VALUES_4_BYTES,
                                   .key_stride = 4 * WORDS,
                                   .value_stride = 4 * WORDS};
    open_small();
    host_fill(structs, WORDS * MOST, 0);
    for (uint32_t i = 0; i < MOST; ++i)
        structs[WORDS * i + 1] %= 50;
    GLuint in = gl_buffer_create(&harness, sizeof structs, structs);
    GLuint out = gl_buffer_create(&harness, 2 * sizeof got, NULL);
    glsort_plan* plan = gl_make_plan(context, &desc);
    const glsort_sort_args args = {
        .count = MOST,
        .keys_in = {.name = in, .offset = 4},
        .values_in = {.name = in, .offset = 8},
        .keys_out = {.name = out},
        .values_out = {.name = out, .offset = sizeof got},
        .consumers = GLSORT_CONSUMER_COPY,
    };
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    uint32_t at = 0;
    for (uint32_t key = 0; key < 50; ++key)
        for (uint32_t i = 0; i < MOST; ++i)
            if (structs[WORDS * i + 1] == key) {
                keys[at] = key;
                values[at++] = structs[WORDS * i + 2];
            }
    assert_int_equal(at, MOST);
    gl_buffer_read(&harness, out, 0, sizeof got, got);
    assert_memory_equal(got, keys, sizeof got);
    gl_buffer_read(&harness, out, sizeof got, sizeof got, got);
    assert_memory_equal(got, values, sizeof got);
    glsort_plan_destroy(plan);
    harness.gl.DeleteBuffers(1, &in);
    harness.gl.DeleteBuffers(1, &out);
    gl_suite_close(&suite);
}

// In steps, at creation and in the run, with the caller's scratch, and timed.
static void plans_in_pieces_do_what_plans_do(void** state)
{
    struct gl_sorter s;
    struct gl_view view;
    glsort_plan_info info;
    const glsort_sort_desc desc = {.max_count = 3 * PIECE + 10,
                                   .values = GLSORT_VALUES_INDICES,
                                   .flags = GLSORT_PLAN_TIMINGS};
    open_small();
    gl_sorter_open_odd(&s, &harness, context, &desc, false);
    gl_sorter_require(&s, glsort_plan_warm(s.plan));
    gl_sorter_require(&s, glsort_plan_describe(s.plan, desc.max_count, 0, &info));
    assert_int_equal(info.backend, GLSORT_BACKEND_COMPUTE);
    gl_sorter_begin(&s, DATA_FEW, 5, desc.max_count);
    const uint32_t passes = glsort_plan_passes_left(s.plan);
    assert_int_equal(passes, info.pass_count);
    gl_view_open(&view, &s);
    const glsort_peek_args peek = {.keys_out = {.name = view.keys.name}};
    assert_int_equal(glsort_plan_step(s.plan, passes / 2), GLSORT_OK);
    assert_int_equal(glsort_plan_peek(s.plan, &peek), GLSORT_NOT_READY);
    gl_view_close(&view);
    gl_sorter_finish(&s, desc.max_count);
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

// Of arrays in CPU memory, too, where merges are the device's.
static void arrays_in_cpu_memory_are_one_chunk_of_pieces(void** state)
{
    enum { MOST = 3 * PIECE };
    static uint32_t keys[MOST], expected[MOST], places[MOST];
    const glsort_sort_desc desc = {.direction = GLSORT_DESCENDING};
    glsort_host_info info;
    for (uint32_t i = 0; i < 2; ++i) {
        const glsort_host_args args = {.count = MOST,
                                       .keys_in = keys,
                                       .keys_out = keys,
                                       .merge = i == 0 ? GLSORT_MERGE_ON_CPU
                                                       : GLSORT_MERGE_ON_DEVICE,
                                       .info = &info};
        open_small();
        host_fill(keys, MOST, 0);
        host_argsort(&desc, keys, MOST, places);
        host_gather(expected, keys, places, MOST, 1);
        assert_int_equal(glsort_sort_host(context, &desc, &args), GLSORT_OK);
        assert_memory_equal(keys, expected, sizeof keys);
        assert_int_equal(info.chunk_count == 1, i == 1);
        gl_suite_close(&suite);
    }
}

// Forty million pairs, of which this device holds fewer in a block (or not).
static void forty_million_pairs_are_sorted(void** state)
{
    struct gl_sorter s;
    const glsort_sort_desc desc = {.max_count = 40000000,
                                   .values = GLSORT_VALUES_4_BYTES};
    if (!gl_test_all() || harness.api != GL_API_43)
        skip();
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 0});
    gl_sorter_open_odd(&s, &harness, context, &desc, false);
    gl_sorter_check(&s, DATA_UNIFORM, 1, desc.max_count);
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

static void expect_limit(glsort_sort_desc desc, const char* words)
{
    glsort_plan* plan = NULL;
    assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_LIMIT);
    assert_null(plan);
    if (strstr(glsort_last_error(context), words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", glsort_last_error(context), words);
}

static void all_other_plans_keep_the_limit_and_say_so(void** state)
{
    const glsort_sort_desc more = {.max_count = PIECE + 65};
    glsort_sort_desc desc = more;
    open_small();
    desc.algorithm = GLSORT_ALGORITHM_RADIX;
    expect_limit(desc, "only AUTO sorts more, in pieces");
    desc = more;
    desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    expect_limit(desc, "one storage block");
    desc = more;
    desc.max_count = 32 * PIECE + 1;
    expect_limit(desc, "32 pieces");
    desc.max_count = 32 * PIECE;
    glsort_plan* plan = gl_make_plan(context, &desc);
    glsort_plan_destroy(plan);
    gl_suite_close(&suite);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_any_number_of_pieces_are_one_sorted_array),
        cmocka_unit_test(every_key_with_every_value_sorts_in_pieces),
        cmocka_unit_test(a_chain_sorts_wide_pieces_by_itself),
        cmocka_unit_test(equal_keys_keep_their_order_from_piece_to_piece),
        cmocka_unit_test(ranges_of_bits_and_order_alone_sort_in_pieces),
        cmocka_unit_test(fields_of_structs_sort_in_pieces),
        cmocka_unit_test(plans_in_pieces_do_what_plans_do),
        cmocka_unit_test(arrays_in_cpu_memory_are_one_chunk_of_pieces),
        cmocka_unit_test(forty_million_pairs_are_sorted),
        cmocka_unit_test(all_other_plans_keep_the_limit_and_say_so),
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
