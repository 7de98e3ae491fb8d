// SPDX-License-Identifier: MIT
// The figure of a merge shows what the GPU did: its tree, read in order, is the order
// that a peek gives after the same pass.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tree_merge.h"
#include "views_gl.h"

// Compares every pass on trees; returns how many there were, without those that copy.
static uint32_t compare_passes(const struct record* record)
{
    uint32_t* values = malloc(2 * record->count * sizeof *values);
    uint32_t compared = 0;
    assert_non_null(values);
    for (uint32_t p = 1; p <= record->pass_count; ++p) {
        struct tree_merge merge;
        if (!tree_merge_create(&merge, record, p))
            continue;
        tree_merge_flatten(&merge, values);
        for (uint32_t i = 0; i < merge.size; ++i)
            assert_int_equal(values[i], record->ranks[record_order(record, p)[i]]);
        for (uint32_t i = 0; i < merge.pair_count; ++i)
            assert_true(!merge.copied || !merge.pairs[i].in_last_pass);
        compared += !merge.copied;
        tree_merge_free(&merge);
    }
    free(values);
    return compared;
}

static void the_tree_in_order_is_the_order_on_the_gpu(void** state)
{
    static const struct {
        const char* name;
        uint32_t phases; // of 512 elements: passes on trees
    } forms[] = {{"tree", 45},
                 {"tree-stages", 15},
                 {"tree-fragment", 45},
                 {"tree-pure", 72},
                 {"tree-pure-simple", 156},
                 {"tree-stages-fragment", 15},
                 {"tree-stages-copy-fragment", 15}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
        struct record record;
        views_gl_record(*state, views_gl_form(forms[i].name), 512, &record);
        uint32_t compared = compare_passes(&record);
        record_free(&record);
        if (compared != forms[i].phases)
            fail_msg("%s: %u passes were compared", forms[i].name, compared);
    }
}

static void check_pairs(void** state, const char* form)
{
    struct record record;
    views_gl_record(*state, views_gl_form(form), 512, &record);
    for (uint32_t p = 1; p <= record.pass_count; ++p) {
        struct tree_merge merge;
        uint32_t pairs = 0;
        if (!tree_merge_create(&merge, &record, p))
            continue;
        for (uint32_t i = 0; i < merge.pair_count; ++i)
            pairs += merge.pairs[i].in_last_pass;
        uint32_t trees = 512 / merge.size;
        assert_true(record.passes[p].comparisons == (double)(pairs * trees));
        if (!merge.copied)
            assert_int_equal(merge.end_slot - merge.first_slot, 2 * pairs * trees);
        tree_merge_free(&merge);
    }
    record_free(&record);
}

static void a_pass_compares_as_many_pairs_as_its_stages_have(void** state)
{
    check_pairs(state, "tree");
    check_pairs(state, "tree-fragment");
    check_pairs(state, "tree-stages");
    check_pairs(state, "tree-stages-fragment");
    check_pairs(state, "tree-stages-copy-fragment");
}

static void slots_and_comparisons_are_those_of_the_plan_for_any_count(void** state)
{
    // Nodes of 16 bytes and paths of 4, two of each written for a pair.
    static const uint32_t counts[] = {512, 513, 700, 1023};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        struct record record;
        uint32_t compared = 0;
        views_gl_record(*state, views_gl_form("tree-pure"), counts[i], &record);
        for (uint32_t p = 1; p <= record.pass_count; ++p) {
            struct tree_merge merge;
            if (!tree_merge_create(&merge, &record, p))
                continue;
            uint32_t pairs = (merge.end_slot - merge.first_slot) / 2;
            assert_int_equal(record.passes[p].write_bytes, 40 * pairs);
            assert_true(record.passes[p].comparisons == (double)pairs);
            tree_merge_free(&merge);
            ++compared;
        }
        record_free(&record);
        assert_true(compared >= 72);
    }
}

static void other_passes_have_no_tree(void** state)
{
    struct record record;
    struct tree_merge merge;
    views_gl_record(*state, views_gl_form("abisort-fused"), 512, &record);
    assert_false(tree_merge_create(&merge, &record, 1));
    record_free(&record);
    views_gl_record(*state, views_gl_form("tree"), 512, &record);
    assert_false(tree_merge_create(&merge, &record, 0));
    assert_false(tree_merge_create(&merge, &record, 1));
    assert_false(tree_merge_create(&merge, &record, record.pass_count + 1));
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_in_order_is_the_order_on_the_gpu),
        cmocka_unit_test(a_pass_compares_as_many_pairs_as_its_stages_have),
        cmocka_unit_test(slots_and_comparisons_are_those_of_the_plan_for_any_count),
        cmocka_unit_test(other_passes_have_no_tree),
    };
    return cmocka_run_group_tests(tests, views_gl_open, views_gl_close);
}
