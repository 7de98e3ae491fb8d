// SPDX-License-Identifier: MIT
// The page: a scene drawn in three orders side by side. `?still=N` draws N frames of equal
// length and stops, for pictures that can be compared.
import {Glsort} from "./glsort/glsort.mjs";
import {Camera} from "./camera.mjs";
import {countRight} from "./check.mjs";
import {Gestures, bindDividers} from "./gestures.mjs";
import {GpuOrder, MemoryOrder, WorkerOrder} from "./orders.mjs";
import {Panel} from "./panel.mjs";
import {Particles} from "./particles.mjs";
import {shell} from "./shell.mjs";
import {readSplatFile} from "./splat_files.mjs";
import {Splats} from "./splats.mjs";
import {Stage} from "./stage.mjs";

const FRAME_SECONDS = 1 / 60;
const LONGEST_STEP = 1 / 20;
const TURN_DEGREES = 9; // a second
const PULL = 2.5;
const SOFTWARE_LOG2 = 13; // particles to start with where the CPU draws
const SOFTWARE_QUALITY = 0.5; // pixels drawn for one of the page, likewise

const $ = (id) => document.getElementById(id);
const parameters = new URLSearchParams(location.search);
const canvas = $("view");

function say(sentence) {
    $("message").textContent = sentence;
    $("message").hidden = !sentence;
    if (sentence)
        document.body.dataset.state = "message";
}

// What exists as long as the WebGL context does.
class View {
    constructor(gl, glsort, panel) {
        this.gl = gl;
        this.glsort = glsort;
        this.panel = panel;
        this.stage = new Stage(gl);
        this.dividers = [0.36, 0.6];
        this.frames = 0;
    }

    // A new scene, or the same with other settings.
    rebuild({scene, count, form}, opened) {
        this.#drop();
        this.scene = scene === "splats" ? new Splats(this.gl, opened ?? shell(count))
                                        : new Particles(this.gl, scene, count);
        this.camera = new Camera(this.scene.cameraStart);
        this.orders = {memory: new MemoryOrder(this.gl, this.scene),
                       worker: new WorkerOrder(this.gl, this.scene)};
        this.orders.gpu = new GpuOrder(this.gl, this.scene, this.glsort, form || undefined);
    }

    #drop() {
        Object.values(this.orders ?? {}).forEach((order) => order.dispose());
        this.orders = {};
        this.scene?.dispose();
    }

    get aspect() {
        return this.stage.aspect;
    }

    frame(seconds, {speed, turning}) {
        if (turning)
            this.camera.yaw += TURN_DEGREES * seconds * Math.max(speed, 0.25);
        if (speed > 0)
            this.scene.step(seconds * speed);
        this.matrices = this.camera.matrices(this.aspect);
        for (const order of Object.values(this.orders))
            order.frame(this.matrices);
        this.draw();
        ++this.frames;
    }

    draw() {
        const [first, second] = this.dividers;
        const {memory, gpu, worker} = this.orders;
        this.stage.draw(this.scene, this.camera, this.matrices, [
            {order: memory.texture, from: 0, to: first},
            {order: gpu.texture, from: first, to: second},
            {order: worker.texture, from: second, to: 1},
        ]);
    }

    pull(x, y, strength) {
        if (!this.scene.attractor)
            return;
        this.scene.attractor = [...this.camera.point(x, y, this.aspect), strength];
    }

    check() {
        return countRight(this.gl, this.scene, this.orders.gpu, this.matrices);
    }
}

function fit(quality) {
    const ratio = Math.min(devicePixelRatio, 2) * quality;
    const width = Math.max(Math.round(canvas.clientWidth * ratio), 1);
    const height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
    if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, {width, height});
}

class Page {
    #view = null;
    #last = 0;
    #running = 0;
    #opened; // splats of a file

    constructor(gl, panel) {
        this.gl = gl;
        this.panel = panel;
        this.still = Number(parameters.get("still") ?? 0);
        panel.onrebuild = () => this.#guard(() => {
            say("");
            this.#view?.rebuild(panel.settings, this.#opened);
        });
        panel.onopen = (file) => this.#open(file);
        panel.oncheck = () => this.#view && panel.showCheck(this.#view.check(),
                                                            this.#view.scene.count);
        canvas.addEventListener("webglcontextlost", (event) => this.#lose(event));
        canvas.addEventListener("webglcontextrestored", () => this.start());
        bindDividers(() => this.#view?.dividers);
        new Gestures(canvas, {
            turn: (right, up) => { panel.stopTurning(); this.#view?.camera.turn(right, up); },
            zoom: (factor) => this.#view?.camera.zoom(factor),
            pull: (x, y, on) => this.#view?.pull(x, y, on ? PULL : 0),
        });
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
            this.#opened = readSplatFile(file.name, await file.arrayBuffer());
            this.panel.showOpened(file.name, this.#opened.count);
            this.panel.onrebuild();
            document.body.dataset.state = "running";
        } catch (error) {
            this.panel.showProblem(error.message);
        }
    }

    async start() {
        try {
            const glsort = await Glsort.create(this.gl);
            this.panel.begin(glsort, this.gl, glsort.isSoftware ? SOFTWARE_LOG2 : null);
            this.quality = glsort.isSoftware && !this.still ? SOFTWARE_QUALITY : 1;
            fit(this.quality);
            this.#view = new View(this.gl, glsort, this.panel);
            this.#view.rebuild(this.panel.settings, this.#opened);
            say("");
            document.body.dataset.state = "running";
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
        this.#view?.orders.worker?.dispose();
        this.#view?.glsort.dispose();
        this.#view = null;
        say("The browser has taken the GPU away from this page. It continues as soon as the " +
            "browser gives it back.");
    }

    #frame(now, id) {
        if (id !== this.#running || !this.#view)
            return;
        const view = this.#view;
        const passed = this.#last ? (now - this.#last) / 1000 : FRAME_SECONDS;
        this.#last = now;
        fit(this.quality);
        this.#guard(() => {
            view.frame(this.still ? FRAME_SECONDS : Math.min(passed, LONGEST_STEP),
                       this.panel.settings);
            this.panel.show(view, passed);
        });
        if (this.still && view.frames >= this.still)
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
