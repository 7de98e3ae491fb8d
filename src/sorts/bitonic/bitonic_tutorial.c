// SPDX-License-Identifier: MIT
// The network as in tutorials, for teaching and measuring: two kernels, and the local
// sort alone, in both versions of E. Bainville's "OpenCL Sorting" (2011). All three forms
// sort (key, index) elements even without values.
#include "bitonic_build.h"
#include "shader_ids.h"
#include "passes.h"

#include <assert.h>

static_assert(BITONIC_LONE_MAX_LOG == 10, "bitonic_lone.comp: the last size");

// ---- two kernels ----------------------------------------------------------------------
//
// One kernel sorts blocks of 512 in shared memory. The other computes one substage in
// global memory and is launched once per substage of the later stages, with the neighbour
// distance Nb, the stage and the direction as parameters. bitonic/bitonic_pair.glsl says
// how the network sorts any count.

// Number of stages; the last one merges all elements into one block.
static uint32_t stage_count(uint32_t count)
{
    return ceil_log(count);
}

static void add_substage(struct bitonic_build* b, uint32_t stage, uint32_t neighbour_log)
{
    bool last = neighbour_log == 0 && stage + 1 == stage_count(b->count);
    uint32_t neighbour = 1u << neighbour_log;
    struct bitonic_params params = {
        .neighbour = neighbour,
        .stage = stage,
        .direction = (b->count - 1) >> (stage + 1) & 1,
    };
    struct pass* p = glsort_bitonic_pass(b, "merge substage", SHADER_BITONIC_SUBSTAGE,
                                         false, last, &params);
    // Only comparators whose lower end is in the array.
    uint32_t whole = b->count >> (neighbour_log + 1) << neighbour_log;
    uint32_t rest = b->count & (2 * neighbour - 1);
    p->groups =
        ceil_divide(whole + (rest < neighbour ? rest : neighbour), BITONIC_PAIR_GROUP);
    p->level = (uint8_t)(stage + 1);
    glsort_bind_count(b->s, p);
    p->step = (uint16_t)(stage - neighbour_log);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

void glsort_bitonic_build_two_kernels(const struct sort_desc* desc, uint32_t count,
                                      struct schedule* s)
{
    struct bitonic_build b =
        glsort_bitonic_start(desc, count, BITONIC_PAIR_BLOCK, true, s);
    if (b.count == 0)
        return;
    struct bitonic_params params = {0};
    bool is_single = b.count <= BITONIC_PAIR_BLOCK;
    struct pass* p = glsort_bitonic_pass(&b, "sort blocks", SHADER_BITONIC_PAIRS, true,
                                         is_single, &params);
    p->groups = ceil_divide(b.count, BITONIC_PAIR_BLOCK);
    glsort_bind_count(s, p);
    glsort_pass_params(s, p, &params, sizeof params);
    for (uint32_t stage = BITONIC_PAIR_BLOCK_LOG; stage < stage_count(b.count); ++stage)
        for (uint32_t left = stage + 1; left-- > 0;)
            add_substage(&b, stage, left);
}

// ---- the local sort alone -------------------------------------------------------------

void glsort_bitonic_build_lone(const struct sort_desc* desc, uint32_t count,
                               struct schedule* s)
{
    // One pass sorts each block.
    struct bitonic_build b = glsort_bitonic_start(desc, count, UINT32_MAX, true, s);
    if (b.count == 0)
        return;
    bool keeps = desc->method == GLSORT_METHOD_BITONIC_LOCAL_KEEP;
    struct bitonic_params params = {0};
    struct pass* p = glsort_bitonic_pass(&b, "local sort alone", SHADER_BITONIC_LONE,
                                         true, true, &params);
    p->variant = variant_bitonic_lone(keeps, 1u << desc->local_log);
    p->groups = ceil_divide(b.count, 1u << desc->local_log);
    glsort_bind_count(s, p);
    glsort_pass_params(s, p, &params, sizeof params);
}
