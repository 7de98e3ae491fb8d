// SPDX-License-Identifier: MIT
// A glass bead: a sphere of tinted glass with a bright rim and a highlight.

in vec4 color;
flat in vec4 spot;

out vec4 result;

void main()
{
    vec2 d = 2.0 * gl_PointCoord - 1.0;
    d.y = -d.y;
    float square = dot(d, d);
    float edge = 1.0 - smoothstep(1.0 - 4.0 / max(spot.z, 4.0), 1.0, square);
    if (edge <= 0.0)
        discard;
    vec3 n = vec3(d, sqrt(max(1.0 - square, 0.0)));
    float rim = 1.0 - n.z;
    rim *= rim;
    float lambert = max(dot(n, normalize(vec3(-0.45, 0.75, 0.5))), 0.0);
    // Light that fell through gathers opposite of the lamp.
    float glow = max(dot(n, normalize(vec3(0.45, -0.75, 0.35))), 0.0);
    // On small beads a highlight would be all that is seen.
    float facing = max(dot(n, normalize(vec3(-0.28, 0.46, 0.84))), 0.0);
    float shine = smoothstep(3.0, 16.0, spot.z) * pow(facing, 48.0);
    vec3 glass = color.rgb * (0.16 + 0.75 * lambert + 0.55 * glow * glow) + 0.20 * rim;
    float alpha = edge * mix(color.a, min(color.a + 0.35, 1.0), rim);
    vec3 lit = glass * alpha + vec3(1.1) * shine * edge * (1.0 - 0.7 * spot.w);
    result = vec4(lit, max(alpha, shine * edge));
}
