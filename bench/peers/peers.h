// SPDX-License-Identifier: MIT
// The sorts of the CPU that this build has.
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include "peer.h"

#ifdef __cplusplus
extern "C" {
#endif

// The table ends with a name of NULL.
extern const struct peer peers[];

#ifdef __cplusplus
}
#endif

#endif
