// SPDX-License-Identifier: MIT
// The settings, the figures and the labels of the sides: everything that is HTML.
import {rendererName} from "./gl.mjs";
import {freeArea} from "./sort_views.mjs";

const FIGURES_MS = 250; // between two updates of figures
const FILM_STEPS = 1000;
const NARROW = 0.09;    // a side that has no room for its label

function newLabel() {
    const label = document.createElement("div");
    label.append(document.createElement("b"), document.createElement("span"));
    return label;
}

const $ = (id) => document.getElementById(id);
const ms = (value) => value === null ? "not measured" : `${value.toFixed(2)} ms`;
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

export class Panel {
    onrebuild = () => {};
    oncheck = () => {};
    onopen = () => {};
    onseek = () => {};
    onplay = () => {};
    #shown = 0;
    #frames = 0;
    #seconds = 0;

    constructor(parameters) {
        this.#set(parameters);
        for (const radio of document.querySelectorAll("[name=scene], [name=view]"))
            radio.addEventListener("change", () => this.onrebuild());
        for (const id of ["count", "form"])
            $(id).addEventListener("change", () => this.onrebuild());
        for (const id of ["count", "speed"])
            $(id).addEventListener("input", () => this.#label());
        $("film").addEventListener("input", () => this.onseek($("film").value / FILM_STEPS));
        $("play").addEventListener("click", () => this.onplay());
        $("check").addEventListener("click", () => this.oncheck());
        $("open").addEventListener("click", () => $("file").click());
        $("file").addEventListener("change", () => this.onopen($("file").files[0]));
        this.#takeDrops();
        $("fold").addEventListener("click", () => this.#fold());
        if (matchMedia("(max-width: 640px)").matches)
            this.#fold();
        this.#label();
    }

    #takeDrops() {
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", (event) => {
            event.preventDefault();
            if (event.dataTransfer.files.length > 0)
                this.onopen(event.dataTransfer.files[0]);
        });
    }

    showOpened(name, {count, listed, omitsRest}) {
        const leftOut = listed - count;
        $("opened").className = "";
        $("opened").value = `${name}: ${count.toLocaleString("en")}` +
            (leftOut ? `; ${leftOut.toLocaleString("en")} without a position or a shape left out`
                     : "") +
            (omitsRest ? "; colours are drawn without their change by direction (f_rest)" : "");
        document.querySelector("[value=splats]").checked = true;
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
            turning: $("turning").checked,
        };
    }

    stopTurning() {
        $("turning").checked = false;
    }

    #fold() {
        const folded = $("settings").classList.toggle("folded");
        $("fold").setAttribute("aria-expanded", String(!folded));
    }

    #label() {
        const {count, speed} = this.settings;
        $("count-shown").value = count.toLocaleString("en");
        $("speed-shown").value = speed === 0 ? "still" : `${speed} ×`;
        this.form = $("form").value;
    }

    // `leftOut` elements of a file are not in the scene.
    showCheck(right, count, leftOut) {
        const order = right === count
            ? `all ${count.toLocaleString("en")} in order`
            : `${(count - right).toLocaleString("en")} of ${
                count.toLocaleString("en")} out of order`;
        $("checked").value = order + (leftOut ? `, ${leftOut.toLocaleString("en")} left out` : "");
    }

    show(view, seconds) {
        if (view?.dividers)
            this.#place(view.dividers);
        this.#showLabels(view?.labels?.(freeArea()) ?? []);
        this.#showCurves(view?.curves?.(freeArea()));
        if (view?.labels)
            this.#showFilm(view);
        ++this.#frames;
        this.#seconds += seconds;
        const now = performance.now();
        if (now - this.#shown < FIGURES_MS)
            return;
        this.#shown = now;
        this.#showFigures(view ?? {});
        this.#frames = this.#seconds = 0;
    }

    #showFilm({at, plays}) {
        $("film").value = at * FILM_STEPS;
        $("play").textContent = plays ? "Pause" : "Play";
    }

    // In a square of side 1, whose origin is at the bottom left.
    #showCurves(curves) {
        const chart = $("curves");
        chart.classList.toggle("shown", Boolean(curves));
        if (!curves)
            return;
        const {x, y, width, height, at, lines, text} = curves;
        if (chart.lastElementChild.textContent !== text)
            chart.lastElementChild.textContent = text;
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
            [title, text].forEach((words, at) => {
                if (label.children[at].textContent !== words)
                    label.children[at].textContent = words;
            });
        });
    }

    #showFigures({orders}) {
        const frame = 1000 * this.#seconds / this.#frames;
        $("rate").value = `${(1000 / frame).toFixed(0)} fps · ${frame.toFixed(1)} ms`;
        if (orders)
            this.#showOrders(orders);
    }

    #showOrders({gpu, worker}) {
        $("gpu-ms").textContent = ms(gpu.gpuMs);
        $("call-ms").textContent = ms(gpu.callMs);
        $("worker-ms").textContent = ms(worker.sortMs);
        $("worker-age").textContent = plural(worker.age, "frame");
        const spoken = document.querySelector(".tag[data-side=worker] span");
        spoken.textContent = worker.sortMs === null ? "starting"
                                                    : `${plural(worker.age, "frame")} old`;
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
