# SPDX-License-Identifier: MIT
"""What tests of the npm package share: the package as npm publishes it, and the examples on it."""
import json
import shutil
import subprocess
import unittest
from pathlib import Path

EXAMPLES = Path(__file__).parents[3] / "web/examples"
needed = unittest.skipUnless(shutil.which("npm"), "npm is not installed")


def run(*command, folder):
    """What the command writes; a failure of it is one of the test."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


def packed(site, folder):
    """The package as npm publishes it, in this folder."""
    name = run("npm", "pack", "--silent", "--pack-destination", folder, folder=site / "glsort")
    return folder / name.strip().splitlines()[-1]


def install(folder, *packages):
    run("npm", "install", "--silent", "--no-audit", "--no-fund", *packages, folder=folder)


def install_examples(site, folder):
    """The examples in an empty folder, on the packed package."""
    shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("node_modules", "package-lock.json"))
    package = folder / "package.json"
    described = json.loads(package.read_text())
    described["dependencies"]["glsort"] = f"file:{packed(site, folder)}"
    package.write_text(json.dumps(described))
    install(folder)
