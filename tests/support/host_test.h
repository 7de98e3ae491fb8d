// SPDX-License-Identifier: MIT
// What every cmocka test needs.
#ifndef GLSORT_HOST_TEST_H
#define GLSORT_HOST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
