#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The adapters for three.js and Spark, by the pages in web/examples: each order against a sort on
the CPU, and each picture against that of the same elements in this order without an adapter.
Needs npm and its registry.

usage: test_adapters.py SITE [chromium | swiftshader | firefox] [unittest's]
"""
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import npm
import pages

SITE, NAME = pages.arguments()
HERE = Path(__file__).parent

# In a module of the page's own, whose names its import map resolves.
CHECK = """(() => {
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = `window.result = await Promise.all([
            import("/checks/adapter_checks.mjs"), import("/%s.mjs")])
        .then(([checks, page]) => checks.%s(page))
        .then((value) => ({value}), (error) => ({error: error.stack ?? String(error)}));`;
    document.head.append(script);
})()"""


@npm.needed
class Adapters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="glsort-adapters-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        npm.install_examples(SITE, cls.folder)
        cls.server = pages.serve({"/": cls.folder, "/checks/": HERE})
        cls.browser = pages.browser(NAME, width=400, height=300)
        cls.addClassCleanup(cls.browser.close)

    def result(self, page, check):
        """What the check says of a fresh page. Nothing is on the console then."""
        self.browser.clear_console()
        url = f"{self.server}/{page}.html"
        self.browser.open("about:blank")
        self.browser.open(url)
        pages.wait_for(lambda: self.browser.run(f"location.href === {json.dumps(url)} && "
                                                "document.readyState === 'complete'"), "the page")
        self.browser.run(CHECK % (page, check))
        result = pages.wait_for(lambda: self.browser.run("window.result"), "a result")
        self.assertNotIn("error", result)
        self.assertEqual(pages.faults(self.browser.console()), [])
        return result["value"]

    def test_points_and_instances_are_drawn_in_order(self):
        for page in ("points", "instances"):
            with self.subTest(page):
                self.assertEqual(self.result(page, "elements"),
                                 {"misplaced": 0, "pixels": 0, "alike": 0})

    def test_sorts_within_a_pass_leave_its_target(self):
        self.assertEqual(self.result("points", "withinAPass"), {"pixels": 0, "dark": 0})

    def test_shaders_of_the_page_take_their_attributes_in_order_until_dispose(self):
        self.assertEqual(self.result("points", "ownShaders"),
                         {"misplaced": 0, "left": 0, "pixels": 0})

    def test_refusals_say_what_to_do(self):
        said = self.result("points", "refusals")
        for sentence, words in zip(said, ("create: .*neither Points nor an InstancedMesh",
                                          "create: .*clone it", "create: .*use toNonIndexed()",
                                          "create: .*morph targets",
                                          "sort: .*begins at 3; it must begin at 0"), strict=True):
            self.assertRegex(sentence, f"^GLSORT_ERROR_ARGUMENT: ElementOrder.{words}")

    def test_gaussian_splats_of_three_js_are_drawn_in_order(self):
        self.assertEqual(self.result("gaussian-splat", "gaussianSplats"),
                         {"misplaced": 0, "pixels": 0, "alike": 0, "left": 0})

    def test_spark_draws_in_the_first_frame_what_its_worker_draws_later(self):
        result = self.result("spark", "spark")
        self.assertGreater(result.pop("workerLate"), 0)
        self.assertRegex(result.pop("refused"), "^GLSORT_ERROR_ARGUMENT: SparkOrder: .*another")
        self.assertEqual(result, {"splats": 3 * 8192, "misplaced": 0, "late": 0,
                                  "unlikeWorker": 0, "pixels": 0})

    def test_spark_may_get_more_splats_and_fewer(self):
        self.assertEqual(self.result("spark", "sparkGrows"),
                         {"misplaced": 0, "alike": 0, "splats": 8192 + 10240 + 10001, "left": 0})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
