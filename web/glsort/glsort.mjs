// SPDX-License-Identifier: MIT
// glsort in the browser: sorts on the GPU, on a WebGL 2 context that the page already has.
// glsort.d.ts documents every call.
import {GlsortError, loadLibrary} from "./library.mjs";
import {argumentError, choice, gridWidth, integer, orderDesc, planDesc, viewWords}
    from "./describe.mjs";
import {Session} from "./session.mjs";

export {GlsortError};

function wordTexture(gl, width, height) {
    const before = gl.getParameter(gl.TEXTURE_BINDING_2D);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32UI, width, height);
    for (const name of ["TEXTURE_MIN_FILTER", "TEXTURE_MAG_FILTER"])
        gl.texParameteri(gl.TEXTURE_2D, gl[name], gl.NEAREST);
    gl.bindTexture(gl.TEXTURE_2D, before);
    return texture;
}

// ---- plans ----------------------------------------------------------------------------

export class Plan {
    #session;
    #plan = 0;
    #open = {}; // the arguments of the open run, whose objects every step uses

    constructor(session, options) {
        this.#session = session;
        const {library} = session;
        this.maxCount = integer("createPlan", "maxCount", options.maxCount);
        session.call(() => {
            const desc = library.struct("glsort_plan_desc", planDesc(library, options));
            const out = library.allocate(4);
            session.check(library.module._glsort_plan_create(session.context, desc, out));
            this.#plan = library.module.HEAPU32[out >> 2];
        });
    }

    // The objects of a run, lent to the library for this call.
    #lend({keys, keysOut, values, valuesOut}) {
        const named = {keys_in: keys, keys_out: keysOut, values_in: values,
                       values_out: valuesOut};
        const lent = {};
        for (const [name, value] of Object.entries(named))
            if (value !== undefined)
                lent[name] = this.#session.resource(name, value);
        return lent;
    }

    #args(args) {
        const fields = {count: integer("run", "count", args.count), ...this.#lend(args)};
        return this.#session.library.struct("glsort_run_args", fields);
    }

    #mustLive() {
        if (this.#plan === 0)
            throw new GlsortError("GLSORT_ERROR_STATE", "glsort: this plan was disposed of");
    }

    #do(call, args) {
        this.#mustLive();
        const session = this.#session;
        return session.call(() => session.check(call(session.library.module, args?.())));
    }

    run(args) {
        this.#do((m, at) => m._glsort_run(this.#plan, at), () => this.#args(args));
    }

    begin(args) {
        this.#do((m, at) => m._glsort_begin(this.#plan, at), () => this.#args(args));
        this.#open = args;
    }

    step(passes = 1) {
        this.#do((m) => m._glsort_step(this.#plan, integer("step", "passes", passes)),
            () => this.#lend(this.#open));
    }

    end() {
        this.#do((m) => m._glsort_end(this.#plan), () => this.#lend(this.#open));
        this.#open = {};
    }

    peek({keysOut, valuesOut}) {
        const session = this.#session;
        const resource = (name, value) => value && session.resource(name, value);
        this.#do((m, at) => m._glsort_peek(this.#plan, at), () => {
            this.#lend(this.#open);
            return session.library.struct("glsort_peek_args",
                {keys_out: resource("keysOut", keysOut),
                 values_out: resource("valuesOut", valuesOut)});
        });
    }

    get passesLeft() {
        return this.#plan && this.#session.library.module._glsort_passes_left(this.#plan);
    }

    describe(count = this.maxCount) {
        this.#mustLive();
        return this.#session.call(() => this.#describe(integer("describe", "count", count)));
    }

    #describe(count) {
        const {library} = this.#session;
        const {module} = library;
        const info = library.struct("glsort_plan_info", {});
        const pass = library.struct("glsort_pass_info", {});
        this.#session.check(module._glsort_plan_describe(this.#plan, count, info));
        const passes = Array.from({length: library.read(info, "glsort_plan_info.pass_count")},
            (_, i) => {
                module._glsort_plan_pass(this.#plan, i, pass);
                return {label: library.read(pass, "glsort_pass_info.label"),
                        purpose: library.read(pass, "glsort_pass_info.purpose"),
                        level: library.read(pass, "glsort_pass_info.level")};
            });
        return {
            algorithm: library.text(module._glsort_algorithm_name(
                library.read(info, "glsort_plan_info.algorithm"))),
            method: library.text(module._glsort_method_name(
                library.read(info, "glsort_plan_info.method"))),
            reason: library.read(info, "glsort_plan_info.reason"),
            scratchBytes: library.read(info, "glsort_plan_info.scratch_bytes"),
            bytesPerElement: library.read(info, "glsort_plan_info.bytes_per_element"),
            passes,
        };
    }

    dispose() {
        if (this.#plan !== 0)
            this.#session.release((module) => module._glsort_plan_destroy(this.#plan));
        this.#plan = 0;
    }
}

// ---- draw orders ----------------------------------------------------------------------

export class DrawOrder {
    #session;
    #options;
    #order = 0;

    constructor(session, options) {
        const {library, gl} = session;
        this.#session = session;
        this.#options = options;
        this.maxCount = integer("createOrder", "maxCount", options.maxCount);
        this.maxViews = integer("createOrder", "maxViews", options.maxViews ?? 1);
        this.width = gridWidth(this.maxCount * this.maxViews, options.width);
        session.call(() => {
            const desc = library.struct("glsort_order_desc", orderDesc(library, options));
            const out = library.allocate(4);
            session.check(library.module._glsort_order_create(session.context, desc, out));
            this.#order = library.module.HEAPU32[out >> 2];
        });
        const rows = Math.ceil(this.maxCount * this.maxViews / this.width);
        this.texture = wordTexture(gl, this.width, rows);
        this.visibleTexture = options.visible ? wordTexture(gl, this.maxViews, 1) : null;
    }

    run(args) {
        if (this.#order === 0)
            throw new GlsortError("GLSORT_ERROR_STATE", "glsort: this order was disposed of");
        const session = this.#session;
        const {module} = session.library;
        session.call(() =>
            session.check(module._glsort_order_run(this.#order, this.#args(args))));
        return args.order?.texture ?? this.texture;
    }

    #args({count, positions, views, radius, near, far, scale, bias, order, ...view}) {
        const session = this.#session;
        const all = views ?? [view];
        const fields = {
            count: integer("run", "count", count),
            positions: session.resource("positions", positions),
            view_count: all.length,
            views: all.flatMap((each) => viewWords(each, this.#options.metric)),
            radius,
            key_near: near,
            key_far: far,
            position_scale: scale,
            position_bias: bias,
            order_out: session.resource("order",
                order ?? {texture: this.texture, width: this.width}),
        };
        if (all.length > this.maxViews)
            throw argumentError(`run: there are ${all.length} views, and maxViews is ` +
                                `${this.maxViews}`);
        if (this.visibleTexture)
            fields.visible_out = session.resource("visible",
                {texture: this.visibleTexture, width: this.maxViews});
        return session.library.struct("glsort_order_args", fields);
    }

    dispose() {
        if (this.#order === 0)
            return;
        this.#session.release((module) => module._glsort_order_destroy(this.#order));
        this.#order = 0;
        this.#session.gl.deleteTexture(this.texture);
        this.#session.gl.deleteTexture(this.visibleTexture);
    }
}

// ---- typed arrays ---------------------------------------------------------------------

const ARRAY_KEYS = new Map([[Uint32Array, "u32"], [Int32Array, "i32"], [Float32Array, "f32"],
                            [Float64Array, "f64"], [BigUint64Array, "u64"],
                            [BigInt64Array, "i64"]]);
const POLL_MS = 1;

function buffersOf(gl, arrays) {
    const before = gl.getParameter(gl.COPY_WRITE_BUFFER_BINDING);
    const buffers = arrays.map((array) => {
        const buffer = gl.createBuffer();
        gl.bindBuffer(gl.COPY_WRITE_BUFFER, buffer);
        gl.bufferData(gl.COPY_WRITE_BUFFER, array, gl.STREAM_COPY);
        return buffer;
    });
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, before);
    return buffers;
}

// Resolves once the GPU has done what was issued before, without blocking the page.
async function finished(gl) {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    while (!gl.isContextLost() &&
           gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    gl.deleteSync(fence);
}

function readBuffer(gl, buffer, array) {
    const before = gl.getParameter(gl.COPY_READ_BUFFER_BINDING);
    gl.bindBuffer(gl.COPY_READ_BUFFER, buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, array);
    gl.bindBuffer(gl.COPY_READ_BUFFER, before);
    return array;
}

function arrayKey(keys) {
    for (const [type, key] of ARRAY_KEYS)
        if (keys instanceof type)
            return key;
    throw argumentError("sort: keys is not a typed array of 32-bit or 64-bit elements " +
                        `(${[...ARRAY_KEYS.keys()].map((type) => type.name).join(", ")})`);
}

function valueKind(keys, values) {
    if (values === undefined || values === "indices")
        return values ?? "none";
    const bytes = values?.byteLength / keys.length;
    if (bytes !== 4 && bytes !== 8 && bytes !== 16)
        throw argumentError("sort: values has neither 4, 8 nor 16 bytes for each of the " +
                            `${keys.length} keys`);
    return String(bytes);
}

// ---- a sorter -------------------------------------------------------------------------

export class Glsort {
    #session;
    #orders = new Map(); // those that order() made, by their options
    #plans = new Map();  // those that sort() made

    static async create(gl, {wasmUrl, state = "reset", polygonMode = false} = {}) {
        if (!(gl instanceof WebGL2RenderingContext))
            throw argumentError("Glsort.create: gl is no WebGL2RenderingContext");
        choice("Glsort.create", "state", state, ["reset", "keep"]);
        const library = await loadLibrary(wasmUrl);
        return new Glsort(new Session(library, gl, {state, polygonMode}));
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

    // The forms that run in WebGL, simpler ones first.
    forms() {
        return this.#session.library.forms();
    }

    createPlan(options) {
        return new Plan(this.#session, options);
    }

    createOrder(options) {
        return new DrawOrder(this.#session, options);
    }

    // The object that was made with these options and is large enough.
    #kept(map, options, count, create) {
        const key = JSON.stringify(options);
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
        const {cull, direction, metric, keyBits, format, stride, offset} = args;
        const options = {cull, direction, metric, keyBits, format, stride, offset,
                         positions: args.positions?.buffer ? "buffer" : "texture"};
        const count = integer("order", "count", args.count);
        return this.#kept(this.#orders, options, count, (o) => this.createOrder(o)).run(args);
    }

    async sort({keys, values, descending = false}) {
        const {gl} = this.#session;
        const options = {key: arrayKey(keys), values: valueKind(keys, values), descending,
                         textures: false};
        const count = keys.length;
        if (count === 0)
            return {keys: keys.slice(), values: values === "indices" ? new Uint32Array()
                                                                     : values?.slice()};
        const plan = this.#kept(this.#plans, options, count, (o) => this.createPlan(o));
        const own = ArrayBuffer.isView(values);
        const outValues = own ? values.slice() : values ? new Uint32Array(count) : undefined;
        const buffers = buffersOf(gl, [keys, ...(outValues ? [outValues] : [])]);
        const [keyBuffer, valueBuffer] = buffers.map((buffer) => ({buffer}));
        try {
            plan.run({count, keys: keyBuffer, keysOut: keyBuffer,
                      values: own ? valueBuffer : undefined, valuesOut: valueBuffer});
            await finished(gl);
            this.#session.mustLive();
            const result = {keys: readBuffer(gl, buffers[0], keys.slice())};
            if (outValues)
                result.values = readBuffer(gl, buffers[1], outValues);
            return result;
        } finally {
            for (const buffer of buffers)
                gl.deleteBuffer(buffer);
        }
    }

    dispose() {
        for (const made of [...this.#orders.values(), ...this.#plans.values()])
            made.dispose();
        this.#orders.clear();
        this.#plans.clear();
        this.#session.dispose();
    }
}
