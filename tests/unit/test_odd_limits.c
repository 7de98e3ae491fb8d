// SPDX-License-Identifier: MIT
// Limits that no device has, as an offline plan may be given: refused by name, or served
// without harm. Meant for sanitizers, too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "host_data.h"
#include "host_setups.h"
#include "host_test.h"
#include "plans.h"
#include "desc.h"

// ---- refused --------------------------------------------------------------------------

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
    {UNIFORM, 1u << 28, "limits.uniform_alignment" POWER},
    {UNIFORM, 1u << 31, "limits.uniform_alignment" POWER},
    {UNIFORM, UINT32_MAX, "limits.uniform_alignment" POWER},
    {STORAGE, 0, "limits.storage_alignment" POWER},
    {STORAGE, 257, "limits.storage_alignment" POWER},
    {STORAGE, 1u << 31, "limits.storage_alignment" POWER},
    {GROUPS, 0, "limits.group_count must be at least 1"},
    {TEXTURE, 1u << 31, "limits.texture_size must be at most 2147483647"},
    {TEXTURE, UINT32_MAX, "limits.texture_size must be at most 2147483647"},
};

static struct glsort_limits with_odd(const struct odd_limit* odd)
{
    struct glsort_limits limits = least_limits(430, 0);
    memcpy((char*)&limits + odd->at, &odd->value, sizeof odd->value);
    return limits;
}

TEST(a_limit_that_no_device_has_is_refused_with_its_value)
{
    for (size_t i = 0; i < sizeof odd_limits / sizeof odd_limits[0]; ++i) {
        const struct odd_limit* odd = &odd_limits[i];
        const struct glsort_limits limits = with_odd(odd);
        const glsort_sort_desc desc = {.max_count = 1000};
        char wanted[160], text[256] = "";
        glsort_plan* plan = NULL;
        snprintf(wanted, sizeof wanted, "glsort_context_create_offline: %s; it is %u",
                 odd->says, odd->value);
        assert_int_equal(offline_sort(&limits, &desc, text, sizeof text, &plan),
                         GLSORT_ERROR_ARGUMENT);
        assert_string_equal(text, wanted);
        assert_null(plan);
    }
}

TEST(the_largest_count_names_an_odd_limit_too)
{
    for (size_t i = 0; i < sizeof odd_limits / sizeof odd_limits[0]; ++i) {
        const struct glsort_limits limits = with_odd(&odd_limits[i]);
        const char* reason = NULL;
        assert_int_equal(glsort_max_count(&limits, &(glsort_sort_desc){0}, &reason), 0);
        assert_string_equal(reason, odd_limits[i].says);
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

TEST(the_largest_texture_holds_the_most_elements)
{
    static const uint32_t sizes[] = {1u << 15, 1u << 16, 1u << 20, INT32_MAX};
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        uint32_t before = 0;
        if (host_setup_at(i)->desc.backend != GLSORT_BACKEND_FRAGMENT)
            continue;
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; ++s) {
            struct glsort_limits limits = least_limits(430, 0);
            limits.texture_size = sizes[s];
            uint32_t most = glsort_max_count(&limits, &host_setup_at(i)->desc, NULL);
            assert_true(most >= before && most > 1u << 26);
            before = most;
        }
    }
}

// ---- random ---------------------------------------------------------------------------

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
    struct glsort_limits limits = host_roomy_limits(430);
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

static glsort_sort_desc odd_plan(uint64_t* seed, glsort_tuning* tuning)
{
    uint32_t r = host_random(seed);
    glsort_sort_desc desc = host_setup_at(r % host_setup_count())->desc;
    *tuning = tuning_of(desc.tuning);
    desc.tuning = tuning;
    if (r >> 30 == 0)
        tuning->algorithm = (glsort_algorithm)(host_random(seed) % 5);
    if ((r >> 28) % 4 == 0)
        desc.key = (glsort_key)(host_random(seed) % 7);
    if ((r >> 26) % 4 == 0)
        desc.values = (glsort_values)(host_random(seed) % 5);
    uint32_t* const fields[] = {&tuning->local_size, &tuning->merge_size, &desc.first_bit,
                                &desc.bit_count, &desc.flags};
    if ((r >> 24) % 4 == 0)
        *fields[host_random(seed) % 5] = odd_number(seed);
    desc.max_count = odd_number(seed);
    return desc;
}

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

TEST(random_limits_give_a_plan_or_a_sentence)
{
    const int rounds = host_test_all() ? 40000 : 4000;
    uint64_t seed = 4711;
    int served = 0;
    for (int i = 0; i < rounds; ++i) {
        const struct glsort_limits limits = odd_device(&seed);
        glsort_tuning tuning;
        const glsort_sort_desc desc = odd_plan(&seed, &tuning);
        const char* reason = NULL;
        char text[512] = "";
        glsort_plan* plan = NULL;
        uint32_t most = glsort_max_count(&limits, &desc, &reason);
        assert_non_null(reason);
        glsort_result result = offline_sort(&limits, &desc, text, sizeof text, &plan);
        if (result != GLSORT_OK) {
            assert_null(plan);
            assert_memory_equal(text, "glsort_", 7);
            continue;
        }
        ++served;
        if (desc.max_count > most)
            fail_msg("round %d: %u elements, the most is %u", i, desc.max_count, most);
        check_described(plan, &desc, &seed);
        glsort_plan_destroy(plan);
    }
    assert_true(served > rounds / 20);
}
