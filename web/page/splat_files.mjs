// SPDX-License-Identifier: MIT
// Reads Gaussian splats: .splat (antimatter15's 32 bytes for each), .ply as trainers of 3D
// Gaussian splatting write it, and .ply of coloured points, which become small balls.
//
// All return {count, centers (x, y, z, 0), scales (3 each), turns (quaternions w, x, y, z),
// colors (RGBA, 0 to 255)}, or throw a sentence.

const SPLAT_BYTES = 32;
const SH_C0 = 0.28209479177387814; // of a colour in spherical harmonics: its constant part
const POINT_PART = 0.0025;         // a point's radius, as a part of the cloud's size
const HEADER_BYTES = 1 << 16;

function allocate(count) {
    return {count, centers: new Float32Array(4 * count), scales: new Float32Array(3 * count),
            turns: new Float32Array(4 * count), colors: new Uint8ClampedArray(4 * count)};
}

function readSplat(data) {
    if (data.byteLength % SPLAT_BYTES !== 0)
        throw new Error(`has ${data.byteLength} bytes, and a .splat file is a multiple of ` +
                        `${SPLAT_BYTES} bytes long`);
    const splats = allocate(data.byteLength / SPLAT_BYTES);
    const floats = new Float32Array(data), bytes = new Uint8Array(data);
    for (let i = 0; i < splats.count; ++i) {
        splats.centers.set(floats.subarray(8 * i, 8 * i + 3), 4 * i);
        splats.scales.set(floats.subarray(8 * i + 3, 8 * i + 6), 3 * i);
        splats.colors.set(bytes.subarray(32 * i + 24, 32 * i + 28), 4 * i);
        for (let part = 0; part < 4; ++part)
            splats.turns[4 * i + part] = (bytes[32 * i + 28 + part] - 128) / 128;
    }
    return upright(splats);
}

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

// ---- PLY

const READERS = {
    char: [1, "getInt8"], int8: [1, "getInt8"], uchar: [1, "getUint8"], uint8: [1, "getUint8"],
    short: [2, "getInt16"], int16: [2, "getInt16"], ushort: [2, "getUint16"],
    uint16: [2, "getUint16"], int: [4, "getInt32"], int32: [4, "getInt32"],
    uint: [4, "getUint32"], uint32: [4, "getUint32"], float: [4, "getFloat32"],
    float32: [4, "getFloat32"], double: [8, "getFloat64"], float64: [8, "getFloat64"],
};

// The vertices: where they begin, how many, and the offset and reader of each property.
function readHeader(data) {
    const text = new TextDecoder("latin1").decode(
        data.slice(0, Math.min(HEADER_BYTES, data.byteLength)));
    const end = /end_header\r?\n/.exec(text);
    if (!text.startsWith("ply") || !end)
        throw new Error("is not a PLY file: its header has no beginning or no end");
    const lines = text.slice(0, end.index).split(/\r?\n/).map((line) => line.split(/\s+/));
    const format = lines.find(([word]) => word === "format")?.[1];
    if (format !== "binary_little_endian")
        throw new Error(`is a PLY file of format ${format}, and this page reads ` +
                        "binary_little_endian");
    const elements = lines.filter(([word]) => word === "element");
    if (elements[0]?.[1] !== "vertex")
        throw new Error("is a PLY file whose first element is not vertex");
    return {count: Number(elements[0][2]), start: end.index + end[0].length,
            ...readProperties(lines.slice(lines.indexOf(elements[0]) + 1))};
}

function readProperties(lines) {
    const properties = new Map();
    let stride = 0;
    for (const [word, type, name] of lines) {
        if (word === "element")
            break;
        if (word !== "property")
            continue;
        if (!READERS[type])
            throw new Error(`is a PLY file with a property of type ${type}, which vertices ` +
                            "of this page cannot have");
        properties.set(name, {at: stride, reader: READERS[type][1]});
        stride += READERS[type][0];
    }
    return {properties, stride};
}

function readPly(data) {
    const {count, start, properties, stride} = readHeader(data);
    if (!["x", "y", "z"].every((name) => properties.has(name)))
        throw new Error("is a PLY file whose vertices have no x, y and z");
    if (!(count > 0) || data.byteLength < start + count * stride)
        throw new Error(`is cut off: ${count} vertices of ${stride} bytes need ` +
                        `${start + count * stride} bytes, and there are ${data.byteLength}`);
    const view = new DataView(data, start);
    const columns = (...names) => names.map((name) => properties.get(name));
    const value = (column, i) => view[column.reader](i * stride + column.at, true);
    const fill = (to, width, offset, map, ...names) => {
        const all = columns(...names);
        for (let i = 0; i < count; ++i)
            all.forEach((column, part) => {
                to[width * i + offset + part] = map(value(column, i));
            });
    };
    const splats = allocate(count);
    fill(splats.centers, 4, 0, (v) => v, "x", "y", "z");
    return properties.has("rot_0") ? fillSplats(splats, fill)
                                   : fillPoints(splats, fill, properties);
}

function fillSplats(splats, fill) {
    fill(splats.scales, 3, 0, Math.exp, "scale_0", "scale_1", "scale_2");
    fill(splats.turns, 4, 0, (v) => v, "rot_0", "rot_1", "rot_2", "rot_3");
    fill(splats.colors, 4, 0, (v) => 255 * (0.5 + SH_C0 * v), "f_dc_0", "f_dc_1", "f_dc_2");
    fill(splats.colors, 4, 3, (v) => 255 / (1 + Math.exp(-v)), "opacity");
    return upright(splats);
}

function fillPoints(splats, fill, properties) {
    const {radius} = extent(splats);
    splats.scales.fill(POINT_PART * radius);
    for (let i = 0; i < splats.count; ++i)
        splats.turns[4 * i] = 1;
    splats.colors.fill(220);
    if (["red", "green", "blue"].every((name) => properties.has(name)))
        fill(splats.colors, 4, 0, (v) => v, "red", "green", "blue");
    return splats;
}

// ---- both

// The middle of the splats, and how far they reach from it, without the outermost twentieth on
// each side.
export function extent({count, centers}) {
    const step = Math.max(1, Math.floor(count / 10000));
    const quantile = (values, part) => values[Math.floor(part * (values.length - 1))];
    const axes = [0, 1, 2].map((axis) => {
        const values = [];
        for (let i = 0; i < count; i += step)
            values.push(centers[4 * i + axis]);
        values.sort((a, b) => a - b);
        return [quantile(values, 0.05), quantile(values, 0.95)];
    });
    return {center: axes.map(([least, most]) => (least + most) / 2),
            radius: Math.max(...axes.map(([least, most]) => (most - least) / 2), 1e-6)};
}

export function readSplatFile(name, data) {
    try {
        if (data.byteLength === 0)
            throw new Error("is empty");
        if (/\.splat$/i.test(name))
            return readSplat(data);
        if (/\.ply$/i.test(name))
            return readPly(data);
        throw new Error("is neither a .ply nor a .splat file");
    } catch (error) {
        throw new Error(`${name} ${error.message}.`);
    }
}
