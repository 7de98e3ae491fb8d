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
enum { MEMORY_ALLOWS = 1 << 27, TIME_ALLOWS = (1 << 24) + 3, CHUNK = 1 << 20 };

// ---- keys that need no memory ---------------------------------------------------------

// As good as random, and every key is there twice at least.
static uint32_t key_of(uint32_t at)
{
    uint32_t x = at * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    x ^= x >> 13;
    return x >> 8;
}

static uint32_t live_at(uint32_t first, uint32_t count)
{
    return smaller(count - first, CHUNK);
}

static GLuint write_keys(uint32_t count)
{
    const GLuint name = gl_buffer_create(&harness, (size_t)count * 4, NULL);
    uint32_t* chunk = gl_take_words(CHUNK);
    for (uint32_t first = 0; first < count; first += CHUNK) {
        const uint32_t live = live_at(first, count);
        for (uint32_t i = 0; i < live; ++i)
            chunk[i] = key_of(first + i);
        gl_buffer_write(&harness, name, (size_t)first * 4, (size_t)live * 4, chunk);
    }
    free(chunk);
    return name;
}

// (key, index) rises from each element to the next, so that no index comes twice: the
// result is the stable order of all of the input.
static void expect_sorted(uint32_t count, GLuint keys, GLuint indices)
{
    uint32_t* key = gl_take_words(CHUNK);
    uint32_t* index = gl_take_words(CHUNK);
    uint32_t last_key = 0, last_index = 0;
    for (uint32_t first = 0; first < count; first += CHUNK) {
        const uint32_t live = live_at(first, count);
        gl_buffer_read(&harness, keys, (size_t)first * 4, (size_t)live * 4, key);
        gl_buffer_read(&harness, indices, (size_t)first * 4, (size_t)live * 4, index);
        for (uint32_t i = 0; i < live; ++i) {
            const bool rises = first + i == 0 || key[i] > last_key ||
                               (key[i] == last_key && index[i] > last_index);
            if (index[i] >= count || key_of(index[i]) != key[i] || !rises)
                fail_msg("element %u of %u: index %u with key %x, after %u with %x",
                         first + i, count, index[i], key[i], last_index, last_key);
            last_key = key[i];
            last_index = index[i];
        }
    }
    free(key);
    free(index);
}

// ---- sorts ----------------------------------------------------------------------------

static void sort_most(const glsort_sort_desc* form, uint32_t allowed)
{
    glsort_sort_desc desc = *form;
    desc.values = GLSORT_VALUES_INDICES;
    desc.max_count = smaller(glsort_max_count(&harness.limits, &desc, NULL), allowed);
    const size_t bytes = (size_t)desc.max_count * 4;
    const GLuint names[] = {write_keys(desc.max_count),
                            gl_buffer_create(&harness, bytes, NULL),
                            gl_buffer_create(&harness, bytes, NULL)};
    const glsort_sort_args args = {.count = desc.max_count,
                                   .keys_in = {.name = names[0]},
                                   .keys_out = {.name = names[1]},
                                   .values_out = {.name = names[2]},
                                   .consumers = GLSORT_CONSUMER_COPY};
    glsort_plan* plan = gl_make_plan(context, &desc);
    assert_int_equal(glsort_sort_run(plan, &args), GLSORT_OK);
    glsort_plan_destroy(plan);
    expect_sorted(desc.max_count, names[1], names[2]);
    harness.gl.DeleteBuffers(3, names);
}

TEST(auto_sorts_as_many_keys_as_it_promises)
{
    if (harness.api != GL_API_43 && !gl_test_all())
        skip();
    sort_most(&(glsort_sort_desc){0}, MEMORY_ALLOWS);
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
