// SPDX-License-Identifier: MIT
// The passes of the tree form on the host, both backends: around the text of
// tree/tree.glsl and tree/tree_resolve.glsl what its streams and passes do.
#include "host_vectors.h"

#include "host_glsl.h"
#include "host_kernel.h"

// What tree/tree.glsl and tree/tree_resolve.glsl take from the passes around them, which
// have no other argument.
static struct host_machine* machine;
static struct tree_params params;

static bool is_draw(const struct host_machine* m)
{
    return m->pass->kind != GLSORT_PASS_DISPATCH;
}

// ---- streams --------------------------------------------------------------------------

// Words of a texel of a stream, from word `skip` on.
static void fetch_texel(struct host_machine* m, uint unit, uint texel, uint skip,
                        uint words, uint* out)
{
    uint width_log = m->params.tree.width_log;
    host_fetch(m, unit, texel & ((1u << width_log) - 1), texel >> width_log, skip, words,
               out);
}

static uvec2 element_at(uint position)
{
    uvec2 element;
    if (is_draw(machine))
        fetch_texel(machine, UNIT_ELEMENTS, position >> SIXTEENS_LOG, 2 * (position & 15),
                    2, element.words);
    else
        host_read(machine, TREE_ELEMENTS_IN, 2 * (size_t)position, 2, element.words);
    return element;
}

static uvec4 node_at(uint slot)
{
    uvec4 node;
    if (is_draw(machine))
        fetch_texel(machine, UNIT_NODES, slot >> 1, 4 * (slot & 1), 4, node.words);
    else
        host_read(machine, TREE_NODES_IN, 4 * (size_t)slot, 4, node.words);
    return node;
}

// Relaxed: entry `pair` of the step's paths. Strict: the texel of the pair's slots.
static uvec2 path_at(uint pair, uint slot)
{
    uvec2 path = uvec2(0, 0);
    if (is_draw(machine))
        fetch_texel(machine, UNIT_PATHS, slot >> 1, 0, 2, path.words);
    else
        host_read(machine, TREE_PATHS_IN, 2 * (size_t)(params.paths_in + pair), 2,
                  path.words);
    return path;
}

// Word `at` of the paths that this step has written.
static uint next_address(uint at)
{
    uint words[2] = {0, 0};
    if (!is_draw(machine)) {
        host_read(machine, TREE_PATHS_IN, 2 * (size_t)(params.paths_in + (at >> 1)), 2,
                  words);
        return words[at & 1];
    }
    uvec2 path = path_at(0, params.nodes_first + at);
    return path.words[at & 1];
}

// ---- the shaders' text ----------------------------------------------------------------

typedef struct phase_result phase_result;

static bool is_greater(uvec2 a, uvec2 b);
static uvec2 source_element(uint position, uint count);
static uint mirrored_position(uint at);
static uvec4 fetch_node(uint address, uint reach, uint count);
static phase_result start_stage(uvec4 root, uvec4 spare, uint children);
static phase_result step_down(uvec4 p, uvec4 q, uint children, bool last);
static phase_result start_pair(uint x, uint stage, uvec4 data, uint children, uint count);
static phase_result step_pair(uvec2 path, uint height, uint children, uint count);
static phase_result run_phase(uint pair, uint count);
static bool is_here(uint o, uint h);
static bool goes_right(uint o, uint h);
static uvec2 subtree_element(uint root, uint spare, uint height, uint o, uint count);
static uint resolved(uint address);
static uvec2 reached_element(uint position, uint count);
static uint map_key(uint key, uint negative, uint positive);

#include "lib/keys.glsl"
#include "tree/tree.glsl"
#include "tree/tree_resolve.glsl"

static void start_tree(struct host_machine* m)
{
    machine = m;
    params = m->params.tree;
}

// The stages are two steps apart in the shader; a test has them at another distance. A
// phase takes one comparison.
static phase_result phase_of_pair(uint pair, uint count)
{
    uint stage = 0;
    for (uint i = 1; i < params.stage_count; ++i)
        if (pair >= params.stages[i].x)
            stage = i;
    params.first_phase =
        machine->params.tree.first_phase + (2 - machine->stage_lag) * stage;
    ++machine->counts.comparisons;
    return run_phase(pair, count);
}

// ---- load and store -------------------------------------------------------------------

// Without an index, elements are compared by their keys alone.
static uint index_of(const struct host_machine* m, uint at)
{
    return m->no_tie_break ? 0 : at;
}

static void start_load(struct host_machine* m)
{
    host_output(m, 0, TREE_IO_ELEMENTS, 2, 0, 1);
    if ((m->params.io.io.flags & TREE_WRITE_VALUES) != 0)
        host_output(m, 1, TREE_IO_VALUES_OUT, 1, 0, 1);
}

static void run_load(struct host_machine* m, uint32_t at)
{
    const struct io_params* io = &m->params.io.io;
    if (at >= host_count(m))
        return;
    uint key = host_read_word(m, TREE_IO_KEYS, (size_t)io->keys_in_base + at);
    uint words[2] = {map_key(key, io->read_negative, io->read_positive), index_of(m, at)};
    host_put(m, 0, 0, words);
    if ((io->flags & TREE_WRITE_VALUES) != 0) {
        uint value =
            host_read_word(m, TREE_IO_VALUES_IN, (size_t)io->values_in_base + at);
        host_put(m, 1, 0, &value);
    }
}

static void run_values_draw(struct host_machine* m, uint32_t at)
{
    const struct io_params* io = &m->params.io.io;
    if (at >= host_count(m)) {
        host_discard(m);
        return;
    }
    uint value[4] = {0, 0, 0, 0};
    host_fetch(m, UNIT_VALUES_IN, at % io->values_in_base, at / io->values_in_base, 0, 1,
               value);
    host_emit(m, 0, value);
}

// ---- tiles ----------------------------------------------------------------------------

static uvec2 tile[TREE_TILE];

// Positions of the tile from work_end on are blocks of padding that no comparator
// changes, so they are left out; comparisons from busy_end on are those of idle lanes.
static uint work_end;
static uint busy_end;

static void comparator(struct host_machine* m, uint low, uint high)
{
    uvec2 a = tile[low];
    uvec2 b = tile[high];
    m->counts.comparisons += low < busy_end;
    if (is_greater(a, b)) {
        tile[low] = b;
        tile[high] = a;
    }
}

static void merge_tile(struct host_machine* m, uint first_stride)
{
    for (uint stride = first_stride; stride > 0; stride >>= 1)
        for (uint i = 0; i < work_end / 2; ++i) {
            uint low = ((i & ~(stride - 1)) << 1) | (i & (stride - 1));
            comparator(m, low, low + stride);
        }
}

static void fold_tile(struct host_machine* m, uint run)
{
    for (uint i = 0; i < work_end / 2; ++i) {
        uint base = (i & ~(run - 1)) << 1;
        uint at = i & (run - 1);
        comparator(m, base + at, base + 2 * run - 1 - at);
    }
}

static void put_tile(struct host_machine* m, uint first, uint count)
{
    for (uint i = 0; i < TREE_TILE && first + i < count; ++i)
        host_put(m, 0, i, tile[i].words);
}

static void start_tile(struct host_machine* m)
{
    start_tree(m);
    host_output(m, 0, TREE_ELEMENTS_OUT, 2, 0, TREE_TILE);
}

static void set_ends(uint first, uint count, uint block_log)
{
    busy_end = count > first ? count - first : 0;
    uint blocks = (busy_end + (1u << block_log) - 1) >> block_log;
    work_end = blocks << block_log < TREE_TILE ? blocks << block_log : TREE_TILE;
}

static void run_local(struct host_machine* m, uint32_t group)
{
    uint first = group * TREE_TILE;
    uint count = host_count(m);
    uint block_log = params.block_log;
    set_ends(first, count, block_log);
    for (uint i = 0; i < TREE_TILE; ++i)
        tile[i] = source_element(first + i, count);
    for (uint run = 1; run < 1u << block_log; run <<= 1) {
        fold_tile(m, run);
        merge_tile(m, run >> 1);
    }
    put_tile(m, first, count);
}

static uvec2 bitonic_element(uint position, uint count)
{
    if (params.roots == params.spares)
        return source_element(mirrored_position(position), count);
    uint x = position >> params.block_log;
    uint o = position & ((1u << params.block_log) - 1);
    return subtree_element(params.roots + x, params.spares + x, params.block_log, o,
                           count);
}

static void run_finish(struct host_machine* m, uint32_t group)
{
    uint first = group * TREE_TILE;
    uint count = host_count(m);
    uint block_log = params.block_log;
    uint end = (((count - 1) >> block_log) + 1) << block_log;
    set_ends(first, count, block_log);
    for (uint i = 0; i < TREE_TILE; ++i)
        tile[i] = first + i < end ? bitonic_element(first + i, count)
                                  : uvec2(0xFFFFFFFFu, first + i);
    merge_tile(m, (1u << block_log) >> 1);
    put_tile(m, first, count);
}

// ---- phases ---------------------------------------------------------------------------

static void start_phase(struct host_machine* m)
{
    start_tree(m);
    host_output(m, 0, TREE_NODES_OUT, 4, params.nodes_first, 2);
    host_output(m, 1, TREE_PATHS_OUT, 2, params.paths_out, 1);
}

static void run_phase_pair(struct host_machine* m, uint32_t pair)
{
    if (pair >= params.pair_count)
        return;
    phase_result result = phase_of_pair(pair, host_count(m));
    host_put(m, 0, 0, result.first.words);
    host_put(m, 0, 1, result.second.words);
    host_put(m, 1, 0, result.next.words);
}

static void run_phase_draw(struct host_machine* m, uint32_t texel)
{
    uint pair = texel - params.nodes_first / 2;
    bool copies = host_define(m->pass, "COPIES") && texel < params.nodes_first / 2 &&
                  texel >= params.copy_first;
    if (copies) {
        uint none[4] = {0, 0, 0, 0};
        for (uint side = 0; side < 2; ++side) {
            uvec4 node = node_at(2 * texel + side);
            host_emit(m, side, node.words);
        }
        host_emit(m, 2, none);
        return;
    }
    if (pair >= params.pair_count) {
        host_discard(m);
        return;
    }
    phase_result result = phase_of_pair(pair, host_count(m));
    uint path[4] = {result.next.x, result.next.y, 0, 0};
    host_emit(m, 0, result.first.words);
    host_emit(m, 1, result.second.words);
    host_emit(m, 2, path);
}

static void run_copy_draw(struct host_machine* m, uint32_t texel)
{
    const struct tree_copy_params* p = &m->params.copy;
    uint layers = host_define(m->pass, "LAYERS");
    uint path[4] = {0, 0, 0, 0};
    if (texel < p->first || texel >= p->end) {
        host_discard(m);
        return;
    }
    for (uint layer = 0; layer < layers; ++layer) {
        uint node[4];
        host_fetch_any(m, UNIT_NODES, texel & ((1u << p->width_log) - 1),
                       texel >> p->width_log, 4 * layer, 4, node);
        host_emit(m, layer, node);
    }
    if (layers == 2)
        host_emit(m, 2, path);
}

// ---- stages ---------------------------------------------------------------------------

// An output a phase: its block of the stage.
static void start_stage_pass(struct host_machine* m)
{
    start_tree(m);
    for (uint i = 0; i < params.level - params.first_stage; ++i)
        host_output(m, i, TREE_NODES_OUT, 4,
                    params.nodes_first + (size_t)i * 2 * params.pair_count, 2);
}

static void put_phase(struct host_machine* m, uint i, const phase_result* result)
{
    ++m->counts.comparisons;
    host_put(m, i, 0, result->first.words);
    host_put(m, i, 1, result->second.words);
}

static void run_stage_pair(struct host_machine* m, uint32_t pair)
{
    if (pair >= params.pair_count)
        return;
    uint count = host_count(m);
    uint phases = params.level - params.first_stage;
    uint stride = 2 * params.pair_count;
    uint next = params.nodes_first + 2 * pair + stride;
    phase_result result =
        start_pair(pair, params.first_stage, params.stages[0], next, count);
    put_phase(m, 0, &result);
    for (uint i = 1; i < phases; ++i) {
        next += stride;
        result = step_pair(result.next, phases - 1 - i, next, count);
        put_phase(m, i, &result);
    }
}

// ---- sixteen elements -----------------------------------------------------------------

static bool comes_after(struct host_machine* m, struct host_item a, struct host_item b)
{
    ++m->counts.comparisons;
    return a.key > b.key || (a.key == b.key && a.index > b.index);
}

void host_merge_items(struct host_machine* m, struct host_item item[16], uint32_t size)
{
    for (uint stride = size / 2; stride > 0; stride /= 2)
        for (uint i = 0; i < 16; ++i)
            if ((i & stride) == 0 && comes_after(m, item[i], item[i + stride])) {
                struct host_item kept = item[i];
                item[i] = item[i + stride];
                item[i + stride] = kept;
            }
}

void host_emit_items(struct host_machine* m, const struct host_item item[16])
{
    uint half = host_define(m->pass, "HALF");
    uint first = half == 2 ? 8 : 0, end = half == 1 ? 8 : 16;
    for (uint i = first; i < end; i += 2) {
        uint words[4] = {item[i].key, item[i].index, item[i + 1].key, item[i + 1].index};
        host_emit(m, (i - first) / 2, words);
    }
}

// Blocks in order, by whatever network.
static void sort_items(struct host_machine* m, struct host_item item[16], uint block_log)
{
    for (uint i = 1; i < 16; ++i)
        for (uint at = i; (at & ((1u << block_log) - 1)) != 0 &&
                          comes_after(m, item[at - 1], item[at]);
             --at) {
            struct host_item kept = item[at];
            item[at] = item[at - 1];
            item[at - 1] = kept;
        }
}

static void run_local_draw(struct host_machine* m, uint32_t texel)
{
    const struct tree_io_params* p = &m->params.io;
    uint count = host_count(m);
    uint first = (texel - p->target_first) << SIXTEENS_LOG;
    struct host_item item[16];
    if (first >= count) {
        host_discard(m);
        return;
    }
    for (uint i = 0; i < 16; ++i) {
        uint key = 0xFFFFFFFFu, at = first + i;
        if (at < count) {
            host_fetch(m, UNIT_KEYS_IN, at % p->io.keys_in_base, at / p->io.keys_in_base,
                       0, 1, &key);
            key = map_key(key, p->io.read_negative, p->io.read_positive);
        }
        item[i] = (struct host_item){key, at < count ? index_of(m, at) : at};
    }
    sort_items(m, item, p->block_log);
    host_emit_items(m, item);
}

static void put_items(struct host_machine* m, uint first, uint count,
                      const struct host_item item[16])
{
    for (uint i = 0; i < 16 && first + i < count; ++i) {
        uint words[2] = {item[i].key, item[i].index};
        host_put(m, 0, i, words);
    }
}

static void start_stage_local(struct host_machine* m)
{
    host_output(m, 0, TREE_IO_ELEMENTS, 2, 0, 16);
    if ((m->params.io.io.flags & TREE_WRITE_VALUES) != 0)
        host_output(m, 1, TREE_IO_VALUES_OUT, 1, 0, 16);
}

static void run_stage_local(struct host_machine* m, uint32_t at)
{
    const struct io_params* io = &m->params.io.io;
    uint count = host_count(m);
    uint first = at * 16;
    struct host_item item[16];
    if (first >= count)
        return;
    for (uint i = 0; i < 16; ++i) {
        item[i] = (struct host_item){0xFFFFFFFFu, first + i};
        if (first + i >= count)
            continue;
        uint key = host_read_word(m, TREE_IO_KEYS, (size_t)io->keys_in_base + first + i);
        item[i].key = map_key(key, io->read_negative, io->read_positive);
        item[i].index = index_of(m, first + i);
        if ((io->flags & TREE_WRITE_VALUES) != 0) {
            uint value = host_read_word(m, TREE_IO_VALUES_IN,
                                        (size_t)io->values_in_base + first + i);
            host_put(m, 1, i, &value);
        }
    }
    sort_items(m, item, 4);
    put_items(m, first, count, item);
}

// In-order of the nodes below an address, each read once; where it ends.
static struct host_item* take_subtree(struct host_item* out, uint address, uint height,
                                      uint count)
{
    uvec4 node = fetch_node(address, (1u << (height - 1)) >> 1, count);
    if (height > 1)
        out = take_subtree(out, node.z, height - 1, count);
    *out++ = (struct host_item){node.x, node.y};
    return height > 1 ? take_subtree(out, node.w, height - 1, count) : out;
}

static void run_finish_draw(struct host_machine* m, uint32_t texel)
{
    uint count = host_count(m);
    uint first = texel << SIXTEENS_LOG;
    uint merge = host_define(m->pass, "MERGE");
    struct host_item item[16];
    if (first >= count) {
        host_discard(m);
        return;
    }
    for (uint at = 0; at < 16; at += merge) {
        uint x = (first + at < count ? first + at : count - 1) / merge;
        uvec4 spare = node_at(params.spares + x);
        take_subtree(item + at, params.roots + x, params.block_log, count);
        item[at + merge - 1] = (struct host_item){spare.x, spare.y};
    }
    host_merge_items(m, item, merge);
    host_emit_items(m, item);
}

static void start_stage_finish(struct host_machine* m)
{
    start_tree(m);
    host_output(m, 0, TREE_ELEMENTS_OUT, 2, 0, 16);
}

static void run_stage_finish(struct host_machine* m, uint32_t y)
{
    uint count = host_count(m);
    struct host_item item[16];
    if (16 * y >= count)
        return;
    uvec4 spare = node_at(params.spares + y);
    take_subtree(item, params.roots + y, 4, count);
    item[15] = (struct host_item){spare.x, spare.y};
    host_merge_items(m, item, 16);
    put_items(m, 16 * y, count, item);
}

static void run_merge_draw(struct host_machine* m, uint32_t texel)
{
    uint count = host_count(m);
    uint first = texel << SIXTEENS_LOG;
    struct host_item item[16];
    if (first >= count) {
        host_discard(m);
        return;
    }
    for (uint i = 0; i < 16; ++i) {
        uvec2 e = source_element(mirrored_position(first + i), count);
        item[i] = (struct host_item){e.x, e.y};
    }
    host_merge_items(m, item, 1u << params.block_log);
    host_emit_items(m, item);
}

// ---- peeks ----------------------------------------------------------------------------

static void start_peek(struct host_machine* m)
{
    start_tree(m);
    host_output(m, 0, TREE_ELEMENTS_OUT, 2, 0, 1);
}

static void run_peek(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= count)
        return;
    uvec2 element = reached_element(at, count);
    host_put(m, 0, 0, element.words);
}

static void run_peek_draw(struct host_machine* m, uint32_t texel)
{
    uint count = host_count(m);
    uint first = texel << SIXTEENS_LOG;
    struct host_item item[16];
    if (first >= count) {
        host_discard(m);
        return;
    }
    for (uint i = 0; i < 16; ++i) {
        uvec2 e = reached_element(min(first + i, count - 1), count);
        item[i] = (struct host_item){e.x, e.y};
    }
    host_emit_items(m, item);
}

// ---- table ----------------------------------------------------------------------------

static const struct host_shader shaders[] = {
    {SHADER_TREE_LOAD, TREE_GROUP, start_load, run_load},
    {SHADER_TREE_LOCAL, 0, start_tile, run_local},
    {SHADER_TREE_PHASE, TREE_GROUP, start_phase, run_phase_pair},
    {SHADER_TREE_FINISH, 0, start_tile, run_finish},
    {SHADER_TREE_STAGE_LOCAL, TREE_GROUP, start_stage_local, run_stage_local},
    {SHADER_TREE_STAGE, TREE_GROUP, start_stage_pass, run_stage_pair},
    {SHADER_TREE_STAGE_FINISH, TREE_GROUP, start_stage_finish, run_stage_finish},
    {SHADER_TREE_PEEK, TREE_GROUP, start_peek, run_peek},
    {SHADER_TREE_VALUES_DRAW, 0, NULL, run_values_draw},
    {SHADER_TREE_LOCAL_DRAW, 0, NULL, run_local_draw},
    {SHADER_TREE_PHASE_DRAW, 0, start_tree, run_phase_draw},
    {SHADER_TREE_COPY_DRAW, 0, NULL, run_copy_draw},
    {SHADER_TREE_FINISH_DRAW, 0, start_tree, run_finish_draw},
    {SHADER_TREE_MERGE_DRAW, 0, start_tree, run_merge_draw},
    {SHADER_TREE_PEEK_DRAW, 0, start_tree, run_peek_draw},
};

const struct host_shaders host_tree_shaders = {shaders,
                                               sizeof shaders / sizeof shaders[0]};
