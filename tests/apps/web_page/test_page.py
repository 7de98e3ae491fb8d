#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a browser: its pictures, its order, and what mouse, touch and a lost context do.

usage: test_page.py SITE [chromium | swiftshader | firefox] [--bless] [unittest's]

--bless writes the pictures anew; look at them before you commit.
"""
import colorsys
import hashlib
import math
import re
import struct
import sys
import unittest
from pathlib import Path

import pages

sys.path += [str(Path(__file__).parents[1] / name) for name in ("demo", "demo_files")]
import demo  # noqa: E402  (reads and compares PNGs)
import point_files  # noqa: E402

SITE, NAME = pages.arguments()
BLESS = "--bless" in sys.argv
if BLESS:
    sys.argv.remove("--bless")
DOCUMENT = Path(__file__).parents[3] / "docs/web.md"
PICTURES = Path(__file__).parent / "pictures"
BAD_PIXELS = 0.01  # part of the pixels that may differ
LEFT = 0.59  # part of the picture that is left of the worker's side
STILL = "still=3&count=4096"
IS_CHROMIUM = NAME != "firefox"
IS_MESA = NAME == "chromium"


def left_part(path, part):
    """The bytes of RGB of the left part of a PNG."""
    width, height, pixels = demo.read_png(path)
    kept = 3 * int(part * width)
    return b"".join(pixels[3 * width * y:][:kept] for y in range(height))


def setUpModule():
    """One browser for all tests: each opens the page anew."""
    PageTest.url = pages.serve({"/": SITE})
    PageTest.browser = pages.browser(NAME, width=PageTest.width, height=PageTest.height)
    unittest.addModuleCleanup(PageTest.browser.close)


# Frames that take 20 ms each, or once what `next` says, for all that the page asks of a frame.
CLOCK = """(() => {
    const request = requestAnimationFrame;
    let seen, clock;
    window.next = 20;
    window.requestAnimationFrame = (draw) => request((now) => {
        if (now !== seen) {
            clock = (clock ?? now) + next;
            next = 20;
        }
        seen = now;
        draw(clock);
    });
})()"""
# A frame that takes 2 s, at a time when figures are due.
STALL = """(() => {
    next = 2000;
    document.getElementById("rate").value = "";
    for (const end = performance.now() + 300; performance.now() < end;);
})()"""

# Drops a file of these bytes onto the page.
DROP = """(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(%s)], "%s"));
    dispatchEvent(new DragEvent("drop", {dataTransfer: transfer}));
})()"""


class PageTest(unittest.TestCase):
    width, height, touch = 720, 480, False

    def setUp(self):
        if IS_CHROMIUM:
            self.browser.resize(self.width, self.height, self.touch)
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

    def wait_frames(self, count=2):
        for _ in range(count):
            self.run_script("new Promise((r) => requestAnimationFrame(r))")

    def check_order(self):
        self.run_script("document.getElementById('check').click()")
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

    def assert_picture(self, name):
        """The particles look as they did, without letters, which depend on fonts, and without
        the worker's side, which depends on the machine's speed."""
        self.run_script("document.querySelectorAll('.tag, .divider, #panel').forEach("
                        "(e) => { e.style.visibility = 'hidden'; })")
        if BLESS:
            self.browser.screenshot(PICTURES / f"{name}.png")
        with demo.folder() as folder:
            self.browser.screenshot(folder / "now.png")
            now, blessed = (left_part(path, LEFT) for path in
                            (folder / "now.png", PICTURES / f"{name}.png"))
        self.assertEqual(len(now), len(blessed))
        self.assertLessEqual(demo.bad_part(now, blessed), BAD_PIXELS, name)


    def picture(self):
        """Width, height and pixels of the canvas alone."""
        self.run_script("document.querySelectorAll('.tag, .name, .divider, #panel').forEach("
                        "(e) => { e.style.visibility = 'hidden'; })")
        with demo.folder() as folder:
            self.browser.screenshot(folder / "now.png")
            return demo.read_png(folder / "now.png")


class Pictures(PageTest):
    def test_each_scene_is_drawn_in_a_right_order(self):
        for scene in ("smoke", "beads", "cloud"):
            self.open(f"{STILL}&scene={scene}")
            self.assertEqual(self.check_order(), "all 4,096 in order")
            self.assert_quiet()
            if IS_MESA:
                self.assert_picture(scene)


class Device(PageTest):
    def test_what_drivers_elsewhere_do_wrong_is_a_line_each(self):
        self.open()
        self.run_script("document.getElementById('device').click()")
        renderer, *lines = pages.wait_for(lambda: self.run_script(
            "document.getElementById('device-lines').value"), "the lines").split("\n")
        self.assertIn(self.text("renderer"), renderer)
        self.assertEqual(len(lines), 4)
        for line in lines:
            self.assertRegex(line, r"^- [^:]+: right$")
        self.assertEqual(self.check_order(), "all 4,096 in order")  # the scene is as before
        self.assert_quiet()


class SortViews(PageTest):
    def labels(self):
        """Which come with the first frame."""
        return pages.wait_for(lambda: self.run_script(
            "[...document.querySelectorAll('#labels > div')].map((e) => e.lastChild.textContent)"),
            "the labels")

    def test_progress_ends_in_ascending_bars_and_can_be_sought(self):
        self.open("view=progress&speed=4&count=1024&still=125&scene=beads")
        self.assertRegex(self.labels()[0], r"^pass (\d+) of \1: ")
        self.assert_quiet()
        if not IS_CHROMIUM:
            return  # whose pictures are RGB
        width, _, pixels = self.picture()
        tops = [next(y for y in range(self.height * 2 // 3, self.height)
                     if max(pixels[3 * (y * width + x):][:3]) > 80)
                for x in range(25, width - 25, 20)]
        self.assertEqual(tops, sorted(tops, reverse=True))
        self.assertGreater(tops[0] - tops[-1], self.height // 8)

    def test_play_and_the_film_decide_what_is_seen(self):
        self.open("view=progress&count=1024&scene=beads", "running")
        self.run_script("(() => { const film = document.getElementById('film');"
                        " film.value = 1000; film.dispatchEvent(new Event('input')); })()")
        pages.wait_for(lambda: re.match(r"pass (\d+) of \1:", self.labels()[0]), "the end")
        self.assertEqual(self.text("play"), "Play")
        self.run_script("document.getElementById('play').click()")
        pages.wait_for(lambda: not re.match(r"pass (\d+) of \1:", self.labels()[0]), "a start")
        self.assert_quiet()

    def test_a_race_has_a_winner_and_a_last_one(self):
        self.open("view=race&speed=4&count=1024&still=125&scene=beads")
        labels = self.labels()
        self.assertEqual(sorted(label[:3] for label in labels), ["1st", "2nd", "3rd"])
        moved = dict((label[:3], float(re.search(r"([\d.]+) MB", label)[1])) for label in labels)
        self.assertLessEqual(moved["1st"], moved["2nd"])
        self.assertLessEqual(moved["2nd"], moved["3rd"])
        self.assert_quiet()

    def test_the_curves_of_a_race_end_where_all_pairs_are_in_order(self):
        self.open("view=race&speed=4&count=1024&still=3&scene=beads")
        curves = self.run_script("[...document.querySelectorAll('#curves polyline')].map((e) =>"
                                 "[...e.points].map(({x, y}) => [x, y]))")
        self.assertEqual(len(curves), 3)
        for curve in curves:
            self.assertLess(curve[0][1], 0.2)
            self.assertEqual(curve[-1][1], 1)
            self.assertEqual(curve, sorted(curve, key=lambda point: point[0]))
        self.assertEqual(max(curve[-1][0] for curve in curves), 1)
        self.assertRegex(self.text("curves").strip(), r"^pairs in order, (4\d|5\d) to 100 %$")
        self.assert_quiet()

    def test_a_waterfall_ends_in_a_band_of_all_colours_in_order(self):
        self.open("view=waterfall&count=1024&still=3&scene=beads")
        self.assertRegex(self.labels()[0], r"^1,024 elements through \d+ passes")
        self.assertEqual(self.labels()[1], "input")
        self.assert_quiet()
        if not IS_CHROMIUM:
            return
        width, _, pixels = self.picture()
        row = self.height - 96  # within the last band
        hues = [colorsys.rgb_to_hsv(*(c / 255 for c in pixels[3 * (row * width + x):][:3]))[0]
                for x in range(176, width - 20, 40)]
        # From violet down to red, and beyond it to rose.
        falling = [(0.8 - hue) % 1.0 for hue in hues]
        self.assertEqual(falling, sorted(falling))
        self.assertGreater(falling[-1] - falling[0], 0.6)


class Figures(PageTest):
    def test_65536_particles_are_in_order_while_they_move(self):
        self.open("still=2&count=65536&scene=beads")
        self.assertEqual(self.check_order(), "all 65,536 in order")
        self.assert_quiet()

    def test_16_bits_of_depth_are_as_exact_as_16_bits_are(self):
        self.open("still=2&count=65536&scene=cloud&bits=16")
        self.assertEqual(self.check_order(), "all 65,536 in order")
        self.open("count=4096&scene=beads", "running")
        self.run_script("(() => { const bits = document.getElementById('bits');"
                        " bits.value = '16'; bits.dispatchEvent(new Event('change')); })()")
        label = "document.querySelector('.tag[data-side=gpu] span')?.textContent"
        pages.wait_for(lambda: self.run_script(label) == "this frame, 16 bits", "the label")
        self.assertEqual(self.check_order(), "all 4,096 in order")
        self.assert_quiet()

    def test_the_worker_shows_an_order_of_an_earlier_frame(self):
        self.open("count=1024&scene=beads", "running")
        label = "document.querySelector('.tag[data-side=worker] span')?.textContent"
        pages.wait_for(lambda: "frame" in (self.run_script(label) or ""), "the age")
        age = int(self.run_script(label).split()[0])
        self.assertGreaterEqual(age, 1)
        pages.wait_for(lambda: " ms" in self.text("worker-ms"), "the worker's time")

    def test_the_first_frames_and_sorts_are_in_no_figure(self):
        self.open("still=3&count=1024&scene=beads")
        self.assertEqual(self.text("rate"), "")
        self.assertNotRegex(self.text("figures"), r"\d ms")
        means = self.run_script(
            'import("./mean.mjs").then(({Mean}) => { const mean = new Mean();'
            " return [900, 300, 200, 10, 20].map((time) => { mean.add(time);"
            " return mean.value; }); })")
        self.assertEqual(means, [None, None, None, 10, 12])

    def test_a_stalled_frame_is_not_the_rate(self):
        self.open("count=1024&scene=beads", "running")
        self.run_script(CLOCK)
        self.wait_frames(20)
        self.run_script(STALL)
        pages.wait_for(lambda: self.text("rate"), "the rate")
        self.assertEqual(self.text("rate"), "50 fps · 20.0 ms")

    def test_every_algorithm_of_the_list_sorts(self):
        self.open("count=1024&scene=beads", "running")
        names = self.run_script("[...document.getElementById('form').options]"
                                ".map((o) => o.value)")
        self.assertGreater(len(names), 3)
        for name in names:
            self.run_script(f"(() => {{ const f = document.getElementById('form');"
                            f" f.value = '{name}'; f.dispatchEvent(new Event('change')); }})()")
            self.run_script("new Promise((r) => requestAnimationFrame(() =>"
                            " requestAnimationFrame(r)))")
            self.assertEqual(self.check_order(), "all 1,024 in order", name)
        self.assert_quiet()


@unittest.skipUnless(IS_CHROMIUM, "input events come through DevTools")
class Input(PageTest):
    def test_the_mouse_turns_the_camera_and_moves_a_line(self):
        self.open("count=1024&scene=beads", "running")
        pages.wait_for(lambda: self.run_script("document.querySelector("
                       "'[data-divider=\"0\"]').style.getPropertyValue('--at') !== ''"), "lines")
        at = self.divider()
        self.browser.mouse((at * self.width, 100), (0.2 * self.width, 110))
        pages.wait_for(lambda: abs(self.divider() - 0.2) < 0.01, "the line")
        self.browser.mouse((0.1 * self.width, 400), (0.15 * self.width, 420))
        self.assertFalse(self.run_script("document.getElementById('turning').checked"))
        self.assert_quiet()


@unittest.skipUnless(IS_CHROMIUM, "keys and media come through DevTools")
class Keyboard(PageTest):
    def focus(self, selector):
        self.run_script(f"document.querySelector('{selector}').focus()")

    def picture_hash(self):
        """The hash of a screenshot, without the worker's side, whose orders come when they do."""
        with demo.folder() as folder:
            self.browser.screenshot(folder / "now.png")
            return hashlib.sha256(left_part(folder / "now.png", LEFT)).hexdigest()

    def test_keys_turn_and_zoom_the_camera_and_return(self):
        self.open("count=1024&scene=splats", "running")
        self.run_script("document.getElementById('play').click()")
        self.focus("#view")
        self.wait_frames(3)
        self.run_script("for (const e of document.querySelectorAll('.tag, #panel, .divider'))"
                        " e.style.visibility = 'hidden';"
                        " document.getElementById('view').style.outline = 'none'")
        pictures = []
        for key in ("Home", "ArrowLeft", "ArrowUp", "+", "-", "Home", "ArrowRight"):
            self.browser.press(key)
            self.wait_frames(3)
            pictures.append(self.picture_hash())
        start, left, up, near, far, home, right = pictures
        self.assertEqual(len({start, left, up, near, right}), 5)
        self.assertNotEqual(near, far)
        self.assertEqual(home, start)
        self.assertFalse(self.run_script("document.getElementById('turning').checked"))
        self.assert_quiet()

    def test_space_pauses_what_is_seen(self):
        self.open("count=1024&scene=beads", "running")
        self.focus("#view")
        self.browser.press(" ")
        pages.wait_for(lambda: self.text("play") == "Play", "the pause")
        self.browser.press(" ")
        pages.wait_for(lambda: self.text("play") == "Pause", "the motion")

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

    def test_whatever_has_the_focus_shows_it(self):
        self.open("count=1024&scene=beads", "running")
        self.run_script("document.getElementById('fold').click()")
        seen, unseen = [], []
        for _ in range(20):
            self.browser.press("Tab")
            name, is_seen = self.run_script("""(() => {
                const e = document.activeElement, drawn = [e, e.parentElement, e.firstElementChild];
                return [e === document.body ? "" : e.id || e.name || e.className || e.tagName,
                        drawn.some((each) => each && parseFloat(getComputedStyle(each)
                            .outlineWidth) >= 1 && getComputedStyle(each).outlineStyle !== "none")];
            })()""")
            (seen if is_seen or not name else unseen).append(name)
        self.assertEqual(unseen, [])
        self.assertLess({"view", "divider", "fold", "play", "count", "form"}, set(seen))

    def test_less_motion_is_a_scene_that_stands_until_it_is_started(self):
        self.browser.prefer("prefers-reduced-motion", "reduce")
        self.addCleanup(self.browser.prefer, "prefers-reduced-motion", "")
        for view in ("comparison", "race"):
            self.open(f"view={view}&count=1024&scene=beads", "running")
            self.wait_frames(6)
            before = self.picture_of_canvas()
            self.wait_frames(6)
            self.assertEqual(self.picture_of_canvas(), before, view)
            self.assertEqual(self.text("play"), "Play")
            self.run_script("document.getElementById('play').click()")
            pages.wait_for(lambda old=before: self.picture_of_canvas() != old, "motion")
        self.browser.prefer("prefers-reduced-motion", "")
        self.open("count=1024&scene=beads", "running")
        self.assertEqual(self.text("play"), "Pause")
        self.browser.prefer("prefers-reduced-motion", "reduce")
        pages.wait_for(lambda: self.text("play") == "Play", "the pause")

    def picture_of_canvas(self):
        self.run_script("for (const e of document.querySelectorAll('.tag, #panel'))"
                        " e.style.visibility = 'hidden'")
        return self.picture_hash()


class Layout(PageTest):
    width, height = 1280, 720

    def boxes(self, *selectors):
        """Left, top, right and bottom of each, in one frame."""
        return self.run_script(f"{list(selectors)}.map((each) => document.querySelector(each)"
                               ".getBoundingClientRect()).map(({left, top, right, bottom}) =>"
                               " [left, top, right, bottom])")

    @unittest.skipUnless(IS_CHROMIUM, "needs another size")
    def test_open_settings_cover_nothing_of_the_picture(self):
        for width, height, touch in ((1280, 720, False), (844, 390, True), (390, 844, True)):
            for view in ("comparison", "progress", "race", "waterfall"):
                self.browser.resize(width, height, touch)
                self.open(f"view={view}&count=1024&scene=beads", "running")
                if self.run_script("document.getElementById('fold').ariaExpanded") == "false":
                    self.run_script("document.getElementById('fold').click()")
                self.wait_frames()
                picture, panel = self.boxes("#view", "#panel")
                self.assertTrue(panel[0] >= picture[2] or panel[1] >= picture[3],
                                (width, height, view, picture, panel))
                area = (picture[2] - picture[0]) * (picture[3] - picture[1])
                self.assertGreater(area, 0.4 * width * height)
                self.assertLessEqual(max(panel[2] - width, panel[3] - height), 0)

    @unittest.skipUnless(IS_CHROMIUM, "needs another size")
    def test_folded_settings_leave_the_pictures_of_sorts_free(self):
        for width, height, touch in ((1280, 720, False), (844, 390, True), (390, 844, True)):
            self.browser.resize(width, height, touch)
            self.open("view=race&count=1024&scene=beads", "running")
            if self.run_script("document.getElementById('fold').ariaExpanded") == "true":
                self.run_script("document.getElementById('fold').click()")
            self.wait_frames(3)
            chart, panel = self.boxes("#curves", "#panel")
            self.assertTrue(panel[0] >= chart[2] or panel[1] >= chart[3], (chart, panel))
            self.assertGreater(chart[3] - chart[1], 40)

    @unittest.skipUnless(IS_CHROMIUM, "touch comes through DevTools")
    def test_a_finger_finds_targets_of_44_pixels(self):
        self.browser.resize(390, 844, True)
        for view in ("comparison", "race"):
            self.open(f"view={view}&count=1024&scene=splats", "running")
            self.drop("line.splat", splat_file(9))
            small = self.run_script("""[...document.querySelectorAll("button, select, a, .divider,"
                + " input:not([type=radio], [type=checkbox], [type=file]), .check, .choice label")]
                .map((e) => [e.id || e.textContent, e.getBoundingClientRect()])
                .filter(([, {width, height}]) => width && Math.min(width, height) < 44)
                .map(([name, {width, height}]) => [name, width, height])""")
            self.assertEqual(small, [])

    def test_a_picture_that_shrinks_for_the_settings_is_drawn_without_a_warning(self):
        self.open("count=1024&scene=beads", "running")
        for _ in range(2):
            self.run_script("document.getElementById('fold').click()")
            self.wait_frames(4)
        self.assert_quiet()

    def test_a_view_of_few_elements_says_how_many(self):
        self.open("view=waterfall&count=131072&still=1&scene=beads&form=abisort-fused-fragment")
        self.assertEqual(self.text("count-shown"), "65,536, the most here")


def splat_file(count):
    """A .splat of balls on a line."""
    return b"".join(struct.pack("<6f8B", i, 0, 0, 0.4, 0.4, 0.4, 255, i % 256, 0, 255,
                                255, 128, 128, 128) for i in range(count))


def ply_file(count, unplaced=()):
    """A .ply of coloured points, of which some may have no position."""
    head = (f"ply\nformat binary_little_endian 1.0\nelement vertex {count}\n"
            "property float x\nproperty float y\nproperty float z\nproperty uchar red\n"
            "property uchar green\nproperty uchar blue\nend_header\n")
    points = b"".join(struct.pack("<3f3B", math.nan if i in unplaced else i % 7, i % 5, i,
                                  i % 256, 9, 99) for i in range(count))
    return head.encode() + points


# The orders that workers give for positions of few digits, and the order of a stable sort.
SORTS = """(async () => {
    const count = 5000, eye = [0, 0, 3], axis = [0.25, -0.5, -1];
    const positions = Float32Array.from({length: 4 * 5120}, (_, i) => i * 7919 % 511 / 64 - 4);
    const depth = (i) => axis.reduce(
        (sum, part, at) => sum + part * (positions[4 * i + at] - eye[at]), 0);
    const depths = Float32Array.from({length: count}, (_, i) => depth(i));
    const right = [...depths.keys()].sort((a, b) => depths[b] - depths[a] || a - b);
    const sort = (file, method) => new Promise((resolve, reject) => {
        const worker = new Worker(file, {type: "module"});
        worker.onmessage = ({data}) => resolve([...data.order.slice(0, count)]);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage({positions, count, method, eye, axis});
    });
    const wrong = async (file, method) => (await sort(file, method)).reduce(
        (sum, element, i) => sum + (depths[element] !== depths[right[i]]), 0);
    const unstable = async (file) => (await sort(file, "radix32")).reduce(
        (sum, element, i) => sum + (element !== right[i]), 0);
    return [await unstable("worker.mjs"), await unstable("radix_worker.mjs"),
            await wrong("worker.mjs", "counting16")];
})()"""


# What a check says of four elements, two of which have no depth.
NOT_FINITE = """(async () => {
    const {checkOrder} = await import("./check.mjs");
    const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
    const order = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, order);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32UI, 4, 1, 0, gl.RED_INTEGER, gl.UNSIGNED_INT,
                  Uint32Array.of(2, 0, 1, 3));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    const hostPositions = Float32Array.of(0, 0, 4, 0, 0, 0, 3, 0, NaN, 0, 0, 0, 0, Infinity, 0, 0);
    const made = {texture: order, width: 4, range: () => ({})};
    return checkOrder(gl, {count: 4, hostPositions}, made,
                      {eye: [0, 0, 0], axis: [0, 0, 1]});
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
        both = r" [\d.]+ / [\d.]+ \|"
        self.assertRegex(row, rf"^\| 1,024 \|( [\d.]+ \|){{2}}({both}){{2}} \d+ / \d+ \|"
                              r"( [\d.]+ \|){11}$")
        calls = [int(number) for number in re.findall(r"(\d+) / (\d+) \| 0 \|", row)[0]]
        self.assertTrue(all(20 < number < 400 for number in calls), calls)
        self.assert_quiet()


class Files(PageTest):
    def assert_drawn_in_order(self, count, rest=""):
        self.run_script("new Promise((r) => requestAnimationFrame(() =>"
                        " requestAnimationFrame(r)))")
        self.assertEqual(self.check_order(), f"all {count:,} in order{rest}")

    def test_splats_and_points_of_files_are_drawn_in_order(self):
        self.open("count=1024&scene=beads", "running")
        self.assertEqual(self.drop("line.splat", splat_file(300)), "line.splat: 300")
        self.assert_drawn_in_order(300)
        self.assertEqual(self.drop("points.ply", ply_file(2000)), "points.ply: 2,000")
        self.assert_drawn_in_order(2000)
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

    def test_points_without_a_position_are_left_out_and_counted(self):
        self.open("count=1024&scene=beads", "running")
        data = ply_file(2000, unplaced=range(500, 1100))
        self.assertEqual(self.drop("points.ply", data),
                         "points.ply: 1,400; 600 without a position or a shape left out")
        self.assert_drawn_in_order(1400, ", 600 left out")
        self.assert_quiet()

    def test_colours_by_direction_are_said_to_be_left_out(self):
        self.open("count=1024&scene=beads", "running")
        names = ("x", "y", "z", *point_files.SHAPE, "f_rest_0")
        data = point_files.ply(", ".join(f"float {name}" for name in names),
                               [[*row, 0.5] for row in point_files.splat_rows()])
        self.assertEqual(self.drop("rest.ply", data), "rest.ply: 12; colours are drawn without "
                                                      "their change by direction (f_rest)")
        self.assertIn("splat-transform", self.drop("small.spz", bytes(64)))
        self.assert_quiet()

    def test_elements_without_a_depth_do_not_put_a_check_of_the_others_wrong(self):
        self.open("count=1024&scene=beads", "running")
        self.assertEqual(self.run_script(NOT_FINITE), {"count": 2, "right": 2, "rejected": 2})

    def test_a_check_before_the_first_frame_of_a_view_is_one_of_it(self):
        self.open("count=1024&scene=beads", "running")
        self.assertEqual(self.run_script(
            "(() => { document.querySelector('[name=scene][value=cloud]').click();"
            " document.getElementById('check').click();"
            " return document.getElementById('checked').value; })()"), "all 1,024 in order")
        self.assertRegex(self.text("report"), r"\| WebGL 2 \| .*\| all 1,024 in order \| \|$")
        self.assert_quiet()

    def test_a_check_does_not_outlast_the_elements_that_it_is_of(self):
        self.open("count=1024&scene=beads", "running")
        self.check_order()
        self.drop("line.splat", splat_file(300))
        self.assertEqual(self.text("checked"), "")
        self.check_order()
        self.choose("scene", "smoke")
        self.assertEqual(self.text("checked"), "")

    def test_a_file_can_be_closed_and_has_the_elements_that_it_has(self):
        self.open("count=1024&scene=splats", "running")
        self.assertTrue(self.run_script("document.getElementById('close').hidden"))
        self.drop("line.splat", splat_file(300))
        self.assertEqual(self.text("count-shown"), "300, of the file")
        self.assertTrue(self.run_script("document.getElementById('count').disabled"))
        self.choose("scene", "beads")
        self.assertEqual(self.text("count-shown"), "1,024")
        self.assertFalse(self.run_script("document.getElementById('count').disabled"))
        self.choose("scene", "splats")
        self.assert_drawn_in_order(300)
        self.run_script("document.getElementById('close').click()")
        self.assertEqual([self.text("count-shown"), self.text("opened")], ["1,024", ""])
        self.assertTrue(self.run_script("document.getElementById('close').hidden"))
        self.assert_drawn_in_order(1024)
        self.assert_quiet()

    def test_a_broken_file_gets_a_sentence_and_the_scene_goes_on(self):
        self.open("count=1024&scene=beads", "running")
        for name, data, words in (
                ("cut.splat", splat_file(3)[:-1], "95 bytes"),
                ("empty.ply", b"", "empty"),
                ("picture.png", b"\x89PNG", "neither")):
            self.assertIn(words, self.drop(name, data))
            self.assert_drawn_in_order(1024)
        self.assert_quiet()


class Failures(PageTest):

    def test_a_lost_context_is_told_and_what_is_chosen_meanwhile_comes_when_it_is_back(self):
        self.open("count=1024&scene=beads", "running")
        self.run_script("(() => { window.lose = document.getElementById('view')"
                        ".getContext('webgl2').getExtension('WEBGL_lose_context');"
                        " lose.loseContext(); })()")
        self.wait_state("message")
        self.choose("scene", "cloud")
        self.assertIn("GPU", self.text("message"))
        self.assertFalse(self.run_script("document.getElementById('message').hidden"))
        self.assertIn("300", self.drop("line.splat", splat_file(300)))
        self.assertIn("GPU", self.text("message"))
        self.assertEqual(self.run_script("document.body.dataset.state"), "message")
        self.run_script("lose.restoreContext()")
        pages.wait_for(lambda: self.run_script("document.body.dataset.state") == "running",
                       "the restored page")
        self.assertTrue(self.run_script("document.getElementById('message').hidden"))
        self.wait_frames()
        self.assertEqual(self.check_order(), "all 300 in order")


@unittest.skipUnless(IS_CHROMIUM, "touch comes through DevTools")
class Phone(PageTest):
    width, height, touch = 390, 700, True

    def test_two_fingers_zoom_and_one_turns(self):
        self.open("count=1024&scene=beads", "running")
        self.browser.touch([(100, 300)], [(130, 320)])
        self.assertFalse(self.run_script("document.getElementById('turning').checked"))
        self.browser.touch([(100, 300), (200, 300)], [(80, 300), (220, 300)])
        self.assert_quiet()

    def test_the_sentence_about_a_broken_file_is_in_sight(self):
        self.open("count=1024&scene=beads", "running")
        self.assertIn("empty", self.drop("empty.ply", b""))
        box = self.run_script("(({top, bottom, height}) => [top, innerHeight - bottom, height])"
                              "(document.getElementById('opened').getBoundingClientRect())")
        self.assertGreaterEqual(min(box), 0)
        self.assertGreater(box[2], 0)
        self.assert_quiet()

    def test_nothing_is_wider_than_the_screen(self):
        self.open()
        self.run_script("document.getElementById('fold').click()")
        wide = self.run_script("[...document.querySelectorAll('body *')].filter((e) =>"
                               " e.getBoundingClientRect().right > innerWidth + 1)"
                               ".map((e) => e.id || e.tagName)")
        self.assertEqual(wide, [])


class Transfers(PageTest):
    def test_less_than_a_megabyte_comes_before_the_first_picture(self):
        sent = []
        self.browser.open(pages.serve({"/": SITE}, sent) + "/?count=1024&scene=beads")
        self.wait_state("running")
        print(f"{sum(sent) / 1e3:.0f} kB in {len(sent)} files, not compressed")
        self.assertLess(sum(sent), 0.75e6)
        said = re.search(r"the page above loads (\d+) kB", DOCUMENT.read_text())[1]
        self.assertAlmostEqual(sum(sent) / 1000, int(said), delta=int(said) / 10)


class SingleFile(PageTest):
    def test_the_page_in_one_file_needs_no_server(self):
        self.browser.open((SITE.parent / "glsort-page.html").as_uri() +
                          "?count=1024&scene=beads")
        self.wait_state("running")
        label = "document.querySelector('.tag[data-side=worker] span')?.textContent"
        pages.wait_for(lambda: "old" in (self.run_script(label) or ""), "the worker's order")
        self.assertEqual(self.check_order(), "all 1,024 in order")
        self.assertEqual(self.drop("line.splat", splat_file(300)), "line.splat: 300")
        self.assert_quiet()


@unittest.skipUnless(IS_CHROMIUM, "needs Chromium's switches")
class WithoutWebGL(PageTest):
    def setUp(self):
        self.browser = pages.browser("none")
        self.addCleanup(self.browser.close)

    def test_a_browser_without_webgl_2_gets_a_sentence(self):
        self.open("", "message")
        self.assertIn("needs WebGL 2", self.text("message"))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
