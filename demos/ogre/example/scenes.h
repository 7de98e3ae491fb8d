// SPDX-License-Identifier: MIT
// What glsort-ogre draws.
#ifndef scenes_h
#define scenes_h

#include <vector>

#include "PointCloud.h"

// A scan of two linked rings on a floor, ring by ring of the scanner.
std::vector<Point> scan(unsigned count);

// A ring around the z axis; a turn of 2 pi goes through all colours.
std::vector<Point> ring(unsigned count, float turn);

// A ball of so many points of random places.
std::vector<Point> ball(unsigned count);

#endif
