// SPDX-License-Identifier: MIT
// A fragment of a layer that is opaque or not there: its opacity is how likely it is
// there. Which it is depends on where it is in the scene, so that it stays so in the next
// frame. After C. Wyman and M. McGuire, "Hashed alpha testing" (2017).

out vec4 result;

float hash_of(vec3 cell)
{
    uvec3 c = uvec3(ivec3(floor(cell)));
    uint x = c.x * 0x9E3779B1u ^ c.y * 0x85EBCA77u ^ c.z * 0xC2B2AE3Du;
    x = (x ^ (x >> 15u)) * 0x2C1B3C6Du;
    x = (x ^ (x >> 12u)) * 0x297A2D39u;
    return float((x ^ (x >> 15u)) >> 8u) / 16777216.0;
}

// 0 to 1, each as often. Cells are about as large as a pixel: those of the two nearest
// powers of two are mixed.
float threshold_at(vec3 place)
{
    float pixel = max(length(dFdx(place)), length(dFdy(place)));
    float level = -log2(max(pixel, 1e-6)), below = floor(level), part = level - below;
    float mixed = mix(hash_of(place * exp2(below)), hash_of(place * exp2(below + 1.0)),
                      part);
    // A mix of two such numbers is most often near 0.5; its distribution undoes that.
    float less = min(part, 1.0 - part), away = min(mixed, 1.0 - mixed);
    float tail = away < less ? away * away / (2.0 * less * (1.0 - less))
                             : (away - 0.5 * less) / (1.0 - less);
    return mixed < 0.5 ? tail : 1.0 - tail;
}

void main()
{
    float threshold = threshold_at(world); // before any fragment goes
    float depth;
    vec4 seen = look(depth);
    if (seen.a <= threshold)
        discard;
    gl_FragDepth = depth / (1.0 + depth);
    result = vec4(seen.rgb, 1.0);
}
