# SPDX-License-Identifier: MIT
"""Small files of points and splats, and what the demo and the page read of them."""
import dataclasses
import math
import struct

NAN, INF = math.nan, math.inf
GREY = (220, 220, 220)  # of a point without a colour
CODES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
         "float": "f", "double": "d"}
LITTLE, BIG, TEXT = "binary_little_endian", "binary_big_endian", "ascii"
FORMATS = (LITTLE, BIG, TEXT)
XYZ = "float x, float y, float z"
RGB = "uchar red, uchar green, uchar blue"

# Exact in floats, and so are their sums with what test files add.
PLACES = [(i % 3 - 1, (i // 3 % 3 - 1) / 2, (i - 6) / 8) for i in range(12)]
COLORS = [(17 * i % 256, 255 - 20 * i, 5 + 3 * i) for i in range(12)]
ALL = range(12)


@dataclasses.dataclass
class File:
    """places, colors: what is read. refused: instead, words of the sentence."""
    name: str
    data: bytes
    places: list = dataclasses.field(default_factory=lambda: list(PLACES))
    colors: list = dataclasses.field(default_factory=lambda: list(COLORS))
    left_out: int = 0
    refused: str = ""
    kind: str = "cloud"
    suffix: str = ".ply"


# ---- writing files

def number(value):
    return repr(value) if isinstance(value, float) else str(value)


def body(form, types, rows):
    """A type may be "list uchar int", whose values are a list."""
    if form == TEXT:
        def words(value):
            return [len(value), *value] if isinstance(value, list) else [value]
        return "".join(" ".join(number(w) for v in row for w in words(v)) + "\n"
                       for row in rows).encode()
    order, data = "<" if form == LITTLE else ">", b""
    for row in rows:
        for kind, value in zip(types, row):
            if kind.startswith("list"):
                _, count, item = kind.split()
                data += struct.pack(f"{order}{CODES[count]}{len(value)}{CODES[item]}",
                                    len(value), *value)
            else:
                data += struct.pack(order + CODES[kind], value)
    return data


def header(form, properties, count, before="", after=""):
    return (f"ply\nformat {form} 1.0\n{before}element vertex {count}\n"
            + "".join(f"property {each.strip()}\n" for each in properties.split(","))
            + f"{after}end_header\n").encode()


def types_of(properties):
    return [each.strip().rsplit(" ", 1)[0] for each in properties.split(",")]


def ply(properties, rows, form=LITTLE, **more):
    return header(form, properties, len(rows), **more) + body(form, types_of(properties), rows)


def rows(places=None, colors=None, *more):
    """Rows of positions, colours and further columns."""
    columns = [PLACES if places is None else places,
               COLORS if colors is None else colors, *more]
    return [tuple(v for part in row for v in part) for row in zip(*columns)]


def changed(values, at):
    """A copy with other values at some places."""
    return [at.get(i, value) for i, value in enumerate(values)]


def without(values, left_out):
    return [value for i, value in enumerate(values) if i not in left_out]


# ---- points without a position

def unplaced(name, lost, place=(NAN, NAN, NAN), form=LITTLE, types=XYZ):
    places = changed(PLACES, dict.fromkeys(lost, place))
    return File(f"{name}, {form}", ply(f"{types}, {RGB}", rows(places), form),
                without(PLACES, lost), without(COLORS, lost), len(lost))


def points_without_a_position():
    for form in FORMATS:
        yield unplaced("two neighbours without a position", [5, 6], form=form)
        yield unplaced("no position at both ends", [0, 1, 2, 11], form=form)
        yield unplaced("half of them without a position", list(range(0, 12, 2)), form=form)
        yield unplaced("eleven of twelve without a position", without(ALL, [7]), form=form)
        yield unplaced("infinite", [3, 4], (0.5, INF, -INF), form=form)
        yield unplaced("one coordinate is NaN", [8, 9], (0.5, NAN, 0.5), form=form)
        yield unplaced("a huge coordinate", [2, 3], (1e300, 0.5, 0.5), form=form,
                       types="double x, double y, double z")
        yield unplaced("a coordinate far from the others", [2], (0.5, 0.5, -2e9), form=form)
        yield File(f"no positions at all, {form}", ply(XYZ, [(NAN,) * 3] * 12, form),
                   refused="none of its 12 points has a position")
    for word in ("NaN", "-nan", "nan(ind)", "-nan(0x8000)", "+inf", "-Infinity", "1.#QNAN",
                 "-1.#IND"):
        text = ply(f"{XYZ}, {RGB}", rows(), TEXT).split(b"\n")
        text[-3] = word.encode() + b" " + text[-3].split(b" ", 1)[1]
        yield File(f"a coordinate is {word}", b"\n".join(text), without(PLACES, [10]),
                   without(COLORS, [10]), 1)


def what_else_can_be_nan():
    normals = [(0.6, 0.0, -0.8)] * 12
    normal_names = "float nx, float ny, float nz"
    for form in FORMATS:
        odd = changed(normals, {3: (NAN,) * 3, 4: (NAN,) * 3, 5: (INF, 0.0, 0.0)})
        yield File(f"normals that are NaN, {form}",
                   ply(f"{XYZ}, {RGB}, {normal_names}", rows(None, None, odd), form))
        yield File(f"normals of any length, {form}",
                   ply(f"{XYZ}, {RGB}, {normal_names}",
                       rows(None, None, [(3.0, 4.0, 5.0)] * 12), form))
        sizes = changed([(0.1,)] * 12, {1: (NAN,), 2: (NAN,), 3: (-1.0,), 4: (INF,)})
        yield File(f"radii that are NaN, {form}",
                   ply(f"{XYZ}, {RGB}, float radius", rows(None, None, sizes), form))
        floats = changed([tuple(c / 255 for c in color) for color in COLORS],
                         {5: (NAN, 0.5, 0.5), 6: (INF,) * 3, 7: (NAN,) * 3})
        yield File(f"colours that are NaN, {form}",
                   ply(f"{XYZ}, float red, float green, float blue", rows(None, floats), form),
                   colors=changed(COLORS, dict.fromkeys([5, 6, 7], GREY)))


# ---- far from the origin

def far_from_the_origin():
    utm = (450000.0, 5400000.0, 120.0)
    for form in FORMATS:
        for name, by in (("UTM", utm), ("ECEF", (4.2e6, 1.7e5, 4.8e6)),
                         ("far beyond", (1e12, -3e12, 2e12))):
            moved = [tuple(p + d for p, d in zip(place, by)) for place in PLACES]
            yield File(f"{name} in doubles, {form}",
                       ply(f"double x, double y, double z, {RGB}", rows(moved), form), moved)
        moved = [tuple(round(1000 * (p + d)) for p, d in zip(place, utm[:1] * 3))
                 for place in PLACES]
        yield File(f"integers of 32 bits, {form}",
                   ply(f"int x, int y, int z, {RGB}", rows(moved), form), moved)
        lost = changed([tuple(p + d for p, d in zip(place, utm)) for place in PLACES],
                       {0: (NAN,) * 3, 1: (0.0, INF, 0.0)})
        yield File(f"far, and some without a position, {form}",
                   ply(f"double x, double y, double z, {RGB}", rows(lost), form),
                   lost[2:], COLORS[2:], 2)
    yield File("all in one place", ply(f"double x, double y, double z, {RGB}",
                                       rows([utm] * 12)), [utm] * 12)


# ---- colours

def colors_of_type(kind, values, colors=None, names=("red", "green", "blue"), label=""):
    properties = f"{XYZ}, " + ", ".join(f"{kind} {name}" for name in names)
    for form in FORMATS:
        yield File(f"{label}{kind} {names[0]}, {form}",
                   ply(properties, rows(None, values), form),
                   colors=COLORS if colors is None else colors)


def scaled(factor, kind=int):
    return [tuple(kind(c * factor) for c in color) for color in COLORS]


def colors_of_every_type():
    signed = [tuple(c - 256 if c > 127 else c for c in color) for color in COLORS]
    for kind in ("uchar", "short", "ushort", "int", "uint", "float", "double"):
        yield from colors_of_type(kind, scaled(1, float if kind in ("float", "double") else int),
                                  label="to 255, ")
    yield from colors_of_type("char", signed)
    yield from colors_of_type("ushort", scaled(257), label="to 65535, ")
    yield from colors_of_type("uint", scaled(0x01010101), label="to the most, ")
    for kind in ("float", "double"):
        yield from colors_of_type(kind, scaled(1 / 255, float), label="to 1, ")
    above = changed(scaled(1 / 255, float), {0: (1.5, -0.5, 1.0)})
    yield from colors_of_type("float", above, changed(COLORS, {0: (255, 0, 255)}),
                              label="a little above 1, ")
    beyond = changed(COLORS, {0: (300, -7, 255)})
    yield from colors_of_type("int", beyond, changed(COLORS, {0: (255, 0, 255)}),
                              label="above 255, ")


def colors_of_every_name():
    for names in ("rgb", ("diffuse_red", "diffuse_green", "diffuse_blue"),
                  ("blue", "red", "green")):
        order = [sorted(range(3), key=lambda i, n=names: "rgb".index(n[i].split("_")[-1][0]))
                 .index(i) for i in range(3)]
        values = [tuple(color[i] for i in order) for color in COLORS]
        yield from colors_of_type("uchar", values, names=names, label=f"{names[0]} first, ")
    yield from colors_of_type("uchar", rows(COLORS, [(1, 2, 3)] * 12),
                              names=("red", "green", "blue", "r", "g", "b"), label="two sets, ")
    yield from colors_of_type("uchar", [c[:2] for c in COLORS], [GREY] * 12,
                              names=("red", "green"), label="no blue, ")
    packed = [(c[0] << 16 | c[1] << 8 | c[2] | 255 << 24,) for c in COLORS]
    for form in FORMATS:
        yield File(f"packed in uint rgba, {form}",
                   ply(f"{XYZ}, uint rgba", rows(None, packed), form))
        signed = [(word[0] - (1 << 32),) for word in packed]
        yield File(f"packed in int rgb, {form}",
                   ply(f"{XYZ}, int rgb", rows(None, signed), form))
    for opaque in (0, 255 << 24):  # the latter makes NaNs of some
        words = [(word[0] & 0xFFFFFF | opaque,) for word in packed]
        for form, order in ((LITTLE, "<"), (BIG, ">")):
            as_float = header(form, f"{XYZ}, float rgb", 12) + \
                body(form, types_of(f"{XYZ}, uint rgb"), rows(None, words))
            yield File(f"packed in float rgb, {form}, {opaque:#x}", as_float)
    floats = [struct.unpack("f", struct.pack("I", word[0] & 0xFFFFFF)) for word in packed]
    yield File("packed in float rgb, ascii", ply(f"{XYZ}, float rgb", rows(None, floats), TEXT))


# ---- headers and lines

def header_variants():
    for form in FORMATS:
        whole = ply(f"{XYZ}, {RGB}", rows(), form)
        head, data = whole.split(b"end_header\n")
        head += b"end_header\n"

        def variant(name, old, new, head=head, data=data, form=form):
            return File(f"{name}, {form}", head.replace(old, new) + data)
        yield variant("two blanks", b" ", b"  ")
        yield variant("tabs and blanks at the ends", b"\nproperty ", b" \t\n\t property\t")
        yield File(f"a byte order mark, {form}", b"\xef\xbb\xbf" + whole)
        yield variant("a header with CR LF", b"\n", b"\r\n")
        yield variant("a header with CR", b"\n", b"\r")
        yield variant("a header with CR CR LF", b"\n", b"\r\r\n")
        yield variant("no version", b" 1.0\n", b"\n")
        yield variant("comments", b"element", b"comment element vertex 3\nobj_info " +
                      b"long " * 200 + b"\nelement")
        yield variant("comments of 70 kB", b"element",
                      b"comment " + b"x" * 40000 + b"\ncomment\n" * 3000 + b"element")
        yield variant("other names of types", b"property float ", b"property float32 ")
        yield variant("elements before, none of them", b"element",
                      b"element face 0\nproperty list uchar int at\nelement")
        yield variant("faces after, none of them", b"end_header",
                      b"element face 0\nproperty list uchar int at\nend_header")
        yield variant("an unknown line", b"element", b"camera 1 2 3\nelement")
    whole = ply(f"{XYZ}, {RGB}", rows(), TEXT)
    yield File("text with CR LF", whole.replace(b"\n", b"\r\n"))
    yield File("text with CR", whole.replace(b"\n", b"\r"))
    yield File("no end of the last line", whole[:-1])


def other_elements():
    camera = ("element camera 2\nproperty float view\nproperty double at\n",
              ["float", "double"], [(1.5, 2.5), (3.5, 4.5)])
    strips = ("element strip 3\nproperty list uchar short at\nproperty int of\n",
              ["list uchar short", "int"], [([1, 2], 3), ([], 4), ([5, 6, 7], 8)])
    for form in FORMATS:
        for name, (text, types, values) in (("scalars", camera), ("lists", strips)):
            head = header(form, f"{XYZ}, {RGB}", 12, before=text)
            data = body(form, types, values)
            points = body(form, types_of(f"{XYZ}, {RGB}"), rows())
            yield File(f"{name} before the vertices, {form}", head + data + points)
            head = header(form, f"{XYZ}, {RGB}", 12, after=text)
            yield File(f"{name} after the vertices, {form}", head + points + data)
        properties = f"{XYZ}, list uchar int near, {RGB}, list int double far"
        lists = [(*p, [1] * (i % 4), *c, [0.5] * (i % 3))
                 for i, (p, c) in enumerate(zip(PLACES, COLORS))]
        yield File(f"lists in the vertices, {form}", ply(properties, lists, form))
        lost = changed(lists, {i: (NAN,) * 3 + lists[i][3:] for i in (4, 5)})
        yield File(f"lists in the vertices, two without a position, {form}",
                   ply(properties, lost, form), without(PLACES, [4, 5]),
                   without(COLORS, [4, 5]), 2)
        yield File(f"properties of no meaning between, {form}",
                   ply(f"double a, float x, char b, float y, short c, float z, {RGB}",
                       [(0.5, p[0], -1, p[1], 7, p[2], *c) for p, c in zip(PLACES, COLORS)],
                       form))


def lines_of_text():
    def text(lines, properties=f"{XYZ}, {RGB}", count=12, before=""):
        return header(TEXT, properties, count, before=before) + lines.encode()

    words = [" ".join(map(str, row)) for row in rows()]
    yield File("more numbers a line than named", text("\n".join(w + " 9 9" for w in words)))
    yield File("more words a line than named", text("\n".join(w + " and so on" for w in words)))
    yield File("blank lines", text("\n\n".join(words) + "\n \n"))
    yield File("blanks before and after", text("\n".join(f"\t {w} \t" for w in words)))
    yield File("points over two lines", text("\n".join(w.replace(" ", "\n", 3) for w in words)))
    yield File("all points on one line", text(" ".join(words)))
    yield File("an element before, over two lines",
               text("1\n2\n" + "\n".join(words),
                    before="element a 1\nproperty int b\nproperty int c\n"))
    yield File("fewer numbers than named", text("\n".join(words[:5] + ["1 2 3"] + words[6:])),
               refused="vertex 6 of 12 has fewer values than the header names")
    yield File("a word that is no number",
               text("\n".join(words[:5] + ["1 two 3 4 5 6"] + words[6:])),
               refused='vertex 6 of 12 has "two", which is not a number')
    for word in ("0x10", "1,5", "1e", ".", "1e+", "--1", "1_0", "nul", "1f"):
        yield File(f"the word {word}", text("\n".join([f"{word} 2 3 4 5 6"] + words[1:])),
                   refused=f'vertex 1 of 12 has "{word}", which is not a number')
    for word, value in ((".5", 0.5), ("5.", 5), ("+1e-1", 0.1), ("1E0", 1), ("1e-999", 0)):
        yield File(f"the number {word}",
                   text("\n".join([f"{word} 0 0 1 2 3"] + words[1:])),
                   [(value, 0, 0), *PLACES[1:]], [(1, 2, 3), *COLORS[1:]])
    yield File("too few lines", text("\n".join(w + " 77" for w in words[:10])),
               refused="it ends after 10 of its 12 vertices")
    yield File("too few lines, each a point", text("\n".join(words[:11])),
               refused="it ends after 11 of its 12 vertices")


# ---- refused

def broken_files():
    whole = ply(f"{XYZ}, {RGB}", rows())
    for name, old, new, words in (
            ("no end", b"end_header\n", b"", "its header has no end"),
            ("no format", b"format binary_little_endian 1.0\n", b"",
             "its header has no format line"),
            ("another format", b"binary_little_endian", b"binary", "unknown line"),
            ("another version", b"1.0", b"2.0", "unknown line"),
            ("a broken count", b"vertex 12", b"vertex 12x", "broken line"),
            ("a negative count", b"vertex 12", b"vertex -12", "broken line"),
            ("no count", b"vertex 12", b"vertex", "broken line"),
            ("a count as a float", b"vertex 12", b"vertex 12e2", "broken line"),
            ("a zero byte in the header", b"vertex 12", b"vertex 12\0", "its header has no end"),
            ("a long name", b"float y", b"float " + b"y" * 999, "its vertices have no x, y and z"),
            ("no vertices", b"element vertex 12", b"element face 12", "it holds no vertices"),
            ("none of them", b"vertex 12", b"vertex 0", "it holds no vertices"),
            ("two elements", b"end_header", b"element vertex 12\nend_header", "two elements"),
            ("no properties", b"property", b"comment", "its vertices have no properties"),
            ("a type of no size", b"uchar red", b"colour red", 'unknown type "colour"'),
            ("a property without a name", b"uchar red", b"uchar", "is not a property"),
            ("a list without a name", b"uchar red", b"list uchar red", "is not a property"),
            ("a property of nothing", b"element vertex", b"property int a\nelement vertex",
             "before any element"),
            ("no z", b"float z", b"float height", "its vertices have no x, y and z"),
            ("a list z", b"float z", b"list uchar float z", "its vertices have no x, y and z"),
            ("not PLY", b"ply\n", b"plyy\n", "it is not a PLY file"),
            ("many properties", b"uchar red", b"uchar red\nproperty uchar a" + b"a" * 3
             + b"\nproperty uchar b" * 300, "more than 256 properties"),
            ("many elements", b"element vertex", b"element a 0\n" * 16 + b"element vertex",
             "more than 15 elements"),
            ("half of it", whole, whole[:-90],
             "its 12 vertices need at least 180 bytes, and there are 90")):
        yield File(name, whole.replace(old, new), refused=words)
    lists = ply(f"{XYZ}, list uchar int near", [(*p, [1, 2]) for p in PLACES])
    yield File("lists that end early", lists[:-5], refused="it ends after 11 of its 12 vertices")
    strips = "element strip 9\nproperty list uchar short at\n"
    yield File("elements before that end early",
               header(LITTLE, XYZ, 1, before=strips) + b"\1" * 21,
               refused="it ends after 0 of its 1 vertices")


def files_that_lack_bytes():
    """Enough points that a hundredth of them may be lost, on a ball, so that normals are right."""
    count = 600
    normals = [(math.cos(i), math.sin(i), 0.0) for i in range(count)]
    # Of few digits: the lowest byte is 0.
    places = [tuple(round(n * (64 + i / 8)) / 64 for n in normal)
              for i, normal in enumerate(normals)]
    colors = [(i % 256, 7, 255 - i % 256) for i in range(count)]
    for form in (LITTLE, BIG):
        for name, lost in (("whole", ()), ("without a position", (200, 201, 202, 450))):
            values = rows(changed(places, dict.fromkeys(lost, (NAN,) * 3)), colors, normals)
            properties = f"{XYZ}, {RGB}, float nx, float ny, float nz"
            head, data = header(form, properties, count), body(form, types_of(properties), values)
            size = len(data) // count
            keep = without(range(count), [*lost])
            for damage, cut, gone in (
                    ("no damage", data, []),
                    ("the last byte", data[:-1], [599]),
                    # The search goes on a byte before what follows, and leaves one point out.
                    ("the first byte of a point", data[:300 * size] + data[300 * size + 1:],
                     [299])):
                if form == BIG and gone == [299]:
                    continue  # what comes first there is the sign
                kept = [i for i in keep if i not in gone]
                yield File(f"{name}, {damage} lost, {form}", head + cut,
                           [places[i] for i in kept], [colors[i] for i in kept],
                           count - len(kept))
    yield File("many bytes lost", head + data[:-20 * size],
               refused=f"its 600 vertices need at least {600 * size} bytes")
    yield File("bytes lost all over",
               head + b"".join(data[i:i + 899] for i in range(0, len(data), 900)),
               refused="could be read; the file is cut off or damaged")


# ---- splats

SHAPE = ("f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2", "rot_0",
         "rot_1", "rot_2", "rot_3")
HARMONIC = 0.28209479177387814


def splat_rows(places=None, changes=()):
    """changes: (row, column of SHAPE, value)."""
    values = [[*place, *((c / 255 - 0.5) / HARMONIC for c in color),
               2.0, -3.0, -2.0, -1.0, 0.5, 0.5, -0.5, 0.5]
              for place, color in zip(PLACES if places is None else places, COLORS)]
    for row, column, value in changes:
        values[row][3 + SHAPE.index(column)] = value
    return values


def splat_file(name, values, form, kind="float", names=SHAPE, **more):
    properties = ", ".join(f"{kind} {each}" for each in ("x", "y", "z", *names))
    return File(f"splats: {name}, {form}", ply(properties, values, form), kind="splats", **more)


def packed(form):
    """What SuperSplat writes as compressed.ply: a chunk for 256 splats, and words."""
    chunk = ("element chunk 1\n" + "".join(f"property float {side}_{axis}\n"
                                           for axis in "xyz" for side in ("min", "max")))
    names = ", ".join(f"uint packed_{each}" for each in ("position", "rotation", "scale",
                                                         "color"))
    data = (header(form, names, 12, before=chunk) + body(form, ["float"] * 6, [[0.0] * 6])
            + body(form, ["uint"] * 4, [[1, 2, 3, 4]] * 12))
    return File(f"splats: compressed by SuperSplat, {form}", data, kind="splats",
                refused="it is a compressed PLY file of SuperSplat, which is not read; "
                        "splat-transform, a command by")


def compressed():
    """Files of other formats, told by name or by what they begin with."""
    for data, suffix, what in ((b"PK\3\4" + bytes(60), ".sog", "a .sog file"),
                               (b"\x1f\x8b" + bytes(62), ".spz", "an .spz file"),
                               (b"NGSP" + bytes(60), ".dat", "an .spz file"),
                               (bytes(64), ".ksplat", "a .ksplat file")):
        yield File(f"compressed: {suffix}, {data[:4]!r}", data, kind="splats", suffix=suffix,
                   refused=f"it is {what}, ")


def splats():
    broken = [(2, "f_dc_1", NAN), (3, "opacity", NAN), (4, "scale_0", INF), (5, "scale_2", NAN),
              (6, "rot_0", NAN), (7, "rot_3", INF), (8, "scale_1", 21.0)]
    lost = [row for row, _, _ in broken]
    utm = [tuple(p + d for p, d in zip(place, (450000.0, 5400000.0, 120.0)))
           for place in PLACES]
    flat = [row[:9] + row[10:] for row in splat_rows()]
    for form in FORMATS:
        yield splat_file("plain", splat_rows(), form)
        yield splat_file("flat", flat, form, names=without(SHAPE, [6]))
        yield splat_file("without a shape", splat_rows(changes=broken), form,
                         places=without(PLACES, lost), colors=without(COLORS, lost),
                         left_out=len(lost))
        places = changed(PLACES, {0: (NAN,) * 3, 1: (0.0, INF, 0.0), 2: (3e9, 0.0, 0.0)})
        yield splat_file("without a position", splat_rows(places), form, places=PLACES[3:],
                         colors=COLORS[3:], left_out=3)
        yield splat_file("far", splat_rows(utm), form, kind="double", places=utm)
        yield splat_file("none can be drawn", splat_rows([(NAN,) * 3] * 12), form,
                         refused="none of its 12 splats has a position and a shape")
        for kind, full in (("uchar", 255), ("ushort", 65535), ("float", 1.0)):
            rgb = [[*row[:3], *(c * full // 255 if kind == "ushort" else c / 255 * full
                                if kind == "float" else c for c in color), *row[6:]]
                   for row, color in zip(splat_rows(), COLORS)]
            names = [*(f"{kind} {each}" for each in ("red", "green", "blue")),
                     *(f"float {each}" for each in SHAPE[3:])]
            yield File(f"splats: colours in {kind}, {form}",
                       ply(f"{XYZ}, " + ", ".join(names), rgb, form), kind="splats")
        yield packed(form)
        yield splat_file("no colours", [row[:3] + row[6:] for row in splat_rows()], form,
                         names=SHAPE[3:], refused="they have no f_dc_0")
    records = [struct.pack("<6f8B", *place, 0.1, 0.2, 0.3, *color, 200, 255, 128, 0, 7)
               for place, color in zip(PLACES, COLORS)]
    bad = changed(records, {
        3: struct.pack("<6f8B", NAN, 0, 0, 0.1, 0.2, 0.3, *[9] * 8),
        4: struct.pack("<6f8B", 0, 0, -INF, 0.1, 0.2, 0.3, *[9] * 8),
        5: struct.pack("<6f8B", 0, 0, 0, 0.1, NAN, 0.3, *[9] * 8),
        6: struct.pack("<6f8B", 0, 0, 0, 0.1, -0.2, 0.3, *[9] * 8),
        7: struct.pack("<6f8B", 0, 0, 0, 0.1, 0.2, 0.3, *[9] * 4, *[128] * 4)})
    more = {"kind": "splats", "suffix": ".splat"}
    yield File("records", b"".join(records), **more)
    yield File("records that cannot be drawn", b"".join(bad), without(PLACES, range(3, 8)),
               without(COLORS, range(3, 8)), 5, **more)
    for name in ("x", "y", "z", *SHAPE):
        # Without the third scale they are flat; rot_0 tells splats from points.
        if name not in ("scale_2", "rot_0"):
            data = ply(f"{XYZ}, " + ", ".join(f"float {each}" for each in SHAPE), splat_rows())
            yield File(f"splats without {name}", data.replace(b"float " + name.encode() + b"\n",
                                                              b"float ?\n"), kind="splats",
                       refused=f"they have no {name}")
    yield File("records cut off", b"".join(records)[:-1],
               refused="it has 383 bytes, not a multiple of the 32 bytes of a record", **more)
    yield File("records that are PLY", splat_file("", splat_rows(), LITTLE).data, **more)


def files():
    table = [*points_without_a_position(), *what_else_can_be_nan(), *far_from_the_origin(),
             *colors_of_every_type(), *colors_of_every_name(), *header_variants(),
             *other_elements(), *lines_of_text(), *broken_files(), *files_that_lack_bytes(),
             *splats(), *compressed()]
    assert len({each.name for each in table}) == len(table)
    return table


# ---- comparing

def faults(file, read):
    """What is wrong with what was read: count, left_out, places and colors, or error."""
    if file.refused:
        return [] if file.refused in read.get("error", "") else [
            f"is not refused with \"{file.refused}\": {str(read)[:200]}"]
    if "error" in read:
        return [f"is refused: {read['error']}"]
    found = []
    if (read["count"], read["left_out"]) != (len(file.places), file.left_out):
        found.append(f"{read['count']} are read and {read['left_out']} left out, not "
                     f"{len(file.places)} and {file.left_out}")
    most = 1 if file.kind == "splats" else 0  # splats round colours in two ways
    for i, (color, wanted) in enumerate(zip(read["colors"], file.colors)):
        if max(abs(a - b) for a, b in zip(color, wanted)) > most:
            found.append(f"colour {i} is {color}, not {wanted}")
    for i, (place, wanted) in enumerate(zip(read["places"], file.places)):
        if not all(abs(a - b) <= 1e-6 * max(1, *map(abs, PLACES[0])) + 2e-16 * abs(b)
                   for a, b in zip(place, wanted)):
            found.append(f"position {i} is {place}, not {wanted}")
    return found[:3]
