// SPDX-License-Identifier: MIT
// The mean colour of a pixel's layers by weight over the backdrop, as a screen shows it.

uniform sampler2D sums;     // of weighted.frag
uniform sampler2D through;  // the part of the backdrop that comes through
uniform sampler2D backdrop; // linear

out vec4 result;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(sums, at, 0);
    vec3 mean = sum.rgb / max(sum.a, 1e-5);
    result = shown(mix(mean, texelFetch(backdrop, at, 0).rgb,
                       texelFetch(through, at, 0).r));
}
