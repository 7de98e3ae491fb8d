// SPDX-License-Identifier: MIT
// What GLSL of the caller's own may not have, as far as names tell: glsort_position_code.
// All else the driver refuses.
#ifndef GLSORT_CODE_TEXT_H
#define GLSORT_CODE_TEXT_H

#include <glsort/glsort_draw.h>

#include "memory.h"

// Refuses the text of a descriptor that has one, with the line of what is not allowed.
glsort_result glsort_order_check_text(const glsort_position_code* code,
                                      const struct call* call);

#endif
