// SPDX-License-Identifier: MIT
// Points and InstancedMesh of three.js whose elements are drawn in glsort's order. three.d.ts
// documents it.
//
// The attributes of the elements lie in one RGBA32F texture, as planes of a texel for each
// element; the first plane has the positions that glsort sorts. The vertex shader looks its
// attributes up there: those of element order[i] for its own number i.
import {DataTexture, ExternalTexture, FloatType, Matrix4, RGBAFormat, Vector3} from "three";
import {GlsortError} from "./glsort.mjs";

// Attributes that three.js declares.
const BUILT_IN = ["position", "normal", "uv", "color", "instanceMatrix", "instanceColor"];
const TYPES = ["float", "vec2", "vec3", "vec4"];

// The uniforms of each material that has had an order. three.js keeps compiled programs of a
// material with their uniforms, so a second order has to use the same objects.
const uniformsOf = new WeakMap();

function argumentError(sentence) {
    return new GlsortError("GLSORT_ERROR_ARGUMENT", `ElementOrder.create: ${sentence}`);
}

// What the elements have: {name, attribute, planes}, where a plane is the first component that it
// holds. The position comes first.
function sourcesOf(object) {
    const {geometry} = object;
    const own = Object.entries(geometry.attributes)
        .filter(([, attribute]) => object.isPoints || attribute.isInstancedBufferAttribute)
        .map(([name, attribute]) => ({name, attribute, planes: [0]}));
    if (object.isPoints)
        return own.sort((a, b) => (b.name === "position") - (a.name === "position"));
    const sources = [{name: "instanceMatrix", attribute: object.instanceMatrix,
                      planes: [12, 0, 4, 8]}];
    if (object.instanceColor)
        sources.push({name: "instanceColor", attribute: object.instanceColor, planes: [0]});
    return [...sources, ...own];
}

function lookUpText(element, planeCount) {
    return `
precision highp float;
precision highp int;
uniform highp usampler2D glsortOrder;
uniform highp sampler2D glsortElements;
vec4 glsortElement(int plane) {
    int width = textureSize(glsortOrder, 0).x;
    int id = int(texelFetch(glsortOrder, ivec2(${element} % width, ${element} / width), 0).x);
    ivec2 size = textureSize(glsortElements, 0);
    int row = id / size.x + plane * (size.y / ${planeCount});
    return texelFetch(glsortElements, ivec2(id % size.x, row), 0);
}\n`;
}

// A variable of main() that hides the attribute.
function variableText(type, name, plane) {
    const texel = (k) => `glsortElement(${plane + k})`;
    if (type === "mat4")
        return `    mat4 ${name} = mat4(${texel(1)}, ${texel(2)}, ${texel(3)}, ${texel(0)});\n`;
    return `    ${type} ${name} = ${texel(0)}.${"xyzw".slice(0, 1 + TYPES.indexOf(type))};\n`;
}

// The type with which the text declares an attribute, of up to one qualifier.
function declaredType(text, name) {
    const pattern = `\\b(?:attribute|in)\\s+(?:\\w+\\s+)?(\\w+)\\s+${name}\\s*;`;
    return new RegExp(pattern).exec(text)?.[1];
}

function withLookUps(text, sources, element) {
    let variables = "", plane = 0;
    for (const {name, attribute, planes} of sources) {
        const usual = planes.length === 4 ? "mat4" : TYPES[attribute.itemSize - 1];
        const type = declaredType(text, name) ?? (BUILT_IN.includes(name) ? usual : undefined);
        if (type !== undefined)
            variables += variableText(type, name, plane);
        plane += planes.length;
    }
    return lookUpText(element, plane) +
        text.replace(/\bvoid\s+main\s*\([^)]*\)\s*\{/, (start) => `${start}\n${variables}`);
}

export class ElementOrder {
    #renderer;
    #object;
    #order;
    #sources;
    #elements; // the texture of all attributes
    #version = -1; // that it has of them
    #restore;  // functions that give the materials back

    static async create(renderer, sorter, object, options = {}) {
        if (!object?.isPoints && !object?.isInstancedMesh)
            throw argumentError("object is neither Points nor an InstancedMesh");
        if (object.isPoints && object.geometry.index)
            throw argumentError("the geometry of the points has an index; use toNonIndexed()");
        if (Object.keys(object.geometry.morphAttributes).length > 0)
            throw argumentError("the geometry has morph targets, which are not supported");
        const materials = [object.material].flat();
        if (materials.some((material) => uniformsOf.get(material)?.glsortOrder.value))
            throw argumentError("another object with an order has the same material; clone it");
        const sources = sourcesOf(object), maxCount = sources[0].attribute.count;
        const order = await sorter.createOrderAsync({...options, maxCount});
        return new ElementOrder(renderer, object, order, sources, materials);
    }

    constructor(renderer, object, order, sources, materials) {
        this.#renderer = renderer;
        this.#object = object;
        this.#order = order;
        this.#sources = sources;
        const width = 2 ** Math.ceil(Math.log2(order.maxCount) / 2);
        const planeCount = sources.flatMap(({planes}) => planes).length;
        const height = planeCount * Math.ceil(order.maxCount / width);
        this.#elements = new DataTexture(new Float32Array(4 * width * height), width, height,
                                         RGBAFormat, FloatType);
        this.#restore = materials.map((material) => this.#patch(material));
    }

    #patch(material) {
        const uniforms = uniformsOf.get(material) ?? {glsortOrder: {}, glsortElements: {}};
        uniformsOf.set(material, uniforms);
        uniforms.glsortOrder.value = new ExternalTexture(this.#order.texture);
        uniforms.glsortElements.value = this.#elements;
        const {onBeforeCompile, customProgramCacheKey} = material, sources = this.#sources;
        const element = this.#object.isPoints ? "gl_VertexID" : "gl_InstanceID";
        material.onBeforeCompile = (shader, renderer) => {
            onBeforeCompile.call(material, shader, renderer);
            Object.assign(shader.uniforms, uniforms);
            shader.vertexShader = withLookUps(shader.vertexShader, sources, element);
        };
        material.customProgramCacheKey = () => onBeforeCompile.toString() +
            customProgramCacheKey.call(material) + withLookUps("void main() {", sources, element);
        material.needsUpdate = true;
        return () => {
            Object.assign(material, {onBeforeCompile, customProgramCacheKey, needsUpdate: true});
            uniforms.glsortOrder.value = uniforms.glsortElements.value = null;
        };
    }

    // Fills the texture if an attribute has changed, and returns it as WebGL has it.
    #upload() {
        const sources = this.#sources, {data, width, height} = this.#elements.image;
        const version = sources.reduce((sum, {attribute}) =>
            sum + (attribute.data ?? attribute).version, 0);
        if (version !== this.#version) {
            const planes = sources.flatMap(({attribute, planes: firsts}) =>
                firsts.map((first) => ({attribute, first})));
            planes.forEach(({attribute, first}, plane) => {
                let at = 4 * width * height / planes.length * plane;
                const components = Math.min(4, attribute.itemSize);
                for (let i = 0; i < attribute.count; ++i, at += 4) {
                    data[at + 3] = 1; // as WebGL fills attributes up
                    for (let c = 0; c < components; ++c)
                        data[at + c] = attribute.getComponent(i, first + c);
                }
            });
            this.#elements.needsUpdate = true;
            this.#version = version;
        }
        this.#renderer.initTexture(this.#elements);
        return {texture: this.#renderer.properties.get(this.#elements).__webglTexture, width};
    }

    get texture() {
        return this.#order.texture;
    }

    get width() {
        return this.#order.width;
    }

    sort(camera) {
        const renderer = this.#renderer, object = this.#object;
        const {start} = object.geometry.drawRange;
        if (object.isPoints && start !== 0)
            throw new GlsortError("GLSORT_ERROR_ARGUMENT", "ElementOrder.sort: the draw range of " +
                                  `the points begins at ${start}; it must begin at 0`);
        const count = object.isPoints
            ? Math.min(this.#order.maxCount, object.geometry.drawRange.count) : object.count;
        object.updateWorldMatrix(true, false);
        camera.updateWorldMatrix(true, false);
        const view = new Matrix4().multiplyMatrices(camera.matrixWorldInverse, object.matrixWorld);
        const axis = [2, 6, 10].map((i) => -view.elements[i]);
        const eye = new Vector3().applyMatrix4(view.invert()).toArray();
        this.#order.run({count, positions: this.#upload(), eye, axis});
        // Within a pass this also takes the render target away.
        const target = renderer.getRenderTarget(), face = renderer.getActiveCubeFace();
        const level = renderer.getActiveMipmapLevel();
        renderer.resetState();
        renderer.setRenderTarget(target, face, level);
    }

    dispose() {
        for (const restore of this.#restore.splice(0))
            restore();
        this.#order.dispose();
        this.#elements.dispose();
        this.#renderer.resetState();
    }
}
