// SPDX-License-Identifier: MIT
#include "peer.h"

#include <algorithm>

#ifdef BENCH_WITH_PARALLEL
#include <parallel/algorithm>
#endif
#ifdef BENCH_WITH_VQSORT
#include <hwy/contrib/sort/vqsort.h>
#endif

namespace
{

// As in peer.h: the value's words, padding, the rank.
template <class Rank, uint32_t WORDS>
struct record {
    static const uint32_t rank_bytes = sizeof(Rank);
    static const uint32_t value_bytes = 4 * WORDS;
    alignas(Rank) uint32_t value[WORDS];
    Rank rank;
};

template <class Rank>
struct record<Rank, 0> {
    static const uint32_t rank_bytes = sizeof(Rank);
    static const uint32_t value_bytes = 0;
    Rank rank;
};

// A function object, so that the templates inline the comparison.
struct comes_first {
    template <class T>
    bool operator()(const T& a, const T& b) const
    {
        return a.rank < b.rank;
    }
};

struct by_sort {
    template <class T>
    static void run(T* at, size_t count)
    {
        std::sort(at, at + count, comes_first());
    }
};

struct by_stable_sort {
    template <class T>
    static void run(T* at, size_t count)
    {
        std::stable_sort(at, at + count, comes_first());
    }
};

#ifdef BENCH_WITH_PARALLEL
struct by_parallel_sort {
    template <class T>
    static void run(T* at, size_t count)
    {
        __gnu_parallel::sort(at, at + count, comes_first());
    }
};
#endif

template <class Sort, class T>
bool run_if(void* records, size_t count, uint32_t rank_bytes, uint32_t value_bytes)
{
    if (T::rank_bytes != rank_bytes || T::value_bytes != value_bytes)
        return false;
    Sort::run(static_cast<T*>(records), count);
    return true;
}

template <class Sort>
bool sort_records(void* at, size_t count, uint32_t rank_bytes, uint32_t value_bytes)
{
    return run_if<Sort, record<uint32_t, 0>>(at, count, rank_bytes, value_bytes) ||
           run_if<Sort, record<uint32_t, 1>>(at, count, rank_bytes, value_bytes) ||
           run_if<Sort, record<uint32_t, 2>>(at, count, rank_bytes, value_bytes) ||
           run_if<Sort, record<uint32_t, 4>>(at, count, rank_bytes, value_bytes) ||
           run_if<Sort, record<uint64_t, 0>>(at, count, rank_bytes, value_bytes) ||
           run_if<Sort, record<uint64_t, 1>>(at, count, rank_bytes, value_bytes) ||
           run_if<Sort, record<uint64_t, 2>>(at, count, rank_bytes, value_bytes) ||
           run_if<Sort, record<uint64_t, 4>>(at, count, rank_bytes, value_bytes);
}

#ifdef BENCH_WITH_VQSORT
template <class T>
void vqsort(void* records, size_t count)
{
    static const hwy::Sorter sorter;
    sorter(static_cast<T*>(records), count, hwy::SortAscending());
}

// A record whose value is as wide as its rank, or narrower, is what Highway calls a pair:
// the value first, then the key.
bool sort_by_vqsort(void* at, size_t count, uint32_t rank_bytes, uint32_t value_bytes)
{
    if (value_bytes > rank_bytes)
        return false;
    if (rank_bytes == 4)
        value_bytes == 0 ? vqsort<uint32_t>(at, count) : vqsort<hwy::K32V32>(at, count);
    else
        value_bytes == 0 ? vqsort<uint64_t>(at, count) : vqsort<hwy::K64V64>(at, count);
    return true;
}
#endif

} // namespace

const struct peer cpu_peers[] = {
    {"std::sort", "1-thread", false, sort_records<by_sort>},
    {"std::stable_sort", "1-thread", true, sort_records<by_stable_sort>},
#ifdef BENCH_WITH_PARALLEL
    {"__gnu_parallel::sort", "all-threads", false, sort_records<by_parallel_sort>},
#endif
#ifdef BENCH_WITH_VQSORT
    {"vqsort", "highway", false, sort_by_vqsort},
#endif
    {nullptr, nullptr, false, nullptr},
};
