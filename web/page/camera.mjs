// SPDX-License-Identifier: MIT
// A camera that goes round a point. Matrices are column by column, as WebGL takes them.

const RADIANS = Math.PI / 180;
const NEAR = 0.02;
const FAR = 100;

const clamp = (x, least, most) => Math.min(Math.max(x, least), most);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                         a[0] * b[1] - a[1] * b[0]];

export function multiply(a, b) {
    const product = new Float32Array(16);
    for (let column = 0; column < 4; ++column)
        for (let row = 0; row < 4; ++row)
            for (let i = 0; i < 4; ++i)
                product[4 * column + row] += a[4 * i + row] * b[4 * column + i];
    return product;
}

export class Camera {
    #start;

    constructor({yaw, pitch, distance, target = [0, 0, 0], lens}) {
        this.#start = {yaw, pitch, distance, target, lens};
        this.reset();
    }

    reset() {
        Object.assign(this, this.#start);
    }

    turn(right, up) {
        this.yaw = (this.yaw - 180 * right) % 360;
        this.pitch = clamp(this.pitch - 140 * up, -85, 85);
    }

    zoom(factor) {
        this.distance = clamp(this.distance * factor, 0.4, 20);
    }

    // The tangent of half the vertical field of view, which is larger in pictures that are
    // higher than wide, so that nothing falls off their sides.
    #halfHeight(aspect) {
        return Math.tan(0.5 * this.lens * RADIANS) * Math.max(1, 0.95 / aspect);
    }

    #axes() {
        const yaw = this.yaw * RADIANS, pitch = this.pitch * RADIANS;
        const back = [Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch),
                      Math.cos(pitch) * Math.cos(yaw)];
        const right = [Math.cos(yaw), 0, -Math.sin(yaw)];
        return {right, up: cross(back, right), back};
    }

    matrices(aspect) {
        const {right, up, back} = this.#axes();
        const eye = this.target.map((part, i) => part + this.distance * back[i]);
        const view = new Float32Array(16);
        [right, up, back].forEach((axis, row) => {
            for (let i = 0; i < 3; ++i)
                view[4 * i + row] = axis[i];
            view[12 + row] = -dot(axis, eye);
        });
        view[15] = 1;
        const half = this.#halfHeight(aspect), focal = 1 / half;
        const projection = new Float32Array(16);
        projection[0] = focal / aspect;
        projection[5] = focal;
        projection[10] = (FAR + NEAR) / (NEAR - FAR);
        projection[11] = -1;
        projection[14] = 2 * FAR * NEAR / (NEAR - FAR);
        return {view, projection, focal, distance: this.distance, eye: new Float32Array(eye),
                axis: new Float32Array(back.map((part) => -part)),
                viewProjection: multiply(projection, view)};
    }

    // The point of the target's plane that is seen at x, y in -1 to 1.
    point(x, y, aspect) {
        const {right, up} = this.#axes();
        const half = this.distance * this.#halfHeight(aspect);
        return this.target.map((part, i) => part + half * (x * aspect * right[i] + y * up[i]));
    }
}
