// SPDX-License-Identifier: MIT
// A sort of depths written down on the GPU: the order of the elements after every pass, and
// the place where each element belongs.
import {SCREEN_VERTEX, bindTextures, deleteTarget, program, target, texture} from "./gl.mjs";
import {depthKeysFrag, pairsFrag, rankFrag, rankVert} from "./shaders.mjs";

const COUNTERS = 64, PAIRS = 256; // texels for an order, and pairs that each looks at

export class Recording {
    #gl;
    #plan;
    #keys;
    #sorted;
    #ranks; // a target
    #programs;
    inOrder = []; // [p]: the share of pairs that are in order after p passes, if counted

    constructor(gl, glsort, scene, form) {
        const {count, positions} = scene, {width} = positions;
        const rows = Math.ceil(count / width);
        this.#gl = gl;
        this.count = count;
        this.#plan = glsort.createPlan({maxCount: count, key: "f32", descending: true,
                                        values: "indices", discardKeys: true, form});
        const {passes, algorithm, method} = this.#plan.describe(count);
        Object.assign(this, {passes, name: form ?? `${algorithm}, ${method}`});
        const words = () => ({texture: texture(gl, gl.R32UI, width, rows), width});
        this.orders = Array.from({length: passes.length + 1}, words); // [p]: after p passes
        this.#sorted = words();
        this.#keys = target(gl, gl.R32UI, width, rows);
        this.#ranks = target(gl, gl.R32UI, width, rows);
        this.#programs = {keys: program(gl, SCREEN_VERTEX, depthKeysFrag),
                          ranks: program(gl, rankVert, rankFrag),
                          pairs: program(gl, SCREEN_VERTEX, pairsFrag,
                                         {defines: [`PAIRS ${PAIRS}`]})};
    }

    get ranks() {
        return this.#ranks.texture;
    }

    // Bytes that the first `passes` passes read and write.
    bytes(passes) {
        return this.passes.slice(0, passes).reduce(
            (sum, {readBytes, writeBytes}) => sum + readBytes + writeBytes, 0);
    }

    record(scene, view) {
        const {count} = this, {width} = this.#sorted;
        this.#drawKeys(scene, view);
        this.#plan.begin({count, keys: {texture: this.#keys.texture, width},
                          valuesOut: this.#sorted});
        this.#plan.peek({valuesOut: this.orders[0]});
        for (const order of this.orders.slice(1)) {
            this.#plan.step();
            this.#plan.peek({valuesOut: order});
        }
        this.#plan.end();
        this.#drawRanks();
    }

    #drawKeys({positions}, {eye, axis}) {
        const gl = this.#gl, {program, at} = this.#programs.keys;
        const {framebuffer, width, height} = this.#keys;
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.viewport(0, 0, width, height);
        gl.useProgram(program);
        gl.uniform1i(at.places, 0);
        gl.uniform3fv(at.eye, eye);
        gl.uniform3fv(at.axis, axis);
        bindTextures(gl, [positions.texture]);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    #drawRanks() {
        const gl = this.#gl, {program, at} = this.#programs.ranks;
        const {framebuffer, width, height} = this.#ranks;
        gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
        gl.viewport(0, 0, width, height);
        gl.useProgram(program);
        gl.uniform1i(at.order, 0);
        bindTextures(gl, [this.orders.at(-1).texture]);
        gl.drawArrays(gl.POINTS, 0, this.count);
        bindTextures(gl, [null]);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    // Of pairs of places that are drawn at random. Waits for the GPU.
    countPairs() {
        const gl = this.#gl, {program, at} = this.#programs.pairs, rows = this.orders.length;
        const counts = target(gl, gl.R32UI, COUNTERS, rows);
        const words = new Uint32Array(4 * COUNTERS * rows);
        gl.useProgram(program);
        gl.uniform1i(at.order, 0);
        gl.uniform1i(at.ranks, 1);
        gl.uniform1ui(at.count, this.count);
        this.orders.forEach(({texture}, p) => {
            gl.viewport(0, p, COUNTERS, 1);
            bindTextures(gl, [texture, this.ranks]);
            gl.drawArrays(gl.TRIANGLES, 0, 3);
        });
        bindTextures(gl, [null, null]);
        gl.readPixels(0, 0, COUNTERS, rows, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        deleteTarget(gl, counts);
        this.inOrder = this.orders.map((_, p) => {
            let sum = 0;
            for (let i = 0; i < COUNTERS; ++i)
                sum += words[4 * (p * COUNTERS + i)];
            return sum / (COUNTERS * PAIRS);
        });
    }

    dispose() {
        const gl = this.#gl;
        this.#plan.dispose();
        for (const {texture} of [...this.orders, this.#sorted])
            gl.deleteTexture(texture);
        for (const made of [this.#keys, this.#ranks])
            deleteTarget(gl, made);
        for (const {program} of Object.values(this.#programs))
            gl.deleteProgram(program);
    }
}
