// SPDX-License-Identifier: MIT
// A cloud of points as a scanner takes them down from the air: hills, a lake and snow.

const SIDE = 1.6;
const WATER = 0.1;
const WAVES = [[2.1, 0.7, 0.4, 0.20], [-1.3, 2.9, 1.9, 0.13], [5.3, -3.1, 0.6, 0.055],
               [4.1, 7.7, 2.2, 0.03], [-13.7, 9.1, 1.1, 0.012]]; // along x, z; phase; height
// From a height on: colour in 0 to 1.
const GROUND = [[-Infinity, [0.13, 0.42, 0.62]], [WATER + 0.001, [0.86, 0.76, 0.52]],
                [0.13, [0.36, 0.6, 0.25]], [0.27, [0.22, 0.43, 0.2]],
                [0.42, [0.5, 0.44, 0.4]], [0.52, [0.95, 0.96, 0.98]]];

let state;
function random() {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return state / 2 ** 32;
}

// Ridges where the waves turn.
function height(x, z) {
    return WAVES.reduce((sum, [a, b, phase, high]) =>
        sum + high * (1 - Math.abs(Math.sin(a * x + b * z + phase)) ** 1.4), 0.02);
}

// How much a slope sees of the sun, which stands in the west.
function light(x, z, y) {
    const step = 0.01;
    const east = (height(x + step, z) - y) / step, south = (height(x, z + step) - y) / step;
    return (0.55 + 0.5 * east + 0.25 - 0.2 * south) / Math.hypot(1, east, south);
}

// Four floats for each point: where it belongs and its diameter; its colour.
export function landscape(count) {
    state = 7;
    const homes = new Float32Array(4 * count), colors = new Float32Array(4 * count);
    const diameter = 3 * SIDE / Math.sqrt(count);
    for (let i = 0; i < count; ++i) {
        const x = SIDE * (random() - 0.5), z = SIDE * (random() - 0.5);
        const y = Math.max(height(x, z), WATER);
        const [, color] = GROUND.findLast(([from]) => y + 0.04 * random() * (y > WATER) >= from);
        const shade = y > WATER ? 0.45 + 0.65 * Math.max(light(x, z, y), 0) : 1;
        homes.set([x, y - 0.25, z, diameter], 4 * i);
        colors.set([...color.map((part) => Math.min(part * shade, 1)), 1], 4 * i);
    }
    return [homes, colors];
}
