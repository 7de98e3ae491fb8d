// SPDX-License-Identifier: MIT
// What glsort-osg draws.
#ifndef scenes_h
#define scenes_h

#include <osg/Geometry>
#include <osg/Node>

// How translucent points are drawn: by a geometry as they are stored, by osgParticle
// without and with its sort on the CPU, or in the order of glsort.
enum class Way { NONE, PARTICLES, PARTICLES_SORTED, GLSORT };

// Leaves on a torus knot, in the order of the knot.
osg::ref_ptr<osg::Geometry> leaves(unsigned count);

// A ball of so many points of random places.
osg::ref_ptr<osg::Node> cloud(unsigned count, Way way);

#endif
