// SPDX-License-Identifier: MIT
// A sort in steps: in pieces of any size it ends as one run does, and between any two
// passes a peek shows a permutation of the input.
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "gl_suite.h"

static struct gl_harness harness;
static struct gl_mock mock;
static glsort_context* context;

enum { MOST = 5000 };

static void open_sorter(struct gl_sorter* s, const struct gl_form* form,
                        glsort_values values, bool in_place, bool textures)
{
    struct gl_sorter_desc desc = {
        .plan = form->plan, .in_place = in_place, .room = MOST, .leads = {1, 2, 5, 6, 0}};
    if (desc.plan.max_count == 0)
        desc.plan.max_count = gl_form_most(form, MOST);
    desc.plan.values = values;
    desc.plan.key = GLSORT_KEY_F32;
    desc.plan.direction = GLSORT_DESCENDING;
    desc.plan.storage = textures ? GLSORT_STORAGE_TEXTURES : GLSORT_STORAGE_BUFFERS;
    gl_sorter_open(s, &harness, context, &desc);
}

static void require(const struct gl_sorter* s, const struct gl_form* form,
                    glsort_result result)
{
    if (result != GLSORT_OK)
        fail_msg("%s: %s", form->name, glsort_last_error(s->context));
}

// ---- steps ----------------------------------------------------------------------------

static void sort_in_steps(struct gl_sorter* s, const struct gl_form* form,
                          uint32_t passes, uint32_t count)
{
    glsort_plan_info info;
    require(s, form, glsort_plan_describe(s->plan, count, &info));
    gl_sorter_fill(s, DATA_UNIFORM, passes + count, count);
    gl_sorter_load(s, count);
    glsort_run_args args = gl_sorter_args(s, count);
    assert_int_equal(glsort_passes_left(s->plan), 0);
    require(s, form, glsort_begin(s->plan, &args));
    uint32_t left = info.pass_count;
    assert_int_equal(glsort_passes_left(s->plan), left);
    while (left > 0) {
        require(s, form, glsort_step(s->plan, passes));
        left -= passes < left ? passes : left;
        assert_int_equal(glsort_passes_left(s->plan), left);
    }
    require(s, form, glsort_step(s->plan, 0));
    require(s, form, glsort_end(s->plan));
    if (!gl_sorter_holds(s, count))
        fail_msg("%s, %u keys in steps of %u passes: %s", form->name, count, passes,
                 s->trouble);
}

static void steps_of_any_size_end_as_one_run_does(void** state)
{
    static const uint32_t counts[] = {0, 1, 33, 1025, 4097};
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        if (!gl_form_wanted(&gl_forms[i], &harness))
            continue;
        struct gl_sorter s;
        open_sorter(&s, &gl_forms[i], GLSORT_VALUES_4_BYTES, i % 2 == 1, false);
        for (uint32_t at = 0; at < 5; ++at)
            for (uint32_t passes = 1; passes < 20; passes += 2)
                if (counts[at] < 4000 || passes == 1 || passes == 7)
                    sort_in_steps(&s, &gl_forms[i], passes,
                                  gl_form_most(&gl_forms[i], counts[at]));
        gl_sorter_close(&s);
    }
}

// Other plans, and the caller's own GL, may come between two steps.
static void two_plans_can_take_turns(void** state)
{
    struct gl_sorter a, b;
    for (uint32_t i = 0; i + 2 < gl_form_count; ++i) {
        if (!gl_form_wanted(&gl_forms[i], &harness) ||
            !gl_form_wanted(&gl_forms[i + 2], &harness))
            continue;
        open_sorter(&a, &gl_forms[i], GLSORT_VALUES_4_BYTES, false, false);
        open_sorter(&b, &gl_forms[i + 2], GLSORT_VALUES_INDICES, true, false);
        gl_sorter_fill(&a, DATA_UNIFORM, 1, 3000);
        gl_sorter_fill(&b, DATA_UNIFORM, 2, 2500);
        gl_sorter_load(&a, 3000);
        gl_sorter_load(&b, 2500);
        glsort_run_args args_a = gl_sorter_args(&a, 3000);
        glsort_run_args args_b = gl_sorter_args(&b, 2500);
        require(&a, &gl_forms[i], glsort_begin(a.plan, &args_a));
        require(&b, &gl_forms[i + 2], glsort_begin(b.plan, &args_b));
        while (glsort_passes_left(a.plan) + glsort_passes_left(b.plan) > 0) {
            require(&a, &gl_forms[i], glsort_step(a.plan, 1));
            require(&b, &gl_forms[i + 2], glsort_step(b.plan, 2));
        }
        require(&a, &gl_forms[i], glsort_end(a.plan));
        require(&b, &gl_forms[i + 2], glsort_end(b.plan));
        assert_true(gl_sorter_holds(&a, 3000));
        assert_true(gl_sorter_holds(&b, 2500));
        gl_sorter_close(&a);
        gl_sorter_close(&b);
    }
}

static void a_run_ended_early_spoils_no_later_run(void** state)
{
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        if (!gl_form_wanted(&gl_forms[i], &harness))
            continue;
        struct gl_sorter s;
        uint32_t most = gl_form_most(&gl_forms[i], MOST);
        open_sorter(&s, &gl_forms[i], GLSORT_VALUES_4_BYTES, false, false);
        for (uint32_t passes = 0; passes < 7; ++passes) {
            gl_sorter_fill(&s, DATA_UNIFORM, passes, most);
            gl_sorter_load(&s, most);
            glsort_run_args args = gl_sorter_args(&s, most);
            require(&s, &gl_forms[i], glsort_begin(s.plan, &args));
            require(&s, &gl_forms[i], glsort_step(s.plan, passes));
            require(&s, &gl_forms[i], glsort_end(s.plan));
            gl_sorter_check(&s, DATA_UNIFORM, passes, 1500 + passes);
        }
        gl_sorter_close(&s);
    }
}

// ---- peeks ----------------------------------------------------------------------------

// What a peek writes to; keys or values may be left out.
struct view {
    struct gl_area keys;
    struct gl_area values;
    bool* seen;
};

static void open_view(struct view* v, bool textures)
{
    gl_area_create(&v->keys, &harness, textures ? 71 : 0, textures ? 0 : 9, MOST);
    gl_area_create(&v->values, &harness, textures ? 73 : 0, textures ? 0 : 11, MOST);
    v->seen = malloc(MOST * sizeof *v->seen);
    assert_non_null(v->seen);
}

static void close_view(struct view* v)
{
    gl_area_destroy(&v->keys);
    gl_area_destroy(&v->values);
    free(v->seen);
}

// Every value once, and every key with its value. Values are places, or made from places
// by gl_sorter_fill() with an odd factor, which this undoes.
static bool is_permutation(const struct gl_sorter* s, struct view* v, uint64_t seed,
                           uint32_t count)
{
    memset(v->seen, 0, MOST * sizeof *v->seen);
    gl_area_fetch(&v->keys);
    gl_area_fetch(&v->values);
    uint32_t inverse = 1; // of the factor, modulo 2^32
    for (int i = 0; i < 5; ++i)
        inverse *= 2 - 2246822519u * inverse;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = v->values.read[v->values.lead + i];
        if (s->desc.plan.values == GLSORT_VALUES_4_BYTES)
            place = (place - (uint32_t)seed) * inverse;
        if (place >= count || v->seen[place] ||
            v->keys.read[v->keys.lead + i] != s->keys[place])
            return false;
        v->seen[place] = true;
    }
    return true;
}

static bool guards_hold(struct gl_sorter* s, struct gl_area* a, uint32_t count)
{
    return gl_area_guards_hold(a, count, s->trouble, sizeof s->trouble);
}

static void peek_both(struct gl_sorter* s, const struct gl_form* form, struct view* v,
                      uint32_t count)
{
    const glsort_peek_args args = {
        .keys_out = gl_area_resource(&v->keys),
        .values_out = gl_area_resource(&v->values),
        .consumers = GLSORT_CONSUMER_COPY,
    };
    gl_area_write(&v->keys, NULL, 0);
    gl_area_write(&v->values, NULL, 0);
    require(s, form, glsort_peek(s->plan, &args));
    if (!guards_hold(s, &v->keys, count) || !guards_hold(s, &v->values, count))
        fail_msg("%s: %s", form->name, s->trouble);
}

static void watch_a_sort(struct gl_sorter* s, const struct gl_form* form, struct view* v,
                         uint32_t count)
{
    gl_sorter_fill(s, DATA_UNIFORM, count, count);
    gl_sorter_load(s, count);
    glsort_run_args args = gl_sorter_args(s, count);
    require(s, form, glsort_begin(s->plan, &args));
    uint32_t passes = glsort_passes_left(s->plan);
    for (uint32_t done = 0; done <= passes; ++done) {
        peek_both(s, form, v, count);
        if (!is_permutation(s, v, count, count))
            fail_msg("%s: after %u of %u passes over %u keys the peek is no permutation",
                     form->name, done, passes, count);
        require(s, form, glsort_step(s->plan, 1));
    }
    if (!gl_area_check(&v->keys, s->sorted_keys, count, "last peek", s->trouble,
                       sizeof s->trouble) ||
        !gl_area_check(&v->values, s->sorted_values, count, "last peek", s->trouble,
                       sizeof s->trouble))
        fail_msg("%s: %s", form->name, s->trouble);
    require(s, form, glsort_end(s->plan));
    if (!gl_sorter_holds(s, count))
        fail_msg("%s, watched: %s", form->name, s->trouble);
}

static void watch_form(const struct gl_form* form, glsort_values values, bool in_place,
                       bool textures, uint32_t count_count)
{
    static const uint32_t counts[] = {1, 2, 9, 100, 257, 1025, 2999, 31, 1000, 2049};
    struct gl_sorter s;
    struct view v;
    open_sorter(&s, form, values, in_place, textures);
    open_view(&v, textures);
    for (uint32_t at = 0; at < count_count; ++at)
        watch_a_sort(&s, form, &v, counts[at]);
    close_view(&v);
    gl_sorter_close(&s);
}

static void watch_forms(glsort_values values, bool in_place, bool textures)
{
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        const struct gl_form* form = &gl_forms[i];
        if (!gl_form_wanted(form, &harness) ||
            (textures && form->plan.backend != GLSORT_BACKEND_FRAGMENT))
            continue;
        // Forms whose passes differ by no more than their order are watched less.
        watch_form(form, values, in_place, textures,
                   gl_test_all() || gl_form_is_main(form) ? 10 : 7);
    }
}

static void a_peek_after_every_pass_is_a_permutation(void** state)
{
    watch_forms(GLSORT_VALUES_4_BYTES, false, false);
}

static void a_peek_of_indices_in_place_is_a_permutation(void** state)
{
    watch_forms(GLSORT_VALUES_INDICES, true, false);
}

static void a_peek_at_a_pair_texture_is_a_permutation(void** state)
{
    if (!harness.has_compute)
        skip();
    for (uint32_t i = 0; i < gl_texture_form_count; ++i) {
        watch_form(&gl_texture_forms[i], GLSORT_VALUES_4_BYTES, false, false, 7);
        watch_form(&gl_texture_forms[i], GLSORT_VALUES_INDICES, true, false, 7);
    }
}

static void a_peek_into_textures_is_a_permutation(void** state)
{
    watch_forms(GLSORT_VALUES_4_BYTES, true, true);
}

// Keys alone, values alone, neither.
static void a_peek_writes_only_what_is_asked_for(void** state)
{
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        if (!gl_form_wanted(&gl_forms[i], &harness))
            continue;
        struct gl_sorter s;
        struct view v;
        open_sorter(&s, &gl_forms[i], GLSORT_VALUES_INDICES, false, false);
        open_view(&v, false);
        gl_sorter_fill(&s, DATA_UNIFORM, i, 2500);
        gl_sorter_load(&s, 2500);
        glsort_run_args args = gl_sorter_args(&s, 2500);
        require(&s, &gl_forms[i], glsort_begin(s.plan, &args));
        require(&s, &gl_forms[i], glsort_step(s.plan, 2));
        for (uint32_t which = 0; which < 3; ++which) {
            glsort_peek_args peek = {.consumers = GLSORT_CONSUMER_COPY};
            gl_area_write(&v.keys, NULL, 0);
            gl_area_write(&v.values, NULL, 0);
            if (which == 1)
                peek.keys_out = gl_area_resource(&v.keys);
            if (which == 2)
                peek.values_out = gl_area_resource(&v.values);
            require(&s, &gl_forms[i], glsort_peek(s.plan, &peek));
            assert_true(guards_hold(&s, &v.keys, which == 1 ? 2500 : 0));
            assert_true(guards_hold(&s, &v.values, which == 2 ? 2500 : 0));
        }
        require(&s, &gl_forms[i], glsort_step(s.plan, UINT32_MAX));
        require(&s, &gl_forms[i], glsort_end(s.plan));
        assert_true(gl_sorter_holds(&s, 2500));
        close_view(&v);
        gl_sorter_close(&s);
    }
}

// Without values a peek must at least hold the same keys.
static void a_peek_of_keys_alone_loses_none(void** state)
{
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        if (!gl_form_wanted(&gl_forms[i], &harness))
            continue;
        struct gl_sorter s;
        struct gl_area keys;
        uint32_t count = 777;
        open_sorter(&s, &gl_forms[i], GLSORT_VALUES_NONE, false, false);
        gl_area_create(&keys, &harness, 0, 3, MOST);
        gl_sorter_fill(&s, DATA_UNIFORM, i, count);
        gl_sorter_load(&s, count);
        glsort_run_args args = gl_sorter_args(&s, count);
        glsort_peek_args peek = {.keys_out = gl_area_resource(&keys),
                                 .consumers = GLSORT_CONSUMER_COPY};
        require(&s, &gl_forms[i], glsort_begin(s.plan, &args));
        while (glsort_passes_left(s.plan) > 0) {
            require(&s, &gl_forms[i], glsort_step(s.plan, 1));
            require(&s, &gl_forms[i], glsort_peek(s.plan, &peek));
            gl_area_fetch(&keys);
            gl_reference_sort(keys.read + keys.lead, count, GLSORT_KEY_F32,
                              GLSORT_DESCENDING, s.places);
            for (uint32_t at = 0; at < count; ++at)
                assert_int_equal(keys.read[keys.lead + s.places[at]], s.sorted_keys[at]);
        }
        require(&s, &gl_forms[i], glsort_end(s.plan));
        assert_true(gl_sorter_holds(&s, count));
        gl_area_destroy(&keys);
        gl_sorter_close(&s);
    }
}

// ---- timings --------------------------------------------------------------------------

static glsort_result poll_timings(glsort_plan* plan, uint64_t* pass_ns,
                                  uint32_t* pass_count)
{
    uint32_t room = *pass_count;
    glsort_result result = GLSORT_NOT_READY;
    for (int i = 0; i < 1000 && result == GLSORT_NOT_READY; ++i) {
        *pass_count = room;
        harness.gl.Finish();
        result = glsort_plan_timings(plan, pass_ns, pass_count);
    }
    return result;
}

static glsort_plan* timed_plan(struct gl_sorter* s, const struct gl_form* form)
{
    struct gl_sorter_desc desc = {.plan = form->plan};
    desc.plan.max_count = gl_form_most(form, MOST);
    desc.plan.flags = GLSORT_PLAN_TIMINGS;
    gl_sorter_open(s, &harness, context, &desc);
    return s->plan;
}

static void timings_come_by_polling_and_have_a_time_for_every_pass(void** state)
{
    uint64_t ns[600];
    for (uint32_t i = 0; i < gl_form_count; ++i) {
        if (!gl_form_wanted(&gl_forms[i], &harness))
            continue;
        struct gl_sorter s;
        uint32_t count = 600;
        glsort_plan_info info;
        glsort_plan* plan = timed_plan(&s, &gl_forms[i]);
        assert_int_equal(glsort_plan_timings(plan, ns, &count), GLSORT_NOT_READY);
        gl_sorter_check(&s, DATA_UNIFORM, i, 3000);
        // While these wait to be read, another run records none.
        gl_sorter_check(&s, DATA_UNIFORM, i, 100);
        count = 600;
        assert_int_equal(poll_timings(plan, ns, &count), GLSORT_OK);
        require(&s, &gl_forms[i], glsort_plan_describe(plan, 3000, &info));
        assert_int_equal(count, info.pass_count);
        for (uint32_t at = 0; at < count; ++at)
            assert_in_range(ns[at], 0, 10000000000ull);
        gl_sorter_check(&s, DATA_UNIFORM, i, 100);
        count = 1;
        ns[1] = 4711;
        glsort_result result = poll_timings(plan, ns, &count);
        require(&s, &gl_forms[i], glsort_plan_describe(plan, 100, &info));
        assert_int_equal(count, info.pass_count);
        assert_int_equal(result, count > 1 ? GLSORT_ERROR_RANGE : GLSORT_OK);
        assert_int_equal(ns[1], 4711); // there was room for one
        count = 600;
        if (result == GLSORT_ERROR_RANGE) // and nothing was lost
            assert_int_equal(poll_timings(plan, ns, &count), GLSORT_OK);
        gl_sorter_close(&s);
    }
}

// A loop that polls until the times are there must end.
static void timings_of_a_run_without_passes_are_there_and_none(void** state)
{
    struct gl_sorter s;
    uint64_t ns[1];
    uint32_t count = 1;
    glsort_plan* plan = timed_plan(&s, gl_form_named("abisort-partition-fragment"));
    gl_sorter_check(&s, DATA_UNIFORM, 1, 0);
    assert_int_equal(poll_timings(plan, ns, &count), GLSORT_OK);
    assert_int_equal(count, 0);
    gl_sorter_close(&s);
}

static void a_plan_without_timings_says_that_there_are_none(void** state)
{
    struct gl_sorter s;
    uint64_t ns[4];
    uint32_t count = 4;
    open_sorter(&s, gl_form_named("abisort-partition-fragment"), GLSORT_VALUES_NONE,
                false, false);
    gl_sorter_check(&s, DATA_UNIFORM, 1, 100);
    assert_int_equal(glsort_plan_timings(s.plan, ns, &count), GLSORT_UNAVAILABLE);
    assert_int_equal(count, 0);
    gl_sorter_close(&s);
}

int main(int argc, char** argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_any_size_end_as_one_run_does),
        cmocka_unit_test(two_plans_can_take_turns),
        cmocka_unit_test(a_run_ended_early_spoils_no_later_run),
        cmocka_unit_test(a_peek_after_every_pass_is_a_permutation),
        cmocka_unit_test(a_peek_of_indices_in_place_is_a_permutation),
        cmocka_unit_test(a_peek_at_a_pair_texture_is_a_permutation),
        cmocka_unit_test(a_peek_into_textures_is_a_permutation),
        cmocka_unit_test(a_peek_writes_only_what_is_asked_for),
        cmocka_unit_test(a_peek_of_keys_alone_loses_none),
        cmocka_unit_test(timings_come_by_polling_and_have_a_time_for_every_pass),
        cmocka_unit_test(timings_of_a_run_without_passes_are_there_and_none),
        cmocka_unit_test(a_plan_without_timings_says_that_there_are_none),
    };
    const struct gl_suite suite = {
        .harness = &harness,
        .mock = &mock,
        .context = &context,
        .limits = {.uniform_alignment = 256, .storage_alignment = 256},
    };
    return gl_suite_run(argc, argv, &suite, tests, sizeof tests / sizeof tests[0]);
}
