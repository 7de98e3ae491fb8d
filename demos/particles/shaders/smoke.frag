// SPDX-License-Identifier: MIT
// A puff: density and a normal from a sheet of four, lit from above.

in vec4 color;
flat in vec4 spot;

uniform sampler2D puffs; // normal xy, density

out vec4 result;

void main()
{
    vec4 puff = texture(puffs, spot.xy + 0.5 * vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y));
    vec2 n = 2.0 * puff.rg - 1.0;
    float light = 0.52 + 0.62 * n.y - 0.30 * n.x;
    vec3 lit = color.rgb * max(light, 0.0) + vec3(0.035, 0.04, 0.07) * (0.6 + n.y) +
               0.10 * max(light - 0.6, 0.0);
    float alpha = color.a * puff.b;
    result = vec4(lit * alpha, alpha);
}
