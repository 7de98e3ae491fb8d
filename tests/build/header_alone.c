/* SPDX-License-Identifier: MIT */
/* The public headers, with nothing before them; compiled in each language they
 * promise. */
#include <glsort/glsort_draw.h>

#include <glsort/glsort.h>

#if GLSORT_VERSION_MAJOR < 0
#error the version is missing
#endif

/* A second time: the guards hold. */
#include <glsort/glsort.h>
#include <glsort/glsort_draw.h>

int header_alone(void);
int header_alone(void)
{
    return (int)(sizeof(glsort_plan_desc) + sizeof(glsort_order_desc));
}
