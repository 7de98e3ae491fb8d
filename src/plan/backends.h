// SPDX-License-Identifier: MIT
// The backends of this build. A build with GLSORT_COMPUTE or GLSORT_FRAGMENT 0 has no
// shaders of that backend; glsort_refusal_of_build() then refuses it.
#ifndef GLSORT_BACKENDS_H
#define GLSORT_BACKENDS_H

#ifndef GLSORT_COMPUTE
#define GLSORT_COMPUTE 1
#endif
#ifndef GLSORT_FRAGMENT
#define GLSORT_FRAGMENT 1
#endif
#if !GLSORT_COMPUTE && !GLSORT_FRAGMENT
#error "GLSORT_COMPUTE and GLSORT_FRAGMENT are both 0: no backend is left"
#endif

#endif
