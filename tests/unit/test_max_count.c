// SPDX-License-Identifier: MIT
// glsort_max_count and plan creation are one truth: over random devices and descriptors,
// a plan of every count up to the promised one can be made, and none of a larger one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "host_test.h"
#include "plans.h"

#include <glsort/glsort_inspect.h>
#include <glsort/glsort.h>

// ---- random devices and descriptors ---------------------------------------------------

#define PICK(STATE, ...)                                                                 \
    pick(STATE, (const uint64_t[]){__VA_ARGS__},                                         \
         sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static uint64_t pick(uint64_t* state, const uint64_t* list, size_t count)
{
    return list[host_random(state) % count];
}

static bool toss(uint64_t* state)
{
    return (host_random(state) & 1u) != 0;
}

static uint32_t from_zero_to(uint64_t* state, uint32_t last)
{
    return host_random(state) % (last + 1);
}

static struct glsort_limits random_limits(uint64_t* state)
{
    static const uint32_t versions[] = {430, 430, 430, 330, 300};
    uint32_t version = versions[host_random(state) % 5];
    struct glsort_limits l;
    assert_int_equal(glsort_limits_minimum(version, version == 300, &l), GLSORT_OK);
    l.texture_size = (uint32_t)PICK(state, 64, 1024, 2048, 16384);
    l.texture_layers = (uint32_t)PICK(state, 256, 2048);
    l.draw_buffers = (uint32_t)PICK(state, 4, 8);
    if (!l.has_compute)
        return l;
    l.is_software = toss(state);
    l.storage_block_bytes = PICK(state, 1u << 16, 1u << 27, 1u << 31, 1ull << 34);
    l.storage_blocks = (uint32_t)PICK(state, 8, 9, 16);
    l.group_count = (uint32_t)PICK(state, 65535, 0x7FFFFFFF);
    l.group_size = (uint32_t)PICK(state, 256, 512, 1024, 1536);
    l.shared_bytes = (uint32_t)PICK(state, 16384, 32768, 49152);
    l.subgroup_size = toss(state) ? 32 : 0;
    l.chained_scan = toss(state);
    l.pair_texels = (uint32_t)PICK(state, 0, 1u << 28, 1u << 30);
    return l;
}

// Half of the fields that have a default are left at it.
static glsort_sort_desc random_desc(uint64_t* state, glsort_tuning* tuning)
{
#define MAYBE(LAST) (toss(state) ? from_zero_to(state, LAST) : 0)
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

static bool can_be_made(const glsort_limits* limits, glsort_sort_desc desc,
                        uint32_t count)
{
    glsort_plan* plan = NULL;
    desc.max_count = count;
    glsort_result result = offline_sort(limits, &desc, NULL, 0, &plan);
    assert_int_equal(plan != NULL, result == GLSORT_OK);
    glsort_plan_destroy(plan);
    return result == GLSORT_OK;
}

static void expect_one_truth(const glsort_limits* limits, const glsort_sort_desc* desc,
                             uint64_t* state)
{
    const char* reason = NULL;
    uint32_t most = glsort_max_count(limits, desc, &reason);
    assert_non_null(reason);
    uint32_t below = most > 0 ? 1 + host_random(state) % most : 0;
    uint32_t above =
        most < UINT32_MAX ? most + 1 + host_random(state) % (UINT32_MAX - most) : most;
    const uint32_t counts[] = {1, below, most, most + 1, above};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        if (counts[i] > 0 && can_be_made(limits, *desc, counts[i]) != (counts[i] <= most))
            fail_msg("a plan of %u elements is %s, and the most is %u (%s)", counts[i],
                     counts[i] <= most ? "refused" : "made", most, reason);
    }
}

TEST(a_plan_can_be_made_of_every_count_up_to_the_most_and_of_no_other)
{
    uint64_t seed = 20261123;
    uint32_t rounds = host_test_all() ? 200000 : 5000;
    uint32_t possible = 0;
    for (uint32_t i = 0; i < rounds; ++i) {
        glsort_limits limits = random_limits(&seed);
        glsort_tuning tuning;
        glsort_sort_desc desc = random_desc(&seed, &tuning);
        expect_one_truth(&limits, &desc, &seed);
        possible += glsort_max_count(&limits, &desc, NULL) > 0;
    }
    assert_in_range(possible, rounds / 10, rounds - rounds / 10);
}

TEST(a_texture_of_keys_holds_one_a_texel)
{
    static const glsort_algorithm algorithms[] = {
        GLSORT_ALGORITHM_AUTO, GLSORT_ALGORITHM_ABISORT, GLSORT_ALGORITHM_BITONIC};
    glsort_limits limits = least_limits(300, 1);
    for (size_t i = 0; i < 3; ++i) {
        glsort_sort_desc desc = {.tuning =
                                     &(const glsort_tuning){.algorithm = algorithms[i]},
                                 .textures = GLSORT_TEXTURES_ALL};
        assert_int_equal(limits.texture_size, 2048);
        assert_int_equal(glsort_max_count(&limits, &desc, NULL), 2048 * 2048);
    }
}

// From the first byte of the first key to the last of the last one.
TEST(the_range_of_strided_keys_must_fit)
{
    glsort_limits limits = least_limits(430, 0);
    const char* reason = "";
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_RADIX},
        .key_stride = 32};
    limits.storage_block_bytes = (1u << 24) + 4;
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), (1u << 19) + 1);
    assert_non_null(strstr(reason, "from the first element to the last"));
    limits.storage_block_bytes -= 1;
    assert_int_equal(glsort_max_count(&limits, &desc, NULL), 1u << 19);
    desc.key_stride = 0;
    desc.values = GLSORT_VALUES_4_BYTES;
    desc.value_stride = 64;
    assert_int_equal(glsort_max_count(&limits, &desc, NULL), 1u << 18);
    assert_int_equal(glsort_limits_minimum(300, 1, &limits), GLSORT_OK);
    desc.tuning = NULL;
    desc.key_stride = 32;
    desc.value_stride = 12;
    assert_int_equal(limits.texture_size, 2048);
    assert_int_equal(glsort_max_count(&limits, &desc, &reason), 2048 * 2048 / 8);
    assert_non_null(strstr(reason, "a texel for each word"));
}

static glsort_plan_info info_of(const glsort_limits* limits, const glsort_sort_desc* desc)
{
    glsort_plan_info info = {0};
    glsort_plan* plan = NULL;
    char message[256] = "";
    if (offline_sort(limits, desc, message, sizeof message, &plan) != GLSORT_OK ||
        glsort_plan_describe(plan, desc->max_count, 0, &info) != GLSORT_OK)
        fail_msg("%s", message);
    glsort_plan_destroy(plan);
    return info;
}

// A plan that discards keys has no keys_out, be it a texture or not, and takes neither
// memory nor room for a download.
TEST(the_bits_of_resources_that_a_plan_lacks_have_no_effect)
{
    static const glsort_method methods[] = {
        GLSORT_METHOD_ABISORT_FUSED, GLSORT_METHOD_TREE, GLSORT_METHOD_BITONIC_PACKED};
    glsort_limits limits = least_limits(330, 0);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; ++i) {
        glsort_sort_desc desc = {.max_count = 1000,
                                 .tuning = &(const glsort_tuning){.method = methods[i]},
                                 .values = GLSORT_VALUES_INDICES,
                                 .backend = GLSORT_BACKEND_FRAGMENT,
                                 .flags = GLSORT_PLAN_DISCARD_KEYS,
                                 .textures = GLSORT_TEXTURES_ALL};
        uint32_t most = glsort_max_count(&limits, &desc, NULL);
        glsort_plan_info all = info_of(&limits, &desc);
        desc.textures = GLSORT_TEXTURE_KEYS_IN | GLSORT_TEXTURE_VALUES_OUT;
        assert_int_equal(glsort_max_count(&limits, &desc, NULL), most);
        glsort_plan_info used = info_of(&limits, &desc);
        assert_int_equal(used.scratch_bytes, all.scratch_bytes);
        assert_int_equal(used.pass_count, all.pass_count);
    }
}
