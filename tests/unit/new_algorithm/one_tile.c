// SPDX-License-Identifier: MIT
// An algorithm that only the tests have: everything that a folder of src/sorts needs, in
// its smallest form. It sorts few elements by the local sort of abisort, in one pass of
// one work group.
#include "one_tile.h"

#include <assert.h>

#include "algorithm.h"
#include "passes.h"
#include "shader_ids.h"
#include "shared/array.h"

static_assert(ONE_TILE_MOST == LOCAL_LARGE_TILE, "array_local.comp: a tile");

static struct refusal refuses(const struct sort_desc* desc,
                              const struct glsort_limits* limits)
{
    (void)desc;
    if (limits->group_size < LOCAL_LARGE_GROUP)
        return (struct refusal){"one-tile needs work groups of 512",
                                ABOUT_ALGORITHM | ABOUT_GROUP_SIZE};
    return NOT_REFUSED;
}

static struct capacity capacity(const struct sort_desc* desc,
                                const struct glsort_limits* limits)
{
    (void)desc;
    (void)limits;
    return (struct capacity){LOCAL_LARGE_TILE, "one work group sorts one tile"};
}

static void build(const struct sort_desc* desc, const struct glsort_limits* limits,
                  uint32_t count, struct schedule* s)
{
    (void)limits;
    if (count == 0)
        return;
    struct pass* p = glsort_schedule_pass(s, "sort a tile", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_ARRAY_LOCAL);
    struct array_params params = {.io = glsort_io_first(desc)};
    bool values = desc->values != GLSORT_VALUES_NONE;
    glsort_io_last(&params.io, desc);
    p->variant = variant_array_local(values, desc->max_count > LOCAL_SMALL_TILE, false);
    p->groups = 1;
    p->tile_in_place = true;
    glsort_read_elements(p, desc, glsort_inputs(desc), count, values);
    glsort_write_elements(p, desc, glsort_outputs(desc), count, !desc->discard_keys,
                          values);
    glsort_bind_count(s, p);
    glsort_pass_params(s, p, &params, sizeof params);
}

static const struct method methods[] = {
    {.id = GLSORT_METHOD_AUTO, .backends = ON_COMPUTE, .uses = ABOUT_COUNT_SOURCE},
};

extern const struct algorithm one_tile_algorithm;

const struct algorithm one_tile_algorithm = {
    .id = (glsort_algorithm)ONE_TILE,
    .name = "one-tile",
    .methods = methods,
    .method_count = 1,
    .refuses = refuses,
    .capacity = capacity,
    .build = build,
};
