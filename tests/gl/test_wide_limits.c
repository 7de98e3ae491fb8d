// SPDX-License-Identifier: MIT
// Wide elements on devices that can do little, through a loader that checks every binding
// and draw: as many as are said to fit do, and what a caller has around them is
// untouched.
#include <string.h>

#include <glsort/glsort_host.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_data.h"

GL_SUITE(.tests_open = true);

// As many as fit, less `spare`: what buffers that start anywhere leave.
static void sort_the_most(glsort_sort_desc desc, uint32_t spare, bool in_place)
{
    struct gl_sorter s;
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    uint32_t most = glsort_max_count(&limits, &desc, NULL);
    assert_in_range(most, spare + 64, 1 << 16);
    desc.max_count = most - spare;
    gl_sorter_open_odd(&s, &harness, context, &desc, in_place);
    gl_sorter_check(&s, DATA_UNIFORM, 1, desc.max_count);
    gl_sorter_check(&s, DATA_FEW, 2, desc.max_count - 1);
    gl_sorter_check(&s, DATA_SPECIAL, 3, 3);
    gl_sorter_close(&s);
    desc.max_count = most + 1;
    glsort_plan* plan = NULL;
    assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_LIMIT);
    assert_null(plan);
}

static const struct {
    glsort_key key;
    glsort_values values;
} types[] = {
    {GLSORT_KEY_F64, GLSORT_VALUES_INDICES},
    {GLSORT_KEY_U64, GLSORT_VALUES_16_BYTES},
    {GLSORT_KEY_F32, GLSORT_VALUES_8_BYTES},
};

TEST(textures_of_64_hold_what_they_are_said_to_hold)
{
    gl_suite_open_with(&suite, (struct gl_forced_limits){.texture_size = 64});
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        glsort_sort_desc desc = gl_forms[i].plan;
        if (desc.backend != GLSORT_BACKEND_FRAGMENT)
            continue;
        desc.key = types[i % 3].key;
        desc.values = types[i % 3].values;
        sort_the_most(desc, 0, i % 2 == 0);
    }
    gl_suite_close(&suite);
}

TEST(small_blocks_and_offsets_of_256_bytes_are_kept)
{
    if (harness.api != GL_API_43)
        return; // the others have no storage blocks
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 1 << 15,
                                                         .storage_alignment = 256,
                                                         .uniform_alignment = 256});
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        for (uint32_t at = 0; at < 3; ++at) {
            glsort_sort_desc desc = gl_forms[i].plan;
            // The nodes of trees fill a block sooner than wide elements do.
            if (desc.backend != GLSORT_BACKEND_COMPUTE ||
                desc.tuning->algorithm == GLSORT_ALGORITHM_ABISORT_TREE)
                continue;
            desc.key = types[at].key;
            desc.values = types[at].values;
            sort_the_most(desc, 64, (i + at) % 2 == 0);
        }
    }
    gl_suite_close(&suite);
}

// Then the spare place has keys and values in buffers of their own.
TEST(a_chain_sorts_pairs_that_do_not_fit_in_a_block)
{
    static const uint32_t counts[] = {1, 1024, 5000, 9000};
    struct gl_sorter s;
    struct gl_sorter_desc desc = {
        .plan = {.max_count = 9000,
                 .values = GLSORT_VALUES_4_BYTES,
                 .tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN}},
    };
    if (harness.api != GL_API_43)
        return;
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = 6 * 9000});
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t i = 0; i < 8; ++i)
        gl_sorter_check(&s, i < 4 ? DATA_UNIFORM : DATA_LOW_ENTROPY, i, counts[i % 4]);
    gl_sorter_close(&s);
    gl_suite_close(&suite);
}

static void sort_in_chunks(const glsort_sort_desc* desc, glsort_merge merge)
{
    enum { COUNT = 9000, WORDS = 2 };
    static uint32_t keys[WORDS * COUNT], expected[WORDS * COUNT], places[COUNT];
    glsort_host_info info;
    const uint32_t words = desc->key == GLSORT_KEY_U64 ? 2 : 1;
    const glsort_host_args args = {
        .count = COUNT, .keys_in = keys, .keys_out = keys, .merge = merge, .info = &info};
    host_fill(keys, words * COUNT, 0);
    host_argsort(desc, keys, COUNT, places);
    host_gather(expected, keys, places, COUNT, words);
    assert_int_equal(glsort_sort_host(context, desc, &args), GLSORT_OK);
    assert_memory_equal(keys, expected, 4 * words * COUNT);
    assert_in_range(info.chunk_count, 2, 9);
}

TEST(more_than_a_block_holds_is_for_sorts_of_arrays_in_cpu_memory)
{
    enum { BLOCK = 1 << 14 };
    static const glsort_key keys[] = {GLSORT_KEY_U32, GLSORT_KEY_U64};
    if (harness.api != GL_API_43)
        skip();
    gl_suite_open_with(&suite, (struct gl_forced_limits){.storage_block = BLOCK});
    for (uint32_t i = 0; i < 2; ++i) {
        const uint32_t most = BLOCK / 4 >> i;
        glsort_plan* plan = NULL;
        glsort_sort_desc desc = {.max_count = most + 1, .key = keys[i]};
        assert_int_equal(glsort_sort_create(context, &desc, &plan), GLSORT_ERROR_LIMIT);
        assert_null(plan);
        assert_non_null(strstr(glsort_last_error(context), "glsort_sort_host"));
        desc.max_count = most;
        plan = gl_make_plan(context, &desc);
        glsort_plan_destroy(plan);
        desc.max_count = 0;
        sort_in_chunks(&desc, GLSORT_MERGE_ON_CPU);
        sort_in_chunks(&desc, GLSORT_MERGE_ON_DEVICE);
    }
    gl_suite_close(&suite);
}
