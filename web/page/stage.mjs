// SPDX-License-Identifier: MIT
// Draws a scene side by side in several orders: linear light into a texture, then to the
// canvas with a filmic curve.
import {SCREEN_VERTEX, deleteTarget, program, target} from "./gl.mjs";
import {composeFrag} from "./shaders.mjs";

export class Stage {
    #gl;
    #compose;
    #drawing = null;
    #format;

    constructor(gl) {
        this.#gl = gl;
        this.#compose = program(gl, SCREEN_VERTEX, composeFrag);
        const floats = gl.getExtension("EXT_color_buffer_float") ??
                       gl.getExtension("EXT_color_buffer_half_float");
        this.#format = floats ? gl.RGBA16F : gl.SRGB8_ALPHA8;
    }

    // The whole canvas, in its pixels.
    get whole() {
        const {drawingBufferWidth: width, drawingBufferHeight: height} = this.#gl;
        return {x: 0, y: 0, width, height};
    }

    #fit(width, height) {
        if (this.#drawing?.width === width && this.#drawing.height === height)
            return;
        deleteTarget(this.#gl, this.#drawing);
        this.#drawing = target(this.#gl, this.#format, width, height, this.#gl.NEAREST);
    }

    // `sides` are {order, from, to}: a texture, and parts of the width.
    draw(scene, camera, matrices, sides, where = this.whole) {
        const gl = this.#gl, {width, height} = where;
        this.#fit(width, height);
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.#drawing.framebuffer);
        gl.viewport(0, 0, width, height);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.enable(gl.SCISSOR_TEST);
        for (const {order, from, to} of sides) {
            const left = Math.round(from * width), right = Math.round(to * width);
            gl.scissor(left, 0, right - left, height);
            if (right > left)
                scene.draw(order, camera, matrices, where);
        }
        gl.disable(gl.SCISSOR_TEST);
        gl.disable(gl.BLEND);
        this.#show(scene.isShown, where);
    }

    #show(isShown, {x, y, width, height}) {
        const gl = this.#gl, {program, at} = this.#compose;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.viewport(x, y, width, height);
        gl.useProgram(program);
        gl.uniform1i(at.drawing, 0);
        gl.uniform4f(at.place, 1, 1, 0, 0);
        gl.uniform4f(at.shape, width / height, 1, 1.05, isShown ? 1 : 0);
        gl.bindTexture(gl.TEXTURE_2D, this.#drawing.texture);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.bindTexture(gl.TEXTURE_2D, null);
    }

    dispose() {
        deleteTarget(this.#gl, this.#drawing);
        this.#gl.deleteProgram(this.#compose.program);
    }
}
