// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "gl_suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gl_sorter.h"

enum { SKIPPED = 77 }; // the exit status of a program none of whose tests could run

static bool is_mocked(const struct gl_suite* suite)
{
    return suite->mock != NULL && !suite->unmocked;
}

static bool has_context(const struct gl_suite* suite)
{
    return suite->context != NULL && !suite->no_context;
}

void gl_suite_open(const struct gl_suite* suite)
{
    gl_suite_open_with(suite, suite->limits);
}

void gl_suite_open_with(const struct gl_suite* suite, struct gl_forced_limits limits)
{
    struct gl_harness* h = suite->harness;
    if (suite->opens_newest)
        gl_harness_open_newest(h, h->api);
    else
        gl_harness_open(h, h->api);
    if (is_mocked(suite)) {
        gl_mock_open(suite->mock, h);
        suite->mock->limits = limits;
    }
    if (has_context(suite))
        *suite->context =
            is_mocked(suite) ? gl_mock_context(suite->mock, 0) : gl_harness_context(h, 0);
}

void gl_suite_close(const struct gl_suite* suite)
{
    if (has_context(suite))
        glsort_context_destroy(*suite->context);
    if (is_mocked(suite)) {
        if (suite->mock->trouble[0] != '\0')
            fail_msg("%s", suite->mock->trouble);
        if (gl_mock_live(suite->mock) != 0)
            fail_msg("%ld GL objects are left", gl_mock_live(suite->mock));
        gl_mock_close(suite->mock);
    }
    assert_int_equal(gl_take_error(suite->harness), GL_NO_ERROR);
    gl_harness_close(suite->harness);
}

// ---- processes ------------------------------------------------------------------------

// NVIDIA's driver executes nothing after a fork of a process that has used it. So a
// second suite of a program does not ask again whether the device has the API.
static int run_here(const struct gl_suite* suite, enum gl_api api)
{
    static bool uses_driver = false;
    suite->harness->api = api;
    if (!suite->opens_newest && !uses_driver && gl_harness_lacks(api))
        return SKIPPED;
    uses_driver = true;
    if (!suite->tests_open)
        gl_suite_open(suite);
    int failed = host_tests_run(gl_api_name(api));
    if (!suite->tests_open)
        gl_suite_close(suite);
    return failed != 0;
}

static int run_child(const struct gl_suite* suite, enum gl_api api)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int result = run_here(suite, api);
        fflush(NULL);
        _exit(result == SKIPPED ? 0 : result);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    if (WIFSIGNALED(status))
        fprintf(stderr, "tests on %s were killed by signal %d\n", gl_api_name(api),
                WTERMSIG(status));
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static uint32_t turn_of(const char* program)
{
    const char* slash = strrchr(program, '/');
    uint32_t turn = 0;
    for (const char* at = slash != NULL ? slash : program; *at != '\0'; ++at)
        turn += (unsigned char)*at;
    return turn % 3;
}

int gl_suite_run(int argc, char** argv, const struct gl_suite* wanted)
{
    struct gl_suite of_program = *wanted;
    const struct gl_suite* suite = &of_program;
    of_program.opens_newest |= argc > 2 && strcmp(argv[2], "newest") == 0;
    uint32_t apis = suite->apis != 0 ? suite->apis : GL_API_ALL;
    int failed = 0;
    gl_forms_list(turn_of(argv[0]));
    for (int i = 0; i < GL_API_COUNT; ++i) {
        enum gl_api api = (enum gl_api)i;
        if ((apis & (1u << i)) == 0)
            continue;
        bool is_left_out = api == GL_API_ES31 || api == GL_API_41 ||
                           (!gl_test_all() && (suite->apis_of_all & (1u << i)) != 0);
        if (argc <= 1 && is_left_out)
            continue;
        if (argc > 1 && strcmp(argv[1], gl_api_name(api)) == 0)
            return run_here(suite, api);
        if (argc > 1)
            continue;
        printf("---- %s ----\n", gl_api_name(api));
        failed += run_child(suite, api);
    }
    if (argc > 1) {
        fprintf(stderr, "%s: no tests for \"%s\"\n", argv[0], argv[1]);
        return 2;
    }
    return failed;
}
