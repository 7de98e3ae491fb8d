// SPDX-License-Identifier: MIT
// What AUTO means on each class of device, and by a table that a context is given.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "host_data.h"
#include "host_test.h"
#include "build.h"
#include "desc.h"
#include "plans.h"

#define K(N) ((uint32_t)(N) << 10)
#define M(N) ((uint32_t)(N) << 20)

static struct glsort_limits plain(void)
{
    struct glsort_limits limits = least_limits(430, 0);
    limits.storage_block_bytes = (uint64_t)1 << 34;
    return limits;
}

// What was measured, as far as its limits tell: an H100 in GLES, without subgroups.
static struct glsort_limits measured(void)
{
    struct glsort_limits limits = plain();
    limits.shared_bytes = 49152;
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
    struct glsort_limits limits = measured();
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
                                 const glsort_sort_desc* desc)
{
    struct choice c;
    assert_true(glsort_choice_make(limits, desc, 0, &c));
    return c;
}

static const glsort_sort_desc pairs = {.values = GLSORT_VALUES_4_BYTES};

// ---- the library's own rows -----------------------------------------------------------

#define ABISORT GLSORT_ALGORITHM_ABISORT
#define RADIX GLSORT_ALGORITHM_RADIX
#define COMPUTE GLSORT_BACKEND_COMPUTE
#define FRAGMENT GLSORT_BACKEND_FRAGMENT
#define M_(NAME) GLSORT_METHOD_##NAME

// The method up to a count; the next step begins after it.
struct step {
    uint32_t last;
    glsort_method method;
};

enum { MOST_STEPS = 5 };

struct steps {
    glsort_algorithm algorithm;
    struct step at[MOST_STEPS]; // the last one without an upper bound
};

static void expect_method(const struct glsort_limits* limits, glsort_sort_desc desc,
                          uint32_t count, glsort_method wanted)
{
    desc.max_count = count;
    struct choice c = best_choice(limits, &desc);
    if (c.method->id != wanted || c.backend != desc.backend)
        fail_msg("%u elements: %s, not %s", count, glsort_method_name(c.method->id),
                 glsort_method_name(wanted));
    const char* name = glsort_method_name(wanted);
    size_t algorithm = strcspn(name, "-");
    if (tuning_of(desc.tuning).algorithm != GLSORT_ALGORITHM_AUTO)
        assert_string_equal(c.reason, "as asked for");
    else if (strncmp(c.reason, name, algorithm) != 0)
        fail_msg("%s by a reason of another: \"%s\"", name, c.reason);
}

// At every count around a power of two and at both ends of every step.
static void expect_steps(const struct glsort_limits* limits, glsort_sort_desc desc,
                         const struct step* steps)
{
    uint64_t first = 1;
    for (const struct step* s = steps;; first = (uint64_t)s++->last + 1) {
        expect_method(limits, desc, (uint32_t)first, s->method);
        expect_method(limits, desc, s->last, s->method);
        for (uint64_t power = 1; power <= s->last; power *= 2)
            for (uint64_t n = power - 1; n <= power + 1; ++n)
                if (n >= first && n <= s->last)
                    expect_method(limits, desc, (uint32_t)n, s->method);
        if (s->last == UINT32_MAX)
            break;
    }
}

static void expect_all_steps(struct glsort_limits limits, glsort_backend backend,
                             const struct steps* list, size_t list_count)
{
    for (size_t i = 0; i < list_count; ++i)
        for (int values = 0; values <= GLSORT_VALUES_4_BYTES; ++values) {
            glsort_sort_desc desc = {
                .tuning = &(const glsort_tuning){.algorithm = list[i].algorithm},
                .backend = backend,
                .values = (glsort_values)values};
            expect_steps(&limits, desc, list[i].at);
            if (list[i].algorithm == GLSORT_ALGORITHM_AUTO)
                continue;
            desc.first_bit = 8; // a range of bits changes no named algorithm
            expect_steps(&limits, desc, list[i].at);
        }
}

#define COUNT(LIST) (sizeof(LIST) / sizeof((LIST)[0]))
#define ANY UINT32_MAX

// What no count changes, on compute.
#define STEADY                                                                           \
    {GLSORT_ALGORITHM_ABISORT_TREE, {{ANY, M_(TREE)}}},                                  \
    {                                                                                    \
        GLSORT_ALGORITHM_BITONIC,                                                        \
        {                                                                                \
            {                                                                            \
                ANY, M_(BITONIC_BLOCKS)                                                  \
            }                                                                            \
        }                                                                                \
    }

TEST(a_renderer_on_the_cpu_takes_radix_by_items_above_64)
{
    static const struct steps steps[] = {
        {GLSORT_ALGORITHM_AUTO, {{64, M_(RANK_ALL)}, {ANY, M_(RADIX_ITEMS)}}},
        {ABISORT, {{M(4), M_(ABISORT_FUSED)}, {ANY, M_(ABISORT_PARTITION)}}},
        {GLSORT_ALGORITHM_RANK, {{64, M_(RANK_ALL)}, {ANY, M_(RANK)}}},
        {RADIX, {{ANY, M_(RADIX_ITEMS)}}},
        STEADY,
    };
    expect_all_steps(software(), COMPUTE, steps, COUNT(steps));
}

TEST(a_device_of_fast_chains_takes_them_from_131073_to_2_to_the_28)
{
    static const struct steps steps[] = {
        {GLSORT_ALGORITHM_AUTO,
         {{K(16), M_(RANK_ALL)},
          {K(128), M_(RANK)},
          {M(256), M_(RADIX_CHAIN)},
          {ANY, M_(RADIX_TILES)}}},
        {ABISORT, {{M(8), M_(ABISORT_FUSED)}, {ANY, M_(ABISORT_PARTITION)}}},
        {GLSORT_ALGORITHM_RANK, {{K(16), M_(RANK_ALL)}, {ANY, M_(RANK)}}},
        {RADIX, {{M(256), M_(RADIX_CHAIN)}, {ANY, M_(RADIX_TILES)}}},
        STEADY,
    };
    expect_all_steps(chained(), COMPUTE, steps, COUNT(steps));
}

TEST(keys_of_64_bits_are_merged_whole_where_no_chain_is_faster)
{
    static const struct step chains[] = {
        {K(256), M_(RANK)}, {M(128), M_(RADIX_CHAIN)}, {ANY, M_(RANK)}};
    static const struct step others[] = {
        {K(256), M_(RANK)}, {M(1), M_(ABISORT_FUSED)}, {ANY, M_(RADIX_TILES)}};
    static const struct step unmeasured[] = {{M(16), M_(RANK)}, {ANY, M_(RADIX_TILES)}};
    const struct glsort_limits gpus[] = {chained(), subgroups(), plain()};
    for (int values = 0; values <= GLSORT_VALUES_16_BYTES; ++values) {
        const glsort_sort_desc desc = {
            .backend = COMPUTE, .key = GLSORT_KEY_I64, .values = (glsort_values)values};
        expect_steps(&gpus[0], desc, chains);
        expect_steps(&gpus[1], desc, others);
        expect_steps(&gpus[2], desc, unmeasured);
    }
}

TEST(any_other_gpu_takes_radix_by_tiles_above_2_to_the_20)
{
    static const struct steps steps[] = {
        {GLSORT_ALGORITHM_AUTO,
         {{K(1), M_(RANK_ALL)},
          {K(256), M_(RANK)},
          {M(1), M_(ABISORT_FUSED)},
          {ANY, M_(RADIX_TILES)}}},
        {ABISORT, {{M(8), M_(ABISORT_FUSED)}, {ANY, M_(ABISORT_PARTITION)}}},
        {GLSORT_ALGORITHM_RANK, {{K(1), M_(RANK_ALL)}, {ANY, M_(RANK)}}},
        {RADIX, {{ANY, M_(RADIX_TILES)}}},
        STEADY,
    };
    expect_all_steps(subgroups(), COMPUTE, steps, COUNT(steps));
    expect_all_steps(measured(), COMPUTE, steps, COUNT(steps));
}

// Rows by bytes and passes: other subgroups, less shared memory, or smaller work groups
// than those of what was measured.
TEST(what_looks_like_nothing_measured_takes_rows_by_bytes)
{
    static const struct steps named[] = {
        {ABISORT, {{M(8), M_(ABISORT_FUSED)}, {ANY, M_(ABISORT_PARTITION)}}},
        {GLSORT_ALGORITHM_RANK, {{ANY, M_(RANK)}}},
        {RADIX, {{ANY, M_(RADIX_TILES)}}},
        STEADY,
    };
    struct glsort_limits wide = plain(), narrow = subgroups(), little = subgroups();
    wide.subgroup_size = 64;
    narrow.group_size = 256;
    little.shared_bytes = 16384;
    wide.shared_bytes = 65536;
    const struct glsort_limits devices[] = {plain(), wide, narrow, little};
    for (size_t i = 0; i < COUNT(devices); ++i) {
        for (int values = 0; values <= GLSORT_VALUES_4_BYTES; ++values) {
            const struct step steps[] = {
                {K(4), M_(ABISORT_FUSED)},
                {values == GLSORT_VALUES_NONE ? M(1) : K(256), M_(RANK)},
                {ANY, M_(RADIX_TILES)}};
            const glsort_sort_desc desc = {.backend = COMPUTE,
                                           .values = (glsort_values)values};
            expect_steps(&devices[i], desc, steps);
        }
        expect_all_steps(devices[i], COMPUTE, named, COUNT(named));
    }
}

TEST(ranges_of_bits_take_rows_by_bytes_too)
{
    static const struct {
        uint32_t bits;
        struct step steps[3];
    } rows[] = {
        {8, {{ANY, M_(RADIX_TILES)}}},
        {16, {{K(4), M_(ABISORT_FUSED)}, {ANY, M_(RADIX_TILES)}}},
        {24, {{K(4), M_(ABISORT_FUSED)}, {K(128), M_(RANK)}, {ANY, M_(RADIX_TILES)}}}};
    const struct glsort_limits limits = plain();
    for (size_t i = 0; i < COUNT(rows); ++i)
        expect_steps(&limits,
                     (glsort_sort_desc){.backend = COMPUTE, .bit_count = rows[i].bits},
                     rows[i].steps);
}

static struct choice choose_draws(const struct glsort_limits* limits, uint32_t bits,
                                  uint32_t first_bit, uint32_t count,
                                  glsort_values values)
{
    const glsort_sort_desc desc = {.max_count = count,
                                   .backend = FRAGMENT,
                                   .first_bit = first_bit,
                                   .bit_count = bits,
                                   .values = values};
    return best_choice(limits, &desc);
}

TEST(few_bits_of_many_elements_are_radix_in_fragments)
{
    static const struct {
        bool on_cpu;
        uint32_t bits, first; // the first count of radix; 0: none
        glsort_values values;
    } rows[] = {{true, 8, K(4) + 1, GLSORT_VALUES_INDICES},
                {true, 1, K(4) + 1, GLSORT_VALUES_NONE},
                {true, 16, K(16) + 1, GLSORT_VALUES_4_BYTES},
                {true, 9, K(16) + 1, GLSORT_VALUES_INDICES},
                {true, 17, 0, GLSORT_VALUES_INDICES},
                {true, 17, K(64) + 1, GLSORT_VALUES_NONE},
                {true, 24, K(64) + 1, GLSORT_VALUES_NONE},
                {true, 25, 0, GLSORT_VALUES_NONE},
                {true, 32, 0, GLSORT_VALUES_INDICES},
                {false, 1, K(64), GLSORT_VALUES_NONE},
                {false, 8, K(64), GLSORT_VALUES_4_BYTES},
                {false, 9, K(256), GLSORT_VALUES_NONE},
                {false, 16, K(256), GLSORT_VALUES_INDICES},
                {false, 17, M(4), GLSORT_VALUES_NONE},
                {false, 24, M(4), GLSORT_VALUES_4_BYTES},
                {false, 25, 0, GLSORT_VALUES_NONE}};
    for (size_t i = 0; i < COUNT(rows); ++i) {
        const struct glsort_limits limits = rows[i].on_cpu ? software() : chained();
        const uint32_t first = rows[i].first;
        for (uint32_t count = 1; count <= M(16); count *= 2)
            assert_int_equal(choose_draws(&limits, rows[i].bits, 0, count, rows[i].values)
                                 .algorithm->id,
                             first != 0 && count >= first ? RADIX : ABISORT);
        if (first == 0)
            continue;
        for (uint32_t first_bit = 0; first_bit + rows[i].bits <= 32; first_bit += 7) {
            const struct choice c =
                choose_draws(&limits, rows[i].bits, first_bit, first, rows[i].values);
            assert_int_equal(c.method->id, M_(RADIX_GATHER));
            assert_non_null(strstr(c.reason, "few bits"));
            assert_int_equal(
                choose_draws(&limits, rows[i].bits, first_bit, first - 1, rows[i].values)
                    .algorithm->id,
                ABISORT);
        }
    }
}

TEST(many_elements_in_fragments_are_abisort_with_searches_apart)
{
    static const struct {
        uint32_t fused; // up to this count
        struct glsort_limits (*limits)(void);
    } devices[] = {
        {K(64), plain}, {K(32), software}, {K(64), subgroups}, {K(64), chained}};
    for (size_t i = 0; i < COUNT(devices); ++i) {
        const uint32_t fused = devices[i].fused;
        const struct steps steps[] = {
            {GLSORT_ALGORITHM_AUTO,
             {{fused, M_(ABISORT_FUSED)}, {ANY, M_(ABISORT_PARTITION)}}},
            {ABISORT, {{fused, M_(ABISORT_FUSED)}, {ANY, M_(ABISORT_PARTITION)}}},
            {GLSORT_ALGORITHM_ABISORT_TREE, {{ANY, M_(TREE)}}},
            {GLSORT_ALGORITHM_BITONIC, {{ANY, M_(BITONIC_PACKED)}}},
            {RADIX, {{ANY, M_(RADIX_GATHER)}}},
        };
        expect_all_steps(devices[i].limits(), FRAGMENT, steps, COUNT(steps));
    }
}

// Work groups of 512 invocations, which are fewer than GL 4.3 promises, so only made-up
// limits have them; every algorithm that can sort in them gets a plan all the same.
TEST(small_work_groups_get_a_plan_too)
{
    const struct glsort_limits devices[] = {plain(), software(), subgroups(), chained()};
    const glsort_sort_desc descs[] = {
        {.max_count = M(2), .values = GLSORT_VALUES_4_BYTES},
        {.max_count = 1000, .bit_count = 16},
        {.max_count = 1000, .tuning = &(const glsort_tuning){.algorithm = RADIX}},
        {.max_count = 1000, .tuning = &(const glsort_tuning){.algorithm = ABISORT}},
    };
    for (uint32_t i = 0; i < 16; ++i) {
        const bool software = devices[i / 4].is_software != 0;
        char message[256] = "";
        glsort_plan* plan = NULL;
        glsort_plan_info info;
        struct glsort_limits limits = devices[i / 4];
        limits.group_size = 512;
        if (offline_sort(&limits, &descs[i % 4], message, sizeof message, &plan) !=
            GLSORT_OK)
            fail_msg("%s", message);
        assert_int_equal(glsort_plan_describe(plan, descs[i % 4].max_count, 0, &info),
                         GLSORT_OK);
        assert_int_equal(info.method, i % 4 == 3   ? M_(ABISORT_FUSED)
                                      : software   ? M_(RADIX_ITEMS)
                                      : i % 4 == 1 ? M_(ABISORT_FUSED)
                                                   : M_(RADIX_TILES));
        glsort_plan_destroy(plan);
    }
}

// AUTO chooses only what needs no more than the minimum of GLES.
TEST(the_least_of_gles_sorts_on_compute)
{
    static const struct {
        uint32_t count;
        glsort_method method;
    } rows[] = {{K(4), M_(ABISORT_FUSED)},
                {K(4) + 1, M_(RANK)},
                {M(1), M_(RANK)},
                {M(1) + 1, M_(RADIX_TILES)}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const glsort_sort_desc desc = {.max_count = rows[i].count};
        const struct glsort_limits limits = least_limits(310, 1);
        char message[256] = "";
        glsort_plan* plan = NULL;
        glsort_plan_info info;
        if (offline_sort(&limits, &desc, message, sizeof message, &plan) != GLSORT_OK)
            fail_msg("%s", message);
        assert_int_equal(glsort_plan_describe(plan, rows[i].count, 0, &info), GLSORT_OK);
        assert_int_equal(info.backend, COMPUTE);
        assert_int_equal(info.method, rows[i].method);
        glsort_plan_destroy(plan);
    }
}

static void expect_fragments(struct glsort_limits limits, const char* words)
{
    for (uint32_t i = 0; i < 2; ++i) {
        const glsort_sort_desc desc = {
            .max_count = 1000,
            .tuning = &(const glsort_tuning){.algorithm = i == 0 ? 0 : ABISORT}};
        glsort_plan* plan = NULL;
        glsort_plan_info info;
        assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &plan), GLSORT_OK);
        assert_int_equal(glsort_plan_describe(plan, 100, 0, &info), GLSORT_OK);
        assert_int_equal(info.backend, FRAGMENT);
        if (strstr(info.reason, words) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", info.reason, words);
        glsort_plan_destroy(plan);
    }
}

TEST(gles_with_less_than_compute_needs_says_why_it_draws)
{
    struct glsort_limits few_blocks = least_limits(310, 1),
                         small_groups = least_limits(310, 1);
    few_blocks.has_compute = small_groups.has_compute = 0;
    few_blocks.storage_blocks = 7;
    small_groups.group_size = 128;
    expect_fragments(few_blocks, "fewer than 8 storage blocks");
    expect_fragments(small_groups, "fewer than 256 invocations");
}

TEST(the_backend_is_compute_where_it_can_be)
{
    struct glsort_limits limits = plain();
    glsort_sort_desc desc = {.max_count = 100};
    assert_int_equal(best_choice(&limits, &desc).backend, GLSORT_BACKEND_COMPUTE);
    desc.textures = GLSORT_TEXTURES_ALL;
    assert_int_equal(best_choice(&limits, &desc).backend, GLSORT_BACKEND_FRAGMENT);
    desc.textures = 0;
    limits.has_compute = 0;
    assert_int_equal(best_choice(&limits, &desc).backend, GLSORT_BACKEND_FRAGMENT);
}

TEST(a_method_without_compute_passes_decides_the_backend)
{
    struct glsort_limits limits = plain();
    glsort_sort_desc desc = {.max_count = 100,
                             .tuning =
                                 &(const glsort_tuning){.method = M_(BITONIC_COLUMNS)}};
    struct choice c = best_choice(&limits, &desc);
    assert_int_equal(c.backend, FRAGMENT);
    assert_string_equal(c.reason, "fragment passes, since the method has no others");
    desc.tuning = &(const glsort_tuning){.method = M_(ABISORT_FUSED)};
    assert_int_equal(best_choice(&limits, &desc).backend, COMPUTE);
}

static void expect_bits(const struct glsort_limits* limits, uint32_t bits,
                        const struct step* steps)
{
    expect_steps(limits, (glsort_sort_desc){.backend = COMPUTE, .bit_count = bits},
                 steps);
}

TEST(a_range_of_bits_takes_radix_on_compute_unless_it_is_of_few_elements)
{
    static const struct step chain_8[] = {{M(256), M_(RADIX_CHAIN)},
                                          {ANY, M_(RADIX_TILES)}};
    static const struct step chain_16[] = {
        {K(8), M_(RANK_ALL)}, {M(256), M_(RADIX_CHAIN)}, {ANY, M_(RADIX_TILES)}};
    static const struct step chain_24[] = {
        {K(16), M_(RANK_ALL)}, {M(256), M_(RADIX_CHAIN)}, {ANY, M_(RADIX_TILES)}};
    static const struct step plain_8[] = {
        {K(1), M_(RANK_ALL)}, {K(4), M_(RANK)}, {ANY, M_(RADIX_TILES)}};
    static const struct step plain_24[] = {
        {K(1), M_(RANK_ALL)}, {K(128), M_(RANK)}, {ANY, M_(RADIX_TILES)}};
    static const struct step items[] = {{ANY, M_(RADIX_ITEMS)}};
    const struct glsort_limits chains = chained(), others = subgroups(), cpu = software();
    expect_bits(&chains, 8, chain_8);
    expect_bits(&chains, 16, chain_16);
    expect_bits(&chains, 24, chain_24);
    expect_bits(&others, 8, plain_8);
    expect_bits(&others, 24, plain_24);
    expect_bits(&cpu, 16, items);
}

TEST(a_method_that_is_asked_for_stays)
{
    const struct glsort_limits devices[] = {plain(), software(), chained()};
    for (int m = M_(ABISORT_FUSED); m <= M_(RADIX_CHAIN); ++m)
        for (uint32_t i = 0; i < 12; ++i) {
            const glsort_sort_desc desc = {
                .max_count = 1u << 9 * (i / 3),
                .first_bit = i % 2,
                .tuning = &(const glsort_tuning){.method = (glsort_method)m}};
            struct choice c;
            assert_int_equal(best_choice(&devices[i % 3], &desc).method->id, m);
            assert_false(glsort_choice_make(&devices[i % 3], &desc, 1, &c));
        }
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

// A plan as a context with this table makes it.
static struct plan_core plan_by(const char* text, struct glsort_limits limits,
                                glsort_sort_desc desc, uint32_t count, char reason[96])
{
    struct choice_table table = read_table(text);
    struct plan_core core;
    struct message message = {""};
    glsort_allocator allocator = host_memory();
    desc.max_count = count;
    if (glsort_plan_core_create(
            &core, &glsort_sort_recipe, &desc, 0, &limits, &table, &allocator,
            &(const struct call){"glsort_sort_create", &message}) != GLSORT_OK)
        fail_msg("%s", message.text);
    snprintf(reason, 96, "%s", glsort_plan_core_reason(&core));
    glsort_plan_core_release(&core, &allocator);
    glsort_choice_table_release(&table, &allocator);
    return core;
}

static void expect_plan(const char* text, struct glsort_limits limits,
                        glsort_sort_desc desc, uint32_t count, glsort_method wanted,
                        const char* why)
{
    char reason[96];
    struct plan_core core = plan_by(text, limits, desc, count, reason);
    if (core.desc.method != wanted || strstr(reason, why) == NULL)
        fail_msg("%u elements: %s, since \"%s\"", count,
                 glsort_method_name(core.desc.method), reason);
}

static const char own[] = ": the fastest measured";

TEST(the_first_row_that_fits_is_taken_and_named)
{
    static const char text[] = "# of a test\n"
                               "\n"
                               "compute pairs 1000 bitonic-blocks\n"
                               "compute keys 2^11 radix-tiles # few\n"
                               "compute any any abisort-partition";
    const glsort_sort_desc keys = {0};
    expect_plan(text, plain(), pairs, 1000, M_(BITONIC_BLOCKS), "line 3 of the table");
    expect_plan(text, plain(), pairs, 1001, M_(ABISORT_PARTITION), "line 5 of the table");
    expect_plan(text, plain(), keys, 2048, M_(RADIX_TILES), "line 4 of the table");
    expect_plan(text, plain(), keys, 2049, M_(ABISORT_PARTITION), "line 5 of the table");
    expect_plan(text, plain(), pairs, M(1), M_(ABISORT_PARTITION), "line 5 of the table");
}

// A hint: any value is valid, and what a device can serve goes by max_count alone.
TEST(the_expected_count_decides_and_is_never_refused)
{
    static const char text[] = "compute any 1000 bitonic-blocks\n"
                               "compute any any abisort-partition\n";
    glsort_sort_desc few = {.expected_count = 1000,
                            .count_source = GLSORT_COUNT_FROM_BUFFER};
    expect_plan(text, plain(), few, M(1), M_(BITONIC_BLOCKS), "line 1 of the table");
    expect_plan(NULL, subgroups(), few, M(1), M_(RANK_ALL), own);
    expect_plan(NULL, software(), few, M(1), M_(RADIX_ITEMS), own);
    expect_plan(NULL, software(), (glsort_sort_desc){0}, M(1), M_(RADIX_ITEMS), own);
    few.expected_count = K(16);
    expect_plan(NULL, software(), few, M(1), M_(RADIX_ITEMS), own);
    few.expected_count = UINT32_MAX; // no more than can be sorted at all
    expect_plan(NULL, subgroups(), few, 1000, M_(RANK_ALL), own);
    few.expected_count = 1;
    expect_plan("compute any 1000 radix-chain\ncompute any any radix-items", plain(), few,
                M(512), M_(RADIX_ITEMS), "line 2 of the table");
    glsort_sort_desc draws = {.expected_count = 1000,
                              .backend = FRAGMENT,
                              .count_source = GLSORT_COUNT_FROM_BUFFER};
    expect_plan(NULL, plain(), draws, M(1), M_(ABISORT_FUSED), "so many bits");
    draws.count_source = GLSORT_COUNT_FROM_ARGS; // which the choice follows instead
    expect_plan(NULL, plain(), draws, M(1), M_(ABISORT_PARTITION), "so many bits");
    struct glsort_limits limits = plain();
    few.max_count = 0;
    for (few.expected_count = 0; few.expected_count < 9; few.expected_count += 8)
        assert_int_equal(glsort_max_count(&limits, &few, NULL), 1u << 30);
}

// What the plan gets by these lines; "own": without them.
TEST(only_what_a_plan_leaves_open_comes_from_a_row)
{
    static const char text[] = "compute any any radix-items\n"
                               "compute any any abisort-partition\n"
                               "compute any any tree-simple\n"
                               "fragment any any tree\n";
    const glsort_sort_desc array = {.tuning =
                                        &(const glsort_tuning){.algorithm = ABISORT}};
    expect_plan(text, plain(), array, 5000, M_(ABISORT_PARTITION), "line 2");
    const glsort_sort_desc tree = {
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
                                         .local_size = 2}};
    expect_plan(text, plain(), tree, 5000, M_(TREE_SIMPLE), "line 3");
    const glsort_sort_desc rank = {
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RANK}};
    expect_plan(text, plain(), rank, 5000, M_(RANK), "compute, since");
    const glsort_sort_desc tiles = {
        .tuning = &(const glsort_tuning){.method = M_(RADIX_TILES)}};
    expect_plan(text, plain(), tiles, 5000, M_(RADIX_TILES), "compute, since");
    const glsort_sort_desc draws = {.backend = FRAGMENT};
    expect_plan(text, plain(), draws, 100, M_(TREE), "line 4");
}

TEST(a_row_for_few_bits_serves_no_more)
{
    static const char text[] = "fragment any 2^10 tree 16\n"
                               "fragment any any radix-gather 8\n"
                               "fragment any any bitonic-packed\n";
    glsort_sort_desc draws = {.backend = FRAGMENT, .bit_count = 16};
    expect_plan(text, plain(), draws, 1000, M_(TREE), "line 1");
    expect_plan(text, plain(), draws, 1025, M_(BITONIC_PACKED), "line 3");
    draws.first_bit = 24;
    draws.bit_count = 0;
    expect_plan(text, plain(), draws, 1025, M_(RADIX_GATHER), "line 2");
    draws.first_bit = 23;
    expect_plan(text, plain(), draws, 1025, M_(BITONIC_PACKED), "line 3");
    draws.first_bit = 0;
    expect_plan(text, plain(), draws, 1000, M_(BITONIC_PACKED), "line 3");
}

TEST(what_no_row_covers_is_the_librarys_choice)
{
    static const char text[] = "compute pairs 4096 bitonic-blocks\n";
    const glsort_sort_desc keys = {0}, draws = {.backend = FRAGMENT};
    expect_plan(text, subgroups(), pairs, 4097, M_(RANK), own);
    expect_plan(text, subgroups(), keys, 100, M_(RANK_ALL), own);
    expect_plan(text, plain(), draws, 100, M_(ABISORT_FUSED), "so many bits");
}

TEST(keys_of_64_bits_go_by_the_rows_of_pairs)
{
    static const char text[] = "compute keys any bitonic-blocks\n"
                               "compute pairs any radix-items\n";
    const glsort_sort_desc wide = {.key = GLSORT_KEY_U64};
    expect_plan(text, plain(), wide, 100, M_(RADIX_ITEMS), "line 2 of the table");
}

TEST(a_range_of_bits_takes_rows_of_radix_alone)
{
    static const char text[] = "compute any any abisort-fused\n"
                               "compute any any radix-items\n";
    const glsort_sort_desc part = {.key = GLSORT_KEY_U16};
    expect_plan(text, plain(), part, 100, M_(RADIX_ITEMS), "line 2 of the table");
    expect_plan("compute any any rank", plain(), part, K(256), M_(RADIX_TILES),
                "bit range");
    expect_plan("compute any any rank 16", plain(), part, K(256), M_(RANK), "line 1");
}

TEST(rows_that_the_device_cannot_serve_are_passed_over)
{
    static const char text[] = "compute any any radix-chain\n"
                               "compute any any radix-items\n";
    struct glsort_limits small_groups = plain();
    small_groups.group_size = 512;
    expect_plan(text, plain(), pairs, 100, M_(RADIX_CHAIN), "line 1 of the table");
    expect_plan(text, small_groups, pairs, 100, M_(RADIX_ITEMS), "line 2 of the table");
    expect_plan(text, plain(), pairs, M(256) + 1, M_(RADIX_ITEMS), "line 2 of the table");
    struct glsort_limits old;
    assert_int_equal(glsort_limits_minimum(330, 0, &old), GLSORT_OK);
    expect_plan(text, old, pairs, 100, M_(ABISORT_FUSED), "so many bits");
    // Bitonic draws take no count from a buffer.
    const glsort_sort_desc counted = {.backend = FRAGMENT,
                                      .count_source = GLSORT_COUNT_FROM_BUFFER};
    expect_plan("fragment any any bitonic-packed", plain(), counted, 100,
                M_(ABISORT_FUSED), "so many bits");
}

TEST(a_plan_that_nothing_can_serve_fails_as_without_a_table)
{
    struct glsort_limits limits = plain();
    struct message message = {""};
    struct plan_core core;
    glsort_allocator allocator = host_memory();
    struct choice_table table = read_table("compute any any radix-chain");
    const glsort_sort_desc desc = {.max_count = UINT32_MAX,
                                   .count_source = GLSORT_COUNT_FROM_BUFFER};
    assert_int_equal(
        glsort_plan_core_create(&core, &glsort_sort_recipe, &desc, 0, &limits, &table,
                                &allocator,
                                &(const struct call){"glsort_sort_create", &message}),
        GLSORT_ERROR_LIMIT);
    assert_non_null(strstr(message.text, "2^30"));
    glsort_choice_table_release(&table, &allocator);
}

// ---- the text -------------------------------------------------------------------------

TEST(blanks_comments_and_line_ends_of_any_kind_are_read)
{
    glsort_allocator allocator = host_memory();
    struct choice_table table = read_table("# head\r\n\r\n  \t\n"
                                           "\tcompute  keys\t4294967295 tree-simple\r\n"
                                           "fragment pairs 2^0 bitonic-packed#end\n"
                                           "#");
    assert_int_equal(table.count, 2);
    const struct choice_row* r = table.rows;
    assert_int_equal(r[0].backend, GLSORT_BACKEND_COMPUTE);
    assert_int_equal(r[0].values, ROW_KEYS);
    assert_int_equal(r[0].most, UINT32_MAX);
    assert_int_equal(r[0].method, M_(TREE_SIMPLE));
    assert_int_equal(r[1].backend, GLSORT_BACKEND_FRAGMENT);
    assert_int_equal(r[1].values, ROW_PAIRS);
    assert_int_equal(r[1].most, 1);
    assert_int_equal(r[1].method, M_(BITONIC_PACKED));
    assert_string_equal(r[1].reason, "line 5 of the table that the context was given");
    glsort_choice_table_release(&table, &allocator);
}

TEST(no_text_is_no_table)
{
    assert_int_equal(read_table(NULL).count, 0);
}

TEST(a_bad_line_is_named_with_what_is_wrong)
{
    static const struct {
        const char* text;
        const char* says;
    } cases[] = {
        {"", "the table has no row"},
        {"# nothing\n\n", "the table has no row"},
        {"\n\ngpu any any rank",
         "line 3 of the table: backend is compute or fragment, not \"gpu\""},
        {"auto any any rank", "backend is compute or fragment"},
        {"compute u32 any rank", "values is keys, pairs or any, not"},
        {"compute any 0 rank", "most is any, or a number from 1"},
        {"compute any 2^32 rank", "not \"2^32\""},
        {"compute any 4294967296 rank", "not \"4294967296\""},
        {"compute any 1e6 rank", "not \"1e6\""},
        {"compute any -1 rank", "not \"-1\""},
        {"compute any 2^ rank", "not \"2^\""},
        {"compute any 2^4^ rank", "not \"2^4^\""},
        {"compute any 2^99999999999999 rank", "not \"2^99999999999999\""},
        {"compute any 999999999999999 rank", "not \"999999999999999\""},
        {"compute any 2^-1 rank", "not \"2^-1\""},
        {"compute any any quick",
         "method is the name of a method, such as radix-chain, not \"quick\""},
        {"compute any any abisort chain ranks ranks", "not \"abisort\""}, // no more
        {"compute any any tree-pure", "not \"tree-pure\""}, // a form, by its sizes
        {"compute any any", "line 1 of the table has 3 words"},
        {"compute", "line 1 of the table has 1 words; a row has 4 or 5: backend, "},
        {"compute any any rank 8 9\n", "has 6 words"},
        {"compute any any rank rank\n", "bits is a number from 1 to 32, such as 16, not"},
        {"compute any any rank 0", "not \"0\""},
        {"compute any any rank 33", "not \"33\""},
        {"compute any any rank any", "not \"any\""},
        {"compute any any rank\r\ncompute any", "line 2 of the table has 2 words"},
        {"fragment any any radix-chain", "method radix-chain has no fragment passes"},
        {"fragment any any rank", "method rank has no fragment passes"},
        {"compute any any bitonic-columns",
         "method bitonic-columns has no compute passes"},
        {"compute any any bitonic-local-keep", "sorts blocks separately"},
        {"\x1b[2J\xff any any rank", "not \"?[2J?\""},
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

// A zero byte ends the text, in a word or a comment, too.
TEST(what_follows_a_zero_byte_is_not_read)
{
    static const char text[] = "compute any any rank # note\0\n"
                               "gpu gpu gpu";
    static const char cut[] = "compute any any ra\0nk\n";
    struct message message;
    assert_int_equal(read_block(text, sizeof text, &message), GLSORT_OK);
    assert_int_equal(read_block(cut, sizeof cut, &message), GLSORT_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "not \"ra\""));
}

TEST(random_texts_are_read_or_refused)
{
    static const char* const words[] = {
        "compute", "fragment", "keys", "pairs", "any",      "rank", "radix-chain",
        "2^16",    "1000",     "#",    "\n",    "\r",       "\t",   "2^",
        "^",       "-1",       "\xff", "tree",  "rank-all", " "};
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

TEST(no_host_memory_is_told)
{
    struct choice_table table;
    struct message message = {""};
    const glsort_allocator allocator = {.allocate = take_nothing};
    assert_int_equal(
        glsort_choice_table_read(&table, "compute any any rank\n", &allocator, &message),
        GLSORT_ERROR_HOST_MEMORY);
    assert_non_null(strstr(message.text, "no host memory for a table of 1 rows"));
}

// A device that lacks any of what the rows of chains assume takes the rows that assume
// nothing.
TEST(a_row_is_taken_where_the_limits_show_all_that_it_assumes)
{
    for (uint32_t lack = 0; lack < 5; ++lack) {
        struct glsort_limits limits = chained();
        const struct glsort_limits other = plain();
        limits.shared_bytes = lack == 1 ? 25151 : 25152;
        limits.group_size = lack == 2 ? 1023 : 1024;
        limits.subgroup_size = lack == 3 ? 64 : 32;
        limits.chained_scan = lack != 4;
        for (uint32_t on_gpu = 0; on_gpu < 2; ++on_gpu)
            for (uint32_t log = 8; log < 28; ++log) {
                const glsort_sort_desc desc = {
                    .max_count = 1u << log,
                    .count_source = (glsort_count_source)on_gpu,
                };
                const struct choice chosen = best_choice(&limits, &desc);
                const struct choice least = best_choice(&other, &desc);
                if (lack != 0)
                    assert_ptr_equal(chosen.method, least.method);
                else if (log > 17)
                    assert_int_equal(chosen.method->id, GLSORT_METHOD_RADIX_CHAIN);
            }
    }
}
