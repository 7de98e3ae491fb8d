// SPDX-License-Identifier: MIT
// Greedy set cover. A combination is a program with the formats of its textures. Each
// step takes the candidate that adds the most combinations; of equals, the one with the
// smallest count.
#include "build.h"

enum { MOST_COMBINATIONS = 64, MOST_CANDIDATES = 192 };

struct candidate {
    struct covering_run run;
    uint64_t covers; // bit per index into search.combinations
};

struct search {
    uint64_t combinations[MOST_COMBINATIONS]; // hashes of them
    uint32_t combination_count;
    struct candidate candidates[MOST_CANDIDATES];
    uint32_t candidate_count;
};

struct shape glsort_covering_shape(const struct plan_core* core, struct covering_run run)
{
    struct shape shape = {.count = run.count, .in_place = run.in_place};
    if (core->recipe->smallest != NULL)
        core->recipe->smallest(core->what, &shape);
    return shape;
}

static uint64_t mix(uint64_t state, uint64_t value)
{
    return (state ^ value) * 0x100000001B3ull; // FNV-1a, a value at a time
}

// A slot of the caller's has one format, so its number serves as one. A driver may also
// compile for whether a fetched texture has power-of-two sizes, so the number of any
// fetched slot does, too.
static uint64_t format_of(const struct schedule* s, uint8_t slot, uint8_t usage)
{
    if (slot < SLOT_SCRATCH || usage == USAGE_FETCH)
        return slot;
    const struct scratch* scratch = &s->scratch[slot - SLOT_SCRATCH];
    return 0x100u | scratch->format | (uint32_t)scratch->layers << 4;
}

static uint64_t combination_of(const struct schedule* s, const struct pass* p)
{
    uint64_t hash = mix(mix(mix(0xCBF29CE484222325ull, p->kind), p->shader), p->variant);
    for (uint32_t i = 0; i < p->binding_count; ++i) {
        const struct binding* b = &p->bindings[i];
        bool is_texture = b->usage == USAGE_FETCH || b->usage == USAGE_IMAGE ||
                          b->usage == USAGE_TARGET || b->usage == USAGE_COPY;
        if (is_texture)
            hash =
                mix(mix(mix(hash, b->usage), b->unit), format_of(s, b->slot, b->usage));
    }
    return hash;
}

static uint64_t bit_of(struct search* search, uint64_t combination)
{
    uint32_t at = 0;
    while (at < search->combination_count && search->combinations[at] != combination)
        ++at;
    if (at == MOST_COMBINATIONS)
        return 0;
    search->combinations[at] = combination;
    search->combination_count += at == search->combination_count;
    return (uint64_t)1 << at;
}

static void try_run(struct plan_core* core, struct covering_run run,
                    struct search* search)
{
    struct candidate c = {.run = run};
    const struct shape shape = glsort_covering_shape(core, run);
    if (search->candidate_count == MOST_CANDIDATES)
        return; // warming up then covers less
    glsort_plan_core_build(core, &shape);
    for (uint32_t i = 0; i < core->schedule.pass_count; ++i)
        c.covers |=
            bit_of(search, combination_of(&core->schedule, &core->schedule.passes[i]));
    search->candidates[search->candidate_count++] = c;
}

// Outputs are packed, so an input with gaps is never sorted in place, but the other input
// may be.
static bool sorts_in_place(const struct plan_core* core)
{
    const struct sort_desc* d = &core->desc;
    bool has_packed_values = d->values >= GLSORT_VALUES_4_BYTES && d->value_stride == 0;
    return core->recipe->in_place && (d->key_stride == 0 || has_packed_values);
}

static void try_count(struct plan_core* core, uint32_t count, struct search* search)
{
    if (count > core->max_count)
        return;
    try_run(core, (struct covering_run){count, false}, search);
    if (sorts_in_place(core))
        try_run(core, (struct covering_run){count, true}, search);
}

static uint32_t bits_in(uint64_t mask)
{
    uint32_t bits = 0;
    for (; mask != 0; mask &= mask - 1)
        ++bits;
    return bits;
}

static const struct candidate* best_of(const struct search* search, uint64_t wanted)
{
    const struct candidate* best = &search->candidates[0];
    for (uint32_t i = 1; i < search->candidate_count; ++i) {
        const struct candidate* c = &search->candidates[i];
        uint32_t more = bits_in(c->covers & wanted);
        uint32_t most = bits_in(best->covers & wanted);
        if (more > most || (more == most && c->run.count < best->run.count))
            best = c;
    }
    return best;
}

static void choose(const struct search* search, struct coverage* coverage)
{
    uint64_t wanted = 0;
    for (uint32_t i = 0; i < search->candidate_count; ++i)
        wanted |= search->candidates[i].covers;
    *coverage = (struct coverage){.run_count = 0};
    while (wanted != 0 && coverage->run_count < COVERAGE_RUNS) {
        const struct candidate* best = best_of(search, wanted);
        coverage->runs[coverage->run_count++] = best->run;
        wanted &= ~best->covers;
    }
    coverage->complete = wanted == 0 && search->combination_count < MOST_COMBINATIONS;
}

void glsort_coverage_find(struct plan_core* core, bool counts_on_gpu,
                          struct coverage* coverage)
{
    struct search search = {.combination_count = 0};
    const uint32_t most = core->max_count;
    for (uint64_t power = 1; !counts_on_gpu && power <= most; power *= 2) {
        try_count(core, (uint32_t)power, &search);
        try_count(core, (uint32_t)power + 1, &search);
    }
    for (uint32_t i = 0; i + 1 < core->tier_count; ++i) {
        try_count(core, core->tiers[i].most, &search);
        try_count(core, core->tiers[i].most + 1, &search);
    }
    try_count(core, most, &search);
    core->built = false;
    choose(&search, coverage);
}
