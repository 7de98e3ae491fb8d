// SPDX-License-Identifier: MIT
// Gaussian splats that do not move; the shaders are those of the native demo.
import {bindTextures, program, texture} from "./gl.mjs";
import {splatFrag, splatVert} from "./shaders.mjs";

const WIDTH = 1024;
const NEAREST = 0.05; // depth that is drawn
export const BRIGHTEST = 4; // colour of the largest number (demos/particles/io/splats.h)

// Splats in whole rows of textures, as struct splat_place and struct splat_shape have them: x, y,
// z, radius; covariance xx, xy, xz, yy, yz, zz, and four colours of 16 bits.
export function splatMemory(count) {
    const texels = WIDTH * Math.ceil(count / WIDTH);
    return {count, places: new Float32Array(4 * texels), shapes: new Uint32Array(8 * texels)};
}

export class Splats {
    isStatic = true;
    isShown = true; // colours are those of the screen, and are blended as such
    attractor = null;
    #gl;
    #draw;
    #shapes;

    // `listed` elements of a file, of which `count` can be drawn.
    constructor(gl, {count, listed = count, places, shapes, yaw = 30, distance = 3.5}) {
        const rows = places.length / 4 / WIDTH;
        const most = gl.getParameter(gl.MAX_TEXTURE_SIZE);
        if (rows > most)
            throw new Error(`There are ${count} splats, and this GPU's textures hold ` +
                            `${most * WIDTH}.`);
        this.#gl = gl;
        this.count = count;
        this.leftOut = listed - count;
        this.cameraStart = {yaw, pitch: 10, distance, lens: 45};
        this.hostPositions = places;
        this.#draw = program(gl, splatVert, splatFrag, {defines: ["ORDER_TEXTURE"]});
        this.positions = {texture: texture(gl, gl.RGBA32F, WIDTH, rows), width: WIDTH};
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, rows, gl.RGBA, gl.FLOAT, places);
        this.#shapes = texture(gl, gl.RGBA32UI, 2 * WIDTH, rows);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 2 * WIDTH, rows, gl.RGBA_INTEGER,
                         gl.UNSIGNED_INT, shapes);
    }

    step() {}

    draw(order, camera, matrices, {width, height}) {
        const gl = this.#gl, {program, at} = this.#draw, half = 0.5 * height;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.view, false, matrices.view);
        gl.uniformMatrix4fv(at.projection, false, matrices.projection);
        gl.uniform4f(at.lens, half * matrices.focal, 0.5 * width, half, NEAREST);
        gl.uniform4f(at.paint, BRIGHTEST, BRIGHTEST, BRIGHTEST, 1);
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
