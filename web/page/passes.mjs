// SPDX-License-Identifier: MIT
// One sort, pass by pass: above, the keys as they stand; below, a line for each pass, with
// every key in the colour of its final position. Keys are drawn evenly from 0 to 2^32, so a
// key tells where it will be.
import {SCREEN_VERTEX, bindTextures, deleteTarget, program, target, texture} from "./gl.mjs";
import {barsFrag} from "./shaders.mjs";

const SECONDS = 8;      // that a sort takes at speed 1
const REST_SECONDS = 2; // before the next one
const ABOVE = 0.62;     // part of the height for the keys
const MOST_COUNT = 65536;
const BARS = 0, LINE = 1, LINES = 2; // what bars.frag draws

export class Passes {
    name = "passes";
    #gl;
    #plan;
    #program;
    #keys;
    #sorted;
    #seen;
    #lines = null;
    #clock = 0;
    #done = 0; // passes

    constructor(gl, glsort, {count, form}) {
        this.#gl = gl;
        this.count = Math.min(count, MOST_COUNT);
        this.#plan = glsort.createPlan({maxCount: this.count, form: form || undefined});
        this.passes = this.#plan.describe(this.count).passes;
        this.#program = program(gl, SCREEN_VERTEX, barsFrag);
        const width = 2 ** Math.ceil(Math.log2(this.count) / 2);
        [this.#keys, this.#sorted, this.#seen] = [0, 1, 2].map(
            () => ({texture: texture(gl, gl.R32UI, width, this.count / width), width}));
        this.#lines = target(gl, gl.RGBA8, Math.min(this.count, 2048),
                             this.passes.length + 1, gl.NEAREST);
        this.#begin();
    }

    #begin() {
        const gl = this.#gl, {width} = this.#keys;
        const keys = Uint32Array.from({length: this.count}, () => Math.random() * 2 ** 32);
        gl.bindTexture(gl.TEXTURE_2D, this.#keys.texture);
        gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, this.count / width, gl.RED_INTEGER,
                         gl.UNSIGNED_INT, keys);
        gl.bindTexture(gl.TEXTURE_2D, null);
        this.#clock = this.#done = 0;
        this.#plan.begin({count: this.count, keys: this.#keys, keysOut: this.#sorted});
        this.#clearLines();
        this.#look();
    }

    #clearLines() {
        const gl = this.#gl;
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.#lines.framebuffer);
        gl.clearColor(0.03, 0.035, 0.055, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    // Takes down the keys as they stand, and adds their line.
    #look() {
        const gl = this.#gl, {width, height, framebuffer} = this.#lines;
        this.#plan.peek({keysOut: this.#seen});
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        this.#show(LINE, this.#seen.texture, [0, height - 1 - this.#done, width, 1]);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    #advance() {
        this.#plan.step();
        ++this.#done;
        this.#look();
        if (this.#plan.passesLeft === 0)
            this.#plan.end();
    }

    frame(seconds, {speed}) {
        this.#clock += seconds * speed;
        const due = Math.min(this.#clock / SECONDS, 1) * this.passes.length;
        while (this.#done < Math.floor(due))
            this.#advance();
        if (this.#clock > SECONDS + REST_SECONDS)
            this.#begin();
        this.draw();
    }

    draw() {
        const gl = this.#gl;
        const width = gl.drawingBufferWidth, height = gl.drawingBufferHeight;
        const line = Math.round((1 - ABOVE) * height);
        this.#show(BARS, this.#seen.texture, [0, line, width, height - line]);
        this.#show(LINES, this.#lines.texture, [0, 0, width, line]);
    }

    #show(what, from, viewport) {
        const gl = this.#gl, {program, at} = this.#program;
        gl.viewport(...viewport);
        gl.useProgram(program);
        gl.uniform1i(at.what, what);
        gl.uniform1i(at.count, this.count);
        gl.uniform1i(at.keys, 0);
        gl.uniform1i(at.lines, 1);
        bindTextures(gl, what === LINES ? [null, from] : [from, null]);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    }

    // What the last pass has done, in words.
    get progress() {
        const all = this.passes.length;
        if (this.#done === 0)
            return `${all} passes`;
        return `pass ${this.#done} of ${all}: ${this.passes[this.#done - 1].purpose}`;
    }

    dispose() {
        this.#plan.dispose();
        deleteTarget(this.#gl, this.#lines);
        for (const made of [this.#keys, this.#sorted, this.#seen])
            this.#gl.deleteTexture(made.texture);
        this.#gl.deleteProgram(this.#program.program);
    }
}
