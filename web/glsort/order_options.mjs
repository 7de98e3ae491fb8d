// SPDX-License-Identifier: MIT
// From the options of a draw order to a glsort_order_desc.
import {argumentError, choice, countSource, integer} from "./describe.mjs";
import {GlsortError} from "./library.mjs";

// The width and height of a texture of so many texels: as wide as given, or about a square.
export function gridSize(gl, count, given) {
    const most = gl.getParameter(gl.MAX_TEXTURE_SIZE);
    const width = given ?? 2 ** Math.ceil(Math.log2(Math.max(count, 1)) / 2);
    if (integer("createOrder", "width", width) < 1 || width > most)
        throw new GlsortError("GLSORT_ERROR_RANGE",
                              `createOrder: width is ${width}; it must be 1 to ${most}`);
    const height = Math.ceil(count / width);
    if (height > most)
        throw new GlsortError("GLSORT_ERROR_LIMIT", `createOrder: ${count} texels of width ` +
            `${width} are ${height} rows; this device has at most ${most}`);
    return {width, height};
}

// Options that mean nothing without another one, or unless it `holds` something.
function needs(options, other, names, holds = options[other] !== undefined) {
    const name = names.find((each) => options[each] !== undefined);
    if (!holds && name !== undefined)
        throw argumentError(`createOrder: ${name} is ${options[name]}, which needs ${other}`);
}

// A whole number, or undefined for the default.
function whole(options, name) {
    const value = options[name];
    return value === undefined ? undefined : integer("createOrder", name, value);
}

// Options that are words: how the names of their enumerants begin, and the words, the default first.
const WORDS = {
    direction: ["", "back-to-front", "front-to-back"],
    metric: ["METRIC_", "depth", "distance"],
    cull: ["CULL_", "none", "frustum"],
    keySource: ["KEYS_FROM_", "positions", "f32", "u32"],
    format: ["POSITION_", "f32", "f16", "unorm16", "snorm16"],
    transform: ["TRANSFORM_", "none", "per-element", "per-source"],
    keyVertex: ["VERTEX_", "centroid", "nearest", "farthest"],
    indexFormat: ["INDEX_", "u32", "u16"],
};

function wordOf(options, name) {
    const [, ...words] = WORDS[name], {[name]: word = words[0]} = options;
    return choice("createOrder", name, word, words);
}

function enumerant(library, options, name) {
    const word = wordOf(options, name).toUpperCase().replaceAll("-", "_");
    return library.number(`GLSORT_${WORDS[name][0]}${word}`);
}

// ---- where positions or depths come from

// Whether the keys are depths of the page's own instead of positions.
export function hasDepths(options) {
    return wordOf(options, "keySource") !== "positions";
}

function keyFields(library, options) {
    const {positions = "texture", texelWords} = options, depths = hasDepths(options);
    const format = enumerant(library, options, "format");
    needs(options, 'keySource "f32" or "u32"', ["depths", "depthOffset", "depthStride"], depths);
    needs(options, 'keySource "positions"',
          ["positions", "format", "offset", "stride", "texelWords"], !depths);
    needs(options, 'positions "buffer" or texelWords', ["format"],
          positions === "buffer" || texelWords !== undefined);
    return depths ? {
        key_source: enumerant(library, options, "keySource"),
        "depth.offset": options.depthOffset,
        "depth.stride": options.depthStride,
    } : {
        "position.format": positions !== "buffer" && !texelWords ? 0 : format,
        "position.texel_words": texelWords,
        "position.offset": options.offset,
        "position.stride": options.stride,
    };
}

// ---- which elements there are

const DEAD_TESTS = {"at-most": "F32_AT_MOST", "at-least": "F32_AT_LEAST",
                    equal: "U32_EQUAL", unequal: "U32_UNEQUAL"};

// The fields of elements that are dead by a test.
function deadFields(library, options) {
    const {dead, deadTest, deadValue, deadOffset, deadStride} = options;
    const call = "createOrder";
    needs(options, "deadTest", ["deadValue", "deadOffset", "deadStride", "deadTexelWords"]);
    if (deadTest === undefined && dead === undefined)
        return {};
    choice(call, "deadTest", deadTest, Object.keys(DEAD_TESTS));
    if (typeof deadValue !== "number")
        throw argumentError(`${call}: deadValue is ${deadValue}; deadTest needs it to be ` +
                            "a number");
    const name = DEAD_TESTS[deadTest];
    return {
        "dead.test": library.number(`GLSORT_DEAD_${name}`),
        "dead.field.offset": deadOffset,
        "dead.field.stride": deadStride,
        "dead.field.texel_words": options.deadTexelWords,
        ...(name.startsWith("F32") ? {"dead.f32": deadValue}
                                   : {"dead.u32": integer(call, "deadValue", deadValue)}),
    };
}

function primitiveFields(library, options) {
    needs(options, "vertices", ["keyVertex", "indexFormat", "indices", "maxVertices"]);
    return options.vertices === undefined ? {} : {
        "primitive.vertices": whole(options, "vertices"),
        "primitive.key": enumerant(library, options, "keyVertex"),
        "primitive.index": enumerant(library, options, "indexFormat"),
        max_vertices: whole(options, "maxVertices"),
    };
}

// A vertex shader looks up the numbers of primitives; of one vertex, its number is enough.
function orderFlags(library, {visible, vertices}) {
    return (visible ? library.number("GLSORT_ORDER_WRITES_VISIBLE") : 0) |
        (vertices > 1 ? library.number("GLSORT_ORDER_PRIMITIVE_NUMBERS") : 0);
}

function radiusFields(library, options) {
    const {radii, radiusOffset, radiusStride} = options;
    needs(options, "radii", ["radiusOffset", "radiusStride", "radiusTexelWords"]);
    return radii === undefined ? {} : {
        radius_source: library.number("GLSORT_RADIUS_PER_ELEMENT"),
        "radius.offset": radiusOffset,
        "radius.stride": radiusStride,
        "radius.texel_words": options.radiusTexelWords,
    };
}

// ---- what is a texture

// Indices in a texel of the order.
export function texelIndices({order = "texture", indicesPerTexel = 1}) {
    choice("createOrder", "indicesPerTexel", indicesPerTexel, [1, 4]);
    if (order === "buffer" && indicesPerTexel !== 1)
        throw argumentError(`createOrder: indicesPerTexel is ${indicesPerTexel}, but order is ` +
                            "a buffer");
    return indicesPerTexel;
}

const PLACES = ["texture", "buffer"], POSITIONS = [...PLACES, "texture-array"];

// A texture has a width of its own.
function orderPlace(options) {
    const {order = "texture"} = options;
    needs(options, 'order "texture"', ["width"], order === "texture");
    return order;
}

function visiblePlace({visible = false}) {
    choice("createOrder", "visible", visible, [false, true, "count"]);
    return visible === "count" ? "buffer" : visible ? "texture" : undefined;
}

// Where the objects of a run are, if the order has them. Matrices are always in textures: passes
// copy buffers to textures of a size that creation fixes, when the number of matrices is unknown.
export function objectPlaces(options) {
    const {positions = "texture", depths = "texture", vertices, indices = "texture",
           transform = "none"} = options;
    return {
        ...(hasDepths(options) ? {depths} : {positions}),
        radii: options.radii,
        dead: options.dead,
        indices: vertices ? indices : undefined,
        matrices: transform === "none" ? undefined : "texture",
        matrixIndices: transform === "per-element" ? "texture" : undefined,
        order: orderPlace(options),
        visible: visiblePlace(options),
    };
}

// The bits that are not named as the objects are: DEPTHS is an output.
const BITS = {depths: "DEPTHS_IN", matrixIndices: "MATRIX_INDICES"};

function orderTextures(library, options) {
    const places = objectPlaces(options);
    let bits = texelIndices(options) === 4
        ? library.number("GLSORT_ORDER_TEXTURE_ORDER_FOURS") : 0;
    if (places.positions === "texture-array")
        bits |= library.number("GLSORT_ORDER_TEXTURE_POSITION_LAYERS");
    for (const [name, place] of Object.entries(places)) {
        if (place !== undefined)
            choice("createOrder", name, place, name === "positions" ? POSITIONS : PLACES);
        if (place === "texture" || place === "texture-array")
            bits |= library.number(`GLSORT_ORDER_TEXTURE_${BITS[name] ?? name.toUpperCase()}`);
    }
    return bits;
}

// ---- the descriptor

export function orderDesc(library, options) {
    const {form} = options;
    return {
        tuning: form === undefined ? undefined : library.formFields(form).tuning,
        max_count: options.maxCount,
        expected_count: options.expectedCount,
        max_views: options.maxViews,
        ...keyFields(library, options),
        max_sources: whole(options, "maxSources"),
        transform: enumerant(library, options, "transform"),
        ...primitiveFields(library, options),
        ...deadFields(library, options),
        ...radiusFields(library, options),
        count_source: countSource(library, "createOrder", options.count),
        direction: enumerant(library, options, "direction"),
        metric: enumerant(library, options, "metric"),
        key_bits: options.keyBits,
        cull: enumerant(library, options, "cull"),
        flags: orderFlags(library, options),
        textures: orderTextures(library, options),
    };
}
