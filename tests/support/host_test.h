// SPDX-License-Identifier: MIT
// What every cmocka test needs.
#ifndef GLSORT_HOST_TEST_H
#define GLSORT_HOST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Fails with the sentence if there is one.
#define assert_nothing_wrong(SENTENCE)                                                   \
    do {                                                                                 \
        const char* wrong_ = (SENTENCE);                                                 \
        if (wrong_ != NULL)                                                              \
            fail_msg("%s", wrong_);                                                      \
    } while (0)

#endif
