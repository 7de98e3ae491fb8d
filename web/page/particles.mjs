// SPDX-License-Identifier: MIT
// Smoke, beads and a cloud of points: particles that the GPU moves. Transform feedback writes
// buffers; copies of them are the textures that glsort and the vertex shader read.
import {bindTextures, program, texture} from "./gl.mjs";
import {landscape} from "./landscape.mjs";
import {puffSheet} from "./puffs.mjs";
import {beadFrag, discFrag, particleVert, simulateVert, smokeFrag} from "./shaders.mjs";

const WIDTH = 1024; // of the textures; counts are multiples of it
const PARTS = ["new_place", "new_move", "new_paint"];
const PLACES = 0, PAINTS = 2;

// Where each scene looks best from; half of its depth; how it is drawn, and fades with
// distance.
const KINDS = {
    smoke: {number: 0, fragment: smokeFrag, reach: 1.6, fog: 0.55, warmUp: 180,
            camera: {yaw: 20, pitch: 12, distance: 4.3, target: [0, -0.06, 0], lens: 34}},
    beads: {number: 1, fragment: beadFrag, reach: 1.6, fog: 0.55, warmUp: 1,
            camera: {yaw: 24, pitch: -14, distance: 5.2, target: [0, -0.06, 0], lens: 34}},
    cloud: {number: 2, fragment: discFrag, reach: 1.4, fog: 0.15, warmUp: 1,
            points: landscape, camera: {yaw: 30, pitch: 25, distance: 2.3, lens: 45}},
};

export class Particles {
    isStatic = false;
    #gl;
    #kind;
    #step;
    #draw;
    #states; // two sets of three buffers
    #points; // of a cloud: buffers that all steps read
    #now = 0;
    #time = 0;
    #started = false;
    #feedback;
    #puffs;

    constructor(gl, kind, count) {
        this.#gl = gl;
        this.#kind = KINDS[kind];
        this.count = count;
        this.cameraStart = this.#kind.camera;
        this.attractor = [0, 0, 0, 0]; // position and strength
        this.#step = program(gl, simulateVert, null, {captured: PARTS});
        this.#draw = program(gl, particleVert, this.#kind.fragment,
                             {defines: ["ORDER_TEXTURE"]});
        this.#points = this.#kind.points?.(count).map((data) => this.#createBuffer(data)) ?? [];
        this.#states = [this.#createState(), this.#createState()];
        this.#feedback = gl.createTransformFeedback();
        const rows = count / WIDTH;
        this.positions = {texture: texture(gl, gl.RGBA32F, WIDTH, rows), width: WIDTH};
        this.paints = texture(gl, gl.RGBA32F, WIDTH, rows);
        this.#puffs = kind === "smoke" ? puffSheet(gl) : null;
        [, this.largestPoint] = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE);
        this.step(0);
        for (let i = 0; i < this.#kind.warmUp; ++i)
            this.#advance(1 / 30);
        this.#copy();
    }

    #createBuffer(data) {
        const gl = this.#gl, buffer = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_COPY);
        return buffer;
    }

    #createState() {
        const gl = this.#gl;
        const buffers = PARTS.map(() => this.#createBuffer(16 * this.count));
        const array = gl.createVertexArray();
        gl.bindVertexArray(array);
        [...buffers.slice(0, PAINTS), ...this.#points].forEach((buffer, at) => {
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            gl.enableVertexAttribArray(at);
            gl.vertexAttribPointer(at, 4, gl.FLOAT, false, 0, 0);
        });
        gl.bindVertexArray(null);
        gl.bindBuffer(gl.ARRAY_BUFFER, null);
        return {buffers, array};
    }

    // The buffer of positions, for those who read them back.
    get positionBuffer() {
        return this.#states[this.#now].buffers[PLACES];
    }

    step(seconds) {
        this.#advance(seconds);
        this.#copy();
    }

    // Sizes and opacity such that any count fills the scene about alike.
    #look() {
        const few = 16384 / this.count;
        const [radius, opacity] = [[few ** 0.25, Math.min(few ** 0.22, 1.4)],
                                   [few ** 0.38, 0.62], [1, 1]][this.#kind.number];
        return [Math.min(radius, 3), opacity, this.#started ? 0 : 1, 1];
    }

    #advance(seconds) {
        const gl = this.#gl, {program, at} = this.#step;
        this.#time += seconds;
        gl.useProgram(program);
        gl.uniform1i(at.kind, this.#kind.number);
        gl.uniform1ui(at.count, this.count);
        gl.uniform1ui(at.seed, 1);
        gl.uniform1f(at.time, this.#time);
        gl.uniform1f(at.step_seconds, seconds);
        gl.uniform4fv(at.attractor, this.attractor);
        gl.uniform4fv(at.look, this.#look());
        this.#capture(this.#states[this.#now].array, this.#states[1 - this.#now].buffers);
        this.#now = 1 - this.#now;
        this.#started = true;
    }

    #capture(array, buffers) {
        const gl = this.#gl;
        gl.bindVertexArray(array);
        gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, this.#feedback);
        buffers.forEach((buffer, i) =>
            gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, i, buffer));
        gl.enable(gl.RASTERIZER_DISCARD);
        gl.beginTransformFeedback(gl.POINTS);
        gl.drawArrays(gl.POINTS, 0, this.count);
        gl.endTransformFeedback();
        gl.disable(gl.RASTERIZER_DISCARD);
        buffers.forEach((_, i) => gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, i, null));
        gl.bindTransformFeedback(gl.TRANSFORM_FEEDBACK, null);
        gl.bindVertexArray(null);
    }

    // From buffers to textures, without the CPU.
    #copy() {
        const gl = this.#gl, {buffers} = this.#states[this.#now];
        const copies = [[this.positions.texture, buffers[PLACES]],
                        [this.paints, buffers[PAINTS]]];
        for (const [to, from] of copies) {
            gl.bindTexture(gl.TEXTURE_2D, to);
            gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, from);
            gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, this.count / WIDTH, gl.RGBA,
                             gl.FLOAT, 0);
        }
        gl.bindBuffer(gl.PIXEL_UNPACK_BUFFER, null);
        gl.bindTexture(gl.TEXTURE_2D, null);
    }

    // Draws all, blended in this order, to a target of this size.
    draw(order, camera, matrices, {height}) {
        const gl = this.#gl, {program, at} = this.#draw, {reach, fog} = this.#kind;
        gl.useProgram(program);
        gl.uniformMatrix4fv(at.view, false, matrices.view);
        gl.uniformMatrix4fv(at.projection, false, matrices.projection);
        gl.uniform4f(at.shape, 0.5 * height * matrices.focal, 2, this.largestPoint, 0);
        gl.uniform4f(at.fog, camera.distance - reach, 0.5 / reach, fog, 0);
        gl.uniform1i(at.order, 0);
        gl.uniform1i(at.places, 1);
        gl.uniform1i(at.paints, 2);
        gl.uniform1i(at.puffs ?? null, 3);
        bindTextures(gl, [order, this.positions.texture, this.paints, this.#puffs]);
        gl.drawArrays(gl.POINTS, 0, this.count);
    }

    dispose() {
        const gl = this.#gl;
        for (const {buffers, array} of this.#states) {
            buffers.forEach((buffer) => gl.deleteBuffer(buffer));
            gl.deleteVertexArray(array);
        }
        this.#points.forEach((buffer) => gl.deleteBuffer(buffer));
        gl.deleteTransformFeedback(this.#feedback);
        for (const made of [this.positions.texture, this.paints, this.#puffs])
            gl.deleteTexture(made);
        for (const {program} of [this.#step, this.#draw])
            gl.deleteProgram(program);
    }
}
