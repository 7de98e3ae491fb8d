# SPDX-License-Identifier: MIT
"""Gaussian splats: files of both kinds, and their order."""
import math
import random
import struct
import unittest

import demo

REST = [f"f_rest_{i}" for i in range(45)]  # colours by direction, of degrees 1 to 3
# What the program of Kerbl et al. writes, in its order: 62 floats.
NAMES = ["x", "y", "z", "nx", "ny", "nz", "f_dc_0", "f_dc_1", "f_dc_2", *REST, "opacity",
         "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"]
WIDTH, HEIGHT = 480, 270


def ply(splats):
    """A file of splats, which are dictionaries of what is not 0."""
    text = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(splats)}\n"
            + "".join(f"property float {name}\n" for name in NAMES) + "end_header\n")
    rows = (struct.pack(f"<{len(NAMES)}f", *(s.get(name, 0.0) for name in NAMES))
            for s in splats)
    return text.encode() + b"".join(rows)


def splat(position, deviations, rotation=(1, 0, 0, 0), color=(1, 1, 1), opacity=3.0):
    values = dict(zip("xyz", position), opacity=opacity)
    values |= {name: 5.0 for name in REST}  # not drawn: no picture changes
    values |= {f"scale_{i}": math.log(v) for i, v in enumerate(deviations)}
    values |= {f"rot_{i}": v for i, v in enumerate(rotation)}
    return values | {f"f_dc_{i}": (v - 0.5) / 0.28209479 for i, v in enumerate(color)}


def crowd(count=1500):
    rng = random.Random(5)
    return [splat([rng.uniform(-1, 1) for _ in range(3)],
                  [10 ** rng.uniform(-5, -1) for _ in range(3)],
                  [rng.gauss(0, 1) for _ in range(4)],
                  [rng.random() for _ in range(3)], rng.uniform(-1, 4)) for _ in range(count)]


# After the name of a file: what is not drawn of it.
REST_TOLD = (" (its colours change with the direction of view, f_rest; they are drawn without "
             "that)")


class Splats(unittest.TestCase):
    def draw(self, folder, name, data, *options):
        (folder / name).write_bytes(data)
        done = demo.run("--scene", "splats", "--ply", folder / name, "--size",
                        f"{WIDTH}x{HEIGHT}", "--split", 0, "--plain", *options, "--debug",
                        "--out", folder / "a.png")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done, demo.read_png(folder / "a.png")[2]

    def test_a_capture_which_has_y_downwards_stands_up(self):
        hidden = [each | {"opacity": -30.0} for each in crowd()]
        red = splat((0.4, -0.5, 0), [0.05] * 3, color=(1, 0, 0), opacity=9.0)
        with demo.folder() as folder:
            rgb = self.draw(folder, "a.ply", ply([*hidden, red]), "--yaw", 0, "--pitch", 0)[1]
        shown = [i // 3 for i in range(0, len(rgb), 3) if rgb[i] > 150 and rgb[i + 1] < 80]
        self.assertGreater(len(shown), 20)
        self.assertLess(max(at // WIDTH for at in shown), HEIGHT // 2)
        self.assertLess(max(at % WIDTH for at in shown), WIDTH // 2)

    def test_both_kinds_of_file_and_both_versions_of_gl_give_the_same_picture(self):
        colors = (0, 51, 102, 153, 204, 255)
        records, rows = b"", []
        rng = random.Random(9)
        for _ in range(1500):
            position = [rng.uniform(-1, 1) for _ in range(3)]
            deviations = [rng.uniform(0.01, 0.1) for _ in range(3)]
            color = [rng.choice(colors) for _ in range(3)]
            turn = [rng.randrange(256) for _ in range(4)]
            records += struct.pack("<6f8B", *position, *deviations, *color, 204, *turn)
            rows.append(splat(position, deviations, [t - 128 for t in turn],
                              [c / 255 for c in color], math.log(4)))
        with demo.folder() as folder:
            by_ply = self.draw(folder, "a.ply", ply(rows))[1]
            self.assertEqual(self.draw(folder, "a.ply", ply(rows), "--gl", "3.3")[1], by_ply)
            (folder / "a.splat").write_bytes(records)
            done = demo.run("--ply", folder / "a.splat", "--size", f"{WIDTH}x{HEIGHT}",
                            "--split", 0, "--plain", "--out", folder / "a.png")
            self.assertIn("a.splat, 1500 splats\n", done.stdout)
            by_records = demo.read_png(folder / "a.png")[2]
        # Logarithms are rounded to floats.
        self.assertLessEqual(max(abs(a - b) for a, b in zip(by_ply, by_records)), 2)

    def test_what_is_culled_does_not_show(self):
        for options in (("--splat", 3), ("--gl", "3.3"), ("--size", "320x640")):
            with self.subTest(options), demo.folder() as folder:
                (folder / "a.ply").write_bytes(ply(crowd()))
                done = demo.run("--scene", "splats", "--ply", folder / "a.ply", "--zoom", 3,
                                "--size", "480x270", *options, "--check", "--debug",
                                "--out", folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("check      0 places differ", done.stdout)
                self.assertIn("differs by at most 0 of 255", done.stdout)
                drawn = demo.number(r"view +(\d+) of 1500 splats drawn", done.stdout)
                self.assertEqual(drawn == 1500, "--gl" in options)

    def test_splats_of_wild_sizes_and_places_are_ordered_right(self):
        rng = random.Random(3)
        wild = crowd()
        for at in range(0, len(wild), 20):
            wild[at] |= {f"scale_{i}": rng.uniform(-90, 20.7) for i in range(3)}
            wild[at] |= {axis: rng.uniform(-1, 1) * 10 ** rng.uniform(-9, 8.9) for axis in "xyz"}
        with demo.folder() as folder:
            self.draw(folder, "a.ply", ply(wild), "--check", "--splat", 30)

    def test_a_broken_file_is_refused_in_a_sentence(self):
        files = (("a.ply", ply(crowd())[:-9], "its 1500 vertices need at least 372000 bytes"),
                 ("a.ply", ply(crowd(20)), "it holds 20 splats; at least 1024"),
                 ("a.sog", bytes(4000), "splat-transform"))
        with demo.folder() as folder:
            for name, data, words in files:
                with self.subTest(words):
                    (folder / name).write_bytes(data)
                    done = demo.run("--scene", "splats", "--ply", folder / name, "--out",
                                    folder / "never.png")
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertIn(f"{name}: ", done.stderr)
                    self.assertIn(words, done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                    self.assertFalse((folder / "never.png").exists())

    def test_a_file_says_by_itself_that_it_holds_splats(self):
        with demo.folder() as folder:
            picture = self.draw(folder, "a.ply", ply(crowd()))[1]
            done = demo.run("--ply", folder / "a.ply", "--size", f"{WIDTH}x{HEIGHT}", "--split",
                            0, "--plain", "--out", folder / "b.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("1500 splats\n", done.stdout)
            self.assertEqual(demo.read_png(folder / "b.png")[2], picture)

    def test_fewer_can_be_drawn_and_more_cannot(self):
        with demo.folder() as folder:
            done, _ = self.draw(folder, "a.ply", ply(crowd()), "--count", 1024, "--check")
            self.assertIn(f"a.ply{REST_TOLD}, 1024 splats\n", done.stdout)
            done = demo.run("--scene", "splats", "--ply", folder / "a.ply", "--count", 1501,
                            "--out", folder / "b.png")
            self.assertEqual(done.returncode, 1)
            self.assertIn("--count 1501 is more than the 1500 splats of a.ply", done.stderr)


if __name__ == "__main__":
    demo.main()
