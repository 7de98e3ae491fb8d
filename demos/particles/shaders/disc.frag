// SPDX-License-Identifier: MIT
// A point of a scanned surface: a disc with a soft edge.

in vec4 color;
flat in vec4 spot;

out vec4 result;

void main()
{
    vec2 d = 2.0 * gl_PointCoord - 1.0;
    float fall = 1.0 - dot(d, d);
    if (fall <= 0.0)
        discard;
    float alpha = color.a * smoothstep(0.0, 0.6, fall);
    result = vec4(color.rgb * alpha, alpha);
}
