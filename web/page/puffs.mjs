// SPDX-License-Identifier: MIT
// A sheet of four puffs of smoke: a normal (x, y) and a density. Balls with torn edges, of
// value noise.
import {SCREEN_VERTEX, deleteTarget, program, target} from "./gl.mjs";

const SIDE = 256;

const SHEET = `
in vec2 uv;
out vec4 puff;

float lattice(ivec2 at, uint seed)
{
    uint h = uint(at.x) * 0x9E3779B1u ^ uint(at.y) * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ h >> 15u) * 0x2C1B3C6Du;
    h = (h ^ h >> 12u) * 0x297A2D39u;
    return float((h ^ h >> 15u) >> 8u) / 16777216.0;
}

float noise(vec2 at, uint seed)
{
    ivec2 cell = ivec2(floor(at));
    vec2 part = at - floor(at);
    part *= part * (3.0 - 2.0 * part);
    vec2 rows = mix(vec2(lattice(cell, seed), lattice(cell + ivec2(0, 1), seed)),
                    vec2(lattice(cell + ivec2(1, 0), seed),
                         lattice(cell + ivec2(1, 1), seed)), part.x);
    return mix(rows.x, rows.y, part.y);
}

float cloudy(vec2 at, uint seed)
{
    float sum = 0.0, weight = 0.5;
    for (uint i = 0u; i < 4u; ++i) {
        sum += weight * noise(at, seed + i);
        at *= 2.03;
        weight *= 0.5;
    }
    return sum / 0.9375;
}

float density(vec2 at, uint seed)
{
    float r = length(at);
    float torn = cloudy(2.2 * at + vec2(7.0, 3.0), 11u * seed + 1u);
    float fall = clamp(1.0 - (r + 0.62 * (torn - 0.5)) / 0.86, 0.0, 1.0);
    return clamp((1.0 - r) * 6.0, 0.0, 1.0) * fall * fall * (3.0 - 2.0 * fall);
}

void main()
{
    uvec2 tile = uvec2(2.0 * uv);
    uint seed = tile.x + 2u * tile.y + 1u;
    vec2 at = 2.0 * fract(2.0 * uv) - 1.0;
    const vec2 d = vec2(0.03, 0.0);
    vec2 slope = vec2(density(at - d, seed) - density(at + d, seed),
                      density(at - d.yx, seed) - density(at + d.yx, seed));
    // The normal of a ball, made rough by the density's slope.
    vec2 n = 0.75 * at + 2.6 * slope;
    puff = vec4(0.5 + 0.5 * n / max(length(n), 1.0), density(at, seed), 1.0);
}
`;

export function puffSheet(gl) {
    const {program: made} = program(gl, SCREEN_VERTEX, SHEET);
    const sheet = target(gl, gl.RGBA8, SIDE, SIDE, gl.LINEAR);
    gl.viewport(0, 0, SIDE, SIDE);
    gl.useProgram(made);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.deleteProgram(made);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    const {texture} = sheet;
    deleteTarget(gl, {framebuffer: sheet.framebuffer});
    return texture;
}
