// SPDX-License-Identifier: MIT
// A picture that was blended by GL, as a screen shows it.

uniform sampler2D drawing; // linear

out vec4 result;

void main()
{
    result = shown(texelFetch(drawing, ivec2(gl_FragCoord.xy), 0).rgb);
}
