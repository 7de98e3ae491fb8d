// SPDX-License-Identifier: MIT
// GaussianSplat of three.js in glsort's order. three-gaussian-splat.d.ts documents it.
//
// On WebGL the addon keeps its arrays in textures, the centers in one and the order in another, an
// element a texel. glsort reads the one and writes the other.
import {GlsortError} from "./glsort.mjs";

function argumentError(sentence) {
    return new GlsortError("GLSORT_ERROR_ARGUMENT", `GaussianSplatOrder.create: ${sentence}`);
}

export class GaussianSplatOrder {
    #renderer;
    #splats;
    #order;

    static async create(renderer, sorter, splats) {
        if (!renderer?.backend?.isWebGLBackend)
            throw argumentError("the renderer does not draw by WebGL 2; use forceWebGL");
        if (!splats?._sort?.orderAttribute || !splats._buffers?.centerRead)
            throw argumentError("splats is no GaussianSplat of three.js r187");
        const order = await sorter.createOrderAsync({maxCount: splats._sort.count});
        return new GaussianSplatOrder(renderer, splats, order);
    }

    constructor(renderer, splats, order) {
        this.#renderer = renderer;
        this.#splats = splats;
        this.#order = order;
        splats.autoSort = false;
    }

    // Of an array of the addon; undefined before it was drawn.
    #texture({pbo}) {
        const texture = pbo && this.#renderer.backend.get(pbo).textureGPU;
        return texture && {texture, width: pbo.image.width};
    }

    sort(camera) {
        const renderer = this.#renderer, splats = this.#splats;
        const positions = this.#texture(splats._buffers.centerRead.value);
        const order = this.#texture(splats._sort.orderAttribute);
        if (!positions || !order) {
            splats.updateSort(renderer, camera);
            return;
        }
        splats.updateWorldMatrix(true, false);
        camera.updateWorldMatrix(true, false);
        const view = camera.matrixWorldInverse.clone().multiply(splats.matrixWorld);
        const axis = [2, 6, 10].map((i) => -view.elements[i]);
        const eye = splats.position.clone().set(0, 0, 0).applyMatrix4(view.invert()).toArray();
        this.#order.run({count: splats._sort.count, positions, order, eye, axis});
        renderer.resetState();
    }

    dispose() {
        this.#order.dispose();
        this.#renderer.resetState();
        this.#splats.autoSort = true;
        this.#splats._sortInitialized = false; // the addon sorts anew
    }
}
