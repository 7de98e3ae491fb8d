// SPDX-License-Identifier: MIT
// What the demo shows of a sort is what happened: its record, the figure of a merge, and
// the image of the waterfall.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gfx.h"
#include "offscreen.h"
#include "palette.h"
#include "program.h"
#include "record.h"
#include "record_measure.h"
#include "shell.h"
#include "tree_merge.h"
#include "waterfall_image.h"

struct views_gl {
    struct offscreen* offscreen;
    glsort_context* sorter;
};

static int open_gl(void** state)
{
    static struct views_gl opened;
    struct views_gl* gl = &opened;
    char message[PROGRAM_MESSAGE_BYTES] = "";
    struct offscreen_desc desc = {.api = OFFSCREEN_GL43, .device = "cpu", .debug = true};
    gl->offscreen = offscreen_create(&desc, message, sizeof message);
    if (!gl->offscreen)
        fail_msg("%s", message);
    assert_true(offscreen_make_current(gl->offscreen));
    if (!gfx_load(message))
        fail_msg("%s", message);
    gl->sorter = shell_sorter(offscreen_get_proc, gl->offscreen, false, message);
    if (!gl->sorter)
        fail_msg("%s", message);
    *state = gl;
    return 0;
}

static int close_gl(void** state)
{
    struct views_gl* gl = *state;
    glsort_context_destroy(gl->sorter);
    offscreen_destroy(gl->offscreen);
    return 0;
}

// The same each time: evenly spread over 32 bits.
static void make_keys(uint32_t* keys, uint32_t count)
{
    uint32_t state = 12345;
    for (uint32_t i = 0; i < count; ++i) {
        state = state * 747796405u + 2891336453u;
        uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        keys[i] = word >> 22 ^ word;
    }
}

// The record of a form on random keys, at most so many as the form sorts.
static void record_form(const struct views_gl* gl, const char* name, uint32_t count,
                        struct record* record)
{
    char message[PROGRAM_MESSAGE_BYTES] = "";
    const glsort_form* form = glsort_form_find(name);
    glsort_limits limits;
    assert_non_null(form);
    glsort_context_limits(gl->sorter, &limits);
    uint32_t most = glsort_max_count(&limits, &form->desc, NULL);
    if (most > form->whole_count)
        most = form->whole_count;
    if (count > most)
        count = most;
    uint32_t* keys = malloc(count * sizeof *keys);
    assert_non_null(keys);
    make_keys(keys, count);
    bool ok = record_make(record, gl->sorter, &form->desc, keys, count, NULL, message);
    free(keys);
    if (!ok)
        fail_msg("%s: %s", name, message);
}

// ---- records -------------------------------------------------------------------------

static void check_permutations(const struct record* record)
{
    uint8_t* seen = malloc(record->count);
    assert_non_null(seen);
    for (uint32_t p = 0; p <= record->pass_count; ++p) {
        memset(seen, 0, record->count);
        for (uint32_t i = 0; i < record->count; ++i) {
            uint32_t element = record_order(record, p)[i];
            assert_true(element < record->count);
            assert_int_equal(seen[element]++, 0);
        }
    }
    free(seen);
}

enum { WIDTH = 320, HEIGHT = 400, COUNT = 4096 };

static const uint8_t* pixel(const struct waterfall_image* image, uint32_t x, uint32_t y)
{
    return image->rgba + 4 * ((size_t)y * image->width + x);
}

// The rank whose colour a pixel has, in steps of 1/1024; fails if there is none.
static int rank_of(const uint8_t* rgba)
{
    int best = -1, least = 4;
    for (int i = 0; i <= 1024; ++i) {
        uint8_t rgb[3];
        palette_key((float)i / 1024.0f, rgb);
        int away = abs(rgb[0] - rgba[0]) + abs(rgb[1] - rgba[1]) + abs(rgb[2] - rgba[2]);
        if (away < least) {
            least = away;
            best = i;
        }
    }
    assert_true(best >= 0);
    return best;
}

static bool row_is_sorted(const struct waterfall_image* image, uint32_t y)
{
    // Neighbouring ranks may share a colour, so the step back of one is none.
    int last = 0;
    for (uint32_t x = 0; x < image->width; ++x) {
        int rank = rank_of(pixel(image, x, y));
        if (rank + 3 < last)
            return false;
        last = rank;
    }
    return last > 1000 && rank_of(pixel(image, 0, y)) < 24;
}

static void check_rows(const struct record* record)
{
    struct waterfall_image image;
    assert_true(waterfall_image_create(&image, record, WIDTH, HEIGHT));
    assert_true(row_is_sorted(&image, image.height - 1));
    assert_false(row_is_sorted(&image, 0));
    waterfall_image_free(&image);
}

static void every_form_is_shown_from_random_keys_to_sorted_ones(void** state)
{
    const glsort_form* form;
    for (uint32_t f = 0; (form = glsort_form_at(f)) != NULL; ++f) {
        struct record record;
        // No power of two, and more than the tile of any form but the bitonic blocks'.
        record_form(*state, form->name, 5000, &record);
        print_message("%s\n", form->name);
        assert_int_equal(record.info.algorithm, form->desc.tuning->algorithm);
        assert_int_equal(record.info.backend, form->desc.backend);
        check_permutations(&record);
        const struct record_pass* last = &record.passes[record.pass_count];
        assert_true(record.sorted);
        assert_true(last->in_order == 1.0 && last->neighbours == 1.0);
        // The input is as random as its keys are.
        assert_true(fabs(record.passes[0].in_order - 0.5) < 0.05);
        assert_true(fabs(record.passes[0].neighbours - 0.5) < 0.05);
        const double bytes = (double)record_bytes(&record, record.pass_count);
        assert_true(fabs(bytes / record.count - record.info.bytes_per_element) < 0.01);
        check_rows(&record);
        record_free(&record);
    }
}

static double comparisons_of(void** state, const char* name, uint32_t count)
{
    struct record record;
    double sum = 0.0;
    record_form(*state, name, count, &record);
    for (uint32_t p = 1; p <= record.pass_count; ++p)
        sum += record.passes[p].comparisons;
    record_free(&record);
    return sum;
}

static void comparisons_are_those_of_the_theory(void** state)
{
    const double n = 4096.0, log = 12.0;
    const double network = n / 2.0 * log * (log + 1.0) / 2.0;
    assert_true(comparisons_of(state, "tree-pure", 4096) ==
                2.0 * n * log - 4.0 * n + log + 4.0);
    assert_true(fabs(comparisons_of(state, "bitonic-packed-fragment", 4096) - network) <
                1.0);
    assert_true(fabs(comparisons_of(state, "bitonic-blocks", 4096) - network) < 1.0);
    assert_true(comparisons_of(state, "radix-tiles", 4096) == 0.0);
}

static void what_cannot_be_watched_is_refused_with_a_sentence(void** state)
{
    const struct views_gl* gl = *state;
    struct record record;
    char message[PROGRAM_MESSAGE_BYTES] = "";
    uint32_t key = 0;
    glsort_sort_desc desc = {
        .tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT}};
    assert_false(record_make(&record, gl->sorter, &desc, &key, RECORD_MAX_COUNT + 1, NULL,
                             message));
    assert_non_null(strstr(message, "65537"));
    assert_null(record.orders);
}

static void inversions_are_counted_as_by_hand(void** state)
{
    const uint32_t order[] = {4, 2, 0, 1, 3}, ranks[] = {0, 1, 2, 3, 4};
    uint32_t scratch[10];
    assert_int_equal(measure_inversions(order, ranks, 5, scratch), 6);
    assert_int_equal(measure_neighbours(order, ranks, 5), 2);
}

// ---- the figure of a merge -----------------------------------------------------------

// Compares every pass on trees; returns how many there were, without those that copy.
static uint32_t compare_passes(const struct record* record)
{
    uint32_t* values = malloc(2 * record->count * sizeof *values);
    uint32_t compared = 0;
    assert_non_null(values);
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        struct tree_merge merge;
        if (!tree_merge_create(&merge, record, p))
            continue;
        tree_merge_flatten(&merge, values);
        for (uint32_t i = 0; i < merge.size; ++i)
            assert_int_equal(values[i], record->ranks[record_order(record, p)[i]]);
        for (uint32_t i = 0; i < merge.pair_count; ++i)
            assert_true(!merge.copied || !merge.pairs[i].in_last_pass);
        compared += !merge.copied;
        tree_merge_free(&merge);
    }
    free(values);
    return compared;
}

static void the_tree_in_order_is_the_order_on_the_gpu(void** state)
{
    static const struct {
        const char* name;
        uint32_t phases; // of 512 elements: passes on trees
    } forms[] = {{"tree", 45},
                 {"tree-stages", 15},
                 {"tree-fragment", 45},
                 {"tree-pure", 72},
                 {"tree-pure-simple", 156},
                 {"tree-stages-fragment", 15},
                 {"tree-stages-copy-fragment", 15}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
        struct record record;
        record_form(*state, forms[i].name, 512, &record);
        uint32_t compared = compare_passes(&record);
        record_free(&record);
        if (compared != forms[i].phases)
            fail_msg("%s: %u passes were compared", forms[i].name, compared);
    }
}

// ---- the waterfall -------------------------------------------------------------------

static void every_pass_has_a_row_even_where_there_is_no_room(void** state)
{
    struct record record;
    struct waterfall_image image;
    record_form(*state, "tree-pure-simple", 512, &record);
    assert_true(waterfall_image_create(&image, &record, 64, 10));
    assert_int_equal(image.band_count, record.pass_count + 1);
    assert_int_equal(image.height, record.pass_count + 1);
    for (uint32_t p = 0; p < image.band_count; ++p) {
        assert_int_equal(image.bands[p].first, p);
        assert_int_equal(image.bands[p].rows, 1);
    }
    waterfall_image_free(&image);
    record_free(&record);
}

static void passes_of_radix_show_the_digit_that_they_sort_by(void** state)
{
    struct record record;
    struct waterfall_image image;
    record_form(*state, "radix-tiles", COUNT, &record);
    assert_true(waterfall_image_create(&image, &record, WIDTH, HEIGHT));
    uint32_t shown = 0;
    for (uint32_t p = 1; p < image.band_count; ++p) {
        const struct waterfall_band* band = &image.bands[p];
        if (band->digit_rows == 0)
            continue;
        ++shown;
        // The row above the line below the band.
        bool last = p + 1 == image.band_count;
        uint32_t end = band->first + band->rows - !last;
        assert_true(row_is_sorted(&image, end - 1));
        assert_true(row_is_sorted(&image, end - band->digit_rows));
        assert_true(row_is_sorted(&image, band->first) == last);
    }
    assert_int_equal(shown, 4);
    waterfall_image_free(&image);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_is_shown_from_random_keys_to_sorted_ones),
        cmocka_unit_test(comparisons_are_those_of_the_theory),
        cmocka_unit_test(what_cannot_be_watched_is_refused_with_a_sentence),
        cmocka_unit_test(inversions_are_counted_as_by_hand),
        cmocka_unit_test(the_tree_in_order_is_the_order_on_the_gpu),
        cmocka_unit_test(every_pass_has_a_row_even_where_there_is_no_room),
        cmocka_unit_test(passes_of_radix_show_the_digit_that_they_sort_by),
    };
    return cmocka_run_group_tests(tests, open_gl, close_gl);
}
