// SPDX-License-Identifier: MIT
// A crew does every task once, however many there are, and again for the next job.
#include "crew.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MOST = 300, JOBS = 2000 };

static void count_call(void* data, uint32_t at)
{
    ((uint32_t*)data)[at]++;
}

static void every_task_of_every_job_is_done_once(void** state)
{
    (void)state;
    static uint32_t calls[MOST];
    struct crew* crew = crew_open();
    if (crew == NULL) {
        assert_null(crew_parallel(crew)); // one processor
        return;
    }
    for (uint32_t job = 1; job <= JOBS; ++job) {
        uint32_t count = job % 50 == 0 ? MOST : job % 20;
        for (uint32_t i = 0; i < MOST; ++i)
            calls[i] = 0;
        crew_parallel(crew)(crew, count_call, calls, count);
        for (uint32_t i = 0; i < MOST; ++i)
            assert_int_equal(calls[i], i < count);
    }
    crew_close(crew);
}

static void no_crew_has_no_hook(void** state)
{
    (void)state;
    assert_null(crew_parallel(NULL));
    crew_close(NULL);
}

static void a_crew_without_a_job_ends(void** state)
{
    (void)state;
    crew_close(crew_open());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_task_of_every_job_is_done_once),
        cmocka_unit_test(no_crew_has_no_hook),
        cmocka_unit_test(a_crew_without_a_job_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
