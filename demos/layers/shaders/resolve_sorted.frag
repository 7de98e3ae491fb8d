// SPDX-License-Identifier: MIT
// Composes the lists that glsort has sorted: pixel p has the nodes sorted[offsets[p]] to
// sorted[offsets[p + 1] - 1], far to near.

layout(std430, binding = 3) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = 4) readonly buffer Sorted { uint sorted[]; };

void main()
{
    uint pixel = pixel_number();
    vec3 light = backdrop_here();
    for (uint at = offsets[pixel]; at < offsets[pixel + 1u]; ++at)
        light = over(light, nodes[sorted[at]].color);
    result = shown(light);
}
