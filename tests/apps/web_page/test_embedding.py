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
ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "web.md"
MODULE, SCRIPT = "module", "text/javascript"
# What npm installs, a command that makes dist/index.html, or dist/main.js of the kind of script.
BUNDLERS = [
    (("vite@5.4.21",), "vite build", None),
    (("vite@6.4.6",), "vite build", None),
    (("vite@7.3.8",), "vite build", None),
    (("parcel@2.16.4",),  # looks for "main"
     "parcel build index.html --no-cache --public-url ./", None),
    (("webpack@5.113.0", "webpack-cli@7.3.1"),
     "webpack --mode production --entry ./main.js -o dist", SCRIPT),
    (("esbuild@0.28.2",), "esbuild main.js --bundle --minify --format=esm --outfile=dist/main.js",
     MODULE),
    (("rollup@4.68.8", "@rollup/plugin-node-resolve@16.0.3"),
     "rollup main.js -p node-resolve -f iife -o dist/main.js", SCRIPT),
]

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
IN_NODE = """
import {Glsort, GlsortError} from "glsort";
await Glsort.create(undefined).then(
    () => process.exit(1),
    (error) => console.log(error instanceof GlsortError, error.code, error.message));
"""

SCRIPTS = "default-src 'none'; script-src 'self' 'nonce-a'"


def page(source, kind=MODULE, head=""):
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


@npm.needed
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

    def test_servers_of_vite_and_what_bundlers_make_sort(self):
        for tools, command, kind in BUNDLERS:
            with self.subTest(command, tools=tools):
                folder = self.installed(*tools)
                if command == "vite build":
                    self.assert_sorts(self.serve_by_vite(folder))
                npm.run("npx", "--no-install", *command.split(), folder=folder)
                if kind is not None:  # nothing else of the folder is needed
                    self.assertEqual([each.name for each in (folder / "dist").iterdir()],
                                     ["main.js"])
                    (folder / "dist" / "index.html").write_text(page("main.js", kind))
                self.assert_sorts(pages.serve({"/": folder / "dist"}) + "/")


class Modules(InBrowser):
    """Without a build step, by an import map."""

    def served(self, policy, options="{}"):
        folder = self.folder()
        importing = json.dumps({"imports": {"glsort": "./glsort/glsort.mjs"}})
        head = f'<script nonce="a">window.options = {options};</script>' \
               f'<script type="importmap" nonce="a">{importing}</script>'
        (folder / "index.html").write_text(page("./main.js", head=head))
        (folder / "main.js").write_text(MAIN)
        return pages.serve({"/": folder, "/glsort/": SITE / "glsort"},
                           headers={"Content-Security-Policy": policy}) + "/"

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
        self.assertEqual(npm.run("node", "--input-type=module", "-e", IN_NODE, folder=folder),
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
