// SPDX-License-Identifier: MIT
#include "gl_wide.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host_data.h"

// ---- opening --------------------------------------------------------------------------

static uint32_t words_of_key(glsort_key key)
{
    bool wide = key == GLSORT_KEY_U64 || key == GLSORT_KEY_I64 || key == GLSORT_KEY_F64;
    return wide ? 2 : 1;
}

static uint32_t words_of_values(glsort_values values)
{
    if (values == GLSORT_VALUES_16_BYTES)
        return 4;
    return values == GLSORT_VALUES_8_BYTES ? 2 : 1;
}

static void open_area(struct gl_wide* w, struct gl_area* a, uint32_t words, uint32_t at)
{
    static const uint32_t leads[] = {1, 5, 3, 7};
    bool texture = (w->desc.textures & (1u << at)) != 0; // GLSORT_TEXTURE_*
    gl_area_create_wide(a, w->h, texture ? 53 + 2 * at : 0, words,
                        texture ? 0 : leads[at], w->desc.max_count);
}

// Keys, and values, are sorted in place only if both ends are of one kind.
static bool are_one_kind(const struct gl_wide* w, uint32_t in, uint32_t out)
{
    return ((w->desc.textures & in) != 0) == ((w->desc.textures & out) != 0);
}

static bool has_keys_in_place(const struct gl_wide* w)
{
    return w->in_place && (w->desc.flags & GLSORT_PLAN_DISCARD_KEYS) == 0 &&
           are_one_kind(w, GLSORT_TEXTURE_KEYS_IN, GLSORT_TEXTURE_KEYS_OUT);
}

static bool has_values_in_place(const struct gl_wide* w)
{
    return w->in_place && w->desc.values >= GLSORT_VALUES_4_BYTES &&
           are_one_kind(w, GLSORT_TEXTURE_VALUES_IN, GLSORT_TEXTURE_VALUES_OUT);
}

void gl_wide_open(struct gl_wide* w, struct gl_harness* h, glsort_context* context,
                  const glsort_plan_desc* desc, bool in_place)
{
    *w =
        (struct gl_wide){.h = h, .context = context, .desc = *desc, .in_place = in_place};
    size_t room = desc->max_count;
    bool given = desc->values >= GLSORT_VALUES_4_BYTES;
    w->plan = gl_make_plan(context, desc);
    w->key_words = words_of_key(desc->key);
    w->value_words = words_of_values(desc->values);
    open_area(w, &w->keys_in, w->key_words, 0);
    if ((desc->flags & GLSORT_PLAN_DISCARD_KEYS) == 0 && !has_keys_in_place(w))
        open_area(w, &w->keys_out, w->key_words, 1);
    if (given)
        open_area(w, &w->values_in, w->value_words, 2);
    if (desc->values != GLSORT_VALUES_NONE && !has_values_in_place(w))
        open_area(w, &w->values_out, w->value_words, 3);
    if (desc->count_source == GLSORT_COUNT_FROM_BUFFER)
        gl_area_create_wide(&w->count, h, 0, 1, 3, 1);
    w->keys = gl_take_words(room * w->key_words);
    w->values = gl_take_words(room * w->value_words);
    w->sorted_keys = gl_take_words(room * w->key_words);
    w->sorted_values = gl_take_words(room * w->value_words);
    w->places = gl_take_words(room);
}

void gl_wide_close(struct gl_wide* w)
{
    glsort_plan_destroy(w->plan);
    gl_area_destroy(&w->keys_in);
    gl_area_destroy(&w->keys_out);
    gl_area_destroy(&w->values_in);
    gl_area_destroy(&w->values_out);
    gl_area_destroy(&w->count);
    free(w->keys);
    free(w->values);
    free(w->sorted_keys);
    free(w->sorted_values);
    free(w->places);
    *w = (struct gl_wide){0};
}

// ---- data -----------------------------------------------------------------------------

static uint64_t make_key(enum gl_wide_data data, uint64_t* state)
{
    static const uint32_t few[] = {0x00000000u, 0x80000001u, 0xFFFFFFFFu};
    static const uint64_t special[] = {
        0xFFF8000000000001u, 0xFFF0000000000000u, 0xFFEFFFFFFFFFFFFFu,
        0xBFF0000000000000u, 0x8000000000000001u, 0x8000000000000000u,
        0x0000000000000000u, 0x0000000000000001u, 0x3FF0000000000000u,
        0x3FF0000000000001u, 0x7FF0000000000000u, 0x7FF8000000000000u,
        0x7FFFFFFFFFFFFFFFu, 0xFFFFFFFFFFFFFFFFu};
    uint64_t random = gl_random(state);
    uint32_t pick = (uint32_t)(gl_random(state) >> 33);
    if (data == WIDE_FEW)
        return (uint64_t)few[pick % 3] << 32 | few[pick / 3 % 3];
    return data == WIDE_SPECIAL ? special[pick % 14] : random;
}

void gl_wide_fill(struct gl_wide* w, enum gl_wide_data data, uint64_t seed,
                  uint32_t count)
{
    uint64_t state = seed;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t key = make_key(data, &state);
        if (w->key_words == 1)
            w->keys[i] = (uint32_t)(key >> 32);
        else
            memcpy(w->keys + 2 * i, (uint32_t[]){(uint32_t)key, (uint32_t)(key >> 32)},
                   8);
    }
    for (uint32_t i = 0; i < count * w->value_words; ++i)
        w->values[i] = i * 2246822519u + (uint32_t)seed;
}

// The bits that the key is sorted by, as an integer that ascends in the wanted order.
static uint64_t rank_of(const struct gl_wide* w, uint32_t at)
{
    const glsort_plan_desc* d = &w->desc;
    uint32_t bits = d->key == GLSORT_KEY_U16 ? 16 : 32 * w->key_words;
    uint64_t top = 1ull << (bits - 1);
    uint64_t key = w->keys[at * w->key_words];
    if (w->key_words == 2)
        key |= (uint64_t)w->keys[2 * at + 1] << 32;
    if (d->key == GLSORT_KEY_I32 || d->key == GLSORT_KEY_I64)
        key ^= top;
    if (d->key == GLSORT_KEY_F32 || d->key == GLSORT_KEY_F64)
        key = (key & top) != 0 ? ~key : key | top;
    if (d->direction == GLSORT_DESCENDING)
        key = ~key;
    uint32_t wanted = d->bit_count != 0 ? d->bit_count : bits - d->first_bit;
    key >>= d->first_bit;
    return wanted == 64 ? key : key & ((1ull << wanted) - 1);
}

static void compute_expected(struct gl_wide* w, uint32_t count)
{
    uint64_t* ranks = host_take_ranks(count);
    for (uint32_t i = 0; i < count; ++i)
        ranks[i] = rank_of(w, i);
    host_order(ranks, count, w->places);
    free(ranks);
    bool indices = w->desc.values == GLSORT_VALUES_INDICES;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = w->places[i];
        memcpy(w->sorted_keys + i * w->key_words, w->keys + place * w->key_words,
               w->key_words * 4);
        memcpy(w->sorted_values + i * w->value_words,
               indices ? &place : w->values + place * w->value_words, w->value_words * 4);
    }
}

// ---- runs -----------------------------------------------------------------------------

void gl_wide_load(struct gl_wide* w, uint32_t count)
{
    gl_area_write(&w->keys_in, w->keys, count);
    if (w->values_in.name != 0)
        gl_area_write(&w->values_in, w->values, count);
    if (w->keys_out.name != 0)
        gl_area_write(&w->keys_out, NULL, 0);
    if (w->values_out.name != 0)
        gl_area_write(&w->values_out, NULL, 0);
    if (w->count.name != 0)
        gl_area_write(&w->count, &count, 1);
    compute_expected(w, count);
}

glsort_run_args gl_wide_args(const struct gl_wide* w, uint32_t count)
{
    glsort_run_args args = {
        .count = w->count.name != 0 ? 0 : count,
        .keys_in = gl_area_resource(&w->keys_in),
        .keys_out = gl_area_resource(&w->keys_out),
        .values_in = gl_area_resource(&w->values_in),
        .values_out = gl_area_resource(&w->values_out),
        .count_in = gl_area_resource(&w->count),
        .consumers = GLSORT_CONSUMER_COPY,
    };
    if (has_keys_in_place(w))
        args.keys_out = args.keys_in;
    if (has_values_in_place(w))
        args.values_out = args.values_in;
    return args;
}

bool gl_wide_holds(struct gl_wide* w, uint32_t count)
{
    return gl_area_check_if_any(&w->keys_out, w->sorted_keys, count, "keys_out",
                                w->trouble, sizeof w->trouble) &&
           gl_area_check_if_any(&w->values_out, w->sorted_values, count, "values_out",
                                w->trouble, sizeof w->trouble) &&
           gl_area_check_if_any(&w->keys_in,
                                has_keys_in_place(w) ? w->sorted_keys : w->keys, count,
                                "keys_in", w->trouble, sizeof w->trouble) &&
           gl_area_check_if_any(&w->values_in,
                                has_values_in_place(w) ? w->sorted_values : w->values,
                                count, "values_in", w->trouble, sizeof w->trouble) &&
           gl_area_check_if_any(&w->count, &count, 1, "count_in", w->trouble,
                                sizeof w->trouble);
}

const char* gl_wide_describe(const struct gl_wide* w, char* text, size_t bytes)
{
    const glsort_plan_desc* p = &w->desc;
    snprintf(text, bytes,
             "%s: algorithm %d, backend %d, key %d, order %d, values %d, textures %u, "
             "bits %u + %u, max_count %u%s",
             gl_api_name(w->h->api), p->algorithm, p->backend, p->key, p->direction,
             p->values, p->textures, p->first_bit, p->bit_count, p->max_count,
             w->in_place ? ", in place" : "");
    return text;
}

void gl_wide_check(struct gl_wide* w, enum gl_wide_data data, uint64_t seed,
                   uint32_t count)
{
    char text[256];
    gl_wide_describe(w, text, sizeof text);
    gl_wide_fill(w, data, seed, count);
    gl_wide_load(w, count);
    glsort_run_args args = gl_wide_args(w, count);
    if (glsort_run(w->plan, &args) != GLSORT_OK)
        fail_msg("%s, %u keys: %s", text, count, glsort_last_error(w->context));
    if (!gl_wide_holds(w, count))
        fail_msg("%s, data %d, %u keys: %s", text, data, count, w->trouble);
}
