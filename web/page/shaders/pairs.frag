// SPDX-License-Identifier: MIT
// How many of PAIRS pairs of places hold elements in order. A texel has pairs of its own,
// the same for every order.

uniform highp usampler2D order; // elements at their places
uniform highp usampler2D ranks; // final places of elements
uniform uint count;             // at least 2

out highp uint in_order;

uint rank_at(uint place)
{
    int width = textureSize(order, 0).x;
    uint element = texelFetch(order, ivec2(int(place) % width, int(place) / width), 0).x;
    return texelFetch(ranks, ivec2(int(element) % width, int(element) / width), 0).x;
}

uint random(uint seed)
{
    seed = (seed ^ (seed >> 16)) * 0x7FEB352Du;
    seed = (seed ^ (seed >> 15)) * 0x846CA68Bu;
    return seed ^ (seed >> 16);
}

void main()
{
    uint first = uint(gl_FragCoord.x) * uint(PAIRS);
    in_order = 0u;
    for (uint i = first + 1u; i <= first + uint(PAIRS); ++i) {
        uint one = random(2u * i) % count;
        uint other = (one + 1u + random(2u * i + 1u) % (count - 1u)) % count;
        if ((one < other) == (rank_at(one) < rank_at(other)))
            ++in_order;
    }
}
