// SPDX-License-Identifier: MIT
// Mouse, touch and keys: turning, zooming and pulling on the canvas, and the lines between
// the sides.

const WHEEL_ZOOM = 0.0012;
const KEY_STEP = 0.02;
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
                moveDivider(dividersOf(), at, event.clientX / innerWidth);
        });
        element.addEventListener("keydown", (event) => {
            const step = {ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP}[event.key];
            const dividers = dividersOf();
            if (step && dividers)
                moveDivider(dividers, at, dividers[at] + step);
        });
    }
}
