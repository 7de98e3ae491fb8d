// SPDX-License-Identifier: MIT
// What no library of glsort may show: a static one a name without its prefix, a shared
// one any function that the public header lacks.
int timer_create(void);
int glsort_leak(void);

int timer_create(void)
{
    return 0;
}

int glsort_leak(void)
{
    return 0;
}
