# SPDX-License-Identifier: MIT
"""The scripts of README.md in a clone, after each other, in a copy of a checkout and without git.
Nothing is compiled: a stand-in for the compiler leaves empty objects, and its programs are
those of the build that is tested.

usage: test_scripts.py SOURCE PROGRAMS [unittest options]"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = PROGRAMS = None
SECONDS = 18000  # of one script: it hangs

COMPILER = """#!/bin/sh
case $PWD in
*/CMakeTmp* | */CMakeScratch/*) exec "$@" ;; # what CMake tries
esac
for word; do
    case $last in
    -o) out=$word ;;
    -MF) depends=$word ;;
    esac
    [ "$word" != -c ] || compiles=yes
    last=$word
done
: >"$out"
[ -z "$depends" ] || echo "$out:" >"$depends"
program='{programs}'/${{out##*/}}
[ -n "$compiles" ] || [ ! -x "$program" ] || ln -sf "$program" "$out"
"""
# Names of programs, and the text of the shell scripts that stand for them.
NO_APT = {"apt-get": "echo 'the test installs nothing' >&2; exit 1"}
NO_CMAKE = {"cmake": "echo 'cmake is reached'; exit 3"}

STEPS = {
    "demo": ("demo", "--headless", "--device", "cpu", "--scene", "beads", "--count", "1024",
             "--size", "320x180", "--out", "demo.png"),
    "bench": ("bench-table", "chapter", "--count", "2^10", "--budget", "0.1", "--device",
              "cpu"),
}


def git(folder, *words):
    settings = ("-c", "user.name=test", "-c", "user.email=test@localhost")
    return subprocess.run(["git", "-C", folder, *settings, *words], check=True,
                          capture_output=True).stdout


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """One commit of what git would track of the sources, as they are now."""
        if not (SOURCE / ".git").exists():
            raise unittest.SkipTest(f"{SOURCE} is no git checkout")
        work = tempfile.TemporaryDirectory(prefix="glsort-scripts-")
        cls.addClassCleanup(work.cleanup)
        cls.origin = pathlib.Path(work.name, "origin")
        files = git(SOURCE, "ls-files", "-coz", "--exclude-standard").decode()
        for file in filter(None, files.split("\0")):
            if (SOURCE / file).is_file():
                (cls.origin / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(SOURCE / file, cls.origin / file)
        git(cls.origin, "init", "-q")
        git(cls.origin, "add", "-A")
        git(cls.origin, "commit", "-qm", "all")

    def setUp(self):
        work = tempfile.TemporaryDirectory(prefix="glsort-scripts-")
        self.addCleanup(work.cleanup)
        self.work = pathlib.Path(work.name)
        self.compiler = self.work / "stand-in"
        self.write_program(self.compiler, COMPILER.format(programs=PROGRAMS))

    def write_program(self, path, text):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def clone(self, name="clone"):
        git(self.work, "clone", "-q", self.origin, name)
        return self.work / name

    def without_git(self):
        there = self.work / "bare"
        shutil.copytree(self.origin, there, ignore=shutil.ignore_patterns(".git"))
        return there

    def environment(self):
        """With the stand-in for the compiler."""
        environment = dict(os.environ)
        for language in ("C", "CXX"):
            for tool in ("COMPILER", "LINKER"):
                environment[f"CMAKE_{language}_{tool}_LAUNCHER"] = str(self.compiler)
        return environment

    def run_in(self, folder, *words, stands_in=()):
        """Runs a script, with programs in the place of others."""
        tools = pathlib.Path(tempfile.mkdtemp(dir=self.work))
        for name, text in {**NO_APT, **dict(stands_in)}.items():
            self.write_program(tools / name, f"#!/bin/sh\n{text}\n")
        environment = self.environment()
        environment["PATH"] = f"{tools}:{os.environ['PATH']}"
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "GLSORT_BENCH_BUILD"):
            environment.pop(name, None)
        return subprocess.run([f"scripts/{words[0]}", *words[1:]], cwd=folder, check=False,
                              env=environment, timeout=SECONDS, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def step(self, folder, name, builds=True):
        """Runs a step of STEPS, which must work. Only configures without `builds`."""
        no_build = {} if builds else {"cmake": 'case $1 in --build) exit 0 ;; esac\n'
                                               f'exec {shutil.which("cmake")} "$@"'}
        done = self.run_in(folder, *STEPS[name], stands_in=no_build)
        self.assertEqual(done.returncode, 0, (name, done.stdout[-3000:]))
        return done.stdout

    # ---- what they are told

    def told(self, folder, *words):
        """Runs a script where nothing can be installed or built."""
        reached = "echo 'a tool is reached'; exit 3"
        return self.run_in(folder, *words, stands_in=dict.fromkeys(
            ("apt-get", "dpkg-query", "cmake", "ctest", "git"), reached))

    def test_help_is_given_without_installing_or_building_anything(self):
        clone = self.clone()
        names = sorted(script.name for script in (clone / "scripts").iterdir())
        self.assertIn("setup", names)
        for words in (*((name,) for name in names), ("demo", "layers")):
            for option in ("--help", "-h"):
                with self.subTest(words=words, option=option):
                    done = self.told(clone, *words, option)
                    self.assertEqual(done.returncode, 0, done.stdout)
                    self.assertIn(f"scripts/{words[0]}", done.stdout)
                    self.assertNotIn("a tool is reached", done.stdout)

    def test_an_argument_that_there_is_not_is_refused_before_anything_is_installed(self):
        clone = self.clone()
        for words in (("setup", "--moon"), ("setup", "--web", "--docs"),
                      ("test", "--moon"), ("test", "--web", "--mpi"),
                      ("test", "--shard", "1/2"), ("test", "--all", "--shard", "3/2"),
                      ("docs", "--moon"), ("web", "--moon"), ("release", "--moon"),
                      ("bench-table", "--moon"), ("pictures", "--moon")):
            with self.subTest(words=words):
                done = self.told(clone, *words)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertTrue(done.stdout.startswith(f"{words[0]}: "), done.stdout)
                self.assertNotIn("a tool is reached", done.stdout)

    # ---- build folders

    def test_the_demo_and_the_bench_work_after_each_other_and_in_a_copy(self):
        clone = self.clone()
        self.step(clone, "demo")
        self.assertTrue((clone / "demo.png").stat().st_size > 0)
        self.assertIn("published: CPU", self.step(clone, "bench"))
        copy = self.work / "copy"
        shutil.copytree(clone, copy, symlinks=True)
        self.assertIn("configured elsewhere", self.step(copy, "demo", builds=False))
        cache = (copy / "build/demo/CMakeCache.txt").read_text()
        self.assertIn(f"CMAKE_HOME_DIRECTORY:INTERNAL={copy}\n", cache)

    def test_two_lines_of_the_documents_make_the_program(self):
        clone = self.clone()
        text = (clone / "docs/install.md").read_text()
        section = text.partition("\n### The program\n")[2].partition("\n### ")[0]
        lines = [line for line in section.splitlines() if line.startswith("    cmake ")]
        self.assertEqual(len(lines), 2)
        subprocess.run("\n".join(lines), shell=True, cwd=clone, check=True, capture_output=True,
                       env=self.environment())
        program = clone / lines[-1].partition("# ")[2]
        self.assertIn("usage: glsort", subprocess.run([program, "--help"], check=True, text=True,
                                                      capture_output=True).stdout)

    # ---- git

    def test_a_release_is_made_of_a_copy_of_a_checkout(self):
        copy = self.work / "copy"
        shutil.copytree(self.origin, copy)  # other inodes and times than in the index
        done = self.run_in(copy, "release", stands_in=NO_CMAKE)
        self.assertIn("cmake is reached", done.stdout)
        self.assertNotIn("with changes that are not committed", done.stdout)

    def test_a_release_without_git_is_refused(self):
        bare = self.without_git()
        done = self.run_in(bare, "release", stands_in=NO_CMAKE)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(f"release: {bare} is no git checkout", done.stdout)

    def test_pictures_are_made_without_git(self):
        bare = self.without_git()
        program = self.work / "bin" / "glsort-particles"
        self.write_program(program, '#!/bin/sh\nwhile [ "$1" != --out ]; do shift; done\n'
                                    'echo picture >"$2"\n')
        done = self.run_in(bare, "pictures", program)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual((bare / "docs/images/demo.png").read_text(), "picture\n")


if __name__ == "__main__":
    SOURCE, PROGRAMS = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
    unittest.main(verbosity=2)
