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

// Items of a stream, wherever the backend keeps it.
static void item_at(struct host_machine* m, uint binding, uint unit, uint slot,
                    uint words, uint* out)
{
    uint width_log = m->params.tree.width_log;
    if (is_draw(m))
        host_fetch(m, unit, slot & ((1u << width_log) - 1), slot >> width_log, 0, words,
                   out);
    else
        host_read(m, binding, (size_t)slot * words, words, out);
}

static uvec2 element_at(uint position)
{
    uvec2 element;
    item_at(machine, TREE_ELEMENTS_IN, UNIT_ELEMENTS, position, 2, element.words);
    return element;
}

static uvec4 node_at(uint slot)
{
    uvec4 node;
    item_at(machine, TREE_NODES_IN, UNIT_NODES, slot, 4, node.words);
    return node;
}

// Relaxed: entry `pair` of the step's paths. Strict: the words beside slots of nodes.
static uvec2 path_at(uint pair, uint slot)
{
    uvec2 path = uvec2(0, 0);
    if (is_draw(machine)) {
        item_at(machine, 0, UNIT_PATHS, slot, 1, path.words);
        item_at(machine, 0, UNIT_PATHS, slot + 1, 1, &path.y);
    } else {
        host_read(machine, TREE_PATHS_IN, 2 * (size_t)(params.paths_in + pair), 2,
                  path.words);
    }
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
    item_at(machine, 0, UNIT_PATHS, params.nodes_first + at, 1, words);
    return words[0];
}

// ---- the shaders' text ----------------------------------------------------------------

typedef struct phase_result phase_result;

static bool is_greater(uvec2 a, uvec2 b);
static uvec2 source_element(uint position, uint count);
static uint mirrored_position(uint at);
static uvec4 fetch_node(uint address, uint count);
static phase_result start_stage(uvec4 root, uvec4 spare, uint children);
static phase_result step_down(uvec4 p, uvec4 q, uint children, bool last);
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

static bool compare(uvec2 a, uvec2 b)
{
    ++machine->counts.comparisons;
    return is_greater(a, b);
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

static void run_load_draw(struct host_machine* m, uint32_t at)
{
    const struct io_params* io = &m->params.io.io;
    if (at >= host_count(m)) {
        host_discard(m);
        return;
    }
    uint key;
    host_fetch(m, UNIT_KEYS_IN, at % io->keys_in_base, at / io->keys_in_base, 0, 1, &key);
    uint element[4] = {map_key(key, io->read_negative, io->read_positive),
                       index_of(m, at), 0, 0};
    uint value[4] = {0, 0, 0, 0};
    if ((io->flags & TREE_WRITE_VALUES) != 0)
        host_fetch(m, UNIT_VALUES_IN, at % io->values_in_base, at / io->values_in_base, 0,
                   1, value);
    host_emit(m, 0, element);
    host_emit(m, 1, value);
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

static void run_phase_draw(struct host_machine* m, uint32_t slot)
{
    uint own = slot - params.nodes_first;
    if (slot < params.copy_first ||
        (slot >= params.nodes_first && own >> 1 >= params.pair_count)) {
        host_discard(m);
        return;
    }
    uvec4 node;
    uint path[4] = {0, 0, 0, 0};
    if (slot < params.nodes_first) {
        node = node_at(slot);
    } else {
        phase_result result = phase_of_pair(own >> 1, host_count(m));
        node = (own & 1) != 0 ? result.second : result.first;
        path[0] = (own & 1) != 0 ? result.next.y : result.next.x;
    }
    host_emit(m, 0, node.words);
    host_emit(m, 1, path);
}

// ---- elements in fragments ------------------------------------------------------------

static void emit_element(struct host_machine* m, uvec2 element)
{
    uvec4 words = uvec4(element, 0, 0);
    host_emit(m, 0, words.words);
}

static void run_local_draw(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= count) {
        host_discard(m);
        return;
    }
    uint size = 1u << params.block_log;
    uint first = at & ~(size - 1);
    uvec2 item[TREE_FRAGMENT_BLOCK];
    for (uint i = 0; i < size; ++i)
        item[i] = source_element(first + i, count);
    uvec2 chosen = item[0];
    for (uint i = 0; i < size; ++i) {
        uint smaller = 0;
        for (uint other = 0; other < size; ++other)
            smaller += compare(item[i], item[other]) ? 1 : 0;
        if (smaller == at - first)
            chosen = item[i];
    }
    emit_element(m, chosen);
}

static void run_flatten_draw(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= (((count - 1) >> params.block_log) + 1) << params.block_log) {
        host_discard(m);
        return;
    }
    uint x = at >> params.block_log;
    uint o = at & ((1u << params.block_log) - 1);
    emit_element(m, subtree_element(params.roots + x, params.spares + x, params.block_log,
                                    o, count));
}

static void run_merge_draw(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= count) {
        host_discard(m);
        return;
    }
    uint size = 1u << params.block_log;
    uint first = at & ~(size - 1);
    uvec2 item[TREE_FRAGMENT_BLOCK];
    for (uint i = 0; i < size; ++i)
        item[i] = params.mirrored != 0
                      ? source_element(mirrored_position(first + i), count)
                      : element_at(first + i);
    for (uint stride = size >> 1; stride > 0; stride >>= 1) {
        bool upper = (at & stride) != 0;
        for (uint i = 0; i < stride; ++i)
            if (compare(item[i], item[i + stride]) != upper)
                item[i] = item[i + stride];
    }
    emit_element(m, item[0]);
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

static void run_peek_draw(struct host_machine* m, uint32_t at)
{
    uint count = host_count(m);
    if (at >= count)
        host_discard(m);
    else
        emit_element(m, reached_element(at, count));
}

// ---- table ----------------------------------------------------------------------------

static const struct host_shader shaders[] = {
    {SHADER_TREE_LOAD, TREE_GROUP, start_load, run_load},
    {SHADER_TREE_LOCAL, 0, start_tile, run_local},
    {SHADER_TREE_PHASE, TREE_GROUP, start_phase, run_phase_pair},
    {SHADER_TREE_FINISH, 0, start_tile, run_finish},
    {SHADER_TREE_PEEK, TREE_GROUP, start_peek, run_peek},
    {SHADER_TREE_LOAD_DRAW, 0, NULL, run_load_draw},
    {SHADER_TREE_LOCAL_DRAW, 0, start_tree, run_local_draw},
    {SHADER_TREE_PHASE_DRAW, 0, start_tree, run_phase_draw},
    {SHADER_TREE_FLATTEN_DRAW, 0, start_tree, run_flatten_draw},
    {SHADER_TREE_MERGE_DRAW, 0, start_tree, run_merge_draw},
    {SHADER_TREE_PEEK_DRAW, 0, start_tree, run_peek_draw},
};

const struct host_shaders host_tree_shaders = {shaders,
                                               sizeof shaders / sizeof shaders[0]};
