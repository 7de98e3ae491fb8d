// SPDX-License-Identifier: MIT
// From the options and arguments of glsort.mjs to the fields of the C structs.
import {GlsortError, word} from "./library.mjs";
import {isOf} from "./options.mjs";

export function argumentError(sentence) {
    return new GlsortError("GLSORT_ERROR_ARGUMENT", sentence);
}

export function integer(call, name, value) {
    return word(`${call}: ${name}`, value);
}

// True or false; undefined is false.
export function flag(call, name, value = false) {
    return choice(call, name, value, [true, false]);
}

// A number, or undefined for the default.
export function real(call, name, value) {
    if (value !== undefined && typeof value !== "number")
        throw argumentError(`${call}: ${name} is ${value}; it must be a number`);
    return value;
}

// As the 32 bits of a signed integer; or undefined for the default.
export function signed(call, name, value) {
    if (value !== undefined && value !== (value | 0))
        throw argumentError(`${call}: ${name} is ${value}; it must be an integer of 32 bits`);
    return value === undefined ? undefined : value >>> 0;
}

// Three numbers, of an array or of what can be iterated over; or undefined for the default.
export function triple(call, name, value) {
    if (value === undefined || value?.length === 3)
        return value;
    const parts = value && Array.from(value);
    if (parts?.length !== 3)
        throw argumentError(`${call}: ${name} is ${value}; it must be three numbers`);
    return parts;
}

export function choice(call, name, value, all) {
    if (!all.includes(value))
        throw argumentError(`${call}: ${name} is ${value}; it must be one of ${all.join(", ")}`);
    return value;
}

// Refuses a buffer where creation has fixed a texture, and the other way round.
export function inPlace(name, value, place) {
    const [kind, other] = place === "buffer" ? ["buffer", "texture"] : ["texture", "buffer"];
    if (value?.[kind] === undefined && value?.[other] !== undefined)
        throw argumentError(`run: ${name} is a ${other}, but was said to be a ${kind} at creation`);
}

const PLAN_VALUES = {none: "NONE", indices: "INDICES", 4: "4_BYTES", 8: "8_BYTES",
                     16: "16_BYTES"};

const PLAN_RESOURCES = {keys: "KEYS_IN", keysOut: "KEYS_OUT", values: "VALUES_IN",
                        valuesOut: "VALUES_OUT"};

// The names of a plan's resources that are textures, of those that it has.
export function planTextures({textures = true, values = "none", discardKeys = false}) {
    if (typeof textures !== "boolean" && !isOf(textures, "Array"))
        throw argumentError(`createPlan: textures is ${textures}; it must be true, false or a ` +
                            "list of resources");
    const has = {keys: true, keysOut: !discardKeys, values: values in {4: 0, 8: 0, 16: 0},
                 valuesOut: values !== "none"};
    const named = Object.keys(has).filter((name) => has[name]);
    if (typeof textures === "boolean")
        return textures ? named : [];
    for (const name of textures)
        choice("createPlan", "an element of textures", name, named);
    return [...textures];
}

// What plans and segmented sorts say of their elements.
function elementFields(library, call, options) {
    const {key = "u32", values = "none"} = options;
    const descending = flag(call, "descending", options.descending);
    choice(call, "key", key, ["u32", "i32", "f32", "u64", "i64", "f64", "u16"]);
    choice(call, "values", String(values), Object.keys(PLAN_VALUES));
    return {
        max_count: options.maxCount,
        key: library.number(`GLSORT_KEY_${key.toUpperCase()}`),
        values: library.number(`GLSORT_VALUES_${PLAN_VALUES[values]}`),
        direction: library.number(descending ? "GLSORT_DESCENDING" : "GLSORT_ASCENDING"),
        first_bit: options.firstBit,
        bit_count: options.bitCount,
    };
}

export function planDesc(library, options) {
    return {
        ...(options.form === undefined ? {} : library.formFields(options.form)),
        ...elementFields(library, "createPlan", options),
        expected_count: options.expectedCount,
        textures: planTextures(options).reduce((bits, name) =>
            bits | library.number(`GLSORT_TEXTURE_${PLAN_RESOURCES[name]}`), 0),
        flags: keyFlags(library, "createPlan", options),
    };
}

function keyFlags(library, call, {discardKeys}) {
    return flag(call, "discardKeys", discardKeys) ? library.number("GLSORT_PLAN_DISCARD_KEYS") : 0;
}

// Counts are numbers, or on the GPU.
export function countSource(library, call, count = "number") {
    choice(call, "count", count, ["number", "buffer"]);
    return count === "buffer" ? library.number("GLSORT_COUNT_FROM_BUFFER") : 0;
}

export function segmentsDesc(library, options) {
    const source = countSource(library, "createSegments", options.count);
    return {
        ...elementFields(library, "createSegments", options),
        max_segments: options.maxSegments,
        equal_length: options.equalLength,
        max_length: options.maxLength,
        nearest: options.nearest,
        count_source: source,
        segment_count_source: options.equalLength ? 0 : source,
        key_stride: options.keyStride,
        value_stride: options.valueStride,
        flags: keyFlags(library, "createSegments", options),
    };
}

// The floats of a glsort_order_view: eye, 0, axis, 0, and a matrix.
export const VIEW_WORDS = 24;
const AXIS = 4, CLIP = 8;

function setTriple(words, at, x, y, z) {
    words[at] = x;
    words[at + 1] = y;
    words[at + 2] = z;
}

const square = (m, row) => m[row] * m[row] + m[4 + row] * m[4 + row] + m[8 + row] * m[8 + row];

// Depth is a row of the matrix: w of a perspective, z of an orthographic projection.
function setDepth(words, at, clip) {
    const perspective = square(clip, 3), row = perspective > 0 ? 3 : 2;
    const length = square(clip, row);
    if (!(perspective >= 0 && length > 0 && length < Infinity))
        throw argumentError("run: viewProjection has no direction of depth: its rows of z and w " +
                            "must be finite, and one of them not zero");
    const x = clip[row], y = clip[4 + row], z = clip[8 + row];
    const scale = -clip[12 + row] / length;
    setTriple(words, at, x * scale, y * scale, z * scale);
    setTriple(words, at + AXIS, x, y, z);
}

// Writes a view to words[at] and after it, without making arrays: every frame does this.
export function setView(words, at, view, metric) {
    const {viewProjection} = view;
    const eye = triple("run", "eye", view.eye), axis = triple("run", "axis", view.axis);
    if (viewProjection === undefined && (eye === undefined || axis === undefined))
        throw argumentError("run: a view has neither viewProjection nor both eye and axis");
    if (viewProjection !== undefined && viewProjection?.length !== 16)
        throw argumentError("run: viewProjection has " +
                            `${viewProjection?.length} numbers instead of 16`);
    if (metric === "distance" && eye === undefined)
        throw argumentError("run: distances are measured from eye, which is missing");
    if (eye === undefined || axis === undefined)
        setDepth(words, at, viewProjection);
    if (eye !== undefined)
        setTriple(words, at, eye[0], eye[1], eye[2]);
    if (axis !== undefined)
        setTriple(words, at + AXIS, axis[0], axis[1], axis[2]);
    for (let i = 0; i < 16; ++i)
        words[at + CLIP + i] = viewProjection === undefined ? 0 : viewProjection[i];
}
