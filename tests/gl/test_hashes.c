// SPDX-License-Identifier: MIT
// The same bytes from every algorithm, backend and driver: what stored seeds sort to, as
// hashes that are written down here and were computed on no GPU.
#include <stdio.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "host_data.h"

GL_SUITE(.unmocked = true, .apis_of_all = GL_API_ES_COMPUTE);

enum { MOST = 10007 };

struct stored {
    enum gl_data data;
    glsort_key key;
    glsort_direction order;
    uint32_t count;
    uint64_t seed;
    uint64_t hash; // of the sorted keys, then of their places in the input
};

static const struct stored table[] = {
    {DATA_UNIFORM, GLSORT_KEY_U32, GLSORT_ASCENDING, 10007, 1, 0xebeb8b0b51a9f679ull},
    {DATA_UNIFORM, GLSORT_KEY_U32, GLSORT_DESCENDING, 4096, 2, 0xdb51b09bfcf92e3full},
    {DATA_UNIFORM, GLSORT_KEY_I32, GLSORT_ASCENDING, 2049, 3, 0x941f65cc267f108dull},
    {DATA_UNIFORM, GLSORT_KEY_F32, GLSORT_DESCENDING, 8191, 4, 0xf3ad6a5393ecda39ull},
    {DATA_SPECIAL, GLSORT_KEY_F32, GLSORT_ASCENDING, 5000, 5, 0x05e35bf4f3ddd1d9ull},
    {DATA_SPECIAL, GLSORT_KEY_F32, GLSORT_DESCENDING, 777, 6, 0xdc314d2f3ccb8021ull},
    {DATA_SPECIAL, GLSORT_KEY_I32, GLSORT_DESCENDING, 1025, 7, 0xfbdf0095b8d59049ull},
    {DATA_LOW_ENTROPY, GLSORT_KEY_U32, GLSORT_ASCENDING, 6143, 8, 0xc007292e46b16e56ull},
    {DATA_TWO_VALUES, GLSORT_KEY_U32, GLSORT_DESCENDING, 9999, 9, 0xde534782254d0dfaull},
    {DATA_CONSTANT, GLSORT_KEY_F32, GLSORT_DESCENDING, 3000, 10, 0xf77c3598d6864905ull},
    {DATA_DEPTHS, GLSORT_KEY_F32, GLSORT_DESCENDING, 10000, 11, 0x24a82e8888b53123ull},
    {DATA_NEARLY_SORTED, GLSORT_KEY_I32, GLSORT_ASCENDING, 7, 12, 0x35ae5a24c2459952ull},
};

static uint64_t hash_of(const uint32_t* keys, const uint32_t* places, uint32_t count)
{
    return gl_hash_words(gl_hash_words(GL_HASH_START, keys, count), places, count);
}

static void check_hash(const struct gl_form* form, const struct stored* t)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc = {.plan = form->plan};
    desc.plan.max_count = gl_test_at_most(MOST);
    desc.plan.key = t->key;
    desc.plan.direction = t->order;
    desc.plan.values = GLSORT_VALUES_INDICES;
    gl_sorter_open(&s, &harness, context, &desc);
    gl_sorter_fill(&s, t->data, t->seed, t->count);
    gl_sorter_load(&s, t->count);
    glsort_sort_args args = gl_sorter_args(&s, t->count);
    assert_int_equal(glsort_sort_run(s.plan, &args), GLSORT_OK);
    gl_area_fetch(&s.keys_out);
    gl_area_fetch(&s.values_out);
    uint64_t hash = hash_of(s.keys_out.read, s.values_out.read, t->count);
    if (hash != t->hash)
        fail_msg("%s: %s, %u keys, seed %llu: hash 0x%016llx instead of 0x%016llx",
                 form->name, gl_data_name(t->data), t->count, (unsigned long long)t->seed,
                 (unsigned long long)hash, (unsigned long long)t->hash);
    gl_sorter_close(&s);
}

TEST(every_form_gives_the_bytes_that_are_written_down)
{
    for (uint32_t form = 0; form < gl_form_count; ++form)
        for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i)
            if (gl_form_fits(&gl_forms[form], &harness) &&
                gl_test_at_most(table[i].count) == table[i].count)
                check_hash(&gl_forms[form], &table[i]);
}

TEST(the_reference_gives_the_same_bytes)
{
    static uint32_t keys[MOST], sorted[MOST], places[MOST];
    int wrong = 0;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
        const struct stored* t = &table[i];
        gl_data_fill(t->data, t->key, t->seed, keys, t->count);
        const glsort_sort_desc plan = {.key = t->key, .direction = t->order};
        host_argsort(&plan, keys, t->count, places);
        host_gather(sorted, keys, places, t->count, 1);
        uint64_t hash = hash_of(sorted, places, t->count);
        wrong += hash != t->hash;
        if (hash != t->hash)
            print_error("seed %llu: 0x%016llxull\n", (unsigned long long)t->seed,
                        (unsigned long long)hash);
    }
    assert_int_equal(wrong, 0);
}
