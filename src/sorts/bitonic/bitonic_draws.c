// SPDX-License-Identifier: MIT
// The network in fragment passes. A pass cannot read the texture that it writes, so
// (key, index) elements alternate between two ping-pong textures.
//
// Columns: one element per fragment, and one column of the network per pass. The authors
// of GPU-ABiSort compare their sort with this form.
//
// Packed: 8 elements per fragment in four render targets, and up to three columns per
// pass. For the columns of strides 4d, 2d and d a fragment needs 8 elements at distance
// d. It reads them in the layout that the previous pass wrote, and writes them to one
// texel. So the layout of the texture changes with each pass (lib/texel_layout.glsl).
//
// bitonic/bitonic_pair.glsl says how the network sorts any count.
#include "bitonic_build.h"
#include "counting.h"
#include "keys.h"
#include "shader_ids.h"
#include "passes.h"
#include "store.h"

#include <assert.h>
#include <stddef.h>

static_assert(sizeof(struct bitonic_draw_params) % 16 == 0, "std140 layout");

enum { EIGHT_BYTES = 64 }; // of a texel of eight elements

struct draws {
    struct schedule* s;
    const struct sort_desc* desc;
    uint32_t count;
    uint64_t bytes;
    bool packed;
    uint8_t elements[2];
    uint8_t values_copy; // copy of the caller's values, from which the store gathers
    uint8_t width_log;
};

// Texels that hold `count` elements in a layout: all texels of whole blocks of 8 << low
// elements, and of a partial last block those whose first element exists.
static uint32_t texels_of(uint32_t count, uint32_t low)
{
    uint32_t block_log = low + TEXEL_LAYERS_LOG;
    uint32_t rest = count & ((1u << block_log) - 1);
    uint32_t most = 1u << low;
    return (count >> block_log << low) + (rest < most ? rest : most);
}

// Texels in the largest layout, which the first pass of the last merge writes.
static uint32_t most_texels(uint32_t count)
{
    uint32_t levels = ceil_log(count);
    return levels <= TEXEL_LAYERS_LOG ? 1 : 1u << (levels - TEXEL_LAYERS_LOG);
}

static void declare(struct draws* d)
{
    const struct sort_desc* desc = d->desc;
    uint32_t max = desc->max_count;
    bool word_textures =
        glsort_has_transfers(desc) || desc->values == GLSORT_VALUES_4_BYTES;
    uint32_t largest = !d->packed || word_textures ? max : most_texels(max);
    uint32_t transfers = glsort_transfer_texels(desc, max);
    largest = transfers > largest ? transfers : largest;
    d->width_log = texture_width_log(largest);
    static const char* const names[2] = {"elements 0", "elements 1"};
    for (int i = 0; i < 2; ++i)
        d->elements[i] = d->packed
                             ? glsort_schedule_layers(d->s, names[i], 4, d->width_log,
                                                      most_texels(max))
                             : glsort_schedule_texture(d->s, names[i], FORMAT_RG32UI,
                                                       d->width_log, max);
    glsort_declare_transfers(d->s, desc, d->width_log);
    // An upload is a copy. A texture of the caller's is copied, because the sort may be
    // in place and overwrite it.
    if (glsort_uploads_values(desc))
        d->values_copy = d->s->transfers.values.slot;
    else if (desc->values == GLSORT_VALUES_4_BYTES)
        d->values_copy = glsort_schedule_texture(d->s, "values copied", FORMAT_R32UI,
                                                 d->width_log, max);
}

// ---- passes ---------------------------------------------------------------------------

static struct pass* add_network_draw(struct draws* d, const char* label, uint8_t phase,
                                     uint16_t shader, uint32_t texels)
{
    struct pass* p = glsort_schedule_pass(d->s, label, GLSORT_PASS_DRAW, phase, shader);
    p->width_log = d->width_log;
    p->groups = texels;
    return p;
}

static uint64_t element_bytes(const struct draws* d, uint32_t low)
{
    return d->packed ? (uint64_t)texels_of(d->count, low) * EIGHT_BYTES
                     : (uint64_t)d->count * ELEMENT_BYTES;
}

static void fetch_elements(struct draws* d, struct pass* p, uint8_t slot, uint32_t low)
{
    glsort_pass_fetch(p, slot, UNIT_ELEMENTS, element_bytes(d, low));
}

static void target_elements(struct draws* d, struct pass* p, uint8_t slot, uint32_t low)
{
    glsort_pass_target(p, slot, 0, element_bytes(d, low));
    p->leaves = (struct elements){
        .place = d->packed ? PLACE_LAYERS : PLACE_ELEMENTS,
        .keys = slot,
        .copy = d->values_copy,
        .layout = (uint8_t)low,
        .mapped = true,
        .bytes = element_bytes(d, low),
    };
}

static void copy_values(struct draws* d)
{
    struct pass* p = add_network_draw(d, "copy caller values", GLSORT_PHASE_LOAD,
                                      SHADER_BITONIC_COPY_DRAW, d->count);
    struct bitonic_draw_params params = {
        .io = {.flags = IO_READ_VALUES},
        .width_log = d->width_log,
    };
    glsort_pass_place(p, &d->desc->ends.values_in, d->count, USAGE_FETCH, GLSORT_READ,
                      UNIT_VALUES_IN, IO_BASE(values_in_base));
    glsort_pass_target(p, d->values_copy, 0, d->bytes);
    glsort_pass_params(d->s, p, &params, sizeof params);
}

// Adds the pass that makes elements of the caller's keys. The packed form also sorts
// blocks of eight in it.
static struct elements add_elements(struct draws* d)
{
    struct pass* p =
        d->packed ? add_network_draw(d, "sort eights", GLSORT_PHASE_SORT,
                                     SHADER_BITONIC_PACK_DRAW, texels_of(d->count, 0))
                  : add_network_draw(d, "load for columns", GLSORT_PHASE_LOAD,
                                     SHADER_BITONIC_LOAD_DRAW, d->count);
    struct bitonic_draw_params params = {
        .io = glsort_io_first(d->desc),
        .width_log = d->width_log,
    };
    params.io.keys_in_base = 1u << d->width_log;
    glsort_pass_place(p, &d->s->transfers.keys, d->count, USAGE_FETCH, GLSORT_READ,
                      UNIT_KEYS_IN, IO_BASE(keys_in_base));
    target_elements(d, p, d->elements[0], 0);
    glsort_pass_params(d->s, p, &params, sizeof params);
    return p->leaves;
}

// How far the network has got, and where the elements are.
struct progress {
    uint32_t level;
    uint32_t left;   // remaining columns of the level
    uint32_t layout; // packed: current layout of the elements
    uint8_t from;    // texture that holds the elements
};

static struct elements draw_column(struct draws* d, const struct progress* t, uint8_t to)
{
    struct pass* p = add_network_draw(d, "compare one column", GLSORT_PHASE_SORT,
                                      SHADER_BITONIC_COLUMN_DRAW, d->count);
    struct bitonic_draw_params params = {
        .width_log = d->width_log,
        .level = t->level,
        .stride_log = t->left,
    };
    p->level = (uint8_t)t->level;
    p->step = (uint16_t)(t->level - 1 - t->left);
    fetch_elements(d, p, t->from, 0);
    glsort_pass_moves(p, 2 * element_bytes(d, 0));
    target_elements(d, p, to, 0);
    glsort_pass_params(d->s, p, &params, sizeof params);
    return p->leaves;
}

static struct elements draw_columns(struct draws* d, const struct progress* t,
                                    uint32_t columns, uint32_t layout, uint8_t to)
{
    struct pass* p =
        add_network_draw(d, "compare packed columns", GLSORT_PHASE_SORT,
                         SHADER_BITONIC_COLUMNS_DRAW, texels_of(d->count, layout));
    struct bitonic_draw_params params = {
        .width_log = d->width_log,
        .level = t->level,
        .layout_in = t->layout,
        .layout_out = layout,
        .columns = columns,
    };
    p->level = (uint8_t)t->level;
    p->step = (uint16_t)(t->level - t->left - columns);
    fetch_elements(d, p, t->from, t->layout);
    // A fetch reads one layer of a texel: two elements, of which one is used.
    glsort_pass_moves(p, 2ull * d->count * ELEMENT_BYTES);
    target_elements(d, p, to, layout);
    glsort_pass_params(d->s, p, &params, sizeof params);
    return p->leaves;
}

// Adds the passes that follow add_elements(), if any, and returns where the elements are
// after them.
static struct elements add_network(struct draws* d, struct elements at)
{
    struct progress t = {.from = at.keys};
    uint32_t levels = ceil_log(d->count);
    for (t.level = d->packed ? TEXEL_LAYERS_LOG + 1 : 1; t.level <= levels; ++t.level) {
        for (t.left = t.level; t.left > 0;) {
            uint8_t to = t.from == d->elements[0] ? d->elements[1] : d->elements[0];
            uint32_t most_columns = d->packed ? TEXEL_LAYERS_LOG : 1;
            uint32_t columns = t.left < most_columns ? t.left : most_columns;
            t.left -= columns;
            at = d->packed ? draw_columns(d, &t, columns, t.left, to)
                           : draw_column(d, &t, to);
            t.layout = at.layout;
            t.from = to;
        }
    }
    return at;
}

void glsort_bitonic_build_draws(const struct sort_desc* desc, uint32_t count,
                                struct schedule* s)
{
    struct draws d = {
        .s = s,
        .desc = desc,
        .count = count,
        .bytes = bytes_of_words(count),
        .packed = desc->method == GLSORT_METHOD_BITONIC_PACKED,
    };
    declare(&d);
    if (count == 0)
        return;
    glsort_add_uploads(s, desc, count);
    if (d.values_copy != s->transfers.values.slot)
        copy_values(&d);
    glsort_store_result(s, desc, count, NULL, add_network(&d, add_elements(&d)));
}
