// SPDX-License-Identifier: MIT
// Entry points for draw orders.
#include <glsort/glsort_draw.h>

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "checks.h"
#include "order_build.h"
#include "order_check.h"
#include "order_io.h"
#include "order_transform.h"
#include "order_params.h"

// ---- resources ------------------------------------------------------------------------

static_assert(offsetof(struct order_what, desc) == 0, "`what` is read as a descriptor");
// The count may be a word of the command.
static_assert(offsetof(glsort_order_args, count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_order_args, field)

// The descriptor with the layout of the run. copy: room for it.
static const glsort_order_desc* laid_out(const struct run* run, glsort_order_desc* copy)
{
    const struct order_what* w = run->what;
    if (!is(w->traits, LAID_OUT_BY_ARGS))
        return &w->desc;
    *copy = glsort_order_laid_out(&w->desc, glsort_order_shape(&run->shape).layout);
    return copy;
}

// The parts that are bound one at a time: those of views, where each has one of its own,
// and on compute the slices of what no binding holds.
static void measure_parts(const struct run* run, const struct order* o,
                          const struct order_row* row, struct measured* m)
{
    const struct order_what* what = run->what;
    const struct plan_core* core = &run->plan->core;
    const bool draws = order_is(o, DRAWS);
    const bool depths = row->per == PER_DEPTH && !draws && m->wanted;
    const uint32_t items = glsort_order_items(o, row, o->count);
    struct order_part next = {.count = items, .views = 1};
    if ((row->per == PER_PLACE || depths) && o->shape.views > 1 &&
        !glsort_order_takes_all(what, core,
                                glsort_plan_core_tier(core, run->shape.count)->most)) {
        m->parts = o->shape.views;
        next.view = 1;
    }
    for (uint32_t transforms = 0; transforms < 2 && !draws; ++transforms) {
        const uint32_t slice = transforms != 0 ? what->transformed_slice : what->slice;
        if (slice == 0 || items <= slice ||
            !glsort_order_in_slices(what, row, transforms != 0))
            continue;
        m->parts = items / slice; // whole ones; the last one is shorter
        next = (struct order_part){.first = slice, .count = slice, .views = 1};
    }
    if (m->parts == 0)
        return;
    const struct order_range r = glsort_order_range(o, row, &next);
    m->part_bytes = r.bytes;
    m->part_step = r.first - m->first;
}

static struct texture_format format_of(const struct order* o, const struct order_row* row,
                                       uint32_t texel_bytes)
{
    const glsort_order_desc* d = o->desc;
    const bool in_fours = order_is(o, IN_TEXTURE(ORDER_FOURS));
    const bool of_positions = row->argument.texture == GLSORT_ORDER_TEXTURE_POSITIONS;
    if (row->per == PER_MATRIX || (of_positions && d->position.texel_words == 0))
        return glsort_texture_of_positions();
    struct texture_format format = glsort_texture_of_words(texel_bytes / WORD_BYTES);
    if (row->argument.slot == SLOT_VALUES_OUT && in_fours) {
        format = glsort_texture_of_words(4);
        format.what = "for four indices in a texel";
    }
    return format;
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    const struct order_row* row = (const struct order_row*)a;
    glsort_order_desc copy;
    const struct order o = {laid_out(run, &copy), run->what, run->shape.count,
                            glsort_order_shape(&run->shape)};
    const struct order_range r = glsort_order_whole(&o, row);
    const glsort_order_args* args = run->args;
    const bool input = (a->flags & ARGUMENT_OUTPUT) == 0;
    m->wanted = run->shape.count > 0 || row->per == PER_RESULT;
    if (a->slot == SLOT_INDICES_IN)
        m->wanted = m->wanted && (o.shape.options & ORDER_NO_INDICES) == 0;
    if (row->per == PER_SOURCE)
        m->wanted = m->wanted && r.items > 0 &&
                    (uint32_t)(a->slot - SLOT_SOURCES) < args->source_count;
    m->what = glsort_order_name_items(o.what, row);
    m->number = row->per == PER_PLACE     ? run->shape.count
                : row->per == PER_SEGMENT ? args->segment_count
                                          : r.items;
    m->first = r.first;
    m->bytes = r.bytes;
    if (m->is_texture) {
        m->texels = r.texels;
        m->format = format_of(&o, row, r.texel_bytes);
        m->layered =
            a->slot == SLOT_POSITIONS && order_is(&o, IN_TEXTURE(POSITION_LAYERS));
    }
    m->copied = row->per == PER_VIEW;
    m->fetched = input && !glsort_order_is_copied(o.what, row);
    if (a->slot == SLOT_INDICES_IN && o.desc->primitive.index == GLSORT_INDEX_U16)
        m->alignment = 2;
    measure_parts(run, &o, row, m);
}

static uint32_t has(const void* what, const struct plan_core* core)
{
    (void)core;
    return (uint32_t)((const struct order_what*)what)->traits;
}

static uint32_t textures(const void* what)
{
    return ((const glsort_order_desc*)what)->textures;
}

// ---- shapes ---------------------------------------------------------------------------

static glsort_result fill_device(void* what, const struct device* device,
                                 const struct call* call)
{
    struct order_what* w = what;
    return is(w->traits, DRAWS) && !device->limits.is_gles
               ? glsort_order_fill_fetches(w, device->buffer_texels, &device->limits,
                                           call)
               : GLSORT_OK;
}

// Returns max_views if there are more, otherwise 0.
static uint32_t set_views(const void* what, uint32_t views, struct shape* shape)
{
    const glsort_order_desc* d = what;
    struct order_shape s = glsort_order_shape(shape);
    s.views = views == 0 ? 1 : views;
    glsort_order_set_shape(shape, s);
    return s.views > d->max_views ? d->max_views : 0;
}

static void order_largest(const void* what, struct shape* shape)
{
    const glsort_order_desc* d = what;
    const uint32_t vertices = d->max_vertices > 0 ? d->max_vertices : 1; // in slices
    const struct order_shape s = {
        .views = d->max_views,
        .vertices = vertices,
        .segments = d->max_segments,
        .matrices = 1,
        .sources = {shape->count},
        .options = ORDER_COUNT_IS_OUTPUT | d->max_sources << ORDER_SOURCES_SHIFT,
    };
    glsort_order_set_shape(shape, s);
}

static void order_smallest(const void* what, struct shape* shape)
{
    const glsort_order_desc* d = what;
    const struct order_shape s = {
        .views = 1,
        .vertices = 1,
        .segments = d->max_segments > 0 ? 1 : 0,
        .matrices = 1,
        .sources = {shape->count},
        .options = (d->max_sources > 0 ? 1u : 0u) << ORDER_SOURCES_SHIFT,
    };
    glsort_order_set_shape(shape, s);
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

static uint32_t options_of(const glsort_order_desc* d, uint64_t traits,
                           const glsort_order_args* args)
{
    const bool index_odd =
        glsort_order_odd(d->primitive.index, args->indices_in.offset) != 0;
    const bool none =
        is(traits, HAS_PRIMITIVES) && !is(traits, LISTED) && args->indices_in.name == 0;
    return (count_is_output(d, args) ? ORDER_COUNT_IS_OUTPUT : 0) |
           (index_odd ? ORDER_INDICES_ODD : 0) | (none ? ORDER_NO_INDICES : 0);
}

static glsort_result take_shape(const struct run* run, struct shape* shape,
                                const struct call* call)
{
    const struct order_what* w = run->what;
    const glsort_order_args* args = run->args;
    const bool primitives = is(w->traits, HAS_PRIMITIVES);
    const glsort_result result = glsort_order_check_args(w, args, call);
    if (result != GLSORT_OK)
        return result;
    struct order_shape s = {
        .views = args->view_count == 0 ? 1 : args->view_count,
        .vertices = primitives && args->vertex_count > 0 ? args->vertex_count : 1,
        .segments = args->segment_count,
        .matrices = args->matrix_count > 0 ? args->matrix_count : 1,
    };
    for (uint32_t i = 0; i < args->source_count; ++i)
        s.sources[i] = args->sources[i].count;
    glsort_order_lay_out(&w->desc, &args->layout, s.layout);
    const glsort_order_desc of_run = glsort_order_laid_out(&w->desc, s.layout);
    s.options = options_of(&of_run, w->traits, args);
    if (is(w->traits, HAS_SOURCES))
        s.options |= args->source_count << ORDER_SOURCES_SHIFT;
    glsort_order_set_shape(shape, s);
    const struct order order = {&of_run, w, shape->count, s};
    return glsort_order_check_numbers(&order, args, call);
}

// ---- the per-run block ------------------------------------------------------------

static void fill_block(const struct run* run, struct run_block* block)
{
    const glsort_order_args* args = run->args;
    const glsort_order_desc* d = run->what;
    const struct glsort_limits* limits = &run->plan->core.limits;
    struct order_run values;
    glsort_order_desc copy;
    const uint32_t views = glsort_order_shape(&run->shape).views;
    block->used_bytes = (uint32_t)offsetof(struct order_run, views) +
                        views * (uint32_t)sizeof(struct order_view);
    if (d->max_sources > 0)
        block->used_bytes = sizeof values;
    memset(&values, 0, block->used_bytes);
    values.count = block->count;
    glsort_order_values(laid_out(run, &copy), args, views, &values);
    // GL before 4.2 and GLES reserve the word, which must be 0.
    values.base_step = !limits->is_gles && limits->version >= 420;
    memcpy(block->words, &values, block->used_bytes);
    block->copy_count = args->views_in.name != 0 && run->shape.count > 0;
    block->copies[0] = (struct run_copy){
        .slot = SLOT_VIEWS_IN,
        .to_bytes = offsetof(struct order_run, views),
        .bytes = views * (uint32_t)sizeof(struct order_view),
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
    .what_bytes = sizeof(struct order_what),
    .fields = {glsort_order_fields, ORDER_FIELDS},
    .traits = glsort_order_traits,
    .fill = glsort_order_fill,
    .fill_device = fill_device,
    .elements = glsort_order_elements,
    .sorts = glsort_order_sorts,
    .largest = order_largest,
    .option_words = 1u << offsetof(struct order_shape, options) / WORD_BYTES,
    .build = glsort_order_build,
    .reason = glsort_order_reason,
    .run_bytes = sizeof(struct order_run),
    .first_argument = &glsort_order_rows[0].argument,
    .argument_count = ORDER_ROWS,
    .argument_bytes = sizeof(struct order_row),
    .args_bytes = sizeof(glsort_order_args),
    .consumers_at = AT(consumers),
    .has = has,
    .textures = textures,
    .shape = take_shape,
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
