// SPDX-License-Identifier: MIT
// Sorts of the CPU, by ascending key. Of these only the last is stable.
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>

struct pair;

void peer_qsort(struct pair* pairs, size_t count);
void peer_std_sort(struct pair* pairs, size_t count);
void peer_std_stable_sort(struct pair* pairs, size_t count);

#ifdef __cplusplus
}
#endif

#endif
