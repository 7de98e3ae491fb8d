// SPDX-License-Identifier: MIT
// THREE.Points, 65,536 of them and translucent, drawn in glsort's order of every frame.
//   npm install && npx serve     (after scripts/web)
import {Glsort} from "glsort";
import * as THREE from "three";

const COUNT = 65536, WIDTH = 256;

const renderer = new THREE.WebGLRenderer({antialias: true});
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 50);

// Positions in a texture: the shader takes point order[gl_VertexID] instead of its own.
const knot = new THREE.TorusKnotGeometry(1, 0.32, 511, 127).attributes.position;
const places = new Float32Array(4 * COUNT);
for (let i = 0; i < COUNT; ++i)
    places.set([knot.getX(i), knot.getY(i), knot.getZ(i), i / COUNT], 4 * i);
const positions = new THREE.DataTexture(places, WIDTH, COUNT / WIDTH, THREE.RGBAFormat,
                                        THREE.FloatType);
positions.needsUpdate = true;
renderer.initTexture(positions);

const sorter = await Glsort.create(renderer.getContext());
renderer.resetState(); // glsort leaves WebGL's defaults
const order = sorter.createOrder({maxCount: COUNT});
const uniforms = {
    order: {value: new THREE.ExternalTexture(order.texture)},
    places: {value: positions},
    sorted: {value: true},
};

const material = new THREE.PointsMaterial({size: 0.04, transparent: true, opacity: 0.6,
                                           depthTest: false, depthWrite: false});
material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `
        uniform highp usampler2D order;
        uniform highp sampler2D places;
        uniform bool sorted;
        varying vec3 tint;
        ivec2 texel(int i, int width) { return ivec2(i % width, i / width); }
        ${shader.vertexShader}`.replace("#include <begin_vertex>", `
        int at = gl_VertexID;
        if (sorted)
            at = int(texelFetch(order, texel(at, textureSize(order, 0).x), 0).x);
        vec4 place = texelFetch(places, texel(at, textureSize(places, 0).x), 0);
        vec3 transformed = place.xyz;
        tint = 0.5 + 0.5 * cos(6.2832 * (3.0 * place.w + vec3(0.0, 0.33, 0.67)));`);
    shader.fragmentShader = `varying vec3 tint;\n${shader.fragmentShader}`.replace(
        "#include <color_fragment>", "diffuseColor.rgb *= tint;");
};
const geometry = new THREE.BufferGeometry();
geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * COUNT), 3));
const points = new THREE.Points(geometry, material);
points.frustumCulled = false;
scene.add(points);

const viewProjection = new THREE.Matrix4();
renderer.setAnimationLoop((now) => {
    camera.position.setFromSphericalCoords(5, 1.3, now / 4000);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    viewProjection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    uniforms.sorted.value = document.getElementById("sorted").checked;
    order.run({count: COUNT, viewProjection: viewProjection.elements, positions:
        {texture: renderer.properties.get(positions).__webglTexture, width: WIDTH}});
    renderer.resetState(); // between passes only: within one it takes the render target away
    renderer.render(scene, camera);
});

addEventListener("resize", () => {
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
});

export {order, places, renderer, viewProjection}; // for its test
