// SPDX-License-Identifier: MIT
// The ranks of a job, which go on together or end together. A rank that fails keeps its
// sentence (complain.h); at the next agreement the first of those that failed prints it.
#ifndef JOB_H
#define JOB_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct job {
    MPI_Comm comm;
    int rank;
    int size;
};

struct job job_of(MPI_Comm comm);

// True if all ranks say so. Otherwise one sentence is printed. Collective.
bool job_agrees(const struct job* job, bool good);

// Waits for all ranks without using the CPU.
void job_wait(const struct job* job);

// Collective; of all ranks.
uint64_t job_sum(const struct job* job, uint64_t number);
double job_max(const struct job* job, double number);
// Of the ranks before this one.
uint64_t job_sum_before(const struct job* job, uint64_t number);

// True if an MPI call succeeded; else says what it was for.
bool job_check(int code, const char* what, const char* name);

#endif
