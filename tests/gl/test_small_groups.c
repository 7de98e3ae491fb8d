// SPDX-License-Identifier: MIT
// Devices whose work groups have 256 invocations, 16 KiB of shared memory and 8 storage
// blocks: what they are said to sort they sort.
#include "gl_orderer.h"
#include "gl_sorter.h"
#include "gl_suite.h"
#include "shared/radix.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { PARTS = 130 * RADIX_PART }; // elements of which a tile has two parts

static struct gl_sorter_desc tiles(uint32_t max_count, uint32_t way)
{
    static const glsort_tuning tuning = {.method = GLSORT_METHOD_RADIX_TILES};
    return (struct gl_sorter_desc){
        .plan = {.max_count = max_count,
                 .key = (glsort_key)(way % 3),
                 .direction = (glsort_direction)(way / 3 % 2),
                 .values = (glsort_values)((way + 1) % 3),
                 .tuning = &tuning},
        .in_place = way % 4 == 3,
        .leads = {1, 2, 3, 6, 7},
    };
}

static void every_form_sorts_what_it_is_said_to_sort(void** state)
{
    static const uint32_t counts[] = {0, 1, 33, 257, 2049, 9001};
    glsort_limits limits;
    const glsort_form* form;
    glsort_context_limits(context, &limits);
    assert_int_equal(limits.group_size, 256);
    assert_int_equal(limits.shared_bytes, 16384);
    assert_int_equal(limits.storage_blocks, 8);
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        for (uint32_t values = 0; values <= GLSORT_VALUES_4_BYTES; ++values) {
            struct gl_sorter s;
            struct gl_sorter_desc desc = {.plan = form->desc};
            if (!gl_form_among(&(struct gl_form){.name = form->name},
                               (const char* const[]){"rank", "rank-all", "bitonic-blocks",
                                                     "abisort-fused", "radix-items",
                                                     "radix-tiles", NULL}) ||
                glsort_max_count(&limits, &desc.plan, NULL) < 9001)
                continue;
            desc.plan.max_count = 9001;
            desc.plan.values = (glsort_values)values;
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
            gl_sorter_close(&s);
        }
}

static void ranges_of_bits_are_sorted_by_narrow_tiles(void** state)
{
    const uint32_t step = gl_test_all() ? 1 : 11;
    for (uint32_t at = 0; at < 32 * 32; at += step) {
        const uint32_t first = at % 32, bits = at / 32 + 1;
        struct gl_sorter s;
        struct gl_sorter_desc desc = tiles(RADIX_PART + 300, at / step);
        if (first + bits > 32)
            continue;
        desc.plan.first_bit = first;
        desc.plan.bit_count = bits;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, at, RADIX_PART + 300);
        gl_sorter_check(&s, DATA_SPECIAL, at, 150);
        gl_sorter_close(&s);
    }
}

static void narrow_tiles_have_parts_and_groups_have_tiles(void** state)
{
    static const uint32_t counts[] = {0,
                                      1,
                                      RADIX_PART,
                                      RADIX_PART + 1,
                                      2 * RADIX_PART - 1,
                                      2 * RADIX_PART,
                                      9 * RADIX_PART + 5,
                                      PARTS};
    for (uint32_t way = 0; way < 4; ++way) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = tiles(PARTS, way);
        desc.plan.count_source =
            way % 2 == 0 ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check_each(&s, counts, sizeof counts / sizeof counts[0]);
        gl_sorter_close(&s);
    }
    if (gl_test_samples(&harness))
        return;
    const uint32_t many = (RADIX_MOST_GROUPS + 3) * RADIX_PART - 5;
    for (uint32_t way = 0; way < (gl_test_all() ? 2 : 1); ++way) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = tiles(many, way);
        desc.plan.expected_count = 1000;
        desc.plan.count_source =
            way == 0 ? GLSORT_COUNT_FROM_BUFFER : GLSORT_COUNT_FROM_ARGS;
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_LOW_ENTROPY, 1, many);
        gl_sorter_check(&s, DATA_LOW_ENTROPY, 2, 3 * RADIX_PART + 7);
        gl_sorter_close(&s);
    }
}

// Bits that all keys share; a scatter fewer, and none at all.
static void narrow_tiles_skip_digits_that_are_the_same(void** state)
{
    static const uint32_t same[] = {0xFFu, 0xFF00u, 0xFF0000FFu, 0xFFFFFFFFu};
    for (uint32_t way = 0; way < 4 * 2; ++way) {
        const uint32_t count = 2 * RADIX_PART + 77;
        struct gl_sorter s;
        struct gl_sorter_desc desc = tiles(count, way);
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_fill(&s, DATA_UNIFORM, way, count);
        for (uint32_t i = 0; i < count; ++i)
            s.keys[i] = (s.keys[i] & ~same[way / 2]) | (0xA5C3F00Fu & same[way / 2]);
        gl_sorter_check_filled(&s, count);
        gl_sorter_close(&s);
    }
}

static void narrow_tiles_sort_draw_orders(void** state)
{
    static const glsort_tuning tuning = {.method = GLSORT_METHOD_RADIX_TILES};
    for (uint32_t way = 0; way < 8; ++way) {
        const glsort_order_desc desc = {
            .max_count = 2 * RADIX_PART + 100,
            .max_views = 1 + way % 2,
            .key_bits = 16 + way % 3 * 8,
            .cull = way / 2 % 2 == 0 ? GLSORT_CULL_NONE : GLSORT_CULL_FRUSTUM,
            .flags = GLSORT_ORDER_WRITES_VISIBLE,
            .count_source =
                way / 4 == 0 ? GLSORT_COUNT_FROM_ARGS : GLSORT_COUNT_FROM_BUFFER,
            .tuning = &tuning};
        struct gl_orderer o;
        gl_orderer_open(&o, &harness, context, &desc, desc.max_count, way);
        gl_orderer_fill(&o, (enum gl_order_data)(way % ORDER_DATA_COUNT), ORDER_SHARE_50,
                        desc.max_views, way);
        gl_orderer_check(&o, desc.max_count);
        gl_orderer_check(&o, RADIX_PART + 1);
        gl_orderer_close(&o);
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_sorts_what_it_is_said_to_sort),
        cmocka_unit_test(ranges_of_bits_are_sorted_by_narrow_tiles),
        cmocka_unit_test(narrow_tiles_have_parts_and_groups_have_tiles),
        cmocka_unit_test(narrow_tiles_skip_digits_that_are_the_same),
        cmocka_unit_test(narrow_tiles_sort_draw_orders),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .mock = &mock,
        .limits = {.group_size = 256, .shared_bytes = 16384, .storage_blocks = 8},
        .context = &context,
        .apis = GL_API_COMPUTE,
        .apis_of_all = GL_API_ES_COMPUTE,
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
