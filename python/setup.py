# SPDX-License-Identifier: MIT
"""Builds the wheel: the C library, by CMake from the folder above this one, and the module
_declarations, which cffi makes from the public headers.

With GLSORT_LIBRARY=FILE in the environment, that shared library is packed instead of a new
one; it must be of this version."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from cffi import FFI
from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parents[1]
HEADERS = ROOT / "include" / "glsort"
LIBRARY = {"win32": "glsort.dll", "darwin": "libglsort.dylib"}.get(sys.platform,
                                                                  "libglsort.so")


def declarations():
    """The public headers without comments and preprocessor lines other than numbers."""
    others = sorted(set(HEADERS.glob("*.h")) - {HEADERS / "glsort.h"})
    text = "\n".join(path.read_text(encoding="utf-8") for path in
                     [HEADERS / "glsort.h", *others])
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^#ifdef __cplusplus$.*?^#endif$", "", text,
                  flags=re.DOTALL | re.MULTILINE)
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


class BuildPackage(build_py):
    def run(self):
        super().run()
        package = Path(self.build_lib) / "glsort"
        ffi = FFI()
        ffi.set_source("glsort._declarations", None)
        ffi.cdef(declarations())
        ffi.emit_python_code(str(package / "_declarations.py"))
        library = os.environ.get("GLSORT_LIBRARY")
        if not library:
            library = build_library(self.get_finalized_command("build").build_temp)
        shutil.copy(library, package / LIBRARY)
        shutil.copy(ROOT / "LICENSE", package)


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        """Any Python 3, because cffi loads the library by its C declarations alone."""
        return ("py3", "none", super().get_tag()[2])


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(version=version(), distclass=PlatformDistribution,
      cmdclass={"build_py": BuildPackage, "bdist_wheel": PlatformWheel})
