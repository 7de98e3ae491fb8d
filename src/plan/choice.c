// SPDX-License-Identifier: MIT
// The library's own table of measured thresholds, and how a row is chosen.
#include "choice.h"

#include <assert.h>

#include "catalogue.h"
#include "shared/radix.h"
#include "shared/rank.h"
#include "desc.h"
#include "keys.h"
#include "wide_sort.h"

// ---- the library's own rows -----------------------------------------------------------

// Plans of one class share rows: the first class whose assumptions hold.
enum device_class {
    SOFTWARE,   // a renderer on the CPU
    COUNTED,    // chains are fast, for a count on the GPU
    CHAINED,    // the same for any other count
    PLAIN,      // the limits of what was measured, but no chains: an H200 in GLES
    UNMEASURED, // every other GPU
    DEVICE_CLASSES
};

// What the rows of a class assume of device and plan. The limits, which come from queries
// and extensions, must show all of it. No class assumes that work groups make progress
// (radix/chain.glsl), and no vendor or name of a GPU is asked for.
struct assumptions {
    bool on_cpu;
    bool counts_on_gpu;
    bool chains;            // glsort_limits.chained_scan
    uint32_t subgroup_size; // 0: any
    uint32_t group_size;    // at least
    uint32_t shared_bytes;  // at least
    bool shared_exactly;    // no more than that
};

// Shared memory of the largest tile of a chain.
enum { CHAIN_BYTES = (RADIX_GROUP_3 * RADIX_ITEMS_3 + 2 * RADIX_BINS + 16) * 4 };

// That of an H100 and an H200. Other GPUs with work groups of 1024 have 32 or 64 KiB.
enum { MEASURED_BYTES = 49152 };

static const struct assumptions classes[DEVICE_CLASSES] = {
    [SOFTWARE] = {.on_cpu = true},
    [COUNTED] = {.counts_on_gpu = true,
                 .chains = true,
                 .subgroup_size = RADIX_CHUNK,
                 .group_size = RADIX_ALL_GROUP,
                 .shared_bytes = CHAIN_BYTES},
    [CHAINED] = {.chains = true,
                 .subgroup_size = RADIX_CHUNK,
                 .group_size = RADIX_ALL_GROUP,
                 .shared_bytes = CHAIN_BYTES},
    [PLAIN] = {.group_size = RADIX_ALL_GROUP,
               .shared_bytes = MEASURED_BYTES,
               .shared_exactly = true},
    [UNMEASURED] = {.on_cpu = false}, // nothing
};

#define ON(CLASS) (1u << (CLASS))
#define ON_ALL (ON(DEVICE_CLASSES) - 1)
#define ON_CHAINED (ON(CHAINED) | ON(COUNTED))
#define ON_GPU (ON_CHAINED | ON(PLAIN) | ON(UNMEASURED))
#define COMPUTE(DEVICES, MOST, METHOD)                                                   \
    DEVICES, GLSORT_BACKEND_COMPUTE, ROW_ANY, MOST, 0, GLSORT_METHOD_##METHOD
#define FRAGMENT(MOST, METHOD)                                                           \
    ON_ALL, GLSORT_BACKEND_FRAGMENT, ROW_ANY, MOST, 0, GLSORT_METHOD_##METHOD
#define COMPUTE_KEYS_64(DEVICES, MOST, METHOD)                                           \
    DEVICES, GLSORT_BACKEND_COMPUTE, ROW_KEYS_64, MOST, 0, GLSORT_METHOD_##METHOD
// Without values.
#define COMPUTE_KEYS(DEVICES, MOST, METHOD)                                              \
    DEVICES, GLSORT_BACKEND_COMPUTE, ROW_KEYS, MOST, 0, GLSORT_METHOD_##METHOD
// For keys of at most so many bits.
#define COMPUTE_BITS(DEVICES, BITS, MOST, METHOD)                                        \
    DEVICES, GLSORT_BACKEND_COMPUTE, ROW_ANY, MOST, BITS, GLSORT_METHOD_##METHOD
#define FRAGMENT_BITS(DEVICES, BITS, MOST, METHOD)                                       \
    DEVICES, GLSORT_BACKEND_FRAGMENT, ROW_ANY, MOST, BITS, GLSORT_METHOD_##METHOD
// Without values.
#define FRAGMENT_KEY_BITS(DEVICES, BITS, MOST, METHOD)                                   \
    DEVICES, GLSORT_BACKEND_FRAGMENT, ROW_KEYS, MOST, BITS, GLSORT_METHOD_##METHOD

#define FEW "the fastest measured for so few elements, in "
#define MANY "the fastest measured for so many elements, "
#define ALWAYS "abisort: the fastest in fragment passes for so many bits"
#define DIGITS "radix: few bits take few passes, which gather"
#define RANGE "radix: it takes fewer passes for a bit range"
#define FALLBACK "the next best: the device cannot serve the fastest for so many elements"
#define BYTES "by bytes and passes, not measured on such a device"
#define ANY UINT32_MAX

// Measured with pairs of u32, by the commands of docs/benchmarks.md; keys alone use the
// same rows. The first row that fits decides. Rows without a reason are for
// descriptors that name the algorithm.
static const struct choice_row rows[] = {
    {COMPUTE_BITS(ON(SOFTWARE), 31, ANY, RADIX_ITEMS), RANGE},
    // llvmpipe (Mesa 22.3, LLVM 15, 2 cores), 2026-11-27: 0.3 ms by items at 2^9 pairs,
    // where one pass by ranks takes 2.4 and abisort 0.75. Ranking in shared memory needs
    // dozens of barriers per tile, which are slow on a CPU.
    {COMPUTE(ON(SOFTWARE), 64, RANK_ALL), "rank: " FEW "one pass"},
    {COMPUTE(ON(SOFTWARE), ANY, RADIX_ITEMS), "radix: " MANY "by items"},
    {COMPUTE(ON(SOFTWARE), 1u << 22, ABISORT_FUSED), ""},

    // Keys of 64 bits: whole keys in merges by ranks, eight digits in a chain, or two
    // sorts of their words. H100 (driver 580.159), 2026-11-27, us by ranks and in a
    // chain: 34 and 75 at 2^16, 47 and 77 at 2^17, 71 and 87 at 2^18; with values of 8
    // bytes 43 and 82, 57 and 84, 84 and 92. By words 68 at 2^16 and 119 at 2^18. H200,
    // 2026-11-29, ms at 2^27: 10.4 in a chain, 55 by ranks, 2,580 by words in tiles,
    // since gathers from 1 GiB miss the TLB.
    {COMPUTE_KEYS_64(ON_CHAINED | ON(PLAIN), 1u << 18, RANK),
     "rank: few passes, which compare whole keys"},
    {COMPUTE_KEYS_64(ON_CHAINED, RADIX_MOST_WIDE_CHAINED, RADIX_CHAIN),
     "radix: " MANY "in a chain"},
    {COMPUTE_KEYS_64(ON_CHAINED, ANY, RANK),
     "rank: a chain sorts no more than 2^27 keys of 64 bits"},

    {COMPUTE_KEYS_64(ON(UNMEASURED), 1u << 24, RANK), "rank: " BYTES},

    // Ranges of bits: ranks extract them first and gather in the end, which takes 8 us,
    // and radix takes one pass for 8 bits. H100 (driver 580.159), 2026-11-27, us of pairs
    // at 2^10, 2^12, 2^13 and 2^14: in one pass by ranks 18.9, 20.8, 22.8 and 26.9; in a
    // chain 18.1 to 19.8 for 8 bits, 24.0, 25.0, 25.1 and 26.9 for 16 bits, 30.3, 31.5,
    // 31.9 and 34.6 for 24. Without chains, at 2^12, 2^14 and 2^17: by ranks 26.0, 34.3
    // and 47.8; by tiles 31.6, 31.9 and 33.2 for 8 bits, 50.8, 51.2 and 53.9 for 16.
    {COMPUTE_BITS(ON_CHAINED, 8, RADIX_MOST_CHAINED, RADIX_CHAIN), RANGE},
    {COMPUTE_BITS(ON_CHAINED, 16, 1u << 13, RANK_ALL), "rank: " FEW "one pass"},
    {COMPUTE_BITS(ON_CHAINED, 16, RADIX_MOST_CHAINED, RADIX_CHAIN), RANGE},
    {COMPUTE_BITS(ON_CHAINED, 31, RANK_TILES_MOST, RANK_ALL), "rank: " FEW "one pass"},
    {COMPUTE_BITS(ON_CHAINED, 31, RADIX_MOST_CHAINED, RADIX_CHAIN), RANGE},
    {COMPUTE_BITS(ON(PLAIN), 31, 1u << 10, RANK_ALL), "rank: " FEW "one pass"},
    {COMPUTE_BITS(ON(PLAIN), 8, 1u << 12, RANK), "rank: " FEW "few passes"},
    {COMPUTE_BITS(ON(PLAIN), 8, ANY, RADIX_TILES), RANGE},
    {COMPUTE_BITS(ON(PLAIN), 31, 1u << 17, RANK), "rank: " FEW "few passes"},
    {COMPUTE_BITS(ON(UNMEASURED), 8, ANY, RADIX_TILES), RANGE},
    {COMPUTE_BITS(ON(UNMEASURED), 31, 1u << 12, ABISORT_FUSED), "abisort: " BYTES},
    {COMPUTE_BITS(ON(UNMEASURED), 16, ANY, RADIX_TILES), RANGE},
    {COMPUTE_BITS(ON(UNMEASURED), 31, 1u << 17, RANK), "rank: " BYTES},
    {COMPUTE_BITS(ON_GPU, 31, ANY, RADIX_TILES), RANGE},

    // NVIDIA H100 and H200 (driver 580.159), 2026-11-22. On an H100 one pass takes 21 us
    // instead of 26 for 2^14 pairs, 24 instead of 29 for 20,000 (but more than 2^14 would
    // need more variants), and 43 instead of 27 for 2^15 (2026-11-25).
    // With a count on the GPU, some merges by ranks have nothing to do but still cost
    // time, so a chain is faster above 98,304 expected elements (2026-11-24).
    {COMPUTE(ON_CHAINED, RANK_TILES_MOST, RANK_ALL), "rank: " FEW "one pass"},
    {COMPUTE(ON(CHAINED), 1u << 17, RANK), "rank: " FEW "few passes"},
    {COMPUTE(ON(COUNTED), 3u << 15, RANK), "rank: " FEW "few passes"},
    {COMPUTE(ON_CHAINED, RADIX_MOST_CHAINED, RADIX_CHAIN), "radix: " MANY "in a chain"},
    {COMPUTE(ON_CHAINED, ANY, RADIX_TILES),
     "radix by tiles: a chain sorts no more than 2^28 elements"},

    // Measured on the same devices and day with chains left out: no other GPU has been
    // measured. Comparing all pairs ends at a smaller count here, because a GPU with few
    // processors is slower at it.
    {COMPUTE(ON(PLAIN), 1u << 10, RANK_ALL), "rank: " FEW "one pass"},
    {COMPUTE(ON(PLAIN), 1u << 18, RANK), "rank: " FEW "few passes"},
    {COMPUTE(ON(PLAIN), 1u << 20, ABISORT_FUSED), "abisort: " FEW "few passes"},
    {COMPUTE(ON(PLAIN), ANY, RADIX_TILES), "radix: " MANY "by tiles"},

    // Not measured, as the rows above for such devices: the least of 3 us a pass and the
    // bytes of `glsort plan` at 300 GB/s (docs/tuning-notes.md), from the least device
    // of GLES 3.1 to one with work groups of 1024.
    {COMPUTE(ON(UNMEASURED), 1u << 12, ABISORT_FUSED), "abisort: " BYTES},
    {COMPUTE_KEYS(ON(UNMEASURED), 1u << 20, RANK), "rank: " BYTES},
    {COMPUTE(ON(UNMEASURED), 1u << 18, RANK), "rank: " BYTES},
    {COMPUTE(ON(UNMEASURED), ANY, RADIX_TILES), "radix: " BYTES},

    // For descriptors that name the algorithm, and fallbacks.
    {COMPUTE(ON_GPU, 1u << 23, ABISORT_FUSED), ""},
    {COMPUTE(ON_ALL, ANY, RADIX_ITEMS), FALLBACK},
    {COMPUTE(ON_ALL, ANY, ABISORT_PARTITION), ""},
    {COMPUTE(ON_ALL, ANY, RANK), ""},
    {COMPUTE(ON_ALL, ANY, TREE), ""},
    {COMPUTE(ON_ALL, ANY, BITONIC_BLOCKS), ""},

    // A radix sort in fragment passes takes passes by the bits. llvmpipe (Mesa 22.3, CPU
    // time of the process), 2026-11-27: times of abisort over those of radix, argsort in
    // textures, are 1.02 and 1.24 for 8 bits at 2^12 and 2^13; 0.90, 1.08, 1.27, 1.50 and
    // 2.02 for 16 bits at 2^14, 2^15, 2^16, 2^18 and 2^20; and 0.87, 0.97 and 1.18 for 24
    // bits at 2^16, 2^18 and 2^20, but 0.87 for pairs. NVIDIA H100 (driver 580.159, GPU
    // time, buffers), 2026-11-27: 1.04 and 1.29 for keys of 16 bits at 2^18 and 2^20,
    // 1.03 and 1.25 for pairs; 0.90 and 0.94 for 24 bits at 2^20. Other GPUs have not
    // been measured. Just above a power of two abisort takes a level more: 1.09 to 1.43
    // for 8 bits at 4,300 and 1.14 to 1.27 for 16 bits at 17,203; and 1.16, 1.32 and 1.5
    // for keys alone of 24 bits at 68,812, 275,251 and 2^20 on llvmpipe.
    {FRAGMENT_BITS(ON(SOFTWARE), 8, 1u << 12, ABISORT_FUSED), ALWAYS},
    {FRAGMENT_BITS(ON(SOFTWARE), 8, ANY, RADIX_GATHER), DIGITS},
    {FRAGMENT_BITS(ON(SOFTWARE), 16, 1u << 14, ABISORT_FUSED), ALWAYS},
    {FRAGMENT_BITS(ON(SOFTWARE), 16, ANY, RADIX_GATHER), DIGITS},
    {FRAGMENT_KEY_BITS(ON(SOFTWARE), 24, 1u << 15, ABISORT_FUSED), ALWAYS},
    {FRAGMENT_KEY_BITS(ON(SOFTWARE), 24, 1u << 16, ABISORT_PARTITION), ALWAYS},
    {FRAGMENT_KEY_BITS(ON(SOFTWARE), 24, ANY, RADIX_GATHER), DIGITS},
    // An NVIDIA H200, ms: at 2^16 by radix .28 for 8 bits, by abisort-fused .365 and by
    // abisort-partition .43 for 16 and 32 bits; at 2^22, 24 bits, by abisort-partition
    // 19.5 and by radix 17.1.
    {FRAGMENT_BITS(ON_GPU, 8, (1u << 16) - 1, ABISORT_FUSED), ALWAYS},
    {FRAGMENT_BITS(ON_GPU, 8, ANY, RADIX_GATHER), DIGITS},
    {FRAGMENT_BITS(ON_GPU, 16, 1u << 16, ABISORT_FUSED), ALWAYS},
    {FRAGMENT_BITS(ON_GPU, 16, (1u << 18) - 1, ABISORT_PARTITION), ALWAYS},
    {FRAGMENT_BITS(ON_GPU, 16, ANY, RADIX_GATHER), DIGITS},
    {FRAGMENT_BITS(ON_GPU, 24, 1u << 16, ABISORT_FUSED), ALWAYS},
    {FRAGMENT_BITS(ON_GPU, 24, (1u << 22) - 1, ABISORT_PARTITION), ALWAYS},
    {FRAGMENT_BITS(ON_GPU, 24, ANY, RADIX_GATHER), DIGITS},
    {FRAGMENT_BITS(ON_GPU, 0, 1u << 16, ABISORT_FUSED), ALWAYS},

    // llvmpipe, 2026-11-22. A separate search pass pays off where many blocks would
    // search long runs.
    {FRAGMENT(1u << 15, ABISORT_FUSED), ALWAYS},
    {FRAGMENT(ANY, ABISORT_PARTITION), ALWAYS},
    {FRAGMENT(ANY, TREE), ""},
    {FRAGMENT(ANY, RADIX_GATHER), ""},
    {FRAGMENT(ANY, BITONIC_PACKED), ""},
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };
static_assert(sizeof FALLBACK <= ROW_REASON_BYTES, "a plan keeps the reason");

static bool holds(const struct assumptions* a, const struct glsort_limits* limits,
                  const glsort_sort_desc* desc)
{
    return (!a->on_cpu || limits->is_software) &&
           (!a->counts_on_gpu || desc->count_source == GLSORT_COUNT_FROM_BUFFER) &&
           (!a->chains || limits->chained_scan) &&
           (a->subgroup_size == 0 || limits->subgroup_size == a->subgroup_size) &&
           limits->group_size >= a->group_size &&
           limits->shared_bytes >= a->shared_bytes &&
           (!a->shared_exactly || limits->shared_bytes == a->shared_bytes);
}

static enum device_class class_of(const struct glsort_limits* limits,
                                  const glsort_sort_desc* desc)
{
    enum device_class at = SOFTWARE;
    while (at < UNMEASURED && !holds(&classes[at], limits, desc))
        ++at;
    return at;
}

// In GL an H100 has chains, so one that lacks them is another GPU.
bool glsort_choice_measured(const struct glsort_limits* limits)
{
    const glsort_sort_desc count_known = {0};
    enum device_class class = class_of(limits, &count_known);
    return class == SOFTWARE || class == CHAINED || (class == PLAIN && limits->is_gles);
}

// ---- choosing -------------------------------------------------------------------------

// The narrowed descriptor and what it no longer says.
struct wanted {
    glsort_sort_desc desc;
    uint32_t elements; // ROW_* of them
};

static struct wanted wanted_of(const glsort_sort_desc* desc)
{
    struct wanted w = {.desc = glsort_wide_narrowed(desc)};
    w.elements = w.desc.values == GLSORT_VALUES_NONE ? ROW_KEYS : ROW_PAIRS;
    if (glsort_key_words(desc->key) > 1)
        w.elements |= ROW_KEYS_64;
    return w;
}

static uint32_t bits_of(const glsort_sort_desc* desc)
{
    if (desc->bit_count != 0)
        return desc->bit_count;
    return desc->first_bit < 32 ? 32 - desc->first_bit : 0;
}

static bool has_bit_range(const glsort_sort_desc* desc)
{
    return desc->first_bit != 0 || (desc->bit_count != 0 && desc->bit_count != 32);
}

uint32_t glsort_choice_backends(const glsort_sort_desc* desc)
{
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    const struct algorithm* named = glsort_algorithm_of(tuning.algorithm);
    const struct algorithm* with = glsort_algorithm_with(tuning.method);
    uint32_t backends = 0;
    if (with != NULL)
        return glsort_method_of(with, tuning.method)->backends;
    for (uint32_t i = 0; named != NULL && i < named->method_count; ++i)
        backends |= named->methods[i].backends;
    return named != NULL ? backends : ON_COMPUTE | ON_FRAGMENT;
}

// What a device of GLES 3.1 or later lacks for compute passes, otherwise NULL. It differs
// by device, so these sentences also replace the reason for the algorithm.
static const char* compute_trouble(const struct glsort_limits* limits)
{
    const uint32_t about = glsort_refusal_of_compute(limits).about;
    if (limits->has_compute)
        return NULL;
    if (glsort_refusal_of_build(GLSORT_BACKEND_COMPUTE).sentence != NULL)
        return "fragment passes, since this build of glsort has no compute shaders";
    if ((about & ABOUT_STORAGE_BLOCKS) != 0)
        return "fragment passes: compute shaders have fewer than 8 storage blocks here";
    if ((about & ABOUT_GROUP_SIZE) != 0)
        return "fragment passes: work groups here have fewer than 256 invocations";
    return NULL;
}

// A method without compute passes, and textures, leave only fragment passes.
static void choose_backend(const struct glsort_limits* limits,
                           const glsort_sort_desc* desc, struct choice* c)
{
    const bool textures = desc->textures != 0;
    const bool draws = (glsort_choice_backends(desc) & ON_COMPUTE) == 0;
    if (desc->backend != GLSORT_BACKEND_AUTO) {
        c->backend = desc->backend;
        c->reason = "as asked for";
    } else if (limits->has_compute && !textures && !draws) {
        c->backend = GLSORT_BACKEND_COMPUTE;
        c->reason = "compute, since the context has it";
    } else {
        c->backend = GLSORT_BACKEND_FRAGMENT;
        c->reason = draws      ? "fragment passes, since the method has no others"
                    : textures ? "fragment passes, since resources are textures"
                    : compute_trouble(limits) != NULL
                        ? compute_trouble(limits)
                        : "fragment passes, since the context has no compute shaders";
    }
}

glsort_backend glsort_choice_backend(const struct glsort_limits* limits,
                                     const glsort_sort_desc* desc)
{
    struct choice c;
    choose_backend(limits, desc, &c);
    return c.backend;
}

// The algorithm that the method must belong to; AUTO if any will do. With a bit range
// radix needs proportionally fewer passes. Rows that are measured with whole keys do not
// show that: a caller's without bits, and those for keys of 64 bits.
static glsort_algorithm wanted_algorithm(const struct wanted* w, const struct choice* c,
                                         bool whole_keys)
{
    const bool fewer_passes = (whole_keys || (w->elements & ROW_KEYS_64) != 0) &&
                              has_bit_range(&w->desc) &&
                              c->backend == GLSORT_BACKEND_COMPUTE;
    const glsort_algorithm named = tuning_of(w->desc.tuning).algorithm;
    return named == GLSORT_ALGORITHM_AUTO && fewer_passes ? GLSORT_ALGORITHM_RADIX
                                                          : named;
}

static bool row_serves(const struct choice_row* row, glsort_algorithm algorithm)
{
    if (algorithm == GLSORT_ALGORITHM_AUTO)
        return row->reason[0] != '\0';
    return glsort_algorithm_with(row->method)->id == algorithm;
}

static bool row_fits(const struct choice_row* row, const struct wanted* w,
                     const struct choice* c)
{
    return row->backend == c->backend && (row->values & w->elements) != 0 &&
           w->desc.max_count <= row->most &&
           (row->bits == 0 || bits_of(&w->desc) <= row->bits);
}

// The row of preference `at`. Rows that cover max_count come first, in table order, then
// rows for fewer elements, the largest of them first. NULL past the last one.
static const struct choice_row* preferred_row(const struct glsort_limits* limits,
                                              const struct wanted* w,
                                              const struct choice* c, uint32_t at)
{
    const glsort_algorithm algorithm = wanted_algorithm(w, c, false);
    const struct choice_row* fewer[ROW_COUNT];
    uint32_t fewer_count = 0;
    for (const struct choice_row* row = rows; row < rows + ROW_COUNT; ++row) {
        if (!(row->devices & ON(class_of(limits, &w->desc))) ||
            row->backend != c->backend || (row->values & w->elements) == 0 ||
            !row_serves(row, algorithm))
            continue;
        if (!row_fits(row, w, c))
            fewer[fewer_count++] = row;
        else if (at-- == 0)
            return row;
    }
    return at < fewer_count ? fewer[fewer_count - 1 - at] : NULL;
}

static void take_method(struct choice* c, glsort_method method)
{
    c->algorithm = glsort_algorithm_with(method);
    c->method = glsort_method_of(c->algorithm, method);
}

// For an algorithm without rows for the backend. The plan may yet refuse its method.
static bool take_first(struct choice* c, glsort_algorithm algorithm, uint32_t at)
{
    if (at > 0)
        return false;
    c->algorithm = glsort_algorithm_of(algorithm);
    c->method = glsort_method_on(c->algorithm, c->backend);
    return true;
}

bool glsort_choice_make(const struct glsort_limits* limits, const glsort_sort_desc* desc,
                        uint32_t at, struct choice* c)
{
    choose_backend(limits, desc, c);
    const struct glsort_tuning tuning = tuning_of(desc->tuning);
    if (tuning.method != GLSORT_METHOD_AUTO) {
        take_method(c, tuning.method);
        return at == 0;
    }
    const struct wanted w = wanted_of(desc);
    const glsort_algorithm algorithm = wanted_algorithm(&w, c, false);
    const struct choice_row* row = preferred_row(limits, &w, c, at);
    if (row == NULL)
        return take_first(c, algorithm, at);
    take_method(c, row->method);
    bool is_short = desc->backend == GLSORT_BACKEND_AUTO && desc->textures == 0 &&
                    compute_trouble(limits) != NULL;
    if (tuning.algorithm != GLSORT_ALGORITHM_AUTO || is_short)
        return true;
    c->reason = algorithm == GLSORT_ALGORITHM_RADIX ? RANGE
                : at == 0                           ? row->reason
                                                    : FALLBACK;
    return true;
}

bool glsort_choice_from_table(const struct choice_table* table,
                              const struct glsort_limits* limits,
                              const glsort_sort_desc* desc, uint32_t* at,
                              struct choice* c)
{
    choose_backend(limits, desc, c);
    if (table == NULL || tuning_of(desc->tuning).method != GLSORT_METHOD_AUTO)
        return false;
    const struct wanted w = wanted_of(desc);
    for (; *at < table->count; ++*at) {
        const struct choice_row* row = &table->rows[*at];
        if (!row_fits(row, &w, c) ||
            !row_serves(row, wanted_algorithm(&w, c, row->bits == 0)))
            continue;
        take_method(c, row->method);
        c->reason = row->reason;
        ++*at;
        return true;
    }
    return false;
}
