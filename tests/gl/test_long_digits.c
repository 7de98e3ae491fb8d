// SPDX-License-Identifier: MIT
// Elements that shrink in a chain: digits of 9 bits, of which the third is cyclic, and
// words of the last digit and the value. Such chains need subgroups of 32 invocations,
// which a context here emulates in shared memory where the device has none.
#include <string.h>

#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"

GL_SUITE(.apis = 1 << GL_API_43);

// More than 2^20 elements are culled in a pass of their own.
enum { MANY = 1300000 };

static const glsort_tuning chain = {.method = GLSORT_METHOD_RADIX_CHAIN};

// For operations that all invocations of a group call.
static const char emulation[] =
    "#define EMULATED_SUBGROUPS\n"
    "#define RADIX_TAKES_TICKETS true\n"
    "shared uint emulated[1024];\n"
    "void emulated_sync() { memoryBarrierShared(); barrier(); }\n"
    "uint emulated_of(uint value, uint lane)\n"
    "{\n"
    "    emulated[gl_LocalInvocationIndex] = value;\n"
    "    emulated_sync();\n"
    "    uint got = emulated[(gl_LocalInvocationIndex & ~31u) + (lane & 31u)];\n"
    "    emulated_sync();\n"
    "    return got;\n"
    "}\n"
    "uvec4 subgroupBallot(bool is_set)\n"
    "{\n"
    "    uint chunk = gl_LocalInvocationIndex / 32u;\n"
    "    emulated[chunk] = 0u;\n"
    "    emulated_sync();\n"
    "    if (is_set)\n"
    "        atomicOr(emulated[chunk], 1u << (gl_LocalInvocationIndex & 31u));\n"
    "    emulated_sync();\n"
    "    uint mask = emulated[chunk];\n"
    "    emulated_sync();\n"
    "    return uvec4(mask, 0u, 0u, 0u);\n"
    "}\n"
    "#define EMULATED_LANE (gl_LocalInvocationIndex & 31u)\n"
    "uint subgroupShuffle(uint value, uint lane) { return emulated_of(value, lane); }\n"
    "uint subgroupShuffleXor(uint value, uint mask)\n"
    "{\n"
    "    return emulated_of(value, EMULATED_LANE ^ mask);\n"
    "}\n"
    "uint subgroupShuffleUp(uint value, uint by)\n"
    "{\n"
    "    return emulated_of(value, EMULATED_LANE - by);\n"
    "}\n";

static bool is_emulated(void)
{
    return harness.limits.subgroup_size != 32;
}

// From one case to the next: all of them on a GPU.
static uint32_t step(uint32_t sampled)
{
    return is_emulated() && !gl_test_all() ? sampled : 1;
}

static glsort_context* open_context(void)
{
    if (!is_emulated())
        return gl_harness_context(&harness, 0);
    mock.subgroups = (struct gl_subgroups){
        .offered = true, .warps = true, .size = 32, .warp_size = 32};
    return gl_mock_context_defining(&mock, 0, emulation);
}

static void close_context(glsort_context* warps)
{
    glsort_context_destroy(warps);
    mock.subgroups = (struct gl_subgroups){.offered = false};
}

// Fails the test unless a pass of the plan has these defines.
static void expect_defines(glsort_plan* plan, uint32_t count, uint32_t parts,
                           const char* defines)
{
    glsort_plan_info info;
    glsort_pass_info pass;
    bool found = false;
    assert_int_equal(glsort_plan_describe(plan, count, parts, &info), GLSORT_OK);
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        assert_int_equal(glsort_plan_pass(plan, i, &pass), GLSORT_OK);
        found |= strstr(pass.label, defines) != NULL;
    }
    assert_true(found);
}

#define LONG "PAIRS=3 SUBGROUPS=1 SHAPE="

// Sorts of which only the indices are wanted, by the bits of the key.
static const struct {
    uint32_t max_count, first_bit, bits;
    glsort_key key;
    const char* defines;
} sorts[] = {
    {20000, 0, 17, GLSORT_KEY_U32, LONG "1 LONG_DIGITS=1"},
    {20000, 7, 25, GLSORT_KEY_F32, LONG "1 LONG_DIGITS=1"},
    {600000, 3, 26, GLSORT_KEY_I32, LONG "2 LONG_DIGITS=1"},
    {1 << 23, 0, 27, GLSORT_KEY_U32, LONG "5 LONG_DIGITS=1"},
    {1 << 24, 6, 26, GLSORT_KEY_F32, LONG "5 LONG_DIGITS=1"},
    {1 << 24, 14, 18, GLSORT_KEY_U32, LONG "5 LONG_DIGITS=1"},
    {1 << 24, 0, 32, GLSORT_KEY_F32, LONG "3"},
    {1 << 24, 0, 24, GLSORT_KEY_U32, LONG "3"},
};

// With keys that have some bits in common, so that digits are skipped.
static void check_sort(glsort_context* warps, uint32_t i)
{
    static const uint32_t same[] = {0,          0x1FF,      0x3FE00,   0x7FC0000,
                                    0x3FFFF,    0xFFFFFE00, 0xFF00FF,  0xFFFF0000,
                                    0xFF000000, 0xFFFFFF00, 0xFFFFFFFF};
    static const uint32_t counts[] = {0, 1, 2047, 2049, 5761, 11000};
    struct gl_sorter s;
    struct gl_view view;
    const struct gl_sorter_desc desc = {
        .plan = {.max_count = sorts[i].max_count,
                 .key = sorts[i].key,
                 .first_bit = sorts[i].first_bit,
                 .bit_count = sorts[i].bits,
                 .values = GLSORT_VALUES_INDICES,
                 .direction = (glsort_direction)(i % 2),
                 .count_source =
                     i < 2 ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS,
                 .flags = GLSORT_PLAN_DISCARD_KEYS,
                 .tuning = &chain},
        .room = i < 2 ? 0 : 11000,
        .leads = {1, 2, 3, (i / 4) % 2, 7}, // pairs in the outputs, or none
    };
    gl_sorter_open(&s, &harness, warps, &desc);
    expect_defines(s.plan, desc.plan.max_count, 0, sorts[i].defines);
    gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
    for (uint32_t at = i % 4; at < sizeof same / sizeof same[0]; at += step(4)) {
        gl_sorter_check_alike(&s, &same[at], at, 3000);
    }
    gl_view_open(&view, &s);
    gl_sorter_watch(&s, &view, DATA_UNIFORM, 2500);
    gl_view_close(&view);
    gl_sorter_close(&s);
}

TEST(sorts_for_indices_alone_shrink)
{
    glsort_context* warps = open_context();
    for (uint32_t i = 0; i < sizeof sorts / sizeof sorts[0]; i += step(2))
        check_sort(warps, i);
    close_context(warps);
}

// The key of a depth: the depth along the z axis with these bits as an ordered integer.
// No denormal numbers, which some devices take for 0.
static void set_depth(struct gl_orderer* o, uint32_t at, uint32_t key)
{
    uint32_t bits = key >= 0x80000000u ? key ^ 0x80000000u : ~key;
    uint32_t* position = o->position_words + 3 * at;
    if ((bits & 0x7F800000u) == 0)
        bits = 0;
    position[0] = position[1] = 0;
    position[2] = bits;
}

// Keys from `base` to `base + range`, which wrap; no element is outside of the frustum.
static void check_range(struct gl_orderer* o, uint32_t count, uint32_t base,
                        uint32_t range, uint64_t seed)
{
    gl_orderer_fill(o, ORDER_DATA_SAME, ORDER_SHARE_0, 1, seed);
    for (uint32_t i = 0; i < count; ++i)
        set_depth(o, i, base + (uint32_t)(gl_random(&seed) % ((uint64_t)range + 1)));
    set_depth(o, count / 2, base);
    set_depth(o, count / 3, base + range);
    gl_area_write(&o->positions, o->position_words, o->positions.room);
    o->args.views[0] = (glsort_order_view){.axis = {0, 0, 1}, .clip = {[15] = 1}};
    gl_orderer_check(o, count);
}

static void open_culled(struct gl_orderer* o, glsort_context* warps, uint32_t max_count,
                        glsort_draw_direction direction)
{
    const glsort_order_desc desc = {
        .max_count = max_count,
        .direction = direction,
        .cull = GLSORT_CULL_FRUSTUM,
        .flags = GLSORT_ORDER_WRITES_VISIBLE,
        .tuning = &chain,
    };
    gl_orderer_open(o, &harness, warps, &desc, 0, max_count);
}

// The third digit begins at bit 18 and has 9 bits.
TEST(depths_of_every_range_are_sorted)
{
    enum { COUNT = 2500, WHOLE = 1 << 27, BIT_18 = 1 << 18 };
    static const uint32_t bases[] = {0xA0000000u, 0x9FFC0000u, 0x40000000u, 0x7FFC0000u};
    glsort_context* warps = open_context();
    struct gl_orderer o;
    for (uint32_t direction = 0; direction < 2; ++direction) {
        open_culled(&o, warps, MANY, (glsort_draw_direction)direction);
        expect_defines(o.order, o.desc.max_count, 1, LONG "5 LONG_DIGITS=1");
        for (uint32_t bits = 4 * direction; bits <= 32; bits += step(8)) {
            const uint32_t range = (uint32_t)((UINT64_C(1) << bits) - 1);
            check_range(&o, COUNT, 0x9E3779B9u & ~range, range, bits);
        }
        // The most that three digits hold, and one more.
        for (uint32_t i = direction; i < 4; i += step(4)) {
            check_range(&o, COUNT, bases[i], WHOLE - 1, i);
            check_range(&o, COUNT, bases[i], WHOLE, i);
            check_range(&o, COUNT, bases[i] + BIT_18 - 1, WHOLE - BIT_18 + 1, i);
            check_range(&o, COUNT, bases[i] + BIT_18 - 1, WHOLE - BIT_18 + 2, i);
        }
        check_range(&o, 1, 0xA0000000u, 0, 9);
        gl_orderer_check(&o, 0);
        gl_orderer_close(&o);
    }
    close_context(warps);
}

// Positions behind the eye, infinite and NaN, in views with ranges of their own; numbers
// alive on the GPU; elements that a frustum rejects.
TEST(draw_orders_of_points_shrink)
{
    static const uint32_t counts[] = {5000, 3, 0, 2049};
    glsort_context* warps = open_context();
    for (uint32_t way = 0; way < 8; way += step(3)) {
        const bool culls = way / 4 == 1;
        const glsort_order_desc desc = {
            .max_count = MANY,
            .max_views = 1 + way % 2,
            .direction = (glsort_draw_direction)(way % 2),
            .cull = culls ? GLSORT_CULL_FRUSTUM : GLSORT_CULL_NONE,
            .count_source = (glsort_count_source)(way / 2 % 2),
            .flags = GLSORT_ORDER_WRITES_VISIBLE,
            .tuning = &chain,
        };
        struct gl_orderer o;
        gl_orderer_open(&o, &harness, warps, &desc, 0, way);
        expect_defines(o.order, desc.max_count, 1,
                       culls ? LONG "5 LONG_DIGITS=1" : LONG "3");
        for (uint32_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
            gl_orderer_fill(&o, (enum gl_order_data)((way + i) % ORDER_DATA_COUNT),
                            culls ? ORDER_SHARE_PERSPECTIVE : ORDER_SHARE_0,
                            desc.max_views, way);
            gl_orderer_check(&o, counts[i]);
        }
        gl_orderer_close(&o);
    }
    close_context(warps);
}
