// SPDX-License-Identifier: MIT
// A thread that does one job after another, beside the one that hands them out.
#ifndef WORKER_H
#define WORKER_H

#include <pthread.h>
#include <stdbool.h>

// False, with a sentence printed, if it fails.
typedef bool (*worker_job)(void* data);

struct worker {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    worker_job job; // NULL: none
    void* data;
    bool quits;
    bool good;      // no job has failed
    bool runs;      // the thread exists
    double seconds; // spent on jobs
};

// False, with a sentence printed, if there is no thread.
bool worker_open(struct worker* w);
// Waits for the job at hand. Fine of a struct of zeros.
void worker_close(struct worker* w);

// Waits for the job before, and starts this one unless that has failed. False if so.
bool worker_do(struct worker* w, worker_job job, void* data);

// Waits for the job at hand. False if any job has failed.
bool worker_wait(struct worker* w);

#endif
