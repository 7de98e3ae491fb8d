// SPDX-License-Identifier: MIT
// The addon GaussianSplat of three.js (r187) in glsort's order, where WebGPURenderer draws by
// WebGL 2 (forceWebGL, or a browser without WebGPU); there the addon sorts by 4,096 depths on the
// CPU.
import type {Camera, Object3D} from "three";
import type {WebGPURenderer} from "three/webgpu";
import type {Glsort} from "./glsort.js";

export class GaussianSplatOrder {
    private constructor();
    /** The sorter is one of `renderer.backend.gl`, after renderer.init(). While shaders compile,
     *  only a page whose sorter keeps the state may draw. */
    static create(renderer: WebGPURenderer, sorter: Glsort, splats: Object3D):
        Promise<GaussianSplatOrder>;

    /** Sorts for this camera, in every frame before renderer.render(). Before the first one the
     *  addon sorts, because its textures are made by it. */
    sort(camera: Camera): void;

    /** The addon sorts again. */
    dispose(): void;
}
