// SPDX-License-Identifier: MIT
// One vertex of a layer at a moment; transform feedback captures the outputs.
//
//   reads   part    kind (0 pane, 1 strand, 2 puff), its number, and u, v in it, -1 to 1
//   writes  place   position; half of a strand's width, radius of a puff
//           facing  panes: the normal; strands: the tangent; puffs: u, v, age
//           paint   colour, linear, and opacity
//           detail  kind; panes: position in the plane; others: u, v; number
//
// All that is random comes from the number and the seed, so equal runs are equal.

layout(location = 0) in vec4 part;

uniform float time;
uniform uint seed;

out vec4 place;
out vec4 facing;
out vec4 paint;
out vec4 detail;

const float full_turn = 6.28318531;

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

void glass(int id, vec2 at)
{
    Pane pane = pane_at(id, time);
    at *= pane_shapes[id].xy;
    place = vec4(pane.centre + at.x * pane.across + at.y * pane.up, 0.0);
    facing = vec4(cross(pane.across, pane.up), 0.0);
    paint = vec4(pane_tints[id], 0.32);
    detail = vec4(0.0, at, float(id));
}

// ---- strands: three locks, which wind around the panes and through them

vec3 strand_at(uint id, float t)
{
    float lock = float(id % 3u);
    float turn = full_turn * (lock / 3.0 + 1.05 * t) + 0.10 * time;
    float wide = 0.66 - 0.24 * sin(4.4 * t + 1.7 * lock + 0.2 * time);
    float high = mix(-0.92, 0.98, t) + 0.09 * sin(7.0 * t + 0.5 * time + 2.0 * lock);
    vec3 outward = vec3(cos(turn), 0.0, sin(turn));
    vec3 along = vec3(-sin(turn), 0.36, cos(turn));
    vec3 side = normalize(cross(outward, along));
    // A flat ribbon, which twists and is widest in the middle.
    float across = 2.0 * random_unit(id, 1u) - 1.0;
    float twist = 2.6 * t + 0.9 * lock + 0.25 * sin(0.4 * time + 5.0 * t);
    float spread = (0.03 + 0.135 * sin(3.14159265 * t)) * across;
    float thick = 0.030 * (random_unit(id, 2u) - 0.5);
    // Few strands leave it.
    spread += 0.25 * pow(random_unit(id, 3u), 12.0) * t * across;
    float wave = 0.016 * sin(13.0 * t + full_turn * random_unit(id, 4u) + time);
    vec3 p = vec3(0.0, high, 0.0) +
             outward * (wide + spread * sin(twist) + thick + wave) +
             side * (spread * cos(twist) + wave);
    return p * vec3(1.75, 1.0, 0.95);
}

vec3 lock_tint(uint id)
{
    const vec3 tints[3] = vec3[](vec3(0.95, 0.42, 0.06), vec3(0.92, 0.16, 0.26),
                                 vec3(0.06, 0.62, 0.66));
    return tints[id % 3u] * mix(0.45, 1.25, random_unit(id, 5u));
}

void strand(uint id, vec2 at)
{
    float t = mix(0.05 * random_unit(id, 6u), 1.0 - 0.22 * random_unit(id, 7u),
                  0.5 + 0.5 * at.x);
    vec3 tangent = normalize(strand_at(id, t + 0.004) - strand_at(id, t - 0.004));
    place = vec4(strand_at(id, t), 0.0026 * mix(0.7, 1.3, random_unit(id, 3u)));
    facing = vec4(tangent, 0.0);
    paint = vec4(lock_tint(id), 0.70);
    detail = vec4(1.0, at, float(id));
}

// ---- smoke: puffs that rise between all that, and sink into it

void puff(uint id, vec2 corner)
{
    float turns = 0.05 * time + random_unit(id, 0u);
    float age = fract(turns);
    uint born = hash(uint(floor(turns))) + id;
    float around = full_turn * random_unit(born, 1u) + 3.2 * age + 0.4;
    float away = mix(1.35, 0.45, age) * mix(0.30, 1.0, sqrt(random_unit(born, 2u)));
    vec3 p = vec3(away * cos(around), -1.10 + 1.8 * pow(age, 1.5), away * sin(around));
    p += 0.10 * age * vec3(sin(5.0 * p.y + time), 0.0, cos(4.0 * p.y + 0.7 * time));
    float radius = mix(0.14, 0.42, sqrt(age)) * mix(0.7, 1.3, random_unit(born, 3u));
    float fade = smoothstep(0.0, 0.08, age) * (1.0 - smoothstep(0.30, 1.0, age));
    place = vec4(p, radius);
    facing = vec4(corner, age, 0.0);
    paint = vec4(vec3(0.80, 0.80, 0.94), 0.25 * fade);
    detail = vec4(2.0, corner, float(id));
}

void main()
{
    if (part.x < 0.5)
        glass(int(part.y), part.zw);
    else if (part.x < 1.5)
        strand(uint(part.y), part.zw);
    else
        puff(uint(part.y), part.zw);
}
