// SPDX-License-Identifier: MIT
// A few threads that copy memory for glsort_sort_host(), beside the one that calls it.
#ifndef CREW_H
#define CREW_H

#include <stdint.h>

#include <glsort/glsort_host.h>

struct crew;

// As many threads as the machine has processors, of at most four, the caller's included.
// NULL, which the other functions take too, if that is one, or if the system has none
// left.
struct crew* crew_open(void);
void crew_close(struct crew* crew);

// For glsort_host_args.parallel; NULL without a crew.
glsort_host_parallel crew_parallel(const struct crew* crew);

#endif
