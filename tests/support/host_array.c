// SPDX-License-Identifier: MIT
// The other passes of the array form on the host, and which mirror serves which shader.
#include "host_kernel.h"
#include "host_runs.h"

static struct host_machine* machine; // run_key() of the shaders has no other argument

// ---- compute --------------------------------------------------------------------------

static void start_local(struct host_machine* m)
{
    const struct array_params* params = &m->params.array;
    bool large = host_define(m->pass, "LARGE");
    uint tile = large ? LOCAL_LARGE_TILE : LOCAL_SMALL_TILE;
    if ((params->io.flags & IO_WRITE_KEYS) != 0)
        host_output(m, 0, IO_KEYS_OUT, 1, params->io.keys_out_base, tile);
    if (host_define(m->pass, "WITH_VALUES"))
        host_output(m, 1, IO_VALUES_OUT, 1, params->io.values_out_base, tile);
}

static void start_merge(struct host_machine* m)
{
    const struct array_params* params = &m->params.array;
    if ((params->io.flags & IO_WRITE_KEYS) != 0)
        host_output(m, 0, IO_KEYS_OUT, 1, params->io.keys_out_base, MERGE_TILE);
    if (host_define(m->pass, "WITH_VALUES"))
        host_output(m, 1, IO_VALUES_OUT, 1, params->io.values_out_base, MERGE_TILE);
}

// count_prepare has one block to read and one to write.
static uint only_binding(const struct host_machine* m, uint access)
{
    uint binding = 0;
    while (binding + 1 < HOST_UNITS && m->storage[binding].access != access)
        ++binding;
    return binding;
}

static void start_prepare(struct host_machine* m)
{
    host_output(m, 0, only_binding(m, GLSORT_WRITE), 1, 0,
                STATE_ROW_GROUPS(m->params.prepare.head.row_count));
}

static void write_groups(struct host_machine* m, uint at, uint groups)
{
    uint limit = m->params.prepare.head.group_limit;
    uint rows = (groups + limit - 1) / limit;
    rows = rows > 1 ? rows : 1;
    uint words[4] = {(groups + rows - 1) / rows, rows, 1, 0};
    for (uint i = 0; i < 4; ++i)
        host_put(m, 0, at + i, &words[i]);
}

static void run_prepare(struct host_machine* m, uint32_t instance)
{
    const struct prepare_params* params = &m->params.prepare.head;
    uint tile = params->plan_tile;
    uint count = min(host_read_word(m, only_binding(m, GLSORT_READ), params->count_base),
                     params->max_count);
    uint block[4] = {count, params->max_count, 0, 0};
    for (uint i = 0; i < 4; ++i)
        host_put(m, 0, STATE_COUNT + i, &block[i]);
    write_groups(m, STATE_PLAN_GROUPS, tile == 0 ? 0 : (count + tile - 1) / tile);
    for (uint i = 0; i < params->row_count; ++i) {
        const struct count_row* row = &m->params.prepare.rows[i];
        if (row->bounds != 0 || row->strides != 0)
            host_fail(m, "row %u is of a sort without mirrors", i);
        uint groups = count > row->above ? (count + row->tile - 1) / row->tile : 0;
        write_groups(m, STATE_ROW_GROUPS(i), groups);
    }
    (void)instance;
}

static void start_partition(struct host_machine* m)
{
    host_output(m, 0, ARRAY_CUTS, 1, 0, 1);
}

// ---- fragment -------------------------------------------------------------------------

static void fetch_in_width(struct host_machine* m, uint unit, uint at, uint width,
                           uint* word)
{
    host_fetch(m, unit, at % width, at / width, 0, 1, word);
}

struct element {
    uint key;
    uint value;
};

// Log of the elements of a fragment.
static uint items_log(const struct host_machine* m)
{
    return host_define(m->pass, "WIDE") ? WIDE_TEXEL_ITEMS_LOG : TEXEL_ITEMS_LOG;
}

static struct element element_at(struct host_machine* m, uint position)
{
    uint texel = position >> items_log(m);
    uint width_log = m->params.array.width_log;
    uint layer = position >> 1 & ((1u << (items_log(m) - 1)) - 1);
    struct element e = {0, 0};
    host_fetch(m, UNIT_ELEMENTS, texel & ((1u << width_log) - 1), texel >> width_log,
               4 * layer + 2 * (position & 1), 2, &e.key);
    return e;
}

static uint compared(struct host_machine* m, uint key)
{
    return key & m->params.array.io.key_mask;
}

// Both backends search with the same text.
static uint run_key(uint position)
{
    if (machine->pass->kind == GLSORT_PASS_DISPATCH)
        return host_read_word(machine, IO_KEYS_IN,
                              machine->params.array.io.keys_in_base + position);
    return compared(machine, element_at(machine, position).key);
}

static uint map_key(uint key, uint negative, uint positive);

#include "lib/cut.glsl"
#include "lib/keys.glsl"

static void run_partition(struct host_machine* m, uint32_t instance)
{
    machine = m;
    uint position = instance * MERGE_TILE;
    uint count = host_count(m);
    if (position >= count)
        return;
    run_pair pair = pair_at(position, m->params.array.run_log, count);
    uint cut = cut_of_rank(pair, m->params.array.run_log, position - pair.base);
    host_put(m, 0, 0, &cut);
}

static struct element load_element(struct host_machine* m, uint position, uint count)
{
    const struct array_params* params = &m->params.array;
    struct element e = {0xFFFFFFFFu, 0};
    if (position >= count)
        return e;
    fetch_in_width(m, UNIT_KEYS_IN, position, params->io.keys_in_base, &e.key);
    e.key = map_key(e.key, params->io.read_negative, params->io.read_positive);
    if ((params->io.flags & IO_MAKE_INDICES) != 0)
        e.value = position;
    if ((params->io.flags & IO_READ_VALUES) != 0)
        fetch_in_width(m, UNIT_VALUES_IN, position, params->io.values_in_base, &e.value);
    return e;
}

static void emit_items(struct host_machine* m, const struct element* item)
{
    for (uint i = 0; i < 1u << (items_log(m) - 1); ++i) {
        uint words[4] = {item[2 * i].key, item[2 * i].value, item[2 * i + 1].key,
                         item[2 * i + 1].value};
        host_emit(m, i, words);
    }
}

static void run_local_draw(struct host_machine* m, uint32_t slot)
{
    uint items = 1u << items_log(m);
    uint first = slot << items_log(m);
    uint count = host_count(m);
    if (first >= count) {
        host_discard(m);
        return;
    }
    struct element item[WIDE_TEXEL_ITEMS];
    for (uint i = 0; i < items; ++i)
        item[i] = load_element(m, first + i, count);
    for (uint round = 0; round < items; ++round)
        for (uint i = round % 2; i + 1 < items; i += 2)
            if (compared(m, item[i].key) > compared(m, item[i + 1].key)) {
                struct element other = item[i];
                item[i] = item[i + 1];
                item[i + 1] = other;
            }
    emit_items(m, item);
}

static void run_partition_draw(struct host_machine* m, uint32_t slot)
{
    machine = m;
    uint position = slot << CUT_STRIDE_LOG;
    uint count = host_count(m);
    if (position >= count) {
        host_discard(m);
        return;
    }
    run_pair pair = pair_at(position, m->params.array.run_log, count);
    uint cut = cut_of_rank(pair, m->params.array.run_log, position - pair.base);
    uint words[4] = {cut, cut, cut, cut};
    host_emit(m, 0, words);
}

static uint cut_at(struct host_machine* m, uint at)
{
    uint width_log = m->params.array.width_log;
    uint cut = 0;
    host_fetch(m, UNIT_CUTS, at & ((1u << width_log) - 1), at >> width_log, 0, 1, &cut);
    return cut;
}

static uint find_cut(struct host_machine* m, run_pair pair, uint position)
{
    uint run_log = m->params.array.run_log;
    uint rank = position - pair.base;
    if (!host_define(m->pass, "WITH_CUTS"))
        return cut_of_rank(pair, run_log, rank);
    uint total = pair.count_a + pair.count_b;
    uint stride = position >> CUT_STRIDE_LOG;
    uint first_rank = (stride << CUT_STRIDE_LOG) - pair.base;
    uint end_rank = min(first_rank + CUT_STRIDE, total);
    uint first_cut = cut_at(m, stride);
    uint end_cut = end_rank < total ? cut_at(m, stride + 1) : pair.count_a;
    uint end_b = end_rank - end_cut;
    uint low = rank > end_b ? rank - end_b : 0;
    low = low > first_cut ? low : first_cut;
    uint high = min(first_cut + rank - first_rank, end_cut);
    return search_cut(pair, run_log, rank, low, high);
}

static void run_merge_draw(struct host_machine* m, uint32_t slot)
{
    machine = m;
    uint first = slot << items_log(m);
    uint count = host_count(m);
    if (first >= count) {
        host_discard(m);
        return;
    }
    uint run = 1u << m->params.array.run_log;
    run_pair pair = pair_at(first, m->params.array.run_log, count);
    uint cut = find_cut(m, pair, first);
    uint at_a = pair.base + cut;
    uint end_a = pair.base + pair.count_a;
    uint at_b = pair.base + run + first - pair.base - cut;
    uint end_b = pair.base + run + pair.count_b;
    struct element a = element_at(m, at_a < end_a ? at_a : first);
    struct element b = element_at(m, at_b < end_b ? at_b : first);
    struct element item[WIDE_TEXEL_ITEMS];
    for (uint i = 0; i < 1u << items_log(m); ++i) {
        bool take_a =
            at_b >= end_b || (at_a < end_a && compared(m, a.key) <= compared(m, b.key));
        item[i] = take_a ? a : b;
        if (take_a) {
            ++at_a;
            a = element_at(m, at_a < end_a ? at_a : first);
        } else {
            ++at_b;
            b = element_at(m, at_b < end_b ? at_b : first);
        }
    }
    emit_items(m, item);
}

// ---- table ----------------------------------------------------------------------------

static const struct host_shader shaders[] = {
    {SHADER_COUNT_PREPARE, 0, start_prepare, run_prepare},
    {SHADER_ARRAY_LOCAL, 0, start_local, host_array_local},
    {SHADER_ARRAY_PARTITION, CUT_GROUP, start_partition, run_partition},
    {SHADER_ARRAY_MERGE, 0, start_merge, host_array_merge},
    {SHADER_ARRAY_LOCAL_DRAW, 0, NULL, run_local_draw},
    {SHADER_ARRAY_PARTITION_DRAW, 0, NULL, run_partition_draw},
    {SHADER_ARRAY_MERGE_DRAW, 0, NULL, run_merge_draw},
};

const struct host_shaders host_array_shaders = {shaders,
                                                sizeof shaders / sizeof shaders[0]};
