// SPDX-License-Identifier: MIT
// glsort_max_count and plan creation are one truth: over random devices and descriptors,
// also of limits that no device has, a plan of every count up to the promised one can be
// made and described, and none of a larger one. Meant for sanitizers, too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "host_setups.h"
#include "host_test.h"
#include "plans.h"

#include <glsort/glsort_inspect.h>
#include <glsort/glsort.h>

// ---- random devices and descriptors ---------------------------------------------------

static uint32_t from_zero_to(uint64_t* state, uint32_t last)
{
    return host_random(state) % (last + 1);
}

static uint32_t odd_number(uint64_t* seed)
{
    static const uint32_t numbers[] = {
        0,     1,     2,        3,        4,        16,        255,      256,
        257,   512,   1024,     4096,     4097,     8192,      16384,    32768,
        65535, 65536, 1u << 20, 1u << 24, 1u << 30, INT32_MAX, 1u << 31, UINT32_MAX,
    };
    uint32_t r = host_random(seed);
    if (r % 8 == 0)
        return host_random(seed) >> (r >> 8) % 32;
    return numbers[(r >> 8) % (sizeof numbers / sizeof numbers[0])];
}

// Of a device, but for a few fields, so that some are served.
static struct glsort_limits odd_device(uint64_t* seed)
{
    static const uint32_t versions[] = {430, 430, 430, 330, 300};
    struct glsort_limits limits = host_roomy_limits(versions[host_random(seed) % 5]);
    uint32_t* fields[] = {
        &limits.version,           &limits.is_gles,        &limits.has_compute,
        &limits.has_timestamps,    &limits.is_software,    &limits.storage_alignment,
        &limits.uniform_alignment, &limits.storage_blocks, &limits.group_count,
        &limits.group_size,        &limits.subgroup_size,  &limits.chained_scan,
        &limits.shared_bytes,      &limits.texture_size,   &limits.pair_texels,
        &limits.texture_layers,    &limits.draw_buffers,
    };
    const uint32_t count = sizeof fields / sizeof fields[0];
    uint32_t odd = host_random(seed) % 4 == 0 ? count : host_random(seed) % 4;
    for (uint32_t i = 0; i < odd; ++i)
        *fields[odd == count ? i : host_random(seed) % count] = odd_number(seed);
    if (host_random(seed) % 4 == 0)
        limits.storage_block_bytes = odd_number(seed);
    if (host_random(seed) % 8 == 0)
        limits.storage_block_bytes = ~(uint64_t)odd_number(seed);
    return limits;
}

// Half of the fields that have a default are left at it.
static glsort_sort_desc random_desc(uint64_t* state, glsort_tuning* tuning)
{
#define MAYBE(LAST) (from_zero_to(state, 1) == 0 ? from_zero_to(state, LAST) : 0)
    glsort_sort_desc d = {
        .key = (glsort_key)from_zero_to(state, GLSORT_KEY_U16),
        .direction = (glsort_direction)from_zero_to(state, GLSORT_DESCENDING),
        .values = (glsort_values)from_zero_to(state, GLSORT_VALUES_16_BYTES),
        .backend = (glsort_backend)MAYBE(GLSORT_BACKEND_FRAGMENT),
        .count_source = (glsort_count_source)MAYBE(GLSORT_COUNT_FROM_BUFFER),
        .textures = MAYBE(GLSORT_TEXTURES_ALL),
        .key_stride = MAYBE(2) ? 24 : 0,
        .value_stride = MAYBE(2) ? 16 : 0,
        .flags = MAYBE(GLSORT_PLAN_DISCARD_KEYS),
        .first_bit = MAYBE(15),
        .bit_count = MAYBE(16),
        .tuning = tuning,
    };
    *tuning = (glsort_tuning){
        .algorithm = (glsort_algorithm)MAYBE(GLSORT_ALGORITHM_RADIX),
        .method = (glsort_method)MAYBE(GLSORT_METHOD_RADIX_CHAIN),
        .local_size = from_zero_to(state, 7) == 0 ? 1u << from_zero_to(state, 11) : 0,
        .merge_size = from_zero_to(state, 7) == 0 ? 1u << from_zero_to(state, 11) : 0,
    };
#undef MAYBE
    return d;
}

// ---- the one truth --------------------------------------------------------------------

static void check_described(glsort_plan* plan, const glsort_sort_desc* desc,
                            uint64_t* seed)
{
    const uint32_t counts[] = {0, 1, desc->max_count, host_random(seed) >> 12};
    for (size_t c = 0; c < 4; ++c) {
        glsort_plan_info info;
        const uint32_t count = counts[c] <= desc->max_count ? counts[c] : counts[c] % 2;
        assert_int_equal(glsort_plan_describe(plan, count, 0, &info), GLSORT_OK);
        assert_int_equal(info.max_count, desc->max_count);
        for (uint32_t at = 0; at < info.pass_count; at += 1 + info.pass_count / 50) {
            glsort_pass_info pass;
            assert_int_equal(glsort_plan_pass(plan, at, &pass), GLSORT_OK);
            assert_true(pass.use_count <= GLSORT_PASS_USES);
        }
        assert_true(glsort_plan_pass(plan, info.pass_count, &(glsort_pass_info){0}) < 0);
    }
}

// A limit is named with both numbers; odd devices may lack all that a plan needs.
static void expect_refused(glsort_result result, const char* text, uint32_t count,
                           uint32_t most, const char* reason)
{
    char numbers[2][16];
    snprintf(numbers[0], sizeof numbers[0], " %u", count);
    snprintf(numbers[1], sizeof numbers[1], " %u", most);
    assert_memory_equal(text, "glsort_", 7);
    if (result == GLSORT_ERROR_LIMIT &&
        (strstr(text, numbers[0]) == NULL || strstr(text, numbers[1]) == NULL ||
         strstr(text, reason) == NULL))
        fail_msg("%u of %u (%s): %s", count, most, reason, text);
}

static void check_count(const glsort_limits* limits, glsort_sort_desc desc, uint32_t most,
                        const char* reason, uint64_t* seed)
{
    glsort_plan* plan = NULL;
    char text[512] = "";
    glsort_result result = offline_sort(limits, &desc, text, sizeof text, &plan);
    assert_int_equal(plan != NULL, result == GLSORT_OK);
    if ((plan != NULL) != (desc.max_count <= most))
        fail_msg("a plan of %u elements is %s, and the most is %u (%s)", desc.max_count,
                 plan != NULL ? "made" : "refused", most, reason);
    if (plan != NULL)
        check_described(plan, &desc, seed);
    else
        expect_refused(result, text, desc.max_count, most, reason);
    glsort_plan_destroy(plan);
}

static uint32_t expect_one_truth(const glsort_limits* limits, glsort_sort_desc desc,
                                 uint64_t* seed)
{
    const char* reason = NULL;
    uint32_t most = glsort_max_count(limits, &desc, &reason);
    assert_non_null(reason);
    uint32_t below = most > 0 ? 1 + host_random(seed) % most : 0;
    uint32_t above =
        most < UINT32_MAX ? most + 1 + host_random(seed) % (UINT32_MAX - most) : most;
    const uint32_t counts[] = {1, below, most, most + 1, above, odd_number(seed)};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        desc.max_count = counts[i];
        if (counts[i] > 0)
            check_count(limits, desc, most, reason, seed);
    }
    return most;
}

TEST(a_plan_can_be_made_of_every_count_up_to_the_most_and_of_no_other)
{
    uint64_t seed = 20261123;
    const uint32_t rounds = host_test_all() ? 30000 : 5000;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < rounds; ++i) {
        const glsort_limits limits = odd_device(&seed);
        glsort_tuning tuning;
        const glsort_sort_desc desc = random_desc(&seed, &tuning);
        possible += expect_one_truth(&limits, desc, &seed) > 0;
    }
    assert_in_range(possible, rounds / 20, rounds - rounds / 10);
}

// ---- limits that no device has --------------------------------------------------------

struct odd_limit {
    size_t at; // of the field
    uint32_t value;
    const char* says;
};

#define UNIFORM offsetof(struct glsort_limits, uniform_alignment)
#define STORAGE offsetof(struct glsort_limits, storage_alignment)
#define GROUPS offsetof(struct glsort_limits, group_count)
#define TEXTURE offsetof(struct glsort_limits, texture_size)
#define POWER " must be a power of two, at most 4096"

static const struct odd_limit odd_limits[] = {
    {UNIFORM, 0, "limits.uniform_alignment" POWER},
    {UNIFORM, 3, "limits.uniform_alignment" POWER},
    {UNIFORM, 8192, "limits.uniform_alignment" POWER},
    {STORAGE, 257, "limits.storage_alignment" POWER},
    {GROUPS, 0, "limits.group_count must be at least 1"},
    {TEXTURE, 1u << 31, "limits.texture_size must be at most 2147483647"},
};

TEST(a_limit_that_no_device_has_is_refused_with_its_value)
{
    for (size_t i = 0; i < sizeof odd_limits / sizeof odd_limits[0]; ++i) {
        const struct odd_limit* odd = &odd_limits[i];
        const glsort_sort_desc desc = {.max_count = 1000};
        struct glsort_limits limits = least_limits(430, 0);
        char wanted[160], text[256] = "";
        const char* reason = NULL;
        glsort_plan* plan = NULL;
        memcpy((char*)&limits + odd->at, &odd->value, sizeof odd->value);
        snprintf(wanted, sizeof wanted, "glsort_context_create_offline: %s; it is %u",
                 odd->says, odd->value);
        assert_int_equal(offline_sort(&limits, &desc, text, sizeof text, &plan),
                         GLSORT_ERROR_ARGUMENT);
        assert_string_equal(text, wanted);
        assert_null(plan);
        assert_int_equal(glsort_max_count(&limits, &desc, &reason), 0);
        assert_string_equal(reason, odd->says);
    }
}

// Zero stands for none; another alignment that no device has is refused as with compute.
TEST(without_compute_its_limits_may_be_missing)
{
    struct glsort_limits limits = least_limits(330, 0);
    glsort_plan* plan = NULL;
    const glsort_sort_desc desc = {.max_count = 1000};
    limits.storage_alignment = 0;
    limits.group_count = 0;
    assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &plan), GLSORT_OK);
    glsort_plan_destroy(plan);
    limits.storage_alignment = 3;
    assert_int_equal(offline_sort(&limits, &desc, NULL, 0, &plan), GLSORT_ERROR_ARGUMENT);
}

// ---- by hand --------------------------------------------------------------------------

#define COMPUTE .backend = GLSORT_BACKEND_COMPUTE
#define DRAWS .backend = GLSORT_BACKEND_FRAGMENT
#define SPAN "from the first element to the last"

// Of a block of 2^24 bytes, or of a texture of 2048 x 2048 texels.
TEST(the_largest_count_knows_the_size_of_elements)
{
    static const struct {
        uint32_t most;
        const char* reason;
        glsort_sort_desc desc;
    } rows[] = {
        {1 << 22, "", {COMPUTE}},
        {1 << 21, "8 bytes", {COMPUTE, .key = GLSORT_KEY_I64}},
        {1 << 20, "16 bytes", {COMPUTE, .values = GLSORT_VALUES_16_BYTES}},
        // From the first byte of the first key to the last of the last one.
        {1 << 19, SPAN, {COMPUTE, .key_stride = 32}},
        {1 << 18, SPAN, {COMPUTE, .values = GLSORT_VALUES_4_BYTES, .value_stride = 64}},
        {1 << 22, "", {DRAWS}},
        {1 << 20, "4 texels", {DRAWS, .values = GLSORT_VALUES_16_BYTES}},
        {1 << 22, "", {.key = GLSORT_KEY_U64, .textures = GLSORT_TEXTURES_ALL}},
        {1 << 19, "a texel for each word", {DRAWS, .key_stride = 32}},
    };
    glsort_limits limits = least_limits(430, 0);
    limits.storage_block_bytes = 1 << 24;
    limits.texture_size = 2048;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        const char* reason = "";
        const uint32_t most = glsort_max_count(&limits, &rows[i].desc, &reason);
        if (most != rows[i].most || strstr(reason, rows[i].reason) == NULL)
            fail_msg("row %zu: %u, %s", i, most, reason);
    }
}
