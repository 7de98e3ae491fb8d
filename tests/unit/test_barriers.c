// SPDX-License-Identifier: MIT
// Barriers derived from declarations, and a checker that knows nothing of how.
#include "schedule.h"
#include "host_hazards.h"
#include "host_setups.h"
#include "host_test.h"
#include "desc.h"

// ---- a few accesses -------------------------------------------------------------------

enum { MOST_ACCESSES = 8, A = SLOT_SCRATCH, B };

enum { END, FIRST, MORE }; // an access of the next pass, or one more of the same

struct access {
    uint8_t order, kind, slot, usage, access, part; // the 64 bytes of this number
    uint8_t barriers;                               // wanted before a pass
};

#define ACCESS(ORDER, KIND, SLOT, USAGE, HOW, PART, BARRIERS)                            \
    {                                                                                    \
        ORDER, GLSORT_PASS_##KIND, SLOT, USAGE_##USAGE, GLSORT_##HOW, PART, BARRIERS     \
    }
#define WRITE(SLOT, USAGE, BARRIERS)                                                     \
    ACCESS(FIRST, DISPATCH, SLOT, USAGE, WRITE, 0, BARRIERS)
#define READ(SLOT, USAGE, BARRIERS)                                                      \
    ACCESS(FIRST, DISPATCH, SLOT, USAGE, READ, 0, BARRIERS)
#define AND_WRITE(SLOT, USAGE) ACCESS(MORE, DISPATCH, SLOT, USAGE, WRITE, 0, 0)
#define DRAW(SLOT, PART) ACCESS(FIRST, DRAW, SLOT, TARGET, WRITE, PART, 0)
// Fetches a part of A, and draws to a part of another texture or of the same.
#define FETCH_DRAW(FETCHED, SLOT, DRAWN, BARRIERS)                                       \
    ACCESS(FIRST, DRAW, A, FETCH, READ, FETCHED, BARRIERS),                              \
        ACCESS(MORE, DRAW, SLOT, TARGET, WRITE, DRAWN, 0)
#define STORAGE_BIT GLSORT_BARRIER_STORAGE
#define UNIFORM_BIT GLSORT_BARRIER_UNIFORM
#define INDIRECT_BIT GLSORT_BARRIER_INDIRECT
#define FETCH_BIT GLSORT_BARRIER_FETCH
#define IMAGE_BIT GLSORT_BARRIER_IMAGE
#define TEXTURE_BIT GLSORT_BARRIER_TEXTURE

static const struct {
    const char* what;
    struct access list[MOST_ACCESSES + 1];
} rows[] = {
    {"a read after a write gets the bit of its usage, and another one no second",
     {WRITE(A, STORAGE, 0), READ(A, STORAGE, STORAGE_BIT), READ(A, STORAGE, 0),
      READ(A, UNIFORM, UNIFORM_BIT), READ(A, INDIRECT, INDIRECT_BIT)}},
    {"a write after a read or a write gets a barrier",
     {READ(A, STORAGE, 0), WRITE(A, STORAGE, STORAGE_BIT),
      WRITE(A, STORAGE, STORAGE_BIT)}},
    {"an image and what fetches it get each their own bit",
     {WRITE(A, IMAGE, 0), READ(A, FETCH, FETCH_BIT), WRITE(B, STORAGE, 0),
      READ(B, STORAGE, STORAGE_BIT), WRITE(A, IMAGE, IMAGE_BIT),
      WRITE(A, IMAGE, IMAGE_BIT)}},
    {"uploads and draws need none",
     {ACCESS(FIRST, UPLOAD, A, COPY, WRITE, 0, 0),
      ACCESS(FIRST, DRAW, A, FETCH, READ, 0, 0), DRAW(A, 0),
      ACCESS(FIRST, DRAW, A, FETCH, READ, 0, 0)}},
    {"writes of ranges apart need none until they meet",
     {WRITE(A, STORAGE, 0), ACCESS(FIRST, DISPATCH, A, STORAGE, WRITE, 1, 0),
      ACCESS(FIRST, DISPATCH, A, STORAGE, WRITE, 2, 0), WRITE(A, STORAGE, STORAGE_BIT)}},
    {"so do reads",
     {READ(A, STORAGE, 0), ACCESS(FIRST, DISPATCH, A, STORAGE, WRITE, 1, 0),
      ACCESS(FIRST, DISPATCH, A, STORAGE, READ, 2, 0), WRITE(A, STORAGE, STORAGE_BIT)}},
    {"an output of keys waits for the readers of its input",
     {READ(SLOT_KEYS_IN, STORAGE, 0), AND_WRITE(A, IMAGE),
      READ(A, FETCH, FETCH_BIT | STORAGE_BIT), AND_WRITE(SLOT_KEYS_OUT, STORAGE)}},
    {"a draw that feeds back waits for draws and reads of what it touches",
     {DRAW(A, 0), FETCH_DRAW(0, A, 1, TEXTURE_BIT), FETCH_DRAW(0, A, 2, 0),
      FETCH_DRAW(3, A, 0, TEXTURE_BIT)}},
};

struct small {
    struct schedule s;
    struct pass passes[MOST_ACCESSES];
};

static void open_small(struct small* t, const struct access* list)
{
    struct pass* p = NULL;
    *t = (struct small){.s.pass_room = MOST_ACCESSES};
    t->s.passes = t->passes;
    for (; list->order != END; ++list) {
        if (list->order == FIRST)
            p = glsort_schedule_pass(&t->s, "pass", list->kind, GLSORT_PHASE_SORT, 0);
        glsort_pass_bind(p, list->slot, list->usage, list->access, 0, list->part * 64u,
                         64);
    }
}

TEST(each_access_waits_for_those_before_it_by_its_own_bits)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        struct small t;
        uint32_t pass = 0;
        open_small(&t, rows[i].list);
        glsort_barriers_derive(&t.s);
        for (const struct access* a = rows[i].list; a->order != END; ++a)
            if (a->order == FIRST && t.passes[pass++].barriers != a->barriers)
                fail_msg("%s: pass %u has %u", rows[i].what, pass - 1,
                         t.passes[pass - 1].barriers);
        assert_false(host_has_hazard(&t.s));
    }
}

TEST(a_peek_that_feeds_back_begins_with_a_texture_barrier)
{
    static const struct access list[] = {FETCH_DRAW(0, A, 1, TEXTURE_BIT),
                                         {.order = END}};
    struct small t;
    open_small(&t, list);
    t.s.is_peek = true;
    glsort_barriers_derive(&t.s);
    assert_int_equal(t.passes[0].barriers, TEXTURE_BIT);
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

static void check_schedule(const struct host_setup* setup,
                           const struct glsort_limits* limits, uint32_t max_count,
                           uint32_t count)
{
    struct plan_core core;
    host_core_open(&core, setup, limits, max_count);
    host_core_build(&core, count);
    if (host_has_hazard(&core.schedule))
        fail_msg("%s, %u elements: a barrier is missing", setup->name, count);
    check_removals(setup, &core.schedule);
    host_core_close(&core);
}

TEST(real_schedules_have_no_hazard_and_no_barrier_to_spare)
{
    const struct glsort_limits limits = host_roomy_limits(430);
    for (uint32_t i = 0; i < host_setup_count(); ++i) {
        const struct host_setup* setup = host_setup_at(i);
        const glsort_tuning tuning = tuning_of(setup->desc.tuning);
        uint32_t count = tuning.algorithm == GLSORT_ALGORITHM_ABISORT_TREE ? 300 : 20000;
        check_schedule(setup, &limits, count, count);
        // With a texture, if pairs.
        count = tuning.method == GLSORT_METHOD_RADIX_CHAIN ? (1 << 24) + 1 : 1 << 25;
        if (tuning.method == GLSORT_METHOD_RADIX_CHAIN ||
            (tuning.algorithm == GLSORT_ALGORITHM_ABISORT &&
             setup->desc.backend == GLSORT_BACKEND_COMPUTE))
            check_schedule(setup, &limits, count, count);
    }
}

// Counts that stages share passes for, and small ones in a large plan.
TEST(stages_in_one_texture_have_no_hazard_and_no_barrier_to_spare)
{
    static const uint32_t counts[] = {0,   1,   16,   17,   33,    64,    100,
                                      300, 901, 4097, 9000, 40000, 300000};
    const struct host_setup* setup =
        host_setup_named("tree-stages-fragment, values, GL 4.5");
    struct glsort_limits limits = host_roomy_limits(450);
    for (uint32_t i = 0; i < 2 * sizeof counts / sizeof counts[0]; ++i) {
        const uint32_t count = counts[i / 2];
        limits.is_software = i % 4 < 2;
        check_schedule(setup, &limits, i % 2 == 0 ? count + 1 : 300000, count);
    }
}
