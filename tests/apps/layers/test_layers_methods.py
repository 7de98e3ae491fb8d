# SPDX-License-Identifier: MIT
"""The view of methods: each panel shows what it says. Unsorted, sorted triangles and the A-buffer
are the pictures that other options draw; what weights and hashes give is told by what they
promise."""
import bisect
import itertools
import unittest

import demo

WIDE, HIGH = 320, 180
PANELS = ("unsorted", "in order", "weighted", "hashed", "exact")


def panels_of(rgb):
    """The pixels of each panel, as rows of triples."""
    pixels = list(zip(rgb[0::3], rgb[1::3], rgb[2::3]))
    starts = range(0, len(pixels), WIDE * len(PANELS))
    return {name: [pixels[start + at * WIDE:start + (at + 1) * WIDE] for start in starts]
            for at, name in enumerate(PANELS)}


def film(light):
    """What a screen shows of this light, 0 to 255: tone.c has it."""
    x = 1.15 * light
    return 255 * (x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)) ** (1 / 2.2)


STEPS = [film(4 * i / 4096) for i in range(4096)]
LIGHTS = [4 * bisect.bisect_left(STEPS, level) / 4096 for level in range(256)]


def light_of(panel):
    return [[tuple(LIGHTS[c] for c in pixel) for pixel in row] for row in panel]


def mean_of(panel, left, top, size):
    cells = [panel[y][x] for y in range(top, top + size) for x in range(left, left + size)]
    return [sum(c[k] for c in cells) / len(cells) for k in range(3)]


def error_by_block(a, b, size):
    """The mean difference of the means of blocks."""
    return sum(sum(abs(u - v) for u, v in zip(mean_of(a, x, y, size), mean_of(b, x, y, size)))
               for y in range(0, HIGH, size) for x in range(0, WIDE, size)) * size * size / (
                   3 * WIDE * HIGH)


class Methods(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.panels = panels_of(cls.draw(f"{WIDE * len(PANELS)}x{HIGH}", "--view", "methods",
                                        "--debug"))

    @staticmethod
    def draw(size, *options):
        with demo.folder() as folder:
            done = demo.run("--size", size, "--zoom", 1.7, "--plain", *options,
                            "--out", folder / "a.png")
            assert done.returncode == 0, done.stderr
            return demo.read_png(folder / "a.png")[2]

    def whole(self, name):
        return bytes(c for row in self.panels[name] for pixel in row for c in pixel)

    def test_three_panels_are_the_pictures_of_other_options(self):
        for name, options in (("unsorted", ("--split", 1)), ("exact", ("--split", 0)),
                              ("in order", ("--gl", "3.3", "--split", 0))):
            with self.subTest(name):
                self.assertTrue(self.whole(name) == self.draw(f"{WIDE}x{HIGH}", *options))

    def error(self, name, other):
        """The mean difference of two panels, of 255."""
        a, b = self.whole(name), self.whole(other)
        return sum(abs(u - v) for u, v in zip(a, b)) / len(a)

    def test_all_five_differ(self):
        for name, other in itertools.combinations(PANELS, 2):
            self.assertGreater(self.error(name, other), 1.0, (name, other))

    def test_an_order_of_triangles_comes_closest(self):
        errors = {name: self.error(name, "exact") for name in PANELS}
        self.assertLess(2 * errors["in order"], errors["unsorted"])
        self.assertLess(2 * errors["in order"], errors["weighted"])
        self.assertLess(errors["weighted"], errors["unsorted"])

    def test_weights_change_nothing_of_a_single_layer(self):
        same = wrong = 0
        for rows in zip(*(self.panels[name] for name in PANELS)):
            for unsorted, in_order, weighted, _, exact in zip(*rows):
                if unsorted == in_order == exact:
                    same += 1
                    wrong += any(abs(a - b) > 3 for a, b in zip(weighted, exact))
        self.assertGreater(same, 0.1 * WIDE * HIGH)
        self.assertLess(wrong, 0.05 * same)

    def test_hashes_are_right_on_average_of_light(self):
        exact, hashed, unsorted = (light_of(self.panels[name])
                                   for name in ("exact", "hashed", "unsorted"))
        noise = error_by_block(hashed, exact, 1)
        average = error_by_block(hashed, exact, 20)
        self.assertLess(8 * average, noise)
        self.assertLess(3 * average, error_by_block(unsorted, exact, 20))

    def test_hashes_are_the_same_in_the_next_frame(self):
        again = panels_of(self.draw(f"{WIDE * len(PANELS)}x{HIGH}", "--view", "methods"))
        self.assertTrue(again["hashed"] == self.panels["hashed"])


if __name__ == "__main__":
    demo.main()
