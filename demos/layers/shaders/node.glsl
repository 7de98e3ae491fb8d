// SPDX-License-Identifier: MIT
// A fragment in the list of its pixel: an A-buffer.

struct Node {
    uint next;  // the node before it; none: above all indices
    uint depth; // bits of a float above 0, which ascend as it does
    uint id;    // of the triangle: unique within the pixel
    uint color; // packed, see pack_color
};

layout(std430, binding = 0) buffer Heads { uint heads[]; };
layout(std430, binding = 1) buffer Nodes { Node nodes[]; };
layout(std430, binding = 2) buffer Counts { uint counts[]; };

uniform int width; // of the picture

uint pixel_number()
{
    return uint(gl_FragCoord.y) * uint(width) + uint(gl_FragCoord.x);
}
