// SPDX-License-Identifier: MIT
// Figures for docs/web.md, as a table in Markdown. `?start` starts at once, `&most=65536`
// leaves out larger counts.
import {Glsort} from "./glsort/glsort.mjs";
import {buffersOf} from "./glsort/transfers.mjs";
import {isReached, rendererName, texture} from "./gl.mjs";

const WIDTH = 1024;
const COUNTS = [1024, 65536, 262144, 1048576];
const SAMPLES = 25;
const FEW_SAMPLES = 9; // of large counts
const LONE_CALLS = 40, LONE_MS = 5; // calls that come alone, so long after all else
const BATCH_MS = 60; // a sample of the GPU takes about as long
const FRAME_MS = 1000 / 60;
const VIEW = {eye: [0, 0, 3], axis: [0.1, 0.2, -1]};
const BITS = [32, 16];
const RANGES = {32: {}, 16: {near: 1.5, far: 4.5}}; // of the depths of a cloud

const $ = (id) => document.getElementById(id);
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

// Resolves when the GPU has done everything so far.
async function finish(gl) {
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    const channel = new MessageChannel(); // timers wait for 4 ms and more
    const turn = () => new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(0);
    });
    while (!isReached(gl, fence))
        await turn();
    gl.deleteSync(fence);
}

async function timed(gl, call) {
    const start = performance.now();
    call();
    await finish(gl);
    return performance.now() - start;
}

const samplesOf = (count) => count > 1e5 ? FEW_SAMPLES : SAMPLES;

function cloud(count) {
    return Float32Array.from({length: 4 * count}, () => 2 * Math.random() - 1);
}

// How many functions of the context a call uses.
function callsOf(gl, call) {
    const names = new Set();
    for (let from = gl; from !== null; from = Object.getPrototypeOf(from))
        for (const [name, {value}] of Object.entries(Object.getOwnPropertyDescriptors(from)))
            if (typeof value === "function" && from !== Object.prototype)
                names.add(name);
    let calls = 0;
    for (const name of names) {
        const method = gl[name];
        gl[name] = (...args) => (++calls, method.apply(gl, args));
    }
    call();
    for (const name of names)
        delete gl[name];
    return calls;
}

// Milliseconds of the page's thread in a call whose caches others have filled meanwhile: a mean,
// since clocks of browsers are coarse.
async function measureLone(gl, run) {
    let sum = 0;
    for (let i = 0; i < LONE_CALLS; ++i) {
        await finish(gl);
        await new Promise((resolve) => setTimeout(resolve, LONE_MS));
        const start = performance.now();
        run();
        sum += performance.now() - start;
    }
    return sum / LONE_CALLS;
}

// Milliseconds of a run by so many bits until the GPU has done it; of its call on the CPU, one of
// many in a row and alone; and how many calls of WebGL it makes.
async function measureGlsort(gl, sorter, positions, count, keyBits) {
    const order = sorter.createOrder({maxCount: count, keyBits});
    const args = {count, positions, ...VIEW, ...RANGES[keyBits]};
    let callMs = 0;
    const run = () => {
        const start = performance.now();
        order.run(args);
        callMs += performance.now() - start;
    };
    const once = Math.min(await timed(gl, run), await timed(gl, run));
    const batch = Math.max(1, Math.min(64, Math.floor(BATCH_MS / once)));
    const samples = [], calls = [];
    for (let i = samplesOf(count); i > 0; --i)
        samples.push(await timed(gl, () => {
            callMs = 0;
            for (let j = 0; j < batch; ++j)
                run();
            calls.push(callMs / batch);
        }) / batch);
    const glCalls = callsOf(gl, run), loneMs = await measureLone(gl, run);
    order.dispose();
    return {ms: median(samples), callMs: median(calls), loneMs, glCalls};
}

// By each of BITS.
async function measureBits(gl, sorter, count, points) {
    const positions = {texture: texture(gl, gl.RGBA32F, WIDTH, count / WIDTH), width: WIDTH};
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, count / WIDTH, gl.RGBA, gl.FLOAT, points);
    const all = [];
    for (const bits of BITS)
        all.push(await measureGlsort(gl, sorter, positions, count, bits));
    gl.deleteTexture(positions.texture);
    return all;
}

// Milliseconds in the worker; until the order is back here; and in its texture.
async function measureWorker(gl, worker, count, points, method) {
    const to = texture(gl, gl.R32UI, WIDTH, count / WIDTH);
    const ask = (data) => new Promise((resolve, reject) => {
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage({...VIEW, ...data, method});
    });
    await ask({positions: points, count});
    const sorts = [], all = [];
    for (let i = samplesOf(count); i > 0; --i) {
        const start = performance.now();
        const {order, ms} = await ask({});
        gl.bindTexture(gl.TEXTURE_2D, to);
        await timed(gl, () => gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, WIDTH, count / WIDTH,
                                               gl.RED_INTEGER, gl.UNSIGNED_INT, order));
        all.push(performance.now() - start);
        sorts.push(ms);
    }
    worker.terminate();
    gl.deleteTexture(to);
    return {sortMs: median(sorts), allMs: median(all)};
}

// Milliseconds until positions that the GPU has moved are on the CPU.
async function measureReadBack(gl, count, points) {
    const [from, to] = buffersOf(gl, [points, points.byteLength]);
    const out = new Float32Array(4 * count), samples = [];
    for (let i = samplesOf(count); i > 0; --i) {
        gl.bindBuffer(gl.COPY_READ_BUFFER, from);
        gl.bindBuffer(gl.COPY_WRITE_BUFFER, to);
        const start = performance.now();
        gl.copyBufferSubData(gl.COPY_READ_BUFFER, gl.COPY_WRITE_BUFFER, 0, 0, points.byteLength);
        await finish(gl);
        gl.getBufferSubData(gl.COPY_WRITE_BUFFER, 0, out);
        samples.push(performance.now() - start);
    }
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
    gl.deleteBuffer(from);
    gl.deleteBuffer(to);
    return median(samples);
}

const cell = (ms) => ms.toFixed(ms < 10 ? 2 : 1);

function row(count, gpu, workers, readBack) {
    const age = (ms) => Math.max(1, Math.ceil(ms / FRAME_MS));
    const both = (name) => gpu.map((each) => cell(each[name])).join(" / ");
    const cells = [count.toLocaleString("en"), ...gpu.map(({ms}) => cell(ms)), both("callMs"),
                   both("loneMs"), gpu.map(({glCalls}) => glCalls).join(" / "), 0,
                   ...workers.flatMap(({sortMs, allMs}) =>
                       [cell(sortMs), cell(allMs), age(allMs)]), cell(readBack)];
    return `| ${cells.join(" | ")} |`;
}

// The sorts of the CPU: what columns call them, and their workers.
const SORTS = [{name: "counting 16", method: "counting16",
                url: new URL("./worker.mjs", import.meta.url)},
               {name: "radix 32", method: "radix32",
                url: new URL("./worker.mjs", import.meta.url)},
               {name: "radix 32, wasm", method: "radix32",
                url: new URL("./radix_worker.mjs", import.meta.url)}];
const COLUMNS = ["count", ...BITS.map((bits) => `glsort ${bits}`), "its call", "call alone",
                 "WebGL calls", "age",
                 ...SORTS.flatMap(({name}) => [name, "with transfer", "age"]),
                 "positions back"];
const HEAD = `| ${COLUMNS.join(" | ")} |\n|${"---|".repeat(COLUMNS.length)}`;

async function measure(gl, most, tell) {
    const sorter = await Glsort.create(gl);
    const lines = [`${rendererName(gl)}; ${navigator.userAgent}. Milliseconds, ages in frames of ` +
                   "1/60 s; glsort by 32 / 16 bits.", "", HEAD];
    for (const count of COUNTS.filter((each) => each <= most)) {
        tell(`${count.toLocaleString("en")} elements`);
        const points = cloud(count);
        const gpu = await measureBits(gl, sorter, count, points), workers = [];
        for (const {method, url} of SORTS)
            workers.push(await measureWorker(gl, new Worker(url, {type: "module"}), count,
                                             points, method));
        lines.push(row(count, gpu, workers, await measureReadBack(gl, count, points)));
        $("result").textContent = lines.join("\n");
    }
    sorter.dispose();
    tell("done");
}

const parameters = new URLSearchParams(location.search);
const tell = (sentence) => { $("progress").value = sentence; };

async function start() {
    $("start").disabled = true;
    const gl = new OffscreenCanvas(1, 1).getContext("webgl2",
                                                    {powerPreference: "high-performance"});
    try {
        if (!gl)
            throw new Error("This page needs WebGL 2, which this browser does not offer here.");
        await measure(gl, Number(parameters.get("most") ?? Infinity), tell);
        $("copy").disabled = false;
    } catch (error) {
        tell(error.message);
    }
    $("start").disabled = false;
}

$("start").addEventListener("click", start);
$("copy").addEventListener("click", () =>
    navigator.clipboard.writeText($("result").textContent));
if (parameters.has("start"))
    start();
