// SPDX-License-Identifier: MIT
// Every form around its own tile: the most elements that one of its work groups, runs or
// texels holds, so that one, two or three of them share the work and the ties.
#include <assert.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "shared/array.h"
#include "shared/rank.h"
#include "shared/bitonic.h"
#include "shared/radix_runs.h"
#include "shared/tree.h"
#include "desc.h"

static struct gl_harness harness;
static glsort_context* context;

static uint32_t array_tile(const glsort_sort_desc* plan)
{
    if (plan->backend == GLSORT_BACKEND_FRAGMENT)
        return CUT_STRIDE;
    const glsort_method method = tuning_of(plan->tuning).method;
    if (method == GLSORT_METHOD_RANK_ALL)
        return RANK_ALL_TILE;
    return method == GLSORT_METHOD_RANK ? 1 << RANK_RUN_MEDIUM_LOG : LOCAL_LARGE_TILE;
}

// A stage a pass takes no sizes: sorts and merges of 16.
static uint32_t tree_tile(const glsort_sort_desc* plan)
{
    const glsort_tuning tuning = tuning_of(plan->tuning);
    uint32_t tile = larger(tuning.local_size, tuning.merge_size);
    return tile > 0 ? tile : 1 << SIXTEENS_LOG;
}

static uint32_t bitonic_tile(const glsort_sort_desc* plan)
{
    switch (tuning_of(plan->tuning).method) {
    case GLSORT_METHOD_BITONIC_BLOCKS: return 1 << BITONIC_LARGE_LOG;
    case GLSORT_METHOD_BITONIC_TWO_KERNELS: return BITONIC_PAIR_BLOCK;
    default: return 1 << TEXEL_LAYERS_LOG;
    }
}

static uint32_t radix_tile(const glsort_sort_desc* plan)
{
    switch (tuning_of(plan->tuning).method) {
    case GLSORT_METHOD_RADIX_ITEMS: return RADIX_RUN;
    case GLSORT_METHOD_RADIX_CHAIN: return RADIX_GROUP_0 * RADIX_ITEMS_0;
    default: return RADIX_TILE;
    }
}

static uint32_t tile_of(const glsort_sort_desc* plan)
{
    switch (plan->tuning->algorithm) {
    case GLSORT_ALGORITHM_ABISORT: return array_tile(plan);
    case GLSORT_ALGORITHM_ABISORT_TREE: return tree_tile(plan);
    case GLSORT_ALGORITHM_BITONIC: return bitonic_tile(plan);
    default: return radix_tile(plan);
    }
}

static void open_sorter(struct gl_sorter* s, uint32_t form, uint32_t max_count,
                        glsort_values values)
{
    struct gl_sorter_desc desc = {
        .plan = gl_forms[form].plan,
        .in_place = form % 2 == 1,
        .leads = {1, 2, 3, 5, 0},
    };
    desc.plan.max_count = max_count;
    desc.plan.values = values;
    desc.plan.key = form % 3 == 0 ? GLSORT_KEY_F32 : GLSORT_KEY_U32;
    desc.plan.direction = (glsort_direction)(form / 2 % 2);
    gl_sorter_open(s, &harness, context, &desc);
}

static void check(struct gl_sorter* s, uint32_t count)
{
    gl_sorter_check(s, count % 2 == 0 ? DATA_UNIFORM : DATA_LOW_ENTROPY, count, count);
}

// Of these counts the first and the last three, and some between; all if wanted.
static void check_counts(struct gl_sorter* s, uint32_t first, uint32_t last)
{
    uint64_t random = last;
    for (uint32_t i = 0; i < 3; ++i) {
        check(s, first + i);
        check(s, last - i);
    }
    for (uint32_t i = 0; i < 2; ++i)
        check(s, first + (uint32_t)(gl_random(&random) % (last - first)));
    for (uint32_t count = first; gl_test_all() && count < last; ++count)
        check(s, count);
}

static void counts_from_one_tile_to_two_sort_as_on_the_cpu(void** state)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        uint32_t tile = tile_of(&gl_forms[i].plan);
        open_sorter(&s, i, 2 * tile + 1, GLSORT_VALUES_4_BYTES);
        check_counts(&s, tile - 1, 2 * tile + 1);
        gl_sorter_close(&s);
    }
}

static void check_small_tile(uint32_t most)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        open_sorter(&s, i, most, GLSORT_VALUES_INDICES);
        check_counts(&s, most / 2, most);
        gl_sorter_close(&s);
    }
}

// A plan for few elements has smaller tiles, of which there is one.
static void counts_to_one_small_tile_sort_as_on_the_cpu(void** state)
{
    static_assert(RANK_RUN_MEDIUM_LOG == BITONIC_SMALL_LOG, "one size for both");
    static_assert(RANK_RUN_LARGE_LOG == LOCAL_SMALL_TILE_LOG, "one size for both");
    check_small_tile(1u << RANK_RUN_SMALL_LOG);
    check_small_tile(1u << RANK_RUN_MEDIUM_LOG);
    check_small_tile(LOCAL_SMALL_TILE);
}

static void a_network_of_tiles_for_millions_sorts_two_of_them(void** state)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        const uint32_t tile = 1u << BITONIC_MEDIUM_LOG;
        if (tuning_of(gl_forms[i].plan.tuning).method != GLSORT_METHOD_BITONIC_BLOCKS)
            continue;
        open_sorter(&s, i, (1u << 19) + 1, GLSORT_VALUES_INDICES);
        for (uint32_t at = 0; at < 3; ++at)
            gl_sorter_check(&s, DATA_LOW_ENTROPY, at, 2 * tile - 1 + at);
        gl_sorter_close(&s);
    }
}

static void check_eight_runs(uint32_t run)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = 8 * run,
                 .values = GLSORT_VALUES_INDICES,
                 .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK}},
        .leads = {1, 2, 3, 5, 0},
    };
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t runs = 3; runs <= 8; ++runs)
        for (uint32_t less = 0; less < 2; ++less)
            check(&s, runs * run - less * (1 + runs * 31));
    for (uint32_t runs = 2; runs < 8; ++runs)
        for (uint32_t more = 0; more < 3; ++more)
            check(&s, runs * run - 1 + more);
    for (uint32_t i = 0; i < 4; ++i)
        gl_sorter_check(&s, i % 2 ? DATA_CONSTANT : DATA_TWO_VALUES, i, 8 * run - i);
    gl_sorter_close(&s);
}

// By ranks three levels take one pass, in which any of the runs may be short or missing.
static void up_to_eight_runs_of_any_length_merge_by_ranks(void** state)
{
    if (!harness.has_compute)
        skip();
    check_eight_runs(1u << RANK_RUN_SMALL_LOG);
    check_eight_runs(1u << RANK_RUN_MEDIUM_LOG);
}

struct long_merge {
    uint32_t most;
    glsort_values values;
    uint32_t flags;
    bool in_place;
    uint32_t counts[4];
};

static void check_long_merge(const struct long_merge* merge)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = merge->most,
                 .values = merge->values,
                 .flags = merge->flags,
                 .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK}},
        .in_place = merge->in_place,
        .leads = {1, 2, 3, 5, 0},
    };
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t i = 0; i < 4; ++i)
        gl_sorter_check(&s, DATA_LOW_ENTROPY, i, merge->counts[i]);
    gl_sorter_close(&s);
}

// Too many to be staged: runs of 512 in 8 and then 4 ways, runs of 1024 in 4 and 2 ways.
static void merges_by_ranks_in_memory_take_any_count(void** state)
{
    const uint32_t run = 1 << RANK_RUN_SMALL_LOG, most = 32 * run;
    const uint32_t medium = 1 << RANK_RUN_MEDIUM_LOG;
    const struct long_merge merges[] = {
        {most,
         GLSORT_VALUES_NONE,
         0,
         false,
         {most, most - run - 1, 8 * run + 1, run + 1}},
        {most,
         GLSORT_VALUES_4_BYTES,
         GLSORT_PLAN_DISCARD_KEYS,
         true,
         {most, 31 * run + 1, 9 * run - 1, run}},
        {1 << 19,
         GLSORT_VALUES_INDICES,
         0,
         false,
         {(1 << 17) + 1025, 1 << 17, 4 * medium + 1, medium + 1}},
    };
    if (!harness.has_compute)
        skip();
    static_assert(RANK_STAGED_MOST < 32 << RANK_RUN_SMALL_LOG, "these are not staged");
    for (uint32_t i = 0; i < sizeof merges / sizeof merges[0]; ++i)
        check_long_merge(&merges[i]);
}

static void check_comparisons(uint32_t most, glsort_values values, uint32_t flags,
                              bool in_place)
{
    const uint32_t counts[] = {0, 1, 2, 5, most / 2, most / 2 + 1, most - 1, most};
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = most,
                 .values = values,
                 .flags = flags,
                 .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK_ALL}},
        .in_place = in_place,
        .leads = {1, 2, 3, 5, 0},
    };
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
        gl_sorter_check(&s, DATA_LOW_ENTROPY, i, counts[i]);
    gl_sorter_check(&s, DATA_CONSTANT, 0, most - 2);
    gl_sorter_check(&s, DATA_UNIFORM, 1, most - 3);
    gl_sorter_close(&s);
}

// Of every limit every other way, and every fifth where another API runs the same code.
static void few_elements_are_compared_with_each_other(void** state)
{
    if (!harness.has_compute)
        skip();
    static const uint32_t most[] = {
        RANK_TILE_QUAD_MOST, RANK_TILE_QUAD_MOST + 1, 2 * RANK_TILE_QUAD_MOST + 1,
        RANK_TILES_MOST,     RANK_ALL_MOST,           RANK_ALL_MOST + 1};
    static const struct {
        glsort_values values;
        uint32_t flags;
        bool in_place;
    } ways[] = {{GLSORT_VALUES_NONE, 0, true},
                {GLSORT_VALUES_INDICES, 0, false},
                {GLSORT_VALUES_INDICES, 0, true},
                {GLSORT_VALUES_4_BYTES, GLSORT_PLAN_DISCARD_KEYS, false},
                {GLSORT_VALUES_4_BYTES, GLSORT_PLAN_DISCARD_KEYS, true}};
    const uint32_t step = gl_test_all() ? 1 : gl_test_samples(&harness) ? 5 : 2;
    for (uint32_t i = 0; i < sizeof most / sizeof most[0]; ++i)
        for (uint32_t way = i % step; way < 5; way += step)
            check_comparisons(most[i], ways[way].values, ways[way].flags,
                              ways[way].in_place);
}

// A key that is the largest counts as many others as any other does.
static void the_largest_keys_are_compared_like_others(void** state)
{
    const glsort_key keys[] = {GLSORT_KEY_U32, GLSORT_KEY_I32, GLSORT_KEY_F32};
    if (!harness.has_compute)
        skip();
    for (uint32_t i = 0; i < 3; ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = {
            .plan = {.max_count = 70,
                     .values = GLSORT_VALUES_INDICES,
                     .key = keys[i],
                     .direction = i == 1 ? GLSORT_DESCENDING : GLSORT_ASCENDING,
                     .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK_ALL}},
        };
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t count = 1; count <= 70; ++count)
            gl_sorter_check(&s, DATA_SPECIAL, count, count);
        gl_sorter_close(&s);
    }
}

static void check_texture(const struct gl_form* form, glsort_values values,
                          uint32_t flags, bool in_place)
{
    // Merges in odd and even numbers, runs across a strip of texels, which is 131,072.
    static const uint32_t counts[] = {0,    1,     4096,   4097,   8192,
                                      8193, 16385, 131071, 131073, 140001};
    struct gl_sorter s;
    struct gl_sorter_desc desc = {.plan = form->plan,
                                  .in_place = in_place,
                                  .room = 140001,
                                  .leads = {1, 2, 3, 5, 0}};
    desc.plan.values = values;
    desc.plan.flags = flags;
    desc.plan.key = in_place ? GLSORT_KEY_F32 : GLSORT_KEY_I32;
    desc.plan.direction = in_place ? GLSORT_DESCENDING : GLSORT_ASCENDING;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_expect_texture(&s);
    gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
    gl_sorter_close(&s);
}

static void runs_of_very_many_pairs_merge_by_way_of_a_texture(void** state)
{
    for (uint32_t i = 0; i < gl_texture_form_count && harness.limits.pair_texels > 0;
         ++i) {
        const struct gl_form* form = &gl_texture_forms[i];
        check_texture(form, GLSORT_VALUES_4_BYTES, 0, false);
        check_texture(form, GLSORT_VALUES_INDICES, 0, true);
        check_texture(form, GLSORT_VALUES_4_BYTES, GLSORT_PLAN_DISCARD_KEYS, true);
    }
}

static void ties_across_three_tiles_keep_their_order(void** state)
{
    static const enum gl_data kinds[] = {DATA_CONSTANT, DATA_TWO_VALUES, DATA_HOT_DIGIT,
                                         DATA_LOW_ENTROPY};
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        struct gl_sorter s;
        uint32_t count = 3 * tile_of(&gl_forms[i].plan);
        open_sorter(&s, i, count, GLSORT_VALUES_INDICES);
        for (uint32_t at = 0; at < sizeof kinds / sizeof kinds[0]; ++at)
            gl_sorter_check(&s, kinds[at], at, count - at % 2);
        gl_sorter_close(&s);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_from_one_tile_to_two_sort_as_on_the_cpu),
        cmocka_unit_test(counts_to_one_small_tile_sort_as_on_the_cpu),
        cmocka_unit_test(a_network_of_tiles_for_millions_sorts_two_of_them),
        cmocka_unit_test(up_to_eight_runs_of_any_length_merge_by_ranks),
        cmocka_unit_test(merges_by_ranks_in_memory_take_any_count),
        cmocka_unit_test(few_elements_are_compared_with_each_other),
        cmocka_unit_test(the_largest_keys_are_compared_like_others),
        cmocka_unit_test(runs_of_very_many_pairs_merge_by_way_of_a_texture),
        cmocka_unit_test(ties_across_three_tiles_keep_their_order),
    };
    const struct gl_suite suite = {
        .harness = &harness, .context = &context, .apis_of_all = GL_API_ES_COMPUTE};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
