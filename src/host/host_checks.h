// SPDX-License-Identifier: MIT
// The checks of the calls for arrays in CPU memory.
#ifndef GLSORT_HOST_CHECKS_H
#define GLSORT_HOST_CHECKS_H

#include <glsort/glsort_host.h>

#include "memory.h"

glsort_result glsort_host_check_sort(const struct call* call,
                                     const glsort_sort_desc* desc,
                                     const glsort_host_args* args);
glsort_result glsort_host_check_merge(const struct call* call,
                                      const glsort_sort_desc* desc,
                                      const glsort_merge_args* args, uint64_t* merged);

#endif
