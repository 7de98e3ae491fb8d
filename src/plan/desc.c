// SPDX-License-Identifier: MIT
#include "desc.h"

#include <assert.h>
#include <stddef.h>

#include <glsort/glsort.h>

#include "catalogue.h"
#include "choice.h"
#include "counting.h"
#include "keys.h"
#include "passes.h"
#include "refusal.h"
#include "wide_sort.h"

// ---- defaults -------------------------------------------------------------------------

static uint32_t log_of(uint32_t power)
{
    uint32_t log = 0;
    while (log < 31 && (1u << log) < power)
        ++log;
    return log;
}

// A stride in bytes, or 0 if elements of this size are packed.
static uint32_t packed(uint32_t stride, uint32_t element_bytes)
{
    return stride == element_bytes ? 0 : stride;
}

// The count that choices for speed use.
static uint32_t expected_count(const glsort_sort_desc* desc)
{
    bool given = desc->expected_count != 0 && desc->expected_count < desc->max_count;
    return given ? desc->expected_count : desc->max_count;
}

static struct sort_desc with_defaults(const glsort_sort_desc* desc,
                                      const struct choice* choice,
                                      const struct glsort_limits* limits)
{
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    uint32_t bits = glsort_key_bits(desc->key);
    uint32_t rest = desc->first_bit < bits ? bits - desc->first_bit : 0;
    const struct method* method = choice->method;
    bool discard = (desc->flags & GLSORT_PLAN_DISCARD_KEYS) != 0;
    return (struct sort_desc){
        .max_count = desc->max_count,
        .expected_count = expected_count(desc),
        .key = desc->key,
        .direction = desc->direction,
        .values = desc->values,
        .method = method->id,
        .backend = choice->backend,
        .count_source = desc->count_source,
        .textures = desc->textures & glsort_resources_used(desc->values, discard),
        .key_stride = packed(desc->key_stride, 4 * glsort_key_words(desc->key)),
        .value_stride = packed(desc->value_stride, 4 * glsort_value_words(desc->values)),
        .discard_keys = discard,
        .first_bit = desc->first_bit,
        .bit_count = desc->bit_count == 0 ? rest : desc->bit_count,
        .local_log =
            log_of(tuning.local_size == 0 ? method->local_size : tuning.local_size),
        .merge_log =
            log_of(tuning.merge_size == 0 ? method->merge_size : tuning.merge_size),
        .group_size = limits->group_size,
        .shared_bytes = limits->shared_bytes,
        .measured = glsort_choice_measured(limits),
    };
}

// ---- checks ---------------------------------------------------------------------------

#define AT(FIELD) offsetof(glsort_sort_desc, FIELD)
const struct field_row glsort_sort_fields[] = {
    ROW_KEY_TYPE(key),
    ROW_ENUMERANT(direction, GLSORT_DESCENDING),
    ROW_ENUMERANT(values, GLSORT_VALUES_16_BYTES),
    ROW_ENUMERANT(backend, GLSORT_BACKEND_FRAGMENT),
    ROW_ENUMERANT(count_source, GLSORT_COUNT_FROM_BUFFER),
    ROW_BITS(textures, GLSORT_TEXTURES_ALL),
    ROW_BITS(flags, GLSORT_PLAN_DISCARD_KEYS | PLAN_FLAGS),
};
#undef AT
static_assert(sizeof glsort_sort_fields / sizeof glsort_sort_fields[0] == SORT_FIELDS,
              "the number of rows");

#define AT(FIELD) offsetof(struct glsort_tuning, FIELD)
static const struct field_row tuning_fields[] = {
    ROW_COUNTED("tuning->algorithm", algorithm, FIELD_IS_ALGORITHM),
    ROW_COUNTED("tuning->method", method, FIELD_IS_METHOD),
};
#undef AT

static bool is_power_of_two(uint32_t a)
{
    return (a & (a - 1)) == 0;
}

// GL allows alignments of 256 at most. The limit here is larger, but still keeps the
// parameters of thousands of passes, each aligned, within 32 bits.
#define MOST_ALIGNMENT 4096

static bool is_alignment(uint32_t a)
{
    return a != 0 && is_power_of_two(a) && a <= MOST_ALIGNMENT;
}

// Returns a static sentence about the first limit that no plan can use, and its value; or
// NULL.
static const char* wrong_limit(const struct glsort_limits* l, uint32_t* value)
{
    const struct {
        bool wrong;
        uint32_t value;
        const char* sentence;
    } list[] = {
        {!is_alignment(l->uniform_alignment), l->uniform_alignment,
         "limits.uniform_alignment must be a power of two, at most 4096"},
        {(l->has_compute || l->storage_alignment != 0) &&
             !is_alignment(l->storage_alignment),
         l->storage_alignment,
         "limits.storage_alignment must be a power of two, at most 4096"},
        {l->has_compute && l->group_count == 0, l->group_count,
         "limits.group_count must be at least 1"},
        {l->texture_size > INT32_MAX, l->texture_size,
         "limits.texture_size must be at most 2147483647"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i) {
        *value = list[i].value;
        if (list[i].wrong)
            return list[i].sentence;
    }
    return NULL;
}

static struct refusal refusal_of_sizes(const glsort_sort_desc* desc)
{
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    if (!is_power_of_two(tuning.local_size))
        return (struct refusal){"local_size must be a power of two", ABOUT_LOCAL_SIZE};
    if (!is_power_of_two(tuning.merge_size))
        return (struct refusal){"merge_size must be a power of two", ABOUT_MERGE_SIZE};
    if (tuning.merge_size == 1)
        return (struct refusal){
            "merge_size must be at least 2, which is the pure algorithm",
            ABOUT_MERGE_SIZE};
    uint32_t bits = glsort_key_bits(desc->key);
    if (desc->first_bit >= bits || desc->bit_count > bits - desc->first_bit)
        return (struct refusal){
            "first_bit must be less than the bits of a key, and first_bit + bit_count at "
            "most that number: 16 for u16, 64 for the 64-bit types, otherwise 32",
            ABOUT_FIRST_BIT | ABOUT_BIT_COUNT | ABOUT_KEY};
    return NOT_REFUSED;
}

// A field that is not zero must mean something to the method.
static struct refusal refusal_of_unused(const glsort_sort_desc* desc,
                                        const struct method* method)
{
    const uint32_t how = ABOUT_ALGORITHM | ABOUT_METHOD;
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    const struct {
        uint32_t field;
        uint32_t value;
        struct refusal refusal;
    } list[] = {
        {ABOUT_LOCAL_SIZE,
         tuning.local_size,
         {"local_size is for methods that sort blocks of a chosen size",
          how | ABOUT_LOCAL_SIZE}},
        {ABOUT_MERGE_SIZE,
         tuning.merge_size,
         {"merge_size is for methods that merge blocks of a chosen size",
          how | ABOUT_MERGE_SIZE}},
        {ABOUT_COUNT_SOURCE,
         desc->count_source,
         {"this way of sorting needs a count known on the CPU: count_source ARGS",
          how | ABOUT_COUNT_SOURCE | ABOUT_BACKEND}},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        if (list[i].value != 0 && (method->uses & list[i].field) == 0)
            return list[i].refusal;
    return NOT_REFUSED;
}

static struct refusal refusal_of_method(const glsort_sort_desc* desc,
                                        const struct choice* choice)
{
    const struct method* method = choice->method;
    const glsort_algorithm named = tuning_of(desc->tuning).algorithm;
    if (named != GLSORT_ALGORITHM_AUTO && named != choice->algorithm->id)
        return (struct refusal){"the method belongs to another algorithm",
                                ABOUT_ALGORITHM | ABOUT_METHOD};
    if ((method->backends & BACKEND_BIT(choice->backend)) != 0)
        return refusal_of_unused(desc, method);
    if (method->scatters)
        return (struct refusal){
            "this method scatters, which fragment passes cannot: it needs the compute "
            "backend, which takes buffers",
            ABOUT_ALGORITHM | ABOUT_METHOD | ABOUT_BACKEND | ABOUT_TEXTURES};
    return (struct refusal){(method->backends & ON_COMPUTE) != 0
                                ? "this method needs the compute backend"
                                : "this method needs the fragment backend",
                            ABOUT_METHOD | ABOUT_BACKEND};
}

static bool is_stride(uint32_t stride, uint32_t words)
{
    return stride == 0 || (stride % 4 == 0 && stride >= 4 * words);
}

static struct refusal refusal_of_strides(const glsort_sort_desc* desc)
{
    if (!is_stride(desc->key_stride, glsort_key_words(desc->key)))
        return (struct refusal){
            "key_stride must be 0 or a multiple of 4, and at least the bytes of a key: 8 "
            "for the 64-bit types, otherwise 4",
            ABOUT_KEY_STRIDE | ABOUT_KEY};
    if (desc->value_stride != 0 && !values_given(desc->values))
        return (struct refusal){"value_stride is for values_in, which this plan lacks",
                                ABOUT_VALUE_STRIDE | ABOUT_VALUES};
    if (!is_stride(desc->value_stride, glsort_value_words(desc->values)))
        return (struct refusal){"value_stride must be 0 or a multiple of 4, and at least "
                                "the bytes of a value",
                                ABOUT_VALUE_STRIDE | ABOUT_VALUES};
    if (desc->key_stride != 0 && (desc->textures & GLSORT_TEXTURE_KEYS_IN) != 0)
        return (struct refusal){"key_stride is for a buffer, but keys_in is a texture",
                                ABOUT_KEY_STRIDE | ABOUT_TEXTURES};
    if (desc->value_stride != 0 && (desc->textures & GLSORT_TEXTURE_VALUES_IN) != 0)
        return (struct refusal){
            "value_stride is for a buffer, but values_in is a texture",
            ABOUT_VALUE_STRIDE | ABOUT_TEXTURES};
    return NOT_REFUSED;
}

// The limits of an offline plan may lack has_compute although all others allow compute.
static struct refusal refusal_of_compute(const struct glsort_limits* limits)
{
    struct refusal refused = glsort_refusal_of_compute(limits);
    if (refused.sentence == NULL)
        refused = (struct refusal){"the compute backend needs limits.has_compute",
                                   ABOUT_BACKEND | ABOUT_VERSION};
    return refused;
}

// Why no plan with this descriptor can be created on this device, or NOT_REFUSED.
static struct refusal refusal_of(const struct glsort_limits* limits,
                                 const glsort_sort_desc* desc,
                                 const struct choice* choice,
                                 const struct sort_desc* sort)
{
    const struct algorithm* algorithm = choice->algorithm;
    struct refusal refused = refusal_of_method(desc, choice);
    if (refused.sentence == NULL)
        refused = refusal_of_sizes(desc);
    if (refused.sentence == NULL)
        refused = refusal_of_strides(desc);
    if (refused.sentence != NULL)
        return refused;
    if (sort->backend == GLSORT_BACKEND_COMPUTE && !limits->has_compute)
        return refusal_of_compute(limits);
    refused = glsort_refusal_of_build(sort->backend);
    if (refused.sentence != NULL)
        return refused;
    if (sort->backend == GLSORT_BACKEND_COMPUTE && desc->textures != 0)
        return (struct refusal){"a texture for keys or values needs the fragment backend",
                                ABOUT_TEXTURES | ABOUT_BACKEND};
    if (sort->discard_keys && sort->values == GLSORT_VALUES_NONE)
        return (struct refusal){
            "flags GLSORT_PLAN_DISCARD_KEYS leaves nothing if there are no values",
            ABOUT_FLAGS | ABOUT_VALUES};
    return glsort_wide_applies(algorithm, sort)
               ? glsort_wide_refuses(algorithm, sort, limits)
               : algorithm->refuses(sort, limits);
}

// ---- capacity -------------------------------------------------------------------------

// The caller's textures hold one element per texel, however densely an algorithm packs
// its own textures.
static struct capacity texels_allow(const struct sort_desc* sort,
                                    const struct glsort_limits* limits)
{
    uint64_t texels = (uint64_t)limits->texture_size * limits->texture_size;
    if (sort->textures == 0 || texels > UINT32_MAX)
        return (struct capacity){UINT32_MAX, "counts are 32-bit"};
    return (struct capacity){(uint32_t)texels,
                             "one texel per element must fit in the largest texture"};
}

// Positions of words are 32-bit, including those past the end in the last work group.
#define MOST_WORDS (1u << 31)

// The largest count of elements that are `stride` bytes apart.
static uint32_t strides_fit(uint64_t bytes, uint32_t stride, uint32_t element_bytes)
{
    uint64_t most = bytes < element_bytes ? 0 : (bytes - element_bytes) / stride + 1;
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

// The whole range of an input, with its gaps, must fit in one binding or texture.
static struct capacity strides_allow(const struct sort_desc* sort,
                                     const struct glsort_limits* limits)
{
    bool draws = sort->backend == GLSORT_BACKEND_FRAGMENT;
    uint64_t bytes =
        draws ? 4 * texture_capacity(limits->texture_size) : limits->storage_block_bytes;
    uint64_t words = 4 * (uint64_t)MOST_WORDS;
    struct capacity c = {UINT32_MAX,
                         draws ? "a texel for each word from the first element to the "
                                 "last must fit in the largest texture"
                               : "the bytes from the first element to the last must fit "
                                 "in one storage block"};
    bytes = bytes < words ? bytes : words;
    const struct place inputs[] = {glsort_place_of_caller(sort, SLOT_KEYS_IN),
                                   glsort_place_of_caller(sort, SLOT_VALUES_IN)};
    for (int i = 0; i < 2; ++i) {
        uint32_t most = place_gap(&inputs[i]) == 0
                            ? UINT32_MAX
                            : strides_fit(bytes, inputs[i].stride_bytes,
                                          inputs[i].words * WORD_BYTES);
        c.max_count = most < c.max_count ? most : c.max_count;
    }
    return c;
}

// A method that sorts blocks separately sorts wide elements in a single block only: with
// several, the second of two sorts would need the order of each block.
static struct capacity wide_capacity(const struct algorithm* algorithm,
                                     const struct sort_desc* sort,
                                     const struct glsort_limits* limits)
{
    struct capacity c = glsort_wide_capacity(algorithm, sort, limits);
    if (glsort_method_of(algorithm, sort->method)->sorts_blocks &&
        c.max_count > 1u << sort->local_log)
        c = (struct capacity){1u << sort->local_log,
                              "with keys or values of more than 32 bits, or a range of "
                              "bits, this method sorts a single block of local_size "
                              "elements"};
    return c;
}

static struct capacity capacity_of(const struct algorithm* algorithm,
                                   const struct sort_desc* sort,
                                   const struct glsort_limits* limits)
{
    struct capacity most = texels_allow(sort, limits);
    struct capacity strided = strides_allow(sort, limits);
    if (strided.max_count < most.max_count)
        most = strided;
    struct capacity c = glsort_wide_applies(algorithm, sort)
                            ? wide_capacity(algorithm, sort, limits)
                            : algorithm->capacity(sort, limits);
    return c.max_count <= most.max_count ? c : most;
}

// The largest count of a choice; 0 with the refusal's sentence if it is not supported.
static struct capacity capacity_by(const struct glsort_limits* limits,
                                   const glsort_sort_desc* desc,
                                   const struct choice* choice)
{
    struct sort_desc sort = with_defaults(desc, choice, limits);
    struct refusal refused = refusal_of(limits, desc, choice, &sort);
    return refused.sentence != NULL ? (struct capacity){0, refused.sentence}
                                    : capacity_of(choice->algorithm, &sort, limits);
}

// ---- the sort -------------------------------------------------------------------------

static bool can_serve(const struct glsort_limits* limits, const glsort_sort_desc* desc,
                      const struct choice* choice)
{
    uint32_t most = capacity_by(limits, desc, choice).max_count;
    return most > 0 && desc->max_count <= most;
}

// The first choice that the device can serve, from the rows of the table and then from
// the library's own. So a table made for another driver or context never makes a creation
// fail. If no choice can be served, the library's first one, for its refusal.
static struct choice choose(const struct glsort_limits* limits,
                            const glsort_sort_desc* desc,
                            const struct choice_table* table)
{
    glsort_sort_desc expected = *desc;
    expected.max_count = expected_count(desc);
    struct choice c;
    for (uint32_t at = 0; glsort_choice_from_table(table, limits, &expected, &at, &c);)
        if (can_serve(limits, desc, &c))
            return c;
    for (uint32_t at = 0; glsort_choice_make(limits, &expected, at, &c); ++at)
        if (can_serve(limits, desc, &c))
            return c;
    glsort_choice_make(limits, &expected, 0, &c);
    return c;
}

// The largest capacity of all choices. If none can be served, its reason is that of the
// choice preferred for the most elements. max_count affects only the order of choices.
static struct capacity largest_capacity(const struct glsort_limits* limits,
                                        const glsort_sort_desc* desc)
{
    glsort_sort_desc expected = *desc;
    expected.max_count = UINT32_MAX;
    struct capacity largest = {0, NULL};
    struct choice c;
    for (uint32_t at = 0; glsort_choice_make(limits, &expected, at, &c); ++at) {
        struct capacity next = capacity_by(limits, desc, &c);
        if (largest.reason == NULL || next.max_count > largest.max_count)
            largest = next;
    }
    return largest;
}

uint32_t glsort_plan_max_count(const struct glsort_limits* limits,
                               const glsort_sort_desc* desc, const char** reason)
{
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    const struct field_check checks[] = {{desc, .traits = 0}, {&tuning, .traits = 0}};
    const struct field_row* wrong =
        glsort_first_broken(&checks[0], FIELD_ROWS(glsort_sort_fields));
    uint32_t value;
    struct capacity capacity = {0, wrong_limit(limits, &value)};
    if (wrong == NULL)
        wrong = glsort_first_broken(&checks[1], FIELD_ROWS(tuning_fields));
    if (capacity.reason == NULL && wrong != NULL)
        capacity.reason = wrong->sentence;
    if (capacity.reason == NULL)
        capacity = largest_capacity(limits, desc);
    if (reason != NULL)
        *reason = capacity.reason;
    return capacity.max_count;
}

static glsort_result check(const struct glsort_limits* limits,
                           const glsort_sort_desc* desc, const char* larger,
                           const struct choice* choice, const struct sort_desc* sort,
                           const struct call* call)
{
    struct refusal refused = refusal_of(limits, desc, choice, sort);
    if (refused.sentence != NULL)
        return glsort_refusal_fail(&refused, limits, desc, call);
    if (desc->max_count == 0)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "max_count is 0, at least 1 is needed");
    if (desc->max_count > capacity_of(choice->algorithm, sort, limits).max_count) {
        struct capacity most = largest_capacity(limits, desc);
        return glsort_call_fail(call, GLSORT_ERROR_LIMIT,
                                "max_count %u is above the most that can be sorted this "
                                "way, %u (%s)%s",
                                desc->max_count, most.max_count, most.reason,
                                larger != NULL ? larger : "");
    }
    return GLSORT_OK;
}

glsort_result glsort_limits_check(const struct glsort_limits* limits,
                                  const struct call* call)
{
    uint32_t value;
    const char* sentence = wrong_limit(limits, &value);
    if (sentence == NULL)
        return GLSORT_OK;
    return glsort_call_fail(call, GLSORT_ERROR_ARGUMENT, "%s; it is %u", sentence, value);
}

glsort_result glsort_plan_desc_check(const struct glsort_limits* limits,
                                     const glsort_sort_desc* desc,
                                     const struct call* call)
{
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    const struct field_check c = {&tuning, .call = call};
    const glsort_result result = glsort_check_fields(&c, FIELD_ROWS(tuning_fields));
    return result == GLSORT_OK ? glsort_limits_check(limits, call) : result;
}

glsort_result glsort_plan_desc_sort(const struct glsort_limits* limits,
                                    const glsort_sort_desc* desc,
                                    const struct choice_table* table, const char* larger,
                                    struct choice* choice, struct sort_desc* sort,
                                    const struct call* call)
{
    *choice = choose(limits, desc, table);
    *sort = with_defaults(desc, choice, limits);
    return check(limits, desc, larger, choice, sort, call);
}

bool glsort_plan_desc_fewer(const struct glsort_limits* limits,
                            const glsort_sort_desc* desc,
                            const struct choice_table* table, struct choice* choice,
                            struct sort_desc* sort)
{
    *choice = choose(limits, desc, table);
    *sort = with_defaults(desc, choice, limits);
    return can_serve(limits, desc, choice);
}

glsort_result glsort_plan_desc_elements(const struct glsort_limits* limits,
                                        const glsort_sort_desc* desc,
                                        struct choice* choice, struct sort_desc* sort,
                                        const struct call* call)
{
    static const struct method none = {.id = GLSORT_METHOD_AUTO};
    *choice =
        (struct choice){.method = &none, .backend = GLSORT_BACKEND_COMPUTE, .reason = ""};
    *sort = with_defaults(desc, choice, limits);
    struct refusal refused = refusal_of_sizes(desc);
    if (refused.sentence == NULL)
        refused = refusal_of_strides(desc);
    return refused.sentence == NULL ? GLSORT_OK
                                    : glsort_refusal_fail(&refused, limits, desc, call);
}
