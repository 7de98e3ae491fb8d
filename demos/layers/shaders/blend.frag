// SPDX-License-Identifier: MIT
// A fragment of a layer for blending in the order of drawing.

out vec4 result;

void main()
{
    float depth;
    vec4 seen = look(depth);
    result = vec4(seen.rgb * seen.a, seen.a);
}
