// SPDX-License-Identifier: MIT
#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gfx.h"
#include "program.h"
#include "progress_line.h"
#include "record_measure.h"

// What is needed while a sort is written down.
struct recorder {
    struct record* record;
    glsort_plan* plan;
    uint32_t keys;   // buffers: the input,
    uint32_t sorted; // what the plan makes,
    uint32_t peeked; // the order so far
    uint32_t* scratch;
    struct progress_line* line;
    char* message;
};

static bool fail(struct recorder* r, const char* sentence)
{
    return program_fail(r->message, "%s", sentence);
}

static bool open_plan(struct recorder* r, glsort_context* context,
                      const glsort_sort_desc* desc, uint32_t count)
{
    glsort_sort_desc ours = *desc;
    ours.max_count = count;
    ours.values = GLSORT_VALUES_INDICES;
    ours.count_source = GLSORT_COUNT_FROM_ARGS;
    ours.textures = 0;
    ours.flags = GLSORT_PLAN_DISCARD_KEYS | GLSORT_PLAN_TIMINGS;
    if (glsort_sort_create(context, &ours, &r->plan) != GLSORT_OK)
        return fail(r, glsort_last_error(context));
    if (glsort_plan_describe(r->plan, count, 0, &r->record->info) != GLSORT_OK)
        return fail(r, glsort_last_error(context));
    r->record->pass_count = r->record->info.pass_count;
    return true;
}

static bool take_memory(struct recorder* r, const uint32_t* keys, uint32_t count)
{
    struct record* record = r->record;
    size_t orders = (size_t)record->pass_count + 1, bytes = count * sizeof(uint32_t);
    record->count = count;
    record->passes = calloc(orders, sizeof *record->passes);
    record->orders = malloc(orders * bytes);
    record->ranks = malloc(bytes);
    record->keys = malloc(bytes);
    r->scratch = malloc(2 * bytes);
    if (!record->passes || !record->orders || !record->ranks || !record->keys ||
        !r->scratch)
        return fail(r, "there is no memory to record the sort; choose fewer elements");
    r->keys = gfx_buffer(bytes, keys);
    r->sorted = gfx_buffer(bytes, NULL);
    r->peeked = gfx_buffer(bytes, NULL);
    return true;
}

// The order p, just filled in: how sorted it is.
static void measure(struct recorder* r, uint32_t p)
{
    struct record* record = r->record;
    struct record_pass* pass = &record->passes[p];
    const uint32_t* order = record_order(record, p);
    double n = record->count, pairs = n * (n - 1.0) / 2.0;
    uint64_t inversions =
        measure_inversions(order, record->ranks, record->count, r->scratch);
    uint32_t neighbours = measure_neighbours(order, record->ranks, record->count);
    pass->in_order = pairs > 0.0 ? 1.0 - (double)inversions / pairs : 1.0;
    pass->neighbours = n > 1.0 ? neighbours / (n - 1.0) : 1.0;
    pass->moved = 0;
    for (uint32_t i = 0; p > 0 && i < record->count; ++i)
        pass->moved += order[i] != record_order(record, p - 1)[i];
}

static bool describe(struct recorder* r, uint32_t p)
{
    glsort_pass_info info;
    struct record_pass* pass = &r->record->passes[p];
    if (glsort_plan_pass(r->plan, p - 1, &info) != GLSORT_OK)
        return fail(r, glsort_plan_last_error(r->plan));
    snprintf(pass->label, sizeof pass->label, "%s", info.purpose);
    pass->phase = info.phase;
    pass->level = info.level;
    pass->stage = info.stage;
    pass->stages = info.stages;
    pass->step = info.step;
    pass->read_bytes = info.read_bytes;
    pass->write_bytes = info.write_bytes;
    pass->ns = -1.0;
    return true;
}

static glsort_sort_args run_args(const struct recorder* r)
{
    return (glsort_sort_args){
        .count = r->record->count,
        .keys_in = {.name = r->keys},
        .values_out = {.name = r->sorted},
        .consumers = GLSORT_CONSUMER_COPY,
    };
}

// Keeps the time stamps of the shorter one of two whole runs: the first run of a program
// pays for what drivers put off until then.
static bool take_times(struct recorder* r)
{
    struct record* record = r->record;
    uint64_t* pass_ns = calloc(record->pass_count + 1, sizeof *pass_ns);
    glsort_sort_args args = run_args(r);
    bool ok = pass_ns != NULL;
    record->total_ns = -1.0;
    for (int i = 0; ok && i < 2; ++i) {
        uint32_t count = record->pass_count;
        double total = 0.0;
        ok = glsort_sort_run(r->plan, &args) == GLSORT_OK;
        glFinish();
        if (!ok || glsort_plan_timings(r->plan, pass_ns, &count) != GLSORT_OK)
            break;
        for (uint32_t p = 0; p < count; ++p)
            total += (double)pass_ns[p];
        if (record->total_ns >= 0.0 && total >= record->total_ns)
            continue;
        record->total_ns = total;
        for (uint32_t p = 0; p < count; ++p)
            record->passes[p + 1].ns = (double)pass_ns[p];
    }
    free(pass_ns);
    return ok || fail(r, glsort_plan_last_error(r->plan));
}

// Steps through the plan and reads what a peek after each pass gives.
static bool step_through(struct recorder* r)
{
    struct record* record = r->record;
    size_t bytes = record->count * sizeof(uint32_t);
    glsort_sort_args args = run_args(r);
    glsort_peek_args peek = {.values_out = {.name = r->peeked},
                             .consumers = GLSORT_CONSUMER_COPY};
    bool ok = glsort_plan_hold(r->plan) == GLSORT_OK &&
              glsort_sort_run(r->plan, &args) == GLSORT_OK;
    if (!ok)
        return fail(r, glsort_plan_last_error(r->plan));
    for (uint32_t p = 1; ok && p <= record->pass_count; ++p) {
        progress_line_stage(r->line, "recording pass", p - 1, record->pass_count);
        ok = glsort_plan_step(r->plan, 1) == GLSORT_OK &&
             glsort_plan_peek(r->plan, &peek) == GLSORT_OK;
        if (ok)
            gfx_buffer_read(r->peeked, 0, bytes,
                            record->orders + (size_t)p * record->count);
    }
    if (!ok)
        fail(r, glsort_plan_last_error(r->plan));
    glsort_plan_end(r->plan);
    return ok;
}

static void finish(struct recorder* r)
{
    struct record* record = r->record;
    record->sorted = true;
    for (uint32_t p = 0; p <= record->pass_count; ++p) {
        progress_line_stage(r->line, "measuring the order of pass", p,
                            record->pass_count + 1);
        measure(r, p);
        if (p > 0)
            record->passes[p].comparisons = record_comparisons(record, p);
    }
    const uint32_t* last = record_order(record, record->pass_count);
    for (uint32_t i = 0; i < record->count; ++i)
        record->sorted = record->sorted && record->ranks[last[i]] == i;
}

static bool write_down(struct recorder* r, glsort_context* context,
                       const glsort_sort_desc* desc, const uint32_t* keys, uint32_t count)
{
    struct record* record = r->record;
    if (count == 0 || count > RECORD_MAX_COUNT)
        return program_fail(r->message,
                            "%u elements cannot be watched pass by pass, only 1 to %d",
                            (unsigned)count, RECORD_MAX_COUNT);

    if (!open_plan(r, context, desc, count) || !take_memory(r, keys, count))
        return false;
    measure_ascending(keys, count, desc->key, desc->direction, record->keys);
    if (!measure_ranks(record->keys, count, record->ranks))
        return fail(r, "there is no memory to record the sort; choose fewer elements");
    snprintf(record->passes[0].label, RECORD_LABEL_BYTES, "input");
    for (uint32_t i = 0; i < count; ++i)
        record->orders[i] = i;
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        if (!describe(r, p))
            return false;
    }
    if (!take_times(r) || !step_through(r))
        return false;
    finish(r);
    return true;
}

bool record_make(struct record* record, glsort_context* context,
                 const glsort_sort_desc* desc, const uint32_t* keys, uint32_t count,
                 struct progress_line* line, char* message)
{
    *record = (struct record){0};
    struct recorder r = {.record = record, .line = line, .message = message};
    bool ok = write_down(&r, context, desc, keys, count);
    glsort_plan_destroy(r.plan);
    gfx_buffer_delete(&r.keys);
    gfx_buffer_delete(&r.sorted);
    gfx_buffer_delete(&r.peeked);
    free(r.scratch);
    if (!ok)
        record_free(record);
    return ok;
}

void record_free(struct record* record)
{
    free(record->passes);
    free(record->orders);
    free(record->ranks);
    free(record->keys);
    *record = (struct record){0};
}

const uint32_t* record_order(const struct record* record, uint32_t p)
{
    return record->orders + (size_t)p * record->count;
}

bool record_takes_stages(const struct record* record)
{
    return record->info.method == GLSORT_METHOD_TREE_STAGES ||
           record->info.method == GLSORT_METHOD_TREE_STAGES_COPY;
}

bool record_copies_nodes(const struct record* record, uint32_t p)
{
    return strncmp(record->passes[p].label, "copy nodes", 10) == 0;
}

uint64_t record_bytes(const struct record* record, uint32_t p)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i <= p; ++i)
        sum += record->passes[i].read_bytes + record->passes[i].write_bytes;
    return sum;
}

// ---- comparisons

static uint32_t log2_up(uint32_t count)
{
    uint32_t log = 0;
    while (log < 31 && 1u << log < count)
        ++log;
    return log;
}

// One comparison for each pair of nodes: stage k has one for every 2^(level - k)
// elements.
static double of_phase(const struct record_pass* pass, uint32_t count)
{
    double pairs = 0.0;
    for (uint32_t k = pass->stage; k < pass->stage + pass->stages; ++k)
        pairs += ceil(ldexp((double)count, (int)k - (int)pass->level));
    return pairs;
}

// The first level that has passes of its own, less one: what the local sort has done.
static uint32_t local_level(const struct record* record)
{
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        if (record->passes[p].level > 0)
            return record->passes[p].level - 1;
    }
    return log2_up(record->count);
}

// A level of a network has as many columns as its number. The pass that ends the level
// does those that fit in a tile, and the other passes share the rest.
static double of_network(const struct record* record, uint32_t p)
{
    const struct record_pass* pass = &record->passes[p];
    double column = record->count / 2.0, levels = pass->level;
    uint32_t tile = 0, others = 0;
    if (strncmp(pass->label, "sort", 4) == 0 || pass->level == 0) {
        levels = pass->level ? levels : local_level(record);
        return column * levels * (levels + 1.0) / 2.0;
    }
    for (uint32_t i = 1; i <= record->pass_count; ++i) {
        const struct record_pass* other = &record->passes[i];
        if (strncmp(other->label, "sort tiles", 10) == 0)
            tile = other->level;
        others += other->level == pass->level && strcmp(other->label, pass->label) == 0;
    }
    if (strncmp(pass->label, "finish", 6) == 0)
        return column * tile;
    return column * (levels - tile) / others;
}

// Local sorts are one of Batcher's networks: bitonic in work groups, and odd-even merges
// in fragments.
static double of_local_sort(const struct record* record)
{
    double n = record->count, log = local_level(record);
    if (record->info.backend == GLSORT_BACKEND_FRAGMENT)
        return n * ((log * log - log + 4.0) / 4.0 - exp2(-log));
    return n / 2.0 * log * (log + 1.0) / 2.0;
}

// A level ends with a bitonic merge of 2^log.
static double of_tree(const struct record* record, uint32_t p)
{
    const struct record_pass* pass = &record->passes[p];
    if (strncmp(pass->label, "local sort", 10) == 0)
        return of_local_sort(record);
    // A pass runs a phase of each of its stages, or all phases of one.
    double phases = record_takes_stages(record) ? pass->level - pass->stage : 1;
    if (pass->stages > 0)
        return phases * of_phase(pass, record->count);
    if (record_copies_nodes(record, p))
        return 0.0;
    // The stages of the level that phases have not done.
    uint32_t done = 0;
    for (uint32_t i = 1; i < p; ++i) {
        const struct record_pass* other = &record->passes[i];
        if (other->level == pass->level && other->stages > 0 &&
            other->stage + other->stages > done)
            done = other->stage + other->stages;
    }
    return record->count / 2.0 * (pass->level - done);
}

double record_comparisons(const struct record* record, uint32_t p)
{
    const struct record_pass* pass = &record->passes[p];
    if (pass->phase != GLSORT_PHASE_SORT)
        return 0.0;
    switch (record->info.algorithm) {
    case GLSORT_ALGORITHM_ABISORT:
    case GLSORT_ALGORITHM_RANK:
        if (strncmp(pass->label, "partition", 9) == 0)
            return 0.0;
        return (double)record->count * (pass->level ? 1.0 : local_level(record));
    case GLSORT_ALGORITHM_ABISORT_TREE: return of_tree(record, p);
    case GLSORT_ALGORITHM_BITONIC: return of_network(record, p);
    default: return 0.0; // radix compares nothing
    }
}
