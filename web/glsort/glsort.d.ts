// SPDX-License-Identifier: MIT
// glsort in the browser: stable sorting on the GPU, on a WebGL 2 context of the page.
//
// Every call issues WebGL commands and returns without waiting for the GPU, except where it
// returns a promise. Invalid arguments throw a GlsortError, whose message says what failed, the
// limit and what was asked; nothing has changed then. Objects that calls take have no properties
// but these: a misspelt one is refused.
//
// WebGL state. With {state: "reset"}, the default, a call queries no state and leaves WebGL's
// defaults in what it touches. After a run: no program, vertex array or
// framebuffer; no texture and sampler in those of the units 0 to 5 that its passes read, and
// unit 0 active; uniform buffer points 0 to 2 empty; the viewport of the drawing buffer;
// everything disabled that gl.enable() enables except dithering; the colour mask as in a new
// context; if the run reads or writes buffers, also pixel storage as in a new context, and no
// copy or pixel buffer bound. Calls that create and dispose touch a part of this; those that end in
// Async, Glsort.create() and Glsort.selfTest() keep the state. With {state: "keep"} every call
// restores it; until dispose(), five functions of the context note what the page sets, since
// browsers wait for the GPU's process when they are asked (docs/web.md).

/** A texture with one element per texel: element i is at (i % width, floor(i / width)). */
export interface TextureResource {
    texture: WebGLTexture;
    /** Texels in a row; WebGL cannot be asked. */
    width: number;
}

/** A buffer. WebGL keeps buffers that were bound as ELEMENT_ARRAY_BUFFER apart: they can be
 *  neither sorted nor written. */
export interface BufferResource {
    buffer: WebGLBuffer;
    /** In bytes, a multiple of 4; default 0. */
    offset?: number;
}

export type Resource = TextureResource | BufferResource;

/** An error of glsort. */
export class GlsortError extends Error {
    /** As in glsort.h: "GLSORT_ERROR_ARGUMENT", "GLSORT_ERROR_RANGE", "GLSORT_ERROR_LIMIT",
     *  "GLSORT_ERROR_CONTEXT", ...; "GLSORT_ERROR_LOADER" if the WebAssembly cannot be loaded. */
    readonly code: string;
}

/** A named way to sort, for `form`. */
export interface Form {
    name: string;
    description: string;
    /** The largest count that is sorted as a whole. */
    wholeCount: number;
}

export interface CreateOptions {
    /** The address of glsort-wasm.wasm, to fetch it; default: unpacks it from the module. */
    wasmUrl?: string | URL;
    /** What calls leave of the WebGL state; default "reset". */
    state?: "reset" | "keep";
    /** The page uses WEBGL_polygon_mode, which glsort's draws then have to set. */
    polygonMode?: boolean;
}

export interface SelfTestOptions {
    /** As in CreateOptions. */
    wasmUrl?: string | URL;
    polygonMode?: boolean;
    /** Of the orders that the page makes: with 16 or 24 more forms are tested. Default 32. */
    keyBits?: 16 | 24 | 32;
}

// ---- draw orders

/** What fixes a draw order; everything but maxCount has a default. */
export interface OrderOptions {
    /** The largest count of a run. */
    maxCount: number;
    /** The least count of a run that gets an algorithm of its own; default: any count. */
    expectedCount?: number;
    /** Views of a run, 1 to 8; default 1. */
    maxViews?: number;
    /** Whether runs pass positions as a texture (RGBA32F or RGBA16F; x, y, z), as a
     *  TEXTURE_2D_ARRAY of the same, whose layers follow one another, or as a buffer; default
     *  "texture". Primitives need "texture", or `maxVertices`. */
    positions?: "texture" | "texture-array" | "buffer";
    /** 1, 2 or 4: the texture is R32UI, RG32UI or RGBA32UI, and its texels are the words of a
     *  buffer, one texel after the other; `format`, `stride` and `offset` say where positions
     *  are in these. Default stride: a texel, or what a position needs. */
    texelWords?: 1 | 2 | 4;
    /** What the keys are made of: positions, or depths of the page's own, such as those of
     *  vertices that a shader has skinned: floats, of which NaN rejects the element, or unsigned
     *  integers, of which 0 rejects back to front and 0xFFFFFFFF front to back. A depth is
     *  larger for what is farther. Runs pass `depths` instead of positions and views. Default
     *  "positions". */
    keySource?: "positions" | "f32" | "u32";
    /** With depths: whether runs pass them as a texture (R32UI; of floats the bits) or as a
     *  buffer. Default "texture", which primitives need without `maxVertices`. */
    depths?: "texture" | "buffer";
    /** Of depths in a buffer. */
    depthOffset?: number;
    depthStride?: number;
    /** Runs pass up to so many textures of positions, at most 8, as `sources`. They have no
     *  texelWords. */
    maxSources?: number;
    /** A matrix moves each position to the space of the views: that which a texel names for each
     *  element, or for each vertex of primitives, or that of its source. Positions are a texture
     *  without texelWords. Default "none". */
    transform?: "none" | "per-element" | "per-source";
    /** Of positions in a buffer or in texels of words: three components, at `offset` of every
     *  `stride` bytes. */
    format?: "f32" | "f16" | "unorm16" | "snorm16";
    stride?: number;
    offset?: number;
    /** Default "back-to-front". */
    direction?: "back-to-front" | "front-to-back";
    /** Depth along the view, or distance from the eye; default "depth". */
    metric?: "depth" | "distance";
    /** 32, or 16 or 24 with `near` and `far` in runs: coarser. Default 32. */
    keyBits?: 16 | 24 | 32;
    /** "frustum": elements out of view are not in the order, and 0xFFFFFFFF fills it up.
     *  Default "none". */
    cull?: "none" | "frustum";
    /** Also write the numbers of visible elements: to `visibleTexture`, or with "count" so that
     *  `visibleCounts` has them on the CPU, some frames later. Default false. */
    visible?: boolean | "count";
    /** "buffer": the count of a run is a uint in a buffer. Default "number". */
    count?: "number" | "buffer";

    /** Elements are primitives of this many vertices, 1 to 64; default: points. Runs pass
     *  `indices`; positions are a texture, or with `maxVertices` a buffer. The order has the
     *  numbers of primitives. 1: points that a list names, such as a level of detail that a
     *  shader has chosen. `indices` is the list; position, radius and dead field of a point are
     *  at its number, and the order has its number. */
    vertices?: number;
    /** Of primitives: the largest `vertexCount` of a run. `transform` and `maxSources` need
     *  it. */
    maxVertices?: number;
    /** The vertex whose depth or distance sorts a primitive; default "centroid". */
    keyVertex?: "centroid" | "nearest" | "farthest";
    /** Whether runs pass indices as a texture (R32UI) or as a buffer; default "texture". */
    indices?: "texture" | "buffer";
    /** "u16": two indices in 32 bits; default "u32". */
    indexFormat?: "u16" | "u32";

    /** With cull: runs pass a radius for each element, as `radii`: a texture (R32UI, the bits
     *  of floats: floatBitsToUint) or a buffer of floats. Default: one radius for all. */
    radii?: "texture" | "buffer";
    /** Of radii in a buffer, or in texels of words as with texelWords. */
    radiusOffset?: number;
    radiusStride?: number;
    radiusTexelWords?: 1 | 2 | 4;

    /** Elements that are not drawn: runs pass a field of each as `dead`, a texture (R32UI; of
     *  floats the bits) or a buffer. */
    dead?: "texture" | "buffer";
    /** Dead if the field, a float, is at most or at least deadValue; or if the field, a uint,
     *  is equal or unequal to deadValue. */
    deadTest?: "at-most" | "at-least" | "equal" | "unequal";
    deadValue?: number;
    /** Of fields in a buffer, or in texels of words as with texelWords. */
    deadOffset?: number;
    deadStride?: number;
    deadTexelWords?: 1 | 2 | 4;

    /** "buffer": the order is in a buffer, for an instanced attribute
     *  (vertexAttribIPointer(at, 1, gl.UNSIGNED_INT, 0, 0), divisor 1). Default "texture". */
    order?: "texture" | "buffer";
    /** 4: the order's texture is RGBA32UI, and index i component i % 4 of texel i >> 2; each
     *  view begins at a texel. Default 1: R32UI. */
    indicesPerTexel?: 1 | 4;
    /** Width of the order's texture; default: about a square, a power of two. */
    width?: number;
    /** A name from forms(); default: chosen from measured times. */
    form?: string;
}

/** A camera. viewProjection alone is enough, except that orthographic matrices with reversed
 *  depth need eye and axis, and distances need eye. */
export interface View {
    /** From positions to clip space, column by column; needed for cull. */
    viewProjection?: ArrayLike<number>;
    eye?: ArrayLike<number>;
    /** The direction in which depth grows, of any length. */
    axis?: ArrayLike<number>;
}

/** Positions of the elements with the numbers from `base` on, or of such vertices of primitives:
 *  the numbers of a pool that is drawn, such as one texture or vertex buffer with all of them. */
export interface OrderSource {
    positions: TextureResource;
    /** Default: where the source before it ends. */
    base?: number;
    count: number;
}

export interface OrderArguments extends View {
    /** A number, or with the option `count: "buffer"` a uint in a buffer, at most maxCount. */
    count: number | BufferResource;
    /** Unless there are depths or sources. */
    positions?: Resource;
    /** With keySource "f32" or "u32": a word for each element, or for each vertex of primitives.
     *  Those of view v begin at element v * maxCount, or at vertex v * vertexCount. */
    depths?: Resource;
    /** With maxSources. */
    sources?: OrderSource[];
    /** With a transform: RGBA32F, with matrix k in texels 4 * k to 4 * k + 3, a column each. */
    matrices?: TextureResource;
    matrixCount?: number;
    /** With transform "per-element": R32UI, the index of a matrix for each element, or for each
     *  vertex of primitives. One from matrixCount on rejects it. */
    matrixIndices?: TextureResource;
    /** With the option of the same name. */
    radii?: Resource;
    dead?: Resource;
    /** Of primitives: the first index of primitive i is i * vertices. None: vertices follow one
     *  another, those of primitive i from i * vertices on. */
    indices?: Resource;
    /** Vertices in positions; primitives with others are rejected. */
    vertexCount?: number;
    /** Added to every index; default 0. */
    baseVertex?: number;
    /** Instead of one view. The order of view v begins at element v * maxCount. */
    views?: View[];
    /** With depths, instead of views: their number. Default 1. */
    viewCount?: number;
    /** Of the sphere around each position, for cull without `radii`; default 0. */
    radius?: number;
    /** The range of keys, for keyBits 16 and 24. */
    near?: number;
    far?: number;
    /** Of positions unorm16 and snorm16: component * scale + bias. */
    scale?: [number, number, number];
    bias?: [number, number, number];
    /** A texture or buffer to write to, instead of the order's own. */
    order?: Resource;
}

/** Orders the elements of one scene. Creation compiles shaders and allocates; run() does
 *  neither. */
export class DrawOrder {
    private constructor();
    readonly maxCount: number;
    readonly maxViews: number;
    /** R32UI, or RGBA32UI with indicesPerTexel 4: the indices of the elements, in order. The
     *  texture is the DrawOrder's; null with `order: "buffer"`. */
    readonly texture: WebGLTexture | null;
    /** Texels in a row of it. */
    readonly width: number;
    /** With `order: "buffer"`: the indices of the elements, in order; otherwise null. */
    readonly buffer: WebGLBuffer | null;
    /** R32UI, a texel for each view; null without `visible: true`. */
    readonly visibleTexture: WebGLTexture | null;
    /** With `visible: "count"`: the visible elements of each view in the latest run of which
     *  the CPU knows; null before. Each run first takes what has arrived, so they are one or two
     *  frames late, as a rule. If four runs are on their way, the next ones are left out. */
    readonly visibleCounts: Uint32Array | null;
    /** How many runs there were after that one. */
    readonly visibleAge: number | null;
    /** Takes what has arrived, as runs do, and returns visibleCounts: for pages that draw only
     *  what has changed. Call it where a frame begins: commands that the page has issued just
     *  before are waited for. */
    pollVisible(): Uint32Array | null;
    /** Writes the order of this frame, and returns its texture or buffer. */
    run(args: OrderArguments): WebGLTexture | WebGLBuffer;
    dispose(): void;
}

// ---- sorts of keys

export interface PlanOptions {
    /** The largest count of a run. */
    maxCount: number;
    expectedCount?: number;
    /** Default "u32". A 64-bit key is two words, the low one first. */
    key?: "u32" | "i32" | "f32" | "u64" | "i64" | "f64" | "u16";
    /** What moves with the keys: nothing, the indices that the sort makes, or this many bytes
     *  of the caller's. Default "none". */
    values?: "none" | "indices" | 4 | 8 | 16;
    descending?: boolean;
    /** Write the values alone. */
    discardKeys?: boolean;
    /** Sort by these bits of the key only. */
    firstBit?: number;
    bitCount?: number;
    /** Whether runs pass textures (R32UI, RG32UI or RGBA32UI by the size of the element) or
     *  buffers; a list names the resources that are textures. Default true. */
    textures?: boolean | ("keys" | "keysOut" | "values" | "valuesOut")[];
    /** A name from forms(); default: chosen from measured times. */
    form?: string;
}

/** An output may be its input. */
export interface RunArguments {
    count: number;
    keys: Resource;
    keysOut?: Resource;
    values?: Resource;
    valuesOut?: Resource;
}

export interface PlanDescription {
    algorithm: string;
    method: string;
    /** Why these were chosen. */
    reason: string;
    /** GPU memory of the plan. */
    scratchBytes: number;
    /** Memory traffic of a run. */
    bytesPerElement: number;
    passes: PassDescription[];
}

export interface PassDescription {
    label: string;
    purpose: string;
    /** Of merges, the level; of radix sort, the digit, from 1; 0: none. */
    level: number;
    readBytes: number;
    writeBytes: number;
}

/** Sorts keys. Creation compiles shaders and allocates; runs do neither. */
export class Plan {
    private constructor();
    readonly maxCount: number;
    run(args: RunArguments): void;
    /** A run in steps: begin, step until passesLeft is 0, end. */
    begin(args: RunArguments): void;
    step(passes?: number): void;
    end(): void;
    readonly passesLeft: number;
    /** Writes the order that the open run has reached. */
    peek(outputs: {keysOut?: Resource; valuesOut?: Resource}): void;
    describe(count?: number): PlanDescription;
    dispose(): void;
}

// ---- segments

/** Either maxSegments or equalLength is needed; everything else but maxCount has a default. */
export interface SegmentsOptions {
    /** Elements of a run, in all segments. */
    maxCount: number;
    maxSegments?: number;
    /** Length of every segment, though the last may be shorter; then there are no offsets. */
    equalLength?: number;
    /** The longest segment; default maxCount. A low limit saves passes. */
    maxLength?: number;
    /** Only the first elements of each. Needs compute shaders, so it is refused in WebGL. */
    nearest?: number;
    key?: PlanOptions["key"];
    values?: PlanOptions["values"];
    descending?: boolean;
    discardKeys?: boolean;
    firstBit?: number;
    bitCount?: number;
    /** Bytes from one element to the next; default: packed. */
    keyStride?: number;
    valueStride?: number;
    /** "buffer": the counts of a run are uints in buffers. Default "number". */
    count?: "number" | "buffer";
}

/** Everything is in buffers. An output may be its input. */
export interface SegmentsArguments {
    count: number | BufferResource;
    segmentCount?: number | BufferResource;
    /** segmentCount + 1 uints: segment s has the elements offsets[s] to offsets[s + 1] - 1. */
    offsets?: BufferResource;
    keys: BufferResource;
    keysOut?: BufferResource;
    values?: BufferResource;
    valuesOut?: BufferResource;
}

/** Sorts each segment of an array by itself. Creation compiles shaders and allocates; runs do
 *  neither. */
export class Segments {
    private constructor();
    readonly maxCount: number;
    run(args: SegmentsArguments): void;
    dispose(): void;
}

export type KeyArray = Uint32Array | Int32Array | Float32Array | Float64Array |
    BigUint64Array | BigInt64Array;

// ---- a sorter

/** What Glsort.selfTest() has found; JSON.stringify() makes a report of it. */
export interface SelfTest {
    /** Every form has sorted right. If not, do not use glsort on this device. */
    isRight: boolean;
    isSoftware: boolean;
    /** As WebGL names it; null if there is no sorter. */
    renderer: string | null;
    forms: {
        form: string;
        count: number;
        /** Elements that were not where a stable sort on the CPU puts them. */
        wrong: number;
        /** The sentence of what failed. */
        error: string | null;
    }[];
    /** How long all of it took, compilation and waiting for the GPU included. */
    ms: number;
    /** Why there is no sorter. */
    error: string | null;
}

export class Glsort {
    private constructor();
    /** Loads the library, once for a page, and creates a sorter on this context, whose WebGL
     *  state it does not change. */
    static create(gl: WebGL2RenderingContext, options?: CreateOptions): Promise<Glsort>;

    /** Sorts 4,099 elements in each form that draw orders take by themselves, and compares
     *  them with a sort on the CPU: for pages that sort in a worker where this fails, as on a
     *  device that nobody has tried. Failures are in the result; only a wrong argument throws.
     *  The page's context may be lost meanwhile. The page may draw meanwhile: its WebGL state
     *  is kept. */
    static selfTest(gl: WebGL2RenderingContext, options?: SelfTestOptions): Promise<SelfTest>;

    /** True after webglcontextlost: dispose, and create another sorter when the context is
     *  restored. */
    readonly isLost: boolean;
    /** True if the renderer is known to run on the CPU. */
    readonly isSoftware: boolean;

    /** A run asks WebGL about a buffer or texture when it uses it for the first time. Call
     *  this after you have made such a buffer smaller or have defined such a texture anew. */
    recheck(): void;

    forms(): Form[];
    createPlan(options: PlanOptions): Plan;
    createOrder(options: OrderOptions): DrawOrder;
    createSegments(options: SegmentsOptions): Segments;
    /** Resolve when the shaders are compiled, on threads of the browser where it has
     *  KHR_parallel_shader_compile, otherwise a few in a turn. The page draws meanwhile: until
     *  then its WebGL state is kept, as with {state: "keep"}, whatever `state` says, so engines
     *  that remember what they have set, such as three.js, need no reset. */
    createPlanAsync(options: PlanOptions): Promise<Plan>;
    createOrderAsync(options: OrderOptions): Promise<DrawOrder>;
    createSegmentsAsync(options: SegmentsOptions): Promise<Segments>;

    /** Writes the draw order of `count` elements, and returns its texture (R32UI, its width by
     *  textureSize()), or the buffer passed as `order`. For each combination of options the
     *  sorter keeps one DrawOrder, which the next call with the same options overwrites, and
     *  replaces if the count has outgrown it: only then does it compile and allocate. */
    order(args: OrderArguments & {count: number} & Omit<OrderOptions,
        "maxCount" | "expectedCount" | "maxViews" | "count" | "positions" | "depths" |
        "maxSources" | "radii" | "dead" | "indices" | "visible" | "order" | "width" |
        "form">):
        WebGLTexture;

    /** Sorts copies of typed arrays: uploads, sorts, and resolves when the result has been
     *  read back. For data that the GPU has already, use a plan. */
    sort<K extends KeyArray>(args: {keys: K; descending?: boolean}): Promise<{keys: K}>;
    /** Also resolves to the index that each key had. */
    sort<K extends KeyArray>(args: {keys: K; values: "indices"; descending?: boolean}):
        Promise<{keys: K; values: Uint32Array}>;
    /** Also moves values of 4, 8 or 16 bytes for each key. Copies of a DataView are DataViews. */
    sort<K extends KeyArray, V extends ArrayBufferView>(
        args: {keys: K; values: V; descending?: boolean}): Promise<{keys: K; values: V}>;

    /** Frees everything that the sorter has made, its orders, plans and segmented sorts among
     *  it, also after the context was lost. */
    dispose(): void;
}
