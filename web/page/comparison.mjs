// SPDX-License-Identifier: MIT
// A scene drawn in three orders side by side.
import {Camera} from "./camera.mjs";
import {checkOrder} from "./check.mjs";
import {GpuOrder, MemoryOrder, WorkerOrder} from "./orders.mjs";
import {createScene} from "./scenes.mjs";
import {Stage} from "./stage.mjs";

const TURN_DEGREES = 9; // a second

export class Comparison {
    name = "comparison";

    constructor(gl, glsort, settings, opened, dividers = [0.36, 0.6]) {
        this.gl = gl;
        this.plays = settings.plays;
        this.stage = new Stage(gl);
        this.dividers = dividers;
        this.scene = createScene(gl, settings, opened);
        this.camera = new Camera(this.scene.cameraStart);
        this.orders = {memory: new MemoryOrder(gl, this.scene),
                       gpu: new GpuOrder(gl, this.scene, glsort, settings),
                       worker: new WorkerOrder(gl, this.scene)};
    }

    get aspect() {
        const {width, height} = this.stage.whole;
        return width / height;
    }

    frame(seconds, {speed, turning}) {
        if (this.plays && turning)
            this.camera.yaw += TURN_DEGREES * seconds * Math.max(speed, 0.25);
        if (this.plays && speed > 0)
            this.scene.step(seconds * speed);
        this.matrices = this.camera.matrices(this.aspect);
        for (const order of Object.values(this.orders))
            order.frame(this.matrices);
        this.draw();
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

    play(plays = !this.plays) {
        this.plays = plays;
    }

    pull(x, y, strength) {
        if (this.scene.attractor)
            this.scene.attractor = [...this.camera.point(x, y, this.aspect), strength];
    }

    check() {
        if (!this.matrices)
            this.frame(0, {});
        return checkOrder(this.gl, this.scene, this.orders.gpu, this.matrices);
    }

    dispose() {
        for (const each of [...Object.values(this.orders), this.scene, this.stage])
            each.dispose();
    }
}
