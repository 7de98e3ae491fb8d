// SPDX-License-Identifier: MIT
// Where the shards of the sorted whole begin in the sorted shards of all ranks.
#ifndef SPLITTERS_H
#define SPLITTERS_H

#include "job.h"
#include "shard.h"

// Writes size + 1 numbers: elements cuts[r] to cuts[r + 1] of this rank's sorted shard
// belong to rank r. Every rank gets equally many elements, give or take one; of equal
// keys those of lower ranks come first, and so those of lower positions. *rounds: how
// often all ranks were asked. Collective; false, with a sentence kept, if there is no
// memory.
bool splitters_find(const struct job* job, const struct shard* sorted,
                    const glsort_sort_desc* desc, uint64_t* cuts, uint32_t* rounds);

#endif
