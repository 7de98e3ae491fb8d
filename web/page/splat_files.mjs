// SPDX-License-Identifier: MIT
// Reads Gaussian splats: .splat (antimatter15's 32 bytes for each), .ply as trainers of 3D
// Gaussian splatting write it, and .ply of coloured points, which become small balls. The
// native demo reads them by the same rules (ply.h, splat_file.h of demos/particles/io).
//
// All return {count, listed (in the file), omitsRest (colours by direction are not read), origin (in its coordinates), centers (x, y, z, 0,
// relative to the origin), scales (3 each), turns (quaternions w, x, y, z), colors (RGBA, 0 to
// 255)}, or throw a sentence. What has no position, or no shape, is left out: count is less than
// listed.
import {extent} from "./extent.mjs";
import {beginsPly, readHeader, readVertices} from "./ply.mjs";
import {isDamaged, readDamaged} from "./ply_damage.mjs";

export {extent};

const SPLAT_BYTES = 32;
const SH_C0 = 0.28209479177387814; // of a colour in spherical harmonics: its constant part
const POINT_PART = 0.0025;         // a point's radius, as a part of the cloud's size
const NO_COLOR = 220;              // grey
const FARTHEST = 1e18;             // coordinate of a file
const LARGEST = 1e9;               // coordinate relative to the origin, and deviation
const SAMPLE = 4096;

function allocate(count) {
    return {count, centers: new Float32Array(4 * count), scales: new Float32Array(3 * count),
            turns: new Float32Array(4 * count), colors: new Uint8ClampedArray(4 * count)};
}

// ---- positions

// The least power of two that is not below the size; 1 for 0.
function gridOf(size) {
    let step = 1;
    while (step < size)
        step *= 2;
    while (size > 0 && step * 0.5 >= size)
        step *= 0.5;
    return step;
}

// The origin of coordinates, x, y, z of each. It is 0 unless they are farther from 0 than they are
// apart: then floats relative to it keep what distinguishes them.
function originOf(positions, count) {
    const taken = Math.min(count, SAMPLE), outside = Math.floor(taken / 20);
    const ranges = [0, 1, 2].map((axis) => {
        const values = Float64Array.from({length: taken}, (_, i) =>
            positions[3 * Math.floor(i * count / taken) + axis]).sort();
        return [values[outside], values[taken - 1 - outside]];
    });
    const size = Math.max(...ranges.map(([low, high]) => high - low));
    const grid = gridOf(2 * size);
    return ranges.map(([low, high]) => {
        const middle = 0.5 * low + 0.5 * high;
        return size > 0 ? grid * Math.floor(middle / grid + 0.5) : middle;
    });
}

// What is left of `listed` elements: their numbers, and their positions relative to the origin.
// `position` are functions from a number to x, y, z.
function place(listed, position, isDrawable) {
    const positions = new Float64Array(3 * listed), numbers = new Uint32Array(listed);
    let found = 0, count = 0;
    for (let i = 0; i < listed; ++i) {
        const at = position.map((each) => each(i));
        if (!at.every((each) => Math.abs(each) <= FARTHEST) || !isDrawable(i))
            continue;
        positions.set(at, 3 * found);
        numbers[found++] = i;
    }
    const origin = found > 0 ? originOf(positions, found) : [0, 0, 0];
    for (let i = 0; i < found; ++i) {
        const at = origin.map((each, axis) => positions[3 * i + axis] - each);
        if (!at.every((each) => Math.abs(each) <= LARGEST))
            continue;
        positions.set(at, 3 * count);
        numbers[count++] = numbers[i];
    }
    return {listed, count, origin, positions, numbers};
}

// Memory for the elements that are left, with their positions.
function begin({listed, count, origin, positions}, lacking) {
    if (count === 0)
        throw new Error(`none of its ${listed} ${lacking}`);
    const splats = {...allocate(count), listed, origin};
    for (let i = 0; i < count; ++i)
        splats.centers.set(positions.subarray(3 * i, 3 * i + 3), 4 * i);
    return splats;
}

// ---- what is refused

const CONVERTED = "which is not read; splat-transform, a command by the authors of SuperSplat, " +
    "converts it to a .ply";

const begins = (bytes, text) => [...text].every((each, i) => bytes[i] === each.charCodeAt(0));

// Files that other programs compress: how they are told.
function compressionOf(name, bytes) {
    if (/\.sog$/.test(name))
        return "a .sog file, splats compressed by PlayCanvas";
    if (begins(bytes, "NGSP") || /\.spz$/.test(name))
        return "an .spz file, splats compressed by Niantic";
    return /\.ksplat$/.test(name) ? "a .ksplat file, compressed splats" : null;
}

// ---- splats

// Captures have y down and z ahead.
function upright(splats) {
    const {count, centers, turns} = splats;
    for (let i = 0; i < count; ++i) {
        centers[4 * i + 1] *= -1;
        centers[4 * i + 2] *= -1;
        const [w, x, y, z] = turns.subarray(4 * i, 4 * i + 4);
        turns.set([-x, w, -z, y], 4 * i); // half a turn about x, and then this one
    }
    return splats;
}

// From functions of the number of a splat: position, scale and turn, and RGBA, 0 to 255.
function readSplats(listed, {position, scale, turn, color}) {
    const isDrawable = (i) => {
        const square = turn.reduce((sum, each) => sum + each(i) ** 2, 0);
        return square > 1e-30 && square < Infinity &&
            scale.every((each) => each(i) >= 0 && each(i) <= LARGEST) &&
            color.every((each) => !Number.isNaN(each(i)));
    };
    const placed = place(listed, position, isDrawable);
    const splats = begin(placed, "splats has a position and a shape");
    for (let i = 0; i < splats.count; ++i) {
        const from = placed.numbers[i];
        scale.forEach((each, part) => { splats.scales[3 * i + part] = each(from); });
        turn.forEach((each, part) => { splats.turns[4 * i + part] = each(from); });
        color.forEach((each, part) => { splats.colors[4 * i + part] = each(from); });
    }
    return upright(splats);
}

function readRaw(data) {
    if (data.byteLength === 0)
        throw new Error("it holds no splats");
    if (data.byteLength % SPLAT_BYTES !== 0)
        throw new Error(`it has ${data.byteLength} bytes, not a multiple of the ` +
                        `${SPLAT_BYTES} bytes of a record`);
    const view = new DataView(data);
    const float = (at) => (i) => view.getFloat32(SPLAT_BYTES * i + at, true);
    const byte = (at, map) => (i) => map(view.getUint8(SPLAT_BYTES * i + at));
    return readSplats(data.byteLength / SPLAT_BYTES, {
        position: [0, 4, 8].map(float),
        scale: [12, 16, 20].map(float),
        color: [24, 25, 26, 27].map((at) => byte(at, (v) => v)),
        turn: [28, 29, 30, 31].map((at) => byte(at, (v) => (v - 128) / 127)),
    });
}

const SPLAT_NAMES = ["x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "scale_0", "scale_1", "scale_2",
                     "rot_0", "rot_1", "rot_2", "rot_3", "opacity"];

function readTrained(bytes, header) {
    const hasHarmonics = header.find("f_dc_0") || !COLOR_NAMES[0].every((name) => header.find(name));
    const needed = SPLAT_NAMES.filter((name) => hasHarmonics || !name.startsWith("f_dc"));
    const missing = needed.find((name) => name !== "scale_2" && !header.find(name));
    if (missing)
        throw new Error(`its vertices are not Gaussian splats: they have no ${missing}`);
    const names = [...needed, ...(hasHarmonics ? [] : COLOR_NAMES[0])]
        .filter((name) => header.find(name));
    const values = readVertices(bytes, header, names.map((name) => header.find(name)));
    const of = (name, map) => {
        const value = values[names.indexOf(name)] ?? (() => -Infinity); // flat without scale_2
        return (i) => map(value(i));
    };
    const all = (map, ...them) => them.map((name) => of(name, map));
    const colors = () => {
        if (hasHarmonics)
            return all((v) => 255 * (0.5 + SH_C0 * v), "f_dc_0", "f_dc_1", "f_dc_2");
        const full = fullColor(header.find("red").type);
        return all((v) => 255 * v / full, ...COLOR_NAMES[0]);
    };
    const splats = readSplats(header.vertices.count, {
        position: all((v) => v, "x", "y", "z"),
        scale: all(Math.exp, "scale_0", "scale_1", "scale_2"),
        turn: all((v) => v, "rot_0", "rot_1", "rot_2", "rot_3"),
        color: [...colors(), of("opacity", (v) => 255 / (1 + Math.exp(-v)))],
    });
    return {...splats, omitsRest: Boolean(header.find("f_rest_0"))};
}

// ---- points

const COLOR_NAMES = [["red", "green", "blue"], ["r", "g", "b"],
                     ["diffuse_red", "diffuse_green", "diffuse_blue"]];
const INTEGERS_32 = ["getInt32", "getUint32"];

const isFloat = (type) => /Float/.test(type.reader);

// The value that is a full colour if the whole range of the type is used.
function fullColor(type) {
    return {getUint16: 65535, getUint32: 4294967295, getFloat32: 1,
            getFloat64: 1}[type.reader] ?? 255;
}

function colorByte(value, full) {
    const byte = value * 255 / full;
    return byte < 0 ? 0 : byte >= 255 ? 255 : Math.floor(byte + 0.5);
}

// What is written as a signed byte is an unsigned one.
function partsOf(type, values) {
    return type.reader === "getInt8" ? values.map((each) => each < 0 ? each + 256 : each) : values;
}

// Colours are from 0 to 255 whatever their type is if they are floats above 2, which are more
// than too bright a 1, or integers without any above 255.
function fillColors(colors, numbers, type, values) {
    const parts = (i) => partsOf(type, values.map((each) => each(numbers[i])));
    const count = colors.length / 4;
    let brightest = 0;
    for (let i = 0; i < count; ++i) {
        const color = parts(i);
        if (color.every(Number.isFinite))
            brightest = Math.max(brightest, ...color);
    }
    const areBytes = isFloat(type) ? brightest > 2 : brightest <= 255;
    const full = areBytes ? 255 : fullColor(type);
    for (let i = 0; i < count; ++i) {
        const color = parts(i);
        if (color.every(Number.isFinite))
            colors.set(color.map((each) => colorByte(each, full)), 4 * i);
    }
}

// Of a word 0xRRGGBB, which text may write as the float that has these bits.
function fillPacked(colors, numbers, type, value) {
    const word = new DataView(new ArrayBuffer(4));
    for (let i = 0; i < colors.length / 4; ++i) {
        const packed = value(numbers[i]);
        if (Number.isNaN(packed))
            continue;
        if (isFloat(type))
            word.setFloat32(0, packed);
        else
            word.setUint32(0, packed);
        colors.set([1, 2, 3].map((at) => word.getUint8(at)), 4 * i);
    }
}

// The properties that are the colour: three, a packed one, or none. A float that holds a packed
// colour may be a NaN, which no conversion must change: its bits are read as an integer.
function findColors(header) {
    const names = COLOR_NAMES.find((each) => each.every((name) => header.find(name)));
    if (names)
        return names.map((name) => header.find(name));
    const packed = header.findFirst(["rgb", "rgba"]);
    if (!packed || !isFloat(packed.type) && !INTEGERS_32.includes(packed.type.reader))
        return [];
    if (packed.type.bytes === 4 && isFloat(packed.type) && header.format !== "ascii")
        packed.type = {...packed.type, reader: "getUint32"};
    return [packed];
}

function readPoints(bytes, header) {
    if (!["x", "y", "z"].every((name) => header.find(name)))
        throw new Error("its vertices have no x, y and z");
    const colors = findColors(header);
    const properties = [header.find("x"), header.find("y"), header.find("z"), ...colors];
    const listed = header.vertices.count;
    const {count, values: [x, y, z, ...values]} = isDamaged(bytes, header)
        ? readDamaged(bytes, header, properties)
        : {count: listed, values: readVertices(bytes, header, properties)};
    const placed = {...place(count, [x, y, z], () => true), listed};
    const splats = begin(placed, "points has a position");
    splats.scales.fill(POINT_PART * extent(splats).radius);
    splats.colors.fill(NO_COLOR);
    for (let i = 0; i < splats.count; ++i)
        splats.turns[4 * i] = 1;
    if (colors.length === 3)
        fillColors(splats.colors, placed.numbers, colors[0].type, values);
    else if (colors.length === 1)
        fillPacked(splats.colors, placed.numbers, colors[0].type, values[0]);
    return splats;
}

// ---- both

function readPly(bytes) {
    const header = readHeader(bytes);
    if (header.find("packed_position"))
        throw new Error(`it is a compressed PLY file of SuperSplat, ${CONVERTED}`);
    return header.find("rot_0") ? readTrained(bytes, header) : readPoints(bytes, header);
}

export function readSplatFile(name, data) {
    try {
        if (data.byteLength === 0)
            throw new Error("it is empty");
        const bytes = new Uint8Array(data);
        const compression = beginsPly(bytes) ? null : compressionOf(name, bytes);
        if (compression)
            throw new Error(`it is ${compression}, ${CONVERTED}`);
        if (beginsPly(bytes) || /\.ply$/i.test(name))
            return readPly(bytes);
        if (/\.splat$/i.test(name))
            return readRaw(data);
        throw new Error("it is neither a PLY file nor named .splat");
    } catch (error) {
        throw new Error(`${name}: ${error.message}.`);
    }
}
