#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The npm package, packed and installed in a fresh folder, with the three.js example on it,
and its types with the compiler of TypeScript. Needs npm and its registry.

usage: test_package.py SITE [chromium | swiftshader | firefox] [unittest's]
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pages

SITE, NAME = pages.arguments()
ROOT = Path(__file__).parents[3]
TYPESCRIPT = "typescript@5.6.3"

USE_OF_TYPES = """
import {Glsort, GlsortError, type DrawOrder, type Plan, type SelfTest} from "glsort";

export async function use(gl: WebGL2RenderingContext, texture: WebGLTexture) {
    const sorter = await Glsort.create(gl, {state: "keep"});
    const order: DrawOrder = sorter.createOrder({maxCount: 9, cull: "frustum"});
    const made: WebGLTexture = order.run({count: 9, positions: {texture, width: 3},
                                          viewProjection: new Float32Array(16)});
    const {keys, values} = await sorter.sort({keys: new Float32Array(3), values: "indices"});
    const both: [Float32Array, Uint32Array] = [keys, values];
    const triangles = sorter.createOrder({maxCount: 9, vertices: 3, keyVertex: "nearest",
                                          cull: "frustum", radii: "texture", count: "buffer"});
    const buffer = gl.createBuffer()!;
    triangles.run({count: {buffer}, positions: {texture, width: 3}, vertexCount: 27,
                   indices: {buffer}, radii: {texture, width: 3}, viewProjection: []});
    sorter.order({count: 9, positions: {texture, width: 3}, dead: {buffer},
                  deadTest: "at-most", deadValue: 0, eye: [0, 0, 0], axis: [0, 0, 1]});
    sorter.createSegments({maxCount: 9, maxSegments: 2, key: "f32"})
        .run({count: 9, segmentCount: 2, offsets: {buffer}, keys: {buffer}, keysOut: {buffer}});
    const later: DrawOrder = await sorter.createOrderAsync({maxCount: 9});
    const plan: Plan = await sorter.createPlanAsync({maxCount: 9});
    const test: SelfTest = await Glsort.selfTest(gl, {state: "keep"});
    const wrong: number[] = test.isRight ? [] : test.forms.map((form) => form.wrong);
    // @ts-expect-error: counts of order() are numbers
    sorter.order({count: {buffer}, positions: {buffer}, viewProjection: []});
    // @ts-expect-error: there is no such option
    sorter.createOrder({maxCount: 9, cull: "box"});
    // @ts-expect-error: a texture needs its width
    order.run({count: 9, positions: {texture}, viewProjection: []});
    return {later, plan, wrong, made, both, code: new GlsortError().code};
}
"""

# The number of elements that are not where a sort on the CPU has them, of equal depths any.
CHECK = """import('/main.mjs').then(async ({order, places, renderer, viewProjection}) => {
    const gl = renderer.getContext(), count = places.length / 4;
    await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
    const m = viewProjection.elements, words = new Uint32Array(4 * count);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D,
                            order.texture, 0);
    gl.readPixels(0, 0, order.width, count / order.width, gl.RGBA_INTEGER, gl.UNSIGNED_INT,
                  words);
    gl.deleteFramebuffer(frame);
    renderer.resetState();
    const depth = (i) => m[3] * places[4 * i] + m[7] * places[4 * i + 1] +
                         m[11] * places[4 * i + 2];
    const seen = new Set();
    let wrong = 0;
    for (let i = 0; i < count; ++i) {
        seen.add(words[4 * i]);
        if (i > 0 && depth(words[4 * i]) > depth(words[4 * i - 4]) + 1e-5)
            ++wrong;
    }
    return {count: seen.size, wrong};
})"""

# The pixels of a render target that are lit if a mesh makes an order in its onBeforeRender.
WITHIN_A_PASS = """(async (state) => {
    const [THREE, {Glsort}, {renderer}] = await Promise.all(
        [import("three"), import("glsort"), import("/main.mjs")]);
    renderer.setAnimationLoop(null);
    const gl = renderer.getContext(), texture = gl.createTexture();
    const sorter = await Glsort.create(gl, {state});
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, 32, 32);
    renderer.resetState();
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), new THREE.MeshBasicMaterial());
    mesh.onBeforeRender = () => {
        sorter.order({count: 1024, positions: {texture, width: 32}, eye: [0, 0, 0],
                      axis: [0, 0, 1]});
        if (state === "reset")
            renderer.resetState();
    };
    const target = new THREE.WebGLRenderTarget(16, 16), pixels = new Uint8Array(4 * 16 * 16);
    renderer.setRenderTarget(target);
    renderer.render(new THREE.Scene().add(mesh), new THREE.OrthographicCamera(-1, 1, 1, -1, -1, 1));
    renderer.readRenderTargetPixels(target, 0, 0, 16, 16, pixels);
    renderer.setRenderTarget(null);
    sorter.dispose();
    renderer.resetState();
    return pixels.filter((value, i) => i % 4 === 0 && value === 255).length;
})"""


def npm(*arguments, folder):
    done = subprocess.run(["npm", *arguments, "--silent", "--no-audit", "--no-fund"],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"npm {' '.join(arguments)}: {done.stderr or done.stdout}")
    return done.stdout


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("npm"):
            raise unittest.SkipTest("npm is not installed")
        cls.folder = Path(tempfile.mkdtemp(prefix="glsort-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        name = npm("pack", "--pack-destination", str(cls.folder),
                   folder=SITE / "glsort").strip().splitlines()[-1]
        cls.tarball = cls.folder / name
        shutil.copytree(ROOT / "web/three", cls.folder / "three",
                        ignore=shutil.ignore_patterns("node_modules", "package-lock.json"))
        package = cls.folder / "three/package.json"
        described = json.loads(package.read_text())
        described["dependencies"]["glsort"] = f"file:{cls.tarball}"
        package.write_text(json.dumps(described))
        npm("install", folder=cls.folder / "three")

    def test_the_package_holds_what_it_exports_and_nothing_of_the_build(self):
        files = {path.name for path in (self.folder / "three/node_modules/glsort").iterdir()}
        described = json.loads((SITE / "glsort/package.json").read_text())
        self.assertEqual(files, {*described["files"], "package.json"})

    def test_three_js_draws_its_points_in_order(self):
        browser = pages.browser(NAME, width=640, height=400)
        self.addCleanup(browser.close)
        browser.open(pages.serve({"/": self.folder / "three"}) + "/")
        result = pages.wait_for(lambda: browser.run(CHECK), "an order")
        self.assertEqual(result, {"count": 65536, "wrong": 0})
        self.assertEqual(pages.faults(browser.console()), [])

    def test_within_a_pass_of_three_js_an_order_keeps_the_state_or_the_pass_stays_black(self):
        browser = pages.browser(NAME, width=640, height=400)
        self.addCleanup(browser.close)
        browser.open(pages.serve({"/": self.folder / "three"}) + "/")
        pages.wait_for(lambda: browser.run(CHECK), "three.js")
        lit = [browser.run(f"{WITHIN_A_PASS}('{state}')") for state in ("reset", "keep")]
        self.assertEqual(lit, [0, 256])
        self.assertEqual(pages.faults(browser.console()), [])

    def test_the_types_are_those_of_the_calls(self):
        folder = self.folder / "three"
        npm("install", "--no-save", TYPESCRIPT, folder=folder)
        (folder / "use.mts").write_text(USE_OF_TYPES)
        done = subprocess.run(
            ["node_modules/.bin/tsc", "--noEmit", "--strict", "--target", "es2022", "--module",
             "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom", "use.mts"],
            cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
