// SPDX-License-Identifier: MIT
// Schedules that are wrong on purpose: the host's machine must notice.
#include <stdlib.h>
#include <string.h>

#include "host_data.h"
#include "host_setups.h"
#include "host_test.h"
#include "shader_ids.h"
#include "tree_level.h"

enum { COUNT = 256, LEVEL = 8, STAGES = LEVEL - 1, ROOM = 80 };

// ---- a level made by hand -------------------------------------------------------------

static const struct host_setup pure = {
    .name = "pure tree",
    .desc = {.tuning = &(const glsort_tuning){.algorithm = GLSORT_ALGORITHM_ABISORT_TREE,
                                              .local_size = 1,
                                              .merge_size = 2},
             .values = GLSORT_VALUES_INDICES},
};

// The last level of the pure tree for COUNT elements, stages `lag` steps apart.
struct hand {
    struct schedule s;
    struct pass passes[ROOM];
    uint8_t params[ROOM * 512];
    struct tree_level v; // pairs, and blocks placed by place_blocks
    uint32_t lag;        // 0: simple
    bool wide;           // passes declare that they read any node
    uint32_t from;       // slots of the elements
    uint32_t to;
    uint32_t nodes;
    uint32_t paths[2];
};

struct active {
    uint32_t first_stage;
    uint32_t stage_count;
    uint32_t first_phase;
};

static bool runs_in(const struct hand* h, uint32_t step, uint32_t stage, uint32_t* phase)
{
    uint32_t start = h->lag * stage;
    for (uint32_t k = 0; k < stage && h->lag == 0; ++k)
        start += LEVEL - k;
    *phase = step - start;
    return step >= start && step - start <= LEVEL - 1 - stage;
}

static struct active active_in(const struct hand* h, uint32_t step)
{
    struct active a = {0};
    for (uint32_t k = STAGES; k-- > 0;) {
        uint32_t phase;
        if (!runs_in(h, step, k, &phase))
            continue;
        a.first_stage = k;
        a.first_phase = phase;
        ++a.stage_count;
    }
    return a;
}

static uint32_t phase_of(const struct hand* h, const struct active* a, uint32_t c)
{
    return a->first_phase - h->lag * c;
}

static void place_blocks(struct hand* h)
{
    h->v.node_count = 0;
    for (uint32_t step = 0; active_in(h, step).stage_count > 0; ++step) {
        struct active a = active_in(h, step);
        for (uint32_t c = 0; c < a.stage_count; ++c) {
            h->v.blocks[a.first_stage + c][phase_of(h, &a, c)] = h->v.node_count;
            h->v.node_count += 2 * h->v.pairs[a.first_stage + c];
        }
    }
}

static void set_stage(struct hand* h, struct tree_params* params, uint32_t c, uint32_t k,
                      uint32_t i)
{
    uvec4* stage = &params->stages[c];
    stage->x = params->pair_count;
    stage->y = k + i == LEVEL - 1 ? 0xFFFFFFFFu : h->v.blocks[k][i + 1];
    stage->z = i > 0 ? h->v.blocks[k][i - 1] : k > 0 ? h->v.blocks[k - 1][1] : 0;
    stage->w = i == 0 && k > 0 ? h->v.blocks[k - 1][0] : 0;
    params->pair_count += h->v.pairs[k];
}

static void bind_step(struct hand* h, struct pass* p, const struct tree_params* params,
                      uint32_t step)
{
    uint32_t last = h->wide ? h->v.node_count : params->nodes_first;
    uint64_t paths = 8ull * params->pair_count;
    glsort_pass_bind(p, (uint8_t)h->from, USAGE_STORAGE, GLSORT_READ, TREE_ELEMENTS_IN, 0,
                     8 * COUNT);
    if (last > 0)
        glsort_pass_bind(p, (uint8_t)h->nodes, USAGE_STORAGE, GLSORT_READ, TREE_NODES_IN,
                         0, 16ull * last);
    glsort_pass_bind(p, (uint8_t)h->nodes, USAGE_STORAGE, GLSORT_WRITE, TREE_NODES_OUT,
                     16ull * params->nodes_first, 32ull * params->pair_count);
    glsort_pass_bind(p, (uint8_t)h->paths[1 - step % 2], USAGE_STORAGE, GLSORT_READ,
                     TREE_PATHS_IN, 8ull * params->paths_in, paths);
    glsort_pass_bind(p, (uint8_t)h->paths[step % 2], USAGE_STORAGE, GLSORT_WRITE,
                     TREE_PATHS_OUT, 8ull * params->paths_out, paths);
}

static void add_step(struct hand* h, uint32_t step)
{
    struct active a = active_in(h, step);
    struct tree_params params = {
        .level = LEVEL,
        .stage_count = a.stage_count,
        .first_stage = a.first_stage,
        .first_phase = a.first_phase,
        .nodes_first = h->v.blocks[a.first_stage][a.first_phase],
        .paths_in = glsort_tree_level_paths_before(&h->v, a.first_stage),
        .paths_out = glsort_tree_level_paths_before(&h->v, a.first_stage),
    };
    for (uint32_t c = 0; c < a.stage_count; ++c)
        set_stage(h, &params, c, a.first_stage + c, phase_of(h, &a, c));
    struct pass* p = glsort_schedule_pass(&h->s, "tree phase", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_TREE_PHASE);
    p->level = LEVEL;
    p->step = (uint16_t)step;
    p->groups = (params.pair_count + TREE_GROUP - 1) / TREE_GROUP;
    bind_step(h, p, &params, step);
    glsort_pass_params(&h->s, p, &params, sizeof params);
}

static void add_finish(struct hand* h)
{
    struct tree_params params = {
        .level = LEVEL,
        .block_log = 1,
        .roots = h->v.blocks[STAGES - 1][1],
        .spares = h->v.blocks[STAGES - 1][0],
    };
    struct pass* p = glsort_schedule_pass(&h->s, "finish", GLSORT_PASS_DISPATCH,
                                          GLSORT_PHASE_SORT, SHADER_TREE_FINISH);
    p->level = LEVEL;
    p->groups = 1;
    glsort_pass_bind(p, (uint8_t)h->from, USAGE_STORAGE, GLSORT_READ, TREE_ELEMENTS_IN, 0,
                     8 * COUNT);
    glsort_pass_bind(p, (uint8_t)h->nodes, USAGE_STORAGE, GLSORT_READ, TREE_NODES_IN, 0,
                     16ull * h->v.node_count);
    glsort_pass_bind(p, (uint8_t)h->to, USAGE_STORAGE, GLSORT_WRITE, TREE_ELEMENTS_OUT, 0,
                     8 * COUNT);
    glsort_pass_params(&h->s, p, &params, sizeof params);
}

static uint32_t slot_of(const struct pass* p, uint32_t unit)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].unit == unit)
            return p->bindings[i].slot;
    fail_msg("nothing at %u", unit);
    return 0;
}

// Runs the real schedule up to the last level.
static void run_to_last_level(struct host_bench* bench, struct hand* h)
{
    host_bench_open(bench, &pure, COUNT);
    host_bench_fill(bench, COUNT, 0);
    host_bench_begin(bench, COUNT);
    struct schedule* s = &bench->core.schedule;
    uint32_t at = 0;
    for (; s->passes[at].level < LEVEL; ++at)
        if (!host_run_pass(&bench->machine, s, at))
            fail_msg("%s", bench->machine.error);
    *h = (struct hand){.lag = 2};
    h->s.passes = h->passes;
    h->s.pass_room = ROOM;
    h->s.params = h->params;
    h->s.params_room = sizeof h->params;
    h->s.uniform_alignment = 256;
    h->from = slot_of(&s->passes[at], TREE_ELEMENTS_IN);
    h->to = slot_of(&s->passes[at - 1], TREE_ELEMENTS_IN);
    h->nodes = slot_of(&s->passes[at], TREE_NODES_OUT);
    h->paths[0] = slot_of(&s->passes[at], TREE_PATHS_OUT);
    h->paths[1] = slot_of(&s->passes[at + 1], TREE_PATHS_OUT);
    glsort_tree_level_plan(&h->v, COUNT, LEVEL, 1, true);
}

// True if the level went without a fault; *sorted, if its result is.
static bool run_by_hand(struct host_bench* bench, struct hand* h, bool* sorted)
{
    struct host_machine* m = &bench->machine;
    for (uint32_t step = 0; active_in(h, step).stage_count > 0; ++step)
        add_step(h, step);
    add_finish(h);
    assert_true(glsort_schedule_complete(&h->s));
    m->stage_lag = h->lag == 0 ? 2 : h->lag;
    for (uint32_t slot = SLOT_SCRATCH; slot < HOST_SLOTS; ++slot)
        if (m->slots[slot] != NULL && slot != h->from)
            memset(m->slots[slot]->stamps, 0, m->slots[slot]->word_count * 4);
    m->level = LEVEL; // nothing is to be forgotten in between
    bool whole = host_run(m, &h->s);
    const uint32_t* out = host_words(m, (uint8_t)h->to);
    *sorted = whole;
    for (uint32_t i = 0; i < COUNT && whole; ++i)
        *sorted &= out[2 * i + 1] == bench->indices[i];
    return whole;
}

static void a_level_made_by_hand_with_lag_2_sorts(void** state)
{
    for (uint32_t simple = 0; simple < 2; ++simple) {
        struct host_bench bench;
        struct hand* h = malloc(sizeof *h);
        bool sorted;
        run_to_last_level(&bench, h);
        h->lag = simple ? 0 : 2;
        place_blocks(h);
        if (!run_by_hand(&bench, h, &sorted))
            fail_msg("%s", bench.machine.error);
        assert_true(sorted);
        host_bench_close(&bench);
        free(h);
    }
}

static void stages_one_step_apart_are_noticed(void** state)
{
    for (uint32_t wide = 0; wide < 2; ++wide) {
        struct host_bench bench;
        struct hand* h = malloc(sizeof *h);
        bool sorted;
        run_to_last_level(&bench, h);
        h->lag = 1;
        h->wide = wide;
        place_blocks(h);
        assert_false(run_by_hand(&bench, h, &sorted));
        assert_non_null(strstr(bench.machine.error, "phase"));
        assert_non_null(
            strstr(bench.machine.error, wide ? "in a range that the pass writes"
                                             : "outside the declared range"));
        host_bench_close(&bench);
        free(h);
    }
}

// Block (0, 3) where block (0, 0) still holds the spares of stage 1.
static void a_block_over_a_live_one_is_noticed(void** state)
{
    for (uint32_t careless = 0; careless < 2; ++careless) {
        struct host_bench bench;
        struct hand* h = malloc(sizeof *h);
        bool sorted;
        run_to_last_level(&bench, h);
        h->lag = 0;
        h->wide = true;
        place_blocks(h);
        h->v.blocks[0][3] = h->v.blocks[0][0];
        bench.machine.nodes_rewritten = careless;
        bool whole = run_by_hand(&bench, h, &sorted);
        if (careless) {
            assert_false(sorted); // it does matter
        } else {
            assert_false(whole);
            assert_non_null(strstr(bench.machine.error, "in one level"));
        }
        host_bench_close(&bench);
        free(h);
    }
}

// ---- real schedules, damaged ----------------------------------------------------------

static struct binding* find_binding(struct pass* p, uint32_t usage, uint32_t access)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].usage == usage && p->bindings[i].access == access)
            return &p->bindings[i];
    fail_msg("%s has no such binding", p->label);
    return NULL;
}

static struct pass* find_pass(struct schedule* s, const char* label, uint32_t skip)
{
    for (uint32_t i = 0; i < s->pass_count; ++i)
        if (strcmp(s->passes[i].label, label) == 0 && skip-- == 0)
            return &s->passes[i];
    fail_msg("no pass %s", label);
    return NULL;
}

static void start_damaged(struct host_bench* bench, const char* name, uint32_t count)
{
    host_bench_open(bench, host_setup_named(name), count);
    host_bench_fill(bench, count, 0);
    host_bench_begin(bench, count);
}

static void expect_fault(struct host_bench* bench, const char* words)
{
    assert_false(host_run(&bench->machine, &bench->core.schedule));
    if (strstr(bench->machine.error, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", bench->machine.error, words);
    host_bench_close(bench);
}

static void a_pass_in_place_is_noticed(void** state)
{
    for (uint32_t claimed = 0; claimed < 2; ++claimed) {
        struct host_bench bench;
        start_damaged(&bench, "abisort-fused, values", 9000);
        struct pass* p = find_pass(&bench.core.schedule, "merge runs by tiles", 0);
        uint8_t from = find_binding(p, USAGE_STORAGE, GLSORT_READ)->slot;
        find_binding(p, USAGE_STORAGE, GLSORT_WRITE)->slot = from;
        p->tile_in_place = claimed;
        expect_fault(&bench, "in a range that the pass writes");
    }
}

static void a_texture_read_while_it_is_a_target_is_noticed(void** state)
{
    struct host_bench bench;
    start_damaged(&bench, "tree-pure-fragment, values", 300);
    struct pass* p = find_pass(&bench.core.schedule, "phases of node pairs", 40);
    uint8_t target = find_binding(p, USAGE_TARGET, GLSORT_WRITE)->slot;
    find_binding(p, USAGE_FETCH, GLSORT_READ)->slot = target;
    expect_fault(&bench, "fetched from and a target in one pass");
}

static void a_step_left_out_is_noticed(void** state)
{
    struct host_bench bench;
    start_damaged(&bench, "tree-pure, values", 300);
    struct pass* p = find_pass(&bench.core.schedule, "tree phase", 30);
    struct tree_params none = {0}; // no pairs
    memcpy(bench.core.schedule.params + p->params_at, &none, p->params_bytes);
    expect_fault(&bench, "which nobody wrote in this level");
}

static void ranges_that_are_too_short_are_noticed(void** state)
{
    static const uint32_t accesses[] = {GLSORT_READ, GLSORT_WRITE};
    for (uint32_t i = 0; i < 2; ++i) {
        struct host_bench bench;
        start_damaged(&bench, "abisort-fused, values", 9000);
        struct pass* p = find_pass(&bench.core.schedule, "merge runs by tiles", 1);
        find_binding(p, USAGE_STORAGE, accesses[i])->range_bytes -= 4;
        expect_fault(&bench, "outside the declared range");
    }
}

static void a_draw_of_too_many_or_too_few_texels_is_noticed(void** state)
{
    for (uint32_t more = 0; more < 2; ++more) {
        struct host_bench bench;
        start_damaged(&bench, "tree-fragment, values", 600);
        struct pass* p = find_pass(&bench.core.schedule, "merge sixteens of trees", 1);
        p->groups = more ? 4000 : p->groups - 1;
        expect_fault(&bench, more ? "rows of" : "a fragment at");
    }
}

static const char one_texture[] = "tree-stages-fragment, values, GL 4.5";

static void a_texture_barrier_left_out_is_noticed(void** state)
{
    uint32_t left_out = 0;
    for (uint32_t skip = 0;; ++skip) {
        struct host_bench bench;
        uint32_t at = 0, seen = 0;
        start_damaged(&bench, one_texture, 700);
        struct schedule* s = &bench.core.schedule;
        while (at < s->pass_count &&
               (s->passes[at].barriers != GLSORT_BARRIER_TEXTURE || seen++ < skip))
            ++at;
        if (at == s->pass_count) {
            assert_true(host_run(&bench.machine, s));
            host_bench_close(&bench);
            break;
        }
        s->passes[at].barriers = 0;
        expect_fault(&bench, "without a texture barrier");
        ++left_out;
    }
    assert_true(left_out > 12);
}

static void a_draw_over_texels_that_it_reads_is_noticed(void** state)
{
    struct host_bench bench;
    start_damaged(&bench, one_texture, 700);
    struct pass* p = find_pass(&bench.core.schedule, "split into sixteens", 3);
    struct binding* target = find_binding(p, USAGE_TARGET, GLSORT_WRITE);
    struct binding* source = find_binding(p, USAGE_FETCH, GLSORT_READ);
    target->first_bytes = source->first_bytes;
    expect_fault(&bench, "fetched from and a target in one pass");
}

// The nodes of levels before are where those of the stage should be, too.
static void a_stage_left_out_is_noticed(void** state)
{
    static const char* const names[] = {one_texture, "tree-stages-copy-fragment, values"};
    for (uint32_t i = 0; i < 2 * 5; ++i) {
        struct host_bench bench;
        start_damaged(&bench, names[i % 2], 700);
        struct pass* p = find_pass(&bench.core.schedule, "split into sixteens", i / 2);
        struct stage_params params;
        memcpy(&params, bench.core.schedule.params + p->params_at, sizeof params);
        params.pairs = 0;
        memcpy(bench.core.schedule.params + p->params_at, &params, sizeof params);
        expect_fault(&bench, "which nobody wrote in this level");
    }
}

// As the shaders would be without the index in is_greater().
static bool sorts_without_index(uint32_t count, uint32_t distribution)
{
    struct host_bench bench;
    host_bench_open(&bench, &pure, count);
    host_bench_fill(&bench, count, distribution);
    host_bench_begin(&bench, count);
    bench.machine.no_tie_break = true;
    assert_true(host_run(&bench.machine, &bench.core.schedule));
    const uint32_t* keys = host_words(&bench.machine, SLOT_KEYS_OUT);
    bool ordered = true;
    for (uint32_t at = 1; at < count; ++at)
        ordered &= keys[at - 1] <= keys[at];
    host_bench_close(&bench);
    return ordered;
}

static void ties_without_the_index_come_out_unsorted(void** state)
{
    uint32_t wrong = 0;
    for (uint32_t count = 128; count <= 512; count += 8) {
        wrong += !sorts_without_index(count, 5);
        assert_true(sorts_without_index(count, 0)); // different keys prove nothing
    }
    assert_true(wrong > 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_made_by_hand_with_lag_2_sorts),
        cmocka_unit_test(stages_one_step_apart_are_noticed),
        cmocka_unit_test(a_block_over_a_live_one_is_noticed),
        cmocka_unit_test(a_pass_in_place_is_noticed),
        cmocka_unit_test(a_texture_read_while_it_is_a_target_is_noticed),
        cmocka_unit_test(a_step_left_out_is_noticed),
        cmocka_unit_test(a_texture_barrier_left_out_is_noticed),
        cmocka_unit_test(a_draw_over_texels_that_it_reads_is_noticed),
        cmocka_unit_test(a_stage_left_out_is_noticed),
        cmocka_unit_test(ranges_that_are_too_short_are_noticed),
        cmocka_unit_test(a_draw_of_too_many_or_too_few_texels_is_noticed),
        cmocka_unit_test(ties_without_the_index_come_out_unsorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
