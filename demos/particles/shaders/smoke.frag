// SPDX-License-Identifier: MIT
// A puff: density and a normal from a sheet of four, lit from above.

in vec4 color;
flat in vec4 spot;

uniform sampler2D puffs; // normal xy, density

out vec4 result;

void main()
{
    vec2 at = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y);
    vec4 puff = texture(puffs, spot.xy + 0.5 * at);
    vec2 n = 2.0 * puff.rg - 1.0;
    float light = 0.55 + 0.70 * n.y - 0.35 * n.x;
    vec3 lit = color.rgb * max(light, 0.0) + vec3(0.012, 0.016, 0.035) * (0.8 + n.y) +
               0.05 * max(light - 0.7, 0.0);
    float alpha = color.a * puff.b;
    result = vec4(lit * alpha, alpha);
}
