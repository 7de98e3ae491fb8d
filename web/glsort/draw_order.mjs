// SPDX-License-Identifier: MIT
// Draw orders: the elements of a scene, sorted for a camera.
import {argumentError, inPlace, integer, real, setView, signed, triple,
        VIEW_WORDS} from "./describe.mjs";
import {Handle, whenFinished} from "./handle.mjs";
import {GlsortError} from "./library.mjs";
import {isOf, known} from "./options.mjs";
import {gridSize, hasDepths, objectPlaces, orderDesc, texelIndices} from "./order_options.mjs";
import {buffersOf} from "./transfers.mjs";
import {VisibleCounts} from "./visible_counts.mjs";

function wordTexture(gl, width, height, format = gl.R32UI) {
    const before = gl.getParameter(gl.TEXTURE_BINDING_2D);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    for (const name of ["TEXTURE_MIN_FILTER", "TEXTURE_MAG_FILTER"])
        gl.texParameteri(gl.TEXTURE_2D, gl[name], gl.NEAREST);
    gl.bindTexture(gl.TEXTURE_2D, before);
    return texture;
}

// The arguments of runs that an order with these options does not use, and the options that
// these need.
function unusedArguments(options) {
    const places = objectPlaces(options), depths = 'keySource "f32" or "u32"';
    const needed = {
        positions: options.maxSources > 0 ? "maxSources 0" : 'keySource "positions"',
        depths,
        radii: "radii",
        dead: "deadTest",
        indices: "vertices",
        matrices: "transform",
        matrixIndices: 'transform "per-element"',
        sources: "maxSources",
    };
    const has = {...places, sources: options.maxSources || undefined};
    if (options.maxSources > 0)
        has.positions = undefined;
    const unused = Object.entries(needed).filter(([name]) => has[name] === undefined);
    const views = ["viewProjection", "eye", "axis", "views"];
    return Object.fromEntries([...unused, ...(hasDepths(options)
        ? views.map((name) => [name, 'keySource "positions"']) : [["viewCount", depths]])]);
}

export class DrawOrder {
    texture = null;
    width = 0;
    buffer = null;
    #session;
    #options; // those that runs look at
    #places;  // of the objects of runs
    #hasDepths;
    #unused; // arguments of runs, and the options that they need
    #handle;
    #views; // of the last run
    #out;   // as an argument of a run
    #visibleOut;
    #counts = null; // a VisibleCounts

    constructor(session, options, begins = false) {
        this.#session = session;
        const {count, metric, cull, maxSources} =
            known("createOrder", "the argument", options, "OrderOptions");
        this.#options = {count, metric, cull, maxSources};
        this.maxCount = integer("createOrder", "maxCount", options.maxCount);
        this.maxViews = integer("createOrder", "maxViews", options.maxViews ?? 1);
        if (this.maxViews === 0)
            throw new GlsortError("GLSORT_ERROR_RANGE",
                                  "createOrder: maxViews is 0; it must be 1 to 8");
        if (options.width !== undefined)
            this.#outSize(options); // refuses it before anything is made
        this.#handle = new Handle(session, "order", "order",
                                  (library) => orderDesc(library, options), begins);
        this.#hasDepths = hasDepths(options);
        this.#unused = unusedArguments(options);
        this.#places = objectPlaces(options);
        this.#views = new Float32Array(VIEW_WORDS * this.maxViews);
        try {
            this.#createOut(options);
        } catch (error) {
            this.#handle.dispose();
            throw error;
        }
        this.visibleTexture = null;
        this.#createVisible(options.visible);
        session.adopt(this);
    }

    #outSize(options) {
        const texels = Math.ceil(this.maxCount / texelIndices(options)) * this.maxViews;
        return gridSize(this.#session.gl, texels, options.width);
    }

    #createOut(options) {
        const {gl} = this.#session;
        if (this.#places.order === "buffer") {
            [this.buffer] = buffersOf(gl, [4 * this.maxCount * this.maxViews], gl.DYNAMIC_COPY);
            this.#out = {buffer: this.buffer};
            return;
        }
        const {width, height} = this.#outSize(options);
        const format = texelIndices(options) === 4 ? gl.RGBA32UI : gl.R32UI;
        this.width = width;
        this.texture = wordTexture(gl, width, height, format);
        this.#out = {texture: this.texture, width};
    }

    #createVisible(visible) {
        const {gl} = this.#session;
        if (visible === "count") {
            this.#counts = new VisibleCounts(gl, this.maxViews);
        } else if (visible) {
            this.visibleTexture = wordTexture(gl, this.maxViews, 1);
            this.#visibleOut = {texture: this.visibleTexture, width: this.maxViews};
        }
    }

    static async begun(session, options) {
        const order = new DrawOrder(session, options, true);
        return whenFinished(order, order.#handle);
    }

    run(args) {
        known("run", "the argument", args, "OrderArguments");
        if (this.#counts !== null)
            this.#visibleOut = {buffer: this.#counts.next()};
        this.#handle.call("run", () => this.#args(args));
        this.#counts?.ran(args.views?.length ?? args.viewCount ?? 1);
        const out = args.order ?? this.#out;
        return out.texture ?? out.buffer;
    }

    get visibleCounts() {
        return this.#counts?.counts ?? null;
    }

    pollVisible() {
        if (this.#counts === null)
            throw argumentError("pollVisible: the order was not created with visible: \"count\"");
        this.#session.mustLive();
        this.#counts.poll();
        return this.visibleCounts;
    }

    get visibleAge() {
        return this.#counts?.age ?? null;
    }

    #args(args) {
        this.#refuseUnused(args);
        for (const name in this.#places)
            inPlace(name, args[name], this.#places[name]);
        const isCounted = this.#options.count === "buffer";
        const fields = this.#session.resources({
            count_in: isCounted ? args.count : undefined,
            positions: args.positions,
            depths_in: args.depths,
            matrices: args.matrices,
            matrix_indices: args.matrixIndices,
            radii: args.radii,
            dead: args.dead,
            indices_in: args.indices,
            order_out: args.order ?? this.#out,
            visible_out: this.#visibleOut,
        });
        if (!isCounted)
            fields.count = integer("run", "count", args.count);
        if (args.sources !== undefined)
            this.#setSources(fields, args.sources);
        fields.view_count = this.#hasDepths ? this.#viewsOfDepths(args) : this.#setViews(args);
        fields.views = this.#views;
        fields.radius = real("run", "radius", args.radius);
        fields.key_near = real("run", "near", args.near);
        fields.key_far = real("run", "far", args.far);
        fields.position_scale = triple("run", "scale", args.scale);
        fields.position_bias = triple("run", "bias", args.bias);
        fields.matrix_count = real("run", "matrixCount", args.matrixCount);
        fields.vertex_count = real("run", "vertexCount", args.vertexCount);
        fields.base_vertex = signed("run", "baseVertex", args.baseVertex);
        return this.#session.library.struct("glsort_order_args", fields);
    }

    // Objects without an effect are a mistake.
    #refuseUnused(args) {
        for (const name in this.#unused)
            if (args[name] !== undefined)
                throw argumentError(`run: ${name} is given, which needs the option ` +
                                    this.#unused[name]);
    }

    #setSources(fields, sources) {
        const most = this.#options.maxSources;
        if (!isOf(sources, "Array"))
            throw argumentError("run: sources is not an array");
        if (sources.length > most)
            throw argumentError(`run: there are ${sources.length} sources, and maxSources is ` +
                                `${most}`);
        let end = 0;
        sources.forEach((source, i) => {
            const name = `sources[${i}]`;
            const {positions, base = end, count} = known("run", name, source, "OrderSource");
            inPlace(`${name}.positions`, positions, "texture");
            fields[`${name}.positions`] = this.#session.resource(`${name}.positions`, positions);
            fields[`${name}.base`] = integer("run", `${name}.base`, base);
            fields[`${name}.count`] = integer("run", `${name}.count`, count);
            end = base + count;
        });
        fields.source_count = sources.length;
    }

    // Their number, which is all that there is of them.
    #viewsOfDepths(args) {
        const count = integer("run", "viewCount", args.viewCount ?? 1);
        if (count > this.maxViews)
            throw argumentError(`run: viewCount is ${count}, and maxViews is ${this.maxViews}`);
        return count;
    }

    // Their number. `args` itself is the only one if it has no list of them.
    #setViews(args) {
        const {metric, cull = "none"} = this.#options;
        const views = args.views ?? null;
        if (views !== null && !isOf(views, "Array"))
            throw argumentError("run: views is not an array");
        const count = views === null ? 1 : views.length;
        if (count === 0)
            throw argumentError("run: views is empty");
        if (count > this.maxViews)
            throw argumentError(`run: there are ${count} views, and maxViews is ` +
                                `${this.maxViews}`);
        for (let i = 0; i < count; ++i) {
            const view = views === null ? args : known("run", `views[${i}]`, views[i], "View");
            if (cull !== "none" && view.viewProjection === undefined)
                throw argumentError("run: a view has no viewProjection, which cull needs");
            setView(this.#views, VIEW_WORDS * i, view, metric);
        }
        return count;
    }

    dispose() {
        if (this.#handle.at === 0)
            return;
        this.#session.forget(this);
        this.#handle.dispose();
        this.#session.gl.deleteTexture(this.texture);
        this.#session.gl.deleteBuffer(this.buffer);
        this.#session.gl.deleteTexture(this.visibleTexture);
        this.#counts?.dispose();
    }
}
