// SPDX-License-Identifier: MIT
// Algorithm 3 of G. Zachmann, "Adaptive Bitonic Sorting" (Encyclopedia of Parallel
// Computing), as docs/algorithms.md tells it.
#include "tree_merge.h"

#include <stdlib.h>
#include <string.h>

// What goes on in one level while passes are replayed.
struct replay {
    struct tree_merge* merge;
    const struct record* record;
    int32_t* roots; // of every instance of every stage: stage k has 2^k, from 2^k on
    int32_t* spares;
    int32_t* p; // the pair that comes next
    int32_t* q;
};

static void exchange(int32_t* a, int32_t* b)
{
    int32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void exchange_values(struct tree_node* a, struct tree_node* b)
{
    uint32_t kept = a->value;
    a->value = b->value;
    b->value = kept;
}

// Nodes in order and the second run backwards.
static void plant(struct tree_merge* merge, const struct record* record,
                  const uint32_t* order)
{
    uint32_t size = merge->size, half = size / 2;
    for (uint32_t i = 0; i < size; ++i) {
        uint32_t place = i < half ? i : size - 1 - (i - half);
        struct tree_node* node = &merge->nodes[i];
        node->value =
            place < record->count ? record->ranks[order[place]] : record->count + place;
        node->slot = TREE_NONE;
        uint32_t reach = ((i + 1) & ~i) / 2; // of the children: 0 for a leaf
        node->left = reach > 0 && i + 1 < size ? (int32_t)(i - reach) : TREE_NONE;
        node->right = reach > 0 && i + 1 < size ? (int32_t)(i + reach) : TREE_NONE;
    }
    merge->root = (int32_t)half - 1;
}

// The root and spare of an instance: of what the stage before has left.
static void start_instance(struct replay* r, uint32_t stage, uint32_t x)
{
    struct tree_merge* m = r->merge;
    uint32_t at = (1u << stage) + x, parent = at / 2;
    if (stage == 0) {
        r->roots[at] = m->root;
        r->spares[at] = (int32_t)m->size - 1;
        return;
    }
    const struct tree_node* above = &m->nodes[r->roots[parent]];
    r->roots[at] = x % 2 ? above->right : above->left;
    r->spares[at] = x % 2 ? r->spares[parent] : r->roots[parent];
}

// One phase of one instance; its outputs go to slot and slot + 1.
static void do_phase(struct replay* r, uint32_t stage, uint32_t phase, uint32_t x,
                     int32_t slot, bool last)
{
    struct tree_merge* m = r->merge;
    uint32_t at = (1u << stage) + x;
    if (phase == 0)
        start_instance(r, stage, x);
    int32_t p = phase ? r->p[at] : r->roots[at], q = phase ? r->q[at] : r->spares[at];
    struct tree_node *a = &m->nodes[p], *b = &m->nodes[q];
    bool greater = a->value > b->value;
    if (greater) {
        exchange_values(a, b);
        if (phase == 0)
            exchange(&a->left, &a->right);
        else
            exchange(&a->left, &b->left);
    }
    a->slot = slot;
    b->slot = slot + 1;
    if (m->pair_count < m->pair_room)
        m->pairs[m->pair_count++] = (struct tree_pair){p, q, stage, phase, greater, last};
    r->p[at] = phase == 0 ? a->left : greater ? a->right : a->left;
    r->q[at] = phase == 0 ? a->right : greater ? b->right : b->left;
}

// One phase of all instances of a stage, whose outputs begin at the slot; where they end.
static uint32_t do_instances(struct replay* r, uint32_t stage, uint32_t phase,
                             uint32_t slot, bool last)
{
    // Subtrees whose places all lie beyond the count are left out.
    uint32_t pairs = ((r->record->count - 1) >> (r->merge->level - stage)) + 1;
    for (uint32_t x = 0; x < 1u << stage && x < pairs; ++x)
        do_phase(r, stage, phase, x, (int32_t)(slot + 2 * x), last);
    return slot + 2 * pairs;
}

// What the pass does in this tree, and where its blocks of the output begin. A pass does
// a phase of each of its stages, or all phases of one, which are numbered in their order.
static uint32_t do_pass(struct replay* r, uint32_t at, uint32_t slot, bool last)
{
    const struct record_pass* pass = &r->record->passes[at];
    bool overlapped = r->record->info.method == GLSORT_METHOD_TREE;
    r->merge->first_slot = slot;
    for (uint32_t k = pass->stage; k < pass->stage + pass->stages; ++k) {
        uint32_t phase = overlapped ? pass->step - 2 * k : pass->step;
        for (uint32_t i = record_takes_stages(r->record) ? 0 : phase; i <= phase; ++i)
            slot = do_instances(r, k, i, slot, last);
    }
    r->merge->end_slot = slot;
    return slot;
}

static uint32_t first_of_level(const struct record* record, uint32_t pass)
{
    uint32_t first = pass;
    while (first > 1 && record->passes[first - 1].level == record->passes[pass].level)
        --first;
    return first;
}

static bool take_memory(struct replay* r)
{
    struct tree_merge* m = r->merge;
    m->pair_room = m->size * 2;
    m->nodes = calloc(m->size, sizeof *m->nodes);
    m->pairs = calloc(m->pair_room, sizeof *m->pairs);
    r->roots = calloc(4 * (size_t)m->size, sizeof *r->roots);
    r->spares = r->roots + m->size;
    r->p = r->spares + m->size;
    r->q = r->p + m->size;
    return m->nodes && m->pairs && r->roots;
}

bool tree_merge_create(struct tree_merge* merge, const struct record* record,
                       uint32_t pass)
{
    *merge = (struct tree_merge){0};
    if (pass > 1 && pass <= record->pass_count && record_copies_nodes(record, pass)) {
        merge->copied = true;
        --pass;
    }
    if (record->info.algorithm != GLSORT_ALGORITHM_ABISORT_TREE || pass == 0 ||
        pass > record->pass_count || record->passes[pass].stages == 0)
        return false;
    merge->level = record->passes[pass].level;
    merge->size = 1u << merge->level;
    struct replay r = {.merge = merge, .record = record};
    bool ok = take_memory(&r);
    if (ok) {
        uint32_t slot = 0, first = first_of_level(record, pass);
        plant(merge, record, record_order(record, first - 1));
        for (uint32_t at = first; at <= pass; ++at)
            if (record->passes[at].stages > 0)
                slot = do_pass(&r, at, slot, at == pass && !merge->copied);
    }
    free(r.roots);
    if (!ok)
        tree_merge_free(merge);
    return ok;
}

void tree_merge_free(struct tree_merge* merge)
{
    free(merge->nodes);
    free(merge->pairs);
    *merge = (struct tree_merge){0};
}

static uint32_t* flatten(const struct tree_merge* merge, int32_t at, uint32_t* to)
{
    if (at == TREE_NONE)
        return to;
    to = flatten(merge, merge->nodes[at].left, to);
    *to++ = merge->nodes[at].value;
    return flatten(merge, merge->nodes[at].right, to);
}

void tree_merge_flatten(const struct tree_merge* merge, uint32_t* values)
{
    uint32_t* end = flatten(merge, merge->root, values);
    *end = merge->nodes[merge->size - 1].value;
}
