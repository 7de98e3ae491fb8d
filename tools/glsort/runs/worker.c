// SPDX-License-Identifier: MIT
#include "worker.h"

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

bool worker_open(struct worker* w)
{
    *w = (struct worker){.good = true};
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->changed, NULL);
    w->runs = pthread_create(&w->thread, NULL, work, w) == 0;
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
