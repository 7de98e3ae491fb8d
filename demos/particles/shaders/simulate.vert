// SPDX-License-Identifier: MIT
// One step of one particle; transform feedback captures the outputs.
//
//   reads   place, move  the particle as it was
//           home, color  a point of the cloud; unused by the other kinds
//   writes  new_place    position, and radius in the world
//           new_move     velocity, and age as a part of its life
//           new_paint    colour, linear, and opacity
//
// All that is random comes from the index and the seed, so equal runs are equal.

layout(location = 0) in vec4 place;
layout(location = 1) in vec4 move;
layout(location = 2) in vec4 home;
layout(location = 3) in vec4 color;

uniform int kind; // 0 smoke, 1 beads, 2 cloud
uniform uint count;
uniform uint seed;
uniform float time;
uniform float step_seconds;
uniform vec4 attractor; // position and strength
uniform vec4 look;      // scale of radius, of opacity; 1 for a first step; speed of beads

out vec4 new_place;
out vec4 new_move;
out vec4 new_paint;

const float full_turn = 6.28318531;
const float life = 5.5; // of a puff, seconds

uint hash(uint x)
{
    x = (x ^ (x >> 16u)) * 0x7feb352du;
    x = (x ^ (x >> 15u)) * 0x846ca68bu;
    return x ^ (x >> 16u);
}

float random_unit(uint id, uint channel)
{
    return float(hash(hash(id * 8u + channel) + seed) >> 8u) / 16777216.0;
}

// A flow without sources (Arnold, Beltrami, Childress): it curls and gathers nothing.
vec3 curl(vec3 p)
{
    return vec3(sin(p.z) + 0.8 * cos(p.y), 0.9 * sin(p.x) + cos(p.z),
                0.8 * sin(p.y) + 0.9 * cos(p.x));
}

vec3 pull(vec3 at)
{
    vec3 d = attractor.xyz - at;
    return attractor.w * d / (dot(d, d) + 0.08);
}

// ---- smoke: three plumes that wind around each other

vec3 wind(vec3 p)
{
    float away = length(p.xz) + 1e-4;
    float high = smoothstep(-1.1, 1.0, p.y);
    vec3 around = vec3(-p.z, 0.0, p.x) * mix(1.9, 0.75, high);
    // Drawn to a ring that widens with height, so that the plumes keep crossing.
    float ring = mix(0.42, 0.85, high * high);
    vec3 inward = vec3(p.x, 0.0, p.z) / away * (ring - away) * 1.3;
    vec3 eddies = 0.15 * curl(2.7 * p + vec3(0.0, -0.8 * time, 0.4 * time)) +
                  0.13 * curl(5.9 * p.zxy + vec3(0.7 * time, -1.1 * time, 0.0));
    return around + inward + vec3(0.0, 0.50 - 0.17 * high, 0.0) +
           eddies * (0.35 + 1.5 * high);
}

vec3 plume_color(uint plume)
{
    if (plume == 0u)
        return vec3(0.90, 0.035, 0.20);
    if (plume == 1u)
        return vec3(1.00, 0.40, 0.02);
    return vec3(0.015, 0.26, 0.92);
}

void smoke(uint id)
{
    uint plume = min(3u * id / count, 2u);
    float turns = time / life + random_unit(id, 0u);
    float age = fract(turns);
    // Which life it is in makes each of them start elsewhere.
    uint born = hash(uint(floor(turns))) + id;
    vec3 position = place.xyz + move.xyz * step_seconds;
    // Each puff strays on a way of its own, more and more.
    vec3 stray =
        vec3(random_unit(born, 4u), random_unit(born, 5u), random_unit(born, 6u));
    vec3 goal = wind(position) + (stray - 0.5) * 0.62 * smoothstep(0.0, 0.7, age);
    vec3 speed = mix(goal, move.xyz, exp(-4.0 * step_seconds));
    speed += pull(position) * step_seconds;
    if (age < move.w || look.z > 0.5) {
        float turn = full_turn * float(plume) / 3.0;
        float r = 0.10 * sqrt(random_unit(born, 1u));
        float a = full_turn * random_unit(born, 2u);
        position = vec3(0.44 * cos(turn) + r * cos(a), -1.12,
                        0.44 * sin(turn) + r * sin(a));
        speed = wind(position);
        // Somewhere on the way of this step, or the births would show as layers.
        position += speed * step_seconds * random_unit(born, 3u);
    }
    float grown = sqrt(age);
    float size = mix(0.05, 0.23, grown) * mix(0.7, 1.3, random_unit(id, 4u));
    float fade = smoothstep(0.0, 0.05, age) * (1.0 - smoothstep(0.35, 1.0, age));
    vec3 tint = plume_color(plume);
    tint *= mix(0.72, 1.2, random_unit(id, 5u));
    new_place = vec4(position, size * look.x);
    new_move = vec4(speed, age);
    new_paint = vec4(tint, min(0.5 * fade * look.y, 0.95));
}

// ---- beads on a knot, points of a cloud: both spring back to where they belong

vec3 knot(float t)
{
    float ring = 1.0 + 0.42 * cos(3.0 * t);
    return 0.86 * vec3(ring * cos(2.0 * t), ring * sin(2.0 * t), 0.52 * sin(3.0 * t));
}

vec3 bead_place(uint id, float now)
{
    float t = full_turn * random_unit(id, 0u) + 0.11 * look.w * now;
    float s = full_turn * random_unit(id, 1u) + 0.5 * look.w * now;
    float radius = 0.235 * (0.55 + 0.45 * sqrt(random_unit(id, 2u)));
    vec3 along = normalize(knot(t + 0.004) - knot(t - 0.004));
    vec3 side = normalize(cross(along, vec3(0.0, 0.0, 1.0)));
    vec3 up = cross(side, along);
    return knot(t) + radius * (cos(s) * side + sin(s) * up);
}

vec3 bead_color(uint id)
{
    // The hue changes along the knot, so that strands which cross differ.
    float t = full_turn * random_unit(id, 0u);
    float s = full_turn * random_unit(id, 1u);
    float wave = 0.5 + 0.5 * sin(2.0 * t);
    vec3 tint = mix(vec3(0.0, 0.33, 0.48), vec3(0.33, 0.03, 0.62), wave);
    // A band winds around the tube: what is in front differs from what is behind.
    float band = smoothstep(-0.25, 0.25, sin(2.0 * s + 9.0 * t));
    tint = mix(tint, vec3(1.0, 0.52, 0.13), band);
    return tint * mix(0.75, 1.15, random_unit(id, 5u));
}

vec3 belongs(uint id, float now)
{
    return kind == 1 ? bead_place(id, now) : home.xyz;
}

void tethered(uint id)
{
    vec3 target = belongs(id, time);
    vec3 offset = vec3(0.0), speed = vec3(0.0);
    if (look.z < 0.5) {
        offset = place.xyz - belongs(id, time - step_seconds);
        speed = move.xyz;
    }
    speed += (pull(target + offset) - 14.0 * offset - 2.6 * speed) * step_seconds;
    offset += speed * step_seconds;
    float size = 0.5 * home.w; // a point has a diameter
    if (kind == 1)
        size = 0.030 * mix(0.55, 1.25, pow(random_unit(id, 3u), 2.0));
    new_place = vec4(target + offset, size * look.x);
    new_move = vec4(speed, 0.0);
    vec3 tint = kind == 1 ? bead_color(id) : pow(color.rgb, vec3(2.2));
    new_paint = vec4(tint, min(look.y, 1.0));
}

void main()
{
    uint id = uint(gl_VertexID);
    if (kind == 0)
        smoke(id);
    else
        tethered(id);
}
