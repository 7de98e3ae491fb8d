// SPDX-License-Identifier: MIT
// How much memory this process may have.
#ifndef MEMORY_LIMIT_H
#define MEMORY_LIMIT_H

#include <stdint.h>

// The least of what the machine has, what ulimit allows and what control groups do.
uint64_t memory_limit(void);

// The least of `most` and the limits of the control groups in a list such as
// /proc/self/cgroup, and of the groups around them. Groups, of version 1 or 2, are
// folders of the mount.
uint64_t memory_limit_of_groups(const char* list, const char* mount, uint64_t most);

#endif
