// SPDX-License-Identifier: MIT
// Gaussian splats that do not move; the shaders are those of the native demo.
import {extent} from "./extent.mjs";
import {bindTextures, program, texture} from "./gl.mjs";
import {splatFrag, splatVert} from "./shaders.mjs";

const WIDTH = 1024;
const NEAREST = 0.05; // depth that is drawn

// The upper half of turn * scale^2 * turn^T: xx, xy, xz, yy, yz, zz.
function covariance(turn, scale) {
    const length = Math.hypot(...turn) || 1;
    const [w, x, y, z] = turn.map((part) => part / length);
    const rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                  [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]];
    const sum = (a, b) => a.reduce((all, part, i) => all + part * b[i] * scale[i] ** 2, 0);
    const [a, b, c] = rows;
    return [sum(a, a), sum(a, b), sum(a, c), sum(b, b), sum(b, c), sum(c, c)];
}

export class Splats {
    isStatic = true;
    isShown = true; // colours are those of the screen, and are blended as such
    attractor = null;
    #gl;
    #draw;
    #shapes;

    constructor(gl, splats) {
        const rows = Math.ceil(splats.count / WIDTH);
        const most = gl.getParameter(gl.MAX_TEXTURE_SIZE);
        if (rows > most)
            throw new Error(`There are ${splats.count} splats, and this GPU's textures hold ` +
                            `${most * WIDTH}.`);
        const {center, radius} = extent(splats);
        this.#gl = gl;
        this.count = splats.count;
        this.leftOut = (splats.listed ?? splats.count) - splats.count;
        this.cameraStart = {yaw: 30, pitch: 10, distance: 3.5, lens: 45};
        this.hostPositions = this.#centers(splats, rows, center, 1 / radius);
        this.#draw = program(gl, splatVert, splatFrag, {defines: ["ORDER_TEXTURE"]});
        this.positions = {texture: texture(gl, gl.RGBA32F, WIDTH, rows), width: WIDTH};
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, rows, gl.RGBA, gl.FLOAT,
                         this.hostPositions);
        this.#shapes = texture(gl, gl.RGBA32UI, 2 * WIDTH, rows);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2 * WIDTH, rows, gl.RGBA_INTEGER,
                         gl.UNSIGNED_INT, this.#pack(splats, rows, 1 / radius));
    }

    // Around the origin, in a cube of side 2.
    #centers({centers, count}, rows, center, scale) {
        const all = new Float32Array(4 * WIDTH * rows);
        for (let i = 0; i < count; ++i)
            for (let part = 0; part < 3; ++part)
                all[4 * i + part] = scale * (centers[4 * i + part] - center[part]);
        return all;
    }

    // Two texels each: six floats of the covariance, and four colours of 16 bits.
    #pack({count, scales, turns, colors}, rows, scale) {
        const words = new Uint32Array(8 * WIDTH * rows), floats = new Float32Array(words.buffer);
        for (let i = 0; i < count; ++i) {
            floats.set(covariance([...turns.subarray(4 * i, 4 * i + 4)],
                                  [...scales.subarray(3 * i, 3 * i + 3)]
                                      .map((part) => part * scale)), 8 * i);
            const [r, g, b, a] = colors.subarray(4 * i, 4 * i + 4);
            words.set([257 * (r | g << 16) >>> 0, 257 * (b | a << 16) >>> 0], 8 * i + 6);
        }
        return words;
    }

    step() {}

    draw(order, camera, matrices, {width, height}) {
        const gl = this.#gl, {program, at} = this.#draw, half = 0.5 * height;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.view, false, matrices.view);
        gl.uniformMatrix4fv(at.projection, false, matrices.projection);
        gl.uniform4f(at.lens, half * matrices.focal, 0.5 * width, half, NEAREST);
        gl.uniform4f(at.paint, 1, 1, 1, 1);
        ["order", "places", "shapes"].forEach((name, unit) => gl.uniform1i(at[name], unit));
        bindTextures(gl, [order, this.positions.texture, this.#shapes]);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
    }

    dispose() {
        const gl = this.#gl;
        gl.deleteTexture(this.positions.texture);
        gl.deleteTexture(this.#shapes);
        gl.deleteProgram(this.#draw.program);
    }
}
