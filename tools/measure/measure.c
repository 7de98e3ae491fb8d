// SPDX-License-Identifier: MIT
#include "measure.h"

#include <stdio.h>
#include <string.h>

#include "order_lanes.h"

static const double warm_up_ms = 400.0;
// A lane whose run takes longer is checked once, not twice.
static const double quick_ms = 250.0;
// A run that takes longer is not run again just to split it into passes.
static const double slow_ms = 2000.0;
static const uint64_t least_rate_bytes = 64u << 20, most_rate_bytes = 1u << 30;
static const uint64_t software_rate_bytes = 16u << 20;
// Below this the time of a run hardly depends on the count, so it predicts nothing for
// larger counts.
static const uint32_t telling_count = 1u << 16;
// The same for a comparison of forms (choice.hopeless).
static const uint32_t soon_telling_count = 1u << 13;
// Above this the CPU's part of a sample takes far longer than the GPU's.
static const uint32_t many = 1u << 24;

enum { LEAST_SAMPLES = 3, TRANSFERS = 5 };

static void take_forms(struct forms* forms, const struct choice* choice)
{
    if (choice->forms)
        *forms = *choice->forms;
    else
        forms_list(forms);
}

void bench_open(struct bench* bench, const struct bench_gl* gl, glsort_context* context)
{
    bench->gl = *gl;
    bench->context = context;
    take_forms(&bench->forms, &bench->choice);
    glsort_context_limits(context, &bench->limits);
    copier_create(&bench->copier, &bench->gl,
                  bench->limits.has_compute ? bench->limits.storage_block_bytes : 0);
}

void bench_close(struct bench* bench)
{
    copier_destroy(&bench->copier);
    if (bench->cold[0] != 0)
        bench->gl.DeleteBuffers(2, bench->cold);
}

void bench_forget(struct bench* bench)
{
    memset(bench->last_ms_an_element, 0, sizeof bench->last_ms_an_element);
}

// ---- which ----------------------------------------------------------------------------

// form: its name; "": a peer.
static bool is_named(const struct choice* choice, const char* form, const char* algorithm,
                     const char* variant, const char* backend)
{
    char name[128], part[128];
    if (choice->backend && strcmp(choice->backend, backend) != 0)
        return false;
    snprintf(name, sizeof name, "/%s/%s/%s/", algorithm, variant, backend);
    for (const char* const* word = choice->only; *word; ++word) {
        snprintf(part, sizeof part, "/%s/", *word);
        if (strcmp(form, *word) == 0 || strstr(name, part))
            return true;
    }
    return choice->only[0] == NULL;
}

static bool is_wanted(const struct choice* choice, const struct form* form)
{
    bool whole = form->block == UINT32_MAX;
    return (whole || choice->only[0]) &&
           is_named(choice, form->name, form->algorithm, form->variant,
                    backend_name(form->desc.backend));
}

static bool is_wanted_peer(const struct choice* choice, const struct peer* peer)
{
    return is_named(choice, "", peer->algorithm, peer->variant, "cpu");
}

static void add_lane(struct lanes* lanes, struct arena* arena, const struct form* form,
                     const struct peer* peer)
{
    if (lanes->count == MAX_LANES)
        return;
    struct lane* lane = &lanes->at[lanes->count++];
    *lane = (struct lane){.kind = form ? &plan_lane_kind : &peer_lane_kind,
                          .arena = arena,
                          .form = form,
                          .peer = peer};
    lane->row = (struct row){
        .task = arena->work.task,
        .entropy = arena->work.entropy,
        .form = form,
        .algorithm = form ? form->algorithm : peer->algorithm,
        .variant = form ? form->variant : peer->variant,
        .backend = form ? backend_name(form->desc.backend) : "cpu",
        .right = true,
    };
}

static void list_lanes(struct lanes* lanes, struct arena* arena)
{
    const struct choice* choice = &arena->bench->choice;
    const struct forms* forms = &arena->bench->forms;
    const struct peer* peer = arena->bench->peers;
    for (uint32_t i = 0; i < forms->count; ++i)
        if (is_wanted(choice, &forms->at[i]))
            add_lane(lanes, arena, &forms->at[i], NULL);
    for (; peer && peer->algorithm; ++peer)
        if (is_wanted_peer(choice, peer))
            add_lane(lanes, arena, NULL, peer);
}

bool choice_is_empty(const struct choice* choice, const struct peer* peers)
{
    struct forms forms;
    take_forms(&forms, choice);
    for (uint32_t i = 0; i < forms.count; ++i)
        if (is_wanted(choice, &forms.at[i]))
            return false;
    for (; peers && peers->algorithm; ++peers)
        if (is_wanted_peer(choice, peers))
            return false;
    return true;
}

// The least time an element at the count before of a lane of this backend; 0: unknown.
static double best_ms_an_element(const struct lanes* lanes, const char* backend)
{
    double best = 0.0;
    for (uint32_t i = 0; i < lanes->count; ++i) {
        const double ms = lanes->at[i].arena->bench->last_ms_an_element[i];
        if (ms > 0.0 && (best <= 0.0 || ms < best) &&
            strcmp(lanes->at[i].row.backend, backend) == 0)
            best = ms;
    }
    return best;
}

// Refuses a lane whose run would take longer than all lanes together may, or that was
// much slower than others.
static void foresee(struct lanes* lanes, uint32_t number)
{
    struct lane* lane = &lanes->at[number];
    const struct bench* bench = lane->arena->bench;
    const double hopeless = bench->choice.hopeless;
    const double last = bench->last_ms_an_element[number];
    if (!lane->kind->submit && lane->row.task.count > many && !bench->choice.only[0])
        lane_refuse(lane,
                    "not run: so large a sort on the CPU runs only if --only names it");
    if (hopeless > 0.0 && last > hopeless * best_ms_an_element(lanes, lane->row.backend))
        lane_refuse(lane, "not run: far slower than others at the count before");
    double ms = last * lane->row.task.count;
    if (ms <= bench->choice.seconds * 1e3)
        return;
    snprintf(lane->row.refusal, REFUSAL_BYTES,
             "not run: after the smaller counts a run should take %.0f s or more, and "
             "--budget gives this count %.0f s",
             ms * 1e-3, bench->choice.seconds);
}

// ---- turns ----------------------------------------------------------------------------

static double run_lane(struct lane* lane)
{
    if (lane->kind->poison)
        lane->kind->poison(lane);
    return lane_run(lane, NULL);
}

static void check_lane(struct lane* lane)
{
    bool right = lane->kind->check(lane);
    lane->row.right = lane->row.right && right;
}

// Runs every lane once to estimate its time, and checks the result.
static void try_lanes(struct lanes* lanes)
{
    for (uint32_t i = 0; i < lanes->count; ++i) {
        struct lane* lane = &lanes->at[i];
        if (lane->kind->create)
            lane->kind->create(lane);
        if (lane_is_live(lane)) // the library's own refusal is more precise
            foresee(lanes, i);
        if (!lane_is_live(lane))
            continue;
        lane->estimate_ms = run_lane(lane);
        if (!lane_is_live(lane))
            continue;
        check_lane(lane);
        // The first run is slower: it links programs and first touches memory.
        if (lane->estimate_ms < quick_ms)
            lane->estimate_ms = run_lane(lane);
    }
}

static double warm_up_of(const struct choice* choice)
{
    if (choice->starts_cold)
        return 0.0;
    return choice->warm_up_ms > 0.0 ? choice->warm_up_ms : warm_up_ms;
}

// Runs the GPU lanes in turn until the device has had time to reach its full clock.
static void warm_up(struct lanes* lanes, const struct choice* choice)
{
    const double least_ms = warm_up_of(choice);
    double start = clock_ms();
    for (bool any = true; any && clock_ms() - start < least_ms;) {
        any = false;
        for (uint32_t i = 0; i < lanes->count; ++i) {
            struct lane* lane = &lanes->at[i];
            if (!lane->kind->submit || !lane_is_live(lane) ||
                lane->estimate_ms > least_ms)
                continue;
            lane_run(lane, NULL);
            any = true;
        }
    }
}

static bool wants_sample(const struct lane* lane, double share_ms)
{
    uint32_t taken = lane->row.cpu.count;
    if (!lane_is_live(lane) || taken >= lane->arena->bench->choice.samples)
        return false;
    if (taken == 0)
        return true;
    double next = lane->spent_ms + lane->spent_ms / taken;
    return next <= share_ms ||
           (taken < LEAST_SAMPLES && lane->estimate_ms * LEAST_SAMPLES <= 4.0 * share_ms);
}

// GPU lanes and CPU lanes are sampled separately: a GPU clocks down while the CPU sorts.
static void sample_lanes(struct lanes* lanes, bool on_gpu, double share_ms)
{
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < lanes->count; ++i) {
            struct lane* lane = &lanes->at[i];
            if ((lane->kind->submit != NULL) != on_gpu || !wants_sample(lane, share_ms))
                continue;
            lane_sample(lane);
            any = true;
        }
    }
}

static void sample_transfers(struct lanes* lanes, double share_ms)
{
    for (uint32_t round = 0; round < TRANSFERS; ++round) {
        for (uint32_t i = 0; i < lanes->count; ++i) {
            struct lane* lane = &lanes->at[i];
            if (round > 0 && lane->row.task.count > many)
                return;
            if (lane->kind->sample_transfer && lane_is_live(lane) &&
                (round == 0 || lane->estimate_ms * (round + 1) < share_ms))
                lane->kind->sample_transfer(lane);
        }
    }
}

static void measure_rate(struct bench* bench, const struct task* task)
{
    uint64_t bytes = (uint64_t)task->count * (task->key->bytes + task->values->bytes);
    if (bytes < least_rate_bytes)
        bytes = least_rate_bytes;
    if (bytes > most_rate_bytes)
        bytes = most_rate_bytes;
    if (bench->limits.is_software)
        bytes = software_rate_bytes;
    if (bench->rate_bytes == bytes)
        return;
    bench->rate_bytes = bytes;
    bench->copy_rate =
        copier_rate(&bench->copier, bytes, bench->limits.is_software,
                    bench->limits.is_software ? 0.0 : warm_up_of(&bench->choice));
}

static void finish_lane(struct lane* lane, uint32_t number, double share_ms)
{
    struct bench* bench = lane->arena->bench;
    double ms = samples_median(&lane->row.cpu);
    if (lane->row.task.count >=
        (bench->choice.hopeless > 0.0 ? soon_telling_count : telling_count))
        bench->last_ms_an_element[number] = ms / lane->row.task.count;
    // Once more, since other lanes have overwritten the buffers.
    if (ms < quick_ms && lane->row.task.count <= many && run_lane(lane) >= 0.0)
        check_lane(lane);
    if (lane->kind->split && !bench->choice.sorts_alone)
        lane->kind->split(lane,
                          ms > slow_ms ? 0 : 1 + (uint32_t)(share_ms / (4 * ms + 1)));
}

static void measure(struct lanes* lanes, struct arena* arena)
{
    uint32_t live = 0;
    try_lanes(lanes);
    for (uint32_t i = 0; i < lanes->count; ++i)
        live += lane_is_live(&lanes->at[i]);
    double share_ms = arena->bench->choice.seconds * 1e3 / (live > 0 ? live : 1);
    // Nothing that keeps the CPU busy may come between warming up and the samples.
    measure_rate(arena->bench, &arena->work.task);
    warm_up(lanes, &arena->bench->choice);
    sample_lanes(lanes, true, share_ms);
    if (!arena->bench->choice.sorts_alone)
        sample_transfers(lanes, share_ms);
    sample_lanes(lanes, false, share_ms);
    for (uint32_t i = 0; i < lanes->count; ++i) {
        lanes->at[i].row.copy_rate = arena->bench->copy_rate;
        if (lane_is_live(&lanes->at[i]))
            finish_lane(&lanes->at[i], i, share_ms);
    }
}

// ---- a task ---------------------------------------------------------------------------

static bool report(const struct bench* bench, struct lanes* lanes,
                   struct row_writer** writers, uint32_t writer_count, char* message,
                   size_t message_bytes)
{
    bool right = true;
    for (uint32_t i = 0; i < lanes->count; ++i) {
        struct lane* lane = &lanes->at[i];
        if (bench->watch)
            bench->watch(bench->watch_user, &lane->row);
        for (uint32_t w = 0; w < writer_count; ++w)
            rows_add(writers[w], &lane->row);
        if (!lane->row.right) {
            right = false;
            snprintf(message, message_bytes, "%s/%s/%s: the result of %u keys is wrong",
                     lane->row.algorithm, lane->row.variant, lane->row.backend,
                     (unsigned)lane->row.task.count);
        }
        if (lane->kind->release)
            lane->kind->release(lane);
        row_release(&lane->row);
    }
    return right;
}

static bool left_no_error(const struct bench* bench, char* message, size_t message_bytes)
{
    if (bench->gl.GetError() == GL_NO_ERROR)
        return true;
    snprintf(message, message_bytes, "a GL error is left behind");
    return false;
}

bool bench_task(struct bench* bench, const struct task* task, struct row_writer** writers,
                uint32_t writer_count, char* message, size_t message_bytes)
{
    static struct lanes lanes; // a few hundred KiB
    struct arena arena;
    if (!arena_create(&arena, bench, task)) {
        snprintf(message, message_bytes, "there is no memory for %u keys",
                 (unsigned)task->count);
        return false;
    }
    lanes.count = 0;
    list_lanes(&lanes, &arena);
    measure(&lanes, &arena);
    bool right = report(bench, &lanes, writers, writer_count, message, message_bytes);
    arena_release(&arena);
    return left_no_error(bench, message, message_bytes) && right;
}

bool bench_order(struct bench* bench, const struct order_task* task,
                 struct row_writer** writers, uint32_t writer_count, char* message,
                 size_t message_bytes)
{
    static struct lanes lanes;
    struct order_arena arena;
    if (!order_arena_create(&arena, bench, task)) {
        snprintf(message, message_bytes, "there is no memory for %u elements",
                 (unsigned)task->desc.max_count);
        return false;
    }
    order_lanes_list(&lanes, &arena);
    measure(&lanes, &arena.base);
    bool right = report(bench, &lanes, writers, writer_count, message, message_bytes);
    order_arena_release(&arena);
    return left_no_error(bench, message, message_bytes) && right;
}
