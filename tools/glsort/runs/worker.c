// SPDX-License-Identifier: MIT
#include "worker.h"

#if !defined(_WIN32)
#include <signal.h>
#endif

#include "complain.h"
#include "progress_line.h"

static void* work(void* user)
{
    struct worker* w = user;
    pthread_mutex_lock(&w->mutex);
    while (!w->quits) {
        if (!w->job) {
            pthread_cond_wait(&w->changed, &w->mutex);
            continue;
        }
        pthread_mutex_unlock(&w->mutex);
        double start = progress_line_clock();
        bool good = w->job(w->data);
        double seconds = progress_line_clock() - start;
        pthread_mutex_lock(&w->mutex);
        w->good = w->good && good;
        w->seconds += seconds;
        w->job = NULL;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

// The thread takes no signals: their handler ends the program, which the main thread
// holds off while it makes a temporary file and notes the name (replacement.c).
static bool start(struct worker* w)
{
#if defined(_WIN32)
    return pthread_create(&w->thread, NULL, work, w) == 0;
#else
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&w->thread, NULL, work, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
#endif
}

bool worker_open(struct worker* w)
{
    *w = (struct worker){.good = true};
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    w->runs = start(w);
    return w->runs || complain("the system has no thread left");
}

void worker_close(struct worker* w)
{
    if (!w->runs)
        return;
    worker_wait(w);
    pthread_mutex_lock(&w->mutex);
    w->quits = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
    w->runs = false;
}

// With the mutex locked.
static bool wait_for_job(struct worker* w)
{
    while (w->job)
        pthread_cond_wait(&w->changed, &w->mutex);
    return w->good;
}

bool worker_do(struct worker* w, worker_job job, void* data)
{
    pthread_mutex_lock(&w->mutex);
    bool good = wait_for_job(w);
    if (good) {
        w->job = job;
        w->data = data;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->mutex);
    return good;
}

bool worker_wait(struct worker* w)
{
    pthread_mutex_lock(&w->mutex);
    bool good = wait_for_job(w);
    pthread_mutex_unlock(&w->mutex);
    return good;
}
