// SPDX-License-Identifier: MIT
// What control groups of both versions allow, read from folders like the kernel's.
#include "memory_limit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { MACHINE = 1 << 30, PATH_BYTES = 256 };

// Writes a file under the folder, whose own folders it makes.
static void put(const char* folder, const char* name, const char* text)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char* at = path + strlen(folder) + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        mkdir(path, 0777);
    }
    FILE* file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

struct row {
    const char *list, *name, *text;
    uint64_t limit;
};

static void the_least_of_a_group_and_those_around_it_counts(void** state)
{
    static const struct row rows[] = {
        {"0::/a/b\n", "a/b/memory.max", "4096\n", 4096},
        {"0::/a/b\n", "a/memory.max", "8192\n", 8192},
        {"0::/a/b\n", "a/b/memory.max", "max\n", MACHINE},
        {"0::/\n", "memory.max", "4096\n", 4096},
        {"0::/\n", "a/memory.max", "4096\n", MACHINE},
        {"0::/x:y z\n", "x:y z/memory.max", "4096\n", 4096},
        {"5:cpu:/c\n4:memory:/a\n0::/\n", "memory/a/memory.limit_in_bytes", "4096\n",
         4096},
        {"4:memory:/a\n", "memory/a/memory.limit_in_bytes", "9223372036854771712\n",
         MACHINE},
        {"4:hugetlb,memory:/not/there\n", "memory/memory.limit_in_bytes", "4096", 4096},
        {"5:cpu:/a\n", "memory/a/memory.limit_in_bytes", "4096\n", MACHINE},
        {"\nnonsense\n7:\n", "memory.max", "4096\n", MACHINE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char folder[] = "/tmp/glsort-groups-XXXXXX", list[PATH_BYTES],
             command[PATH_BYTES];
        assert_non_null(mkdtemp(folder));
        put(folder, "list", rows[i].list);
        put(folder, rows[i].name, rows[i].text);
        snprintf(list, sizeof list, "%s/list", folder);
        uint64_t limit = memory_limit_of_groups(list, folder, MACHINE);
        snprintf(command, sizeof command, "rm -r %s", folder);
        assert_int_equal(system(command), 0);
        assert_int_equal(limit, rows[i].limit);
    }
}

static void no_groups_are_no_limit(void** state)
{
    (void)state;
    assert_int_equal(memory_limit_of_groups("/no/list", "/no/mount", MACHINE), MACHINE);
    assert_true(memory_limit() > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_of_a_group_and_those_around_it_counts),
        cmocka_unit_test(no_groups_are_no_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
