// SPDX-License-Identifier: MIT
// 8,192 splats by the addon GaussianSplat of three.js, on the WebGL 2 of its WebGPURenderer.
//   npm install && npx serve     (after scripts/web)
import {Glsort} from "glsort";
import {GaussianSplatOrder} from "glsort/three-gaussian-splat";
import {GaussianSplat} from "three/addons/objects/GaussianSplat.js";
import {createGaussianSplatGeometry, writeCovariance}
    from "three/addons/utils/GaussianSplatUtils.js";
import * as THREE from "three/webgpu";

const COUNT = 8192;

const renderer = new THREE.WebGPURenderer({forceWebGL: true});
await renderer.init();
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50);

// On a torus knot, flat along its surface.
const {position, normal} = new THREE.TorusKnotGeometry(1, 0.32, 255, 31).attributes;
const centers = new Float32Array(3 * COUNT), covariances = new Float32Array(6 * COUNT);
const colors = new Uint8Array(4 * COUNT), up = new THREE.Vector3(0, 0, 1);
const turn = new THREE.Quaternion(), way = new THREE.Vector3(), color = new THREE.Color();
for (let i = 0; i < COUNT; ++i) {
    centers.set([position.getX(i), position.getY(i), position.getZ(i)], 3 * i);
    turn.setFromUnitVectors(up, way.fromBufferAttribute(normal, i));
    writeCovariance(covariances, 6 * i, 0.035, 0.02, 0.004, ...turn);
    color.setHSL(2 * i / COUNT % 1, 0.7, 0.5);
    colors.set([255 * color.r, 255 * color.g, 255 * color.b, 200], 4 * i);
}
const splats = new GaussianSplat(createGaussianSplatGeometry(centers, covariances, colors));
scene.add(splats);

const sorter = await Glsort.create(renderer.backend.gl);
const order = await GaussianSplatOrder.create(renderer, sorter, splats);

renderer.setAnimationLoop((now) => {
    camera.position.setFromSphericalCoords(5, 1.3, now / 4000);
    camera.lookAt(0, 0, 0);
    splats.autoSort = !document.getElementById("sorted").checked;
    if (!splats.autoSort)
        order.sort(camera);
    renderer.render(scene, camera);
});

addEventListener("resize", () => {
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
});

export {THREE, camera, order, renderer, scene, splats}; // for its test
