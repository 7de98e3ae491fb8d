// SPDX-License-Identifier: MIT
#include "choice.h"

#include <stdbool.h>

#include "shared/radix.h"

// Measured on 2026-11-22 with pairs of u32, by the commands of docs/benchmarks.md, on an
// NVIDIA H200 (driver 580.159) and on llvmpipe (Mesa 22.3).
enum {
    // A sort of so few is a few passes of abisort, five of radix in a chain, and a dozen of
    // radix in three phases.
    MOST_ABISORT_CHAINED = 1 << 16,
    MOST_ABISORT_COMPUTE = 1 << 19,
    MOST_ABISORT_SOFTWARE = 1 << 11,
    // A pass of searches first pays where many blocks would search long runs.
    MOST_FUSED_COMPUTE = 1 << 22,
    MOST_FUSED_FRAGMENT = 1 << 15,
};

static bool has_bit_range(const glsort_plan_desc* desc)
{
    return desc->first_bit != 0 || (desc->bit_count != 0 && desc->bit_count != 32);
}

static void choose_backend(const struct glsort_limits* limits,
                           const glsort_plan_desc* desc, struct choice* c)
{
    bool textures = desc->storage == GLSORT_STORAGE_TEXTURES;
    if (desc->backend != GLSORT_BACKEND_AUTO) {
        c->backend = desc->backend;
        c->reason = "as asked for";
    } else if (limits->has_compute && !textures) {
        c->backend = GLSORT_BACKEND_COMPUTE;
        c->reason = "compute, since the context has it";
    } else {
        c->backend = GLSORT_BACKEND_FRAGMENT;
        c->reason = textures
                        ? "fragment passes, since keys are in textures"
                        : "fragment passes, since the context has no compute shaders";
    }
}

static void choose_algorithm(const struct glsort_limits* limits,
                             const glsort_plan_desc* desc, struct choice* c)
{
    uint32_t most_abisort = limits->is_software    ? MOST_ABISORT_SOFTWARE
                            : limits->chained_scan ? MOST_ABISORT_CHAINED
                                                   : MOST_ABISORT_COMPUTE;
    c->algorithm = desc->algorithm;
    if (desc->algorithm != GLSORT_ALGORITHM_AUTO)
        return;
    c->algorithm = GLSORT_ALGORITHM_ABISORT;
    if (c->backend == GLSORT_BACKEND_FRAGMENT) {
        c->reason = "abisort: the fastest in fragment passes, which cannot scatter";
    } else if (has_bit_range(desc)) {
        c->algorithm = GLSORT_ALGORITHM_RADIX;
        c->reason = "radix: a range of bits takes it fewer passes";
    } else if (desc->max_count > most_abisort) {
        c->algorithm = GLSORT_ALGORITHM_RADIX;
        c->reason = "radix: the fastest measured for so many elements";
    } else {
        c->reason = "abisort: the fastest measured for so few elements";
    }
}

static void choose_split(const glsort_plan_desc* desc, struct choice* c)
{
    bool fragment = c->backend == GLSORT_BACKEND_FRAGMENT;
    uint32_t most_fused = fragment ? MOST_FUSED_FRAGMENT : MOST_FUSED_COMPUTE;
    c->split = desc->split;
    if (desc->split == GLSORT_SPLIT_AUTO)
        c->split =
            desc->max_count <= most_fused ? GLSORT_SPLIT_FUSED : GLSORT_SPLIT_PARTITION;
}

// Ranking in shared memory needs dozens of barriers a tile, which a CPU pays for dearly.
static void choose_ranking(const struct glsort_limits* limits,
                           const glsort_plan_desc* desc, struct choice* c)
{
    c->ranking = desc->ranking;
    if (desc->ranking != GLSORT_RANKING_AUTO)
        return;
    c->ranking = limits->is_software ? GLSORT_RANKING_ITEMS : GLSORT_RANKING_TILES;
    if (limits->chained_scan && limits->group_size >= RADIX_ALL_GROUP &&
        desc->max_count <= RADIX_MOST_CHAINED)
        c->ranking = GLSORT_RANKING_CHAIN;
}

// Ranks by ballots are faster than merges, but for tiles that would be half empty; by words
// of bits they are not.
static void choose_local(const struct glsort_limits* limits, const glsort_plan_desc* desc,
                         struct choice* c)
{
    bool fits = desc->max_count > 1 << 10 && desc->max_count <= 1 << 11;
    c->local = desc->local;
    if (desc->local == GLSORT_LOCAL_AUTO)
        c->local = limits->subgroup_size == 32 && !fits ? GLSORT_LOCAL_DIGITS
                                                        : GLSORT_LOCAL_NETWORK;
}

struct choice choice_make(const struct glsort_limits* limits,
                          const glsort_plan_desc* desc)
{
    struct choice c = {0};
    choose_backend(limits, desc, &c);
    choose_algorithm(limits, desc, &c);
    choose_split(desc, &c);
    choose_local(limits, desc, &c);
    choose_ranking(limits, desc, &c);
    return c;
}
