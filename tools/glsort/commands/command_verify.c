// SPDX-License-Identifier: MIT
// Compares every form of sorting that the device supports, on awkward data, segmented
// sorts and a sample of draw orders with the CPU. Keys and values are compared position
// by position, so that lost, duplicated and unstable elements show.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "key_list.h"
#include "workload.h"

// Around the sizes of groups, tiles and runs, and some that are near none of these.
static const uint32_t counts[] = {0,    1,     2,     3,     7,      8,      9,
                                  15,   16,    17,    31,    33,     100,    255,
                                  256,  257,   1000,  1023,  1025,   2049,   4095,
                                  4097, 10007, 16384, 65537, 262147, 1048577};

enum { COUNT_COUNT = sizeof counts / sizeof *counts, USUAL_LARGEST = 10007 };

enum { MOST_WORDS = 4 };

struct run {
    const struct options* options;
    const struct session* session;
    uint32_t largest;
    uint32_t* input; // words, up to MOST_WORDS an element, as in the next three
    uint32_t* values;
    uint32_t* sorted;
    uint32_t* sorted_values;
    uint32_t* places;
    uint64_t sort_count;
    uint64_t order_count;
    uint64_t failed_groups;
    struct progress_line progress;
};

// The caller's values are the places in reverse, so that they differ from indices; the
// words of a value differ from each other.
static uint32_t word_of_value(uint32_t place, uint32_t word, uint32_t count)
{
    return (count - 1 - place) ^ word * 0x9E3779B9u;
}

static void make_values(struct run* r, uint32_t words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t word = 0; word < words; word++)
            r->values[(size_t)i * words + word] = word_of_value(i, word, count);
}

static bool check_values(const char* what, const struct run* r,
                         const glsort_sort_desc* desc, uint32_t count)
{
    uint32_t words = value_types[desc->values].bytes / 4;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t* value = r->sorted_values + (size_t)i * words;
        r->places[i] = count - 1 - value[0];
        for (uint32_t word = 1; word < words; word++) {
            if (value[word] != word_of_value(r->places[i], word, count))
                return complain("%s: torn value at place %" PRIu32 " of %" PRIu32, what,
                                i, count);
        }
    }
    return check_sorted(what, desc, r->input, r->sorted, r->places, count);
}

static bool check_one(struct run* r, struct sorter* s, const struct distribution* data,
                      uint32_t count)
{
    char what[160];
    struct sorter_time time;
    const glsort_sort_desc* desc = &s->desc;
    bool given = desc->values >= GLSORT_VALUES_4_BYTES;
    distribution_fill(data, &key_types[desc->key], r->options->seed + count, r->input,
                      count);
    if (given)
        make_values(r, value_types[desc->values].bytes / 4, count);
    snprintf(what, sizeof what, "%s %s, %s, %" PRIu32 " keys", keys_type_name(desc->key),
             options_order_name(desc->direction), data->name, count);
    if (!sorter_load(s, r->input, given ? r->values : NULL, count) ||
        !sorter_run(s, count, NULL, &time) ||
        !sorter_read(s, r->sorted, r->sorted_values, count))
        return complain("%s: the sort failed", what);
    r->sort_count++;
    if (given)
        return check_values(what, r, desc, count);
    return check_sorted(what, desc, r->input, r->sorted, r->sorted_values, count);
}

static uint32_t count_at(const struct run* r, int at)
{
    return at < COUNT_COUNT ? counts[at] : r->largest;
}

// All data and counts on one plan, large after small and small after large. Only half of
// them for keys of 64 and 16 bits, which the library sorts as it does 32-bit keys, twice
// or by fewer bits.
static bool check_counts(struct run* r, struct sorter* s, const char* form)
{
    char what[80];
    bool halve = s->desc.key > GLSORT_KEY_F32;
    snprintf(what, sizeof what, "verifying %s, %s", form, keys_type_name(s->desc.key));
    for (int data = 0; distributions[data].awkward; data++) {
        for (int i = 0; i <= COUNT_COUNT; i++) {
            int at = data % 2 == 0 ? i : COUNT_COUNT - i;
            uint32_t count = count_at(r, at);
            if (count > r->largest || (at < COUNT_COUNT && count == r->largest) ||
                count > s->desc.max_count || (halve && (i + data) % 2 != 0))
                continue;
            if (!check_one(r, s, &distributions[data], count))
                return false;
            progress_line_show(&r->progress, what, (uint64_t)i, COUNT_COUNT);
        }
    }
    return true;
}

__attribute__((format(printf, 5, 6))) static void print_group(struct run* r, bool good,
                                                              glsort_backend backend,
                                                              const char* name,
                                                              const char* format, ...)
{
    va_list args;
    progress_line_end(&r->progress);
    r->failed_groups += !good;
    if (good && (r->options->quiet || r->options->only_sums))
        return;
    printf("%-6s  %-8s  %-27s  ", good ? "ok" : "FAILED", backend_name(backend), name);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
}

// Ascending sorts write indices; descending ones move the caller's values, whose size
// depends on the type of key.
static glsort_values values_of(glsort_key key, glsort_direction order)
{
    static const glsort_values given[] = {[GLSORT_KEY_U32] = GLSORT_VALUES_4_BYTES,
                                          [GLSORT_KEY_I32] = GLSORT_VALUES_8_BYTES,
                                          [GLSORT_KEY_F32] = GLSORT_VALUES_16_BYTES,
                                          [GLSORT_KEY_U64] = GLSORT_VALUES_8_BYTES,
                                          [GLSORT_KEY_I64] = GLSORT_VALUES_4_BYTES,
                                          [GLSORT_KEY_F64] = GLSORT_VALUES_16_BYTES,
                                          [GLSORT_KEY_U16] = GLSORT_VALUES_4_BYTES};
    return order == GLSORT_ASCENDING ? GLSORT_VALUES_INDICES : given[key];
}

// The largest count to verify. Some forms sort no more than a work group, and RANK_ALL
// ranks all keys in one pass only up to a limit, beyond which it merges.
static uint32_t largest_of(const struct run* r, const glsort_form* form,
                           const glsort_sort_desc* desc)
{
    uint32_t most = glsort_max_count(&r->session->limits, desc, NULL);
    if (desc->tuning->method == GLSORT_METHOD_RANK_ALL && most > GLSORT_RANK_ALL_MOST)
        most = GLSORT_RANK_ALL_MOST;
    if (most > form->whole_count)
        most = form->whole_count;
    return most > 0 && most < r->largest ? most : r->largest;
}

static void check_group(struct run* r, const glsort_form* form, glsort_key key,
                        glsort_direction order)
{
    struct sorter s;
    glsort_sort_desc desc = form->desc;
    desc.key = key;
    desc.direction = order;
    desc.values = values_of(key, order);
    desc.max_count = largest_of(r, form, &desc);
    bool good = sorter_open(&s, r->session, &desc);
    if (good) {
        good = check_counts(r, &s, form->name);
        sorter_close(&s);
    }
    print_group(r, good, desc.backend, form->name, "%s %-10s  values %s",
                keys_type_name(key), options_order_name(order),
                value_types[desc.values].name);
}

static void check_form(struct run* r, const glsort_form* form)
{
    for (int key = GLSORT_KEY_U32; key <= GLSORT_KEY_U16; key++) {
        if (r->options->has_type && (glsort_key)key != r->options->plan.key)
            continue;
        for (int order = GLSORT_ASCENDING; order <= GLSORT_DESCENDING; order++)
            check_group(r, form, (glsort_key)key, (glsort_direction)order);
    }
}

// True for forms that the device can run, and for those asked for by name or backend: if
// the device cannot run such a form, its sorts fail and say why.
static bool wanted(const struct run* r, const glsort_form* form)
{
    const struct options* o = r->options;
    const glsort_sort_desc* desc = &form->desc;
    if (o->form)
        return o->form == form;
    if (o->has_algorithm && o->tuning.algorithm != desc->tuning->algorithm)
        return false;
    if (o->plan.backend != GLSORT_BACKEND_AUTO && o->plan.backend != desc->backend)
        return false;
    return glsort_max_count(&r->session->limits, desc, NULL) > 0 ||
           (o->plan.backend != GLSORT_BACKEND_AUTO && !r->session->limits.has_compute);
}

static void check_backend(struct run* r, glsort_backend backend)
{
    const glsort_form* form;
    for (uint32_t at = 0; (form = glsort_form_at(at)) != NULL; ++at)
        if (form->desc.backend == backend && wanted(r, form))
            check_form(r, form);
}

static void check_segments_of(struct run* r, glsort_backend backend, glsort_key key)
{
    const struct options* o = r->options;
    uint32_t count = r->largest > 0 ? r->largest : 1;
    const glsort_segments_desc desc = {.max_count = count,
                                       .max_segments = count,
                                       .key = key,
                                       .direction = key % 2 != 0 ? GLSORT_DESCENDING
                                                                 : GLSORT_ASCENDING,
                                       .values = GLSORT_VALUES_INDICES,
                                       .backend = backend};
    bool good = verify_segments(r->session, &desc, o->seed, &r->sort_count);
    print_group(r, good, backend, "segments", "%s %s", keys_type_name(key),
                options_order_name(desc.direction));
}

// Left out by --algorithm, since segmented sorts have no choice of algorithms.
static void check_segments(struct run* r, glsort_backend backend)
{
    const struct options* o = r->options;
    if (o->form || o->has_algorithm ||
        (o->plan.backend != GLSORT_BACKEND_AUTO && o->plan.backend != backend) ||
        (backend == GLSORT_BACKEND_COMPUTE && !r->session->limits.has_compute))
        return;
    for (int key = GLSORT_KEY_U32; key <= GLSORT_KEY_U16; key++)
        if (!o->has_type || (glsort_key)key == o->plan.key)
            check_segments_of(r, backend, (glsort_key)key);
}

static void check_order(struct run* r, glsort_backend backend, uint32_t at)
{
    uint32_t count = r->largest > 0 ? r->largest : 1;
    char text[256];
    enum verdict verdict = verify_order(r->session, &r->options->plan, backend, at, count,
                                        text, sizeof text);
    if (verdict == ORDER_REFUSED)
        return;
    r->order_count++;
    print_group(r, verdict == ORDER_RIGHT, backend, "order", "%s", text);
}

// Left out by --type, since draw orders have no type of key to choose.
static void check_orders(struct run* r, glsort_backend backend)
{
    const struct options* o = r->options;
    if (o->has_type ||
        (o->plan.backend != GLSORT_BACKEND_AUTO && o->plan.backend != backend))
        return;
    for (uint32_t at = 0; at < verify_order_count(); at++)
        check_order(r, backend, at);
}

static bool check_all(struct run* r)
{
    progress_line_start(&r->progress, r->options->quiet);
    check_backend(r, GLSORT_BACKEND_COMPUTE);
    check_backend(r, GLSORT_BACKEND_FRAGMENT);
    check_segments(r, GLSORT_BACKEND_COMPUTE);
    check_segments(r, GLSORT_BACKEND_FRAGMENT);
    check_orders(r, GLSORT_BACKEND_COMPUTE);
    check_orders(r, GLSORT_BACKEND_FRAGMENT);
    progress_line_end(&r->progress);
    if (r->failed_groups)
        return complain("%" PRIu64 " groups of sorts differ from the CPU",
                        r->failed_groups);
    if (!r->options->quiet)
        printf("%" PRIu64 " sorts of up to %" PRIu32 " keys and %" PRIu64
               " draw orders on %s, all equal to a stable sort on the CPU.\n",
               r->sort_count, r->largest, r->order_count, session_renderer(r->session));
    return true;
}

bool command_verify(const struct options* o)
{
    struct session session = {0};
    struct run r = {.options = o, .session = &session};
    r.largest = o->has_count ? o->count : USUAL_LARGEST;
    size_t room = (size_t)r.largest;
    uint32_t* memory = malloc((4 * MOST_WORDS + 1) * room * sizeof *memory + 1);
    bool good = memory ? session_open(&session, o) : complain_of_memory();
    if (good) {
        r.input = memory;
        r.values = memory + MOST_WORDS * room;
        r.sorted = memory + 2 * MOST_WORDS * room;
        r.sorted_values = memory + 3 * MOST_WORDS * room;
        r.places = memory + 4 * MOST_WORDS * room;
        good = check_all(&r);
    }
    session_close(&session);
    free(memory);
    return good;
}
