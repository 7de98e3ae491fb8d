// SPDX-License-Identifier: MIT
// Points and InstancedMesh of three.js (r180 or later, WebGLRenderer) in glsort's order. Without a
// bundler, an import map names "three", and "glsort/three" as three.mjs of the package.
import type {Camera, InstancedMesh, Points, WebGLRenderer} from "three";
import type {Glsort, OrderOptions} from "./glsort.js";

export interface ElementOrderOptions extends Pick<OrderOptions, "direction" | "metric"> {}

/** The draw order of the points or instances of one object.
 *
 *  Its vertex shaders are changed so that they take their attributes from a texture, in this
 *  order; attributes of up to four floats, and instanceMatrix. Built-in materials, ShaderMaterial
 *  and onBeforeCompile remain what they are; the materials of the object are its own. Morph
 *  targets, and points with an index or a draw range that does not begin at 0, are refused. */
export class ElementOrder {
    private constructor();
    /** Set the attributes of the object before. While shaders compile, only a page whose sorter
     *  keeps the state may draw. */
    static create(renderer: WebGLRenderer, sorter: Glsort, object: Points | InstancedMesh,
                  options?: ElementOrderOptions): Promise<ElementOrder>;

    /** Sorts for this camera, in every frame before renderer.render(), or in onBeforeRender.
     *  Attributes with a new version (`needsUpdate = true`) are uploaded again. */
    sort(camera: Camera): void;

    /** R32UI: the numbers of the elements, in order. */
    readonly texture: WebGLTexture;
    /** Texels in a row of it. */
    readonly width: number;

    /** Gives the object its own order back. */
    dispose(): void;
}
