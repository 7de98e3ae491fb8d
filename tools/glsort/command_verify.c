// SPDX-License-Identifier: MIT
// Every algorithm on every backend of the device, over data that sorts stumble over,
// against the CPU. Keys and values are compared place by place, so that a lost, doubled
// or unstable element shows.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "complain.h"
#include "dataset.h"
#include "key_list.h"

// Around the sizes of groups, tiles and runs, and some of no kind.
static const uint32_t counts[] = {0,    1,     2,     3,     7,      8,      9,
                                  15,   16,    17,    31,    33,     100,    255,
                                  256,  257,   1000,  1023,  1025,   2049,   4095,
                                  4097, 10007, 16384, 65537, 262147, 1048577};

enum { COUNT_COUNT = sizeof counts / sizeof *counts, USUAL_LARGEST = 10007 };

enum { MOST_WORDS = 4 };

struct form {
    const char* name;
    glsort_algorithm algorithm;
    glsort_split split;
    glsort_local local;
    glsort_tree_schedule schedule;
    uint32_t local_size;
    uint32_t merge_size;
    glsort_network network;
    glsort_ranking ranking;
    uint32_t most; // 0: any count
    bool compute_only;
    bool fragment_only;
    bool needs_ballots;
};

static const struct form forms[] = {
    {.name = "abisort, fused",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .split = GLSORT_SPLIT_FUSED,
     .local = GLSORT_LOCAL_NETWORK},
    {.name = "abisort, partition",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .split = GLSORT_SPLIT_PARTITION,
     .local = GLSORT_LOCAL_NETWORK},
    {.name = "abisort, fused, runs by ranks",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .split = GLSORT_SPLIT_FUSED,
     .local = GLSORT_LOCAL_RANKS,
     .compute_only = true},
    {.name = "abisort, ranks",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .split = GLSORT_SPLIT_RANKS,
     .local = GLSORT_LOCAL_RANKS,
     .compute_only = true},
    {.name = "abisort, all",
     .algorithm = GLSORT_ALGORITHM_ABISORT,
     .split = GLSORT_SPLIT_ALL,
     .local = GLSORT_LOCAL_RANKS,
     .most = GLSORT_SPLIT_ALL_MOST,
     .compute_only = true},
    {.name = "abisort-tree, overlapped", .algorithm = GLSORT_ALGORITHM_ABISORT_TREE},
    {.name = "abisort-tree, simple",
     .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
     .schedule = GLSORT_TREE_SIMPLE},
    {.name = "abisort-tree, pure",
     .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
     .local_size = 1,
     .merge_size = 2},
    {.name = "abisort-tree, wide",
     .algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
     .local_size = 1024,
     .merge_size = 1024,
     .compute_only = true},
    {.name = "bitonic, blocks",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .network = GLSORT_NETWORK_BLOCKS,
     .compute_only = true},
    {.name = "bitonic, two kernels",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .network = GLSORT_NETWORK_TWO_KERNELS,
     .compute_only = true},
    {.name = "bitonic, local read",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .network = GLSORT_NETWORK_LOCAL_READ,
     .local_size = 1024,
     .most = 1024,
     .compute_only = true},
    {.name = "bitonic, local keep",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .network = GLSORT_NETWORK_LOCAL_KEEP,
     .local_size = 256,
     .most = 256,
     .compute_only = true},
    {.name = "bitonic, columns",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .network = GLSORT_NETWORK_COLUMNS,
     .fragment_only = true},
    {.name = "bitonic, packed",
     .algorithm = GLSORT_ALGORITHM_BITONIC,
     .network = GLSORT_NETWORK_PACKED,
     .fragment_only = true},
    {.name = "radix by tiles",
     .algorithm = GLSORT_ALGORITHM_RADIX,
     .ranking = GLSORT_RANKING_TILES,
     .compute_only = true},
    {.name = "radix by ballots",
     .algorithm = GLSORT_ALGORITHM_RADIX,
     .ranking = GLSORT_RANKING_BALLOTS,
     .compute_only = true,
     .needs_ballots = true},
    {.name = "radix by items",
     .algorithm = GLSORT_ALGORITHM_RADIX,
     .ranking = GLSORT_RANKING_ITEMS,
     .compute_only = true},
    {.name = "radix by a chain",
     .algorithm = GLSORT_ALGORITHM_RADIX,
     .ranking = GLSORT_RANKING_CHAIN,
     .compute_only = true},
};

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
    uint64_t failed_groups;
    struct progress progress;
};

static uint32_t value_words(glsort_values values)
{
    if (values == GLSORT_VALUES_U128)
        return 4;
    return values == GLSORT_VALUES_U64 ? 2 : 1;
}

// The caller's values are the places turned round, so that they differ from indices; the
// words of one differ from each other.
static uint32_t value_word(uint32_t place, uint32_t word, uint32_t count)
{
    return (count - 1 - place) ^ word * 0x9E3779B9u;
}

static void make_values(struct run* r, uint32_t words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t word = 0; word < words; word++)
            r->values[(size_t)i * words + word] = value_word(i, word, count);
}

static bool check_values(const char* what, const struct run* r,
                         const glsort_plan_desc* desc, uint32_t count)
{
    uint32_t words = value_words(desc->values);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t* value = r->sorted_values + (size_t)i * words;
        r->places[i] = count - 1 - value[0];
        for (uint32_t word = 1; word < words; word++) {
            if (value[word] != value_word(r->places[i], word, count))
                return complain("%s: torn value at place %" PRIu32 " of %" PRIu32, what,
                                i, count);
        }
    }
    return check_sorted(what, desc, r->input, r->sorted, r->places, count);
}

static bool check_one(struct run* r, struct sorter* s, enum dataset data, uint32_t count)
{
    char what[160];
    struct sorter_time time;
    const glsort_plan_desc* desc = &s->desc;
    bool given = desc->values >= GLSORT_VALUES_U32;
    dataset_fill(data, desc->key, r->options->seed + count, r->input, count);
    if (given)
        make_values(r, value_words(desc->values), count);
    snprintf(what, sizeof what, "%s %s, %s, %" PRIu32 " keys", keys_type_name(desc->key),
             options_order_name(desc->order), dataset_name(data), count);
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

// All data and counts on one plan, large after small and small after large. Half of them
// for keys that are sorted as 32-bit ones are, twice or by fewer bits.
static bool check_counts(struct run* r, struct sorter* s)
{
    bool halve = s->desc.key > GLSORT_KEY_F32;
    for (int data = 0; data < DATASET_COUNT; data++) {
        for (int i = 0; i <= COUNT_COUNT; i++) {
            int at = data % 2 == 0 ? i : COUNT_COUNT - i;
            uint32_t count = count_at(r, at);
            if (count > r->largest || (at < COUNT_COUNT && count == r->largest) ||
                count > s->desc.max_count || (halve && (i + data) % 2 != 0))
                continue;
            if (!check_one(r, s, (enum dataset)data, count))
                return false;
            progress_show(&r->progress, "verifying", (uint64_t)data, DATASET_COUNT);
        }
    }
    return true;
}

static void print_line(struct run* r, bool good, const struct form* form,
                       glsort_backend backend, const glsort_plan_desc* desc)
{
    progress_end(&r->progress);
    if (good && r->options->quiet)
        return;
    printf("%-6s  %-8s  %-24s  %s %-10s  values %s\n", good ? "ok" : "FAILED",
           options_backend_name(backend), form->name, keys_type_name(desc->key),
           options_order_name(desc->order), options_values_name(desc->values));
    fflush(stdout);
}

// Descending the caller's, of a size that differs from key to key.
static glsort_values values_of(glsort_key key, glsort_order order)
{
    static const glsort_values given[] = {
        [GLSORT_KEY_U32] = GLSORT_VALUES_U32,  [GLSORT_KEY_I32] = GLSORT_VALUES_U64,
        [GLSORT_KEY_F32] = GLSORT_VALUES_U128, [GLSORT_KEY_U64] = GLSORT_VALUES_U64,
        [GLSORT_KEY_I64] = GLSORT_VALUES_U32,  [GLSORT_KEY_F64] = GLSORT_VALUES_U128,
        [GLSORT_KEY_U16] = GLSORT_VALUES_U32};
    return order == GLSORT_ASCENDING ? GLSORT_VALUES_INDICES : given[key];
}

static void check_group(struct run* r, const struct form* form, glsort_backend backend,
                        glsort_key key, glsort_order order)
{
    struct sorter s;
    glsort_plan_desc desc = {
        .max_count = form->most > 0 && form->most < r->largest ? form->most : r->largest,
        .key = key,
        .order = order,
        .values = values_of(key, order),
        .algorithm = form->algorithm,
        .backend = backend,
        .split = form->split,
        .local = form->local,
        .network = form->network,
        .ranking = form->ranking,
        .tree_schedule = form->schedule,
        .local_size = form->local_size,
        .merge_size = form->merge_size,
    };
    bool good = sorter_open(&s, r->session, &desc);
    if (good) {
        good = check_counts(r, &s);
        sorter_close(&s);
    }
    r->failed_groups += !good;
    print_line(r, good, form, backend, &desc);
}

static void check_form(struct run* r, const struct form* form, glsort_backend backend)
{
    for (int key = GLSORT_KEY_U32; key <= GLSORT_KEY_U16; key++) {
        if (r->options->has_type && (glsort_key)key != r->options->plan.key)
            continue;
        for (int order = GLSORT_ASCENDING; order <= GLSORT_DESCENDING; order++)
            check_group(r, form, backend, (glsort_key)key, (glsort_order)order);
    }
}

static bool wanted(const struct run* r, const struct form* form, glsort_backend backend)
{
    const struct options* o = r->options;
    if (form->needs_ballots && !r->session->limits.has_ballots)
        return false;
    if (form->compute_only && backend != GLSORT_BACKEND_COMPUTE)
        return false;
    if (form->fragment_only && backend != GLSORT_BACKEND_FRAGMENT)
        return false;
    return !o->has_algorithm || o->plan.algorithm == form->algorithm;
}

static void check_backend(struct run* r, glsort_backend backend)
{
    const glsort_backend asked = r->options->plan.backend;
    if (asked != GLSORT_BACKEND_AUTO && asked != backend)
        return;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (wanted(r, &forms[i], backend))
            check_form(r, &forms[i], backend);
    }
}

static bool check_all(struct run* r)
{
    const glsort_backend asked = r->options->plan.backend;
    progress_start(&r->progress, r->options->quiet);
    if (r->session->limits.has_compute || asked == GLSORT_BACKEND_COMPUTE)
        check_backend(r, GLSORT_BACKEND_COMPUTE);
    check_backend(r, GLSORT_BACKEND_FRAGMENT);
    progress_end(&r->progress);
    if (r->failed_groups)
        return complain("%" PRIu64 " groups of sorts differ from the CPU",
                        r->failed_groups);
    if (!r->options->quiet)
        printf("%" PRIu64 " sorts of up to %" PRIu32
               " keys on %s, all equal to a stable sort on the CPU.\n",
               r->sort_count, r->largest, session_renderer(r->session));
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
