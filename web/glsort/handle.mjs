// SPDX-License-Identifier: MIT
import {GlsortError} from "./library.mjs";

const TURN_MS = 4; // that polls take at once

// A plan of the C library: `kind` is the word in the names of its functions, `what` that in
// sentences.
export class Handle {
    at = 0; // 0 if it was disposed of
    #session;
    #kind;
    #what;
    #state; // that calls keep until it is finished
    #fence = null; // after what its creation has issued
    #names = new Map(); // of functions of the library

    // With `begins` it is unfinished until finish() has resolved.
    constructor(session, kind, what, fields, begins = false) {
        this.#session = session;
        this.#kind = kind;
        this.#what = what;
        if (begins)
            this.#state = session.holdState();
        const flags = begins ? session.library.number("GLSORT_PLAN_CREATE_IN_STEPS") : 0;
        try {
            session.call((module) => this.#create(module, fields(session.library), flags),
                         this.#state);
        } catch (error) {
            this.#letGo();
            throw error;
        }
    }

    #create(module, fields, flags) {
        const session = this.#session, {library} = session;
        const desc = library.struct(`glsort_${this.#kind}_desc`,
                                    {...fields, flags: fields.flags | flags});
        const out = library.allocate(4);
        session.check(module[`_glsort_${this.#kind}_create`](session.context, desc, out));
        this.at = module.HEAPU32[out >> 2];
    }

    #letGo() {
        this.#deleteFence();
        if (this.#state !== undefined)
            this.#session.letGoOf(this.#state);
        this.#state = undefined;
    }

    // Resolves when its shaders have been compiled; the page goes on meanwhile, and its state is
    // kept, because no engine can know when to set it anew.
    async finish() {
        const session = this.#session;
        try {
            do
                await this.#executed();
            while (!session.call((module) => this.#poll(module), this.#state));
        } finally {
            this.#letGo();
        }
    }

    // Resolves in a later turn, when the browser has executed what was issued: a query of the
    // status of a shader would wait for all of that, also for the compilation of others.
    async #executed() {
        const {gl} = this.#session;
        this.#fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        do
            await new Promise((resolve) => setTimeout(resolve));
        while (this.#fence !== null && gl.clientWaitSync(
            this.#fence, gl.SYNC_FLUSH_COMMANDS_BIT, 0) === gl.TIMEOUT_EXPIRED);
        this.#deleteFence();
    }

    #deleteFence() {
        if (this.#fence !== null)
            this.#session.gl.deleteSync(this.#fence);
        this.#fence = null;
    }

    // A turn of finishing; returns whether it was the last one.
    #poll(module) {
        const session = this.#session, notReady = session.library.number("GLSORT_NOT_READY");
        const end = performance.now() + TURN_MS;
        do {
            if (session.check(module._glsort_plan_poll(this.live())) !== notReady)
                return true;
        } while (performance.now() < end);
        return false;
    }

    live() {
        if (this.at === 0)
            throw new GlsortError("GLSORT_ERROR_STATE",
                                  `glsort: this ${this.#what} was disposed of`);
        return this.at;
    }

    // Calls glsort_KIND_run with what `argument` returns, or another function glsort_plan_NAME.
    // `argument` is called while objects can be lent.
    call(name, argument) {
        this.live();
        const session = this.#session;
        session.call((module) => {
            const value = argument();
            session.check(module[this.#nameOf(name)](this.at, value));
        });
    }

    // The names are kept because joining one takes longer than looking its function up.
    #nameOf(name) {
        let full = this.#names.get(name);
        if (full === undefined) {
            full = `_glsort_${name === "run" ? this.#kind : "plan"}_${name}`;
            this.#names.set(name, full);
        }
        return full;
    }

    dispose() {
        if (this.at !== 0)
            this.#session.release((module) => module._glsort_plan_destroy(this.at));
        this.at = 0;
        this.#letGo();
    }
}

// What has this handle, once it is finished; disposes of it if that fails.
export async function whenFinished(owner, handle) {
    try {
        await handle.finish();
        return owner;
    } catch (error) {
        owner.dispose();
        throw error;
    }
}
