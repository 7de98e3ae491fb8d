// SPDX-License-Identifier: MIT
// What glsort-coin draws.
#ifndef scenes_h
#define scenes_h

class SoSeparator;

// A planetary gear of glass: a sun, four planets and a ring as one face set, part after
// part.
SoSeparator* gears();

// A ball of so many triangles of random places. Their colours are those of an SoMaterial,
// or of an SoVertexProperty.
SoSeparator* cloud(unsigned count, bool has_property);

#endif
