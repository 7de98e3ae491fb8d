# SPDX-License-Identifier: MIT
"""The examples of examples/: what their pictures show."""
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "apps/demo"))
import demo  # noqa: E402

RED, GREEN, BLUE = 0, 1, 2  # the channel that leads


class Examples(unittest.TestCase):
    def run_example(self, name, folder, says=""):
        program = pathlib.Path(demo.PROGRAM).parent / name
        done = subprocess.run([program, folder / "a.png"], capture_output=True, text=True,
                              check=False, timeout=demo.SECONDS)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, says, ""))
        return demo.read_png(folder / "a.png")

    def expect(self, picture, x, y, channel):
        width, _, pixels = picture
        rgb = pixels[3 * (y * width + x):3 * (y * width + x) + 3]
        with self.subTest(x=x, y=y):
            self.assertGreater(max(rgb), 40)
            self.assertEqual(rgb.index(max(rgb)), channel)

    def test_only_the_sorted_half_of_a_chain_shows_which_link_is_in_front(self):
        with demo.folder() as folder:
            picture = self.run_example("glsort-draw-order", folder)
        # Above, the orange link is in front of the blue one; below, behind it.
        for x, y, unsorted, by_depth in ((410, 130, BLUE, RED), (310, 350, RED, BLUE)):
            self.expect(picture, x, y, unsorted)
            self.expect(picture, x + 640, y, by_depth)

    def test_a_skinned_mesh_sorts_by_its_posed_positions(self):
        with demo.folder() as folder:
            picture = self.run_example("glsort-skinned-mesh", folder)
        self.expect(picture, 160, 210, BLUE)  # as in memory: what is behind covers the fold
        self.expect(picture, 480, 210, RED)

    def test_clouds_of_three_buffers_interlock_only_in_one_order(self):
        with demo.folder() as folder:
            picture = self.run_example("glsort-clouds", folder)
        for x, y, alone, together in ((270, 180, GREEN, RED), (240, 300, GREEN, GREEN),
                                      (370, 180, BLUE, BLUE), (390, 310, BLUE, GREEN)):
            self.expect(picture, x, y, alone)
            self.expect(picture, x + 640, y, together)

    def test_a_shader_chooses_a_level_of_detail(self):
        with demo.folder() as folder:
            picture = self.run_example("glsort-level-of-detail", folder,
                                       "184 of 416 points\n")
        self.expect(picture, 90, 160, RED)
        self.expect(picture, 350, 160, BLUE)


if __name__ == "__main__":
    demo.main()
