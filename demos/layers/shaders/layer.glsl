// SPDX-License-Identifier: MIT
// What a fragment of a layer looks like.

in vec3 world;
in vec4 layer_facing;
in vec4 layer_paint;
in vec3 layer_at;
flat in ivec2 layer_id;

uniform sampler2D puffs; // normal xy, density
uniform mat4 view;
uniform vec4 eye;

const vec3 lamp = vec3(-0.38, 0.78, -0.50); // to the light, unit length

// Two tall windows of the studio, as glass reflects them.
float reflection(vec3 towards)
{
    vec2 at = vec2(atan(towards.x, towards.z), towards.y);
    float near = smoothstep(0.10, 0.04, abs(at.x - 0.75)) +
                 0.6 * smoothstep(0.05, 0.02, abs(at.x - 1.00));
    return near * smoothstep(-0.5, 0.3, at.y);
}

vec4 glass()
{
    float edge = pane_edge(layer_id.y, layer_at.xy);
    float soft = max(fwidth(edge), 1e-4);
    float cover = clamp(0.5 - edge / soft, 0.0, 1.0);
    float rim = smoothstep(-0.014 - soft, -0.007, edge);
    vec3 to_eye = normalize(eye.xyz - world);
    vec3 normal = layer_facing.xyz * sign(dot(layer_facing.xyz, to_eye) + 1e-6);
    float grazing = pow(1.0 - dot(normal, to_eye), 4.0);
    // Light that comes through from behind, and less of it below.
    float through = 0.35 + 0.55 * abs(dot(normal, lamp));
    vec3 color = layer_paint.rgb * through * mix(0.45, 1.15, 0.5 + 0.45 * world.y);
    float alpha = mix(layer_paint.a, 0.65, grazing);
    color = mix(color, layer_paint.rgb * 1.9 + 0.10, rim);
    alpha = mix(alpha, 0.90, rim);
    float gloss = reflection(reflect(-to_eye, normal)) * (0.10 + 0.8 * grazing);
    color = (color * alpha + vec3(1.0, 0.97, 0.92) * gloss) / (alpha + gloss);
    return vec4(color, cover * (alpha + gloss * (1.0 - alpha)));
}

// After J. T. Kajiya and T. L. Kay, "Rendering fur with three dimensional textures"
// (1989).
vec4 strand()
{
    vec3 tangent = normalize(layer_facing.xyz);
    vec3 half_way = normalize(lamp + normalize(eye.xyz - world));
    float along = dot(tangent, lamp), along_half = dot(tangent, half_way);
    float diffuse = sqrt(max(1.0 - along * along, 0.0));
    float shine = pow(sqrt(max(1.0 - along_half * along_half, 0.0)), 120.0);
    vec3 color = layer_paint.rgb * (0.05 + 0.50 * diffuse * diffuse) +
                 0.9 * shine * mix(layer_paint.rgb, vec3(1.0), 0.18);
    float round_off = 1.0 - 0.75 * layer_at.y * layer_at.y;
    float ends = 1.0 - smoothstep(0.80, 1.0, abs(layer_at.x));
    return vec4(color, layer_paint.a * round_off * ends);
}

vec4 smoke(out float bulge)
{
    uint sheet = uint(layer_id.y) * 2654435761u;
    vec2 corner = 0.5 * vec2(float(sheet >> 31u), float((sheet >> 30u) & 1u));
    vec4 puff = texture(puffs, corner + 0.25 + 0.25 * layer_at.xy);
    vec2 n = 2.0 * puff.rg - 1.0;
    vec3 normal = vec3(n, sqrt(max(1.0 - dot(n, n), 0.0)));
    vec3 to_lamp = mat3(view) * lamp;
    float light = 0.42 + 0.60 * dot(normal, to_lamp) + 0.25 * normal.y;
    vec3 color = layer_paint.rgb * max(light, 0.0) + vec3(0.015, 0.022, 0.045);
    float square = dot(layer_at.xy, layer_at.xy);
    bulge = layer_at.z * sqrt(max(1.0 - square, 0.0));
    return vec4(color, layer_paint.a * puff.b);
}

// Colour, linear, opacity, and the depth along the view. What is hardly seen is dropped.
vec4 look(out float depth)
{
    float bulge = 0.0;
    vec4 seen;
    if (layer_id.x == 0)
        seen = glass();
    else if (layer_id.x == 1)
        seen = strand();
    else
        seen = smoke(bulge);
    if (seen.a < 0.004)
        discard;
    depth = max(-(view * vec4(world, 1.0)).z - bulge, 1e-3);
    return min(seen, vec4(vec3(4.0), 1.0));
}
