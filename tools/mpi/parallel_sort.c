// SPDX-License-Identifier: MIT
#include "parallel_sort.h"

#include <string.h>

#include <glsort/glsort_host.h>
#include <glsort/glsort_inspect.h>

#include "splitters.h"

static bool complain_of(const struct parallel_sort* p, glsort_result result)
{
    const char* sentence = glsort_last_error(p->context);
    return result >= 0 ||
           complain("%s", *sentence ? sentence : glsort_result_name(result));
}

// ---- each rank by itself ------------------------------------------------------------

// Sorts the shard in place. Positions move as values, or are made from the first on.
static bool sort_shard(const struct parallel_sort* p, struct shard* s, bool make,
                       uint64_t first)
{
    glsort_sort_desc desc = p->desc;
    desc.values = !s->positions ? GLSORT_VALUES_NONE
                  : make        ? GLSORT_VALUES_INDICES
                                : GLSORT_VALUES_8_BYTES;
    const glsort_host_args args = {
        .count = s->count,
        .keys_in = s->bits,
        .keys_out = s->bits,
        .values_in = make ? NULL : s->positions,
        .values_out = s->positions,
        .memory = p->memory,
    };
    if (!complain_of(p, glsort_sort_host(p->context, &desc, &args)))
        return false;
    for (uint64_t i = 0; make && s->positions && i < s->count; i++)
        s->positions[i] += first;
    return true;
}

// Merges the sorted parts of the shard, which begin at starts[0] to starts[parts]. A GPU
// sorts them instead, which is stable.
static bool merge_parts(const struct parallel_sort* p, struct shard* s,
                        const uint64_t* starts, uint32_t parts)
{
    glsort_limits limits;
    glsort_context_limits(p->context, &limits);
    if (!limits.is_software)
        return sort_shard(p, s, false, 0);
    glsort_sort_desc desc = p->desc;
    desc.values = s->positions ? GLSORT_VALUES_INDICES : GLSORT_VALUES_NONE;
    struct shard merged = {.type = s->type};
    glsort_sorted_run* runs = calloc(parts, sizeof *runs);
    uint64_t done = 0;
    bool good = (runs || complain_of_memory()) &&
                shard_allocate(&merged, s->count, s->positions != NULL);
    for (uint32_t i = 0; good && i < parts; i++)
        runs[i] = (glsort_sorted_run){
            .keys = s->bits + starts[i] * keys_words(s->type),
            .values = s->positions ? s->positions + starts[i] : NULL,
            .count = starts[i + 1] - starts[i],
        };
    const glsort_merge_args args = {runs, parts, merged.bits, merged.positions, s->count};
    good = good && complain_of(p, glsort_merge_host(p->context, &desc, &args, &done));
    free(runs);
    shard_release(good ? s : &merged);
    if (good)
        *s = merged;
    return good;
}

// ---- the exchange -------------------------------------------------------------------

// What one array sends and receives, in elements: to rank r send[r] to send[r + 1] of
// `from`, from rank r receive[r] to receive[r + 1] of `to`.
struct transfer {
    const uint8_t* from;
    uint8_t* to;
    size_t element;
    const uint64_t* send;
    const uint64_t* receive;
};

// Buffers of one piece: pieces of all ranks behind one another, so that numbers of 32
// bits reach.
struct pieces {
    uint8_t* sent;
    uint8_t* received;
    int* send_counts;
    int* send_at;
    int* receive_counts;
    int* receive_at;
    uint64_t most; // elements for a rank
};

static bool open_pieces(struct pieces* b, uint64_t bytes, size_t element, int size)
{
    size_t ranks = (size_t)size;
    b->most = bytes / element / ranks > 0 ? bytes / element / ranks : 1;
    b->sent = malloc(b->most * element * ranks);
    b->received = malloc(b->most * element * ranks);
    b->send_counts = malloc(4 * ranks * sizeof *b->send_counts);
    if (!b->sent || !b->received || !b->send_counts)
        return complain_of_memory();
    b->send_at = b->send_counts + ranks;
    b->receive_counts = b->send_at + ranks;
    b->receive_at = b->receive_counts + ranks;
    return true;
}

static void close_pieces(struct pieces* b)
{
    free(b->sent);
    free(b->received);
    free(b->send_counts);
}

// The bytes of a rank's part in a round.
static int part_of(const uint64_t* bounds, int rank, uint64_t round, uint64_t most,
                   size_t element)
{
    uint64_t count = bounds[rank + 1] - bounds[rank];
    uint64_t done = round * most;
    uint64_t left = count > done ? count - done : 0;
    return (int)((left < most ? left : most) * element);
}

static void exchange_round(const struct job* job, const struct transfer* t,
                           struct pieces* b, uint64_t round)
{
    int sent = 0;
    int received = 0;
    for (int r = 0; r < job->size; r++) {
        int bytes = part_of(t->send, r, round, b->most, t->element);
        memcpy(b->sent + sent,
               t->from + (t->send[r] + (bytes ? round * b->most : 0)) * t->element,
               (size_t)bytes);
        b->send_counts[r] = bytes;
        b->send_at[r] = sent;
        sent += bytes;
        b->receive_counts[r] = part_of(t->receive, r, round, b->most, t->element);
        b->receive_at[r] = received;
        received += b->receive_counts[r];
    }
    MPI_Alltoallv(b->sent, b->send_counts, b->send_at, MPI_BYTE, b->received,
                  b->receive_counts, b->receive_at, MPI_BYTE, job->comm);
    for (int r = 0; r < job->size; r++)
        if (b->receive_counts[r] > 0)
            memcpy(t->to + (t->receive[r] + round * b->most) * t->element,
                   b->received + b->receive_at[r], (size_t)b->receive_counts[r]);
}

static bool exchange(const struct job* job, const struct transfer* t, uint64_t piece)
{
    struct pieces b = {0};
    bool good = open_pieces(&b, piece, t->element, job->size);
    if (job_agrees(job, good)) {
        uint64_t rounds = 0;
        for (int r = 0; r < job->size; r++) {
            uint64_t needed = (t->send[r + 1] - t->send[r] + b.most - 1) / b.most;
            rounds = needed > rounds ? needed : rounds;
        }
        MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_UINT64_T, MPI_MAX, job->comm);
        for (uint64_t i = 0; i < rounds; i++)
            exchange_round(job, t, &b, i);
    } else {
        good = false;
    }
    close_pieces(&b);
    return good;
}

// starts[r] receives where the elements of rank r begin.
static void count_receptions(const struct job* job, const uint64_t* cuts,
                             uint64_t* starts, uint64_t* counts)
{
    for (int r = 0; r < job->size; r++)
        counts[r] = cuts[r + 1] - cuts[r];
    MPI_Alltoall(counts, 1, MPI_UINT64_T, starts + 1, 1, MPI_UINT64_T, job->comm);
    starts[0] = 0;
    for (int r = 0; r < job->size; r++)
        starts[r + 1] += starts[r];
}

// Replaces the shard by what all ranks have for it.
static bool exchange_shards(const struct parallel_sort* p, const struct job* job,
                            struct shard* s, const uint64_t* cuts, const uint64_t* starts)
{
    struct shard got = {.type = s->type};
    bool positions = s->positions != NULL;
    bool good = job_agrees(job, shard_allocate(&got, starts[job->size], positions));
    const struct transfer keys = {(const uint8_t*)s->bits, (uint8_t*)got.bits,
                                  shard_key_bytes(s), cuts, starts};
    const struct transfer numbers = {(const uint8_t*)s->positions,
                                     (uint8_t*)got.positions, sizeof *s->positions, cuts,
                                     starts};
    good = good && exchange(job, &keys, p->piece) &&
           (!positions || exchange(job, &numbers, p->piece));
    shard_release(good ? s : &got);
    if (good)
        *s = got;
    return good;
}

// ---- all ----------------------------------------------------------------------------

static double lap(double* clock)
{
    double before = *clock;
    *clock = MPI_Wtime();
    return *clock - before;
}

bool parallel_sort_run(const struct parallel_sort* p, const struct job* job,
                       struct shard* shard, struct parallel_times* times)
{
    size_t bounds = (size_t)job->size + 1;
    uint64_t* cuts = calloc(3 * bounds, sizeof *cuts);
    uint64_t* starts = cuts + bounds;
    double clock = MPI_Wtime();
    uint64_t first = job_sum_before(job, shard->count);
    *times = (struct parallel_times){0};
    bool good = job_agrees(job, (cuts || complain_of_memory()) &&
                                    sort_shard(p, shard, true, first));
    times->sort = lap(&clock);
    good = good && splitters_find(job, shard, &p->desc, cuts, &times->rounds);
    times->split = lap(&clock);
    if (good) {
        uint64_t own = cuts[job->rank + 1] - cuts[job->rank];
        times->sent = (shard->count - own) * (shard_key_bytes(shard) +
                                              (shard->positions ? sizeof(uint64_t) : 0));
        count_receptions(job, cuts, starts, starts + bounds);
        good = exchange_shards(p, job, shard, cuts, starts);
    }
    times->exchange = lap(&clock);
    good = good && job_agrees(job, merge_parts(p, shard, starts, (uint32_t)job->size));
    times->merge = lap(&clock);
    free(cuts);
    return good;
}

void parallel_times_join(const struct job* job, struct parallel_times* times)
{
    double* const parts[] = {&times->sort, &times->split, &times->exchange,
                             &times->merge};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = job_max(job, *parts[i]);
    times->sent = job_sum(job, times->sent);
}
