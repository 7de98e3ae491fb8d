// SPDX-License-Identifier: MIT
// The studio: a dark room with a floor on which light falls through the panes.

in vec2 uv;

uniform mat4 rays; // from clip space to the world
uniform vec4 eye;
uniform float time;

out vec4 result;

const vec3 lamp = vec3(-1.9, 3.9, -2.5); // position
const float floor_height = -1.22;

// What the panes leave of the light that reaches a point of the floor.
vec3 light_through(vec3 p)
{
    vec3 light = vec3(1.0);
    vec3 way = lamp - p;
    for (int i = 0; i < PANES; ++i) {
        Pane pane = pane_at(i, time);
        vec3 normal = cross(pane.across, pane.up);
        float slope = dot(way, normal);
        float t = dot(pane.centre - p, normal) / (abs(slope) < 1e-4 ? 1e-4 : slope);
        vec3 at = p + t * way - pane.centre;
        float edge = pane_edge(i, vec2(dot(at, pane.across), dot(at, pane.up)));
        float blur = 0.015 + 0.12 * t;
        float cover = t > 0.0 && t < 1.0 ? 1.0 - smoothstep(-blur, blur, edge) : 0.0;
        // The rim gathers a line of light.
        float line = cover * exp(-pow((edge + blur) / (0.4 * blur), 2.0));
        light *= mix(vec3(1.0), pane_tints[i] * 0.95, 0.85 * cover);
        light += 0.12 * line * pane_tints[i];
    }
    return light;
}

void main()
{
    vec4 far = rays * vec4(2.0 * uv - 1.0, 1.0, 1.0);
    vec3 way = normalize(far.xyz / far.w - eye.xyz);
    float high = clamp(0.5 + 0.9 * way.y, 0.0, 1.0);
    vec3 room = mix(vec3(0.010, 0.012, 0.020), vec3(0.0015, 0.002, 0.006), high);
    vec2 d = (uv - vec2(0.5, 0.52)) * vec2(1.6, 1.2);
    room += exp(-5.0 * dot(d, d)) * vec3(0.020, 0.026, 0.046);
    vec3 light = room;
    if (way.y < -1e-3) {
        float reach = (floor_height - eye.y) / way.y;
        vec3 p = eye.xyz + reach * way;
        float away = length(p.xz - vec2(0.45, 0.8));
        float pool = exp(-0.42 * away * away);
        vec3 lit = vec3(0.42, 0.41, 0.40) * light_through(p) * pool;
        // The floor is darker below the things that stand on it, and fades into the room.
        lit *= 1.0 - 0.35 * exp(-2.5 * dot(p.xz, p.xz));
        light = mix(room, lit + 0.5 * room, exp(-0.035 * reach * reach));
    }
    result = vec4(light, 1.0);
}
