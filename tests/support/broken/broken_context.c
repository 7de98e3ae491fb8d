// SPDX-License-Identifier: MIT
// Stands in for glsort_context_create() in the broken program: min() is max(), so every
// read of the store pass is clamped to the wrong side. The build renames the function
// that the program calls and the header declares.
#include "handles.h"

glsort_result broken_context_create(const glsort_context_desc* desc,
                                    glsort_context** context)
{
    return glsort_context_create_defining(desc, "#define min max\n", context);
}
