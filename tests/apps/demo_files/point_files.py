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
    """places, colors: what is read, and of splats the shape of each: deviations, a rotation and an
    opacity. refused: instead, words of the sentence."""
    name: str
    data: bytes
    places: list = dataclasses.field(default_factory=lambda: list(PLACES))
    colors: list = dataclasses.field(default_factory=lambda: list(COLORS))
    left_out: int = 0
    refused: str = ""
    kind: str = "cloud"
    suffix: str = ".ply"
    shape: tuple = ()


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

def unplaced(name, lost, form, place=(NAN, NAN, NAN), types=XYZ):
    places = changed(PLACES, dict.fromkeys(lost, place))
    return File(f"{name}, {form}", ply(f"{types}, {RGB}", rows(places), form),
                without(PLACES, lost), without(COLORS, lost), len(lost))


def points_without_a_position():
    for form in FORMATS:
        yield unplaced("two neighbours without a position", [5, 6], form)
        yield unplaced("no position at both ends", [0, 1, 2, 11], form)
        yield unplaced("infinite", [3, 4], form, (0.5, INF, -INF))
        yield unplaced("a huge coordinate", [2, 3], form, (1e300, 0.5, 0.5),
                       "double x, double y, double z")
        yield unplaced("a coordinate far from the others", [2], form, (0.5, 0.5, -2e9))
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
        sizes = changed([(0.1,)] * 12, {1: (NAN,), 2: (NAN,), 3: (-1.0,), 4: (INF,)})
        yield File(f"radii that are NaN, {form}",
                   ply(f"{XYZ}, {RGB}, float radius", rows(None, None, sizes), form))
        floats = changed(scaled(1 / 255, float),
                         {5: (NAN, 0.5, 0.5), 6: (INF,) * 3, 7: (NAN,) * 3})
        yield File(f"colours that are NaN, {form}",
                   ply(f"{XYZ}, float red, float green, float blue", rows(None, floats), form),
                   colors=changed(COLORS, dict.fromkeys([5, 6, 7], GREY)))


# ---- far from the origin

def far_from_the_origin():
    utm = [(x + 450000.0, y + 5400000.0, z + 120.0) for x, y, z in PLACES]
    types = f"double x, double y, double z, {RGB}"
    for form in FORMATS:
        lost = changed(utm, {0: (NAN,) * 3, 1: (0.0, INF, 0.0)})
        yield File(f"far, {form}", ply(types, rows(utm), form), utm)
        yield File(f"far, and some without a position, {form}", ply(types, rows(lost), form),
                   utm[2:], COLORS[2:], 2)
    yield File("all in one place", ply(types, rows(utm[:1] * 12)), utm[:1] * 12)


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
    beyond = changed(COLORS, {0: (300, -7, 255)})
    yield from colors_of_type("int", beyond, changed(COLORS, {0: (255, 0, 255)}),
                              label="above 255, ")


def colors_of_every_name():
    for names, order in (("rgb", (0, 1, 2)), (("blue", "red", "green"), (2, 0, 1)),
                         (("diffuse_red", "diffuse_green", "diffuse_blue"), (0, 1, 2))):
        values = [tuple(color[i] for i in order) for color in COLORS]
        yield from colors_of_type("uchar", values, names=names, label=f"{names[0]} first, ")
    yield from colors_of_type("uchar", [c[:2] for c in COLORS], [GREY] * 12,
                              names=("red", "green"), label="no blue, ")
    packed = [(c[0] << 16 | c[1] << 8 | c[2] | 255 << 24,) for c in COLORS]
    for form in FORMATS:
        yield File(f"packed in uint rgba, {form}",
                   ply(f"{XYZ}, uint rgba", rows(None, packed), form))
    for opaque in (0, 255 << 24):  # the latter makes NaNs of some
        words = [(word[0] & 0xFFFFFF | opaque,) for word in packed]
        for form in (LITTLE, BIG):
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
        yield variant("tabs and blanks at the ends", b"\nproperty ", b" \t\n\t property\t")
        yield File(f"a byte order mark, {form}", b"\xef\xbb\xbf" + whole)
        yield variant("a header with CR LF", b"\n", b"\r\n")
        yield variant("a header with CR", b"\n", b"\r")
        yield variant("no version", b" 1.0\n", b"\n")
        yield variant("comments of 70 kB", b"element",
                      b"comment " + b"x" * 40000 + b"\ncomment\n" * 3000 + b"element")
        yield variant("other names of types", b"property float ", b"property float32 ")
        yield variant("elements before, none of them", b"element",
                      b"element face 0\nproperty list uchar int at\nelement")
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
        yield File(f"properties of no meaning between, {form}",
                   ply(f"double a, float x, char b, float y, short c, float z, {RGB}",
                       [(0.5, p[0], -1, p[1], 7, p[2], *c) for p, c in zip(PLACES, COLORS)],
                       form))


def lines_of_text():
    def text(lines):
        return header(TEXT, f"{XYZ}, {RGB}", 12) + lines.encode()

    words = [" ".join(map(str, row)) for row in rows()]
    yield File("more words a line than named", text("\n".join(w + " and so on" for w in words)))
    yield File("blank lines", text("\n\n".join(words) + "\n \n"))
    yield File("points over two lines", text("\n".join(w.replace(" ", "\n", 3) for w in words)))
    yield File("all points on one line", text(" ".join(words)))
    yield File("fewer numbers than named", text("\n".join(words[:5] + ["1 2 3"] + words[6:])),
               refused="vertex 6 of 12 has fewer values than the header names")
    for word in ("two", "0x10", "1,5", ".", "1e+", "--1"):
        yield File(f"the word {word}", text("\n".join([f"{word} 2 3 4 5 6"] + words[1:])),
                   refused=f'vertex 1 of 12 has "{word}", which is not a number')
    for word, value in ((".5", 0.5), ("5.", 5), ("+1e-1", 0.1), ("1E0", 1), ("1e-999", 0)):
        yield File(f"the number {word}",
                   text("\n".join([f"{word} 0 0 1 2 3"] + words[1:])),
                   [(value, 0, 0), *PLACES[1:]], [(1, 2, 3), *COLORS[1:]])
    yield File("too few lines", text("\n".join(w + " 77" for w in words[:10])),
               refused="it ends after 10 of its 12 vertices")


# ---- refused

def broken_files():
    whole = ply(f"{XYZ}, {RGB}", rows())
    for name, old, new, words in (
            ("no end", b"end_header\n", b"", "its header has no end"),
            ("no format", b"format binary_little_endian 1.0\n", b"",
             "its header has no format line"),
            ("another format", b"binary_little_endian", b"binary", "unknown line"),
            ("a broken count", b"vertex 12", b"vertex 12x", "broken line"),
            ("a zero byte in the header", b"vertex 12", b"vertex 12\0", "its header has no end"),
            ("a long name", b"float y", b"float " + b"y" * 999, "its vertices have no x, y and z"),
            ("no vertices", b"element vertex 12", b"element face 12", "it holds no vertices"),
            ("two elements", b"end_header", b"element vertex 12\nend_header", "two elements"),
            ("no properties", b"property", b"comment", "its vertices have no properties"),
            ("a type of no size", b"uchar red", b"colour red", 'unknown type "colour"'),
            ("a property without a name", b"uchar red", b"uchar", "is not a property"),
            ("a property of nothing", b"element vertex", b"property int a\nelement vertex",
             "before any element"),
            ("no z", b"float z", b"float height", "its vertices have no x, y and z"),
            ("not PLY", b"ply\n", b"plyy\n", "it is not a PLY file"),
            ("many properties", b"uchar red", b"uchar red\nproperty uchar a" + b"a" * 3
             + b"\nproperty uchar b" * 300, "more than 256 properties"),
            ("many elements", b"element vertex", b"element a 0\n" * 16 + b"element vertex",
             "more than 15 elements"),
            ("half of it", whole, whole[:-90],
             "its 12 vertices need at least 180 bytes, and there are 90")):
        yield File(name, whole.replace(old, new), refused=words)
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
    values = rows(changed(places, dict.fromkeys(range(200, 203), (NAN,) * 3)), colors, normals)
    properties = f"{XYZ}, {RGB}, float nx, float ny, float nz"
    head, data = header(LITTLE, properties, count), body(LITTLE, types_of(properties), values)
    size = len(data) // count
    for damage, cut, gone in (
            ("the last byte", data[:-1], 599),
            # The search goes on a byte before what follows, and leaves one point out.
            ("the first byte of a point", data[:300 * size] + data[300 * size + 1:], 299)):
        kept = without(range(count), [200, 201, 202, gone])
        yield File(f"{damage} lost", head + cut, [places[i] for i in kept],
                   [colors[i] for i in kept], 4)
    yield File("many bytes lost", head + data[:-20 * size],
               refused=f"its 600 vertices need at least {600 * size} bytes")
    yield File("bytes lost all over",
               head + b"".join(data[i:i + 899] for i in range(0, len(data), 900)),
               refused="could be read; the file is cut off or damaged")


# ---- splats

SHAPE = ("f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2", "rot_0",
         "rot_1", "rot_2", "rot_3")
HARMONIC = 0.28209479177387814
DEVIATIONS, TURN = tuple(map(math.exp, (-3, -2, -1))), (1.5, 0.5, -0.25, 1.0)
PLAIN = (DEVIATIONS, TURN, 1 / (1 + math.exp(-2)))


def splat_rows(places=None, changes=()):
    """changes: (row, column of SHAPE, value)."""
    values = [[*place, *((c / 255 - 0.5) / HARMONIC for c in color),
               2.0, -3.0, -2.0, -1.0, *TURN]
              for place, color in zip(PLACES if places is None else places, COLORS)]
    for row, column, value in changes:
        values[row][3 + SHAPE.index(column)] = value
    return values


def splat_file(name, values, form, kind="float", names=SHAPE, **more):
    properties = ", ".join(f"{kind} {each}" for each in ("x", "y", "z", *names))
    return File(f"splats: {name}, {form}", ply(properties, values, form),
                **{"kind": "splats", "shape": PLAIN, **more})


def compressed():
    """Files of other formats, told by name or by what they begin with; what SuperSplat writes as
    compressed.ply has a chunk for 256 splats, and words."""
    words = header(LITTLE, "uint packed_position, uint packed_rotation, uint packed_scale, "
                   "uint packed_color", 12, before="element chunk 1\nproperty float min_x\n")
    yield File("compressed by SuperSplat", words + bytes(4 + 12 * 16), kind="splats",
               refused="it is a compressed PLY file of SuperSplat, which is not read; "
                       "splat-transform, a command by")
    for data, suffix, what in ((b"PK\3\4" + bytes(60), ".sog", "a .sog file"),
                               (b"\x1f\x8b" + bytes(62), ".spz", "an .spz file"),
                               (b"NGSP" + bytes(60), ".dat", "an .spz file"),
                               (bytes(64), ".ksplat", "a .ksplat file")):
        yield File(f"compressed: {suffix}, {data[:4]!r}", data, kind="splats", suffix=suffix,
                   refused=f"it is {what}, ")


def splats():
    broken = [(2, "f_dc_1", NAN), (3, "opacity", NAN), (4, "scale_0", INF), (5, "scale_2", NAN),
              (6, "rot_0", NAN), (7, "rot_3", INF), (8, "scale_1", 21.0),
              *((9, f"rot_{part}", 0.0) for part in range(4))]
    lost = {row for row, _, _ in broken}
    utm = [tuple(p + d for p, d in zip(place, (450000.0, 5400000.0, 120.0)))
           for place in PLACES]
    flat = [row[:9] + row[10:] for row in splat_rows()]
    for form in FORMATS:
        yield splat_file("plain", splat_rows(), form)
        yield splat_file("flat", flat, form, names=without(SHAPE, [6]),
                         shape=((*DEVIATIONS[:2], 0), *PLAIN[1:]))
        yield splat_file("without a shape", splat_rows(changes=broken), form,
                         places=without(PLACES, lost), colors=without(COLORS, lost),
                         left_out=len(lost))
        places = changed(PLACES, {0: (NAN,) * 3, 1: (0.0, INF, 0.0), 2: (3e9, 0.0, 0.0)})
        yield splat_file("without a position", splat_rows(places), form, places=PLACES[3:],
                         colors=COLORS[3:], left_out=3)
        yield splat_file("far", splat_rows(utm), form, kind="double", places=utm)
        yield splat_file("none can be drawn", splat_rows([(NAN,) * 3] * 12), form,
                         refused="none of its 12 splats has a position and a shape")
        rgb = [[*row[:3], *color, *row[6:]] for row, color in zip(splat_rows(), COLORS)]
        names = ", ".join([XYZ, RGB, *(f"float {each}" for each in SHAPE[3:])])
        yield File(f"splats: colours in uchar, {form}", ply(names, rgb, form), kind="splats",
                   shape=PLAIN)
    opaque = splat_rows(changes=[(row, "opacity", INF) for row in ALL])
    yield splat_file("opaque", opaque, LITTLE, shape=(DEVIATIONS, TURN, 1))
    whole = splat_file("a byte less", splat_rows(), LITTLE,
                       refused="its 12 vertices need at least 672 bytes, and there are 671")
    yield dataclasses.replace(whole, data=whole.data[:-1])
    for count, words in ((2**24 + 1, "it holds 16777217 splats; at most 16777216"),
                         (2**24, "its 16777216 vertices need at least 939524096 bytes")):
        yield File(f"{count} splats", whole.data.replace(b"vertex 12", b"vertex %d" % count),
                   kind="splats", refused=words)
    records = [struct.pack("<6f8B", *place, 0.1, 0.2, 0.3, *color, 200, 255, 128, 0, 7)
               for place, color in zip(PLACES, COLORS)]
    bad = changed(records, {
        3: struct.pack("<6f8B", NAN, 0, 0, 0.1, 0.2, 0.3, *[9] * 8),
        4: struct.pack("<6f8B", 0, 0, -INF, 0.1, 0.2, 0.3, *[9] * 8),
        5: struct.pack("<6f8B", 0, 0, 0, 0.1, NAN, 0.3, *[9] * 8),
        6: struct.pack("<6f8B", 0, 0, 0, 0.1, -0.2, 0.3, *[9] * 8),
        7: struct.pack("<6f8B", 0, 0, 0, 0.1, 0.2, 0.3, *[9] * 4, *[128] * 4)})
    more = {"kind": "splats", "suffix": ".splat",
            "shape": ((0.1, 0.2, 0.3), (127, 0, -128, -121), 200 / 255)}
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
    yield File("records that are PLY", splat_file("", splat_rows(), LITTLE).data,
               **{**more, "shape": PLAIN})


def files():
    table = [*points_without_a_position(), *what_else_can_be_nan(), *far_from_the_origin(),
             *colors_of_every_type(), *colors_of_every_name(), *header_variants(),
             *other_elements(), *lines_of_text(), *broken_files(), *files_that_lack_bytes(),
             *splats(), *compressed()]
    assert len({each.name for each in table}) == len(table)
    return table


# ---- comparing

def covariance(deviations, turn):
    """The upper half: xx, xy, xz, yy, yz, zz."""
    w, x, y, z = (part / math.hypot(*turn) for part in turn)
    axes = ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    return [sum((d * axis[i]) * (d * axis[j]) for d, axis in zip(deviations, axes))
            for i in range(3) for j in range(i, 3)]


def is_shape(read, deviations, turn, opacity):
    """The radius is that of all that is visible."""
    *parts, paint, radius = read
    return (all(abs(a - b) <= 1e-6 for a, b in zip(parts, covariance(deviations, turn)))
            and abs(paint - 65535 * opacity) <= 1
            and 3.3 * max(deviations) < radius < 4.5 * max(deviations))


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
    found += [f"shape {i} is {each}, not of {file.shape}" for i, each in
              enumerate(read.get("shapes", [])) if not is_shape(each, *file.shape)]
    return found[:3]
