// SPDX-License-Identifier: MIT
// How much memory this process may have.
#ifndef MEMORY_LIMIT_H
#define MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

// The least of what the machine has, what ulimit allows and what control groups do.
uint64_t memory_limit(void);

// Bytes, or with K, M, G or T that many 1024s of them, such as "500M": from 1 to `most`.
// False if the text is none.
bool memory_size_of(const char* text, uint64_t most, uint64_t* bytes);

// The least of `most` and the limits of the control groups in a list such as
// /proc/self/cgroup, and of the groups around them. Groups, of version 1 or 2, are
// folders of the mount.
uint64_t memory_limit_of_groups(const char* list, const char* mount, uint64_t most);

#endif
