// SPDX-License-Identifier: MIT
#include "memory_limit.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/resource.h>
#include <unistd.h>
#endif

// The limit that a file holds, if it is less than `most`; no number is none.
static uint64_t limit_in(const char* path, uint64_t most)
{
    uint64_t limit = most;
    FILE* file = fopen(path, "r");
    if (file && fscanf(file, "%" SCNu64, &limit) != 1)
        limit = most;
    if (file)
        fclose(file);
    return limit < most ? limit : most;
}

// Of the group and of all around it. In a container the folder of the group may be
// missing, and that of the container is then the mount.
static uint64_t limit_of_group(const char* mount, const char* group, const char* name,
                               uint64_t most)
{
    char path[2 * PATH_MAX];
    for (size_t length = strlen(group) + 1; length-- > 0;) {
        if (length > 0 && group[length] != '/' && group[length] != '\0')
            continue;
        snprintf(path, sizeof path, "%s%.*s/%s", mount, (int)length, group, name);
        most = limit_in(path, most);
    }
    return most;
}

// A line is "4:memory:/group" in version 1, "0::/group" in version 2.
uint64_t memory_limit_of_groups(const char* list, const char* mount, uint64_t most)
{
    char line[PATH_MAX], memory[PATH_MAX];
    FILE* file = fopen(list, "r");
    snprintf(memory, sizeof memory, "%s/memory", mount);
    while (file && fgets(line, sizeof line, file)) {
        char* kinds = strchr(line, ':');
        char* group = kinds ? strchr(kinds + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        if (kinds[1] == '\0')
            most = limit_of_group(mount, group, "memory.max", most);
        else if (strstr(kinds, "memory"))
            most = limit_of_group(memory, group, "memory.limit_in_bytes", most);
    }
    if (file)
        fclose(file);
    return most;
}

bool memory_size_of(const char* text, uint64_t most, uint64_t* bytes)
{
    static const char units[] = "KMGT";
    char* end = NULL;
    if (*text < '0' || *text > '9')
        return false;
    unsigned long long number = strtoull(text, &end, 10);
    const char* unit = *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    *bytes = number << shift;
    return *(unit ? end + 1 : end) == '\0' && number >= 1 && number <= most >> shift;
}

#if defined(_WIN32)
uint64_t memory_limit(void)
{
    MEMORYSTATUSEX about = {.dwLength = sizeof about};
    return GlobalMemoryStatusEx(&about) ? about.ullTotalPhys : UINT64_C(1) << 31;
}
#else
uint64_t memory_limit(void)
{
    static const int kinds[] = {
        RLIMIT_AS,
        RLIMIT_DATA,
#if defined(RLIMIT_RSS)
        RLIMIT_RSS
#endif
    };
    uint64_t least = UINT64_C(1) << 31;
    struct rlimit limit;
#if defined(_SC_PHYS_PAGES)
    long pages = sysconf(_SC_PHYS_PAGES);
    long bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0)
        least = (uint64_t)pages * (uint64_t)bytes;
#endif
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (getrlimit(kinds[i], &limit) == 0 && limit.rlim_cur < least)
            least = limit.rlim_cur;
    }
    return memory_limit_of_groups("/proc/self/cgroup", "/sys/fs/cgroup", least);
}
#endif
