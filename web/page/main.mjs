// SPDX-License-Identifier: MIT
// The page: a scene drawn in three orders side by side, or views of sorts. `?still=N`
// draws N frames of equal length and stops, for pictures that can be compared.
import {Glsort} from "./glsort/glsort.mjs";
import {Comparison} from "./comparison.mjs";
import {Gestures, bindDividers} from "./gestures.mjs";
import {Panel} from "./panel.mjs";
import {Progress, Race, Waterfall} from "./sort_views.mjs";

const FRAME_SECONDS = 1 / 60;
const LONGEST_STEP = 1 / 20;
const PULL = 2.5;
const SORT_VIEWS = {progress: Progress, race: Race, waterfall: Waterfall};
const SOFTWARE_LOG2 = 13; // particles to start with where the CPU draws
const SOFTWARE_QUALITY = 0.5; // pixels drawn for one of the page, likewise

const $ = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const canvas = $("view");

function say(sentence) {
    $("message").textContent = sentence;
    $("message").hidden = !sentence;
    document.body.dataset.state = sentence ? "message" : "running";
}

// The viewport too, which Firefox compares with the canvas even where nothing is drawn.
function fit(gl, quality) {
    const ratio = Math.min(devicePixelRatio, 2) * quality;
    const width = Math.max(Math.round(canvas.clientWidth * ratio), 1);
    const height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
    if (canvas.width === width && canvas.height === height)
        return;
    Object.assign(canvas, {width, height});
    gl.viewport(0, 0, width, height);
}

class Page {
    #glsort = null;
    #view = null; // a Comparison or one of SORT_VIEWS
    #frames = 0;
    #last = 0;
    #running = 0;
    #opened; // splats of a file

    constructor(gl, panel) {
        this.gl = gl;
        this.panel = panel;
        this.still = Number(parameters.get("still") ?? 0);
        panel.onrebuild = () => this.#guard(() => this.#rebuild());
        panel.onopen = (file) => this.#open(file);
        panel.onclose = () => this.#close();
        panel.oncheck = () => this.#view?.check &&
            panel.showCheck(this.#view.check(), this.#view.scene.leftOut ?? 0);
        panel.ondevice = async () => {
            const {deviceLines} = await import("./device_lines.mjs"); // few pages need it
            if (this.#glsort)
                this.#guard(() => panel.showDevice(deviceLines(gl, this.#glsort)));
        };
        panel.onseek = (at) => this.#view?.seek?.(at);
        panel.onplay = (plays) => this.#view?.play(plays);
        canvas.addEventListener("webglcontextlost", (event) => this.#lose(event));
        canvas.addEventListener("webglcontextrestored", () => this.start());
        bindDividers(() => this.#view?.dividers);
        new Gestures(canvas, {
            turn: (right, up) => { panel.stopTurning(); this.#view?.camera.turn(right, up); },
            zoom: (factor) => this.#view?.camera.zoom(factor),
            reset: () => { panel.stopTurning(); this.#view?.camera.reset(); },
            play: () => panel.onplay(),
            pull: (x, y, on) => this.#view?.pull?.(x, y, on ? PULL : 0),
        });
    }

    // Without a context the settings change alone; the view comes when the context is back.
    #rebuild() {
        this.panel.showNewView();
        if (!this.#glsort)
            return;
        say("");
        const {settings} = this.panel, {dividers} = this.#view ?? {};
        this.#view?.dispose();
        this.#view = null; // if what follows throws
        const SortView = SORT_VIEWS[settings.view];
        this.#view = SortView
            ? new SortView(this.gl, this.#glsort, settings, this.#opened)
            : new Comparison(this.gl, this.#glsort, settings, this.#opened, dividers);
        document.body.dataset.view = this.#view.name;
    }

    // Errors become a sentence on the page.
    #guard(body) {
        try {
            body();
        } catch (error) {
            say(error.message);
            console.error(error);
        }
    }

    async #open(file) {
        try {
            const {readPointFile} = await import("./point_files.mjs"); // few pages need it
            this.#opened = await readPointFile(file.name, await file.arrayBuffer());
            this.panel.showOpened(file.name, this.#opened);
            this.panel.onrebuild();
        } catch (error) {
            this.panel.showProblem(error.message);
        }
    }

    // Back to the scene that the page has.
    #close() {
        this.#opened = undefined;
        this.panel.showClosed();
        this.panel.onrebuild();
    }

    async start() {
        try {
            const glsort = this.#glsort = await Glsort.create(this.gl);
            this.panel.begin(glsort, this.gl, glsort.isSoftware ? SOFTWARE_LOG2 : null);
            this.quality = glsort.isSoftware && !this.still ? SOFTWARE_QUALITY : 1;
            fit(this.gl, this.quality);
            this.#guard(() => this.#rebuild());
            const id = ++this.#running;
            requestAnimationFrame((now) => this.#frame(now, id));
        } catch (error) {
            say(error.message);
            console.error(error);
        }
    }

    #lose(event) {
        event.preventDefault(); // so that the browser restores it
        ++this.#running;
        this.#view?.dispose();
        this.#glsort?.dispose();
        this.#view = this.#glsort = null;
        this.panel.showNewView();
        say("The browser has taken the GPU away from this page. It continues as soon as the " +
            "browser gives it back.");
    }

    #frame(now, id) {
        if (id !== this.#running)
            return;
        const passed = this.#last ? (now - this.#last) / 1000 : FRAME_SECONDS;
        this.#last = now;
        fit(this.gl, this.quality);
        this.#guard(() => {
            this.#view?.frame(this.still ? FRAME_SECONDS : Math.min(passed, LONGEST_STEP),
                              this.panel.settings);
            this.panel.show(this.#view, this.still ? null : passed);
        });
        if (this.still && ++this.#frames >= this.still)
            document.body.dataset.state = "still";
        else
            requestAnimationFrame((next) => this.#frame(next, id));
    }
}

const gl = canvas.getContext("webgl2", {antialias: false, depth: false, alpha: false,
                                        preserveDrawingBuffer: parameters.has("still"),
                                        powerPreference: "high-performance"});
if (gl)
    new Page(gl, new Panel(parameters)).start();
else
    say("This page needs WebGL 2, which this browser does not offer here. It may be turned " +
        "off in its settings, or the graphics driver may be too old; every browser since " +
        "2022 has it.");
