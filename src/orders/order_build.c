// SPDX-License-Identifier: MIT
// The passes of an order around the sorts of an algorithm:
//
//   prepare count   the count on the GPU becomes dispatch arguments
//   of each view:
//     keys          a key for each element; counts the visible or the rejected ones. For
//                   points of which none are removed, most sorts do so in their first
//                   pass
//     scan          visible elements before each tile       only of very many
//     compact       (key, element) of the visible elements  only if elements are removed
//     prepare count their number as dispatch arguments      only if elements are removed
//       or cull     all four in a single pass, which also writes the commands: for up
//                   to ORDER_CHAINED_MOST elements, where a chained scan is fast or the
//                   sort is a chain. A chain culls up to ORDER_CULL_COUNTS_MOST elements
//                   in its first pass
//     sort          (key, element) by the algorithm
//     expand        elements to their vertices              of primitives
//   commands        visible counts and draw commands        only if asked for
//
// An order of segments has no culling passes: the sort of every segment leaves rejected
// elements last, and the last pass searches for the first of them.
//
// Without segments, the commands depend on nothing that the sort writes, except the
// number of rejected elements where its first pass makes the keys. So no barrier
// separates them from the later passes of the sort, and GPUs run both at the same time.
//
// Where no elements are removed, the sort makes the indices itself: a view of points
// takes as many passes as a sort of ready keys, or one more. Few elements
// take a single pass instead (order_all.c).
#include "order_build.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "passes.h"
#include "counting.h"
#include "catalogue.h"
#include "order_transform.h"
#include "order_params.h"
#include "order_passes.h"
#include "order_tuning.h"
#include "segments_build.h"
#include "shader_ids.h"
#include "shared/scan.h"

static_assert(ORDER_TILE == ORDER_GROUP * ORDER_ITEMS, "order_keys.comp: a group's tile");
static_assert(ORDER_CULL_MOST % ORDER_CULL_GROUP == 0 && ORDER_CULL_BLOCK == 64,
              "order_cull.comp: a group's tile, the words of a block");
static_assert(SCAN_SUMS_SPAN == SCAN_SUMS_GROUP * SCAN_SUMS_ITEMS, "scan_sums.comp");
static_assert(sizeof(struct order_params) == 176, "std140 layout");
static_assert(sizeof(struct order_run) ==
                  96 + ORDER_MOST_SOURCES * 16 + ORDER_MOST_VIEWS * 96,
              "std140 layout");
static_assert(sizeof(struct order_run) <= RUN_BLOCK_BYTES, "a per-run block");
static_assert(offsetof(struct order_run, views) + sizeof(struct order_view) <= 3 * 64,
              "the values and the first view of a run take three lines of a cache");
static_assert(ORDER_MOST_VIEWS == GLSORT_MOST_VIEWS, "commands: an invocation per view");

enum { COUNT_BYTES = STATE_WORDS * WORD_BYTES };

// order/cull.glsl: the bits of a word are the visible elements of a subgroup.
enum { SUBGROUP_WORD_BITS = 32 };

// COMPUTED of order/computed_keys.glsl.
enum { COMPUTED_ANY = 1, COMPUTED_PLAIN, COMPUTED_DEPTHS };

// ---- the beginning --------------------------------------------------------------------

// The descriptor that the algorithm gets. Keys of fewer bits have zeros above, so that
// algorithms without bit ranges can sort them as whole words.
static struct sort_desc sort_of(const struct plan_core* core,
                                const glsort_order_desc* desc)
{
    struct sort_desc sort = core->desc;
    sort.in_place = false;
    if (core->algorithm != NULL &&
        takes_bit_ranges(core->algorithm, GLSORT_BACKEND_COMPUTE))
        sort.bit_count = desc->key_bits;
    return sort;
}

// True if the sort does not write the order itself.
static bool expands(const struct order_builder* b)
{
    return order_is(b->order, WRITES_VERTICES) && !b->carries;
}

// Elements of a work group of order/cull.glsl.
static uint32_t cull_tile(const struct order_builder* b)
{
    return b->sort.max_count <= ORDER_CULL_SMALL_MOST ? ORDER_CULL_GROUP
                                                      : ORDER_CULL_MOST;
}

static uint32_t status_bytes(const struct order_builder* b)
{
    return ORDER_CULL_WORDS(ceil_divide(b->sort.max_count, cull_tile(b))) * WORD_BYTES;
}

// True if commands or visible counts are asked for. They are written by a last pass, by
// the pass that culls, or by the only pass (order_all.c).
static bool finishes(const struct order_what* what)
{
    return (what->traits & WRITES_RESULTS) != 0;
}

// True if the last pass searches the sorted keys of segments.
static bool searches(const struct order_builder* b)
{
    return order_is(b->order, HAS_SEGMENTS) && finishes(b->order->what);
}

// What all views share.
static void declare_common(struct order_builder* b)
{
    b->totals =
        glsort_schedule_zeros(b->s, "order totals", 2 * ORDER_MOST_VIEWS * WORD_BYTES);
    // order_commands.comp resets the numbers of rejected elements to 0, unless a run in
    // steps ends before it.
    b->s->scratch[b->totals - SLOT_SCRATCH].cleared_after_cut = true;
    b->sorted_keys = SLOT_KEYS_OUT;
    if (searches(b) && !order_is(b->order, WRITES_DEPTHS))
        b->sorted_keys = glsort_schedule_buffer(b->s, "sorted keys",
                                                bytes_of_words(b->sort.max_count));
    b->count_state = SLOT_STATE;
    if (order_is(b->order, COMPACTS | COUNT_ON_GPU))
        b->count_state = glsort_schedule_buffer(b->s, "order count", COUNT_BYTES);
}

// What a view needs for itself.
static void declare_scratch(struct order_builder* b)
{
    uint64_t words = bytes_of_words(b->sort.max_count);
    uint32_t most_tiles = ceil_divide(b->sort.max_count, ORDER_TILE);
    if (!b->chains)
        b->keys = glsort_schedule_buffer(b->s, "order keys", words);
    b->sort_keys = b->keys;
    b->sorted = SLOT_VALUES_OUT;
    if (order_is(b->order, WRITES_ELEMENTS))
        b->sorted = SLOT_ELEMENTS_OUT;
    else if (expands(b))
        b->sorted = glsort_schedule_buffer(b->s, "elements in order", words);
    if (!order_is(b->order, COMPACTS))
        return;
    b->sort_keys = glsort_schedule_buffer(b->s, "visible keys", words);
    b->elements = glsort_schedule_buffer(b->s, "visible elements", words);
    if (b->chains)
        b->status = glsort_schedule_zeros(b->s, "order look-back", status_bytes(b));
    else
        b->tiles = glsort_schedule_buffer(b->s, "tile sums", most_tiles * WORD_BYTES);
}

// True if the keys take several passes; then no other pass computes them.
static bool in_slices(const struct order_what* what, const struct plan_core* core)
{
    return what->slice < core->desc.max_count;
}

// True if the sort's first pass computes the keys and removes nothing: for points with
// neither culling nor a dead test, if the algorithm can.
static bool computes_keys(const struct order_what* what, const struct plan_core* core)
{
    const struct sort_desc sort = sort_of(core, &what->desc);
    return (what->traits & (HAS_PRIMITIVES | COMPACTS)) == 0 && !in_slices(what, core) &&
           core->algorithm != NULL && core->algorithm->computes_keys != NULL &&
           core->algorithm->computes_keys(&sort);
}

// True if a single pass with a chained scan makes the keys and compacts: where the sort
// is a chain too, or chained scans are known to be fast on the device.
static bool chains(const struct order_what* what, const struct plan_core* core)
{
    if (!is(what->traits, COMPACTS) || in_slices(what, core))
        return false;
    const struct method* method = glsort_method_of(core->algorithm, core->desc.method);
    return (core->limits.chained_scan != 0 || method->chains) &&
           core->limits.group_size >= ORDER_CULL_GROUP &&
           core->limits.shared_bytes >= ORDER_CULL_SHARED_BYTES &&
           core->limits.storage_blocks >= ORDER_CULL_BLOCKS &&
           core->desc.max_count <= ORDER_CHAINED_MOST;
}

// True if the sort's first pass is that pass, too.
static bool culls(const struct order_what* what, const struct plan_core* core)
{
    const struct sort_desc sort = sort_of(core, &what->desc);
    return chains(what, core) && core->desc.max_count <= ORDER_CULL_COUNTS_MOST &&
           core->algorithm->culls != NULL && core->algorithm->culls(&sort, &core->limits);
}

static struct order_builder open_builder(const struct order* order,
                                         const struct plan_core* core,
                                         const struct segments* segments,
                                         struct schedule* s)
{
    const glsort_order_desc* desc = order->desc;
    const bool segmented = order_is(order, HAS_SEGMENTS);
    struct order_builder b = {
        .s = s,
        .core = core,
        .desc = desc,
        .order = order,
        .count = order->count,
        .view_count = order->shape.views,
        .chains = chains(order->what, core),
        .computes = computes_keys(order->what, core),
        .culls = culls(order->what, core),
        .algorithm = segmented ? &glsort_segmented_sort : core->algorithm,
        .sort = sort_of(core, desc),
    };
    b.bound_count = b.count;
    b.carries = order_is(order, MAY_CARRY) && (!order_is(order, COMPACTS) || b.chains);
    b.sort.what = segmented ? segments : NULL;
    return b;
}

// ---- bindings -------------------------------------------------------------------------

// Binds the count of all elements if it is on the GPU. A pass that binds no count reads
// the per-run block.
static void bind_count(struct order_builder* b, struct pass* p)
{
    if (order_is(b->order, COUNT_ON_GPU))
        glsort_pass_bind(p, b->count_state, USAGE_UNIFORM, GLSORT_READ, BIND_COUNT, 0,
                         sizeof(struct count_block));
}

// Binds the view's word of the totals.
static void bind_total(struct order_builder* b, struct pass* p, uint8_t access,
                       uint8_t unit, uint32_t view)
{
    glsort_pass_bind(p, b->totals, USAGE_STORAGE, access, unit, bytes_of_words(view),
                     WORD_BYTES);
    glsort_pass_moves(p, 0);
}

// One work group per ORDER_TILE elements, visible or not.
static void over_tiles(struct order_builder* b, struct pass* p)
{
    bind_count(b, p);
    if (order_is(b->order, COUNT_ON_GPU))
        glsort_pass_indirect(p, b->count_state, STATE_PLAN_GROUPS * WORD_BYTES);
}

// The same where STATE_PLAN_GROUPS may be for larger tiles: surplus groups do nothing.
static void over_transformed_tiles(struct order_builder* b, struct pass* p)
{
    if (b->chains)
        bind_count(b, p);
    else
        over_tiles(b, p);
}

// ---- passes ---------------------------------------------------------------------------

static void add_first_prepare(struct order_builder* b)
{
    if (!order_is(b->order, COUNT_ON_GPU))
        return;
    struct count_preparation preparation =
        glsort_count_preparation(b->core->algorithm, &b->sort);
    preparation.plan_tile = b->chains ? cull_tile(b) : ORDER_TILE;
    if (order_is(b->order, COMPACTS))
        preparation.to = b->count_state;
    glsort_add_prepare_count(b->s, &b->core->limits, &preparation);
}

// The keys of the elements that are bound.
static void add_slice(struct order_builder* b, uint32_t view)
{
    const struct order* o = b->order;
    const bool whole = b->bound_count == b->count;
    struct order_params params =
        glsort_order_params(b->order, b->count, view, b->view_count);
    struct pass* p =
        glsort_order_add_pass(b, "keys of positions", GLSORT_PHASE_LOAD,
                              SHADER_ORDER_KEYS, ceil_divide(b->bound_count, ORDER_TILE));
    p->variant = variant_order_keys(order_is(o, HAS_PRIMITIVES), order_is(o, BY_FRUSTUM),
                                    order_is(o, COMPACTS), order_is(o, PLAIN),
                                    order_is(o, HAS_DEPTHS_IN));
    params.first_tile = b->bound_first / ORDER_TILE;
    if (b->moved != SLOT_NONE) // scratch is bound from its start
        params.positions_base = b->bound_first * (TRANSFORMED_BYTES / WORD_BYTES);
    if (whole)
        over_tiles(b, p);
    else // groups past a count on the GPU have no elements
        bind_count(b, p);
    glsort_order_bind_elements(b, p, view, 1);
    glsort_pass_buffer(p, b->keys, GLSORT_WRITE, ORDER_KEYS, bytes_of_words(b->count));
    if (order_is(o, COMPACTS)) {
        glsort_pass_buffer(p, b->tiles, GLSORT_WRITE, ORDER_TILES,
                           bytes_of_words(ceil_divide(b->count, ORDER_TILE)));
    } else {
        bind_total(b, p, GLSORT_READ | GLSORT_WRITE, ORDER_TOTALS, view);
    }
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_keys(struct order_builder* b, uint32_t view)
{
    for (uint32_t first = 0; first < b->count; first += b->bound_count) {
        b->bound_first = first;
        b->bound_count = smaller(b->order->what->slice, b->count - first);
        add_slice(b, view);
    }
    b->bound_first = 0;
    b->bound_count = b->count;
}

// The parameters of order_cull.comp, and those of the order in radix_cull.comp.
struct cull_params {
    struct order_params order;
    struct prepare_table table;
};

static struct cull_params cull_params(const struct order_builder* b, uint32_t view)
{
    struct cull_params params = {
        .order = glsort_order_params(b->order, b->count, view, b->view_count),
        .table.params = {.max_count = b->sort.max_count,
                         .group_limit = b->core->limits.group_count,
                         .plan_tile = ORDER_TILE},
    };
    params.order.flags |= b->core->limits.chained_scan == 0 ? ORDER_TICKETS : 0;
    params.order.flags |= b->carries ? ORDER_CARRIES : 0;
    params.order.tile = cull_tile(b);
    return params;
}

// Binds what order/cull.glsl reads and writes, and sizes the pass.
static void bind_culling(struct order_builder* b, struct pass* p, uint32_t view)
{
    uint64_t bytes = bytes_of_words(b->count);
    p->groups = ceil_divide(b->count, cull_tile(b));
    bind_count(b, p);
    if (order_is(b->order, COUNT_ON_GPU) && p->groups > b->s->direct_most)
        glsort_pass_indirect(p, b->count_state, STATE_PLAN_GROUPS * WORD_BYTES);
    glsort_order_bind_elements(b, p, view, 1);
    glsort_pass_buffer(p, b->sort_keys, GLSORT_WRITE, ORDER_CULL_KEYS, bytes);
    glsort_pass_buffer(p, b->elements, GLSORT_WRITE, ORDER_CULL_ELEMENTS, bytes);
    glsort_order_bind_results(b, p, view, 1);
    glsort_pass_buffer(p, b->status, GLSORT_READ | GLSORT_WRITE, ORDER_CULL_STATUS,
                       status_bytes(b));
    glsort_pass_buffer(p, b->s->count_slot, GLSORT_WRITE, ORDER_CULL_STATE,
                       STATE_ROW_GROUPS(0) * WORD_BYTES);
    p->prepares = b->s->count_slot;
    p->table_at = b->params_at + (uint32_t)offsetof(struct cull_params, table);
}

static void add_cull(struct order_builder* b, uint32_t view)
{
    const struct order* o = b->order;
    const struct cull_params params = cull_params(b, view);
    struct pass* p = glsort_order_add_pass(b, "keys of visible elements",
                                           GLSORT_PHASE_LOAD, SHADER_ORDER_CULL, 0);
    p->variant = variant_order_cull(order_is(o, HAS_PRIMITIVES), order_is(o, BY_FRUSTUM),
                                    order_is(o, PLAIN), order_is(o, HAS_DEPTHS_IN),
                                    b->core->limits.subgroup_size == SUBGROUP_WORD_BITS);
    bind_culling(b, p, view);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static bool scans(const struct order_builder* b)
{
    return ceil_divide(b->count, ORDER_TILE) > ORDER_UNSCANNED_MOST;
}

static void add_scan(struct order_builder* b, uint32_t view)
{
    uint64_t bytes = (uint64_t)ceil_divide(b->count, ORDER_TILE) * WORD_BYTES;
    struct scan_params params = {.tile = ORDER_TILE, .total_at = view};
    struct pass* p =
        glsort_order_add_pass(b, "scan tiles", GLSORT_PHASE_LOAD, SHADER_SCAN_SUMS, 1);
    bind_count(b, p);
    p->tile_in_place = true; // its one work group reads a word before it writes it
    glsort_pass_buffer(p, b->tiles, GLSORT_READ | GLSORT_WRITE, SCAN_SUMS, bytes);
    bind_total(b, p, GLSORT_WRITE, SCAN_TOTAL, view);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_compact(struct order_builder* b, uint32_t view)
{
    uint32_t tiles = ceil_divide(b->count, ORDER_TILE);
    uint64_t bytes = bytes_of_words(b->count);
    struct order_params params =
        glsort_order_params(b->order, b->count, view, b->view_count);
    params.flags |= scans(b) ? ORDER_SCANNED : 0;
    struct pass* p = glsort_order_add_pass(
        b, "compact visible elements", GLSORT_PHASE_LOAD, SHADER_ORDER_COMPACT, tiles);
    p->variant = variant_order_compact(b->core->limits.is_software != 0);
    over_tiles(b, p);
    glsort_pass_buffer(p, b->keys, GLSORT_READ, ORDER_KEYS, bytes);
    glsort_pass_buffer(p, b->tiles, GLSORT_READ, ORDER_TILES, bytes_of_words(tiles));
    glsort_pass_buffer(p, b->sort_keys, GLSORT_WRITE, ORDER_KEYS_OUT, bytes);
    glsort_pass_buffer(p, b->elements, GLSORT_WRITE, ORDER_ELEMENTS_OUT, bytes);
    bind_total(b, p, GLSORT_WRITE, ORDER_TOTAL_OUT, view);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_sort_prepare(struct order_builder* b, uint32_t view)
{
    struct count_preparation preparation =
        glsort_count_preparation(b->core->algorithm, &b->sort);
    preparation.from = b->totals;
    preparation.at = view;
    preparation.to = b->s->count_slot;
    preparation.plan_tile = ORDER_TILE;
    glsort_add_prepare_count(b->s, &b->core->limits, &preparation);
}

// The view whose keys the first pass of a sort computes.
struct maker {
    struct order_builder* b;
    uint32_t view;
};

// Binds what the sort's first pass computes keys from. That pass either moves the
// elements or stores their keys in b->keys.
static void compute_keys(void* maker, struct pass* p, void* params)
{
    const struct maker* m = maker;
    struct order_builder* b = m->b;
    b->params_at = p->computed_at;
    glsort_order_bind_elements(b, p, m->view, 1);
    bind_total(b, p, GLSORT_READ | GLSORT_WRITE, ORDER_TOTALS, m->view);
    b->params_at = 0;
    *(struct order_params*)params =
        glsort_order_params(b->order, b->count, m->view, b->view_count);
}

// The same for a first pass that culls.
static void compute_and_cull(void* maker, struct pass* p, void* params)
{
    const struct maker* m = maker;
    struct order_builder* b = m->b;
    const struct order* o = b->order;
    p->variant = variant_radix_cull(order_is(o, HAS_PRIMITIVES), order_is(o, BY_FRUSTUM),
                                    order_is(o, PLAIN), order_is(o, HAS_DEPTHS_IN),
                                    b->core->limits.subgroup_size == SUBGROUP_WORD_BITS);
    b->params_at = p->computed_at;
    bind_culling(b, p, m->view);
    b->params_at = 0;
    *(struct cull_params*)params = cull_params(b, m->view);
}

static struct place words_in(uint8_t slot)
{
    return (struct place){.slot = slot, .words = 1};
}

// True if depths most likely lie within 16 octaves: those that are in front of the near
// plane. Depths without a frustum may have either sign, and squared distances have twice
// as many octaves.
static bool is_narrow(const struct order* order)
{
    return order_is(order, BY_FRUSTUM | WHOLE_KEYS) &&
           order->desc->metric == GLSORT_METRIC_DEPTH;
}

static void add_sort(void* set, uint32_t view, uint32_t shared)
{
    struct order_builder* b = set;
    struct maker maker = {b, view};
    b->sort.maker = &maker;
    b->sort.numbers = !b->carries;
    b->sort.narrow = is_narrow(b->order);
    b->sort.ends = glsort_order_outputs(b->order, view);
    b->sort.ends.keys_in = words_in(b->sort_keys);
    b->sort.ends.values_in = words_in(
        b->carries && !order_is(b->order, COMPACTS) ? SLOT_INDICES_IN : b->elements);
    if (b->sorted >= SLOT_SCRATCH)
        b->sort.ends.values_out = words_in(b->sorted);
    if (b->sorted_keys >= SLOT_SCRATCH)
        b->sort.ends.keys_out = words_in(b->sorted_keys);
    if (b->computes) {
        b->sort.computed_bytes = sizeof(struct order_params);
        b->sort.computed = order_is(b->order, HAS_DEPTHS_IN) ? COMPUTED_DEPTHS
                           : order_is(b->order, PLAIN)       ? COMPUTED_PLAIN
                                                             : COMPUTED_ANY;
        b->sort.compute = compute_keys;
    }
    if (b->culls) {
        b->sort.computed_bytes = sizeof(struct cull_params);
        b->sort.compute = compute_and_cull;
        b->sort.culls = true;
    }
    glsort_add_sort(b->s, b->algorithm, &b->sort, &b->core->limits, b->count,
                    (struct sort_part){(uint8_t)(view + 1), shared});
}

// The elements that the view's sort has left, in scratch or in the caller's buffer.
static void bind_sorted(struct order_builder* b, struct pass* p, uint32_t view)
{
    const struct order_use use = {b->sorted, GLSORT_READ, ORDER_ELEMENTS_IN,
                                  offsetof(struct order_params, elements_base)};
    if (b->sorted >= SLOT_SCRATCH)
        glsort_pass_buffer(p, b->sorted, GLSORT_READ, ORDER_ELEMENTS_IN,
                           bytes_of_words(b->count));
    else
        glsort_order_bind_use(b, p, &use, view, 1);
}

// Also fills what follows the visible elements; of an order that the sort has written,
// only that.
static void add_expand(struct order_builder* b, uint32_t view)
{
    const bool fills = order_is(b->order, FILLS_REST);
    struct order_params params =
        glsort_order_params(b->order, b->count, view, b->view_count);
    struct pass* p = glsort_order_add_pass(
        b, expands(b) ? "write indices" : "fill the rest", GLSORT_PHASE_STORE,
        SHADER_ORDER_EXPAND, ceil_divide(b->count, ORDER_TILE));
    p->variant = variant_order_expand(fills);
    glsort_bind_count(b->s, p);
    if (b->s->gpu_count && !fills)
        glsort_pass_indirect(p, b->s->count_slot, STATE_PLAN_GROUPS * WORD_BYTES);
    if (expands(b)) {
        bind_sorted(b, p, view);
        glsort_order_bind(b, p, SLOT_INDICES_IN, 0, 1);
    } else {
        params.vertices = 0;
    }
    glsort_order_bind(b, p, SLOT_VALUES_OUT, view, 1);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_commands(struct order_builder* b)
{
    struct order_params params =
        glsort_order_params(b->order, b->count, 0, b->view_count);
    struct pass* p = glsort_order_add_pass(b, "write commands", GLSORT_PHASE_STORE,
                                           SHADER_ORDER_COMMANDS, 1);
    if (b->count > 0)
        bind_count(b, p);
    glsort_pass_buffer(p, b->totals, GLSORT_READ | GLSORT_WRITE, ORDER_TOTALS,
                       ORDER_MOST_VIEWS * WORD_BYTES);
    glsort_order_bind_results(b, p, 0, b->view_count);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_segment_commands(struct order_builder* b)
{
    const uint32_t segments = b->order->shape.segments;
    struct order_params params = glsort_order_params(b->order, b->count, 0, segments);
    const struct order_use keys = {SLOT_KEYS_OUT, GLSORT_READ, ORDER_SORTED_KEYS,
                                   offsetof(struct order_params, depths_base)};
    struct pass* p = glsort_order_add_pass(
        b, "write commands of segments", GLSORT_PHASE_STORE,
        SHADER_ORDER_SEGMENT_COMMANDS, ceil_divide(segments, ORDER_SEGMENT_GROUP));
    glsort_order_bind_results(b, p, 0, segments);
    if (b->count > 0) {
        glsort_order_bind(b, p, SLOT_OFFSETS_IN, 0, 1);
        if (b->sorted_keys >= SLOT_SCRATCH)
            glsort_pass_buffer(p, b->sorted_keys, GLSORT_READ, ORDER_SORTED_KEYS,
                               bytes_of_words(b->count));
        else
            glsort_order_bind_use(b, p, &keys, 0, 1);
    }
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_keys_to_sort(void* set, uint32_t view)
{
    struct order_builder* b = set;
    if (b->chains && !b->culls)
        add_cull(b, view);
    else if (!b->chains && !b->computes)
        add_keys(b, view);
    if (!order_is(b->order, COMPACTS) || b->chains)
        return;
    if (scans(b))
        add_scan(b, view);
    add_compact(b, view);
    add_sort_prepare(b, view);
}

static void add_results(void* set, uint32_t view)
{
    struct order_builder* b = set;
    if (expands(b) || order_is(b->order, FILLS_REST))
        add_expand(b, view);
}

// ---- views ----------------------------------------------------------------------------

static const struct order_steps dispatches = {add_keys_to_sort, add_sort, add_results};

static bool goes_by_twos(const struct order_builder* b)
{
    return b->desc->max_views > 1 && b->sort.max_count <= ORDER_TWO_VIEWS_MOST &&
           b->core->limits.is_software == 0;
}

static void add_views(struct order_builder* b)
{
    struct order_builder builders[2] = {*b, *b};
    struct order_sets sets = {
        {&builders[0], &builders[1]}, {SLOT_STATE, SLOT_STATE}, goes_by_twos(b) ? 2 : 1};
    for (uint32_t i = 0; i < sets.used; ++i)
        declare_scratch(&builders[i]);
    // The second view has its own count of visible elements, if any are removed.
    if (sets.used == 2 && order_is(b->order, COMPACTS))
        sets.counts[1] =
            glsort_schedule_buffer(b->s, "count of the second view", COUNT_BYTES);
    if (b->count == 0)
        return;
    add_first_prepare(b);
    glsort_order_add_transformed(b, over_transformed_tiles, bind_count);
    glsort_order_add_views(b->s, b->view_count, &dispatches, &sets);
}

static struct segments segments_of(const struct order* order)
{
    const glsort_order_desc* desc = order->desc;
    return (struct segments){
        .desc = {.max_segments = desc->max_segments,
                 .max_length = desc->max_count < GLSORT_MOST_SEGMENT_LENGTH
                                   ? desc->max_count
                                   : GLSORT_MOST_SEGMENT_LENGTH},
        .segment_count = order->shape.segments,
    };
}

static void build_dispatches(const struct order* order, const struct plan_core* core,
                             struct schedule* s)
{
    const struct segments segments = segments_of(order);
    struct order_builder b = open_builder(order, core, &segments, s);
    const bool has_results = finishes(order->what);
    glsort_order_declare_transformed(&b);
    if (glsort_order_takes_all(order->what, core, core->desc.max_count)) {
        if (b.count > 0)
            glsort_order_add_transformed(&b, over_transformed_tiles, bind_count);
        if (b.count > 0 || has_results)
            glsort_order_add_all(&b);
        return;
    }
    s->gpu_count = (order->what->traits & (COMPACTS | COUNT_ON_GPU)) != 0;
    declare_common(&b);
    add_views(&b);
    if (searches(&b)) {
        if (order->shape.segments > 0)
            add_segment_commands(&b);
    } else if (has_results && (!b.chains || b.count == 0)) {
        add_commands(&b);
    }
}

void glsort_order_build(const void* what, const struct plan_core* core,
                        const struct shape* shape, struct schedule* s)
{
    const struct order_what* w = what;
    const struct order_shape of_order = glsort_order_shape(shape);
    const glsort_order_desc of_run = glsort_order_laid_out(&w->desc, of_order.layout);
    const bool on_gpu = is(w->traits, COUNT_ON_GPU);
    const struct order order = {&of_run, w, on_gpu ? w->desc.max_count : shape->count,
                                of_order};
    if (is(w->traits, DRAWS))
        glsort_order_build_draws(&order, core, s);
    else
        build_dispatches(&order, core, s);
}

bool glsort_order_sorts(const void* what)
{
    return !is(((const struct order_what*)what)->traits, HAS_SEGMENTS);
}

const char* glsort_order_reason(const void* what, const struct plan_core* core)
{
    const struct order_what* w = what;
    if (is(w->traits, HAS_SEGMENTS))
        return "an order of segments, each sorted by itself";
    return glsort_order_takes_all(w, core, core->desc.max_count)
               ? "the fastest measured for so few elements, in one pass"
               : NULL;
}
