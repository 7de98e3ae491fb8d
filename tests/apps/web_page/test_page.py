#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a browser: its order, and what mouse, touch and a lost context do.

usage: test_page.py SITE [chromium | swiftshader | firefox] [unittest's]
"""
import math
import re
import struct
import sys
import unittest
from pathlib import Path

import pages

sys.path += [str(Path(__file__).parents[1] / name) for name in ("demo", "demo_files")]
import demo  # noqa: E402  (reads PNGs)
import point_files  # noqa: E402

SITE, NAME = pages.arguments()
DOCUMENT = Path(__file__).parents[3] / "docs/web.md"
LEFT = 0.59  # part of the picture that is left of the worker's side
STILL = "still=3&count=4096"
IS_CHROMIUM = NAME != "firefox"


def setUpModule():
    """One browser for all tests: each opens the page anew."""
    PageTest.url = pages.serve({"/": SITE})
    PageTest.browser = pages.browser(NAME, width=PageTest.width, height=PageTest.height)
    unittest.addModuleCleanup(PageTest.browser.close)


# Drops a file of these bytes onto the page.
DROP = """(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(%s)], "%s"));
    dispatchEvent(new DragEvent("drop", {dataTransfer: transfer}));
})()"""


class PageTest(unittest.TestCase):
    width, height = 720, 480

    def setUp(self):
        if IS_CHROMIUM:
            self.browser.resize(self.width, self.height)
        self.browser.clear_console()

    def open(self, query=STILL, state="still"):
        self.browser.open("about:blank")  # its state must not be taken for the next one's
        self.browser.open(f"{self.url}/?{query}")
        self.wait_state(state)

    def wait_state(self, state):
        """Waits until the page is in this state; a message in its stead is a failure."""
        def found():
            now = self.run_script("document.body?.dataset.state")
            if now == "message" and state != "message":
                self.fail(self.text("message"))
            return now == state
        pages.wait_for(found, f"the state {state}")

    def run_script(self, script):
        return self.browser.run(script)

    def text(self, name):
        return self.run_script(f"document.getElementById('{name}').textContent")

    def choose(self, name, value):
        self.run_script(f"document.querySelector('[name={name}][value={value}]').click()")

    def set(self, name, value, event="change"):
        self.run_script(f"(() => {{ const input = document.getElementById('{name}');"
                        f" input.value = '{value}'; input.dispatchEvent(new Event('{event}'));"
                        " })()")

    def click(self, name):
        self.run_script(f"document.getElementById('{name}').click()")

    def wait_frames(self, count=2):
        for _ in range(count):
            self.run_script("new Promise((r) => requestAnimationFrame(r))")

    def check_order(self):
        self.click("check")
        return self.run_script("document.getElementById('checked').value")

    def drop(self, name, data):
        """Drops a file onto the page; returns what the page says of it."""
        self.run_script(DROP % (list(data), name))
        pages.wait_for(lambda: name in self.run_script(
            "document.getElementById('opened').value"), f"what became of {name}")
        return self.run_script("document.getElementById('opened').value")

    def divider(self):
        """Where the first line is, as a part of the picture's width."""
        return float(self.run_script("getComputedStyle(document.querySelector("
                                     "'[data-divider=\"0\"]')).getPropertyValue('--at')"))

    def assert_quiet(self):
        self.assertEqual(pages.faults(self.browser.console()), [])

    def picture(self):
        """Width, height and pixels of the canvas alone. Of RGB in Chromium only."""
        self.run_script("document.querySelectorAll('.tag, .name, .divider, #panel').forEach("
                        "(e) => { e.style.visibility = 'hidden'; })")
        with demo.folder() as folder:
            self.browser.screenshot(folder / "now.png")
            return demo.read_png(folder / "now.png")

    def left_picture(self):
        """The pixels without the worker's side, whose orders come when they do."""
        width, height, pixels = self.picture()
        return [pixels[3 * width * y:][:3 * int(LEFT * width)] for y in range(height)]


class Page(PageTest):
    def test_each_scene_is_drawn_in_a_right_order(self):
        for scene in ("smoke", "beads", "cloud", "splats"):
            self.open(f"{STILL}&scene={scene}")
            self.assertEqual(self.check_order(), "all 4,096 in order")
            if IS_CHROMIUM:
                pixels = self.picture()[2]
                self.assertGreater(max(pixels) - min(pixels), 50, scene)
            self.assert_quiet()

    def test_what_drivers_elsewhere_do_wrong_is_a_line_each(self):
        self.open()
        self.click("device")
        renderer, *lines = pages.wait_for(lambda: self.run_script(
            "document.getElementById('device-lines').value"), "the lines").split("\n")
        self.assertIn(self.text("renderer"), renderer)
        self.assertEqual(len(lines), 4)
        for line in lines:
            self.assertRegex(line, r"^- [^:]+: right$")
        self.assertEqual(self.check_order(), "all 4,096 in order")  # the scene is as before
        self.assert_quiet()

    def test_16_bits_of_depth_are_as_exact_as_16_bits_are(self):
        self.open("count=4096&scene=beads", "running")
        self.set("bits", 16)
        label = "document.querySelector('.tag[data-side=gpu] span')?.textContent"
        pages.wait_for(lambda: self.run_script(label) == "this frame, 16 bits", "the label")
        self.assertEqual(self.check_order(), "all 4,096 in order")
        self.assert_quiet()

    def test_a_lost_context_is_told_and_what_is_chosen_meanwhile_comes_when_it_is_back(self):
        self.open("count=1024&scene=beads", "running")
        self.run_script("(() => { window.lose = document.getElementById('view')"
                        ".getContext('webgl2').getExtension('WEBGL_lose_context');"
                        " lose.loseContext(); })()")
        self.wait_state("message")
        self.choose("scene", "cloud")
        self.assertIn("300", self.drop("line.splat", splat_file(300)))
        self.assertIn("GPU", self.text("message"))
        self.assertFalse(self.run_script("document.getElementById('message').hidden"))
        self.run_script("lose.restoreContext()")
        pages.wait_for(lambda: self.run_script("document.body.dataset.state") == "running",
                       "the restored page")
        self.assertTrue(self.run_script("document.getElementById('message').hidden"))
        self.wait_frames()
        self.assertEqual(self.check_order(), "all 300 in order")

    def test_the_page_in_one_file_needs_no_server(self):
        self.browser.open((SITE.parent / "glsort-page.html").as_uri() +
                          "?count=1024&scene=beads")
        self.wait_state("running")
        label = "document.querySelector('.tag[data-side=worker] span')?.textContent"
        pages.wait_for(lambda: "old" in (self.run_script(label) or ""), "the worker's order")
        self.assertEqual(self.check_order(), "all 1,024 in order")
        self.assertEqual(self.drop("line.splat", splat_file(300)), "line.splat: 300")
        self.assert_quiet()


class SortViews(PageTest):
    def labels(self):
        """Which come with the first frame."""
        return pages.wait_for(lambda: self.run_script(
            "[...document.querySelectorAll('#labels > div')].map((e) => e.lastChild.textContent)"),
            "the labels")

    def test_play_and_the_film_decide_what_is_seen_and_progress_ends_in_ascending_bars(self):
        self.open("view=progress&count=1024&scene=beads", "running")
        self.set("film", 1000, "input")
        pages.wait_for(lambda: re.match(r"pass (\d+) of \1:", self.labels()[0]), "the end")
        self.assertEqual(self.text("play"), "Play")
        if IS_CHROMIUM:
            width, _, pixels = self.picture()
            tops = [next(y for y in range(self.height * 2 // 3, self.height)
                         if max(pixels[3 * (y * width + x):][:3]) > 80)
                    for x in range(25, width - 25, 20)]
            self.assertEqual(tops, sorted(tops, reverse=True))
            self.assertGreater(tops[0] - tops[-1], self.height // 8)
        self.click("play")
        pages.wait_for(lambda: not re.match(r"pass (\d+) of \1:", self.labels()[0]), "a start")
        self.assert_quiet()

    def test_a_race_ends_where_all_pairs_are_in_order(self):
        self.open("view=race&speed=4&count=1024&still=3&scene=beads")
        curves = self.run_script("[...document.querySelectorAll('#curves polyline')].map((e) =>"
                                 "[...e.points].map(({x, y}) => [x, y]))")
        self.assertEqual(len(curves), 3)
        for curve in curves:
            self.assertLess(curve[0][1], 0.2)
            self.assertEqual(curve[-1][1], 1)
            self.assertEqual(curve, sorted(curve, key=lambda point: point[0]))
        self.open("view=race&speed=4&count=1024&still=125&scene=beads")
        self.assertEqual(sorted(label[:3] for label in self.labels()), ["1st", "2nd", "3rd"])
        self.assert_quiet()

    def test_a_waterfall_has_all_passes(self):
        self.open("view=waterfall&count=1024&still=3&scene=beads")
        self.assertRegex(self.labels()[0], r"^1,024 elements through \d+ passes")
        self.assertEqual(self.labels()[1], "input")
        self.assert_quiet()


@unittest.skipUnless(IS_CHROMIUM, "input and media come through DevTools")
class Input(PageTest):
    def is_turning(self):
        return self.run_script("document.getElementById('turning').checked")

    def focus(self, selector):
        self.run_script(f"document.querySelector('{selector}').focus()")

    def test_the_mouse_turns_the_camera_and_moves_a_line(self):
        self.open("count=1024&scene=beads", "running")
        pages.wait_for(lambda: self.run_script("document.querySelector("
                       "'[data-divider=\"0\"]').style.getPropertyValue('--at') !== ''"), "lines")
        at = self.divider()
        self.browser.mouse((at * self.width, 100), (0.2 * self.width, 110))
        pages.wait_for(lambda: abs(self.divider() - 0.2) < 0.01, "the line")
        self.browser.mouse((0.1 * self.width, 400), (0.15 * self.width, 420))
        self.assertFalse(self.is_turning())
        self.assert_quiet()

    def test_two_fingers_zoom_and_one_turns(self):
        self.browser.resize(390, 700, touch=True)
        self.open("count=1024&scene=beads", "running")
        self.browser.touch([(100, 300)], [(130, 320)])
        self.assertFalse(self.is_turning())
        self.browser.touch([(100, 300), (200, 300)], [(80, 300), (220, 300)])
        self.assert_quiet()

    def test_keys_pause_turn_and_zoom_and_return(self):
        self.open("count=1024&scene=splats", "running")
        self.focus("#view")
        self.browser.press(" ")
        pages.wait_for(lambda: self.text("play") == "Play", "the pause")
        self.wait_frames(3)
        self.run_script("document.getElementById('view').style.outline = 'none'")
        pictures = []
        for key in ("Home", "ArrowLeft", "ArrowUp", "+", "-", "Home"):
            self.browser.press(key)
            self.wait_frames(3)
            pictures.append(self.left_picture())
        start, left, up, near, far, home = pictures
        for one, other in ((start, left), (left, up), (up, near), (near, far)):
            self.assertNotEqual(one, other)
        self.assertEqual(home, start)
        self.assertFalse(self.is_turning())
        self.browser.press(" ")
        pages.wait_for(lambda: self.text("play") == "Pause", "the motion")
        self.assert_quiet()

    def test_keys_move_a_line_and_home_and_end_to_its_ends(self):
        self.open("count=1024&scene=beads", "running")
        self.focus("[data-divider=\"0\"]")
        found = []
        for key in ("ArrowRight", "PageUp", "Home", "End"):
            self.browser.press(key)
            self.wait_frames()
            found.append(round(self.divider(), 3))
        self.assertEqual(found, [0.38, 0.48, 0.02, 0.58])
        self.assertEqual(self.run_script("document.activeElement.ariaValueNow"), "58")

    def test_less_motion_is_a_scene_that_stands_until_it_is_started(self):
        self.browser.prefer("prefers-reduced-motion", "reduce")
        self.addCleanup(self.browser.prefer, "prefers-reduced-motion", "")
        for view in ("comparison", "race"):
            self.open(f"view={view}&count=1024&scene=beads", "running")
            self.wait_frames(6)
            before = self.left_picture()
            self.wait_frames(6)
            self.assertEqual(self.left_picture(), before, view)
            self.assertEqual(self.text("play"), "Play")
            self.click("play")
            pages.wait_for(lambda old=before: self.left_picture() != old, "motion")


def splat_file(count):
    """A .splat of balls on a line."""
    return b"".join(struct.pack("<6f8B", i, 0, 0, 0.4, 0.4, 0.4, 255, i % 256, 0, 255,
                                255, 128, 128, 128) for i in range(count))


def ply_file(count, unplaced):
    """A .ply of coloured points, some of which have no position."""
    return point_files.ply(f"{point_files.XYZ}, {point_files.RGB}", [
        (math.nan if i in unplaced else i % 7, i % 5, i, i % 256, 9, 99) for i in range(count)])


# How many depths of positions of few digits are in a wrong place after the sorts of workers.
SORTS = """(async () => {
    const count = 5000, eye = [0, 0, 3], axis = [0.25, -0.5, -1];
    const positions = Float32Array.from({length: 4 * 5120}, (_, i) => i * 7919 % 511 / 64 - 4);
    const depths = Float32Array.from({length: count}, (_, i) => axis.reduce(
        (sum, part, at) => sum + part * (positions[4 * i + at] - eye[at]), 0));
    const right = depths.slice().sort().reverse();
    const wrong = (file, method) => new Promise((resolve, reject) => {
        const worker = new Worker(file, {type: "module"});
        worker.onmessage = ({data}) => resolve(
            right.filter((depth, i) => depth !== depths[data.order[i]]).length);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage({positions, count, method, eye, axis});
    });
    return [await wrong("worker.mjs", "radix32"), await wrong("radix_worker.mjs", "radix32"),
            await wrong("worker.mjs", "counting16")];
})()"""


class Bench(PageTest):
    def test_the_sorts_that_glsort_is_compared_with_are_right(self):
        self.open("count=1024&scene=beads", "running")
        self.assertEqual(self.run_script(SORTS), [0, 0, 0])

    def test_a_count_becomes_a_row_of_figures(self):
        self.browser.open(f"{self.url}/bench.html?start&most=1024")
        pages.wait_for(lambda: self.run_script("document.getElementById('progress')?.value")
                       == "done", "the figures")
        row = self.text("result").splitlines()[-1]
        self.assertRegex(row, r"^\| 1,024 \|( [\d.]+( / [\d.]+)? \|){16}$")
        self.assert_quiet()


class Files(PageTest):
    def assert_drawn_in_order(self, count, rest=""):
        self.wait_frames()
        self.assertEqual(self.check_order(), f"all {count:,} in order{rest}")

    def test_splats_and_points_of_files_are_drawn_in_order(self):
        self.open("count=1024&scene=beads", "running")
        self.assertEqual(self.drop("line.splat", splat_file(300)), "line.splat: 300")
        self.assert_drawn_in_order(300)
        self.assertEqual(self.drop("points.ply", ply_file(2000, unplaced=range(500, 1100))),
                         "points.ply: 1,400; 600 without a position or a shape left out")
        self.assert_drawn_in_order(1400, ", 600 left out")
        self.assert_quiet()

    @unittest.skipUnless(IS_CHROMIUM, "whose pictures are RGB")
    def test_a_capture_stands_upright_and_has_its_colours(self):
        self.open("count=1024&scene=splats", "running")
        data = b"".join(struct.pack("<6f8B", 0, y, 0, 0.3, 0.3, 0.3, *color, 255, 255, *[128] * 3)
                        for y, color in ((1, (255, 0, 0)), (-1, (0, 0, 255))))
        self.drop("two.splat", data)  # with y down
        self.wait_frames(3)
        width, height, pixels = self.picture()
        above, below = (pixels[3 * (int(part * height) * width + width // 2):][:3]
                        for part in (0.15, 0.85))
        self.assertGreater(above[2] - above[0], 150, above)
        self.assertGreater(below[0] - below[2], 150, below)

    def test_a_check_before_the_first_frame_of_a_view_is_one_of_it(self):
        self.open("count=1024&scene=beads", "running")
        self.assertEqual(self.run_script(
            "(() => { document.querySelector('[name=scene][value=cloud]').click();"
            " document.getElementById('check').click();"
            " return document.getElementById('checked').value; })()"), "all 1,024 in order")
        self.assertRegex(self.text("report"), r"\| WebGL 2 \| .*\| all 1,024 in order \| \|$")
        self.assert_quiet()

    def test_a_file_can_be_closed_and_has_the_elements_that_it_has(self):
        self.open("count=1024&scene=splats", "running")
        self.drop("line.splat", splat_file(300))
        self.assertEqual(self.text("count-shown"), "300, of the file")
        self.assert_drawn_in_order(300)
        self.choose("scene", "beads")
        self.assertEqual(self.text("count-shown"), "1,024")
        self.assertEqual(self.text("checked"), "")  # of elements that are seen no more
        self.choose("scene", "splats")
        self.assert_drawn_in_order(300)
        self.click("close")
        self.assertEqual([self.text("count-shown"), self.text("opened")], ["1,024", ""])
        self.assert_drawn_in_order(1024)
        self.assert_quiet()

    def test_a_broken_file_gets_a_sentence_and_the_scene_goes_on(self):
        self.open("count=1024&scene=beads", "running")
        for name, data, words in (
                ("cut.splat", splat_file(3)[:-1], "95 bytes"),
                ("empty.ply", b"", "empty"),
                ("small.spz", bytes(64), "splat-transform"),
                ("picture.png", b"\x89PNG", "neither")):
            self.assertIn(words, self.drop(name, data))
            self.assert_drawn_in_order(1024)
        self.assert_quiet()


@unittest.skipUnless(IS_CHROMIUM, "needs Chromium's switches")
class Transfers(PageTest):
    def test_as_much_as_is_said_comes_before_the_first_picture(self):
        sent = []
        self.browser.open(pages.serve({"/": SITE}, sent) + "/?count=1024&scene=beads")
        self.wait_state("running")
        said = re.search(r"the page above loads (\d+) kB", DOCUMENT.read_text())[1]
        self.assertAlmostEqual(sum(sent) / 1000, int(said), delta=int(said) / 10)


class WithoutWebGL(PageTest):
    def setUp(self):
        self.browser = pages.browser("none")
        self.addCleanup(self.browser.close)

    def test_a_browser_without_webgl_2_gets_a_sentence(self):
        self.open("", "message")
        self.assertIn("needs WebGL 2", self.text("message"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
