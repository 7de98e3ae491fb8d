// SPDX-License-Identifier: MIT
import {GlsortError} from "./library.mjs";

// A plan of the C library: `kind` is the word in the names of its functions, `what` that in
// sentences.
export class Handle {
    at = 0; // 0 if it was disposed of
    #session;
    #kind;
    #what;
    #names = new Map(); // of functions of the library

    constructor(session, kind, what, fields) {
        const {library} = session;
        this.#session = session;
        this.#kind = kind;
        this.#what = what;
        session.call((module) => {
            const desc = library.struct(`glsort_${kind}_desc`, fields(library));
            const out = library.allocate(4);
            session.check(module[`_glsort_${kind}_create`](session.context, desc, out));
            this.at = module.HEAPU32[out >> 2];
        });
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
    }
}
