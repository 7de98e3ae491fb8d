#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Flattens the shaders of shaders/manifest.json and embeds them as C.

    embed_shaders.py --root SHADERS --out DIR [--depfile FILE] [--apis API...] [--bare]
        writes shader_ids.h and shader_table.c as src/gl/shader_table.h declares them, with
        the texts of these APIs only; bare: without their comments, which GPU captures show
    embed_shaders.py --root SHADERS --expand DIR
        writes every program x API x variant as files for glslangValidator
"""

import argparse
import hashlib
import itertools
import json
import re
import sys
from pathlib import Path

PREFIXES = {
    "gl430": "#version 430 core\n",
    "gl330": "#version 330 core\n",
    "es300": "#version 300 es\n"
             "precision highp float;\n"
             "precision highp int;\n"
             "precision highp usampler2D;\n"
             "precision highp usampler2DArray;\n",
    # Compute shaders have highp numbers by default, and here neither textures nor images.
    "es310": "#version 310 es\n",
}
# Shared headers are C as well; this tells them which language reads them.
LANGUAGE_DEFINE = "#define GLSORT_GLSL 1\n"
APIS = list(PREFIXES)
STAGES = {"vertex": ".vert", "fragment": ".frag", "compute": ".comp"}
VARIANT_LIMIT = 255  # of a program: variant numbers are bytes
VALUE_LIMIT = 65535
NO_VARIANT = 255  # for combinations that never occur, according to the manifest

OWN_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"\s*(?://.*)?$')
OTHER_INCLUDE = re.compile(r"^\s*#\s*include\b")
NAME = re.compile(r"^[a-z][a-z0-9_]*$")
DEFINE = re.compile(r"^[A-Z][A-Z0-9_]*$")


class Failure(Exception):
    """A fault in the shaders or the manifest, as a sentence for the person building."""


class Files:
    """Every file read, in order of first use: the file table of #line."""

    def __init__(self, root):
        self.root = root
        self.names = ["(version and defines)"]  # source string 0 is the prefix
        self.lines = {}

    def number(self, name):
        return self.names.index(name)

    def read(self, name, asked_by):
        if name in self.lines:
            return self.lines[name]
        path = self.root / name
        if not path.is_file():
            raise Failure(f"{asked_by}: no such file: {path}")
        try:
            text = path.read_bytes().decode("ascii")
        except UnicodeDecodeError as error:
            raise Failure(f"{path}: byte {error.start} is not ASCII, which GLSL requires")
        text = text.replace("\r\n", "\n").removesuffix("\n")
        self.names.append(name)
        self.lines[name] = splice(text.split("\n"))
        return self.lines[name]


def splice(lines):
    """Joins lines that end in a backslash, which GLSL 3.30 does not, keeping the count."""
    spliced, held = [], []
    for line in lines:
        held.append(line)
        if not line.endswith("\\"):
            whole = " ".join([held[0].removesuffix("\\").rstrip()]
                             + [more.removesuffix("\\").strip() for more in held[1:]])
            spliced += [whole if len(held) > 1 else line] + [""] * (len(held) - 1)
            held = []
    return spliced + held


def flatten(files, name, asked_by, seen):
    """The text of a file with its own includes in place, each once."""
    seen.add(name)
    lines = files.read(name, asked_by)
    text = [f"#line 1 {files.number(name)}"]
    for at, line in enumerate(lines, start=1):
        own = OWN_INCLUDE.match(line)
        if own and own.group(1) not in seen:
            text += flatten(files, own.group(1), f"{name}:{at}", seen)
            text.append(f"#line {at + 1} {files.number(name)}")
        elif own or OTHER_INCLUDE.match(line):
            text.append("")  # read already, or a C header: nothing to GLSL
        else:
            text.append(line)
    return text


def check_defines(program):
    """{"SHAPE": 4} means the values 0 to 3, {"SIZE": [1, 2, 4]} those of the list."""
    name, defines = program["name"], program["defines"]
    for define, values in defines.items():
        if not DEFINE.match(define):
            raise Failure(f"manifest.json: {name} has an odd define: {define}")
        if isinstance(values, int):
            values = list(range(values))
        if len(values) < 2 or len(set(values)) < len(values) or not all(
                isinstance(value, int) and 0 <= value <= VALUE_LIMIT for value in values):
            raise Failure(f"manifest.json: {name} takes {define} from {values}, which is not a "
                          f"list of two or more different numbers up to {VALUE_LIMIT}")
        defines[define] = values
    for kind in ("never", "desktop"):
        for define, value in itertools.chain(*(rule.items()
                                               for rule in program.setdefault(kind, []))):
            if value not in defines.get(define, []):
                raise Failure(f"manifest.json: {name} has {define} {value} under {kind}, "
                              "which is not a value of one of its defines")
    program["variants"] = variants_of(program)
    if not 1 <= len(program["variants"]) <= VARIANT_LIMIT:
        raise Failure(f"manifest.json: {name} has {len(program['variants'])} variants, and "
                      f"1 to {VARIANT_LIMIT} are possible")


def is_listed(variant, rules):
    return any(rule.items() <= variant.items() for rule in rules)


def apis_of(program, variant):
    """Those that the variant is built for."""
    is_desktop = is_listed(variant, program["desktop"])
    return [api for api in program["apis"] if not (is_desktop and api.startswith("es"))]


def variants_of(program):
    """The defines of every variant that can occur, as {name: value}, in the order of their
    numbers: the first define changes fastest."""
    names = list(program["defines"])
    rows = itertools.product(*(program["defines"][name] for name in reversed(names)))
    variants = [dict(zip(names, reversed(row))) for row in rows]
    return [variant for variant in variants if not is_listed(variant, program["never"])]


def define_lines(variant):
    return "".join(f"#define {name} {value}\n" for name, value in variant.items())


def define_words(variant):
    """For people: what is not 0."""
    return " ".join(f"{name}={value}" for name, value in variant.items() if value != 0)


def check_program(program, at, names):
    name = program.get("name", "")
    if not NAME.match(name):
        raise Failure(f"manifest.json: program {at} has no plain lower-case name: '{name}'")
    if name in names:
        raise Failure(f"manifest.json: {name} is listed twice")
    unknown = set(program) - {"name", "file", "vertex", "apis", "defines", "never", "desktop"}
    if unknown:
        raise Failure(f"manifest.json: {name} has an unknown field: {sorted(unknown)[0]}")
    for api in program["apis"]:
        if api not in PREFIXES:
            raise Failure(f"manifest.json: {name} asks for an unknown API: {api}")
    check_defines(program)
    is_compute = program["file"].endswith(".comp")
    if is_compute == ("vertex" in program):
        raise Failure(f"manifest.json: {name} needs a vertex shader exactly if it draws")
    if is_compute and program["apis"] != ["gl430"]:
        raise Failure(f"manifest.json: {name} is a compute shader: gl430 only")
    if is_compute:
        program["apis"] = ["gl430", "es310"]


def load_manifest(root):
    path = root / "manifest.json"
    try:
        programs = json.loads(path.read_text(encoding="ascii"))["programs"]
    except (OSError, ValueError, KeyError) as error:
        raise Failure(f"{path}: cannot be read as a manifest: {error}")
    names = set()
    for at, program in enumerate(programs):
        try:
            check_program(program, at, names)
        except KeyError as error:
            raise Failure(f"manifest.json: program {at} lacks the field {error}")
        names.add(program["name"])
    return programs


def stage_files(program):
    """{stage: file} of a program."""
    if "vertex" in program:
        return {"vertex": program["vertex"], "fragment": program["file"]}
    return {"compute": program["file"]}


def flatten_all(root, programs, files):
    """Adds {stage: text} to each program."""
    for program in programs:
        program["texts"] = {}
        for stage, name in stage_files(program).items():
            lines = flatten(files, name, "manifest.json", set())
            program["texts"][stage] = "\n".join(lines) + "\n"


def prefix_of(api):
    return PREFIXES[api] + LANGUAGE_DEFINE


def hash_of(programs):
    """One digest of everything that a driver will be given."""
    digest = hashlib.sha256()
    parts = [prefix_of(api) for api in APIS]
    for program in programs:
        parts.append(program["name"])
        for variant in program["variants"]:
            parts += [define_lines(variant), ",".join(apis_of(program, variant))]
        parts += [text for _, text in sorted(program["texts"].items())]
    for part in parts:
        digest.update(f"{len(part)}:".encode("ascii") + part.encode("ascii"))
    return digest.hexdigest()


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def place_text(name, values):
    """C that turns a value of a define into its place in the list of values."""
    if values == list(range(len(values))):
        return name
    places = [f"{name} == {value}u ? {at}u : " for at, value in enumerate(values)]
    return "(" + "".join(places[:-1]) + f"{len(values) - 1}u)"


def variant_function(program):
    """C that finds a variant's number by the values of its defines."""
    names = list(program["defines"])
    c_names = [name.lower() for name in names]
    lines = [f"static inline uint8_t variant_{program['name']}("]
    lines[0] += ", ".join(f"uint32_t {name}" for name in c_names) + ")"
    lines.append("{")
    numbers = {tuple(variant.values()): at for at, variant in enumerate(program["variants"])}
    stride, terms, tuples = 1, [], [()]
    for name, c_name in zip(names, c_names):
        values = program["defines"][name]
        is_one = " || ".join(f"{c_name} == {value}u" for value in values)
        lines.append(f"    assert({is_one});")
        terms.append(f"{stride}u * {place_text(c_name, values)}")
        tuples = [row + (value,) for value in values for row in tuples]
        stride *= len(values)
    number = " + ".join(terms)
    if len(numbers) < stride:
        codes = ", ".join(str(numbers.get(row, NO_VARIANT)) for row in tuples)
        lines += [f"    static const uint8_t numbers[] = {{{codes}}};",
                  f"    assert(numbers[{number}] != {NO_VARIANT});",
                  f"    return numbers[{number}];"]
    else:
        lines.append(f"    return (uint8_t)({number});")
    return "\n".join(lines + ["}", ""])


def ids_text(programs):
    lines = ["// SPDX-License-Identifier: MIT",
             "// Written by cmake/embed_shaders.py from shaders/manifest.json.",
             "#ifndef GLSORT_SHADER_IDS_H", "#define GLSORT_SHADER_IDS_H", "",
             "#include <assert.h>", "#include <stdint.h>", "",
             "enum shader_id {"]
    lines += [f"    SHADER_{program['name'].upper()}," for program in programs]
    most = max(len(program["variants"]) for program in programs)
    lines += ["    SHADER_ID_COUNT", "};", "",
              "// Of the program that has the most.",
              f"enum {{ SHADER_MOST_VARIANTS = {most} }};", "",
              "// The number of the variant with these values of its defines."]
    lines += [variant_function(program) for program in programs if program["defines"]]
    return "\n".join(lines + ["#endif", ""])


def byte_array(name, text):
    """Bytes, since compilers limit the length of a string literal."""
    codes = [str(ord(letter)) for letter in text]
    rows = [",".join(codes[at:at + 32]) for at in range(0, len(codes), 32)]
    return f"static const char {name}[{len(codes)}] = {{\n" + ",\n".join(rows) + "};\n"


def bare_text(text):
    """Without comments; lines keep their numbers."""
    return re.sub(r"[ \t]*//[^\n]*", "", text)


def table_text(programs, files, apis, bare=False):
    parts = ["// SPDX-License-Identifier: MIT\n"
             "// Written by cmake/embed_shaders.py from shaders/.\n"
             '#include "shader_table.h"\n']
    arrays = {}  # text -> name, so that a vertex shader of many programs is held once
    entries = []
    for program in programs:
        if not set(apis) & set(program["apis"]):
            program["texts"] = {}
        if bare:
            program["texts"] = {stage: bare_text(text)
                                for stage, text in program["texts"].items()}
        for text in program["texts"].values():
            if text not in arrays:
                arrays[text] = f"text_{len(arrays)}"
                parts.append(byte_array(arrays[text], text))
        parts.append(variant_arrays(program, apis))
        entries.append(entry_text(program, arrays))
    parts.append("const struct shader_entry glsort_shader_table[SHADER_ID_COUNT] = {\n"
                 + "".join(entries) + "};\n")
    prefixes = "".join(f"    {c_string(prefix_of(api))},\n" for api in APIS)
    parts.append(f"const char* const glsort_shader_prefix[SHADER_API_COUNT] = {{\n{prefixes}}};\n")
    names = "".join(f"    {c_string(name)},\n" for name in files.names)
    parts.append(f"const char* const glsort_shader_files[] = {{\n{names}}};\n")
    parts.append("const uint32_t glsort_shader_file_count = "
                 "sizeof glsort_shader_files / sizeof glsort_shader_files[0];\n")
    parts.append(f"const char glsort_shader_hash[] = {c_string(hash_of(programs))};\n")
    return "\n".join(parts)


def variant_arrays(program, apis):
    name, variants = program["name"], program["variants"]
    rows = ",\n".join("    " + c_string(define_lines(variant)) for variant in variants)
    texts = ",\n".join("    " + c_string(define_words(variant)) for variant in variants)
    masks = ", ".join(str(sum(1 << APIS.index(api) for api in apis_of(program, variant)
                              if api in apis)) for variant in variants)
    parts = [f"static const char* const variants_{name}[] = {{\n{rows}}};\n",
             f"static const char* const words_{name}[] = {{\n{texts}}};\n",
             f"static const uint8_t apis_{name}[] = {{{masks}}};\n"]
    if program["defines"]:
        names = ", ".join(c_string(define) for define in program["defines"])
        values = ",\n".join("    " + ", ".join(str(value) for value in variant.values())
                            for variant in variants)
        parts += [f"static const char* const defines_{name}[] = {{{names}}};\n",
                  f"static const uint16_t values_{name}[] = {{\n{values}}};\n"]
    return "".join(parts)


def entry_text(program, arrays):
    name = program["name"]
    lines = [f"    [SHADER_{name.upper()}] = {{", f"        .name = {c_string(name)},",
             f"        .file = {c_string(program['file'])},",
             f"        .apis = apis_{name},"]
    for stage, text in program["texts"].items():
        lines.append(f"        .{stage} = {{{arrays[text]}, sizeof {arrays[text]}}},")
    lines += [f"        .variants = variants_{name},", f"        .words = words_{name},",
              f"        .variant_count = {len(program['variants'])},"]
    if program["defines"]:
        lines += [f"        .defines = defines_{name},", f"        .values = values_{name},",
                  f"        .define_count = {len(program['defines'])},"]
    lines += ["    },", ""]
    return "\n".join(lines)


def write_depfile(path, target, root, files):
    """A make rule that names every file read."""
    def escape(name):
        return str(name).replace("\\", "/").replace(" ", "\\ ")
    read = [root / name for name in files.names[1:]]
    path.write_text(f"{escape(target)}: \\\n  "
                    + " \\\n  ".join(escape(name) for name in read) + "\n")


def embed(root, out, depfile, apis, bare):
    programs, files = load_manifest(root), Files(root)
    flatten_all(root, programs, files)
    out.mkdir(parents=True, exist_ok=True)
    (out / "shader_ids.h").write_text(ids_text(programs))
    (out / "shader_table.c").write_text(table_text(programs, files, apis, bare))
    if depfile:
        write_depfile(depfile, out / "shader_table.c", root, files)


def expand(root, out):
    """Each file is named program.api.variant.stage; glslangValidator reads the stage."""
    programs, files = load_manifest(root), Files(root)
    flatten_all(root, programs, files)
    out.mkdir(parents=True, exist_ok=True)
    for program in programs:
        for number, variant in enumerate(program["variants"]):
            for api in apis_of(program, variant):
                for stage, text in program["texts"].items():
                    name = f"{program['name']}.{api}.{number}{STAGES[stage]}"
                    (out / name).write_text(prefix_of(api) + define_lines(variant) + text)
    (out / "files.json").write_text(json.dumps(files.names))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=Path, required=True, help="the folder shaders/")
    parser.add_argument("--out", type=Path, help="where the C files go")
    parser.add_argument("--depfile", type=Path, help="make rule with every file read")
    parser.add_argument("--apis", nargs="+", choices=APIS, default=APIS, metavar="API",
                        help="whose texts to embed: " + ", ".join(APIS))
    parser.add_argument("--bare", action="store_true", help="embed texts without comments")
    parser.add_argument("--expand", type=Path, help="where the expanded shaders go")
    args = parser.parse_args()
    if bool(args.out) == bool(args.expand):
        parser.error("give either --out or --expand")
    try:
        if args.expand:
            expand(args.root, args.expand)
        else:
            embed(args.root, args.out, args.depfile, args.apis, args.bare)
    except Failure as failure:
        sys.exit(f"embed_shaders: {failure}")


if __name__ == "__main__":
    main()
