// SPDX-License-Identifier: MIT
// The container of a schedule: counting first and filling then, parameters and scratch.
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "passes.h"
#include "host_data.h"
#include "host_faults.h"
#include "host_setups.h"
#include "host_test.h"
#include "catalogue.h"
#include "shader_ids.h"

// ---- counting and filling -------------------------------------------------------------

static bool same_pass(const struct pass* a, const struct pass* b)
{
    bool same = strcmp(a->label, b->label) == 0 && a->shader == b->shader &&
                a->variant == b->variant && a->kind == b->kind && a->phase == b->phase &&
                a->groups == b->groups && a->first_texel == b->first_texel &&
                a->params_at == b->params_at && a->params_bytes == b->params_bytes &&
                a->level == b->level && a->step == b->step &&
                a->binding_count == b->binding_count;
    for (uint32_t i = 0; i < a->binding_count && same; ++i)
        same = a->bindings[i].slot == b->bindings[i].slot &&
               a->bindings[i].first_bytes == b->bindings[i].first_bytes &&
               a->bindings[i].range_bytes == b->bindings[i].range_bytes;
    return same;
}

TEST(counting_and_filling_ask_for_the_same)
{
    for (uint32_t i = 0; i < host_adaptive_count(); ++i)
        for (uint32_t count = 0; count <= 5000; count += 1 + count / 3) {
            struct glsort_limits limits = host_roomy_limits(430);
            struct plan_core core;
            host_core_open(&core, host_setup_at(i), &limits, count > 0 ? count : 1);
            host_core_build(&core, count);
            struct schedule counted = {
                .uniform_alignment = 256,
                .gpu_count = core.schedule.gpu_count,
                .has_peeks = true,
            };
            if (counted.gpu_count)
                glsort_add_take_count(&counted, core.algorithm, &core.desc, &core.limits);
            uint32_t sized = counted.gpu_count ? core.desc.max_count : count;
            core.algorithm->build(&core.desc, &core.limits, sized, &counted);
            assert_int_equal(counted.pass_count, 0);
            assert_int_equal(counted.pass_wanted, core.schedule.pass_count);
            assert_int_equal(counted.params_wanted, core.schedule.params_wanted);
            assert_int_equal(counted.scratch_count, core.schedule.scratch_count);
            assert_true(glsort_schedule_complete(&core.schedule));
            assert_int_equal(glsort_schedule_complete(&counted),
                             core.schedule.pass_count == 0);
            host_core_close(&core);
        }
}

TEST(the_same_count_builds_the_same_schedule_again)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        struct glsort_limits limits = host_roomy_limits(430);
        struct plan_core core;
        host_core_open(&core, host_setup_at(i), &limits, 9000);
        host_core_build(&core, 9000);
        uint32_t passes = core.schedule.pass_count;
        struct pass* before = malloc(passes * sizeof *before);
        uint8_t* params = malloc(core.schedule.params_wanted);
        memcpy(before, core.schedule.passes, passes * sizeof *before);
        memcpy(params, core.schedule.params, core.schedule.params_wanted);
        host_core_build(&core, 17);
        host_core_build(&core, 9000);
        assert_int_equal(core.schedule.pass_count, passes);
        for (uint32_t at = 0; at < passes; ++at)
            assert_true(same_pass(&before[at], &core.schedule.passes[at]));
        assert_memory_equal(params, core.schedule.params, core.schedule.params_wanted);
        free(params);
        free(before);
        host_core_close(&core);
    }
}

TEST(no_count_needs_more_room_than_the_largest)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        struct glsort_limits limits = host_roomy_limits(430);
        struct plan_core core;
        host_core_open(&core, host_setup_at(i), &limits, 2500);
        for (uint32_t count = 0; count <= 2500; ++count) {
            if (!host_is_turn(count + i, 5))
                continue;
            host_core_build(&core, count); // aborts if it does not fit
            assert_int_equal(glsort_schedule_scratch_bytes(&core.schedule),
                             glsort_pool_bytes(&core.scratch));
        }
        host_core_close(&core);
    }
}

TEST(past_the_room_passes_are_counted_and_dropped)
{
    struct pass room[2];
    struct schedule s = {.passes = room, .pass_room = 2, .uniform_alignment = 64};
    uint8_t params[128] = {0};
    s.params = params;
    s.params_room = sizeof params;
    for (uint32_t i = 0; i < 3; ++i) {
        struct pass* p = glsort_schedule_pass(&s, "pass", GLSORT_PASS_DISPATCH, 0, 0);
        uint32_t word = 7 + i;
        assert_non_null(p);
        glsort_pass_params(&s, p, &word, sizeof word);
        assert_int_equal(p->params_at, 64 * i);
    }
    assert_int_equal(s.pass_count, 2);
    assert_int_equal(s.pass_wanted, 3);
    assert_int_equal(s.params_wanted, 192);
    assert_false(glsort_schedule_complete(&s));
    assert_int_equal(params[0], 7);
    assert_int_equal(params[64], 8);
    const struct glsort_limits limits = {.uniform_alignment = 64};
    glsort_schedule_reset(&s, &limits);
    assert_int_equal(s.pass_wanted, 0);
    assert_int_equal(params[64], 0);
    assert_true(glsort_schedule_complete(&s));
}

TEST(with_an_allocator_the_memory_grows)
{
    const glsort_allocator allocator = glsort_memory_allocator(&(glsort_allocator){0});
    struct schedule s = {.allocator = &allocator, .uniform_alignment = 64};
    for (uint32_t i = 0; i < 100; ++i) {
        struct pass* p = glsort_schedule_pass(&s, "pass", GLSORT_PASS_DISPATCH, 0, 0);
        p->groups = i;
        glsort_pass_params(&s, p, &i, sizeof i);
    }
    assert_true(glsort_schedule_complete(&s));
    assert_int_equal(s.pass_count, 100);
    for (uint32_t i = 0; i < 100; ++i) {
        uint32_t word;
        memcpy(&word, s.params + s.passes[i].params_at, sizeof word);
        assert_int_equal(word, i);
        assert_int_equal(s.passes[i].groups, i);
    }
    glsort_memory_give(&allocator, s.passes, s.pass_room * sizeof *s.passes);
    glsort_memory_give(&allocator, s.params, s.params_room);
}

static void* refuse_second(void* user, size_t bytes)
{
    uint32_t* calls = user;
    return ++*calls == 2 ? NULL : malloc(bytes);
}

static void release(void* user, void* block, size_t bytes)
{
    free(block);
}

// Even if a later allocation would not fail: a pass is missing by then.
TEST(memory_that_cannot_grow_is_remembered)
{
    uint32_t calls = 0;
    const glsort_allocator allocator = {
        .user = &calls, .allocate = refuse_second, .release = release};
    struct schedule s = {.allocator = &allocator, .uniform_alignment = 64};
    for (uint32_t i = 0; i < 100; ++i)
        glsort_schedule_pass(&s, "pass", GLSORT_PASS_DISPATCH, 0, 0);
    assert_true(s.starved);
    assert_int_equal(calls, 2);
    assert_false(glsort_schedule_complete(&s));
    free(s.passes);
}

TEST(passes_can_alternate_with_those_before_them)
{
    struct pass room[7];
    struct schedule s = {.passes = room, .pass_room = 7, .uniform_alignment = 64};
    for (uint32_t i = 0; i < 6; ++i) {
        s.turn_at = i == 3 ? 1 : s.turn_at;
        glsort_schedule_pass(&s, "pass", 0, 0, 0)->groups = i;
    }
    static const uint32_t order[] = {0, 3, 1, 4, 2, 5};
    for (uint32_t i = 0; i < 6; ++i)
        assert_int_equal(room[i].groups, order[i]);
}

// ---- traffic --------------------------------------------------------------------------

TEST(what_a_pass_binds_is_its_traffic)
{
    struct pass p = {.binding_count = 0};
    const struct place keys = {.slot = SLOT_KEYS_IN, .words = 2, .stride_bytes = 20};
    glsort_pass_buffer(&p, SLOT_SCRATCH, GLSORT_READ | GLSORT_WRITE, 0, 64);
    glsort_pass_target(&p, SLOT_SCRATCH, 16, 100);
    glsort_pass_place(&p, &keys, 3, USAGE_STORAGE, GLSORT_READ, 1, 0);
    assert_int_equal(p.bindings[2].range_bytes, 2 * 20 + 8);
    glsort_pass_bind(&p, SLOT_STATE, USAGE_UNIFORM, GLSORT_READ, 0, 0, 16);
    glsort_pass_indirect(&p, SLOT_STATE, 16);
    assert_int_equal(p.read_bytes, 64 + 3 * 8);
    assert_int_equal(p.write_bytes, 164);
    glsort_pass_fetch(&p, SLOT_SCRATCH, 2, 1000);
    glsort_pass_moves(&p, 3000);
    assert_int_equal(p.read_bytes, 64 + 3 * 8 + 3000);
    glsort_pass_download(&p, SLOT_KEYS_OUT, 0, 8);
    assert_int_equal(p.read_bytes, 64 + 3 * 8 + 3008);
    assert_int_equal(p.write_bytes, 172);
}

// ---- ends -----------------------------------------------------------------------------

static const struct binding* binding_of(const struct pass* p, uint8_t slot)
{
    for (uint32_t i = 0; i < p->binding_count; ++i)
        if (p->bindings[i].slot == slot)
            return &p->bindings[i];
    fail_msg("%s binds no slot %u", p->label, slot);
    return NULL;
}

// Of the radix sort: from a field of the caller's structs to a part of an output.
TEST(a_sort_goes_from_any_place_to_any_other)
{
    struct pass room[16];
    uint8_t params[16 * 256] = {0};
    const struct glsort_limits limits = host_roomy_limits(430);
    struct schedule s = {
        .passes = room, .pass_room = 16, .params = params, .params_room = sizeof params};
    const struct sort_desc desc = {
        .max_count = 1000,
        .expected_count = 1000,
        .values = GLSORT_VALUES_4_BYTES,
        .method = GLSORT_METHOD_RADIX_TILES,
        .backend = GLSORT_BACKEND_COMPUTE,
        .bit_count = 8,
        .group_size = limits.group_size,
        .shared_bytes = limits.shared_bytes,
        .ends = {.keys_in = {SLOT_KEYS_IN, 1, 12, 0},
                 .values_in = {SLOT_OF_RECIPE, 1, 0, 40},
                 .keys_out = {SLOT_OF_RECIPE + 1, 1, 0, 4000},
                 .values_out = {SLOT_VALUES_OUT, 1, 0, 0}},
    };
    glsort_schedule_reset(&s, &limits);
    for (uint8_t part = 1; part <= 2; ++part)
        glsort_add_sort(&s, glsort_algorithm_of(GLSORT_ALGORITHM_RADIX), &desc, &limits,
                        1000, (struct sort_part){part, 0});
    assert_true(glsort_schedule_complete(&s));
    assert_int_equal(s.pass_count, 6);
    const struct pass* last = &s.passes[5];
    const struct binding* keys = binding_of(last, SLOT_KEYS_IN);
    uint32_t gap;
    memcpy(&gap, params + last->params_at + 4 * (keys->base_at + 1), sizeof gap);
    assert_int_equal(gap, 2);
    assert_int_equal(keys->range_bytes, 999 * 12 + 4);
    assert_int_equal(binding_of(last, SLOT_OF_RECIPE)->first_bytes, 40);
    assert_int_equal(binding_of(last, SLOT_OF_RECIPE + 1)->first_bytes, 4000);
    assert_int_equal(last->leaves.keys, SLOT_OF_RECIPE + 1);
    // The second sort has the scratch of the first.
    assert_int_equal(s.passes[2].part, 1);
    assert_int_equal(last->part, 2);
    for (uint32_t i = 0; i < last->binding_count; ++i)
        assert_int_equal(last->bindings[i].slot, s.passes[2].bindings[i].slot);
}

// ---- parameters -----------------------------------------------------------------------

TEST(parameters_lie_apart_aligned_and_fit_a_uniform_block)
{
    static const uint32_t alignments[] = {4, 16, 64, 256};
    for (uint32_t i = 0; i < host_setup_count(); ++i)
        for (uint32_t a = 0; a < 4; ++a) {
            struct glsort_limits limits = host_roomy_limits(430);
            struct plan_core core;
            limits.uniform_alignment = alignments[a];
            host_core_open(&core, host_setup_at(i), &limits, 1u << 20);
            host_schedule_check(&core.schedule, host_setup_at(i)->name);
            host_core_close(&core);
        }
}

// ---- textures -------------------------------------------------------------------------

TEST(textures_are_near_squares_that_hold_their_texels)
{
    for (uint32_t texels = 1; texels < 1u << 28; texels += 1 + texels / 5) {
        uint64_t width = 1ull << texture_width_log(texels);
        uint64_t rows = (texels + width - 1) / width;
        assert_true(rows <= width);
        assert_true(width * width < 4ull * texels || texels == 1);
        struct schedule s = {0};
        uint8_t slot =
            glsort_schedule_layers(&s, "t", 4, texture_width_log(texels), texels);
        assert_int_equal(slot, SLOT_SCRATCH);
        assert_true(s.scratch[0].texels >= texels);
        assert_true(s.scratch[0].texels < texels + width);
        assert_int_equal(s.scratch[0].bytes, (uint64_t)s.scratch[0].texels * 64);
    }
}

TEST(a_texture_of_the_whole_capacity_fits)
{
    for (uint32_t size = 1; size <= 65536; size += 1 + size / 3) {
        uint64_t most = texture_capacity(size);
        if (most > UINT32_MAX)
            break;
        uint64_t width = 1ull << texture_width_log((uint32_t)most);
        assert_true(width <= size && most / width <= size);
        assert_true(most * 4 > (uint64_t)size * size / 4);
    }
}

// ---- sums -----------------------------------------------------------------------------

TEST(a_range_that_ends_too_late_is_found_whatever_its_sum)
{
    // Of 32-bit hosts: GL's offsets are their pointer differences.
    const uint64_t most = INT32_MAX;
    assert_true(range_ends_by(0, most, most));
    assert_true(range_ends_by(most, 0, most));
    assert_true(range_ends_by(4, most - 4, most));
    assert_false(range_ends_by(5, most - 4, most));
    assert_false(range_ends_by(0, most + 1, most));
    assert_false(range_ends_by(UINT64_MAX, 0, most));
    assert_false(range_ends_by(UINT64_MAX, 1, most));
    assert_false(range_ends_by(UINT64_MAX - 3, UINT64_MAX - 3, most));
    for (uint64_t count = 1; count <= UINT32_MAX; count *= 2)
        assert_int_equal(range_ends_by(0, count * 16, most), count < 1u << 27);
}
