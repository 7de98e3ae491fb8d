// SPDX-License-Identifier: MIT
#include "cmocka.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

enum outcome { PASSED, FAILED, SKIPPED };

static jmp_buf ending;
static bool in_test;

static _Noreturn void end(enum outcome outcome)
{
    if (!in_test)
        exit(EXIT_FAILURE);
    longjmp(ending, outcome);
}

_Noreturn void web_fail(const char* file, int line, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: ", file, line);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    end(FAILED);
}

_Noreturn void web_skip(void)
{
    end(SKIPPED);
}

static enum outcome run(const struct CMUnitTest* test)
{
    void* state = NULL;
    int ended = setjmp(ending);
    in_test = true;
    if (ended == 0)
        test->test_func(&state);
    in_test = false;
    if (test->teardown_func != NULL)
        test->teardown_func(&state);
    return (enum outcome)ended;
}

int _cmocka_run_group_tests(const char* group, const struct CMUnitTest* tests,
                            size_t count, CMFixtureFunction setup,
                            CMFixtureFunction teardown)
{
    static const char* const words[] = {"passed", "FAILED", "skipped"};
    int failed = 0;
    (void)setup, (void)teardown;
    for (size_t i = 0; i < count; ++i) {
        enum outcome outcome = run(&tests[i]);
        printf("%s: %s %s\n", group, words[outcome], tests[i].name);
        failed += outcome == FAILED;
    }
    return failed;
}
