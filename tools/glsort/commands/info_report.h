// SPDX-License-Identifier: MIT
// The report of `glsort info --report`: what comes before and after what info prints.
#ifndef INFO_REPORT_H
#define INFO_REPORT_H

#include <stdbool.h>

#include "options.h"

// Versions, and the beginning of a block of text.
void info_report_begin(void);

// The end of that block, a self-test, what the other commands say of the device that the
// options choose, whose limits these are, and a row of docs/drivers.md's table of
// reports, which begins with `device`. False, with a sentence printed, if one of them
// fails; the others are run all the same.
bool info_report_end(const struct options* o, const glsort_limits* limits,
                     const char* device);

#endif
