# SPDX-License-Identifier: MIT
"""Gaussian splats: files of both kinds, their projection, and their order."""
import math
import random
import struct
import unittest

import demo

REST = [f"f_rest_{i}" for i in range(45)]  # colours by direction, of degrees 1 to 3
# What the program of Kerbl et al. writes, in its order: 62 floats.
NAMES = ["x", "y", "z", "nx", "ny", "nz", "f_dc_0", "f_dc_1", "f_dc_2", *REST, "opacity",
         "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"]
HIDDEN = -30.0  # an opacity before the sigmoid
WIDTH, HEIGHT = 480, 270


def ply(splats, count=None):
    """A file of splats, which are dictionaries of what is not 0."""
    text = (f"ply\nformat binary_little_endian 1.0\nelement vertex "
            f"{len(splats) if count is None else count}\n"
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


def frame(count=1024):
    """Hidden splats in two corners of a box that is 2 wide: the scene keeps its scale."""
    half = 1 / math.sqrt(3)
    return [splat([half if i % 2 else -half] * 3, [0.01] * 3, opacity=HIDDEN)
            for i in range(count)]


def crowd(count=1500):
    rng = random.Random(5)
    return [splat([rng.uniform(-1, 1) for _ in range(3)],
                  [10 ** rng.uniform(-5, -1) for _ in range(3)],
                  [rng.gauss(0, 1) for _ in range(4)],
                  [rng.random() for _ in range(3)], rng.uniform(-1, 4)) for _ in range(count)]


def rotated(rotation, v):
    """The vector turned by the quaternion w, x, y, z."""
    length = math.sqrt(sum(q * q for q in rotation))
    w, *u = (q / length for q in rotation)
    cross = [u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]
             for i in range(3)]
    dot = sum(a * b for a, b in zip(u, v))
    return [2 * dot * u[i] + (w * w - sum(q * q for q in u)) * v[i] + 2 * w * cross[i]
            for i in range(3)]


def pixel(point):
    """Where the camera of the test, without yaw and pitch, shows a point of a file."""
    focal = HEIGHT / 2 / math.tan(math.radians(22.5))
    x, y, depth = -point[0], -point[1], 1.7 - point[2]  # captures have y down
    return WIDTH / 2 + focal * x / depth, HEIGHT / 2 - focal * y / depth


def expected(position, deviations, rotation):
    """Mean and covariance (xx, xy, yy) in pixels, with the projection made linear."""
    mean, sums = pixel(position), [0.3, 0.0, 0.3]
    for axis, deviation in enumerate(deviations):
        along = rotated(rotation, [float(axis == i) for i in range(3)])
        step = 1e-4
        moved = pixel([p + step * a for p, a in zip(position, along)])
        dx, dy = ((b - a) / step * deviation for a, b in zip(mean, moved))
        sums = [s + part for s, part in zip(sums, (dx * dx, dx * dy, dy * dy))]
    return mean, sums


def measured(picture, empty, around):
    """Mean and covariance of the light added to the empty picture around a pixel, and its peak."""
    weights = {}
    for y in range(max(int(around[1]) - 60, 0), min(int(around[1]) + 60, HEIGHT)):
        for x in range(max(int(around[0]) - 60, 0), min(int(around[0]) + 60, WIDTH)):
            at = 3 * (y * WIDTH + x)
            added = (picture[at] - empty[at]) / (255 - empty[at])
            if added > 0.004:
                weights[x + 0.5, y + 0.5] = added
    total = sum(weights.values())
    mean = [sum(w * at[i] for at, w in weights.items()) / total for i in range(2)]

    def second(i, k):
        return sum(w * (at[i] - mean[i]) * (at[k] - mean[k])
                   for at, w in weights.items()) / total
    return mean, [second(0, 0), second(0, 1), second(1, 1)], max(weights.values())


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

    def test_a_splat_covers_the_ellipse_that_its_covariance_projects_to(self):
        look = ("--yaw", 0, "--pitch", 0)
        apart = (((0, 0.35, 0), (0.02, 0.02, 0.02), (1, 0, 0, 0)),
                 ((0.5, 0.1, 0.3), (0.06, 0.01, 0.02), (0.8, 0.1, 0.5, -0.4)),
                 ((-0.6, -0.2, 0.2), (0.01, 0.03, 0.05), (0.3, -0.7, 0.2, 0.5)),
                 ((0.1, -0.3, -0.4), (0.001, 0.001, 0.05), (0.7, 0.2, -0.4, 0.3)))
        with demo.folder() as folder:
            empty = self.draw(folder, "a.ply", ply(frame()), *look)[1]
            data = ply(frame() + [splat(*values) for values in apart])
            picture = self.draw(folder, "a.ply", data, *look)[1]
        for values in apart:
            with self.subTest(values[0]):
                want_mean, want = expected(*values)
                mean, sums, peak = measured(picture, empty, want_mean)
                self.assertAlmostEqual(peak, 1 / (1 + math.exp(-3)), delta=0.015)
                for value, wanted in zip(mean, want_mean):
                    self.assertAlmostEqual(value, wanted, delta=0.3)
                # A little less, for its edge is cut off where it is invisible.
                size = math.sqrt(want[0] * want[2])
                for value, wanted in zip(sums, want):
                    self.assertAlmostEqual(value, wanted, delta=0.06 * size)

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
            told, picture = self.draw(folder, "a.ply", ply(crowd()))
            done = demo.run("--ply", folder / "a.ply", "--size", f"{WIDTH}x{HEIGHT}", "--split",
                            0, "--plain", "--out", folder / "b.png")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("1500 splats\n", done.stdout)
            self.assertEqual(demo.read_png(folder / "b.png")[2], picture)
            cloud = demo.run("--ply", folder / "a.ply", "--scene", "cloud", "--out",
                             folder / "b.png")
            self.assertIn("a.ply, 1500 particles\n", cloud.stdout)

    def test_colours_by_direction_are_said_to_be_left_out(self):
        bare = [name for name in NAMES if name not in REST]
        text = ("ply\nformat binary_little_endian 1.0\nelement vertex 1500\n"
                + "".join(f"property float {name}\n" for name in bare) + "end_header\n")
        rows = (struct.pack(f"<{len(bare)}f", *(s.get(name, 0.0) for name in bare))
                for s in crowd())
        with demo.folder() as folder:
            told, picture = self.draw(folder, "a.ply", ply(crowd()))
            untold, same = self.draw(folder, "b.ply", text.encode() + b"".join(rows))
            self.assertIn(f"a.ply{REST_TOLD}, 1500 splats\n", told.stdout)
            self.assertIn("b.ply, 1500 splats\n", untold.stdout)
            self.assertEqual(picture, same)

    def test_a_scene_that_shows_no_file_is_refused_with_one(self):
        with demo.folder() as folder:
            (folder / "a.ply").write_bytes(ply(crowd()))
            for scene in ("smoke", "beads"):
                for options in (("--scene", scene, "--ply", folder / "a.ply"),
                                ("--ply", folder / "a.ply", "--scene", scene)):
                    done = demo.run(*options, "--out", folder / "never.png")
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertIn(f"--scene {scene} has no file; leave it out, or say --scene "
                                  "splats to show", done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_fewer_can_be_drawn_and_more_cannot(self):
        with demo.folder() as folder:
            done, _ = self.draw(folder, "a.ply", ply(crowd()), "--count", 1024, "--check")
            self.assertIn(f"a.ply{REST_TOLD}, 1024 splats\n", done.stdout)
            done = demo.run("--scene", "splats", "--ply", folder / "a.ply", "--count", 1501,
                            "--out", folder / "b.png")
            self.assertEqual(done.returncode, 1)
            self.assertIn("--count 1501 is more than the 1500 splats of a.ply", done.stderr)

    def test_splats_are_raced_and_sorted_in_slices_too(self):
        with demo.folder() as folder:
            for options in (("--view", "race"),
                            ("--view", "timeline", "--passes", 3, "--frames", 3)):
                done = demo.run("--scene", "splats", "--count", 4096, "--size", "320x180",
                                *options, "--debug", "--out", folder / "a.png")
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    demo.main()
