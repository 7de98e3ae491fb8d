// SPDX-License-Identifier: MIT
// The WebGL state of a page for which browsers ask the GPU's process, and so wait until it has
// executed all that was issued before: Chromium for the colour mask, some pixel storage and the
// ranges of uniform buffers, Firefox for the active unit, too. It is asked for once. From then
// on functions in place of the context's own note what the page sets.

const UNIFORM_POINTS = 3;
const STORED = ["PACK_ALIGNMENT", "PACK_ROW_LENGTH", "UNPACK_IMAGE_HEIGHT", "UNPACK_ROW_LENGTH"];
const METHODS = ["activeTexture", "bindBufferBase", "bindBufferRange", "colorMask", "pixelStorei"];

export class WatchedState {
    isPaused = false; // while glsort calls
    activeTexture;
    colorMask;
    pixelStore = new Map(); // by enumerant
    ranges;                 // of the uniform buffer points: {start, size}; size 0: all
    #gl;
    #users = 0;
    #own = {};      // properties of the context, before
    #watching = {}; // those in their place
    #units;
    #alignment;

    // That of a context, which all its sorters share; release() it.
    static of(gl) {
        const watched = contexts.get(gl) ?? new WatchedState(gl);
        contexts.set(gl, watched);
        watched.#query(); // also after a loss of the context
        if (++watched.#users === 1)
            watched.#watch();
        return watched;
    }

    constructor(gl) {
        this.#gl = gl;
    }

    #query() {
        const gl = this.#gl;
        this.#units = gl.getParameter(gl.MAX_COMBINED_TEXTURE_IMAGE_UNITS);
        this.#alignment = gl.getParameter(gl.UNIFORM_BUFFER_OFFSET_ALIGNMENT);
        this.activeTexture = gl.getParameter(gl.ACTIVE_TEXTURE);
        this.colorMask = gl.getParameter(gl.COLOR_WRITEMASK);
        for (const name of STORED)
            this.pixelStore.set(gl[name], gl.getParameter(gl[name]));
        this.ranges = Array.from({length: UNIFORM_POINTS}, (_, i) => ({
            start: gl.getIndexedParameter(gl.UNIFORM_BUFFER_START, i),
            size: gl.getIndexedParameter(gl.UNIFORM_BUFFER_SIZE, i)}));
    }

    #watch() {
        const gl = this.#gl, watched = this;
        for (const method of METHODS) {
            const call = gl[method];
            this.#own[method] = Object.getOwnPropertyDescriptor(gl, method);
            this.#watching[method] = function (...args) {
                call.apply(this, args);
                if (!watched.isPaused)
                    watched.#note(method, args);
            };
            gl[method] = this.#watching[method];
        }
    }

    // What a call has set, unless WebGL has refused it.
    #note(method, args) {
        const gl = this.#gl;
        if (method === "activeTexture") {
            const unit = args[0] - gl.TEXTURE0;
            if (unit >= 0 && unit < this.#units)
                this.activeTexture = args[0];
        } else if (method === "colorMask") {
            this.colorMask = args.map(Boolean);
        } else if (method === "pixelStorei") {
            const [name, value] = args;
            const isTaken = name === gl.PACK_ALIGNMENT ? [1, 2, 4, 8].includes(value) : value >= 0;
            if (this.pixelStore.has(name) && isTaken)
                this.pixelStore.set(name, value);
        } else {
            this.#noteRange(...args);
        }
    }

    // Without a size: of bindBufferBase.
    #noteRange(target, point, buffer, start = 0, size = undefined) {
        const gl = this.#gl;
        const isTaken = start % this.#alignment === 0 && (size === undefined || size > 0);
        if (target === gl.UNIFORM_BUFFER && point < UNIFORM_POINTS && isTaken &&
            gl.getIndexedParameter(gl.UNIFORM_BUFFER_BINDING, point) === buffer)
            this.ranges[point] = {start, size: size ?? 0};
    }

    // What others have put in their place since then stays, and calls these functions, which
    // then note nothing.
    release() {
        const gl = this.#gl;
        if (--this.#users > 0)
            return;
        contexts.delete(gl);
        this.isPaused = true;
        for (const method of METHODS) {
            if (gl[method] !== this.#watching[method])
                continue;
            delete gl[method];
            if (this.#own[method] !== undefined)
                Object.defineProperty(gl, method, this.#own[method]);
        }
    }
}

const contexts = new WeakMap();
