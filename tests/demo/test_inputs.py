# SPDX-License-Identifier: MIT
"""What the demo reads: PLY files of each form, broken ones, and its own options."""
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

    def test_a_bad_option_is_refused_in_a_sentence(self):
        for options, word in (
                (("--count", "many"), "from 1024 to 1048576"),
                (("--count", "12"), "from 1024 to 1048576"),
                (("--split", "2"), "from 0 to 1"),
                (("--size", "12"), "--size"),
                (("--backend", "magic"), "--backend"),
                (("--race", "radix"), "--race"),
                (("--race", "radix,radix"), "--race"),
                (("--race", "radix,radix-of-none"), "--race"),
                (("--race", "radix,auto"), "--race"),
                (("--race", "radix,radix-chain,radix-items,bitonic,abisort"), "--race"),
                (("--view", "race", "--race", "radix-chain,abisort", "--gl", "3.3"),
                 "radix-chain cannot take part"),
                (("--view", "race", "--race", "radix,abisort", "--backend", "fragment"),
                 "radix cannot take part"),
                (("--view", "all"), "--view"),
                (("--nonsense",), "no option --nonsense"),
                (("--count",), "needs a value"),
                (("--scene", "cloud", "--count", "1000000"), "more than"),
                (("--backend", "fragment", "--algorithm", "radix"), "radix"),
                (("--device", "99"), "--device cpu")):
            with self.subTest(options), demo.folder() as folder:
                done = demo.run("--out", folder / "never.png", *options)
                self.expect_refused(done, word)
                self.assertEqual(list(folder.iterdir()), [])

    def test_help_names_every_option_and_view(self):
        done = demo.run("--help")
        self.assertEqual(done.returncode, 0)
        for word in ("--view", "--scene", "--ply", "--split", "--algorithm", "--backend",
                     "--window", "--headless", "--out", "--gl", "--check", "timeline",
                     "Space", "Mouse"):
            self.assertIn(word, done.stdout)
        self.assertTrue(all(len(line) <= 90 for line in done.stdout.splitlines()))


if __name__ == "__main__":
    demo.main()
