#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The npm package, packed and installed in a fresh folder: its files and its types, by the
compiler of TypeScript. Needs npm and its registry.

usage: test_package.py SITE [unittest's]
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import npm
import pages

SITE, _ = pages.arguments()
ROOT = Path(__file__).parents[3]
TYPESCRIPT = "typescript@5.6.3"
TYPES_OF_THREE = "@types/three@0.187.0"

USE_OF_TYPES = """
import {DrawOrder, Glsort, GlsortError, Plan, Segments, type SelfTest} from "glsort";

export async function use(gl: WebGL2RenderingContext, texture: WebGLTexture) {
    const sorter = await Glsort.create(gl, {state: "keep"});
    const order: DrawOrder = sorter.createOrder({maxCount: 9, cull: "frustum"});
    const positions = {texture, width: 3}, buffer = gl.createBuffer()!;
    const made: WebGLTexture = order.run({count: 9, positions,
                                          viewProjection: new Float32Array(16)});
    const {keys, values} = await sorter.sort({keys: new Float32Array(3), values: "indices"});
    const both: [Float32Array, Uint32Array] = [keys, values];
    sorter.createOrder({maxCount: 9, vertices: 3, keyVertex: "nearest", cull: "frustum",
                        radii: "texture", count: "buffer"})
        .run({count: {buffer}, positions, vertexCount: 27, indices: {buffer}, radii: positions,
              viewProjection: []});
    sorter.order({count: 9, transform: "per-element", matrices: positions, matrixCount: 1,
                  matrixIndices: positions, dead: {buffer}, deadTest: "at-most", deadValue: 0,
                  eye: [0, 0, 0], axis: [0, 0, 1],
                  sources: [{positions, count: 4}, {positions, base: 5, count: 4}]});
    const segments: Segments = sorter.createSegments({maxCount: 9, maxSegments: 2, key: "f32"});
    segments.run({count: 9, segmentCount: 2, offsets: {buffer}, keys: {buffer},
                  keysOut: {buffer}});
    const plan: Plan = await sorter.createPlanAsync({maxCount: 9});
    const test: SelfTest = await Glsort.selfTest(gl, {keyBits: 16});
    const wrong: number[] = test.forms.map((form) => form.wrong);
    // @ts-expect-error: Glsort.create() makes it
    new Glsort();
    // @ts-expect-error: a self-test keeps the state
    Glsort.selfTest(gl, {state: "reset"});
    // @ts-expect-error: counts of order() are numbers
    sorter.order({count: {buffer}, positions: {buffer}, viewProjection: []});
    // @ts-expect-error: there is no such option
    sorter.createOrder({maxCount: 9, cull: "box"});
    // @ts-expect-error: a texture needs its width
    order.run({count: 9, positions: {texture}, viewProjection: []});
    return {plan, wrong, made, both, code: new GlsortError().code};
}
"""

USE_OF_ADAPTERS = """
import {Glsort} from "glsort";
import {SparkOrder} from "glsort/spark";
import {ElementOrder, type ElementOrderOptions} from "glsort/three";
import {GaussianSplatOrder} from "glsort/three-gaussian-splat";
import {SparkRenderer} from "@sparkjsdev/spark";
import * as THREE from "three";
import {WebGPURenderer} from "three/webgpu";

export async function use(renderer: THREE.WebGLRenderer, camera: THREE.Camera) {
    const sorter = await Glsort.create(renderer.getContext() as WebGL2RenderingContext);
    const options: ElementOrderOptions = {direction: "front-to-back", metric: "distance"};
    const order = await ElementOrder.create(renderer, sorter, new THREE.Points(), options);
    order.sort(camera);
    const geometry = new THREE.BufferGeometry(), material = new THREE.Material();
    await ElementOrder.create(renderer, sorter, new THREE.InstancedMesh(geometry, material, 9));
    new SparkOrder(new SparkRenderer({renderer}), sorter).dispose();
    const splats = await GaussianSplatOrder.create(new WebGPURenderer(), sorter, new THREE.Mesh());
    splats.sort(camera);
    // @ts-expect-error: create() makes it
    new ElementOrder();
    // @ts-expect-error: a Mesh has no elements
    ElementOrder.create(renderer, sorter, new THREE.Mesh());
    // @ts-expect-error: there is no such direction
    ElementOrder.create(renderer, sorter, new THREE.Points(), {direction: "left-to-right"});
}
"""

# Modules of tsc for each way to resolve them. Types of other packages have errors of their own.
RESOLUTIONS = {"nodenext": "nodenext", "bundler": "esnext"}
OURS = re.compile(r"^(?:use|node_modules/glsort/).*", re.MULTILINE)
REPOSITORY = "https://example.org/someone/glsort"


@npm.needed
class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="glsort-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        npm.install_examples(SITE, cls.folder)
        cls.installed = cls.folder / "node_modules/glsort"
        cls.described = json.loads((cls.installed / "package.json").read_text())

    def test_the_package_holds_what_was_written_and_built_for_it(self):
        sources = {path.name for folder in ("glsort", "adapters")
                   for path in (ROOT / "web" / folder).iterdir()}
        built = {"glsort-wasm.mjs", "glsort-wasm-packed.mjs", "glsort-wasm.wasm"}
        files = {path.name for path in self.installed.iterdir()}
        self.assertEqual(files, {*sources, *built, "LICENSE", "package.json"})
        for each in self.described["exports"].values():
            for file in [each] if isinstance(each, str) else each.values():
                self.assertTrue((self.installed / file).is_file(), file)

    def test_with_a_repository_it_can_be_published_with_provenance(self):
        build = self.folder / "build"
        npm.run("emcmake", "cmake", "-B", build, f"-DGLSORT_REPOSITORY={REPOSITORY}", folder=ROOT)
        described = json.loads((build / "site/glsort/package.json").read_text())
        more = {"repository": {"type": "git", "url": f"git+{REPOSITORY}.git"},
                "homepage": f"{REPOSITORY}#readme", "bugs": f"{REPOSITORY}/issues"}
        self.assertEqual(described, {**self.described, **more})

    def test_the_types_are_those_of_the_calls(self):
        npm.install(self.folder, "--no-save", TYPESCRIPT, TYPES_OF_THREE)
        (self.folder / "use.mts").write_text(USE_OF_TYPES)
        (self.folder / "use_adapters.mts").write_text(USE_OF_ADAPTERS)
        for resolution, module in RESOLUTIONS.items():
            with self.subTest(resolution):
                done = subprocess.run(
                    ["node_modules/.bin/tsc", "--noEmit", "--strict", "--target", "es2022",
                     "--module", module, "--moduleResolution", resolution,
                     "--lib", "es2022,dom", "use.mts", "use_adapters.mts"],
                    cwd=self.folder, capture_output=True, text=True, check=False)
                self.assertEqual(OURS.findall(done.stdout), [])
                self.assertNotIn("error TS5", done.stdout)  # of the options
                self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
