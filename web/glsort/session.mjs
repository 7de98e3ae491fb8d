// SPDX-License-Identifier: MIT
// A glsort context on a WebGL 2 context of the page, and what every call on it shares.
import {GlsortError} from "./library.mjs";
import {isOf, known} from "./options.mjs";
import {KeptState} from "./state.mjs";

const MESSAGE_BYTES = 512;

// The canvas of a context remembers the last Emscripten program that registered it, which
// may be the page's own.
function keepingOwner(gl, body) {
    const canvas = gl.canvas;
    const owner = canvas?.GLctxObject;
    try {
        return body();
    } finally {
        if (canvas)
            canvas.GLctxObject = owner;
    }
}

export class Session {
    #handle = 0;
    #context = 0;
    #state; // a KeptState, or null
    #usesPolygonMode;
    #lent = [];
    #children = new Set();

    constructor(library, gl, {state, polygonMode}) {
        this.library = library;
        this.gl = gl;
        this.#usesPolygonMode = polygonMode;
        this.#state = state === "keep" ? new KeptState(gl, polygonMode) : null;
        const {GL} = library.module;
        const attributes = {majorVersion: 2, minorVersion: 0, enableExtensionsByDefault: false};
        this.#handle = keepingOwner(gl, () => GL.registerContext(gl, attributes));
        try {
            this.call(() => this.#create(polygonMode));
        } catch (error) {
            this.#unregister();
            throw error;
        }
    }

    #create(usesPolygonMode) {
        const {library} = this;
        const flags = library.number("GLSORT_CONTEXT_RESETS_STATE") |
            (usesPolygonMode ? library.number("GLSORT_CONTEXT_USES_POLYGON_MODE") : 0);
        const message = library.allocate(MESSAGE_BYTES);
        const desc = library.struct("glsort_context_desc", {
            message,
            message_bytes: MESSAGE_BYTES,
            flags,
        });
        const out = library.allocate(4);
        const result = library.module._glsort_context_create(desc, out);
        this.check(result, () => library.text(message));
        this.#context = library.module.HEAPU32[out >> 2];
        const limits = library.struct("glsort_limits", {});
        library.module._glsort_context_limits(this.#context, limits);
        this.isSoftware = library.read(limits, "glsort_limits", "is_software") !== 0;
    }

    get context() {
        return this.#context;
    }

    get isLost() {
        return this.gl.isContextLost();
    }

    mustLive() {
        if (this.#handle === 0)
            throw new GlsortError("GLSORT_ERROR_STATE", "glsort: this sorter was disposed of");
        if (this.isLost)
            throw new GlsortError("GLSORT_ERROR_CONTEXT",
                "glsort: the WebGL context is lost; dispose of the sorter, and create " +
                "another one after webglcontextrestored");
    }

    // What keeps the state in calls that come between others of the page, whatever those of the
    // sorter leave: let go of it.
    holdState() {
        this.mustLive();
        return this.#state ?? new KeptState(this.gl, this.#usesPolygonMode);
    }

    letGoOf(state) {
        if (state !== this.#state)
            state.dispose();
    }

    // An object that dispose() disposes of, too, unless it was forgotten.
    adopt(child) {
        this.#children.add(child);
    }

    forget(child) {
        this.#children.delete(child);
    }

    // Runs body with the GL context current and returns what it returns. Stack memory and
    // lent objects are the library's until then.
    call(body, state = this.#state) {
        this.mustLive();
        const {module} = this.library;
        const stack = module.stackSave();
        module.GL.makeContextCurrent(this.#handle);
        state?.save();
        try {
            return body(module);
        } finally {
            this.library.takeBack(this.#lent);
            this.#lent.length = 0;
            state?.restore();
            module.stackRestore(stack);
        }
    }

    // Runs body, which destroys an object. The objects of a lost context are gone.
    release(body) {
        const {module} = this.library;
        if (this.#handle !== 0 && !this.isLost)
            this.call(body);
        else
            body(module);
    }

    // Throws the sentence if a call of the library has failed.
    check(result, sentence = () => this.lastError()) {
        if (result >= 0)
            return result;
        const {module} = this.library;
        throw new GlsortError(this.library.text(module._glsort_result_name(result)), sentence());
    }

    lastError() {
        return this.library.text(this.library.module._glsort_last_error(this.#context));
    }

    // A resource of a run: {texture, width} or {buffer, offset}.
    resource(what, value) {
        const {GL} = this.library.module;
        if (isOf(value?.texture, "WebGLTexture") && Number.isInteger(value.width)) {
            known("glsort", what, value, "TextureResource");
            return {name: this.library.lend(GL.textures, value.texture, this.#lent),
                    width: value.width};
        }
        if (isOf(value?.buffer, "WebGLBuffer")) {
            known("glsort", what, value, "BufferResource");
            return {name: this.library.lend(GL.buffers, value.buffer, this.#lent),
                    offset: value.offset ?? 0};
        }
        throw new GlsortError("GLSORT_ERROR_ARGUMENT",
            `glsort: ${what} is neither {texture, width} nor {buffer, offset}`);
    }

    // Those of a run that are given, by the names of their fields.
    resources(named) {
        const lent = {};
        for (const name in named)
            if (named[name] !== undefined)
                lent[name] = this.resource(name, named[name]);
        return lent;
    }

    #unregister() {
        const {GL} = this.library.module;
        keepingOwner(this.gl, () => GL.deleteContext(this.#handle));
        this.#handle = 0;
        this.#state?.dispose();
    }

    dispose() {
        if (this.#handle === 0)
            return;
        for (const child of [...this.#children])
            child.dispose();
        const {module} = this.library;
        if (this.isLost)
            module._glsort_context_abandon(this.#context);
        else
            this.call(() => module._glsort_context_destroy(this.#context));
        this.#context = 0;
        this.#unregister();
    }
}
