// SPDX-License-Identifier: MIT
#include "parallel_sort.h"

#include <inttypes.h>
#include <stdio.h>

enum { RUNS = 3 }; // the best of them counts

// SplitMix64 (Steele, Lea, Flood 2014), of a number.
static uint64_t random_of(uint64_t number)
{
    uint64_t z = (number + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

// This rank's part of `count` keys, which are the same for any number of ranks.
static bool fill(const struct job* job, uint64_t count, struct shard* s)
{
    uint64_t first = shard_first(count, job->rank, job->size);
    uint64_t end = shard_first(count, job->rank + 1, job->size);
    uint32_t words = keys_words(s->type);
    if (!shard_allocate(s, end - first, false))
        return false;
    for (uint64_t i = 0; i < s->count * words; i++)
        s->bits[i] = (uint32_t)(random_of(first * words + i) >> 32);
    return true;
}

struct result {
    double seconds;
    double balance;              // the largest shard by the mean
    struct parallel_times times; // of the slowest rank, part by part
};

static bool measure(const struct parallel_sort* p, const struct job* job, uint64_t count,
                    struct result* best)
{
    for (int i = 0; i <= RUNS; i++) { // the first one compiles the shaders
        struct shard s = {.type = p->desc.key};
        struct parallel_times times;
        if (!job_agrees(job, fill(job, count, &s)))
            return false;
        MPI_Barrier(job->comm);
        double start = MPI_Wtime();
        bool good = parallel_sort_run(p, job, &s, &times);
        double seconds = job_max(job, MPI_Wtime() - start);
        double largest = job_max(job, (double)s.count);
        shard_release(&s);
        if (!good)
            return false;
        parallel_times_join(job, &times);
        if (i == 0 || (i > 1 && seconds >= best->seconds))
            continue;
        *best = (struct result){seconds, largest * job->size / (double)count, times};
    }
    return true;
}

static void print_result(const char* kind, int ranks, uint64_t count,
                         const struct result* r, double efficiency)
{
    printf("%-6s  %5d  %12" PRIu64 "  %8.3f  %9.1f  %5.0f %%  %7.3f  %7.3f  %8.3f  "
           "%7.3f  %8.1f  %7.4f\n",
           kind, ranks, count, r->seconds, (double)count / r->seconds / 1e6,
           100 * efficiency, r->times.sort, r->times.split, r->times.exchange,
           r->times.merge, (double)r->times.sent / 1e6, r->balance);
    fflush(stdout);
}

// One row of strong and one of weak scaling, by the first ranks of the job.
static bool measure_ranks(const struct parallel_sort* p, const struct job* all, int ranks,
                          uint64_t count, double alone[2])
{
    MPI_Comm some;
    bool good = true;
    MPI_Comm_split(all->comm, all->rank < ranks ? 0 : MPI_UNDEFINED, all->rank, &some);
    if (some != MPI_COMM_NULL) {
        static const char* const kinds[] = {"strong", "weak"};
        struct job job = job_of(some);
        for (int weak = 0; good && weak < 2; weak++) {
            uint64_t keys = weak ? count * (uint64_t)ranks : count;
            struct result r = {0};
            good = measure(p, &job, keys, &r);
            if (ranks == 1)
                alone[weak] = r.seconds;
            double ideal = weak ? alone[1] : alone[0] / ranks;
            if (good && all->rank == 0)
                print_result(kinds[weak], ranks, keys, &r, ideal / r.seconds);
        }
        MPI_Comm_free(&some);
    }
    job_wait(all); // those without work leave the CPU to the others
    int flag = good;
    MPI_Allreduce(MPI_IN_PLACE, &flag, 1, MPI_INT, MPI_MIN, all->comm);
    return flag != 0;
}

bool scaling_run(const struct parallel_sort* p, const struct job* job, uint64_t count)
{
    double alone[2] = {0};
    if (job->rank == 0)
        printf("%-6s  %5s  %12s  %8s  %9s  %7s  %7s  %7s  %8s  %7s  %8s  %7s\n", "kind",
               "ranks", "keys", "seconds", "Mkeys/s", "of ideal", "sort", "split",
               "exchange", "merge", "MB sent", "largest");
    for (int ranks = 1;; ranks = 2 * ranks < job->size ? 2 * ranks : job->size) {
        if (!measure_ranks(p, job, ranks, count, alone))
            return false;
        if (ranks == job->size)
            return true;
    }
}
