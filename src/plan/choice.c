// SPDX-License-Identifier: MIT
// The library's own table of measured thresholds, and how a row fills in a descriptor.
#include "choice.h"

#include <assert.h>

#include "shared/array.h"
#include "shared/radix.h"
#include "stock_passes.h"

// ---- the library's own rows -----------------------------------------------------------

// A class of devices that share rows. A device belongs to the first class that fits.
enum device_class {
    SOFTWARE, // a renderer on the CPU
    CHAINED,  // subgroups of 32, and a chained scan is fast (glsort_limits.chained_scan)
    PLAIN,    // every other GPU
    DEVICE_CLASSES
};

#define ON(CLASS) (1u << (CLASS))
#define ON_ALL (ON(DEVICE_CLASSES) - 1)
#define COMPUTE(DEVICE, MOST, ALGORITHM, RANKING, SPLIT)                                 \
    ON(DEVICE), GLSORT_BACKEND_COMPUTE, ROW_ANY, MOST, GLSORT_ALGORITHM_##ALGORITHM,     \
        GLSORT_RANKING_##RANKING, GLSORT_SPLIT_##SPLIT, GLSORT_LOCAL_AUTO
#define FRAGMENT(MOST, SPLIT)                                                            \
    ON_ALL, GLSORT_BACKEND_FRAGMENT, ROW_ANY, MOST, GLSORT_ALGORITHM_ABISORT,            \
        GLSORT_RANKING_TILES, GLSORT_SPLIT_##SPLIT, GLSORT_LOCAL_AUTO

#define FEW "abisort: the fastest measured for so few elements, "
#define MANY "radix: the fastest measured for so many elements, "
#define ALWAYS "abisort: the fastest in fragment passes, which cannot scatter"
#define FALLBACK "the next best: the device cannot serve the fastest for so many"

// Measured with pairs of u32, by the commands of docs/benchmarks.md; keys alone use the
// same rows. The first row that fits decides every field, and the last row of a class has
// no upper bound.
static const struct choice_row rows[] = {
    // llvmpipe (Mesa 22.3, LLVM 15, 2 cores), 2026-11-22. Ranking in shared memory needs
    // dozens of barriers per tile, which are slow on a CPU.
    {COMPUTE(SOFTWARE, 1u << 13, ABISORT, ITEMS, FUSED), FEW "in few passes"},
    {COMPUTE(SOFTWARE, 1u << 22, RADIX, ITEMS, FUSED), MANY "by items"},
    {COMPUTE(SOFTWARE, UINT32_MAX, RADIX, ITEMS, PARTITION), MANY "by items"},

    // NVIDIA H100 and H200 (driver 580.159), 2026-11-22.
    {COMPUTE(CHAINED, RANK_ALL_MOST, ABISORT, CHAIN, ALL), FEW "in one pass"},
    {COMPUTE(CHAINED, 1u << 17, ABISORT, CHAIN, RANKS), FEW "in few passes"},
    {COMPUTE(CHAINED, 1u << 18, RADIX, CHAIN, RANKS), MANY "in a chain"},
    {COMPUTE(CHAINED, 1u << 23, RADIX, CHAIN, FUSED), MANY "in a chain"},
    {COMPUTE(CHAINED, RADIX_MOST_CHAINED, RADIX, CHAIN, PARTITION), MANY "in a chain"},
    {COMPUTE(CHAINED, UINT32_MAX, RADIX, TILES, PARTITION),
     "radix by tiles: a chain sorts no more than 2^28 elements"},

    // The same devices and day without chains: no other GPU has been measured. Comparing
    // all pairs stops earlier here, because a GPU with few processors is slower at it.
    {COMPUTE(PLAIN, 1u << 10, ABISORT, TILES, ALL), FEW "in one pass"},
    {COMPUTE(PLAIN, 1u << 18, ABISORT, TILES, RANKS), FEW "in few passes"},
    {COMPUTE(PLAIN, 1u << 20, ABISORT, TILES, FUSED), FEW "in few passes"},
    {COMPUTE(PLAIN, 1u << 23, RADIX, TILES, FUSED), MANY "by tiles"},
    {COMPUTE(PLAIN, UINT32_MAX, RADIX, TILES, PARTITION), MANY "by tiles"},

    // llvmpipe and an NVIDIA H200, 2026-11-22. A separate search pass pays off where many
    // blocks would search long runs. Fragment passes ignore rankings and local sorts.
    {FRAGMENT(1u << 15, FUSED), ALWAYS},
    {FRAGMENT(UINT32_MAX, PARTITION), ALWAYS},
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };
static_assert(sizeof FALLBACK <= ROW_REASON_BYTES, "a plan keeps the reason");

static enum device_class class_of(const struct glsort_limits* limits)
{
    if (limits->is_software)
        return SOFTWARE;
    bool subgroups = limits->subgroup_size == RADIX_CHUNK;
    return subgroups && limits->chained_scan ? CHAINED : PLAIN;
}

// ---- choosing -------------------------------------------------------------------------

static bool has_bit_range(const glsort_plan_desc* desc)
{
    return desc->first_bit != 0 || (desc->bit_count != 0 && desc->bit_count != 32);
}

static void choose_backend(const struct glsort_limits* limits,
                           const glsort_plan_desc* desc, struct choice* c)
{
    bool textures = desc->textures != 0;
    if (desc->backend != GLSORT_BACKEND_AUTO) {
        c->backend = desc->backend;
        c->reason = "as asked for";
    } else if (limits->has_compute && !textures) {
        c->backend = GLSORT_BACKEND_COMPUTE;
        c->reason = "compute, since the context has it";
    } else {
        c->backend = GLSORT_BACKEND_FRAGMENT;
        c->reason = textures
                        ? "fragment passes, since resources are textures"
                        : "fragment passes, since the context has no compute shaders";
    }
}

static bool row_fits(const struct choice_row* row, const glsort_plan_desc* desc,
                     const struct choice* c)
{
    uint32_t values = desc->values == GLSORT_VALUES_NONE ? ROW_KEYS : ROW_PAIRS;
    return row->backend == c->backend && (row->values & values) != 0 &&
           desc->max_count <= row->most;
}

// The faster local sort before this split, measured on 2026-11-22 on an H200 (driver
// 580.159) and llvmpipe.
static glsort_local local_for(const struct glsort_limits* limits, glsort_split split)
{
    bool ranks = glsort_merges_by_ranks(split) && !limits->is_software &&
                 limits->group_size >= RANKS_LARGE_GROUP;
    return ranks ? GLSORT_LOCAL_RANKS : GLSORT_LOCAL_NETWORK;
}

// A row's local sort was measured together with its split, so the row does not decide it
// if the descriptor asks for another split.
static bool decides_local(const struct choice_row* row, const glsort_plan_desc* desc)
{
    bool same_split = desc->split == GLSORT_SPLIT_AUTO || desc->split == row->split;
    return same_split && row->local != GLSORT_LOCAL_AUTO;
}

// Fields that the descriptor leaves to AUTO come from the row. Fields that both leave to
// AUTO keep their value in *c.
static void take_row(const struct choice_row* row, const struct glsort_limits* limits,
                     const glsort_plan_desc* desc, struct choice* c)
{
#define TAKE(FIELD)                                                                      \
    (c->FIELD = desc->FIELD != 0 ? desc->FIELD : row->FIELD != 0 ? row->FIELD : c->FIELD)
    TAKE(algorithm);
    TAKE(ranking);
    TAKE(split);
#undef TAKE
    // Comparing all pairs uses no local sort, so a descriptor that asks for one gets
    // merges by ranks.
    if (desc->split == GLSORT_SPLIT_AUTO && c->split == GLSORT_SPLIT_ALL &&
        desc->local != GLSORT_LOCAL_AUTO)
        c->split = GLSORT_SPLIT_RANKS;
    c->local = desc->local != GLSORT_LOCAL_AUTO ? desc->local
               : decides_local(row, desc)       ? row->local
                                                : local_for(limits, c->split);
}

// True if the row decides a field that the chosen algorithm uses.
static bool row_decides(const struct choice_row* row, const glsort_plan_desc* desc,
                        const struct choice* c)
{
    bool ranking = desc->ranking == GLSORT_RANKING_AUTO && row->ranking != 0;
    bool split = desc->split == GLSORT_SPLIT_AUTO && row->split != 0;
    bool local = desc->local == GLSORT_LOCAL_AUTO && decides_local(row, desc);
    if (desc->algorithm == GLSORT_ALGORITHM_AUTO && row->algorithm != 0)
        return true;
    switch (c->algorithm) {
    case GLSORT_ALGORITHM_RADIX: return ranking;
    case GLSORT_ALGORITHM_ABISORT:
        return split || (local && c->backend == GLSORT_BACKEND_COMPUTE);
    default: return false;
    }
}

// With a bit range radix needs proportionally fewer passes. The rows do not show that,
// because they are measured with whole keys.
static glsort_plan_desc with_bits_chosen(const glsort_plan_desc* desc, struct choice* c)
{
    glsort_plan_desc chosen = *desc;
    if (desc->algorithm == GLSORT_ALGORITHM_AUTO && has_bit_range(desc) &&
        c->backend == GLSORT_BACKEND_COMPUTE) {
        chosen.algorithm = GLSORT_ALGORITHM_RADIX;
        c->reason = "radix: a range of bits takes it fewer passes";
    }
    return chosen;
}

// The row of preference `at`. Rows that cover max_count come first, in table order, then
// rows for fewer elements, the largest of them first. NULL past the last one.
static const struct choice_row* preferred_row(const struct glsort_limits* limits,
                                              const glsort_plan_desc* desc,
                                              const struct choice* c, uint32_t at)
{
    const struct choice_row* fewer[ROW_COUNT];
    uint32_t fewer_count = 0;
    for (const struct choice_row* row = rows; row < rows + ROW_COUNT; ++row) {
        if (!(row->devices & ON(class_of(limits))) || row->backend != c->backend)
            continue;
        if (!row_fits(row, desc, c))
            fewer[fewer_count++] = row;
        else if (at-- == 0)
            return row;
    }
    return at < fewer_count ? fewer[fewer_count - 1 - at] : NULL;
}

bool glsort_choice_make(const struct glsort_limits* limits, const glsort_plan_desc* desc,
                        uint32_t at, struct choice* c)
{
    *c = (struct choice){0};
    choose_backend(limits, desc, c);
    glsort_plan_desc chosen = with_bits_chosen(desc, c);
    const struct choice_row* row = preferred_row(limits, &chosen, c, at);
    if (row == NULL)
        return false;
    take_row(row, limits, &chosen, c);
    // Every ranking but ITEMS counts the digits of the whole input in one group of
    // RADIX_ALL_GROUP, and comparing all pairs needs groups of RANK_ALL_GROUP. GL 4.3
    // guarantees both sizes; other limits come from offline plans.
    if (desc->ranking == GLSORT_RANKING_AUTO && limits->group_size < RADIX_ALL_GROUP)
        c->ranking = GLSORT_RANKING_ITEMS;
    bool splits_by_all = desc->split == GLSORT_SPLIT_AUTO && c->split == GLSORT_SPLIT_ALL;
    if (splits_by_all && limits->group_size < RANK_ALL_GROUP)
        c->split = GLSORT_SPLIT_RANKS;
    if (chosen.algorithm == GLSORT_ALGORITHM_AUTO)
        c->reason = at == 0 ? row->reason : FALLBACK;
    return true;
}

bool glsort_choice_from_table(const struct choice_table* table,
                              const struct glsort_limits* limits,
                              const glsort_plan_desc* desc, uint32_t* at,
                              struct choice* c)
{
    if (!glsort_choice_make(limits, desc, 0, c))
        return false;
    glsort_plan_desc chosen =
        with_bits_chosen(desc, &(struct choice){.backend = c->backend});
    for (; table != NULL && *at < table->count; ++*at) {
        const struct choice_row* row = &table->rows[*at];
        if (!row_fits(row, &chosen, c))
            continue;
        take_row(row, limits, &chosen, c);
        if (row_decides(row, &chosen, c))
            c->reason = row->reason;
        ++*at;
        return true;
    }
    return false;
}
