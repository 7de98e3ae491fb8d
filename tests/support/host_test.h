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
#define TEST(NAME)                                                                       \
    static void NAME(void** state);                                                      \
    __attribute__((constructor)) static void add_##NAME(void)                            \
    {                                                                                    \
        host_test_add(#NAME, NAME);                                                      \
    }                                                                                    \
    static void NAME(void** state)

void host_test_add(const char* name, CMUnitTestFunction run);
// Runs all of them, in the order of their definition, and returns what main returns. A
// program without a main of its own has one that does this without set-up and clean-up.
int host_tests_run(CMFixtureFunction set_up, CMFixtureFunction clean_up);

#endif
