// SPDX-License-Identifier: MIT
#include "progress_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double first_after = 0.5;
static const double again_after = 0.1;

double progress_line_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_line_start(struct progress_line* p, bool quiet)
{
    *p = (struct progress_line){
        .wanted = !quiet && isatty(STDERR_FILENO),
        .next = progress_line_clock() + first_after,
    };
}

void progress_line_show(struct progress_line* p, const char* what, uint64_t done,
                        uint64_t total)
{
    if (!p->wanted || progress_line_clock() < p->next)
        return;
    if (total > 0)
        fprintf(stderr, "\r%s %3.0f %%\033[K", what,
                100.0 * (double)done / (double)total);
    else
        fprintf(stderr, "\r%s, %" PRIu64 " read\033[K", what, done);
    fflush(stderr);
    p->shown = true;
    p->next = progress_line_clock() + again_after;
}

void progress_line_stage(struct progress_line* p, const char* what, uint64_t done,
                         uint64_t total)
{
    if (!p || !p->wanted)
        return;
    fprintf(stderr, "\r%s ", what);
    if (total > 0)
        fprintf(stderr, "%" PRIu64 " of %" PRIu64 " ", done + 1, total);
    fputs("...\033[K", stderr);
    fflush(stderr);
    p->shown = true;
}

void progress_line_end(struct progress_line* p)
{
    if (p->shown)
        fprintf(stderr, "\r\033[K");
    p->shown = false;
}
