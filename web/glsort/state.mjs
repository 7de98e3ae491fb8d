// SPDX-License-Identifier: MIT
// Keeps the WebGL state that glsort touches (docs/gl-state.md), where the library itself
// resets it: the objects of the page have no names that the library could restore. Browsers
// answer what is asked here from what they remember; the rest is a WatchedState's.
import {WatchedState} from "./watched_state.mjs";

const UNITS = 6;
const UNIFORM_POINTS = 3;
const COPY_TARGETS = ["COPY_READ_BUFFER", "COPY_WRITE_BUFFER", "PIXEL_PACK_BUFFER",
                      "PIXEL_UNPACK_BUFFER", "UNIFORM_BUFFER"];
const CAPABILITIES = ["BLEND", "CULL_FACE", "DEPTH_TEST", "RASTERIZER_DISCARD",
                      "SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_COVERAGE", "SCISSOR_TEST",
                      "STENCIL_TEST"];
const PIXEL_STORE = ["PACK_ALIGNMENT", "PACK_ROW_LENGTH", "PACK_SKIP_PIXELS",
                     "PACK_SKIP_ROWS", "UNPACK_ALIGNMENT", "UNPACK_IMAGE_HEIGHT",
                     "UNPACK_ROW_LENGTH", "UNPACK_SKIP_IMAGES", "UNPACK_SKIP_PIXELS",
                     "UNPACK_SKIP_ROWS", "UNPACK_FLIP_Y_WEBGL",
                     "UNPACK_PREMULTIPLY_ALPHA_WEBGL"];

export class KeptState {
    #gl;
    #polygons; // WEBGL_polygon_mode, if the page uses it
    #watched;
    #saved;

    constructor(gl, usesPolygonMode) {
        this.#gl = gl;
        this.#polygons = usesPolygonMode ? gl.getExtension("WEBGL_polygon_mode") : null;
        this.#watched = WatchedState.of(gl);
    }

    dispose() {
        this.#watched.release();
    }

    save() {
        const gl = this.#gl, watched = this.#watched;
        const get = (name) => gl.getParameter(gl[name]);
        watched.isPaused = true;
        this.#saved = {
            program: get("CURRENT_PROGRAM"),
            vertexArray: get("VERTEX_ARRAY_BINDING"),
            drawFramebuffer: get("DRAW_FRAMEBUFFER_BINDING"),
            readFramebuffer: get("READ_FRAMEBUFFER_BINDING"),
            buffers: COPY_TARGETS.map((target) => get(`${target}_BINDING`)),
            uniforms: this.#saveUniforms(),
            activeTexture: watched.activeTexture,
            units: this.#saveUnits(),
            capabilities: CAPABILITIES.map((name) => gl.isEnabled(gl[name])),
            colorMask: watched.colorMask,
            viewport: get("VIEWPORT"),
            feedback: get("TRANSFORM_FEEDBACK_BINDING"),
            pixelStore: PIXEL_STORE.map(
                (name) => watched.pixelStore.get(gl[name]) ?? get(name)),
            polygonMode: this.#polygons &&
                         gl.getParameter(this.#polygons.POLYGON_MODE_WEBGL),
        };
    }

    #saveUniforms() {
        const gl = this.#gl;
        return Array.from({length: UNIFORM_POINTS}, (_, i) => {
            const buffer = gl.getIndexedParameter(gl.UNIFORM_BUFFER_BINDING, i);
            return {buffer, ...this.#watched.ranges[i]};
        });
    }

    #saveUnits() {
        const gl = this.#gl;
        return Array.from({length: UNITS}, (_, i) => {
            gl.activeTexture(gl.TEXTURE0 + i);
            return {flat: gl.getParameter(gl.TEXTURE_BINDING_2D),
                    array: gl.getParameter(gl.TEXTURE_BINDING_2D_ARRAY),
                    sampler: gl.getParameter(gl.SAMPLER_BINDING)};
        });
    }

    // The library leaves WebGL's initial values in what it has touched, so only saved values
    // that differ from these are set.
    restore() {
        const gl = this.#gl, saved = this.#saved;
        // A program that was deleted while in use cannot be used again.
        const {program} = saved;
        if (program && !gl.getProgramParameter(program, gl.DELETE_STATUS))
            gl.useProgram(program);
        if (saved.vertexArray)
            gl.bindVertexArray(saved.vertexArray);
        if (saved.drawFramebuffer)
            gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, saved.drawFramebuffer);
        if (saved.readFramebuffer)
            gl.bindFramebuffer(gl.READ_FRAMEBUFFER, saved.readFramebuffer);
        if (saved.feedback)
            gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, saved.feedback);
        saved.uniforms.forEach(({buffer, start, size}, i) => {
            if (buffer && size > 0)
                gl.bindBufferRange(gl.UNIFORM_BUFFER, i, buffer, start, size);
            else if (buffer)
                gl.bindBufferBase(gl.UNIFORM_BUFFER, i, buffer);
        });
        COPY_TARGETS.forEach((name, i) => gl.bindBuffer(gl[name], saved.buffers[i]));
        saved.units.forEach((unit, i) => this.#restoreUnit(unit, i));
        gl.activeTexture(saved.activeTexture);
        CAPABILITIES.forEach((name, i) => saved.capabilities[i] && gl.enable(gl[name]));
        gl.colorMask(...saved.colorMask);
        gl.viewport(...saved.viewport);
        PIXEL_STORE.forEach((name, i) => {
            if (saved.pixelStore[i] != (name.endsWith("ALIGNMENT") ? 4 : 0))
                gl.pixelStorei(gl[name], saved.pixelStore[i]);
        });
        this.#polygons?.polygonModeWEBGL(gl.FRONT_AND_BACK, saved.polygonMode);
        this.#saved = undefined; // holds on to no object of the page
        this.#watched.isPaused = false;
    }

    #restoreUnit({flat, array, sampler}, at) {
        const gl = this.#gl;
        if (!flat && !array && !sampler)
            return;
        gl.activeTexture(gl.TEXTURE0 + at);
        gl.bindTexture(gl.TEXTURE_2D, flat);
        gl.bindTexture(gl.TEXTURE_2D_ARRAY, array);
        gl.bindSampler(at, sampler);
    }
}
