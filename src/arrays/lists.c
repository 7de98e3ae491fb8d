// SPDX-License-Identifier: MIT
// Linked lists to segments: count the nodes of every list, turn the counts into offsets,
// walk the lists again to write their nodes.
#include <glsort/glsort_arrays.h>

#include <assert.h>
#include <stddef.h>

#include "arguments.h"
#include "build.h"
#include "counting.h"
#include "keys.h"
#include "refusal.h"
#include "shader_ids.h"
#include "shared/lists.h"
#include "shared/scan.h"

static_assert(LIST_TILE == LIST_GROUP, "list_count.comp: one list per invocation");
static_assert(LIST_MOST_NODES == GLSORT_MOST_LIST_NODES, "as the header says");
static_assert(LIST_END == GLSORT_LIST_END, "as the header says");
static_assert(GLSORT_MOST_SEGMENTS <= LIST_MOST_MISSING, "their sum is a word");
static_assert(sizeof(struct list_params) == 96, "std140 layout");

enum { KEY_BYTES = 8 };

// The keys of nodes are SLOT_KEYS_IN.
enum lists_slot {
    SLOT_HEADS_IN = SLOT_OF_RECIPE,
    SLOT_NEXT_IN,
    SLOT_IDS_IN,
    SLOT_NODE_COUNT_IN,
    SLOT_OFFSETS_OUT,
    SLOT_OVERFLOW_OUT,
};

// shape.words: the nodes; the run reads SLOT_IDS_IN; it writes SLOT_OVERFLOW_OUT.
enum { NODES, HAS_IDS, HAS_OVERFLOW };

#define PARAM(FIELD) offsetof(struct list_params, FIELD)

// ---- descriptor -----------------------------------------------------------------------

#define AT(FIELD) offsetof(glsort_lists_desc, FIELD)
static const struct field_row fields[] = {
    ROW_ENUMERANT(backend, GLSORT_BACKEND_FRAGMENT),
    ROW_ENUMERANT(node_count_source, GLSORT_COUNT_FROM_BUFFER),
    ROW_KEY_TYPE(key),
    ROW_BITS(flags, PLAN_FLAGS),
    ROW_WITHIN(max_lists, 1, GLSORT_MOST_SEGMENTS, 0),
    ROW_WITHIN(max_nodes, 1, UINT32_MAX, 0),
    ROW_WITHIN(list_limit, 0, GLSORT_MOST_LIST_NODES, 0),
    ROW_MULTIPLE(node_stride),
};
#undef AT

// Bytes from the first byte of a field of node 0 to the last byte of the same field of
// the last node.
static uint64_t field_bytes(const glsort_lists_desc* filled, uint32_t node_count)
{
    return node_count == 0
               ? 0
               : (uint64_t)(node_count - 1) * filled->node_stride + WORD_BYTES;
}

static glsort_result check_bytes(const glsort_lists_desc* filled,
                                 const struct glsort_limits* limits,
                                 const struct call* call)
{
    const struct {
        const char* field;
        uint64_t bytes;
    } list[] = {
        {"offsets_out", ((uint64_t)filled->max_lists + 1) * WORD_BYTES},
        {"next_in", field_bytes(filled, filled->max_nodes)},
        {"keys_out", (uint64_t)filled->max_nodes * KEY_BYTES},
    };
    glsort_result result = GLSORT_OK;
    for (size_t i = 0; i < sizeof list / sizeof list[0] && result == GLSORT_OK; ++i)
        result = glsort_alone_check_bytes(list[i].field, list[i].bytes, limits, call);
    return result;
}

static glsort_sort_desc elements(const void* what)
{
    const glsort_lists_desc* desc = what;
    return (glsort_sort_desc){
        .max_count = desc->max_lists,
        .backend = desc->backend,
        .flags = desc->flags,
    };
}

static glsort_result fill(const void* given, const struct glsort_limits* limits,
                          void* what, const struct call* call)
{
    const glsort_lists_desc* desc = given;
    glsort_lists_desc* filled = what;
    *filled = *desc;
    if (desc->list_limit == 0)
        filled->list_limit = GLSORT_MOST_LIST_NODES;
    if (desc->node_stride == 0)
        filled->node_stride = WORD_BYTES;
    glsort_result result = glsort_alone_check(desc->backend, limits, call);
    if (result == GLSORT_OK && desc->key > GLSORT_KEY_F32)
        return glsort_call_fail(call, GLSORT_ERROR_UNSUPPORTED,
                                "key is %s; the keys of lists are U32, I32 or F32",
                                glsort_key_name(desc->key));
    return result == GLSORT_OK ? check_bytes(filled, limits, call) : result;
}

// ---- passes ---------------------------------------------------------------------------

struct builder {
    struct alone_builder alone;
    const glsort_lists_desc* desc;
    struct list_params params;
    uint8_t state;
    uint8_t sums;
    uint8_t overflow; // the caller's, or the plan's own
    uint64_t sum_bytes;
};

static struct list_params params_of(const glsort_lists_desc* desc,
                                    const struct shape* shape)
{
    struct key_map map = glsort_key_map_in(desc->key, GLSORT_ASCENDING);
    return (struct list_params){
        .node_count = shape->words[NODES],
        .count_on_gpu = desc->node_count_source == GLSORT_COUNT_FROM_BUFFER,
        .limit = desc->list_limit,
        .stride = desc->node_stride / WORD_BYTES,
        .room = desc->max_nodes,
        .has_ids = shape->words[HAS_IDS],
        .negative = map.negative,
        .positive = map.positive,
    };
}

static struct builder open_builder(const glsort_lists_desc* desc,
                                   const struct plan_core* core,
                                   const struct shape* shape, struct schedule* s)
{
    struct builder b = {
        .alone = glsort_alone_start(core, shape->count, LIST_TILE, s),
        .desc = desc,
        .params = params_of(desc, shape),
    };
    uint64_t most = (uint64_t)ceil_divide(core->max_count, LIST_TILE) * WORD_BYTES;
    uint32_t tiles = ceil_divide(shape->count, LIST_TILE);
    b.sum_bytes = (uint64_t)(tiles > 0 ? tiles : 1) * WORD_BYTES;
    b.sums = glsort_schedule_buffer(s, "list sums", most);
    b.state = glsort_schedule_buffer(s, "list state", LIST_STATE_WORDS * WORD_BYTES);
    uint8_t own = glsort_schedule_buffer(s, "list overflow", WORD_BYTES);
    b.overflow = shape->words[HAS_OVERFLOW] != 0 ? SLOT_OVERFLOW_OUT : own;
    return b;
}

// At least one work group, which writes what does not depend on the lists.
static struct pass* add_over_lists(struct builder* b, const char* label, uint16_t shader)
{
    struct pass* p = glsort_alone_over_tiles(&b->alone, label, shader);
    p->groups = p->groups > 0 ? p->groups : 1;
    return p;
}

static void bind_lists(struct builder* b, struct pass* p)
{
    uint64_t next = field_bytes(b->desc, b->params.node_count);
    if (b->alone.count > 0)
        glsort_pass_resource(p, SLOT_HEADS_IN, GLSORT_READ, LIST_HEADS, 0,
                             bytes_of_words(b->alone.count), PARAM(heads_base));
    if (b->alone.count > 0 && next > 0)
        glsort_pass_resource(p, SLOT_NEXT_IN, GLSORT_READ, LIST_NEXT, 0, next,
                             PARAM(next_base));
}

static void bind_offsets(struct pass* p, uint32_t access, uint32_t count)
{
    glsort_pass_resource(p, SLOT_OFFSETS_OUT, access, LIST_OFFSETS, 0,
                         bytes_of_words(count), PARAM(offsets_base));
}

static void bind_overflow(struct builder* b, struct pass* p, uint32_t access)
{
    if (b->overflow == SLOT_OVERFLOW_OUT)
        glsort_pass_resource(p, b->overflow, access, LIST_OVERFLOW, 0, WORD_BYTES,
                             PARAM(overflow_base));
    else
        glsort_pass_buffer(p, b->overflow, access, LIST_OVERFLOW, WORD_BYTES);
}

static void bind_state(struct builder* b, struct pass* p, uint32_t access)
{
    glsort_pass_buffer(p, b->state, access, LIST_STATE, LIST_STATE_WORDS * WORD_BYTES);
}

static void add_count(struct builder* b)
{
    struct pass* p = add_over_lists(b, "count list nodes", SHADER_LIST_COUNT);
    bind_lists(b, p);
    if (b->alone.count > 0)
        bind_offsets(p, GLSORT_WRITE, b->alone.count);
    bind_state(b, p, GLSORT_WRITE);
    glsort_pass_buffer(p, b->sums, GLSORT_WRITE, LIST_SUMS, b->sum_bytes);
    bind_overflow(b, p, GLSORT_WRITE);
    if (b->params.count_on_gpu != 0)
        glsort_pass_resource(p, SLOT_NODE_COUNT_IN, GLSORT_READ, LIST_NODE_COUNT, 0,
                             WORD_BYTES, PARAM(count_base));
    glsort_pass_params(b->alone.s, p, &b->params, sizeof b->params);
}

static void add_sums(struct builder* b)
{
    const struct scan_params params = {.tile = LIST_TILE, .total_at = LIST_TOTAL};
    struct pass* p =
        glsort_alone_once(&b->alone, "nodes before tiles of lists", SHADER_SCAN_SUMS);
    p->tile_in_place = true; // its one work group reads a word before it writes it
    glsort_pass_buffer(p, b->sums, GLSORT_READ | GLSORT_WRITE, SCAN_SUMS, b->sum_bytes);
    glsort_pass_buffer(p, b->state, GLSORT_WRITE, SCAN_TOTAL, WORD_BYTES);
    glsort_pass_params(b->alone.s, p, &params, sizeof params);
}

static void add_offsets(struct builder* b)
{
    struct pass* p = add_over_lists(b, "offsets of lists", SHADER_LIST_OFFSETS);
    p->tile_in_place = true; // an invocation reads its count before it writes its offset
    bind_offsets(p, GLSORT_READ | GLSORT_WRITE, b->alone.count + 1);
    glsort_pass_buffer(p, b->sums, GLSORT_READ, LIST_SUMS, b->sum_bytes);
    bind_overflow(b, p, GLSORT_READ | GLSORT_WRITE);
    glsort_pass_params(b->alone.s, p, &b->params, sizeof b->params);
}

static void add_fill(struct builder* b)
{
    const glsort_lists_desc* desc = b->desc;
    uint64_t field = field_bytes(desc, b->params.node_count);
    struct pass* p = add_over_lists(b, "write list nodes", SHADER_LIST_FILL);
    bind_lists(b, p);
    bind_offsets(p, GLSORT_READ, b->alone.count + 1);
    bind_state(b, p, GLSORT_READ);
    glsort_pass_resource(p, SLOT_KEYS_IN, GLSORT_READ, LIST_KEYS, 0, field,
                         PARAM(keys_base));
    if (b->params.has_ids != 0)
        glsort_pass_resource(p, SLOT_IDS_IN, GLSORT_READ, LIST_IDS, 0, field,
                             PARAM(ids_base));
    glsort_pass_resource(p, SLOT_KEYS_OUT, GLSORT_WRITE, LIST_KEYS_OUT, 0,
                         (uint64_t)desc->max_nodes * KEY_BYTES, PARAM(keys_out_base));
    glsort_pass_resource(p, SLOT_VALUES_OUT, GLSORT_WRITE, LIST_NODES_OUT, 0,
                         bytes_of_words(desc->max_nodes), PARAM(nodes_out_base));
    glsort_pass_params(b->alone.s, p, &b->params, sizeof b->params);
}

static void build(const void* what, const struct plan_core* core,
                  const struct shape* shape, struct schedule* s)
{
    struct builder b = open_builder(what, core, shape, s);
    add_count(&b);
    if (shape->count > 0)
        add_sums(&b);
    add_offsets(&b);
    if (shape->count > 0 && shape->words[NODES] > 0)
        add_fill(&b);
}

// ---- arguments ------------------------------------------------------------------------

static_assert(offsetof(glsort_lists_args, list_count) == 0, "see struct argument");

#define AT(field) offsetof(glsort_lists_args, field)
static const struct argument arguments[] = {
    {"heads_in", AT(heads_in), SLOT_HEADS_IN, ARGUMENT_INPUT, 0, 0},
    {"next_in", AT(next_in), SLOT_NEXT_IN, ARGUMENT_INPUT, 0, 0},
    {"keys_in", AT(keys_in), SLOT_KEYS_IN, ARGUMENT_INPUT, 0, 0},
    {"ids_in", AT(ids_in), SLOT_IDS_IN, ARGUMENT_INPUT | ARGUMENT_OPTIONAL, 0, 0},
    {"offsets_out", AT(offsets_out), SLOT_OFFSETS_OUT, ARGUMENT_OUTPUT, 0, 0},
    {"keys_out", AT(keys_out), SLOT_KEYS_OUT, ARGUMENT_OUTPUT, 0, 0},
    {"nodes_out", AT(nodes_out), SLOT_VALUES_OUT, ARGUMENT_OUTPUT, 0, 0},
    {"overflow_out", AT(overflow_out), SLOT_OVERFLOW_OUT,
     ARGUMENT_OUTPUT | ARGUMENT_OPTIONAL, 0, 0},
    {"node_count_in", AT(node_count_in), SLOT_NODE_COUNT_IN, ARGUMENT_COUNT, COUNT_ON_GPU,
     0},
};

static uint32_t has(const void* what, const struct plan_core* core)
{
    (void)core;
    return on_gpu(((const glsort_lists_desc*)what)->node_count_source);
}

static const struct field_row numbers[] = {
    ROW_IN_PLAN(node_count, glsort_lists_desc, max_nodes, 0, COUNT_ON_GPU),
};

static glsort_result shape(const struct run* run, struct shape* shape,
                           const struct call* call)
{
    const glsort_lists_desc* d = run->what;
    const glsort_lists_args* args = run->args;
    shape->words[NODES] =
        (run->has & COUNT_ON_GPU) != 0 ? d->max_nodes : args->node_count;
    shape->words[HAS_IDS] = args->ids_in.name != 0;
    shape->words[HAS_OVERFLOW] = args->overflow_out.name != 0;
    const struct field_check c = {args, d, run->has, "plan of lists", .call = call};
    return glsort_check_fields(&c, FIELD_ROWS(numbers));
}

static void measure(const struct run* run, const struct argument* a, struct measured* m)
{
    const glsort_lists_desc* d = run->what;
    uint32_t lists = run->shape.count, nodes = run->shape.words[NODES];
    bool writes = lists > 0 && nodes > 0;
    switch (a->slot) {
    case SLOT_HEADS_IN: measure_items(m, "lists", lists, WORD_BYTES); return;
    case SLOT_OFFSETS_OUT:
        measure_items(m, "lists and their end", lists, WORD_BYTES);
        m->wanted = true;
        m->bytes += WORD_BYTES;
        return;
    case SLOT_KEYS_OUT: measure_items(m, "entries", d->max_nodes, KEY_BYTES); break;
    case SLOT_VALUES_OUT: measure_items(m, "entries", d->max_nodes, WORD_BYTES); break;
    case SLOT_OVERFLOW_OUT: measure_items(m, "words", 1, WORD_BYTES); return;
    default: // a field of every node: next, key or id
        measure_items(m, "nodes", nodes, 0);
        m->bytes = field_bytes(d, nodes);
    }
    m->wanted = writes;
}

static void largest(const void* what, struct shape* shape)
{
    shape->words[NODES] = ((const glsort_lists_desc*)what)->max_nodes;
    shape->words[HAS_IDS] = shape->words[HAS_OVERFLOW] = 1;
}

// Every list is empty, because its head names no node.
static uint32_t warm_word(const void* what, uint8_t slot)
{
    (void)what;
    return slot == SLOT_HEADS_IN ? UINT32_MAX : 0;
}

// ---- the recipe -----------------------------------------------------------------------

const struct recipe glsort_lists_recipe = {
    .noun = "plan of lists",
    .create = "glsort_lists_create",
    .run = "glsort_lists_run",
    .count = "list_count",
    .max_count = "max_lists",
    .flags_at = offsetof(glsort_lists_desc, flags),
    .what_bytes = sizeof(glsort_lists_desc),
    .fields = FIELD_LIST(fields),
    .fill = fill,
    .elements = elements,
    .largest = largest,
    .option_words = 1 << HAS_IDS | 1 << HAS_OVERFLOW,
    .build = build,
    .first_argument = arguments,
    .argument_count = sizeof arguments / sizeof arguments[0],
    .args_bytes = sizeof(glsort_lists_args),
    .consumers_at = AT(consumers),
    .by_words = true,
    .has = has,
    .shape = shape,
    .measure = measure,
    .smallest = largest,
    .warm_word = warm_word,
};

#undef AT
