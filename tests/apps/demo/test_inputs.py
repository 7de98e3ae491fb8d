# SPDX-License-Identifier: MIT
"""What the demo reads: PLY files of each form, broken ones, and its own options."""
import math
import os
import random
import struct
import unittest

import demo

COUNT = 1500


def points(count=COUNT):
    rng = random.Random(7)
    # Rounded to f32, so that all forms of file hold the same numbers.
    return [struct.unpack("3f", struct.pack("3f", *(rng.uniform(-1, 1) for _ in range(3))))
            + tuple(rng.randrange(256) for _ in range(3)) for _ in range(count)]


def header(kind, count):
    return (f"ply\nformat {kind} 1.0\ncomment by a test\nelement vertex {count}\n"
            "property float x\nproperty float y\nproperty float z\n"
            "property uchar red\nproperty uchar green\nproperty uchar blue\n"
            "element face 0\nproperty list uchar int vertex_index\nend_header\n").encode()


def ply(kind, cloud):
    body = b""
    for p in cloud:
        if kind == "ascii":
            body += " ".join(repr(v) for v in p).encode() + b"\n"
        else:
            body += struct.pack(("<" if "little" in kind else ">") + "3f3B", *p)
    return header(kind, len(cloud)) + body


def table(kind, properties, rows, count=None, before=""):
    """A PLY file of vertices with the properties "x:f red:B", of which rows are lists."""
    names = {"f": "float", "d": "double", "B": "uchar", "i": "int"}
    columns = [word.split(":") for word in properties.split()]
    text = (f"ply\nformat {kind} 1.0\n{before}"
            f"element vertex {len(rows) if count is None else count}\n"
            + "".join(f"property {names[code]} {name}\n" for name, code in columns)
            + "end_header\n").encode()
    if kind == "ascii":
        return text + "".join(" ".join(map(str, row)) + "\n" for row in rows).encode()
    packer = struct.Struct("<" + "".join(code for _, code in columns))
    return text + b"".join(packer.pack(*row) for row in rows)


class Inputs(unittest.TestCase):
    def draw(self, path, out):
        return demo.run("--ply", path, "--out", out, "--size", "320x180", "--check")

    def expect_refused(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertTrue(done.stderr.startswith("glsort-particles: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_all_forms_of_ply_give_one_picture(self):
        with demo.folder() as folder:
            pictures = set()
            for kind in ("ascii", "binary_little_endian", "binary_big_endian"):
                (folder / kind).write_bytes(ply(kind, points()))
                done = self.draw(folder / kind, folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures.add((folder / "a.png").read_bytes())
            self.assertEqual(len(pictures), 1)

    def test_a_file_that_lost_bytes_is_read_and_the_loss_is_told(self):
        names = ("x", "y", "z", "nx", "ny", "nz")
        text = ("ply\nformat binary_little_endian 1.0\nelement vertex 2000\n"
                + "".join(f"property float {name}\n" for name in names) + "end_header\n")
        body = b"".join(struct.pack("<6f", *p[:3], 0.6, 0.0, -0.8) for p in points(2000))
        for at in (30000, 20011, 7):
            body = body[:at] + body[at + 1:]
        with demo.folder() as folder:
            (folder / "damaged.ply").write_bytes(text.encode() + body)
            done = self.draw(folder / "damaged.ply", folder / "a.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("of its 2000 points left out", done.stdout)

    def test_a_broken_file_is_refused_in_a_sentence_and_nothing_is_left(self):
        whole = ply("binary_little_endian", points())
        files = {
            "cut.ply": whole[:-9000],
            "words.ply": header("ascii", 2) + b"1 2 3 4 5 6\n1 two 3 4 5 6\n",
            "huge.ply": header("ascii", 1 << 40),
            "large.ply": header("binary_little_endian", 20_000_000),
            "none.ply": b"",
            "picture.ply": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
            "few.ply": ply("ascii", points(20)),
        }
        with demo.folder() as folder:
            for name, data in files.items():
                (folder / name).write_bytes(data)
            for name in (*files, "absent.ply", "."):
                with self.subTest(name):
                    self.expect_refused(self.draw(folder / name, folder / "never.png"))
            self.assertEqual(sorted(p.name for p in folder.iterdir()), sorted(files))

    def test_what_is_no_file_is_refused_without_waiting_for_it(self):
        with demo.folder() as folder:
            os.mkfifo(folder / "pipe.ply")  # which nobody ever writes to
            (folder / "folder.ply").mkdir()
            for name, word in (("pipe.ply", "not a file whose length is known"),
                               ("folder.ply", "it is a folder"),
                               ("absent.ply", "cannot be opened (No such file or directory)")):
                for scene in ("cloud", "splats"):
                    with self.subTest(name=name, scene=scene):
                        done = demo.run("--scene", scene, "--ply", folder / name, "--out",
                                        folder / "a.png")
                        self.expect_refused(done, f"{name}: ", word)
            self.assertEqual(len(list(folder.iterdir())), 2)

    def test_a_file_of_which_too_little_can_be_drawn_says_how_much_it_holds(self):
        record = struct.Struct("<6f8B")
        good = record.pack(0, 0, 0, 1, 1, 1, *[200] * 8)
        bad = record.pack(math.nan, 0, 0, 1, 1, 1, *[200] * 8)
        with demo.folder() as folder:
            (folder / "few.splat").write_bytes(10 * good + 1990 * bad)
            self.expect_refused(self.draw(folder / "few.splat", folder / "a.png"),
                                "it holds 2000 splats, of which 10 can be drawn", "1024")

    def expect_files_refused(self, files):
        """Files as name, contents and a word of the sentence."""
        with demo.folder() as folder:
            for name, data, word in files:
                with self.subTest(name):
                    (folder / "bad.ply").write_bytes(data)
                    done = self.draw(folder / "bad.ply", folder / "a.png")
                    self.expect_refused(done, "bad.ply: ", word)
            self.assertEqual([p.name for p in folder.iterdir()], ["bad.ply"])

    def test_colours_out_of_range_become_the_nearest_inside(self):
        with demo.folder() as folder:
            pictures = set()
            for kind, code, low, high in (("ascii", "i", 0, 255), ("ascii", "i", -7, 300),
                                          ("ascii", "f", -1e8, 1.5),
                                          ("binary_little_endian", "f", -0.5, 9e8)):
                rows = [[*p[:3], low, high, low] for p in points()]
                properties = f"x:f y:f z:f red:{code} green:{code} blue:{code}"
                (folder / "a.ply").write_bytes(table(kind, properties, rows))
                done = self.draw(folder / "a.ply", folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures.add((folder / "a.png").read_bytes())
            self.assertEqual(len(pictures), 1)

    def test_points_without_a_position_are_left_out_and_counted(self):
        properties = "x:f y:f z:f red:f green:f blue:f radius:f"
        rows = [[*p[:3], 0.1, 0.5, 0.9, 0.01] for p in points(3000)]
        lost = {0, 700, 701, 2999, *range(1000, 2000, 2)}
        bad = [[math.nan] * 3 + row[3:] if i in lost else row for i, row in enumerate(rows)]
        kept = [row for i, row in enumerate(rows) if i not in lost]
        with demo.folder() as folder:
            for kind in ("ascii", "binary_little_endian"):
                pictures = []
                for these, words, count in (
                        (bad, " (504 of its 3000 points have no position and are left out)", 3000),
                        (kept, "", 2496)):
                    (folder / "a.ply").write_bytes(table(kind, properties, these))
                    done = self.draw(folder / "a.ply", folder / "a.png")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(f"a.ply{words}, 2496 particles\n", done.stdout)
                    self.assertIn(f"compared   2496 points; the file lists {count}, of which "
                                  f"{count - 2496} are left out\n", done.stdout)
                    pictures.append((folder / "a.png").read_bytes())
                self.assertEqual(pictures[0], pictures[1])

    def test_a_cloud_far_from_the_origin_is_the_same_picture(self):
        places = [p[:3] for p in points()]
        with demo.folder() as folder:
            pictures = []
            for by in ((0, 0, 0), (450000, 5400000, 120)):
                rows = [[p + d for p, d in zip(place, by)] for place in places]
                data = table("binary_little_endian", "x:d y:d z:d", rows)
                (folder / "a.ply").write_bytes(data)
                done = self.draw(folder / "a.ply", folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures.append(demo.read_png(folder / "a.png")[2])
        self.assertLessEqual(demo.bad_part(*pictures), 0.001)

    def test_a_hostile_header_is_refused_in_a_sentence(self):
        rows, xyz = [p[:3] for p in points()], "x:f y:f z:f"
        whole = table("ascii", xyz, rows)
        binary = table("binary_little_endian", xyz, rows)
        face = "element face 3\nproperty list uchar int vertex_index\n"
        changes = ((b"vertex 1500", b"vertex -1500", "broken line"),
                   (b"vertex 1500", b"vertex 15e2", "broken line"),
                   (b"vertex 1500", b"vertex 1500x", "broken line"),
                   (b"vertex 1500", b"vertex 18446744073709553116", "at most"),
                   (b"vertex 1500", b"vertex 1500\0", "no end"),
                   (b"end_header", b"element vertex 1500\nend_header", "two elements"),
                   (b"float y", b"float " + b"y" * 999, "no x, y and z"),
                   (b"float y\n", b"float y\n" + b"property int a\n" * 254,
                    "more than 256"))
        files = [(new, whole.replace(old, new, 1), word) for old, new, word in changes]
        files += [("faces first", table("ascii", xyz, rows, before=face),
                   "it ends after 0 of its 1500 vertices"),
                  ("zero byte", whole[:-400] + b"\0" + whole[-399:], "is not a number"),
                  ("cut half", binary[:-1000], "its 1500 vertices need at least 18000 bytes"),
                  ("too few", table("binary_little_endian", xyz, rows, count=1 << 25),
                   "its 33554432 vertices need at least")]
        self.expect_files_refused(files)

    def test_lines_may_end_in_cr_lf_and_comments_be_long(self):
        xyz, rows = "x:f y:f z:f", [p[:3] for p in points()]
        whole = table("ascii", xyz, rows)
        comment = "comment " + "long " * 200 + "\n"
        with demo.folder() as folder:
            pictures = set()
            for data in (whole, whole.replace(b"\n", b"\r\n"),
                         table("ascii", xyz, rows, before=comment)):
                (folder / "a.ply").write_bytes(data)
                done = self.draw(folder / "a.ply", folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures.add((folder / "a.png").read_bytes())
            self.assertEqual(len(pictures), 1)

    def test_hostile_names_reach_the_terminal_masked(self):
        hostile, masked = "\x1b]0;title\x07\x1b[2J\n", r"\x1b]0;title\x07\x1b[2J\n"
        with demo.folder() as folder:
            (folder / hostile).write_bytes(ply("ascii", points()))
            done = self.draw(folder / hostile, folder / f"{hostile}.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"scene      {masked}, 1500 particles\n", done.stdout)
            self.assertIn(f"/{masked}.png\n", done.stdout)
            self.assertNotIn("\x1b", done.stdout)
            (folder / "a.ply").write_bytes(b"ply\nformat \x1b[2J\n")
            for options in (("--ply", folder / f"{hostile}2"), (hostile,),
                            ("--view", hostile), ("--out", folder / f"{hostile}/a.png"),
                            ("--device", hostile)):
                done = demo.run("--out", folder / "a.png", *options)
                self.expect_refused(done, masked)
                self.assertNotIn("\x1b", done.stderr)
            self.expect_refused(self.draw(folder / "a.ply", folder / "a.png"), r"\x1b[2J")

    def test_a_bad_option_is_refused_in_a_sentence(self):
        for options, word in (
                (("--count", "many"), "from 1024 to 16777216"),
                (("--count", "12"), "from 1024 to 16777216"),
                (("--scene", "splats", "--count", "16777217"), "from 1024 to 16777216"),
                (("--count", "1048577"), "more than the 1048576 particles of smoke"),
                (("--split", "2"), "from 0 to 1"),
                (("--size", "12"), "from 320x180 to 8192x8192, not"),
                (("--size", "319x180"), "from 320x180 to 8192x8192, not"),
                (("--size", "320x179"), "from 320x180 to 8192x8192, not"),
                (("--size", "8193x8192"), "from 320x180 to 8192x8192, not"),
                (("--backend", "magic"), "--backend"),
                (("--race", "radix"), "--race"),
                (("--race", "radix,radix"), "--race"),
                (("--race", "radix,radix-of-none"), "--race"),
                (("--race", "radix,auto"), "--race"),
                (("--race", "radix,radix-chain,radix-items,bitonic,abisort"), "--race"),
                (("--view", "race", "--race", "radix-chain,abisort", "--gl", "3.3"),
                 "radix-chain cannot take part"),
                (("--view", "race", "--race", "rank,abisort", "--backend", "fragment"),
                 "rank cannot take part"),
                (("--view", "all"), "--view"),
                (("--nonsense",), "no option --nonsense"),
                (("--count",), "needs a value"),
                (("--scene", "cloud", "--count", "1000000"), "more than"),
                (("--backend", "fragment", "--algorithm", "rank"), "scatters"),
                (("--device", "99"), "--device cpu"),
                (("--device", "moon"), 'no device is "moon"; there are gpu, cpu and'),
                (("--device", "-1"), 'no device is "-1"'),
                (("--device", "4294967296"), 'no device is "4294967296"')):
            with self.subTest(options), demo.folder() as folder:
                done = demo.run("--out", folder / "never.png", *options)
                self.expect_refused(done, word)
                self.assertEqual(list(folder.iterdir()), [])

    def test_help_names_every_option_and_view(self):
        done = demo.run("--help")
        self.assertEqual(done.returncode, 0)
        for word in ("--view", "--scene", "--ply", "--split", "--algorithm", "--backend",
                     "--window", "--headless", "--out", "--gl", "--check", "timeline",
                     "from 320x180 to 8192x8192", "clamped",
                     "Space", "Mouse", "progress   the particles in the order reached",
                     "waterfall  the whole sort as one image"):
            self.assertIn(word, done.stdout)
        self.assertTrue(all(len(line) <= 90 for line in done.stdout.splitlines()))


if __name__ == "__main__":
    demo.main()
