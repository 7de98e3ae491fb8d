// SPDX-License-Identifier: MIT
// A short draw order in every form that draw orders take by themselves, compared with a sort on
// the CPU: whether a device nobody has tried sorts right.
import {buffersOf, finished} from "./transfers.mjs";
import {GlsortError} from "./library.mjs";

const FORMS = ["abisort-fused-fragment", "abisort-partition-fragment"];
const FORMS_OF_FEW_BITS = [...FORMS, "radix-gather-fragment"];
const COUNT = 4099; // several levels of merges, and a last row that is not full
const VIEW = {eye: [0, 0, 0], axis: [0, 0, 1]};
const RANGE = {near: -33, far: 33}; // in which 16 bits tell all depths apart

// Positions whose z is the depth, of few digits, so that many are equal.
function samplePositions() {
    const positions = new Float32Array(4 * COUNT);
    for (let i = 0, state = 1; i < COUNT; ++i) {
        state = Math.imul(state, 1664525) + 1013904223 >>> 0;
        positions[4 * i + 2] = (state >>> 20) / 64 - 32;
    }
    return positions;
}

function sortedOrder(positions) {
    return Uint32Array.from({length: COUNT}, (_, i) => i).sort(
        (a, b) => positions[4 * b + 2] - positions[4 * a + 2] || a - b);
}

// As a report names the device; browsers that mask the name offer it by an extension, of which
// Firefox, which does not mask it, warns.
export function rendererName(gl) {
    const name = gl.getParameter(gl.RENDERER) ?? "";
    const info = name.startsWith("WebKit") && gl.getExtension("WEBGL_debug_renderer_info");
    return info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : name;
}

// The words of a texture of R32UI. Reads RGBA, which WebGL always allows.
function readWords(gl, texture, width, rows) {
    const words = new Uint32Array(4 * width * rows), framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    for (const [name, value] of [["ALIGNMENT", 4], ["ROW_LENGTH", 0], ["SKIP_PIXELS", 0],
                                 ["SKIP_ROWS", 0]])
        gl.pixelStorei(gl[`PACK_${name}`], value);
    gl.readPixels(0, 0, width, rows, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
    gl.deleteFramebuffer(framebuffer);
    return words.filter((_, i) => i % 4 === 0);
}

// How many elements are not where they belong.
async function countWrong(session, order, buffer, range, right) {
    const {gl} = session;
    order.run({count: COUNT, positions: {buffer}, ...VIEW, ...range});
    await finished(gl);
    const rows = Math.ceil(COUNT / order.width);
    const made = session.call(() => readWords(gl, order.texture, order.width, rows));
    return right.reduce((wrong, element, i) => wrong + (element !== made[i]), 0);
}

async function testForm(session, form, keyBits, createOrder, buffer, right) {
    const result = {form, count: COUNT, wrong: COUNT, error: null};
    let order;
    try {
        order = await createOrder({maxCount: COUNT, positions: "buffer", stride: 16, form,
                                   keyBits});
        result.wrong = await countWrong(session, order, buffer, keyBits < 32 ? RANGE : {}, right);
    } catch (error) {
        if (!(error instanceof GlsortError))
            throw error;
        result.error = error.message;
    } finally {
        order?.dispose();
    }
    return result;
}

// All at once, so that the waiting for compilers and the GPU overlaps.
export async function testForms(session, keyBits, createOrder) {
    const {gl} = session, positions = samplePositions(), right = sortedOrder(positions);
    const [buffer] = buffersOf(gl, [positions]);
    try {
        const forms = keyBits < 32 ? FORMS_OF_FEW_BITS : FORMS;
        return await Promise.all(forms.map(
            (form) => testForm(session, form, keyBits, createOrder, buffer, right)));
    } finally {
        gl.deleteBuffer(buffer);
    }
}
