// SPDX-License-Identifier: MIT
#include "field_rows.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "catalogue.h"
#include "floats.h"
#include "keys.h"

enum { BUT_SIGN = 0x7FFFFFFF }; // of a float

static uint32_t word_at(const void* at, size_t bytes)
{
    uint32_t word;
    memcpy(&word, (const char*)at + bytes, sizeof word);
    return word;
}

static uint32_t words_of(const struct field_row* row)
{
    return row->words > 0 ? row->words : 1;
}

static bool holds(const struct field_row* row, uint64_t traits)
{
    return (row->needs & ~traits) == 0 && (row->excludes & traits) == 0;
}

// The first word that has bits of the mask, or 0.
static uint32_t set_word(const struct field_row* row, const void* at, uint32_t mask)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < words_of(row) && word == 0; ++i)
        if ((word_at(at, row->at + i * sizeof word) & mask) != 0)
            word = word_at(at, row->at + i * sizeof word);
    return word;
}

// The place of the first float that is not finite, or words_of(row).
static uint32_t place_of_infinite(const struct field_row* row, const void* at)
{
    for (uint32_t i = 0; i < words_of(row); ++i) {
        float value;
        memcpy(&value, (const char*)at + row->at + i * sizeof value, sizeof value);
        if (!glsort_are_finite(&value, 1))
            return i;
    }
    return words_of(row);
}

static uint32_t last_of(const struct field_row* row)
{
    switch (row->rule) {
    case FIELD_IS_KEY: return glsort_key_count() - 1;
    case FIELD_IS_ALGORITHM: return glsort_algorithm_count() - 1;
    case FIELD_IS_METHOD: return glsort_method_count() - 1;
    default: return row->most;
    }
}

static bool is_broken(const struct field_row* row, const struct field_check* c)
{
    const uint32_t value = word_at(c->at, row->at);
    const bool within = value >= row->least && value <= row->most;
    switch (row->rule) {
    case FIELD_IS_ENUMERANT:
    case FIELD_IS_KEY:
    case FIELD_IS_ALGORITHM:
    case FIELD_IS_METHOD: return value > last_of(row);
    case FIELD_HAS_BITS: return (value & ~row->most) != 0;
    case FIELD_IS_ONE_OF: return value > 63 || (row->needs >> value & 1) == 0;
    case FIELD_IS_WITHIN: return !within && holds(row, c->traits);
    case FIELD_MAY_BE: return value != 0 && !within && holds(row, c->traits);
    case FIELD_IS_MULTIPLE: return value % row->least != 0;
    case FIELD_IS_UNUSED:
        return set_word(row, c->at, row->most) != 0 && !holds(row, c->traits);
    case FIELD_IS_NOT: return value == row->least && !holds(row, c->traits);
    case NUMBER_IS_UNUSED:
    case SIGNED_IS_UNUSED: return value != 0 && !holds(row, c->traits);
    case FLOAT_IS_UNUSED:
        return set_word(row, c->at, BUT_SIGN) != 0 && !holds(row, c->traits);
    case NUMBER_IS_NEEDED: return value == 0 && holds(row, c->traits);
    case NUMBER_IS_IN_PLAN:
        return value > word_at(c->plan, row->least) && holds(row, c->traits);
    default:
        return holds(row, c->traits) && place_of_infinite(row, c->at) < words_of(row);
    }
}

static glsort_result fail_unused(const struct field_row* row, const char* before,
                                 const struct field_check* c)
{
    const uint32_t word =
        set_word(row, c->at, row->rule == FLOAT_IS_UNUSED ? BUT_SIGN : UINT32_MAX);
    float value;
    memcpy(&value, &word, sizeof value);
    const double number = row->rule == FLOAT_IS_UNUSED    ? (double)value
                          : row->rule == SIGNED_IS_UNUSED ? (double)(int32_t)word
                                                          : (double)word;
    const int digits = number == floor(number) ? 10 : 6;
    return glsort_call_fail(c->call, GLSORT_ERROR_ARGUMENT,
                            "%s%s is %.*g, but this %s does not use it: that needs %s",
                            before, row->field, digits, number, c->noun, row->sentence);
}

static glsort_result fail_infinite(const struct field_row* row, const char* before,
                                   const struct field_check* c)
{
    const uint32_t place = place_of_infinite(row, c->at);
    float number;
    memcpy(&number, (const char*)c->at + row->at + place * sizeof number, sizeof number);
    return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                            "%s%s[%u] is %g; it must be finite", before, row->field,
                            place, (double)number);
}

static glsort_result fail(const struct field_row* row, const struct field_check* c)
{
    char before[32] = "";
    const char* field = row->field;
    const uint32_t value = word_at(c->at, row->at);
    if (c->array != NULL)
        snprintf(before, sizeof before, "%s[%u].", c->array, c->index);
    switch (row->rule) {
    case FIELD_IS_ENUMERANT:
    case FIELD_IS_KEY:
    case FIELD_IS_ALGORITHM:
    case FIELD_IS_METHOD:
        return glsort_call_fail(c->call, GLSORT_ERROR_ARGUMENT,
                                "%s%s is %u, the largest valid value is %u", before,
                                field, value, last_of(row));
    case FIELD_HAS_BITS:
        return glsort_call_fail(c->call, GLSORT_ERROR_ARGUMENT,
                                "%s%s has the unknown bits 0x%x", before, field,
                                value & ~row->most);
    case FIELD_IS_ONE_OF:
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE, "%s%s is %u; it must be %s",
                                before, field, value, row->sentence);
    case FIELD_IS_WITHIN:
    case FIELD_MAY_BE:
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "%s%s is %u; it must be %u to %u", before, field, value,
                                row->least, row->most);
    case FIELD_IS_MULTIPLE:
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "%s%s %u is not a multiple of %u", before, field, value,
                                row->least);
    case NUMBER_IS_UNUSED:
    case SIGNED_IS_UNUSED:
    case FLOAT_IS_UNUSED: return fail_unused(row, before, c);
    case NUMBER_IS_NEEDED:
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE, "%s%s is 0, but %s", before,
                                field, row->sentence);
    case NUMBER_IS_IN_PLAN:
        return glsort_call_fail(c->call, GLSORT_ERROR_RANGE,
                                "%s%s %u is above the plan's %s %u", before, field, value,
                                row->sentence, word_at(c->plan, row->least));
    case FLOAT_IS_FINITE: return fail_infinite(row, before, c);
    default:
        return glsort_call_fail(
            c->call, c->plan != NULL ? GLSORT_ERROR_RANGE : GLSORT_ERROR_UNSUPPORTED,
            "%s%s %s", before, field, row->sentence);
    }
}

const struct field_row* glsort_first_broken(const struct field_check* c,
                                            struct field_rows rows)
{
    for (size_t i = 0; i < rows.count; ++i)
        if (is_broken(&rows.list[i], c))
            return &rows.list[i];
    return NULL;
}

glsort_result glsort_check_fields(const struct field_check* c, struct field_rows rows)
{
    const struct field_row* row = glsort_first_broken(c, rows);
    return row == NULL ? GLSORT_OK : fail(row, c);
}
