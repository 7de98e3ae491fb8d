// SPDX-License-Identifier: MIT
#include "gl_sorter.h"

#include "shared/array.h"
#include "shared/rank.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_data.h"
#include "host_setups.h"
#include "plans.h"
#include "desc.h"

enum { USUAL_WIDTH = 61 };

// ---- opening --------------------------------------------------------------------------

static bool discards(const struct gl_sorter* s)
{
    return (s->desc.plan.flags & GLSORT_PLAN_DISCARD_KEYS) != 0;
}

static bool takes_values(const struct gl_sorter* s)
{
    return s->desc.plan.values >= GLSORT_VALUES_4_BYTES;
}

static void create_area(struct gl_sorter* s, struct gl_area* a, uint32_t words, int at)
{
    bool texture = (s->desc.plan.textures & (1u << at)) != 0; // GLSORT_TEXTURE_*
    uint32_t width = s->desc.widths[at] != 0 ? s->desc.widths[at] : USUAL_WIDTH;
    uint32_t stride = at == 0   ? s->desc.plan.key_stride / 4
                      : at == 2 ? s->desc.plan.value_stride / 4
                                : 0;
    if (stride > words && !texture) {
        gl_area_create_strided(a, s->h, stride, words, s->desc.leads[at], s->room);
        return;
    }
    gl_area_create_wide(a, s->h, texture ? width : 0, words,
                        texture ? 0 : s->desc.leads[at], s->room);
}

// Keys, and values, are sorted in place only if both ends are of one kind.
static bool are_one_kind(const struct gl_sorter* s, uint32_t in, uint32_t out)
{
    uint32_t textures = s->desc.plan.textures;
    return ((textures & in) != 0) == ((textures & out) != 0);
}

static bool has_keys_in_place(const struct gl_sorter* s)
{
    return s->desc.in_place && !discards(s) &&
           are_one_kind(s, GLSORT_TEXTURE_KEYS_IN, GLSORT_TEXTURE_KEYS_OUT);
}

static bool has_values_in_place(const struct gl_sorter* s)
{
    return s->desc.in_place && takes_values(s) &&
           are_one_kind(s, GLSORT_TEXTURE_VALUES_IN, GLSORT_TEXTURE_VALUES_OUT);
}

static void create_areas(struct gl_sorter* s)
{
    const glsort_sort_desc* plan = &s->desc.plan;
    create_area(s, &s->keys_in, s->key_words, 0);
    if (!discards(s) && !has_keys_in_place(s))
        create_area(s, &s->keys_out, s->key_words, 1);
    if (takes_values(s))
        create_area(s, &s->values_in, s->value_words, 2);
    if (plan->values != GLSORT_VALUES_NONE && !has_values_in_place(s))
        create_area(s, &s->values_out, s->value_words, 3);
    if (plan->count_source == GLSORT_COUNT_FROM_BUFFER)
        gl_area_create(&s->count, s->h, 0, s->desc.leads[4], 1);
}

void gl_sorter_open(struct gl_sorter* s, struct gl_harness* h, glsort_context* context,
                    const struct gl_sorter_desc* desc)
{
    *s = (struct gl_sorter){.h = h, .desc = *desc, .context = context};
    s->room = desc->room != 0 ? desc->room : desc->plan.max_count;
    size_t room = s->room;
    s->plan = gl_make_plan(context, &desc->plan);
    s->key_words = host_key_words(desc->plan.key);
    s->value_words = host_value_words(desc->plan.values);
    create_areas(s);
    s->keys = gl_take_words(room * s->key_words);
    s->values = gl_take_words(room * s->value_words);
    s->sorted_keys = gl_take_words(room * s->key_words);
    s->sorted_values = gl_take_words(room * s->value_words);
    s->places = gl_take_words(room);
}

void gl_sorter_open_odd(struct gl_sorter* s, struct gl_harness* h,
                        glsort_context* context, const glsort_sort_desc* plan,
                        bool in_place)
{
    const struct gl_sorter_desc desc = {.plan = *plan,
                                        .in_place = in_place,
                                        .leads = {1, 5, 3, 7, 3},
                                        .widths = {53, 55, 57, 59}};
    gl_sorter_open(s, h, context, &desc);
}

void gl_sorter_close(struct gl_sorter* s)
{
    struct gl_area* const areas[] = {&s->keys_in, &s->keys_out, &s->values_in,
                                     &s->values_out, &s->count};
    glsort_plan_destroy(s->plan);
    for (int i = 0; i < 5; ++i)
        gl_area_destroy(areas[i]);
    free(s->keys);
    free(s->values);
    free(s->sorted_keys);
    free(s->sorted_values);
    free(s->places);
    *s = (struct gl_sorter){0};
}

// ---- sorting --------------------------------------------------------------------------

void gl_sorter_fill(struct gl_sorter* s, enum gl_data data, uint64_t seed, uint32_t count)
{
    gl_data_fill(data, s->desc.plan.key, seed, s->keys, count);
    // Values that are neither in order nor places, and all distinct.
    for (uint32_t i = 0; i < count * s->value_words; ++i)
        s->values[i] = i * GL_VALUE_FACTOR + (uint32_t)seed;
}

static void compute_expected(struct gl_sorter* s, uint32_t count)
{
    host_argsort(&s->desc.plan, s->keys, count, s->places);
    host_gather(s->sorted_keys, s->keys, s->places, count, s->key_words);
    host_gather(s->sorted_values, takes_values(s) ? s->values : NULL, s->places, count,
                s->value_words);
}

void gl_sorter_load(struct gl_sorter* s, uint32_t count)
{
    gl_area_write(&s->keys_in, s->keys, count);
    if (s->values_in.name != 0)
        gl_area_write(&s->values_in, s->values, count);
    if (s->keys_out.name != 0)
        gl_area_write(&s->keys_out, NULL, 0);
    if (s->values_out.name != 0)
        gl_area_write(&s->values_out, NULL, 0);
    if (s->count.name != 0)
        gl_area_write(&s->count, &count, 1);
    compute_expected(s, count);
}

glsort_sort_args gl_sorter_args(const struct gl_sorter* s, uint32_t count)
{
    glsort_sort_args args = {
        .count = s->count.name != 0 ? 0 : count,
        .keys_in = gl_area_resource(&s->keys_in),
        .keys_out = gl_area_resource(&s->keys_out),
        .values_in = gl_area_resource(&s->values_in),
        .values_out = gl_area_resource(&s->values_out),
        .count_in = gl_area_resource(&s->count),
        .consumers = GLSORT_CONSUMER_COPY,
    };
    if (has_keys_in_place(s))
        args.keys_out = args.keys_in;
    if (has_values_in_place(s))
        args.values_out = args.values_in;
    return args;
}

glsort_sort_args gl_sorter_ready(struct gl_sorter* s, enum gl_data data, uint64_t seed,
                                 uint32_t count)
{
    gl_sorter_fill(s, data, seed, count);
    gl_sorter_load(s, count);
    return gl_sorter_args(s, count);
}

static bool holds(struct gl_sorter* s, struct gl_area* a, const uint32_t* elements,
                  uint32_t count, const char* name)
{
    return gl_area_check(a, elements, count, name, s->trouble, sizeof s->trouble);
}

bool gl_sorter_holds(struct gl_sorter* s, uint32_t count)
{
    return holds(s, &s->keys_out, s->sorted_keys, count, "keys_out") &&
           holds(s, &s->values_out, s->sorted_values, count, "values_out") &&
           holds(s, &s->keys_in, has_keys_in_place(s) ? s->sorted_keys : s->keys, count,
                 "keys_in") &&
           holds(s, &s->values_in, has_values_in_place(s) ? s->sorted_values : s->values,
                 count, "values_in") &&
           holds(s, &s->count, &count, 1, "count_in");
}

bool gl_sorter_try(struct gl_sorter* s, uint32_t count)
{
    gl_sorter_load(s, count);
    glsort_sort_args args = gl_sorter_args(s, count);
    glsort_result result = glsort_sort_run(s->plan, &args);
    if (result != GLSORT_OK) {
        snprintf(s->trouble, sizeof s->trouble, "%s: %s", glsort_result_name(result),
                 glsort_last_error(s->context));
        return false;
    }
    return gl_sorter_holds(s, count);
}

// The form that the plan was made from.
static const char* form_name(const glsort_sort_desc* p)
{
    for (uint32_t at = 0; at < gl_form_count; ++at) {
        glsort_sort_desc like = host_desc_of(&gl_forms[at].plan, p);
        if (memcmp(&like, p, sizeof like) == 0)
            return gl_forms[at].name;
    }
    return "a form of the test's own";
}

void gl_sorter_fail(const struct gl_sorter* s, const char* format, ...)
{
    const glsort_sort_desc* p = &s->desc.plan;
    const glsort_tuning tuning = tuning_of(p->tuning);
    char words[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    fail_msg("%s: %s, %s, backend %d, local %u, merge %u, key %d, order %d, "
             "values %d, textures %u, bits %u + %u, max_count %u%s: %s",
             gl_api_name(s->h->api), form_name(p), glsort_method_name(tuning.method),
             p->backend, tuning.local_size, tuning.merge_size, p->key, p->direction,
             p->values, p->textures, p->first_bit, p->bit_count, p->max_count,
             s->desc.in_place ? ", in place" : "", words);
}

void gl_sorter_require(const struct gl_sorter* s, glsort_result result)
{
    if (result != GLSORT_OK)
        gl_sorter_fail(s, "%s: %s", glsort_result_name(result),
                       glsort_last_error(s->context));
}

void gl_sorter_check_alike(struct gl_sorter* s, const uint32_t* same, uint64_t seed,
                           uint32_t count)
{
    gl_sorter_fill(s, DATA_UNIFORM, seed, count);
    for (uint32_t at = 0; at < count * s->key_words; ++at) {
        const uint32_t bits = same[at % s->key_words];
        s->keys[at] = (s->keys[at] & ~bits) | (0x45C3F00Fu & bits);
    }
    gl_sorter_check_filled(s, count);
}

void gl_sorter_check_filled(struct gl_sorter* s, uint32_t count)
{
    if (!gl_sorter_try(s, count))
        gl_sorter_fail(s, "%u keys: %s", count, s->trouble);
}

void gl_sorter_check(struct gl_sorter* s, enum gl_data data, uint64_t seed,
                     uint32_t count)
{
    gl_sorter_fill(s, data, seed, count);
    if (!gl_sorter_try(s, count))
        gl_sorter_fail(s, "%s data, %u keys: %s", gl_data_name(data), count, s->trouble);
}

void gl_sorter_begin(struct gl_sorter* s, enum gl_data data, uint64_t seed,
                     uint32_t count)
{
    glsort_sort_args args = gl_sorter_ready(s, data, seed, count);
    gl_sorter_require(s, begin_sort(s->plan, &args));
}

void gl_sorter_finish(struct gl_sorter* s, uint32_t count)
{
    gl_sorter_require(s, glsort_plan_step(s->plan, UINT32_MAX));
    gl_sorter_require(s, glsort_plan_end(s->plan));
    if (!gl_sorter_holds(s, count))
        gl_sorter_fail(s, "%u keys in steps: %s", count, s->trouble);
}

void gl_sorter_check_each(struct gl_sorter* s, const uint32_t* counts,
                          uint32_t count_count)
{
    for (uint32_t at = 0; at < count_count; ++at)
        gl_sorter_check(s, at % 2 == 0 ? DATA_UNIFORM : DATA_LOW_ENTROPY, at, counts[at]);
}

// ---- forms ----------------------------------------------------------------------------

struct gl_form gl_forms[GL_FORMS_MOST];
uint32_t gl_form_count;
struct gl_form gl_texture_forms[GL_TEXTURE_FORMS];
const uint32_t gl_texture_form_count = GL_TEXTURE_FORMS;

static void add_form(const char* name, const glsort_sort_desc* plan)
{
    assert_true(gl_form_count < GL_FORMS_MOST);
    gl_forms[gl_form_count++] = (struct gl_form){name, *plan};
}

static void list_texture_forms(void)
{
    static const struct {
        const char* name;
        const char* of;
        uint32_t max_count;
    } forms[GL_TEXTURE_FORMS] = {
        {"radix-chain, texture", "radix-chain", (1 << 24) + 1},
        {"abisort-partition, texture", "abisort-partition", 1 << 25},
        {"abisort-fused, texture", "abisort-fused", 1 << 25},
    };
    for (uint32_t i = 0; i < GL_TEXTURE_FORMS; ++i) {
        gl_texture_forms[i] = (struct gl_form){forms[i].name, {0}};
        gl_texture_forms[i].plan = gl_form_named(forms[i].of)->plan;
        gl_texture_forms[i].plan.max_count = forms[i].max_count;
    }
}

static uint32_t turn_of_program;

void gl_forms_list(uint32_t turn)
{
    turn_of_program = turn;
    const glsort_form* form;
    gl_form_count = 0;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        if (form->whole_count == UINT32_MAX)
            add_form(form->name, &form->desc);
    for (uint32_t i = 0; i < HOST_ODD_FORMS; ++i)
        add_form(host_odd_forms[i].name, &host_odd_forms[i].desc);
    list_texture_forms();
}

const struct gl_form* gl_form_at(uint32_t at)
{
    return at < gl_form_count ? &gl_forms[at] : &gl_texture_forms[at - gl_form_count];
}

uint32_t gl_form_place(const char* name)
{
    uint32_t at = 0;
    while (at < gl_form_count && strcmp(gl_forms[at].name, name) != 0)
        ++at;
    if (at == gl_form_count)
        fail_msg("there is no form %s", name);
    return at;
}

const struct gl_form* gl_form_named(const char* name)
{
    return &gl_forms[gl_form_place(name)];
}

bool gl_form_among(const struct gl_form* form, const char* const* names)
{
    bool found = false;
    for (; *names != NULL; ++names)
        found |= gl_form_named(*names) == form;
    return found;
}

bool gl_form_is_main(const struct gl_form* form)
{
    static const char* const names[] = {"abisort-partition",
                                        "abisort-fused",
                                        "abisort-partition-fragment",
                                        "abisort-fused-fragment",
                                        "tree",
                                        "tree-fragment",
                                        NULL};
    return gl_form_among(form, names);
}

void gl_sorter_expect_texture(const struct gl_sorter* s)
{
    glsort_plan_info info;
    bool stores = false;
    assert_int_equal(glsort_plan_describe(s->plan, s->room, 0, &info), GLSORT_OK);
    for (uint32_t i = 0; i < info.pass_count; ++i) {
        glsort_pass_info pass;
        assert_int_equal(glsort_plan_pass(s->plan, i, &pass), GLSORT_OK);
        for (uint32_t use = 0; use < pass.use_count; ++use)
            stores |= strcmp(pass.uses[use].usage, "image") == 0;
    }
    assert_true(stores);
}

uint32_t gl_form_most(const struct gl_form* form, uint32_t most)
{
    bool compares = tuning_of(form->plan.tuning).method == GLSORT_METHOD_RANK_ALL;
    return compares && most > RANK_TILES_MOST ? RANK_TILES_MOST : most;
}

bool gl_form_fits(const struct gl_form* form, const struct gl_harness* h)
{
    assert_int_not_equal(h->limits.version, 0); // it has been open
    return glsort_max_count(&h->limits, &form->plan, NULL) > 0;
}

bool gl_form_counts_on_gpu(const struct gl_form* form)
{
    glsort_limits limits;
    glsort_sort_desc desc = form->plan;
    desc.count_source = GLSORT_COUNT_FROM_BUFFER;
    glsort_limits_minimum(430, 0, &limits);
    return glsort_max_count(&limits, &desc, NULL) > 0;
}

bool gl_form_wanted(const struct gl_form* form, const struct gl_harness* h)
{
    static const char* const defaults[] = {"abisort-partition-fragment", "tree-fragment",
                                           "tree-stages-fragment",
                                           "bitonic-packed-fragment", NULL};
    // Of each algorithm the first form, and those with programs of their own.
    static const char* const sample[] = {
        "abisort-partition", "tree",        "rank",        "rank-all", "bitonic-blocks",
        "radix-tiles",       "radix-items", "radix-chain", NULL};
    bool compute = form->plan.backend == GLSORT_BACKEND_COMPUTE;
    bool in_sample = gl_form_among(form, compute ? sample : defaults);
    if (!gl_form_fits(form, h))
        return false;
    if (!gl_test_all() && !in_sample && (form - gl_forms + turn_of_program) % 3 != 0)
        return false;
    if (compute)
        return !gl_test_samples(h) || in_sample;
    return gl_test_all() || h->api == GL_API_33 || h->api == GL_API_41 || in_sample;
}

bool gl_form_from(uint32_t* at, const struct gl_harness* h)
{
    while (*at < gl_form_count && !gl_form_wanted(&gl_forms[*at], h))
        ++*at;
    return *at < gl_form_count;
}
