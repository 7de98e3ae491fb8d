// SPDX-License-Identifier: MIT
// Gaussian splats that do not move: ellipsoids, each drawn as the ellipse that it is on the
// screen (EWA splatting, Zwicker et al. 2001; 3D Gaussian splatting, Kerbl et al. 2023).
import {bindTextures, program, texture} from "./gl.mjs";
import {extent} from "./splat_files.mjs";
import {splatFrag, splatVert} from "./shaders.mjs";

const WIDTH = 1024;

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
    isDisplayed = true; // colours are those of the screen, and are blended as such
    attractor = null;
    #gl;
    #draw;
    #shapes;
    #colors;

    constructor(gl, splats) {
        const rows = Math.ceil(splats.count / WIDTH);
        const most = gl.getParameter(gl.MAX_TEXTURE_SIZE);
        if (rows > most)
            throw new Error(`There are ${splats.count} splats, and this GPU's textures hold ` +
                            `${most * WIDTH}.`);
        const {center, radius} = extent(splats);
        this.#gl = gl;
        this.count = splats.count;
        this.cameraStart = {yaw: 30, pitch: 10, distance: 3.2, lens: 45};
        this.hostPositions = this.#centers(splats, rows, center, 1 / radius);
        this.#draw = program(gl, splatVert, splatFrag);
        this.positions = {texture: this.#upload(gl.RGBA32F, gl.RGBA, gl.FLOAT, rows,
                                                this.hostPositions), width: WIDTH};
        this.#shapes = this.#createShapes(splats, rows, 1 / radius);
        const colors = new Uint8Array(4 * WIDTH * rows);
        colors.set(splats.colors);
        this.#colors = this.#upload(gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, rows, colors);
    }

    // Around the origin, in a cube of side 2.
    #centers({centers, count}, rows, center, scale) {
        const all = new Float32Array(4 * WIDTH * rows);
        for (let i = 0; i < count; ++i)
            for (let part = 0; part < 3; ++part)
                all[4 * i + part] = scale * (centers[4 * i + part] - center[part]);
        return all;
    }

    #upload(internal, format, type, rows, data) {
        const gl = this.#gl, made = texture(gl, internal, WIDTH, rows);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, rows, format, type, data);
        return made;
    }

    #createShapes({count, scales, turns}, rows, scale) {
        const gl = this.#gl;
        const halves = [0, 1].map(() => new Float32Array(4 * WIDTH * rows));
        for (let i = 0; i < count; ++i) {
            const parts = covariance([...turns.subarray(4 * i, 4 * i + 4)],
                                     [...scales.subarray(3 * i, 3 * i + 3)]
                                         .map((part) => part * scale));
            halves[0].set(parts.slice(0, 3), 4 * i);
            halves[1].set(parts.slice(3), 4 * i);
        }
        return halves.map((half) => this.#upload(gl.RGBA32F, gl.RGBA, gl.FLOAT, rows, half));
    }

    step() {}

    draw(order, camera, matrices, height) {
        const gl = this.#gl, {program, at} = this.#draw;
        const aspect = gl.drawingBufferWidth / gl.drawingBufferHeight;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.view, false, matrices.view);
        gl.uniformMatrix4fv(at.projection, false, matrices.projection);
        gl.uniform3f(at.screen, height * aspect, height, 0.5 * height * matrices.focal);
        ["order", "centers", "colors", "shapes_0", "shapes_1"].forEach(
            (name, unit) => gl.uniform1i(at[name], unit));
        bindTextures(gl, [order, this.positions.texture, this.#colors, ...this.#shapes]);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.count);
    }

    dispose() {
        const gl = this.#gl;
        for (const made of [this.positions.texture, this.#colors, ...this.#shapes])
            gl.deleteTexture(made);
        gl.deleteProgram(this.#draw.program);
    }
}
