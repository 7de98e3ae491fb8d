// SPDX-License-Identifier: MIT
// Batcher's bitonic network (K. E. Batcher, "Sorting networks and their applications",
// AFIPS 1968), in six forms. Level m merges pairs of sorted runs of 1 << (m - 1), one in
// each direction, by m columns of comparators: of strides 1 << (m - 1), ..., 2, 1. That
// is L (L + 1) / 2 columns for 1 << L elements, independent of the data.
//
//   blocks        compute   for production use: bitonic_blocks.c
//   two kernels   compute   blocks in shared memory, then one pass per substage
//   local read    compute   the local sort of a tutorial, alone: bitonic_tutorial.c
//   local keep    compute   the same with the element kept in a register
//   columns       fragment  one pass per column: bitonic_draws.c
//   packed        fragment  8 elements per fragment, up to three columns per pass
//
// The network is not stable. An index with each key breaks ties and makes the sort
// stable. Without values equal keys are indistinguishable, so the blocks form then has no
// indices.
//
// Positions past the end of the array are never read: they count as larger than all
// elements. In the forms "two kernels" and "columns", runs at the end ascend, so the
// comparators of these positions would change nothing and are omitted; the other forms
// compute with padding.
#include "bitonic_build.h"
#include "counting.h"
#include "passes.h"

static bool sorts_blocks(const struct sort_desc* desc)
{
    return desc->method == GLSORT_METHOD_BITONIC_LOCAL_READ ||
           desc->method == GLSORT_METHOD_BITONIC_LOCAL_KEEP;
}

static struct refusal refuses_compute(const struct sort_desc* desc,
                                      const struct glsort_limits* limits)
{
    if (sorts_blocks(desc) && desc->local_log > BITONIC_LONE_MAX_LOG)
        return (struct refusal){"local_size must be at most 1024, one work group",
                                ABOUT_LOCAL_SIZE};
    if (sorts_blocks(desc) && limits->group_size < 1u << desc->local_log)
        return (struct refusal){"local_size must be at most the size of a work group",
                                ABOUT_METHOD | ABOUT_LOCAL_SIZE | ABOUT_GROUP_SIZE};
    if (limits->group_size < BITONIC_PAIR_GROUP)
        return (struct refusal){"bitonic in compute passes needs work groups of 256",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_GROUP_SIZE};
    if (limits->shared_bytes < (8u << BITONIC_MEDIUM_LOG))
        return (struct refusal){"bitonic needs 16384 bytes of shared memory",
                                ABOUT_ALGORITHM | ABOUT_BACKEND | ABOUT_SHARED_BYTES};
    return NOT_REFUSED;
}

static struct refusal refuses_fragment(const struct sort_desc* desc,
                                       const struct glsort_limits* limits)
{
    bool packed = desc->method == GLSORT_METHOD_BITONIC_PACKED;
    if (packed && limits->draw_buffers < 4)
        return (struct refusal){"method BITONIC_PACKED needs 4 draw buffers",
                                ABOUT_METHOD | ABOUT_DRAW_BUFFERS};
    if (packed && limits->texture_layers < 4)
        return (struct refusal){"method BITONIC_PACKED needs array textures of 4 layers",
                                ABOUT_METHOD | ABOUT_TEXTURE_LAYERS};
    return NOT_REFUSED;
}

static struct refusal refuses(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    return desc->backend == GLSORT_BACKEND_COMPUTE ? refuses_compute(desc, limits)
                                                   : refuses_fragment(desc, limits);
}

// BITONIC_BLOCKS finds a run by the product of its number and the number of tiles, which
// fits in 32 bits with up to 2^16 tiles. The other methods have the limit of the sorts by
// merging, although 32-bit positions would allow more.
static struct capacity positions_allow(const struct sort_desc* desc)
{
    if (desc->method == GLSORT_METHOD_BITONIC_BLOCKS)
        return (struct capacity){BITONIC_MOST_TILES << glsort_bitonic_largest_log(desc),
                                 "the network in blocks sorts at most 2^16 tiles"};
    return capacity_of_merges();
}

static uint64_t texture_elements(const struct sort_desc* desc,
                                 const struct glsort_limits* limits)
{
    bool packed = desc->method == GLSORT_METHOD_BITONIC_PACKED;
    bool words = glsort_has_transfers(desc) || desc->values == GLSORT_VALUES_4_BYTES;
    return texture_capacity(limits->texture_size) * (packed && !words ? 8 : 1);
}

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    uint64_t held = desc->backend == GLSORT_BACKEND_COMPUTE
                        ? limits->storage_block_bytes / WORD_BYTES
                        : texture_elements(desc, limits);
    return capacity_within(positions_allow(desc), desc, held);
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    (void)limits;
    switch (desc->method) {
    case GLSORT_METHOD_BITONIC_BLOCKS: glsort_bitonic_build_blocks(desc, count, s); break;
    case GLSORT_METHOD_BITONIC_TWO_KERNELS:
        glsort_bitonic_build_two_kernels(desc, count, s);
        break;
    case GLSORT_METHOD_BITONIC_COLUMNS:
    case GLSORT_METHOD_BITONIC_PACKED: glsort_bitonic_build_draws(desc, count, s); break;
    default: glsort_bitonic_build_lone(desc, count, s); break;
    }
}

static const struct method methods[] = {
    {.id = GLSORT_METHOD_BITONIC_BLOCKS,
     .name = "bitonic-blocks",
     .backends = ON_COMPUTE,
     .uses = ABOUT_COUNT_SOURCE},
    {.id = GLSORT_METHOD_BITONIC_TWO_KERNELS,
     .name = "bitonic-two-kernels",
     .backends = ON_COMPUTE},
    {.id = GLSORT_METHOD_BITONIC_LOCAL_READ,
     .name = "bitonic-local-read",
     .backends = ON_COMPUTE,
     .uses = ABOUT_LOCAL_SIZE,
     .local_size = 1024,
     .sorts_blocks = true},
    {.id = GLSORT_METHOD_BITONIC_LOCAL_KEEP,
     .name = "bitonic-local-keep",
     .backends = ON_COMPUTE,
     .uses = ABOUT_LOCAL_SIZE,
     .local_size = 1024,
     .sorts_blocks = true},
    {.id = GLSORT_METHOD_BITONIC_PACKED,
     .name = "bitonic-packed",
     .backends = ON_FRAGMENT},
    {.id = GLSORT_METHOD_BITONIC_COLUMNS,
     .name = "bitonic-columns",
     .backends = ON_FRAGMENT},
};

const struct algorithm glsort_bitonic_algorithm = {
    .id = GLSORT_ALGORITHM_BITONIC,
    .name = "bitonic",
    .methods = methods,
    .method_count = sizeof methods / sizeof methods[0],
    .refuses = refuses,
    .capacity = capacity,
    .build = build,
    .many_count_rows = true,
};
