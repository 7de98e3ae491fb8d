# SPDX-License-Identifier: MIT
"""The window, on a display without a screen: keys and mouse of a person who is not
there."""
import demo
import window


class Window(window.WindowTest):
    def test_keys_and_mouse_do_what_they_should_and_it_ends_well(self):
        with window.Display() as display, demo.folder() as folder:
            program = self.open(display, folder, "--scene", "beads")
            turned = self.drag_and_turn(folder, 200)
            self.act("click", 4)
            self.assertTrue(turned != self.picture(folder), "the wheel came nearer")
            self.press("space")
            self.drag(folder, 3, (200, 200), (220, 210), (230, 220))  # pulls
            self.press("Tab", "Tab", "2", "Right", "space", "3", "4", "5", "6", "1", "r")
            self.leave(program)


if __name__ == "__main__":
    demo.main()
