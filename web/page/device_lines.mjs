// SPDX-License-Identifier: MIT
// What drivers elsewhere do wrong: the lines of `glsort info --report` that WebGL 2 can have, each
// by a form that depends on it.
import {buffersOf, readBuffer} from "./glsort/transfers.mjs";
import {checkOrder} from "./check.mjs";
import {rendererName, texture} from "./gl.mjs";
import {GpuOrder} from "./orders.mjs";

const COUNT = 4099, WIDTH = 64;
const SORTS = [
    {what: "keys of 64 bits, high bits in both halves", key: "u64",
     form: "abisort-fused-fragment"},
    {what: "loops in fragment shaders", key: "u32", form: "abisort-partition-fragment"},
    {what: "pixel packs into buffers", key: "u32", form: "radix-gather-fragment"},
];
const VIEW = {eye: Float32Array.of(0.1, 0.2, 0.3), axis: Float32Array.of(0.36, 0.48, 0.8),
              distance: 1};

function randomWords(count) {
    let state = 1;
    return Uint32Array.from({length: count}, () =>
        state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 >>> 0);
}

// How many keys are not where a sort on the CPU puts them.
function wrongKeys(gl, glsort, {key, form}) {
    const Keys = key === "u64" ? BigUint64Array : Uint32Array;
    const keys = new Keys(randomWords(COUNT * Keys.BYTES_PER_ELEMENT / 4).buffer);
    const made = new Keys(COUNT), sorted = keys.slice().sort();
    const plan = glsort.createPlan({maxCount: COUNT, key, form, textures: false});
    const buffers = buffersOf(gl, [keys, made]);
    plan.run({count: COUNT, keys: {buffer: buffers[0]}, keysOut: {buffer: buffers[1]}});
    readBuffer(gl, buffers[1], made);
    buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    plan.dispose();
    return sorted.reduce((wrong, word, i) => wrong + (word !== made[i]), 0);
}

// Many depths are nearly equal, so that another rounding is another order.
function wrongDepths(gl, glsort) {
    const words = randomWords(4 * WIDTH * Math.ceil(COUNT / WIDTH));
    const hostPositions = Float32Array.from(words, (word) => (word >>> 28) / 10);
    const positions = {texture: texture(gl, gl.RGBA32F, WIDTH, words.length / 4 / WIDTH),
                       width: WIDTH};
    gl.bindTexture(gl.TEXTURE_2D, positions.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, words.length / 4 / WIDTH, gl.RGBA, gl.FLOAT,
                     hostPositions);
    gl.bindTexture(gl.TEXTURE_2D, null);
    const scene = {count: COUNT, positions, hostPositions};
    const order = new GpuOrder(gl, scene, glsort, {bits: 32});
    order.frame(VIEW);
    const {count, right} = checkOrder(gl, scene, order, VIEW);
    order.dispose();
    gl.deleteTexture(positions.texture);
    return count - right;
}

function line(what, countWrong) {
    try {
        const wrong = countWrong();
        return `- ${what}: ${wrong === 0 ? "right" : `WRONG, ${wrong} of ${COUNT}`}`;
    } catch (error) {
        return `- ${what}: ${error.message}`;
    }
}

// Waits for the GPU.
export function deviceLines(gl, glsort) {
    return [`- ${rendererName(gl)}, ${navigator.userAgent}`,
            ...SORTS.map((sort) => line(sort.what, () => wrongKeys(gl, glsort, sort))),
            line("depths without fused multiply-add", () => wrongDepths(gl, glsort))];
}
