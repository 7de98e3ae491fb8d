// SPDX-License-Identifier: MIT
// A sort that begins with the order that the run before has left. The keys are those of
// now, so the order is wrong, but often no element is far from its place. Local sort and
// merges are those of abisort_draws.c. After most of them the GPU looks at the boundaries
// between runs: if only the halves on both sides are out of order, with each other alone,
// merging the second half of each run with the first half of the next one completes the
// order, and the draws of the other merges cover nothing. Otherwise the merges go on to
// the end. Either way a last merge leaves the order where the next run finds it.
//
// Equal keys are ordered by the number of the element, since the order does not begin
// with that of the input.
#include "abisort_draws.h"

#include <stddef.h>

#include "abisort_levels.h"
#include "counting.h"
#include "passes.h"
#include "shader_ids.h"
#include "shared/array.h"
#include "store.h"

static_assert(offsetof(struct array_params, run_log) == 48 &&
                  offsetof(struct array_params, cover) == 56,
              "repair.vert: what it reads");
static_assert(sizeof(struct repair_params) == 32, "std140 layout");

// Nothing is decided after the last levels: it would save one merge, or none.
enum { UNDECIDED_LEVELS = 3 };

struct repair {
    struct draws* b;
    struct elements last; // the order
    uint8_t checks;
    uint8_t states[2];
    uint32_t decisions;
};

static uint32_t boundaries_of(const struct draws* b, uint32_t run_log)
{
    return ceil_divide(b->count, 1u << run_log) - 1;
}

// Boundaries that a fragment looks at: about as many as there are such fragments then.
static uint32_t checks_of(uint32_t boundaries)
{
    return 1u << (ceil_log(boundaries + 1) + 1) / 2;
}

static void declare(struct repair* r)
{
    static const char* const names[] = {"last order 0", "last order 1", "last order 2",
                                        "last order 3", "last order 4", "last order 5",
                                        "last order 6", "last order 7"};
    const struct draws* b = r->b;
    const uint32_t max = b->desc->max_count;
    assert(b->desc->repairs <= sizeof names / sizeof names[0]);
    r->last = b->elements[0];
    r->last.keys =
        glsort_schedule_layers(b->s, names[b->desc->repairs - 1], b->wide ? 8 : 4,
                               b->width_log, glsort_abisort_texels(b, max));
    r->checks =
        glsort_schedule_texture(b->s, "checks of runs", FORMAT_R32UI, b->width_log,
                                checks_of(glsort_abisort_texels(b, max)) + 1);
    r->states[0] = glsort_schedule_texture(b->s, "decision 0", FORMAT_R32UI, 0, 1);
    r->states[1] = glsort_schedule_texture(b->s, "decision 1", FORMAT_R32UI, 0, 1);
}

static void draw_local(struct repair* r)
{
    struct draws* b = r->b;
    const struct transfers* in = &b->s->transfers;
    struct pass* p = glsort_abisort_add_draw(b, "local sort of the last order",
                                             SHADER_REPAIR_LOCAL_DRAW,
                                             glsort_abisort_texels(b, b->count));
    struct array_params params = {
        .io = glsort_io_first(b->desc),
        .width_log = b->width_log,
    };
    p->variant = variant_repair_local_draw(1, b->wide);
    params.io.flags |= b->desc->fresh ? ARRAY_FIRST : 0;
    params.io.keys_in_base = params.io.keys_out_base = 1u << b->width_log;
    glsort_pass_place(p, &in->keys, b->count, USAGE_FETCH, GLSORT_READ, UNIT_KEYS_IN,
                      IO_BASE(keys_in_base));
    glsort_abisort_fetch(p, r->last, r->last.bytes);
    glsort_abisort_target(b, p, b->elements[0]);
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// ---- decisions ------------------------------------------------------------------------

static void bind_state(const struct repair* r, struct pass* p)
{
    if (r->b->state == SLOT_NONE)
        return;
    glsort_pass_fetch(p, r->b->state, UNIT_STATE, WORD_BYTES);
    glsort_pass_moves(p, 0);
}

static void draw_checks(struct repair* r, struct elements from,
                        const struct repair_params* params)
{
    struct draws* b = r->b;
    const uint64_t boundaries = boundaries_of(b, params->run_log);
    struct pass* p = glsort_abisort_add_draw(
        b, "look at boundaries", SHADER_REPAIR_CHECK_DRAW, params->check_count);
    p->variant = variant_repair_check_draw(1, b->wide, b->state == SLOT_NONE);
    p->level = (uint8_t)params->run_log;
    glsort_abisort_fetch(p, from, boundaries * 6 * ELEMENT_BYTES);
    bind_state(r, p);
    glsort_pass_target(p, r->checks, 0, bytes_of_words(params->check_count));
    glsort_pass_params(b->s, p, params, sizeof *params);
}

// Decides whether runs of 1 << run_log are nearly in order.
static void decide(struct repair* r, struct elements from, uint32_t run_log)
{
    struct draws* b = r->b;
    const uint32_t boundaries = boundaries_of(b, run_log);
    const uint32_t checks = checks_of(boundaries);
    const struct repair_params params = {
        .run_log = run_log,
        .width_log = b->width_log,
        .checks = checks,
        .check_count = boundaries == 0 ? 1 : ceil_divide(boundaries, checks),
        .flags = b->state == SLOT_NONE ? ARRAY_FIRST : 0,
    };
    draw_checks(r, from, &params);
    struct pass* p =
        glsort_abisort_add_draw(b, "decide on merges", SHADER_REPAIR_DECIDE_DRAW, 1);
    p->width_log = 0;
    p->level = (uint8_t)run_log;
    glsort_pass_fetch(p, r->checks, UNIT_REST, bytes_of_words(params.check_count));
    bind_state(r, p);
    b->state = r->states[r->decisions++ % 2];
    glsort_pass_target(p, b->state, 0, WORD_BYTES);
    glsort_pass_same_params(b->s, p);
}

// ---- the last merge -------------------------------------------------------------------

// Draws if the elements are in this one of the two textures.
static void complete_from(struct repair* r, uint32_t source, uint32_t run_log,
                          bool leaves)
{
    struct draws* b = r->b;
    const uint32_t items = 1u << b->items_log;
    const uint64_t texels = glsort_abisort_texels(b, b->count);
    const struct array_params params = {
        .io.keys_out_base = 1u << b->width_log,
        .run_log = run_log,
        .width_log = b->width_log,
        .cover = source,
    };
    struct pass* p = glsort_abisort_add_draw(b, "complete the order",
                                             SHADER_REPAIR_MERGE_DRAW, (uint32_t)texels);
    p->variant = variant_repair_merge_draw(1, 0, b->wide, 1);
    p->level = (uint8_t)(run_log + 1);
    glsort_abisort_fetch(p, b->elements[source],
                         texels * ELEMENT_BYTES * (2 * run_log + items + 2));
    bind_state(r, p);
    glsort_abisort_target(b, p, r->last);
    if (!leaves)
        p->leaves = (struct elements){0};
    glsort_pass_params(b->s, p, &params, sizeof params);
}

// run_log: of the runs, if all merges before this one have run.
static void complete(struct repair* r, uint32_t run_log)
{
    const bool either = run_log > r->b->items_log;
    complete_from(r, 0, run_log, !either);
    if (either)
        complete_from(r, 1, run_log, true);
}

void glsort_abisort_repair(struct draws* b)
{
    struct repair r = {.b = b};
    declare(&r);
    if (b->count == 0)
        return;
    draw_local(&r);
    decide(&r, b->elements[0], b->items_log);
    uint32_t levels = glsort_abisort_levels(b->count, b->items_log);
    uint32_t run_log = b->items_log;
    for (uint32_t i = 0; i + 1 < levels; ++i, ++run_log) {
        struct pass* p = glsort_abisort_merge(b, b->elements[i % 2],
                                              b->elements[(i + 1) % 2], run_log);
        // A peek finds the elements in the first texture, maybe those of a merge before.
        if (i % 2 == 0)
            p->leaves = (struct elements){0};
        if (i + 1 + UNDECIDED_LEVELS <= levels)
            decide(&r, b->elements[(i + 1) % 2], run_log + 1);
    }
    complete(&r, run_log);
    glsort_store_result(b->s, b->desc, b->count, NULL, r.last);
}
