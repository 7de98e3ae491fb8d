// SPDX-License-Identifier: MIT
// Compares an order with a sort on the CPU, element by element. Reading back blocks the
// page until the GPU has finished.

// Four words or floats for each texel.
function readTexels(gl, texture, width, count, Words) {
    const rows = Math.ceil(count / width), words = new Words(4 * width * rows);
    const [format, type] = Words === Float32Array ? [gl.RGBA, gl.FLOAT]
                                                  : [gl.RGBA_INTEGER, gl.UNSIGNED_INT];
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, width, rows, format, type, words);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(framebuffer);
    return words;
}

// docs/draw-order.md: each step is rounded to a float.
function depthsOf(positions, count, eye, axis) {
    const f = Math.fround;
    return Float32Array.from({length: count}, (_, i) => {
        const [x, y, z] = [0, 1, 2].map(
            (part) => f(f(positions[4 * i + part] - eye[part]) * axis[part]));
        return f(f(x + y) + z);
    });
}

// The same in 16 bits of a range, as floats; all others as they are.
function quantised(depths, {near, far}) {
    const f = Math.fround, most = 2 ** 16 - 2;
    if (near === undefined)
        return depths;
    const steps = f(most / f(f(far) - f(near)));
    return depths.map((depth) =>
        Number.isFinite(depth) ? Math.trunc(Math.min(Math.max(f(f(depth - f(near)) * steps), 0),
                                                     most)) : depth);
}

// Returns how many elements have a depth, and how many of these are where a stable sort of them
// puts them. Those whose depth is not finite are rejected, and have no place among them.
export function checkOrder(gl, scene, order, view) {
    const {count, positions} = scene;
    const made = readTexels(gl, order.texture, order.width, count, Uint32Array)
        .filter((_, i) => i % 4 === 0 && i < 4 * count);
    const host = scene.hostPositions ??
        readTexels(gl, positions.texture, positions.width, count, Float32Array);
    const depths = quantised(depthsOf(host, count, view.eye, view.axis), order.range(view));
    const hasDepth = (element) => Number.isFinite(depths[element]);
    const sorted = Uint32Array.from({length: count}, (_, i) => i).filter(hasDepth)
        .sort((a, b) => depths[b] - depths[a] || a - b);
    const placed = made.filter(hasDepth);
    const right = sorted.reduce((sum, element, i) => sum + (element === placed[i]), 0);
    return {count: sorted.length, right, rejected: count - sorted.length};
}
