// SPDX-License-Identifier: MIT
// The bitonic networks against a stable sort on the CPU, index for index, with guard
// words around everything: every count up to two tiles, and counts next to multiples of a
// tile.
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static glsort_context* context;

enum { EVERY = 2100 };

static const glsort_values all_values[] = {GLSORT_VALUES_NONE, GLSORT_VALUES_INDICES,
                                           GLSORT_VALUES_4_BYTES};

static struct gl_sorter_desc desc_of(glsort_method network, uint32_t max_count)
{
    bool fragment = network == GLSORT_METHOD_BITONIC_COLUMNS ||
                    network == GLSORT_METHOD_BITONIC_PACKED;
    static glsort_tuning tunings[GLSORT_METHOD_RADIX_GATHER + 1];
    tunings[network].method = network;
    return (struct gl_sorter_desc){
        .plan = {.backend = fragment ? GLSORT_BACKEND_FRAGMENT : GLSORT_BACKEND_COMPUTE,
                 .tuning = &tunings[network],
                 .max_count = max_count},
        .leads = {3, 5, 1, 7, 0},
    };
}

static void check_counts(const struct gl_sorter_desc* desc, uint32_t first, uint32_t end,
                         uint32_t stride)
{
    struct gl_sorter s;
    gl_sorter_open(&s, &harness, context, desc);
    for (uint32_t count = first; count <= end; count += stride)
        gl_sorter_check(&s, count % 3 == 0 ? DATA_LOW_ENTROPY : DATA_UNIFORM, count,
                        count);
    gl_sorter_close(&s);
}

// Values of every kind, both orders, keys of every type, by turns.
static void check_shapes(glsort_method network, const uint32_t strides[3])
{
    for (uint32_t i = 0; i < 3; ++i) {
        struct gl_sorter_desc desc = desc_of(network, EVERY);
        desc.plan.values = all_values[i];
        desc.plan.direction = i % 2 == 0 ? GLSORT_ASCENDING : GLSORT_DESCENDING;
        desc.plan.key = (glsort_key)i;
        check_counts(&desc, 0, EVERY, strides[i]);
        desc.plan.direction = i % 2 == 0 ? GLSORT_DESCENDING : GLSORT_ASCENDING;
        check_counts(&desc, i, EVERY, 97);
    }
}

static void blocks_sort_counts_to_2100(void** state)
{
    uint32_t one = gl_test_all() ? 1 : 7;
    if (!harness.has_compute)
        return; // a form of compute passes alone
    check_shapes(GLSORT_METHOD_BITONIC_BLOCKS, (const uint32_t[3]){one, one, one});
}

static void two_kernels_sort_counts_to_2100(void** state)
{
    if (!harness.has_compute)
        return;
    check_shapes(GLSORT_METHOD_BITONIC_TWO_KERNELS, (const uint32_t[3]){11, 7, 13});
}

// Fragment passes are many: every third count once, where there is nothing else.
static void packed_passes_sort_counts_to_2100(void** state)
{
    uint32_t one = gl_test_all() ? 1 : harness.api == GL_API_33 ? 3 : 61;
    check_shapes(GLSORT_METHOD_BITONIC_PACKED, (const uint32_t[3]){83, one, 89});
}

static void columns_sort_counts_to_2100(void** state)
{
    check_shapes(GLSORT_METHOD_BITONIC_COLUMNS, (const uint32_t[3]){101, 53, 103});
}

static void check_around_tiles(glsort_method network, uint32_t most, uint32_t tile)
{
    struct gl_sorter_desc desc = desc_of(network, most + tile + 1);
    desc.plan.values = GLSORT_VALUES_4_BYTES;
    struct gl_sorter s;
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t tiles = 2; tiles * tile <= most + tile; tiles += 1 + tiles / 4)
        for (uint32_t i = 0; i < 3; ++i)
            gl_sorter_check(&s, DATA_UNIFORM, tiles, tiles * tile - 1 + i);
    gl_sorter_close(&s);
}

static void counts_around_tiles_sort_as_on_the_cpu(void** state)
{
    if (!harness.has_compute) {
        check_around_tiles(GLSORT_METHOD_BITONIC_PACKED, 1u << 12, 1024);
        return;
    }
    check_around_tiles(GLSORT_METHOD_BITONIC_BLOCKS, 1u << 15, 1024);
    check_around_tiles(GLSORT_METHOD_BITONIC_BLOCKS, gl_test_all() ? 1u << 18 : 1u << 16,
                       4096);
    check_around_tiles(GLSORT_METHOD_BITONIC_TWO_KERNELS, 1u << 13, 512);
    struct gl_sorter_desc many = desc_of(GLSORT_METHOD_BITONIC_BLOCKS, (1u << 21) + 4099);
    many.plan.values = GLSORT_VALUES_4_BYTES;
    if (gl_test_all())
        check_counts(&many, many.plan.max_count / 3, many.plan.max_count, 700001);
}

static void check_kinds_of_data(const struct gl_sorter_desc* desc)
{
    struct gl_sorter s;
    gl_sorter_open(&s, &harness, context, desc);
    for (int data = 0; data < DATA_COUNT; ++data)
        gl_sorter_check(&s, (enum gl_data)data, (uint64_t)data, desc->plan.max_count);
    gl_sorter_close(&s);
}

static void every_kind_of_data_sorts_in_place(void** state)
{
    static const glsort_method networks[] = {
        GLSORT_METHOD_BITONIC_PACKED, GLSORT_METHOD_BITONIC_COLUMNS,
        GLSORT_METHOD_BITONIC_BLOCKS, GLSORT_METHOD_BITONIC_TWO_KERNELS};
    for (uint32_t i = 0; i < (harness.has_compute ? 4u : 2u); ++i)
        for (uint32_t v = 0; v < 3; ++v) {
            struct gl_sorter_desc desc = desc_of(networks[i], 3001);
            desc.in_place = true;
            desc.plan.key = GLSORT_KEY_F32;
            desc.plan.values = all_values[v];
            check_kinds_of_data(&desc);
            desc.plan.max_count = 700;
            check_kinds_of_data(&desc);
        }
}

static void textures_sort_in_place(void** state)
{
    for (int i = GLSORT_METHOD_BITONIC_PACKED; i <= GLSORT_METHOD_BITONIC_COLUMNS; ++i)
        for (uint32_t v = 0; v < 3; ++v) {
            struct gl_sorter_desc desc = desc_of((glsort_method)i, 1500);
            desc.in_place = true;
            desc.plan.textures = GLSORT_TEXTURES_ALL;
            desc.plan.values = all_values[v];
            check_kinds_of_data(&desc);
        }
}

static void discarded_keys_leave_sorted_values(void** state)
{
    static const uint32_t counts[] = {300, 5000, 70000};
    for (uint32_t i = 0; harness.has_compute && i < 3; ++i) {
        struct gl_sorter_desc desc = desc_of(GLSORT_METHOD_BITONIC_BLOCKS, counts[i]);
        desc.plan.flags = GLSORT_PLAN_DISCARD_KEYS;
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        check_counts(&desc, counts[i] / 2, counts[i], counts[i] / 2 - 1);
    }
}

static void a_count_that_the_gpu_knows_sorts_in_blocks(void** state)
{
    static const uint32_t most[] = {900, 5000, 70000};
    for (uint32_t i = 0; harness.has_compute && i < 3; ++i) {
        struct gl_sorter_desc desc = desc_of(GLSORT_METHOD_BITONIC_BLOCKS, most[i]);
        desc.plan.count_source = GLSORT_COUNT_FROM_BUFFER;
        desc.plan.values = all_values[i];
        check_counts(&desc, 0, most[i], most[i] / 25);
        desc.in_place = true;
        check_counts(&desc, 1, most[i], most[i] / 3);
    }
}

static void the_local_sort_alone_serves_every_group_size(void** state)
{
    for (uint32_t size = 1; harness.has_compute && size <= 1024; size *= 2)
        for (int i = GLSORT_METHOD_BITONIC_LOCAL_READ;
             i <= GLSORT_METHOD_BITONIC_LOCAL_KEEP; ++i) {
            struct gl_sorter_desc desc = desc_of((glsort_method)i, size);
            desc.plan.tuning =
                &(const glsort_tuning){.method = (glsort_method)i, .local_size = size};
            desc.plan.values = all_values[size % 3];
            desc.plan.direction = GLSORT_DESCENDING;
            desc.in_place = size % 2 == 0;
            check_counts(&desc, 0, size, 1 + size / 7);
            check_kinds_of_data(&desc);
        }
}

static void the_local_sort_serves_many_blocks_alone(void** state)
{
    for (uint32_t size = 1; harness.has_compute && size <= 1024; size *= 4)
        for (int i = GLSORT_METHOD_BITONIC_LOCAL_READ;
             i <= GLSORT_METHOD_BITONIC_LOCAL_KEEP; ++i) {
            struct gl_sorter s;
            struct gl_sorter_desc desc = desc_of((glsort_method)i, 5000);
            desc.plan.tuning =
                &(const glsort_tuning){.method = (glsort_method)i, .local_size = size};
            desc.plan.values =
                size % 3 == 1 ? GLSORT_VALUES_4_BYTES : GLSORT_VALUES_INDICES;
            desc.in_place = i == GLSORT_METHOD_BITONIC_LOCAL_KEEP;
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check(&s, DATA_LOW_ENTROPY, 5000, 5000);
            gl_sorter_check(&s, DATA_LOW_ENTROPY, size, size);
            gl_sorter_check(&s, DATA_LOW_ENTROPY, size, 3 * size + size / 2);
            gl_sorter_close(&s);
        }
}

static void wide_elements_are_sorted_in_one_block_alone(void** state)
{
    const glsort_sort_desc descs[] = {
        {.key = GLSORT_KEY_U64},
        {.values = GLSORT_VALUES_8_BYTES},
        {.bit_count = 8},
    };
    for (size_t i = 0; harness.has_compute && i < sizeof descs / sizeof *descs; ++i) {
        struct gl_sorter s;
        glsort_sort_desc desc = descs[i];
        glsort_plan* plan = NULL;
        desc.max_count = 256;
        desc.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_BITONIC_LOCAL_KEEP,
                                             .local_size = 256};
        gl_sorter_open_odd(&s, &harness, context, &desc, i % 2 == 0);
        gl_sorter_check(&s, DATA_FEW, i, 256);
        gl_sorter_close(&s);
        desc.max_count = 257;
        assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_LIMIT);
        assert_non_null(
            strstr(glsort_last_error(context), "a single block of local_size"));
    }
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_passes_sort_counts_to_2100),
        cmocka_unit_test(columns_sort_counts_to_2100),
        cmocka_unit_test(counts_around_tiles_sort_as_on_the_cpu),
        cmocka_unit_test(every_kind_of_data_sorts_in_place),
        cmocka_unit_test(textures_sort_in_place),
        cmocka_unit_test(discarded_keys_leave_sorted_values),
        cmocka_unit_test(a_count_that_the_gpu_knows_sorts_in_blocks),
        cmocka_unit_test(the_local_sort_alone_serves_every_group_size),
        cmocka_unit_test(the_local_sort_serves_many_blocks_alone),
        cmocka_unit_test(wide_elements_are_sorted_in_one_block_alone),
        cmocka_unit_test(blocks_sort_counts_to_2100),
        cmocka_unit_test(two_kernels_sort_counts_to_2100),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .context = &context,
        .apis = GL_API_COMPUTE | 1 << GL_API_33 | 1 << GL_API_ES30,
        .apis_of_all = GL_API_ES_COMPUTE,
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
