#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Embeds the shaders of shaders/manifest.json as C: every source file once.

    embed_shaders.py --root SHADERS --out DIR [--depfile FILE]
        writes shader_ids.h and shader_table.c as src/gl/shader_table.h declares them
    embed_shaders.py --root SHADERS --expand DIR
        writes every program x API x variant as files for glslangValidator, as
        src/gl/shader_text.c assembles them

Files are cut into pieces, which end where another file is included. Comments are left out.
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
PIECE_LIMIT = 4000  # bytes: C compilers need not accept string literals above 4095

OWN_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"\s*(?://.*)?$')
OTHER_INCLUDE = re.compile(r"^\s*#\s*include\b")
COMMENT = re.compile(r"[ \t]*//.*")
NAME = re.compile(r"^[a-z][a-z0-9_]*$")
DEFINE = re.compile(r"^[A-Z][A-Z0-9_]*$")


class Failure(Exception):
    """A fault in the shaders or the manifest, as a sentence for the person building."""


class Files:
    """Every file read, in order of first use: the file table of #line."""

    def __init__(self, root):
        self.root = root
        self.names = ["(version and defines)"]  # source string 0 is the prefix
        self.pieces = {}  # of a name: [(text, name of the file that follows, or None)]

    def number(self, name):
        return self.names.index(name)

    def read(self, name, asked_by):
        """Reads a file and what it includes."""
        if name in self.pieces:
            return
        path = self.root / name
        if not path.is_file():
            raise Failure(f"{asked_by}: no such file: {path}")
        try:
            text = path.read_bytes().decode("ascii")
        except UnicodeDecodeError as error:
            raise Failure(f"{path}: byte {error.start} is not ASCII, which GLSL requires")
        if "/*" in text:
            raise Failure(f"{path}: a comment in /* */; only // is removed here")
        self.names.append(name)
        self.pieces[name] = []
        lines = splice(text.replace("\r\n", "\n").removesuffix("\n").split("\n"))
        self.cut(name, [COMMENT.sub("", line).rstrip() for line in lines])

    def cut(self, name, lines):
        first = 0
        for at, line in enumerate(lines):
            own = OWN_INCLUDE.match(line)
            if own:
                self.add(name, lines, first, at)
                self.follow(name, own.group(1))
                self.read(own.group(1), f"{name}:{at + 1}")
                first = at + 1
            elif OTHER_INCLUDE.match(line):
                lines[at] = ""  # a C header: nothing to GLSL
        self.add(name, lines, first, len(lines))

    def follow(self, name, included):
        """Lets a file follow the last piece."""
        pieces = self.pieces[name]
        text = pieces.pop()[0] if pieces and pieces[-1][1] is None else ""
        pieces.append((text, included))

    def add(self, name, lines, first, end):
        """Adds lines as one or more pieces that end at blank lines outside parentheses."""
        while first < end and not lines[first]:
            first += 1
        stop, used, depth = end, 0, 0
        for at in range(first, end):
            used += len(lines[at]) + 1
            depth += lines[at].count("(") - lines[at].count(")")
            if used > PIECE_LIMIT:
                break
            if at + 1 == end or (depth == 0 and not lines[at]):
                stop = at + 1
        else:
            stop = end
        if used > PIECE_LIMIT and stop == end:
            raise Failure(f"{name}:{first + 1}: {PIECE_LIMIT} bytes without a blank line")
        text = "\n".join(lines[first:stop]).rstrip("\n")
        if text:
            self.pieces[name].append(
                (f"#line {first + 1} {self.number(name)}\n{text}\n", None))
        if stop < end:
            self.add(name, lines, stop, end)


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


def assemble(files, name, seen):
    """The texts of a file and of what it includes, each file once."""
    seen.add(name)
    texts = []
    for text, follows in files.pieces[name]:
        texts += [text] if text else []
        if follows and follows not in seen:
            texts += assemble(files, follows, seen)
    return texts


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


def read_all(programs, files):
    for program in programs:
        for name in stage_files(program).values():
            files.read(name, "manifest.json")


def prefix_of(api):
    return PREFIXES[api] + LANGUAGE_DEFINE


def hash_of(programs, files):
    """One digest of everything that a driver will be given."""
    digest = hashlib.sha256()
    parts = [prefix_of(api) for api in APIS]
    for program in programs:
        parts += [program["name"], *stage_files(program).values()]
        for variant in program["variants"]:
            parts += [define_lines(variant), ",".join(apis_of(program, variant))]
    for name in files.names[1:]:
        parts += [name, *(word or "" for piece in files.pieces[name] for word in piece)]
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
        if len(values) == 1:  # used by nothing else, and by nothing in release builds
            lines.append(f"    (void){c_name};")
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


def ids_text(programs, files):
    most = max(len(program["variants"]) for program in programs)
    pieces = max(len(assemble(files, name, set()))
                 for program in programs for name in stage_files(program).values())
    bytes_of_defines = max(len(define_lines(variant))
                           for program in programs for variant in program["variants"]) + 1
    lines = ["// SPDX-License-Identifier: MIT",
             "// Written by cmake/embed_shaders.py from shaders/manifest.json.",
             "#ifndef GLSORT_SHADER_IDS_H", "#define GLSORT_SHADER_IDS_H", "",
             "#include <assert.h>", "#include <stdint.h>", "",
             "enum shader_id {"]
    lines += [f"    SHADER_{program['name'].upper()}," for program in programs]
    lines += ["    SHADER_ID_COUNT", "};", "",
              "enum {",
              f"    SHADER_FILE_COUNT = {len(files.names)},",
              "    // Of the program that has the most.",
              f"    SHADER_MOST_VARIANTS = {most},",
              f"    SHADER_MOST_PIECES = {pieces},",
              f"    SHADER_MOST_DEFINE_BYTES = {bytes_of_defines}, // with the zero at the end",
              "};", "",
              "// The number of the variant with these values of its defines."]
    lines += [variant_function(program) for program in programs if program["defines"]]
    return "\n".join(lines + ["#endif", ""])


TABLE_HEAD = """\
// SPDX-License-Identifier: MIT
// Written by cmake/embed_shaders.py from shaders/.
#include "shader_table.h"

#include <stddef.h>

#define PIECES(LIST) LIST, sizeof LIST / sizeof LIST[0]
#if GLSORT_COMPUTE
#define PIECES_OF_COMPUTE(LIST) PIECES(LIST)
#else
#define PIECES_OF_COMPUTE(LIST) NULL, 0
#endif
#if GLSORT_FRAGMENT
#define PIECES_OF_FRAGMENT(LIST) PIECES(LIST)
#else
#define PIECES_OF_FRAGMENT(LIST) NULL, 0
#endif
"""


def table_text(programs, files):
    owners = owners_of(programs, files)
    parts = [TABLE_HEAD]
    parts += [pieces_text(files, name, owners[name]) for name in files.names[1:]]
    parts += [variant_arrays(program) for program in programs]
    entries = "".join(entry_text(program, files) for program in programs)
    parts.append("const struct shader_entry glsort_shader_table[SHADER_ID_COUNT] = {\n"
                 + entries + "};\n")
    prefixes = "".join(f"    {c_string(prefix_of(api))},\n" for api in APIS)
    parts.append(f"const char* const glsort_shader_prefix[SHADER_API_COUNT] = {{\n{prefixes}}};\n")
    rows = [f"    {{{c_string(files.names[0])}, NULL, 0}},\n"]
    rows += [f"    {{{c_string(name)}, PIECES{owners[name]}(pieces_{at})}},\n"
             for at, name in enumerate(files.names) if at > 0]
    parts.append("const struct shader_file glsort_shader_files[SHADER_FILE_COUNT] = {\n"
                 + "".join(rows) + "};\n")
    parts.append(f"const char glsort_shader_hash[] = {c_string(hash_of(programs, files))};\n")
    return "\n".join(parts)


def owners_of(programs, files):
    """The backend that alone uses a file, as the end of a macro's name; else nothing."""
    used = {"_OF_COMPUTE": set(), "_OF_FRAGMENT": set()}
    for program in programs:
        for stage, name in stage_files(program).items():
            seen = used["_OF_COMPUTE" if stage == "compute" else "_OF_FRAGMENT"]
            assemble(files, name, seen)
    return {name: "".join(owner for owner, names in used.items() if name in names)
            if sum(name in names for names in used.values()) == 1 else ""
            for name in files.names[1:]}


def pieces_text(files, name, owner):
    """The pieces of a file, under #if if a single backend uses it."""
    rows = []
    for text, follows in files.pieces[name]:
        lines = re.findall(r"[^\n]*\n+", text)
        literal = "\n".join(map(c_string, lines)) or '""'
        rows.append(f"{{{literal}, {files.number(follows) if follows else 0}}},\n")
    array = (f"static const struct shader_piece pieces_{files.number(name)}[] = "
             f"{{ // {name}\n{''.join(rows)}}};\n")
    condition = owner.replace("_OF_", "GLSORT_")
    return f"#if {condition}\n{array}#endif\n" if owner else array


def variant_arrays(program):
    name, variants = program["name"], program["variants"]
    texts = ",\n".join("    " + c_string(define_words(variant)) for variant in variants)
    masks = ", ".join(str(sum(1 << APIS.index(api) for api in apis_of(program, variant)))
                      for variant in variants)
    parts = [f"static const char* const words_{name}[] = {{\n{texts}}};\n",
             f"static const uint8_t apis_{name}[] = {{{masks}}};\n"]
    if program["defines"]:
        names = ", ".join(c_string(define) for define in program["defines"])
        values = ",\n".join("    " + ", ".join(str(value) for value in variant.values())
                            for variant in variants)
        parts += [f"static const char* const defines_{name}[] = {{{names}}};\n",
                  f"static const uint16_t values_{name}[] = {{\n{values}}};\n"]
    return "".join(parts)


def entry_text(program, files):
    name = program["name"]
    lines = [f"    [SHADER_{name.upper()}] = {{", f"        .name = {c_string(name)},",
             f"        .file = {c_string(program['file'])},"]
    lines += [f"        .{stage} = {files.number(file)},"
              for stage, file in stage_files(program).items()]
    lines += [f"        .apis = apis_{name},", f"        .words = words_{name},",
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


def embed(root, out, depfile):
    programs, files = load_manifest(root), Files(root)
    read_all(programs, files)
    out.mkdir(parents=True, exist_ok=True)
    (out / "shader_ids.h").write_text(ids_text(programs, files))
    (out / "shader_table.c").write_text(table_text(programs, files))
    if depfile:
        write_depfile(depfile, out / "shader_table.c", root, files)


def expand(root, out):
    """Each file is named program.api.variant.stage; glslangValidator reads the stage."""
    programs, files = load_manifest(root), Files(root)
    read_all(programs, files)
    out.mkdir(parents=True, exist_ok=True)
    for program in programs:
        texts = {stage: "".join(assemble(files, name, set()))
                 for stage, name in stage_files(program).items()}
        for number, variant in enumerate(program["variants"]):
            for api in apis_of(program, variant):
                for stage, text in texts.items():
                    name = f"{program['name']}.{api}.{number}{STAGES[stage]}"
                    (out / name).write_text(prefix_of(api) + define_lines(variant) + text)
    (out / "files.json").write_text(json.dumps(files.names))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=Path, required=True, help="the folder shaders/")
    parser.add_argument("--out", type=Path, help="where the C files go")
    parser.add_argument("--depfile", type=Path, help="make rule with every file read")
    parser.add_argument("--expand", type=Path, help="where the expanded shaders go")
    args = parser.parse_args()
    if bool(args.out) == bool(args.expand):
        parser.error("give either --out or --expand")
    try:
        if args.expand:
            expand(args.root, args.expand)
        else:
            embed(args.root, args.out, args.depfile)
    except Failure as failure:
        sys.exit(f"embed_shaders: {failure}")


if __name__ == "__main__":
    main()
