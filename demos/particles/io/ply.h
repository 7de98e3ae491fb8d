// SPDX-License-Identifier: MIT
// Reads point clouds from PLY files: ASCII and binary, little and big endian, whatever
// properties the header lists.
//
// Positions are x, y, z. Points without one (NaN, infinite, or farther than 1e9 from the
// others) are left out and counted. The rest are relative to read_result.origin.
//
// Colours are red, green, blue; or r, g, b; or diffuse_red and so on; or rgb or rgba, a
// word 0xRRGGBB. They are from 0 to 255, but ushort and uint use the range of the type if
// a value is above 255, and floats are from 0 to 1 unless one is above 2. A colour
// outside becomes the nearest inside; a point without one (NaN) is grey.
//
// nx, ny, nz are a normal, radius or psz a size; values that cannot be are none.
//
// A binary file without lists that lacks bytes may have lost up to a hundredth of its
// points: those are counted as damaged.
#ifndef DEMO_PLY_H
#define DEMO_PLY_H

#include "cloud.h"
#include "read_result.h"

// Reads the vertices of the file into the cloud, which cloud_free() frees.
struct read_result ply_read(const char* path, struct cloud* cloud);

#endif
