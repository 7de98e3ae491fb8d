// SPDX-License-Identifier: MIT
// Loads the WebAssembly. It is packed into a module, because bundlers and their servers move
// modules, but not all of them move a file that is addressed by import.meta.url.
import instantiate from "./glsort-wasm.mjs";
import {gzip} from "./glsort-wasm-packed.mjs";
import {GlsortError, Library} from "./library.mjs";

const MAGIC = [0x00, 0x61, 0x73, 0x6D];

function loadError(sentence, cause) {
    return new GlsortError("GLSORT_ERROR_LOADER", `Glsort.create: ${sentence}`, {cause});
}

async function unpacked() {
    if (typeof DecompressionStream === "undefined")
        throw loadError("this browser cannot unpack the WebAssembly, having no " +
                        "DecompressionStream; pass the address of glsort-wasm.wasm as wasmUrl");
    const packed = Uint8Array.from(atob(gzip), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

async function fetched(url) {
    let response, bytes;
    try {
        response = await fetch(url, {credentials: "same-origin"});
        bytes = await response.arrayBuffer();
    } catch (reason) {
        throw loadError(`wasmUrl ${url} cannot be fetched: ${reason.message}`, reason);
    }
    if (!response.ok)
        throw loadError(`wasmUrl ${url} cannot be fetched: the server answers ` +
                        `${response.status} ${response.statusText}`);
    const start = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, MAGIC.length));
    if (start.length < MAGIC.length || MAGIC.some((byte, i) => start[i] !== byte))
        throw loadError(`wasmUrl ${url} is no WebAssembly, but ` +
                        `${response.headers.get("content-type") ?? "of no type"} of ` +
                        `${bytes.byteLength} bytes`);
    return bytes;
}

async function compiled(bytes) {
    if (typeof WebAssembly === "undefined")
        throw loadError("there is no WebAssembly in this browser, or it is switched off");
    try {
        return await WebAssembly.compile(bytes);
    } catch (reason) {
        throw loadError("the browser refuses to compile the WebAssembly; a content security " +
                        "policy has to allow it by script-src 'wasm-unsafe-eval': " +
                        reason.message, reason);
    }
}

async function load(url) {
    const program = await compiled(await (url === "" ? unpacked() : fetched(url)));
    const module = await new Promise((resolve, reject) => {
        const instantiateWasm = (imports, receive) => {
            WebAssembly.instantiate(program, imports).then(receive).catch((reason) =>
                reject(loadError(`${url === "" ? "the WebAssembly" : `wasmUrl ${url}`} does ` +
                                 `not fit this version of glsort: ${reason.message}`, reason)));
            return {}; // the exports come later
        };
        instantiate({instantiateWasm}).then(resolve, reject);
    });
    return new Library(module);
}

const libraries = new Map();

// One WebAssembly module serves all contexts of a page.
export function loadLibrary(wasmUrl) {
    const url = wasmUrl === undefined ? "" : String(wasmUrl);
    if (!libraries.has(url)) {
        const loading = load(url);
        loading.catch(() => libraries.delete(url)); // the next call tries again
        libraries.set(url, loading);
    }
    return libraries.get(url);
}
