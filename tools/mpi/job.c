// SPDX-License-Identifier: MIT
#include "job.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "complain.h"
#include "printable.h"

enum { SENTENCE_BYTES = 2048 };

// What this rank has to say; the first sentence stays. A program has one.
static char sentence[SENTENCE_BYTES];

bool complain(const char* format, ...)
{
    va_list args;
    va_start(args, format);
    if (!*sentence)
        vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return false;
}

void warn(const char* format, ...)
{
    va_list args;
    va_start(args, format);
    char text[SENTENCE_BYTES];
    vsnprintf(text, sizeof text, format, args);
    fputs("glsort-mpi: warning: ", stderr);
    print_masked(stderr, text);
    fputc('\n', stderr);
    va_end(args);
}

bool complain_of_memory(void)
{
    return complain("out of memory");
}

struct job job_of(MPI_Comm comm)
{
    struct job job = {.comm = comm};
    MPI_Comm_rank(comm, &job.rank);
    MPI_Comm_size(comm, &job.size);
    return job;
}

bool job_agrees(const struct job* job, bool good)
{
    int first = good ? job->size : job->rank;
    MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, job->comm);
    if (first == job->rank) {
        fputs("glsort-mpi: ", stderr);
        if (job->size > 1)
            fprintf(stderr, "rank %d of %d: ", job->rank, job->size);
        print_masked(stderr, *sentence ? sentence : "unknown failure");
        fputc('\n', stderr);
    }
    return first == job->size;
}

void job_wait(const struct job* job)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    MPI_Request request;
    int done = 0;
    MPI_Ibarrier(job->comm, &request);
    for (;;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        nanosleep(&pause, NULL);
    }
}

uint64_t job_sum(const struct job* job, uint64_t number)
{
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_UINT64_T, MPI_SUM, job->comm);
    return number;
}

double job_max(const struct job* job, double number)
{
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_DOUBLE, MPI_MAX, job->comm);
    return number;
}

uint64_t job_sum_before(const struct job* job, uint64_t number)
{
    uint64_t sum = 0;
    MPI_Exscan(&number, &sum, 1, MPI_UINT64_T, MPI_SUM, job->comm);
    return job->rank == 0 ? 0 : sum;
}

bool job_check(int code, const char* what, const char* name)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (code == MPI_SUCCESS)
        return true;
    MPI_Error_string(code, text, &length);
    return complain("cannot %s %s: %s", what, name, text);
}
