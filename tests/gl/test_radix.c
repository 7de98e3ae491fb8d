// SPDX-License-Identifier: MIT
// What only the radix sort has to get right: digits that all keys share, pairs between
// digits, tiles that publish nothing, keys and values that move with wide digits, tiles
// of narrow work groups.
#include <stdio.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "shared/radix.h"

GL_SUITE(.apis = GL_API_COMPUTE, .apis_of_all = GL_API_ES_COMPUTE);

enum { TILE = RADIX_GROUP_0 * RADIX_ITEMS_0, PARTS = 260 * RADIX_PART };

static const glsort_tuning chain = {.method = GLSORT_METHOD_RADIX_CHAIN};
static const glsort_tuning tiles = {.method = GLSORT_METHOD_RADIX_TILES};

// False on devices that lack large enough work groups.
static bool is_served(const glsort_tuning* tuning)
{
    const glsort_sort_desc desc = {.tuning = tuning};
    return glsort_max_count(&harness.limits, &desc, NULL) > 0;
}

static struct gl_sorter_desc describe(const glsort_tuning* tuning, uint32_t max_count)
{
    return (struct gl_sorter_desc){
        .plan = {.max_count = max_count, .tuning = tuning},
        .leads = {1, 2, 3, 6, 7}, // outputs aligned to pairs, but for those in place
    };
}

// Between digits each output begins with as many whole tiles of pairs as it has room for.
TEST(outputs_hold_pairs_between_digits)
{
    if (!is_served(&chain))
        skip();
    const uint32_t past[] = {0, 1, TILE - 1, TILE, TILE + 1, 2 * TILE - 1};
    for (uint32_t digits = 2; digits <= 4; ++digits) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(&chain, 10 * TILE);
        desc.plan.bit_count = 8 * digits;
        // Three scatters begin with one to the outputs.
        desc.plan.values = digits == 3 ? GLSORT_VALUES_INDICES : GLSORT_VALUES_4_BYTES;
        desc.plan.key = GLSORT_KEY_I32;
        desc.plan.direction = GLSORT_DESCENDING;
        desc.plan.count_source =
            digits == 4 ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t i = 0; i < sizeof past / sizeof past[0]; ++i) {
            gl_sorter_check(&s, DATA_UNIFORM, 2 * TILE + past[i], 2 * TILE + past[i]);
            gl_sorter_check(&s, DATA_LOW_ENTROPY, 8 * TILE + past[i], 8 * TILE + past[i]);
            const uint32_t same = 0xFFu << 8 * (i % 4);
            gl_sorter_check_alike(&s, &same, i, 4 * TILE + past[i]);
        }
        gl_sorter_close(&s);
    }
}

// In place an odd number of digits has one more, whose parameters lie last.
TEST(a_peek_reaches_no_parameters_of_a_run_in_place)
{
    if (!is_served(&tiles))
        skip();
    struct gl_sorter s;
    struct gl_view v;
    struct gl_sorter_desc desc = describe(&tiles, 900);
    desc.plan.bit_count = 8;
    desc.plan.key = GLSORT_KEY_F32;
    desc.in_place = true;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_view_open(&v, &s);
    for (uint32_t count = 900; count > 890; --count) { // through all uniform regions
        gl_sorter_begin(&s, DATA_UNIFORM, count, count);
        gl_sorter_require(&s, glsort_plan_step(s.plan, 2));
        gl_view_peek(&v, &s, true, false, count);
        gl_sorter_finish(&s, count);
    }
    gl_view_close(&v);
    gl_sorter_close(&s);
}

// ---- digits that all keys share -------------------------------------------------------

// Makes every subset of the four digits the same in all keys, so that an odd number of
// scatters is left, an even one or none; in place and not.
static void check_skips(const glsort_tuning* tuning, glsort_count_source source)
{
    for (uint32_t way = 0; way < 4 && is_served(tuning); ++way) {
        struct gl_sorter s;
        bool on_gpu =
            source == GLSORT_COUNT_FROM_BUFFER; // too many tiles to dispatch all
        struct gl_sorter_desc desc = describe(tuning, on_gpu ? 40000 : 3000);
        desc.in_place = way % 2 == 1;
        desc.plan.values = way < 2 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES;
        desc.plan.direction = (glsort_direction)(way % 2);
        desc.plan.bit_count = way == 3 ? 24 : 0;
        desc.plan.count_source = source;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t set = 0; set < 16; ++set) {
            uint32_t same = 0;
            for (uint32_t digit = 0; digit < 4; ++digit)
                same |= (set >> digit & 1) != 0 ? 0xFFu << 8 * digit : 0;
            gl_sorter_check_alike(&s, &same, set, 1100 + 50 * set);
        }
        gl_sorter_close(&s);
    }
}

TEST(digits_that_are_the_same_in_all_keys_are_skipped)
{
    check_skips(&chain, GLSORT_COUNT_FROM_ARGS);
    // Where chained scans are fast, so many tiles are dispatched, and return.
    if (harness.limits.chained_scan == 0 && gl_test_all())
        check_skips(&chain, GLSORT_COUNT_FROM_BUFFER);
    check_skips(&tiles, GLSORT_COUNT_FROM_ARGS);
}

// ---- tiles that publish nothing -------------------------------------------------------

static const char* const unpublished[] = {
    "#define RADIX_IS_UNPUBLISHED(tile) (tile == 0u)\n",
    "#define RADIX_IS_UNPUBLISHED(tile) (tile % 3u != 1u)\n",
    "#define RADIX_IS_UNPUBLISHED(tile) true\n",
    // The last tile of the first tile group, and of all others.
    "#define RADIX_IS_UNPUBLISHED(tile) (tile == RADIX_TILE_GROUP - 1u)\n",
    "#define RADIX_IS_UNPUBLISHED(tile) "
    "(tile > RADIX_TILE_GROUP && is_last_of_tile_group())\n",
    // llvmpipe's groups do not begin in the order of their numbers.
    "#define RADIX_IS_UNPUBLISHED(tile) (tile == 3u)\n"
    "#define RADIX_TAKES_TICKETS false\n",
};
enum { UNPUBLISHED = sizeof unpublished / sizeof unpublished[0] };

// A context in which some tiles of chains never publish their counts.
static glsort_context* open_unpublished(uint32_t i)
{
    char defines[160];
    snprintf(defines, sizeof defines, "#define RADIX_PATIENCE 2u\n%s", unpublished[i]);
    return gl_harness_context_defining(&harness, 0, defines);
}

// Unless everything is tested, every other one, and of these every other one where
// another API runs the same code.
static uint32_t unpublished_step(void)
{
    return gl_test_all() ? 1 : gl_test_samples(&harness) ? 4 : 2;
}

// Tiles of a short sort publish nothing here. What a longer one has left in the table
// must not look like their counts.
TEST(a_chain_does_not_take_the_counts_of_the_run_before)
{
    if (!is_served(&chain))
        skip();
    glsort_context* starved =
        gl_harness_context_defining(&harness, 0,
                                    "#define RADIX_PATIENCE 2u\n"
                                    "#define RADIX_IS_UNPUBLISHED(tile) "
                                    "(sort_count() < 9000u)\n");
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(&chain, 20000);
    gl_sorter_open(&s, &harness, starved, &desc);
    gl_sorter_check(&s, DATA_UNIFORM, 1, 20000);
    gl_sorter_check(&s, DATA_UNIFORM, 2, 8000);
    gl_sorter_close(&s);
    glsort_context_destroy(starved);
}

// With 14 value bits 16,384 keys are the most, and the prefix of all of them wraps to 0.
// The first tile group publishes it for the bins above all keys, and publishes nothing in
// the next scatter.
TEST(the_largest_prefix_does_not_look_like_an_aggregate)
{
    if (!is_served(&chain))
        skip();
    glsort_context* narrow = gl_harness_context_defining(
        &harness, 0,
        "#define RADIX_STATUS_VALUE_BITS 14\n#define RADIX_PATIENCE 2u\n"
        "#define RADIX_IS_UNPUBLISHED(tile) "
        "(tile == 0u || (tile == RADIX_TILE_GROUP - 1u && scatter_order % 2u == 1u))\n");
    static const uint32_t same[] = {0xF0, 0xF000, 0xF00000, 0xF0000000, 0x80808080};
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(&chain, 16384);
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    gl_sorter_open(&s, &harness, narrow, &desc);
    for (uint32_t i = gl_test_samples(&harness) ? 3 : 0; i < 5; ++i)
        gl_sorter_check_alike(&s, &same[i], i, 16384);
    gl_sorter_close(&s);
    glsort_context_destroy(narrow);
}

// Work groups that are spread over two axes and begin in any order.
TEST(folded_groups_without_tickets_find_their_tiles)
{
    const struct gl_forced_limits before = mock.limits;
    if (!is_served(&chain))
        skip();
    mock.limits.group_count = 16;
    glsort_context* in_order = gl_harness_context_defining(
        &harness, 0, "#define RADIX_PATIENCE 2u\n#define RADIX_TAKES_TICKETS false\n");
    for (uint32_t way = 0; way < 4; ++way) {
        const glsort_tuning* tuning = way % 2 == 0 ? &chain : &tiles;
        const uint32_t each = way % 2 == 0 ? TILE : RADIX_TILE;
        const uint32_t counts[] = {18 * each + 1, 18 * each, 29 * each, 0};
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(tuning, 30 * each);
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        desc.plan.count_source = (glsort_count_source)(way / 2);
        gl_sorter_open(&s, &harness, in_order, &desc);
        gl_sorter_check_each(&s, counts, 4);
        gl_sorter_close(&s);
    }
    glsort_context_destroy(in_order);
    mock.limits = before;
}

// ---- very many keys -------------------------------------------------------------------

static void check_turns(const glsort_tuning* tuning, glsort_count_source source)
{
    const uint32_t count = (RADIX_MOST_GROUPS + 3) * RADIX_TILE - 5;
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(tuning, count);
    if (!is_served(tuning))
        return;
    desc.plan.values = GLSORT_VALUES_INDICES;
    desc.plan.count_source = source;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_check(&s, DATA_LOW_ENTROPY, 1, count);
    gl_sorter_check(&s, DATA_LOW_ENTROPY, 2, 3 * RADIX_TILE + 7);
    gl_sorter_close(&s);
}

TEST(groups_take_turns_at_counting_tiles)
{
    if (!gl_test_samples(&harness))
        check_turns(&tiles, GLSORT_COUNT_FROM_BUFFER);
    if (gl_test_all())
        check_turns(&tiles, GLSORT_COUNT_FROM_ARGS);
}

// Plans for very many keys have larger tiles.
TEST(larger_tiles_sort_few_keys_and_several_tiles)
{
    static const uint32_t counts[] = {0,
                                      1,
                                      RADIX_TILE + 1,
                                      RADIX_LARGE_TILE - 1,
                                      RADIX_LARGE_TILE,
                                      RADIX_LARGE_TILE + 1,
                                      3 * RADIX_LARGE_TILE + 9};
    for (uint32_t i = 0; i < 2 && is_served(&tiles); ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(&tiles, (1 << 24) + 1);
        desc.room = 3 * RADIX_LARGE_TILE + 9;
        desc.plan.values = i % 2 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_NONE;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t at = 0; at < sizeof counts / sizeof counts[0]; ++at)
            gl_sorter_check(&s, at % 2 == 0 ? DATA_LOW_ENTROPY : DATA_UNIFORM, at,
                            counts[at]);
        gl_sorter_close(&s);
    }
}

// ---- wide elements --------------------------------------------------------------------

// The kinds of elements that a chain moves with the digits.
static const struct {
    glsort_key key;
    glsort_values values;
} kinds[] = {
    {GLSORT_KEY_U64, GLSORT_VALUES_NONE},     {GLSORT_KEY_F64, GLSORT_VALUES_INDICES},
    {GLSORT_KEY_I64, GLSORT_VALUES_4_BYTES},  {GLSORT_KEY_F64, GLSORT_VALUES_8_BYTES},
    {GLSORT_KEY_U64, GLSORT_VALUES_16_BYTES}, {GLSORT_KEY_F32, GLSORT_VALUES_8_BYTES},
    {GLSORT_KEY_I32, GLSORT_VALUES_16_BYTES}, {GLSORT_KEY_U16, GLSORT_VALUES_8_BYTES},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], WIDE_MOST = 9 * TILE + 77 };

// From here on values of 16 bytes move with the digits (radix_tuning.h).
enum { MOVED_16_BYTES = 1 << 23 };

static struct gl_sorter_desc describe_wide(uint32_t kind, uint32_t way)
{
    struct gl_sorter_desc desc = describe(&chain, WIDE_MOST);
    desc.plan.key = kinds[kind].key;
    desc.plan.values = kinds[kind].values;
    desc.plan.direction = (glsort_direction)(way % 2);
    desc.in_place = way / 2 % 2 == 1;
    desc.room = WIDE_MOST;
    if (desc.plan.values == GLSORT_VALUES_16_BYTES)
        desc.plan.max_count = MOVED_16_BYTES;
    return desc;
}

// A gather at the end is less traffic for few elements: then the chain sorts keys with
// indices.
TEST(wide_elements_move_with_the_digits_or_are_gathered)
{
    for (uint32_t i = 0; i < 2 * KINDS && is_served(&chain); ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe_wide(i / 2, i);
        desc.plan.max_count = i % 2 != 0 ? WIDE_MOST : desc.plan.max_count;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, 2 * TILE + 9);
        gl_sorter_check(&s, DATA_FEW, i, WIDE_MOST);
        if (desc.plan.max_count == MOVED_16_BYTES) {
            struct gl_view v;
            gl_view_open(&v, &s);
            gl_sorter_watch(&s, &v, DATA_UNIFORM, 1040);
            gl_view_close(&v);
        }
        gl_sorter_close(&s);
    }
}

// Digits of one word each, also where the range begins or ends within a digit of 8 bits.
TEST(ranges_of_bits_have_no_digit_of_two_words)
{
    static const uint32_t ranges[][2] = {{0, 64}, {4, 56}, {24, 16}, {31, 2}, {32, 32},
                                         {33, 5}, {63, 1}, {1, 63},  {7, 20}, {20, 39}};
    for (uint32_t i = 0; i < sizeof ranges / sizeof *ranges && is_served(&chain); ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe_wide(i % 5, i % 2);
        desc.plan.first_bit = ranges[i][0];
        desc.plan.bit_count = ranges[i][1];
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, 1100);
        gl_sorter_check(&s, DATA_FEW, i, 700);
        gl_sorter_close(&s);
    }
}

// Of the eight digits some are the same in all keys: an odd number of scatters is left,
// an even one or none.
TEST(wide_digits_that_are_the_same_in_all_keys_are_skipped)
{
    static const uint32_t same[][2] = {{0xFFFFFFFFu, 0xFFFFFFFFu},
                                       {0xFFFFFF00u, 0xFFFFFFFFu},
                                       {0xFFFFFFFFu, 0x00FFFF00u},
                                       {0x00FF0000u, 0xFF0000FFu},
                                       {0, 0xFFFF0000u}};
    for (uint32_t way = 0; way < 4 && is_served(&chain); ++way) {
        struct gl_sorter s;
        const struct gl_sorter_desc desc = describe_wide(way, way);
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t i = 0; i < 5; ++i)
            gl_sorter_check_alike(&s, same[i], i, 1300);
        gl_sorter_close(&s);
    }
}

// A look-back that waits for such a tile runs out of patience and counts its keys, of one
// word or two, with the count on the GPU or the pairs in a texture.
TEST(unpublished_tiles_do_not_block_a_sort)
{
    static const struct {
        uint32_t max_count, room;
        glsort_key key;
        glsort_values values;
        glsort_count_source source;
        uint32_t count_count, counts[5];
    } sorts[] = {
        // clang-format off
        {27 * TILE - 99, 0, GLSORT_KEY_F32, GLSORT_VALUES_4_BYTES, GLSORT_COUNT_FROM_ARGS,
         3, {27 * TILE - 99, 16 * TILE, 6 * TILE + 1}},
        {19000, 0, GLSORT_KEY_U32, GLSORT_VALUES_4_BYTES, GLSORT_COUNT_FROM_BUFFER,
         5, {19000, 0, 1, 1025, 8192}},
        {19000, 0, GLSORT_KEY_U32, GLSORT_VALUES_INDICES, GLSORT_COUNT_FROM_BUFFER,
         4, {18999, 1023, 16385, 5000}},
        // Eight scatters have status words of their own.
        {WIDE_MOST, 0, GLSORT_KEY_I64, GLSORT_VALUES_4_BYTES, GLSORT_COUNT_FROM_ARGS,
         2, {WIDE_MOST, 2 * TILE + 1}},
        {WIDE_MOST, 0, GLSORT_KEY_F64, GLSORT_VALUES_8_BYTES, GLSORT_COUNT_FROM_ARGS,
         2, {WIDE_MOST, 2 * TILE + 1}},
        {MOVED_16_BYTES, WIDE_MOST, GLSORT_KEY_U64, GLSORT_VALUES_16_BYTES,
         GLSORT_COUNT_FROM_ARGS, 2, {WIDE_MOST, 2 * TILE + 1}},
        {(1 << 24) + 1, 19000, GLSORT_KEY_U32, GLSORT_VALUES_4_BYTES,
         GLSORT_COUNT_FROM_ARGS, 1, {19000}},
        // clang-format on
    };
    enum { SORTS = sizeof sorts / sizeof sorts[0] };
    assert_true(27 > 3 * RADIX_TILE_GROUP);
    if (!is_served(&chain))
        skip();
    for (uint32_t i = 0; i < UNPUBLISHED; i += unpublished_step()) {
        glsort_context* starved = open_unpublished(i);
        for (uint32_t at = 0; at < SORTS; ++at) {
            struct gl_sorter s;
            struct gl_sorter_desc desc = describe(&chain, sorts[at].max_count);
            desc.room = sorts[at].room;
            desc.in_place = i == 1;
            desc.plan.key = sorts[at].key;
            desc.plan.values = sorts[at].values;
            desc.plan.count_source = sorts[at].source;
            if (at == SORTS - 1 && harness.limits.pair_texels == 0)
                continue;
            gl_sorter_open(&s, &harness, starved, &desc);
            if (at == SORTS - 1)
                gl_sorter_expect_texture(&s);
            gl_sorter_check_each(&s, sorts[at].counts, sorts[at].count_count);
            gl_sorter_close(&s);
        }
        glsort_context_destroy(starved);
    }
}

// ---- narrow work groups ---------------------------------------------------------------

// Devices whose work groups have 256 invocations, 16 KiB of shared memory and 8 storage
// blocks: a tile has three or four parts, and groups have tiles in turns.
TEST(narrow_tiles_have_parts_and_groups_have_tiles)
{
    static const uint32_t counts[] = {0,
                                      1,
                                      RADIX_PART,
                                      RADIX_PART + 1,
                                      2 * RADIX_PART - 1,
                                      3 * RADIX_PART,
                                      9 * RADIX_PART + 5,
                                      PARTS};
    static const uint32_t same[] = {0xFFu, 0xFF00u, 0xFF0000FFu, 0xFFFFFFFFu};
    const struct gl_forced_limits before = mock.limits;
    const uint32_t many = (RADIX_MOST_GROUPS + 3) * 3 * RADIX_PART - 5;
    mock.limits = (struct gl_forced_limits){
        .group_size = 256, .shared_bytes = 16384, .storage_blocks = 8};
    glsort_context* narrow = gl_mock_context(&mock, 0);
    for (uint32_t way = 0; way < 5; ++way) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(&tiles, way < 4 ? PARTS : many);
        desc.plan.key = (glsort_key)(way % 3);
        desc.plan.values = (glsort_values)((way + 1) % 3);
        desc.plan.count_source = (glsort_count_source)(way % 2);
        desc.plan.expected_count = way < 4 ? 0 : 1000;
        desc.in_place = way % 4 == 3;
        if (way == 4 && gl_test_samples(&harness))
            continue;
        gl_sorter_open(&s, &harness, narrow, &desc);
        for (uint32_t i = 0; i < 4 && way < 4; ++i)
            gl_sorter_check_alike(&s, &same[i], i, 2 * RADIX_PART + 77);
        if (way < 4)
            gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
        gl_sorter_check(&s, DATA_LOW_ENTROPY, way, desc.plan.max_count);
        gl_sorter_check(&s, DATA_LOW_ENTROPY, way, 3 * RADIX_PART + 7);
        gl_sorter_close(&s);
    }
    glsort_context_destroy(narrow);
    mock.limits = before;
}
