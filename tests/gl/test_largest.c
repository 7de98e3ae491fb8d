// SPDX-License-Identifier: MIT
// Sorts of as many elements as glsort_max_count() promises on this device: the forms that
// AUTO takes, and in full length every form, as far as memory allows.
#include <stdlib.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "desc.h"

// GLES has the code and the limits of these two.
GL_SUITE(.unmocked = true, .apis = 1 << GL_API_43 | 1 << GL_API_33);

// Elements of forms that have no limit of their own below: about 4 GiB of buffers; of all
// that are slow, more than 24 bits count.
enum {
    MEMORY_ALLOWS = 1 << 27,
    TIME_ALLOWS = (1 << 24) + 3,
    CHUNK = 1 << 20,
    HIGH_WORD_BITS = 20
};

// ---- keys that need no memory ---------------------------------------------------------

// Word `at` of the keys: as good as random, and the high words of wide keys with ties.
static uint32_t word_of(uint32_t at)
{
    uint32_t x = at * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    x ^= x >> 13;
    return x;
}

// Of element `at`, in words of the key's type.
static uint64_t key_of(const glsort_sort_desc* plan, uint32_t at)
{
    if (plan->key == GLSORT_KEY_U32)
        return word_of(at) >> 8; // every key is there twice at least
    uint64_t high = word_of(2 * at + 1) & ((1u << HIGH_WORD_BITS) - 1);
    return high << 32 | word_of(2 * at) >> 12;
}

static uint32_t words_of(const glsort_sort_desc* plan)
{
    return plan->key == GLSORT_KEY_U32 ? 1 : 2;
}

static GLuint write_keys(const glsort_sort_desc* plan, uint32_t count)
{
    uint32_t words = words_of(plan);
    GLuint name = gl_buffer_create(&harness, (size_t)count * words * 4, NULL);
    uint32_t* chunk = gl_take_words((size_t)CHUNK * words);
    for (uint32_t first = 0; first < count; first += CHUNK) {
        uint32_t live = count - first < CHUNK ? count - first : CHUNK;
        for (uint32_t i = 0; i < live; ++i) {
            uint64_t key = key_of(plan, first + i);
            chunk[i * words] = (uint32_t)key;
            if (words == 2)
                chunk[i * words + 1] = (uint32_t)(key >> 32);
        }
        gl_buffer_write(&harness, name, (size_t)first * words * 4,
                        (size_t)live * words * 4, chunk);
    }
    free(chunk);
    return name;
}

// ---- sorted, and stable ---------------------------------------------------------------

struct last {
    uint64_t key;
    uint32_t index;
    bool any;
};

// (key, index) rises from each element to the next, so that no index comes twice: the
// result is the stable order of all of the input.
static void expect_order(const glsort_sort_desc* plan, const uint32_t* keys,
                         const uint32_t* indices, uint32_t first, uint32_t live,
                         struct last* last)
{
    uint32_t words = words_of(plan);
    for (uint32_t i = 0; i < live; ++i) {
        uint64_t key = keys[i * words];
        if (words == 2)
            key |= (uint64_t)keys[i * words + 1] << 32;
        bool rises = !last->any || key > last->key ||
                     (key == last->key && indices[i] > last->index);
        if (indices[i] >= plan->max_count || key_of(plan, indices[i]) != key || !rises)
            fail_msg("element %u of %u: index %u with key %llx, after %u with %llx",
                     first + i, plan->max_count, indices[i], (unsigned long long)key,
                     last->index, (unsigned long long)last->key);
        *last = (struct last){.key = key, .index = indices[i], .any = true};
    }
}

static void expect_sorted(const glsort_sort_desc* plan, GLuint keys, GLuint indices)
{
    uint32_t words = words_of(plan);
    uint32_t* key_chunk = gl_take_words((size_t)CHUNK * words);
    uint32_t* index_chunk = gl_take_words(CHUNK);
    struct last last = {0};
    for (uint32_t first = 0; first < plan->max_count; first += CHUNK) {
        uint32_t rest = plan->max_count - first;
        uint32_t live = rest < CHUNK ? rest : CHUNK;
        gl_buffer_read(&harness, keys, (size_t)first * words * 4,
                       (size_t)live * words * 4, key_chunk);
        gl_buffer_read(&harness, indices, (size_t)first * 4, (size_t)live * 4,
                       index_chunk);
        expect_order(plan, key_chunk, index_chunk, first, live, &last);
    }
    free(key_chunk);
    free(index_chunk);
}

// Sorts keys alone too, where these are another form: their order is the same.
static void expect_same_keys(const glsort_sort_desc* with_indices, GLuint keys_in,
                             GLuint keys)
{
    glsort_sort_desc desc = *with_indices;
    desc.values = GLSORT_VALUES_NONE;
    uint32_t words = words_of(&desc);
    uint32_t count = desc.max_count;
    GLuint alone = gl_buffer_create(&harness, (size_t)count * words * 4, NULL);
    glsort_plan* plan = gl_make_plan(context, &desc);
    glsort_sort_args args = {.count = count,
                             .keys_in = {.name = keys_in},
                             .keys_out = {.name = alone},
                             .consumers = GLSORT_CONSUMER_COPY};
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    glsort_plan_destroy(plan);
    uint32_t* expected = gl_take_words((size_t)CHUNK * words);
    uint32_t* got = gl_take_words((size_t)CHUNK * words);
    for (uint32_t first = 0; first < count; first += CHUNK) {
        uint32_t live = count - first < CHUNK ? count - first : CHUNK;
        size_t at = (size_t)first * words * 4;
        size_t bytes = (size_t)live * words * 4;
        gl_buffer_read(&harness, keys, at, bytes, expected);
        gl_buffer_read(&harness, alone, at, bytes, got);
        assert_memory_equal(got, expected, bytes);
    }
    free(expected);
    free(got);
    harness.gl.DeleteBuffers(1, &alone);
}

// ---- sorts ----------------------------------------------------------------------------

static void sort_most(const glsort_sort_desc* form, uint32_t allowed)
{
    glsort_sort_desc desc = *form;
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    desc.values = GLSORT_VALUES_INDICES;
    desc.max_count = glsort_max_count(&limits, &desc, NULL);
    if (desc.max_count > allowed)
        desc.max_count = allowed;
    size_t key_bytes = (size_t)desc.max_count * words_of(&desc) * 4;
    bool counted = desc.count_source == GLSORT_COUNT_FROM_BUFFER;
    GLuint keys_in = write_keys(&desc, desc.max_count);
    GLuint keys_out = gl_buffer_create(&harness, key_bytes, NULL);
    GLuint indices = gl_buffer_create(&harness, (size_t)desc.max_count * 4, NULL);
    GLuint count = gl_buffer_create(&harness, 4, &desc.max_count);
    glsort_plan* plan = gl_make_plan(context, &desc);
    glsort_sort_args args = {.count = desc.max_count,
                             .keys_in = {.name = keys_in},
                             .keys_out = {.name = keys_out},
                             .values_out = {.name = indices},
                             .count_in = {.name = counted ? count : 0},
                             .consumers = GLSORT_CONSUMER_COPY};
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    glsort_plan_destroy(plan);
    expect_sorted(&desc, keys_out, indices);
    if (!counted)
        expect_same_keys(&desc, keys_in, keys_out);
    const GLuint names[] = {keys_in, keys_out, indices, count};
    harness.gl.DeleteBuffers(4, names);
}

TEST(auto_sorts_as_many_keys_as_it_promises)
{
    if (harness.api != GL_API_43 && !gl_test_all())
        skip();
    sort_most(&(glsort_sort_desc){0}, MEMORY_ALLOWS);
}

TEST(auto_sorts_as_many_wide_keys_as_it_promises)
{
    if (!harness.has_compute)
        skip();
    sort_most(&(glsort_sort_desc){.key = GLSORT_KEY_U64}, MEMORY_ALLOWS);
}

TEST(auto_sorts_as_many_as_the_gpu_counts)
{
    if (!harness.has_compute || !gl_test_all())
        skip();
    sort_most(&(glsort_sort_desc){.count_source = GLSORT_COUNT_FROM_BUFFER},
              MEMORY_ALLOWS);
}

// In seconds each: these, and AUTO, which ranks by items, are all families on compute but
// the networks and the trees.
TEST(the_fast_forms_sort_as_many_as_they_promise)
{
    static const char* const names[] = {"abisort-fused", "abisort-partition",
                                        "radix-tiles", "radix-chain"};
    if (!harness.has_compute)
        skip();
    for (int i = 0; i < 4; ++i)
        sort_most(&gl_form_named(names[i])->plan, MEMORY_ALLOWS);
}

// On each backend once. Trees take minutes: their many passes are those of fewer
// elements, only more of them.
TEST(every_form_sorts_as_many_as_it_promises)
{
    if (!gl_test_all())
        skip();
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i) {
        const glsort_sort_desc* plan = &gl_forms[i].plan;
        bool all_compared = tuning_of(plan->tuning).method == GLSORT_METHOD_RANK_ALL;
        bool here = harness.has_compute == (plan->backend == GLSORT_BACKEND_COMPUTE);
        if (here && !all_compared &&
            plan->tuning->algorithm != GLSORT_ALGORITHM_ABISORT_TREE)
            sort_most(plan, TIME_ALLOWS);
    }
}
