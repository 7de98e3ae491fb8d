// SPDX-License-Identifier: MIT
#include "verify_build.h"

#include <assert.h>
#include <stddef.h>

#include "build.h"
#include "keys.h"
#include "passes.h"
#include "refusal.h"
#include "shader_ids.h"
#include "shared/verify.h"

static_assert(VERIFY_TILE == VERIFY_GROUP * VERIFY_ITEMS, "verify_elements.comp");
static_assert(sizeof(struct verify_params) == 64, "std140 layout");
static_assert(sizeof(struct verify_result_params) == 16, "std140 layout");
static_assert(VERIFY_UNSORTED == GLSORT_VERIFY_UNSORTED &&
                  VERIFY_NOT_PERMUTATION == GLSORT_VERIFY_NOT_PERMUTATION &&
                  VERIFY_UNSTABLE == GLSORT_VERIFY_UNSTABLE,
              "verify_elements.comp");

enum { ALL_FLAGS = GLSORT_VERIFY_NO_KEYS_OUT | GLSORT_VERIFY_NO_KEYS_IN };

#define PARAM(FIELD) offsetof(struct verify_params, FIELD)

// ---- descriptor -----------------------------------------------------------------------

bool glsort_verify_has_keys_in(const glsort_verify_desc* desc)
{
    return (desc->flags & GLSORT_VERIFY_NO_KEYS_IN) == 0;
}

bool glsort_verify_has_keys_out(const glsort_verify_desc* desc)
{
    return (desc->flags & GLSORT_VERIFY_NO_KEYS_OUT) == 0;
}

bool glsort_verify_has_values_in(const glsort_verify_desc* desc)
{
    return values_given(desc->values);
}

static glsort_result check_values(const glsort_verify_desc* d, const struct call* call)
{
    const struct enumerant_field fields[] = {
        {"key", d->key, glsort_key_count() - 1, false},
        {"direction", d->direction, GLSORT_DESCENDING, false},
        {"values", d->values, GLSORT_VALUES_16_BYTES, false},
    };
    return glsort_check_enumerants(fields, sizeof fields / sizeof fields[0], call);
}

static glsort_result check_flags(const glsort_verify_desc* d, const struct call* call)
{
    bool indices = d->values == GLSORT_VALUES_INDICES;
    const char* sentence = NULL;
    if (!glsort_verify_has_keys_out(d) && !glsort_verify_has_keys_in(d))
        sentence = "flags NO_KEYS_OUT and NO_KEYS_IN leave nothing to compare";
    else if (!glsort_verify_has_keys_out(d) && !indices)
        sentence = "flags NO_KEYS_OUT needs values INDICES";
    else if (!glsort_verify_has_keys_in(d) && values_given(d->values))
        sentence = "flags NO_KEYS_IN needs values NONE or INDICES";
    else if (!glsort_verify_has_keys_in(d) && d->key_stride != 0)
        sentence = "key_stride is for keys_in, which flags NO_KEYS_IN excludes";
    else if (!values_given(d->values) && d->value_stride != 0)
        sentence = "value_stride is for values_in, which this verify lacks";
    return sentence == NULL
               ? GLSORT_OK
               : glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED, "%s", sentence);
}

static glsort_result check_bytes(const glsort_verify_desc* d,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    uint64_t count = d->max_count;
    uint32_t key = glsort_key_words(d->key) * WORD_BYTES;
    uint32_t value = glsort_value_words(d->values) * WORD_BYTES;
    const struct {
        const char* field;
        uint64_t bytes;
    } list[] = {
        {"keys_in", count * (d->key_stride == 0 ? key : d->key_stride)},
        {"values_in", count * (d->value_stride == 0 ? value : d->value_stride)},
    };
    glsort_result result = GLSORT_OK;
    for (size_t i = 0; i < 2 && result == GLSORT_OK; ++i)
        result = glsort_alone_check_bytes(list[i].field, list[i].bytes, limits, call);
    return result;
}

glsort_result glsort_verify_fill(const void* given, const struct glsort_limits* limits,
                                 void* what, const struct call* call)
{
    const glsort_verify_desc* desc = given;
    const struct alone_desc alone = {
        .max_count = desc->max_count,
        .count_source = desc->count_source,
        .backend = desc->backend,
        .flags = desc->flags,
        .all_flags = ALL_FLAGS,
    };
    *(glsort_verify_desc*)what = *desc;
    glsort_result result = glsort_alone_check(&alone, limits, call);
    if (result == GLSORT_OK)
        result = check_values(desc, call);
    if (result == GLSORT_OK)
        result = check_flags(desc, call);
    return result == GLSORT_OK ? check_bytes(desc, limits, call) : result;
}

glsort_sort_desc glsort_verify_elements(const void* what)
{
    const glsort_verify_desc* desc = what;
    return (glsort_sort_desc){
        .max_count = desc->max_count,
        .key = desc->key,
        .direction = desc->direction,
        .values = desc->values,
        .backend = GLSORT_BACKEND_COMPUTE,
        .count_source = desc->count_source,
        .key_stride = desc->key_stride,
        .value_stride = desc->value_stride,
        .first_bit = desc->first_bit,
        .bit_count = desc->bit_count,
    };
}

// ---- parameters -----------------------------------------------------------------------

static struct verify_params params_of(const glsort_verify_desc* desc,
                                      const struct sort_desc* sort)
{
    struct key_map high = glsort_key_map_in(sort->key, sort->direction);
    struct key_map low = glsort_key_map_low(sort->key, sort->direction);
    uint64_t mask = UINT64_MAX >> (64 - sort->bit_count) << sort->first_bit;
    bool wide = glsort_key_words(sort->key) == 2;
    return (struct verify_params){
        .key_words = glsort_key_words(sort->key),
        .value_words = values_given(sort->values) ? glsort_value_words(sort->values) : 0,
        .high_negative = high.negative,
        .high_positive = high.positive,
        .low_negative = low.negative,
        .low_positive = low.positive,
        .high_mask = (uint32_t)(wide ? mask >> 32 : mask),
        .low_mask = wide ? (uint32_t)mask : 0,
        .flags = (glsort_verify_has_keys_in(desc) ? VERIFY_HAS_INPUTS : 0) |
                 (glsort_verify_has_keys_out(desc) ? VERIFY_HAS_KEYS_OUT : 0) |
                 (desc->values == GLSORT_VALUES_INDICES ? VERIFY_INDICES : 0),
    };
}

// ---- passes ---------------------------------------------------------------------------

static void add_elements(struct alone_builder* b, const glsort_verify_desc* desc,
                         const struct sort_desc* sort, uint8_t state)
{
    const struct verify_params params = params_of(desc, sort);
    struct pass* p =
        glsort_alone_over_tiles(b, "verify elements", SHADER_VERIFY_ELEMENTS);
    if (glsort_verify_has_keys_in(desc))
        glsort_pass_place(p, &sort->ends.keys_in, b->count, USAGE_STORAGE, GLSORT_READ,
                          VERIFY_KEYS_IN, PARAM(keys_in_base));
    if (glsort_verify_has_keys_out(desc))
        glsort_pass_place(p, &sort->ends.keys_out, b->count, USAGE_STORAGE, GLSORT_READ,
                          VERIFY_KEYS_OUT, PARAM(keys_out_base));
    if (glsort_verify_has_values_in(desc))
        glsort_pass_place(p, &sort->ends.values_in, b->count, USAGE_STORAGE, GLSORT_READ,
                          VERIFY_VALUES_IN, PARAM(values_in_base));
    if (desc->values != GLSORT_VALUES_NONE)
        glsort_pass_place(p, &sort->ends.values_out, b->count, USAGE_STORAGE, GLSORT_READ,
                          VERIFY_VALUES_OUT, PARAM(values_out_base));
    glsort_pass_buffer(p, state, GLSORT_READ | GLSORT_WRITE, VERIFY_STATE,
                       VERIFY_STATE_WORDS * WORD_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_result(struct alone_builder* b, uint8_t state)
{
    const struct verify_result_params params = {0};
    struct pass* p = glsort_alone_once(b, "write result", SHADER_VERIFY_RESULT);
    p->tile_in_place = true; // its one work group reads the state before it clears it
    glsort_pass_buffer(p, state, GLSORT_READ | GLSORT_WRITE, VERIFY_STATE,
                       VERIFY_STATE_WORDS * WORD_BYTES);
    glsort_pass_resource(p, SLOT_RESULT_OUT, GLSORT_WRITE, VERIFY_RESULT, 0,
                         VERIFY_RESULT_WORDS * WORD_BYTES,
                         offsetof(struct verify_result_params, result_base));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_verify_build(const void* what, const struct plan_core* core,
                         const struct shape* shape, struct schedule* s)
{
    struct alone_builder b = glsort_alone_start(core, shape->count, VERIFY_TILE, s);
    uint8_t state =
        glsort_schedule_zeros(s, "verify state", VERIFY_STATE_WORDS * WORD_BYTES);
    if (b.count > 0)
        add_elements(&b, what, &core->desc, state);
    add_result(&b, state);
}
