#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The npm package in the ways that pages embed it: by bundlers and their servers, without
configuration, by an import map, under a content security policy, and imported by node. Those
by npm need its registry; without npm or node they are skipped.

usage: test_embedding.py SITE [chromium | swiftshader | firefox] [unittest's]
"""
import gzip
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.request
from pathlib import Path

import npm
import pages

SITE, NAME = pages.arguments()
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
DOCUMENT = ROOT / "docs" / "web.md"
VITES = ("5.4.21", "6.4.6", "7.3.8")
WEBPACK = ("webpack@5.113.0", "webpack-cli@7.3.1")
ESBUILD = ("esbuild@0.28.2",)
PARCEL = ("parcel@2.16.4",)  # looks for "main"
ROLLUP = ("rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3")

HTML = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">' \
       '{head}<body><script type="{kind}" src="{source}"></script>'
MAIN = """
import {Glsort, GlsortError} from "glsort";

const gl = document.createElement("canvas").getContext("webgl2");
Glsort.create(gl, window.options)
    .then((sorter) => sorter.sort({keys: new Uint32Array([3, 1, 2])}))
    .then(({keys}) => { window.result = keys.join(); },
          (error) => { window.result = error instanceof GlsortError
              ? `${error.code}: ${error.message}` : `${error.constructor.name}: ${error}`; });
"""
ADAPTERS = """
import * as checks from "./adapter_checks.mjs";
import * as page from "./%s.mjs";
checks.%s(page).then((result) => { window.result = JSON.stringify(result); },
                     (error) => { window.result = error.stack; });
"""
IN_NODE = """
import {Glsort, GlsortError} from "glsort";
await Glsort.create(undefined).then(
    () => process.exit(1),
    (error) => console.log(error instanceof GlsortError, error.code, error.message));
"""

SCRIPTS = "default-src 'none'; script-src 'self' 'nonce-a'"


def page(source, kind="module", head=""):
    return HTML.format(source=source, kind=kind, head=head)


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return response.status == 200
    except OSError:
        return False


class InBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = Path(tempfile.mkdtemp(prefix="glsort-embedding-"))
        cls.addClassCleanup(shutil.rmtree, cls.work, ignore_errors=True)
        cls.browser = pages.browser(NAME)
        cls.addClassCleanup(cls.browser.close)

    def folder(self):
        return Path(tempfile.mkdtemp(dir=self.work))

    def result(self, url):
        """What the page has written, and the faults on the console."""
        self.browser.clear_console()
        self.browser.open(url)
        written = f"location.href === {json.dumps(url)} && window.result"
        result = pages.wait_for(lambda: self.browser.run(written), "a result")
        return result, pages.faults(self.browser.console())

    def assert_sorts(self, url):
        self.assertEqual(self.result(url), ("1,2,3", []))


@unittest.skipUnless(shutil.which("npm"), "npm is not installed")
class Bundlers(InBrowser):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.package = npm.packed(SITE, cls.work)

    def installed(self, *tools):
        folder = self.folder()
        (folder / "main.js").write_text(MAIN)
        (folder / "index.html").write_text(page("./main.js"))
        (folder / "package.json").write_text(json.dumps({"private": True, "type": "module"}))
        npm.install(folder, self.package, *tools)
        return folder

    def assert_bundle_sorts(self, folder, *command, kind="module"):
        """The command writes dist/main.js, which needs nothing else of the folder."""
        shutil.rmtree(folder / "dist", ignore_errors=True)
        npm.run("npx", "--no-install", *command, folder=folder)
        self.assertEqual([path.name for path in (folder / "dist").iterdir()], ["main.js"])
        (folder / "dist" / "index.html").write_text(page("main.js", kind))
        self.assert_sorts(pages.serve({"/": folder / "dist"}) + "/")

    def serve_by_vite(self, folder):
        port = free_port()
        vite = subprocess.Popen(
            ["npx", "--no-install", "vite", "--host", "127.0.0.1", "--port", str(port),
             "--strictPort"], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(vite.wait)
        self.addCleanup(os.killpg, vite.pid, signal.SIGTERM)
        url = f"http://127.0.0.1:{port}/"
        pages.wait_for(lambda: answers(url), "the server of vite")
        return url

    def test_servers_and_builds_of_vite(self):
        for version in VITES:
            with self.subTest(version):
                folder = self.installed(f"vite@{version}")
                self.assert_sorts(self.serve_by_vite(folder))
                npm.run("npx", "--no-install", "vite", "build", folder=folder)
                self.assert_sorts(pages.serve({"/": folder / "dist"}) + "/")

    def test_the_first_example_of_the_document_is_built_by_every_vite(self):
        example = re.search(r"```js\n(import .*?)```", DOCUMENT.read_text(), re.DOTALL)[1]
        for version in VITES:
            with self.subTest(version):
                folder = self.installed(f"vite@{version}")
                (folder / "main.js").write_text(example)
                npm.run("npx", "--no-install", "vite", "build", folder=folder)

    def test_parcel(self):
        folder = self.installed(*PARCEL)
        npm.run("npx", "--no-install", "parcel", "build", "index.html", "--no-cache",
                "--public-url", "./", folder=folder)
        self.assert_sorts(pages.serve({"/": folder / "dist"}) + "/")

    def test_webpack(self):
        folder = self.installed(*WEBPACK)
        for mode in ("production", "development"):
            self.assert_bundle_sorts(folder, "webpack", "--mode", mode, "--entry", "./main.js",
                                     "-o", "dist", kind="text/javascript")

    def test_no_bundler(self):
        folder = self.installed()
        names = json.dumps({"imports": {"glsort": "./node_modules/glsort/glsort.mjs"}})
        (folder / "index.html").write_text(
            page("./main.js", head=f'<script type="importmap">{names}</script>'))
        self.assert_sorts(pages.serve({"/": folder}) + "/")

    def test_esbuild(self):
        folder = self.installed(*ESBUILD)
        for form, kind in (("esm", "module"), ("iife", "text/javascript")):
            self.assert_bundle_sorts(folder, "esbuild", "main.js", "--bundle", "--minify",
                                     f"--format={form}", "--outfile=dist/main.js", kind=kind)

    def test_adapters_by_vite_and_webpack(self):
        folder = self.folder()
        npm.install_examples(SITE, folder)
        npm.install(folder, f"vite@{VITES[-1]}", *WEBPACK)
        shutil.copy(HERE / "adapter_checks.mjs", folder)
        form = '<label><input type="checkbox" id="sorted" checked></label>'
        vite, webpack = ("vite", "build"), ("webpack", "--mode", "production", "--entry",
                                            "./main.js", "-o", "dist")
        for name, check, command in (("points", "changedElements", vite),
                                     ("gaussian-splat", "gaussianSplats", vite),
                                     ("spark", "sparkGrows", vite),
                                     ("spark", "sparkGrows", webpack)):
            with self.subTest(name, bundler=command[0]):
                (folder / "main.js").write_text(ADAPTERS % (name, check))
                (folder / "index.html").write_text(page("./main.js", head=form))
                shutil.rmtree(folder / "dist", ignore_errors=True)
                npm.run("npx", "--no-install", *command, folder=folder)
                if command == webpack:
                    (folder / "dist/index.html").write_text(page("main.js", head=form))
                result, faults = self.result(pages.serve({"/": folder / "dist"}) + "/")
                self.assertIn('"misplaced":0', result)
                self.assertEqual(faults, [])

    def test_rollup(self):
        folder = self.installed(*ROLLUP)
        for form, kind in (("es", "module"), ("iife", "text/javascript")):
            self.assert_bundle_sorts(folder, "rollup", "main.js", "-p", "node-resolve", "-f", form,
                                     "-o", "dist/main.js", kind=kind)


class Modules(InBrowser):
    """Without a build step."""

    def served(self, policy="", options="{}"):
        folder = self.folder()
        importing = json.dumps({"imports": {"glsort": "./glsort/glsort.mjs"}})
        head = f'<script nonce="a">window.options = {options};</script>' \
               f'<script type="importmap" nonce="a">{importing}</script>'
        (folder / "index.html").write_text(page("./main.js", head=head))
        (folder / "main.js").write_text(MAIN)
        headers = {"Content-Security-Policy": policy} if policy else {}
        return pages.serve({"/": folder, "/glsort/": SITE / "glsort"}, headers=headers) + "/"

    def test_an_import_map(self):
        self.assert_sorts(self.served())

    def test_a_content_security_policy_of_scripts_only(self):
        result, faults = self.result(self.served(f"{SCRIPTS} 'wasm-unsafe-eval'"))
        self.assertEqual(result, "1,2,3")
        self.assertEqual([fault for fault in faults if "'data:,'" not in fault], [])  # the icon

    def test_a_content_security_policy_without_webassembly_is_named(self):
        said, _ = self.result(self.served(SCRIPTS))
        self.assertIn("GLSORT_ERROR_LOADER: Glsort.create: ", said)
        self.assertIn("'wasm-unsafe-eval'", said)

    def test_with_wasm_url_a_content_security_policy_needs_connections(self):
        policy = f"{SCRIPTS} 'wasm-unsafe-eval'"
        options = '{wasmUrl: "./glsort/glsort-wasm.wasm"}'
        said, _ = self.result(self.served(policy, options))
        self.assertIn("GLSORT_ERROR_LOADER: Glsort.create: wasmUrl ./glsort/glsort-wasm.wasm",
                      said)
        said, _ = self.result(self.served(f"{policy}; connect-src 'self'", options))
        self.assertEqual(said, "1,2,3")

    @unittest.skipUnless(shutil.which("node"), "node is not installed")
    def test_node_imports_it_and_says_that_there_is_no_webgl(self):
        folder = self.folder()
        shutil.copytree(SITE / "glsort", folder / "node_modules" / "glsort")
        (folder / "main.mjs").write_text(IN_NODE)
        self.assertEqual(npm.run("node", "main.mjs", folder=folder),
                         "true GLSORT_ERROR_ARGUMENT Glsort.create: gl is not a "
                         "WebGL2RenderingContext\n")


class Sizes(unittest.TestCase):
    def test_the_document_says_them_to_a_tenth(self):
        said = re.search(r"loads (\d+) kB of JavaScript \((\d+) kB by gzip\), (\d+) kB of",
                         DOCUMENT.read_text())
        adapters = {path.name for path in (ROOT / "web/adapters").iterdir()}
        modules = [path.read_bytes() for path in (SITE / "glsort").glob("*.mjs")
                   if path.name not in adapters]
        packed_size = (SITE / "glsort" / "glsort-wasm-packed.mjs").stat().st_size
        sizes = (sum(map(len, modules)), len(gzip.compress(b"".join(modules))), packed_size)
        for number, size in zip(said.groups(), sizes):
            self.assertAlmostEqual(int(number), size / 1000, delta=size / 10000)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
