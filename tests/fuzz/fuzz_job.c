// SPDX-License-Identifier: MIT
#include "fuzz_job.h"

#include <stdlib.h>
#include <string.h>

#include "gl_data.h"
#include "host_data.h"

static const char* const place_names[FUZZ_PLACES] = {
    [FUZZ_KEYS_IN] = "keys_in",
    [FUZZ_KEYS_OUT] = "keys_out",
    [FUZZ_VALUES_IN] = "values_in",
    [FUZZ_VALUES_OUT] = "values_out",
    [FUZZ_COUNT_IN] = "count_in",
    [FUZZ_PEEK_KEYS] = "the peek's keys_out",
    [FUZZ_PEEK_VALUES] = "the peek's values_out",
};

static uint32_t value_words_of(glsort_values values)
{
    return values == GLSORT_VALUES_NONE ? 0 : host_value_words(values);
}

static bool counts_on_gpu(const struct fuzz_job* j)
{
    return j->desc.count_source == GLSORT_COUNT_FROM_BUFFER;
}

static bool is_texture(const struct fuzz_job* j, enum fuzz_place place)
{
    static const uint32_t bits[FUZZ_PLACES] = {
        [FUZZ_KEYS_IN] = GLSORT_TEXTURE_KEYS_IN,
        [FUZZ_KEYS_OUT] = GLSORT_TEXTURE_KEYS_OUT,
        [FUZZ_VALUES_IN] = GLSORT_TEXTURE_VALUES_IN,
        [FUZZ_VALUES_OUT] = GLSORT_TEXTURE_VALUES_OUT,
        [FUZZ_PEEK_KEYS] = GLSORT_TEXTURE_KEYS_OUT,
        [FUZZ_PEEK_VALUES] = GLSORT_TEXTURE_VALUES_OUT,
    };
    return (j->desc.textures & bits[place]) != 0;
}

static bool are_one_kind(const struct fuzz_job* j, enum fuzz_place a, enum fuzz_place b)
{
    return is_texture(j, a) == is_texture(j, b);
}

static bool has_values_in(const struct fuzz_job* j)
{
    return j->desc.values >= GLSORT_VALUES_4_BYTES;
}

static bool has_keys_out(const struct fuzz_job* j)
{
    return (j->desc.flags & GLSORT_PLAN_DISCARD_KEYS) == 0;
}

// Whether one range can be read as keys and as values: nothing writes to it, and elements
// are of the same size.
static bool can_share_input(const struct fuzz_job* j)
{
    return has_values_in(j) && are_one_kind(j, FUZZ_KEYS_IN, FUZZ_VALUES_IN) &&
           !j->keys_in_place && !j->values_in_place &&
           host_key_words(j->desc.key) == value_words_of(j->desc.values);
}

// ---- input ----------------------------------------------------------------------------

// Zero, the most and little less than that more often than others.
static uint32_t draw_count(struct fuzz_random* r, uint32_t most)
{
    switch (fuzz_below(r, 8)) {
    case 0: return fuzz_one_in(r, 2) ? 0 : 1;
    case 1:
    case 2: return most;
    case 3: return most - fuzz_below(r, most < 4 ? most : 4);
    default: return fuzz_count(r, most);
    }
}

static void draw_values(struct fuzz_job* j, struct fuzz_random* r)
{
    uint32_t words = value_words_of(j->desc.values);
    bool made = j->desc.values == GLSORT_VALUES_INDICES;
    for (uint32_t i = 0; i < j->count * words; ++i)
        j->values[i] = made ? i : fuzz_word(r);
    if (j->values_are_keys)
        memcpy(j->values, j->keys, (size_t)j->count * words * 4);
}

static void compute_result(struct fuzz_job* j)
{
    uint32_t key_words = host_key_words(j->desc.key);
    uint32_t value_words = value_words_of(j->desc.values);
    uint32_t* places = fuzz_take((size_t)j->count * sizeof *places);
    host_argsort(&j->desc, j->keys, j->count, places);
    for (uint32_t i = 0; i < j->count; ++i) {
        memcpy(j->sorted_keys + (size_t)i * key_words,
               j->keys + (size_t)places[i] * key_words, key_words * 4);
        memcpy(j->sorted_values + (size_t)i * value_words,
               j->values + (size_t)places[i] * value_words, value_words * 4);
    }
    free(places);
}

static void draw_input(struct fuzz_job* j, struct fuzz_random* r)
{
    size_t key_bytes = (size_t)j->count * host_key_words(j->desc.key) * 4;
    size_t value_bytes = (size_t)j->count * value_words_of(j->desc.values) * 4;
    j->keys = fuzz_take(key_bytes);
    j->sorted_keys = fuzz_take(key_bytes);
    j->values = fuzz_take(value_bytes);
    j->sorted_values = fuzz_take(value_bytes);
    const enum gl_data data = (enum gl_data)fuzz_below(r, DATA_COUNT);
    gl_data_fill(data, j->desc.key, fuzz_bits(r), j->keys, j->count);
    draw_values(j, r);
    fuzz_note("  run of %u keys, %s%s%s%s\n", j->count, gl_data_name(data),
              j->keys_in_place ? ", keys in place" : "",
              j->values_in_place ? ", values in place" : "",
              j->values_are_keys ? ", the keys are the values" : "");
}

// ---- places ---------------------------------------------------------------------------

static uint32_t element_words_at(const struct fuzz_job* j, enum fuzz_place place)
{
    switch (place) {
    case FUZZ_COUNT_IN: return 1;
    case FUZZ_KEYS_IN:
    case FUZZ_KEYS_OUT:
    case FUZZ_PEEK_KEYS: return host_key_words(j->desc.key);
    default: return value_words_of(j->desc.values);
    }
}

// True if the plan uses memory of its own at this place, and not that of the input.
static bool is_own_place(const struct fuzz_job* j, enum fuzz_place place)
{
    switch (place) {
    case FUZZ_KEYS_IN: return true;
    case FUZZ_KEYS_OUT: return has_keys_out(j) && !j->keys_in_place;
    case FUZZ_PEEK_KEYS: return has_keys_out(j);
    case FUZZ_VALUES_IN: return has_values_in(j) && !j->values_are_keys;
    case FUZZ_VALUES_OUT:
        return j->desc.values != GLSORT_VALUES_NONE && !j->values_in_place;
    case FUZZ_PEEK_VALUES: return j->desc.values != GLSORT_VALUES_NONE;
    default: return counts_on_gpu(j);
    }
}

// None, a few words, or more than any alignment of a binding.
static size_t draw_gap(struct fuzz_random* r)
{
    return fuzz_one_in(r, 3) ? 0 : fuzz_below(r, fuzz_one_in(r, 2) ? 5 : 100);
}

static size_t range_words(const struct fuzz_job* j, enum fuzz_place place)
{
    return place == FUZZ_COUNT_IN ? 1 : (size_t)j->room * element_words_at(j, place);
}

static void place_in_own_buffer(struct fuzz_job* j, struct fuzz_random* r,
                                enum fuzz_place place)
{
    size_t first = draw_gap(r);
    size_t end = first + range_words(j, place);
    struct fuzz_memory* memory = &j->memories[place];
    fuzz_memory_open_buffer(memory, &j->world->gl, end + draw_gap(r) + (end == 0));
    j->ranges[place] = (struct fuzz_range){memory, first, element_words_at(j, place)};
}

static void place_in_own_texture(struct fuzz_job* j, struct fuzz_random* r,
                                 enum fuzz_place place)
{
    uint32_t width = fuzz_between(r, 1, fuzz_one_in(r, 2) ? 64 : 1024);
    uint32_t height_most = j->world->limits.texture_size;
    if (width < j->room / height_most + 1)
        width = j->room / height_most + 1;
    uint32_t rows = (j->room + width - 1) / width;
    if (rows == 0 || (rows < height_most && fuzz_one_in(r, 2)))
        ++rows;
    struct fuzz_memory* memory = &j->memories[place];
    uint32_t element_words = element_words_at(j, place);
    fuzz_memory_open_texture(memory, &j->world->gl, element_words, width, rows);
    j->ranges[place] = (struct fuzz_range){memory, 0, element_words};
}

// All ranges behind one another in one buffer, beginning with a random one. Ranges of no
// elements differ in their offsets too: outputs at the same offset are refused.
static void place_in_one_buffer(struct fuzz_job* j, struct fuzz_random* r)
{
    size_t end = draw_gap(r);
    uint32_t start = fuzz_below(r, FUZZ_PLACES);
    struct fuzz_memory* memory = &j->memories[0];
    for (uint32_t i = 0; i < FUZZ_PLACES; ++i) {
        enum fuzz_place place = (enum fuzz_place)((start + i) % FUZZ_PLACES);
        if (!is_own_place(j, place))
            continue;
        j->ranges[place] = (struct fuzz_range){memory, end, element_words_at(j, place)};
        end += range_words(j, place) + draw_gap(r) + (j->room == 0);
    }
    fuzz_memory_open_buffer(memory, &j->world->gl, end + (end == 0));
}

static void draw_places(struct fuzz_job* j, struct fuzz_random* r)
{
    if (j->desc.textures == 0 && fuzz_one_in(r, 3)) {
        place_in_one_buffer(j, r);
    } else {
        for (int i = 0; i < FUZZ_PLACES; ++i) {
            enum fuzz_place place = (enum fuzz_place)i;
            if (!is_own_place(j, place))
                continue;
            if (is_texture(j, place))
                place_in_own_texture(j, r, place);
            else
                place_in_own_buffer(j, r, place);
        }
    }
    if (j->values_are_keys)
        j->ranges[FUZZ_VALUES_IN] = j->ranges[FUZZ_KEYS_IN];
    if (j->keys_in_place)
        j->ranges[FUZZ_KEYS_OUT] = j->ranges[FUZZ_KEYS_IN];
    if (j->values_in_place)
        j->ranges[FUZZ_VALUES_OUT] = j->ranges[FUZZ_VALUES_IN];
}

// ---- arguments ------------------------------------------------------------------------

static glsort_resource resource_at(const struct fuzz_job* j, enum fuzz_place place)
{
    const struct fuzz_range* range = &j->ranges[place];
    if (range->memory == NULL)
        return (glsort_resource){0};
    return (glsort_resource){
        .name = range->memory->name,
        .width = range->memory->width,
        .offset = range->first * 4,
    };
}

// Results are read by mapping. Nobody reads them otherwise, but may say so.
static uint32_t draw_consumers(struct fuzz_random* r)
{
    return GLSORT_CONSUMER_COPY | (fuzz_one_in(r, 2) ? fuzz_below(r, 256) : 0);
}

static void set_args(struct fuzz_job* j, struct fuzz_random* r)
{
    bool may_be_none = j->count == 0 && !counts_on_gpu(j) && fuzz_one_in(r, 2);
    j->args = (glsort_sort_args){.count = j->count, .consumers = draw_consumers(r)};
    if (counts_on_gpu(j)) // not read
        j->args.count = fuzz_word(r);
    if (may_be_none)
        return;
    j->args.keys_in = resource_at(j, FUZZ_KEYS_IN);
    j->args.keys_out = resource_at(j, FUZZ_KEYS_OUT);
    j->args.values_in = resource_at(j, FUZZ_VALUES_IN);
    j->args.values_out = resource_at(j, FUZZ_VALUES_OUT);
    j->args.count_in = resource_at(j, FUZZ_COUNT_IN);
}

// ---- expectations ---------------------------------------------------------------------

static void expect_at(struct fuzz_job* j, enum fuzz_place place, const uint32_t* words)
{
    const struct fuzz_range* range = &j->ranges[place];
    if (range->memory != NULL)
        fuzz_memory_expect(range->memory, range->first, words,
                           (size_t)j->count * range->element_words);
}

// The count of the GPU may be above the plan's, which then counts.
static void expect_count(struct fuzz_job* j, struct fuzz_random* r)
{
    const struct fuzz_range* range = &j->ranges[FUZZ_COUNT_IN];
    uint32_t count = j->count;
    if (range->memory == NULL)
        return;
    if (count == j->desc.max_count && fuzz_one_in(r, 2))
        count = fuzz_one_in(r, 2) ? count + 1 : UINT32_MAX - fuzz_below(r, 4096);
    fuzz_memory_expect(range->memory, range->first, &count, 1);
}

void fuzz_job_expect_sorted(struct fuzz_job* j)
{
    expect_at(j, FUZZ_KEYS_OUT, j->sorted_keys);
    expect_at(j, FUZZ_VALUES_OUT, j->sorted_values);
}

static void adopt_at(struct fuzz_job* j, enum fuzz_place place)
{
    const struct fuzz_range* range = &j->ranges[place];
    if (range->memory != NULL)
        fuzz_memory_adopt(range->memory, range->first,
                          (size_t)j->count * range->element_words);
}

void fuzz_job_adopt_outputs(struct fuzz_job* j)
{
    adopt_at(j, FUZZ_KEYS_OUT);
    adopt_at(j, FUZZ_VALUES_OUT);
}

void fuzz_job_check(const struct fuzz_job* j, const char* after)
{
    for (int i = 0; i < FUZZ_PLACES; ++i) {
        const struct fuzz_memory* memory = &j->memories[i];
        if (memory->expected == NULL)
            continue;
        struct fuzz_wrong wrong = fuzz_memory_compare(memory);
        if (wrong.found)
            fuzz_fail(
                "after %s, word %zu of %zu in the memory of %s, from word %zu on, is "
                "0x%08x; it should be 0x%08x",
                after, wrong.at, memory->words, place_names[i], j->ranges[i].first,
                wrong.is, wrong.expected);
    }
}

// ---- peeks ----------------------------------------------------------------------------

// Words of one element, for qsort.
struct record {
    uint32_t words[6];
};

static int compare_records(const void* a, const void* b)
{
    return memcmp(a, b, sizeof(struct record));
}

// Sorted records of keys, values or both; either may be NULL.
static struct record* take_records(const struct fuzz_job* j, const uint32_t* keys,
                                   const uint32_t* values)
{
    uint32_t key_words = host_key_words(j->desc.key);
    uint32_t value_words = value_words_of(j->desc.values);
    struct record* records = fuzz_take(j->count * sizeof *records);
    for (uint32_t i = 0; i < j->count; ++i) {
        if (keys != NULL)
            memcpy(records[i].words, keys + (size_t)i * key_words, key_words * 4);
        if (values != NULL)
            memcpy(records[i].words + 2, values + (size_t)i * value_words,
                   value_words * 4);
    }
    qsort(records, j->count, sizeof *records, compare_records);
    return records;
}

static void check_permutation(const struct fuzz_job* j, const uint32_t* keys,
                              const uint32_t* values)
{
    struct record* input =
        take_records(j, keys != NULL ? j->keys : NULL, values != NULL ? j->values : NULL);
    struct record* seen = take_records(j, keys, values);
    for (uint32_t i = 0; i < j->count; ++i)
        if (compare_records(&input[i], &seen[i]) != 0)
            fuzz_fail("a peek shows no permutation of the %u elements", j->count);
    free(input);
    free(seen);
}

static const uint32_t* peeked_at(const struct fuzz_job* j, enum fuzz_place place)
{
    const struct fuzz_range* range = &j->ranges[place];
    return range->memory->expected + range->first;
}

void fuzz_job_peek(struct fuzz_job* j, struct fuzz_random* r, glsort_plan* plan)
{
    glsort_peek_args args = {.consumers = draw_consumers(r)};
    bool is_done = glsort_plan_passes_left(plan) == 0;
    bool keys = j->ranges[FUZZ_PEEK_KEYS].memory != NULL && !fuzz_one_in(r, 4);
    bool values = j->ranges[FUZZ_PEEK_VALUES].memory != NULL && !fuzz_one_in(r, 4);
    if (keys)
        args.keys_out = resource_at(j, FUZZ_PEEK_KEYS);
    if (values)
        args.values_out = resource_at(j, FUZZ_PEEK_VALUES);
    fuzz_expect_ok(j->world, "glsort_plan_peek", glsort_plan_peek(plan, &args),
                   glsort_plan_last_error(plan));
    if (keys && is_done)
        expect_at(j, FUZZ_PEEK_KEYS, j->sorted_keys);
    else if (keys)
        adopt_at(j, FUZZ_PEEK_KEYS);
    if (values && is_done)
        expect_at(j, FUZZ_PEEK_VALUES, j->sorted_values);
    else if (values)
        adopt_at(j, FUZZ_PEEK_VALUES);
    if (!is_done)
        check_permutation(j, keys ? peeked_at(j, FUZZ_PEEK_KEYS) : NULL,
                          values ? peeked_at(j, FUZZ_PEEK_VALUES) : NULL);
}

// ---- wrong arguments ------------------------------------------------------------------

static void spoil_resource(const struct fuzz_job* j, struct fuzz_random* r,
                           glsort_resource* resource)
{
    uint64_t bytes = (uint64_t)j->ranges[FUZZ_KEYS_IN].memory->words * 4;
    switch (fuzz_below(r, 4)) {
    case 0: // none, or a name far from any in use, be it of a buffer or of a texture
        resource->name = fuzz_one_in(r, 2) ? 0 : fuzz_word(r) | 1u << 20;
        break;
    case 1: resource->offset += fuzz_between(r, 1, 3); break;
    case 2: resource->width = resource->width == 0 ? fuzz_between(r, 1, 99) : 0; break;
    default:
        resource->offset = fuzz_one_in(r, 2) ? bytes : UINT64_MAX - fuzz_below(r, 9999);
    }
}

bool fuzz_job_spoil(const struct fuzz_job* j, struct fuzz_random* r,
                    glsort_sort_args* args)
{
    bool has_ranges = j->count > 0 || counts_on_gpu(j);
    *args = j->args;
    switch (fuzz_below(r, 6)) {
    case 0: return false;
    case 1:
        if (!counts_on_gpu(j) && j->desc.max_count < UINT32_MAX) {
            args->count = j->desc.max_count + fuzz_between(r, 1, 3);
            return true;
        }
        break;
    case 2:
        if (has_ranges && !counts_on_gpu(j)) {
            args->count_in = args->keys_in;
            return true;
        }
        break;
    case 3:
    case 4:
        if (has_ranges) {
            spoil_resource(j, r, &args->keys_in);
            return true;
        }
        break;
    }
    args->consumers |= 256u << fuzz_below(r, 24);
    return true;
}

// ---- whole jobs -----------------------------------------------------------------------

void fuzz_job_open(struct fuzz_job* j, struct fuzz_world* w, struct fuzz_random* r,
                   const glsort_sort_desc* desc)
{
    *j = (struct fuzz_job){
        .world = w, .desc = *desc, .count = draw_count(r, desc->max_count)};
    j->room = counts_on_gpu(j) ? desc->max_count : j->count;
    j->keys_in_place = has_keys_out(j) && are_one_kind(j, FUZZ_KEYS_IN, FUZZ_KEYS_OUT) &&
                       fuzz_one_in(r, 3);
    j->values_in_place = has_values_in(j) &&
                         are_one_kind(j, FUZZ_VALUES_IN, FUZZ_VALUES_OUT) &&
                         fuzz_one_in(r, 3);
    j->values_are_keys = can_share_input(j) && fuzz_one_in(r, 12);
    draw_input(j, r);
    draw_places(j, r);
    set_args(j, r);
    compute_result(j);
    expect_at(j, FUZZ_KEYS_IN, j->keys);
    if (has_values_in(j))
        expect_at(j, FUZZ_VALUES_IN, j->values);
    expect_count(j, r);
    for (int i = 0; i < FUZZ_PLACES; ++i)
        if (j->memories[i].expected != NULL)
            fuzz_memory_upload(&j->memories[i]);
    fuzz_gl_expect_no_error(&w->gl, "setting up a run");
}

void fuzz_job_close(struct fuzz_job* j)
{
    for (int i = 0; i < FUZZ_PLACES; ++i)
        fuzz_memory_close(&j->memories[i]);
    free(j->keys);
    free(j->values);
    free(j->sorted_keys);
    free(j->sorted_values);
    *j = (struct fuzz_job){0};
}
