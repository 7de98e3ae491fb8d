// SPDX-License-Identifier: MIT
// Sorts of keys: at once, or in steps.
import {inPlace, integer, planDesc, planTextures} from "./describe.mjs";
import {Handle, whenFinished} from "./handle.mjs";
import {known} from "./options.mjs";

export class Plan {
    #session;
    #handle;
    #textures; // the names of the resources that are
    #open = {}; // the arguments of the open run, whose objects every step uses

    constructor(session, options, begins = false) {
        this.#session = session;
        known("createPlan", "the argument", options, "PlanOptions");
        this.maxCount = integer("createPlan", "maxCount", options.maxCount);
        this.#handle = new Handle(session, "sort", "plan",
                                  (library) => planDesc(library, options), begins);
        this.#textures = new Set(planTextures(options));
        session.adopt(this);
    }

    static async begun(session, options) {
        const plan = new Plan(session, options, true);
        return whenFinished(plan, plan.#handle);
    }

    // The objects of a run, lent to the library for this call.
    #lend(args) {
        const {keys, keysOut, values, valuesOut} = args;
        for (const name in args)
            if (name !== "count")
                inPlace(name, args[name], this.#textures.has(name) ? "texture" : "buffer");
        return this.#session.resources({
            keys_in: keys, keys_out: keysOut, values_in: values, values_out: valuesOut});
    }

    #args(args) {
        known("run", "the argument", args, "RunArguments");
        const fields = {count: integer("run", "count", args.count), ...this.#lend(args)};
        return this.#session.library.struct("glsort_sort_args", fields);
    }

    run(args) {
        this.#handle.call("run", () => this.#args(args));
    }

    begin(args) {
        this.#handle.call("hold", () => undefined);
        this.run(args);
        this.#open = {...args}; // whatever becomes of the page's object
    }

    step(passes = 1) {
        this.#handle.call("step", () => {
            this.#lend(this.#open);
            return integer("step", "passes", passes);
        });
    }

    end() {
        this.#handle.call("end", () => {
            this.#lend(this.#open);
            return undefined;
        });
        this.#open = {};
    }

    peek(outputs) {
        const {keysOut, valuesOut} = known("peek", "the argument", outputs, "peek");
        this.#handle.call("peek", () => {
            this.#lend(this.#open);
            const lent = this.#lend({keysOut, valuesOut});
            return this.#session.library.struct("glsort_peek_args", lent);
        });
    }

    get passesLeft() {
        return this.#session.library.module._glsort_plan_passes_left(this.#handle.at);
    }

    describe(count = this.maxCount) {
        const {library} = this.#session;
        const info = ["algorithm", "method", "reason", "scratch_bytes", "bytes_per_element"];
        return this.#session.call((module) => {
            const at = library.struct("glsort_plan_info", {});
            this.#session.check(module._glsort_plan_describe(
                this.#handle.live(), integer("describe", "count", count), 0, at));
            const [algorithm, method, reason, scratchBytes, bytesPerElement] =
                info.map((name) => library.read(at, "glsort_plan_info", name));
            return {
                algorithm: library.text(module._glsort_algorithm_name(algorithm)),
                method: library.text(module._glsort_method_name(method)),
                reason, scratchBytes, bytesPerElement,
                passes: this.#passes(library.read(at, "glsort_plan_info", "pass_count")),
            };
        });
    }

    #passes(count) {
        const {library} = this.#session;
        const at = library.struct("glsort_pass_info", {});
        return Array.from({length: count}, (_, i) => {
            library.module._glsort_plan_pass(this.#handle.at, i, at);
            const [label, purpose, level, readBytes, writeBytes] =
                ["label", "purpose", "level", "read_bytes", "write_bytes"].map(
                    (name) => library.read(at, "glsort_pass_info", name));
            return {label, purpose, level, readBytes, writeBytes};
        });
    }

    dispose() {
        this.#session.forget(this);
        this.#handle.dispose();
    }
}
