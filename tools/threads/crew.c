// SPDX-License-Identifier: MIT
// A job is over when its tasks are, not when every thread has looked at it: one that
// wakes up late delays nobody.
#define _XOPEN_SOURCE 700 // pthread_sigmask
#include "crew.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#if !defined(_WIN32)
#include <signal.h>
#include <unistd.h>
#endif

enum { MOST_THREADS = 4 }; // with the caller's

struct crew {
    pthread_t threads[MOST_THREADS - 1];
    int thread_count;
    pthread_mutex_t mutex; // of all below
    pthread_cond_t begun;
    pthread_cond_t ended;
    glsort_host_task task;
    void* data;
    uint32_t count;
    uint32_t taken; // tasks that have begun
    uint32_t done;
    bool quits;
};

// Does tasks until none is left. With the mutex locked, which it gives back meanwhile.
static void do_tasks(struct crew* crew)
{
    while (crew->taken < crew->count) {
        glsort_host_task task = crew->task;
        void* data = crew->data;
        uint32_t at = crew->taken++;
        pthread_mutex_unlock(&crew->mutex);
        task(data, at);
        pthread_mutex_lock(&crew->mutex);
        if (++crew->done == crew->count)
            pthread_cond_signal(&crew->ended);
    }
}

static void* work(void* user)
{
    struct crew* crew = user;
    pthread_mutex_lock(&crew->mutex);
    while (!crew->quits) {
        do_tasks(crew);
        if (!crew->quits)
            pthread_cond_wait(&crew->begun, &crew->mutex);
    }
    pthread_mutex_unlock(&crew->mutex);
    return NULL;
}

static void do_together(void* user, glsort_host_task task, void* data, uint32_t count)
{
    struct crew* crew = user;
    pthread_mutex_lock(&crew->mutex);
    crew->task = task;
    crew->data = data;
    crew->count = count;
    crew->taken = 0;
    crew->done = 0;
    pthread_cond_broadcast(&crew->begun);
    do_tasks(crew);
    while (crew->done < crew->count)
        pthread_cond_wait(&crew->ended, &crew->mutex);
    pthread_mutex_unlock(&crew->mutex);
}

static long processors(void)
{
#if defined(_WIN32)
    return pthread_num_processors_np();
#else
    return sysconf(_SC_NPROCESSORS_ONLN);
#endif
}

// Threads that take no signals: these go to the program's first thread.
static void start(struct crew* crew, int wanted)
{
#if !defined(_WIN32)
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
#endif
    while (crew->thread_count < wanted &&
           pthread_create(&crew->threads[crew->thread_count], NULL, work, crew) == 0)
        crew->thread_count++;
#if !defined(_WIN32)
    pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
}

struct crew* crew_open(void)
{
    long wanted = processors() < MOST_THREADS ? processors() : MOST_THREADS;
    struct crew* crew = wanted > 1 ? calloc(1, sizeof *crew) : NULL;
    if (crew == NULL)
        return NULL;
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->begun, NULL);
    pthread_cond_init(&crew->ended, NULL);
    start(crew, (int)wanted - 1);
    if (crew->thread_count > 0)
        return crew;
    crew_close(crew);
    return NULL;
}

void crew_close(struct crew* crew)
{
    if (crew == NULL)
        return;
    pthread_mutex_lock(&crew->mutex);
    crew->quits = true;
    pthread_cond_broadcast(&crew->begun);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->thread_count; ++i)
        pthread_join(crew->threads[i], NULL);
    pthread_cond_destroy(&crew->ended);
    pthread_cond_destroy(&crew->begun);
    pthread_mutex_destroy(&crew->mutex);
    free(crew);
}

glsort_host_parallel crew_parallel(const struct crew* crew)
{
    return crew == NULL ? NULL : do_together;
}
