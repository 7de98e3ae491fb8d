// SPDX-License-Identifier: MIT
// What the objects that calls take may be named and hold: as in glsort.d.ts, whose interfaces
// these are. Other names are refused, because a misspelt option would have no effect.
import {GlsortError} from "./library.mjs";

const VIEW = ["viewProjection", "eye", "axis"];
const ORDER_OPTIONS = [
    "maxCount", "expectedCount", "maxViews", "positions", "format", "stride", "offset",
    "texelWords", "keySource", "depths", "depthOffset", "depthStride", "maxSources", "transform",
    "direction", "metric", "keyBits", "cull", "visible", "count", "vertices",
    "keyVertex", "indices", "indexFormat", "maxVertices", "radii", "radiusOffset",
    "radiusStride", "radiusTexelWords", "dead", "deadTest", "deadValue", "deadOffset",
    "deadStride", "deadTexelWords", "order", "indicesPerTexel", "width", "form"];
const ORDER_ARGUMENTS = [
    ...VIEW, "count", "positions", "depths", "sources", "matrices", "matrixCount",
    "matrixIndices", "radii", "dead", "indices", "vertexCount",
    "baseVertex", "views", "viewCount", "radius", "near", "far", "scale", "bias", "order"];

// The options among the arguments of order(): which objects are textures it sees.
export const OPTIONS_OF_ORDER = [
    "format", "stride", "offset", "keySource", "depthOffset", "depthStride", "transform",
    "direction", "metric", "keyBits", "cull", "vertices", "keyVertex", "indexFormat",
    "maxVertices", "radiusOffset", "radiusStride", "deadTest", "deadValue", "deadOffset",
    "deadStride", "texelWords", "radiusTexelWords", "deadTexelWords", "indicesPerTexel"];

export const NAMES = {
    TextureResource: ["texture", "width"],
    BufferResource: ["buffer", "offset"],
    CreateOptions: ["wasmUrl", "state", "polygonMode"],
    SelfTestOptions: ["wasmUrl", "polygonMode", "keyBits"],
    OrderOptions: ORDER_OPTIONS,
    View: VIEW,
    OrderArguments: ORDER_ARGUMENTS,
    OrderSource: ["positions", "base", "count"],
    PlanOptions: ["maxCount", "expectedCount", "key", "values", "descending", "discardKeys",
                  "firstBit", "bitCount", "textures", "form"],
    RunArguments: ["count", "keys", "keysOut", "values", "valuesOut"],
    SegmentsOptions: ["maxCount", "maxSegments", "equalLength", "maxLength", "nearest", "key",
                      "values", "descending", "discardKeys", "firstBit", "bitCount",
                      "keyStride", "valueStride", "count"],
    SegmentsArguments: ["count", "segmentCount", "offsets", "keys", "keysOut", "values",
                        "valuesOut"],
};

const OTHERS = { // which have no interface of their own
    order: [...ORDER_ARGUMENTS, ...OPTIONS_OF_ORDER],
    sort: ["keys", "values", "descending"],
    peek: ["keysOut", "valuesOut"],
};

const SETS = new Map(Object.entries({...NAMES, ...OTHERS}).map(
    ([kind, names]) => [kind, new Set(names)]));

// Refuses what is no object, or one with other names than those of its kind. Runs check
// theirs in every frame.
export function known(call, what, value, kind) {
    const names = SETS.get(kind);
    if (value === null || typeof value !== "object")
        throw new GlsortError("GLSORT_ERROR_ARGUMENT", `${call}: ${what} is ${String(value)}; ` +
            `it must be an object with some of ${[...names].join(", ")}`);
    for (const name in value)
        if (!names.has(name))
            throw new GlsortError("GLSORT_ERROR_ARGUMENT", `${call}: ${what} has a property ` +
                `"${name}", which is none of ${[...names].join(", ")}`);
    return value;
}

// A text that is the same for the same options alone. JSON has one word, null, for both infinities
// and NaN, none for functions, and takes objects for what they say they are.
export function keyOf(value) {
    if (value === null || typeof value !== "object")
        return typeof value === "string" ? JSON.stringify(value) : `${typeof value} ${String(value)}`;
    let key = Object.prototype.toString.call(value);
    for (const name in value)
        if (value[name] !== undefined)
            key += `${name}: ${keyOf(value[name])},`;
    return `(${key})`;
}

// True for an object of a class of the browser, of this page or of an iframe.
export function isOf(value, name) {
    return Object.prototype.toString.call(value) === `[object ${name}]`;
}
