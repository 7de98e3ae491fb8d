// SPDX-License-Identifier: MIT
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double first_after = 0.5;
static const double again_after = 0.1;

double progress_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_start(struct progress* p, bool quiet)
{
    *p = (struct progress){
        .wanted = !quiet && isatty(STDERR_FILENO),
        .next = progress_clock() + first_after,
    };
}

void progress_show(struct progress* p, const char* what, uint64_t done, uint64_t total)
{
    if (!p->wanted || progress_clock() < p->next)
        return;
    double part = total ? 100.0 * (double)done / (double)total : 100.0;
    fprintf(stderr, "\r%s %3.0f %%\033[K", what, part);
    fflush(stderr);
    p->shown = true;
    p->next = progress_clock() + again_after;
}

void progress_end(struct progress* p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
}
