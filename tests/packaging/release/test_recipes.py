# SPDX-License-Identifier: MIT
"""What a release has for Meson, FetchContent, vcpkg and Conan builds glsort from its archive, with
nothing fetched; and its list of contents (SPDX) is right. vcpkg and Conan are not here, so of
these only the hashes of the archive are read.

usage: test_recipes.py RELEASE | SOURCE BUILD    RELEASE: a folder of files of scripts/release;
                                                 otherwise an archive is made of a build folder"""
import hashlib
import json
import py_compile
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CONSUMER = HERE.parent / "build" / "consumer"
CMAKE = HERE.parents[2] / "cmake"
VERSION = ".".join(re.findall(r"#define GLSORT_VERSION_[A-Z]+ (\d+)", (
    CMAKE.parent / "include/glsort/glsort.h").read_text()))
FILES = []  # of the command line


def run(*words, cwd=None):
    done = subprocess.run([str(word) for word in words], cwd=cwd, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise AssertionError(f"{words}:\n{done.stdout[-3000:]}")
    return done.stdout


def make_archive(source, build, work):
    """What the library needs of a lean archive."""
    root = work / f"glsort-{VERSION}"
    for name in ("CMakeLists.txt", "LICENSE", "cmake", "include", "src", "docs", "examples"):
        copy = shutil.copytree if (source / name).is_dir() else shutil.copy
        root.mkdir(exist_ok=True)
        copy(source / name, root / name)
    shutil.copytree(build / "generated", root / "generated")
    shutil.copytree(source / "shaders" / "shared", root / "shaders" / "shared")
    shutil.copy(build / "amalgamation" / "glsort" / "glsort.c", root / "generated")
    run(sys.executable, CMAKE / "write_recipes.py", VERSION, "--meson", root)
    archive = work / f"glsort-{VERSION}-lean.tar.gz"
    run("cmake", "-E", "tar", "czf", archive, root.name, cwd=work)
    run(sys.executable, CMAKE / "write_recipes.py", VERSION, archive, work / "glsort-recipes")
    return archive


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="glsort-recipes-")
        cls.addClassCleanup(scratch.cleanup)
        work = Path(scratch.name)
        if len(FILES) == 1:
            cls.archive = FILES[0] / f"glsort-{VERSION}-lean.tar.gz"
            zipfile.ZipFile(FILES[0] / f"glsort-{VERSION}-recipes.zip").extractall(work)
        else:
            cls.archive = make_archive(*FILES, work)
        cls.recipes = work / "glsort-recipes"

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="glsort-recipes-")
        self.addCleanup(scratch.cleanup)
        self.work = Path(scratch.name)

    @unittest.skipUnless(shutil.which("meson"), "no meson")
    def test_a_wrap_gives_meson_a_static_and_a_shared_library(self):
        shutil.copytree(CONSUMER, self.work, dirs_exist_ok=True)
        (self.work / "subprojects/packagefiles").mkdir(parents=True)
        shutil.copy(self.recipes / "glsort.wrap", self.work / "subprojects")
        shutil.copy(self.archive, self.work / "subprojects/packagefiles")
        (self.work / "meson.build").write_text(
            "project('app', 'c', 'cpp')\n"
            "executable('app_c', 'consumer.c', dependencies: dependency('glsort'))\n"
            "executable('app_cpp', 'consumer.cpp', dependencies: dependency('glsort'))\n")
        for kind in ("static", "shared"):
            build = self.work / kind
            run("meson", "setup", build, self.work, f"-Ddefault_library={kind}",
                "-Dglsort:optimization=0", "--fatal-meson-warnings")
            run("meson", "compile", "-C", build)
            self.assertIn("sorts 5000 keys", run(build / "app_c"))
            self.assertIn("sorts up to", run(build / "app_cpp"))
            linked = run("readelf", "-d", build / "app_c")
            self.assertEqual("libglsort.so.0.1" in linked, kind == "shared", linked)

    def test_the_printed_lines_fetch_it_into_a_project_of_cxx_alone(self):
        shutil.copy(CONSUMER / "consumer.cpp", self.work)
        lines = (self.recipes / "fetch_content.cmake").read_text()
        address, _, _ = lines.partition("URL ")[2].partition("glsort-")
        (self.work / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.21)\nproject(app LANGUAGES CXX)\n" +
            lines.replace(address, f"{self.archive.parent}/") +
            "add_executable(app consumer.cpp)\n"
            "target_link_libraries(app PRIVATE glsort::glsort)\n")
        run("cmake", "-S", self.work, "-B", self.work / "build", "-DCMAKE_BUILD_TYPE=Debug")
        run("cmake", "--build", self.work / "build", "--parallel", "2")
        self.assertIn("sorts up to", run(self.work / "build/app"))

    def test_a_port_for_vcpkg_names_the_archive(self):
        port = json.loads((self.recipes / "vcpkg/vcpkg.json").read_text())
        self.assertEqual((port["name"], port["version"]), ("glsort", VERSION))
        self.assertIn(hashlib.sha512(self.archive.read_bytes()).hexdigest(),
                      (self.recipes / "vcpkg/portfile.cmake").read_text())

    def test_a_recipe_for_conan_is_python_and_names_the_archive(self):
        recipe = self.recipes / "conanfile.py"
        py_compile.compile(str(recipe), cfile=str(self.work / "compiled"), doraise=True)
        text = recipe.read_text()
        self.assertIn(hashlib.sha256(self.archive.read_bytes()).hexdigest(), text)
        self.assertIn(f'version = "{VERSION}"', text)

    def test_the_list_of_contents_has_every_file_with_its_hash(self):
        if len(FILES) == 1:
            files = sorted(FILES[0].iterdir())
            listed = json.loads((FILES[0] / f"glsort-{VERSION}.spdx.json").read_text())
        else:
            files = [self.archive]
            listed = json.loads(run(sys.executable, CMAKE / "write_sbom.py", VERSION, "abc", "0",
                                    "2.0", *files))
        hashes = {each["packageFileName"]: each["checksums"][0]["checksumValue"]
                  for each in listed["packages"] if "checksums" in each}
        self.assertEqual(hashes, {
            file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files
            if file.name != "SHA256SUMS" and file.suffix != ".json"})
        names = {each["SPDXID"] for each in listed["packages"]} | {"SPDXRef-DOCUMENT"}
        for one in listed["relationships"]:
            self.assertLessEqual({one["spdxElementId"], one["relatedSpdxElement"]}, names)


if __name__ == "__main__":
    while sys.argv[1:] and not sys.argv[1].startswith("-") and Path(sys.argv[1]).exists():
        FILES.append(Path(sys.argv.pop(1)).resolve())
    unittest.main()
