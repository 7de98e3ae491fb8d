// SPDX-License-Identifier: MIT
// A THREE.InstancedMesh of 2,000 translucent bubbles that rise.
//   npm install && npx serve     (after scripts/web)
import {Glsort} from "glsort";
import {ElementOrder} from "glsort/three";
import * as THREE from "three";

const COUNT = 2000;

const renderer = new THREE.WebGLRenderer({antialias: true});
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.add(new THREE.HemisphereLight(0xcfe3ff, 0x10131c, 2.5));
const sun = new THREE.DirectionalLight(0xffffff, 2);
sun.position.set(1, 2, 1);
scene.add(sun);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50);

const bubbles = new THREE.InstancedMesh(
    new THREE.IcosahedronGeometry(1, 2),
    new THREE.MeshStandardMaterial({roughness: 0.25, transparent: true, opacity: 0.5,
                                    depthWrite: false}), COUNT);
bubbles.frustumCulled = false;
const random = (i, k) => Math.abs(Math.sin(12.9898 * i + 78.233 * k) * 43758.5453) % 1;
for (let i = 0; i < COUNT; ++i)
    bubbles.setColorAt(i, new THREE.Color().setHSL(0.5 + 0.2 * random(i, 0), 0.7, 0.55));

const place = new THREE.Matrix4();
function rise(seconds) {
    for (let i = 0; i < COUNT; ++i) {
        const size = 0.02 + 0.08 * random(i, 1), radius = Math.sqrt(random(i, 2));
        const angle = 6.2832 * random(i, 3) + 0.1 * seconds;
        place.makeScale(size, size, size).setPosition(
            radius * Math.cos(angle), (random(i, 4) + 0.05 * seconds) % 1 * 2 - 1,
            radius * Math.sin(angle));
        bubbles.setMatrixAt(i, place);
    }
    bubbles.instanceMatrix.needsUpdate = true;
}
rise(0);
scene.add(bubbles);

const sorter = await Glsort.create(renderer.getContext());
const order = await ElementOrder.create(renderer, sorter, bubbles);

renderer.setAnimationLoop((now) => {
    rise(now / 1000);
    camera.position.setFromSphericalCoords(4.2, 1.3, now / 8000);
    camera.lookAt(0, 0, 0);
    if (document.getElementById("sorted").checked)
        order.sort(camera);
    renderer.render(scene, camera);
});

addEventListener("resize", () => {
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
});

export {THREE, camera, order, bubbles as object, renderer, scene, sorter}; // for its test
