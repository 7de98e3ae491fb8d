// SPDX-License-Identifier: MIT
// The fragment passes of an order:
//
//   take count     copies a count on the GPU
//   uploads        of the caller's buffers, on GLES
//   of each view:
//     keys         a key for each element
//     sort         elements by the algorithm
//     count        the visible elements, which come first
//     store        the order and, if asked for, elements and depths; with a count on the
//                  GPU, each output is filled first
//   store          visible counts, if asked for
//   command        of each view, if asked for
//
// Nothing is removed: rejected elements are sorted last, and written as 0xFFFFFFFF; their
// depths are their key. If only the order of one view is asked for, in a texture, and the
// count is not in a buffer, the sort's last pass writes it, without count and store.
#include "order_build.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "passes.h"
#include "counting.h"
#include "order_io.h"
#include "order_transform.h"
#include "shader_ids.h"

static_assert(sizeof(struct order_sink_params) == 64, "std140 layout");
static_assert(offsetof(struct order_params, tile) == 16 &&
                  offsetof(struct order_params, tiles) == 56 &&
                  offsetof(struct order_params, chunks) == 60 &&
                  offsetof(struct order_sink_params, first) == 4 &&
                  offsetof(struct order_sink_params, out_width) == 16 &&
                  offsetof(struct order_sink_params, cover) == 56,
              "cover_count.vert: what it reads");

enum { TRANSFORMED_TEXEL_BYTES = 16 };

#define PARAM(FIELD) offsetof(struct order_params, FIELD)

// An input of the passes that make keys, in the order of the rows.
struct input {
    const struct order_row* row; // NULL: the order does not use it
    struct order_range range;    // of this run
    uint8_t uploaded;            // the texture that it is copied to; or none
    bool is_texture;
    bool is_copy;  // on GL, whose other buffers are fetched in place: it is
    uint8_t moved; // positions: the texture with what a pass has moved; or none
    uint64_t moved_bytes;
};

enum { POSITIONS, RADII, DEAD, INDICES, INPUTS };

struct builder {
    struct schedule* s;
    const struct plan_core* core;
    const struct order* order;
    const glsort_order_desc* desc;
    uint32_t count; // sizes the passes; a count on the GPU may be smaller
    uint32_t view_count;
    uint8_t width_log; // of all textures but the visible counts
    struct input inputs[INPUTS];
    uint8_t keys;     // of elements
    uint8_t elements; // in order; or none
    uint8_t visible;  // counts: a column with one texel for each view; or none
    uint8_t packed;   // render target of downloads; or none
};

// ---- inputs ---------------------------------------------------------------------------

static void list_inputs(const struct order* order, struct input* list)
{
    static const uint8_t slots[INPUTS] = {SLOT_POSITIONS, SLOT_RADII, SLOT_DEAD,
                                          SLOT_INDICES_IN};
    for (uint32_t i = 0; i < INPUTS; ++i) {
        uint8_t slot = slots[i];
        if (i == POSITIONS)
            slot = order_is(order, HAS_DEPTHS_IN) ? SLOT_DEPTHS_IN
                   : order_is(order, HAS_SOURCES) ? SLOT_SOURCES
                                                  : SLOT_POSITIONS;
        const struct order_row* row = glsort_order_row(slot);
        list[i] = (struct input){.row = glsort_order_uses(order->what, row) ? row : NULL};
        if (list[i].row == NULL)
            continue;
        list[i].is_texture = (order->desc->textures & row->argument.texture) != 0;
        list[i].range = glsort_order_whole(order, row);
        if (i == INDICES && (order->shape.options & ORDER_NO_INDICES) != 0)
            list[i].row = NULL;
    }
}

// True if the passes fetch it from a texture on GL, too.
static bool in_texture(const struct input* in)
{
    return in->is_texture || in->moved != SLOT_NONE || in->is_copy;
}

static bool is_uploaded(const struct order_what* what, const struct input* in)
{
    return in->row != NULL && !in->is_texture && glsort_order_is_copied(what, in->row);
}

// Words of the largest texture to which a buffer is uploaded, if any is.
static uint64_t upload_words(const struct order_what* what)
{
    const struct order order = glsort_order_largest(what, what->desc.max_views);
    struct input list[INPUTS];
    uint64_t most = 0;
    list_inputs(&order, list);
    for (uint32_t i = 0; i < INPUTS; ++i)
        if (is_uploaded(what, &list[i]) && list[i].range.bytes / WORD_BYTES > most)
            most = list[i].range.bytes / WORD_BYTES;
    return most;
}

// Words of the largest download.
static uint64_t download_words(const struct order_what* what)
{
    const struct order largest = {.desc = &what->desc, .what = what};
    uint64_t words = (uint64_t)what->desc.max_count * glsort_order_indices_out(&largest);
    return words > ORDER_MOST_VIEWS ? words : ORDER_MOST_VIEWS;
}

uint64_t glsort_order_most_texels(const struct order_what* what)
{
    const bool transformed = is(what->traits, TRANSFORMED);
    const uint64_t list[] = {
        what->desc.max_count,
        upload_words(what),
        transformed ? glsort_order_most_transformed(&what->desc) : 0,
        (download_words(what) + TEXEL_WORDS - 1) / TEXEL_WORDS,
    };
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; ++i)
        most = list[i] > most ? list[i] : most;
    return most;
}

// Textures have the size of the largest run.
static void declare_uploads(struct builder* b)
{
    static const char* const names[INPUTS] = {"positions uploaded", "radii uploaded",
                                              "dead uploaded", "indices uploaded"};
    const struct order_what* what = b->order->what;
    const struct order largest = glsort_order_largest(what, what->desc.max_views);
    struct input most[INPUTS];
    list_inputs(&largest, most);
    for (uint32_t i = 0; i < INPUTS; ++i) {
        b->inputs[i].is_copy = is_uploaded(what, &most[i]) && !b->core->limits.is_gles;
        if (is_uploaded(what, &most[i]))
            b->inputs[i].uploaded =
                glsort_schedule_texture(b->s, names[i], FORMAT_R32UI, b->width_log,
                                        (uint32_t)(most[i].range.bytes / WORD_BYTES));
        else if (most[i].row != NULL && !most[i].is_texture)
            b->s->buffer_units |= (uint8_t)(1u << most[i].row->draw_unit);
    }
}

static void add_uploads(struct builder* b)
{
    static const char* const labels[INPUTS] = {"upload positions", "upload radii",
                                               "upload dead fields", "upload indices"};
    for (uint32_t i = 0; i < INPUTS; ++i) {
        const struct input* in = &b->inputs[i];
        if (in->uploaded == SLOT_NONE || in->row == NULL)
            continue;
        struct pass* p = glsort_add_upload(b->s, labels[i], in->row->argument.slot,
                                           in->uploaded, in->range.bytes);
        p->bindings[0].first_bytes = in->range.first;
        glsort_order_describe(&p->bindings[0], &in->range);
    }
}

// ---- moved positions ------------------------------------------------------------------

static void declare_moved(struct builder* b)
{
    static const uint8_t slots[] = {SLOT_MATRICES, SLOT_MATRIX_INDICES};
    if (!order_is(b->order, TRANSFORMED))
        return;
    b->inputs[POSITIONS].moved =
        glsort_schedule_texture(b->s, "moved position texels", FORMAT_RGBA32UI,
                                b->width_log, glsort_order_most_transformed(b->desc));
    b->inputs[POSITIONS].moved_bytes =
        (uint64_t)glsort_order_transformed_items(b->order, b->count) *
        TRANSFORMED_TEXEL_BYTES;
    for (size_t i = 0; i < sizeof slots; ++i) {
        const struct order_row* row = glsort_order_row(slots[i]);
        if (glsort_order_uses(b->order->what, row) &&
            (b->desc->textures & row->argument.texture) == 0)
            b->s->buffer_units |= (uint8_t)(1u << row->draw_unit);
    }
}

// ---- the beginning --------------------------------------------------------------------

static bool downloads(uint64_t t)
{
    return !is(t, IN_TEXTURE(ORDER)) || (t & (WRITES_ELEMENTS | WRITES_COMMANDS)) != 0 ||
           (is(t, WRITES_DEPTHS) && !is(t, IN_TEXTURE(DEPTHS))) ||
           (is(t, WRITES_VISIBLE) && !is(t, IN_TEXTURE(VISIBLE)));
}

// True if the last pass of the sort writes the order itself: nothing else asks for the
// number of visible elements, and that pass recognises rejected ones by their keys.
static bool sort_writes_order(const struct order* o)
{
    const uint64_t others = WRITES_RESULTS | WRITES_DEPTHS | WRITES_ELEMENTS |
                            WRITES_VERTICES | COUNT_ON_GPU | IN_TEXTURE(ORDER_FOURS);
    return order_is(o, IN_TEXTURE(ORDER)) && (o->what->traits & others) == 0 &&
           o->desc->max_views == 1;
}

static void declare_scratch(struct builder* b)
{
    uint32_t max = b->desc->max_count;
    uint64_t most = glsort_order_most_texels(b->order->what);
    b->width_log = texture_width_log((uint32_t)most);
    b->keys = glsort_schedule_texture(b->s, "keys of elements", FORMAT_R32UI,
                                      b->width_log, max);
    if (!sort_writes_order(b->order)) {
        b->elements = glsort_schedule_texture(b->s, "elements sorted", FORMAT_R32UI,
                                              b->width_log, max);
        b->visible = glsort_schedule_texture(b->s, "visible elements", FORMAT_R32UI, 0,
                                             ORDER_MOST_VIEWS);
    }
    uint32_t words = (uint32_t)download_words(b->order->what);
    if (downloads(b->order->what->traits))
        b->packed =
            glsort_schedule_texture(b->s, "order packed", FORMAT_RGBA32UI, b->width_log,
                                    ceil_divide(words, TEXEL_WORDS));
    declare_uploads(b);
    declare_moved(b);
}

static struct builder open_builder(const struct order* order,
                                   const struct plan_core* core, struct schedule* s)
{
    struct builder b = {
        .s = s,
        .core = core,
        .order = order,
        .desc = order->desc,
        .count = order->count,
        .view_count = order->shape.views,
    };
    s->gpu_count = order_is(order, COUNT_ON_GPU);
    if (b.count > 0)
        list_inputs(order, b.inputs);
    declare_scratch(&b);
    return b;
}

// ---- passes ---------------------------------------------------------------------------

static struct pass* add_draw(struct builder* b, const char* label, uint8_t phase,
                             uint16_t shader, uint32_t texels)
{
    struct pass* p = glsort_schedule_pass(b->s, label, GLSORT_PASS_DRAW, phase, shader);
    p->width_log = b->width_log;
    p->groups = texels;
    glsort_bind_count(b->s, p);
    return p;
}

// Of the caller's resource: a texture as a whole, a buffer from the first item on.
static void bind_caller(struct pass* p, const struct order_row* row, uint8_t unit,
                        const struct order_range* r, bool is_texture, size_t base_at)
{
    const uint64_t bytes = is_texture ? (uint64_t)r->texels * r->texel_bytes : r->bytes;
    glsort_pass_bind_caller(p, row->argument.slot, USAGE_FETCH, GLSORT_READ, unit, bytes,
                            base_at);
    struct binding* binding = &p->bindings[p->binding_count - 1];
    const struct order_range texels = {.item_bytes = r->texel_bytes,
                                       .stride = r->texel_bytes};
    binding->first_bytes = is_texture ? 0 : r->first;
    glsort_order_describe(binding, is_texture ? &texels : r);
}

static void bind_input(struct pass* p, const struct input* in, size_t base_at)
{
    if (in->row == NULL)
        return;
    if (in->moved != SLOT_NONE)
        glsort_pass_fetch(p, in->moved, in->row->draw_unit, in->moved_bytes);
    else if (in->uploaded != SLOT_NONE)
        glsort_pass_fetch(p, in->uploaded, in->row->draw_unit, in->range.bytes);
    else
        bind_caller(p, in->row, in->row->draw_unit, &in->range, in->is_texture, base_at);
}

// POSITIONS_TEXTURE of order/position_texels.glsl.
static uint32_t kind_of_positions(const struct builder* b)
{
    if (order_is(b->order, TRANSFORMED))
        return 5;
    if (order_is(b->order, HAS_DEPTHS_IN))
        return in_texture(&b->inputs[POSITIONS]);
    if (b->inputs[POSITIONS].is_copy)
        return 2;
    if (!order_is(b->order, IN_TEXTURE(POSITIONS)))
        return 0;
    return (b->desc->position.texel_words > 0 ? 2 : 1) +
           (order_is(b->order, IN_TEXTURE(POSITION_LAYERS)) ? 2 : 0);
}

static uint32_t variant_of_keys(const struct builder* b)
{
    const struct order* o = b->order;
    return variant_order_keys_draw(order_is(o, HAS_PRIMITIVES), order_is(o, BY_FRUSTUM),
                                   order_is(o, HAS_DEPTHS_IN), kind_of_positions(b));
}

// Binds what the pass over a source reads from the slot, if the order has it.
static void bind_moved(struct builder* b, struct pass* p, uint8_t slot)
{
    const struct order_row* row = glsort_order_row(slot);
    if (!glsort_order_uses(b->order->what, row))
        return;
    const struct order_range r = glsort_order_whole(b->order, row);
    if (r.items > 0)
        bind_caller(p, row, row->draw_unit, &r,
                    (b->desc->textures & row->argument.texture) != 0, row->base_at);
}

// Moves the positions of a source.
static void add_moved(struct builder* b, uint32_t source)
{
    struct order_move_params params = glsort_order_transform_params(b->order, source);
    struct pass* p = add_draw(b, "draw moved positions", GLSORT_PHASE_LOAD,
                              SHADER_ORDER_POSITIONS_DRAW,
                              glsort_order_transformed_items(b->order, b->count));
    p->variant = variant_order_positions_draw(
        b->inputs[POSITIONS].is_texture, order_is(b->order, IN_TEXTURE(MATRIX_INDICES)),
        order_is(b->order, IN_TEXTURE(MATRICES)));
    params.width_log = b->width_log;
    params.tile = 1u << b->width_log;
    params.cover = order_is(b->order, HAS_PRIMITIVES) ? 0 : glsort_cover(b->s, 1);
    bind_moved(b, p, glsort_order_source_slot(b->order, source));
    bind_moved(b, p, SLOT_MATRIX_INDICES);
    bind_moved(b, p, SLOT_MATRICES);
    glsort_pass_target(p, b->inputs[POSITIONS].moved, 0,
                       b->inputs[POSITIONS].moved_bytes);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_keys(void* set, uint32_t view)
{
    struct builder* b = set;
    struct order_params params =
        glsort_order_params(b->order, b->count, view, b->view_count);
    struct pass* p = add_draw(b, "draw element keys", GLSORT_PHASE_LOAD,
                              SHADER_ORDER_KEYS_DRAW, b->count);
    p->variant = (uint8_t)variant_of_keys(b);
    params.width_log = b->width_log;
    params.tile = 1u << b->width_log;
    params.tiles = glsort_cover(b->s, 1);
    for (uint32_t i = 0; i < INPUTS; ++i) {
        const struct order_row* row = b->inputs[i].row;
        const uint32_t width = 1u << b->width_log;
        if (row == NULL)
            continue;
        // The base of an upload; the executor sets the bases of the caller's resources.
        memcpy((char*)&params + row->base_at, &width, sizeof width);
        bind_input(p, &b->inputs[i], row->base_at);
    }
    glsort_pass_target(p, b->keys, 0, bytes_of_words(b->count));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static struct order_sink_params sink_params(const struct builder* b, uint32_t view)
{
    struct order_params params =
        glsort_order_params(b->order, b->count, view, b->view_count);
    return (struct order_sink_params){
        .count = b->count,
        .width_log = b->width_log,
        .view = view,
        .reject = params.reject,
        .rest = ORDER_NO_ELEMENT,
        .vertices = params.vertices,
        .index_odd = (b->order->shape.options & ORDER_INDICES_ODD) != 0,
        .indices_base = 1u << b->width_log, // of an upload
    };
}

static void add_sort(void* set, uint32_t view, uint32_t shared)
{
    struct builder* b = set;
    struct sort_desc sort = b->core->desc;
    sort.in_place = false;
    // Keys of fewer bits have zeros above, so that any algorithm can sort them.
    if (!takes_bit_ranges(b->core->algorithm, GLSORT_BACKEND_FRAGMENT))
        sort.bit_count = WORD_BITS;
    sort.ends.keys_in = (struct place){.slot = b->keys, .words = 1};
    if (sort_writes_order(b->order)) {
        const struct order_sink_params sink = sink_params(b, view);
        sort.rejects = true;
        sort.reject = sink.reject;
        sort.rejected = sink.rest;
    } else {
        sort.ends.values_out = (struct place){.slot = b->elements, .words = 1};
    }
    glsort_add_sort(b->s, b->core->algorithm, &sort, &b->core->limits, b->count,
                    (struct sort_part){(uint8_t)(view + 1), shared});
}

static void add_visible(struct builder* b, uint32_t view)
{
    struct order_sink_params params = sink_params(b, view);
    struct pass* p = add_draw(b, "count visible elements", GLSORT_PHASE_STORE,
                              SHADER_ORDER_VISIBLE_DRAW, 1);
    uint64_t first = bytes_of_words(view);
    p->width_log = 0;
    p->first_texel = view;
    uint64_t bytes = bytes_of_words(b->count);
    uint64_t searched = bytes_of_words(ceil_log(b->count + 1));
    glsort_pass_fetch(p, b->elements, UNIT_VALUES_IN, bytes);
    glsort_pass_moves(p, searched);
    glsort_pass_fetch(p, b->keys, UNIT_KEYS_IN, bytes);
    glsort_pass_moves(p, searched);
    glsort_pass_target(p, b->visible, first, WORD_BYTES);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// What is written to one of the caller's outputs.
struct sink {
    const char* label;
    uint8_t slot;
    bool is_texture;
    bool in_fours;  // four words in a texel
    uint64_t first; // word of the output; in_fours: texel
    uint32_t flags; // ORDER_STORE_*
    uint32_t items; // of each element; 0: the output is of views
    bool vertices;  // of each primitive; otherwise a word of each element
};

// A buffer is written through a texture of four words in a texel.
static uint32_t texel_words(const struct sink* to)
{
    return to->is_texture && !to->in_fours ? 1 : TEXEL_WORDS;
}

static void bind_target(struct builder* b, struct pass* p, const struct sink* to,
                        struct order_sink_params* params)
{
    const uint32_t texel_bytes = texel_words(to) * WORD_BYTES;
    p->groups = ceil_divide(params->count, texel_words(to));
    const uint64_t bytes = (uint64_t)p->groups * texel_bytes;
    if (!to->is_texture) {
        params->out_width = 1u << b->width_log;
        glsort_pass_target(p, b->packed, 0, bytes);
        return;
    }
    params->first = (uint32_t)to->first;
    p->width_log = CALLER_WIDTH;
    p->first_texel = params->first;
    glsort_pass_bind_caller(p, to->slot, USAGE_TARGET, GLSORT_WRITE, 0, bytes,
                            offsetof(struct order_sink_params, out_width));
    p->bindings[p->binding_count - 1].first_bytes = to->first * texel_bytes;
}

// With a count on the GPU, the whole range is first filled with the word that belongs
// after the count: a constant costs less than the store pass, which then covers only the
// rows with elements below the count.
static void add_fill(struct builder* b, const struct sink* to,
                     struct order_sink_params params)
{
    struct pass* p = add_draw(b, "fill after count", GLSORT_PHASE_STORE,
                              SHADER_ORDER_FILL_DRAW, params.count);
    p->exact = true;
    bind_target(b, p, to, &params);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// The parameter word `cover` of a store pass.
static uint32_t cover_of(const struct builder* b, const struct sink* to)
{
    uint32_t cover = glsort_cover(b->s, texel_words(to));
    if (cover != 0)
        cover |= to->items << COVER_WORDS_SHIFT | (to->is_texture ? COVER_FIRST : 0);
    return cover;
}

static void add_store(struct builder* b, const struct sink* to,
                      struct order_sink_params params)
{
    bool of_elements = (to->flags & ORDER_STORE_VISIBLE) == 0;
    params.count *= to->items > 0 ? to->items : 1;
    if (b->s->gpu_count && of_elements)
        add_fill(b, to, params);
    struct pass* p =
        add_draw(b, to->label, GLSORT_PHASE_STORE, SHADER_ORDER_STORE_DRAW, params.count);
    const struct input* indices = &b->inputs[INDICES];
    p->variant = variant_order_store_draw(texel_words(to) > 1, to->vertices,
                                          to->vertices && in_texture(indices));
    params.flags = to->flags;
    if (of_elements) {
        glsort_pass_fetch(p, b->elements, UNIT_VALUES_IN, bytes_of_words(b->count));
        if ((to->flags & ORDER_STORE_DEPTHS) != 0)
            glsort_pass_fetch(p, b->keys, UNIT_KEYS_IN, bytes_of_words(b->count));
        params.cover = cover_of(b, to);
    }
    if (to->vertices)
        bind_input(p, indices, offsetof(struct order_sink_params, indices_base));
    glsort_pass_fetch(p, b->visible, UNIT_REST, bytes_of_words(b->view_count));
    bind_target(b, p, to, &params);
    if (!to->is_texture)
        glsort_pass_download(p, to->slot, to->first * WORD_BYTES,
                             bytes_of_words(params.count));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_order_store(struct builder* b, uint32_t view)
{
    const glsort_order_desc* d = b->desc;
    const struct order_sink_params params = sink_params(b, view);
    const uint32_t k = glsort_order_indices_out(b->order);
    const bool in_fours = order_is(b->order, IN_TEXTURE(ORDER_FOURS));
    const uint32_t flags = glsort_order_params(b->order, b->count, 0, 1).flags;
    const struct sink order = {
        .label = "draw order",
        .slot = SLOT_VALUES_OUT,
        .is_texture = order_is(b->order, IN_TEXTURE(ORDER)),
        .in_fours = in_fours,
        .first = in_fours ? (uint64_t)view * glsort_order_texels(b->order, d->max_count)
                          : (uint64_t)view * d->max_count * k,
        .flags = flags & (ORDER_INDEX_U16 | ORDER_COUNTS_UP),
        .items = k,
        .vertices = order_is(b->order, WRITES_VERTICES),
    };
    add_store(b, &order, params);
}

// The outputs of view v begin at element v * max_count.
static void add_stores(struct builder* b, uint32_t view)
{
    const glsort_order_desc* d = b->desc;
    struct order_sink_params params = sink_params(b, view);
    const struct sink elements = {
        .label = "draw elements",
        .slot = SLOT_ELEMENTS_OUT,
        .first = (uint64_t)view * d->max_count,
        .items = 1,
    };
    const struct sink depths = {
        .label = "draw depths",
        .slot = SLOT_KEYS_OUT,
        .is_texture = order_is(b->order, IN_TEXTURE(DEPTHS)),
        .first = elements.first,
        .flags = ORDER_STORE_DEPTHS,
        .items = 1,
    };
    add_order_store(b, view);
    if (order_is(b->order, WRITES_ELEMENTS))
        add_store(b, &elements, params);
    params.rest = params.reject;
    if (order_is(b->order, WRITES_DEPTHS))
        add_store(b, &depths, params);
}

static void add_visible_store(struct builder* b)
{
    struct order_sink_params params = sink_params(b, 0);
    const struct sink sink = {
        .label = "draw visible counts",
        .slot = SLOT_VISIBLE_OUT,
        .is_texture = order_is(b->order, IN_TEXTURE(VISIBLE)),
        .flags = ORDER_STORE_VISIBLE | (b->count == 0 ? ORDER_EMPTY : 0),
    };
    params.count = b->view_count;
    add_store(b, &sink, params);
}

static void add_inputs(struct builder* b)
{
    add_uploads(b);
    for (uint32_t i = 0; i < glsort_order_transforming_passes(b->order); ++i)
        add_moved(b, i);
}

// The words of a view's command. Copying is ordered with all else that GL does, so a draw
// may take them without a barrier.
static void add_command(struct builder* b, uint32_t view)
{
    const glsort_order_desc* d = b->desc;
    struct order_params params =
        glsort_order_params(b->order, b->count, view, b->view_count);
    const uint32_t words = glsort_order_command_words(d->command);
    struct pass* p = add_draw(b, "draw the command", GLSORT_PHASE_STORE,
                              SHADER_ORDER_COMMAND_DRAW, ceil_divide(words, TEXEL_WORDS));
    params.width_log = b->width_log;
    glsort_pass_fetch(p, b->visible, UNIT_REST, bytes_of_words(b->view_count));
    glsort_pass_target(p, b->packed, 0, (uint64_t)p->groups * TEXEL_WORDS * WORD_BYTES);
    glsort_pass_download(p, SLOT_COMMAND_OUT, (uint64_t)view * d->command_stride,
                         bytes_of_words(words));
    glsort_pass_params(b->s, p, &params, sizeof params);
}

static void add_results(void* set, uint32_t view)
{
    struct builder* b = set;
    if (sort_writes_order(b->order))
        return;
    add_visible(b, view);
    add_stores(b, view);
}

void glsort_order_build_draws(const struct order* order, const struct plan_core* core,
                              struct schedule* s)
{
    static const struct order_steps draws = {add_keys, add_sort, add_results};
    struct builder b = open_builder(order, core, s);
    const struct order_sets sets = {{&b}, {SLOT_STATE}, 1};
    if (s->gpu_count)
        glsort_add_take_count(s, core->algorithm, &core->desc, &core->limits);
    if (b.count > 0) {
        add_inputs(&b);
        glsort_order_add_views(s, b.view_count, &draws, &sets);
    }
    if (order_is(order, WRITES_VISIBLE))
        add_visible_store(&b);
    for (uint32_t view = 0; view < b.view_count && order_is(order, WRITES_COMMANDS);
         ++view)
        add_command(&b, view);
}
