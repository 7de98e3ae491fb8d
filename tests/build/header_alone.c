/* SPDX-License-Identifier: MIT */
/* The public header, with nothing before it; compiled in each language it promises. */
#include <glsort/glsort.h>

#if GLSORT_VERSION_MAJOR < 0
#error the version is missing
#endif

/* A second time: the guard holds. */
#include <glsort/glsort.h>

int header_alone(void);
int header_alone(void)
{
    return (int)sizeof(glsort_plan_desc);
}
