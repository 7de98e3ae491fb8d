// SPDX-License-Identifier: MIT
// glsort in the browser: sorts on the GPU, on a WebGL 2 context that the page already has.
// glsort.d.ts documents every call.
import {DrawOrder} from "./draw_order.mjs";
import {argumentError, choice, flag, integer} from "./describe.mjs";
import {GlsortError} from "./library.mjs";
import {loadLibrary} from "./load.mjs";
import {isOf, keyOf, known, NAMES, OPTIONS_OF_ORDER} from "./options.mjs";
import {Plan} from "./plan.mjs";
import {Segments} from "./segments.mjs";
import {testForms, rendererName} from "./self_test.mjs";
import {Session} from "./session.mjs";
import {buffersOf, finished, readBuffer} from "./transfers.mjs";

export {DrawOrder, GlsortError, Plan, Segments};

// ---- typed arrays ---------------------------------------------------------------------

const ARRAY_KEYS = {Uint32Array: "u32", Int32Array: "i32", Float32Array: "f32",
                    Float64Array: "f64", BigUint64Array: "u64", BigInt64Array: "i64"};

function arrayKey(keys) {
    const type = Object.keys(ARRAY_KEYS).find((name) => isOf(keys, name));
    if (type === undefined)
        throw argumentError("sort: keys is not a typed array of 32-bit or 64-bit elements " +
                            `(${Object.keys(ARRAY_KEYS).join(", ")})`);
    return ARRAY_KEYS[type];
}

// A copy, in memory that WebGL takes: it refuses some that is shared or can be resized.
function copyOf(name, view) {
    try {
        if (!isOf(view, "DataView"))
            return view.slice();
        const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
        return new DataView(bytes.slice().buffer);
    } catch (reason) {
        throw argumentError(`sort: ${name} cannot be copied: ${reason.message}`);
    }
}

// A copy of the values, or those that the sort makes.
function copyOfValues(values, count) {
    if (values === undefined)
        return undefined;
    if (values === "indices")
        return new Uint32Array(count);
    if (!ArrayBuffer.isView(values))
        throw argumentError("sort: values is neither a typed array, a DataView nor \"indices\"");
    return copyOf("values", values);
}

function valueKind(keys, values) {
    const bytes = values.byteLength / keys.length;
    if (bytes !== 4 && bytes !== 8 && bytes !== 16)
        throw argumentError("sort: values has neither 4, 8 nor 16 bytes for each of the " +
                            `${keys.length} keys`);
    return String(bytes);
}

// ---- order()

function picked(names, from) {
    return Object.fromEntries(names.map((name) => [name, from[name]]));
}

// Where the objects of a run are, and the options among its arguments.
function orderOptions(args) {
    const options = picked(OPTIONS_OF_ORDER, args);
    for (const name of ["positions", "depths", "radii", "dead", "indices", "order"])
        if (args[name] !== undefined)
            options[name] = args[name]?.buffer ? "buffer" : "texture";
    if (args.sources !== undefined)
        options.maxSources = args.sources?.length;
    return options;
}

// ---- a sorter -------------------------------------------------------------------------

export class Glsort {
    #session;
    #orders = new Map(); // those that order() made, by their options
    #plans = new Map();  // those that sort() made

    static async create(gl, options = {}) {
        const {wasmUrl, state = "reset", polygonMode} =
            known("Glsort.create", "the options", options, "CreateOptions");
        if (!isOf(gl, "WebGL2RenderingContext"))
            throw argumentError("Glsort.create: gl is not a WebGL2RenderingContext");
        choice("Glsort.create", "state", state, ["reset", "keep"]);
        const usesPolygonMode = flag("Glsort.create", "polygonMode", polygonMode);
        const library = await loadLibrary(wasmUrl);
        return new Glsort(new Session(library, gl, {state, polygonMode: usesPolygonMode}));
    }

    static async selfTest(gl, options = {}) {
        const {keyBits = 32, ...created} =
            known("Glsort.selfTest", "the options", options, "SelfTestOptions");
        created.state = "keep"; // the page draws meanwhile
        choice("Glsort.selfTest", "keyBits", keyBits, [16, 24, 32]);
        const result = {isRight: false, isSoftware: false, renderer: null, forms: [], ms: 0,
                        error: null};
        const start = performance.now();
        let sorter;
        try {
            sorter = await Glsort.create(gl, created);
            result.isSoftware = sorter.isSoftware;
            result.renderer = rendererName(gl);
            result.forms = await testForms(sorter.#session, keyBits,
                                           (o) => sorter.createOrderAsync(o));
            result.isRight = result.forms.every(({wrong}) => wrong === 0);
        } catch (error) {
            if (!(error instanceof GlsortError) || error.code === "GLSORT_ERROR_ARGUMENT")
                throw error;
            result.error = error.message;
        } finally {
            sorter?.dispose();
        }
        result.ms = performance.now() - start;
        return result;
    }

    constructor(session) {
        this.#session = session;
    }

    get isLost() {
        return this.#session.isLost;
    }

    get isSoftware() {
        return this.#session.isSoftware;
    }

    recheck() {
        this.#session.call((module) => module._glsort_context_recheck(this.#session.context));
    }

    // The forms that run in WebGL, in the order of the library.
    forms() {
        return this.#session.library.forms();
    }

    createPlan(options) {
        return new Plan(this.#session, options);
    }

    createOrder(options) {
        return new DrawOrder(this.#session, options);
    }

    async createPlanAsync(options) {
        return Plan.begun(this.#session, options);
    }

    async createSegmentsAsync(options) {
        return Segments.begun(this.#session, options);
    }

    async createOrderAsync(options) {
        return DrawOrder.begun(this.#session, options);
    }

    createSegments(options) {
        return new Segments(this.#session, options);
    }

    // The object that was made with these options and is large enough.
    #kept(map, options, count, create) {
        const key = keyOf(options);
        const kept = map.get(key);
        if (kept && kept.maxCount >= count)
            return kept;
        const maxCount = 2 ** Math.ceil(Math.log2(Math.max(count, 1)));
        const made = create({...options, maxCount});
        kept?.dispose();
        map.set(key, made);
        return made;
    }

    order(args) {
        const options = orderOptions(known("order", "the argument", args, "order"));
        const count = integer("order", "count", args.count);
        return this.#kept(this.#orders, options, count, (o) => this.createOrder(o))
            .run(picked(NAMES.OrderArguments, args));
    }

    async sort(args) {
        const {gl} = this.#session;
        const {keys, values, descending} = known("sort", "the argument", args, "sort");
        flag("sort", "descending", descending);
        const key = arrayKey(keys), outKeys = copyOf("keys", keys);
        const count = outKeys.length, outValues = copyOfValues(values, count);
        const own = outValues !== undefined && values !== "indices";
        if (count === 0)
            return {keys: outKeys, values: outValues};
        const options = {key, descending, textures: false,
                         values: own ? valueKind(outKeys, outValues) : values ?? "none"};
        const plan = this.#kept(this.#plans, options, count, (o) => this.createPlan(o));
        const buffers = buffersOf(gl, [outKeys, ...(outValues ? [outValues] : [])]);
        const [keyBuffer, valueBuffer] = buffers.map((buffer) => ({buffer}));
        try {
            plan.run({count, keys: keyBuffer, keysOut: keyBuffer,
                      values: own ? valueBuffer : undefined, valuesOut: valueBuffer});
            await finished(gl);
            this.#session.mustLive();
            const result = {keys: readBuffer(gl, buffers[0], outKeys)};
            if (outValues)
                result.values = readBuffer(gl, buffers[1], outValues);
            return result;
        } finally {
            for (const buffer of buffers)
                gl.deleteBuffer(buffer);
        }
    }

    dispose() {
        this.#orders.clear();
        this.#plans.clear();
        this.#session.dispose(); // and of all that was created
    }
}
