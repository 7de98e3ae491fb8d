// SPDX-License-Identifier: MIT
// Scatters places: a point at the texel of the element that place gl_VertexID has.

uniform highp usampler2D order;

flat out highp uint place;

void main()
{
    ivec2 size = textureSize(order, 0);
    ivec2 at = ivec2(gl_VertexID % size.x, gl_VertexID / size.x);
    int element = int(texelFetch(order, at, 0).x);
    vec2 texel = vec2(element % size.x, element / size.x) + 0.5;
    place = uint(gl_VertexID);
    gl_Position = vec4(2.0 * texel / vec2(size) - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
