// SPDX-License-Identifier: MIT
// The three orders that the page compares. Each has a texture for the vertex shader.
import {buffersOf, readBuffer} from "./glsort/transfers.mjs";
import {GpuTimer, isReached, texture} from "./gl.mjs";
import {Mean} from "./mean.mjs";

const WIDTH = 1024;
const REACH = 3, NEAREST = 0.02; // of 16 bits: from the camera's target, and from the eye

function upload(gl, to, order) {
    gl.bindTexture(gl.TEXTURE_2D, to);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, order.length / WIDTH, gl.RED_INTEGER,
                     gl.UNSIGNED_INT, order);
    gl.bindTexture(gl.TEXTURE_2D, null);
}

// A texture of the order that the elements have in memory.
function orderTexture(gl, count) {
    const rows = Math.ceil(count / WIDTH), made = texture(gl, gl.R32UI, WIDTH, rows);
    upload(gl, made, Uint32Array.from({length: WIDTH * rows}, (_, i) => i));
    return made;
}

// No order: as the particles are in memory.
export class MemoryOrder {
    constructor(gl, scene) {
        this.gl = gl;
        this.texture = orderTexture(gl, scene.count);
    }

    frame() {}

    dispose() {
        this.gl.deleteTexture(this.texture);
    }
}

// Sorted by glsort in the same frame, by 32 bits of the depths or by 16; nothing leaves the GPU.
export class GpuOrder {
    #calls = new Mean(); // in milliseconds

    constructor(gl, scene, glsort, {form, bits}) {
        this.scene = scene;
        this.bits = bits;
        this.timer = new GpuTimer(gl);
        this.order = glsort.createOrder({maxCount: scene.count, keyBits: bits,
                                         form: form || undefined});
        this.texture = this.order.texture;
        this.width = this.order.width;
    }

    // The depths that 16 bits tell apart; those outside count as the nearest or farthest.
    range({distance}) {
        return this.bits === 32 ? {}
            : {near: Math.max(distance - REACH, NEAREST), far: distance + REACH};
    }

    frame(view) {
        const {count, positions} = this.scene, {eye, axis} = view, range = this.range(view);
        this.timer.poll();
        this.timer.begin();
        const start = performance.now();
        this.order.run({positions, count, eye, axis, ...range});
        this.#calls.add(performance.now() - start);
        this.timer.end();
    }

    get gpuMs() {
        return this.timer.ms;
    }

    get callMs() {
        return this.#calls.value;
    }

    dispose() {
        this.timer.dispose();
        this.order.dispose();
    }
}

// Sorted on the CPU by a worker. Positions that the GPU moves are read back first, without
// blocking: a copy, a fence, and the data in a later frame.
export class WorkerOrder {
    age = null; // frames since the positions and the camera of the order were current
    #sorts = new Mean(); // in milliseconds
    #gl;
    #scene;
    #worker = new Worker(new URL("./worker.mjs", import.meta.url), {type: "module"});
    #frame = 0;
    #reading = null; // {fence, view}
    #asked = null;   // the frame that the worker sorts
    #shown = null;   // the frame that the texture's order is of
    #sent = false;
    #staging;

    constructor(gl, scene) {
        this.#gl = gl;
        this.#scene = scene;
        this.texture = orderTexture(gl, scene.count);
        [this.#staging] = buffersOf(gl, [16 * scene.count]);
        this.#worker.onmessage = ({data}) => this.#receive(data);
    }

    frame(view) {
        ++this.#frame;
        if (this.#reading)
            this.#finishReading();
        else if (this.#asked === null)
            this.#ask({method: "counting16", eye: view.eye, axis: view.axis});
        this.age = this.#shown === null ? null : this.#frame - this.#shown;
    }

    #ask(view) {
        this.#asked = this.#frame;
        if (this.#scene.isStatic) {
            const positions = this.#sent ? undefined : this.#scene.hostPositions;
            this.#sent = true;
            this.#worker.postMessage({...view, positions, count: this.#scene.count});
            return;
        }
        const gl = this.#gl;
        gl.bindBuffer(gl.COPY_READ_BUFFER, this.#scene.positionBuffer);
        gl.bindBuffer(gl.COPY_WRITE_BUFFER, this.#staging);
        gl.copyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0,
                             16 * this.#scene.count);
        gl.bindBuffer(gl.COPY_READ_BUFFER, null);
        gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
        this.#reading = {view, fence: gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)};
    }

    #finishReading() {
        const gl = this.#gl, {view, fence} = this.#reading;
        if (!isReached(gl, fence))
            return;
        gl.deleteSync(fence);
        const positions = readBuffer(gl, this.#staging, new Float32Array(4 * this.#scene.count));
        this.#reading = null;
        this.#worker.postMessage({...view, positions, count: this.#scene.count},
                                 [positions.buffer]);
    }

    #receive({order, ms}) {
        if (this.#gl.isContextLost())
            return;
        upload(this.#gl, this.texture, order);
        this.#shown = this.#asked;
        this.#asked = null;
        this.#sorts.add(ms);
    }

    get sortMs() {
        return this.#sorts.value;
    }

    dispose() {
        this.#worker.terminate();
        this.#gl.deleteTexture(this.texture);
        this.#gl.deleteBuffer(this.#staging);
    }
}
