/* SPDX-License-Identifier: MIT */
/* A public header, HEADER, with nothing before it; compiled in each language it
 * promises. */
#include HEADER

#if GLSORT_VERSION_MAJOR < 0
#error the version is missing
#endif

/* A second time: the guard holds. */
#include HEADER

int header_alone(void);
int header_alone(void)
{
    return (int)sizeof(glsort_sort_desc);
}
