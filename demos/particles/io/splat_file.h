// SPDX-License-Identifier: MIT
// Reads Gaussian splats from files of two kinds:
//
//   .ply    as the program of Kerbl et al. (3D Gaussian Splatting, 2023) writes them:
//           vertices with x, y, z; f_dc_0 to 2, the constant part of the colour;
//           opacity, before the sigmoid; scale_0 to 2, logarithms; rot_0 to 3, a
//           quaternion w, x, y, z. Scalars of any type, in any order, in text, little or
//           big endian. Other properties are skipped, f_rest_* too: a colour is the same
//           from all sides, and the result says so. Without scale_2 the splats are flat.
//           Without f_dc_0 to 2, red, green and blue are the colour: integers of their
//           whole range, or floats from 0 to 1.
//   .splat  records of 32 bytes, little endian: position and deviations as three floats
//           each, then bytes: red, green, blue, opacity; the quaternion w, x, y, z as
//           128 + 127 * part.
//
// A file that begins with the line "ply" is the former, whatever its name; any other must
// have the name of the latter. The formats of SuperSplat (compressed .ply, .sog), .spz
// and .ksplat are refused by their names. Splats that have no position (NaN, infinite, or
// farther than 1e9 from the others), or that splats_put refuses, are left out and
// counted. Positions are relative to read_result.origin.
#ifndef DEMO_SPLAT_FILE_H
#define DEMO_SPLAT_FILE_H

#include <stdbool.h>

#include "read_result.h"
#include "splats.h"

// True if the file is to be read as splats: by its name, or as its vertices have a
// rotation. It need not exist.
bool splat_file_is(const char* path);

// Reads the file into the splats, which splats_free() frees. Fails, and allocates
// nothing, if the file ends early, holds more than MOST_SPLATS, or no splat is left.
struct read_result splat_file_read(const char* path, struct splats* splats);

#endif
