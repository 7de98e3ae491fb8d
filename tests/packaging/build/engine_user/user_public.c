// SPDX-License-Identifier: MIT
#include <engine.h>
#include <glsort/glsort.h>
#include <stdio.h>

int main(void)
{
    unsigned passes = engine_passes(5000);
    printf("the engine sorts 5000 keys in %u passes of glsort %s\n", passes,
           glsort_version());
    return passes > 0 ? 0 : 1;
}
