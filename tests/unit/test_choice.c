// SPDX-License-Identifier: MIT
// What AUTO means on each class of device, and by a table that a context is given.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "host_data.h"
#include "host_test.h"
#include "plan_core.h"

#define K(N) ((uint32_t)(N) << 10)
#define M(N) ((uint32_t)(N) << 20)

static struct glsort_limits plain(void)
{
    struct glsort_limits limits;
    assert_int_equal(glsort_limits_minimum(430, 0, &limits), GLSORT_OK);
    limits.storage_block_bytes = (uint64_t)1 << 34;
    return limits;
}

static struct glsort_limits software(void)
{
    struct glsort_limits limits = plain();
    limits.is_software = 1;
    return limits;
}

static struct glsort_limits subgroups(void)
{
    struct glsort_limits limits = plain();
    limits.subgroup_size = 32;
    return limits;
}

static struct glsort_limits chained(void)
{
    struct glsort_limits limits = subgroups();
    limits.chained_scan = 1;
    return limits;
}

static struct choice best_choice(const struct glsort_limits* limits,
                                 const glsort_plan_desc* desc)
{
    struct choice c;
    assert_true(glsort_choice_make(limits, desc, 0, &c));
    return c;
}

static const glsort_plan_desc pairs = {.values = GLSORT_VALUES_4_BYTES};

// ---- the library's own rows -----------------------------------------------------------

#define ABISORT GLSORT_ALGORITHM_ABISORT
#define RADIX GLSORT_ALGORITHM_RADIX
#define FORMS(RANKING, SPLIT, LOCAL)                                                     \
    GLSORT_RANKING_##RANKING, GLSORT_SPLIT_##SPLIT, GLSORT_LOCAL_##LOCAL

// The choice from one count to the next.
struct step {
    uint32_t first;
    uint32_t last;
    glsort_algorithm algorithm;
    glsort_ranking ranking;
    glsort_split split;
    glsort_local local;
};

static void expect_step(const struct glsort_limits* limits, glsort_plan_desc desc,
                        const struct step* step, uint32_t count)
{
    desc.max_count = count;
    struct choice c = best_choice(limits, &desc);
    if (c.algorithm != step->algorithm || c.ranking != step->ranking ||
        c.split != step->split || c.local != step->local)
        fail_msg("%u elements: algorithm %u, ranking %u, split %u, local %u", count,
                 c.algorithm, c.ranking, c.split, c.local);
    assert_int_equal(c.backend, GLSORT_BACKEND_COMPUTE);
    const char* named = step->algorithm == RADIX ? "radix" : "abisort: ";
    assert_memory_equal(c.reason, named, strlen(named));
}

static void expect_steps(struct glsort_limits limits, glsort_values values,
                         const struct step* steps)
{
    const glsort_plan_desc desc = {.values = values};
    for (const struct step* s = steps;; ++s) {
        expect_step(&limits, desc, s, s->first);
        expect_step(&limits, desc, s, s->last);
        if (s->last == UINT32_MAX)
            break;
        assert_int_equal(s[1].first, s->last + 1);
    }
}

static void expect_steps_of_all(struct glsort_limits limits, const struct step* steps)
{
    for (uint32_t values = 0; values <= GLSORT_VALUES_4_BYTES; ++values)
        expect_steps(limits, (glsort_values)values, steps);
}

static void a_renderer_on_the_cpu_takes_radix_by_items_above_8192(void** state)
{
    static const struct step steps[] = {
        {1, K(8), ABISORT, FORMS(ITEMS, FUSED, NETWORK)},
        {K(8) + 1, M(4), RADIX, FORMS(ITEMS, FUSED, NETWORK)},
        {M(4) + 1, UINT32_MAX, RADIX, FORMS(ITEMS, PARTITION, NETWORK)},
    };
    expect_steps_of_all(software(), steps);
}

static void a_device_of_fast_chains_takes_them_from_131073_to_2_to_the_28(void** state)
{
    static const struct step steps[] = {
        {1, K(7), ABISORT, FORMS(CHAIN, ALL, RANKS)},
        {K(7) + 1, K(128), ABISORT, FORMS(CHAIN, RANKS, RANKS)},
        {K(128) + 1, K(256), RADIX, FORMS(CHAIN, RANKS, RANKS)},
        {K(256) + 1, M(8), RADIX, FORMS(CHAIN, FUSED, NETWORK)},
        {M(8) + 1, M(256), RADIX, FORMS(CHAIN, PARTITION, NETWORK)},
        {M(256) + 1, UINT32_MAX, RADIX, FORMS(TILES, PARTITION, NETWORK)},
    };
    expect_steps_of_all(chained(), steps);
}

static void any_other_gpu_takes_radix_by_tiles_above_2_to_the_20(void** state)
{
    static const struct step steps[] = {
        {1, K(1), ABISORT, FORMS(TILES, ALL, RANKS)},
        {K(1) + 1, K(256), ABISORT, FORMS(TILES, RANKS, RANKS)},
        {K(256) + 1, M(1), ABISORT, FORMS(TILES, FUSED, NETWORK)},
        {M(1) + 1, M(8), RADIX, FORMS(TILES, FUSED, NETWORK)},
        {M(8) + 1, UINT32_MAX, RADIX, FORMS(TILES, PARTITION, NETWORK)},
    };
    struct glsort_limits wide = plain();
    wide.subgroup_size = 64;
    expect_steps_of_all(subgroups(), steps);
    expect_steps_of_all(plain(), steps);
    expect_steps_of_all(wide, steps);
}

// Fewer than GL 4.3 promises, so only limits made up say so; but from 512 on they get a
// plan.
static void small_work_groups_take_radix_by_items_and_networks(void** state)
{
    const struct glsort_limits devices[] = {plain(), software(), subgroups(), chained()};
    const glsort_plan_desc descs[] = {
        {.max_count = M(1), .values = GLSORT_VALUES_4_BYTES},
        {.max_count = 1000, .bit_count = 16},
    };
    for (uint32_t i = 0; i < 8; ++i) {
        char message[256] = "";
        glsort_plan* plan = NULL;
        struct glsort_limits limits = devices[i / 2];
        limits.group_size = 512;
        assert_int_equal(best_choice(&limits, &descs[i % 2]).ranking,
                         GLSORT_RANKING_ITEMS);
        assert_int_equal(best_choice(&limits, &descs[i % 2]).local, GLSORT_LOCAL_NETWORK);
        if (glsort_plan_create_offline(&limits, &descs[i % 2], message, sizeof message,
                                       &plan) != GLSORT_OK)
            fail_msg("%s", message);
        glsort_plan_destroy(plan);
    }
}

static void the_array_form_takes_work_groups_of_512(void** state)
{
    const struct glsort_limits devices[] = {plain(), subgroups(), chained()};
    const glsort_split splits[] = {GLSORT_SPLIT_FUSED, GLSORT_SPLIT_PARTITION,
                                   GLSORT_SPLIT_RANKS};
    for (uint32_t i = 0; i < 9; ++i) {
        char message[256] = "";
        glsort_plan* plan = NULL;
        struct glsort_limits limits = devices[i % 3];
        glsort_plan_desc desc = {
            .max_count = 4000, .algorithm = ABISORT, .split = splits[i / 3]};
        limits.group_size = 512;
        assert_int_equal(
            glsort_plan_create_offline(&limits, &desc, message, sizeof message, &plan),
            GLSORT_OK);
        glsort_plan_destroy(plan);
        limits.group_size = 511;
        assert_int_equal(
            glsort_plan_create_offline(&limits, &desc, message, sizeof message, &plan),
            GLSORT_ERROR_UNSUPPORTED);
        assert_non_null(
            strstr(message, "abisort in compute passes needs work groups of 512"));
    }
}

// Whatever the count, so that what a plan can sort does not begin in the middle.
static void comparing_all_takes_work_groups_of_1024(void** state)
{
    for (uint32_t most = GLSORT_SPLIT_ALL_MOST; most < GLSORT_SPLIT_ALL_MOST + 2;
         ++most) {
        char message[256] = "";
        glsort_plan* plan = NULL;
        struct glsort_limits limits = plain();
        glsort_plan_desc desc = {
            .max_count = most, .algorithm = ABISORT, .split = GLSORT_SPLIT_ALL};
        limits.group_size = 1023;
        assert_int_equal(
            glsort_plan_create_offline(&limits, &desc, message, sizeof message, &plan),
            GLSORT_ERROR_UNSUPPORTED);
        assert_non_null(
            strstr(message, "comparing all elements, needs work groups of 1024"));
        assert_int_equal(glsort_max_count(&limits, &desc, NULL), 0);
    }
}

static void a_local_sort_that_is_asked_for_is_not_left_out(void** state)
{
    const struct glsort_limits devices[] = {plain(), subgroups(), chained()};
    for (uint32_t i = 0; i < 3; ++i) {
        glsort_plan_desc desc = {.max_count = 1000, .algorithm = ABISORT};
        assert_int_equal(best_choice(&devices[i], &desc).split, GLSORT_SPLIT_ALL);
        desc.local = GLSORT_LOCAL_NETWORK;
        assert_int_equal(best_choice(&devices[i], &desc).split, GLSORT_SPLIT_RANKS);
        assert_int_equal(best_choice(&devices[i], &desc).local, GLSORT_LOCAL_NETWORK);
        desc.split = GLSORT_SPLIT_ALL;
        assert_int_equal(best_choice(&devices[i], &desc).split, GLSORT_SPLIT_ALL);
    }
}

static void local_sorts_go_with_the_split(void** state)
{
    const struct glsort_limits devices[] = {plain(), software(), subgroups(), chained()};
    glsort_plan_desc desc = {.algorithm = ABISORT};
    for (uint32_t i = 0; i < 12; ++i) {
        desc.max_count = 100u << 6 * (i / 4);
        desc.split = GLSORT_SPLIT_FUSED;
        assert_int_equal(best_choice(&devices[i % 4], &desc).local, GLSORT_LOCAL_NETWORK);
        desc.split = GLSORT_SPLIT_PARTITION;
        assert_int_equal(best_choice(&devices[i % 4], &desc).local, GLSORT_LOCAL_NETWORK);
        desc.split = GLSORT_SPLIT_RANKS;
        assert_int_equal(best_choice(&devices[i % 4], &desc).local,
                         devices[i % 4].is_software ? GLSORT_LOCAL_NETWORK
                                                    : GLSORT_LOCAL_RANKS);
    }
}

static void fragments_are_abisort_with_searches_apart_above_2_to_the_15(void** state)
{
    const struct glsort_limits devices[] = {plain(), software(), subgroups(), chained()};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
        glsort_plan_desc desc = {.backend = GLSORT_BACKEND_FRAGMENT};
        for (desc.max_count = 1; desc.max_count <= M(16); desc.max_count *= 2) {
            struct choice c = best_choice(&devices[i], &desc);
            assert_int_equal(c.algorithm, ABISORT);
            assert_int_equal(c.split, desc.max_count <= K(32) ? GLSORT_SPLIT_FUSED
                                                              : GLSORT_SPLIT_PARTITION);
        }
        desc.max_count = K(32) + 1;
        assert_int_equal(best_choice(&devices[i], &desc).split, GLSORT_SPLIT_PARTITION);
    }
}

static void the_backend_is_compute_where_it_can_be(void** state)
{
    struct glsort_limits limits = plain();
    glsort_plan_desc desc = {.max_count = 100};
    assert_int_equal(best_choice(&limits, &desc).backend, GLSORT_BACKEND_COMPUTE);
    desc.textures = GLSORT_TEXTURES_ALL;
    assert_int_equal(best_choice(&limits, &desc).backend, GLSORT_BACKEND_FRAGMENT);
    desc.textures = 0;
    limits.has_compute = 0;
    assert_int_equal(best_choice(&limits, &desc).backend, GLSORT_BACKEND_FRAGMENT);
}

static void a_range_of_bits_takes_radix_at_any_count_on_compute(void** state)
{
    const struct glsort_limits limits = chained();
    for (uint32_t count = 1; count <= M(256); count *= 4) {
        glsort_plan_desc desc = {.max_count = count, .first_bit = 8};
        assert_int_equal(best_choice(&limits, &desc).algorithm, RADIX);
        assert_int_equal(best_choice(&limits, &desc).ranking, GLSORT_RANKING_CHAIN);
        assert_non_null(strstr(best_choice(&limits, &desc).reason, "range of bits"));
        desc.backend = GLSORT_BACKEND_FRAGMENT;
        assert_int_equal(best_choice(&limits, &desc).algorithm, ABISORT);
    }
}

static void what_is_asked_for_stays(void** state)
{
    const struct glsort_limits limits = chained();
    const glsort_plan_desc desc = {
        .max_count = M(1),
        .algorithm = GLSORT_ALGORITHM_BITONIC,
        .backend = GLSORT_BACKEND_COMPUTE,
        .ranking = GLSORT_RANKING_ITEMS,
        .split = GLSORT_SPLIT_PARTITION,
        .local = GLSORT_LOCAL_NETWORK,
    };
    struct choice c = best_choice(&limits, &desc);
    assert_int_equal(c.algorithm, GLSORT_ALGORITHM_BITONIC);
    assert_int_equal(c.ranking, GLSORT_RANKING_ITEMS);
    assert_int_equal(c.split, GLSORT_SPLIT_PARTITION);
    assert_int_equal(c.local, GLSORT_LOCAL_NETWORK);
    assert_string_equal(c.reason, "as asked for");
}

// ---- tables ---------------------------------------------------------------------------

static glsort_allocator host_memory(void)
{
    return glsort_memory_allocator(&(glsort_allocator){0});
}

static struct choice_table read_table(const char* text)
{
    struct choice_table table;
    struct message message = {""};
    glsort_allocator allocator = host_memory();
    if (glsort_choice_table_read(&table, text, &allocator, &message) != GLSORT_OK)
        fail_msg("%s", message.text);
    return table;
}

// What a plan takes that a context of this table makes.
static struct plan_core plan_by(const char* text, struct glsort_limits limits,
                                glsort_plan_desc desc, uint32_t count, char reason[96])
{
    struct choice_table table = read_table(text);
    struct plan_core core;
    struct message message = {""};
    glsort_allocator allocator = host_memory();
    desc.max_count = count;
    if (glsort_plan_core_create(&core, &limits, &desc, &table, &allocator, &message) !=
        GLSORT_OK)
        fail_msg("%s", message.text);
    snprintf(reason, 96, "%s", core.reason);
    glsort_plan_core_release(&core, &allocator);
    glsort_choice_table_release(&table, &allocator);
    return core;
}

static void expect_plan(const char* text, struct glsort_limits limits,
                        glsort_plan_desc desc, uint32_t count, glsort_algorithm wanted,
                        const char* why)
{
    char reason[96];
    struct plan_core core = plan_by(text, limits, desc, count, reason);
    if (core.algorithm->id != wanted || strstr(reason, why) == NULL)
        fail_msg("%u elements: %s, since \"%s\"", count, core.algorithm->name, reason);
}

static const char own[] = ": the fastest measured";

static void the_first_row_that_fits_is_taken_and_named(void** state)
{
    static const char text[] = "# of a test\n"
                               "\n"
                               "compute pairs 1000 bitonic auto auto auto\n"
                               "compute keys 2^11 radix tiles auto auto # few\n"
                               "compute any any abisort auto partition network";
    const glsort_plan_desc keys = {0};
    expect_plan(text, plain(), pairs, 1000, GLSORT_ALGORITHM_BITONIC,
                "line 3 of the table");
    expect_plan(text, plain(), pairs, 1001, ABISORT, "line 5 of the table");
    expect_plan(text, plain(), keys, 2048, RADIX, "line 4 of the table");
    expect_plan(text, plain(), keys, 2049, ABISORT, "line 5 of the table");
    expect_plan(text, plain(), pairs, M(1), ABISORT, "line 5 of the table");
}

static void a_row_says_the_forms_too(void** state)
{
    char reason[96];
    static const char text[] = "compute any any radix items partition ranks\n";
    struct plan_core core = plan_by(text, plain(), pairs, 5000, reason);
    assert_int_equal(core.desc.ranking, GLSORT_RANKING_ITEMS);
    assert_int_equal(core.desc.split, GLSORT_SPLIT_PARTITION);
    assert_int_equal(core.desc.local, GLSORT_LOCAL_RANKS);
    glsort_plan_desc asked = {.algorithm = ABISORT, .split = GLSORT_SPLIT_PARTITION};
    core = plan_by(text, plain(), asked, 5000, reason);
    assert_int_equal(core.algorithm->id, ABISORT);
    assert_int_equal(core.desc.split, GLSORT_SPLIT_PARTITION);
    assert_int_equal(core.desc.local, GLSORT_LOCAL_RANKS);
    assert_non_null(strstr(reason, "line 1 of the table"));
    asked.split = GLSORT_SPLIT_FUSED; // for which the row's local sort was not measured
    core = plan_by(text, plain(), asked, 5000, reason);
    assert_int_equal(core.desc.split, GLSORT_SPLIT_FUSED);
    assert_int_equal(core.desc.local, GLSORT_LOCAL_NETWORK);
    assert_null(strstr(reason, "table"));
    const glsort_plan_desc all = {.algorithm = RADIX, .ranking = GLSORT_RANKING_TILES};
    plan_by(text, plain(), all, 5000, reason);
    assert_null(strstr(reason, "table"));
}

static void what_a_row_leaves_open_is_the_librarys_choice(void** state)
{
    char reason[96];
    static const char text[] = "compute any any auto auto auto network\n"
                               "fragment any any auto auto partition auto\n";
    struct plan_core core = plan_by(text, chained(), pairs, M(1), reason);
    assert_int_equal(core.algorithm->id, RADIX);
    assert_int_equal(core.desc.ranking, GLSORT_RANKING_CHAIN);
    assert_int_equal(core.desc.local, GLSORT_LOCAL_NETWORK);
    assert_non_null(strstr(reason, own)); // of the row nothing matters to radix
    const glsort_plan_desc draws = {.backend = GLSORT_BACKEND_FRAGMENT};
    core = plan_by(text, plain(), draws, 100, reason);
    assert_int_equal(core.desc.split, GLSORT_SPLIT_PARTITION);
    assert_non_null(strstr(reason, "line 2 of the table"));
}

static void what_no_row_covers_is_the_librarys_choice(void** state)
{
    static const char text[] = "compute pairs 4096 bitonic auto auto auto\n";
    const glsort_plan_desc keys = {0}, draws = {.backend = GLSORT_BACKEND_FRAGMENT};
    expect_plan(text, plain(), pairs, 4097, ABISORT, own);
    expect_plan(text, plain(), keys, 100, ABISORT, own);
    expect_plan(text, plain(), draws, 100, ABISORT, "cannot scatter");
}

static void keys_of_64_bits_go_by_the_rows_of_pairs(void** state)
{
    static const char text[] = "compute keys any bitonic auto auto auto\n"
                               "compute pairs any radix items auto auto\n";
    const glsort_plan_desc wide = {.key = GLSORT_KEY_U64};
    expect_plan(text, plain(), wide, 100, RADIX, "line 2 of the table");
}

static void a_range_of_bits_takes_radix_by_the_ranking_of_its_row(void** state)
{
    char reason[96];
    static const char text[] = "compute any any abisort items auto auto\n";
    const glsort_plan_desc part = {.key = GLSORT_KEY_U16};
    struct plan_core core = plan_by(text, plain(), part, 100, reason);
    assert_int_equal(core.algorithm->id, RADIX);
    assert_int_equal(core.desc.ranking, GLSORT_RANKING_ITEMS);
}

static void rows_that_the_device_cannot_serve_are_passed_over(void** state)
{
    static const char text[] = "compute any any radix chain auto auto\n"
                               "compute any any radix items auto auto\n";
    struct glsort_limits small_groups = plain();
    small_groups.group_size = 512;
    expect_plan(text, plain(), pairs, 100, RADIX, "line 1 of the table");
    expect_plan(text, small_groups, pairs, 100, RADIX, "line 2 of the table");
    expect_plan(text, plain(), pairs, M(256) + 1, RADIX, "line 2 of the table");
    struct glsort_limits old;
    assert_int_equal(glsort_limits_minimum(330, 0, &old), GLSORT_OK);
    expect_plan(text, old, pairs, 100, ABISORT, "cannot scatter");
    // Bitonic draws take no count from a buffer.
    const glsort_plan_desc counted = {.backend = GLSORT_BACKEND_FRAGMENT,
                                      .count_source = GLSORT_COUNT_FROM_BUFFER};
    expect_plan("fragment any any bitonic auto auto auto", plain(), counted, 100, ABISORT,
                "cannot scatter");
}

static void a_plan_that_nothing_can_serve_fails_as_without_a_table(void** state)
{
    struct glsort_limits limits = plain();
    struct message message = {""};
    struct plan_core core;
    glsort_allocator allocator = host_memory();
    struct choice_table table = read_table("compute any any radix chain auto auto");
    const glsort_plan_desc desc = {.max_count = UINT32_MAX};
    assert_int_equal(
        glsort_plan_core_create(&core, &limits, &desc, &table, &allocator, &message),
        GLSORT_ERROR_LIMIT);
    assert_non_null(strstr(message.text, "2^30"));
    glsort_choice_table_release(&table, &allocator);
}

// ---- the text -------------------------------------------------------------------------

static void blanks_comments_and_line_ends_of_any_kind_are_read(void** state)
{
    glsort_allocator allocator = host_memory();
    struct choice_table table =
        read_table("# head\r\n\r\n  \t\n"
                   "\tcompute  keys\t4294967295 abisort-tree auto fused ranks\r\n"
                   "fragment pairs 2^0 bitonic auto auto auto#end\n"
                   "#");
    assert_int_equal(table.count, 2);
    const struct choice_row* r = table.rows;
    assert_int_equal(r[0].backend, GLSORT_BACKEND_COMPUTE);
    assert_int_equal(r[0].values, ROW_KEYS);
    assert_int_equal(r[0].most, UINT32_MAX);
    assert_int_equal(r[0].algorithm, GLSORT_ALGORITHM_ABISORT_TREE);
    assert_int_equal(r[0].split, GLSORT_SPLIT_FUSED);
    assert_int_equal(r[0].local, GLSORT_LOCAL_RANKS);
    assert_int_equal(r[1].backend, GLSORT_BACKEND_FRAGMENT);
    assert_int_equal(r[1].values, ROW_PAIRS);
    assert_int_equal(r[1].most, 1);
    assert_int_equal(r[1].algorithm, GLSORT_ALGORITHM_BITONIC);
    assert_string_equal(r[1].reason, "line 5 of the table that the context was given");
    glsort_choice_table_release(&table, &allocator);
}

static void no_text_is_no_table(void** state)
{
    assert_int_equal(read_table(NULL).count, 0);
}

static void a_bad_line_is_named_with_what_is_wrong(void** state)
{
    static const struct {
        const char* text;
        const char* says;
    } cases[] = {
        {"", "the table has no row"},
        {"# nothing\n\n", "the table has no row"},
        {"\n\ngpu any any auto auto auto auto",
         "line 3 of the table: backend is compute or fragment, not \"gpu\""},
        {"auto any any auto auto auto auto", "backend is compute or fragment"},
        {"compute u32 any auto auto auto auto", "values is keys, pairs or any, not"},
        {"compute any 0 auto auto auto auto", "most is any, or a number from 1"},
        {"compute any 2^32 auto auto auto auto", "not \"2^32\""},
        {"compute any 4294967296 auto auto auto auto", "not \"4294967296\""},
        {"compute any 1e6 auto auto auto auto", "not \"1e6\""},
        {"compute any -1 auto auto auto auto", "not \"-1\""},
        {"compute any 3^2 auto auto auto auto", "not \"3^2\""},
        {"compute any 2^ auto auto auto auto", "not \"2^\""},
        {"compute any 2^4^ auto auto auto auto", "not \"2^4^\""},
        {"compute any 2^99999999999 auto auto auto auto", "not \"2^99999999999\""},
        {"compute any 2^99999999999999 auto auto auto auto", "not \"2^99999999999999\""},
        {"compute any 18446744073709551617 auto auto auto auto",
         "not \"18446744073709551617\""},
        {"compute any 999999999999999 auto auto auto auto", "not \"999999999999999\""},
        {"compute any ^5 auto auto auto auto", "not \"^5\""},
        {"compute any 2^-1 auto auto auto auto", "not \"2^-1\""},
        {"compute any +5 auto auto auto auto", "not \"+5\""},
        {"compute any 0x10 auto auto auto auto", "not \"0x10\""},
        {"compute any any quick auto auto auto",
         "algorithm is auto, abisort, abisort-tree, bitonic or radix, not \"quick\""},
        {"compute any any radix pairs auto auto",
         "ranking is auto, tiles, items, chain or"},
        {"compute any any auto auto half auto",
         "split is auto, fused, partition, ranks or"},
        {"compute any any auto auto auto Ranks", "local is auto, network or ranks"},
        {"compute any any auto auto auto", "line 1 of the table has 6 words"},
        {"compute", "line 1 of the table has 1 words; a row has 7: backend, values,"},
        {"compute any any auto auto auto auto auto\n", "has 8 words"},
        {"compute any any auto auto auto auto\r\ncompute any",
         "line 2 of the table has 2 words"},
        {"fragment any any radix auto auto auto", "the algorithm radix is for compute"},
        {"fragment any any auto tiles auto auto", "a ranking is for compute only"},
        {"fragment any any auto auto auto ranks", "a local sort is for compute only"},
        {"fragment any any auto auto ranks auto",
         "a split by ranks or of all is for compute"},
        {"fragment any any auto auto all auto",
         "a split by ranks or of all is for compute"},
        {"\x1b[2J\xff any any auto auto auto auto", "not \"?[2J?\""},
        {"aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd any",
         "not \"aaaaaaaaaabbbbbbbbbbcccc\""
         "..."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct choice_table table;
        struct message message = {""};
        glsort_allocator allocator = host_memory();
        assert_int_equal(
            glsort_choice_table_read(&table, cases[i].text, &allocator, &message),
            GLSORT_ERROR_ARGUMENT);
        if (strstr(message.text, cases[i].says) == NULL)
            fail_msg("case %zu: \"%s\"", i, message.text);
        assert_memory_equal(message.text, "glsort_context_create: ", 23);
        assert_null(table.rows);
    }
}

// In a block of just its size, so that sanitizers see a read past its end.
static glsort_result read_block(const char* text, size_t length, struct message* message)
{
    struct choice_table table;
    glsort_allocator allocator = host_memory();
    char* block = malloc(length + 1);
    assert_non_null(block);
    memcpy(block, text, length);
    block[length] = '\0';
    glsort_result result = glsort_choice_table_read(&table, block, &allocator, message);
    glsort_choice_table_release(&table, &allocator);
    free(block);
    return result;
}

static void a_table_cut_short_anywhere_is_read_to_its_end_and_no_further(void** state)
{
    static const char text[] = "# of a test\r\n\n"
                               "compute pairs 2^11 radix tiles auto auto # few\n"
                               "fragment any 4096 abisort auto fused auto\r\n"
                               "compute any any abisort auto partition network";
    struct message message;
    int whole = 0;
    for (size_t length = 0; length < sizeof text; ++length)
        whole += read_block(text, length, &message) == GLSORT_OK;
    assert_true(whole > 3);
    assert_int_equal(read_block(text, sizeof text - 1, &message), GLSORT_OK);
}

// A zero byte ends the text, in a word or a comment, too.
static void what_follows_a_zero_byte_is_not_read(void** state)
{
    static const char text[] = "compute any any auto auto auto auto # note\0\n"
                               "gpu gpu gpu";
    static const char cut[] = "compute any any au\0to auto auto auto\n";
    struct message message;
    assert_int_equal(read_block(text, sizeof text, &message), GLSORT_OK);
    assert_int_equal(read_block(cut, sizeof cut, &message), GLSORT_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "not \"au\""));
}

enum { LONG = 1 << 20 };

static void long_lines_words_and_tables_are_no_trouble(void** state)
{
    static const char row[] = "compute any any auto auto auto auto";
    static char text[LONG];
    struct message message;
    const size_t row_length = sizeof row - 1;
    memset(text, ' ', sizeof text); // blanks before, and after a comment
    memcpy(text + LONG / 2, row, row_length);
    text[LONG / 2 + row_length] = '#';
    assert_int_equal(read_block(text, sizeof text, &message), GLSORT_OK);
    memset(text, 'x', sizeof text); // a word
    assert_int_equal(read_block(text, sizeof text, &message), GLSORT_ERROR_ARGUMENT);
    memcpy(text, "compute any ", 12);
    memset(text + 12, '9', sizeof text - 12); // a number
    assert_int_equal(read_block(text, sizeof text, &message), GLSORT_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "not \"999999999999999999999999\"..."));
    for (size_t at = 0; at < sizeof text; ++at) // words
        text[at] = at % 2 == 0 ? 'y' : ' ';
    memcpy(text, row, row_length);
    assert_int_equal(read_block(text, sizeof text, &message), GLSORT_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "has 524277 words"));
    memset(text, '\n', sizeof text); // lines
    memcpy(text + LONG - 36, row, row_length);
    assert_int_equal(read_block(text, sizeof text - 1, &message), GLSORT_OK);
    memset(text, '\n', sizeof text); // rows
    for (size_t at = 0; at + row_length + 1 < sizeof text; at += row_length + 1)
        memcpy(text + at, row, row_length);
    assert_int_equal(read_block(text, sizeof text - 1, &message), GLSORT_OK);
}

static void random_texts_are_read_or_refused(void** state)
{
    static const char* const words[] = {"compute", "fragment", "keys",  "pairs", "any",
                                        "auto",    "radix",    "2^16",  "1000",  "#",
                                        "\n",      "\r",       "\t",    "2^",    "^",
                                        "-1",      "\xff",     "items", "all",   " "};
    uint64_t seed = 5;
    for (int round = 0; round < 20000; ++round) {
        char text[256] = "";
        size_t length = 0;
        struct message message = {""};
        for (uint32_t i = host_random(&seed) % 40; i > 0 && length < 240; --i)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                       words[host_random(&seed) % 20],
                                       host_random(&seed) % 8 == 0 ? "" : " ");
        glsort_result result = read_block(text, length, &message);
        assert_true(result == GLSORT_OK || result == GLSORT_ERROR_ARGUMENT);
        assert_int_equal(result == GLSORT_OK, message.text[0] == '\0');
    }
}

static void* take_nothing(void* user, size_t bytes)
{
    return NULL;
}

static void no_host_memory_is_told(void** state)
{
    struct choice_table table;
    struct message message = {""};
    const glsort_allocator allocator = {.allocate = take_nothing};
    assert_int_equal(glsort_choice_table_read(&table,
                                              "compute any any auto auto auto auto\n",
                                              &allocator, &message),
                     GLSORT_ERROR_HOST_MEMORY);
    assert_non_null(strstr(message.text, "no host memory for a table of 1 rows"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_renderer_on_the_cpu_takes_radix_by_items_above_8192),
        cmocka_unit_test(a_device_of_fast_chains_takes_them_from_131073_to_2_to_the_28),
        cmocka_unit_test(any_other_gpu_takes_radix_by_tiles_above_2_to_the_20),
        cmocka_unit_test(small_work_groups_take_radix_by_items_and_networks),
        cmocka_unit_test(the_array_form_takes_work_groups_of_512),
        cmocka_unit_test(comparing_all_takes_work_groups_of_1024),
        cmocka_unit_test(local_sorts_go_with_the_split),
        cmocka_unit_test(a_local_sort_that_is_asked_for_is_not_left_out),
        cmocka_unit_test(fragments_are_abisort_with_searches_apart_above_2_to_the_15),
        cmocka_unit_test(the_backend_is_compute_where_it_can_be),
        cmocka_unit_test(a_range_of_bits_takes_radix_at_any_count_on_compute),
        cmocka_unit_test(what_is_asked_for_stays),
        cmocka_unit_test(the_first_row_that_fits_is_taken_and_named),
        cmocka_unit_test(a_row_says_the_forms_too),
        cmocka_unit_test(what_a_row_leaves_open_is_the_librarys_choice),
        cmocka_unit_test(what_no_row_covers_is_the_librarys_choice),
        cmocka_unit_test(keys_of_64_bits_go_by_the_rows_of_pairs),
        cmocka_unit_test(a_range_of_bits_takes_radix_by_the_ranking_of_its_row),
        cmocka_unit_test(rows_that_the_device_cannot_serve_are_passed_over),
        cmocka_unit_test(a_plan_that_nothing_can_serve_fails_as_without_a_table),
        cmocka_unit_test(blanks_comments_and_line_ends_of_any_kind_are_read),
        cmocka_unit_test(no_text_is_no_table),
        cmocka_unit_test(a_bad_line_is_named_with_what_is_wrong),
        cmocka_unit_test(a_table_cut_short_anywhere_is_read_to_its_end_and_no_further),
        cmocka_unit_test(what_follows_a_zero_byte_is_not_read),
        cmocka_unit_test(long_lines_words_and_tables_are_no_trouble),
        cmocka_unit_test(random_texts_are_read_or_refused),
        cmocka_unit_test(no_host_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
