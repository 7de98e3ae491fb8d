#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs glsort-cloud on clouds of each PLY format, on both backends, and on bad input.

check_cloud.py GLSORT_CLOUD FOLDER
"""
import pathlib
import random
import struct
import subprocess
import sys

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print("FAILED:", text)


def run(program, *options):
    return subprocess.run([program, *map(str, options)], capture_output=True, text=True)


def points(count):
    rng = random.Random(7)
    return [(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1),
             rng.randrange(256), rng.randrange(256), rng.randrange(256))
            for _ in range(count)]


def header(kind, count):
    return (f"ply\nformat {kind} 1.0\ncomment by a test\nelement vertex {count}\n"
            "property float x\nproperty float y\nproperty float z\n"
            "property uchar red\nproperty uchar green\nproperty uchar blue\n"
            "element face 0\nproperty list uchar int vertex_index\nend_header\n").encode()


def write_ply(path, kind, cloud):
    body = b""
    for p in cloud:
        if kind == "ascii":
            body += " ".join(repr(v) for v in p).encode() + b"\n"
        else:
            body += struct.pack(("<" if "little" in kind else ">") + "3f3B", *p)
    path.write_bytes(header(kind, len(cloud)) + body)


def sorted_and_drawn(result, out, what):
    expect(result.returncode == 0, f"{what}: it ends well ({result.stderr.strip()})")
    expect("0.00 % sorted" in result.stdout, f"{what}: no neighbours are out of order")
    expect("at most 0 of 255" in result.stdout, f"{what}: the pictures are equal")
    data = out.read_bytes() if out.exists() else b""
    expect(data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND",
           f"{what}: a whole PNG is written")
    expect(struct.unpack(">II", data[16:24]) == (320, 160), f"{what}: of that size")


def check_formats(program, folder):
    pictures = []
    for kind in ("ascii", "binary_little_endian", "binary_big_endian"):
        ply, out = folder / f"{kind}.ply", folder / f"{kind}.png"
        # Rounded to f32, so that all three files hold the same numbers.
        cloud = [struct.unpack("3f", struct.pack("3f", *p[:3])) + p[3:]
                 for p in points(997)]
        write_ply(ply, kind, cloud)
        result = run(program, "--ply", ply, "--out", out, "--size", "320x160")
        sorted_and_drawn(result, out, kind)
        pictures.append(out.read_bytes())
    expect(pictures[0] == pictures[1] == pictures[2], "all formats give one picture")


def check_damaged(program, folder):
    """A file with normals that lost a byte here and there, as text conversions do."""
    names = ("x", "y", "z", "nx", "ny", "nz")
    text = ("ply\nformat binary_little_endian 1.0\nelement vertex 2000\n"
            + "".join(f"property float {name}\n" for name in names) + "end_header\n")
    body = b"".join(struct.pack("<6f", *p[:3], 0.6, 0.0, -0.8) for p in points(2000))
    for at in (30000, 20011, 7):
        body = body[:at] + body[at + 1:]
    (folder / "damaged.ply").write_bytes(text.encode() + body)
    out = folder / "damaged.png"
    result = run(program, "--ply", folder / "damaged.ply", "--out", out,
                 "--size", "320x160")
    sorted_and_drawn(result, out, "a damaged file")
    expect("of its 2000 points left out" in result.stdout,
           "the points left out are counted")


def check_forms(program, folder):
    out = folder / "form.png"
    for backend, algorithm in (("compute", "abisort"), ("compute", "abisort-tree"),
                               ("compute", "bitonic"), ("compute", "radix"),
                               ("fragment", "abisort"), ("fragment", "abisort-tree"),
                               ("fragment", "bitonic")):
        out.unlink(missing_ok=True)
        result = run(program, "--count", "3000", "--backend", backend, "--algorithm",
                     algorithm, "--out", out, "--size", "320x160")
        sorted_and_drawn(result, out, f"{backend} {algorithm}")
        expect(f"algorithm  {algorithm}," in result.stdout, f"{algorithm} is named")


def check_bad_input(program, folder):
    good = folder / "ascii.ply"
    (folder / "cut.ply").write_bytes(
        (folder / "binary_little_endian.ply").read_bytes()[:-3000])
    (folder / "words.ply").write_bytes(header("ascii", 2)
                                       + b"1 2 3 4 5 6\n1 two 3 4 5 6\n")
    (folder / "huge.ply").write_bytes(header("ascii", 1 << 40))
    (folder / "none.ply").write_bytes(b"")
    out = folder / "never.png"
    for options in (("--ply", folder / "cut.ply"), ("--ply", folder / "words.ply"),
                    ("--ply", folder / "huge.ply"), ("--ply", folder / "none.ply"),
                    ("--ply", folder), ("--ply", folder / "absent.ply"),
                    ("--ply", good, "--count", "998"), ("--count", "many"),
                    ("--backend", "fragment", "--algorithm", "radix"), ("--size", "12"), ("--backend", "magic"), ("--nonsense", "1")):
        result = run(program, *options, "--out", out)
        what = " ".join(str(o) for o in options)
        expect(result.returncode == 1, f"{what}: it fails")
        expect(result.stderr.count("\n") == 1
               and result.stderr.startswith("glsort-cloud: "),
               f"{what}: with one sentence, not {result.stderr!r}")
    result = run(program, "--ply", good, "--out", folder / "absent" / "x.png")
    expect(result.returncode == 1 and "cannot be written" in result.stderr,
           "a picture in an absent folder cannot be written")
    left = sorted(p.name for p in folder.iterdir() if "unfinished" in p.name or p == out)
    expect(not left, f"nothing is left behind, not {left}")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    check_formats(program, folder)
    check_damaged(program, folder)
    check_forms(program, folder)
    check_bad_input(program, folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
