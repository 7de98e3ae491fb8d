#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles every variant of every program for GPUs of AMD, by the compiler of Mesa's RADV on its
null hardware, which needs no GPU and runs nothing. Fails if a variant does not compile, or needs
more registers than there are. Prints the table of docs/tuning-notes.md: what limits how many
waves a SIMD holds.

usage: compile_for_amd.py BUILD

  BUILD   the folder in which the target driver_tests is built
"""

import collections
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "unit" / "shaders"))

import spirv  # noqa: E402

# A generation each: RDNA 2, Vega and GCN 4. RADV counts the waves of a SIMD as if each had so
# many invocations.
GPUS = {"navi21": 32, "vega10": 64, "polaris10": 64}

# glslangValidator numbers what has no binding. Each kind from a number of its own, so that the
# two stages of a draw agree on what a binding is.
OPTIONS = ("--target-env", "vulkan1.2", "--auto-map-locations", "--shift-UBO-binding", "32",
           "--shift-texture-binding", "48", "--shift-sampler-binding", "48",
           "--shift-image-binding", "64")

# Statistics of RADV. The first are those that must be 0.
SPILLS = ("Spilled VGPRs", "Spilled SGPRs", "Scratch size")
VGPRS, SHARED, WAVES, WIDTH = "VGPRs", "LDS size", "Subgroups per SIMD", "Invocations of a wave"

# Programs that the check must object to: without them, it might be blind.
HEAD = "#version 430 core\nlayout(local_size_x = 64) in;\n"
INDEXED = HEAD + """
layout(std430, binding = 0) buffer Words { uint words[]; };
void main()
{
    uint kept[200];
    for (uint i = 0u; i < 200u; ++i)
        kept[i] = words[i * 64u + gl_LocalInvocationIndex];
    for (uint i = 0u; i < 200u; ++i)
        words[i] = kept[words[i] % 200u];
}
"""
CROWDED = HEAD + """
layout(std430, binding = 0) buffer Words { uvec4 words[]; };
void main()
{
""" + "".join(f"uvec4 kept_{i} = words[{i}u + gl_LocalInvocationIndex];\n" for i in range(80)) + """
    barrier();
    memoryBarrierBuffer();
""" + "".join(f"words[{i}u * gl_LocalInvocationIndex] = kept_{i};\n" for i in range(80)) + "}\n"
UNSOUND = {"indexed.gl430.0": INDEXED, "crowded.gl430.0": CROWDED}


def fail(text):
    sys.exit(f"compile_for_amd: {text}")


def find_tools(build):
    """glslangValidator, and the program that asks RADV."""
    glslang = shutil.which("glslangValidator")
    statistics = build / "tests" / "pipeline_statistics"
    if glslang is None or not statistics.exists():
        fail("no glslangValidator or no pipeline_statistics; scripts/setup --drivers installs "
             "what they need, and then the target driver_tests builds the latter")
    return glslang, statistics


def radv():
    found = sorted(Path("/usr/share/vulkan/icd.d").glob("radeon_icd.*json"))
    if not found:
        fail("no RADV; scripts/setup --drivers installs it")
    return str(found[0])


def write_texts(folder):
    """{program.api.variant: files}, as desktop drivers read them."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-B", ROOT / "cmake" / "embed_shaders.py", "--root",
                    ROOT / "shaders", "--expand", folder], check=True)
    for name, text in UNSOUND.items():
        (folder / f"{name}.comp").write_text(text)
    programs = collections.defaultdict(list)
    for path in sorted(folder.glob("*.gl[34]30.*.*")):
        if path.suffix == ".vert":  # the one name that Vulkan's GLSL has another word for
            path.write_text(path.read_text().replace("gl_VertexID", "gl_VertexIndex"))
        programs[path.stem].append(path)
    return programs


def kind_of(storage_class, pointed):
    """What a binding is, in the words of pipeline_statistics."""
    if storage_class == spirv.STORAGE_BUFFER:
        return "storage"
    if storage_class == spirv.UNIFORM:
        return "uniform"
    code, dimension = pointed
    if dimension == spirv.DIMENSION_BUFFER:
        return "texels"
    return "texture" if code == spirv.TYPE_SAMPLED_IMAGE else "image"


def interface_of(binary):
    """The bindings of a stage as {number: kind}, and how many outputs it has."""
    numbers, located, types, pointers, kinds, outputs = {}, set(), {}, {}, {}, 0
    for code, op in spirv.instructions(binary):
        if code == spirv.DECORATE and op[1] == spirv.BINDING:
            numbers[op[0]] = op[2]
        elif code == spirv.DECORATE and op[1] == spirv.LOCATION:
            located.add(op[0])
        elif code == spirv.TYPE_IMAGE:
            types[op[0]] = (code, op[2])
        elif code == spirv.TYPE_SAMPLED_IMAGE:
            types[op[0]] = (code, types[op[1]][1])
        elif code == spirv.TYPE_POINTER:
            pointers[op[0]] = op[2]
        elif code == spirv.VARIABLE and op[1] in numbers:
            kinds[numbers[op[1]]] = kind_of(op[2], types.get(pointers[op[0]]))
        elif code == spirv.VARIABLE and op[1] in located and op[2] == spirv.OUTPUT:
            outputs += 1
    return kinds, outputs


def describe(glslang, name, files):
    """A program as a line of pipeline_statistics."""
    words, kinds, targets = [f"name={name}"], {}, 0
    for path in files:
        binary = spirv.compile_module(glslang, path, *OPTIONS)
        stage = {".comp": "compute", ".vert": "vertex", ".frag": "fragment"}[path.suffix]
        words.append(f"{stage}={binary}")
        bindings, outputs = interface_of(binary)
        kinds.update(bindings)
        if stage == "fragment":
            targets = outputs
    words += [f"targets={targets}"] if targets else []
    return " ".join(words + [f"{kind}={number}" for number, kind in sorted(kinds.items())])


def compile_all(statistics, gpu, programs):
    """{program: numbers of the stage that does the work}, of those that compile."""
    environment = {**os.environ, "VK_ICD_FILENAMES": radv(), "RADV_FORCE_FAMILY": gpu,
                   "NODEVICE_SELECT": "1", "MESA_SHADER_CACHE_DISABLE": "true"}
    done = subprocess.run([statistics], input="".join(line + "\n" for line in programs),
                          env=environment, stdout=subprocess.PIPE, text=True, check=False)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    if not rows or gpu.upper() not in rows[0][1]:
        fail(f"{gpu}: the device is {rows[0][1] if rows else 'missing'}")
    if done.returncode != 0:
        fail(f"{gpu}: the compiler ends with status {done.returncode} after {rows[-1][0]}")
    numbers = collections.defaultdict(dict)
    for name, stage, *row in rows[1:]:
        if stage == "result":
            numbers[name]["result"] = int(row[0])
        elif not stage.startswith("Vertex"):
            numbers[name][row[0]] = float(row[1])
    return {name: row for name, row in numbers.items() if row.get("result") == 0}


def faults_of(row):
    if row is None:
        return ["does not compile"]
    missing = [what for what in (*SPILLS, VGPRS, SHARED, WAVES, WIDTH) if what not in row]
    if missing:
        return [f"RADV does not tell {what}" for what in missing]
    return [f"{what} {row[what]:.0f}" for what in SPILLS if row[what]]


def is_for_cpus(files):
    """True for variants that only renderers on the CPU take."""
    return "#define SERIAL 1\n" in files[-1].read_text()


def faults_on(gpu, programs, numbers):
    """What is wrong with any program, as lines."""
    lines = []
    for name, files in programs.items():
        if is_for_cpus(files):
            continue
        faults = faults_of(numbers.get(name))
        if name in UNSOUND and not faults:
            fail(f"{gpu}: {name} spills, and the check does not see it")
        if name not in UNSOUND and faults:
            lines.append(f"{gpu}: {name}: {', '.join(faults)}")
    return lines


def waves(gpu, row):
    return int(row[WAVES] * GPUS[gpu] / row[WIDTH])


def table_of(texts, results):
    """Rows of Markdown: the most registers and shared memory, and the fewest waves, of any
    variant of a program. Leaves out variants for subgroups of 32, which glsort uses on NVIDIA
    only, and programs of which a SIMD holds as many waves as it can."""
    variants = collections.defaultdict(list)
    for name, files in texts.items():
        if (name not in UNSOUND and not is_for_cpus(files)
                and "#define SUBGROUPS 1\n" not in files[-1].read_text()):
            variants[name.split(".")[0]].append(name)
    most = {gpu: max(waves(gpu, row) for row in numbers.values())
            for gpu, numbers in results.items()}
    rows = []
    for program, names in variants.items():
        shared = max(row[SHARED] for numbers in results.values()
                     for row in map(numbers.get, names))
        pairs = [(int(max(numbers[name][VGPRS] for name in names)),
                  min(waves(gpu, numbers[name]) for name in names))
                 for gpu, numbers in results.items()]
        if any(fewest < most[gpu] for gpu, (_, fewest) in zip(results, pairs)):
            rows.append(([fewest for _, fewest in pairs],
                         f"| {program} | {shared:,.0f} | "
                         + " | ".join(f"{count} / {fewest}" for count, fewest in pairs) + " |"))
    head = [f"| program | shared bytes | {' | '.join(results)} |",
            "|---|--:|" + "--:|" * len(results),
            "| *(the most waves)* | | " + " | ".join(f"{most[gpu]}" for gpu in results) + " |"]
    rest = len(variants) - len(rows)
    return head + [line for _, line in sorted(rows)] + ["", f"{rest} others have the most waves"]


def check(build):
    """Prints the table, and returns whether anything is wrong."""
    glslang, statistics = find_tools(build)
    texts = write_texts(build / "tests" / "amd")
    with ThreadPoolExecutor() as pool:
        programs = list(pool.map(lambda item: describe(glslang, *item), texts.items()))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(GPUS, pool.map(lambda gpu: compile_all(statistics, gpu, programs),
                                          GPUS)))
    faults = [line for gpu in GPUS for line in faults_on(gpu, texts, results[gpu])]
    if faults:
        print(*faults, sep="\n", file=sys.stderr)
    else:
        print(f"{len(texts) - len(UNSOUND)} programs compile for {', '.join(GPUS)}, and none "
              "spills\n", *table_of(texts, results), sep="\n", flush=True)
    return bool(faults)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(check(Path(sys.argv[1]).resolve()))
