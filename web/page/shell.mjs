// SPDX-License-Identifier: MIT
// A sea shell of splats: a logarithmic spiral with growth lines and bands of colour, seen
// when no file was opened.
import {BRIGHTEST, splatMemory} from "./splats.mjs";

const TURNS = 3.6;
const GROWTH = 0.145; // of the spiral's radius, in a radian
const CENTER = [-0.35, -0.29, 0.21], RADIUS = 1.07; // of most of it
const OPACITY = 235 / 255;

let state = 1;
function random() {
    state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 >>> 0;
    return (state >>> 8) / 16777216;
}

// A point of the surface: t along the spiral, s around the tube.
function surface(t, s) {
    const size = Math.exp(GROWTH * (t - 2 * Math.PI * TURNS));
    const rib = 1 + 0.035 * Math.cos(36 * t);
    const out = size * (1.02 + 0.74 * rib * Math.cos(s));
    const at = [out * Math.cos(t), 1.05 - size * (1.9 - 0.74 * rib * Math.sin(s)),
                out * Math.sin(t)];
    return scale(subtract(at, CENTER), 1 / RADIUS);
}

const subtract = (a, b) => a.map((part, i) => part - b[i]);
const scale = (a, by) => a.map((part) => part * by);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                         a[0] * b[1] - a[1] * b[0]];
const unit = (a) => scale(a, 1 / Math.hypot(...a));

// The upper half of the covariance of a splat with these half axes.
function covariance(axes) {
    const sum = (i, j) => axes.reduce((all, axis) => all + axis[i] * axis[j], 0);
    return [sum(0, 0), sum(0, 1), sum(0, 2), sum(1, 1), sum(1, 2), sum(2, 2)];
}

function color(t, s, bright) {
    const band = 0.5 + 0.5 * Math.sin(3 * s + 1.2 * Math.sin(9 * t));
    const inside = [250, 196, 176], outside = [255, 240, 214], stripe = [158, 74, 40];
    return outside.map((part, i) => {
        const plain = part + (inside[i] - part) * (0.5 - 0.5 * Math.cos(s));
        return bright * (plain + (stripe[i] - plain) * band ** 6);
    });
}

export function shell(count) {
    state = 1;
    const splats = splatMemory(count), {buffer} = splats.shapes;
    const floats = new Float32Array(buffer), paints = new Uint16Array(buffer);
    const span = Math.sqrt(26 / count) / RADIUS;
    for (let i = 0; i < count; ++i) {
        // Evenly over the area, which grows as the square of the size.
        const t = 2 * Math.PI * TURNS + Math.log(Math.max(random(), 1e-7)) / (2 * GROWTH);
        const s = 2 * Math.PI * random();
        const size = Math.exp(GROWTH * (t - 2 * Math.PI * TURNS));
        const at = surface(t, s);
        const along = unit(subtract(surface(t + 1e-3, s), at));
        const around = subtract(surface(t, s + 1e-3), at);
        const normal = unit(cross(along, around));
        const light = 0.62 + 0.38 * Math.max(0, normal[0] * -0.4 + normal[1] * 0.75 +
                                                normal[2] * 0.5);
        const part = span * (0.35 + 0.65 * size);
        splats.places.set(at, 4 * i);
        floats.set(covariance([scale(along, 0.5 * part), scale(cross(normal, along), part),
                               scale(normal, 0.08 * part)]), 8 * i);
        paints.set([...color(t, s, light).map((each) => each / 255 / BRIGHTEST), OPACITY]
            .map((each) => Math.round(65535 * each)), 16 * i + 12);
    }
    return splats;
}
