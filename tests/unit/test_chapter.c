// SPDX-License-Identifier: MIT
// Adaptive bitonic sorting as the chapter has it, with pointers: Algorithm 1 (two cases),
// 3 (simplified) and 2 (merge). Its comparison counts, and that the tree form's passes
// have an instance for each of them; its stages, which separate the blocks of the array
// form.
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "host_glsl.h"
#include "host_setups.h"
#include "host_test.h"
#include "shared/array.h"
#include "shared/tree.h"

// lib/runs.glsl and lib/cut.glsl, which are C as well.
typedef struct run_pair run_pair;

static run_pair pair_at(uint position, uint run_log, uint count);
static uint run_key(uint position);
static bool is_below_cut(run_pair pair, uint run_log, uint rank, uint place);
static uint lowest_cut(run_pair pair, uint rank);
static bool is_index_below_cut(run_pair pair, uint run_log, uint rank, uint index);
MAYBE_UNUSED static uint search_cut(run_pair pair, uint run_log, uint rank, uint low,
                                    uint high);
static uint cut_of_rank(run_pair pair, uint run_log, uint rank);

static const uint64_t* runs; // two ascending ones

static uint run_key(uint position)
{
    return (uint)(runs[position] >> 32);
}

#include "lib/cut.glsl"

struct tree_node {
    uint64_t element; // key, then index: all are different
    struct tree_node* left;
    struct tree_node* right;
};

struct chapter {
    bool two_cases;
    uint64_t comparisons;
    uint32_t wrong_merges; // merges with another number of comparisons than C(n)
    struct tree_node* nodes;
    uint32_t node_count;
};

static bool is_greater(struct chapter* c, const struct tree_node* a,
                       const struct tree_node* b, bool down)
{
    ++c->comparisons;
    return (a->element > b->element) != down;
}

static void swap_elements(struct tree_node* a, struct tree_node* b)
{
    uint64_t kept = a->element;
    a->element = b->element;
    b->element = kept;
}

static void swap_nodes(struct tree_node** a, struct tree_node** b)
{
    struct tree_node* kept = *a;
    *a = *b;
    *b = kept;
}

// Algorithm 1. r < e is tested as not r > e, which is the same for different elements.
static void construct_two_cases(struct chapter* c, struct tree_node* r,
                                struct tree_node* e, uint32_t height, bool down)
{
    bool second = is_greater(c, r, e, down);
    if (second)
        swap_elements(r, e);
    struct tree_node* p = r->left;
    struct tree_node* q = r->right;
    for (uint32_t i = 1; i < height; ++i) {
        bool test = is_greater(c, p, q, down);
        if (test)
            swap_elements(p, q);
        if (test && !second)
            swap_nodes(&p->left, &q->left);
        else if (test)
            swap_nodes(&p->right, &q->right);
        bool left = second == test;
        p = left ? p->left : p->right;
        q = left ? q->left : q->right;
    }
}

// Algorithm 3.
static void construct_simplified(struct chapter* c, struct tree_node* r,
                                 struct tree_node* e, uint32_t height, bool down)
{
    if (is_greater(c, r, e, down)) {
        swap_elements(r, e);
        swap_nodes(&r->left, &r->right);
    }
    struct tree_node* p = r->left;
    struct tree_node* q = r->right;
    for (uint32_t i = 1; i < height; ++i) {
        bool test = is_greater(c, p, q, down);
        if (test) {
            swap_elements(p, q);
            swap_nodes(&p->left, &q->left);
        }
        p = test ? p->right : p->left;
        q = test ? q->right : q->left;
    }
}

static void construct(struct chapter* c, struct tree_node* r, struct tree_node* e,
                      uint32_t height, bool down)
{
    if (c->two_cases)
        construct_two_cases(c, r, e, height, down);
    else
        construct_simplified(c, r, e, height, down);
}

// Algorithm 2.
static void merge(struct chapter* c, struct tree_node* r, struct tree_node* e,
                  uint32_t height, bool down)
{
    construct(c, r, e, height, down);
    if (height == 1)
        return;
    merge(c, r->left, r, height - 1, down);
    merge(c, r->right, e, height - 1, down);
}

// Fig. 8: the right half sorted the other way makes a bitonic sequence.
static void sort(struct chapter* c, struct tree_node* r, struct tree_node* e,
                 uint32_t height, bool down)
{
    if (height > 1) {
        sort(c, r->left, r, height - 1, down);
        sort(c, r->right, e, height - 1, !down);
    }
    uint64_t before = c->comparisons;
    merge(c, r, e, height, down);
    uint64_t wanted = (2ull << height) - height - 2;
    c->wrong_merges += c->comparisons - before != wanted;
}

// ---- trees ----------------------------------------------------------------------------

static struct tree_node* take_node(struct chapter* c, uint64_t element)
{
    struct tree_node* node = &c->nodes[c->node_count++];
    *node = (struct tree_node){.element = element};
    return node;
}

// The balanced tree whose in-order is the elements, one less than a power of two.
static struct tree_node* plant(struct chapter* c, const uint64_t* elements,
                               uint32_t count)
{
    if (count == 0)
        return NULL;
    struct tree_node* node = take_node(c, elements[count / 2]);
    node->left = plant(c, elements, count / 2);
    node->right = plant(c, elements + count / 2 + 1, count / 2);
    return node;
}

static uint64_t* flatten(const struct tree_node* node, uint64_t* out)
{
    if (node == NULL)
        return out;
    out = flatten(node->left, out);
    *out++ = node->element;
    return flatten(node->right, out);
}

static void start(struct chapter* c, uint32_t count, bool two_cases)
{
    *c = (struct chapter){.two_cases = two_cases};
    c->nodes = malloc(count * sizeof *c->nodes);
    assert_non_null(c->nodes);
}

static void sort_array(struct chapter* c, uint64_t* elements, uint32_t log)
{
    uint32_t count = 1u << log;
    struct tree_node* root = plant(c, elements, count - 1);
    struct tree_node* spare = take_node(c, elements[count - 1]);
    sort(c, root, spare, log, false);
    *flatten(root, elements) = spare->element;
}

static uint64_t total_comparisons(uint64_t log)
{
    uint64_t count = 1ull << log;
    return 2 * count * log - 4 * count + log + 4;
}

// ---- tests ----------------------------------------------------------------------------

static void check_sort(uint32_t log, uint32_t distribution, bool two_cases)
{
    uint32_t count = 1u << log;
    uint32_t* keys = malloc(count * sizeof *keys);
    uint32_t* indices = malloc(count * sizeof *indices);
    uint64_t* elements = malloc(count * sizeof *elements);
    host_fill(keys, count, distribution);
    host_argsort(&(glsort_sort_desc){0}, keys, count, indices);
    for (uint32_t i = 0; i < count; ++i)
        elements[i] = (uint64_t)keys[i] << 32 | i;
    struct chapter c;
    start(&c, count, two_cases);
    sort_array(&c, elements, log);
    for (uint32_t i = 0; i < count; ++i)
        assert_int_equal(elements[i], (uint64_t)keys[indices[i]] << 32 | indices[i]);
    assert_int_equal(c.comparisons, total_comparisons(log));
    assert_true(c.comparisons < 2ull * count * log || log == 0);
    assert_int_equal(c.wrong_merges, 0);
    free(c.nodes);
    free(elements);
    free(indices);
    free(keys);
}

TEST(the_chapters_sort_compares_as_often_as_it_says)
{
    uint32_t last = host_test_all() ? 20 : 14;
    for (uint32_t log = 1; log <= last; ++log)
        for (uint32_t d = 0; d < HOST_DISTRIBUTIONS; ++d) {
            if (log > 14 && d != log % HOST_DISTRIBUTIONS)
                continue;
            check_sort(log, d, true);
            check_sort(log, d, false);
        }
}

static void fill_bitonic(uint64_t* a, uint32_t count, uint64_t* random)
{
    uint32_t rising = host_random(random) % (count + 1);
    uint32_t turn = host_random(random) % count;
    uint64_t value = 0;
    uint64_t* line = malloc(count * sizeof *line);
    assert_non_null(line);
    // Even values go up, odd ones down, so that all are different.
    for (uint32_t i = 0; i < rising; ++i)
        line[i] = value += 2 + 2 * (host_random(random) % 9);
    value = 1;
    for (uint32_t i = count; i-- > rising;)
        line[i] = value += 2 + 2 * (host_random(random) % 9);
    for (uint32_t i = 0; i < count; ++i)
        a[i] = line[(i + turn) % count];
    free(line);
}

static void half_clean(uint64_t* a, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; ++i)
        if (a[i] > a[i + count / 2]) {
            uint64_t kept = a[i];
            a[i] = a[i + count / 2];
            a[i + count / 2] = kept;
        }
}

TEST(both_constructions_give_the_half_cleaners_positions)
{
    uint64_t random = 5;
    for (uint32_t round = 0; round < 2400; ++round) {
        uint32_t log = 1 + round % 8;
        uint32_t count = 1u << log;
        uint64_t a[256];
        uint64_t flat[256];
        fill_bitonic(a, count, &random);
        struct chapter c;
        start(&c, count, round % 2 == 0);
        struct tree_node* root = plant(&c, a, count - 1);
        struct tree_node* spare = take_node(&c, a[count - 1]);
        construct(&c, root, spare, log, false);
        *flatten(root, flat) = spare->element;
        half_clean(a, count);
        assert_memory_equal(flat, a, count * sizeof *a);
        assert_int_equal(c.comparisons, log);
        free(c.nodes);
    }
}

// ---- stages ---------------------------------------------------------------------------

static void run_stage(struct chapter* c, struct tree_node* r, struct tree_node* e,
                      uint32_t height, uint32_t stage)
{
    if (stage == 0) {
        construct(c, r, e, height, false);
        return;
    }
    run_stage(c, r->left, r, height - 1, stage - 1);
    run_stage(c, r->right, e, height - 1, stage - 1);
}

// The array form's blocks of the two runs, each element at its place in the bitonic
// sequence modulo the block.
static void gather_blocks(uint32_t log, uint32_t block, uint64_t* out)
{
    uint32_t count = 1u << log;
    for (uint32_t first = 0; first < count; first += block) {
        run_pair pair = pair_at(first, log - 1, count);
        uint32_t i0 = cut_of_rank(pair, log - 1, first);
        uint32_t i1 = cut_of_rank(pair, log - 1, first + block);
        for (uint32_t i = i0; i < i1; ++i)
            out[first + i % block] = runs[i];
        for (uint32_t z = first - i0; z < first + block - i1; ++z)
            out[first + (count - 1 - z) % block] = runs[count / 2 + z];
    }
}

static int compare_elements(const void* a, const void* b)
{
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

static void check_stages(uint32_t log, uint32_t distribution)
{
    static uint64_t sorted[1u << 12], network[1u << 12], out[1u << 12];
    static uint32_t keys[1u << 12];
    uint32_t count = 1u << log;
    struct chapter c;
    host_fill(keys, count, distribution);
    for (uint32_t i = 0; i < count; ++i)
        sorted[i] = (uint64_t)keys[i] << 32 | i;
    for (uint32_t half = 0; half < 2; ++half)
        qsort(sorted + half * count / 2, count / 2, sizeof *sorted, compare_elements);
    for (uint32_t i = 0; i < count; ++i)
        network[i] = sorted[i < count / 2 ? i : count / 2 + count - 1 - i];
    runs = sorted;
    start(&c, count, distribution % 2 == 0);
    struct tree_node* root = plant(&c, network, count - 1);
    struct tree_node* spare = take_node(&c, network[count - 1]);
    for (uint32_t stage = 0; stage < log; ++stage) {
        run_stage(&c, root, spare, log, stage);
        for (uint32_t first = 0; first < count; first += count >> stage)
            half_clean(network + first, count >> stage);
        *flatten(root, out) = spare->element;
        assert_memory_equal(out, network, count * sizeof *out);
        gather_blocks(log, count >> (stage + 1), out);
        assert_memory_equal(out, network, count * sizeof *out);
    }
    free(c.nodes);
}

TEST(after_every_stage_tree_network_and_array_agree)
{
    for (uint32_t log = 1; log <= 12; ++log)
        for (uint32_t d = 0; d < HOST_DISTRIBUTIONS; ++d)
            check_stages(log, d);
}

// ---- the schedule ---------------------------------------------------------------------

static void open_schedule(struct plan_core* core, const glsort_tuning* tuning,
                          uint32_t log)
{
    const struct host_setup setup = {
        .name = "tree", .desc = {.tuning = tuning, .values = GLSORT_VALUES_INDICES}};
    struct glsort_limits limits = host_roomy_limits(430);
    host_core_open(core, &setup, &limits, 1u << log);
}

// Each pair of a phase is compared once, and so is each of a column of the last merge.
TEST(the_schedule_compares_exactly_as_often_as_the_chapter)
{
    for (uint32_t log = 1; log <= 20; ++log)
        for (uint32_t m = GLSORT_METHOD_TREE; m <= GLSORT_METHOD_TREE_SIMPLE; ++m) {
            struct plan_core core;
            uint64_t total = 0, before = 0;
            open_schedule(&core,
                          &(const glsort_tuning){.method = (glsort_method)m,
                                                 .local_size = 1,
                                                 .merge_size = 2},
                          log);
            for (uint32_t i = 0; i < core.schedule.pass_count; ++i) {
                const struct pass* p = &core.schedule.passes[i];
                const struct tree_params* params =
                    (const struct tree_params*)(core.schedule.params + p->params_at);
                if (strcmp(p->label, "tree phase") == 0)
                    total += params->pair_count;
                if (strcmp(p->label, "finish tree level") != 0)
                    continue;
                total += (uint64_t)params->block_log << (log - 1);
                // 2n - log n - 2 for each of the level's merges.
                assert_int_equal(total - before, (1ull << (log - p->level)) *
                                                     ((2ull << p->level) - p->level - 2));
                before = total;
            }
            assert_int_equal(total, total_comparisons(log));
            host_core_close(&core);
        }
}

// With merges of 16 the first j - 4 stages of level j are adaptive: stage k compares
// j - k times a pair.
TEST(a_stage_in_one_pass_has_an_instance_for_each_pair)
{
    enum { LOG = 12 };
    struct plan_core core;
    uint32_t stages = 0;
    open_schedule(&core, &(const glsort_tuning){.method = GLSORT_METHOD_TREE_STAGES},
                  LOG);
    for (uint32_t i = 0; i < core.schedule.pass_count; ++i) {
        const struct pass* p = &core.schedule.passes[i];
        const struct tree_params* params =
            (const struct tree_params*)(core.schedule.params + p->params_at);
        if (strcmp(p->label, "tree stage") != 0)
            continue;
        assert_int_equal(params->level - params->first_stage, p->level - p->stage);
        assert_int_equal(params->pair_count, 1u << (LOG - p->level + p->stage));
        ++stages;
    }
    assert_int_equal(stages, (LOG - 4) * (LOG - 3) / 2);
    host_core_close(&core);
}
