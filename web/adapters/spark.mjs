// SPDX-License-Identifier: MIT
// Spark's splats in glsort's order, instead of its worker's. spark.d.ts documents it.
//
// Spark writes the distance of each splat to a texture, reads it back, sorts it in a worker and
// uploads the order: an RGBA32UI texture of four numbers a texel. Here a pass makes words of the
// distances, glsort sorts them, and a pass makes Spark's order of the result.
import {GLSL3, NearestFilter, NoBlending, RawShaderMaterial, RedIntegerFormat, RGBAIntegerFormat,
        UnsignedIntType, WebGLRenderTarget} from "three";
import {FullScreenQuad} from "three/addons/postprocessing/Pass.js";
import {GlsortError} from "./glsort.mjs";

const ORDER_WIDTH = 4096; // of Spark

const KEYS = `
    uniform highp sampler2DArray source; // the bytes of a float, the lowest first
    layout(location = 0) out highp uint key;
    void main() {
        int height = textureSize(source, 0).y;
        ivec2 at = ivec2(gl_FragCoord.xy);
        vec4 parts = texelFetch(source, ivec3(at.x, at.y % height, at.y / height), 0);
        uvec4 bytes = uvec4(parts * 255.0 + 0.5);
        key = bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
    }`;

const ORDER = `
    uniform highp usampler2D source;
    uniform int count;
    layout(location = 0) out highp uvec4 numbers;
    void main() {
        int width = textureSize(source, 0).x;
        int first = 4 * (int(gl_FragCoord.y) * ${ORDER_WIDTH} + int(gl_FragCoord.x));
        uvec4 four = uvec4(0xFFFFFFFFu);
        for (int i = 0; i < 4; ++i) {
            int at = first + i;
            if (at < count)
                four[i] = texelFetch(source, ivec2(at % width, at / width), 0).x;
        }
        numbers = four;
    }`;

function argumentError(sentence) {
    return new GlsortError("GLSORT_ERROR_ARGUMENT", `SparkOrder: ${sentence}`);
}

function pass(fragmentShader) {
    const material = new RawShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: "in vec3 position;\nvoid main() { gl_Position = vec4(position, 1.0); }",
        fragmentShader: `precision highp float;\nprecision highp int;${fragmentShader}`,
        uniforms: {source: {value: null}, count: {value: 0}},
        blending: NoBlending,
        depthTest: false,
        depthWrite: false,
    });
    return new FullScreenQuad(material);
}

function wordTarget(width, height, format, internalFormat) {
    return new WebGLRenderTarget(width, height, {
        format, internalFormat, type: UnsignedIntType, minFilter: NearestFilter,
        magFilter: NearestFilter, depthBuffer: false});
}

export class SparkOrder {
    #spark;
    #sorter;
    #plan = null;
    #isDisposed = false;
    #targets = []; // of the keys, the sorted numbers and Spark's order
    #keysPass = pass(KEYS);
    #orderPass = pass(ORDER);

    constructor(spark, sorter) {
        if (typeof spark?.driveSort !== "function" || !spark.current || !spark.display)
            throw argumentError("spark is no SparkRenderer of Spark 2.2");
        if (Object.hasOwn(spark, "driveSort"))
            throw argumentError("spark has another order; dispose of that one first");
        this.#spark = spark;
        this.#sorter = sorter;
        spark.driveSort = async () => this.#drive();
        spark.sortDirty = true;
    }

    // In place of Spark's driveSort(), which begins a sort if one is due.
    #drive() {
        const spark = this.#spark, {current} = spark;
        if (spark.sorting || !spark.sortDirty || !current.target)
            return;
        spark.sortDirty = false;
        spark.sortedCenter.copy(current.viewOrigin);
        spark.sortedDir.copy(current.viewDirection);
        if (current.numSplats > 0)
            this.#sort(current);
        spark.activeSplats = current.numSplats;
        if (current.mappingVersion !== spark.display.mappingVersion) {
            spark.accumulators.push(spark.display);
            spark.display = current;
        }
    }

    #fit(count, keysWidth) {
        if (count <= (this.#plan?.maxCount ?? 0))
            return;
        const maxCount = 2 ** Math.ceil(Math.log2(Math.max(count, 4 * ORDER_WIDTH)));
        this.#free();
        this.#plan = this.#sorter.createPlan({maxCount, descending: true, values: "indices",
                                              discardKeys: true});
        this.#targets = [
            wordTarget(keysWidth, Math.ceil(maxCount / keysWidth), RedIntegerFormat, "R32UI"),
            wordTarget(ORDER_WIDTH, maxCount / ORDER_WIDTH, RedIntegerFormat, "R32UI"),
            wordTarget(ORDER_WIDTH, maxCount / ORDER_WIDTH / 4, RGBAIntegerFormat, "RGBA32UI"),
        ];
        this.#spark.renderer.resetState();
        for (const target of this.#targets)
            this.#spark.renderer.initRenderTarget(target);
    }

    #sort({target, numSplats: count}) {
        const spark = this.#spark, {renderer} = spark, {xr, autoClear} = renderer;
        const before = [renderer.getRenderTarget(), renderer.getActiveCubeFace(),
                        renderer.getActiveMipmapLevel()];
        const presents = xr.enabled;
        xr.enabled = false;
        renderer.autoClear = false;
        this.#fit(count, target.width);
        const [keys, numbers, order] = this.#targets;
        const resource = ({texture, width}) =>
            ({texture: renderer.properties.get(texture).__webglTexture, width});
        this.#draw(this.#keysPass, keys, target.textures.at(-1), count);
        this.#plan.run({count, keys: resource(keys), valuesOut: resource(numbers)});
        renderer.resetState();
        this.#draw(this.#orderPass, order, numbers.texture, count);
        renderer.setRenderTarget(...before);
        xr.enabled = presents;
        renderer.autoClear = autoClear;
        if (spark.orderingTexture !== order.texture)
            spark.orderingTexture?.dispose();
        spark.orderingTexture = order.texture;
    }

    // To the rows of the target that have elements.
    #draw(quad, target, source, count) {
        const {renderer} = this.#spark;
        const perRow = target.width * (quad === this.#orderPass ? 4 : 1);
        target.viewport.set(0, 0, target.width, Math.ceil(count / perRow));
        quad.material.uniforms.source.value = source;
        quad.material.uniforms.count.value = count;
        renderer.setRenderTarget(target);
        quad.render(renderer);
    }

    #free() {
        this.#plan?.dispose();
        for (const target of this.#targets)
            target.dispose();
        this.#plan = null;
        this.#targets = [];
    }

    dispose() {
        const spark = this.#spark;
        if (this.#isDisposed)
            return;
        this.#isDisposed = true;
        delete spark.driveSort; // its class has it
        this.#targets.pop(); // the order, which Spark's worker goes on to write
        this.#free();
        for (const quad of [this.#keysPass, this.#orderPass]) {
            quad.material.dispose();
            quad.dispose();
        }
        spark.renderer.resetState();
        spark.sortDirty = true;
        spark.driveSort();
    }
}
