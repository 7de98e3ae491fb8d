// SPDX-License-Identifier: MIT
// 65,536 translucent THREE.Points.
//   npm install && npx serve     (after scripts/web)
import {Glsort} from "glsort";
import {ElementOrder} from "glsort/three";
import * as THREE from "three";

const renderer = new THREE.WebGLRenderer({antialias: true});
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50);

const geometry = new THREE.TorusKnotGeometry(1, 0.32, 511, 127);
geometry.setIndex(null);
const colors = new THREE.BufferAttribute(new Float32Array(3 * 65536), 3), color = new THREE.Color();
for (let i = 0; i < colors.count; ++i)
    colors.setXYZ(i, ...color.setHSL(3 * i / colors.count % 1, 0.7, 0.55).toArray());
geometry.setAttribute("color", colors);
const points = new THREE.Points(geometry, new THREE.PointsMaterial({
    size: 0.04, vertexColors: true, transparent: true, opacity: 0.6, depthWrite: false}));
scene.add(points);

const sorter = await Glsort.create(renderer.getContext());
const order = await ElementOrder.create(renderer, sorter, points);

renderer.setAnimationLoop((now) => {
    camera.position.setFromSphericalCoords(5, 1.3, now / 4000);
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

export {THREE, camera, order, points as object, renderer, scene, sorter}; // for its test
