// SPDX-License-Identifier: MIT
// A work group computes all keys of a view, in chunks that fit in shared memory, and
// ranks a tile of the elements by comparing them with every chunk.
#include "order_all.h"

#include <assert.h>

#include "counting.h"
#include "keys.h"
#include "order_params.h"
#include "order_tuning.h"
#include "shader_ids.h"
#include "stock_passes.h"

enum { LARGE_SHARED_BYTES = 32768, SMALL_SHARED_BYTES = 16384 };

static_assert(4 * (ORDER_ALL_LARGE_CHUNK + ORDER_ALL_LARGE_TILE) + 4 <=
                      LARGE_SHARED_BYTES &&
                  4 * (ORDER_ALL_SMALL_CHUNK + ORDER_ALL_SMALL_TILE) + 4 <=
                      SMALL_SHARED_BYTES,
              "order_all.comp: shared memory");
static_assert(ORDER_ALL_LARGE_CHUNK % ORDER_ALL_LARGE_TILE == 0 &&
                  ORDER_ALL_SMALL_CHUNK % ORDER_ALL_SMALL_TILE == 0,
              "order_all.comp: a tile is in one chunk");

// The variant of order_all.comp and the elements that a work group handles.
struct shape {
    uint32_t chunk; // keys in shared memory at once; 0: the device cannot run the pass
    uint32_t tile;  // elements that the work group ranks
    bool large;     // ORDER_ALL_LARGE_GROUP invocations instead of ORDER_ALL_SMALL_GROUP
};

static struct shape shape_of(const glsort_order_desc* desc,
                             const struct glsort_limits* limits)
{
    uint64_t total = (uint64_t)desc->max_count * desc->max_views;
    // Each group computes all keys, which is costly on a CPU: few groups, large tiles.
    if (limits->is_software)
        return (struct shape){ORDER_ALL_SMALL_CHUNK, ORDER_ALL_SMALL_TILE, false};
    if (limits->group_size >= ORDER_ALL_LARGE_GROUP &&
        limits->shared_bytes >= LARGE_SHARED_BYTES)
        return (struct shape){ORDER_ALL_LARGE_CHUNK,
                              total <= ORDER_ALL_TILE_32_MOST   ? 32
                              : total <= ORDER_ALL_TILE_64_MOST ? 64
                                                                : 128,
                              true};
    if (limits->group_size >= ORDER_ALL_SMALL_GROUP &&
        limits->shared_bytes >= SMALL_SHARED_BYTES)
        return (struct shape){ORDER_ALL_SMALL_CHUNK, 32, false};
    return (struct shape){0};
}

static uint32_t measured_most(const glsort_order_desc* desc,
                              const struct glsort_limits* limits)
{
    if (limits->is_software)
        return ORDER_ALL_MOST_SOFTWARE;
    return limits->chained_scan && glsort_order_compacts(desc) ? ORDER_ALL_MOST_CULLED
                                                               : ORDER_ALL_MOST;
}

// With primitives that are culled, all eight storage blocks are in use even without
// depths.
static bool has_block_for_depths(const glsort_order_desc* desc)
{
    return desc->primitive.vertices == 0 || desc->cull == GLSORT_CULL_NONE;
}

bool glsort_order_takes_all(const glsort_order_desc* desc,
                            const struct glsort_limits* limits)
{
    bool depths = (desc->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0;
    return desc->backend != GLSORT_BACKEND_FRAGMENT && desc->max_segments == 0 &&
           desc->algorithm == GLSORT_ALGORITHM_AUTO &&
           desc->method == GLSORT_METHOD_AUTO &&
           desc->max_count <= measured_most(desc, limits) &&
           shape_of(desc, limits).chunk != 0 && !glsort_order_writes_elements(desc) &&
           (!depths || has_block_for_depths(desc));
}

static void bind_order(struct order_builder* b, struct pass* p)
{
    uint64_t before = (uint64_t)(b->view_count - 1) * b->desc->max_count;
    uint64_t indices = (before + b->count) * glsort_order_vertices(b->desc);
    uint64_t bytes = (indices * glsort_order_index_bytes(b->desc) + 3) / 4 * 4;
    uint8_t access =
        glsort_order_is_narrow(b->desc) ? GLSORT_READ | GLSORT_WRITE : GLSORT_WRITE;
    glsort_order_bind_caller(p, SLOT_VALUES_OUT, access, ORDER_ALL_OUT, 0, bytes,
                             ORDER_PARAM(out_base));
    if ((b->desc->flags & GLSORT_ORDER_WRITES_DEPTHS) == 0)
        return;
    uint8_t point =
        b->desc->primitive.vertices > 0 ? ORDER_PRIMITIVE_DEPTHS : ORDER_POINT_DEPTHS;
    glsort_order_bind_caller(p, SLOT_KEYS_OUT, GLSORT_WRITE, point, 0,
                             (before + b->count) * WORD_BYTES, ORDER_PARAM(depths_base));
}

// Some work groups write results before others begin, so a count that the results may
// overwrite is copied first.
static void add_count(struct order_builder* b)
{
    const struct count_preparation preparation = {
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = b->desc->max_count,
    };
    b->s->gpu_count = true;
    glsort_add_prepare_count(b->s, &b->core->limits, &preparation);
}

void glsort_order_add_all(struct order_builder* b)
{
    const glsort_order_desc* desc = b->desc;
    struct shape shape = shape_of(desc, &b->core->limits);
    struct key_map in = glsort_key_map_in(b->sort.key, b->sort.direction);
    struct key_map out = glsort_key_map_out(b->sort.key, b->sort.direction);
    struct order_params params = glsort_order_params(desc, b->count, 0, b->view_count);
    uint32_t tiles = ceil_divide(b->count, shape.tile);
    params.tile = shape.tile;
    params.tiles = tiles > 0 ? tiles : 1;
    params.chunks = ceil_divide(params.tiles * shape.tile, shape.chunk);
    params.read_negative = in.negative;
    params.read_positive = in.positive;
    params.write_negative = out.negative;
    params.write_positive = out.positive;
    bool copies = b->on_gpu && b->count_is_output;
    if (copies) {
        add_count(b);
        params.flags &= ~ORDER_COUNT_FIELD;
    }
    struct pass* p =
        glsort_order_add_pass(b, "order all elements", GLSORT_PHASE_SORT,
                              SHADER_ORDER_ALL, params.tiles * b->view_count);
    p->variant =
        variant_order_all(desc->primitive.vertices > 0, desc->cull == GLSORT_CULL_FRUSTUM,
                          shape.large, glsort_order_is_plain(desc));
    if (b->count > 0) {
        glsort_order_bind_elements(b, p);
        bind_order(b, p);
    }
    glsort_bind_count(b->s, p);
    if (b->on_gpu && !copies)
        glsort_order_bind_caller(p, SLOT_COUNT_IN, GLSORT_READ, ORDER_COUNT_IN, 0,
                                 WORD_BYTES, ORDER_PARAM(count_base));
    glsort_order_bind_results(b, p, 0, b->view_count);
    glsort_pass_params(b->s, p, &params, sizeof params);
}
