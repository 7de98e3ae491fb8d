// SPDX-License-Identifier: MIT
#include "order_build.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "compose.h"
#include "counting.h"
#include "order_draws.h"
#include "order_params.h"
#include "order_peek.h"
#include "shader_ids.h"
#include "shared/scan.h"
#include "stock_passes.h"

static_assert(ORDER_TILE == ORDER_GROUP * ORDER_ITEMS, "order_keys.comp: a group's tile");
static_assert(SCAN_SUMS_SPAN == SCAN_SUMS_GROUP * SCAN_SUMS_ITEMS, "scan_sums.comp");
static_assert(sizeof(struct order_params) == 112, "std140 layout");
static_assert(sizeof(struct order_run) == 80 + ORDER_MOST_VIEWS * 96, "std140 layout");
static_assert(sizeof(struct order_run) <= RUN_BLOCK_BYTES, "a per-run block");
static_assert(ORDER_MOST_VIEWS == GLSORT_MOST_VIEWS, "commands: an invocation per view");

enum { WORD_BYTES = 4, COUNT_BYTES = STATE_WORDS * WORD_BYTES };

#define PARAM(FIELD) offsetof(struct order_params, FIELD)

struct builder {
    struct schedule* s;
    const struct plan_core* core;
    const glsort_order_desc* desc;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    uint32_t view_count;
    uint32_t vertex_count;
    bool on_gpu;   // the count of all elements is on the GPU
    bool compacts; // only visible elements are sorted
    struct sort_desc sort;
    // Slots; none if not needed.
    uint8_t count_state; // the count of all elements and its dispatch arguments
    uint8_t keys;        // of all elements
    uint8_t sort_keys;   // keys to sort: the same, or those of the visible elements
    uint8_t elements;    // visible
    uint8_t sorted;      // primitives in order
    uint8_t tiles;       // visible elements of each tile, then those before it
    uint8_t totals;      // of each view: visible or rejected elements
};

// ---- the beginning --------------------------------------------------------------------

// The descriptor that the algorithm gets. Keys of fewer bits have zeros above, so that
// algorithms without bit ranges can sort them as whole words.
static struct sort_desc sort_of(const struct plan_core* core,
                                const glsort_order_desc* desc)
{
    struct sort_desc sort = core->desc;
    sort.in_place = false;
    if (core->algorithm->takes_bit_ranges)
        sort.bit_count = desc->key_bits;
    return sort;
}

static bool is_narrow(const glsort_order_desc* desc)
{
    return desc->order_index == GLSORT_INDEX_U16;
}

// True if the sort does not write the order itself.
static bool expands(const glsort_order_desc* desc)
{
    return desc->primitive.vertices > 0 || is_narrow(desc);
}

static void declare_scratch(struct builder* b)
{
    uint64_t words = (uint64_t)b->desc->max_count * WORD_BYTES;
    uint32_t most_tiles = ceil_divide(b->desc->max_count, ORDER_TILE);
    b->count_state = SLOT_STATE;
    b->keys = glsort_schedule_buffer(b->s, "order keys", words);
    b->totals =
        glsort_schedule_zeros(b->s, "order totals", ORDER_MOST_VIEWS * WORD_BYTES);
    // The pass of commands leaves zeros, unless a run in steps ends before it.
    b->s->scratch[b->totals - SLOT_SCRATCH].cleared_after_cut = true;
    b->sort_keys = b->keys;
    b->sorted = SLOT_VALUES_OUT;
    if (expands(b->desc))
        b->sorted = glsort_schedule_buffer(b->s, "elements in order", words);
    if (!b->compacts)
        return;
    b->sort_keys = glsort_schedule_buffer(b->s, "visible keys", words);
    b->elements = glsort_schedule_buffer(b->s, "visible elements", words);
    b->tiles = glsort_schedule_buffer(b->s, "tile sums", most_tiles * WORD_BYTES);
    if (b->on_gpu)
        b->count_state = glsort_schedule_buffer(b->s, "order count", COUNT_BYTES);
}

static struct builder start(const struct order* order, const struct plan_core* core,
                            uint32_t count, struct schedule* s)
{
    const glsort_order_desc* desc = &order->desc;
    bool on_gpu = desc->count_source == GLSORT_COUNT_FROM_BUFFER;
    struct builder b = {
        .s = s,
        .core = core,
        .desc = desc,
        .count = on_gpu ? desc->max_count : count,
        .view_count = order->view_count,
        .vertex_count = order->vertex_count,
        .on_gpu = on_gpu,
        .compacts = glsort_order_compacts(desc),
        .sort = sort_of(core, desc),
    };
    s->gpu_count = b.compacts || on_gpu;
    declare_scratch(&b);
    return b;
}

// ---- bindings -------------------------------------------------------------------------

static struct pass* add_pass(struct builder* b, const char* label, uint8_t phase,
                             uint16_t shader, uint32_t groups)
{
    struct pass* p =
        glsort_schedule_pass(b->s, label, GLSORT_PASS_DISPATCH, phase, shader);
    p->groups = groups;
    return p;
}

static void bind(struct pass* p, uint8_t slot, uint8_t access, uint8_t unit,
                 uint64_t bytes)
{
    glsort_pass_bind(p, slot, USAGE_STORAGE, access, unit, 0, bytes);
    p->read_bytes += (access & GLSORT_READ) != 0 ? bytes : 0;
    p->write_bytes += (access & GLSORT_WRITE) != 0 ? bytes : 0;
}

// A range of a caller's buffer that begins `first` bytes behind the resource's offset.
static void bind_caller(struct pass* p, uint8_t slot, uint8_t access, uint8_t unit,
                        uint64_t first, uint64_t bytes, size_t base_offset)
{
    glsort_pass_bind_caller(p, slot, USAGE_STORAGE, access, unit, bytes, base_offset);
    p->bindings[p->binding_count - 1].first_bytes = first;
    p->read_bytes += access == GLSORT_READ ? bytes : 0;
    p->write_bytes += access == GLSORT_WRITE ? bytes : 0;
}

// Binds the count of all elements if it is on the GPU. A pass that binds no count reads
// the per-run block.
static void bind_count(struct builder* b, struct pass* p)
{
    if (b->on_gpu)
        glsort_pass_bind(p, b->count_state, USAGE_UNIFORM, GLSORT_READ, BIND_COUNT, 0,
                         sizeof(struct count_block));
}

// One work group per ORDER_TILE elements, visible or not.
static void over_tiles(struct builder* b, struct pass* p)
{
    bind_count(b, p);
    if (b->on_gpu)
        glsort_pass_indirect(p, b->count_state, STATE_PLAN_GROUPS * WORD_BYTES);
}

// Records that the pass leaves the input of the view's sort in these slots.
static void leave(struct pass* p, uint32_t view, uint8_t keys, uint8_t elements)
{
    p->part = (uint8_t)(view + 1);
    p->leaves =
        (struct elements){.place = PLACE_ARRAYS, .keys = keys, .values = elements};
}

// ---- passes ---------------------------------------------------------------------------

static void add_first_prepare(struct builder* b)
{
    if (!b->on_gpu)
        return;
    struct count_preparation preparation =
        glsort_count_preparation(b->core->algorithm, &b->sort);
    preparation.plan_tile = ORDER_TILE;
    if (b->compacts)
        preparation.to = b->count_state;
    glsort_add_prepare_count(b->s, &b->core->limits, &preparation);
}

static void bind_positions(struct builder* b, struct pass* p)
{
    const glsort_order_desc* desc = b->desc;
    uint32_t positions = desc->primitive.vertices > 0 ? b->vertex_count : b->count;
    bind_caller(p, SLOT_POSITIONS, GLSORT_READ, ORDER_POSITIONS, desc->position.offset,
                glsort_order_span(positions, desc->position.stride,
                                  glsort_order_position_bytes(desc->position.format)),
                PARAM(positions_base));
}

static void bind_field(struct builder* b, struct pass* p, uint8_t slot, uint8_t unit,
                       const glsort_field* field, size_t base_offset)
{
    bind_caller(p, slot, GLSORT_READ, unit, field->offset,
                glsort_order_span(b->count, field->stride, WORD_BYTES), base_offset);
}

static void bind_indices(struct builder* b, struct pass* p)
{
    bind_caller(p, SLOT_INDICES_IN, GLSORT_READ, ORDER_INDICES, 0,
                glsort_order_index_words(b->desc, b->count) * WORD_BYTES,
                PARAM(indices_base));
}

static void add_keys(struct builder* b, uint32_t view)
{
    const glsort_order_desc* desc = b->desc;
    uint32_t tiles = ceil_divide(b->count, ORDER_TILE);
    bool primitives = desc->primitive.vertices > 0;
    struct order_params params =
        glsort_order_params(b->desc, b->count, view, b->view_count);
    struct pass* p =
        add_pass(b, "keys of positions", GLSORT_PHASE_LOAD, SHADER_ORDER_KEYS, tiles);
    p->variant =
        variant_order_keys(primitives, desc->cull == GLSORT_CULL_FRUSTUM, b->compacts);
    over_tiles(b, p);
    bind_positions(b, p);
    if (primitives)
        bind_indices(b, p);
    if (desc->radius_source == GLSORT_RADIUS_PER_ELEMENT)
        bind_field(b, p, SLOT_RADII, ORDER_RADII, &desc->radius, PARAM(radii_base));
    if (desc->dead.test != GLSORT_DEAD_NONE)
        bind_field(b, p, SLOT_DEAD, ORDER_DEAD, &desc->dead.field, PARAM(dead_base));
    bind(p, b->keys, GLSORT_WRITE, ORDER_KEYS, (uint64_t)b->count * WORD_BYTES);
    if (b->compacts) {
        bind(p, b->tiles, GLSORT_WRITE, ORDER_TILES, (uint64_t)tiles * WORD_BYTES);
    } else {
        bind(p, b->totals, GLSORT_READ | GLSORT_WRITE, ORDER_TOTALS,
             ORDER_MOST_VIEWS * WORD_BYTES);
        leave(p, view, b->keys, SLOT_NONE);
    }
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_scan(struct builder* b, uint32_t view)
{
    uint64_t bytes = (uint64_t)ceil_divide(b->count, ORDER_TILE) * WORD_BYTES;
    struct scan_params params = {.tile = ORDER_TILE, .total_at = view};
    struct pass* p = add_pass(b, "scan tiles", GLSORT_PHASE_LOAD, SHADER_SCAN_SUMS, 1);
    bind_count(b, p);
    p->tile_in_place = true; // its one work group reads a word before it writes it
    bind(p, b->tiles, GLSORT_READ | GLSORT_WRITE, SCAN_SUMS, bytes);
    bind(p, b->totals, GLSORT_WRITE, SCAN_TOTAL, ORDER_MOST_VIEWS * WORD_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_compact(struct builder* b, uint32_t view)
{
    uint32_t tiles = ceil_divide(b->count, ORDER_TILE);
    uint64_t bytes = (uint64_t)b->count * WORD_BYTES;
    struct order_params params =
        glsort_order_params(b->desc, b->count, view, b->view_count);
    struct pass* p = add_pass(b, "compact visible elements", GLSORT_PHASE_LOAD,
                              SHADER_ORDER_COMPACT, tiles);
    over_tiles(b, p);
    bind(p, b->keys, GLSORT_READ, ORDER_KEYS, bytes);
    bind(p, b->tiles, GLSORT_READ, ORDER_TILES, (uint64_t)tiles * WORD_BYTES);
    bind(p, b->sort_keys, GLSORT_WRITE, ORDER_KEYS_OUT, bytes);
    bind(p, b->elements, GLSORT_WRITE, ORDER_ELEMENTS_OUT, bytes);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_sort_prepare(struct builder* b, uint32_t view)
{
    struct count_preparation preparation =
        glsort_count_preparation(b->core->algorithm, &b->sort);
    preparation.from = b->totals;
    preparation.at = view;
    preparation.plan_tile = ORDER_TILE;
    struct pass* p = glsort_add_prepare_count(b->s, &b->core->limits, &preparation);
    leave(p, view, b->sort_keys, b->elements);
}

// shared: the first scratch of the sorts.
static void add_sort(struct builder* b, uint32_t view, uint32_t shared)
{
    struct schedule* s = b->s;
    struct renaming names = glsort_renaming_none();
    uint32_t first_pass = s->pass_count;
    uint32_t first_scratch = s->scratch_count;
    names.to[SLOT_KEYS_IN] = b->sort_keys;
    names.to[SLOT_VALUES_IN] = b->elements;
    names.to[SLOT_VALUES_OUT] = b->sorted;
    s->part_at = s->pass_wanted;
    b->core->algorithm->build(&b->sort, &b->core->limits, b->count, s);
    glsort_share_scratch(s, shared, first_scratch, &names);
    glsort_adopt_passes(s, first_pass, (uint8_t)(view + 1), &names);
    glsort_order_move_outputs(s, first_pass, b->desc, view);
}

// The words of a view's order: the first byte behind the resource's offset, and how many.
static void bind_order(struct builder* b, struct pass* p, uint32_t view, uint32_t* odd)
{
    uint64_t before =
        (uint64_t)view * b->desc->max_count * glsort_order_vertices(b->desc);
    uint64_t indices = (uint64_t)b->count * glsort_order_vertices(b->desc);
    bool narrow = is_narrow(b->desc);
    *odd = narrow ? before % 2 : 0;
    uint64_t first = narrow ? before / 2 : before;
    uint64_t words = narrow ? (*odd + indices + 1) / 2 : indices;
    bind_caller(p, SLOT_VALUES_OUT, GLSORT_WRITE, ORDER_OUT, first * WORD_BYTES,
                words * WORD_BYTES, PARAM(out_base));
}

static void add_expand(struct builder* b, uint32_t view)
{
    struct order_params params =
        glsort_order_params(b->desc, b->count, view, b->view_count);
    struct pass* p = add_pass(b, "expand primitives", GLSORT_PHASE_STORE,
                              SHADER_ORDER_EXPAND, ceil_divide(b->count, ORDER_TILE));
    p->variant = variant_order_expand(is_narrow(b->desc));
    glsort_bind_count(b->s, p);
    if (b->s->gpu_count)
        glsort_pass_indirect(p, SLOT_STATE, STATE_PLAN_GROUPS * WORD_BYTES);
    bind(p, b->sorted, GLSORT_READ, ORDER_ELEMENTS_IN, (uint64_t)b->count * WORD_BYTES);
    if (b->desc->primitive.vertices > 0)
        bind_indices(b, p);
    bind_order(b, p, view, &params.odd);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_commands(struct builder* b)
{
    const glsort_order_desc* desc = b->desc;
    struct order_params params = glsort_order_params(b->desc, b->count, 0, b->view_count);
    struct pass* p =
        add_pass(b, "write commands", GLSORT_PHASE_STORE, SHADER_ORDER_COMMANDS, 1);
    if (b->count > 0)
        bind_count(b, p);
    bind(p, b->totals, GLSORT_READ | GLSORT_WRITE, ORDER_TOTALS,
         ORDER_MOST_VIEWS * WORD_BYTES);
    if (desc->command != GLSORT_COMMAND_NONE)
        bind_caller(
            p, SLOT_COMMAND_OUT, GLSORT_WRITE, ORDER_COMMANDS, 0,
            glsort_order_span(b->view_count, desc->command_stride,
                              WORD_BYTES * glsort_order_command_words(desc->command)),
            PARAM(out_base));
    if ((desc->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0)
        bind_caller(p, SLOT_VISIBLE_OUT, GLSORT_WRITE, ORDER_VISIBLE, 0,
                    (uint64_t)b->view_count * WORD_BYTES, PARAM(visible_base));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void build(const void* what, const struct plan_core* core, uint32_t count,
                  struct schedule* s)
{
    struct builder b = start(what, core, count, s);
    uint32_t shared = s->scratch_count;
    if (b.count > 0)
        add_first_prepare(&b);
    for (uint32_t view = 0; view < b.view_count && b.count > 0; ++view) {
        add_keys(&b, view);
        if (b.compacts) {
            add_scan(&b, view);
            add_compact(&b, view);
            add_sort_prepare(&b, view);
        }
        add_sort(&b, view, shared);
        if (expands(b.desc))
            add_expand(&b, view);
    }
    if (glsort_order_finishes(b.desc))
        add_commands(&b);
}

struct composition glsort_order_composition(const struct order* order)
{
    return (struct composition){
        .build = order->desc.backend == GLSORT_BACKEND_FRAGMENT ? glsort_order_build_draws
                                                                : build,
        .peek = glsort_order_peek,
        .what = order,
        .run_bytes = sizeof(struct order_run),
    };
}
