// SPDX-License-Identifier: MIT
// What every cmocka test needs.
#ifndef GLSORT_HOST_TEST_H
#define GLSORT_HOST_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// A test of this program, by a sentence: TEST(a_plan_has_passes) { ... }
#define TEST(NAME) TEST_THEN(NAME, NULL)

// The same with a function that is called after it, even if it failed.
#define TEST_THEN(NAME, CLEAN_UP)                                                        \
    static void NAME(void** state);                                                      \
    __attribute__((constructor)) static void add_##NAME(void)                            \
    {                                                                                    \
        host_test_add(#NAME, NAME, CLEAN_UP);                                            \
    }                                                                                    \
    static void NAME(void** state)

void host_test_add(const char* name, CMUnitTestFunction run, CMFixtureFunction clean_up);
// Runs all of them, in the order of their definition, and returns what main returns. A
// program without a main of its own has one that calls it.
int host_tests_run(const char* group);

#endif
