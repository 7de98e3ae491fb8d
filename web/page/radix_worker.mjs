// SPDX-License-Identifier: MIT
// As worker.mjs, with radix.c: method "radix32" alone.
import {serveSorts} from "./cpu_sorts.mjs";

const PAGE_BYTES = 65536;
const PAIR_BYTES = 8;

const loading = WebAssembly.instantiateStreaming(
    fetch(new URL("./radix.wasm", import.meta.url)));

class WasmSorter {
    #wasm;
    #count;
    #words;
    #positions; // addresses
    #pairs;

    constructor(wasm, positions, count) {
        this.#wasm = wasm;
        this.#count = count;
        this.#words = positions.length / 4; // whole rows of a texture
        this.#positions = 16 * Math.ceil(wasm.radix_memory() / 16);
        this.#pairs = this.#positions + positions.byteLength;
        const {memory} = wasm;
        const lack = this.#pairs + 2 * PAIR_BYTES * count - memory.buffer.byteLength;
        memory.grow(Math.max(0, Math.ceil(lack / PAGE_BYTES)));
        new Float32Array(memory.buffer, this.#positions, positions.length).set(positions);
    }

    radix32({eye, axis}) {
        const {memory, radix_order: sort} = this.#wasm, count = this.#count;
        const offset = eye.reduce((sum, part, i) => sum + part * axis[i], 0);
        const at = sort(this.#positions, this.#pairs, count, ...axis, offset);
        const order = new Uint32Array(this.#words);
        order.set(new Uint32Array(memory.buffer, at, count));
        return order;
    }
}

serveSorts(async (positions, count) =>
    new WasmSorter((await loading).instance.exports, positions, count));
