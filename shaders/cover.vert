// SPDX-License-Identifier: MIT
// One triangle that covers the viewport; needs no vertex buffer.

void main()
{
    float x = (gl_VertexID & 1) != 0 ? 3.0 : -1.0;
    float y = (gl_VertexID & 2) != 0 ? 3.0 : -1.0;
    gl_Position = vec4(x, y, 0.0, 1.0);
}
