// SPDX-License-Identifier: MIT
// A program that uses POSIX's timer_create beside the static glsort, whose own functions
// must not be taken for it, whichever library the linker searches first.
#define _POSIX_C_SOURCE 200809L
#include <glsort/glsort_inspect.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    struct sigevent event;
    struct itimerspec left;
    timer_t timer;
    glsort_limits limits;

    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_NONE;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
        timer_gettime(timer, &left) != 0 || timer_delete(timer) != 0) {
        fprintf(stderr, "timer_create is not POSIX's\n");
        return 1;
    }
    if (glsort_limits_minimum(430, 0, &limits) != GLSORT_OK)
        return 1;
    printf("POSIX's timers beside glsort %s\n", glsort_version());
    return 0;
}
