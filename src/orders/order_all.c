// SPDX-License-Identifier: MIT
// Each work group ranks a tile of the elements of a view, for which it needs all keys.
// order_all.comp computes them in each group, in chunks that fit in shared memory, and
// compares the tile with every chunk. In order_exchange.comp a group computes the keys of
// its tile, exchanges them in a buffer for those of the other groups, and lets all keys
// search the tile.
#include "order_passes.h"

#include <assert.h>

#include "choice.h"
#include "counting.h"
#include "keys.h"
#include "order_tuning.h"
#include "ranked_tile.h"
#include "shader_ids.h"
#include "passes.h"
#include "desc.h"

enum { LARGE_SHARED_BYTES = 32768, SMALL_SHARED_BYTES = 16384 };

static_assert(4 * (ORDER_ALL_LARGE_CHUNK + ORDER_ALL_LARGE_TILE) + 4 <=
                      LARGE_SHARED_BYTES &&
                  4 * (ORDER_ALL_SMALL_CHUNK + ORDER_ALL_SMALL_TILE) + 4 <=
                      SMALL_SHARED_BYTES,
              "order_all.comp: shared memory");
static_assert(ORDER_ALL_LARGE_CHUNK % ORDER_ALL_LARGE_TILE == 0 &&
                  ORDER_ALL_SMALL_CHUNK % ORDER_ALL_SMALL_TILE == 0,
              "order_all.comp: a tile is in one chunk");
// The pass, and the elements that a work group handles.
struct one_pass_shape {
    uint32_t tile;  // elements that the work group ranks; 0: the device cannot run it
    uint32_t quads; // order_exchange.comp: of an invocation; 0: order_all.comp
    uint32_t chunk; // order_all.comp: keys in shared memory at once
    uint32_t size;  // order_all.comp: SIZE
};

// SIZE of order_all.comp.
enum { SMALL, LARGE, SPARING };

// A GPU that was not measured may have too few registers for work groups of 1024.
static bool has_large_groups(const struct glsort_limits* limits)
{
    return limits->group_size >= ORDER_ALL_LARGE_GROUP && glsort_choice_measured(limits);
}

// Words that are exchanged are keys plus one, and one more means rejected: integers leave
// no room for it.
static bool can_exchange(const struct order_what* what,
                         const struct glsort_limits* limits)
{
    return limits->is_software == 0 && !is(what->traits, INTEGERS) &&
           has_large_groups(limits) && limits->storage_blocks >= ORDER_EXCHANGE_BLOCKS;
}

// most: elements of the tier; here and below.
static bool exchanges(const struct order_what* what, uint32_t most,
                      const struct glsort_limits* limits)
{
    uint32_t least = is(what->traits, HAS_PRIMITIVES) ? ORDER_EXCHANGE_LEAST_PRIMITIVES
                                                      : ORDER_EXCHANGE_LEAST;
    return can_exchange(what, limits) && most >= least;
}

static struct one_pass_shape shape_of(const struct order_what* what, uint32_t most,
                                      const struct glsort_limits* limits)
{
    uint64_t total = (uint64_t)most * what->desc.max_views;
    uint32_t tile = total <= ORDER_ALL_TILE_32_MOST   ? 32
                    : total <= ORDER_ALL_TILE_64_MOST ? 64
                                                      : 128;
    // Each group computes all keys, which is costly on a CPU: few groups, large tiles.
    if (limits->is_software)
        return (struct one_pass_shape){.tile = ORDER_ALL_SMALL_TILE,
                                       .chunk = ORDER_ALL_SMALL_CHUNK};
    if (exchanges(what, most, limits))
        return (struct one_pass_shape){.tile = ranked_tile(total),
                                       .quads = ranked_quads(most)};
    if (has_large_groups(limits) && limits->shared_bytes >= LARGE_SHARED_BYTES)
        return (struct one_pass_shape){
            .tile = tile, .chunk = ORDER_ALL_LARGE_CHUNK, .size = LARGE};
    if (limits->group_size >= ORDER_ALL_SMALL_GROUP &&
        limits->shared_bytes >= SMALL_SHARED_BYTES)
        return (struct one_pass_shape){.tile = 32,
                                       .chunk = ORDER_ALL_SMALL_CHUNK,
                                       .size = is(what->traits, BY_FRUSTUM) ? SPARING
                                                                            : SMALL};
    return (struct one_pass_shape){0};
}

static uint32_t measured_most(const struct order_what* what,
                              const struct glsort_limits* limits)
{
    if (limits->is_software)
        return ORDER_ALL_MOST_SOFTWARE;
    return limits->chained_scan != 0 && can_exchange(what, limits)
               ? ORDER_ALL_MOST_CHAINED
               : ORDER_ALL_MOST;
}

// With primitives that are culled, order_all.comp uses up to eight storage blocks even
// without depths; some devices have no more.
static bool has_block_for_depths(const struct order_what* what, uint32_t most,
                                 const struct glsort_limits* limits)
{
    return !is(what->traits, HAS_PRIMITIVES | BY_FRUSTUM) ||
           shape_of(what, most, limits).quads > 0;
}

static uint8_t depths_point(const struct order* o, bool exchanges)
{
    if (exchanges)
        return ORDER_EXCHANGE_DEPTHS;
    return order_is(o, HAS_PRIMITIVES) ? ORDER_PRIMITIVE_DEPTHS : ORDER_POINT_DEPTHS;
}

// What views have of their own is bound at once: depths, and the outputs.
static bool binds_views(const struct order_what* what, uint32_t most,
                        const struct glsort_limits* limits)
{
    static const uint8_t slots[] = {SLOT_DEPTHS_IN, SLOT_VALUES_OUT, SLOT_KEYS_OUT};
    struct order order = glsort_order_largest(what, what->desc.max_views);
    bool fits = true;
    order.count = most;
    for (size_t i = 0; i < sizeof slots; ++i) {
        const struct order_row* row = glsort_order_row(slots[i]);
        fits = fits &&
               (!glsort_order_uses(what, row) ||
                glsort_order_whole(&order, row).bytes <= glsort_most_bound_bytes(limits));
    }
    return fits;
}

bool glsort_order_takes_all(const struct order_what* what, const struct plan_core* core,
                            uint32_t most)
{
    const struct glsort_limits* limits = &core->limits;
    const struct glsort_tuning tuning = tuning_of(what->desc.tuning);
    const uint64_t never = DRAWS | HAS_SEGMENTS | WRITES_ELEMENTS | WRITES_NUMBERS;
    return (what->traits & never) == 0 && !is(what->traits, COUNT_ON_GPU | TRANSFORMED) &&
           tuning.algorithm == GLSORT_ALGORITHM_AUTO &&
           tuning.method == GLSORT_METHOD_AUTO && most <= measured_most(what, limits) &&
           what->slice >= most && shape_of(what, most, limits).tile != 0 &&
           (!is(what->traits, WRITES_DEPTHS) ||
            has_block_for_depths(what, most, limits)) &&
           binds_views(what, most, limits);
}

static void bind_order(struct order_builder* b, struct pass* p, bool exchanges)
{
    const struct order_use order = {SLOT_VALUES_OUT, GLSORT_WRITE, ORDER_ALL_OUT,
                                    offsetof(struct order_params, out_base)};
    const struct order_use depths = {SLOT_KEYS_OUT, GLSORT_WRITE,
                                     depths_point(b->order, exchanges),
                                     offsetof(struct order_params, depths_base)};
    glsort_order_bind_use(b, p, &order, 0, b->view_count);
    if (order_is(b->order, WRITES_DEPTHS))
        glsort_order_bind_use(b, p, &depths, 0, b->view_count);
}

// For each view a quad whose first word counts groups, then a quad for every four
// elements of whole tiles.
static void bind_exchange(struct order_builder* b, struct pass* p, uint32_t tile)
{
    uint64_t quads = 1 + (uint64_t)ceil_divide(b->sort.max_count, tile) * tile / 4;
    uint64_t bytes = quads * b->desc->max_views * 4 * WORD_BYTES;
    uint8_t slot = glsort_schedule_zeros(b->s, "order exchange", bytes);
    glsort_pass_buffer(p, slot, GLSORT_READ | GLSORT_WRITE, ORDER_EXCHANGE_WORDS, bytes);
}

// The shader and variant.
static void choose_shader(const struct order* o, const struct one_pass_shape* shape,
                          struct pass* p)
{
    bool primitives = order_is(o, HAS_PRIMITIVES);
    bool frustum = order_is(o, BY_FRUSTUM);
    bool plain = order_is(o, PLAIN);
    bool depths = order_is(o, HAS_DEPTHS_IN);
    if (shape->quads > 0)
        p->variant =
            variant_order_exchange(primitives, frustum, plain, depths, shape->quads);
    else
        p->variant = variant_order_all(primitives, frustum, shape->size,
                                       plain && shape->size != SPARING, depths);
}

// Some work groups write results before others begin, so a count that the results may
// overwrite is copied first.
static void add_count(struct order_builder* b)
{
    const struct count_preparation preparation = {
        .from = SLOT_COUNT_IN,
        .to = SLOT_STATE,
        .max_count = b->sort.max_count,
    };
    b->s->gpu_count = true;
    glsort_add_prepare_count(b->s, &b->core->limits, &preparation);
}

void glsort_order_add_all(struct order_builder* b)
{
    const bool on_gpu = order_is(b->order, COUNT_ON_GPU);
    struct one_pass_shape shape =
        shape_of(b->order->what, b->sort.max_count, &b->core->limits);
    struct key_map in = glsort_key_map_in(b->sort.key, b->sort.direction);
    struct key_map out = glsort_key_map_out(b->sort.key, b->sort.direction);
    struct order_params params =
        glsort_order_params(b->order, b->count, 0, b->view_count);
    uint32_t tiles = ceil_divide(b->count, shape.tile);
    params.tile = shape.tile;
    params.tiles = tiles > 0 ? tiles : 1;
    params.chunks =
        shape.chunk > 0 ? ceil_divide(params.tiles * shape.tile, shape.chunk) : 0;
    params.read_negative = in.negative;
    params.read_positive = in.positive;
    params.write_negative = out.negative;
    params.write_positive = out.positive;
    bool copies = on_gpu && (b->order->shape.options & ORDER_COUNT_IS_OUTPUT) != 0;
    if (copies) {
        add_count(b);
        params.flags &= ~ORDER_COUNT_FIELD;
    }
    struct pass* p =
        glsort_order_add_pass(b, "order all elements", GLSORT_PHASE_SORT,
                              shape.quads > 0 ? SHADER_ORDER_EXCHANGE : SHADER_ORDER_ALL,
                              params.tiles * b->view_count);
    choose_shader(b->order, &shape, p);
    if (b->count > 0) {
        glsort_order_bind_elements(b, p, 0, b->view_count);
        bind_order(b, p, shape.quads > 0);
    }
    if (shape.quads > 0)
        bind_exchange(b, p, shape.tile);
    glsort_bind_count(b->s, p);
    if (on_gpu && !copies)
        glsort_order_bind(b, p, SLOT_COUNT_IN, 0, 1);
    glsort_order_bind_results(b, p, 0, b->view_count);
    glsort_pass_params(b->s, p, &params, sizeof params);
}
