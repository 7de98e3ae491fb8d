// SPDX-License-Identifier: MIT
// Reads point clouds from PLY files: ASCII and binary, little and big endian, whatever
// scalar properties the header lists. Written by ply.c, read by the demo's main.
#ifndef DEMO_PLY_H
#define DEMO_PLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloud.h"

struct ply_result {
    bool ok;
    uint32_t listed;    // points that the header announces
    uint32_t damaged;   // points left out because bytes of the file are missing
    char sentence[320]; // why it failed, without the file's name; empty if ok
};

// Reads the vertices of the file into the cloud, which cloud_free() frees.
struct ply_result ply_read(const char* path, struct cloud* cloud);

#endif
