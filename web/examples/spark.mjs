// SPDX-License-Identifier: MIT
// 8,192 splats by Spark.
//   npm install && npx serve     (after scripts/web)
import {SparkRenderer, SplatMesh} from "@sparkjsdev/spark";
import {Glsort} from "glsort";
import {SparkOrder} from "glsort/spark";
import * as THREE from "three";

const COUNT = 8192;

const renderer = new THREE.WebGLRenderer();
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50);
const spark = new SparkRenderer({renderer});
scene.add(spark);

// On a torus knot, flat along its surface.
const {position, normal} = new THREE.TorusKnotGeometry(1, 0.32, 255, 31).attributes;
const center = new THREE.Vector3(), way = new THREE.Vector3(), up = new THREE.Vector3(0, 0, 1);
const size = new THREE.Vector3(0.035, 0.02, 0.004), turn = new THREE.Quaternion();
const splats = new SplatMesh({constructSplats(made) {
    for (let i = 0; i < COUNT; ++i) {
        center.fromBufferAttribute(position, i);
        turn.setFromUnitVectors(up, way.fromBufferAttribute(normal, i));
        made.pushSplat(center, size, turn, 0.8,
                       new THREE.Color().setHSL(2 * i / COUNT % 1, 0.7, 0.5));
    }
}});
scene.add(splats);
await splats.initialized;

const sorter = await Glsort.create(renderer.getContext());
let order = new SparkOrder(spark, sorter);
document.getElementById("sorted").addEventListener("change", ({target}) => {
    order?.dispose();
    order = target.checked ? new SparkOrder(spark, sorter) : null;
});

renderer.setAnimationLoop((now) => {
    camera.position.setFromSphericalCoords(5, 1.3, now / 4000);
    camera.lookAt(0, 0, 0);
    renderer.render(scene, camera);
});

addEventListener("resize", () => {
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
});

export {THREE, camera, order, renderer, scene, sorter, spark, splats}; // for its test
