// SPDX-License-Identifier: MIT
// Peeks at the runs of a gl_sorter.
#include <stdlib.h>
#include <string.h>

#include "gl_sorter.h"
#include "desc.h"
#include "host_data.h"
#include "host_test.h"

static void open_area(struct gl_area* a, const struct gl_sorter* s, uint32_t words,
                      uint32_t width, uint32_t lead, uint32_t bit)
{
    bool texture = (s->desc.plan.textures & bit) != 0;
    gl_area_create_wide(a, s->h, texture ? width : 0, words, texture ? 0 : lead, s->room);
}

void gl_view_open(struct gl_view* v, const struct gl_sorter* s)
{
    *v = (struct gl_view){0};
    if ((s->desc.plan.flags & GLSORT_PLAN_DISCARD_KEYS) == 0)
        open_area(&v->keys, s, s->key_words, 71, 9, GLSORT_TEXTURE_KEYS_OUT);
    if (s->desc.plan.values != GLSORT_VALUES_NONE)
        open_area(&v->values, s, s->value_words, 73, 11, GLSORT_TEXTURE_VALUES_OUT);
    v->seen = malloc(s->room * sizeof *v->seen);
    assert_non_null(v->seen);
}

void gl_view_close(struct gl_view* v)
{
    gl_area_destroy(&v->keys);
    gl_area_destroy(&v->values);
    free(v->seen);
}

static void check_guards(struct gl_sorter* s, struct gl_area* a, uint32_t count)
{
    if (!gl_area_guards_hold(a, count, s->trouble, sizeof s->trouble))
        gl_sorter_fail(s, "peek: %s", s->trouble);
}

void gl_view_peek(struct gl_view* v, struct gl_sorter* s, bool keys, bool values,
                  uint32_t count)
{
    glsort_peek_args args = {.consumers = GLSORT_CONSUMER_COPY};
    if (keys && v->keys.name != 0) {
        gl_area_write(&v->keys, NULL, 0);
        args.keys_out = gl_area_resource(&v->keys);
        v->keys_held = count;
    }
    if (values && v->values.name != 0) {
        gl_area_write(&v->values, NULL, 0);
        args.values_out = gl_area_resource(&v->values);
        v->values_held = count;
    }
    gl_sorter_require(s, glsort_plan_peek(s->plan, &args));
    check_guards(s, &v->keys, v->keys_held);
    check_guards(s, &v->values, v->values_held);
}

static const uint32_t* element(const struct gl_area* a, uint32_t at)
{
    return a->read + a->lead + (size_t)at * a->element_words;
}

// True if element `at` of the area is that which is at `place` of the input.
static bool is_from(const struct gl_area* a, uint32_t at, const uint32_t* input,
                    uint32_t place)
{
    return memcmp(element(a, at), input + (size_t)place * a->element_words,
                  a->element_words * sizeof *input) == 0;
}

// Undoes what gl_sorter_fill() makes values of.
static uint32_t place_of_value(const struct gl_sorter* s, const struct gl_view* v,
                               uint32_t at, uint32_t count)
{
    uint32_t inverse = 1; // of the factor, modulo 2^32
    for (int i = 0; i < 5; ++i)
        inverse *= 2 - GL_VALUE_FACTOR * inverse;
    uint32_t word = *element(&v->values, at);
    uint32_t place = (word - s->values[0]) * inverse / s->value_words;
    return place < count && is_from(&v->values, at, s->values, place) ? place : count;
}

// The place in the input of element `at` of the view: its index, or the one that its
// value was made from, or that of the same key that has not been seen.
static uint32_t place_of(const struct gl_sorter* s, const struct gl_view* v, uint32_t at,
                         uint32_t count)
{
    if (s->desc.plan.values == GLSORT_VALUES_INDICES)
        return *element(&v->values, at);
    if (v->values.name != 0)
        return place_of_value(s, v, at, count);
    uint32_t place = 0;
    while (place < count && (v->seen[place] || !is_from(&v->keys, at, s->keys, place)))
        ++place;
    return place;
}

// Keys with their values.
static bool is_permutation(struct gl_view* v, const struct gl_sorter* s, uint32_t count)
{
    memset(v->seen, 0, count * sizeof *v->seen);
    if (v->keys.name != 0)
        gl_area_fetch(&v->keys);
    if (v->values.name != 0)
        gl_area_fetch(&v->values);
    for (uint32_t at = 0; at < count; ++at) {
        uint32_t place = place_of(s, v, at, count);
        if (place >= count || v->seen[place] ||
            (v->keys.name != 0 && !is_from(&v->keys, at, s->keys, place)))
            return false;
        v->seen[place] = true;
    }
    return true;
}

static void check_sorted(struct gl_view* v, struct gl_sorter* s, uint32_t count)
{
    if (!gl_area_check_if_any(&v->keys, s->sorted_keys, count, "last peek", s->trouble,
                              sizeof s->trouble) ||
        !gl_area_check_if_any(&v->values, s->sorted_values, count, "last peek",
                              s->trouble, sizeof s->trouble))
        gl_sorter_fail(s, "%u keys: %s", count, s->trouble);
}

// ---- levels ---------------------------------------------------------------------------

// The place of element `at` of the view in the stable order.
static uint64_t order_of(const struct gl_sorter* s, const struct gl_view* v, uint32_t at,
                         uint32_t count)
{
    uint64_t rank = host_rank(&s->desc.plan, element(&v->keys, at)) << 32;
    return v->values.name == 0 ? rank : rank | place_of(s, v, at, count);
}

static void check_runs(struct gl_view* v, struct gl_sorter* s, uint32_t count,
                       uint32_t run)
{
    uint64_t last = 0;
    for (uint32_t at = 0; at < count; ++at) {
        const uint64_t order = order_of(s, v, at, count);
        if (at % run != 0 && order < last)
            gl_sorter_fail(s, "%u of %u keys: not in runs of %u", at, count, run);
        last = order;
    }
}

// What a level of merges has come to: the sorted runs of which its last pass says that it
// makes them.
static void check_level(struct gl_view* v, struct gl_sorter* s, uint32_t done,
                        uint32_t count)
{
    const glsort_tuning tuning = tuning_of(s->desc.plan.tuning);
    glsort_pass_info last, next = {0};
    if ((tuning.algorithm != GLSORT_ALGORITHM_ABISORT &&
         tuning.algorithm != GLSORT_ALGORITHM_ABISORT_TREE &&
         tuning.algorithm != GLSORT_ALGORITHM_RANK) ||
        s->key_words > 1 || v->keys.name == 0 || done == 0)
        return;
    gl_sorter_require(s, glsort_plan_pass(s->plan, done - 1, &last));
    if (glsort_plan_passes_left(s->plan) > 0)
        gl_sorter_require(s, glsort_plan_pass(s->plan, done, &next));
    if (last.level > 0 && last.phase == GLSORT_PHASE_SORT && next.level != last.level)
        check_runs(v, s, count, 1u << last.level);
}

void gl_sorter_watch(struct gl_sorter* s, struct gl_view* v, enum gl_data data,
                     uint32_t count)
{
    gl_sorter_begin(s, data, count, count);
    uint32_t passes = glsort_plan_passes_left(s->plan);
    for (uint32_t done = 0; done <= passes; ++done) {
        gl_view_peek(v, s, true, true, count);
        if (!is_permutation(v, s, count))
            gl_sorter_fail(
                s, "after %u of %u passes over %u keys a peek is not a permutation", done,
                passes, count);
        check_level(v, s, done, count);
        gl_sorter_require(s, glsort_plan_step(s->plan, 1));
    }
    check_sorted(v, s, count);
    gl_sorter_finish(s, count);
}
