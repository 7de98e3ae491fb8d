// SPDX-License-Identifier: MIT
// Views of sorts, pass by pass, of a scene that stands still: one sort (progress), several
// under one clock (race), and all passes of one in one picture (waterfall).
import {Camera} from "./camera.mjs";
import {SCREEN_VERTEX, bindTextures, program} from "./gl.mjs";
import {Recording} from "./recording.mjs";
import {Stage} from "./stage.mjs";
import {createScene} from "./scenes.mjs";
import {orderFrag} from "./shaders.mjs";

export const MOST_COUNT = 65536;
const SECONDS = 8;           // that the slowest sort takes at speed 1
const REST_SECONDS = 2;      // before it begins anew
const CAMERA_SECONDS = 0.25; // that the camera rests before a new recording
const HALF_WAY = 0.5;        // where a sort stands that does not play from the start
const TOP = 84, EDGE = 16, GAP = 14; // of the stage, in pixels of the page

const stage = () => document.getElementById("stage");

// The part of the stage that is free of labels, with its origin at the top left. Folded settings
// take a corner at its bottom right.
export function freeArea() {
    const {clientWidth, clientHeight} = stage();
    const {left, top} = document.getElementById("panel").getBoundingClientRect();
    const right = clientWidth - EDGE, bottom = clientHeight - EDGE;
    const isCovered = left < right && top < bottom;
    return {x: EDGE, y: TOP, width: right - EDGE, height: bottom - TOP,
            corner: isCovered ? {width: right - left + GAP, height: bottom - top + GAP}
                              : {width: 0, height: 0}};
}

class SortView {
    at; // of the clock, 0 to 1
    plays;
    #gl;
    #stage;
    #array;
    #rested = 0;
    #view = null;     // that was recorded
    #last = null;     // the view of the last frame
    #cameraRests = 0; // seconds
    #shown = "";      // what the picture is of

    constructor(gl, glsort, settings, opened, forms = [settings.form || undefined]) {
        if (settings.scene === "splats" && opened?.count > MOST_COUNT)
            throw new Error(`The file has ${opened.count} splats, and this view shows the ` +
                            `sort of up to ${MOST_COUNT}.`);
        const count = Math.min(settings.count, MOST_COUNT);
        this.plays = settings.plays;
        this.at = this.plays ? 0 : HALF_WAY;
        this.#gl = gl;
        this.#stage = new Stage(gl);
        this.#array = program(gl, SCREEN_VERTEX, orderFrag);
        this.scene = createScene(gl, {...settings, count}, opened);
        this.camera = new Camera(this.scene.cameraStart);
        this.recordings = forms.map((form) => new Recording(gl, glsort, this.scene, form));
    }

    // Records when the camera has come to rest elsewhere.
    #follow(seconds) {
        const view = this.camera.matrices(1);
        const moved = this.#last && view.axis.some((part, i) => part !== this.#last.axis[i]);
        this.#last = view;
        this.#cameraRests = moved ? 0 : this.#cameraRests + seconds;
        const isNew = view.axis.some((part, i) => part !== this.#view?.axis[i]);
        if (this.#view && (!isNew || this.#cameraRests < CAMERA_SECONDS))
            return;
        this.#view = view;
        for (const recording of this.recordings)
            recording.record(this.scene, view);
        this.recorded();
    }

    recorded() {}

    // The passes that a sort has done by now.
    done({passes}) {
        return Math.floor(this.at * passes.length + 1e-6);
    }

    frame(seconds, {speed}) {
        this.#follow(seconds);
        if (this.plays && this.at < 1) {
            this.at = Math.min(this.at + seconds * speed / SECONDS, 1);
            this.#rested = 0;
        } else if (this.plays && (this.#rested += seconds) > REST_SECONDS) {
            this.at = 0;
        }
        this.#redraw(freeArea());
    }

    // Unless the picture is that of the last frame.
    #redraw(area) {
        const gl = this.#gl, {yaw, pitch, distance} = this.camera;
        const shown = JSON.stringify([
            area, gl.drawingBufferWidth, gl.drawingBufferHeight, yaw, pitch, distance,
            this.#view.axis, this.recordings.map((each) => this.done(each))]);
        if (shown === this.#shown)
            return;
        this.#shown = shown;
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
        gl.clearColor(0.03, 0.035, 0.055, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        this.draw(area);
    }

    seek(at) {
        this.plays = false;
        this.at = at;
    }

    play(plays = !this.plays) {
        this.plays = plays;
        if (this.plays && this.at === 1)
            this.at = 0;
    }

    // From pixels of the page to those of the canvas, with its origin at the bottom left.
    #pixels({x, y, width, height}) {
        const gl = this.#gl, scale = gl.drawingBufferWidth / stage().clientWidth;
        const [left, right, top, bottom] = [x, x + width, y, y + height].map(
            (at) => Math.round(at * scale));
        return {x: left, y: gl.drawingBufferHeight - bottom, width: Math.max(right - left, 1),
                height: Math.max(bottom - top, 1)};
    }

    drawScene(recording, passes, where) {
        const to = this.#pixels(where);
        const matrices = this.camera.matrices(to.width / to.height);
        this.#stage.draw(this.scene, this.camera, matrices,
                         [{order: recording.orders[passes].texture, from: 0, to: 1}], to);
    }

    drawArray(recording, passes, where, bars = false) {
        const gl = this.#gl, {program, at} = this.#array;
        const {x, y, width, height} = this.#pixels(where);
        gl.viewport(x, y, width, height);
        gl.useProgram(program);
        gl.uniform1i(at.order, 0);
        gl.uniform1i(at.ranks, 1);
        gl.uniform1i(at.count, recording.count);
        gl.uniform1i(at.bars, bars ? 1 : 0);
        bindTextures(gl, [recording.orders[passes].texture, recording.ranks]);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        bindTextures(gl, [null, null]);
    }

    dispose() {
        for (const each of [...this.recordings, this.scene, this.#stage])
            each.dispose();
        this.#gl.deleteProgram(this.#array.program);
    }
}

// What a recording has done after so many passes, in words.
function words({passes}, done) {
    return done === 0 ? `${passes.length} passes`
                      : `pass ${done} of ${passes.length}: ${passes[done - 1].purpose}`;
}

// One sort: the scene in the order that it has reached, and that order as bars.
export class Progress extends SortView {
    name = "progress";

    draw({x, y, width, height: free, corner}) {
        const height = free - corner.height, high = Math.round(0.62 * height);
        const [recording] = this.recordings;
        const done = this.done(recording);
        this.drawScene(recording, done, {x, y, width, height: high});
        this.drawArray(recording, done,
                       {x, y: y + high + GAP, width, height: height - high - GAP}, true);
    }

    labels({x, width}) {
        const [recording] = this.recordings;
        return [{x, width, title: recording.name, text: words(recording, this.done(recording))}];
    }
}

// Merges of sorted runs, a sorting network, and GPU-ABiSort, a stage a pass.
const RIVALS = ["abisort-partition-fragment", "bitonic-packed-fragment",
                "tree-stages-copy-fragment"];
const NARROW = 640; // stages that have room for two lanes
const PLACES = ["1st", "2nd", "3rd"];
const COLORS = ["#57e08f", "#ffc45e", "#6fb1ff"]; // of the lanes
const CHART = 108, CHART_PART = 0.28; // height of the curves, and at most this part

// Several sorts of the same depths; the clock counts the bytes that they move. Curves show
// the share of pairs that each has in order.
export class Race extends SortView {
    name = "race";
    #ends; // of the clock, in bytes
    #lines = [];
    #low = 0; // share of pairs at the bottom of the curves

    constructor(gl, glsort, settings, opened) {
        const all = glsort.forms().map(({name}) => name);
        const forms = new Set([settings.form, ...RIVALS].filter((form) => all.includes(form)));
        const lanes = stage().clientWidth > NARROW ? 3 : 2;
        super(gl, glsort, settings, opened, [...forms].slice(0, lanes));
        this.#ends = this.recordings.map((each) => each.bytes(each.passes.length));
    }

    done(recording) {
        const bytes = this.at * Math.max(...this.#ends) * (1 + 1e-6);
        const next = recording.passes.findIndex((_, p) => recording.bytes(p + 1) > bytes);
        return next < 0 ? recording.passes.length : next;
    }

    // As points from 0 to 1: the clock, and the share above the lowest one.
    recorded() {
        for (const recording of this.recordings)
            recording.countPairs();
        const end = Math.max(...this.#ends);
        const low = this.#low = Math.min(...this.recordings.flatMap(({inOrder}) => inOrder));
        this.#lines = this.recordings.map((recording, i) => ({
            color: COLORS[i],
            points: recording.inOrder.map((share, p) => [
                recording.bytes(p) / end, (share - low) / Math.max(1 - low, 1e-6)])}));
    }

    #chartHeight({height, corner}) {
        return Math.max(Math.min(CHART, CHART_PART * height), corner.height - GAP);
    }

    // Beside the corner.
    curves(area) {
        const {x, y, width, height, corner} = area, high = this.#chartHeight(area);
        return {x, y: y + height - high, width: width - corner.width, height: high,
                at: this.at, lines: this.#lines,
                text: `pairs in order, ${(100 * this.#low).toFixed(0)} to 100 %`};
    }

    #lanes({x, width}) {
        const wide = (width + GAP) / this.recordings.length;
        return this.recordings.map((recording, i) => (
            {recording, done: this.done(recording), x: x + i * wide, width: wide - GAP}));
    }

    draw(area) {
        const {y} = area, height = area.height - this.#chartHeight(area) - GAP;
        const high = Math.round(0.72 * height);
        for (const {recording, done, x, width} of this.#lanes(area)) {
            this.drawScene(recording, done, {x, y, width, height: high});
            this.drawArray(recording, done,
                           {x, y: y + high + GAP, width, height: height - high - GAP});
        }
    }

    labels(area) {
        return this.#lanes(area).map(({recording, done, ...where}, i) => {
            const isDone = done === recording.passes.length;
            const before = this.#ends.filter((end) => end < this.#ends[i]).length;
            const title = recording.name.replace(/-fragment$/, ""); // all are
            return {...where, title, color: COLORS[i], text: isDone
                ? `${PLACES[before]}, ${(this.#ends[i] / 1e6).toFixed(1)} MB moved`
                : words(recording, done)};
        });
    }
}

const NAMES = 150;     // width of the names of passes,
const NAMES_PART = 0.36; // at most this part
const NAME_HEIGHT = 18;
const ROOMY = 10;     // bands with a line between them

// All passes: a band for each, from the input at the top to the sorted order.
export class Waterfall extends SortView {
    name = "waterfall";

    constructor(...args) {
        super(...args);
        this.plays = false;
        this.at = 1;
    }

    // Of the passes that are done, and of the input.
    #bands({x, y, width, height, corner}) {
        const [recording] = this.recordings;
        const high = (height - corner.height) / recording.orders.length;
        const names = Math.min(NAMES, NAMES_PART * width);
        return Array.from({length: this.done(recording) + 1}, (_, p) => (
            {x: x + names, y: y + p * high, width: width - names,
             height: high - (high > ROOMY ? 2 : 0)}));
    }

    draw(area) {
        const [recording] = this.recordings;
        this.#bands(area).forEach((band, p) => this.drawArray(recording, p, band));
    }

    labels(area) {
        const [recording] = this.recordings, {x, width} = area;
        const names = [];
        let free = -Infinity;
        this.#bands(area).forEach((band, p) => {
            const y = band.y + (band.height - NAME_HEIGHT) / 2;
            const text = p === 0 ? "input" : recording.passes[p - 1].purpose;
            if (y < free || text === names.at(-1)?.text)
                return;
            names.push({x, y, width: band.x - x - 8, text});
            free = y + NAME_HEIGHT;
        });
        const text = `${recording.count.toLocaleString("en")} elements through ` +
                     `${recording.passes.length} passes, coloured by where each belongs`;
        return [{x, width, title: recording.name, text}, ...names];
    }
}
