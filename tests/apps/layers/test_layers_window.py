# SPDX-License-Identifier: MIT
"""The window of glsort-layers, on a display without a screen."""
import demo
import window


class Window(window.WindowTest):
    PROGRAM_NAME = "glsort-layers"
    OPTIONS = ("--layers", "5", "--zoom", "0.5")

    def test_keys_and_mouse_do_what_they_should_and_it_ends_well(self):
        with window.Display() as display, demo.folder() as folder:
            program = self.open(display, folder)
            turned = self.drag_and_turn(folder, 100)
            self.press("2")
            heat = self.picture(folder)
            self.assertTrue(turned != heat, "the view is another one")
            self.press("3", "1", "i", "r", "Left", "Home", "Tab")
            self.leave(program)


if __name__ == "__main__":
    demo.main()
