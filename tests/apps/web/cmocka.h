// SPDX-License-Identifier: MIT
// What the GL tests use of cmocka, which is not packaged for browsers: a test ends with
// its first failure, and the others go on.
#ifndef WEB_CMOCKA_H
#define WEB_CMOCKA_H

#include <stdio.h>
#include <string.h>

typedef void (*CMUnitTestFunction)(void** state);
typedef int (*CMFixtureFunction)(void** state);

struct CMUnitTest {
    const char* name;
    CMUnitTestFunction test_func;
    CMFixtureFunction teardown_func; // NULL: none
};

// Runs all of them. Returns how many failed.
int _cmocka_run_group_tests(const char* group, const struct CMUnitTest* tests,
                            size_t count, CMFixtureFunction setup,
                            CMFixtureFunction teardown);

// Print the sentence and end the test.
_Noreturn void web_fail(const char* file, int line, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void web_skip(void);

#define fail_msg(...) web_fail(__FILE__, __LINE__, __VA_ARGS__)
#define skip() web_skip()
#define print_error(...) fprintf(stderr, __VA_ARGS__)
#define print_message(...) printf(__VA_ARGS__)

#define WEB_CHECK(HOLDS, TEXT) ((HOLDS) ? (void)0 : fail_msg("%s", TEXT))
#define WEB_COMPARE(A, OPERATOR, B)                                                      \
    do {                                                                                 \
        const unsigned long long a_ = (unsigned long long)(A);                           \
        const unsigned long long b_ = (unsigned long long)(B);                           \
        if (!(a_ OPERATOR b_))                                                           \
            fail_msg("%s (%lld) %s %s (%lld)", #A, a_, #OPERATOR, #B, b_);               \
    } while (0)

#define assert_true(A) WEB_CHECK(A, #A)
#define assert_false(A) WEB_CHECK(!(A), "not " #A)
#define assert_null(A) WEB_CHECK((A) == NULL, #A " is NULL")
#define assert_non_null(A) WEB_CHECK((A) != NULL, #A " is not NULL")
#define assert_int_equal(A, B) WEB_COMPARE(A, ==, B)
#define assert_int_not_equal(A, B) WEB_COMPARE(A, !=, B)
#define assert_in_range(A, LEAST, MOST)                                                  \
    do {                                                                                 \
        WEB_COMPARE(A, >=, LEAST);                                                       \
        WEB_COMPARE(A, <=, MOST);                                                        \
    } while (0)
#define assert_string_equal(A, B)                                                        \
    (strcmp(A, B) == 0 ? (void)0 : fail_msg("\"%s\" is not \"%s\"", A, B))
#define assert_memory_equal(A, B, BYTES)                                                 \
    WEB_CHECK(memcmp(A, B, BYTES) == 0, #A " equals " #B)

#endif
