#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The ways to build the package: `pip install -e`, and `python -m build`, which makes the wheel of
the source distribution; each in a virtual environment and without network.

usage: test_builds.py SOURCE LIBRARY [unittest options]

LIBRARY, a shared library, is packed, because compiling it takes minutes; with GLSORT_TEST_ALL=1
each makes its own."""
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import venv
from pathlib import Path

SOURCE = Path(sys.argv.pop(1)).resolve()
LIBRARY = sys.argv.pop(1)
OWN = {"GLSORT_LIBRARY": ""} if os.environ.get("GLSORT_TEST_ALL") == "1" else {}
PARTS = ("CMakeLists.txt", "LICENSE", "cmake", "include", "shaders", "src", "python")
SORT = "import glsort; print(glsort.__file__); print(glsort.sort([3, 1, 2]))"
IGNORED = shutil.ignore_patterns("__pycache__", "build", "dist", "*.egg-info", "_declarations.py",
                                 "*glsort.so")


def environment(**more):
    """Nothing can be fetched, and the package is not found by accident."""
    nowhere = "http://127.0.0.1:9"
    variables = {**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
                 "http_proxy": nowhere, "https_proxy": nowhere, "GLSORT_LIBRARY": LIBRARY, **more}
    variables.pop("PYTHONPATH", None)
    return variables


class Builds(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="glsort-builds-"))
        self.addCleanup(shutil.rmtree, self.work)
        self.tree = self.work / "tree"
        self.tree.mkdir()
        for part in PARTS:
            if (SOURCE / part).is_dir():
                shutil.copytree(SOURCE / part, self.tree / part, ignore=IGNORED)
            else:
                shutil.copy(SOURCE / part, self.tree / part)
        venv.create(self.work / "env", system_site_packages=True, with_pip=False)
        self.python = self.work / "env" / "bin" / "python"

    def run_python(self, *arguments, **more):
        done = subprocess.run([self.python, "-B", *arguments], cwd=self.work,
                              env=environment(**more), capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def succeed(self, *arguments, **more):
        code, said = self.run_python(*arguments, **more)
        self.assertEqual(code, 0, said)
        return said

    def install(self, *what, **more):
        self.succeed("-m", "pip", "install", "--no-build-isolation", *what, **more)

    def assert_sorts(self, place):
        file, *lines = self.succeed("-c", SORT).splitlines()
        self.assertTrue(Path(file).is_relative_to(place), file)
        self.assertEqual(lines[0], "[1 2 3]")

    def test_an_editable_install_runs_the_sources(self):
        self.install("-e", f"{self.tree}/python[arrays]", **OWN)
        self.assert_sorts(self.tree / "python" / "src" / "glsort")
        with (self.tree / "python/src/glsort/__init__.py").open("a") as module:
            module.write("mark = 17\n")
        self.assertEqual(self.succeed("-c", "import glsort; print(glsort.mark)"), "17\n")

    def test_an_install_whose_library_cannot_be_built_fails(self):
        for way in (["-e"], []):
            code, said = self.run_python("-m", "pip", "install", "--no-build-isolation", *way,
                                         self.tree / "python", GLSORT_LIBRARY="/nowhere.so")
            self.assertNotEqual(code, 0)
            self.assertIn("/nowhere.so", said)
            self.assertNotEqual(self.run_python("-c", "import glsort")[0], 0)

    def test_build_makes_a_source_distribution_and_of_that_a_wheel(self):
        if not importlib.util.find_spec("build.__main__"):
            self.skipTest("the module build is not installed")
        self.succeed("-m", "build", "--no-isolation", "--skip-dependency-check", "--outdir",
                     self.work / "dist", self.tree / "python", **OWN)
        archive, wheel = sorted((self.work / "dist").iterdir(), key=lambda path: path.suffix)
        with tarfile.open(archive) as tar:
            names = " ".join(tar.getnames())
        for part in ("library/CMakeLists.txt", "library/src/api", "library/shaders/order",
                     "examples/particles.py"):
            self.assertIn("/" + part, names)
        self.install(wheel)
        self.assert_sorts(self.work / "env")


if __name__ == "__main__":
    unittest.main()
