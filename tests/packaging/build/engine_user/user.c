// SPDX-License-Identifier: MIT
#include <engine.h>
#ifdef SHOWN // the engine links glsort publicly
#include <glsort/glsort.h>
#endif
#include <stdio.h>

int main(void)
{
    unsigned passes = engine_passes(5000);
    printf("the engine sorts 5000 keys in %u passes\n", passes);
#ifdef SHOWN
    printf("by glsort %s\n", glsort_version());
#endif
    return passes > 0 ? 0 : 1;
}
