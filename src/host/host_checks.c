// SPDX-License-Identifier: MIT
#include "host_checks.h"

#include <stddef.h>

#include "browser.h"
#include "host_order.h"
#include "catalogue.h"
#include "desc.h"
#include "field_rows.h"

// ---- the descriptor -------------------------------------------------------------------

#define AT(FIELD) offsetof(glsort_sort_desc, FIELD)
#define NO_ARRAYS "does not apply to arrays in CPU memory"
enum { NOT_ARRAYS = 1 }; // a trait that no call has
static const struct field_row fields[] = {
    ROW_COUNTED("desc.key", key, FIELD_IS_KEY),
    ROW_NAMED("desc.direction", direction, GLSORT_DESCENDING),
    ROW_NAMED("desc.values", values, GLSORT_VALUES_16_BYTES),
};
static const struct field_row sort_fields[] = {
    ROW_UNUSED("desc.textures", textures, 0, NOT_ARRAYS, 0, NO_ARRAYS),
    ROW_UNUSED("desc.key_stride", key_stride, 0, NOT_ARRAYS, 0, NO_ARRAYS),
    ROW_UNUSED("desc.value_stride", value_stride, 0, NOT_ARRAYS, 0, NO_ARRAYS),
    ROW_UNUSED_BITS("desc.flags", flags, 0,
                    ~(uint32_t)(GLSORT_PLAN_DISCARD_KEYS | GLSORT_PLAN_TIMINGS),
                    NOT_ARRAYS, 0, NO_ARRAYS),
    ROW_UNUSED("desc.count_source", count_source, 0, NOT_ARRAYS, 0, NO_ARRAYS),
};
#undef AT

// True if the method would sort several blocks, each by itself.
static bool leaves_blocks(const glsort_sort_desc* desc, uint64_t count)
{
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    const struct algorithm* algorithm = glsort_algorithm_with(tuning.method);
    if (algorithm == NULL)
        return false;
    const struct method* method = glsort_method_of(algorithm, tuning.method);
    uint32_t block = tuning.local_size > 0 ? tuning.local_size : method->local_size;
    return method->sorts_blocks && count > block;
}

// What both calls read of the descriptor.
static glsort_result check_desc(const struct call* call, const glsort_sort_desc* desc)
{
    if (desc == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "desc is NULL");
    const struct field_check c = {desc, .call = call};
    const glsort_result result = glsort_check_fields(&c, FIELD_ROWS(fields));
    if (result != GLSORT_OK)
        return result;
    uint32_t bits = glsort_key_bits(desc->key);
    if (desc->first_bit >= bits || desc->bit_count > bits - desc->first_bit)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "bits %u to %u are not all among the %u of a key",
                                desc->first_bit, desc->first_bit + desc->bit_count, bits);
    return GLSORT_OK;
}

// ---- arrays ---------------------------------------------------------------------------

struct array {
    const char* field;
    const void* at;
    bool wanted;
    bool output;
    uint32_t element_bytes;
    uint32_t alignment;
};

static glsort_result check_array(const struct call* call, const struct array* a,
                                 uint64_t count)
{
    if (a->wanted && a->at == NULL && count > 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "args.%s is missing",
                                a->field);
    if (!a->wanted && a->at != NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "args.%s is not used by this descriptor", a->field);
    if ((uintptr_t)a->at % a->alignment != 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "args.%s is not at a multiple of %u bytes", a->field,
                                a->alignment);
    if (a->wanted && count > SIZE_MAX / a->element_bytes)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "%llu elements of %u bytes do not fit the memory",
                                (unsigned long long)count, a->element_bytes);
    return GLSORT_OK;
}

static bool overlap(const struct array* a, const struct array* b, uint64_t count)
{
    uintptr_t first = (uintptr_t)a->at;
    uintptr_t second = (uintptr_t)b->at;
    return a->wanted && b->wanted && a->at != NULL && b->at != NULL &&
           first < second + (uintptr_t)count * b->element_bytes &&
           second < first + (uintptr_t)count * a->element_bytes;
}

glsort_result glsort_host_check_sort(const struct call* call,
                                     const glsort_sort_desc* desc,
                                     const glsort_host_args* args)
{
    if (args == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "args is NULL");
    if (IS_BROWSER)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "browsers cannot map buffers");
    glsort_result result = check_desc(call, desc);
    if (result != GLSORT_OK)
        return result;
    const struct field_check c = {desc, .call = call};
    result = glsort_check_fields(&c, FIELD_ROWS(sort_fields));
    if (result != GLSORT_OK)
        return result;
    if (leaves_blocks(desc, args->count))
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "desc.method sorts blocks, and %llu elements are several",
                                (unsigned long long)args->count);
    if ((uint32_t)args->merge > GLSORT_MERGE_ON_DEVICE)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "args.merge %d is unknown",
                                (int)args->merge);
    bool given = values_given(desc->values);
    uint32_t key = 4 * glsort_key_words(desc->key);
    uint32_t value = host_value_bytes(desc->values);
    uint32_t unit = desc->values == GLSORT_VALUES_INDICES ? 8 : 4;
    const struct array arrays[] = {
        {"keys_in", args->keys_in, true, false, key, 4},
        {"keys_out", args->keys_out, (desc->flags & GLSORT_PLAN_DISCARD_KEYS) == 0, true,
         key, 4},
        {"values_in", args->values_in, given, false, value, 4},
        {"values_out", args->values_out, value > 0, true, value, unit},
    };
    for (int i = 0; i < 4 && result == GLSORT_OK; ++i)
        result = check_array(call, &arrays[i], args->count);
    for (int a = 0; a < 4 && result == GLSORT_OK; ++a) {
        for (int b = a + 1; b < 4; ++b) {
            bool in_place = a + 1 == b && a % 2 == 0 && arrays[a].at == arrays[b].at;
            if ((arrays[a].output || arrays[b].output) && !in_place &&
                overlap(&arrays[a], &arrays[b], args->count))
                return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                        "args.%s and args.%s overlap", arrays[a].field,
                                        arrays[b].field);
        }
    }
    return result;
}

// ---- merges ---------------------------------------------------------------------------

static glsort_result check_run(const struct call* call, const glsort_sort_desc* desc,
                               const glsort_sorted_run* run, uint32_t number)
{
    bool has_values = desc->values != GLSORT_VALUES_NONE;
    if (run->count > 0 && (run->keys == NULL || (has_values && run->values == NULL)))
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "args.runs[%u] lacks keys or values", number);
    if (!has_values && run->values != NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT,
                                "args.runs[%u].values is not used by this descriptor",
                                number);
    return GLSORT_OK;
}

glsort_result glsort_host_check_merge(const struct call* call,
                                      const glsort_sort_desc* desc,
                                      const glsort_merge_args* args, uint64_t* merged)
{
    if (args == NULL || merged == NULL)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "%s is NULL",
                                args == NULL ? "args" : "merged");
    glsort_result result = check_desc(call, desc);
    if (result != GLSORT_OK)
        return result;
    if (args->runs == NULL && args->run_count > 0)
        return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "args.runs is NULL");
    uint32_t value = host_value_bytes(desc->values);
    const struct array arrays[] = {
        {"keys_out", args->keys_out, (desc->flags & GLSORT_PLAN_DISCARD_KEYS) == 0, true,
         4 * glsort_key_words(desc->key), 4},
        {"values_out", args->values_out, value > 0, true, value, 4},
    };
    for (int i = 0; i < 2 && result == GLSORT_OK; ++i)
        result = check_array(call, &arrays[i], args->room);
    for (uint32_t i = 0; i < args->run_count && result == GLSORT_OK; ++i)
        result = check_run(call, desc, &args->runs[i], i);
    return result;
}
