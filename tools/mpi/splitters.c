// SPDX-License-Identifier: MIT
// Regular sampling (Shi and Schaeffer, 1992) says roughly where the splitters are; rounds
// that count the keys up to some candidates each then find them exactly.
#include "splitters.h"

#include <string.h>

#include "reference.h"

enum {
    SAMPLES = 64,         // of a rank
    MOST_CANDIDATES = 64, // for a splitter in a round
    LEAST_CANDIDATES = 4,
    ALL_CANDIDATES = 512, // for all splitters, if that is not fewer than the least
};

struct search {
    const struct job* job;
    const struct shard* sorted;
    const glsort_sort_desc* desc;
    size_t splitters;  // job->size - 1
    size_t each;       // candidates for a splitter
    uint64_t* targets; // elements before each
    uint64_t* least;   // the splitter's rank is from least to most
    uint64_t* most;
    uint64_t* candidates; // `each` for every splitter, ascending
    uint64_t* counts;
    uint64_t* samples; // of all ranks, ascending
    size_t sample_count;
};

static uint64_t rank_at(const struct search* s, uint64_t at)
{
    return reference_rank(s->sorted->bits + at * keys_words(s->sorted->type), s->desc);
}

// Elements of this rank whose key is below the rank, or with `equal` at most that.
static uint64_t count_below(const struct search* s, uint64_t rank, bool equal)
{
    uint64_t first = 0;
    uint64_t left = s->sorted->count;
    while (left > 0) {
        uint64_t half = left / 2;
        uint64_t there = rank_at(s, first + half);
        bool below = there < rank || (equal && there == rank);
        first = below ? first + half + 1 : first;
        left = below ? left - half - 1 : half;
    }
    return first;
}

// ---- samples ------------------------------------------------------------------------

static int compare(const void* a, const void* b)
{
    uint64_t x = *(const uint64_t*)a;
    uint64_t y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

// A rank without elements has no samples; UINT64_MAX then stands for each.
static void gather_samples(struct search* s)
{
    uint64_t own[SAMPLES];
    for (uint64_t i = 0; i < SAMPLES; i++)
        own[i] = s->sorted->count > 0
                     ? rank_at(s, shard_first(s->sorted->count, (int)i, SAMPLES))
                     : UINT64_MAX;
    MPI_Allgather(own, SAMPLES, MPI_UINT64_T, s->samples, SAMPLES, MPI_UINT64_T,
                  s->job->comm);
    s->sample_count = (size_t)s->job->size * SAMPLES;
    qsort(s->samples, s->sample_count, sizeof *s->samples, compare);
}

// The samples around the place of a splitter, as far as they are within its bounds.
static void propose_samples(struct search* s, size_t splitter)
{
    uint64_t* to = s->candidates + splitter * s->each;
    size_t middle = (splitter + 1) * SAMPLES;
    size_t reach = (size_t)s->job->size;
    for (size_t i = 0; i < s->each; i++) {
        size_t at = middle + 2 * reach * i / (s->each - 1);
        at = at < reach ? 0 : at - reach;
        uint64_t sample = s->samples[at < s->sample_count ? at : s->sample_count - 1];
        to[i] = sample < s->most[splitter] ? sample : s->most[splitter];
    }
}

// Ranks at equal distances.
static void propose(struct search* s, size_t splitter)
{
    uint64_t* to = s->candidates + splitter * s->each;
    uint64_t least = s->least[splitter];
    uint64_t span = s->most[splitter] - least;
    for (uint64_t i = 0; i < s->each; i++) {
        uint64_t step = span / s->each * i + span % s->each * i / s->each;
        to[i] = least + step;
    }
}

// ---- rounds -------------------------------------------------------------------------

// Narrows all bounds. True if every splitter is found.
static bool ask(struct search* s)
{
    size_t all = s->splitters * s->each;
    bool found = true;
    for (size_t i = 0; i < all; i++)
        s->counts[i] = count_below(s, s->candidates[i], true);
    MPI_Allreduce(MPI_IN_PLACE, s->counts, (int)all, MPI_UINT64_T, MPI_SUM, s->job->comm);
    for (size_t j = 0; j < s->splitters; j++) {
        for (size_t i = 0; i < s->each; i++) {
            uint64_t candidate = s->candidates[j * s->each + i];
            if (s->counts[j * s->each + i] < s->targets[j]) {
                if (candidate >= s->least[j])
                    s->least[j] = candidate + 1;
            } else if (candidate < s->most[j]) {
                s->most[j] = candidate;
            }
        }
        found = found && s->least[j] >= s->most[j];
    }
    return found;
}

// Of the elements that equal a splitter, each rank gives those that are still needed
// after the ranks before it.
static void share_ties(struct search* s, uint64_t* cuts)
{
    uint64_t* below = s->counts;
    uint64_t* ties = s->counts + s->splitters;
    uint64_t* all_below = s->candidates;
    uint64_t* ties_before = s->candidates + s->splitters;
    for (size_t j = 0; j < s->splitters; j++) {
        below[j] = count_below(s, s->most[j], false);
        ties[j] = count_below(s, s->most[j], true) - below[j];
        ties_before[j] = 0;
    }
    int count = (int)s->splitters;
    MPI_Allreduce(below, all_below, count, MPI_UINT64_T, MPI_SUM, s->job->comm);
    MPI_Exscan(ties, ties_before, count, MPI_UINT64_T, MPI_SUM, s->job->comm);
    for (size_t j = 0; j < s->splitters; j++) {
        uint64_t wanted = s->targets[j] - all_below[j];
        uint64_t before = s->job->rank == 0 ? 0 : ties_before[j];
        uint64_t left = wanted > before ? wanted - before : 0;
        cuts[j + 1] = below[j] + (left < ties[j] ? left : ties[j]);
    }
}

static uint64_t greatest_rank(const glsort_sort_desc* desc)
{
    return UINT64_MAX >> (64 - 8 * keys_bytes(desc->key));
}

bool splitters_find(const struct job* job, const struct shard* sorted,
                    const glsort_sort_desc* desc, uint64_t* cuts, uint32_t* rounds)
{
    size_t splitters = (size_t)job->size - 1;
    struct search s = {
        .job = job, .sorted = sorted, .desc = desc, .splitters = splitters};
    s.each = ALL_CANDIDATES / (splitters > 0 ? splitters : 1);
    s.each = s.each > MOST_CANDIDATES    ? MOST_CANDIDATES
             : s.each < LEAST_CANDIDATES ? LEAST_CANDIDATES
                                         : s.each;
    size_t numbers = splitters * (3 + 2 * s.each) + (size_t)job->size * SAMPLES + 4;
    uint64_t total = job_sum(job, sorted->count);
    uint64_t* memory = calloc(numbers, sizeof *memory);
    *rounds = 0;
    cuts[0] = 0;
    cuts[job->size] = sorted->count;
    if (!job_agrees(job, memory || complain_of_memory())) {
        free(memory);
        return false;
    }
    s.targets = memory;
    s.least = s.targets + splitters;
    s.most = s.least + splitters;
    s.candidates = s.most + splitters;
    s.counts = s.candidates + splitters * s.each;
    s.samples = s.counts + splitters * s.each;
    for (size_t j = 0; j < splitters; j++) {
        s.targets[j] = shard_first(total, (int)j + 1, job->size);
        s.most[j] = greatest_rank(desc);
    }
    if (splitters > 0) {
        gather_samples(&s);
        for (bool found = false; !found; ++*rounds) {
            for (size_t j = 0; j < splitters; j++)
                *rounds == 0 ? propose_samples(&s, j) : propose(&s, j);
            found = ask(&s);
        }
        share_ties(&s, cuts);
    }
    free(memory);
    return true;
}
