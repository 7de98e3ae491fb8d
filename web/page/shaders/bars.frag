// SPDX-License-Identifier: MIT
// Keys as bars, as a line of colours, or the lines so far.

in vec2 uv;

uniform highp usampler2D keys;
uniform sampler2D lines;
uniform int what; // 0 bars, 1 a line, 2 all lines
uniform int count;

out vec4 result;

const vec3 ground = vec3(0.03, 0.035, 0.055);

// From deep blue over teal and sand to rose, about evenly bright.
vec3 palette(float t)
{
    vec3 wave = cos(6.28318 * (vec3(0.85, 0.8, 0.75) * t + vec3(0.52, 0.68, 0.95)));
    return clamp(0.55 + 0.4 * wave, 0.0, 1.0);
}

float key_at(int i)
{
    int width = textureSize(keys, 0).x;
    return float(texelFetch(keys, ivec2(i % width, i / width), 0).x) / 4294967295.0;
}

void main()
{
    if (what == 2) {
        result = texture(lines, uv);
        return;
    }
    float key = key_at(min(int(uv.x * float(count)), count - 1));
    bool shown = what == 1 || uv.y < 0.02 + 0.94 * key;
    result = vec4(shown ? palette(key) : ground, 1.0);
}
