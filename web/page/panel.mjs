// SPDX-License-Identifier: MIT
// The settings, the figures and the labels of the sides: everything that is HTML.
import {rendererName} from "./gl.mjs";
import {MOST_COUNT, freeArea} from "./sort_views.mjs";

const FIGURES_MS = 250; // between two updates of figures
const FIRST_FRAMES = 3; // that compile and allocate, and say nothing about later ones
const FRAMES = 15, FEWEST_FRAMES = 5; // that a rate is the median of
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const SMALL = matchMedia("(max-width: 640px), (max-height: 500px)");
const FILM_STEPS = 1000;
const NARROW = 0.09;    // a side that has no room for its label

function newLabel() {
    const label = document.createElement("div");
    label.append(document.createElement("b"), document.createElement("span"));
    return label;
}

const $ = (id) => document.getElementById(id);
const ms = (value) => value === null ? "measuring" : `${value.toFixed(2)} ms`;
const counted = (count) => count.toLocaleString("en");
// Without a change where there is none, which would lay the page out anew.
const setText = (element, text) => {
    if (element.textContent !== text)
        element.textContent = text;
};
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

export class Panel {
    actions = null; // functions of the page: rebuild, check, device, open, close, seek, play
    #shown = 0;
    #frames = []; // milliseconds of the last ones
    #toSkip = 0; // frames
    #file = null; // that is open: {count}

    constructor(parameters) {
        this.#set(parameters);
        this.#followMotion();
        for (const radio of document.querySelectorAll("[name=scene], [name=view]"))
            radio.addEventListener("change", () => this.actions.rebuild());
        for (const id of ["count", "form", "bits"])
            $(id).addEventListener("change", () => this.actions.rebuild());
        for (const id of ["count", "speed"])
            $(id).addEventListener("input", () => this.#label());
        $("turning").addEventListener("change", () => $("turning").checked && this.actions.play(true));
        $("film").addEventListener("input", () => this.actions.seek($("film").value / FILM_STEPS));
        $("play").addEventListener("click", () => this.actions.play());
        $("check").addEventListener("click", () => this.actions.check());
        $("device").addEventListener("click", () => this.actions.device());
        $("open").addEventListener("click", () => $("file").click());
        $("file").addEventListener("change", () => this.#openChosen());
        $("close").addEventListener("click", () => this.actions.close());
        this.#takeDrops();
        $("fold").addEventListener("click", () => this.#fold());
        addEventListener("visibilitychange", () => this.#skipFirst());
        if (SMALL.matches)
            this.#fold();
        this.#label();
    }

    // Those who ask their system for less motion get a scene that stands still until they start it.
    #followMotion() {
        $("turning").checked = !REDUCED_MOTION.matches;
        REDUCED_MOTION.addEventListener("change", () => {
            $("turning").checked = !REDUCED_MOTION.matches;
            this.actions.play(!REDUCED_MOTION.matches);
        });
    }

    #openChosen() {
        const [file] = $("file").files;
        $("file").value = ""; // so that the same one can be chosen again
        if (file)
            this.actions.open(file);
    }

    #takeDrops() {
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", (event) => {
            event.preventDefault();
            if (event.dataTransfer.files.length > 0)
                this.actions.open(event.dataTransfer.files[0]);
        });
    }

    showOpened(name, {count, listed, omitsRest}) {
        const leftOut = listed - count;
        this.#file = {count};
        $("opened").className = "";
        $("opened").value = `${name}: ${counted(count)}` +
            (leftOut ? `; ${counted(leftOut)} without a position or a shape left out` : "") +
            (omitsRest ? "; colours are drawn without their change by direction (f_rest)" : "");
        $("close").hidden = false;
        document.querySelector("[value=splats]").checked = true;
    }

    showClosed() {
        this.#file = null;
        $("opened").value = "";
        if (document.activeElement === $("close"))
            $("open").focus();
        $("close").hidden = true;
    }

    // A view of other elements, of which nothing is known yet.
    showNewView() {
        $("checked").value = $("report").value = "";
        $("rate").value = "";
        this.#label();
        this.#skipFirst();
    }

    #skipFirst() {
        this.#toSkip = FIRST_FRAMES;
        this.#frames.length = 0;
    }

    // In the settings, which are unfolded so that it is seen.
    showProblem(sentence) {
        $("opened").className = "wrong";
        $("opened").value = sentence;
        if ($("settings").classList.contains("folded"))
            this.#fold();
        $("opened").scrollIntoView({block: "nearest"});
    }

    // From the address of the page.
    #set(parameters) {
        for (const name of ["scene", "view"]) {
            const value = CSS.escape(parameters.get(name) ?? "");
            const radio = document.querySelector(`[name=${name}][value="${value}"]`);
            if (radio)
                radio.checked = true;
        }
        this.#chosen = parameters.has("count");
        if (this.#chosen)
            $("count").value = Math.log2(Number(parameters.get("count")));
        if (parameters.has("speed"))
            $("speed").value = parameters.get("speed");
        this.form = parameters.get("form") ?? "";
        if (parameters.get("bits") === "16")
            $("bits").value = "16";
    }

    #chosen;

    // Once there is a sorter: its forms, and a start that suits the renderer.
    begin(glsort, gl, softwareLog2) {
        const select = $("form");
        select.length = 1;
        for (const {name, wholeCount} of glsort.forms())
            if (wholeCount > 1 << 20)
                select.add(new Option(name));
        select.value = this.form;
        if (softwareLog2 && !this.#chosen)
            $("count").value = softwareLog2;
        this.#chosen = true;
        $("renderer").textContent = rendererName(gl);
        this.#label();
    }

    get settings() {
        return {
            view: document.querySelector("[name=view]:checked").value,
            scene: document.querySelector("[name=scene]:checked").value,
            count: 2 ** Number($("count").value),
            speed: Number($("speed").value),
            form: $("form").value,
            bits: Number($("bits").value),
            turning: $("turning").checked,
            plays: !REDUCED_MOTION.matches, // at first
        };
    }

    stopTurning() {
        $("turning").checked = false;
    }

    #fold() {
        const folded = $("settings").classList.toggle("folded");
        $("fold").setAttribute("aria-expanded", String(!folded));
    }

    // The elements of a file, and those of a view of few, are not chosen here.
    #label() {
        const {view, scene, count, speed} = this.settings;
        const ofFile = scene === "splats" && this.#file;
        const most = view === "comparison" ? Infinity : MOST_COUNT;
        $("count").disabled = Boolean(ofFile);
        $("count-shown").value = ofFile ? `${counted(ofFile.count)}, of the file`
            : count > most ? `${counted(most)}, the most here` : counted(count);
        $("speed-shown").value = speed === 0 ? "still" : `${speed} ×`;
        this.form = $("form").value;
    }

    // `leftOut` elements of a file are not in the scene.
    showCheck({right, count, rejected}, leftOut) {
        const order = right === count
            ? `all ${counted(count)} in order`
            : `${counted(count - right)} of ${counted(count)} out of order`;
        $("checked").value = order + (rejected ? `, ${counted(rejected)} without a depth` : "") +
            (leftOut ? `, ${counted(leftOut)} left out` : "");
        $("report").value = "To paste into an issue, for docs/drivers.md: " +
            `| ${$("renderer").textContent} | WebGL 2 | ${navigator.userAgent} | the page | ` +
            `fragment | ${$("checked").value} | |`;
    }

    showDevice(lines) {
        $("device-lines").value = lines.join("\n");
        $("device-lines").scrollIntoView({block: "nearest"});
    }

    // `seconds` of the frame; null if it is no figure.
    show(view, seconds) {
        this.#updateFigures(view, seconds); // first: figures change the area that is free
        if (view?.dividers)
            this.#place(view.dividers);
        this.#showLabels(view?.labels?.(freeArea()) ?? []);
        this.#showCurves(view?.curves?.(freeArea()));
        if (view)
            this.#showFilm(view);
    }

    // Shows the figures now and then.
    #updateFigures(view, seconds) {
        if (this.#toSkip > 0) {
            --this.#toSkip;
            return;
        }
        if (seconds !== null)
            this.#frames.push(1000 * seconds);
        if (this.#frames.length > FRAMES)
            this.#frames.shift();
        const now = performance.now();
        if (now - this.#shown < FIGURES_MS)
            return;
        this.#shown = now;
        this.#showFigures(view ?? {});
    }

    #showFilm({at, plays}) {
        if (at !== undefined)
            $("film").value = at * FILM_STEPS;
        setText($("play"), plays ? "Pause" : "Play");
    }

    // In a square of side 1, whose origin is at the bottom left.
    #showCurves(curves) {
        const chart = $("curves");
        chart.classList.toggle("shown", Boolean(curves));
        if (!curves)
            return;
        const {x, y, width, height, at, lines, text} = curves;
        setText(chart.lastElementChild, text);
        Object.assign(chart.style, {left: `${x}px`, top: `${y}px`, width: `${width}px`,
                                    height: `${height}px`});
        chart.querySelector("line").setAttribute("transform", `translate(${at})`);
        chart.querySelectorAll("polyline").forEach((line, i) => {
            const {color = "", points = []} = lines[i] ?? {};
            const drawn = points.map((point) => point.join()).join(" ");
            if (line.getAttribute("points") !== drawn)
                line.setAttribute("points", drawn);
            line.style.stroke = color;
        });
    }

    // Those with a title at the top, the others where they say, in pixels of the page.
    #showLabels(labels) {
        const box = $("labels");
        while (box.children.length > labels.length)
            box.lastChild.remove();
        labels.forEach(({x, y, width, title = "", text, color}, i) => {
            const label = box.children[i] ?? box.appendChild(newLabel());
            label.className = title ? "tag lane" : "name";
            Object.assign(label.style, {left: `${x}px`, maxWidth: `${width}px`,
                                        top: y === undefined ? "" : `${y}px`});
            label.style.setProperty("--dot", color ?? "");
            setText(label.firstChild, title);
            setText(label.lastChild, text);
        });
    }

    #showFigures({orders}) {
        const frame = [...this.#frames].sort((a, b) => a - b)[this.#frames.length >> 1];
        if (this.#frames.length >= FEWEST_FRAMES)
            $("rate").value = `${(1000 / frame).toFixed(0)} fps · ${frame.toFixed(1)} ms`;
        if (orders)
            this.#showOrders(orders);
    }

    #showOrders({gpu, worker}) {
        $("gpu-ms").textContent = gpu.timer.measures ? ms(gpu.gpuMs) : "not measured";
        $("call-ms").textContent = ms(gpu.callMs);
        $("worker-ms").textContent = ms(worker.sortMs);
        const isThere = worker.age !== null;
        $("worker-age").textContent = isThere ? plural(worker.age, "frame") : "starting";
        const spoken = document.querySelector(".tag[data-side=worker] span");
        spoken.textContent = isThere ? `${plural(worker.age, "frame")} old` : "starting";
        const bits = document.querySelector(".tag[data-side=gpu] span");
        bits.textContent = gpu.bits === 32 ? "this frame" : `this frame, ${gpu.bits} bits`;
    }

    #place([first, second]) {
        const sides = {memory: [0, first], gpu: [first, second], worker: [second, 1]};
        for (const tag of document.querySelectorAll("[data-side]")) {
            const [from, to] = sides[tag.dataset.side];
            tag.style.setProperty("--middle", (from + to) / 2);
            tag.style.setProperty("--part", to - from);
            tag.classList.toggle("narrow", to - from < NARROW);
        }
        [first, second].forEach((at, i) => {
            const divider = document.querySelector(`[data-divider="${i}"]`);
            divider.style.setProperty("--at", at);
            divider.setAttribute("aria-valuenow", Math.round(100 * at));
        });
    }
}
