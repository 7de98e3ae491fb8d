// SPDX-License-Identifier: MIT
// Every form of sorting against a stable sort on the CPU, index for index, with guard
// words around everything, for every count where a tile or a level begins or ends.

#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static glsort_context* context;

enum { EVERY = 4200 };

static struct gl_sorter_desc desc_of(const struct gl_form* form, uint32_t max_count)
{
    struct gl_sorter_desc desc = {.plan = form->plan, .leads = {3, 5, 1, 7, 0}};
    desc.plan.max_count = max_count;
    desc.plan.values = GLSORT_VALUES_INDICES;
    return desc;
}

// All counts up to EVERY that are a multiple of `stride` or next to the end of a block of
// 64, 1024 or 4096; and the first 70, of which a form of few others takes every fifth.
static bool is_wanted(uint32_t count, uint32_t stride)
{
    static const uint32_t tiles[] = {64, 1024, 4096};
    if (stride == 1 || count < 18 || count % stride == 0)
        return true;
    if (count < 70 && (stride < 100 || count % 5 == 0))
        return true;
    for (int i = count < 600 ? 0 : 1; i < 3; ++i)
        if ((count + 1) % tiles[i] <= 2)
            return true;
    return false;
}

// The keys change with the count, so that the kinds of data take turns.
static void check_small_counts(const struct gl_form* form, uint32_t stride)
{
    struct gl_sorter s;
    uint32_t every = gl_test_at_most(EVERY);
    struct gl_sorter_desc desc = desc_of(form, every);
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t count = 0; count <= every; ++count)
        if (is_wanted(count, stride))
            gl_sorter_check(
                &s, (enum gl_data)(count % 3 == 0 ? DATA_LOW_ENTROPY : DATA_UNIFORM),
                count, count);
    gl_sorter_close(&s);
}

// The array form on compute at one count of 29, a tree form at many and the others at
// fewer. Even if everything is tested, fragment forms run every count on one API only.
static uint32_t stride_of(uint32_t form)
{
    bool compute = gl_forms[form].plan.backend == GLSORT_BACKEND_COMPUTE;
    if (gl_test_all())
        return compute || harness.api == GL_API_33 ? 1 : 11;
    if (gl_test_samples(&harness))
        return 499;
    if (form == gl_form_place("abisort-partition"))
        return 29;
    if (form == gl_form_place("tree"))
        return 83;
    return compute ? 499 : harness.api == GL_API_33 ? 499 : 997;
}

static void counts_to_4200_sort_as_on_the_cpu(void** state)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i)
        check_small_counts(&gl_forms[i], stride_of(i));
}

// Merges of the array form: in plans for so many elements, its local sort is of 4096.
static void counts_to_two_tiles_of_the_array_form_sort_as_on_the_cpu(void** state)
{
    static const char* const names[] = {"abisort-partition", "abisort-fused"};
    uint32_t most = gl_test_at_most(8300);
    for (uint32_t i = 0; i < 2; ++i) {
        struct gl_sorter s;
        const struct gl_form* form = gl_form_named(names[i]);
        struct gl_sorter_desc desc = desc_of(form, 8300);
        if (!gl_form_wanted(form, &harness))
            continue;
        uint32_t step = gl_test_all() ? 1 : gl_test_samples(&harness) ? 997 : 211;
        gl_sorter_open(&s, &harness, context, &desc);
        for (uint32_t count = 4098; count <= most; count += step)
            gl_sorter_check(&s, DATA_LOW_ENTROPY, count, count);
        gl_sorter_close(&s);
    }
}

// Counts around 2^k and around multiples of the tiles, up to 2^20. At most 64 of them.
static uint32_t awkward_counts(uint32_t from, uint32_t most, uint32_t* counts)
{
    static const uint32_t tiles[] = {8, 64, 1024, 4096};
    uint32_t count = 0;
    for (uint32_t power = from; power <= most; power *= 2)
        for (uint32_t i = 0; i < 3; ++i)
            counts[count++] = power - 1 + i;
    uint64_t state = most;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t tile = tiles[i];
        uint32_t most_tiles = most / tile;
        if (most_tiles == 0)
            continue;
        uint32_t k = 1 + (uint32_t)(gl_random(&state) % most_tiles);
        counts[count++] = k * tile - 1 + (uint32_t)(gl_random(&state) % 3);
    }
    return count;
}

static void check_large_counts(const struct gl_form* form, uint32_t most)
{
    uint32_t counts[64];
    uint32_t count_count = awkward_counts(most < 8192 ? 512 : 8192, most, counts);
    struct gl_sorter s;
    struct gl_sorter_desc desc = desc_of(form, most + 2);
    gl_sorter_open(&s, &harness, context, &desc);
    for (uint32_t i = 0; i < count_count; ++i)
        gl_sorter_check(&s, DATA_UNIFORM, counts[i], counts[i]);
    gl_sorter_close(&s);
}

static uint32_t largest_of(uint32_t form)
{
    bool array = gl_forms[form].plan.tuning->algorithm == GLSORT_ALGORITHM_ABISORT;
    bool compute = gl_forms[form].plan.backend == GLSORT_BACKEND_COMPUTE;
    if (gl_test_all() && array)
        return 1u << 20;
    if (form == gl_form_place("abisort-partition") && !gl_test_samples(&harness))
        return 1u << 18;
    if (gl_test_all())
        return compute ? 1u << 17 : 1u << 15;
    if (gl_test_samples(&harness))
        return 1u << 13;
    return array && (compute || harness.api == GL_API_33) ? 1u << 16 : 1u << 13;
}

static void counts_around_powers_and_tiles_sort_as_on_the_cpu(void** state)
{
    for (uint32_t i = 0; gl_form_from(&i, &harness); ++i)
        check_large_counts(&gl_forms[i], gl_test_at_most(largest_of(i)));
}

static bool is_listed(const glsort_form* form)
{
    for (uint32_t i = 0; i < gl_form_count; ++i)
        if (strcmp(gl_forms[i].name, form->name) == 0)
            return true;
    return gl_form_is_local(form);
}

static void check_form(const glsort_form* form, uint32_t most)
{
    static const uint32_t counts[] = {1, 2, 63, 64, 65, 300, 1000, 1023, 1024};
    struct gl_sorter s;
    const struct gl_form listed = {form->name, form->desc};
    struct gl_sorter_desc desc =
        desc_of(&listed, gl_test_at_most(most < 1024 ? most : 1024));
    gl_sorter_open(&s, &harness, context, &desc);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i)
        if (counts[i] <= desc.plan.max_count)
            gl_sorter_check(&s, DATA_LOW_ENTROPY, (uint32_t)i, counts[i]);
    for (uint32_t i = 0; gl_test_all() && i <= desc.plan.max_count; ++i)
        gl_sorter_check(&s, DATA_UNIFORM, i, i);
    gl_sorter_close(&s);
}

// Each form of the library sorts or is refused, those too that sort no more than a work
// group has invocations, and the tests that go through gl_forms have all others.
static void no_form_of_the_library_is_left_out(void** state)
{
    uint32_t sorted = 0, refused = 0;
    const glsort_form* form;
    glsort_limits limits;
    glsort_context_limits(context, &limits);
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at) {
        uint32_t most = glsort_max_count(&limits, &form->desc, NULL);
        glsort_plan* plan = NULL;
        glsort_sort_desc desc = form->desc;
        desc.max_count = 1;
        if (!is_listed(form))
            fail_msg("the form %s is not among those tested", form->name);
        if (most > 0) {
            check_form(form, most < form->whole_count ? most : form->whole_count);
            ++sorted;
        } else {
            assert_int_equal(glsort_sort_create(context, &desc, &plan),
                             GLSORT_ERROR_UNSUPPORTED);
            ++refused;
        }
    }
    assert_int_equal(sorted + refused, glsort_form_count());
    if (harness.api == GL_API_43)
        assert_int_equal(refused, 0);
}

// ---- the order of downloads -----------------------------------------------------------

// Drivers submit work whenever they like, and have to keep its order all the same.
static void GLAD_API_PTR submit_and_copy(GLenum from, GLenum to, GLintptr from_at,
                                         GLintptr to_at, GLsizeiptr bytes)
{
    harness.gl.Flush();
    harness.gl.CopyBufferSubData(from, to, from_at, to_at, bytes);
}

static glsort_proc find_submitting(void* offscreen, const char* name)
{
    if (strcmp(name, "glCopyBufferSubData") == 0)
        return (glsort_proc)submit_and_copy;
    return offscreen_get_proc(offscreen, name);
}

// Downloads of keys and of values copy their last one to three words from one buffer.
static void
the_last_words_are_right_if_work_is_submitted_before_they_are_copied(void** state)
{
    const glsort_context_desc desc = {.get_proc = find_submitting,
                                      .get_proc_user = harness.offscreen};
    struct gl_sorter s;
    struct gl_sorter_desc sorts = desc_of(gl_form_named("bitonic-packed-fragment"), 31);
    glsort_context* submitting = NULL;
    assert_int_equal(glsort_context_create(&desc, &submitting), GLSORT_OK);
    gl_sorter_open(&s, &harness, submitting, &sorts);
    for (uint32_t seed = 0; seed < 5; ++seed)
        for (uint32_t count = 0; count <= 31; ++count)
            gl_sorter_check(&s, DATA_UNIFORM, seed, count);
    gl_sorter_close(&s);
    glsort_context_destroy(submitting);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            the_last_words_are_right_if_work_is_submitted_before_they_are_copied),
        cmocka_unit_test(counts_to_4200_sort_as_on_the_cpu),
        cmocka_unit_test(counts_to_two_tiles_of_the_array_form_sort_as_on_the_cpu),
        cmocka_unit_test(counts_around_powers_and_tiles_sort_as_on_the_cpu),
        cmocka_unit_test(no_form_of_the_library_is_left_out),
    };
    const struct gl_suite suite = {.harness = &harness, .context = &context};
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
