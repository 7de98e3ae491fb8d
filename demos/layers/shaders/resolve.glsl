// SPDX-License-Identifier: MIT
// What both ways to resolve the lists share: layers over the backdrop, one by one, far to
// near. Each operation is rounded by itself, so that a CPU gets the same.

uniform sampler2D backdrop; // linear

out vec4 result;

vec3 unpack_light(uint color)
{
    uvec3 bytes = uvec3(color, color >> 8, color >> 16) & 255u;
    precise vec3 root = vec3(bytes) * (1.0 / 255.0);
    precise vec3 light = root * root;
    return 4.0 * light;
}

vec3 over(vec3 below, uint color)
{
    precise float alpha = float(color >> 24) * (1.0 / 255.0);
    precise vec3 distance = unpack_light(color) - below;
    precise vec3 part = distance * alpha;
    precise vec3 sum = below + part;
    return sum;
}

vec3 backdrop_here()
{
    return texelFetch(backdrop, ivec2(gl_FragCoord.xy), 0).rgb;
}
