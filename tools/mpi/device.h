// SPDX-License-Identifier: MIT
// The GL context of a rank. The ranks of a host share its devices: rank r of n takes
// device r mod n.
#ifndef DEVICE_H
#define DEVICE_H

#include <glsort/glsort.h>

#include "job.h"

struct device {
    struct offscreen* offscreen;
    glsort_context* context;
    char name[128]; // the renderer
    int ranks;      // of its host
};

// Collective; false, with a sentence printed once, if a rank gets none.
bool device_open(struct device* d, const struct job* job);
void device_close(struct device* d);

#endif
