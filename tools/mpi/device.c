// SPDX-License-Identifier: MIT
#include "device.h"

#include <stdio.h>
#include <string.h>

#include "complain.h"
#include "offscreen.h"

enum { MOST_DEVICES = 64 };

// The number of this rank among those of its host, which are counted.
static int rank_on_host(const struct job* job, int* ranks)
{
    MPI_Comm host;
    int rank = 0;
    MPI_Comm_split_type(job->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &rank);
    MPI_Comm_size(host, ranks);
    MPI_Comm_free(&host);
    return rank;
}

// Names a GPU by its number; none if the host has none, so that all get the default.
static void pick(int rank, struct offscreen_desc* desc, char number[16])
{
    struct offscreen_device devices[MOST_DEVICES];
    uint32_t found = offscreen_list(devices, MOST_DEVICES);
    uint32_t gpus[MOST_DEVICES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < found && i < MOST_DEVICES; i++)
        if (!devices[i].software && strcmp(devices[i].platform, "device") == 0)
            gpus[count++] = devices[i].device_at;
    if (count == 0)
        return;
    snprintf(number, 16, "%u", gpus[(uint32_t)rank % count]);
    desc->platform = "device";
    desc->device = number;
}

static bool open_context(struct device* d, const struct offscreen_desc* desc)
{
    char message[1024] = "";
    d->offscreen = offscreen_create(desc, message, sizeof message);
    if (!d->offscreen)
        return complain("%s", message);
    if (!offscreen_make_current(d->offscreen))
        return complain("the GL context cannot be made current");
    const glsort_context_desc context = {
        .get_proc = offscreen_get_proc,
        .get_proc_user = d->offscreen,
        .flags = GLSORT_CONTEXT_COMPILER_THREADS,
        .message = message,
        .message_bytes = sizeof message,
    };
    if (glsort_context_create(&context, &d->context) < 0)
        return complain("%s", message);
    typedef const unsigned char* (*get_string)(unsigned name);
    get_string get = (get_string)offscreen_get_proc(d->offscreen, "glGetString");
    const unsigned renderer = 0x1F01; // GL_RENDERER
    snprintf(d->name, sizeof d->name, "%s", get ? (const char*)get(renderer) : "?");
    return true;
}

bool device_open(struct device* d, const struct job* job)
{
    struct offscreen_desc desc = {.api = OFFSCREEN_GL43, .or_newer = true};
    char number[16] = "";
    *d = (struct device){0};
    pick(rank_on_host(job, &d->ranks), &desc, number);
    return job_agrees(job, open_context(d, &desc));
}

void device_close(struct device* d)
{
    glsort_context_destroy(d->context);
    offscreen_destroy(d->offscreen);
    *d = (struct device){0};
}
