// SPDX-License-Identifier: MIT
// Reads .ply and .splat files by point_files.c.
import {splatMemory} from "./splats.mjs";

// Of the standard streams, which reading does not use.
const UNUSED = new Proxy({}, {get: () => () => 0});
const FIELDS = 7; // of struct answer
const DISTANCE = 3; // of the camera: the readers make what most points show 2 wide
const YAW = {cloud: 30, capture: 160}; // whose front is at -z

async function load() {
    const response = await fetch(new URL("./point_files.wasm", import.meta.url));
    const {instance} = await WebAssembly.instantiate(await response.arrayBuffer(), {
        env: UNUSED, wasi_snapshot_preview1: UNUSED});
    return instance.exports;
}

// What Splats takes, and whether the file has colours by direction, which are not read. Throws a
// sentence. Each file has memory of its own.
export async function readPointFile(name, data) {
    const {memory, malloc, point_file_read: read} = await load();
    const put = (bytes) => {
        const at = malloc(bytes.length) >>> 0;
        if (at === 0)
            throw new Error(`${name}: there is no memory for it.`);
        new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
        return at;
    };
    const path = put(new TextEncoder().encode(`${name}\0`));
    const answer = read(path, put(new Uint8Array(data)), data.byteLength);
    const [why, count, listed, omitsRest, isCloud, places, shapes] =
        new Uint32Array(memory.buffer, answer, FIELDS);
    const text = new Uint8Array(memory.buffer, why);
    const sentence = new TextDecoder().decode(text.subarray(0, text.indexOf(0)));
    if (sentence)
        throw new Error(`${name}: ${sentence}.`);
    const splats = {...splatMemory(count), listed, omitsRest: omitsRest === 1,
                    yaw: isCloud ? YAW.cloud : YAW.capture, distance: DISTANCE};
    splats.places.set(new Float32Array(memory.buffer, places, 4 * count));
    splats.shapes.set(new Uint32Array(memory.buffer, shapes, 8 * count));
    return splats;
}
