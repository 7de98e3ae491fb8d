// SPDX-License-Identifier: MIT
#include "peers.h"

#include <algorithm>
#include <cstdlib>

#include "forms.h"

// A type, so that the templates inline the comparison.
struct comes_first {
    bool operator()(const pair& a, const pair& b) const
    {
        return a.key < b.key;
    }
};

static int compare(const void* a, const void* b)
{
    const pair* x = static_cast<const pair*>(a);
    const pair* y = static_cast<const pair*>(b);
    return (x->key > y->key) - (x->key < y->key);
}

void peer_qsort(pair* pairs, size_t count)
{
    std::qsort(pairs, count, sizeof *pairs, compare);
}

void peer_std_sort(pair* pairs, size_t count)
{
    std::sort(pairs, pairs + count, comes_first());
}

void peer_std_stable_sort(pair* pairs, size_t count)
{
    std::stable_sort(pairs, pairs + count, comes_first());
}
