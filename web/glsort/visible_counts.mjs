// SPDX-License-Identifier: MIT
// The visible counts of draw orders on the CPU, some frames late: each run writes them to a
// buffer that is read once a fence after that run has been passed.
//
// A read-back waits until the browser has executed all commands that were issued before it,
// whatever they do. So it comes before a run issues its own, when little is on its way.
import {buffersOf, readBuffer} from "./transfers.mjs";

const RUNS = 4; // that may be on their way

export class VisibleCounts {
    counts = null; // of the latest run that is known: a number for each view
    #gl;
    #free;
    #unread; // for runs whose counts have no buffer
    #pending = []; // {buffer, fence, run, views}, oldest first
    #run = 0;
    #known = 0;

    constructor(gl, views) {
        this.#gl = gl;
        [this.#unread, ...this.#free] = buffersOf(gl, Array(RUNS + 1).fill(4 * views));
    }

    // Runs since the one that `counts` is of.
    get age() {
        return this.counts === null ? null : this.#run - this.#known;
    }

    // The buffer that the next run writes.
    next() {
        this.poll();
        return this.#free.at(-1) ?? this.#unread;
    }

    // After a run of so many views has written that buffer.
    ran(views) {
        const gl = this.#gl, run = ++this.#run;
        if (this.#free.length === 0)
            return;
        const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        this.#pending.push({buffer: this.#free.pop(), fence, run, views});
    }

    #isPassed({fence}) {
        const gl = this.#gl;
        return fence !== null && !gl.isContextLost() &&
               gl.clientWaitSync(fence, gl.SYNC_FLUSH_COMMANDS_BIT, 0) !== gl.TIMEOUT_EXPIRED;
    }

    // Reads the latest counts whose fence has been passed.
    poll() {
        const pending = this.#pending;
        let passed = 0;
        while (passed < pending.length && this.#isPassed(pending[passed]))
            ++passed;
        const taken = pending.splice(0, passed), latest = taken.at(-1);
        if (latest === undefined)
            return;
        this.counts = readBuffer(this.#gl, latest.buffer, new Uint32Array(latest.views));
        this.#known = latest.run;
        for (const {buffer, fence} of taken) {
            this.#gl.deleteSync(fence);
            this.#free.push(buffer);
        }
    }

    dispose() {
        for (const {buffer, fence} of this.#pending) {
            this.#gl.deleteSync(fence);
            this.#gl.deleteBuffer(buffer);
        }
        for (const buffer of [this.#unread, ...this.#free])
            this.#gl.deleteBuffer(buffer);
        this.#free = this.#pending = [];
    }
}
