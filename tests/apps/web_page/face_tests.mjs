// SPDX-License-Identifier: MIT
// Tests of glsort.mjs: each is a function that throws. window.runTest() runs one of
// window.testNames, and resolves to its error or null.
import {Glsort, GlsortError} from "/glsort/glsort.mjs";

const tests = {};

// A test with a context and a sorter, created with the options: with each of those that are given.
// There is no GL error after it.
function test(name, run, ...all) {
    tests[name] = async () => {
        for (const options of all.length > 0 ? all : [{}]) {
            const gl = newContext(), sorter = await Glsort.create(gl, options);
            await run(gl, sorter, options);
            equal(gl.getError(), 0, "the GL error");
            sorter.dispose();
        }
    };
}

function assert(truth, sentence) {
    if (!truth)
        throw new Error(sentence);
}

function equal(found, wanted, what) {
    assert(Object.is(found, wanted), `${what} is ${found} instead of ${wanted}`);
}

function equalArrays(found, wanted, what) {
    equal(found.length, wanted.length, `the length of ${what}`);
    const at = wanted.findIndex((each, i) => !Object.is(each, found[i]));
    assert(at < 0, `${what}[${at}] is ${found[at]} instead of ${wanted[at]}`);
}

async function refused(call, code, ...words) {
    try {
        await call();
    } catch (error) {
        assert(error instanceof GlsortError, `threw ${error}`);
        equal(error.code, code, "the code");
        for (const word of words)
            assert(error.message.includes(word), `"${error.message}" lacks "${word}"`);
        return;
    }
    throw new Error("nothing was thrown");
}

const contexts = []; // of the current test; browsers keep few

function newContext(canvas = new OffscreenCanvas(64, 32)) {
    const gl = canvas.getContext("webgl2");
    assert(gl, "there is no WebGL 2");
    contexts.push(gl);
    return gl;
}

function loseContexts() {
    for (const gl of contexts.splice(0))
        if (!gl.isContextLost())
            gl.getExtension("WEBGL_lose_context").loseContext();
}

let seed = 1;
function random() {
    seed = Math.imul(seed, 1664525) + 1013904223 >>> 0;
    return seed;
}

// As pages make them: with WebGL's initial filters, which ask for mipmaps.
function texture(gl, internal, format, type, width, height, data = null) {
    const made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texImage2D(gl.TEXTURE_2D, 0, internal, width, height, 0, format, type, data);
    gl.bindTexture(gl.TEXTURE_2D, null);
    return made;
}

const floatTexture = (gl, points) =>
    texture(gl, gl.RGBA32F, gl.RGBA, gl.FLOAT, WIDTH, ROWS, points);

// A resource of texels of 1, 2 or 4 words.
function wordTexture(gl, width, texelWords, data) {
    const [internal, format] = {1: [gl.R32UI, gl.RED_INTEGER], 2: [gl.RG32UI, gl.RG_INTEGER],
                                4: [gl.RGBA32UI, gl.RGBA_INTEGER]}[texelWords];
    const rows = Math.ceil(data.length / texelWords / width);
    const whole = new Uint32Array(rows * width * texelWords);
    whole.set(data);
    return {texture: texture(gl, internal, format, gl.UNSIGNED_INT, width, rows, whole), width};
}

const grid = (gl, data = new Uint32Array(WIDTH * ROWS)) => wordTexture(gl, WIDTH, 1, data);

// A buffer that is never an element array.
function buffer(gl, data) {
    const made = gl.createBuffer();
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, made);
    gl.bufferData(gl.COPY_WRITE_BUFFER, data, gl.DYNAMIC_COPY);
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
    return {buffer: made};
}

const bitsOf = (floats) => new Uint32Array(floats.buffer);

// All four components of whole rows.
function readTexels(gl, from, width, rows) {
    const all = new Uint32Array(4 * width * rows), framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, from, 0);
    gl.readPixels(0, 0, width, rows, gl.RGBA_INTEGER, gl.UNSIGNED_INT, all);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(framebuffer);
    return all;
}

function readWords(gl, from, width, count) {
    const all = readTexels(gl, from, width, Math.ceil(count / width));
    return Uint32Array.from({length: count}, (_, i) => all[4 * i]);
}

function readBuffer(gl, from, found) {
    gl.bindBuffer(gl.COPY_READ_BUFFER, from.buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, found);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
    return found;
}

const COUNT = 3000, WIDTH = 64, ROWS = Math.ceil(COUNT / WIDTH);

// Positions in a cube from -1 to 1, of few digits, so that depths tie.
function randomPoints() {
    return Float32Array.from({length: 4 * WIDTH * ROWS}, () => (random() >>> 24) / 128 - 1);
}

const argsort = (depths) =>
    Uint32Array.from(depths, (_, i) => i).sort((a, b) => depths[b] - depths[a] || a - b);

const depths = (points, axis) => Array.from({length: COUNT}, (_, i) =>
    axis.reduce((sum, part, at) => sum + points[4 * i + at] * part, 0));

// Looks along -z from (0, 0, 3).
const PERSPECTIVE = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1.25, -1, 0, 0, 2.5, 3];

// Positions, the arguments of a run that orders them, and their order.
function scene(gl) {
    const points = randomPoints(), texture = floatTexture(gl, points);
    const positions = {texture, width: WIDTH};
    return {points, texture, positions, sorted: argsort(depths(points, [0, 0, -1])),
            args: {count: COUNT, positions, viewProjection: PERSPECTIVE}};
}

const ORTHOGRAPHIC = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -0.5, 0, 0, 0, 0.5, 1];

// ---- typed arrays

const ARRAYS = [[Uint32Array, () => random()], [Int32Array, () => random() | 0],
                [Float32Array, () => (random() >>> 20) / 64 - 32],
                [Float64Array, () => random() / 1e3 - 2e6],
                [BigUint64Array, () => BigInt(random()) << 32n | BigInt(random())],
                [BigInt64Array, () => (BigInt(random()) << 32n | BigInt(random())) - (1n << 63n)]];

// In a part of memory that can be resized, which WebGL refuses.
test("copies of keys of every type are sorted with their indices, up and down",
     async (gl, sorter) => {
    for (const [type, make] of ARRAYS)
        for (const length of [0, 1, 1000])
            for (const descending of [false, true]) {
                const keys = new type(new ArrayBuffer(8200, {maxByteLength: 9000}), 8, length);
                keys.set(Array.from(keys, make));
                const order = Array.from(keys, (_, i) => i).sort((a, b) =>
                    (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0) *
                    (descending ? -1 : 1) || a - b);
                const result = await sorter.sort({keys, values: "indices", descending});
                equalArrays(result.values, order, `${type.name} indices`);
                equalArrays(result.keys, order.map((i) => keys[i]), `${type.name} keys`);
                assert(result.keys.buffer !== keys.buffer, "the keys are no copy");
            }
});

tests["contexts, arrays and objects of an iframe are taken"] = async () => {
    const frame = document.createElement("iframe");
    frame.srcdoc = "<!doctype html>";
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
    document.body.append(frame);
    await loaded; // a browser may replace the document until then
    const inside = frame.contentWindow;
    const gl = newContext(inside.document.createElement("canvas"));
    assert(!(gl instanceof WebGL2RenderingContext), "the context is of this page");
    const sorter = await Glsort.create(gl, {state: "keep"}), {args, sorted} = scene(gl);
    const made = sorter.order({...args, viewProjection: new inside.Float32Array(PERSPECTIVE)});
    equalArrays(readWords(gl, made, 64, COUNT), sorted, "the order");
    const values = new inside.DataView(new inside.Uint32Array([3, 1, 2]).buffer);
    const result = await sorter.sort({keys: new inside.BigInt64Array([3n, 1n, 2n]), values});
    equal(result.keys.join(), "1,2,3", "the keys");
    equal(result.values.getUint32(8, true), 3, "the last value");
    equal(gl.getError(), 0, "the GL error");
    sorter.dispose();
    loseContexts();
    frame.remove();
};

// ---- draw orders

test("order() makes what it needs and grows", async (gl, sorter) => {
    const {args, sorted} = scene(gl), run = (count) => sorter.order({...args, count});
    const small = run(100);
    equal(run(90), small, "the texture of fewer");
    const large = run(COUNT);
    assert(!gl.isTexture(small), "the outgrown texture was not deleted");
    equalArrays(readWords(gl, large, 64, COUNT), sorted, "the order");
    sorter.dispose();
    assert(!gl.isTexture(large), "dispose() has left the texture");
});

// Visible or not, in a frustum that PERSPECTIVE.with(0, 4) has.
function isInView(points, i) {
    const [x, y, z] = points.subarray(4 * i, 4 * i + 3);
    return Math.max(Math.abs(4 * x), Math.abs(2 * y)) <= 3 - z;
}

test("an order in a buffer", async (gl, sorter) => {
    const {points, sorted, ...made} = scene(gl);
    const order = sorter.createOrder({maxCount: COUNT, cull: "frustum", order: "buffer"});
    const args = {...made.args, viewProjection: PERSPECTIVE.with(0, 4)};
    const wanted = new Uint32Array(COUNT).fill(0xFFFFFFFF);
    wanted.set(sorted.filter((i) => isInView(points, i)));
    const holds = (held, at = 0) => equalArrays(
        readBuffer(gl, held, new Uint32Array(COUNT + at)).subarray(at), wanted, "the order");
    equal(order.run(args), order.buffer, "the buffer");
    equal(order.texture, null, "the texture");
    holds(order);

    const own = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, own); // an attribute
    gl.bufferData(gl.ARRAY_BUFFER, 4 * COUNT + 8, gl.DYNAMIC_DRAW);
    equal(order.run({...args, order: {buffer: own, offset: 8}}), own, "the page's buffer");
    holds({buffer: own}, 2);
    equal(sorter.order({...args, cull: "frustum", order: {buffer: own}}), own,
          "what order() returns");
    holds({buffer: own});
    order.dispose();
    assert(!gl.isBuffer(order.buffer), "dispose() has left the buffer");
});

test("an order in a texture of four indices a texel", async (gl, sorter) => {
    const {points, positions} = scene(gl);
    const count = COUNT - 3, axes = [[1, 2, -1], [0, 1, 0]];
    const args = {count, positions, eye: [0, 0, 0], axis: axes[0]};
    const wanted = axes.map((axis) => argsort(depths(points, axis).slice(0, count)));
    const order = sorter.createOrder({maxCount: count, maxViews: 2, indicesPerTexel: 4});
    const texels = Math.ceil(count / 4);
    const {width} = order, rows = Math.ceil(2 * texels / width);
    assert(width * rows < count, "the texture is as large as one of R32UI");
    order.run({...args, axis: undefined, eye: undefined,
               views: axes.map((axis) => ({eye: [0, 0, 0], axis}))});
    const all = readTexels(gl, order.texture, width, rows);
    wanted.forEach((each, view) =>
        equalArrays(all.subarray(4 * texels * view, 4 * texels * view + count), each,
                    `view ${view}`));
    equal(all[count], 0xFFFFFFFF, "the component after the last index");

    const own = wordTexture(gl, 128, 4, new Uint32Array(4 * 128 * 8));
    equal(sorter.order({...args, indicesPerTexel: 4, order: own}), own.texture, "the texture");
    equalArrays(readTexels(gl, own.texture, 128, 8).subarray(0, count), wanted[0], "the order");
});

const aFrame = () => new Promise((resolve) => setTimeout(resolve, 16));

test("visible counts are on the CPU some frames later, and are read before a run",
     async (gl, sorter) => {
    const {points, positions} = scene(gl), bound = gl.createBuffer(), counts = [];
    const views = Array(2).fill({viewProjection: PERSPECTIVE.with(0, 4)});
    const order = sorter.createOrder({maxCount: COUNT, maxViews: 3, cull: "frustum",
                                      visible: "count"});
    const run = (count) => {
        counts.push(count);
        order.run({count, positions, views});
    };
    const equalCounts = (i) => {
        const visible = Array.from({length: counts[i]}, (_, at) => isInView(points, at))
            .filter(Boolean).length;
        equalArrays(order.visibleCounts, [visible, visible], `counts of run ${i}`);
    };
    gl.bindBuffer(gl.COPY_READ_BUFFER, bound);
    run(COUNT);
    equal(order.visibleCounts, null, "the count after the first run");
    while (order.pollVisible() === null)
        await aFrame();

    // Fences of the latest runs are said not to be passed; all others are.
    const calls = callsOf(gl), fences = [], {clientWaitSync, fenceSync} = gl;
    let late = 0;
    gl.clientWaitSync = (fence, ...args) => fences.indexOf(fence) >= fences.length - late
        ? gl.TIMEOUT_EXPIRED : clientWaitSync(fence, ...args);
    gl.fenceSync = (...args) => {
        fences.push(fenceSync(...args));
        return fences.at(-1);
    };
    for (let i = 1; i < 24; ++i) { // from the twelfth on, more runs than there are buffers
        late = i < 12 ? i % 3 : Infinity;
        calls.length = 0;
        run(COUNT - 70 * i);
        assert(calls.lastIndexOf("getBufferSubData") < calls.indexOf("drawArrays"),
               `the calls are ${calls}`);
        equal(order.visibleAge, i < 12 ? Math.min(1 + late, i) : i - 8, `the age in run ${i}`);
        equalCounts(i - order.visibleAge);
        while (clientWaitSync(fences.at(-1), gl.SYNC_FLUSH_COMMANDS_BIT, 0) ===
               gl.TIMEOUT_EXPIRED)
            await aFrame();
    }
    late = 0;
    order.pollVisible();
    equal(order.visibleAge, 11, "the age in the end");
    equalCounts(12); // of the last one with a buffer
    equal(gl.getParameter(gl.COPY_READ_BUFFER_BINDING), bound, "the bound buffer");
    order.dispose();
}, {state: "keep"});

// ---- inputs as viewers keep them

// The bits of a float in half precision, of one that is exact in it.
function halfOf(value) {
    const bits = new Uint32Array(Float32Array.of(value).buffer)[0], exponent = bits >> 23 & 255;
    return exponent < 113 ? 0 : bits >>> 31 << 15 | exponent - 112 << 10 | bits >> 13 & 1023;
}

// Words of a texture with `count` elements of so many words each, and other words around.
function packedWords(count, words, write) {
    const all = Uint32Array.from({length: count * words}, () => random());
    for (let i = 0; i < count; ++i)
        write(all, i * words, i);
    return all;
}

// Words of points in layers of 16 rows.
function layered(gl, width, data) {
    const made = gl.createTexture(), layers = Math.ceil(data.length / 4 / width / 16);
    const whole = new Uint32Array(4 * width * 16 * layers);
    whole.set(data);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, made);
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, 1, gl.RGBA32UI, width, 16, layers);
    gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, 0, width, 16, layers, gl.RGBA_INTEGER,
                     gl.UNSIGNED_INT, whole);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, null);
    return {texture: made, width};
}

test("a sort takes textures and buffers in one run", async (gl, sorter) => {
    const data = Uint32Array.from({length: WIDTH * ROWS}, () => random() >>> 22);
    const moved = Uint32Array.from({length: COUNT}, () => random());
    const order = argsort(Array.from(data.subarray(0, COUNT), (key) => -key));
    for (const textures of [["keys"], ["keysOut"], ["keys", "valuesOut"], ["values"], []]) {
        const is = (name) => textures.includes(name);
        const plan = sorter.createPlan({maxCount: COUNT, values: 4, textures});
        const values = is("values") ? grid(gl, moved) : buffer(gl, moved);
        const place = (name) => is(name) ? grid(gl, data) : buffer(gl, data);
        const args = {count: COUNT, keys: place("keys"), keysOut: place("keysOut"), values,
                      valuesOut: place("valuesOut")};
        plan.run(args);
        const read = (from) => from.texture ? readWords(gl, from.texture, WIDTH, COUNT)
            : readBuffer(gl, from, new Uint32Array(COUNT));
        equalArrays(read(args.keysOut), order.map((i) => data[i]), `keys with ${textures}`);
        equalArrays(read(args.valuesOut), order.map((i) => moved[i]), `values with ${textures}`);
        plan.dispose();
    }
});

// ---- keys, lists, matrices and sources

const someDepths = (count = WIDTH * ROWS) =>
    Float32Array.from({length: count}, () => (random() >>> 22) / 64 - 8);

// The order of elements, of which a list may have the numbers: keyOf(i) is the key of one; NaN
// rejects it.
function orderOnCpu(count, keyOf, list) {
    return Array.from({length: count}, (_, i) => ({i, element: list ? list[i] : i}))
        .map((each) => ({...each, key: keyOf(each.element)}))
        .filter(({key}) => !Number.isNaN(key))
        .sort((a, b) => b.key - a.key || a.i - b.i).map(({element}) => element);
}

test("each view has depths of its own, and a dead test looks at them", async (gl, sorter) => {
    const count = COUNT - 100;
    const floats = someDepths(2 * COUNT), held = new Uint32Array(WIDTH * ROWS * 2);
    held.set(bitsOf(floats));
    const depths = grid(gl, held);
    const order = sorter.createOrder({maxCount: COUNT, maxViews: 2, keySource: "f32",
        dead: "texture", deadTest: "at-least", deadValue: 6});
    const own = grid(gl, new Uint32Array(WIDTH * ROWS * 2));
    equal(order.run({count, depths, dead: depths, viewCount: 2, order: own}), own.texture,
          "the page's own texture");
    const all = readWords(gl, own.texture, WIDTH, 2 * COUNT);
    for (const view of [0, 1]) { // both leave out what the first one has too far away
        const wanted = orderOnCpu(count, (i) => floats[i] >= 6 ? NaN : floats[view * COUNT + i]);
        assert(wanted.length > 100 && wanted.length < count, `${wanted.length} are left`);
        equalArrays(all.subarray(view * COUNT, view * COUNT + wanted.length), wanted,
                    `view ${view}`);
    }
});

// Sums and products of these and of positions are exact.
const EYE = [0.25, -0.5, 0.125], AXIS = [0.5, -0.25, 1];
const someMatrices = (count) =>
    Float32Array.from({length: 16 * count}, () => (random() >>> 28) / 8 - 1);

const moved = (matrix, p) => [0, 1, 2].map((row) =>
    matrix[row] * p[0] + matrix[4 + row] * p[1] + matrix[8 + row] * p[2] + matrix[12 + row]);
const depthOf = (p) => AXIS.reduce((sum, part, i) => sum + (p[i] - EYE[i]) * part, 0);

// Positions that are moved by matrices, some of which are missing; positions in two sources,
// between which some numbers are missing; and sources that follow one another, each moved.
function movedScene(gl) {
    const points = randomPoints(), matrices = someMatrices(9), matrixCount = 8;
    const indices = Uint32Array.from({length: WIDTH * ROWS}, () => random() % (matrixCount + 1));
    const part = (base, count) => {
        const held = new Float32Array(4 * WIDTH * ROWS);
        held.set(points.subarray(4 * base, 4 * (base + count)));
        return {positions: {texture: floatTexture(gl, held), width: WIDTH}, count};
    };
    const at = (i) => points.subarray(4 * i, 4 * i + 3);
    const matrix = (k) => matrices.subarray(16 * k, 16 * k + 16);
    const byMatrix = {matrices: {texture: texture(gl, gl.RGBA32F, gl.RGBA, gl.FLOAT, 12, 3,
                                                  matrices), width: 12}, matrixCount};
    return [ // options, arguments, and the key of an element or vertex
        [{transform: "per-element"},
         {...part(0, COUNT), ...byMatrix, matrixIndices: grid(gl, indices)},
         (i) => indices[i] < matrixCount ? depthOf(moved(matrix(indices[i]), at(i))) : NaN],
        [{maxSources: 3}, {sources: [part(0, 1000), {...part(1100, 1900), base: 1100}]},
         (i) => i >= 1000 && i < 1100 ? NaN : depthOf(at(i))],
        [{maxSources: 2, transform: "per-source"},
         {sources: [part(0, 1000), part(1000, 2000)], ...byMatrix},
         (i) => depthOf(moved(matrix(i < 1000 ? 0 : 1), at(i)))],
    ];
}

// The calls of a context, from now on.
function callsOf(gl) {
    const calls = [];
    for (const name in gl) {
        if (typeof gl[name] !== "function" || name.startsWith("is"))
            continue; // those ask for nothing of the GPU
        const call = gl[name];
        gl[name] = (...args) => (calls.push(name), call.apply(gl, args));
    }
    return calls;
}

// ---- every option of draw orders

// Rows: a name, options, arguments of a run, and the wanted order.
function orderRows(gl) {
    const {points, positions, sorted: all} = scene(gl);
    const view = {eye: [0, 0, 0], axis: [1, 2, -1]}, viewProjection = PERSPECTIVE;
    const oblique = argsort(depths(points, view.axis));
    const at = (i) => points.subarray(4 * i, 4 * i + 3);
    const distance = ([x, y, z]) => (x - 0.25) ** 2 + y ** 2 + (z + 0.5) ** 2;
    const inBuffer = {buffer: gl.createBuffer()};
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, inBuffer.buffer); // as simulations leave it
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, points, gl.DYNAMIC_COPY);
    const culled = {positions, viewProjection: PERSPECTIVE.with(0, 4)};
    const rows = [
        ["a view", {}, {positions, ...view}, oblique],
        ["a perspective", {}, {positions, viewProjection}, all],
        ["an orthographic matrix", {}, {positions, viewProjection: ORTHOGRAPHIC}, all],
        ["front to back", {positions: "buffer", stride: 16, direction: "front-to-back"},
         {positions: inBuffer, eye: [0, 0, 9], axis: [0, 0, 1]}, all],
        ["distances", {metric: "distance"}, {positions, eye: [0.25, 0, -0.5], viewProjection},
         argsort(Array.from({length: COUNT}, (_, i) => distance(at(i))))],
        ["a frustum", {cull: "frustum", visible: true}, culled,
         all.filter((i) => isInView(points, i))],
        ["a count in a buffer", {count: "buffer"},
         {count: {...buffer(gl, Uint32Array.of(0, 777)), offset: 4}, positions, viewProjection},
         all.filter((i) => i < 777)],
    ];

    const radii = Float32Array.from({length: WIDTH * ROWS}, () => (random() >>> 24) / 512);
    const values = [-Infinity, 0.25, 0.5, Infinity, NaN];
    const lives = Float32Array.from({length: WIDTH * ROWS}, () => values[random() % 5]);
    const isSeen = (i) => {
        const [x, y, z] = at(i), r = radii[i];
        const side = (at, slope) => slope * Math.abs(at) - r * Math.hypot(slope, 1) <= 3 - z;
        return side(x, 4) && side(y, 2);
    };
    const rankOf = (value) => values.findIndex((each) => Object.is(each, value));
    for (const [place, put] of [["texture", (data) => grid(gl, bitsOf(data))],
                                ["buffer", (data) => buffer(gl, data)]])
        rows.push([`radii in a ${place}`, {cull: "frustum", radii: place},
                   {...culled, radii: put(radii)}, all.filter(isSeen)],
                  ...[-Infinity, Infinity].map((deadValue) =>
                      [`dead at most ${deadValue} in a ${place}`,
                       {dead: place, deadTest: "at-most", deadValue},
                       {positions, viewProjection, dead: put(lives)},
                       all.filter((i) => rankOf(lives[i]) > rankOf(deadValue))]));
    for (const deadTest of ["equal", "unequal"])
        rows.push([`dead ${deadTest}`, {dead: "texture", deadTest, deadValue: bitsOf(lives)[0]},
                   {positions, viewProjection, dead: grid(gl, bitsOf(lives))},
                   all.filter((i) => Object.is(lives[i], lives[0]) === (deadTest === "unequal"))]);

    const indices = Uint32Array.from({length: WIDTH * ROWS}, () => random() % COUNT);
    const key = depths(points, [0, 0, -1]);
    for (const [keyVertex, of, indexOf, options, args] of [
        ["nearest", Math.min, (at) => indices[at], {}, {indices: grid(gl, indices)}],
        ["farthest", Math.max, (at) => indices[at], {indices: "buffer", indexFormat: "u16"},
         {indices: buffer(gl, Uint16Array.from(indices))}],
        ["centroid", (a, b, c) => a + b + c, (at) => at, {}, {}]])
        rows.push([`triangles by ${keyVertex}`, {vertices: 3, keyVertex, ...options},
                   {count: COUNT / 3, positions, vertexCount: COUNT, viewProjection, ...args},
                   argsort(Array.from({length: COUNT / 3}, (_, i) =>
                       of(...[0, 1, 2].map((part) => key[indexOf(3 * i + part)]))))]);

    const bits = bitsOf(points);
    const floats = (at) => (all, to, i) => all.set(bits.subarray(4 * i, 4 * i + 3), to + at);
    const halves = (start) => (all, to, i) => {
        const [x, y, z] = at(i).map(halfOf);
        all[to + start] = x | y << 16;
        all[to + start + 1] = z | all[to + start + 1] << 16;
    };
    for (const [words, write, options] of [ // words of an element, how they are written
        [4, floats(1), {texelWords: 4, offset: 4}],
        [4, halves(1), {texelWords: 4, offset: 4, format: "f16"}], // packed as splats are
        [8, floats(3), {texelWords: 2, stride: 32, offset: 12}]])
        rows.push([JSON.stringify(options), options, {...view,
                   positions: wordTexture(gl, 48, options.texelWords,
                                          packedWords(COUNT, words, write))}, oblique]);
    const together = wordTexture(gl, 100, 4, packedWords(COUNT, 8, (all, to, i) => {
        floats(0)(all, to, i);
        all[to + 5] = bitsOf(radii)[i];
        all[to + 6] = i % 3;
    }));
    rows.push(["all in one texture of words",
               {texelWords: 4, stride: 32, cull: "frustum", radii: "texture", radiusTexelWords: 4,
                radiusStride: 32, radiusOffset: 20, dead: "texture", deadTest: "equal",
                deadValue: 1, deadTexelWords: 4, deadStride: 32, deadOffset: 24},
               {...culled, positions: together, radii: together, dead: together},
               all.filter((i) => i % 3 !== 1 && isSeen(i))]);
    rows.push(["layers", {positions: "texture-array", texelWords: 4},
               {positions: layered(gl, 48, bits), ...view}, oblique]);

    const own = someDepths();
    own.forEach((_, i) => { if (i % 7 === 0) own[i] = [NaN, -NaN, Infinity, -0][i % 4]; });
    const integers = bitsOf(someDepths()).map((word, i) => i % 5 ? word : 0);
    const apart = packedWords(COUNT, 4, (all, to, i) => all[to + 2] = bitsOf(own)[i]);
    for (const [keySource, options, depths, keyOf] of [
        ["f32", {}, grid(gl, bitsOf(own)), (i) => own[i]],
        ["f32", {depths: "buffer", depthStride: 16, depthOffset: 8}, buffer(gl, apart),
         (i) => own[i]],
        ["u32", {depths: "buffer"}, buffer(gl, integers), (i) => integers[i] || NaN]])
        rows.push([`keys of ${keySource}`, {keySource, ...options}, {depths},
                   orderOnCpu(COUNT, keyOf)]);

    const list = Uint32Array.from({length: COUNT}, () => random() % COUNT);
    for (const [options, inputs, keyOf] of movedScene(gl))
        rows.push([JSON.stringify(options), options,
                   {count: COUNT, ...inputs, eye: EYE, axis: AXIS}, orderOnCpu(COUNT, keyOf)]);
    rows.push(["a list and its count in buffers", {vertices: 1, indices: "buffer", count: "buffer"},
               {count: buffer(gl, Uint32Array.of(600)), indices: buffer(gl, list),
                vertexCount: COUNT, positions, viewProjection},
               orderOnCpu(600, (i) => key[i], list)]);
    return rows;
}

test("an order of any options is that of the CPU, by createOrder() and by order()",
     async (gl, sorter) => {
    for (const [what, options, args, wanted] of orderRows(gl)) {
        assert(wanted.length > 50 && wanted.length <= COUNT, `${wanted.length} are left`);
        const order = sorter.createOrder({maxCount: COUNT, ...options});
        equal(order.run({count: COUNT, ...args}), order.texture, "the texture");
        const found = readWords(gl, order.texture, order.width,
                                args.count > 0 ? args.count : COUNT);
        equalArrays(found.subarray(0, wanted.length), wanted, what);
        assert(found.subarray(wanted.length).every((i) => i === 0xFFFFFFFF), `${what}: no end`);
        if (options.visible)
            equal(readWords(gl, order.visibleTexture, 1, 1)[0], wanted.length, "visible");
        order.dispose();
        const {maxSources, visible, ...others} = options;
        if (options.count === "buffer" || options.positions === "texture-array")
            continue; // order() tells counts and places from the arguments
        const made = sorter.order({count: COUNT, ...others, ...args});
        const width = 2 ** Math.ceil(Math.log2(args.count ?? COUNT) / 2);
        equalArrays(readWords(gl, made, width, wanted.length), wanted, `order(), ${what}`);
    }
});

// ---- segments

test("each segment is sorted by itself, and their counts may be in buffers",
     async (gl, sorter) => {
    const data = Float32Array.from({length: COUNT}, () => (random() >>> 24) - 128);
    const list = (...numbers) => buffer(gl, Uint32Array.from(numbers));
    for (const [options, args, ends] of [
        [{maxSegments: 5, maxLength: COUNT},
         {count: COUNT, segmentCount: 5, offsets: list(0, 1, 1, 40, 1500, COUNT)},
         [1, 1, 40, 1500, COUNT]],
        [{maxSegments: 9, count: "buffer"},
         {count: list(700), segmentCount: list(2),
          offsets: list(0, 300, 700, ...new Uint32Array(7))}, [300, 700]],
        [{equalLength: 400, count: "buffer"}, {count: list(700)}, [400, 700]]]) {
        const keys = buffer(gl, data), valuesOut = buffer(gl, new Uint32Array(COUNT));
        const segments = sorter.createSegments({maxCount: COUNT, key: "f32", descending: true,
                                                values: "indices", ...options});
        segments.run({...args, keys, keysOut: keys, valuesOut});
        const segmentOf = (i) => ends.findIndex((end) => i < end);
        const wanted = Array.from({length: ends.at(-1)}, (_, i) => i).sort((a, b) =>
            segmentOf(a) - segmentOf(b) || data[b] - data[a] || a - b);
        equalArrays(readBuffer(gl, valuesOut, new Uint32Array(wanted.length)), wanted, "values");
        equalArrays(readBuffer(gl, keys, new Float32Array(wanted.length)),
                    wanted.map((i) => data[i]), "keys");
        segments.dispose();
    }
});

// ---- plans

test("a run in steps shows a permutation after every step", async (gl, sorter) => {
    const data = Uint32Array.from({length: WIDTH * ROWS}, () => random());
    const keys = grid(gl, data), valuesOut = grid(gl), seen = grid(gl);
    const plan = sorter.createPlan({maxCount: COUNT, values: "indices", discardKeys: true});
    const {passes, algorithm} = plan.describe(COUNT);
    assert(passes.length > 3 && passes[0].purpose && algorithm !== "auto", "no description");
    const args = {count: COUNT, keys, valuesOut};
    plan.begin(args);
    args.keys = args.valuesOut = null; // the page's again
    equal(plan.passesLeft, passes.length, "the number of passes");
    for (let i = 0; plan.passesLeft > 0; ++i) {
        plan.step();
        plan.peek({valuesOut: seen});
        const order = readWords(gl, seen.texture, WIDTH, COUNT);
        equalArrays(order.sort(), Uint32Array.from({length: COUNT}, (_, j) => j),
                    `the elements after step ${i}`);
    }
    plan.end();
    equalArrays(readWords(gl, valuesOut.texture, WIDTH, COUNT),
                argsort(Array.from(data.subarray(0, COUNT), (key) => -key)), "the order");
});

// ---- state

function emptyProgram(gl) {
    const made = gl.createProgram();
    for (const kind of [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER]) {
        const shader = gl.createShader(kind);
        gl.shaderSource(shader, "#version 300 es\nvoid main() {}");
        gl.compileShader(shader);
        gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    return made;
}

// What a page has set; pixel storage that would spoil uploads among it.
function disturb(gl) {
    gl.useProgram(emptyProgram(gl));
    gl.bindVertexArray(gl.createVertexArray());
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, gl.createFramebuffer());
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, gl.createFramebuffer());
    for (const target of ["COPY_READ_BUFFER", "COPY_WRITE_BUFFER", "PIXEL_PACK_BUFFER"])
        gl.bindBuffer(gl[target], gl.createBuffer());
    const uniforms = gl.createBuffer();
    gl.bindBuffer(gl.UNIFORM_BUFFER, uniforms);
    gl.bufferData(gl.UNIFORM_BUFFER, 1024, gl.STATIC_DRAW);
    gl.bindBufferRange(gl.UNIFORM_BUFFER, 1, uniforms, 256, 64);
    for (let unit = 0; unit < 8; ++unit) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.bindTexture(gl.TEXTURE_2D_ARRAY, gl.createTexture());
        gl.bindSampler(unit, gl.createSampler());
    }
    gl.activeTexture(gl.TEXTURE3);
    for (const name of CAPABILITIES)
        gl.enable(gl[name]);
    gl.colorMask(true, false, true, false);
    gl.viewport(3, 4, 5, 6);
    for (const [name, value] of Object.entries(PIXEL_STORE))
        gl.pixelStorei(gl[name], value);
}

const CAPABILITIES = ["BLEND", "CULL_FACE", "DEPTH_TEST", "RASTERIZER_DISCARD",
                      "SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_COVERAGE", "SCISSOR_TEST",
                      "STENCIL_TEST"];
const PIXEL_STORE = {PACK_ALIGNMENT: 1, PACK_ROW_LENGTH: 7, PACK_SKIP_PIXELS: 2,
                     PACK_SKIP_ROWS: 1, UNPACK_ALIGNMENT: 2, UNPACK_IMAGE_HEIGHT: 5,
                     UNPACK_ROW_LENGTH: 9, UNPACK_SKIP_IMAGES: 1, UNPACK_SKIP_PIXELS: 3,
                     UNPACK_SKIP_ROWS: 2, UNPACK_FLIP_Y_WEBGL: true,
                     UNPACK_PREMULTIPLY_ALPHA_WEBGL: true};
const ASKED = ["CURRENT_PROGRAM", "VERTEX_ARRAY_BINDING", "DRAW_FRAMEBUFFER_BINDING",
               "READ_FRAMEBUFFER_BINDING", "COPY_READ_BUFFER_BINDING",
               "COPY_WRITE_BUFFER_BINDING", "PIXEL_PACK_BUFFER_BINDING",
               "PIXEL_UNPACK_BUFFER_BINDING", "UNIFORM_BUFFER_BINDING", "ARRAY_BUFFER_BINDING",
               "ACTIVE_TEXTURE", "COLOR_WRITEMASK", "VIEWPORT", "SCISSOR_BOX", "BLEND_SRC_RGB",
               "DEPTH_FUNC", "RENDERBUFFER_BINDING", "TRANSFORM_FEEDBACK_BINDING"];

function snapshot(gl) {
    const plain = (value) => ArrayBuffer.isView(value) || Array.isArray(value)
        ? [...value].join() : value;
    const state = {};
    for (const name of [...ASKED, ...Object.keys(PIXEL_STORE)])
        state[name] = plain(gl.getParameter(gl[name]));
    for (const name of CAPABILITIES)
        state[name] = gl.isEnabled(gl[name]);
    for (let i = 0; i < 4; ++i)
        for (const name of ["BINDING", "START", "SIZE"])
            state[`uniform ${i} ${name}`] =
                gl.getIndexedParameter(gl[`UNIFORM_BUFFER_${name}`], i);
    for (let unit = 0; unit < 8; ++unit) {
        gl.activeTexture(gl.TEXTURE0 + unit);
        for (const name of ["TEXTURE_BINDING_2D", "TEXTURE_BINDING_2D_ARRAY",
                            "SAMPLER_BINDING"])
            state[`unit ${unit} ${name}`] = gl.getParameter(gl[name]);
    }
    gl.activeTexture(state.ACTIVE_TEXTURE);
    return state;
}

function sameState(found, wanted) {
    for (const [name, value] of Object.entries(wanted))
        equal(found[name], value, name);
}

// Reads an order although the state was disturbed.
function readAfter(gl, order) {
    for (const name of Object.keys(PIXEL_STORE))
        gl.pixelStorei(gl[name], name.endsWith("ALIGNMENT") ? 4 : 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    return readWords(gl, order.texture, order.width, COUNT);
}

// Creates, runs and disposes of an order, each in a disturbed state. check(before, after, isRun)
// looks at what a call has left.
function callAll(sorter, gl, check) {
    const {args, sorted} = scene(gl);
    const called = (call, isRun) => {
        disturb(gl);
        const before = snapshot(gl), made = call();
        check(before, snapshot(gl), isRun);
        return made;
    };
    const order = called(() => sorter.createOrder({maxCount: COUNT}), false);
    called(() => order.run(args), true);
    equalArrays(readAfter(gl, order), sorted, "the order");
    called(() => order.dispose(), false);
}

// Runs touch the units that their passes read, and transfers only if they copy; other calls
// only a part of the rest, too.
test("by default what calls touch is as in a new context", async (gl, sorter) => {
    const fresh = snapshot(gl);
    callAll(sorter, gl, (before, after, isRun) => {
        for (const [name, value] of Object.entries(after))
            if (!/unit [67]/.test(name) && // not glsort's
                ((isRun && !/unit|PACK/.test(name)) || value !== before[name]))
                equal(value, fresh[name], name);
    });
});

test("with state keep a call leaves the state as it was", async (gl, sorter) => {
    callAll(sorter, gl, (before, after) => sameState(after, before));
}, {state: "keep"});

// What Chromium and Firefox answer only when the GPU's process has done all before.
const WAITING = ["ACTIVE_TEXTURE", "COLOR_WRITEMASK", "PACK_ALIGNMENT", "PACK_ROW_LENGTH",
                 "UNPACK_IMAGE_HEIGHT", "UNPACK_ROW_LENGTH", "UNIFORM_BUFFER_START",
                 "UNIFORM_BUFFER_SIZE"];

test("with state keep a call asks for nothing that waits for the GPU", async (gl, sorter) => {
    const {args} = scene(gl), asked = new Set();
    disturb(gl);
    sorter.order(args);
    for (const name of ["getParameter", "getIndexedParameter"]) {
        const ask = gl[name].bind(gl);
        gl[name] = (what, ...more) => (asked.add(what), ask(what, ...more));
    }
    sorter.order(args);
    for (const name of WAITING)
        assert(!asked.has(gl[name]), `${name} was asked for`);
    assert(asked.has(gl.CURRENT_PROGRAM), "nothing was asked for");
}, {state: "keep"});

tests["with state keep what the page sets between calls is kept, and what WebGL refuses is not"] =
    async () => {
    const gl = newContext(), {args} = scene(gl), own = gl.colorMask = function (...mask) {
        WebGL2RenderingContext.prototype.colorMask.apply(this, mask); // as tools put there
    };
    const sorters = [await Glsort.create(gl, {state: "keep"}),
                     await Glsort.create(gl, {state: "keep"})];
    const uniforms = gl.createBuffer();
    gl.bindBuffer(gl.UNIFORM_BUFFER, uniforms);
    gl.bufferData(gl.UNIFORM_BUFFER, 1024, gl.STATIC_DRAW);
    const changes = [
        () => gl.colorMask(0, 1, "yes", null),
        () => gl.colorMask(true, true, true, true),
        () => gl.activeTexture(gl.TEXTURE7),
        () => gl.activeTexture(gl.TEXTURE0 + 4096),
        () => gl.activeTexture(gl.TEXTURE2),
        () => gl.pixelStorei(gl.PACK_ALIGNMENT, 8),
        () => gl.pixelStorei(gl.PACK_ALIGNMENT, 3),
        () => gl.pixelStorei(gl.PACK_ROW_LENGTH, -1),
        () => gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 70),
        () => gl.pixelStorei(gl.UNPACK_IMAGE_HEIGHT, 9),
        () => gl.bindBufferRange(gl.UNIFORM_BUFFER, 1, uniforms, 256, 64),
        () => gl.bindBufferRange(gl.UNIFORM_BUFFER, 1, uniforms, 1, 64),
        () => gl.bindBufferRange(gl.UNIFORM_BUFFER, 1, uniforms, 512, 0),
        () => gl.bindBufferBase(gl.UNIFORM_BUFFER, 2, uniforms),
        () => gl.bindBufferBase(gl.UNIFORM_BUFFER, 1, uniforms),
        () => gl.bindBufferRange(gl.UNIFORM_BUFFER, 2, null, 0, 0),
        () => gl.deleteBuffer(uniforms),
    ];
    for (const [i, change] of changes.entries()) {
        change();
        const before = snapshot(gl);
        sorters[i % 2].order(args);
        sameState(snapshot(gl), before);
    }
    while (gl.getError() !== 0); // of what was refused
    for (const sorter of sorters)
        sorter.dispose();
    equal(gl.colorMask, own, "colorMask");
    assert(!Object.hasOwn(gl, "pixelStorei"), "pixelStorei is still another");
};

test("draws are filled although the page draws lines", async (gl, sorter, {state}) => {
    const polygons = gl.getExtension("WEBGL_polygon_mode"), {args, sorted} = scene(gl);
    if (!polygons)
        return; // Firefox has none
    const order = sorter.createOrder({maxCount: COUNT});
    polygons.polygonModeWEBGL(gl.FRONT_AND_BACK, polygons.LINE_WEBGL);
    order.run(args);
    equal(gl.getParameter(polygons.POLYGON_MODE_WEBGL),
          state === "keep" ? polygons.LINE_WEBGL : polygons.FILL_WEBGL, "the mode");
    equalArrays(readAfter(gl, order), sorted, "the order");
}, {state: "reset", polygonMode: true}, {state: "keep", polygonMode: true});

test("positions in a buffer are read right whatever the pixel storage", async (gl, sorter) => {
    const {points, sorted, args} = scene(gl), inBuffer = buffer(gl, points);
    const order = sorter.createOrder({maxCount: COUNT, positions: "buffer", stride: 16});
    disturb(gl);
    order.run({...args, positions: inBuffer});
    equalArrays(readAfter(gl, order), sorted, "the order");
}, {state: "reset"}, {state: "keep"});

tests["the page's objects keep what others have put on them"] = async () => {
    const canvas = new OffscreenCanvas(1, 1), gl = newContext(canvas);
    canvas.GLctxObject = "another program's";
    const sorter = await Glsort.create(gl), {args, texture} = scene(gl);
    texture.name = 7;
    sorter.order(args);
    equal(texture.name, 7, "the name");
    sorter.dispose();
    equal(canvas.GLctxObject, "another program's", "the canvas's GLctxObject");
};

test("a run asks about a buffer once, until it needs more of it or recheck() is called",
     async (gl, sorter) => {
    const keys = buffer(gl, new Uint32Array(1000)), calls = callsOf(gl);
    const plan = sorter.createPlan({maxCount: COUNT, textures: false});
    const asks = (count) => {
        calls.length = 0;
        plan.run({count, keys, keysOut: keys});
        return calls.some((name) => /^(get|check)/.test(name));
    };
    equal([900, 800, 900].map(asks).join(), "true,false,false", "which of three runs ask");
    await refused(() => asks(1001), "GLSORT_ERROR_RANGE");
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, keys.buffer);
    gl.bufferData(gl.COPY_WRITE_BUFFER, 4004, gl.DYNAMIC_COPY);
    equal([1001, 1001].map(asks).join(), "true,false", "which runs with the larger buffer ask");
    sorter.recheck();
    equal(asks(1001), true, "whether a run asks after recheck()");
});

// ---- what dispose() frees

const KINDS = ["Buffer", "Texture", "Framebuffer", "Renderbuffer", "VertexArray", "Program",
               "Shader", "Query", "Sampler", "TransformFeedback"];

// The objects of a context that are created from now on and not yet deleted.
function liveObjects(gl) {
    const live = new Set();
    const count = (make, free) => {
        const create = gl[make].bind(gl), remove = gl[free].bind(gl);
        gl[make] = (...args) => {
            const made = create(...args);
            live.add(made);
            return made;
        };
        gl[free] = (object) => (live.delete(object), remove(object));
    };
    for (const kind of KINDS)
        count(`create${kind}`, `delete${kind}`);
    count("fenceSync", "deleteSync");
    return live;
}

tests["dispose() of a sorter frees every object that it and what it created have made"] =
    async () => {
    for (const state of ["reset", "keep"]) {
        const gl = newContext(), {args} = scene(gl), live = liveObjects(gl);
        const sorter = await Glsort.create(gl, {state});
        const held = [4 * COUNT, COUNT, COUNT].map((count) => buffer(gl, new Float32Array(count)));
        const own = new Set(held.map(({buffer}) => buffer));
        const orders = [sorter.createOrder({maxCount: COUNT, visible: true}),
                        sorter.createOrder({maxCount: COUNT, order: "buffer", visible: "count"}),
                        sorter.createOrder({maxCount: COUNT, indicesPerTexel: 4}),
                        await sorter.createOrderAsync({maxCount: COUNT})];
        for (const order of orders)
            order.run(args);
        const inBuffer = sorter.createOrder({maxCount: COUNT, positions: "buffer"});
        inBuffer.run({...args, positions: held[0]});
        sorter.order(args);
        const plan = sorter.createPlan({maxCount: COUNT, textures: false, values: "indices"});
        plan.begin({count: COUNT, keys: held[1], keysOut: held[1], valuesOut: held[2]});
        plan.step();
        const segments = sorter.createSegments({maxCount: COUNT, equalLength: 4});
        await sorter.sort({keys: Uint32Array.of(2, 1), values: "indices"});
        await refused(() => sorter.createOrder({maxCount: 2 ** 31}), "GLSORT_ERROR_LIMIT");
        const extension = gl.getExtension("KHR_parallel_shader_compile");
        if (extension) // without it a program is compiled in a turn
            answer(gl, COMPLETION_STATUS_KHR, () => false);
        const creating = sorter.createPlanAsync({maxCount: COUNT, form: "bitonic-packed-fragment"});
        const last = sorter.createOrder({maxCount: 9});
        last.dispose();
        assert(live.size > 50, `there are ${live.size} objects`);
        sorter.dispose();
        const left = [...live].filter((object) => !own.has(object));
        equal(left.map(String).join(), "", "what is left");
        await refused(() => creating, "GLSORT_ERROR_STATE", "disposed");
        for (const made of [...orders, plan, segments]) {
            await refused(() => made.run(args), "GLSORT_ERROR_STATE", "disposed");
            made.dispose();
        }
        equal(Object.hasOwn(gl, "pixelStorei"), false, "that pixelStorei is still another");
        equal(gl.getError(), 0, "the GL error");
    }
};

// ---- refusals

// What the interface itself refuses, and of what the library refuses one of each code.
test("what cannot be right is refused in a sentence before anything is drawn",
     async (gl, sorter) => {
    const {texture, positions} = scene(gl), count = 9;
    const argument = "GLSORT_ERROR_ARGUMENT", range = "GLSORT_ERROR_RANGE";
    const unsupported = "GLSORT_ERROR_UNSUPPORTED", limit = "GLSORT_ERROR_LIMIT";
    const words = grid(gl);
    const inBuffer = buffer(gl, new Uint32Array(64));
    const elements = gl.createBuffer(), detached = new Uint32Array(2);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, elements);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, 64, gl.STATIC_DRAW);
    structuredClone(detached.buffer, {transfer: [detached.buffer]});
    const order = (options) => () => sorter.createOrder({maxCount: 9, ...options});
    const plan = (options) => () => sorter.createPlan({maxCount: 9, ...options});
    const segments = (options) =>
        () => sorter.createSegments({maxCount: 9, maxSegments: 2, ...options});
    const sort = (args) => () => sorter.sort({keys: new Uint32Array(4), ...args});
    const args = {count, positions, viewProjection: PERSPECTIVE}, blind = {count, positions};
    const plain = order({})(), depths = order({keySource: "f32"})();
    const culled = order({cull: "frustum"})(), triangles = order({vertices: 3})();
    const sources = order({maxSources: 2})();
    const keys = plan({textures: ["keys"]})(), inBuffers = plan({textures: false})();
    const source = {positions, count: 4}, view = {eye: EYE, axis: AXIS};
    const ofSources = {count, ...view, sources: [source]};
    const run = (made, more, from = args) => () => made.run({...from, ...more});
    const rows = [
        [() => Glsort.create({}), argument, "WebGL2RenderingContext"],
        [() => Glsort.create(gl, {state: "lost"}), argument, "lost", "reset"],
        [() => Glsort.selfTest(gl, {keyBits: 8}), argument, "8"],
        // creation
        [plan({form: "quick"}), argument, "quick", "abisort"],
        [plan({maxCount: 2 ** 31}), limit, "2147483648"],
        [() => sorter.createOrderAsync({maxCount: 2 ** 31}), limit, "2147483648"],
        [plan({descending: "no"}), argument, "descending is no", "true, false"],
        [plan({textures: null}), argument, "textures is null", "list"],
        [segments({maxSegments: "2"}), argument, "max_segments is 2", "integer"],
        [segments({nearest: 2}), unsupported, "compute shaders"],
        [order({maxCount: Symbol("nine")}), argument, "maxCount is Symbol(nine)"],
        [order({maxViews: 0}), range, "maxViews is 0", "1 to 8"],
        [order({cull: "box"}), argument, "frustum"],
        [order({format: "f16"}), argument, "format is f16", 'positions "buffer" or texelWords'],
        [order({width: 0}), range, "width is 0", "1 to "],
        [order({width: 1, maxCount: 1e6}), limit, "1000000 rows"],
        [order({width: 64, order: "buffer"}), argument, "width is 64", 'order "texture"'],
        [order({order: "buffer", indicesPerTexel: 4}), argument, "indicesPerTexel"],
        [order({deadTest: "equal", deadValue: 0.5}), argument, "0.5"],
        [order({dead: "texture", deadTest: "equal"}), argument, "deadValue"],
        [order({keySource: "f32", stride: 16}), argument, "stride is 16", "keySource"],
        ...[["depthStride", 8, "keySource"], ["radiusStride", 8, "radii"],
            ["deadOffset", 4, "deadTest"], ["indexFormat", "u16", "vertices"]]
            .map(([name, value, other]) => [order({[name]: value}), argument, name, other]),
        // numbers and views of runs
        [run(plain, {count: 10}), range, "10", "9"],
        [run(plain, {count: 1.5}), argument, "1.5"],
        [run(plain, {viewProjection: [1]}), argument, "16"],
        [run(plain, {viewProjection: undefined}), argument, "axis"],
        [run(plain, {viewProjection: Array(16).fill(NaN)}), argument, "direction of depth"],
        [run(plain, {views: 7}), argument, "views"],
        [run(plain, {views: []}), argument, "views is empty"],
        [run(plain, {views: [args, args]}), argument, "2 views"],
        [run(plain, {eye: [0, 0, 1, 0]}), argument, "eye", "three"],
        [run(plain, {radius: [1, 2]}), argument, "radius", "number"],
        [run(culled, view, blind), argument, "viewProjection", "cull"],
        [() => order({metric: "distance"})().run(args), argument, "eye"],
        [run(depths, {viewCount: 2}, {count, depths: words}), argument, "viewCount is 2"],
        [run(triangles, {vertexCount: 27, baseVertex: 0.5}), argument, "baseVertex is 0.5"],
        // what a run does not use
        ...[["depths", 'keySource "f32"'], ["indices", "option vertices"],
            ["sources", "maxSources"], ["viewCount", "keySource"]]
            .map(([name, needs]) => [run(plain, {[name]: words}), argument, name, needs]),
        [run(depths, view, {count, depths: words}), argument, "eye", "keySource"],
        [() => plain.pollVisible(), argument, "visible"],
        // textures and buffers of runs
        [run(plain, {positions: texture}), argument, "positions"],
        [run(plain, {positions: {...positions, stride: 4}}), argument, '"stride"', "none of"],
        [run(plain, {positions: inBuffer}), argument, "positions is a buffer",
         "a texture at creation"],
        [run(plain, {order: scene(gl).positions}), argument, "R32UI"],
        [run(keys, {keys: positions}, {count, keysOut: positions}), argument,
         "keysOut is a texture"],
        [run(inBuffers, {keys: {...inBuffer, offset: "4"}}, {count, keysOut: inBuffer}), argument,
         "keys_in.offset is 4"],
        [run(inBuffers, {keys: inBuffer}, {count, keysOut: {buffer: elements}}), argument,
         "GL_ELEMENT_ARRAY_BUFFER"],
        // sources
        [run(sources, {positions}, ofSources), argument, "positions", "maxSources 0"],
        [run(sources, {sources: source}, ofSources), argument, "sources", "array"],
        [run(sources, {sources: [source, source, source]}, ofSources), argument, "3 sources",
         "maxSources is 2"],
        [run(sources, {sources: [{...source, first: 0}]}, ofSources), argument, "sources[0]",
         '"first"'],
        // sorts
        [sort({keys: [1, 2]}), argument, "Uint32Array"],
        [sort({keys: detached}), argument, "sort: keys"],
        [sort({values: [1, 2]}), argument, "sort: values"],
        [sort({values: new Uint8Array(4)}), argument, "4 keys"],
    ];
    const calls = callsOf(gl);
    for (const [call, code, ...words] of rows) {
        await refused(call, code, ...words);
        equal(calls.find((name) => /^draw(Arrays|Elements)/.test(name)), undefined,
              `a draw before "${words}"`);
        equal(gl.getError(), 0, `the GL error of "${words}"`);
    }
});

test("null, other kinds of things and misspelt names are refused by every call",
     async (gl, sorter) => {
    const args = {...scene(gl).args, count: 9};
    const plan = sorter.createPlan({maxCount: 9}), order = sorter.createOrder({maxCount: 9});
    const segments = sorter.createSegments({maxCount: 9, maxSegments: 2});
    for (const call of [(value) => Glsort.create(gl, value), (value) => Glsort.selfTest(gl, value),
                        (value) => sorter.createPlan(value), (value) => sorter.createOrder(value),
                        (value) => sorter.createSegments(value), (value) => sorter.order(value),
                        (value) => sorter.sort(value), (value) => plan.run(value),
                        (value) => plan.begin(value), (value) => plan.peek(value),
                        (value) => order.run(value), (value) => segments.run(value),
                        (value) => order.run({...args, views: [value]})]) {
        for (const value of [null, "text"])
            await refused(() => call(value), "GLSORT_ERROR_ARGUMENT", `is ${value}`, "an object");
        await refused(() => call({maxcount: 9}), "GLSORT_ERROR_ARGUMENT", '"maxcount"', "none of");
    }
});

tests["WebAssembly that cannot be loaded is refused with its address"] = async () => {
    const gl = newContext(), loader = "GLSORT_ERROR_LOADER", wasm = "/glsort/glsort-wasm.wasm";
    const create = (wasmUrl) => Glsort.create(gl, {wasmUrl});
    await refused(() => create("./nothing.wasm"), loader, "./nothing.wasm", "404");
    await refused(() => create("/tests/face.html"), loader, "/tests/face.html", "text/html");
    await refused(() => create("/radix.wasm"), loader, "/radix.wasm", "fit");
    await refused(() => create("no-protocol://x"), loader, "no-protocol://x", "fetched");
    for (const wasmUrl of [wasm, new URL(wasm, location)]) {
        const sorter = await create(wasmUrl);
        equal((await sorter.sort({keys: Uint32Array.of(2, 1)})).keys[0], 1, "the first key");
        sorter.dispose();
    }
};

// ---- creation that does not block

const COMPLETION_STATUS_KHR = 0x91B1;

// Answers `value` to getProgramParameter(_, name) until it returns undefined.
function answer(gl, name, value) {
    const asked = gl.getProgramParameter.bind(gl);
    gl.getProgramParameter = (program, what) => {
        const answered = what === name ? value() : undefined;
        return answered === undefined ? asked(program, what) : answered;
    };
}

test("no program is asked about before the browser has executed what creation has issued, and " +
     "compiled it", async (gl, sorter) => {
    const extension = gl.getExtension("KHR_parallel_shader_compile"), early = [];
    const isPassed = gl.clientWaitSync.bind(gl);
    let executed = false, compiled = !extension, polls = 0;
    gl.clientWaitSync = (...args) => {
        ++polls;
        return executed ? isPassed(...args) : gl.TIMEOUT_EXPIRED;
    };
    answer(gl, COMPLETION_STATUS_KHR, () => {
        ++polls;
        return executed && !compiled ? false : undefined;
    });
    for (const name of ["getShaderParameter", "getProgramParameter"]) {
        const ask = gl[name].bind(gl);
        gl[name] = (object, what) => {
            if (!(executed && compiled) && [gl.COMPILE_STATUS, gl.LINK_STATUS].includes(what))
                early.push(name);
            return ask(object, what);
        };
    }
    const creating = sorter.createOrderAsync({maxCount: COUNT, form: "bitonic-packed-fragment"});
    while (polls < 3 && early.length === 0)
        await aFrame();
    executed = true;
    polls = 0;
    while (polls < 3 && !compiled && early.length === 0)
        await aFrame();
    equal(early.join(), "", "what was asked");
    compiled = true;
    (await creating).dispose();
});

test("the state of a page is kept while orders, plans and segments are created, and by a self-test",
     async (gl, sorter) => {
    const {args, sorted} = scene(gl);
    let before = snapshot(gl), turns = 0, isOver = false;
    // Where the page can be told that programs are not compiled yet, it is told so until it has
    // had its turns: how many turns creation takes is the machine's affair otherwise.
    const mostTurns = gl.getExtension("KHR_parallel_shader_compile") ? 12 : 4;
    answer(gl, COMPLETION_STATUS_KHR, () => (turns < mostTurns ? false : undefined));
    const look = () => {
        sameState(snapshot(gl), before);
        disturb(gl); // a page's frame
        before = snapshot(gl);
        ++turns;
    };
    const looking = (async () => {
        for (; !isOver; await new Promise((resolve) => setTimeout(resolve)))
            look();
    })();
    const creating = [
        sorter.createOrderAsync({maxCount: COUNT, form: "bitonic-packed-fragment"}),
        sorter.createPlanAsync({maxCount: COUNT, values: "indices"}),
        sorter.createSegmentsAsync({maxCount: COUNT, equalLength: 4})];
    look();
    const [order, plan] = await Promise.all(creating);
    look();
    equal((await Glsort.selfTest(gl)).isRight, true, "isRight");
    isOver = true;
    await looking;
    assert(turns >= mostTurns, `there were ${turns} turns of ${mostTurns}`);
    assert(!Object.hasOwn(gl, "pixelStorei"), "pixelStorei is still another");
    assert(plan.describe().passes.length > 0, "the plan has no passes");
    order.run(args);
    equal(gl.getParameter(gl.CURRENT_PROGRAM), null, "the program after a run");
    equalArrays(readAfter(gl, order), sorted, "the order");
});

// ---- the self-test

test("a self-test sorts in the forms that orders take, and its result is a report",
     async (gl, sorter) => {
    for (const [keyBits, kind] of [[32, {key: "f32"}], [16, {key: "u32", bitCount: 16}]]) {
        const result = await Glsort.selfTest(gl, {keyBits});
        equal(result.isRight, true, `isRight of ${JSON.stringify(result)}`);
        equal(result.isSoftware, true, "isSoftware"); // as all browsers are that run this
        assert(result.renderer.length > 0, "the renderer has no name");
        const tested = result.forms.map(({form}) => form);
        for (let maxCount = 16; maxCount <= 2 ** 18; maxCount *= 4) {
            const plan = sorter.createPlan({maxCount, values: "indices", ...kind});
            assert(tested.includes(`${plan.describe().method}-fragment`),
                   `${maxCount} elements take ${plan.describe().method}`);
            plan.dispose();
        }
    }
});

tests["a self-test tells what a device gets wrong, and what it refuses"] = async () => {
    const wrong = newContext(), drawArrays = wrong.drawArrays.bind(wrong);
    let draws = 0;
    wrong.drawArrays = (...args) => ++draws === 5 || drawArrays(...args);
    const missing = await Glsort.selfTest(wrong);
    equal(missing.isRight, false, "isRight");
    assert(missing.forms.some(({wrong}) => wrong > 0), "no element is wrong");
    assert(missing.forms.every(({error}) => error === null), "a form has an error");

    const refusing = newContext();
    answer(refusing, refusing.LINK_STATUS, () => false);
    const refusal = await Glsort.selfTest(refusing);
    equal(refusal.isRight, false, "isRight");
    for (const {error} of refusal.forms)
        assert(error.startsWith("glsort"), `the error is ${error}`);

    const lost = newContext();
    lost.getExtension("WEBGL_lose_context").loseContext();
    const none = await Glsort.selfTest(lost);
    equal(none.isRight, false, "isRight");
    assert(none.error.includes("lost"), `the error is ${none.error}`);
    await refused(() => Glsort.selfTest({}), "GLSORT_ERROR_ARGUMENT", "WebGL2RenderingContext");
};

tests["two sorters on two contexts do not meet"] = async () => {
    const sides = await Promise.all([1, 2].map(async () => {
        const gl = newContext();
        return {gl, sorter: await Glsort.create(gl), ...scene(gl)};
    }));
    const textures = sides.map(({sorter, args}) => sorter.order(args));
    sides.forEach(({gl, sorted, sorter}, i) => {
        equalArrays(readWords(gl, textures[i], 64, COUNT), sorted, `order ${i}`);
        sorter.dispose();
    });
};

tests["a lost context gives a sentence, and a new sorter when it is restored"] = async () => {
    const canvas = document.createElement("canvas"), gl = newContext(canvas);
    const sorter = await Glsort.create(gl), {args} = scene(gl);
    const order = sorter.createOrder({maxCount: COUNT}), late = sorter.createPlan({maxCount: 9});
    order.run(args);
    const lose = gl.getExtension("WEBGL_lose_context");
    const event = (name) => new Promise((resolve) => canvas.addEventListener(name, (e) => {
        e.preventDefault();
        setTimeout(resolve); // the browser looks at the event when it has been dispatched
    }, {once: true}));
    const lost = event("webglcontextlost");
    lose.loseContext();
    await lost;
    equal(sorter.isLost, true, "isLost");
    await refused(() => order.run(args), "GLSORT_ERROR_CONTEXT", "lost", "restored");
    await refused(() => Glsort.create(gl), "GLSORT_ERROR_CONTEXT", "lost");
    order.dispose();
    const restored = event("webglcontextrestored");
    lose.restoreContext();
    await restored;
    await refused(() => late.run({count: 0}), "GLSORT_ERROR_CONTEXT", "restored");
    late.dispose();
    sorter.dispose();
    const second = await Glsort.create(gl), again = scene(gl);
    equalArrays(readWords(gl, second.order(again.args), 64, COUNT), again.sorted, "the order");
    equal(gl.getError(), 0, "the GL error");
    second.dispose();
};

window.testNames = Object.keys(tests);

window.runTest = async (name) => {
    try {
        await tests[name]();
        return null;
    } catch (error) {
        return String(error.stack ?? error);
    } finally {
        loseContexts();
    }
};
