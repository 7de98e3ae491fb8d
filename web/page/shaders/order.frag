// SPDX-License-Identifier: MIT
// The order that a sort has reached, each element in the colour of where it belongs: as
// bars as high as its final place, or down the columns of the picture.

in vec2 uv;

uniform highp usampler2D order; // elements at their places
uniform highp usampler2D ranks; // final places of elements
uniform int count;
uniform bool bars;

out vec4 result;

const vec3 ground = vec3(0.03, 0.035, 0.055);
const vec3 colors[7] = vec3[](
    vec3(98.0, 47.0, 183.0), vec3(51.0, 119.0, 225.0), vec3(24.0, 180.0, 209.0),
    vec3(92.0, 223.0, 148.0), vec3(232.0, 206.0, 32.0), vec3(253.0, 136.0, 52.0),
    vec3(226.0, 63.0, 90.0));

vec3 palette(float t)
{
    float at = 6.0 * clamp(t, 0.0, 0.9999);
    int low = int(at);
    return mix(colors[low], colors[low + 1], at - float(low)) / 255.0;
}

uint word(highp usampler2D words, uint at)
{
    int width = textureSize(words, 0).x;
    return texelFetch(words, ivec2(int(at) % width, int(at) / width), 0).x;
}

float rank_at(float part)
{
    uint place = uint(clamp(int(part * float(count)), 0, count - 1));
    return float(word(ranks, word(order, place))) / float(max(count - 1, 1));
}

void main()
{
    if (bars) {
        float rank = rank_at(uv.x);
        result = vec4(uv.y < 0.03 + 0.94 * rank ? palette(rank) : ground, 1.0);
        return;
    }
    vec2 size = 1.0 / fwidth(uv); // in pixels
    float column = floor(uv.x * size.x), down = 1.0 - uv.y;
    result = vec4(palette(rank_at((column + down) / size.x)), 1.0);
}
