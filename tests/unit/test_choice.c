// SPDX-License-Identifier: MIT
// What AUTO means on each class of device, and by a table that a context is given.
#include <string.h>

#include "choice.h"
#include "host_test.h"
#include "build.h"
#include "desc.h"
#include "plans.h"

#define COUNT(LIST) (sizeof(LIST) / sizeof((LIST)[0]))
#define K(N) ((uint32_t)(N) << 10)
#define M(N) ((uint32_t)(N) << 20)
#define M_(NAME) GLSORT_METHOD_##NAME
#define COMPUTE .backend = GLSORT_BACKEND_COMPUTE
#define FRAGMENT .backend = GLSORT_BACKEND_FRAGMENT
#define FROM_BUFFER .count_source = GLSORT_COUNT_FROM_BUFFER

// ---- devices --------------------------------------------------------------------------

enum kind {
    SOFTWARE,
    CHAINED,
    MEASURED, // an H100 in GLES as far as its limits tell
    PLAIN,    // any other
    DEVICES
};

static struct glsort_limits limits_of(enum kind device)
{
    struct glsort_limits limits = least_limits(430, 0);
    limits.storage_block_bytes = (uint64_t)1 << 34;
    limits.is_software = device == SOFTWARE;
    limits.chained_scan = device == CHAINED;
    limits.subgroup_size = device == CHAINED ? 32 : 0;
    if (device == CHAINED || device == MEASURED)
        limits.shared_bytes = 49152;
    return limits;
}

static struct choice best_choice(const struct glsort_limits* limits,
                                 const glsort_sort_desc* desc)
{
    struct choice c;
    assert_true(glsort_choice_make(limits, desc, 0, &c));
    return c;
}

// ---- the library's own rows -----------------------------------------------------------

#define ON_CPU (1u << SOFTWARE)
#define ON_CHAINS (1u << CHAINED)
#define ON_MEASURED (1u << MEASURED)
#define ON_PLAIN (1u << PLAIN)
#define ON_GPUS (ON_CHAINS | ON_MEASURED | ON_PLAIN)
#define ON_ALL (ON_CPU | ON_GPUS)
#define ANY UINT32_MAX

enum { KEYS = 1, PAIRS = 2, EITHER = 3 };

// The method up to a count; the next step begins after it. The last one ends with ANY.
struct step {
    uint32_t last;
    glsort_method method;
};

#define ROW(DEVICES, VALUES, DESC, ...)                                                  \
    {                                                                                    \
        DEVICES, VALUES, {UNPACK DESC},                                                  \
        {                                                                                \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }
#define UNPACK(...) __VA_ARGS__

// The thresholds of docs/algorithms.md, and a row of each other kind.
static const struct {
    uint32_t devices;
    uint32_t values;
    glsort_sort_desc desc;
    struct step steps[5];
} own_rows[] = {
    ROW(ON_CPU, EITHER, (COMPUTE), {64, M_(RANK_ALL)}, {ANY, M_(RADIX_ITEMS)}),
    ROW(ON_CHAINS, EITHER, (COMPUTE), {K(16), M_(RANK_ALL)}, {K(128), M_(RANK)},
        {M(256), M_(RADIX_CHAIN)}, {ANY, M_(RADIX_TILES)}),
    ROW(ON_CHAINS, EITHER, (COMPUTE, FROM_BUFFER), {K(16), M_(RANK_ALL)},
        {K(96), M_(RANK)}, {M(256), M_(RADIX_CHAIN)}, {ANY, M_(RADIX_TILES)}),
    ROW(ON_MEASURED, EITHER, (COMPUTE), {K(1), M_(RANK_ALL)}, {K(256), M_(RANK)},
        {M(1), M_(ABISORT_FUSED)}, {ANY, M_(RADIX_TILES)}),
    ROW(ON_PLAIN, KEYS, (COMPUTE), {K(4), M_(ABISORT_FUSED)}, {M(1), M_(RANK)},
        {ANY, M_(RADIX_TILES)}),
    ROW(ON_PLAIN, PAIRS, (COMPUTE), {K(4), M_(ABISORT_FUSED)}, {K(256), M_(RANK)},
        {ANY, M_(RADIX_TILES)}),
    ROW(ON_GPUS, EITHER, (COMPUTE, ALGORITHM(ABISORT)), {M(8), M_(ABISORT_FUSED)},
        {ANY, M_(ABISORT_PARTITION)}),
    ROW(ON_ALL, EITHER, (COMPUTE, ALGORITHM(ABISORT_TREE)), {ANY, M_(TREE)}),
    ROW(ON_ALL, EITHER, (COMPUTE, ALGORITHM(BITONIC)), {ANY, M_(BITONIC_BLOCKS)}),
    ROW(ON_CHAINS, EITHER, (COMPUTE, .key = GLSORT_KEY_I64), {K(256), M_(RANK)},
        {M(128), M_(RADIX_CHAIN)}, {ANY, M_(RANK)}),
    ROW(ON_CHAINS, EITHER, (COMPUTE, .bit_count = 16), {K(8), M_(RANK_ALL)},
        {M(256), M_(RADIX_CHAIN)}, {ANY, M_(RADIX_TILES)}),
    // In fragments a separate search pays off for many elements, and radix for few bits.
    ROW(ON_CPU, EITHER, (FRAGMENT), {K(32), M_(ABISORT_FUSED)},
        {ANY, M_(ABISORT_PARTITION)}),
    ROW(ON_GPUS, EITHER, (FRAGMENT), {K(64), M_(ABISORT_FUSED)},
        {ANY, M_(ABISORT_PARTITION)}),
    ROW(ON_CPU, EITHER, (FRAGMENT, .bit_count = 16, .first_bit = 14),
        {K(16), M_(ABISORT_FUSED)}, {ANY, M_(RADIX_GATHER)}),
    ROW(ON_GPUS, EITHER, (FRAGMENT, .bit_count = 17, .first_bit = 7),
        {K(64), M_(ABISORT_FUSED)}, {M(4) - 1, M_(ABISORT_PARTITION)},
        {ANY, M_(RADIX_GATHER)}),
};

static void expect_method(const struct glsort_limits* limits, glsort_sort_desc desc,
                          uint32_t count, glsort_method wanted, size_t row)
{
    desc.max_count = count;
    const struct choice c = best_choice(limits, &desc);
    if (c.method->id != wanted || c.backend != desc.backend)
        fail_msg("row %zu, %u elements: %s, not %s", row, count,
                 glsort_method_name(c.method->id), glsort_method_name(wanted));
}

// At both ends of every step; behind ANY comes 0.
static void expect_steps(const struct glsort_limits* limits, glsort_sort_desc desc,
                         const struct step* steps, size_t row)
{
    uint32_t first = 1;
    for (const struct step* s = steps; first != 0; first = s++->last + 1) {
        expect_method(limits, desc, first, s->method, row);
        expect_method(limits, desc, s->last, s->method, row);
    }
}

TEST(auto_takes_what_was_measured_to_be_fastest)
{
    for (size_t i = 0; i < COUNT(own_rows); ++i)
        for (uint32_t device = 0; device < DEVICES; ++device)
            for (int values = 0; values <= GLSORT_VALUES_16_BYTES; ++values) {
                const struct glsort_limits limits = limits_of((enum kind)device);
                const uint32_t kind = values == GLSORT_VALUES_NONE ? KEYS : PAIRS;
                glsort_sort_desc desc = own_rows[i].desc;
                desc.values = (glsort_values)values;
                if ((own_rows[i].devices >> device & 1) == 0 ||
                    (own_rows[i].values & kind) == 0)
                    continue;
                expect_steps(&limits, desc, own_rows[i].steps, i);
            }
}

// A device that lacks any of what the rows of chains assume takes the rows that assume
// nothing.
TEST(a_row_is_taken_where_the_limits_show_all_that_it_assumes)
{
    for (uint32_t lack = 0; lack < 5; ++lack) {
        struct glsort_limits limits = limits_of(CHAINED);
        const struct glsort_limits other = limits_of(PLAIN);
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

// ---- plans and tables -----------------------------------------------------------------

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
static void expect_plan(const char* text, struct glsort_limits limits,
                        glsort_sort_desc desc, uint32_t count, glsort_method wanted,
                        const char* why)
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
    if (core.desc.method != wanted || strstr(glsort_plan_core_reason(&core), why) == NULL)
        fail_msg("%u elements: %s, since \"%s\", not %s, since \"%s\"", count,
                 glsort_method_name(core.desc.method), glsort_plan_core_reason(&core),
                 glsort_method_name(wanted), why);
    glsort_plan_core_release(&core, &allocator);
    glsort_choice_table_release(&table, &allocator);
}

#define OWN ": the fastest measured" // row of the library
#define DRAWN "so many bits"         // the same, in fragments
#define BY(TEXT, DEVICE, COUNT, METHOD, WHY, ...)                                        \
    {                                                                                    \
        TEXT, DEVICE, COUNT, GLSORT_METHOD_##METHOD, WHY,                                \
        {                                                                                \
            __VA_ARGS__                                                                  \
        }                                                                                \
    }
#define WITH_VALUES .values = GLSORT_VALUES_4_BYTES
#define EXPECTED(NUMBER) .expected_count = NUMBER

// The first row that fits.
#define FIVE_LINES                                                                       \
    "# of a test\n\ncompute pairs 1000 bitonic-blocks\n"                                 \
    "compute keys 2^11 radix-tiles # few\ncompute any any abisort-partition"
#define UP_TO_1000 "compute any 1000 bitonic-blocks\ncompute any any abisort-partition\n"
// Of what a plan leaves open.
#define FOUR_LINES                                                                       \
    "compute any any radix-items\ncompute any any abisort-partition\n"                   \
    "compute any any tree-simple\nfragment any any tree\n"
// Rows for few bits serve no more.
#define OF_BITS                                                                          \
    "fragment any 2^10 tree 16\nfragment any any radix-gather 8\n"                       \
    "fragment any any bitonic-packed\n"
// Keys of 64 bits go by the rows of pairs.
#define OF_PAIRS "compute keys any bitonic-blocks\ncompute pairs any radix-items\n"
// A range of bits takes rows of radix alone.
#define NO_RADIX "compute any any abisort-fused\ncompute any any radix-items\n"
// Rows that the device cannot serve are passed over.
#define CHAIN_FIRST "compute any any radix-chain\ncompute any any radix-items\n"

static const struct {
    const char* text;
    enum kind device;
    uint32_t count;
    glsort_method method;
    const char* why;
    glsort_sort_desc desc;
} plan_rows[] = {
    BY(FIVE_LINES, PLAIN, 1000, BITONIC_BLOCKS, "line 3 of the table", WITH_VALUES),
    BY(FIVE_LINES, PLAIN, 1001, ABISORT_PARTITION, "line 5 of the table", WITH_VALUES),
    BY(FIVE_LINES, PLAIN, 2048, RADIX_TILES, "line 4 of the table", 0),
    BY(UP_TO_1000, PLAIN, M(1), BITONIC_BLOCKS, "line 1 of the table", EXPECTED(1000),
       FROM_BUFFER),
    BY(NULL, MEASURED, M(1), RANK_ALL, OWN, EXPECTED(1000), FROM_BUFFER),
    BY(NULL, MEASURED, 1000, RANK_ALL, OWN, EXPECTED(UINT32_MAX), FROM_BUFFER),
    BY(NULL, PLAIN, M(1), ABISORT_PARTITION, DRAWN, EXPECTED(1000), FRAGMENT),
    BY(FOUR_LINES, PLAIN, 5000, ABISORT_PARTITION, "line 2", ALGORITHM(ABISORT)),
    BY(FOUR_LINES, PLAIN, 5000, TREE_SIMPLE, "line 3",
       TUNING(.algorithm = GLSORT_ALGORITHM_ABISORT_TREE, .local_size = 2)),
    BY(FOUR_LINES, PLAIN, 5000, RANK, "compute, since", ALGORITHM(RANK)),
    BY(FOUR_LINES, PLAIN, 5000, RADIX_TILES, "compute, since", METHOD(RADIX_TILES)),
    BY(FOUR_LINES, PLAIN, 100, TREE, "line 4", FRAGMENT),
    BY(OF_BITS, PLAIN, 1000, TREE, "line 1", FRAGMENT, .bit_count = 16),
    BY(OF_BITS, PLAIN, 1025, BITONIC_PACKED, "line 3", FRAGMENT, .bit_count = 16),
    BY(OF_BITS, PLAIN, 1025, RADIX_GATHER, "line 2", FRAGMENT, .first_bit = 24),
    BY(OF_PAIRS, PLAIN, 100, RADIX_ITEMS, "line 2", .key = GLSORT_KEY_U64),
    BY(NO_RADIX, PLAIN, 100, RADIX_ITEMS, "line 2", .key = GLSORT_KEY_U16),
    BY("compute any any rank 16", PLAIN, K(256), RANK, "line 1", .key = GLSORT_KEY_U16),
    BY(CHAIN_FIRST, PLAIN, 100, RADIX_CHAIN, "line 1", WITH_VALUES),
    BY(CHAIN_FIRST, PLAIN, M(256) + 1, RADIX_ITEMS, "line 2", WITH_VALUES),
    BY("fragment any any bitonic-packed", PLAIN, 100, ABISORT_FUSED, DRAWN, FRAGMENT,
       FROM_BUFFER), // which the network does not take
    // The backend is compute where it can be.
    BY(NULL, PLAIN, 100, ABISORT_FUSED, DRAWN, .textures = GLSORT_TEXTURES_ALL),
    BY(NULL, PLAIN, 100, BITONIC_COLUMNS, "since the method has no others",
       METHOD(BITONIC_COLUMNS)),
};

TEST(a_plan_takes_the_first_row_that_fits)
{
    for (size_t i = 0; i < COUNT(plan_rows); ++i)
        expect_plan(plan_rows[i].text, limits_of(plan_rows[i].device), plan_rows[i].desc,
                    plan_rows[i].count, plan_rows[i].method, plan_rows[i].why);
}

TEST(small_devices_get_a_plan_too)
{
    static const glsort_sort_desc any = {0};
    static const char by_bytes[] = "by bytes and passes";
    struct glsort_limits least = least_limits(310, 1), few_blocks = least,
                         small_groups = least;
    expect_plan(NULL, least, any, K(4), M_(ABISORT_FUSED), by_bytes);
    expect_plan(NULL, least, any, M(1) + 1, M_(RADIX_TILES), by_bytes);
    few_blocks.has_compute = small_groups.has_compute = 0;
    few_blocks.storage_blocks = 7;
    small_groups.group_size = 128;
    expect_plan(NULL, few_blocks, any, 100, M_(ABISORT_FUSED),
                "fewer than 8 storage blocks");
    expect_plan(NULL, small_groups, any, 100, M_(ABISORT_FUSED),
                "fewer than 256 invocations");
    expect_plan(CHAIN_FIRST, least_limits(330, 0), any, 100, M_(ABISORT_FUSED), DRAWN);
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
        {"compute u32 any rank", "values is keys, pairs or any, not"},
        {"compute any 0 rank", "most is any, or a number from 1"},
        {"compute any 2^32 rank", "not \"2^32\""},
        {"compute any 4294967296 rank", "not \"4294967296\""},
        {"compute any -1 rank", "not \"-1\""},
        {"compute any 2^99999999999999 rank", "not \"2^99999999999999\""},
        {"compute any any quick",
         "method is the name of a method, such as radix-chain, not \"quick\""},
        {"compute any any tree-pure", "not \"tree-pure\""}, // a form, by its sizes
        {"compute", "line 1 of the table has 1 words; a row has 4 or 5: backend, "},
        {"compute any any rank 8 9\n", "has 6 words"},
        {"compute any any rank 0",
         "bits is a number from 1 to 32, such as 16, not \"0\""},
        {"compute any any rank 33", "not \"33\""},
        {"compute any any rank\r\ncompute any", "line 2 of the table has 2 words"},
        {"fragment any any radix-chain", "method radix-chain has no fragment passes"},
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
