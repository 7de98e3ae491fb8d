// SPDX-License-Identifier: MIT
// The waterfall's image: what its pixels say of every sort.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "palette.h"
#include "views_gl.h"
#include "waterfall_image.h"

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

static void the_last_row_of_every_form_is_sorted_and_the_first_is_not(void** state)
{
    const glsort_form* form;
    for (uint32_t f = 0; (form = glsort_form_at(f)) != NULL; ++f) {
        struct record record;
        struct waterfall_image image;
        views_gl_record(*state, form, views_gl_most(*state, form, COUNT), &record);
        assert_true(waterfall_image_create(&image, &record, WIDTH, HEIGHT));
        if (!row_is_sorted(&image, image.height - 1))
            fail_msg("%s: the last row is not sorted", form->name);
        assert_false(row_is_sorted(&image, 0));
        waterfall_image_free(&image);
        record_free(&record);
    }
}

static void every_pass_has_a_row_even_where_there_is_no_room(void** state)
{
    struct record record;
    struct waterfall_image image;
    views_gl_record(*state, views_gl_form("tree-pure-simple"), 512, &record);
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
    views_gl_record(*state, views_gl_form("radix-tiles"), COUNT, &record);
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

static void pixels_go_over_all_elements_in_their_order(void** state)
{
    // As many pixels as elements: each is shown once.
    for (uint32_t x = 0, place = 0; x < 16; ++x) {
        for (uint32_t y = 0; y < 8; ++y)
            assert_int_equal(waterfall_place(16, 8, 128, x, y), place++);
    }
    // Fewer, more, and one.
    assert_int_equal(waterfall_place(2, 2, 65536, 1, 1), 57344);
    assert_int_equal(waterfall_place(100, 7, 3, 0, 0), 0);
    assert_int_equal(waterfall_place(100, 7, 3, 99, 6), 2);
    assert_int_equal(waterfall_place(100, 7, 1, 99, 6), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_row_of_every_form_is_sorted_and_the_first_is_not),
        cmocka_unit_test(every_pass_has_a_row_even_where_there_is_no_room),
        cmocka_unit_test(passes_of_radix_show_the_digit_that_they_sort_by),
        cmocka_unit_test(pixels_go_over_all_elements_in_their_order),
    };
    return cmocka_run_group_tests(tests, views_gl_open, views_gl_close);
}
