# SPDX-License-Identifier: MIT
"""The window of glsort-layers, on a display without a screen."""
import time

import demo
import window


class Window(window.WindowTest):
    PROGRAM_NAME = "glsort-layers"
    OPTIONS = ("--layers", "5", "--zoom", "0.5")

    def test_keys_and_mouse_do_what_they_should_and_it_ends_well(self):
        with window.Display() as display, demo.folder() as folder:
            program = self.open(display, folder)
            self.press("Tab", "space")  # no times are shown, and nothing moves by itself
            time.sleep(0.5)
            first = self.picture(folder)
            self.assertTrue(first == self.picture(folder), "paused, it stands still")
            middle = window.SIZE[0] // 2
            self.drag(folder, 1, (middle, 300), (middle - 30, 300), (middle - 100, 300))
            split = self.picture(folder)
            self.assertTrue(first != split, "the line was dragged")
            self.drag(folder, 1, (100, 200), (140, 220), (180, 230))
            turned = self.picture(folder)
            self.assertTrue(split != turned, "the camera was turned")
            self.press("2")
            heat = self.picture(folder)
            self.assertTrue(turned != heat, "the view is another one")
            self.press("3", "1", "i", "r", "Left", "Home", "Tab")
            self.act("windowsize", self.id, 900, 500)
            self.press("Escape")
            words = program.communicate(timeout=demo.SECONDS)[1]
            self.assertEqual(program.returncode, 0, words)


if __name__ == "__main__":
    demo.main()
