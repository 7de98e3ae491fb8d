// SPDX-License-Identifier: MIT
// GPU-ABiSort in fragment passes as published: a phase of every active stage a pass.
// Passes are strict: each stream has two ping-pong textures, no pass reads a texture that
// it draws to, and a step copies forward what the previous step wrote. A fragment writes
// both nodes of a pair and the path that they go on; the local sort and the last merge of
// a level write sixteen elements.
#include "tree_draws.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "keys.h"
#include "shader_ids.h"
#include "shared/tree.h"
#include "passes.h"
#include "store.h"
#include "tree_level.h"

static_assert(sizeof(struct tree_io_params) == 64, "std140 layout");
static_assert(sizeof(struct tree_copy_params) == 16, "std140 layout");

enum {
    PAIR_BYTES = 32, // a texel of two nodes
    PATH_BYTES = 8,
};

// ---- what both schedules share --------------------------------------------------------

void glsort_tree_declare_values(struct tree_draws* d)
{
    const struct sort_desc* desc = d->desc;
    glsort_declare_transfers(d->s, desc, d->width_log);
    if (glsort_uploads_values(desc)) // an upload is a copy
        d->values = d->s->transfers.values.slot;
    else if (desc->values == GLSORT_VALUES_4_BYTES)
        d->values = glsort_schedule_texture(d->s, "values copied", FORMAT_R32UI,
                                            d->width_log, desc->max_count);
}

struct elements glsort_tree_elements(const struct tree_draws* d, uint32_t at)
{
    return (struct elements){
        .place = PLACE_SIXTEENS,
        .keys = d->elements[at],
        .copy = d->values,
        .layout = d->first_texels[at] << SIXTEENS_LOG,
        .mapped = true,
        .bytes = (uint64_t)sixteens_of(d->count) * SIXTEEN_BYTES,
    };
}

struct pass* glsort_tree_draw_elements(const struct tree_draws* d, const char* label,
                                       uint16_t shader, uint32_t to, uint32_t half)
{
    struct pass* p =
        glsort_schedule_pass(d->s, label, GLSORT_PASS_DRAW, GLSORT_PHASE_SORT, shader);
    uint32_t texels = sixteens_of(d->count);
    p->groups = texels;
    p->first_texel = d->first_texels[to];
    p->width_log = d->width_log;
    glsort_pass_target(p, d->elements[to], (uint64_t)p->first_texel * SIXTEEN_BYTES,
                       (uint64_t)texels * SIXTEEN_BYTES);
    glsort_pass_moves(p,
                      (uint64_t)texels * (half > 0 ? SIXTEEN_BYTES / 2 : SIXTEEN_BYTES));
    if (half > 0)
        glsort_pass_layers(p, (uint8_t)(4 * (half - 1)), 4);
    if (half != 1)
        p->leaves = glsort_tree_elements(d, to);
    return p;
}

void glsort_tree_fetch_elements(const struct tree_draws* d, struct pass* p, uint32_t from,
                                uint64_t bytes)
{
    glsort_pass_bind(p, d->elements[from], USAGE_FETCH, GLSORT_READ, UNIT_ELEMENTS,
                     (uint64_t)d->first_texels[from] * SIXTEEN_BYTES,
                     (uint64_t)sixteens_of(d->count) * SIXTEEN_BYTES);
    glsort_pass_moves(p, bytes);
}

const struct binding* glsort_tree_target_of(const struct pass* p, uint8_t draw_buffer)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == USAGE_TARGET && p->bindings[i].unit == draw_buffer)
            return &p->bindings[i];
    return NULL;
}

// The input may be the output, so values in the caller's texture are copied first.
static void copy_values(const struct tree_draws* d)
{
    uint64_t bytes = bytes_of_words(d->count);
    struct pass* p = glsort_schedule_pass(d->s, "copy values for trees", GLSORT_PASS_DRAW,
                                          GLSORT_PHASE_LOAD, SHADER_TREE_VALUES_DRAW);
    struct tree_io_params params = {
        .io = {.flags = IO_READ_VALUES, .values_in_base = 1u << d->width_log},
        .width_log = d->width_log,
    };
    p->groups = d->count;
    p->width_log = d->width_log;
    glsort_pass_place(p, &d->desc->ends.values_in, d->count, USAGE_FETCH, GLSORT_READ,
                      UNIT_VALUES_IN, IO_BASE(values_in_base));
    glsort_pass_target(p, d->values, 0, bytes);
    glsort_pass_params(d->s, p, &params, sizeof params);
}

static void draw_local(struct tree_draws* d, uint32_t local_log, uint32_t half)
{
    const struct sort_desc* desc = d->desc;
    struct pass* p = glsort_tree_draw_elements(d, "local sort of sixteens",
                                               SHADER_TREE_LOCAL_DRAW, 0, half);
    struct tree_io_params params = {
        .io = glsort_io_first(desc),
        .width_log = d->width_log,
        .block_log = local_log,
        .target_first = d->first_texels[0],
    };
    params.io.keys_in_base = 1u << d->width_log;
    params.io.flags = 0; // elements have indices, with or without values
    p->variant = variant_tree_local_draw(half);
    if (local_log == 0 || d->count == 1)
        p->phase = GLSORT_PHASE_LOAD;
    glsort_pass_place(p, &d->s->transfers.keys, d->count, USAGE_FETCH, GLSORT_READ,
                      UNIT_KEYS_IN, IO_BASE(keys_in_base));
    glsort_pass_params(d->s, p, &params, sizeof params);
}

void glsort_tree_draw_local(struct tree_draws* d, uint32_t local_log)
{
    const struct sort_desc* desc = d->desc;
    glsort_add_uploads(d->s, desc, d->count);
    if (d->values != SLOT_NONE && !glsort_uploads_values(desc))
        copy_values(d);
    for (uint32_t half = first_half(d); half <= last_half(d); ++half)
        draw_local(d, local_log, half);
}

void glsort_tree_draw_store(const struct tree_draws* d, uint32_t at)
{
    glsort_store_result(d->s, d->desc, d->count, NULL, glsort_tree_elements(d, at));
}

// ---- the published schedule -----------------------------------------------------------

struct builder {
    struct tree_draws d;
    uint8_t nodes[2];
    uint8_t paths[2];
    bool copies_apart; // what a step copies has a draw of its own
    uint32_t from;     // array of the level's source, then of its result
};

static bool overlaps_stages(const struct sort_desc* desc)
{
    return desc->method == GLSORT_METHOD_TREE;
}

// Texels of nodes of the largest level.
static uint32_t node_texels(const struct sort_desc* desc, uint32_t count)
{
    uint32_t most = 1;
    for (uint32_t level = desc->local_log + 1; level <= ceil_log(count); ++level) {
        struct tree_level v;
        glsort_tree_level_plan(&v, count, level, desc->merge_log, overlaps_stages(desc));
        most = v.node_count / 2 > most ? v.node_count / 2 : most;
    }
    return most;
}

static uint32_t largest_texels(const struct sort_desc* desc, uint32_t count)
{
    uint32_t most = node_texels(desc, count);
    uint32_t transfers = glsort_transfer_texels(desc, count);
    // Values in a texture of the caller's are copied to one of as many texels.
    if (desc->values == GLSORT_VALUES_4_BYTES && transfers < count)
        transfers = count;
    return most > transfers ? most : transfers;
}

bool glsort_tree_draws_fit(const struct sort_desc* desc,
                           const struct glsort_limits* limits, uint32_t count)
{
    uint64_t texels = texture_capacity(limits->texture_size);
    return node_texels(desc, count) <= texels &&
           (uint64_t)count + (1u << SIXTEENS_LOG) <= texels;
}

static struct builder open_builder(const struct sort_desc* desc,
                                   const struct glsort_limits* limits, uint32_t count,
                                   struct schedule* s)
{
    static const char* const names[3][2] = {
        {"elements 0", "elements 1"}, {"nodes 0", "nodes 1"}, {"paths 0", "paths 1"}};
    struct builder b = {.d = {.s = s, .desc = desc, .count = count}};
    uint32_t nodes = node_texels(desc, desc->max_count);
    uint8_t width_log = texture_width_log(largest_texels(desc, desc->max_count));
    b.d.width_log = width_log;
    b.d.halves = limits->draw_buffers < 8;
    // A renderer on the CPU executes both sides of a branch in every fragment.
    b.copies_apart = limits->is_software != 0;
    for (int i = 0; i < 2; ++i) {
        b.d.elements[i] = glsort_schedule_layers(s, names[0][i], 8, width_log,
                                                 sixteens_of(desc->max_count));
        b.nodes[i] = glsort_schedule_layers(s, names[1][i], 2, width_log, nodes);
        b.paths[i] =
            glsort_schedule_texture(s, names[2][i], FORMAT_RG32UI, width_log, nodes);
    }
    glsort_tree_declare_values(&b.d);
    return b;
}

static void bind_nodes(struct pass* p, uint8_t slot, uint8_t usage, uint8_t access,
                       uint64_t first, uint64_t texels)
{
    glsort_pass_bind(p, slot, usage, access, usage == USAGE_TARGET ? 0 : UNIT_NODES,
                     first * PAIR_BYTES, texels * PAIR_BYTES);
}

// A draw to pairs of nodes and their paths.
static struct pass* add_step_draw(struct builder* b, const char* label, uint16_t shader,
                                  uint32_t first, uint32_t pairs, uint32_t parity)
{
    struct pass* p =
        glsort_schedule_pass(b->d.s, label, GLSORT_PASS_DRAW, GLSORT_PHASE_SORT, shader);
    p->first_texel = first;
    p->groups = pairs;
    p->width_log = b->d.width_log;
    p->exact = true;
    bind_nodes(p, b->nodes[parity], USAGE_TARGET, GLSORT_WRITE, first, pairs);
    glsort_pass_bind(p, b->paths[parity], USAGE_TARGET, GLSORT_WRITE, 2,
                     (uint64_t)first * PATH_BYTES, (uint64_t)pairs * PATH_BYTES);
    return p;
}

static void copy_step(struct builder* b, const struct tree_level* v, uint32_t at)
{
    struct tree_step step = glsort_tree_level_step(v, at - 1);
    uint32_t first = step.first_slot / 2;
    struct pass* p = add_step_draw(b, "copy nodes of a step", SHADER_TREE_COPY_DRAW,
                                   first, step.pair_count, at % 2);
    struct tree_copy_params params = {
        .first = first,
        .end = first + step.pair_count,
        .width_log = b->d.width_log,
    };
    p->variant = variant_tree_copy_draw(2);
    p->level = (uint8_t)v->level;
    bind_nodes(p, b->nodes[1 - at % 2], USAGE_FETCH, GLSORT_READ, first, step.pair_count);
    glsort_pass_params(b->d.s, p, &params, sizeof params);
}

static void draw_step(struct builder* b, const struct tree_level* v, uint32_t at)
{
    struct tree_step step = glsort_tree_level_step(v, at);
    struct tree_params params = glsort_tree_step_params(v, step);
    uint32_t parity = at % 2;
    uint32_t first = step.first_slot / 2;
    uint32_t copied = 0;
    if (at > 0 && b->copies_apart)
        copy_step(b, v, at);
    else if (at > 0)
        copied = glsort_tree_level_step(v, at - 1).pair_count;
    params.width_log = b->d.width_log;
    params.halves = b->d.halves;
    params.copy_first = first - copied;
    struct pass* p = add_step_draw(b, "phases of node pairs", SHADER_TREE_PHASE_DRAW,
                                   first - copied, copied + step.pair_count, parity);
    p->variant = variant_tree_phase_draw(!b->copies_apart);
    p->level = (uint8_t)v->level;
    p->stage = (uint8_t)step.first_stage;
    p->stage_count = (uint8_t)step.stage_count;
    p->step = (uint16_t)(v->overlapped ? at : step.first_phase);
    // What a pair reads is in the nodes or, in the first step, in the elements.
    glsort_tree_fetch_elements(&b->d, p, b->from, 0);
    // The first step reads no node, but drivers recompile a program for other kinds of
    // bound textures, so every step binds the same kinds.
    uint64_t before = first > 0 ? first : 1;
    bind_nodes(p, b->nodes[1 - parity], USAGE_FETCH, GLSORT_READ, 0, before);
    glsort_pass_moves(p, ((uint64_t)step.pair_count + copied) * PAIR_BYTES);
    glsort_pass_fetch(p, b->paths[1 - parity], UNIT_PATHS, before * PATH_BYTES);
    glsort_pass_moves(p, (uint64_t)step.pair_count * PATH_BYTES);
    // The elements are in the trees. The other array is unused until the level ends.
    p->leaves = glsort_tree_elements(&b->d, b->from);
    p->leaves.place = PLACE_INSIDE;
    p->leaves.values = b->d.elements[1 - b->from];
    glsort_pass_params(b->d.s, p, &params, sizeof params);
}

// A level that has stages ends with the merges of their subtrees; one without is merges
// of its source alone.
static void draw_finish(struct builder* b, const struct tree_level* v, uint32_t half)
{
    bool has_stages = v->stage_count > 0;
    uint32_t to = 1 - b->from;
    struct tree_params params = glsort_tree_finish_params(v);
    params.width_log = b->d.width_log;
    struct pass* p = glsort_tree_draw_elements(
        &b->d, has_stages ? "merge sixteens of trees" : "merge runs of sixteens",
        has_stages ? SHADER_TREE_FINISH_DRAW : SHADER_TREE_MERGE_DRAW, to, half);
    p->level = (uint8_t)v->level;
    p->variant = has_stages ? variant_tree_finish_draw(1u << v->block_log, half)
                            : variant_tree_merge_draw(half);
    glsort_tree_fetch_elements(&b->d, p, b->from,
                               (uint64_t)b->d.count *
                                   (has_stages ? PAIR_BYTES / 2 : ELEMENT_BYTES));
    if (half == 1)
        p->leaves = glsort_tree_elements(&b->d, b->from);
    if (has_stages) {
        bind_nodes(p, b->nodes[(v->step_count - 1) % 2], USAGE_FETCH, GLSORT_READ, 0,
                   v->node_count / 2);
        glsort_pass_moves(p, 0);
    }
    glsort_pass_params(b->d.s, p, &params, sizeof params);
}

static void draw_level(struct builder* b, const struct tree_level* v)
{
    for (uint32_t step = 0; step < v->step_count; ++step)
        draw_step(b, v, step);
    for (uint32_t half = first_half(&b->d); half <= last_half(&b->d); ++half)
        draw_finish(b, v, half);
    b->from ^= 1;
}

void glsort_tree_build_draws(const struct sort_desc* desc,
                             const struct glsort_limits* limits, uint32_t count,
                             struct schedule* s)
{
    struct builder b = open_builder(desc, limits, count, s);
    if (count == 0)
        return;
    glsort_tree_draw_local(&b.d, desc->local_log);
    for (uint32_t level = desc->local_log + 1; level <= ceil_log(count); ++level) {
        struct tree_level v;
        glsort_tree_level_plan(&v, count, level, desc->merge_log, overlaps_stages(desc));
        draw_level(&b, &v);
    }
    glsort_tree_draw_store(&b.d, b.from);
}

// ---- peek -----------------------------------------------------------------------------

// Resolves the trees into the other array, which is unused until the level ends.
void glsort_tree_peek_draws(const struct peek* peek, struct schedule* s)
{
    const struct pass* step = peek->after;
    struct tree_params params;
    memcpy(&params, peek->run->params + step->params_at, sizeof params);
    struct tree_draws d = {
        .s = s,
        .desc = peek->desc,
        .count = peek->count,
        .width_log = (uint8_t)params.width_log,
        .halves = params.halves != 0,
        .elements = {peek->from.keys, peek->from.values},
        .values = peek->from.copy,
    };
    const struct binding* nodes = glsort_tree_target_of(step, 0);
    const struct binding* paths = glsort_tree_target_of(step, 2);
    for (uint32_t half = first_half(&d); half <= last_half(&d); ++half) {
        struct pass* p = glsort_tree_draw_elements(&d, "resolve pairs by sixteens",
                                                   SHADER_TREE_PEEK_DRAW, 1, half);
        p->phase = GLSORT_PHASE_STORE;
        p->variant = variant_tree_peek_draw(half);
        glsort_tree_fetch_elements(&d, p, 0, 0);
        bind_nodes(p, nodes->slot, USAGE_FETCH, GLSORT_READ, 0, params.nodes_end / 2);
        glsort_pass_fetch(p, paths->slot, UNIT_PATHS,
                          paths->first_bytes + paths->range_bytes);
        glsort_pass_params(s, p, &params, sizeof params);
    }
    glsort_store_peeked(s, peek, NULL, glsort_tree_elements(&d, 1));
}
