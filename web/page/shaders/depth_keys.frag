// SPDX-License-Identifier: MIT
// The depth of each element along the view, as the bits of a float.

in vec2 uv;

uniform highp sampler2D places;
uniform vec3 eye, axis;

out highp uint key;

void main()
{
    vec3 place = texelFetch(places, ivec2(gl_FragCoord.xy), 0).xyz;
    key = floatBitsToUint(dot(place - eye, axis));
}
