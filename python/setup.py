# SPDX-License-Identifier: MIT
"""Builds the C library, by CMake from the folder above this one, and the module _declarations,
which cffi makes from the public headers: for a wheel, or for `pip install -e` beside the
sources of the package. A source distribution holds the C sources, in the folder "library".

With GLSORT_LIBRARY=FILE in the environment, that shared library is packed instead of a new
one; it must be of this version."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from cffi import FFI
from setuptools import Command, Distribution, setup
from setuptools.command.build import build
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
PACKED = HERE / "library"  # in a source distribution
ROOT = PACKED if PACKED.exists() else HERE.parent
SOURCES = ("CMakeLists.txt", "LICENSE", "cmake", "include", "shaders", "src")
HEADERS = ROOT / "include" / "glsort"
LIBRARY = {"win32": "glsort.dll", "darwin": "libglsort.dylib"}.get(sys.platform,
                                                                  "libglsort.so")


def declarations():
    """The public headers without comments and preprocessor lines other than numbers and
    flags, which cffi takes as numbers."""
    others = sorted(set(HEADERS.glob("*.h")) - {HEADERS / "glsort.h"})
    text = "\n".join(path.read_text(encoding="utf-8") for path in
                     [HEADERS / "glsort.h", *others])
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", text,
                  flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"(?<= )\((\d+)u << (\d+)\)",
                  lambda flag: str(int(flag[1]) << int(flag[2])), text)
    text = re.sub(r"^(#define \w+ \d+)u\b", r"\1", text, flags=re.MULTILINE)
    text = re.sub(r"^#(?!define \w+ \d+ *$).*$", "", text, flags=re.MULTILINE)
    return text.replace("GLSORT_API ", "")


def version():
    text = (HEADERS / "glsort.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define GLSORT_VERSION_[A-Z]+ (\d+)", text))


def build_library(folder):
    """Builds the library alone and returns its file."""
    off = [f"-DGLSORT_BUILD_{part}=OFF" for part in ("TOOLS", "DEMOS", "BENCH", "TESTS")]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DGLSORT_SHARED=ON",
                    "-DCMAKE_BUILD_TYPE=Release", "-DGLSORT_INSTALL=OFF", *off], check=True)
    subprocess.run(["cmake", "--build", folder, "--config", "Release", "--parallel",
                    str(os.cpu_count())], check=True)
    return next(Path(folder).rglob(LIBRARY))


class BuildLibrary(Command):
    """A part of `build`, after build_py: setuptools ignores errors of a build_py of our own in
    `pip install -e`."""
    description = "build the C library and the declarations of its functions"
    user_options = []

    def initialize_options(self):
        self.editable_mode = False  # setuptools sets it
        self.build_lib = None
        self.build_temp = None

    def finalize_options(self):
        self.set_undefined_options("build", ("build_lib", "build_lib"),
                                   ("build_temp", "build_temp"))

    def run(self):
        package = HERE / "src" / "glsort" if self.editable_mode else \
            Path(self.build_lib) / "glsort"
        ffi = FFI()
        ffi.set_source("glsort._declarations", None)
        ffi.cdef(declarations())
        ffi.emit_python_code(str(package / "_declarations.py"))
        library = os.environ.get("GLSORT_LIBRARY") or build_library(self.build_temp)
        shutil.copy(library, package / LIBRARY)
        shutil.copy(ROOT / "LICENSE", package)

    def get_source_files(self):
        return []  # SourceArchive copies them

    def get_outputs(self):
        return list(self.get_output_mapping())

    def get_output_mapping(self):
        return {os.path.join(self.build_lib, "glsort", name): f"src/glsort/{name}"
                for name in ("_declarations.py", LIBRARY, "LICENSE")}


class Build(build):
    sub_commands = [*build.sub_commands, ("build_library", None)]


class SourceArchive(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for part in SOURCES:
            to = Path(base_dir, PACKED.name, part)
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                to.parent.mkdir(exist_ok=True)
                shutil.copy(ROOT / part, to)


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        """Any Python 3, because cffi loads the library by its C declarations alone."""
        return ("py3", "none", super().get_tag()[2])


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), distclass=PlatformDistribution,
      cmdclass={"build": Build, "build_library": BuildLibrary, "bdist_wheel": PlatformWheel,
                "sdist": SourceArchive})
