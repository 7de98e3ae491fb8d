// SPDX-License-Identifier: MIT
// Reads point clouds from PLY files: ASCII and binary, little and big endian, whatever
// scalar properties the header lists.
//
// A colour outside of its range, 0 to 255 or 0 to 1 of a float, becomes the nearest
// inside. What no point can have is a NaN, an infinity, a magnitude above 1e9 or a radius
// below 0: a text file that holds such a value is refused; of a binary file, which may be
// damaged, up to a hundredth of the points is left out.
#ifndef DEMO_PLY_H
#define DEMO_PLY_H

#include "cloud.h"
#include "read_result.h"

// Reads the vertices of the file into the cloud, which cloud_free() frees.
struct read_result ply_read(const char* path, struct cloud* cloud);

#endif
