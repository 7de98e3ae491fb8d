// SPDX-License-Identifier: MIT
#include "host_test.h"

enum { MOST_TESTS = 64 };

static struct CMUnitTest tests[MOST_TESTS];
static size_t count;

void host_test_add(const char* name, CMUnitTestFunction run, CMFixtureFunction clean_up)
{
    assert_true(count < MOST_TESTS);
    tests[count++] =
        (struct CMUnitTest){.name = name, .test_func = run, .teardown_func = clean_up};
}

int host_tests_run(const char* group)
{
    // What cmocka_run_group_tests does, for a list that is not an array of this size.
    return count == 0 ? 1 : _cmocka_run_group_tests(group, tests, count, NULL, NULL);
}
