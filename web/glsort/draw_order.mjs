// SPDX-License-Identifier: MIT
// Draw orders: the elements of a scene, sorted for a camera.
import {argumentError, gridWidth, integer, orderDesc, real, triple, viewWords}
    from "./describe.mjs";
import {Handle} from "./handle.mjs";

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

export class DrawOrder {
    #session;
    #options;
    #handle;

    constructor(session, options) {
        const {gl} = session;
        this.#session = session;
        this.#options = options;
        this.maxCount = integer("createOrder", "maxCount", options.maxCount);
        this.maxViews = integer("createOrder", "maxViews", options.maxViews ?? 1);
        this.width = gridWidth(this.maxCount * this.maxViews, options.width);
        this.#handle = new Handle(session, "order", "order",
                                  (library) => orderDesc(library, options));
        const rows = Math.ceil(this.maxCount * this.maxViews / this.width);
        this.texture = wordTexture(gl, this.width, rows);
        this.visibleTexture = options.visible ? wordTexture(gl, this.maxViews, 1) : null;
    }

    run(args) {
        this.#handle.call("run", () => [this.#args(args)]);
        return args.order?.texture ?? this.texture;
    }

    #args(args) {
        const {count, positions, radii, dead, indices, order} = args;
        const all = args.views ?? [args];
        if (all.length > this.maxViews)
            throw argumentError(`run: there are ${all.length} views, and maxViews is ` +
                                `${this.maxViews}`);
        const isCounted = this.#options.count === "buffer";
        const {visibleTexture, maxViews} = this;
        return this.#session.library.struct("glsort_order_args", {
            count: isCounted ? undefined : integer("run", "count", count),
            view_count: all.length,
            views: all.flatMap((each) => viewWords(each, this.#options.metric)),
            radius: real("run", "radius", args.radius),
            key_near: real("run", "near", args.near),
            key_far: real("run", "far", args.far),
            position_scale: triple("run", "scale", args.scale),
            position_bias: triple("run", "bias", args.bias),
            vertex_count: real("run", "vertexCount", args.vertexCount),
            base_vertex: real("run", "baseVertex", args.baseVertex),
            ...this.#session.resources({
                count_in: isCounted ? count : undefined,
                positions,
                radii,
                dead,
                indices_in: indices,
                order_out: order ?? {texture: this.texture, width: this.width},
                visible_out: visibleTexture ? {texture: visibleTexture, width: maxViews}
                                            : undefined,
            }),
        });
    }

    dispose() {
        if (this.#handle.at === 0)
            return;
        this.#handle.dispose();
        this.#session.gl.deleteTexture(this.texture);
        this.#session.gl.deleteTexture(this.visibleTexture);
    }
}
