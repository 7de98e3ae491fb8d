// SPDX-License-Identifier: MIT
// Entry points for draw orders.
#include <glsort/glsort_draw.h>

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "checks.h"
#include "order_build.h"
#include "order_desc.h"
#include "order_moves.h"
#include "order_run.h"

// ---- resources ------------------------------------------------------------------------

// What an order may have.
enum {
    RADII = 2,
    DEAD = 4,
    PRIMITIVES = 8,
    SEGMENTS = 16,
    DEPTHS = 32,
    VISIBLE = 64,
    COMMANDS = 128,
    ELEMENTS = 256,
    POSITIONS = 512,
    DEPTHS_IN = 1024,
    VIEWS = 4096,
    SOURCES = 8192,
    MATRICES = 16384,
    MATRIX_INDICES = 32768,
};

// The count may be a word of the command.
static_assert(offsetof(glsort_order_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_order_args, field)
#define SOURCE(I)                                                                        \
    {                                                                                    \
        "sources[" #I "].positions", AT(sources[I].positions), SLOT_SOURCES + (I),       \
            ARGUMENT_INPUT, SOURCES, GLSORT_ORDER_TEXTURE_POSITIONS                      \
    }
static const struct argument arguments[] = {
    {"positions", AT(positions), SLOT_POSITIONS, ARGUMENT_INPUT, POSITIONS,
     GLSORT_ORDER_TEXTURE_POSITIONS},
    {"depths_in", AT(depths_in), SLOT_DEPTHS_IN, ARGUMENT_INPUT, DEPTHS_IN,
     GLSORT_ORDER_TEXTURE_DEPTHS_IN},
    {"radii", AT(radii), SLOT_RADII, ARGUMENT_INPUT, RADII, GLSORT_ORDER_TEXTURE_RADII},
    {"dead", AT(dead), SLOT_DEAD, ARGUMENT_INPUT, DEAD, GLSORT_ORDER_TEXTURE_DEAD},
    {"indices_in", AT(indices_in), SLOT_INDICES_IN, ARGUMENT_INPUT, PRIMITIVES,
     GLSORT_ORDER_TEXTURE_INDICES},
    SOURCE(0),
    SOURCE(1),
    SOURCE(2),
    SOURCE(3),
    SOURCE(4),
    SOURCE(5),
    SOURCE(6),
    SOURCE(7),
    {"matrices", AT(matrices), SLOT_MATRICES, ARGUMENT_INPUT, MATRICES,
     GLSORT_ORDER_TEXTURE_MATRICES},
    {"matrix_indices", AT(matrix_indices), SLOT_MATRIX_INDICES, ARGUMENT_INPUT,
     MATRIX_INDICES, GLSORT_ORDER_TEXTURE_MATRIX_INDICES},
    {"count_in", AT(count_in), SLOT_COUNT_IN, ARGUMENT_COUNT | ARGUMENT_READ_FIRST,
     COUNT_ON_GPU, 0},
    {"views_in", AT(views_in), SLOT_VIEWS_IN, ARGUMENT_INPUT | ARGUMENT_OPTIONAL, VIEWS,
     0},
    {"offsets_in", AT(offsets_in), SLOT_OFFSETS_IN, ARGUMENT_INPUT, SEGMENTS, 0},
    {"order_out", AT(order_out), SLOT_VALUES_OUT, ARGUMENT_OUTPUT, 0,
     GLSORT_ORDER_TEXTURE_ORDER},
    {"depths_out", AT(depths_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT, DEPTHS,
     GLSORT_ORDER_TEXTURE_DEPTHS},
    {"visible_out", AT(visible_out), SLOT_VISIBLE_OUT, ARGUMENT_OUTPUT, VISIBLE,
     GLSORT_ORDER_TEXTURE_VISIBLE},
    {"command_out", AT(command_out), SLOT_COMMAND_OUT, ARGUMENT_OUTPUT, COMMANDS, 0},
    {"elements_out", AT(elements_out), SLOT_ELEMENTS_OUT, ARGUMENT_OUTPUT, ELEMENTS, 0},
};

// The descriptor with the layout of the run. copy: room for it.
static const glsort_order_desc* laid_out(const struct run* run, glsort_order_desc* copy)
{
    const glsort_order_desc* d = run->what;
    if ((d->flags & GLSORT_ORDER_LAYOUT_FROM_ARGS) == 0)
        return d;
    *copy = glsort_order_laid_out(d, run->shape.layout);
    return copy;
}

static uint32_t views_of(const glsort_order_args* args)
{
    return args->view_count == 0 ? 1 : args->view_count;
}

// On compute, the elements of an input that are bound at once; moved: by the passes that
// move positions.
static void measure_pieces(const struct run* run, const glsort_order_desc* d,
                           uint32_t count, bool moved, uint32_t stride, uint32_t bytes,
                           struct measured* m)
{
    const struct glsort_limits* limits = &run->plan->core.limits;
    const uint32_t piece = moved ? glsort_order_moved_piece(run->what, limits)
                                 : glsort_order_piece(run->what, limits);
    if (d->backend == GLSORT_BACKEND_FRAGMENT || piece == 0 || count <= piece)
        return;
    m->parts = count / piece; // whole ones; the last one is shorter
    m->part_bytes = glsort_order_span(piece, stride, bytes);
    m->part_step = (uint64_t)piece * stride;
}

static void measure_field(const struct run* run, const glsort_order_desc* d,
                          uint32_t count, const glsort_field* field, struct measured* m)
{
    const bool moved = field == &d->matrix_index;
    if (moved || d->primitive.vertices == 0)
        measure_pieces(run, d, count, moved, field->stride, WORD_BYTES, m);
    m->first = field->offset;
    m->texels = glsort_order_field_texels(count, field->offset, field->stride, WORD_BYTES,
                                          field->texel_words);
    if (field->texel_words > 0)
        m->format = glsort_texture_of_words(field->texel_words);
    m->bytes = count > 0 ? glsort_order_span(count, field->stride, WORD_BYTES) : 0;
}

// The positions of a source.
static void measure_source(const struct run* run, uint32_t source, struct measured* m)
{
    const glsort_order_args* args = run->args;
    const struct order_items items = glsort_order_items(run->what);
    m->wanted = m->wanted && source < args->source_count;
    m->what = "positions";
    m->format = glsort_texture_of_positions();
    m->first = items.offset;
    m->number = m->texels = args->sources[source].count;
    m->bytes =
        m->number == 0 ? 0 : glsort_order_span(m->number, items.stride, items.bytes);
    m->wanted = m->wanted && m->number > 0;
}

static void measure_positions(const glsort_order_desc* d, uint32_t count,
                              struct measured* m)
{
    const glsort_position* p = &d->position;
    const uint32_t bytes = glsort_order_position_bytes(p->format);
    m->format = p->texel_words > 0 ? glsort_texture_of_words(p->texel_words)
                                   : glsort_texture_of_positions();
    m->layered = (d->textures & GLSORT_ORDER_TEXTURE_POSITION_LAYERS) != 0;
    m->first = p->offset;
    m->number = count;
    m->texels =
        glsort_order_field_texels(count, p->offset, p->stride, bytes, p->texel_words);
    m->bytes = count == 0 ? 0 : glsort_order_span(count, p->stride, bytes);
}

// On compute, the depths of a view are bound at once, except in the pass of few elements.
static void measure_depth_views(const struct run* run, const glsort_order_desc* d,
                                struct measured* m)
{
    const glsort_order_args* args = run->args;
    const uint32_t views = views_of(args);
    const uint32_t step = glsort_order_view_items(d, args->vertex_count);
    const uint32_t count = d->primitive.vertices > 0 ? step : run->shape.count;
    if (d->backend == GLSORT_BACKEND_FRAGMENT || count == 0 ||
        glsort_order_takes_all(run->what, &run->plan->core.limits))
        return;
    m->parts = views;
    m->part_bytes = glsort_order_span(count, d->depth.stride, WORD_BYTES);
    m->part_step = (uint64_t)step * d->depth.stride;
    if (d->primitive.vertices == 0)
        measure_pieces(run, d, count, false, d->depth.stride, WORD_BYTES, m);
}

// The argument `positions` or `depths_in`.
static void measure_items_in(const struct run* run, const glsort_order_desc* d,
                             struct measured* m)
{
    const glsort_order_args* args = run->args;
    const struct order_items items = glsort_order_items(d);
    const bool primitives = d->primitive.vertices > 0;
    m->first = items.offset;
    m->number = m->texels =
        glsort_order_item_count(d, run->shape.count, args->vertex_count, views_of(args));
    m->bytes =
        m->number == 0 ? 0 : glsort_order_span(m->number, items.stride, items.bytes);
    m->what = primitives ? "vertices" : "elements";
    if (glsort_order_has_depths(d)) {
        measure_depth_views(run, d, m);
        return;
    }
    measure_positions(d, m->number, m);
    if (!primitives || glsort_order_moves(d))
        measure_pieces(run, d, m->number, glsort_order_moves(d), d->position.stride,
                       glsort_order_position_bytes(d->position.format), m);
}

// radii, dead or indices_in.
static void measure_of_elements(const struct run* run, const glsort_order_desc* d,
                                const struct argument* a, struct measured* m)
{
    const glsort_order_args* args = run->args;
    m->number = run->shape.count;
    if (a->slot == SLOT_INDICES_IN) {
        const uint32_t odd =
            glsort_order_odd(d->primitive.index, args->indices_in.offset);
        m->alignment = d->primitive.index == GLSORT_INDEX_U16 ? 2 : 4;
        m->bytes = glsort_order_index_words(d, m->number, odd) * WORD_BYTES;
        m->texels = saturated((uint64_t)m->number * glsort_order_vertices(d));
        return;
    }
    m->number = glsort_order_field_items(d, run->shape.count, args->vertex_count);
    if ((d->flags & ORDER_LISTS_POINTS) != 0)
        m->what = "vertices";
    measure_field(run, d, m->number, a->slot == SLOT_DEAD ? &d->dead.field : &d->radius,
                  m);
}

static void measure_input(const struct run* run, const struct argument* a,
                          struct measured* m)
{
    glsort_order_desc copy;
    const glsort_order_desc* d = laid_out(run, &copy);
    const glsort_order_args* args = run->args;
    m->fetched = !run->plan->core.limits.is_gles && // otherwise copied
                 (d->flags & ORDER_COPIES_INPUTS) == 0;
    m->format = glsort_texture_of_words(1);
    if (a->slot >= SLOT_SOURCES && a->slot <= SLOT_SOURCES_END) {
        measure_source(run, a->slot - SLOT_SOURCES, m);
        return;
    }
    switch (a->slot) {
    case SLOT_POSITIONS:
    case SLOT_DEPTHS_IN: measure_items_in(run, d, m); return;
    case SLOT_MATRICES:
        m->what = "matrices";
        m->format = glsort_texture_of_positions();
        m->number = args->matrix_count;
        m->texels = saturated((uint64_t)4 * args->matrix_count);
        m->bytes = (uint64_t)args->matrix_count * sizeof(float[16]);
        return;
    case SLOT_MATRIX_INDICES:
        measure_field(run, d,
                      d->primitive.vertices > 0 ? args->vertex_count : run->shape.count,
                      &d->matrix_index, m);
        return;
    case SLOT_RADII:
    case SLOT_DEAD:
    case SLOT_INDICES_IN: measure_of_elements(run, d, a, m); return;
    case SLOT_VIEWS_IN:
        m->copied = true;
        m->what = "views";
        m->number = views_of(args);
        m->bytes = (uint64_t)m->number * sizeof(glsort_order_view);
        return;
    default: // SLOT_OFFSETS_IN
        m->what = "segments and their end";
        m->number = args->segment_count;
        m->bytes = ((uint64_t)args->segment_count + 1) * WORD_BYTES;
    }
}

// An output of `bytes` bytes per element, in which each view has a part of its own.
static void measure_views(const struct run* run, uint32_t bytes, struct measured* m)
{
    uint32_t views = views_of(run->args);
    uint32_t stride = run->plan->core.desc.max_count;
    uint64_t before = (uint64_t)(views - 1) * stride;
    m->bytes = (before + run->shape.count) * bytes;
    m->parts = views;
    m->part_bytes = (uint64_t)run->shape.count * bytes;
    m->part_step = (uint64_t)stride * bytes;
    m->texels = run->shape.count == 0 ? 0 : (uint32_t)before + run->shape.count;
}

static void measure_order(const struct run* run, const glsort_order_desc* d,
                          struct measured* m)
{
    const uint32_t count = run->shape.count;
    measure_views(run, glsort_order_indices_out(d) * WORD_BYTES, m);
    if (count > 0)
        m->texels = (views_of(run->args) - 1) * glsort_order_texels(d, d->max_count) +
                    glsort_order_texels(d, count);
    if ((d->textures & GLSORT_ORDER_TEXTURE_ORDER_FOURS) != 0) {
        m->format = glsort_texture_of_words(4);
        m->format.what = "for four indices in a texel";
    }
}

static void measure_output(const struct run* run, const struct argument* a,
                           struct measured* m)
{
    glsort_order_desc copy;
    const glsort_order_desc* d = laid_out(run, &copy);
    const glsort_order_args* args = run->args;
    uint32_t results = d->max_segments > 0 ? args->segment_count : views_of(args);
    m->format = glsort_texture_of_words(1);
    switch (a->slot) {
    case SLOT_VALUES_OUT: measure_order(run, d, m); return;
    case SLOT_VISIBLE_OUT:
        m->wanted = true;
        m->what = "visible counts";
        m->number = m->texels = results;
        m->bytes = (uint64_t)results * WORD_BYTES;
        return;
    case SLOT_COMMAND_OUT:
        m->wanted = true;
        m->what = "commands";
        m->number = results;
        m->bytes =
            results == 0
                ? 0
                : glsort_order_span(results, d->command_stride,
                                    WORD_BYTES * glsort_order_command_words(d->command));
        return;
    default: // depths_out, elements_out
        measure_views(run, WORD_BYTES, m);
    }
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    m->wanted = run->shape.count > 0;
    m->what = "elements";
    m->number = run->shape.count;
    if ((a->flags & ARGUMENT_OUTPUT) != 0)
        measure_output(run, a, m);
    else
        measure_input(run, a, m);
}

static uint32_t has(const void* what, const struct plan_core* core)
{
    const glsort_order_desc* d = what;
    (void)core;
    const bool depths = glsort_order_has_depths(d);
    return on_gpu(d->count_source) | (depths ? DEPTHS_IN : VIEWS) |
           (!depths && d->max_sources == 0 ? POSITIONS : 0) |
           (d->max_sources > 0 ? SOURCES : 0) |
           (d->transform != GLSORT_TRANSFORM_NONE ? MATRICES : 0) |
           (d->transform == GLSORT_TRANSFORM_PER_ELEMENT ? MATRIX_INDICES : 0) |
           (d->radius_source == GLSORT_RADIUS_PER_ELEMENT ? RADII : 0) |
           (d->dead.test != GLSORT_DEAD_NONE ? DEAD : 0) |
           (d->primitive.vertices > 0 ? PRIMITIVES : 0) |
           (d->max_segments > 0 ? SEGMENTS : 0) |
           ((d->flags & GLSORT_ORDER_WRITES_DEPTHS) != 0 ? DEPTHS : 0) |
           ((d->flags & GLSORT_ORDER_WRITES_VISIBLE) != 0 ? VISIBLE : 0) |
           (d->command != GLSORT_COMMAND_NONE ? COMMANDS : 0) |
           (glsort_order_writes_elements(d) ? ELEMENTS : 0);
}

static uint32_t textures(const void* what)
{
    return ((const glsort_order_desc*)what)->textures;
}

// ---- shapes ---------------------------------------------------------------------------

static glsort_result fill_device(void* what, const struct device* device,
                                 const struct call* call)
{
    glsort_order_desc* d = what;
    return d->backend == GLSORT_BACKEND_FRAGMENT && !device->limits.is_gles
               ? glsort_order_fill_fetches(d, device->buffer_texels, &device->limits,
                                           call)
               : GLSORT_OK;
}

// Returns max_views if there are more, otherwise 0.
static uint32_t set_views(const void* what, uint32_t views, struct shape* shape)
{
    const glsort_order_desc* d = what;
    shape->views = views == 0 ? 1 : views;
    return shape->views > d->max_views ? d->max_views : 0;
}

static void order_largest(const void* what, struct shape* shape)
{
    const glsort_order_desc* d = what;
    shape->views = d->max_views;
    shape->vertices = d->max_vertices > 0 ? d->max_vertices : 1; // moved in pieces
    shape->segments = d->max_segments;
    shape->matrices = 1;
    shape->options = ORDER_COUNT_IS_OUTPUT | d->max_sources << ORDER_SOURCES_SHIFT;
}

static void order_smallest(const void* what, struct shape* shape)
{
    const glsort_order_desc* d = what;
    shape->views = 1;
    shape->vertices = 1;
    shape->segments = d->max_segments > 0 ? 1 : 0;
    shape->matrices = 1;
    shape->sources[0] = shape->count;
    shape->options = (d->max_sources > 0 ? 1u : 0u) << ORDER_SOURCES_SHIFT;
}

// A run that may overwrite its own count on the GPU copies it first.
static bool count_is_output(const glsort_order_desc* d, const glsort_order_args* args)
{
    uint32_t count = args->count_in.name;
    return d->count_source == GLSORT_COUNT_FROM_BUFFER &&
           (count == args->order_out.name || count == args->depths_out.name ||
            count == args->visible_out.name || count == args->command_out.name ||
            count == args->elements_out.name);
}

static uint32_t options_of(const glsort_order_desc* d, const glsort_order_args* args)
{
    const bool index_odd =
        glsort_order_odd(d->primitive.index, args->indices_in.offset) != 0;
    return (count_is_output(d, args) ? ORDER_COUNT_IS_OUTPUT : 0) |
           (index_odd ? ORDER_INDICES_ODD : 0);
}

static glsort_result order_shape(const struct run* run, struct shape* shape,
                                 const struct call* call)
{
    const glsort_order_desc* d = run->what;
    const glsort_order_args* args = run->args;
    bool primitives = d->primitive.vertices > 0;
    if (set_views(d, args->view_count, shape) != 0)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "view_count %u is above the plan's max_views %u",
                                args->view_count, d->max_views);
    if (args->segment_count > d->max_segments)
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "segment_count %u is above the plan's max_segments %u",
                                args->segment_count, d->max_segments);
    if (args->source_count > (d->max_sources > 0 ? d->max_sources : 0))
        return glsort_call_fail(call, GLSORT_ERROR_RANGE,
                                "source_count %u is above the plan's max_sources %u",
                                args->source_count, d->max_sources);
    shape->vertices = primitives && args->vertex_count > 0 ? args->vertex_count : 1;
    shape->segments = args->segment_count;
    shape->matrices = args->matrix_count > 0 ? args->matrix_count : 1;
    for (uint32_t i = 0; i < args->source_count; ++i)
        shape->sources[i] = args->sources[i].count;
    glsort_result result =
        glsort_order_take_layout(call, d, &args->layout, shape->layout);
    if (result != GLSORT_OK)
        return result;
    const glsort_order_desc of_run = glsort_order_laid_out(d, shape->layout);
    shape->options = options_of(&of_run, args);
    if (d->max_sources > 0)
        shape->options |= args->source_count << ORDER_SOURCES_SHIFT;
    return glsort_order_check_numbers(call, &of_run, args, shape->count, shape->views);
}

// ---- the per-run block ------------------------------------------------------------

static void fill_block(const struct run* run, struct run_block* block)
{
    const glsort_order_args* args = run->args;
    const glsort_order_desc* d = run->what;
    const struct glsort_limits* limits = &run->plan->core.limits;
    struct order_run values;
    glsort_order_desc copy;
    block->used_bytes = (uint32_t)offsetof(struct order_run, views) +
                        run->shape.views * (uint32_t)sizeof(struct order_view);
    if (d->max_sources > 0)
        block->used_bytes = sizeof values;
    memset(&values, 0, block->used_bytes);
    values.count = block->count;
    glsort_order_values(laid_out(run, &copy), args, run->shape.views, &values);
    // GL before 4.2 and GLES reserve the word, which must be 0.
    values.base_step = !limits->is_gles && limits->version >= 420;
    memcpy(block->words, &values, block->used_bytes);
    block->copy_count = args->views_in.name != 0 && run->shape.count > 0;
    block->copies[0] = (struct run_copy){
        .slot = SLOT_VIEWS_IN,
        .to_bytes = offsetof(struct order_run, views),
        .bytes = run->shape.views * (uint32_t)sizeof(struct order_view),
    };
}

// The matrix and all positions in buffers are 0, which is inside every plane.
static const void* warm_args(void)
{
    static const glsort_order_args args = {
        .count = 1,
        .key_far = 1.0f,
        .vertex_count = 1, // of primitives, whose indices are 0
        .matrix_count = 1,
        .source_count = 1,
        .sources = {{.count = UINT32_MAX}},
        .view_count = 1,
    };
    return &args;
}

// A value of dead.field with which an element is not dead. For a test against a limit
// it is a NaN that sorts beyond all numbers; if the limit is that very NaN, elements
// are dead anyway.
static uint32_t warm_word(const void* what, uint8_t slot)
{
    const glsort_dead* dead = &((const glsort_order_desc*)what)->dead;
    if (slot != SLOT_DEAD)
        return 0;
    switch (dead->test) {
    case GLSORT_DEAD_F32_AT_MOST: return 0x7FFFFFFFu;
    case GLSORT_DEAD_F32_AT_LEAST: return 0xFFFFFFFFu;
    case GLSORT_DEAD_U32_EQUAL: return dead->u32 + 1;
    case GLSORT_DEAD_U32_UNEQUAL: return dead->u32;
    default: return 0;
    }
}

// ---- entry points -----------------------------------------------------------------

const struct recipe glsort_order_recipe = {
    .noun = "order",
    .create = "glsort_order_create",
    .run = "glsort_order_run",
    .flags_at = offsetof(glsort_order_desc, flags),
    .tuning_at = offsetof(glsort_order_desc, tuning),
    .what_bytes = sizeof(glsort_order_desc),
    .fill = glsort_order_fill,
    .fill_device = fill_device,
    .elements = glsort_order_elements,
    .sorts = glsort_order_sorts,
    .largest = order_largest,
    .build = glsort_order_build,
    .reason = glsort_order_reason,
    .empty_shader = glsort_order_empty_shader,
    .run_bytes = sizeof(struct order_run),
    .arguments = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .consumers_at = AT(consumers),
    .has = has,
    .textures = textures,
    .shape = order_shape,
    .measure = measure,
    .fill_block = fill_block,
    .describe = set_views,
    .parts = "views",
    .smallest = order_smallest,
    .warm_args = warm_args,
    .warm_word = warm_word,
};

glsort_result glsort_order_create(glsort_context* context, const glsort_order_desc* desc,
                                  glsort_plan** plan)
{
    return glsort_plan_make(context, &glsort_order_recipe, desc, plan);
}

glsort_result glsort_order_run(glsort_plan* plan, const glsort_order_args* args)
{
    return glsort_plan_run(plan, &glsort_order_recipe, args);
}
