// SPDX-License-Identifier: MIT
// What is sorted: every distribution with every key type, order and way of values, in
// buffers and in textures, in place and not, under the narrowest limits that GL allows.
#include <stdio.h>

#include "gl_sorter.h"
#include "gl_suite.h"
#include "shared/array.h"
#include "shared/rank.h"
#include "shared/radix.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context; // through the mock, all limits forced

// Sixteen groups on either axis make 256, as many as the prescan of radix has bins.
enum { MOST = 3100, GROUP_LIMIT = 16 };

static void check_rules(void)
{
    if (mock.trouble[0] != '\0')
        fail_msg("%s", mock.trouble);
    assert_int_equal(gl_take_error(&harness), GL_NO_ERROR);
}

// The ways in which a caller can hand data over.
enum way { WAY_KEYS, WAY_INDICES, WAY_VALUES, WAY_DISCARD, WAY_COUNT };

static struct gl_sorter_desc desc_of(const struct gl_form* form, enum way way,
                                     uint32_t max_count)
{
    static const glsort_values values[] = {GLSORT_VALUES_NONE, GLSORT_VALUES_INDICES,
                                           GLSORT_VALUES_4_BYTES, GLSORT_VALUES_4_BYTES};
    struct gl_sorter_desc desc = {.plan = form->plan, .leads = {1, 65, 63, 7, 3}};
    desc.plan.max_count = max_count;
    desc.plan.values = values[way];
    desc.plan.flags = way == WAY_DISCARD ? GLSORT_PLAN_DISCARD_KEYS : 0;
    return desc;
}

static void check_all_data(const struct gl_sorter_desc* desc, uint32_t salt)
{
    static const uint32_t counts[] = {1777, 3100, 33, 2049, 1000, 8, 3001};
    struct gl_sorter s;
    gl_sorter_open(&s, &harness, context, desc);
    for (uint32_t data = 0; data < DATA_COUNT; ++data)
        gl_sorter_check(&s, (enum gl_data)data, salt + data, counts[(salt + data) % 7]);
    gl_sorter_close(&s);
    check_rules();
}

static bool is_first(uint32_t form)
{
    static const char* const names[] = {"abisort-partition", "abisort-fused",
                                        "abisort-partition-fragment", NULL};
    return gl_form_among(&gl_forms[form], names);
}

// By default the forms after the first of each kind take turns with keys, orders and
// ways.
static bool is_turn(uint32_t form, uint32_t salt)
{
    return gl_test_all() || is_first(form) || salt % gl_form_count == form;
}

static void every_distribution_type_order_and_value_sorts_stably(void** state)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        for (uint32_t salt = 0; salt < 3 * 2 * WAY_COUNT; ++salt) {
            if (!is_turn(form, salt + form))
                continue;
            struct gl_sorter_desc desc =
                desc_of(&gl_forms[form], (enum way)(salt % WAY_COUNT), MOST);
            desc.plan.key = (glsort_key)(salt / WAY_COUNT % 3);
            desc.plan.direction = (glsort_direction)(salt / WAY_COUNT / 3);
            check_all_data(&desc, salt);
        }
    }
}

static void results_in_place_replace_the_inputs(void** state)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        for (uint32_t way = 0; way < WAY_COUNT; ++way) {
            struct gl_sorter_desc desc = desc_of(&gl_forms[form], (enum way)way, MOST);
            struct gl_sorter s;
            desc.in_place = true;
            desc.plan.key = GLSORT_KEY_F32;
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check(&s, DATA_DEPTHS, 1, MOST - 1);
            gl_sorter_check(&s, DATA_SPECIAL, 2, 2048);
            gl_sorter_check(&s, DATA_UNIFORM, 3, 2049);
            gl_sorter_check(&s, DATA_UNIFORM, 4, 9);
            gl_sorter_close(&s);
        }
    }
    check_rules();
}

// 1 to 63 words before the data, so that the binding starts before it and inside a block
// of 256 bytes; guard words stand on both sides.
static void sub_ranges_at_any_multiple_of_four_bytes_stay_in_their_range(void** state)
{
    for (uint32_t form = 0; gl_form_from(&form, &harness); ++form) {
        uint32_t step = gl_test_all() ? 1 : is_first(form) ? 5 : 23;
        for (uint32_t lead = 1; lead < 130; lead += step) {
            struct gl_sorter_desc desc = desc_of(&gl_forms[form], WAY_VALUES, 300);
            for (uint32_t i = 0; i < 4; ++i)
                desc.leads[i] = lead * (2 * i + 1) % 131;
            struct gl_sorter s;
            gl_sorter_open(&s, &harness, context, &desc);
            gl_sorter_check(&s, DATA_LOW_ENTROPY, lead, 300 - lead);
            gl_sorter_check(&s, DATA_UNIFORM, lead, 7);
            gl_sorter_close(&s);
        }
    }
    check_rules();
}

static void check_textures(const struct gl_form* form, enum way way, bool in_place)
{
    static const uint32_t widths[][4] = {
        {1, 1, 1, 1}, {61, 67, 7, 113}, {2048, 1000, 333, 2047}, {64, 64, 64, 64}};
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t most = i == 0 ? 300 : MOST;
        struct gl_sorter_desc desc = desc_of(form, way, most);
        struct gl_sorter s;
        desc.plan.textures = GLSORT_TEXTURES_ALL;
        desc.plan.key = (glsort_key)(i % 3);
        desc.plan.direction = (glsort_direction)(i % 2);
        desc.in_place = in_place;
        for (int at = 0; at < 4; ++at)
            desc.widths[at] = widths[i][at];
        gl_sorter_open(&s, &harness, context, &desc);
        gl_sorter_check(&s, DATA_SPECIAL, i, most);
        gl_sorter_check(&s, DATA_UNIFORM, i, 1);
        gl_sorter_check(&s, DATA_DEPTHS, i, 2 * 61 + 1);
        gl_sorter_close(&s);
    }
    check_rules();
}

static void textures_of_any_width_are_sorted_natively(void** state)
{
    for (uint32_t form = 0; form < gl_form_count; ++form) {
        bool fragment = gl_forms[form].plan.backend == GLSORT_BACKEND_FRAGMENT;
        for (uint32_t way = 0; way < WAY_COUNT && fragment; ++way) {
            if (!gl_test_all() && !gl_form_is_main(&gl_forms[form]) &&
                (form + way) % 4 != 0)
                continue;
            check_textures(&gl_forms[form], (enum way)way, false);
            check_textures(&gl_forms[form], (enum way)way, true);
        }
    }
}

// A caller that never sets a filter has the default one, which wants mipmaps.
static void textures_with_the_default_filter_are_read_as_they_are(void** state)
{
    struct gl_sorter s;
    struct gl_sorter_desc desc =
        desc_of(gl_form_named("abisort-partition-fragment"), WAY_VALUES, 500);
    desc.plan.textures = GLSORT_TEXTURES_ALL;
    gl_sorter_open(&s, &harness, context, &desc);
    const GLuint names[] = {s.keys_in.name, s.values_in.name};
    for (int i = 0; i < 2; ++i) {
        harness.gl.BindTexture(GL_TEXTURE_2D, names[i]);
        harness.gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                                 GL_NEAREST_MIPMAP_LINEAR);
        harness.gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    }
    harness.gl.BindTexture(GL_TEXTURE_2D, 0);
    gl_sorter_check(&s, DATA_UNIFORM, 1, 499);
    gl_sorter_close(&s);
}

// More groups than one axis holds, also from a count on the GPU.
static void groups_are_folded_over_two_axes(void** state)
{
    static const char* const names[] = {"abisort-partition", "abisort-fused"};
    for (uint32_t i = 0; i < 4; ++i) {
        if (!harness.has_compute)
            break;
        struct gl_sorter s;
        uint32_t most = GROUP_LIMIT * GROUP_LIMIT * 1024;
        struct gl_sorter_desc desc =
            desc_of(gl_form_named(names[i % 2]), WAY_VALUES, most);
        desc.plan.count_source =
            i < 2 ? GLSORT_COUNT_FROM_ARGS : GLSORT_COUNT_FROM_BUFFER;
        gl_sorter_open(&s, &harness, context, &desc);
        mock.largest_groups = 0;
        gl_sorter_check(&s, DATA_UNIFORM, i, most);
        assert_int_equal(mock.largest_groups, GROUP_LIMIT * GROUP_LIMIT);
        gl_sorter_check(&s, DATA_UNIFORM, i, most - 1);
        gl_sorter_check(&s, DATA_UNIFORM, i, 13 * 1024 + 1);
        gl_sorter_check(&s, DATA_UNIFORM, i, 18 * 1024 + 1); // two rows of 10, for 19
        gl_sorter_check(&s, DATA_UNIFORM, i, 8 * 1024);
        gl_sorter_close(&s);
    }
    check_rules();
}

// Of grids that leave groups over: 18 tiles, of radix or of a local sort, are two rows of
// 9, 19 two of 10. The merges that follow have more rows.
static void check_folds(glsort_context* in)
{
    const struct {
        glsort_sort_desc plan;
        uint32_t tile;
    } forms[] = {
        {{.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_CHAIN}},
         RADIX_GROUP_0 * RADIX_ITEMS_0},
        {{.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RADIX_TILES}},
         RADIX_TILE},
        {{.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK}},
         1 << RANK_RUN_SMALL_LOG},
        {{.tuning = &(const glsort_tuning){.method = GLSORT_METHOD_RANK_ALL}},
         RANK_ALL_TILE},
    };
    for (uint32_t i = 0; i < 8 && harness.has_compute; ++i) {
        struct gl_sorter s;
        struct gl_sorter_desc desc = {.plan = forms[i % 4].plan};
        if (glsort_max_count(&harness.limits, &desc.plan, NULL) == 0)
            continue;
        const uint32_t each = forms[i % 4].tile;
        desc.plan.max_count = 30 * each;
        desc.plan.values = GLSORT_VALUES_4_BYTES;
        desc.plan.count_source =
            i < 4 ? GLSORT_COUNT_FROM_ARGS : GLSORT_COUNT_FROM_BUFFER;
        gl_sorter_open(&s, &harness, in, &desc);
        gl_sorter_check(&s, DATA_UNIFORM, i, 18 * each + 1);
        gl_sorter_check(&s, DATA_UNIFORM, i, 18 * each);
        gl_sorter_check(&s, DATA_UNIFORM, i, 29 * each);
        gl_sorter_check(&s, DATA_UNIFORM, i, 0);
        gl_sorter_close(&s);
    }
    check_rules();
}

static void folded_groups_find_their_tiles(void** state)
{
    check_folds(context);
}

static void folded_groups_without_tickets_find_their_tiles(void** state)
{
    glsort_context* in_order = gl_harness_context_defining(
        &harness, 0, "#define RADIX_PATIENCE 2u\n#define RADIX_TAKES_TICKETS false\n");
    check_folds(in_order);
    glsort_context_destroy(in_order);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_distribution_type_order_and_value_sorts_stably),
        cmocka_unit_test(results_in_place_replace_the_inputs),
        cmocka_unit_test(sub_ranges_at_any_multiple_of_four_bytes_stay_in_their_range),
        cmocka_unit_test(textures_of_any_width_are_sorted_natively),
        cmocka_unit_test(groups_are_folded_over_two_axes),
        cmocka_unit_test(folded_groups_find_their_tiles),
        cmocka_unit_test(folded_groups_without_tickets_find_their_tiles),
        cmocka_unit_test(textures_with_the_default_filter_are_read_as_they_are),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .mock = &mock,
        .context = &context,
        .limits = {.uniform_alignment = 256,
                   .storage_alignment = 256,
                   .texture_size = 2048,
                   .draw_buffers = 4,
                   .group_count = GROUP_LIMIT},
        .apis_of_all = GL_API_ES_COMPUTE,
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
