// SPDX-License-Identifier: MIT
// What only the radix sort can do: ranges of bits, and what only it has to get right: an
// odd number of digits in place, ties across tiles.
#include <stdio.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "shared/radix.h"
#include "plans.h"
#include "desc.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

static const glsort_method rankings[] = {
    GLSORT_METHOD_RADIX_TILES, GLSORT_METHOD_RADIX_ITEMS, GLSORT_METHOD_RADIX_CHAIN};
enum { RANKINGS = sizeof rankings / sizeof rankings[0] };

// False on devices that lack large enough work groups.
static bool is_served(glsort_method ranking)
{
    const glsort_sort_desc desc = {.tuning = &(const glsort_tuning){.method = ranking}};
    return glsort_max_count(&harness.limits, &desc, NULL) > 0;
}

static struct gl_sorter_desc describe(glsort_method ranking, uint32_t max_count)
{
    static glsort_tuning tunings[GLSORT_METHOD_RADIX_GATHER + 1];
    tunings[ranking].method = ranking;
    return (struct gl_sorter_desc){
        .plan = {.max_count = max_count, .tuning = &tunings[ranking]},
        .leads = {1, 2, 3, 6, 7}, // outputs aligned to pairs, but for those in place
    };
}

// `same`: bits that are the same in all keys.
static void check_bits_but(struct gl_sorter* s, enum gl_data data, uint32_t count,
                           uint32_t same)
{
    gl_sorter_fill(s, data, count, count);
    for (uint32_t i = 0; i < count; ++i)
        s->keys[i] = (s->keys[i] & ~same) | (0xA5C3F00Fu & same);
    gl_sorter_check_filled(s, count);
}

static void check_range(glsort_method ranking, uint32_t first, uint32_t bits,
                        uint32_t count)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(ranking, count);
    if (!is_served(ranking))
        return;
    desc.plan.first_bit = first;
    desc.plan.bit_count = bits;
    desc.plan.key = (glsort_key)((first + bits) % 3);
    desc.plan.direction = (glsort_direction)(bits % 2);
    desc.plan.values = first % 2 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES;
    desc.in_place = (first + bits) % 4 < 2;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_check(&s, DATA_UNIFORM, count, count);
    gl_sorter_check(&s, DATA_SPECIAL, count / 2, count / 2);
    gl_sorter_close(&s);
}

static void every_range_of_bits_sorts_by_these_bits_and_keeps_ties(void** state)
{
    uint32_t stride = gl_test_all() ? 1 : 19;
    for (uint32_t first = 0; first < 32; ++first)
        for (uint32_t bits = 1; bits <= 32 - first; ++bits)
            if ((first + bits) % stride == 0 ||
                (bits == 32 - first && (stride == 1 || first % 3 == 0)))
                check_range(rankings[(first + bits / 2) % RANKINGS], first, bits, 300);
}

static void one_to_four_digits_sort_in_place_and_apart(void** state)
{
    for (uint32_t digits = 1; digits <= 4; ++digits) {
        for (uint32_t way = 0; way < 4 * RANKINGS; ++way) {
            struct gl_sorter s;
            struct gl_sorter_desc desc = describe(rankings[way % RANKINGS], 5000);
            bool turn = gl_test_all() || (way + digits) % 2 == 0;
            if (!is_served(rankings[way % RANKINGS]) || !turn)
                continue;
            desc.plan.bit_count = 8 * digits - (way / RANKINGS >= 2 ? 3 : 0);
            desc.plan.values =
                way / RANKINGS % 2 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_NONE;
            desc.in_place = true;
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check(&s, DATA_LOW_ENTROPY, 5000, 5000);
            gl_sorter_check(&s, DATA_UNIFORM, 4097, 4097);
            gl_sorter_close(&s);
            desc.in_place = false;
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check(&s, DATA_UNIFORM, 5000, 5000);
            gl_sorter_close(&s);
        }
    }
}

// Between digits each output begins with as many whole tiles of pairs as it has room for.
static void outputs_hold_pairs_between_digits(void** state)
{
    if (!is_served(GLSORT_METHOD_RADIX_CHAIN))
        skip();
    const uint32_t tile = RADIX_GROUP_0 * RADIX_ITEMS_0;
    const uint32_t past[] = {0, 1, tile - 1, tile, tile + 1, 2 * tile - 1};
    for (uint32_t digits = 2; digits <= 4; ++digits) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_CHAIN, 10 * tile);
        desc.plan.bit_count = 8 * digits;
        // Three scatters begin with one to the outputs.
        desc.plan.values = digits == 3 ? GLSORT_VALUES_INDICES : GLSORT_VALUES_4_BYTES;
        desc.plan.key = GLSORT_KEY_I32;
        desc.plan.direction = GLSORT_DESCENDING;
        desc.plan.count_source =
            digits == 4 ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t i = 0; i < sizeof past / sizeof past[0]; ++i) {
            gl_sorter_check(&s, DATA_UNIFORM, 2 * tile + past[i], 2 * tile + past[i]);
            gl_sorter_check(&s, DATA_LOW_ENTROPY, 8 * tile + past[i], 8 * tile + past[i]);
            check_bits_but(&s, DATA_UNIFORM, 4 * tile + past[i], 0xFFu << 8 * (i % 4));
        }
        gl_sorter_close(&s);
    }
}

// In place an odd number of digits has one more, whose parameters lie last.
static void a_peek_reaches_no_parameters_of_a_run_in_place(void** state)
{
    if (!is_served(GLSORT_METHOD_RADIX_TILES))
        skip();
    struct gl_sorter s;
    struct gl_view v;
    struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_TILES, 900);
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

// The tile holds 4096 keys: ties that cross tiles, chunks of 32 and runs of 256.
static void ties_across_tiles_keep_their_order(void** state)
{
    static const enum gl_data kinds[] = {DATA_CONSTANT, DATA_TWO_VALUES, DATA_HOT_DIGIT,
                                         DATA_LOW_ENTROPY};
    for (uint32_t way = 0; way < RANKINGS; ++way) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(rankings[way], 20000);
        if (!is_served(rankings[way]))
            continue;
        desc.plan.values = GLSORT_VALUES_INDICES;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
            gl_sorter_check(&s, kinds[i], i, 3 * 4096 + 1);
            gl_sorter_check(&s, kinds[i], i, 20000);
        }
        gl_sorter_close(&s);
    }
}

static void counts_between_one_tile_and_two_are_sorted(void** state)
{
    uint32_t stride = gl_test_all() ? 1 : 521;
    for (uint32_t way = 0; way < RANKINGS; ++way) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(rankings[way], 2 * 4096 + 3);
        if (!is_served(rankings[way]))
            continue;
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        desc.plan.key = GLSORT_KEY_F32;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t n = 4094; n <= 2 * 4096 + 3; n += n < 4100 ? 1 : stride)
            gl_sorter_check(&s, DATA_UNIFORM, n, n);
        gl_sorter_close(&s);
    }
}

// Dispatches of no groups in a run: those of digits that are the same in all keys. But
// one such digit is sorted by if there are no others, and in place as many as make the
// number of scatters even.
static uint32_t skipped_passes(const struct gl_sorter_desc* desc, uint32_t same_digits)
{
    uint32_t bits = desc->plan.bit_count == 0 ? 32 : desc->plan.bit_count;
    uint32_t digits = bits / 8;
    uint32_t scatters = 0;
    // Few groups are dispatched, and return.
    if (desc->plan.count_source == GLSORT_COUNT_FROM_ARGS)
        return 0;
    for (uint32_t digit = 0; digit < digits; ++digit)
        scatters += (same_digits >> digit & 1) == 0;
    scatters += scatters == 0;
    digits += desc->in_place ? digits % 2 : 0;
    scatters += desc->in_place ? scatters % 2 : 0;
    return (digits - scatters) *
           (tuning_of(desc->plan.tuning).method == GLSORT_METHOD_RADIX_CHAIN ? 1 : 3);
}

// Makes every subset of the four digits the same in all keys, so that an odd number of
// scatters is left, an even one or none; in place and not.
static void check_skips(glsort_method ranking, glsort_count_source source)
{
    for (uint32_t way = 0; way < 4 && is_served(ranking); ++way) {
        struct gl_sorter s;
        bool on_gpu =
            source == GLSORT_COUNT_FROM_BUFFER; // too many tiles to dispatch all
        struct gl_sorter_desc desc = describe(ranking, on_gpu ? 40000 : 3000);
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
            mock.empty_dispatches = 0;
            check_bits_but(&s, DATA_UNIFORM, 1100 + 50 * set, same);
            assert_int_equal(mock.empty_dispatches, skipped_passes(&desc, set));
        }
        gl_sorter_close(&s);
    }
}

static void digits_that_are_the_same_in_all_keys_are_skipped(void** state)
{
    check_skips(GLSORT_METHOD_RADIX_CHAIN, GLSORT_COUNT_FROM_ARGS);
    // Where chained scans are fast, so many tiles are dispatched, and return.
    if (harness.limits.chained_scan == 0 && gl_test_all())
        check_skips(GLSORT_METHOD_RADIX_CHAIN, GLSORT_COUNT_FROM_BUFFER);
    check_skips(GLSORT_METHOD_RADIX_TILES, GLSORT_COUNT_FROM_ARGS);
}

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

// A look-back that waits for such a tile runs out of patience and counts its keys.
static void unpublished_tiles_do_not_block_a_sort(void** state)
{
    if (!is_served(GLSORT_METHOD_RADIX_CHAIN))
        skip();
    const uint32_t tile = RADIX_GROUP_0 * RADIX_ITEMS_0;
    assert_true(27 > 3 * RADIX_TILE_GROUP);
    for (uint32_t i = 0; i < UNPUBLISHED; i += unpublished_step()) {
        glsort_context* starved = open_unpublished(i);
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_CHAIN, 27 * tile - 99);
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        desc.plan.key = GLSORT_KEY_F32;
        desc.in_place = i == 1;
        gl_sorter_open(&s, &harness, starved, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, desc.plan.max_count);
        gl_sorter_check(&s, DATA_TWO_VALUES, i, 16 * tile);
        gl_sorter_check(&s, DATA_LOW_ENTROPY, i, 6 * tile + 1);
        gl_sorter_close(&s);
        glsort_context_destroy(starved);
    }
}

// Tiles above the count have no keys, and no look-back waits for them.
// Tiles of a short sort publish nothing here. What a longer one has left in the table
// must not look like their counts.
static void a_chain_does_not_take_the_counts_of_the_run_before(void** state)
{
    if (!is_served(GLSORT_METHOD_RADIX_CHAIN))
        skip();
    glsort_context* starved =
        gl_harness_context_defining(&harness, 0,
                                    "#define RADIX_PATIENCE 2u\n"
                                    "#define RADIX_IS_UNPUBLISHED(tile) "
                                    "(sort_count() < 9000u)\n");
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_CHAIN, 20000);
    gl_sorter_open(&s, &harness, starved, &desc);
    gl_sorter_check(&s, DATA_UNIFORM, 1, 20000);
    gl_sorter_check(&s, DATA_UNIFORM, 2, 8000);
    gl_sorter_close(&s);
    glsort_context_destroy(starved);
}

static void unpublished_tiles_do_not_block_a_count_on_the_gpu(void** state)
{
    if (!is_served(GLSORT_METHOD_RADIX_CHAIN))
        skip();
    static const uint32_t counts[] = {19000, 0, 1, 1025, 8192, 1023, 18999, 16385, 5000};
    const uint32_t count_count = gl_test_all() ? sizeof counts / sizeof counts[0] : 5;
    for (uint32_t i = 0; i < UNPUBLISHED; i += unpublished_step()) {
        glsort_context* starved = open_unpublished(i);
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_CHAIN, 19000);
        desc.plan.values = i == 0 ? GLSORT_VALUES_INDICES : GLSORT_VALUES_4_BYTES;
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
        desc.in_place = i == 1;
        gl_sorter_open(&s, &harness, starved, &desc);
        gl_sorter_check_each(&s, counts, count_count);
        gl_sorter_close(&s);
        glsort_context_destroy(starved);
    }
}

// With 14 value bits 16,384 keys are the most, and the prefix of all of them wraps to 0.
// The first tile group publishes it for the bins above all keys, and publishes nothing in
// the next scatter.
static void the_largest_prefix_does_not_look_like_an_aggregate(void** state)
{
    if (!is_served(GLSORT_METHOD_RADIX_CHAIN))
        skip();
    glsort_context* narrow = gl_harness_context_defining(
        &harness, 0,
        "#define RADIX_STATUS_VALUE_BITS 14\n#define RADIX_PATIENCE 2u\n"
        "#define RADIX_IS_UNPUBLISHED(tile) "
        "(tile == 0u || (tile == RADIX_TILE_GROUP - 1u && scatter_order % 2u == 1u))\n");
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_CHAIN, 16384);
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    gl_sorter_open(&s, &harness, narrow, &desc);
    for (uint32_t digit = gl_test_samples(&harness) ? 3 : 0; digit < 4; ++digit)
        check_bits_but(&s, DATA_UNIFORM, 16384, 0xF0u << 8 * digit);
    check_bits_but(&s, DATA_UNIFORM, 16384, 0x80808080u);
    gl_sorter_close(&s);
    glsort_context_destroy(narrow);
}

static void a_chain_sorts_up_to_two_to_the_28(void** state)
{
    const char* reason = NULL;
    glsort_limits limits;
    assert_int_equal(glsort_limits_minimum(430, 0, &limits), GLSORT_OK);
    limits.storage_block_bytes = UINT64_C(1) << 40;
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN}};
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), 1u << 28);
    assert_non_null(strstr(reason, "2^28"));
}

static void check_turns(glsort_method ranking, glsort_count_source source)
{
    const uint32_t count = (RADIX_MOST_GROUPS + 3) * RADIX_TILE - 5;
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(ranking, count);
    if (!is_served(ranking))
        return;
    desc.plan.values = GLSORT_VALUES_INDICES;
    desc.plan.count_source = source;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_check(&s, DATA_LOW_ENTROPY, 1, count);
    gl_sorter_check(&s, DATA_LOW_ENTROPY, 2, 3 * RADIX_TILE + 7);
    gl_sorter_close(&s);
}

static void groups_take_turns_at_counting_tiles(void** state)
{
    if (!gl_test_samples(&harness))
        check_turns(GLSORT_METHOD_RADIX_TILES, GLSORT_COUNT_FROM_BUFFER);
    if (gl_test_all())
        check_turns(GLSORT_METHOD_RADIX_TILES, GLSORT_COUNT_FROM_ARGS);
}

static void refuse(glsort_sort_desc desc, const char* words)
{
    glsort_plan* plan = NULL;
    desc.max_count = 100;
    assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_UNSUPPORTED);
    assert_null(plan);
    assert_non_null(strstr(glsort_last_error(context), words));
}

static void refuse_offline(const glsort_limits* limits, glsort_method ranking,
                           const char* words)
{
    char message[256] = "";
    glsort_plan* plan = NULL;
    glsort_sort_desc desc = describe(ranking, 100).plan;
    assert_int_equal(offline_sort(limits, &desc, message, sizeof message, &plan),
                     GLSORT_ERROR_UNSUPPORTED);
    assert_null(plan);
    assert_non_null(strstr(message, words));
}

// More than a strip of texels, which is 131,072, and a few.
static void check_texture(glsort_values values, uint32_t flags, bool in_place)
{
    static const uint32_t counts[] = {0, 1, 63, 65, 1025, 5761, 131071, 131073, 140000};
    struct gl_sorter s;
    struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_CHAIN, (1 << 24) + 1);
    desc.room = 140000;
    desc.in_place = in_place;
    desc.plan.values = values;
    desc.plan.flags = flags;
    desc.plan.key = in_place ? GLSORT_KEY_F32 : GLSORT_KEY_U32;
    desc.plan.direction = in_place ? GLSORT_DESCENDING : GLSORT_ASCENDING;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_expect_texture(&s);
    gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
    if (!in_place) { // scatters in odd and even numbers
        check_bits_but(&s, DATA_UNIFORM, 3000, 0xFF00u);
        check_bits_but(&s, DATA_UNIFORM, 3000, 0xFF00FFu);
        check_bits_but(&s, DATA_UNIFORM, 3000, 0xFFFFFF00u);
        check_bits_but(&s, DATA_UNIFORM, 3000, 0xFFFFFFFFu);
    }
    gl_sorter_close(&s);
}

static void the_ping_pong_buffer_of_very_many_pairs_is_a_texture(void** state)
{
    if (harness.limits.pair_texels == 0)
        skip();
    check_texture(GLSORT_VALUES_4_BYTES, 0, false);
    check_texture(GLSORT_VALUES_INDICES, 0, true);
    check_texture(GLSORT_VALUES_4_BYTES, GLSORT_PLAN_DISCARD_KEYS, true);
}

static void unpublished_tiles_do_not_block_a_sort_in_a_texture(void** state)
{
    if (harness.limits.pair_texels == 0)
        skip();
    for (uint32_t i = 0; i < UNPUBLISHED; i += unpublished_step()) {
        glsort_context* starved = open_unpublished(i);
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_CHAIN, (1 << 24) + 1);
        desc.room = 19000;
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        gl_sorter_open(&s, &harness, starved, &desc);
        gl_sorter_expect_texture(&s);
        gl_sorter_check(&s, DATA_UNIFORM, i, 19000);
        gl_sorter_close(&s);
        glsort_context_destroy(starved);
    }
}

// Plans for very many keys have larger tiles.
static void larger_tiles_sort_few_keys_and_several_tiles(void** state)
{
    static const uint32_t counts[] = {0,
                                      1,
                                      RADIX_TILE + 1,
                                      RADIX_LARGE_TILE - 1,
                                      RADIX_LARGE_TILE,
                                      RADIX_LARGE_TILE + 1,
                                      3 * RADIX_LARGE_TILE + 9};
    for (uint32_t i = 0; i < 2 && is_served(GLSORT_METHOD_RADIX_TILES); ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = describe(GLSORT_METHOD_RADIX_TILES, (1 << 24) + 1);
        desc.plan.values = i % 2 == 0 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_NONE;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t at = 0; at < sizeof counts / sizeof counts[0]; ++at)
            gl_sorter_check(&s, at % 2 == 0 ? DATA_LOW_ENTROPY : DATA_UNIFORM, at,
                            counts[at]);
        gl_sorter_close(&s);
    }
}

static void what_radix_cannot_do_is_refused_with_a_sentence(void** state)
{
    glsort_limits limits;
    glsort_limits_minimum(430, 0, &limits);
    limits.group_size = 512;
    refuse_offline(&limits, GLSORT_METHOD_RADIX_CHAIN, "work groups of 1024");
    limits.group_size = 255;
    refuse_offline(&limits, GLSORT_METHOD_RADIX_TILES, "work groups of 256");
    refuse((glsort_sort_desc){.first_bit = 20, .bit_count = 13}, "bit_count 13");
    refuse((glsort_sort_desc){.first_bit = 32}, "first_bit 32");
    refuse(
        (glsort_sort_desc){
            .backend = GLSORT_BACKEND_FRAGMENT,
            .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_TILES}},
        "scatter");
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_range_of_bits_sorts_by_these_bits_and_keeps_ties),
        cmocka_unit_test(one_to_four_digits_sort_in_place_and_apart),
        cmocka_unit_test(outputs_hold_pairs_between_digits),
        cmocka_unit_test(a_peek_reaches_no_parameters_of_a_run_in_place),
        cmocka_unit_test(ties_across_tiles_keep_their_order),
        cmocka_unit_test(counts_between_one_tile_and_two_are_sorted),
        cmocka_unit_test(digits_that_are_the_same_in_all_keys_are_skipped),
        cmocka_unit_test(unpublished_tiles_do_not_block_a_sort),
        cmocka_unit_test(a_chain_does_not_take_the_counts_of_the_run_before),
        cmocka_unit_test(unpublished_tiles_do_not_block_a_count_on_the_gpu),
        cmocka_unit_test(the_largest_prefix_does_not_look_like_an_aggregate),
        cmocka_unit_test(a_chain_sorts_up_to_two_to_the_28),
        cmocka_unit_test(groups_take_turns_at_counting_tiles),
        cmocka_unit_test(the_ping_pong_buffer_of_very_many_pairs_is_a_texture),
        cmocka_unit_test(unpublished_tiles_do_not_block_a_sort_in_a_texture),
        cmocka_unit_test(larger_tiles_sort_few_keys_and_several_tiles),
        cmocka_unit_test(what_radix_cannot_do_is_refused_with_a_sentence),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .mock = &mock,
        .context = &context,
        .apis = GL_API_COMPUTE,
        .apis_of_all = GL_API_ES_COMPUTE,
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
