// SPDX-License-Identifier: MIT
// Programs, textures and targets of WebGL 2.
import {Mean} from "./mean.mjs";

export {rendererName} from "./glsort/self_test.mjs";

const HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;\n";

function shader(gl, kind, text) {
    const made = gl.createShader(kind);
    gl.shaderSource(made, text);
    gl.compileShader(made);
    return made;
}

// A program, with the locations of its uniforms under their names. `captured` are outputs
// for transform feedback, each to a buffer of its own.
export function program(gl, vertex, fragment, {defines = [], captured} = {}) {
    const head = HEAD + defines.map((name) => `#define ${name}\n`).join("");
    const made = gl.createProgram();
    const stages = [shader(gl, gl.VERTEX_SHADER, head + vertex),
                    shader(gl, gl.FRAGMENT_SHADER, head + (fragment ?? "void main() {}\n"))];
    for (const stage of stages)
        gl.attachShader(made, stage);
    if (captured)
        gl.transformFeedbackVaryings(made, captured, gl.SEPARATE_ATTRIBS);
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost())
        throw new Error([gl.getProgramInfoLog(made),
                         ...stages.map((stage) => gl.getShaderInfoLog(stage))].join("\n"));
    for (const stage of stages)
        gl.deleteShader(stage);
    const at = {};
    for (let i = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS) - 1; i >= 0; --i) {
        const {name} = gl.getActiveUniform(made, i);
        at[name] = gl.getUniformLocation(made, name);
    }
    return {program: made, at};
}

// Whether the GPU has come to a fence; flushes, so that it does.
export function isReached(gl, fence) {
    return gl.clientWaitSync(fence, gl.SYNC_FLUSH_COMMANDS_BIT, 0) !== gl.TIMEOUT_EXPIRED;
}

// A texture without mipmaps, fetched texel by texel unless it is smooth.
export function texture(gl, format, width, height, filter = gl.NEAREST) {
    const made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return made;
}

// A texture to draw to, with its framebuffer.
export function target(gl, format, width, height, filter) {
    const made = {width, height, texture: texture(gl, format, width, height, filter),
                  framebuffer: gl.createFramebuffer()};
    gl.bindFramebuffer(gl.FRAMEBUFFER, made.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D,
                            made.texture, 0);
    return made;
}

export function deleteTarget(gl, made) {
    gl.deleteTexture(made?.texture);
    gl.deleteFramebuffer(made?.framebuffer);
}

export function bindTextures(gl, textures) {
    textures.forEach((each, unit) => {
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, each);
    });
    gl.activeTexture(gl.TEXTURE0);
}

export const SCREEN_VERTEX = `
out vec2 uv;
void main()
{
    uv = vec2(float((gl_VertexID & 1) << 1), float(gl_VertexID & 2));
    gl_Position = vec4(2.0 * uv - 1.0, 0.0, 1.0);
}
`;

// Milliseconds of GPU time around commands, from queries; null until there are some.
export class GpuTimer {
    #gl;
    #extension;
    #open = null;
    #waiting = [];
    #mean = new Mean();

    constructor(gl) {
        this.#gl = gl;
        this.#extension = gl.getExtension("EXT_disjoint_timer_query_webgl2");
    }

    get measures() {
        return this.#extension !== null;
    }

    get ms() {
        return this.#mean.value;
    }

    begin() {
        if (!this.#extension || this.#waiting.length > 3)
            return;
        this.#open = this.#gl.createQuery();
        this.#gl.beginQuery(this.#extension.TIME_ELAPSED_EXT, this.#open);
    }

    end() {
        if (!this.#open)
            return;
        this.#gl.endQuery(this.#extension.TIME_ELAPSED_EXT);
        this.#waiting.push(this.#open);
        this.#open = null;
    }

    dispose() {
        for (const query of this.#waiting)
            this.#gl.deleteQuery(query);
    }

    // Takes what has arrived; a disjoint result says nothing.
    poll() {
        const gl = this.#gl, [query] = this.#waiting;
        if (!query || !gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE))
            return;
        const ns = gl.getQueryParameter(query, gl.QUERY_RESULT);
        if (!gl.getParameter(this.#extension.GPU_DISJOINT_EXT))
            this.#mean.add(ns / 1e6);
        gl.deleteQuery(query);
        this.#waiting.shift();
    }
}
