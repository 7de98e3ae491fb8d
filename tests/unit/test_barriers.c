// SPDX-License-Identifier: MIT
// Barriers derived from declarations, and a checker that knows nothing of how.
#include "schedule.h"
#include "host_hazards.h"
#include "host_setups.h"
#include "host_test.h"
#include "desc.h"

// ---- one bit at a time ----------------------------------------------------------------

enum { ROOM = 16, A = SLOT_SCRATCH, B };

struct small {
    struct schedule s;
    struct pass passes[ROOM];
};

static void start(struct small* t)
{
    *t = (struct small){0};
    t->s.passes = t->passes;
    t->s.pass_room = ROOM;
}

static void add(struct small* t, uint8_t kind, uint8_t slot, uint8_t usage,
                uint8_t access)
{
    struct pass* p = glsort_schedule_pass(&t->s, "pass", kind, GLSORT_PHASE_SORT, 0);
    glsort_pass_bind(p, slot, usage, access, 0, 0, 64);
}

static uint32_t last_barriers(struct small* t)
{
    glsort_barriers_derive(&t->s);
    return t->passes[t->s.pass_count - 1].barriers;
}

TEST(a_read_after_a_write_gets_the_bit_of_its_usage)
{
    static const struct {
        uint8_t usage;
        uint32_t bit;
    } rows[] = {
        {USAGE_STORAGE, GLSORT_BARRIER_STORAGE},
        {USAGE_UNIFORM, GLSORT_BARRIER_UNIFORM},
        {USAGE_INDIRECT, GLSORT_BARRIER_INDIRECT},
    };
    for (size_t i = 0; i < 3; ++i) {
        struct small t;
        start(&t);
        add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_WRITE);
        add(&t, GLSORT_PASS_DISPATCH, A, rows[i].usage, GLSORT_READ);
        assert_int_equal(last_barriers(&t), rows[i].bit);
        assert_int_equal(t.passes[0].barriers, 0);
    }
}

TEST(one_pass_may_need_several_bits)
{
    struct small t;
    start(&t);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_UNIFORM, GLSORT_READ);
    glsort_pass_bind(&t.passes[1], A, USAGE_INDIRECT, GLSORT_READ, 0, 0, 12);
    glsort_pass_bind(&t.passes[1], A, USAGE_STORAGE, GLSORT_READ, 0, 0, 12);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_UNIFORM | GLSORT_BARRIER_INDIRECT |
                                            GLSORT_BARRIER_STORAGE);
}

TEST(a_second_read_needs_no_second_barrier)
{
    struct small t;
    start(&t);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_READ);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_READ);
    assert_int_equal(last_barriers(&t), 0);
    // But another usage does.
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_UNIFORM, GLSORT_READ);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_UNIFORM);
}

TEST(a_write_after_a_read_or_a_write_gets_a_barrier)
{
    struct small t;
    start(&t);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_READ);
    assert_int_equal(last_barriers(&t), 0);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_WRITE);
    assert_int_not_equal(last_barriers(&t), 0);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_WRITE);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_STORAGE);
}

TEST(an_image_and_what_fetches_it_get_each_their_own_bit)
{
    struct small t;
    start(&t);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_IMAGE, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_FETCH, GLSORT_READ);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_FETCH);
    add(&t, GLSORT_PASS_DISPATCH, B, USAGE_STORAGE, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DISPATCH, B, USAGE_STORAGE, GLSORT_READ);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_STORAGE);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_IMAGE, GLSORT_WRITE);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_IMAGE);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_IMAGE, GLSORT_WRITE);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_IMAGE);
}

// Barriers of another kind, for another slot, do not make a write wait for reads.
TEST(a_write_after_a_read_gets_its_own_bit)
{
    struct small t;
    start(&t);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_FETCH, GLSORT_READ);
    add(&t, GLSORT_PASS_DISPATCH, B, USAGE_STORAGE, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DISPATCH, B, USAGE_STORAGE, GLSORT_READ);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_STORAGE);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_IMAGE, GLSORT_WRITE);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_IMAGE);
    add(&t, GLSORT_PASS_DISPATCH, B, USAGE_STORAGE, GLSORT_WRITE);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_STORAGE);
}

TEST(other_slots_and_draws_need_none)
{
    struct small t;
    start(&t);
    add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DISPATCH, B, USAGE_STORAGE, GLSORT_WRITE);
    assert_int_equal(last_barriers(&t), 0);
    start(&t);
    add(&t, GLSORT_PASS_UPLOAD, A, USAGE_COPY, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DRAW, A, USAGE_FETCH, GLSORT_READ);
    add(&t, GLSORT_PASS_DRAW, A, USAGE_TARGET, GLSORT_WRITE);
    add(&t, GLSORT_PASS_DRAW, A, USAGE_FETCH, GLSORT_READ);
    glsort_barriers_derive(&t.s);
    for (uint32_t i = 0; i < t.s.pass_count; ++i)
        assert_int_equal(t.passes[i].barriers, 0);
}

TEST(ranges_apart_need_none_until_they_meet)
{
    static const uint8_t accesses[] = {GLSORT_WRITE, GLSORT_READ};
    for (uint32_t i = 0; i < 2; ++i) {
        struct small t;
        start(&t);
        for (uint64_t first = 0; first < 3; ++first) {
            struct pass* p = glsort_schedule_pass(&t.s, "pass", GLSORT_PASS_DISPATCH,
                                                  GLSORT_PHASE_SORT, 0);
            glsort_pass_bind(p, A, USAGE_STORAGE, first == 1 ? GLSORT_WRITE : accesses[i],
                             0, first * 64, 64);
        }
        assert_int_equal(last_barriers(&t), 0);
        add(&t, GLSORT_PASS_DISPATCH, A, USAGE_STORAGE, GLSORT_WRITE); // bytes 0 to 63
        assert_int_equal(last_barriers(&t), GLSORT_BARRIER_STORAGE);
    }
}

// A draw that reads and draws to ranges of 64 bytes of one texture, or of another.
static void add_draw(struct small* t, uint64_t fetched, uint8_t slot, uint64_t drawn)
{
    struct pass* p =
        glsort_schedule_pass(&t->s, "pass", GLSORT_PASS_DRAW, GLSORT_PHASE_SORT, 0);
    glsort_pass_bind(p, A, USAGE_FETCH, GLSORT_READ, 0, fetched * 64, 64);
    glsort_pass_bind(p, slot, USAGE_TARGET, GLSORT_WRITE, 0, drawn * 64, 64);
}

TEST(a_draw_that_feeds_back_waits_for_draws_and_reads_of_what_it_touches)
{
    struct small t;
    start(&t);
    add(&t, GLSORT_PASS_DRAW, A, USAGE_TARGET, GLSORT_WRITE); // bytes 0 to 63
    add_draw(&t, 0, A, 1);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_TEXTURE); // reads what is drawn
    add_draw(&t, 0, A, 2);
    assert_int_equal(last_barriers(&t), 0); // like the draw before
    add_draw(&t, 3, A, 0);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_TEXTURE); // draws what is read
    add_draw(&t, 2, A, 3);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_TEXTURE); // what pass 3 reads
    assert_false(host_has_hazard(&t.s));
}

TEST(draws_to_another_texture_need_no_texture_barrier)
{
    struct small t;
    start(&t);
    add_draw(&t, 0, B, 0);
    add(&t, GLSORT_PASS_DRAW, A, USAGE_TARGET, GLSORT_WRITE);
    add_draw(&t, 0, B, 0);
    glsort_barriers_derive(&t.s);
    for (uint32_t i = 0; i < t.s.pass_count; ++i)
        assert_int_equal(t.passes[i].barriers, 0);
    assert_false(host_has_hazard(&t.s));
}

TEST(a_peek_that_feeds_back_begins_with_a_texture_barrier)
{
    struct small t;
    start(&t);
    t.s.is_peek = true;
    add_draw(&t, 0, A, 1);
    assert_int_equal(last_barriers(&t), GLSORT_BARRIER_TEXTURE);
}

// ---- real schedules -------------------------------------------------------------------

enum { ALL_BITS = 63 };

static void check_removals(const struct host_setup* setup, struct schedule* s)
{
    for (uint32_t i = 0; i < s->pass_count; ++i)
        for (uint32_t bit = 1; bit <= ALL_BITS; bit <<= 1) {
            uint8_t kept = s->passes[i].barriers;
            if ((kept & bit) == 0)
                continue;
            s->passes[i].barriers = (uint8_t)(kept & ~bit);
            if (!host_has_hazard(s))
                fail_msg("%s: bit %u before pass %u (%s) is not needed", setup->name, bit,
                         i, s->passes[i].label);
            s->passes[i].barriers = kept;
        }
}

static void check_schedule(const struct host_setup* setup, uint32_t count)
{
    struct glsort_limits limits = host_roomy_limits(430);
    struct plan_core core;
    host_core_open(&core, setup, &limits, count);
    host_core_build(&core, count);
    if (host_has_hazard(&core.schedule))
        fail_msg("%s: a barrier is missing", setup->name);
    check_removals(setup, &core.schedule);
    host_core_close(&core);
}

TEST(real_schedules_have_no_hazard_and_no_barrier_to_spare)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        bool tree =
            host_setup_at(i)->desc.tuning->algorithm == GLSORT_ALGORITHM_ABISORT_TREE;
        check_schedule(host_setup_at(i), tree ? 300 : 20000);
        if (host_setup_at(i)->desc.tuning->algorithm == GLSORT_ALGORITHM_ABISORT &&
            host_setup_at(i)->desc.backend == GLSORT_BACKEND_COMPUTE)
            check_schedule(host_setup_at(i), 1 << 25); // with a texture, if pairs
        if (tuning_of(host_setup_at(i)->desc.tuning).method == GLSORT_METHOD_RADIX_CHAIN)
            check_schedule(host_setup_at(i), (1 << 24) + 1); // with a texture
    }
}

// Counts that stages share passes for, and small ones in a large plan.
TEST(stages_in_one_texture_have_no_hazard_and_no_barrier_to_spare)
{
    static const uint32_t counts[] = {0,   1,   16,  17,   33,   64,    100,
                                      300, 600, 901, 4097, 9000, 40000, 300000};
    const struct host_setup* setup =
        host_setup_named("tree-stages-fragment, values, GL 4.5");
    struct glsort_limits limits = host_roomy_limits(450);
    const uint32_t last = sizeof counts / sizeof counts[0] - 1;
    for (uint32_t i = 0; i < 2 * (last + 1); ++i) {
        struct plan_core core;
        uint32_t count = counts[i / 2], barriers = 0;
        limits.is_software = i % 4 < 2;
        host_core_open(&core, setup, &limits, i % 2 == 0 ? count + 1 : counts[last]);
        host_core_build(&core, count);
        if (host_has_hazard(&core.schedule))
            fail_msg("%u elements: a barrier is missing", count);
        check_removals(setup, &core.schedule);
        for (uint32_t at = 0; at < core.schedule.pass_count; ++at)
            barriers += core.schedule.passes[at].barriers == GLSORT_BARRIER_TEXTURE;
        assert_true((barriers > 0) == (count > 16));
        host_core_close(&core);
    }
}

TEST(an_output_waits_for_the_readers_of_its_input)
{
    static const uint8_t slots[][2] = {{SLOT_KEYS_IN, SLOT_KEYS_OUT},
                                       {SLOT_VALUES_IN, SLOT_VALUES_OUT}};
    for (int i = 0; i < 2; ++i) {
        struct small t;
        start(&t);
        add(&t, GLSORT_PASS_DISPATCH, slots[i][0], USAGE_STORAGE, GLSORT_READ);
        glsort_pass_bind(&t.passes[0], A, USAGE_IMAGE, GLSORT_WRITE, 0, 0, 64);
        add(&t, GLSORT_PASS_DISPATCH, A, USAGE_FETCH, GLSORT_READ);
        glsort_pass_bind(&t.passes[1], slots[i][1], USAGE_STORAGE, GLSORT_WRITE, 0, 0,
                         64);
        assert_int_equal(last_barriers(&t),
                         GLSORT_BARRIER_FETCH | GLSORT_BARRIER_STORAGE);
    }
}

TEST(fragment_schedules_in_two_textures_have_no_barrier)
{
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        struct glsort_limits limits = host_roomy_limits(450);
        struct plan_core core;
        if (host_setup_at(i)->desc.backend != GLSORT_BACKEND_FRAGMENT)
            continue;
        if (tuning_of(host_setup_at(i)->desc.tuning).method == GLSORT_METHOD_TREE_STAGES)
            limits.has_texture_barrier = false;
        host_core_open(&core, host_setup_at(i), &limits, 5000);
        for (uint32_t at = 0; at < core.schedule.pass_count; ++at)
            assert_int_equal(core.schedule.passes[at].barriers, 0);
        host_core_close(&core);
    }
}
