// SPDX-License-Identifier: MIT
// What test_adapters.py asks of the pages in web/examples. Each check stops the animation and
// returns counts of what is wrong.

const VIEWS = [[5, 1.3, 0.4], [4, 0.9, 2.2], [1.2, 2.0, 4.1]];

// ---- reading back

// The texels of a texture, as RGBA words.
function words(gl, texture, width, height) {
    const frame = gl.createFramebuffer(), read = new Uint32Array(4 * width * height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.readPixels(0, 0, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, read);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(frame);
    return read;
}

function numbers(gl, {texture, width}, count) {
    const read = words(gl, texture, width, Math.ceil(count / width));
    return Uint32Array.from({length: count}, (_, i) => read[4 * i]);
}

function pixels(renderer) {
    const gl = renderer.getContext(), {width, height} = gl.canvas;
    const read = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, read);
    return read;
}

function drawn({renderer, scene, camera}) {
    renderer.render(scene, camera);
    return pixels(renderer);
}

// ---- comparing

function different(a, b) {
    let count = a.length === b.length ? 0 : a.length;
    for (let i = 0; i < a.length; i += 4)
        count += a[i] !== b[i] || a[i + 1] !== b[i + 1] || a[i + 2] !== b[i + 2];
    return count;
}

// Depths of points along a camera's view, as 64-bit floats.
function depthsOf({camera, object}, count, point) {
    object.updateWorldMatrix(true, false);
    camera.updateWorldMatrix(true, false);
    const m = camera.matrixWorldInverse.clone().multiply(object.matrixWorld).elements;
    return Float64Array.from({length: count}, (_, i) => {
        const [x, y, z] = point(i);
        return -(m[2] * x + m[6] * y + m[10] * z + m[14]);
    });
}

function sortOnCpu(depths) {
    return Uint32Array.from(depths.keys()).sort((a, b) => depths[b] - depths[a] || a - b);
}

// Places where a sort on the CPU has another depth, and elements that are missing.
function misplaced(order, depths) {
    const expected = sortOnCpu(depths);
    const wrong = order.filter((id, i) => !(Math.abs(depths[id] - depths[expected[i]]) < 2e-6));
    return wrong.length + depths.length - new Set(order).size;
}

function aim({camera}, [radius, phi, theta]) {
    camera.position.setFromSphericalCoords(radius, phi, theta);
    camera.lookAt(0, 0, 0);
}

function add(sums, more) {
    for (const name in more)
        sums[name] = (sums[name] ?? 0) + more[name];
}

// ---- Points and InstancedMesh

function pointOf(object) {
    const [attribute, first] = object.isPoints ? [object.geometry.attributes.position, 0]
                                               : [object.instanceMatrix, 12];
    return (i) => [0, 1, 2].map((c) => attribute.getComponent(i, first + c));
}

function reordered(THREE, attribute, order) {
    const result = new attribute.constructor(
        new Float32Array(order.length * attribute.itemSize), attribute.itemSize);
    order.forEach((id, i) => {
        for (let c = 0; c < attribute.itemSize; ++c)
            result.setComponent(i, c, attribute.getComponent(id, c));
    });
    return result;
}

// The object with its elements in this order, without an adapter.
function plain(THREE, object, material, order) {
    if (object.isPoints) {
        const geometry = new THREE.BufferGeometry();
        for (const [name, attribute] of Object.entries(object.geometry.attributes))
            geometry.setAttribute(name, reordered(THREE, attribute, order));
        return new THREE.Points(geometry, material);
    }
    const mesh = new THREE.InstancedMesh(object.geometry, material, order.length);
    mesh.instanceMatrix = reordered(THREE, object.instanceMatrix, order);
    mesh.instanceColor = reordered(THREE, object.instanceColor, order);
    mesh.frustumCulled = false;
    return mesh;
}

function check(page, object) {
    const {THREE, order, renderer, scene} = page, gl = renderer.getContext();
    const count = object.isPoints ? object.geometry.attributes.position.count : object.count;
    order.sort(page.camera);
    const picture = drawn(page), sorted = numbers(gl, order, count);
    renderer.resetState();
    const material = object.material.clone(); // without the adapter's shader
    const twin = plain(THREE, object, material, sorted);
    const unsorted = plain(THREE, object, material, Uint32Array.from(sorted.keys()));
    for (const each of [twin, unsorted])
        each.applyMatrix4(object.matrixWorld);
    scene.remove(object);
    const [expected, without] = [twin, unsorted].map((each) => {
        scene.add(each);
        const result = drawn(page);
        scene.remove(each);
        return result;
    });
    scene.add(object);
    return {misplaced: misplaced(sorted, depthsOf({...page, object}, count, pointOf(object))),
            pixels: different(picture, expected),
            alike: different(picture, without) === 0 ? 1 : 0};
}

// Also after the object was moved and its elements were changed.
export async function elements(page) {
    const {object, renderer} = page, result = {};
    renderer.setAnimationLoop(null);
    for (const view of VIEWS) {
        aim(page, view);
        add(result, check(page, object));
    }
    object.rotation.set(0.3, 0.2, 1.1);
    object.scale.set(0.7, 1.2, 1);
    const attribute = object.isPoints ? object.geometry.attributes.position : object.instanceMatrix;
    for (let i = 0; i < attribute.count; i += 3)
        attribute.setComponent(i, object.isPoints ? 0 : 12, Math.sin(i));
    attribute.needsUpdate = true;
    add(result, check(page, object));
    return result;
}

// In onBeforeRender, while a render target is drawn to.
export async function withinAPass(page) {
    const {THREE, camera, object, order, renderer, scene} = page, side = 64;
    renderer.setAnimationLoop(null);
    aim(page, VIEWS[0]);
    const target = new THREE.WebGLRenderTarget(side, side);
    const draw = () => {
        const read = new Uint8Array(4 * side * side);
        renderer.setRenderTarget(target);
        renderer.render(scene, camera);
        renderer.readRenderTargetPixels(target, 0, 0, side, side, read);
        renderer.setRenderTarget(null);
        return read;
    };
    order.sort(camera);
    const expected = draw();
    aim(page, VIEWS[1]);
    order.sort(camera);
    aim(page, VIEWS[0]);
    object.onBeforeRender = (_, __, seenBy) => order.sort(seenBy);
    return {pixels: different(draw(), expected), dark: expected.some((value) => value > 0) ? 0 : 1};
}

// A ShaderMaterial with an attribute of its own, in orders of both directions, and what is left
// after dispose().
export async function ownShaders(page) {
    const {THREE, camera, renderer, scene} = page, {ElementOrder} = await import("glsort/three");
    renderer.setAnimationLoop(null);
    aim(page, VIEWS[0]);
    const geometry = new THREE.BufferGeometry(), result = {};
    for (const [name, size] of [["position", 3], ["tint", 4], ["size", 1]]) {
        const values = Float32Array.from({length: 500 * size}, (_, i) =>
            Math.abs(Math.sin((i + 1) * (size + 1) * 12.9)));
        geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
    }
    const material = () => new THREE.ShaderMaterial({
        transparent: true, depthTest: false,
        vertexShader: `attribute vec4 tint;
            attribute highp float size;
            varying vec4 color;
            void main() {
                color = tint;
                gl_Position = projectionMatrix * modelViewMatrix * vec4(position - 0.5, 1.0);
                gl_PointSize = 10.0 + 40.0 * size;
            }`,
        fragmentShader: "varying vec4 color; void main() { gl_FragColor = color; }",
    });
    const object = new THREE.Points(geometry, material());
    const drawnAlone = (each) => {
        scene.clear();
        scene.add(each);
        return drawn(page);
    };
    const inOrder = (order) => drawnAlone(plain(THREE, object, material(), order));
    const unsorted = inOrder(Uint32Array.from({length: 500}, (_, i) => i));
    for (const direction of ["back-to-front", "front-to-back"]) {
        const order = await ElementOrder.create(renderer, page.sorter, object, {direction});
        order.sort(camera);
        const picture = drawnAlone(object), sorted = numbers(renderer.getContext(), order, 500);
        const backToFront = direction === "back-to-front" ? sorted : sorted.slice().reverse();
        renderer.resetState();
        order.dispose();
        add(result, {misplaced: misplaced(backToFront, depthsOf({camera, object}, 500,
                                                                pointOf(object))),
                     left: different(drawnAlone(object), unsorted),
                     pixels: different(inOrder(sorted), picture)});
    }
    return result;
}

// The sentences of what is refused.
export async function refusals(page) {
    const {THREE, object, renderer, sorter} = page, {ElementOrder} = await import("glsort/three");
    renderer.setAnimationLoop(null);
    const said = (each) => ElementOrder.create(renderer, sorter, each).then(
        () => "taken", (error) => `${error.code}: ${error.message}`);
    const morphed = new THREE.Points(new THREE.BoxGeometry().toNonIndexed());
    morphed.geometry.morphAttributes.position = [morphed.geometry.attributes.position];
    object.geometry.setDrawRange(3, 9);
    return Promise.all([said(undefined), said(object),
                        said(new THREE.Points(new THREE.BoxGeometry())), said(morphed),
                        whatIsSaid(() => page.order.sort(page.camera))]);
}

function whatIsSaid(call) {
    try {
        call();
        return "taken";
    } catch (error) {
        return `${error.code}: ${error.message}`;
    }
}

// ---- GaussianSplat

export async function gaussianSplats(page) {
    const {camera, order, renderer, scene, splats} = page, gl = renderer.backend.gl, result = {};
    renderer.setAnimationLoop(null);
    splats.autoSort = false;
    const {orderAttribute} = splats._sort, {position} = splats.splatGeometry.attributes;
    const count = position.count;
    // A render target, because the renderer has one of its own between the scene and the canvas.
    const target = new page.THREE.RenderTarget(256, 256);
    const draw = () => {
        renderer.setRenderTarget(target);
        renderer.render(scene, camera);
        renderer.setRenderTarget(null);
        return renderer.readRenderTargetPixelsAsync(target, 0, 0, 256, 256);
    };
    order.sort(camera);
    await draw();
    for (const view of VIEWS) {
        aim(page, view);
        order.sort(camera);
        const picture = await draw(), {pbo} = orderAttribute;
        const sorted = numbers(gl, {texture: renderer.backend.get(pbo).textureGPU,
                                    width: pbo.image.width}, count);
        renderer.resetState();
        const depths = depthsOf({camera, object: splats}, count,
                                (i) => [position.getX(i), position.getY(i), position.getZ(i)]);
        const upload = (values) => {
            orderAttribute.array.set(values);
            pbo.needsUpdate = true;
            return draw();
        };
        const unsorted = await upload(sorted.slice().sort());
        add(result, {misplaced: misplaced(sorted, depths),
                     pixels: different(picture, await upload(sorted)),
                     alike: different(picture, unsorted) === 0 ? 1 : 0});
    }
    order.dispose();
    const own = splats.updateSort(renderer, camera);
    add(result, {left: own && splats.autoSort ? 0 : 1});
    return result;
}

// ---- Spark

// Spark's order, without the splats that are not drawn.
function sparkOrder({renderer, spark}) {
    const {orderingTexture, activeSplats} = spark;
    const texture = renderer.properties.get(orderingTexture).__webglTexture;
    const read = words(renderer.getContext(), texture, 4096, Math.ceil(activeSplats / 16384));
    renderer.resetState();
    return read.slice(0, activeSplats);
}

// The bits of the distances that Spark has computed.
function sparkKeys({renderer, spark}) {
    const {target, numSplats} = spark.current, gl = renderer.getContext();
    const read = new Uint8Array(4 * target.width * Math.ceil(numSplats / target.width));
    renderer.setRenderTarget(target, 0);
    gl.readBuffer(gl.COLOR_ATTACHMENT0 + target.textures.length - 1);
    gl.readPixels(0, 0, target.width, read.length / 4 / target.width, gl.RGBA, gl.UNSIGNED_BYTE,
                  read);
    gl.readBuffer(gl.COLOR_ATTACHMENT0);
    renderer.setRenderTarget(null);
    return new Uint32Array(read.buffer).slice(0, numSplats);
}

// The picture once Spark has nothing to do. Frames in between would hold its reads up.
async function settled(page) {
    const {spark} = page;
    for (let still = 0; still < 5; ++still) {
        if (!spark.sorting)
            page.renderer.render(page.scene, page.camera);
        if (spark.sorting || spark.sortDirty)
            still = 0;
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return drawn(page);
}

export async function spark(page) {
    const {SparkOrder} = await import("glsort/spark");
    const {order, renderer} = page, result = {}, pictures = [], orders = [];
    renderer.setAnimationLoop(null);
    result.refused = whatIsSaid(() => new SparkOrder(page.spark, page.sorter));
    await settled(page);
    for (const view of VIEWS) {
        aim(page, view);
        const picture = drawn(page), sorted = sparkOrder(page), keys = sparkKeys(page);
        const expected = Uint32Array.from(keys.keys()).sort((a, b) => keys[b] - keys[a] || a - b);
        add(result, {splats: keys.length,
                     misplaced: sorted.filter((id, i) => id !== expected[i]).length,
                     late: different(picture, await settled(page))});
        pictures.push(picture);
        orders.push(sorted);
    }
    order.dispose();
    order.dispose(); // has no effect
    for (const [i, view] of VIEWS.entries()) {
        aim(page, view);
        const first = drawn(page), picture = await settled(page), sorted = sparkOrder(page);
        const ours = orders[i].slice(orders[i].length - sorted.length);
        add(result, {unlikeWorker: sorted.filter((id, k) => id !== ours[k]).length,
                     pixels: different(picture, pictures[i]),
                     workerLate: different(first, picture) > 0 ? 1 : 0});
    }
    return result;
}

// More splats than the plan has room for, in meshes that Spark pads to rows, and fewer again.
export async function sparkGrows(page) {
    const {THREE, renderer, scene} = page, {SplatMesh} = await import("@sparkjsdev/spark");
    renderer.setAnimationLoop(null);
    aim(page, VIEWS[0]);
    const few = await settled(page);
    const more = [0, 1].map((turn) => new SplatMesh({constructSplats(made) {
        const center = new THREE.Vector3(), size = new THREE.Vector3(0.01, 0.01, 0.01);
        for (let i = 0; i < 10001; ++i)
            made.pushSplat(center.set(Math.sin(i), Math.cos(1.3 * i), Math.sin(0.7 * i + turn)),
                           size, new THREE.Quaternion(), 0.5, new THREE.Color(0.3, 0.6, 1));
    }}));
    scene.add(...more);
    await Promise.all(more.map(({initialized}) => initialized));
    const many = await settled(page), keys = sparkKeys(page), sorted = sparkOrder(page);
    const expected = Uint32Array.from(keys.keys()).sort((a, b) => keys[b] - keys[a] || a - b);
    scene.remove(...more);
    return {misplaced: sorted.filter((id, i) => id !== expected[i]).length,
            alike: different(few, many) === 0 ? 1 : 0, splats: sorted.length,
            left: different(await settled(page), few)};
}
