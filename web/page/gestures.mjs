// SPDX-License-Identifier: MIT
// Mouse, touch and keys: turning, zooming and pulling on the canvas, and the lines between
// the sides.

const WHEEL_ZOOM = 0.0012;
const KEY_TURN = 0.04; // as a part of the canvas that a pointer drags
const KEY_ZOOM = 1.1;
const TURNS = {ArrowLeft: [-KEY_TURN, 0], ArrowRight: [KEY_TURN, 0],
               ArrowUp: [0, KEY_TURN], ArrowDown: [0, -KEY_TURN]};
const ZOOMS = {"+": 1 / KEY_ZOOM, "=": 1 / KEY_ZOOM, "-": KEY_ZOOM, "_": KEY_ZOOM};
// Of the lines; those to the ends stop at their neighbours.
const STEPS = {ArrowLeft: -0.02, ArrowDown: -0.02, ArrowRight: 0.02, ArrowUp: 0.02,
               PageDown: -0.1, PageUp: 0.1, Home: -1, End: 1};
const LEAST_SIDE = 0.02;

export class Gestures {
    #canvas;
    #actions;
    #pointers = new Map();

    constructor(canvas, actions) {
        this.#canvas = canvas;
        this.#actions = actions;
        canvas.addEventListener("pointerdown", (event) => this.#down(event));
        canvas.addEventListener("pointermove", (event) => this.#move(event));
        for (const end of ["pointerup", "pointercancel"])
            canvas.addEventListener(end, (event) => this.#up(event));
        canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            actions.zoom(Math.exp(WHEEL_ZOOM * event.deltaY));
        }, {passive: false});
        canvas.addEventListener("keydown", (event) => {
            if (!(event.ctrlKey || event.metaKey || event.altKey) && this.#press(event.key))
                event.preventDefault();
        });
    }

    // Whether the key does something.
    #press(key) {
        if (key in TURNS)
            this.#actions.turn(...TURNS[key]);
        else if (key in ZOOMS)
            this.#actions.zoom(ZOOMS[key]);
        else if (key === "Home")
            this.#actions.reset();
        else if (key === " ")
            this.#actions.play();
        else
            return false;
        return true;
    }

    #down(event) {
        this.#canvas.setPointerCapture(event.pointerId);
        this.#pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
        if (event.button === 2)
            this.#pull(event, true);
    }

    #up(event) {
        this.#pointers.delete(event.pointerId);
        this.#pull(event, false);
    }

    #pull(event, on) {
        const {width, height} = this.#canvas.getBoundingClientRect();
        this.#actions.pull(2 * event.offsetX / width - 1, 1 - 2 * event.offsetY / height, on);
    }

    #spread() {
        const [a, b] = [...this.#pointers.values()];
        return Math.hypot(a.x - b.x, a.y - b.y);
    }

    #move(event) {
        const before = this.#pointers.get(event.pointerId);
        if (!before)
            return;
        const now = {x: event.clientX, y: event.clientY};
        const height = this.#canvas.clientHeight;
        if (event.buttons & 2) {
            this.#pull(event, true);
        } else if (this.#pointers.size === 2) {
            const spread = this.#spread();
            this.#pointers.set(event.pointerId, now);
            this.#actions.zoom(spread / Math.max(this.#spread(), 1));
        } else {
            this.#actions.turn((now.x - before.x) / height, (before.y - now.y) / height);
        }
        this.#pointers.set(event.pointerId, now);
    }
}

// Each line stays between its neighbours.
function moveDivider(dividers, at, part) {
    const least = (dividers[at - 1] ?? 0) + LEAST_SIDE;
    const most = (dividers[at + 1] ?? 1) - LEAST_SIDE;
    dividers[at] = Math.min(Math.max(part, least), most);
}

export function bindDividers(dividersOf) {
    for (const element of document.querySelectorAll(".divider")) {
        const at = Number(element.dataset.divider);
        element.addEventListener("pointerdown", (event) =>
            element.setPointerCapture(event.pointerId));
        element.addEventListener("pointermove", (event) => {
            if (event.buttons && dividersOf())
                moveDivider(dividersOf(), at,
                            event.clientX / element.parentElement.clientWidth);
        });
        element.addEventListener("keydown", (event) => {
            const step = STEPS[event.key], dividers = dividersOf();
            if (!step || !dividers)
                return;
            event.preventDefault();
            moveDivider(dividers, at, dividers[at] + step);
        });
    }
}
